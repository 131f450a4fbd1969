//! The `dapu` program: arguments, command, exit code.

use std::process::ExitCode;

use dapu::cli;

/// With the allocator of musl, threads wait for each other.
#[cfg(target_env = "musl")]
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // The shells of Windows leave `*.kif` to the program.
    #[cfg(windows)]
    let arguments: Vec<_> = wild::args_os().collect();
    #[cfg(not(windows))]
    let arguments: Vec<_> = std::env::args_os().collect();
    cli::run(&arguments).into()
}

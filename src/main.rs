//! The `dapu` program: arguments, command, exit code.

use std::process::ExitCode;

use dapu::cli;

/// With the allocator of musl, threads wait for each other.
#[cfg(target_env = "musl")]
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    cli::run(&arguments).into()
}

//! The `dapu` program: arguments, command, exit code.

use std::process::ExitCode;

use dapu::cli;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    cli::run(&arguments).into()
}

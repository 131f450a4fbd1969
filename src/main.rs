//! The `dapu` program: arguments, command, exit code.

use std::process::ExitCode;

use dapu::cli;

fn main() -> ExitCode {
    cli::run(std::env::args_os().collect()).into()
}

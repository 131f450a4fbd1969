//! The `dapu` program: arguments, command, exit code.

use std::process::ExitCode;

use clap::Parser;
use dapu::cli::{self, Args};

fn main() -> ExitCode {
    cli::run(Args::parse()).into()
}

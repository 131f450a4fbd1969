//! The `dapu` program: arguments, command, exit code.

use std::process::ExitCode;

use clap::Parser;
use dapu::cli::{self, Args};

fn main() -> ExitCode {
    match Args::try_parse() {
        Ok(args) => cli::run(args),
        Err(error) => cli::refuse(&error),
    }
    .into()
}

//! The command line, and what the documents say.

#![allow(clippy::unwrap_used)]

mod cli;
mod common;
mod project;

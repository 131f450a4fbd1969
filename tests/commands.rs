//! The command line, engines, and what the documents say.

#![allow(clippy::unwrap_used)]

mod cli;
mod common;
mod engine;
mod project;

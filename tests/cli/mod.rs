//! The command line, run as a user runs it.

mod archives;
mod check;
mod config;
mod conversions;
mod convert;
mod corners;
mod errors;
mod evil;
mod find;
mod help;
mod index;
mod languages;
mod library;
mod lines;
mod manners;
mod memory;
mod packed;
mod places;
mod read;
mod screen;
mod show;
mod stats;
mod terminals;
#[cfg(unix)]
mod watch;

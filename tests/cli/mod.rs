//! The command line, run as a user runs it.

mod addresses;
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
mod history;
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
mod settings;
mod show;
mod stats;
mod stored;
mod terminals;
#[cfg(unix)]
mod watch;
mod words;

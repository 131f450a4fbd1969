//! The screen: what it draws, what keys do, and what follows from a file that changes.

#![allow(clippy::unwrap_used)]

mod common;
mod follow;
mod keys;
mod screen;
mod terminal;

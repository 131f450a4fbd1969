//! The screen: what it draws, what keys do, and what follows from a file that changes. Engines, too.

#![allow(clippy::unwrap_used)]

mod common;
mod engine;
mod follow;
mod keys;
mod screen;
mod terminal;

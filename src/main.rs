//! The `dapu` program.

fn main() {}

//! The native program `tabia`.

fn main() {}

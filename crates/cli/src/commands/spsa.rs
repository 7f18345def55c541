//! `spsa`: search parameters for `OpenBench`.

/// Prints a line for each search parameter in the format of `OpenBench`'s SPSA: name, type, value, minimum, maximum, size of the last
/// perturbation (`c_end`), last step (`r_end`). The last line has no newline, because the server rejects a blank line.
pub(crate) fn run() {
    let line = |parameter: &tabia_engine::TunableRange| {
        let tabia_engine::TunableRange { name, default, min, max, step } = parameter;
        format!("{name}, int, {default}, {min}, {max}, {step}, 0.002")
    };
    print!("{}", tabia_engine::TUNABLES.iter().map(line).collect::<Vec<_>>().join("\n"));
}

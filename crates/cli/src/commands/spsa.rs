//! `spsa`: the numbers of the search for `OpenBench`.

/// Prints a line for each number of the search, as `OpenBench`'s SPSA takes them: name, type, value, least, greatest, size of
/// the last perturbation (`c_end`), last step (`r_end`).
pub(crate) fn run() {
    for number in tabia_engine::TUNABLES {
        let tabia_engine::TunableRange { name, default, min, max, step } = number;
        println!("{name}, int, {default}, {min}, {max}, {step}, 0.002");
    }
}

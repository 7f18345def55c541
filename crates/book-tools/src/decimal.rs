//! Numbers that come back from JSON as they were written.

use serde::{Deserialize, Deserializer};

/// Beyond this no setting has a meaning, and a reader might find infinity.
const MAX: f64 = 1e300;

/// Reads a number for `#[serde(deserialize_with)]` and rounds it to 15 significant digits: those every way of reading takes for the same
/// number. `serde_json`'s usual way may be off by the last bit where there are more digits, and settings and recipes are compared.
///
/// # Errors
/// Those of the format, for what is not a number.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let number = f64::deserialize(deserializer)?.clamp(-MAX, MAX);
    Ok(format!("{number:.14e}").parse().unwrap_or(number))
}

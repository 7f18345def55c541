//! Location of the conformance data.

use std::path::PathBuf;

/// Folder of the shared conformance data: `TABIA_SHARED_DATA`, or `../shared/data` next to the repository.
pub fn shared_data() -> PathBuf {
    std::env::var_os("TABIA_SHARED_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from)
}

/// The bytes of a conformance file. If the data is missing, the test prints a message and is skipped, or fails with `CI=true`.
pub fn shared(name: &str) -> Option<Vec<u8>> {
    let path = shared_data().join(name);
    match std::fs::read(&path) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            let message = format!("conformance data missing: {}: {error}", path.display());
            assert!(std::env::var("CI").as_deref() != Ok("true"), "{message}");
            eprintln!("SKIPPED: {message}");
            None
        }
    }
}

/// All files in a folder of the conformance data that end in `suffix`, by name.
#[allow(dead_code, reason = "not every test that shares this module lists folders")]
pub fn shared_files(folder: &str, suffix: &str) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = std::fs::read_dir(shared_data().join(folder)) else {
        // Prints what is missing, or fails.
        shared(folder);
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .filter(|name| name.ends_with(suffix))
        .collect();
    names.sort();
    names.into_iter().filter_map(|name| Some((name.clone(), shared(&format!("{folder}/{name}"))?))).collect()
}

/// All PGN files of the conformance data, with their relative paths.
#[allow(dead_code, reason = "not every test that shares this module reads all files")]
pub fn pgn_files() -> Vec<(String, Vec<u8>)> {
    let folders = [
        "pgn/torture",
        "pgn/python-chess",
        "pgn/pgn-extract/in",
        "pgn/pgn-extract/out",
        "games",
        "openings",
        "openings/fastchess-tests",
    ];
    folders
        .iter()
        .flat_map(|folder| {
            shared_files(folder, ".pgn")
                .into_iter()
                .map(move |(name, bytes)| (format!("{folder}/{name}"), bytes))
        })
        .collect()
}

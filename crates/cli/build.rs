//! Records what `tabia --version` prints besides the version: commit, features and target.

use std::env;
use std::fs;
use std::process::Command;

/// File into which `git archive` writes the commit (.gitattributes).
const ARCHIVAL: &str = "../../.git-archival.txt";

/// Digits of a commit hash that are printed.
const DIGITS: usize = 10;

/// Instruction sets that make a difference to the speed of the engine.
const INSTRUCTION_SETS: [&str; 7] = ["popcnt", "bmi2", "avx2", "avx512bw", "avx512vnni", "neon", "dotprod"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=TABIA_COMMIT={}", commit());
    println!("cargo::rustc-env=TABIA_FEATURES={}", features());
    println!("cargo::rustc-env=TABIA_TARGET={}", target());
}

/// Returns the commit, or why there is none.
fn commit() -> String {
    // The tests' builds would be made again after every commit.
    if env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        return "not recorded in debug builds".to_owned();
    }
    if let Some(commit) = commit_of_checkout() {
        return commit;
    }
    commit_of_archive().unwrap_or_else(|| "unknown: built without git".to_owned())
}

/// Returns the commit of an archive of the repository.
fn commit_of_archive() -> Option<String> {
    let text = fs::read_to_string(ARCHIVAL).ok()?;
    let commit = text.strip_prefix("node: ")?.get(..DIGITS)?;
    (!commit.starts_with('$')).then(|| commit.to_owned())
}

/// Returns the commit that is checked out, and whether the sources differ from it. `None` without git, or if the folder is
/// in another project's repository.
fn commit_of_checkout() -> Option<String> {
    if git(&["rev-parse", "--show-prefix"])? != "crates/cli/" {
        return None;
    }
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    for path in [log.as_str(), "..", "../../Cargo.toml", "../../Cargo.lock"] {
        // A missing file would mean a new build every time.
        if fs::exists(path).is_ok_and(|exists| exists) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let mut commit = git(&["rev-parse", "HEAD"])?;
    commit.truncate(DIGITS);
    let sources = ["..", "../../Cargo.toml", "../../Cargo.lock"];
    let changes = git(&[&["status", "--porcelain", "--"], &sources[..]].concat())?;
    Some(if changes.is_empty() { commit } else { format!("{commit}, with changes") })
}

/// Runs git in this folder; returns what it prints, or `None` if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Returns the features of this package in lower case.
fn features() -> String {
    let names = env::vars_os().filter_map(|(name, _)| {
        let name = name.to_str()?.strip_prefix("CARGO_FEATURE_")?.to_lowercase();
        (name != "default").then_some(name)
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// Returns the target and the instruction sets that the build needs.
fn target() -> String {
    let target = env::var("TARGET").unwrap_or_default();
    let enabled = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let enabled: Vec<&str> = enabled.split(',').collect();
    let sets: Vec<&str> = INSTRUCTION_SETS.into_iter().filter(|set| enabled.contains(set)).collect();
    if sets.is_empty() { target } else { format!("{target} with {}", sets.join(", ")) }
}

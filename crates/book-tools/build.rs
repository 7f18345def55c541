//! Compiles the names of openings (`data/names`) into the table of `src/names.rs`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::exit;
use std::{env, fs};

#[allow(dead_code, reason = "the build script only reads codes")]
#[path = "src/eco.rs"]
mod eco;
#[allow(dead_code, reason = "the build script needs no lines")]
#[path = "src/tree.rs"]
mod tree;

use eco::Eco;

/// What stands in the table under a key.
struct Row {
    eco: Eco,
    name: String,
    place: String,
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/eco.rs");
    println!("cargo::rerun-if-changed=src/tree.rs");
    println!("cargo::rerun-if-changed=data/names");
    match table(Path::new("data/names")) {
        Ok(table) => {
            let folder = env::var_os("OUT_DIR").unwrap_or_default();
            fs::write(Path::new(&folder).join("names.rs"), table).expect("Cargo's own folder can be written");
        }
        Err(error) => {
            println!("cargo::error={error}");
            exit(1);
        }
    }
}

/// The table as Rust source, or what is wrong with the names, and where.
fn table(folder: &Path) -> Result<String, String> {
    let in_folder = |error| format!("{}: {error}", folder.display());
    let mut paths: Vec<_> =
        fs::read_dir(folder).map_err(in_folder)?.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut rows: BTreeMap<u64, Row> = BTreeMap::new();
    let mut faults = Vec::new();
    for path in paths {
        let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(&path).map_err(|error| in_file(&error))?;
        let tree = tree::parse(&text).map_err(|error| in_file(&error))?;
        for named in tree::names(&tree).map_err(|error| in_file(&error))? {
            let Some(row) = tree.get(named.row) else { continue };
            let place = format!("{}:{}", path.display(), row.line);
            let new = Row { eco: named.eco, name: named.name, place };
            // A transposition may be named twice, but only by one name.
            match rows.get(&row.position.key()) {
                Some(old) if (old.eco, &old.name) != (new.eco, &new.name) => faults.push(format!(
                    "{}: {}, but the same position is {} at {}",
                    new.place, new.name, old.name, old.place
                )),
                Some(_) => {}
                None => drop(rows.insert(row.position.key(), new)),
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults.join("; "));
    }
    let mut names: Vec<&str> = rows.values().map(|row| row.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let mut source = String::new();
    let count = rows.len();
    let _ = writeln!(
        source,
        "/// Keys of the named positions, ascending.\npub(super) static KEYS: [u64; {count}] = ["
    );
    for key in rows.keys() {
        let _ = writeln!(source, "{key:#018x},");
    }
    let _ = writeln!(
        source,
        "];\n/// Code and index of the name, in the order of the keys.\npub(super) static OPENINGS: [(u16, u16); {count}] = ["
    );
    for row in rows.values() {
        let name = names.binary_search(&row.name.as_str()).unwrap_or_default();
        let _ = writeln!(source, "({}, {name}),", row.eco.index());
    }
    let _ = writeln!(
        source,
        "];\n/// The names, in order.\npub(super) static NAMES: [&str; {}] = [",
        names.len()
    );
    for name in names {
        let _ = writeln!(source, "{name:?},");
    }
    source.push_str("];\n");
    Ok(source)
}

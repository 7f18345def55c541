//! Decides which of the files picked or dropped together form an engine.

use super::entry::EngineKind;

/// Possible engine, given by file indices in the pick; the script of a foreign engine comes first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Kind of engine.
    pub kind: EngineKind,
    /// File indices.
    pub files: Vec<usize>,
}

/// Groups files by name into engines. The second list has the files that belong to none.
///
/// A script is a foreign engine. With a single script, all other files belong to it; with several, a file belongs to the script with the
/// longest name that it starts with (`stockfish-17.js`, `stockfish-17-part-0.wasm`). A `.wasm` file that belongs to no script is an engine
/// build.
pub fn sort<S: AsRef<str>>(names: &[S]) -> (Vec<Candidate>, Vec<usize>) {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let is_script = |name: &str| has_ending(name, ".js") || has_ending(name, ".mjs");
    let (scripts, others): (Vec<usize>, Vec<usize>) =
        (0..names.len()).partition(|&place| names.get(place).copied().is_some_and(is_script));
    let name = |place: usize| names.get(place).copied().unwrap_or_default();
    let mut candidates: Vec<Candidate> =
        scripts.iter().map(|&place| Candidate { kind: EngineKind::Foreign, files: vec![place] }).collect();
    let mut strangers = Vec::new();
    for place in others {
        let owner = match candidates.as_mut_slice() {
            [only] if scripts.len() == 1 => Some(only),
            _ => candidates
                .iter_mut()
                .filter(|candidate| {
                    let script = candidate.files.first().copied().map_or("", name);
                    candidate.kind == EngineKind::Foreign && name(place).starts_with(stem(script))
                })
                .max_by_key(|candidate| {
                    candidate.files.first().copied().map_or(0, |script| stem(name(script)).len())
                }),
        };
        match owner {
            Some(owner) => owner.files.push(place),
            None if has_ending(name(place), ".wasm") => {
                candidates.push(Candidate { kind: EngineKind::Build, files: vec![place] });
            }
            None => strangers.push(place),
        }
    }
    (candidates, strangers)
}

fn has_ending(name: &str, ending: &str) -> bool {
    name.len() > ending.len() && name.to_ascii_lowercase().ends_with(ending)
}

/// Returns the name without its extension.
pub fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(place: usize) -> Candidate {
        Candidate { kind: EngineKind::Build, files: vec![place] }
    }

    fn foreign(files: &[usize]) -> Candidate {
        Candidate { kind: EngineKind::Foreign, files: files.to_vec() }
    }

    #[test]
    fn files_without_a_script_are_builds() {
        assert_eq!(sort(&["a.wasm", "B.WASM"]), (vec![build(0), build(1)], vec![]));
        assert_eq!(sort(&["a.pgn", "a.wasm"]), (vec![build(1)], vec![0]));
        assert_eq!(sort::<&str>(&[]), (vec![], vec![]));
    }

    #[test]
    fn everything_belongs_to_a_single_script() {
        assert_eq!(sort(&["sf.wasm", "engine.js", "nn.nnue"]), (vec![foreign(&[1, 0, 2])], vec![]));
        assert_eq!(sort(&["lozza.js"]), (vec![foreign(&[0])], vec![]));
    }

    #[test]
    fn several_scripts_own_what_begins_with_their_name() {
        let names = [
            "sf.js",
            "sf.wasm",
            "sf-lite.js",
            "sf-lite.wasm",
            "sf-lite-part-1.wasm",
            "tabia.wasm",
            "readme.txt",
        ];
        assert_eq!(sort(&names), (vec![foreign(&[0, 1]), foreign(&[2, 3, 4]), build(5)], vec![6]));
    }

    #[test]
    fn a_name_that_is_only_an_ending_is_no_engine() {
        assert_eq!(sort(&[".js", ".wasm"]), (vec![], vec![0, 1]));
    }
}

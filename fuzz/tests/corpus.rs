//! The saved corpus: inputs with unique coverage, and all that ever violated a property.

use std::fs;
use std::path::Path;

/// A single test, because memory is counted per process.
#[test]
fn every_kept_input_keeps_its_properties() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut inputs = 0;
    for (name, _) in tabia_fuzz::TARGETS {
        let mut files: Vec<_> = fs::read_dir(corpus.join(name))
            .unwrap_or_else(|error| panic!("the corpus of {name}: {error}"))
            .map(|entry| entry.expect("a file").path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "the corpus of {name} is empty");
        for file in files {
            println!("{}", file.display());
            tabia_fuzz::check(name, &fs::read(&file).expect("a file of the corpus"));
            inputs += 1;
        }
    }
    println!("{inputs} inputs");
}

/// Empty input is valid, too.
#[test]
fn an_empty_input_breaks_nothing() {
    for (name, _) in tabia_fuzz::TARGETS {
        tabia_fuzz::check(name, b"");
    }
}

//! `tabia book` as a user runs it, against files that Debian's Polyglot made.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tabia-cli-book-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Self(path)
    }

    fn tabia(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabia"));
        command.arg("book").args(arguments).current_dir(&self.0).output().expect("the program starts")
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.0.join(name), bytes).expect("a temporary file can be written");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).expect("the program has written the file")
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = std::fs::read_dir(&self.0)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Files of the shared conformance data's Polyglot folder, put into the test's own.
fn copy_golden(folder: &Folder, names: &[&str]) -> bool {
    let data = std::env::var_os("TABIA_SHARED_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    for name in names {
        let path = data.join("polyglot/golden").join(name);
        match std::fs::read(&path) {
            Ok(bytes) => folder.write(name, &bytes),
            Err(error) => {
                let message = format!("conformance data missing: {}: {error}", path.display());
                assert!(std::env::var("CI").as_deref() != Ok("true"), "{message}");
                eprintln!("SKIPPED: {message}");
                return false;
            }
        }
    }
    true
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn polyglots_options_make_polyglots_files() {
    let folder = Folder::new("golden");
    let names = [
        "tiny.pgn",
        "tiny-default.bin",
        "tiny-default.info.txt",
        "tiny-min1.bin",
        "tiny-min1.dump-white.txt",
        "tiny-min1-black.bin",
        "tiny-min1-white.bin",
        "tiny-min1-uniform.bin",
        "tiny-min2-score66.67.bin",
        "merge-white-black.bin",
    ];
    if !copy_golden(&folder, &names) {
        return;
    }
    let cases: [(&[&str], &str); 6] = [
        (&[], "tiny-default.bin"),
        (&["-min-game", "1"], "tiny-min1.bin"),
        (&["--min-game", "1", "--only-black"], "tiny-min1-black.bin"),
        (&["-min-game", "1", "-only-black", "-only-white"], "tiny-min1-white.bin"),
        (&["-min-game", "1", "-uniform"], "tiny-min1-uniform.bin"),
        (&["-min-game", "2", "-min-score", "66.67"], "tiny-min2-score66.67.bin"),
    ];
    for (options, expected) in cases {
        let mut arguments = vec!["make", "-pgn", "tiny.pgn", "-bin", "made.bin"];
        arguments.extend(options);
        assert_eq!(folder.tabia(&arguments).status.code(), Some(0), "{options:?}");
        assert!(folder.read("made.bin") == folder.read(expected), "{options:?}");
    }
    let merge = ["merge", "-in1", "tiny-min1-white.bin", "-in2", "tiny-min1-black.bin"];
    assert_eq!(folder.tabia(&merge).status.code(), Some(0));
    assert!(folder.read("out.bin") == folder.read("merge-white-black.bin"));
    let dump = ["dump", "-bin", "tiny-min1.bin", "-color", "white"];
    assert_eq!(folder.tabia(&dump).status.code(), Some(0));
    assert!(folder.read("book_white.txt") == folder.read("tiny-min1.dump-white.txt"));
    let printed = folder.tabia(&["dump", "-bin", "tiny-min1.bin", "-color", "white", "-out", "-"]);
    assert_eq!(printed.stdout, folder.read("book_white.txt"));
    let info = folder.tabia(&["info", "-bin", "tiny-default.bin"]);
    assert_eq!(info.status.code(), Some(0));
    assert_eq!(info.stdout, folder.read("tiny-default.info.txt"));
}

#[test]
fn bad_games_are_named_and_left_out() {
    let folder = Folder::new("bad-games");
    folder.write("in.pgn", b"1. e4 1-0\n\n[Result \"1-0\"]\n\n1. Ke4 1-0\n");
    let made = folder.tabia(&["make", "-pgn", "in.pgn", "-min-game", "1", "-json"]);
    assert_eq!(made.status.code(), Some(0));
    let object = json(&made);
    assert_eq!(
        (&object["games"], &object["left_out"], &object["entries"]),
        (&1.into(), &1.into(), &1.into())
    );
    assert_eq!(object["problems"][0]["line"], 5);
    assert!(String::from_utf8_lossy(&made.stderr).contains("in.pgn: line 5, column 4, game 2"));
    assert_eq!(folder.read("book.bin").len(), 16);
    // As strict as Polyglot: no book, and an older one stays.
    folder.write("book.bin", b"older");
    let made = folder.tabia(&["make", "-pgn", "in.pgn", "--compat"]);
    assert_eq!(made.status.code(), Some(2));
    assert_eq!(folder.read("book.bin"), b"older");
    assert_eq!(folder.names(), ["book.bin", "in.pgn"]);
}

#[test]
fn faults_of_a_book_are_a_failed_check() {
    let folder = Folder::new("faults");
    folder.write("empty.bin", b"");
    folder.write("text.bin", b"this is a text and no book at all.");
    for (name, fault) in [("empty.bin", "no entry"), ("text.bin", "not in ascending order")] {
        let info = folder.tabia(&["info", "-bin", name]);
        assert_eq!(info.status.code(), Some(1), "{name}");
        assert!(String::from_utf8_lossy(&info.stderr).contains(fault), "{name}");
        assert!(json(&folder.tabia(&["info", "-bin", name, "--json"]))["fault_count"].as_u64() > Some(0));
    }
    assert_eq!(folder.tabia(&["info", "-bin", "missing.bin"]).status.code(), Some(2));
    assert_eq!(folder.tabia(&["merge", "-in1", "text.bin", "-in2", "text.bin"]).status.code(), Some(2));
    assert_eq!(folder.tabia(&["make", "-min-score", "101"]).status.code(), Some(2));
    assert_eq!(folder.tabia(&[]).status.code(), Some(2));
}

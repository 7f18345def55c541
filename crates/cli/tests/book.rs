//! `tabia book` as a user runs it, compared with files made by Debian's Polyglot.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A temporary folder, removed when dropped.
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

/// Copies files of the shared conformance data's Polyglot folder to the test's folder.
fn copy_golden(folder: &Folder, names: &[&str]) -> bool {
    names.iter().all(|name| {
        let path = tabia_conformance::shared(&format!("polyglot/golden/{name}"));
        path.is_some_and(|path| {
            folder.write(name, &std::fs::read(path).expect("a file of the data"));
            true
        })
    })
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
    // As strict as Polyglot: no book is made, and an older one stays.
    folder.write("book.bin", b"older");
    let made = folder.tabia(&["make", "-pgn", "in.pgn", "--compat"]);
    assert_eq!(made.status.code(), Some(2));
    assert_eq!(folder.read("book.bin"), b"older");
    assert_eq!(folder.names(), ["book.bin", "in.pgn"]);
}

#[test]
fn faults_of_a_book_are_a_failed_check() {
    let folder = Folder::new("faults");
    let entry = |key: u8, mv: [u8; 2]| [&[key; 8][..], &mv, &[0, 1, 0, 0, 0, 0]].concat();
    folder.write("unsorted.bin", &[entry(2, [3, 0x1c]), entry(1, [3, 0x1c])].concat());
    let info = folder.tabia(&["info", "-bin", "unsorted.bin"]);
    assert_eq!(info.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&info.stderr).contains("not in ascending order"));
    let object = json(&folder.tabia(&["info", "-bin", "unsorted.bin", "--json"]));
    assert!(object["fault_count"].as_u64() > Some(0), "{object}");
    folder.write("text.bin", b"this is a text and no book at all.");
    assert_eq!(folder.tabia(&["info", "-bin", "missing.bin"]).status.code(), Some(2));
    assert_eq!(folder.tabia(&["merge", "-in1", "text.bin", "-in2", "text.bin"]).status.code(), Some(2));
    assert_eq!(folder.tabia(&["make", "-min-score", "101"]).status.code(), Some(2));
    assert_eq!(folder.tabia(&[]).status.code(), Some(2));
}

/// Follows the example of Maverick's author, compared with Polyglot's own steps.
#[test]
fn recipes_are_carried_out() {
    let folder = Folder::new("recipe");
    if !copy_golden(&folder, &["sample-200.pgn", "sample200-default.bin"]) {
        return;
    }
    let example = folder.tabia(&["recipe", "--example"]);
    assert!(example.status.success());
    folder.write("example.json", &example.stdout);
    let run = folder.tabia(&["recipe", "example.json", "sample-200.pgn", "-o", "strong.bin", "--json"]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let report = json(&run);
    // Most games of the sample have no Elo.
    assert!(report["filtered"]["elo"].as_u64() > Some(150), "{report}");
    assert_eq!(folder.read("strong.bin"), b"");
    let recipe =
        r#"{"format": "tabia-book-recipe", "version": 1, "name": "All", "parts": [{"passes": [{}]}]}"#;
    folder.write("all.json", recipe.as_bytes());
    let run =
        folder.tabia(&["recipe", "all.json", "sample-200.pgn", "-o", "all.bin", "--stats", "all.stats"]);
    assert!(run.status.success());
    assert!(folder.read("all.bin") == folder.read("sample200-default.bin"));
    let show = json(&folder.tabia(&["show", "all.bin", "--stats", "all.stats", "--json"]));
    let best = &show["moves"][0];
    let count = |name: &str| best[name].as_u64().expect("a number");
    assert_eq!(count("weight"), 2 * count("wins") + count("draws"));
    folder.write("bad.json", b"{\"format\": \"tabia-book-recipe\", \"version\": 1,\n \"parts\": 7}");
    let bad = folder.tabia(&["recipe", "bad.json", "sample-200.pgn", "-o", "bad.bin"]);
    assert!(!bad.status.success());
    let message = String::from_utf8_lossy(&bad.stderr).into_owned();
    assert!(message.contains("bad.json") && message.contains("line 2"), "{message}");
    assert!(!folder.names().contains(&"bad.bin".to_owned()));
}

#[test]
fn games_are_filtered_cleaned_and_followed() {
    let folder = Folder::new("filters");
    let game = |white: &str, elo: u32, result: &str, moves: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"X\"]\n[WhiteElo \"{elo}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    };
    let pgn = [
        game("Strong", 2500, "1-0", "1. e4 {best} e5 2. Nf3 (2. f4)"),
        game("Weak", 1500, "1-0", "1. d4 d5"),
        game("Strong", 2500, "0-1", "1. e4 c5 2. h4"),
        game("Bad", 2500, "0-1", "1. e4 e4"),
    ]
    .concat();
    folder.write("in.pgn", pgn.as_bytes());
    let make = ["make", "-pgn", "in.pgn", "-bin", "out.bin", "-min-game", "1"];
    let made = folder.tabia(&[&make[..], &["--white-elo", "2000", "--result", "1-0", "--json"]].concat());
    let report = json(&made);
    assert_eq!((report["taken"].as_u64(), report["left_out"].as_u64()), (Some(1), Some(0)));
    assert_eq!(report["filtered"]["elo"], 1);
    let strict = folder.tabia(&[&make[..], &["--white-elo", "2000", "--compat"]].concat());
    assert_eq!(strict.status.code(), Some(2));
    let clean = folder.tabia(&["strip", "in.pgn", "--player", "strong", "-o", "-"]);
    let text = String::from_utf8_lossy(&clean.stdout).into_owned();
    assert!(
        text.contains("\n1. e4 e5 2. Nf3 1-0\n") && !text.contains('{') && !text.contains("Weak"),
        "{text}"
    );
    let left = json(&folder.tabia(&["leaving", "out.bin", "in.pgn", "--json"]));
    assert_eq!(left["left_out"], 1);
    assert_eq!(left["rows"][0]["move"], "d4");
    assert_eq!(left["rows"][0]["book"][0]["move"], "e4");
    let own = folder.tabia(&["leaving", "out.bin", "in.pgn", "--player", "Strong"]);
    let text = String::from_utf8_lossy(&own.stdout).into_owned();
    assert!(text.contains("2 games") && !text.contains("d4"), "{text}");
}

#[test]
fn books_are_changed_mended_and_taught() {
    let folder = Folder::new("change");
    folder.write("empty.bin", b"");
    let changes = ["--do", ": e4 add 30", "--do", ": d4 add 10", "--do", "1. e4 e5: Nf3 add 5"];
    let edited = folder.tabia(&[&["edit", "empty.bin", "-o", "a.bin"][..], &changes].concat());
    assert!(edited.status.success(), "{}", String::from_utf8_lossy(&edited.stderr));
    assert!(folder.tabia(&["edit", "a.bin", "-o", "b.bin", "--do", ": d4 !"]).status.success());
    let marked = json(&folder.tabia(&["show", "b.bin", "--json"]));
    assert_eq!(marked["moves"][1]["mark"], "!");
    // `none` removes all marks.
    let mark = ["--do", ": d4 !", "--do", ": d4 play 40"];
    assert!(folder.tabia(&[&["edit", "a.bin", "-o", "marked.bin"][..], &mark].concat()).status.success());
    assert_ne!(folder.read("marked.bin"), folder.read("a.bin"));
    assert!(folder.tabia(&["edit", "marked.bin", "-o", "plain.bin", "--do", ": d4 none"]).status.success());
    assert_eq!(folder.read("plain.bin"), folder.read("a.bin"));
    let wrong = folder.tabia(&["edit", "a.bin", "-o", "c.bin", "--do", ": h4 weight 3"]);
    assert!(!wrong.status.success() && !folder.names().contains(&"c.bin".to_owned()));
    assert!(folder.tabia(&["export", "b.bin", "-o", "b.pgn"]).status.success());
    assert!(String::from_utf8_lossy(&folder.read("b.pgn")).contains("(1. d4!"));

    // Truncated and out of order: each fault is reported with its entry, then repaired.
    let good = folder.read("a.bin");
    let mut broken = [&good[32..48], &good[0..32]].concat();
    broken.extend([1, 2, 3]);
    folder.write("broken.bin", &broken);
    for command in [&["check", "broken.bin"][..], &["info", "-bin", "broken.bin"]] {
        let checked = folder.tabia(command);
        assert_eq!(checked.status.code(), Some(1));
        let text = String::from_utf8_lossy(&checked.stderr).into_owned();
        assert!(text.contains("entry 1:") && text.contains("cut off"), "{text}");
    }
    assert_eq!(folder.tabia(&["check", "empty.bin"]).status.code(), Some(2));
    assert!(folder.tabia(&["repair", "broken.bin", "-o", "mended.bin"]).status.success());
    assert!(folder.read("mended.bin") == good);
    assert!(folder.tabia(&["check", "mended.bin"]).status.success());
    // An illegal move on a line of the book.
    let mut spoilt = good.clone();
    // Every first move becomes e2e5.
    for record in spoilt.chunks_exact_mut(16) {
        record[8..10].copy_from_slice(&(12_u16 << 6 | 0o44).to_be_bytes());
    }
    folder.write("spoilt.bin", &spoilt);
    let checked = folder.tabia(&["check", "spoilt.bin"]);
    assert_eq!(checked.status.code(), Some(1));
    let text = String::from_utf8_lossy(&checked.stderr).into_owned();
    assert!(text.contains("e2e5 is not legal in the start position"), "{text}");

    let lost = "[White \"Me\"]\n[Black \"You\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 0-1\n";
    folder.write("lost.pgn", lost.as_bytes());
    let learn = |arguments: &[&str]| {
        let output = folder.tabia(&[&["learn"][..], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output
    };
    learn(&["games", "my.json", "a.bin", "lost.pgn", "--player", "me"]);
    let seen = json(&learn(&["view", "my.json", "--json"]));
    assert_eq!(
        (seen["moves"][0]["move"].as_str(), seen["moves"][0]["never_again"].as_bool()),
        (Some("e2e4"), Some(true))
    );
    assert!(folder.read("a.bin") == good, "the book itself stays as it was");
    learn(&["apply", "my.json", "a.bin", "-o", "taught.bin"]);
    let taught = json(&folder.tabia(&["show", "taught.bin", "--json"]));
    assert_eq!(
        (taught["moves"][1]["move"].as_str(), taught["moves"][1]["mark"].as_str()),
        (Some("e4"), Some("?"))
    );
    learn(&["switch", "my.json", "--result", "off"]);
    assert_eq!(json(&learn(&["view", "my.json", "--json"]))["moves"], serde_json::json!([]));
    learn(&["import", "yours.json", "my.json"]);
    learn(&["clear", "my.json"]);
    assert_eq!(json(&learn(&["view", "my.json", "--json"]))["lessons"], serde_json::json!([]));
    assert_eq!(json(&learn(&["view", "yours.json", "--json"]))["moves"][0]["never_again"], true);
}

/// Returns the commands that take a book, with the given file as the book and `games.pgn` as games.
fn commands_about(book: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["show", book],
        vec!["dump", "-bin", book, "-color", "white", "-out", "x"],
        vec!["info", "-bin", book],
        vec!["check", book],
        vec!["repair", book, "-o", "x"],
        vec!["export", book, "-o", "x"],
        vec!["merge", "-in1", book, "-in2", "good.bin", "-out", "x"],
        vec!["merge", "-in1", "good.bin", "-in2", book, "-out", "x"],
        vec!["leaving", book, "games.pgn"],
        vec!["learn", "games", "x", book, "games.pgn", "--player", "A"],
        vec!["edit", book, "-o", "x"],
    ]
}

#[test]
fn every_command_refuses_what_is_not_a_book() {
    let folder = Folder::new("games-for-book");
    let games = b"[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n";
    folder.write("games.pgn", games);
    folder.write("text.bin", b"this is a text and not a book at all.");
    folder.write("zeros.bin", &[0; 4096]);
    folder.write("short.bin", &[1, 2, 3]);
    folder.write("empty.bin", b"");
    assert!(
        folder.tabia(&["make", "-pgn", "games.pgn", "-bin", "good.bin", "-min-game", "1"]).status.success()
    );
    for (name, words) in [
        ("games.pgn", "`tabia book make`"),
        ("text.bin", "text"),
        ("zeros.bin", "entries checked"),
        ("short.bin", "3 bytes"),
        ("empty.bin", "empty"),
    ] {
        for command in commands_about(name) {
            if (name, command[0]) == ("empty.bin", "edit") {
                // A new book.
                continue;
            }
            let output = folder.tabia(&command);
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{command:?}: {errors}");
            assert!(errors.contains(name) && errors.contains(words), "{command:?}: {errors}");
            assert!(!folder.names().contains(&"x".to_owned()), "{command:?}");
        }
    }
    for command in commands_about("good.bin") {
        let output = folder.tabia(&command);
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
        let _ = std::fs::remove_file(folder.0.join("x"));
    }
}

#[test]
fn inputs_without_a_game_are_refused() {
    let folder = Folder::new("no-games");
    folder.write("empty.pgn", b"\n");
    folder.write("games.pgn", b"1. e4 e5 1-0\n");
    folder.write("letter.pgn", b"Dear Sir, hello\n");
    folder.write("odds.pgn", b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n");
    assert!(folder.tabia(&["make", "-pgn", "games.pgn", "-bin", "a.bin", "-min-game", "1"]).status.success());
    let old = folder.read("a.bin");
    folder
        .write("all.json", br#"{"format": "tabia-book-recipe", "version": 1, "parts": [{"passes": [{}]}]}"#);
    for command in [
        &["make", "-pgn", "empty.pgn", "-bin", "a.bin"][..],
        &["make", "-pgn", "empty.pgn", "-bin", "a.bin", "--elo", "2000"],
        &["make", "-pgn", "letter.pgn", "-bin", "a.bin"],
        &["make", "-pgn", "letter.pgn", "-bin", "a.bin", "--elo", "2000"],
        &["make", "-pgn", "odds.pgn", "-bin", "a.bin"],
        &["recipe", "all.json", "letter.pgn", "-o", "a.bin"],
        &["recipe", "all.json", "empty.pgn", "-o", "a.bin"],
        &["strip", "empty.pgn", "-o", "a.bin"],
        &["strip", "letter.pgn", "-o", "a.bin"],
        &["leaving", "a.bin", "empty.pgn"],
        &["leaving", "a.bin", "letter.pgn"],
        &["learn", "games", "my.json", "a.bin", "games.pgn", "--player", "Nobody"],
    ] {
        let output = folder.tabia(command);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && errors.contains("no game"), "{command:?}: {errors}");
        assert!(folder.read("a.bin") == old, "{command:?}");
    }
}

#[test]
fn a_hyphen_is_the_standard_input_or_output() {
    let folder = Folder::new("standard");
    folder.write("games.pgn", b"1. e4 e5 1-0\n");
    let piped = |arguments: &[&str], input: &[u8]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
            .arg("book")
            .args(arguments)
            .current_dir(&folder.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        child.stdin.take().expect("piped").write_all(input).expect("it reads");
        child.wait_with_output().expect("it ends")
    };
    let make = ["make", "-min-game", "1", "-pgn"];
    let from_file = folder.tabia(&[&make[..], &["games.pgn", "-bin", "a.bin"]].concat());
    assert!(from_file.status.success());
    let book = folder.read("a.bin");
    let made = piped(&[&make[..], &["-", "-bin", "-"]].concat(), &folder.read("games.pgn"));
    assert_eq!(made.stdout, book, "{}", String::from_utf8_lossy(&made.stderr));
    assert!(String::from_utf8_lossy(&made.stderr).contains("1 games"));
    for command in [
        &["repair", "-", "-o", "-"][..],
        &["edit", "-", "-o", "-"],
        &["merge", "-in1", "-", "-in2", "a.bin", "-out", "-"],
    ] {
        let output = piped(command, &book);
        assert_eq!(
            output.stdout.len(),
            book.len(),
            "{command:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let twice = piped(&["merge", "-in1", "-", "-in2", "-", "-out", "-"], &book);
    assert!(String::from_utf8_lossy(&twice.stderr).contains("only once"));
    assert_eq!(folder.names(), ["a.bin", "games.pgn"]);
}

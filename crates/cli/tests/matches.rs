//! `tabia match` as users run it: the built-in engine, misbehaving engines, and interrupted matches.
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use common::{Folder, NODES, finished, without_date};

#[test]
fn forty_games_at_fixed_nodes_are_the_same_again() {
    let folder = Folder::new("again");
    let first = folder.played(&format!("{NODES} -games 40 -concurrency 2 --seed 7 -pgn first.pgn 2"));
    folder.played(&format!("{NODES} -games 40 -concurrency 1 --seed 7 -pgn second.pgn 2"));
    let pgn = without_date(&folder.read("first.pgn"));
    assert_eq!(pgn, without_date(&folder.read("second.pgn")));
    assert_eq!(pgn.matches("[Event ").count(), 40);
    assert_eq!(finished(&first).len(), 40);
    assert!(first.contains("Games: 40, Wins: "), "{first}");
    assert!(first.contains("Ptnml(0-2): ["), "{first}");
    folder.played(&format!("{NODES} -games 40 -concurrency 2 --seed 8 -pgn third.pgn 2"));
    assert_ne!(pgn, without_date(&folder.read("third.pgn")), "another seed, another order of openings");
    let read = tabia_pgn::read(&folder.read("first.pgn"));
    assert_eq!((read.games.len(), read.problems.len()), (40, 0), "{:?}", read.problems);
}

#[test]
fn engines_that_misbehave_lose_and_the_match_goes_on() {
    let folder = Folder::new("misbehaving");
    let cases = [
        ("illegal", "echo 'bestmove e2e5'", "makes an illegal move"),
        ("null", "echo 'bestmove 0000'", "makes an illegal move"),
        ("none", "echo 'bestmove (none)'", "makes an illegal move"),
        ("garbage", "echo 'info depth x score cp'; echo 'bestmove %%%'", "makes an illegal move"),
        ("crash", "exit 3", "disconnects"),
        ("stall", ":", "'s connection stalls"),
        ("endless", "while :; do echo info depth 1 score cp 1; done", "'s connection stalls"),
        (
            "flood",
            "head -c 2000000 /dev/zero | tr '\\0' x; echo; echo 'bestmove a1a1'",
            "makes an illegal move",
        ),
    ];
    for (name, on_go, words) in cases {
        let engine = folder.script(name, on_go);
        // Endless or missing output needs no long timeout; output that comes late does.
        let patience = if name == "flood" { 5.0 } else { 0.3 };
        let output = folder.played(&format!(
            "-engine cmd={} nodes=10 timeout={patience} -engine builtin name=good nodes=50 -games 4 -repeat -concurrency 2 \
             -openings file=book.epd -pgn {name}.pgn 1",
            engine.display()
        ));
        let lines = finished(&output);
        assert_eq!(lines.len(), 4, "{name}: {output}");
        assert!(lines.iter().all(|line| line.contains(words)), "{name}: {lines:?}");
        assert!(output.contains("Games: 4, Wins: 0, Losses: 4, Draws: 0, Points: 0.0"), "{name}: {output}");
        let pgn = folder.read(&format!("{name}.pgn"));
        assert_eq!(pgn.matches(words).count(), 4, "the reason stands in the PGN");
        let detail = match name {
            "illegal" => "e2e5}",
            "null" => "0000}",
            "none" => "(none)}",
            "garbage" => "%%%}",
            "crash" => "its process ended (exit status: 3)}",
            _ => "no bestmove within 0.3 s}",
        };
        if name != "flood" {
            let text = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(
                text.matches(&format!(": {detail}")).count(),
                4,
                "{name}: what is known about it: {text}"
            );
        }
    }
}

#[test]
fn every_file_says_what_the_games_were() {
    let folder = Folder::new("texts");
    let output = folder.played(
        "-each nodes=150 -engine builtin name=A -engine builtin name=B -games 4 -repeat -openings file=book.epd -maxmoves 8 \
         -pgn out.pgn 5 -epd out.epd --resume out.jsonl -log",
    );
    let pgn = folder.read("out.pgn");
    for tag in [
        "[Event \"A vs B\"]",
        "[Site \"Tabia\"]",
        "[TimeControl \"-\"]",
        "[WhiteLimits \"150 nodes\"]",
        "[ECO \"B",
        "[Opening \"",
    ] {
        assert!(pgn.contains(tag), "{tag}: {pgn}");
    }
    let text = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(", n=") && text.contains(", sd=") && text.contains(", pv=\""), "{text}");
    let read = tabia_pgn::read(&pgn);
    assert_eq!((read.games.len(), read.problems.len()), (4, 0), "{:?}", read.problems);
    let epd = folder.read("out.epd");
    assert_eq!(
        epd.lines().filter(|line| line.contains("id \"game ") && line.contains("c9 \"")).count(),
        4,
        "{epd}"
    );
    assert!(output.contains("  Drawn 4: ") || output.contains(" adjudication "), "{output}");
    // The resumed match keeps its variations, files and logs.
    let log = folder.read("tabia.1.log");
    folder.played(
        "-engine builtin name=A -engine builtin name=B -games 8 -pgn again.pgn 5 --resume out.jsonl -log",
    );
    let again = folder.read("again.pgn");
    assert!(again.starts_with(&pgn) && again.len() > pgn.len(), "{again}");
    assert!(again.matches(", pv=").count() > pgn.matches(", pv=").count());
    let longer = folder.read("tabia.1.log");
    assert!(longer.starts_with(&log) && longer.len() > log.len(), "the log of the first part is still there");
}

#[test]
fn time_losses_are_counted_with_the_overrun() {
    let folder = Folder::new("late");
    let engine = folder.script("late", "sleep 0.25; echo 'bestmove 0000'");
    let output = folder.played(&format!(
        "-engine cmd={} st=0.01 -engine builtin name=good nodes=50 -games 2 -repeat -openings file=book.epd",
        engine.display()
    ));
    assert_eq!(output.matches("loses on time}").count(), 2, "{output}");
    assert!(output.contains("Timeouts: 2"), "{output}");
}

#[test]
fn our_engine_plays_itself_as_a_process() {
    let folder = Folder::new("process");
    let tabia = env!("CARGO_BIN_EXE_tabia");
    let games = "-games 6 -repeat -openings file=book.epd --seed 1";
    folder.played(&format!(
        "-each nodes=200 -engine builtin name=A -engine builtin name=B {games} -pgn inside.pgn 2"
    ));
    let output = folder.played(&format!(
        "-each nodes=200 -engine cmd={tabia} name=A -engine cmd={tabia} name=B {games} -pgn outside.pgn 2 -log -concurrency 2"
    ));
    assert_eq!(
        without_date(&folder.read("inside.pgn")),
        without_date(&folder.read("outside.pgn")),
        "{output}"
    );
    let log = folder.read("tabia.1.log");
    assert!(log.contains("<- go nodes 200") && log.contains("-> bestmove "), "{log}");
}

/// One engine is still in its book when the other has left it or never had one.
#[test]
fn books_may_end_at_different_moves() {
    let folder = Folder::new("book-ends");
    let write = |name: &str, moves: &[&str]| {
        let mut position = tabia_chess::Position::default();
        let mut entries = Vec::new();
        for uci in moves {
            let mv = position.parse_uci(uci).unwrap();
            entries.push(tabia_polyglot::Entry {
                key: position.key(),
                book_move: mv.into(),
                weight: 1,
                learn: 0,
            });
            position.play_unchecked(mv);
        }
        entries.sort_by(tabia_polyglot::Entry::book_order);
        let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
        fs::write(folder.0.join(name), bytes).unwrap();
    };
    let line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"];
    write("deep.bin", &line);
    write("shallow.bin", &line[..2]);
    // B plays the book moves by itself, so that A stays in its book.
    let b = folder.script(
        "b",
        "case $n in '') n=1; echo 'info depth 1 score cp 7 nodes 3'; echo 'bestmove e7e5' ;; *) echo 'bestmove b8c6' ;; esac",
    );
    for (name, engines) in [
        ("both", "-engine builtin name=A book=deep.bin -engine builtin name=B book=shallow.bin".to_owned()),
        ("one", format!("-engine builtin name=A book=deep.bin -engine cmd={} name=B", b.display())),
    ] {
        let games = |games: usize| {
            format!(
                "-each nodes=50 {engines} -games {games} -maxmoves 6 --seed 1 --resume {name}.jsonl -pgn {name}.pgn 2"
            )
        };
        let first = if name == "one" { 1 } else { 2 };
        folder.played(&games(first));
        let pgn = folder.read(&format!("{name}.pgn"));
        assert!(pgn.contains("2. Nf3 {book}"), "{pgn}");
        if name == "one" {
            assert!(pgn.contains("1... e5 {7/1} 2. Nf3 {book}"), "{pgn}");
            continue;
        }
        let more = folder.played(&games(4));
        assert!(more.contains("Resumed: 2 of 4"), "{more}");
        let merged = folder.played(&format!("--merge {name}.jsonl --resume merged.jsonl -pgn merged.pgn 2"));
        assert!(merged.contains("Games: 4, "), "{merged}");
        assert_eq!(without_date(&folder.read("merged.pgn")), without_date(&folder.read("both.pgn")));
    }
}

/// The same engine twice, with two different books: book against book.
#[test]
fn books_play_each_other() {
    let folder = Folder::new("books");
    let start = tabia_chess::Position::default();
    for (name, uci) in [("white.bin", "b1a3"), ("other.bin", "g1h3")] {
        let book_move = start.parse_uci(uci).unwrap().into();
        let entry = tabia_polyglot::Entry { key: start.key(), book_move, weight: 1, learn: 0 };
        fs::write(folder.0.join(name), entry.to_bytes()).unwrap();
    }
    let engine = |name: &str, book: &str| {
        format!("-engine builtin name={name} option.OwnBook=true option.BookFile={book} option.BookSeed=1")
    };
    let engines = format!("{} {}", engine("A", "white.bin"), engine("B", "other.bin"));
    folder.played(&format!("-each nodes=50 {engines} -games 4 -repeat -concurrency 2 -pgn books.pgn 1"));
    let pgn = folder.read("books.pgn");
    assert_eq!((pgn.matches("1. Na3").count(), pgn.matches("1. Nh3").count()), (2, 2), "{pgn}");

    // The same with the match's own books, which work with any engine and are recorded in the match file.
    let engines = "-engine builtin name=A book=white.bin -engine builtin name=B book=other.bin";
    let games = |games: usize| {
        format!("-each nodes=50 {engines} -games {games} -repeat --seed 5 -pgn own.pgn 2 --resume own.jsonl")
    };
    folder.played(&games(4));
    let pgn = folder.read("own.pgn");
    assert_eq!((pgn.matches("1. Na3 {book}").count(), pgn.matches("1. Nh3 {book}").count()), (2, 2), "{pgn}");
    assert!(folder.read("own.jsonl").contains("white.bin"));
    assert!(folder.played(&games(8)).contains("Resumed: 2 of 4"));
    fs::write(folder.0.join("white.bin"), fs::read(folder.0.join("other.bin")).unwrap()).unwrap();
    let refused = folder.tabia_match(&games(8));
    let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && errors.contains("white.bin") && errors.contains("another"),
        "{errors}"
    );
}

#[test]
fn a_match_is_resumed_by_its_finished_pairs() {
    let folder = Folder::new("resume");
    folder.played(&format!("{NODES} -games 12 --seed 3 -pgn whole.pgn 2"));
    folder.played(&format!("{NODES} -games 6 --seed 3 -pgn part.pgn 2 --resume match.jsonl"));
    // The second pair is missing and the last line is torn, as after a crash.
    let journal = folder.read("match.jsonl");
    let mut lines: Vec<&str> = journal.lines().collect();
    assert_eq!(lines.len(), 4);
    let torn = lines.remove(2).get(..40).unwrap();
    fs::write(folder.0.join("match.jsonl"), format!("{}\n{torn}", lines.join("\n"))).unwrap();
    let output =
        folder.played(&format!("{NODES} -games 12 -pgn part.pgn 2 --resume match.jsonl -concurrency 2"));
    assert!(output.contains("Resumed: 2 of 6 units are finished"), "{output}");
    assert_eq!(finished(&output).len(), 8, "only what was missing is played: {output}");
    assert_eq!(without_date(&folder.read("part.pgn")), without_date(&folder.read("whole.pgn")));
    for (other, difference) in [
        (NODES.replace("nodes=150", "nodes=151"), "engines.1.limits.nodes was 150, and is 151"),
        (format!("{NODES} --seed 4"), "seed was 3, and is 4"),
    ] {
        let refused = folder.tabia_match(&format!("{other} -games 12 -pgn part.pgn 2 --resume match.jsonl"));
        assert_eq!(refused.status.code(), Some(2));
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(errors.contains(&format!("this file belongs to another match: {difference}")), "{errors}");
    }
}

#[test]
fn a_match_that_was_begun_with_one_game_is_made_longer() {
    let folder = Folder::new("one-game");
    let engines = "-each nodes=50 -engine builtin name=A -engine builtin name=B -maxmoves 5 --seed 3";
    folder.played(&format!("{engines} --resume m.jsonl"));
    let output = folder.played(&format!("{engines} -games 4 --resume m.jsonl"));
    assert!(output.contains("Resumed: 1 of 4 units are finished"), "{output}");
    assert!(output.contains("(B vs A)") && output.contains("Games: 4, "), "{output}");
    // Rounds of one game are extended either way.
    folder.played(&format!("{engines} -rounds 2 --resume r.jsonl"));
    let output = folder.played(&format!("{engines} -rounds 3 --resume r.jsonl"));
    assert!(output.contains("Resumed: 2 of 3 units are finished"), "{output}");
    let output = folder.played(&format!("{engines} -games 2 --resume r.jsonl"));
    assert!(output.contains("Resumed: 3 of 6 units are finished"), "{output}");
    // A single game can't become half of a pair.
    let refused = folder.tabia_match(&format!("{engines} -games 4 -repeat --resume m.jsonl"));
    let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(errors.contains("repeat was false, and is true"), "{errors}");
}

#[test]
fn a_sequential_test_stops_by_itself() {
    let folder = Folder::new("sprt");
    let engine = folder.script("illegal", "echo 'bestmove 0000'");
    let output = folder.played(&format!(
        "-engine builtin name=good nodes=50 -engine cmd={} nodes=10 -games 1000 -repeat -openings file=book.epd \
         -sprt elo0=0 elo1=200 -concurrency 2 -pgn out.pgn 0",
        engine.display()
    ));
    assert!(output.contains("completed - H1 was accepted"), "{output}");
    let counted = folder.read("out.pgn").matches("[Event ").count();
    assert!(counted < 100, "{output}");
    assert!(output.contains(&format!("Games: {counted}, Wins: {counted}, Losses: 0")), "{output}");
}

#[test]
fn engines_without_chess960_are_warned_of_before_the_match() {
    let folder = Folder::new("chess960");
    let engine = folder.script("plain", "echo 'bestmove 0000'");
    let warnings = |openings: &str| {
        let output = folder.tabia_match(&format!(
            "-engine builtin name=knows nodes=1 -engine cmd={} name=does-not nodes=1 -games 2 -repeat -openings file={openings}",
            engine.display()
        ));
        String::from_utf8(output.stderr).unwrap()
    };
    let errors = warnings("book.epd");
    assert!(errors.contains("Warning: does-not has no option UCI_Chess960"), "{errors}");
    assert!(!errors.contains("knows has no option"), "{errors}");
    assert!(!warnings("black.epd").contains("UCI_Chess960"));
}

#[test]
fn three_engines_make_a_table() {
    let folder = Folder::new("table");
    let output = folder.played(
        "-each nodes=50 -engine builtin name=A -engine builtin name=B -engine builtin name=C -games 2 -repeat \
         -rounds 2 -openings file=book.epd -maxmoves 5 -sample 1,y,out.csv",
    );
    assert_eq!(finished(&output).len(), 12);
    assert!(output.contains("Engine"), "{output}");
    let samples = folder.read("out.csv");
    assert!(samples.lines().count() > 20);
    assert!(samples.lines().all(|line| line.split(',').count() == 3), "{samples}");
}

/// Command lines from the manuals of fastchess and cutechess-cli, and from their users.
#[test]
fn command_lines_of_other_programs_are_played() {
    let folder = Folder::new("others");
    let engines = "-engine cmd=builtin name=A -engine cmd=builtin name=B";
    for (arguments, note) in [
        (
            "-each nodes=20 proto=uci restart=on -rounds 1 -games 2 -repeat 2 -maxmoves 2 -recover -variant standard",
            "-recover",
        ),
        (
            "-each nodes=20 tc=inf -rounds 1 -repeat -maxmoves 2 -pgnout x.pgn min fi -epdout x.epd -outcomeinterval 1",
            "-outcomeinterval",
        ),
        (
            "-each nodes=20 -games 2 -maxmoves 2 -scoreinterval 5 -output format=cutechess -report penta=true",
            "-output",
        ),
        (
            "-each nodes=20 trust tscale=2 -games 2 -maxmoves 2 -tournament round-robin -wait 1",
            "trust has no effect",
        ),
        (
            "-each nodes=20 -games 2 -maxmoves 2 -pgnout file=y.pgn timeleft=true hashfull=true -log file=l level=warn",
            "timeleft=true",
        ),
        (
            "-each nodes=20 -rounds 1 -games 2 -maxmoves 2 -draw movenumber=3 score=8 -resign score=600 -testEnv -use-affinity 1,2",
            "-use-affinity",
        ),
    ] {
        let output = folder.tabia_match(&format!("{engines} {arguments}"));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments}: {errors}");
        assert!(errors.contains("Note: ") && errors.contains(note), "{arguments}: {errors}");
        assert_eq!(finished(&String::from_utf8_lossy(&output.stdout)).len(), 2, "{arguments}");
    }
    assert_eq!(folder.read("x.epd").lines().count(), 2);
    assert!(!folder.read("x.pgn").contains("ms}"), "min");
}

#[test]
fn everything_wrong_with_a_command_line_is_said_at_once() {
    let folder = Folder::new("all-faults");
    let output = folder.tabia_match(
        "-engine cmd=a conf=x bogus=1 nodes=0 -engine builtin whitepov -each nodes=5 -noswap -nonsense 3 -games x \
         -tournament knockout -variant atomic -seeds 3 -pgnout file=a notation=lan",
    );
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    for words in [
        "conf: ",
        "bogus=1: ",
        "nodes: ",
        "whitepov: ",
        "-noswap: ",
        "-nonsense: ",
        "-games: ",
        "-tournament: ",
        "-variant: ",
        "-seeds: ",
        "-pgnout: ",
    ] {
        assert!(errors.contains(words), "{words}{errors}");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = Folder::new("faults");
    fs::write(folder.0.join("empty.epd"), "\n").unwrap();
    let silent = folder.0.join("silent");
    fs::write(&silent, "#!/bin/sh\nexit 0\n").unwrap();
    fs::set_permissions(&silent, fs::Permissions::from_mode(0o755)).unwrap();
    for (arguments, words) in [
        ("-engine builtin nodes=1".to_owned(), "at least 2 engines"),
        ("-each nodes=1 -engine builtin -engine cmd=./missing".to_owned(), "cannot be started"),
        (format!("-each nodes=1 -engine builtin -engine cmd={}", silent.display()), "ended"),
        ("-each nodes=1 -engine builtin -engine builtin -openings file=none.epd".to_owned(), "none.epd"),
        ("-each nodes=1 -engine builtin -engine builtin -openings file=empty.epd".to_owned(), "no opening"),
        ("-each nodes=1 option.Colour=red -engine builtin -engine builtin".to_owned(), "Colour"),
        ("-each nodes=1 -engine builtin -engine builtin -pgn /nowhere/x.pgn".to_owned(), "x.pgn"),
    ] {
        let output = folder.tabia_match(&arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {errors}");
        assert!(errors.contains(words), "{arguments}: {errors}");
    }
    let help = Command::new(env!("CARGO_BIN_EXE_tabia")).args(["match", "--help"]).output().unwrap();
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("-openings [file=FILE]"));
}

/// If an engine of the match ponders, the built-in engine runs in a separate process.
#[test]
fn the_program_may_lie_in_a_folder_with_a_blank() {
    let folder = Folder::new("blank");
    let place = folder.0.join("a folder");
    fs::create_dir(&place).expect("a folder");
    let program = place.join("tabia");
    let built = env!("CARGO_BIN_EXE_tabia");
    fs::hard_link(built, &program).or_else(|_| fs::copy(built, &program).map(drop)).expect("the program");
    let arguments =
        "match -each tc=1+0.1 ponder -engine builtin name=a -engine builtin name=b -games 1 -maxmoves 2";
    let output =
        Command::new(&program).args(arguments.split(' ')).current_dir(&place).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("Draw by adjudication"), "{text}");
}

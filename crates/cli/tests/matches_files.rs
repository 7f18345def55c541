//! `tabia match` with match files, tables, books and pondering engines.
#![cfg(unix)]

mod common;

use std::fs;
use std::process::Command;

use common::{Folder, NODES, finished, without_date};

#[test]
fn an_engine_that_ponders_is_told_of_its_hit() {
    let folder = Folder::new("ponder");
    let tabia = env!("CARGO_BIN_EXE_tabia");
    // Both clocks run; the built-in engine runs as a process, since it has to think while the other one does.
    let output = folder.played(&format!(
        "-each tc=1+0.02 ponder timemargin=2000 option.Hash=1 -engine builtin name=A -engine cmd={tabia} name=B -games 2 \
         -repeat -openings file=book.epd -maxmoves 12 -log -pgn out.pgn 3"
    ));
    assert_eq!(finished(&output).len(), 2, "{output}");
    assert!(!output.contains("on time") && !output.contains("stalls"), "{output}");
    let log = folder.read("tabia.1.log");
    assert!(log.contains("<- setoption name Ponder value true"), "{log}");
    assert!(log.contains("<- go ponder wtime ") && log.contains("<- ponderhit"), "{log}");
    // After every `go ponder` there is a `ponderhit` or `stop`, and never another search before it.
    for engine in ["A", "B"] {
        let mut pondering = false;
        for line in log.lines().filter(|line| line.contains(&format!(" {engine} <- "))) {
            let command = line.split_once("<- ").unwrap().1;
            match command {
                "ponderhit" | "stop" => {
                    assert!(pondering, "{line}");
                    pondering = false;
                }
                "quit" => {}
                command => {
                    assert!(!pondering, "{engine}: {command}");
                    pondering = command.starts_with("go ponder");
                }
            }
        }
    }
    let read = tabia_pgn::read(&folder.read("out.pgn"));
    assert_eq!((read.games.len(), read.problems.len()), (2, 0));
}

#[test]
fn an_engine_that_does_not_stop_pondering_loses_and_the_match_goes_on() {
    let folder = Folder::new("ponder-stall");
    // Its first move has a ponder move; then it never replies again, not even to `stop`. As White, in the second game, that move
    // is illegal.
    let engine = folder.script(
        "stubborn",
        "case \"$line\" in *ponder*) exec sleep 20 ;; *) echo 'bestmove a7a6 ponder h2h3' ;; esac",
    );
    let output = folder.played(&format!(
        "-engine builtin name=good nodes=50 -engine cmd={} name=bad nodes=10 ponder timeout=1 -games 2 -openings file=black.epd",
        engine.display()
    ));
    assert_eq!(finished(&output).len(), 2, "{output}");
    assert!(
        finished(&output)[0].contains("connection stalls: it did not stop pondering within 10000 ms"),
        "{output}"
    );
    assert!(finished(&output)[1].contains("makes an illegal move: a7a6"), "{output}");
    assert!(output.contains("Wins: 2, Losses: 0"), "{output}");
}

#[test]
fn tables_end_games_early() {
    let folder = Folder::new("tables");
    let Some(tables) = tabia_conformance::shared("syzygy") else { return };
    let endings = ["8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "8/8/8/8/8/2K5/2P2k2/8 w - - 0 1"];
    fs::write(folder.0.join("endings.epd"), endings.join("\n")).unwrap();
    let games = "-each nodes=300 -engine builtin name=A -engine builtin name=B -games 4 -repeat -openings file=endings.epd";
    let with = folder.played(&format!("{games} -tb {} -pgn out.pgn 1 --resume m.jsonl", tables.display()));
    assert!(with.contains("adjudication: SyzygyTB}"), "{with}");
    assert!(folder.read("out.pgn").contains("[Termination \"adjudication\"]"));
    let without = folder.played(games);
    assert!(!without.contains("Syzygy"), "{without}");
    let refused = folder.tabia_match(&format!("{games} --resume m.jsonl"));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("-tb"), "the match uses tables");
    let refused = folder.tabia_match(&format!("{games} -tb /nowhere"));
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn shares_are_played_apart_and_merged() {
    let folder = Folder::new("merge");
    let games = format!("{NODES} -games 12 --seed 3");
    folder.played(&format!("{games} --resume whole.jsonl -pgn whole.pgn 2"));
    // Two computers start with the same header.
    let header = folder.read("whole.jsonl").lines().next().unwrap().to_owned() + "\n";
    for part in [1, 2] {
        fs::write(folder.0.join(format!("{part}.jsonl")), &header).unwrap();
        let output = folder.played(&format!("{NODES} --resume {part}.jsonl --share {part}/2 -concurrency 2"));
        assert_eq!(finished(&output).len(), 6, "{output}");
    }
    // Reports come after every second unit of a share, too, and don't depend on the concurrency.
    for part in [1, 2] {
        for (threads, interval, reports) in [(1, 2, 2), (1, 1, 3), (3, 0, 1)] {
            let output = folder.played(&format!(
                "{NODES} -games 12 --seed 3 --share {part}/2 -concurrency {threads} -ratinginterval {interval}"
            ));
            assert_eq!(output.matches("Results of A vs B").count(), reports, "{part}, {interval}: {output}");
        }
    }
    let merged = folder.played("--merge 1.jsonl 2.jsonl --resume all.jsonl -pgn all.pgn 2 -epd all.epd");
    assert!(merged.contains("6 of 6 units are finished"), "{merged}");
    assert_eq!(without_date(&folder.read("all.pgn")), without_date(&folder.read("whole.pgn")));
    assert_eq!(folder.read("all.epd").lines().count(), 12);
    let again = folder.played("--merge 2.jsonl --resume all.jsonl");
    assert!(again.contains("0 new units, 3 known"), "{again}");
    // A different match, or the same unit with different games, is rejected and nothing changes.
    let before = folder.read("all.jsonl");
    let other = folder.read("1.jsonl").replacen("\"id\":\"", "\"id\":\"x", 1);
    fs::write(folder.0.join("other.jsonl"), other).unwrap();
    let changed = folder.read("1.jsonl").replacen("\"nodes\":[", "\"nodes\":[1", 1);
    fs::write(folder.0.join("changed.jsonl"), changed).unwrap();
    for (file, words) in
        [("other", "another match"), ("changed", "with other games"), ("none", "does not exist")]
    {
        let refused = folder.tabia_match(&format!("--merge {file}.jsonl --resume all.jsonl"));
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && errors.contains(words), "{file}: {errors}");
    }
    assert_eq!(folder.read("all.jsonl"), before);
}

#[test]
fn a_match_of_a_browser_is_continued_with_the_programs_alone() {
    let folder = Folder::new("browser");
    // As written by the Lab: builds by their hashes, no commands.
    let build = "ab".repeat(32);
    let engine = |name: &str, nodes: u32| {
        format!(
            r#"{{"name":"{name}","build":"{build}","options":[["Hash","1"]],"limits":{{"nodes":{nodes}}}}}"#
        )
    };
    let header = format!(
        r#"{{"format":"tabia match 2","id":"6f1c","settings":{{"engines":[{},{}],"games":6,"repeat":true,"seed":5}}}}"#,
        engine("new", 100),
        engine("old", 200)
    );
    fs::write(folder.0.join("lab.jsonl"), format!("{header}\n")).unwrap();
    let engines = "-engine builtin name=old -engine builtin name=new";
    let output = folder.played(&format!("{engines} --resume lab.jsonl -pgn out.pgn 2"));
    assert!(output.contains("Games: 6, Wins: "), "{output}");
    assert!(output.contains("Started game 1 of 6 (new vs old)"), "{output}");
    assert!(folder.read("lab.jsonl").starts_with(&header), "the header stays as it is");
    assert_eq!(folder.read("lab.jsonl").lines().count(), 4);
    // The match can be extended, which is recorded.
    let longer = folder.tabia_match(&format!("{engines} --resume lab.jsonl -games 7"));
    let notes = String::from_utf8_lossy(&longer.stderr);
    assert!(
        notes.contains("the match now has 8 games per pairing, because it consists of whole pairs"),
        "{notes}"
    );
    let output = String::from_utf8_lossy(&longer.stdout).into_owned();
    assert_eq!(finished(&output).len(), 2, "{output}");
    assert!(folder.read("lab.jsonl").lines().next().unwrap().contains("\"games\":8"));
    let refused = folder.tabia_match(&format!("{engines} --resume lab.jsonl -games 4"));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("longer"));
    // Match files of earlier versions have no settings.
    fs::write(folder.0.join("old.jsonl"), "{\"format\":\"tabia match 1\",\"seed\":1}\n").unwrap();
    let refused = folder.tabia_match(&format!("-each nodes=5 {engines} --resume old.jsonl"));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("earlier version"));
    assert_eq!(folder.read("old.jsonl").lines().count(), 1, "it is left as it is");
}

#[test]
fn a_build_is_checked_against_itself() {
    let folder = Folder::new("sanity");
    let output =
        folder.played("-preset sanity -engine builtin depth=2 -games 12 -maxmoves 20 -concurrency 2");
    assert!(output.contains("Self-play: passed: 6 of 6"), "{output}");
    let output =
        folder.played("-preset determinism -engine builtin depth=2 -games 24 -maxmoves 10 -concurrency 2");
    assert!(output.contains("Self-play: passed: 20 of 20 repeated games on 4 openings"), "{output}");
    let failed = folder.tabia_match(
        "-preset sanity -engine builtin name=a depth=2 -engine builtin name=b depth=3 -games 4 -maxmoves 20",
    );
    assert_eq!(failed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&failed.stdout).contains("Self-play: FAILED"));
}

#[test]
fn openings_come_from_books_and_commands_are_printed() {
    let folder = Folder::new("book");
    fs::write(
        folder.0.join("games.pgn"),
        "[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2\n\n[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 e6 1/2-1/2\n\n\
         [Result \"1/2-1/2\"]\n\n1. e4 c5 2. Nf3 d6 1/2-1/2\n",
    )
    .unwrap();
    let made = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .args(["book", "make", "-pgn", "games.pgn", "-bin", "book.bin", "-min-game", "1", "-uniform"])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    let engines = "-each nodes=20 -engine builtin name=A -engine builtin name=B";
    folder.played(&format!(
        "{engines} -games 6 -repeat -openings file=book.bin plies=4 -maxmoves 2 -pgn out.pgn 2 --seed 2"
    ));
    let pgn = folder.read("out.pgn").split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(pgn.matches("{book}").count(), 24, "{pgn}");
    assert!(pgn.contains("1. d4 {book} 1... d5 {book} 2. c4 {book} 2... e6 {book}"), "{pgn}");
    let command = folder
        .played(&format!("{engines} -games 6 -repeat -openings order=random --seed 2 --print fastchess"));
    assert!(command.starts_with("fastchess ") && command.contains("-rounds 3"), "{command}");
    assert!(folder.played(&format!("{engines} --print c-chess-cli")).starts_with("c-chess-cli "));
}

#[test]
fn a_printed_command_keeps_the_files_and_their_detail() {
    let folder = Folder::new("print");
    let print = |files: &str, program: &str| {
        let engines = "-each nodes=20 -engine cmd=a name=A -engine cmd=b name=B";
        let printed = folder.played(&format!("{engines} {files} --print {program}"));
        printed.split_whitespace().filter(|word| *word != "\\").collect::<Vec<_>>().join(" ")
    };
    for (files, expected) in [
        ("-pgn my.pgn", "-pgnout file=my.pgn -epdout file=last.epd"),
        ("-pgn my.pgn 1", "-pgnout file=my.pgn min=true"),
        ("-pgn my.pgn 4", "-pgnout file=my.pgn nodes=true seldepth=true nps=true"),
        ("-pgn my.pgn 5", "-pgnout file=my.pgn nodes=true seldepth=true nps=true pv=true"),
        ("-pgnout file=my.pgn append=false", "-pgnout file=my.pgn append=false"),
    ] {
        let printed = print(&format!("{files} -epdout last.epd"), "fastchess");
        assert!(printed.contains(expected), "{files}: {printed}");
    }
    for (files, expected) in [
        ("-pgn my.pgn 2", "-pgn my.pgn 2"),
        ("-pgn my.pgn 5", "-pgn my.pgn 3"),
        ("-sample 0.5,n,s.csv", "file=s.csv"),
    ] {
        let printed = print(files, "c-chess-cli");
        assert!(printed.contains(expected), "{files}: {printed}");
    }
    // Nothing is read or written, so that the openings may be elsewhere; only Tabia writes to the standard output.
    let engines = "-each nodes=20 -engine cmd=a name=A -engine cmd=b name=B";
    let output = folder.tabia_match(&format!("{engines} -openings file=none.epd -pgn - --print fastchess"));
    let [printed, noted] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success() && printed.contains("file=none.epd format=epd"), "{printed}{noted}");
    assert!(printed.contains("-pgnout file=games.pgn") && !printed.contains("file=-"), "{printed}");
    assert!(noted.contains("none.epd: ") && noted.contains("-pgn names games.pgn"), "{noted}");
}

#[test]
fn a_match_prints_its_help_or_the_version_instead_of_playing() {
    let folder = Folder::new("help");
    for (options, expected) in [
        ("-engine builtin -engine builtin -help", "Usage: tabia match"),
        ("-help", "Usage: tabia match"),
        ("-engine builtin -engine builtin -version", "tabia "),
    ] {
        let output = folder.tabia_match(options);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            output.status.success() && text.contains(expected) && !text.contains("Seed"),
            "{options}: {text}"
        );
    }
}

#[test]
fn games_go_to_the_standard_output_and_messages_beside_it() {
    let folder = Folder::new("hyphen");
    let match_ =
        "-each nodes=20 -engine builtin name=A -engine builtin name=B -games 2 -repeat -maxmoves 2 --seed 1";
    folder.played(&format!("{match_} -pgn a.pgn 2"));
    let output = folder.tabia_match(&format!("{match_} -pgn - 2"));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(without_date(&text), without_date(&folder.read("a.pgn")));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Tournament finished"));
    assert!(!folder.0.join("-").exists());
    let both = folder.tabia_match(&format!("{match_} -pgn - -epd -"));
    assert_eq!(both.status.code(), Some(2));
    let resumed = folder.tabia_match(&format!("{match_} --resume -"));
    assert!(String::from_utf8_lossy(&resumed.stderr).contains("name a file"), "{resumed:?}");
}

#[test]
fn the_pgn_file_is_replaced_or_continued_as_asked() {
    let folder = Folder::new("pgnout");
    let games =
        "-each nodes=20 -engine builtin name=A -engine builtin name=B -games 2 -repeat -maxmoves 2 --seed 1";
    let count = || folder.read("a.pgn").matches("[Event ").count();
    for (asked, expected) in [("append=false", 2), ("append=false", 2), ("append=true", 4), ("", 6)] {
        folder.played(format!("{games} -pgnout file=a.pgn {asked}").trim_end());
        assert_eq!(count(), expected, "{asked}");
    }
    // A resumed match writes all its games to the file again.
    let resumed = format!("{games} --resume m.jsonl -pgnout file=a.pgn append=false");
    folder.played(&resumed);
    folder.played(&resumed.replace("-games 2", "-games 4"));
    assert_eq!(count(), 4);
    folder.played(&format!("{games} -pgnout file=a.pgn append=false notation=san nodes=true min=true"));
    assert!(!folder.read("a.pgn").contains("ms"), "{}", folder.read("a.pgn"));
    for (asked, words) in [("notation=uci", "standard notation only"), ("append=maybe", "append")] {
        let refused = folder.tabia_match(&format!("{games} -pgnout file=a.pgn {asked}"));
        let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && errors.contains(words), "{errors}");
    }
}

/// The printed fastchess command line is played by this program, which understands fastchess's options: every option is accepted,
/// and every engine is started as specified.
#[test]
fn the_line_for_fastchess_runs_once_its_placeholders_are_replaced() {
    use tabia_arena::{
        BrowserEngine, CommandLineContext, DrawRule, EngineSettings, Limits, MatchSettings, OpeningSource,
        ResignRule, SprtSettings,
    };
    let folder = Folder::new("fastchess");
    let engine =
        |name: &str, limits| EngineSettings { name: name.to_owned(), limits, ..EngineSettings::default() };
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let clock =
        Limits { time_control: "5+0.05".parse().ok(), depth: Some(3), margin_ms: 100, ..Limits::default() };
    let mut settings = MatchSettings {
        engines: vec![engine("Tabia 0.1.0", nodes(50)), engine("It's old", clock)],
        games: 4,
        sprt: Some(SprtSettings::default()),
        event: "A \"test\"".to_owned(),
        ..MatchSettings::default()
    };
    settings.openings.source = OpeningSource::Epd { name: "book.epd".to_owned(), sha256: String::new() };
    settings.adjudication.draw = Some(DrawRule { number: 30, count: 8, score: 10 });
    settings.adjudication.resign = Some(ResignRule { number: 0, count: 3, score: 600, two_sided: true });
    settings.adjudication.max_moves = Some(20);
    let files =
        vec![BrowserEngine::Build("my build.wasm".to_owned()), BrowserEngine::Worker("old.js".to_owned())];
    let tabia = env!("CARGO_BIN_EXE_tabia");
    // Node runs a build; here a script stands in for it that starts our program if the file exists.
    fs::write(folder.0.join("my_build.wasm"), "a build").unwrap();
    fs::write(
        folder.0.join("uci-wasm.mjs"),
        "import { spawn } from 'node:child_process';\nimport { existsSync } from 'node:fs';\n\
         if (existsSync(process.argv[2])) spawn(process.env.TABIA, { stdio: 'inherit' });\n",
    )
    .unwrap();
    let run = |settings: &MatchSettings, files: Vec<BrowserEngine>| {
        let context = CommandLineContext { files, concurrency: 2, ..CommandLineContext::default() };
        let command = settings.fastchess_command(&context);
        let mut line = command.line.replacen("fastchess", "\"$TABIA\" match", 1);
        for place in ["ENGINE_1", "ENGINE_2", "ENGINE_3"] {
            let is_named = command.notes.iter().any(|note| note.contains(&format!("eplace {place} by")));
            assert_eq!(line.contains(place), is_named, "{place}: {:?}", command.notes);
            line = line.replace(place, tabia);
        }
        let output =
            Command::new("sh").args(["-c", &line]).env("TABIA", tabia).current_dir(&folder.0).output();
        let output = output.unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{line}\n{errors}");
        String::from_utf8(output.stdout).unwrap()
    };
    let output = run(&settings, files);
    assert_eq!(finished(&output).len(), 4, "{output}");
    assert!(output.contains("Tabia 0.1.0 vs It's old") && output.contains("Crashed: 0"), "{output}");
    assert_eq!(folder.read("games.pgn").matches("[Event \"A").count(), 4);
    // A gauntlet of three without pairs.
    settings.sprt = None;
    settings.engines.push(engine("third", nodes(20)));
    settings.format = tabia_arena::TournamentFormat::Gauntlet;
    (settings.games, settings.repeat) = (1, false);
    settings.openings.source = OpeningSource::Startpos;
    assert_eq!(finished(&run(&settings, Vec::new())).len(), 2);
}

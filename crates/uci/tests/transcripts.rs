//! Lines of other programs: transcripts from the conformance data, and cases from the specification.

use std::fs;
use std::path::{Path, PathBuf};

use tabia_uci::{
    Bound, Command, CommandError, EngineOption, GoPerftError, Info, Message, OptionKind, ParsePositionError,
    Score, Wdl,
};

/// The shared conformance data, or `None` with a message if it is missing (a failure in CI).
fn shared_data() -> Option<PathBuf> {
    let path = std::env::var_os("TABIA_SHARED_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    if path.is_dir() {
        return Some(path);
    }
    assert!(std::env::var_os("CI").is_none(), "conformance data missing: {}", path.display());
    eprintln!("SKIPPED: conformance data missing: {} (set TABIA_SHARED_DATA)", path.display());
    None
}

fn info(line: &str) -> Info {
    match Message::parse(line) {
        Ok(Some(Message::Info(info))) => *info,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn every_transcript_is_read() {
    let Some(data) = shared_data() else { return };
    let mut engine_lines = 0;
    let mut infos = 0;
    for entry in fs::read_dir(data.join("uci")).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a transcript is UTF-8");
        for line in text.lines() {
            if let Some(line) = line.strip_prefix("> ") {
                let command = Command::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
                if line != "foo bar" {
                    assert!(command.is_some(), "{}: {line}", path.display());
                }
            } else if let Some(line) = line.strip_prefix("< ") {
                let message = Message::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
                let Some(message) = message else { continue };
                engine_lines += 1;
                if matches!(&message, Message::Info(info) if info.depth.is_some()) {
                    // Stockfish writes the fields in our order, so the text comes back unchanged.
                    assert_eq!(message.to_string(), line.trim_end());
                    infos += 1;
                }
            }
        }
    }
    assert!(engine_lines > 300 && infos > 200, "{engine_lines} lines, {infos} infos");
}

#[test]
fn infos() {
    let line = info(
        "info depth 12 seldepth 18 multipv 2 score cp -31 upperbound wdl 10 900 90 nodes 1234 nps 99 time 5 pv e7e5 g1f3 ponder",
    );
    assert_eq!(line.depth, Some(12));
    assert_eq!(line.multipv, Some(2));
    assert_eq!(line.score, Some(Score::Cp(-31)));
    assert_eq!(line.bound, Some(Bound::Upper));
    assert_eq!(line.wdl, Some(Wdl { win: 10, draw: 900, loss: 90 }));
    assert_eq!(line.pv.len(), 2);

    // Unknown fields are skipped, and `string` takes the rest, whatever it contains.
    let line = info("info ebf 1.53 depth 3 string pv e2e4  nodes 7");
    assert_eq!(line.depth, Some(3));
    assert_eq!(line.string.as_deref(), Some("pv e2e4  nodes 7"));
    assert!(line.pv.is_empty() && line.nodes.is_none());

    let line = info("info currline 1 e2e4 e7e5 currmove d2d4 currmovenumber 3 refutation d1h5 g6h5");
    assert_eq!(line.currline.map(|(cpu, moves)| (cpu, moves.len())), Some((Some(1), 2)));
    assert_eq!(line.currmovenumber, Some(3));
    assert_eq!(line.refutation.len(), 2);
}

#[test]
fn an_odd_field_of_an_info_costs_no_other_field() {
    let faults = |line: &str| {
        let (read, faults) = Info::read(line).unwrap();
        assert_eq!(info(line), read, "{line}");
        (read, faults.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    for (odd, words) in [
        ("hashfull -1", "info hashfull: \"-1\" is not a number in range"),
        ("time 12.5", "info time: \"12.5\" is not a number in range"),
        ("nps 1e6", "info nps: \"1e6\" is not a number in range"),
        ("nps -123", "info nps: \"-123\" is not a number in range"),
        ("seldepth -2", "info seldepth: \"-2\" is not a number in range"),
        ("currmove (none)", "info currmove: \"(none)\" is not a move such as e2e4 or e7e8q"),
        ("wdl 5 x 5", "info wdl: \"x\" is not a number in range"),
        // The value is missing, and the next field isn't taken for it.
        ("tbhits", "info tbhits: "),
    ] {
        for line in [
            format!("info depth 8 {odd} score cp -900 nodes 7 pv e2e4 e7e5"),
            format!("info depth 8 score cp -900 nodes 7 {odd} pv e2e4 e7e5"),
            format!("info depth 8 score cp -900 nodes 7 pv e2e4 e7e5 {odd}"),
        ] {
            let (read, faults) = faults(&line);
            assert_eq!(
                (read.depth, read.score, read.nodes),
                (Some(8), Some(Score::Cp(-900)), Some(7)),
                "{line}"
            );
            assert_eq!(read.pv.len(), 2, "{line}");
            assert_eq!(faults.len(), 1, "{line}: {faults:?}");
            assert!(faults[0].starts_with(words), "{line}: {faults:?}");
        }
    }
    for (line, words) in [
        ("info depth", "info depth: a value must follow"),
        ("info score cp 1.5", "info cp: \"1.5\" is not a number in range"),
        ("info score mate", "info mate: a value must follow"),
    ] {
        let (read, faults) = faults(line);
        assert_eq!((read, faults), (Info::default(), vec![words.to_owned()]));
    }
    assert_eq!(Info::read("bestmove e2e4"), None);
}

#[test]
fn options() {
    let option = |line| match Message::parse(line) {
        Ok(Some(Message::Option(option))) => option,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(
        option("option name UCI_Variant type combo default chess var chess var 3check"),
        EngineOption {
            name: "UCI_Variant".to_owned(),
            kind: OptionKind::Combo {
                default: "chess".to_owned(),
                vars: vec!["chess".to_owned(), "3check".to_owned()]
            }
        }
    );
    assert_eq!(
        option("option name Debug Log File type string default ").kind,
        OptionKind::String { default: String::new() }
    );
    assert!(Message::parse("option name Hash type spin default x min 1 max 2").is_err());
    assert!(Message::parse("option name Hash type spin default 9 min 1 max 2").is_err());
    assert!(Message::parse("option type spin").is_err());
    assert!(Message::parse("option name Hash type knob").is_err());
}

#[test]
fn tolerant_reading() {
    for (line, command) in [
        ("joho debug on", "debug on"),
        ("  uci\t\r", "uci"),
        ("\tgo \t depth\t 4 ", "go depth 4"),
        ("go searchmoves e2e4 d2d4 depth 3", "go depth 3 searchmoves e2e4 d2d4"),
        ("go wtime 99999999999999999999999 joho", "go wtime 9223372036854775807"),
        ("position  joho startpos   moves   e2e4  E7E5", "position startpos moves e2e4 e7e5"),
        ("position fen  8/8/8/8/8/8/8/8   w - - moves", "position fen 8/8/8/8/8/8/8/8 w - -"),
        ("setoption name  clear   hash", "setoption name clear hash"),
        (
            "setoption name Book File value C:\\My  Books\\a.bin ",
            "setoption name Book File value C:\\My  Books\\a.bin",
        ),
        ("setoption name Book File value <empty>", "setoption name Book File value <empty>"),
        ("register name uci code go", "register later"),
        ("bench", "bench"),
        ("bench 9", "bench depth 9"),
        ("bench nodes 500", "bench nodes 500"),
        ("bench 16 1", "bench"),
        ("bench 16 1 13", "bench depth 13"),
        ("bench 16 1 13 default depth", "bench depth 13"),
        ("bench 16 1 5000 default nodes", "bench nodes 5000"),
    ] {
        let parsed = Command::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(parsed.map(|command| command.to_string()).as_deref(), Some(command), "{line}");
    }
    for line in ["", " \t\r\n", "foo bar", "UCI"] {
        assert_eq!(Command::parse(line), Ok(None), "{line}");
    }
}

/// A GUI waits for the `bestmove`, whatever it has sent.
#[test]
fn what_is_unreadable_in_go_is_skipped_and_noted() {
    for (line, read, problems) in [
        ("go depth", "go", vec!["depth: no number follows, so it is skipped"]),
        ("go depth five", "go", vec!["depth: \"five\" is not a number, so it is skipped"]),
        ("go mate depth 5", "go depth 5", vec!["mate: no number follows, so it is skipped"]),
        (
            "go wtime x btime 900 winc inf binc nan",
            "go btime 900",
            vec![
                "wtime: \"x\" is not a number, so it is skipped",
                "winc: \"inf\" is not a number, so it is skipped",
                "binc: \"nan\" is not a number, so it is skipped",
            ],
        ),
        (
            "go movetime 200.5",
            "go movetime 200",
            vec!["movetime: \"200.5\" is not an integer and is read as 200"],
        ),
        ("go nodes 1e6", "go nodes 1000000", vec!["nodes: \"1e6\" is not an integer and is read as 1000000"]),
        (
            "go wtime -1.5 movestogo 0.0",
            "go wtime -1 movestogo 0",
            vec![
                "wtime: \"-1.5\" is not an integer and is read as -1",
                "movestogo: \"0.0\" is not an integer and is read as 0",
            ],
        ),
        ("go nodes 99999999999999999999", "go nodes 9223372036854775807", vec![]),
        ("go depth 5 depth x", "go depth 5", vec!["depth: \"x\" is not a number, so it is skipped"]),
        ("go searchmoves", "go", vec!["searchmoves: no move follows, so all moves are searched"]),
        (
            "go searchmoves e2e4 e2e9 d2d4 depth 3",
            "go depth 3 searchmoves e2e4 d2d4",
            vec!["searchmoves: \"e2e9\" is not a move such as e2e4 or e7e8q, so it is skipped"],
        ),
        ("bench depth x", "bench", vec!["depth: \"x\" is not a number, so it is skipped"]),
    ] {
        let command = Command::parse(line).expect(line).expect(line);
        assert_eq!(command.to_string(), read, "{line}");
        let (Command::Go(go) | Command::Bench(go)) = command else { panic!("{line}") };
        assert_eq!(go.problems.iter().map(ToString::to_string).collect::<Vec<_>>(), problems, "{line}");
    }
}

#[test]
fn the_moves_before_an_unreadable_one_are_read() {
    let Ok(Some(Command::Position(position))) = Command::parse("position startpos moves e2e4 e7e9 g1f3")
    else {
        panic!()
    };
    assert_eq!(position.to_string(), "position startpos moves e2e4");
    assert_eq!(position.unreadable.map(|error| error.text).as_deref(), Some("e7e9"));
}

#[test]
fn malformed_commands_are_refused_by_name() {
    assert_eq!(Command::parse("go perft abc"), Err(CommandError::GoPerft(GoPerftError)));
    assert_eq!(
        Command::parse("position"),
        Err(CommandError::PositionCommand(ParsePositionError::NoPosition))
    );
    assert_eq!(
        Command::parse("position fen moves e2e4"),
        Err(CommandError::PositionCommand(ParsePositionError::EmptyFen))
    );
    for line in [
        "go perft",
        "setoption value 3",
        "debug",
        "debug joho on",
        "perft x",
        "learn",
        "learn joho",
        "learn add depth 0 score cp 1 move e2e4 fen x",
        "learn add depth 9 score mate 0 move e2e4 fen x",
        "learn add depth 9 score cp move e2e4 fen x",
        "learn add score cp 1 move e2e4 fen x",
        "learn add depth 9 score cp 1 move e2e9 fen x",
        "learn add depth 9 score cp 1 move e2e4",
    ] {
        let error = Command::parse(line).expect_err(line);
        let first = line.split(' ').next().unwrap_or_default();
        assert!(error.to_string().starts_with(first), "{line}: {error}");
    }
}

//! The program itself, through pipes, as a GUI runs it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Longer than any reply takes on the slowest machine; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_mins(1);

struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Program {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let (sender, output) = channel();
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, output }
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("still open");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("the program reads");
    }

    /// Reads up to the first line with this start and returns everything read.
    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("no line {start:?}: {error} after {lines:#?}"),
            }
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Closes the input and returns the remaining output and the exit status.
    fn finish(mut self) -> (Vec<String>, ExitStatus) {
        drop(self.input.take());
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program goes on after {lines:#?}"),
            }
        }
        (lines, self.child.wait().expect("it ended"))
    }
}

fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

#[test]
fn handshake_and_quit() {
    let mut program = Program::start();
    program.send("uci\nisready\n");
    let lines = program.until("readyok");
    assert!(lines[0].starts_with("id name Tabia"));
    assert!(lines.contains(&"uciok".to_owned()));
    program.send("quit\n");
    let (rest, status) = program.finish();
    assert!(rest.is_empty() && status.success(), "{rest:?}");
}

#[test]
fn odd_white_space_and_unknown_words() {
    let mut program = Program::start();
    program.send(
        "joho debug off\r\n\r\n \t \n   position    startpos   moves   e2e4  \r\n\tgo   depth  \t 4 \r\n",
    );
    let lines = program.until("bestmove");
    assert_eq!(best_moves(&lines), 1);
    program.send("foo bar\nisready\n");
    assert_eq!(program.until("readyok"), ["readyok"]);
    assert!(program.finish().1.success());
}

#[test]
fn bytes_that_are_no_text() {
    let mut program = Program::start();
    let input = program.input.as_mut().expect("open");
    input.write_all(b"\xff\xfe\x00 go\xc3 \x80\nisready\n").expect("written");
    program.until("readyok");
    assert!(program.finish().1.success());
}

/// Windows PowerShell writes a byte order mark to the pipe.
#[test]
fn a_byte_order_mark_hides_no_command() {
    let mut program = Program::start();
    program.send("\u{FEFF}uci\n");
    program.until("uciok");
    assert!(program.finish().1.success());
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut program = Program::start();
    program.send("position startpos\ngo infinite\n");
    program.until("info depth 5 ");
    program.send("isready\n");
    let lines = program.until("readyok");
    assert_eq!(best_moves(&lines), 0, "the search goes on");
    program.send("stop\n");
    assert_eq!(best_moves(&program.until("bestmove")), 1);
    program.send("isready\n");
    assert_eq!(program.until("readyok"), ["readyok"]);
    assert!(program.finish().1.success());
}

#[test]
fn ponder_waits_for_its_signal() {
    let mut program = Program::start();
    program.send("position startpos moves e2e4 e7e5\ngo ponder wtime 200 btime 200\nisready\n");
    assert_eq!(best_moves(&program.until("readyok")), 0);
    program.send("ponderhit\n");
    assert_eq!(best_moves(&program.until("bestmove")), 1);
    program.send("go ponder depth 1\nisready\n");
    assert_eq!(best_moves(&program.until("readyok")), 0, "a depth reached is no reason to answer");
    program.send("stop\n");
    assert_eq!(best_moves(&program.until("bestmove")), 1);
    assert!(program.finish().1.success());
}

#[test]
fn a_stop_reaches_the_search_it_was_meant_for() {
    let mut program = Program::start();
    // All at once: `stop` is read before the search has started.
    program.send("stop\ngo infinite\nstop\nstop\ngo depth 3\nisready\n");
    let mut lines = program.until("bestmove");
    lines.extend(program.until("bestmove"));
    assert_eq!(best_moves(&lines), 2);
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "the second search was not stopped");
    program.send("isready\n");
    program.until("readyok");
    assert!(program.finish().1.success());
}

#[test]
fn a_search_without_end_makes_room_for_the_next() {
    let mut program = Program::start();
    program.send("go infinite\n");
    program.until("info depth 3 ");
    program.send("position startpos moves d2d4\ngo depth 2\n");
    program.until("bestmove");
    let lines = program.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 2 ")));
    assert!(program.finish().1.success());
}

#[test]
fn the_end_of_input_ends_a_search() {
    let mut program = Program::start();
    program.send("go infinite\n");
    program.until("info depth 3 ");
    let (rest, status) = program.finish();
    assert_eq!(best_moves(&rest), 1);
    assert!(status.success());
    // And so does quit.
    let mut program = Program::start();
    program.send("go infinite\nquit\n");
    let (rest, status) = program.finish();
    assert_eq!(best_moves(&rest), 1);
    assert!(status.success());
}

/// Commands of the shared field cases, and similar ones; the input stays open.
#[test]
fn go_with_an_unreadable_number_ends_with_a_best_move() {
    let mut program = Program::start();
    for (line, has_end) in [
        ("go movetime 200.5", true),
        ("go mate", false),
        ("go depth abc", false),
        ("go depth x movetime 50", true),
        ("go wtime x btime y", false),
        ("go nodes 1e3", true),
        ("go searchmoves", false),
    ] {
        program.send(&format!("position startpos\n{line}\n"));
        let said = program.until("info string go ");
        assert_eq!(best_moves(&said), 0, "{line}: {said:?}");
        if !has_end {
            program.send("isready\n");
            assert_eq!(best_moves(&program.until("readyok")), 0, "{line}");
            program.send("stop\n");
        }
        assert_eq!(best_moves(&program.until("bestmove")), 1, "{line}");
    }
    assert!(program.finish().1.success());
}

#[test]
fn uci_commands_are_taken_as_arguments() {
    for (arguments, words) in [
        (&["go", "depth", "4"][..], "bestmove "),
        (&["bench", "depth", "2"], " nps"),
        (&["bench", "16", "1", "2"], " nps"),
        (&["uci"], "uciok"),
        (&["d"], "Fen: "),
        (&["eval", "json"], "\"total\""),
        (&["position startpos moves e2e4", "d"], "4P3/8/PPPP1PPP/RNBQKBNR b"),
    ] {
        let (out, err, status) = run(arguments);
        assert!(out.contains(words) && err.is_empty() && status == Some(0), "{arguments:?}: {out}{err}");
    }
    // The same number of lines in either form.
    assert_eq!(run(&["bench", "depth", "3"]).0.lines().count(), run(&["bench", "3"]).0.lines().count());
}

#[test]
fn a_hash_table_that_cannot_be_had_leaves_the_size_as_it_was() {
    let mut program = Program::start();
    program.send("uci\n");
    let lines = program.until("uciok");
    let option = "option name Hash type spin default 16 min 1 max 33554432";
    assert!(lines.iter().any(|line| line == option), "{lines:#?}");
    program.send("setoption name Hash value 8\nisready\n");
    program.until("readyok");
    program.send("setoption name Hash value 33554432\nisready\n");
    let said = program.until("readyok");
    // Some systems overcommit memory.
    let is_refused =
        said.iter().any(|line| line.contains("not enough memory") && line.contains("8 MB are in use"));
    assert!(is_refused || said.len() == 1, "{said:?}");
    program.send("go depth 4\n");
    program.until("bestmove");
    assert!(program.finish().1.success());
    // Before the engine is created.
    let mut program = Program::start();
    program.send("setoption name Hash value 33554432\nisready\n");
    let said = program.until("readyok");
    assert!(said.len() == 1 || said[0].ends_with("; 16 MB are in use"), "{said:?}");
    assert!(program.finish().1.success());
}

#[test]
fn an_illegal_move_in_position() {
    let mut program = Program::start();
    program.send("position startpos moves e2e4 e2e4 d7d5\nd\n");
    let lines = program.until("Fen: ");
    assert!(lines[0].starts_with("info string "));
    assert!(lines.last().is_some_and(|line| line.contains("4P3/8/PPPP1PPP/RNBQKBNR b KQkq")));
    assert!(program.finish().1.success());
}

#[test]
fn speed_is_measured_though_the_input_ends() {
    let mut program = Program::start();
    program.send("speed\n");
    let (lines, _) = program.finish();
    let rate = |name: &str| -> u64 {
        let line = lines.iter().find_map(|line| line.strip_prefix(name)).expect("a rate");
        line.trim().parse().expect("a number")
    };
    // Both measured the moves of the first millisecond in an earlier version.
    assert_ne!(rate("moves generated per second:"), rate("moves made per second:"));
}

fn run(args: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_tabia")).args(args).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn commands_and_exit_status() {
    let (out, _, status) = run(&["perft", "3"]);
    assert_eq!((out.as_str(), status), ("Nodes searched: 8902\n", Some(0)));
    let (out, _, _) = run(&["perft", "2", "--divide", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((object["nodes"].as_u64(), object["moves"]["e2e4"].as_u64()), (Some(400), Some(20)));
    let (out, _, status) = run(&["eval", "--fen", "4k3/8/8/8/8/8/8/QK6 w - - 0 1", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(object["total"].as_i64().is_some_and(|total| total > 500) && status == Some(0));
    assert_eq!(object["terms"]["Material"]["black"], serde_json::json!([0, 0]));
    assert!(object["pieces"]["a1"].as_i64().is_some_and(|queen| queen > 500), "{out}");
    assert_eq!(
        (object["check"].as_bool(), object["pieces"].as_object().map(serde_json::Map::len)),
        (Some(false), Some(1))
    );
    assert!(run(&["eval"]).0.contains("Material"));
    let (out, _, status) = run(&["bench", "3"]);
    let last: Vec<&str> = out.lines().last().expect("a line").split(' ').collect();
    assert!(matches!(last[..], [_, "nodes", _, "nps"]) && status == Some(0), "{out}");
    let (json, _, _) = run(&["bench", "3", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(object["nodes"].as_u64(), last[0].parse().ok());

    for wrong in [
        &["perft"][..],
        &["perft", "x"],
        &["bench", "0"],
        &["dance"],
        &["eval", "--fen", "nonsense"],
        &["perft", "1", "--suite", "/no/such/file"],
    ] {
        let (_, err, status) = run(wrong);
        assert_eq!(status, Some(2), "{wrong:?}");
        assert!(!err.is_empty(), "{wrong:?}");
    }
    for args in
        [&["--help"][..], &["bench", "--help"], &["perft", "--help"], &["eval", "--help"], &["--version"]]
    {
        assert_eq!(run(args).2, Some(0), "{args:?}");
    }
}

#[test]
fn a_perft_suite_says_how_many_counts_were_right() {
    let folder = std::env::temp_dir().join(format!("tabia-suite-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("suite.epd");
    let name = path.to_str().expect("UTF-8");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    std::fs::write(&path, format!("# a comment\n{start} ;D1 20 ;D2 400 ;D9 1\n")).expect("written");
    let (out, _, status) = run(&["perft", "3", "--suite", name]);
    assert!(out.contains("2 of 2 counts right") && status == Some(0), "{out}");
    std::fs::write(&path, format!("{start} ;D1 21 ;D2 400\n")).expect("written");
    let (out, err, status) = run(&["perft", "3", "--suite", name]);
    assert!(
        out.contains("1 of 2 counts right") && err.contains("20, not 21") && status == Some(1),
        "{out} {err}"
    );
    std::fs::write(&path, "nonsense\n").expect("written");
    assert_eq!(run(&["perft", "3", "--suite", name]).2, Some(2));
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn the_own_book_is_played_from() {
    let folder = std::env::temp_dir().join(format!("tabia own book {}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    let book = folder.join("own.bin");
    let start = tabia_chess::Position::default();
    let entry = |uci: &str, weight| {
        let book_move = start.parse_uci(uci).expect("a move").into();
        tabia_polyglot::Entry { key: start.key(), book_move, weight, learn: 0 }
    };
    std::fs::write(&book, tabia_polyglot::to_bytes(&[entry("b1a3", 9), entry("g1h3", 1), entry("e2e4", 0)]))
        .expect("a temporary file can be written");
    let mut program = Program::start();
    program.send("uci\nsetoption name OwnBook value true\n");
    let options = program.until("uciok");
    assert!(options.iter().any(|line| line == "option name OwnBook type check default false"));
    program.send(&format!("setoption name BookFile value {}\ngo movetime 100\n", book.display()));
    let said = program.until("bestmove");
    assert!(said.iter().any(|line| line.contains("3 book entries")), "{said:?}");
    assert!(["bestmove b1a3", "bestmove g1h3"].contains(&said[said.len() - 1].as_str()), "{said:?}");
    program.send("setoption name BookSelection value Best\ngo movetime 100\n");
    assert_eq!(program.until("bestmove").last().map(String::as_str), Some("bestmove b1a3"));
    program.send("setoption name BookFile value nowhere.bin\nposition startpos\ngo depth 2\n");
    let said = program.until("bestmove");
    assert!(said[0].contains("nowhere.bin") && said.iter().any(|line| line.contains(" pv ")), "{said:?}");
    let (_, status) = program.finish();
    assert!(status.success());
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// The ranking counts weights and lessons by the factors of `BookFrequency` and `BookLearned`.
#[test]
fn the_own_book_ranks_by_weights_or_by_lessons() {
    use tabia_book_tools::filter::BookSide;
    use tabia_book_tools::learn::{BookLine, LearnStore, Searched};

    let folder = std::env::temp_dir().join(format!("tabia-book-rank-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (book, lessons) = (folder.join("own.bin"), folder.join("lessons.json"));
    let start = tabia_chess::Position::default();
    let entry = |uci: &str, weight| {
        let book_move = start.parse_uci(uci).expect("a move").into();
        tabia_polyglot::Entry { key: start.key(), book_move, weight, learn: 0 }
    };
    std::fs::write(&book, tabia_polyglot::to_bytes(&[entry("d2d4", 9), entry("e2e4", 1)])).expect("written");
    let mut store = LearnStore::default();
    let line = BookLine { moves: vec!["e2e4".to_owned()], side: BookSide::White, choices: vec![2] };
    let searches = [Searched { value: 60, depth: 20 }; 10];
    assert!(store.learn_game(&line, &searches, 0, None, "", "2026.01.01") > 0);
    std::fs::write(&lessons, store.to_json()).expect("written");
    let mut program = Program::start();
    program.send(&format!(
        "setoption name OwnBook value true\nsetoption name BookSelection value Ranked\nsetoption name BookWidth value 1\n\
         setoption name BookFile value {}\nsetoption name BookLearnFile value {}\ngo depth 1\n",
        book.display(),
        lessons.display()
    ));
    assert_eq!(program.until("bestmove").last().map(String::as_str), Some("bestmove d2d4"), "by weight");
    program.send("setoption name BookFrequency value 0\nsetoption name BookLearned value 100\ngo depth 1\n");
    assert_eq!(program.until("bestmove").last().map(String::as_str), Some("bestmove e2e4"), "by lessons");
    program.send("quit\n");
    assert!(program.finish().1.success());
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// After a game whose last search saw the engine getting mated, the book move that led there isn't played again.
#[test]
fn the_own_book_learns_from_a_lost_game() {
    let folder = std::env::temp_dir().join(format!("tabia-book-learn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (book, lessons) = (folder.join("own.bin"), folder.join("lessons.json"));
    let start = tabia_chess::Position::default();
    let entry = |uci: &str, weight| {
        let book_move = start.parse_uci(uci).expect("a move").into();
        tabia_polyglot::Entry { key: start.key(), book_move, weight, learn: 0 }
    };
    std::fs::write(&book, tabia_polyglot::to_bytes(&[entry("f2f3", 9), entry("e2e4", 1)])).expect("written");
    let set_up = format!(
        "setoption name OwnBook value true\nsetoption name BookSelection value Best\nsetoption name BookFile value {}\n\
         setoption name BookLearnFile value {}\n",
        book.display(),
        lessons.display()
    );
    let mut program = Program::start();
    program.send(&format!("{set_up}position startpos\ngo depth 1\n"));
    assert_eq!(program.until("bestmove").last().map(String::as_str), Some("bestmove f2f3"));
    // After 1.f3 e5 2.Kf2 d5 3.Kg3 Black's queen and bishops attack the king; White sees the mate.
    program.send("position startpos moves f2f3 e7e5 e1f2 d7d5 f2g3 g8f6 g3h4 f6e4\ngo depth 6\n");
    let said = program.until("bestmove");
    assert!(said.iter().any(|line| line.contains("score mate -")), "{said:?}");
    program.send("ucinewgame\nposition startpos\ngo depth 1\n");
    let said = program.until("bestmove");
    assert!(said.iter().any(|line| line.contains("the book has learned")), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("bestmove e2e4"), "the other choice");
    program.send("setoption name BookResultLearning value false\nsetoption name BookLearning value false\nucinewgame\ngo depth 1\n");
    assert_eq!(program.until("bestmove").last().map(String::as_str), Some("bestmove f2f3"), "switched off");
    program.send("quit\n");
    assert!(program.finish().1.success());
    let text = std::fs::read_to_string(&lessons).expect("written");
    let store = tabia_book_tools::learn::LearnStore::from_json(&text).expect("lessons");
    assert!(store.lessons().iter().any(|lesson| lesson.line.moves == ["f2f3"]), "{text}");
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn the_learn_file_is_written_and_read_again() {
    let folder = std::env::temp_dir().join(format!("tabia-learn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("learned.txt");
    let options =
        format!("setoption name LearnFile value {}\nsetoption name Learn value true\n", file.display());
    let mut program = Program::start();
    program.send(&format!("{options}position startpos moves e2e4\ngo depth 9\n"));
    program.until("bestmove");
    program.send("quit\n");
    assert!(program.finish().1.success());
    let text = std::fs::read_to_string(&file).expect("written");
    assert!(text.starts_with("learn add depth 9 score cp ") && text.lines().count() == 1, "{text}");

    let mut program = Program::start();
    program.send(&format!("{options}learn export\n"));
    assert_eq!(program.until("learn end").join("\n"), format!("{}\nlearn end 1", text.trim_end()));
    program.finish();

    // An invalid file is reported and not overwritten.
    std::fs::write(&file, "my diary\n").expect("written");
    let mut program = Program::start();
    program.send(&format!("{options}position startpos\ngo depth 9\n"));
    let lines = program.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("line 1: no `learn add`")), "{lines:#?}");
    program.send("quit\n");
    program.finish();
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), "my diary\n");
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn what_is_said_is_written_to_the_debug_log() {
    let folder = std::env::temp_dir().join(format!("tabia-debug-log-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("a log.txt");
    let mut program = Program::start();
    program.send(&format!("setoption name Debug Log File value {}\nisready\n", file.display()));
    program.until("readyok");
    program.send("go depth 2\n");
    program.until("bestmove");
    // Unlike `isready`, this never gets a reply before earlier commands are done.
    program.send("setoption name Debug Log File value <empty>\nd\n");
    program.until("Fen: ");
    program.send("setoption name Debug Log File value /no/such/folder/log\n");
    let said = program.until("info string");
    assert!(said.last().is_some_and(|line| line.contains("/no/such/folder/log: ")), "{said:?}");
    assert!(program.finish().1.success());
    let text = std::fs::read_to_string(&file).expect("written");
    assert!(text.contains("\n>> go depth 2\n<< info ") && text.contains("\n<< bestmove "), "{text}");
    assert!(!text.contains("/no/such"), "{text}");
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn several_threads_search_one_position() {
    let mut program = Program::start();
    program.send("uci\nsetoption name Threads value 3\nsetoption name Threads value 0\nisready\n");
    let lines = program.until("readyok");
    let option = "option name Threads type spin default 1 min 1 max 256";
    assert!(lines.iter().any(|line| line == option), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("info string setoption Threads")), "{lines:#?}");
    program.send("go infinite\n");
    program.until("info depth 8");
    program.send("isready\n");
    program.until("readyok");
    program.send("stop\n");
    program.until("bestmove");
    program.send("go ponder wtime 500 btime 500\nponderhit\n");
    program.until("bestmove");
    program.send("setoption name Threads value 2\ngo infinite\n");
    let (lines, status) = program.finish();
    assert_eq!(best_moves(&lines), 1, "the end of input ends the helpers, too");
    assert!(status.success());
}

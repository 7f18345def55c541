//! Sessions line by line, as a GUI would drive them, with a scripted host.

use tabia_nnue::architecture::{BUCKETS, INPUTS};
use tabia_nnue::{Network, Weights};
use tabia_session::{Flow, Host, HostError, NetFiles, Session, Signal};
use tabia_uci::{Command, Info, Message, Score};

/// Host that records what is printed. Its clock advances with every call.
#[derive(Default)]
struct Script {
    printed: Vec<String>,
    now_ms: f64,
    looks: usize,
    /// Signals, each from the given call on.
    signals: Vec<(usize, Signal)>,
}

impl Host for Script {
    fn print(&mut self, line: &str) {
        assert!(!line.contains(['\n', '\r']), "one line at a time: {line:?}");
        self.printed.push(line.to_owned());
    }

    fn now_ms(&mut self) -> f64 {
        self.now_ms += 0.01;
        self.now_ms
    }

    fn signal(&mut self) -> Signal {
        self.looks += 1;
        self.signals
            .iter()
            .rev()
            .find(|(from, _)| *from <= self.looks)
            .map_or(Signal::Go, |&(_, signal)| signal)
    }

    fn net_files(&self) -> Option<&dyn NetFiles> {
        Some(self)
    }
}

impl NetFiles for Script {
    fn read_net(&self, path: &str) -> Result<Vec<u8>, HostError> {
        let weights = Weights {
            inputs: vec![3; 16 * INPUTS],
            biases: vec![1; 16],
            outputs: vec![5; 32 * BUCKETS],
            output_biases: [16_320; BUCKETS],
        };
        let bytes = Network::new(weights).map(|net| net.to_bytes()).map_err(|error| error.to_string());
        match path {
            "my net.nnue" => Ok(bytes?),
            "short.nnue" => Ok(bytes?[..1_000].to_vec()),
            _ => Err(format!("{path}: no such file").into()),
        }
    }
}

/// A session with its host.
#[derive(Default)]
struct Talk {
    session: Session,
    host: Script,
}

impl Talk {
    /// Sends a line and returns the output.
    fn say(&mut self, line: &str) -> Vec<String> {
        assert_eq!(self.session.line(&mut self.host, line), Flow::Continue, "{line}");
        std::mem::take(&mut self.host.printed)
    }

    /// Sends a `go` whose `bestmove` must come at the signal given after this many calls.
    fn go_until(&mut self, line: &str, looks: usize, signal: Signal) -> Vec<String> {
        self.host.looks = 0;
        self.host.signals = vec![(looks, signal)];
        let answer = self.say(line);
        assert!(self.host.looks >= looks, "{line}: answered before the signal");
        self.host.signals.clear();
        answer
    }

    fn fen(&mut self) -> String {
        let board = self.say("d");
        let fen = board.iter().find_map(|line| line.strip_prefix("Fen: ")).expect("a FEN");
        fen.to_owned()
    }
}

fn infos(lines: &[String]) -> Vec<Info> {
    lines
        .iter()
        .filter_map(|line| match Message::parse(line).unwrap_or_else(|error| panic!("{line}: {error}")) {
            Some(Message::Info(info)) if info.score.is_some() => Some(*info),
            _ => None,
        })
        .collect()
}

/// Returns the best move; there must be exactly one, on the last line, after an `info` whose PV starts with
/// it.
fn best(lines: &[String]) -> String {
    let count = lines.iter().filter(|line| line.starts_with("bestmove")).count();
    assert_eq!(count, 1, "{lines:?}");
    let last = lines.last().expect("a line");
    let best = last.split(' ').nth(1).expect("a move").to_owned();
    if best != "(none)" {
        let infos = infos(lines);
        let main =
            infos.iter().rev().find(|info| info.multipv == Some(1)).expect("an info before the best move");
        assert_eq!(main.pv.first().map(ToString::to_string), Some(best.clone()), "{lines:?}");
    }
    best
}

#[test]
fn handshake() {
    let mut talk = Talk::default();
    let answer = talk.say("uci");
    assert!(answer[0].starts_with("id name Tabia ") && answer[1].starts_with("id author "));
    assert_eq!(answer.last().map(String::as_str), Some("uciok"));
    let options: Vec<_> = answer
        .iter()
        .filter_map(|line| match Message::parse(line) {
            Ok(Some(Message::Option(option))) => Some(option.name),
            _ => None,
        })
        .collect();
    for name in [
        "Hash",
        "Clear Hash",
        "Threads",
        "Ponder",
        "MultiPV",
        "UCI_Chess960",
        "UCI_AnalyseMode",
        "UCI_ShowWDL",
        "Move Overhead",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Skill Level",
        "Skill Seed",
        "King Safety",
        "Contempt",
        "Swindle",
    ] {
        assert!(options.iter().any(|option| option == name), "{name}");
    }
    assert_eq!(talk.say("isready"), ["readyok"]);
    assert_eq!(talk.session.line(&mut talk.host, "quit"), Flow::Quit);
}

#[test]
fn what_is_not_understood_is_ignored() {
    let mut talk = Talk::default();
    for line in ["", "   ", "\t\r", "foo bar", "stop", "ponderhit", "register later", "UCI"] {
        assert_eq!(talk.say(line), [""; 0], "{line}");
    }
    assert_eq!(talk.say("joho isready"), ["readyok"]);
    talk.say(" \t position \t startpos   moves  e2e4 \r");
    let answer = talk.say("\tgo  depth \t 3 ");
    assert!(!best(&answer).is_empty());
}

#[test]
fn bad_positions_leave_the_old_one() {
    let mut talk = Talk::default();
    talk.say("position startpos moves e2e4");
    let before = talk.fen();
    for line in [
        "position",
        "position fen",
        "position fen nonsense",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e4 hello",
        "position startpos moves e2e4 e7e9 g1f3",
    ] {
        let answer = talk.say(line);
        assert!(answer.len() == 1 && answer[0].starts_with("info string "), "{line}: {answer:?}");
        assert_eq!(talk.fen(), before, "{line}");
    }
    // As in Stockfish: an illegal or unreadable move ends the list, and the moves before it are played.
    for wrong in ["e2e4", "e7e9", "e5"] {
        talk.say("position startpos");
        let answer = talk.say(&format!("position startpos moves e2e4 {wrong} d7d5"));
        assert!(answer.len() == 1 && answer[0].contains("move 2: "), "{answer:?}");
        assert_eq!(talk.fen(), before);
    }
}

#[test]
fn whatever_go_says_a_best_move_comes() {
    let mut talk = Talk::default();
    talk.host.signals = vec![(1, Signal::Stop)];
    for parameters in [
        "movetime 200.5",
        "mate",
        "mate x",
        "depth abc",
        "depth three",
        "depth",
        "nodes 1.5",
        "wtime x btime 5",
        "nodes 1e6",
        "nodes 99999999999999999999 depth 2",
        "wtime 1000.5 btime abc",
        "wtime x btime y winc z binc -",
        "wtime -1 movestogo x",
        "infinite depth x",
        "searchmoves",
        "searchmoves e2e5 e9e9",
        "movetime 99999999999999999999",
        "depth -3",
    ] {
        talk.host.looks = 0;
        let answer = talk.say(&format!("go {parameters}"));
        assert!(!best(&answer).is_empty(), "{parameters}: {answer:?}");
        let is_odd =
            parameters.contains(['x', 'y', '.']) || ["mate", "depth", "searchmoves"].contains(&parameters);
        assert!(!is_odd || answer[0].starts_with("info string go "), "{parameters}: {answer:?}");
    }
    assert_eq!(talk.say("go perft x"), ["info string go perft: a depth such as 5 must follow"]);
}

#[test]
fn a_game_that_goes_on_is_the_game_told_from_its_beginning() {
    let mut talk = Talk::default();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6";
    for line in [
        "position startpos",
        "position startpos moves g1f3",
        "position startpos moves g1f3 g8f6 f3g1 f6g8",
        &format!("position startpos moves {shuffle}"),
        // The same again, with one move taken back, and with a different one instead.
        &format!("position startpos moves {shuffle}"),
        "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3",
        "position startpos moves g1f3 g8f6 f3g1 f6g8 b1c3",
        // A different start position with the same moves, and an illegal move in the middle.
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 moves g1f3",
        "position startpos moves g1f3 g1f3 g8f6",
        "position startpos moves g1f3 g1f3 g8f6 f3g1",
        "position fen nonsense moves g1f3",
        "position startpos moves g1f3 g8f6",
    ] {
        let mut fresh = Talk::default();
        let told = [&mut talk, &mut fresh].map(|talk| {
            talk.say("setoption name Clear Hash");
            let complaint = talk.say(line);
            if line.contains("nonsense") {
                return (complaint, String::new(), Vec::new());
            }
            let infos = infos(&talk.say("go depth 4"));
            let lines = infos.into_iter().map(|info| (info.depth, info.score, info.nodes, info.pv)).collect();
            (complaint, talk.fen(), lines)
        });
        assert_eq!(told[0], told[1], "{line}");
    }
    talk.say("ucinewgame");
    assert_eq!(talk.fen(), Talk::default().fen());
    talk.say("position startpos moves g1f3 g8f6 f3g1");
    assert_eq!(talk.fen(), "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2");
}

#[test]
fn where_there_are_no_files_no_option_names_any() {
    let mut talk = Talk::default();
    let listed = talk.say("uci");
    let names_files = |line: &String| ["LearnFile", "Syzygy"].iter().any(|name| line.contains(name));
    assert!(listed.len() > 5 && !listed.iter().any(names_files), "{listed:?}");
    assert_eq!(
        talk.say("setoption name LearnFile value learned.txt"),
        [
            "info string setoption LearnFile: learned.txt: there are no files here; nothing will be written there"
        ]
    );
    assert_eq!(
        talk.say("setoption name SyzygyPath value folder"),
        ["info string setoption SyzygyPath: folder: there are no files here; there are no tablebases now"]
    );
}

#[test]
fn bad_options_change_nothing() {
    let mut talk = Talk::default();
    for line in [
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value lots",
        "setoption name Hash value 0",
        "setoption name Hash value 99999999999999999999",
        "setoption name MultiPV value 257",
        "setoption name Colour value red",
        "setoption name UCI_Chess960 value perhaps",
    ] {
        let answer = talk.say(line);
        assert!(answer.len() == 1 && answer[0].starts_with("info string setoption"), "{line}: {answer:?}");
    }
    for line in
        ["setoption name hASH value 2", "setoption name  Clear   Hash", "setoption name Threads value 1"]
    {
        assert_eq!(talk.say(line), [""; 0], "{line}");
    }
    assert!(!best(&talk.say("go depth 4")).is_empty());
    assert_eq!(talk.say("setoption name Hash value 1"), [""; 0]);
    assert_eq!(talk.say("isready"), ["readyok"]);
}

#[test]
fn limits() {
    let mut talk = Talk::default();
    for line in [
        "go depth 5",
        "go nodes 3000",
        "go movetime 20",
        "go movetime 0",
        "go movetime -5",
        "go wtime 100",
        "go btime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
        "go btime 100 binc 100 wtime 100 winc 100 movestogo 3",
        "go depth 3 movetime 1000",
        "go depth 4 searchmoves a2a3 h2h3",
        "go searchmoves a2a3 h2h3 depth 4",
        "go depth 0",
        "go nodes 0",
        "go wtime -100",
    ] {
        talk.say("position startpos");
        let answer = talk.say(line);
        let best = best(&answer);
        if line.contains("searchmoves") {
            assert!(["a2a3", "h2h3"].contains(&best.as_str()), "{line}: {best}");
        }
        for info in infos(&answer) {
            assert!(
                info.nodes.is_some() && info.nps.is_some() && info.time.is_some() && info.depth.is_some()
            );
        }
    }
}

#[test]
fn endless_searches_wait() {
    let mut talk = Talk::default();
    // Mate on the board, depth reached, node count reached: only a signal ends the search.
    talk.say("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
    for line in ["go infinite", "go", "go infinite depth 1 movetime 1 nodes 5 mate 1", "go ponder infinite"] {
        best(&talk.go_until(line, 3_000, Signal::Stop));
    }
    for line in
        ["go ponder wtime 1000 btime 1000", "go ponder movetime 1", "go ponder depth 1", "go ponder nodes 7"]
    {
        best(&talk.go_until(line, 3_000, Signal::Stop));
        best(&talk.go_until(line, 3_000, Signal::PonderHit));
    }
    // The same with no legal move.
    talk.say("position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
    assert_eq!(
        talk.go_until("go infinite", 3_000, Signal::Stop),
        ["info depth 0 score cp 0", "bestmove (none)"]
    );
}

#[test]
fn ends_of_games() {
    let mut talk = Talk::default();
    talk.say("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
    assert_eq!(talk.say("go depth 5"), ["info depth 0 score mate 0", "bestmove (none)"]);
    talk.say("position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
    assert_eq!(talk.say("go depth 5"), ["info depth 0 score cp 0", "bestmove (none)"]);
}

#[test]
fn mate_in_two() {
    let mut talk = Talk::default();
    talk.say("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let answer = talk.say("go mate 2");
    assert_eq!(best(&answer), "a1a6");
    assert_eq!(infos(&answer).last().and_then(|info| info.score), Some(Score::Mate(2)));
}

#[test]
fn lines_come_together_from_the_best() {
    let mut talk = Talk::default();
    talk.say("setoption name MultiPV value 3");
    talk.say("setoption name UCI_ShowWDL value true");
    let answer = talk.say("go depth 6");
    best(&answer);
    let infos = infos(&answer);
    for (index, info) in infos.iter().enumerate() {
        // Depth 6 is reported twice: when it is done, and before the best move.
        assert_eq!(info.depth, Some((index as u32 / 3 + 1).min(6)), "{info}");
        assert_eq!(info.multipv, Some(index as u32 % 3 + 1));
        let wdl = info.wdl.expect("asked for");
        assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000);
    }
}

#[test]
fn castling_is_written_as_the_variant_asks() {
    let mut talk = Talk::default();
    let only = |talk: &mut Talk, mv: &str| best(&talk.say(&format!("go depth 2 searchmoves {mv}")));
    talk.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(only(&mut talk, "e1g1"), "e1g1");
    assert_eq!(only(&mut talk, "e1h1"), "e1g1");
    talk.say("setoption name UCI_Chess960 value true");
    assert_eq!(only(&mut talk, "e1h1"), "e1h1");
    talk.say("position fen 3k4/8/8/8/8/8/8/4RKR1 w GE - 0 1 moves f1g1 d8c8");
    assert!(talk.fen().starts_with("2k5/8/8/8/8/8/8/4RRK1 w"), "{}", talk.fen());
}

/// Stale castling letters after the king has castled aren't rights, except in Chess960.
#[test]
fn stale_castling_rights_are_dropped_unless_chess960_is_played() {
    let mut talk = Talk::default();
    let castled = "r5k1/8/8/8/8/8/8/R5K1 w Qq - 0 1";
    let said = talk.say(&format!("position fen {castled}"));
    assert!(said.iter().any(|line| line.contains("castling rights")), "{said:?}");
    assert_eq!(talk.fen(), "r5k1/8/8/8/8/8/8/R5K1 w - - 0 1");
    assert_eq!(talk.say("position fen r5k1/8/8/8/8/8/8/R5K1 w Aa - 0 1"), [""; 0]);
    assert_eq!(talk.fen(), castled);
    talk.say("setoption name UCI_Chess960 value true");
    assert_eq!(talk.say(&format!("position fen {castled}")), [""; 0]);
    assert_eq!(talk.fen(), castled);
}

#[test]
fn a_position_may_be_pasted_from_a_web_page() {
    let mut talk = Talk::default();
    for fen in [
        "k6r/8/8/8/8/8/8/K6R w – – 0 1",
        "k6r/8/8/8/8/8/8/K6R w — —",
        "k6r/8/8/8/8/8/8/K6R w - - 0 1;",
        "k6r/8/8/8/8/8/8/K6R w - - hmvc 0; fmvn 1;",
        "k6r/8/8/8/8/8/8/K6R\u{A0}w\u{A0}−\u{A0}−",
    ] {
        talk.say("position startpos");
        assert_eq!(talk.say(&format!("position fen {fen} moves h1h2")), [""; 0], "{fen}");
        assert_eq!(talk.fen(), "k6r/8/8/8/8/8/7R/K7 b - - 1 1", "{fen}");
    }
    let said = talk.say("position fen k6r/8/8/8/8/8/8/K6R w - - 0 1 and more");
    assert!(said[0].contains("and more"), "{said:?}");
}

#[test]
fn perft_as_stockfish_prints_it() {
    let mut talk = Talk::default();
    let answer = talk.say("go perft 3");
    assert_eq!(answer.iter().filter(|line| line.len() > 5 && line.as_bytes()[4] == b':').count(), 20);
    assert!(answer.contains(&"e2e4: 600".to_owned()) && answer.contains(&"Nodes searched: 8902".to_owned()));
    assert_eq!(talk.say("perft 2").iter().filter(|line| *line == "Nodes searched: 400").count(), 1);
    assert_eq!(talk.say("go perft 0").iter().filter(|line| *line == "Nodes searched: 1").count(), 1);
}

#[test]
fn the_board_and_its_evaluation_are_printed() {
    let mut talk = Talk::default();
    talk.say("position startpos moves e2e4");
    let board = talk.say("d").join("\n");
    assert!(board.contains(" | R | N | B | Q | K | B | N | R | 1"), "{board}");
    assert!(board.contains("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"), "{board}");
    // The published Polyglot key of this position.
    assert!(board.contains("Key: 823C9B50FD114196"), "{board}");
    let table = talk.say("eval").join("\n");
    assert!(table.contains("Material") && table.contains("Evaluation: "), "{table}");
    assert!(talk.say("help").join("\n").contains("bench"));
    let json = talk.say("eval json");
    assert_eq!(json.len(), 1, "one line: {json:?}");
    assert!(json[0].starts_with("{\"total\":") && json[0].contains("\"pieces\":{\"a1\":"), "{json:?}");
    let tables = talk.say("eval tables");
    assert_eq!((tables.len(), tables[0].matches('[').count()), (1, 6 * 65), "six tables of 64 pairs");
    assert!(tables[0].starts_with("{\"P\":[[0,0],"), "{tables:?}");
}

#[test]
fn bench_ends_with_its_signature() {
    let mut talk = Talk::default();
    let signature = |answer: &[String]| {
        let last: Vec<String> = answer.last().expect("a line").split(' ').map(str::to_owned).collect();
        assert!(last.len() == 4 && last[1] == "nodes" && last[3] == "nps", "{last:?}");
        last[0].parse::<u64>().expect("a number")
    };
    let first = signature(&talk.say("bench depth 4"));
    // The result doesn't depend on earlier commands, and `bench` changes nothing.
    talk.say("setoption name Hash value 1");
    talk.say("position fen 8/8/4k3/8/8/4K3/4P3/8 w - - 0 1");
    talk.say("go depth 6");
    assert_eq!(signature(&talk.say("bench depth 4")), first);
    assert!(talk.fen().starts_with("8/8/4k3"));
    let split = talk.say("bench depth 2").iter().rev().nth(1).cloned().unwrap_or_default();
    assert!(split.contains("negamax_nodes") && split.contains("quiescence_nodes"), "{split}");
}

#[test]
fn the_transcripts_are_held() {
    let path = std::env::var_os("TABIA_SHARED_DATA").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        std::path::PathBuf::from,
    );
    if !path.is_dir() {
        assert!(std::env::var_os("CI").is_none(), "conformance data missing: {}", path.display());
        eprintln!("SKIPPED: conformance data missing: {} (set TABIA_SHARED_DATA)", path.display());
        return;
    }
    let mut held = 0;
    for entry in std::fs::read_dir(path.join("uci")).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a transcript is UTF-8");
        if !text.contains("\n> uci") && !text.starts_with("> uci") {
            continue;
        }
        let mut talk = Talk::default();
        let name = path.display().to_string();
        for line in text.lines().filter_map(|line| line.strip_prefix("> ")) {
            let command = Command::parse(line).unwrap_or_else(|error| panic!("{name}: {line}: {error}"));
            match command {
                Some(Command::Go(go)) => {
                    let endless = go.infinite || go.ponder || go.is_unlimited();
                    let answer = if endless {
                        talk.go_until(line, 500, Signal::Stop)
                    } else {
                        // A search for a mate that doesn't exist would never end.
                        talk.host.looks = 0;
                        talk.host.signals = vec![(2_000, Signal::Stop)];
                        talk.say(line)
                    };
                    best(&answer);
                }
                Some(Command::Quit) => break,
                Some(Command::Uci) => {
                    assert_eq!(talk.say(line).last().map(String::as_str), Some("uciok"), "{name}");
                }
                Some(Command::IsReady) => assert_eq!(talk.say(line), ["readyok"], "{name}"),
                _ => {
                    talk.say(line);
                }
            }
        }
        held += 1;
    }
    assert!(held >= 15, "{held} transcripts");
}

#[test]
fn weakened_play() {
    let mut talk = Talk::default();
    for line in ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1000"] {
        assert_eq!(talk.say(line), [""; 0]);
    }
    let mut games = Vec::new();
    for seed in [1, 1, 2, 3, 4] {
        talk.say("ucinewgame");
        talk.say(&format!("setoption name Skill Seed value {seed}"));
        talk.say("position startpos moves e2e4");
        let answer = talk.say("go depth 30");
        // The levels search few nodes, and report the move they play.
        assert!(infos(&answer).last().and_then(|info| info.nodes).is_some_and(|nodes| nodes < 5_000));
        games.push(best(&answer));
    }
    assert_eq!(games[0], games[1], "the same seed, the same move");
    assert!(games[1..].iter().any(|mv| *mv != games[0]), "{games:?}");
    // Neither analysis nor full skill is weakened.
    talk.say("setoption name UCI_AnalyseMode value true");
    talk.say("ucinewgame");
    talk.say("position startpos moves e2e4");
    let analysed = talk.say("go nodes 20000");
    talk.say("setoption name UCI_LimitStrength value false");
    talk.say("setoption name UCI_AnalyseMode value false");
    talk.say("ucinewgame");
    talk.say("position startpos moves e2e4");
    let full = talk.say("go nodes 20000");
    assert_eq!(best(&full), best(&analysed));
    assert_eq!(infos(&full).last().map(|info| info.nodes), Some(Some(20_000)));
    talk.say("setoption name Skill Level value 0");
    assert!(
        infos(&talk.say("go nodes 20000"))
            .last()
            .and_then(|info| info.nodes)
            .is_some_and(|nodes| nodes < 5_000)
    );
}

/// A beginner looks at what has just happened, so the last move matters.
#[test]
fn beginners_know_the_last_move() {
    let mut talk = Talk::default();
    for line in ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 300"] {
        assert_eq!(talk.say(line), [""; 0]);
    }
    // The pawn on e5 attacks the knight.
    let game = "position startpos moves e2e4 g8f6 e4e5";
    let set_up = "position fen rnbqkb1r/pppppppp/5n2/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";
    let mut saved = |position: &str| -> usize {
        let moves = (0..40).map(|seed| {
            talk.say("ucinewgame");
            talk.say(&format!("setoption name Skill Seed value {seed}"));
            talk.say(position);
            best(&talk.say("go depth 5"))
        });
        moves.filter(|mv| mv.starts_with("f6")).count()
    };
    let (told, untold) = (saved(game), saved(set_up));
    assert!(told >= 30 && untold + 8 <= told, "{told} and {untold} of 40");
}

#[test]
fn personality_shows_in_the_evaluation() {
    let mut talk = Talk::default();
    talk.say("position fen r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1");
    let row = |lines: &[String], term: &str| {
        lines.iter().find(|line| line.contains(term)).cloned().unwrap_or_else(|| panic!("{term}: {lines:#?}"))
    };
    let usual = talk.say("eval");
    for (option, term) in [
        ("King Safety", "King safety"),
        ("Pawn Structure", "Pawn structure"),
        ("Blocked Pawns", "Pawn structure"),
        ("King Safety Asymmetry", "King safety"),
    ] {
        let (value, default) = if option.ends_with("Asymmetry") { (60, 0) } else { (160, 100) };
        talk.say(&format!("setoption name {option} value {value}"));
        let changed = talk.say("eval");
        let same = row(&usual, term) == row(&changed, term);
        // No pawn is blocked here.
        assert_eq!(same, option == "Blocked Pawns", "{option}");
        assert_eq!(row(&usual, "Threats"), row(&changed, "Threats"));
        talk.say(&format!("setoption name {option} value {default}"));
        assert_eq!(talk.say("eval"), usual, "{option}");
    }
    talk.say("position fen 4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1");
    let usual = row(&talk.say("eval"), "Pawn structure");
    talk.say("setoption name Blocked Pawns value 200");
    assert_ne!(row(&talk.say("eval"), "Pawn structure"), usual);
}

#[test]
fn what_is_learned_is_an_exact_score() {
    let mut talk = Talk::default();
    talk.say("setoption name Learn value true");
    talk.say("position fen r1b1r1k1/pp1nqp2/2p1p1pp/8/4N3/P1Q1P3/1P3PPP/1BRR2K1 w - - 0 1");
    let mut inexact = 0;
    for nodes in (6_000..16_000).step_by(100) {
        talk.say("setoption name Clear Hash");
        talk.say("learn clear");
        let answer = infos(&talk.say(&format!("go nodes {nodes}")));
        let exported = talk.say("learn export");
        let exact = answer.iter().rev().find(|info| info.bound.is_none()).expect("an exact line");
        if exported.len() == 1 {
            continue; // Too shallow.
        }
        let (score, mv) = (exact.score.expect("a score"), exact.pv[0]);
        let wanted = format!(" score {score} move {mv} fen ");
        assert!(exported[0].contains(&wanted), "{nodes} nodes: {exported:?} after {exact}");
        inexact += usize::from(answer.last().is_some_and(|last| last.bound.is_some()));
    }
    assert!(inexact > 0, "no search was stopped behind its window");
}

#[test]
fn what_was_learned_outlives_the_game() {
    // White's pawn promotes first, which a shallow search doesn't see: Black to move is lost with three pawns
    // against one.
    let lost = "position fen 8/ppp5/1k6/8/7P/8/8/6K1 b - - 0 1";
    let before = "position fen 8/ppp5/1k6/8/8/7P/8/6K1 w - - 0 1";
    let mut talk = Talk::default();
    assert_eq!(talk.say("learn export"), ["learn end 0"]);
    talk.say("setoption name Learn value true");
    talk.say(lost);
    talk.say("go depth 4");
    assert_eq!(talk.say("learn export"), ["learn end 0"], "too shallow to be kept");
    talk.say("go depth 14");
    let exported = talk.say("learn export");
    assert_eq!(exported.len(), 2, "{exported:?}");
    assert!(
        exported[0].starts_with("learn add depth 14 score cp ") && exported[1] == "learn end 1",
        "{exported:?}"
    );
    talk.say("ucinewgame");
    assert_eq!(talk.say("learn export"), exported, "a new game forgets nothing that was learned");

    // Another session imports what was learned, and sees at depth 1 what took depth 14; so does the move
    // before.
    let mut other = Talk::default();
    assert_eq!(other.say(&exported[0]), [""; 0]);
    let learned = exported[0].split(' ').nth(6).and_then(|word| word.parse::<i32>().ok()).expect("a score");
    let score_before = |talk: &mut Talk| {
        talk.say(before);
        match infos(&talk.say("go depth 1 searchmoves h3h4")).last().and_then(|info| info.score) {
            Some(Score::Cp(score)) => score,
            other => panic!("{other:?}"),
        }
    };
    other.say(&format!("{before} moves h3h4"));
    let first = exported[0].split(' ').nth(8).expect("a move").to_owned();
    assert_eq!(best(&other.say("go nodes 1")), first, "the learned move is tried first");
    assert_eq!(score_before(&mut other), -learned);
    let unlearned = score_before(&mut Talk::default());
    assert!(learned < 0 && unlearned < 0, "{learned} learned, {unlearned} without it");

    assert_eq!(other.say("learn clear"), [""; 0]);
    assert_eq!(other.say("learn export"), ["learn end 0"]);
    for bad in [
        "learn add depth 9 score cp 1 move e2e5 fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "learn add depth 9 score cp 1 move e2e4 fen nonsense",
        "learn joho",
    ] {
        assert!(other.say(bad)[0].starts_with("info string learn"), "{bad}");
    }
    assert_eq!(other.say("learn export"), ["learn end 0"]);
}

#[test]
fn a_net_evaluates_while_there_is_one() {
    let mut talk = Talk::default();
    let default = if cfg!(feature = "net-by-default") { "<built-in>" } else { "<empty>" };
    let option = format!("option name EvalFile type string default {default}");
    assert!(talk.say("uci").contains(&option));
    talk.say("setoption name EvalFile value <empty>");
    let signature = |talk: &mut Talk| talk.say("bench 3").pop().unwrap_or_default();
    let nodes = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    let classic = nodes(&signature(&mut talk));
    let answer = talk.say("setoption name EvalFile value my net.nnue");
    assert_eq!(answer, ["info string my net.nnue: a net of 2 x 16 neurons evaluates"]);
    assert_ne!(nodes(&signature(&mut talk)), classic);
    let table = talk.say("eval").join("\n");
    assert!(table.contains("| Material") && table.contains("Evaluation by the net: +"), "{table}");
    let json = talk.say("eval json").join("");
    assert!(json.contains(r#","net":{"hidden":16,"total":"#) && json.ends_with("}}}"), "{json}");
    for (path, fault) in [
        ("short.nnue", "short.nnue: 1000 bytes, but its header says"),
        ("none.nnue", "none.nnue: no such file"),
    ] {
        talk.say("setoption name EvalFile value my net.nnue");
        let answer = talk.say(&format!("setoption name EvalFile value {path}"));
        assert_eq!(answer.len(), 1);
        assert!(answer[0].starts_with(&format!("info string setoption EvalFile: {fault}")), "{answer:?}");
        assert_eq!(nodes(&signature(&mut talk)), classic, "the classical terms again");
    }
    let answer = talk.say("setoption name EvalFile value <built-in>").join("");
    if cfg!(feature = "net") {
        assert!(answer.starts_with("info string <built-in>: a net of 2 x "), "{answer}");
        assert_ne!(nodes(&signature(&mut talk)), classic);
    } else {
        assert_eq!(
            answer,
            "info string setoption EvalFile: <built-in>: this build comes without a net; the classical terms evaluate"
        );
    }
    talk.say("setoption name EvalFile value my net.nnue");
    assert!(talk.say("setoption name EvalFile value <empty>").is_empty());
    assert_eq!(nodes(&signature(&mut talk)), classic);
    assert!(!talk.say("eval").join("").contains("net"));
}

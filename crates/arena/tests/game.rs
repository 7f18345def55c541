//! Games between scripted engines: what a host has to do, and every way in which an engine can fail in a
//! game.

use tabia_arena::player::{Output, PlayerConfig, PlayerLimits, Role, Transport, UciPlayer};
use tabia_arena::{
    Adjudication, Choice, Game, GameRecord, GameStatus, Knowledge, Limits, Opening, Participant, Referee,
    Report, TablebaseResult,
};
use tabia_chess::{Color, Position};

/// What an engine does in response to a line.
#[derive(Clone, Debug)]
enum Act {
    /// Prints this, after a delay in milliseconds.
    Says(&'static str, f64),
    /// Disconnects.
    Dies(&'static str),
}

/// An engine: its response to each line, by the line and the number of earlier lines that begin with the same
/// word.
type Script = fn(&str, usize) -> Vec<Act>;

/// Follows the protocol and plays knight moves.
fn good(line: &str, count: usize) -> Vec<Act> {
    let white = ["g1f3", "f3g1"];
    let black = ["g8f6", "f6g8"];
    match line {
        "uci" => vec![Act::Says("id name Good\nuciok", 1.0)],
        "isready" => vec![Act::Says("readyok", 1.0)],
        "stop" => vec![Act::Says("bestmove a2a3", 1.0)],
        "go nodes 5" | "go movetime 100" | "ponderhit" => {
            let moves = if count < 100 { white } else { black };
            let text = match moves[count % 2] {
                "g1f3" => "info depth 1 score cp 5 pv g1f3\nbestmove g1f3 ponder g8f6",
                "f3g1" => "info depth 1 score cp 5 pv f3g1\nbestmove f3g1 ponder f6g8",
                "g8f6" => "info depth 1 score cp 5 pv g8f6\nbestmove g8f6",
                _ => "info depth 1 score cp 5 pv f6g8\nbestmove f6g8",
            };
            vec![Act::Says(text, 3.0)]
        }
        _ => vec![],
    }
}

fn black(line: &str, count: usize) -> Vec<Act> {
    good(line, count + 100)
}

/// No own books and no tables.
struct Nothing;

impl Knowledge for Nothing {}

/// A host with scripted engines. Time passes only while waiting for one.
struct Host {
    game: Game,
    scripts: [Script; 2],
    transport: Transport,
    now_ms: f64,
    /// Whether it reads both engines while waiting for one.
    reads_both: bool,
    sent: Vec<(Color, String)>,
    searches: [usize; 2],
    /// Lines and disconnections that have not arrived yet.
    coming: [Vec<(f64, Result<String, String>)>; 2],
}

const LIMITS: PlayerLimits = PlayerLimits {
    start_ms: 1000.0,
    uciok_ms: 1000.0,
    readyok_ms: 1000.0,
    stop_ms: 50.0,
    ponder_stop_ms: 3000.0,
    silence_ms: f64::INFINITY,
};

impl Host {
    fn new(scripts: [Script; 2], transport: Transport, limits: (&str, &str), ponders: [bool; 2]) -> Self {
        let rules = Adjudication { max_moves: Some(3), ..Adjudication::default() };
        Self::with_rules(scripts, transport, limits, ponders, rules)
    }

    fn with_rules(
        scripts: [Script; 2],
        transport: Transport,
        limits: (&str, &str),
        ponders: [bool; 2],
        rules: Adjudication,
    ) -> Self {
        let mut bounds = Limits { timeout_ms: 2000, ..Limits::default() };
        assert_eq!(bounds.set(limits.0, limits.1), Ok(true));
        let participants = ["A", "B"].map(|name| Participant { name: name.into(), limits: bounds.clone() });
        let referee = Referee::new(participants, &Opening::default(), rules);
        let config =
            PlayerConfig { transport, limits: LIMITS, options: Vec::new(), role: Role::play(ponders[0]) };
        let players = [UciPlayer::new(config.clone()), UciPlayer::new(config)];
        Self {
            game: Game::new(referee, players, ponders),
            scripts,
            transport,
            now_ms: 0.0,
            reads_both: false,
            sent: Vec::new(),
            searches: [0; 2],
            coming: [Vec::new(), Vec::new()],
        }
    }

    fn play(mut self, knowledge: &mut dyn Knowledge) -> (GameRecord, Vec<Report>, Vec<(Color, String)>) {
        let mut reports = Vec::new();
        self.game.begin(self.now_ms);
        loop {
            while let Some((color, output)) = self.game.next_output() {
                self.act(color, output);
            }
            reports.extend(self.game.take_reports());
            match self.game.status() {
                GameStatus::Turn => self.game.next_turn(knowledge, self.now_ms),
                GameStatus::Waiting => self.wait(),
                GameStatus::Over => break,
                GameStatus::CannotStart(color) => {
                    let reason = self.game.player(color).lost_because().to_owned();
                    reports.push(Report::Fault(color, format!("cannot start: {reason}")));
                    break;
                }
            }
        }
        let (record, players) = self.game.finish();
        assert!(players.iter().all(|player| player.search_since_ms().is_none()), "nobody thinks on");
        (record, reports, self.sent)
    }

    fn act(&mut self, color: Color, output: Output) {
        let side = color.index();
        match output {
            Output::Start => self.game.started(color, self.now_ms),
            Output::Kill => self.coming[side].clear(),
            Output::Line(line) => {
                self.sent.push((color, line.clone()));
                let count = self.searches[side];
                self.searches[side] += usize::from(
                    line.starts_with("go") && !line.starts_with("go ponder") || line == "ponderhit",
                );
                let acts = (self.scripts[side])(&line, count);
                for act in acts {
                    match act {
                        Act::Says(text, ms) => {
                            let lines = text.lines().map(|line| (self.now_ms + ms, Ok(line.to_owned())));
                            self.coming[side].extend(lines);
                        }
                        Act::Dies(why) => self.coming[side].push((self.now_ms, Err(why.to_owned()))),
                    }
                }
                if self.transport == Transport::Calls {
                    self.finish_call(color);
                }
            }
        }
    }

    /// Runs everything that the engine does before its call returns.
    fn finish_call(&mut self, color: Color) {
        for (at_ms, act) in std::mem::take(&mut self.coming[color.index()]) {
            self.now_ms = self.now_ms.max(at_ms);
            self.game.time(self.now_ms);
            match act {
                Ok(line) => _ = self.game.line(color, &line, self.now_ms),
                Err(why) => return self.game.disconnected(color, why, self.now_ms),
            }
        }
        self.game.returned(color, self.now_ms);
    }

    fn wait(&mut self) {
        let color = self.game.waits_for().expect("somebody is waited for");
        let deadline_ms = self.game.deadline_ms().expect("who is waited for has a deadline");
        if self.reads_both {
            self.read_other(!color, deadline_ms);
        }
        let coming = &mut self.coming[color.index()];
        if coming.first().is_some_and(|(at_ms, _)| *at_ms <= deadline_ms) {
            let (at_ms, act) = coming.remove(0);
            self.now_ms = self.now_ms.max(at_ms);
            match act {
                Ok(line) => _ = self.game.line(color, &line, at_ms),
                Err(why) => self.game.disconnected(color, why, at_ms),
            }
        } else {
            self.now_ms = deadline_ms;
            self.game.time(deadline_ms);
        }
    }
}

impl Host {
    /// Reads the other engine's output until something happens.
    fn read_other(&mut self, other: Color, deadline_ms: f64) {
        let until_ms = self.coming[(!other).index()].first().map_or(deadline_ms, |(at_ms, _)| *at_ms);
        let coming = &mut self.coming[other.index()];
        while coming.first().is_some_and(|(at_ms, _)| *at_ms <= until_ms) {
            let (at_ms, line) = coming.remove(0);
            self.game.line(other, &line.expect("it lives"), at_ms);
        }
    }
}

const NODES: (&str, &str) = ("nodes", "5");

/// Plays a game with this engine as White against a good one.
fn against_good(script: Script, transport: Transport, limits: (&str, &str)) -> (GameRecord, Vec<Report>) {
    let (record, reports, _) = Host::new([script, black], transport, limits, [false; 2]).play(&mut Nothing);
    (record, reports)
}

#[test]
fn a_game_is_played_alike_through_pipes_and_calls() {
    for transport in [Transport::Stream, Transport::Calls] {
        let (record, reports, sent) =
            Host::new([good, black], transport, NODES, [false; 2]).play(&mut Nothing);
        assert_eq!(record.conclusion.to_string(), "Draw by adjudication", "{transport:?}");
        assert_eq!((record.plies.len(), record.warnings.len()), (6, 0));
        assert_eq!(reports, []);
        let of_white = sent.iter().filter(|(color, _)| color.is_white()).map(|(_, line)| line.as_str());
        let lines: Vec<&str> = of_white.take(7).collect();
        let expected: &[&str] = match transport {
            Transport::Stream => {
                &["uci", "isready", "ucinewgame", "isready", "position startpos", "isready", "go nodes 5"]
            }
            Transport::Calls => {
                &["uci", "isready", "ucinewgame", "isready", "position startpos", "go nodes 5"]
            }
        };
        assert_eq!(lines[..expected.len()], *expected);
    }
}

#[test]
fn what_an_engine_does_wrong_loses_the_game() {
    type Case = (Script, (&'static str, &'static str), &'static str, &'static str);
    let cases: [Case; 8] = [
        (
            |line, n| if line.starts_with("go") { vec![] } else { good(line, n) },
            NODES,
            "White's connection stalls",
            "no bestmove within 2 s",
        ),
        (
            |line, n| if line.starts_with("go") || line == "stop" { vec![] } else { good(line, n) },
            NODES,
            "White's connection stalls",
            "no bestmove within 2 s",
        ),
        (
            |line, n| if line.starts_with("go") { vec![] } else { good(line, n) },
            ("movetime", "0.1"),
            "White loses on time",
            "",
        ),
        (
            |line, n| {
                if line.starts_with("go") { vec![Act::Says("bestmove g1f3", 150.0)] } else { good(line, n) }
            },
            ("movetime", "0.1"),
            "White loses on time (51ms overrun)",
            "",
        ),
        (
            |line, n| if line.starts_with("go") { vec![Act::Dies("it trapped")] } else { good(line, n) },
            NODES,
            "White disconnects",
            "it trapped",
        ),
        (
            |line, n| if line == "ucinewgame" { vec![Act::Dies("it trapped")] } else { good(line, n) },
            NODES,
            "White disconnects",
            "it trapped",
        ),
        (
            |line, n| {
                if line.starts_with("go") { vec![Act::Says("bestmove a1a1", 1.0)] } else { good(line, n) }
            },
            NODES,
            "White makes an illegal move",
            "a1a1",
        ),
        (
            |line, n| {
                if line.starts_with("position") { vec![Act::Dies("it trapped")] } else { good(line, n) }
            },
            NODES,
            "White disconnects",
            "it trapped",
        ),
    ];
    for (script, limits, words, detail) in cases {
        let (record, _) = against_good(script, Transport::Stream, limits);
        assert_eq!((record.conclusion.to_string().as_str(), record.detail.as_str()), (words, detail));
    }
}

/// Failures inside a call.
#[test]
fn what_an_engine_does_wrong_in_a_call_loses_the_game() {
    let silent: Script = |line, n| if line.starts_with("go") { vec![] } else { good(line, n) };
    let (record, reports) = against_good(silent, Transport::Calls, NODES);
    assert_eq!(record.conclusion.to_string(), "White's connection stalls");
    assert_eq!(record.detail, "it came back from \"go nodes 5\" without a move");
    assert_eq!(reports, [Report::Fault(Color::White, record.detail)]);

    let late: Script = |line, n| {
        if line.starts_with("go") {
            vec![Act::Says("info depth 1", 2020.0), Act::Says("bestmove g1f3", 2040.0)]
        } else {
            good(line, n)
        }
    };
    let (record, reports) = against_good(late, Transport::Calls, NODES);
    assert_eq!(record.conclusion.to_string(), "White's connection stalls");
    assert_eq!((record.detail.as_str(), reports.len()), ("no bestmove within 2 s", 0), "it obeyed");

    let endless: Script = |line, n| {
        if line.starts_with("go") {
            vec![Act::Says("info depth 1", 2020.0), Act::Says("info depth 1", 2090.0)]
        } else {
            good(line, n)
        }
    };
    let (record, reports) = against_good(endless, Transport::Calls, NODES);
    assert_eq!(record.conclusion.to_string(), "White's connection stalls");
    assert!(record.detail.contains("did not come to an end within 50 ms"), "{}", record.detail);
    assert_eq!(reports.len(), 1);

    // It traps after its move: the move counts, and the loss is noticed in its next turn.
    let trap: Script = |line, n| {
        let mut acts = good(line, n);
        if line.starts_with("go") {
            acts.push(Act::Dies("it trapped"));
        }
        acts
    };
    let (record, reports) = against_good(trap, Transport::Calls, NODES);
    assert_eq!(record.conclusion.to_string(), "White disconnects");
    assert_eq!(
        (record.plies.len(), record.detail.as_str()),
        (2, "it is gone since its last move: it trapped")
    );
    assert_eq!(reports[0], Report::Fault(Color::White, "it trapped".into()));

    // It takes too long in `position`.
    let slow: Script = |line, n| {
        if line.starts_with("position") { vec![Act::Says("info string x", 120.0)] } else { good(line, n) }
    };
    let (record, _) = against_good(slow, Transport::Calls, ("movetime", "0.01"));
    assert_eq!(record.conclusion.to_string(), "White loses on time");
}

#[test]
fn time_before_readyok_is_thinking_time() {
    let slow: Script = |line, n| match line {
        "isready" if n == 0 => vec![Act::Says("readyok", 90.0)],
        _ => good(line, n),
    };
    let (record, _) = against_good(slow, Transport::Stream, ("movetime", "0.1"));
    let report = record.plies[0].search.as_ref().unwrap();
    assert!((report.time_ms - 93.0).abs() < 1e-9, "{}", report.time_ms);
}

#[test]
fn an_engine_that_never_ran_is_no_loser() {
    for (script, reason) in [
        ((|_, _| vec![]) as Script, "cannot start: it did not answer uci within 1 s"),
        (|_, _| vec![Act::Dies("it trapped")], "cannot start: it trapped"),
    ] {
        let (record, reports) = against_good(script, Transport::Stream, NODES);
        assert_eq!(reports, [Report::Fault(Color::White, reason.into())]);
        assert!(!record.conclusion.is_finished());
    }
}

#[test]
fn an_engine_is_started_again_for_its_next_game() {
    let mut host = Host::new([good, black], Transport::Stream, NODES, [false; 2]);
    host.game.begin(0.0);
    while host.game.status() == GameStatus::Waiting {
        while let Some((color, output)) = host.game.next_output() {
            host.act(color, output);
        }
        if host.game.status() == GameStatus::Waiting {
            host.wait();
        }
    }
    host.game.disconnected(Color::White, "it trapped".into(), host.now_ms);
    host.game.next_turn(&mut Nothing, host.now_ms);
    let (record, players) = host.game.finish();
    assert_eq!(record.detail, "it is gone since its last move: it trapped");
    for (script, words) in [(good as Script, "Draw by adjudication"), (|_, _| vec![], "White disconnects")] {
        let mut next = Host::new([script, black], Transport::Stream, NODES, [false; 2]);
        let fresh = next.game.finish().0;
        let participants = fresh
            .players
            .map(|name| Participant { name, limits: Limits { nodes: Some(5), ..Limits::default() } });
        let rules = Adjudication { max_moves: Some(3), ..Adjudication::default() };
        next.game =
            Game::new(Referee::new(participants, &Opening::default(), rules), players.clone(), [false; 2]);
        let (record, reports, _) = next.play(&mut Nothing);
        assert_eq!(record.conclusion.to_string(), words);
        let is_told = reports.iter().any(|report| {
            matches!(report, Report::NotRestarted(Color::White, text) if text.starts_with("it could not be started again: "))
        });
        assert_eq!(is_told, words == "White disconnects");
    }
}

#[test]
fn players_ponder_on_what_they_expect() {
    let (record, reports, sent) =
        Host::new([good, black], Transport::Stream, NODES, [true, false]).play(&mut Nothing);
    assert_eq!(record.conclusion.to_string(), "Draw by adjudication");
    assert_eq!((reports, record.warnings.len()), (vec![], 0));
    let of_white: Vec<&str> =
        sent.iter().filter(|(color, _)| color.is_white()).map(|(_, line)| line.as_str()).collect();
    assert_eq!(of_white.iter().filter(|line| **line == "ponderhit").count(), 2, "{of_white:?}");
    assert!(of_white.contains(&"go ponder nodes 5"));

    // Another move is played than the one it expects.
    let surprised: Script = |line, n| match line {
        "go nodes 5" if n == 0 => vec![Act::Says("bestmove g1f3 ponder e7e5", 1.0)],
        "go nodes 5" => vec![Act::Says("bestmove f3g1", 1.0)],
        _ => good(line, n),
    };
    let (record, _, sent) =
        Host::new([surprised, black], Transport::Stream, NODES, [true, false]).play(&mut Nothing);
    let of_white: Vec<&str> =
        sent.iter().filter(|(color, _)| color.is_white()).map(|(_, line)| line.as_str()).collect();
    let stop = of_white.iter().position(|line| *line == "stop").unwrap();
    assert!(of_white[stop + 1].starts_with("position startpos moves g1f3 g8f6"), "{of_white:?}");
    assert_eq!(record.plies[2].mv.to_string(), "f3g1");

    let deaf: Script = |line, n| match line {
        "stop" => vec![],
        "go nodes 5" => vec![Act::Says("bestmove g1f3 ponder e7e5", 1.0)],
        _ => good(line, n),
    };
    let (record, ..) = Host::new([deaf, black], Transport::Stream, NODES, [true, false]).play(&mut Nothing);
    assert_eq!(record.conclusion.to_string(), "White's connection stalls");
    assert_eq!(record.detail, "it did not stop pondering within 3000 ms");
}

/// Ending an obsolete ponder search uses none of the engine's own time and exceeds no limit.
#[test]
fn an_engine_may_take_longer_to_stop_pondering() {
    let slow: Script = |line, n| match line {
        "stop" => vec![Act::Says("bestmove a2a3", 2900.0)],
        line if line.starts_with("go wtime") && n == 0 => vec![Act::Says("bestmove g1f3 ponder e7e5", 1.0)],
        line if line.starts_with("go wtime") => vec![Act::Says("bestmove f3g1", 1.0)],
        _ => good(line, n),
    };
    let black: Script = |line, n| match line {
        line if line.starts_with("go ") => vec![Act::Says(["bestmove g8f6", "bestmove f6g8"][n % 2], 1.0)],
        _ => good(line, n),
    };
    let rules = Adjudication { max_moves: Some(2), ..Adjudication::default() };
    let host = Host::with_rules([slow, black], Transport::Stream, ("tc", "1"), [true, false], rules);
    let (record, reports, _) = host.play(&mut Nothing);
    assert_eq!((record.conclusion.to_string().as_str(), reports), ("Draw by adjudication", vec![]));
    let times = record.plies.iter().map(|ply| ply.search.as_ref().unwrap().time_ms);
    assert!(times.into_iter().all(|ms| (ms - 2.0).abs() < 1e-9), "{:?}", record.plies);
}

/// It moves by itself while pondering, and does not respond to `ponderhit`.
#[test]
fn a_move_before_ponderhit_takes_no_time_and_gives_none() {
    let early: Script = |line, n| match line {
        line if line.starts_with("go ponder") && n % 2 == 1 => {
            vec![Act::Says("info depth 4 score cp 5 pv f3g1\nbestmove f3g1 ponder f6g8", 1.0)]
        }
        line if line.starts_with("go ponder") => {
            vec![Act::Says("info depth 4 score cp 5 pv g1f3\nbestmove g1f3 ponder g8f6", 1.0)]
        }
        line if line.starts_with("go ") => vec![Act::Says("bestmove g1f3 ponder g8f6", 50.0)],
        "ponderhit" => vec![],
        _ => good(line, n),
    };
    let slow: Script = |line, n| match line {
        line if line.starts_with("go ") => {
            vec![Act::Says(["bestmove g8f6", "bestmove f6g8"][n % 2], 400.0)]
        }
        _ => good(line, n),
    };
    for reads_both in [false, true] {
        let mut host = Host::new([early, slow], Transport::Stream, ("tc", "5"), [true, false]);
        host.reads_both = reads_both;
        let (record, _, sent) = host.play(&mut Nothing);
        assert_eq!(record.conclusion.to_string(), "Draw by adjudication", "{reads_both}");
        let times: Vec<f64> =
            record.plies.iter().step_by(2).map(|ply| ply.search.as_ref().unwrap().time_ms).collect();
        // `isready` takes a millisecond.
        assert_eq!(times, [51.0, 0.0, 0.0], "{reads_both}");
        let clocks: Vec<&str> = sent
            .iter()
            .filter(|(color, line)| !color.is_white() && line.starts_with("go "))
            .map(|(_, line)| line.split(' ').nth(2).unwrap())
            .collect();
        assert_eq!(clocks, ["4949"; 3], "a clock without increment does not rise");
        let warnings: Vec<(usize, &str)> =
            record.warnings.iter().map(|warning| (warning.ply, warning.message.as_str())).collect();
        let words = "bestmove while pondering, before ponderhit";
        let of_white: Vec<_> = warnings.into_iter().filter(|(_, text)| *text == words).collect();
        assert_eq!(of_white, [(2, words), (4, words)], "{reads_both}");
    }
}

/// A book for White's first move, and tablebases with every position after a search.
struct BookAndTables;

impl Knowledge for BookAndTables {
    fn own_book(&mut self, color: Color, position: &Position) -> Choice {
        match color {
            Color::White if *position == Position::default() => {
                Choice::Play(position.parse_uci("e2e4").unwrap())
            }
            Color::White => Choice::Nothing,
            Color::Black => Choice::Search(vec![position.parse_uci("g8f6").unwrap()]),
        }
    }

    fn tablebase(&mut self, _: &Position) -> TablebaseResult {
        TablebaseResult::Win(Color::Black)
    }
}

#[test]
fn own_books_and_tables_are_asked() {
    let searcher: Script = |line, n| match line {
        "go nodes 5 searchmoves g8f6" => vec![Act::Says("bestmove g8f6", 1.0)],
        _ => good(line, n),
    };
    let (record, ..) =
        Host::new([good, searcher], Transport::Calls, NODES, [false; 2]).play(&mut BookAndTables);
    assert_eq!(record.conclusion.to_string(), "Black wins by adjudication: SyzygyTB");
    let moves: Vec<String> = record.plies.iter().map(|ply| ply.mv.to_string()).collect();
    assert_eq!(moves, ["e2e4", "g8f6"], "tables are asked behind a search, not behind a book move");
    assert_eq!(record.plies[0].search, None);
}

/// Tablebases with the position after the second move.
struct TablesBehindTwoPlies(TablebaseResult);

impl Knowledge for TablesBehindTwoPlies {
    fn tablebase(&mut self, position: &Position) -> TablebaseResult {
        let is_known = position.turn().is_white() && position.fullmove_number() == 2;
        if is_known { self.0 } else { TablebaseResult::Unknown }
    }
}

#[test]
fn tables_go_before_scores_and_length() {
    let white: Script = |line, n| match line {
        "go nodes 5" => vec![Act::Says("info depth 1 score cp 800\nbestmove g1f3", 1.0)],
        _ => good(line, n),
    };
    let black: Script = |line, n| match line {
        "go nodes 5" => vec![Act::Says("info depth 1 score cp -800\nbestmove g8f6", 1.0)],
        _ => good(line, n),
    };
    let level: Script = |line, n| match line {
        "go nodes 5" => vec![Act::Says("info depth 1 score cp 0\nbestmove g8f6", 1.0)],
        _ => good(line, n),
    };
    let level_white: Script = |line, n| match line {
        "go nodes 5" => vec![Act::Says("info depth 1 score cp 0\nbestmove g1f3", 1.0)],
        _ => good(line, n),
    };
    let resign = Some(tabia_arena::ResignRule { number: 0, count: 1, score: 500, two_sided: true });
    let draw = Some(tabia_arena::DrawRule { number: 0, count: 1, score: 10 });
    let (win, tie) = (TablebaseResult::Win(Color::Black), TablebaseResult::Draw);
    for (scripts, rules, tables, words) in [
        (
            [white, black],
            Adjudication { resign, ..Adjudication::default() },
            tie,
            "Draw by adjudication: SyzygyTB",
        ),
        (
            [level_white, level],
            Adjudication { draw, ..Adjudication::default() },
            win,
            "Black wins by adjudication: SyzygyTB",
        ),
        (
            [level_white, level],
            Adjudication { max_moves: Some(1), ..Adjudication::default() },
            win,
            "Black wins by adjudication: SyzygyTB",
        ),
        // Positions outside the tablebases are adjudicated by scores, as before.
        (
            [white, black],
            Adjudication { resign, ..Adjudication::default() },
            TablebaseResult::Unknown,
            "White wins by adjudication",
        ),
    ] {
        for transport in [Transport::Stream, Transport::Calls] {
            let host = Host::with_rules(scripts, transport, NODES, [false; 2], rules);
            let (record, reports, _) = host.play(&mut TablesBehindTwoPlies(tables));
            assert_eq!((record.conclusion.to_string().as_str(), record.plies.len()), (words, 2));
            assert_eq!(reports, []);
        }
    }
}

#[test]
fn a_game_can_be_broken_off_between_moves() {
    let mut host = Host::new([good, black], Transport::Stream, NODES, [true, true]);
    host.game.begin(0.0);
    let mut turns = 0;
    while host.game.status() != GameStatus::Over {
        while let Some((color, output)) = host.game.next_output() {
            host.act(color, output);
        }
        match host.game.status() {
            GameStatus::Turn if turns == 2 => host.game.interrupt(host.now_ms),
            GameStatus::Turn => {
                turns += 1;
                host.game.next_turn(&mut Nothing, host.now_ms);
            }
            GameStatus::Waiting => host.wait(),
            _ => {}
        }
    }
    let (record, players) = host.game.finish();
    assert!(!record.conclusion.is_finished() && record.plies.len() == 2);
    assert!(players.iter().all(UciPlayer::is_idle), "nobody ponders on");
}

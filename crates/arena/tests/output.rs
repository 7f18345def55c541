//! Output files can be read by the programs they are meant for.

mod common;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tabia_arena::output::pgn::Verbosity;
use tabia_arena::{
    Adjudication, Conclusion, DrawRule, GameRecord, Limits, MatchHeader, MatchProgress, OpeningSource,
    Openings, Order, PairRecord, Ply, Reason, SampleOptions, SearchReport, StoredGame,
};
use tabia_chess::{Color, Position};
use tabia_rng::Rng;
use tabia_stats::PlayerResult;
use tabia_uci::Score;

use common::{play, settings};

/// A match of random games, half of them on Chess960 openings, and its units.
fn played(sample: Option<SampleOptions>) -> (MatchProgress, Vec<PairRecord>) {
    let (openings, problems) = Openings::from_epd(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - hmvc 3; fmvn 9;\n",
    );
    assert_eq!(problems, []);
    let mut settings = settings(2, 16);
    "The \"new\" one \\ beta".clone_into(&mut settings.engines[0].name);
    settings.engines[0].limits.time_control = Some("40/60,15+0.1".parse().unwrap());
    settings.openings.source = OpeningSource::BuiltIn;
    settings.openings.order = Order::Sequential;
    "Test".clone_into(&mut settings.event);
    settings.sample = sample;
    let header = MatchHeader { id: "x".to_owned(), created_ms: 0, settings };
    let game = MatchProgress::new(header, openings).unwrap();
    let names = game.settings().names();
    let units = game.schedule().units().map(|unit| play(&game.task(unit), &names, 11)).collect();
    (game, units)
}

/// Runs a program on a text and returns its output; `None` with a message if it is not installed (a failure
/// in CI).
fn filtered(program: &str, arguments: &[&str], input: &str) -> Option<String> {
    // Debian installs chess programs outside root's path.
    let games = Path::new("/usr/games").join(program);
    let program_path = if games.exists() { games } else { program.into() };
    let child = Command::new(program_path)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            assert!(std::env::var_os("CI").is_none(), "{program}: {error}");
            eprintln!("SKIPPED: {program}: {error}");
            return None;
        }
    };
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{program}: {err}");
    Some(format!("{out}{err}"))
}

fn pgn(game: &MatchProgress, units: &[PairRecord], verbosity: Verbosity) -> String {
    units.iter().map(|unit| game.output(unit).unwrap().pgn(verbosity)).collect()
}

#[test]
fn pgn_extract_reads_every_verbosity_without_a_complaint() {
    let (game, units) = played(None);
    for (verbosity, moves) in [
        (Verbosity::Tags, false),
        (Verbosity::Moves, true),
        (Verbosity::Scores, true),
        (Verbosity::Times, true),
        (Verbosity::Nodes, true),
        (Verbosity::Variations, true),
    ] {
        let text = pgn(&game, &units, verbosity);
        // Standard games only: pgn-extract does not know Chess960 castling.
        let ordinary: String = text
            .split("[Event ")
            .filter(|game| !game.is_empty() && !game.contains("Chess960"))
            .fold(String::new(), |text, game| text + "[Event " + game);
        let Some(read) = filtered("pgn-extract", &["-Wuci", "--nocomments"], &ordinary) else { return };
        assert!(read.contains("8 games matched out of 8"), "{verbosity:?}: {read}");
        for word in ["rror", "arning", "nknown", "issing"] {
            assert!(!read.contains(word), "{verbosity:?}: {word}: {read}");
        }
        // The moves it read are those played.
        let played: Vec<&str> =
            units.iter().step_by(2).flat_map(|unit| &unit.games).map(|game| game.moves.as_str()).collect();
        let one_line = read.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(moves, played.iter().all(|moves| one_line.contains(moves)), "{verbosity:?}: {one_line}");
    }
}

#[test]
fn python_chess_reads_every_verbosity_and_finds_the_same_games() {
    const SCRIPT: &str = "\
import chess.pgn, sys
while (game := chess.pgn.read_game(sys.stdin)) is not None:
    assert not game.errors, game.errors
    moves = [node.move.uci() for node in game.mainline()]
    print(game.headers['White'], game.headers['Black'], game.headers['Result'], game.headers['PlyCount'], ' '.join(moves), sep='|')
";
    let (game, units) = played(None);
    for verbosity in
        [Verbosity::Moves, Verbosity::Scores, Verbosity::Times, Verbosity::Nodes, Verbosity::Variations]
    {
        let text = pgn(&game, &units, verbosity);
        let Some(read) = python(SCRIPT, &text) else { return };
        let expected: Vec<String> = units
            .iter()
            .flat_map(|unit| &unit.games)
            .map(|game| {
                let [white, black] = &game.players;
                format!("{white}|{black}|{}|{}|{}", game.conclusion.result(), game.plies(), game.moves)
            })
            .collect();
        // python-chess does not unescape tags.
        let read = read.replace("\\\"", "\"").replace("\\\\", "\\");
        assert_eq!(read.lines().collect::<Vec<_>>(), expected, "{verbosity:?}");
    }
}

/// Runs a Python script that needs python-chess.
fn python(script: &str, input: &str) -> Option<String> {
    let has_chess = Command::new("python3").args(["-c", "import chess"]).stderr(Stdio::null()).status();
    if !has_chess.is_ok_and(|status| status.success()) {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "python3 has no python-chess");
        eprintln!("SKIPPED: python3 with python-chess is not installed");
        return None;
    }
    filtered("python3", &["-c", script], input)
}

/// Reads final positions with python-chess.
const EPD: &str = "\
import chess, sys
for line in sys.stdin:
    board = chess.Board(chess960=True)
    operations = board.set_epd(line)
    assert board.is_valid() and operations['c9'] in ('1-0', '0-1', '1/2-1/2') and operations['id'].startswith('game '), line
    print('read')
";

#[test]
fn samples_and_final_positions_are_legal_and_resolved_ones_quiet() {
    const SCRIPT: &str = "\
import chess, sys
for line in sys.stdin:
    fen = line.rstrip('\\n').split(',')[0]
    board = chess.Board(fen, chess960=True)
    assert board.is_valid(), line
    print(int(board.is_check()), board.fen(en_passant='fen').split()[5])
";
    let (game, units) = played(Some(SampleOptions { frequency: 0.5, resolve: true }));
    let csv: String = units.iter().map(|unit| game.output(unit).unwrap().samples()).collect();
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    // 16 games of 12 moves, half of them sampled, less those without a score, with a mate score or in check.
    assert!((30..100).contains(&lines.len()), "{}", lines.len());
    for line in &lines {
        let [_, score, result] = line[..] else { panic!("{line:?}") };
        assert!(
            (-450..450).contains(&score.parse::<i32>().unwrap()),
            "no mate score when resolved: {line:?}"
        );
        assert!(["0", "1", "2"].contains(&result), "{line:?}");
    }
    if let Some(read) = python(SCRIPT, &csv) {
        assert!(read.lines().all(|line| line.starts_with('0')), "none in check");
    }
    let again: String = units.iter().map(|unit| game.output(unit).unwrap().samples()).collect();
    assert_eq!(again, csv);
    let epd: String = units.iter().map(|unit| game.output(unit).unwrap().final_epd()).collect();
    assert_eq!(epd.lines().count(), 16);
    let games = units.iter().flat_map(|unit| &unit.games);
    for (index, (line, stored)) in epd.lines().zip(games).enumerate() {
        let record = stored.record().unwrap();
        let epd = tabia_pgn::Epd::parse(line).unwrap();
        assert_eq!(epd.position().unwrap(), record.final_position(), "{line}");
        assert_eq!(epd.text("id"), Some(format!("game {}", index + 1)));
        assert_eq!(epd.text("c0"), Some(stored.players.join(" vs ").replace('"', "'")));
        assert_eq!(epd.text("c1"), Some(record.ending()));
        assert_eq!(epd.text("c9").as_deref(), Some(record.conclusion.result()));
    }
    if let Some(read) = python(EPD, &epd) {
        assert_eq!(read.lines().count(), 16);
    }
}

/// The parts of fastchess's output that `OpenBench` and fishtest's worker look for, without regular expressions:
/// "Finished game" with the result as word 7 (from 1) after a colon, and the report's lines (fishtest's
/// `games.py`).
#[test]
fn lines_are_understood_by_fastchess_readers() {
    let (mut game, units) = played(None);
    for unit in &units {
        game.finish(unit).unwrap();
    }
    let text: String = units.iter().map(|unit| game.output(unit).unwrap().lines()).collect();
    let started = text.lines().filter(|line| line.starts_with("Started game "));
    assert_eq!(started.count(), 16);
    let (mut wins, mut losses, mut draws) = (0, 0, 0);
    let finished: Vec<&str> = text.lines().filter(|line| line.starts_with("Finished game ")).collect();
    assert_eq!(finished.len(), 16);
    for (index, line) in finished.iter().enumerate() {
        let (head, tail) = line.split_once("): ").unwrap();
        let (number, players) = head.strip_prefix("Finished game ").unwrap().split_once(" (").unwrap();
        assert_eq!(number, (index + 1).to_string());
        let (white, black) = players.split_once(" vs ").unwrap();
        assert_eq!(index % 2 == 0, white.starts_with("The"));
        assert_ne!(white, black);
        let (result, reason) = tail.split_once(" {").unwrap();
        assert!(reason.ends_with('}'));
        match (result, index % 2) {
            ("1-0", 0) | ("0-1", 1) => wins += 1,
            ("1/2-1/2", _) => draws += 1,
            ("1-0" | "0-1", _) => losses += 1,
            _ => panic!("{line}"),
        }
        if reason.contains("on time") {
            assert!(reason.contains("ms overrun)"), "{reason}");
        }
    }
    let report = game.snapshot().report;
    let games = report.lines().find(|line| line.starts_with("Games: ")).unwrap();
    assert!(
        games.starts_with(&format!("Games: 16, Wins: {wins}, Losses: {losses}, Draws: {draws}, Points: ")),
        "{games}"
    );
    let penta = report.lines().find(|line| line.starts_with("Ptnml(0-2): [")).unwrap();
    let counts = penta.split_once('[').unwrap().1.split_once("], WL/DD Ratio: ").unwrap().0;
    let counts: Vec<u64> = counts.split(", ").map(|count| count.parse().unwrap()).collect();
    assert_eq!(counts, game.snapshot().ptnml);
    assert_eq!(counts.iter().sum::<u64>(), 8);
}

#[test]
fn the_seed_decides_what_is_sampled() {
    let (game, units) = played(Some(SampleOptions { frequency: 0.3, resolve: false }));
    let text = game.output(&units[0]).unwrap().samples();
    let mut settings = game.settings().clone();
    settings.seed = Rng::new(3).below(1 << 50);
    let header = MatchHeader { settings, ..game.header().clone() };
    let other = MatchProgress::new(header, game.openings().clone()).unwrap();
    assert_ne!(other.output(&units[0]).unwrap().samples(), text);
}

/// As in c-chess-cli's `engine_parse_info` and `game_play`.
#[test]
fn samples_are_those_of_c_chess_cli() {
    let (game, mut unit) = short_game("e2e4 c7c5 g1f3 d7d6", &Limits { nodes: Some(1), ..Limits::default() });
    let mut settings = game.settings().clone();
    settings.sample = Some(SampleOptions { frequency: 1.0, resolve: false });
    let game =
        MatchProgress::new(MatchHeader { settings, ..game.header().clone() }, Openings::default()).unwrap();
    let mut scores = |scores: [Score; 4], reason| -> Vec<String> {
        unit.games[0].scores = scores.map(|score| Some(tabia_arena::StoredScore(score))).to_vec();
        unit.games[0].conclusion = Conclusion::win(Color::White, reason);
        let text = game.output(&unit).unwrap().samples();
        text.lines().map(|line| line.split(',').nth(1).unwrap().to_owned()).collect()
    };
    let all = [Score::Mate(3), Score::Mate(-3), Score::Cp(-40), Score::Cp(900_000)];
    assert_eq!(scores(all, Reason::Checkmate), ["32764", "-32765", "-40", "32767"]);
    // The game ends before the position of its last search is sampled.
    assert_eq!(scores(all, Reason::Adjudication), ["32764", "-32765", "-40"]);
    assert_eq!(scores(all, Reason::Tablebase).len(), 4);
    let extreme = [Score::Mate(i32::MAX), Score::Mate(i32::MIN), Score::Mate(-1), Score::Cp(i32::MIN)];
    assert_eq!(scores(extreme, Reason::Checkmate), ["0", "0", "-32767", "-32768"]);
}

/// Ending a game by length, which c-chess-cli does not have, drops no sample.
#[test]
fn games_that_their_length_ended_are_sampled_to_the_end() {
    let (game, mut unit) = short_game("e2e4 c7c5 g1f3 d7d6", &Limits { nodes: Some(1), ..Limits::default() });
    unit.games[0].conclusion = Conclusion::draw(Reason::Adjudication);
    let mut samples = |draw: Option<DrawRule>, scores: [i32; 4]| {
        let mut settings = game.settings().clone();
        settings.sample = Some(SampleOptions { frequency: 1.0, resolve: false });
        settings.adjudication = Adjudication { draw, max_moves: Some(2), ..Adjudication::default() };
        let header = MatchHeader { settings, ..game.header().clone() };
        let game = MatchProgress::new(header, Openings::default()).unwrap();
        unit.games[0].scores = scores.map(|score| Some(tabia_arena::StoredScore(Score::Cp(score)))).to_vec();
        game.output(&unit).unwrap().samples().lines().count()
    };
    let rule = |number| Some(DrawRule { number, count: 1, score: 10 });
    assert_eq!(samples(None, [3, 4, 5, 6]), 4);
    assert_eq!(samples(rule(0), [3, 4, 5, 60]), 4);
    assert_eq!(samples(rule(3), [3, 4, 5, 6]), 4, "the rule begins later");
    // Both rules end the game here: it would end without the length rule too.
    assert_eq!(samples(rule(2), [90, 4, 5, 6]), 4, "a pawn move was the last");
    let (game, mut unit) = short_game("e2e4 c7c5 g1f3 b8c6", &Limits { nodes: Some(1), ..Limits::default() });
    unit.games[0].conclusion = Conclusion::draw(Reason::Adjudication);
    unit.games[0].scores =
        [90, 40, 5, 6].map(|score| Some(tabia_arena::StoredScore(Score::Cp(score)))).to_vec();
    let mut settings = game.settings().clone();
    settings.sample = Some(SampleOptions { frequency: 1.0, resolve: false });
    settings.adjudication = Adjudication { draw: rule(2), max_moves: Some(2), ..Adjudication::default() };
    let game =
        MatchProgress::new(MatchHeader { settings, ..game.header().clone() }, Openings::default()).unwrap();
    assert_eq!(game.output(&unit).unwrap().samples().lines().count(), 3);
}

/// Formats one game at a verbosity.
fn written(game: &MatchProgress, unit: &PairRecord, verbosity: Verbosity) -> String {
    game.output(unit)
        .unwrap()
        .game_pgn(0, verbosity)
        .unwrap()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn each_verbosity_says_what_the_one_before_says_and_more() {
    let (game, units) = short_game("e2e4 c7c5", &Limits { nodes: Some(5000), ..Limits::default() });
    for (verbosity, comments) in [
        (Verbosity::Moves, "1. e4 c5 {"),
        (Verbosity::Scores, "1. e4 {31/10} 1... c5 {-M3/?} {"),
        (Verbosity::Times, "1. e4 {31/10 123ms} 1... c5 {-M3/0 0ms} {"),
        (Verbosity::Nodes, "1. e4 {31/10 123ms, n=5120, sd=15, nps=41626} 1... c5 {-M3/0 0ms} {"),
        (
            Verbosity::Variations,
            "1. e4 {31/10 123ms, n=5120, sd=15, nps=41626, pv=\"e4 e5 Nf3\"} 1... c5 {-M3/0 0ms} {",
        ),
    ] {
        let text = written(&game, &units, verbosity);
        assert!(text.contains(&comments.replace("/?", "/0")), "{verbosity:?}: {text}");
    }
    let tags = written(&game, &units, Verbosity::Tags);
    assert!(tags.ends_with("[PlyCount \"2\"] 1-0"), "{tags}");
    for (text, verbosity) in [("0", Verbosity::Tags), ("4", Verbosity::Nodes), ("5", Verbosity::Variations)] {
        assert_eq!(text.parse(), Ok(verbosity));
    }
    assert!("6".parse::<Verbosity>().is_err());
}

#[test]
fn tags_say_what_was_played_where_and_under_which_limits() {
    let clock = |text: &str| Limits { time_control: Some(text.parse().unwrap()), ..Limits::default() };
    let limits = [
        (clock("8+0.08"), "[TimeControl \"8+0.08\"]"),
        (Limits { movetime_ms: Some(100), ..Limits::default() }, "[TimeControl \"1/0.1\"]"),
        (
            Limits { nodes: Some(5000), ..Limits::default() },
            "[TimeControl \"-\"] [WhiteLimits \"5000 nodes\"] [BlackLimits \"5000 nodes\"]",
        ),
        (
            Limits { depth: Some(9), ..clock("8+0.08") },
            "[TimeControl \"8+0.08\"] [WhiteLimits \"8+0.08 9 plies\"] [BlackLimits \"8+0.08 9 plies\"]",
        ),
    ];
    for (limits, expected) in limits {
        let (game, unit) = short_game("e2e4 c7c5", &limits);
        let text = written(&game, &unit, Verbosity::Tags);
        assert!(text.contains(expected), "{text}");
        let tags = [
            "[Event \"engine 1 vs engine 2\"]",
            "[Site \"Tabia (5d2c)\"]",
            "[ECO \"B20\"] [Opening \"Sicilian Defense\"]",
        ];
        for tag in tags {
            assert!(text.contains(tag), "{tag}: {text}");
        }
    }
    // Explicit tags are preserved, and sides with different limits have separate tags.
    let (game, unit) = short_game("e2e4 c7c5", &clock("8+0.08"));
    let mut settings = game.settings().clone();
    settings.engines[1].limits = Limits { nodes: Some(7), ..Limits::default() };
    (settings.event, settings.site) = ("Cup".to_owned(), "Attic".to_owned());
    let game =
        MatchProgress::new(MatchHeader { settings, ..game.header().clone() }, Openings::default()).unwrap();
    let text = written(&game, &unit, Verbosity::Tags);
    let expected = "[WhiteTimeControl \"8+0.08\"] [BlackTimeControl \"-\"] [BlackLimits \"7 nodes\"]";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("[Event \"Cup\"] [Site \"Attic\"]"), "{text}");
}

#[test]
fn the_end_of_a_game_is_told_with_all_that_is_known() {
    let (game, mut unit) = short_game("e2e4 c7c5", &Limits { nodes: Some(1), ..Limits::default() });
    for (reason, detail, ending) in [
        (Reason::IllegalMove, "e2e5", "Black makes an illegal move: e2e5"),
        (Reason::Disconnect, "RuntimeError: {unreachable}", "Black disconnects: RuntimeError: (unreachable)"),
        (Reason::Checkmate, "", "White mates"),
    ] {
        unit.games[0].conclusion = Conclusion::win(Color::White, reason);
        detail.clone_into(&mut unit.games[0].detail);
        let moves = written(&game, &unit, Verbosity::Moves);
        assert!(moves.ends_with(&format!("1. e4 c5 {{{ending}}} 1-0")), "{moves}");
        let lines = game.output(&unit).unwrap().lines();
        assert!(lines.contains(&format!(": 1-0 {{{ending}}}")), "{lines}");
        // The detail survives a round trip, and files without it can still be read.
        let line = tabia_arena::match_file::unit_line(&unit);
        assert_eq!(line.contains("\"detail\""), !detail.is_empty());
        assert_eq!(tabia_arena::match_file::parse_unit(&line).unwrap(), unit);
    }
}

/// A match of one game with these moves and limits, and its unit.
fn short_game(moves: &str, limits: &Limits) -> (MatchProgress, PairRecord) {
    let mut settings = settings(2, 1);
    settings.repeat = false;
    for engine in &mut settings.engines {
        engine.limits = limits.clone();
    }
    let players = [0, 1].map(|index| settings.engines[index].name.clone());
    let mut position = Position::default();
    let mut report = Some(SearchReport {
        score: Some(Score::Cp(31)),
        depth: Some(10),
        seldepth: Some(15),
        nodes: Some(5120),
        time_ms: 123.0,
        ..SearchReport::default()
    });
    let mut plies = Vec::new();
    for text in moves.split(' ') {
        let mv = position.parse_uci(text).unwrap();
        let mut search =
            report.take().unwrap_or(SearchReport { score: Some(Score::Mate(-3)), ..SearchReport::default() });
        if plies.is_empty() {
            let mut ahead = position;
            search.pv = ["e2e4", "e7e5", "g1f3"]
                .map(|text| {
                    let mv = ahead.parse_uci(text).unwrap();
                    ahead.play_unchecked(mv);
                    mv
                })
                .to_vec();
        }
        plies.push(Ply { mv, search: Some(search) });
        position.play_unchecked(mv);
    }
    let record = GameRecord {
        players,
        start: Position::default(),
        chess960: false,
        plies,
        conclusion: Conclusion::win(Color::White, Reason::Adjudication),
        detail: String::new(),
        warnings: Vec::new(),
    };
    let games = vec![StoredGame::from(&record)];
    let unit = PairRecord { unit: 0, host: "5d2c".to_owned(), worker: 0, finished_ms: 0, games };
    let header = MatchHeader { id: "x".to_owned(), created_ms: 0, settings };
    (MatchProgress::new(header, Openings::default()).unwrap(), unit)
}

#[test]
fn the_report_says_how_the_games_of_each_engine_ended() {
    let (mut game, units) = played(None);
    for unit in &units {
        game.finish(unit).unwrap();
    }
    let text = tabia_arena::output::report::conclusion(&game);
    for (engine, totals) in game.snapshot().endings.iter().enumerate() {
        let counts =
            [PlayerResult::Win, PlayerResult::Draw, PlayerResult::Loss].map(|result| totals.total(result));
        assert_eq!(counts.iter().sum::<u64>(), 16, "engine {engine}");
        assert!(text.contains(&format!("  Won {}: ", counts[0])), "{text}");
        assert!(text.contains(&format!("  Drawn {}: repetition {}\n", counts[1], counts[1])), "{text}");
    }
    assert!(text.contains("mate ") && text.contains("no answer ") && text.contains("time "), "{text}");
}

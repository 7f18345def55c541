//! The referee with scripted players: every way in which a game can end or an engine can misbehave.

use proptest::prelude::*;
use tabia_arena::{
    Adjudication, DrawRule, Failure, GameRecord, Limits, Next, Opening, Participant, Reason, Referee,
    Request, ResignRule, SampleOptions, samples,
};
use tabia_chess::{Color, Position, Setup};
use tabia_rng::Rng;

/// A scripted player's reaction to a request.
enum Answer {
    /// Prints these lines, all of them this many milliseconds after `go`.
    Lines(Vec<String>, f64),
    /// Stays silent until its time is up.
    Silence,
    /// Disconnects.
    Gone,
}

/// A player's reaction in its turn.
type Script = fn() -> Answer;

fn says(text: &str) -> Answer {
    Answer::Lines(text.lines().map(str::to_owned).collect(), 1.0)
}

fn limits(settings: &[(&str, &str)]) -> Limits {
    let mut limits = Limits::default();
    for (key, value) in settings {
        assert_eq!(limits.set(key, value), Ok(true));
    }
    limits
}

fn participants(limits: &Limits) -> [Participant; 2] {
    ["Alpha", "Beta"].map(|name| Participant { name: name.to_owned(), limits: limits.clone() })
}

fn opening(fen: &str) -> Opening {
    Opening { start: fen.parse::<Setup>().unwrap().position().unwrap(), ..Opening::default() }
}

/// Plays a game to its end.
fn run(mut referee: Referee, mut player: impl FnMut(&Referee, &Request) -> Answer) -> GameRecord {
    while let Next::Search(request) = referee.next() {
        match player(&referee, &request) {
            Answer::Lines(lines, elapsed) => {
                let ended = lines.iter().filter(|line| referee.line(request.color, line, elapsed)).count();
                assert!(ended >= 1, "a script must end its search: {lines:?}");
            }
            Answer::Silence => referee.overdue(),
            Answer::Gone => referee.fail(request.color, Failure::Disconnect),
        }
    }
    referee.into_record()
}

/// Plays a game with a node limit, in which the players play `moves` and then react as in `last`.
fn after(opening: &Opening, moves: &[&str], last: Script) -> GameRecord {
    let referee = Referee::new(participants(&limits(&[("nodes", "100")])), opening, Adjudication::default());
    run(referee, |referee, _| match moves.get(referee.ply() - opening.moves.len()) {
        Some(mv) => says(&format!("info depth 1 score cp 10 nodes 5 pv {mv}\nbestmove {mv}")),
        None => last(),
    })
}

fn never() -> Answer {
    panic!("the game should be over")
}

fn ends(fen: &str, moves: &[&str], result: &str, words: &str) {
    let record = after(&opening(fen), moves, never);
    assert_eq!(record.conclusion.to_string(), words, "{fen} {moves:?}");
    assert_eq!((record.conclusion.result(), record.conclusion.termination()), (result, "normal"));
    assert_eq!(record.plies.len(), moves.len());
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn games_end_by_the_rules_in_fastchess_words() {
    ends(START, &["f2f3", "e7e5", "g2g4", "d8h4"], "0-1", "Black mates");
    ends("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", &["g6f7"], "1/2-1/2", "Draw by stalemate");
    ends("7k/8/8/8/8/8/1r6/K7 w - - 0 1", &["a1b2"], "1/2-1/2", "Draw by insufficient mating material");
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"];
    ends(START, &shuffle, "1/2-1/2", "Draw by 3-fold repetition");
    ends("7k/8/8/8/8/8/R7/K7 w - - 99 80", &["a2a3"], "1/2-1/2", "Draw by fifty moves rule");
    ends("7k/8/6K1/8/8/8/8/R7 w - - 99 80", &["a1a8"], "1-0", "White mates");
}

#[test]
fn a_position_repeats_only_with_the_same_rights() {
    // The rooks move first: the position with castling rights differs from those without.
    let moves = ["h1g1", "h8g8", "g1h1", "g8h8", "h1g1", "h8g8", "g1h1", "g8h8"];
    let record = after(&opening("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), &moves, || Answer::Gone);
    assert_eq!(record.conclusion.reason, Reason::Disconnect, "only twice so far");
}

#[test]
fn misbehaviour_loses_the_game() {
    let start = Opening::default();
    let cases: [(Script, &str, &str); 9] = [
        (|| says("bestmove e2e5"), "illegal move", "White makes an illegal move"),
        (|| says("bestmove 0000"), "illegal move", "White makes an illegal move"),
        (|| says("bestmove (none)"), "illegal move", "White makes an illegal move"),
        (|| says("bestmove"), "illegal move", "White makes an illegal move"),
        (|| says("bestmove Nf3!?"), "illegal move", "White makes an illegal move"),
        (|| says("bestmove \u{1f600} e2e4"), "illegal move", "White makes an illegal move"),
        (|| says("bestmove a1a8"), "illegal move", "White makes an illegal move"),
        (|| Answer::Gone, "abandoned", "White disconnects"),
        (|| Answer::Silence, "abandoned", "White's connection stalls"),
    ];
    for (script, termination, words) in cases {
        let record = after(&start, &[], script);
        assert_eq!((record.conclusion.result(), record.conclusion.termination()), ("0-1", termination));
        assert_eq!(record.conclusion.to_string(), words);
        assert!(record.plies.is_empty());
        let record = after(&start, &["e2e4"], script);
        assert_eq!(record.conclusion.winner, Some(Color::White), "Black loses in the same way");
    }
}

#[test]
fn time_is_kept_by_the_referee() {
    let late = |settings: &[(&str, &str)], elapsed: f64| {
        let referee =
            Referee::new(participants(&limits(settings)), &Opening::default(), Adjudication::default());
        run(referee, |referee, _| match referee.ply() {
            0 => Answer::Lines(vec!["bestmove e2e4".into()], elapsed),
            _ => Answer::Gone,
        })
    };
    assert_eq!(
        late(&[("tc", "1+0.1")], 1100.0).conclusion.reason,
        Reason::Disconnect,
        "all of the time may be used"
    );
    let lost = late(&[("tc", "1+0.1")], 1112.5);
    assert_eq!(lost.conclusion.to_string(), "White loses on time (13ms overrun)");
    assert_eq!(lost.conclusion.termination(), "time forfeit");
    assert_eq!(late(&[("tc", "1+0.1"), ("timemargin", "20")], 1112.5).conclusion.reason, Reason::Disconnect);
    assert_eq!(late(&[("st", "0.5")], 501.0).conclusion.reason, Reason::TimeForfeit(Some(1.0)));
    assert_eq!(late(&[("nodes", "5")], 1e6).conclusion.reason, Reason::Disconnect, "no time, no forfeit");
    // An illegal move that is late as well is an illegal move, as in fastchess.
    let referee =
        Referee::new(participants(&limits(&[("st", "1")])), &Opening::default(), Adjudication::default());
    let record = run(referee, |_, _| Answer::Lines(vec!["bestmove e2e5".into()], 5000.0));
    assert_eq!(record.conclusion.reason, Reason::IllegalMove);
    // With a clock, silence is a loss on time; without one the connection stalls.
    let referee =
        Referee::new(participants(&limits(&[("st", "1")])), &Opening::default(), Adjudication::default());
    assert_eq!(run(referee, |_, _| Answer::Silence).conclusion.to_string(), "White loses on time");
}

#[test]
fn engines_are_asked_in_uci() {
    let mut seen = Vec::new();
    let participants = [
        Participant { name: "A".into(), limits: limits(&[("tc", "40/60+0.6"), ("depth", "9")]) },
        Participant { name: "B".into(), limits: limits(&[("movetime", "0.25"), ("nodes", "1000")]) },
    ];
    let referee = Referee::new(participants, &Opening::default(), Adjudication::default());
    let moves = ["g1f3", "g8f6", "e2e4", "f6e4"];
    run(referee, |referee, request| {
        seen.push((request.position.clone(), request.go.clone(), request.deadline_ms));
        match moves.get(referee.ply()) {
            Some(mv) => Answer::Lines(vec![format!("bestmove {mv}")], 100.0),
            None => Answer::Gone,
        }
    });
    let expected = [
        ("position startpos", "go wtime 60600 winc 600 movestogo 40 depth 9", 60_700.0),
        ("position startpos moves g1f3", "go nodes 1000 movetime 250", 350.0),
        ("position startpos moves g1f3 g8f6", "go wtime 61100 winc 600 movestogo 39 depth 9", 61_200.0),
        (
            "position fen rnbqkb1r/pppppppp/5n2/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2",
            "go nodes 1000 movetime 250",
            350.0,
        ),
        (
            "position fen rnbqkb1r/pppppppp/8/8/4n3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3",
            "go wtime 61600 winc 600 movestogo 38 depth 9",
            61_700.0,
        ),
    ];
    assert_eq!(seen, expected.map(|(position, go, deadline)| (position.to_owned(), go.to_owned(), deadline)));
}

#[test]
fn an_engine_can_ponder_on_what_it_expects() {
    let tc = limits(&[("tc", "10+1"), ("ply", "8")]);
    let mut referee = Referee::new(participants(&tc), &Opening::default(), Adjudication::default());
    assert_eq!(referee.ponder(), None, "nothing is expected yet");
    assert!(referee.line(Color::White, "bestmove g1f3 ponder g8f6", 500.0));
    let ponder = referee.ponder().unwrap();
    assert_eq!(ponder.color, Color::White);
    assert_eq!(ponder.position, "position startpos moves g1f3 g8f6");
    // White's clock after its move: 11 s, minus half a second, plus the increment.
    assert_eq!(ponder.go, "go ponder wtime 11500 btime 11000 winc 1000 binc 1000 depth 8");
    assert!(referee.line(Color::Black, "bestmove g8f6", 100.0));
    assert_eq!(referee.last_move(), Some(ponder.expected), "a hit");
    assert_eq!(referee.ponder(), None, "Black named nothing");
    // The reply may end the game, be illegal, or be missing.
    let mated = opening("rnbqkbnr/pppp1ppp/8/4p3/5PP1/8/PPPPP2P/RNBQKBNR b KQkq - 0 2");
    let from = |opening: &Opening, line: &str| {
        let mut referee = Referee::new(participants(&tc), opening, Adjudication::default());
        let color = referee.position().turn();
        assert!(referee.line(color, line, 1.0));
        referee.ponder().is_some()
    };
    assert!(from(&mated, "bestmove e5f4 ponder a2a3"));
    assert!(!from(&mated, "bestmove e5f4 ponder a2a5"));
    assert!(!from(&mated, "bestmove d8h4 ponder a2a3"), "the game is over");
    let before = opening("rnbqkbnr/pppp1ppp/8/4p3/5P2/8/PPPPP1PP/RNBQKBNR w KQkq - 0 2");
    assert!(!from(&before, "bestmove g2g4 ponder d8h4"), "it would be mated");
}

#[test]
fn both_clocks_are_shown() {
    let referee = Referee::new(
        participants(&limits(&[("tc", "8+0.08")])),
        &Opening::default(),
        Adjudication::default(),
    );
    let Next::Search(request) = referee.next() else { panic!() };
    assert_eq!(request.go, "go wtime 8080 btime 8080 winc 80 binc 80");
}

#[test]
fn openings_are_played_and_do_not_count_for_adjudication() {
    let mut position = Position::default();
    let moves = ["e2e4", "e7e5"].map(|text| {
        let mv = position.parse_uci(text).unwrap();
        position.play_unchecked(mv);
        mv
    });
    let book = Opening { moves: moves.to_vec(), ..Opening::default() };
    let record = after(&book, &["g1f3"], || Answer::Gone);
    assert_eq!(record.plies.len(), 3);
    assert_eq!(record.plies.iter().filter(|ply| ply.search.is_none()).count(), 2);
    assert_eq!(record.conclusion.to_string(), "Black disconnects");
}

#[test]
fn chess960_castles_by_taking_the_rook() {
    let start = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"
        .parse::<Setup>()
        .unwrap()
        .position()
        .unwrap();
    let book = Opening { start, chess960: true, ..Opening::default() };
    let mut positions = Vec::new();
    let referee = Referee::new(participants(&limits(&[("nodes", "1")])), &book, Adjudication::default());
    assert!(referee.is_chess960());
    let record = run(referee, |referee, request| {
        positions.push(request.position.clone());
        if referee.ply() == 0 { says("bestmove e1g1") } else { Answer::Gone }
    });
    assert_eq!(positions[0], "position fen 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1");
    assert_eq!(positions[1], format!("{} moves e1g1", positions[0]));
    assert_eq!(
        record.final_position().to_shredder_fen().split(' ').next(),
        Some("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1")
    );
}

#[test]
fn odd_output_is_noted_and_the_game_goes_on() {
    let flood = format!("info string {}", "x".repeat(1_000_000));
    let long = format!("info depth 1 score cp 1 pv {}", "e2e4 ".repeat(10_000));
    let cases = [
        ("bestmove e2e4".to_owned(), "no score before bestmove"),
        (
            "info depth 3 score cp 12 pv d2d4 d7d5\nbestmove e2e4".to_owned(),
            "not the first move of the variation",
        ),
        ("info depth 3 score cp 12 pv e2e4 e2e4\nbestmove e2e4".to_owned(), "illegal move e2e4 at place 2"),
        ("info depth 3 score cp lots pv e2e4\nbestmove e2e4".to_owned(), "\"lots\" is not a number"),
        (format!("{long}\nbestmove e2e4"), "was not read"),
    ];
    for (script, words) in cases {
        let referee = Referee::new(
            participants(&limits(&[("nodes", "1")])),
            &Opening::default(),
            Adjudication::default(),
        );
        let record = run(referee, |referee, _| if referee.ply() == 0 { says(&script) } else { Answer::Gone });
        assert_eq!(record.plies.len(), 1, "the move counts");
        let messages: Vec<_> = record.warnings.iter().map(|warning| warning.message.as_str()).collect();
        assert!(messages.iter().any(|message| message.contains(words)), "{words}: {messages:?}");
    }
    let referee =
        Referee::new(participants(&limits(&[("nodes", "1")])), &Opening::default(), Adjudication::default());
    let record = run(referee, |referee, _| match referee.ply() {
        0 => says(&format!("{flood}\nbanner\n\ninfo depth 1 score cp 7 pv e2e4\nbestmove e2e4")),
        _ => Answer::Gone,
    });
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
}

/// Text around a score does not hide it.
#[test]
fn a_score_is_read_whatever_stands_around_it() {
    let game = |info: &str| {
        let rules = Adjudication {
            resign: Some(ResignRule { number: 0, count: 1, score: 500, two_sided: false }),
            ..Adjudication::default()
        };
        let referee = Referee::new(participants(&limits(&[("nodes", "1")])), &Opening::default(), rules);
        let script = format!("info depth 1 score cp 3 pv e2e4\n{info}\nbestmove e2e4");
        run(referee, |referee, _| if referee.ply() == 0 { says(&script) } else { Answer::Gone })
    };
    for info in [
        "info depth 8 score cp -900 nodes 100 pv e2e4",
        "info depth 8 score cp -900 hashfull -1 nodes 100 pv e2e4",
        "info depth 8 score cp -900 time 12.5 nodes 100 pv e2e4",
        "info depth 8 nps 1e6 score cp -900 nodes 100 pv e2e4",
        "info depth 8 score cp -900 nps -123 nodes 100 pv e2e4",
        "info depth 8 currmove (none) score cp -900 nodes 100 pv e2e4",
        "info depth 8 pv e2e4 nodes 100 score cp -900",
        "info depth 8 score cp -900 nodes 100 pv e2e4 string multipv 2 score cp 5 lowerbound",
    ] {
        let record = game(info);
        assert_eq!(record.conclusion.to_string(), "Black wins by adjudication", "{info}");
        let search = record.plies[0].search.as_ref().unwrap();
        assert_eq!((search.depth, search.nodes, search.pv.len()), (Some(8), Some(100), 1), "{info}");
        assert_eq!(record.warnings, [], "{info}");
    }
    // Unreadable fields of interest are reported.
    let record = game("info depth 8 seldepth -2 score cp -900 pv e2e4");
    assert_eq!(record.conclusion.to_string(), "Black wins by adjudication");
    let messages: Vec<_> = record.warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(messages, ["info seldepth: \"-2\" is not a number in range"]);
}

#[test]
fn talk_after_bestmove_belongs_to_no_search() {
    let mut referee =
        Referee::new(participants(&limits(&[("nodes", "1")])), &Opening::default(), Adjudication::default());
    assert!(referee.line(Color::White, "bestmove e2e4", 1.0));
    assert!(!referee.line(Color::White, "bestmove d2d4", 1.0), "White is not to move");
    assert!(!referee.line(Color::White, "info depth 1 score cp 900 pv d2d4", 1.0));
    assert!(!referee.line(Color::White, "info string bye", 1.0));
    assert!(referee.line(Color::Black, "bestmove e7e5", 1.0));
    referee.interrupt();
    let record = referee.into_record();
    assert_eq!(record.plies.len(), 2);
    assert_eq!(record.plies[1].search.as_ref().unwrap().score, None, "White's words are not Black's score");
    let words: Vec<_> = record.warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert!(words.contains(&"bestmove without go: bestmove d2d4"), "{words:?}");
    assert!(words.iter().any(|message| message.starts_with("info after bestmove")), "{words:?}");
    assert!(!words.iter().any(|message| message.contains("bye")), "{words:?}");
    assert_eq!(record.conclusion.result(), "*");
    assert_eq!(record.result_for(Color::White), None, "a game broken off does not count");
}

#[test]
fn the_last_exact_score_of_the_first_line_counts() {
    let script = "info depth 4 score cp 31 nodes 10 pv e2e4\n\
                  info depth 5 seldepth 9 multipv 1 score cp 40 nodes 99 pv e2e4 e7e5\n\
                  info depth 5 multipv 2 score cp -90 pv a2a3\n\
                  info depth 6 score cp 400 lowerbound pv e2e4\n\
                  info depth 6 currmove e2e4 currmovenumber 1\n\
                  bestmove e2e4";
    let referee =
        Referee::new(participants(&limits(&[("nodes", "1")])), &Opening::default(), Adjudication::default());
    let record = run(referee, |referee, _| if referee.ply() == 0 { says(script) } else { Answer::Gone });
    let search = record.plies[0].search.clone().unwrap();
    assert_eq!((search.score, search.depth), (Some(tabia_uci::Score::Cp(40)), Some(5)));
    assert_eq!((search.seldepth, search.nodes), (Some(9), Some(99)));
}

#[test]
fn agreed_games_are_adjudicated() {
    let shuffling = |rules: Adjudication, white: i32, black: i32| {
        let referee = Referee::new(
            participants(&limits(&[("nodes", "1")])),
            &opening("r3k3/8/8/8/8/8/8/R3K3 w - - 0 20"),
            rules,
        );
        // Rook moves that do not repeat a position before the rule applies.
        let script = ["a1b1", "a8b8", "b1c1", "b8c8", "c1d1", "c8d8", "d1c1", "d8c8", "c1a1", "c8a8"];
        run(referee, |referee, request| {
            let score = if request.color.is_white() { white } else { black };
            let mv = script[referee.ply()];
            says(&format!("info depth 1 score cp {score} pv {mv}\nbestmove {mv}"))
        })
    };
    let draw =
        Adjudication { draw: Some(DrawRule { number: 0, count: 3, score: 10 }), ..Adjudication::default() };
    let record = shuffling(draw, 5, -5);
    assert_eq!((record.conclusion.to_string().as_str(), record.plies.len()), ("Draw by adjudication", 6));
    assert_eq!(record.conclusion.termination(), "adjudication");
    let resign = ResignRule { number: 0, count: 2, score: 500, two_sided: false };
    let resign = Adjudication { resign: Some(resign), ..Adjudication::default() };
    let record = shuffling(resign, 600, -600);
    assert_eq!(
        (record.conclusion.to_string().as_str(), record.plies.len()),
        ("White wins by adjudication", 4)
    );
    let length = Adjudication { max_moves: Some(2), ..Adjudication::default() };
    assert_eq!(shuffling(length, 90, 90).plies.len(), 4);
}

#[test]
fn tables_decide_when_they_are_asked() {
    let mut referee = Referee::new(
        participants(&limits(&[("nodes", "1")])),
        &opening("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        Adjudication::default(),
    );
    referee.adjudicate_by_tablebase(Some(Color::White));
    assert_eq!(referee.into_record().conclusion.to_string(), "White wins by adjudication: SyzygyTB");
}

#[test]
fn what_is_known_about_the_end_is_kept() {
    let game = || {
        Referee::new(participants(&limits(&[("nodes", "1")])), &Opening::default(), Adjudication::default())
    };
    for (line, detail) in [
        ("bestmove e2e5 ponder e7e5", "e2e5"),
        ("bestmove (none)", "(none)"),
        ("bestmove", "bestmove without a move"),
        ("bestmove %%%", "%%%"),
    ] {
        let mut referee = game();
        assert!(referee.line(Color::White, line, 1.0));
        let record = referee.into_record();
        assert_eq!(record.detail, detail);
        assert_eq!(record.ending(), format!("White makes an illegal move: {detail}"));
    }
    let mut referee = game();
    referee.fail_because(Color::White, Failure::Disconnect, &format!("RuntimeError:\n {}", "x".repeat(5000)));
    referee.fail_because(Color::Black, Failure::Disconnect, "later");
    let record = referee.into_record();
    assert!(record.ending().starts_with("White disconnects: RuntimeError: xxx"), "{}", record.ending());
    assert!(record.detail.chars().count() <= 300 && !record.detail.contains('\n'), "one line, not too long");
    let mut referee = game();
    referee.overdue();
    assert_eq!(referee.into_record().ending(), "White's connection stalls: no bestmove within 60 s");
}

#[test]
fn the_first_conclusion_stands() {
    let mut referee =
        Referee::new(participants(&limits(&[("nodes", "1")])), &Opening::default(), Adjudication::default());
    referee.fail(Color::White, Failure::Stall);
    referee.fail(Color::Black, Failure::Disconnect);
    assert!(!referee.line(Color::Black, "bestmove e7e5", 0.0));
    assert_eq!(referee.into_record().conclusion.to_string(), "White's connection stalls");
}

/// A game of random moves with scores, determined by a seed.
fn random_game(seed: u64) -> GameRecord {
    let mut rng = Rng::new(seed);
    let referee =
        Referee::new(participants(&limits(&[("tc", "60+1")])), &Opening::default(), Adjudication::default());
    run(referee, |referee, _| {
        let moves = referee.position().legal_moves();
        let mv = referee.position().uci(moves[rng.below(moves.len() as u64) as usize]);
        let score = rng.below(400) as i64 - 200;
        Answer::Lines(
            vec![format!("info depth 3 score cp {score} nodes 50 pv {mv}"), format!("bestmove {mv}")],
            12.4,
        )
    })
}

#[test]
fn a_pgn_reader_gets_back_what_was_played() {
    use tabia_arena::pgn::{Tags, Verbosity, write_game};
    for seed in 0..20 {
        let record = random_game(seed);
        let tags = Tags { event: "a \"test\" \\".into(), round: "1.1".into(), ..Tags::default() };
        for verbosity in [Verbosity::Moves, Verbosity::Scores, Verbosity::Times] {
            let text = write_game(&record, &tags, verbosity);
            let read = tabia_pgn::read(&text);
            assert!(read.problems.is_empty(), "{:?}\n{text}", read.problems);
            let game = &read.games[0];
            let moves: Vec<_> = game.main_line().filter_map(|node| game.played(node)?.as_move()).collect();
            assert_eq!(moves, record.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>());
            assert_eq!(game.result().as_str(), record.conclusion.result());
            assert_eq!(game.tags().get("Event"), Some("a \"test\" \\"));
            assert_eq!(game.tags().get("PlyCount").unwrap(), record.plies.len().to_string());
        }
        let headers = write_game(&record, &tags, Verbosity::Tags);
        assert_eq!(
            headers.lines().filter(|line| !line.starts_with('[') && !line.is_empty()).count(),
            1,
            "only the result"
        );
    }
}

#[test]
fn comments_are_those_of_c_chess_cli() {
    use tabia_arena::pgn::{Tags, Verbosity, write_game};
    let referee =
        Referee::new(participants(&limits(&[("nodes", "1")])), &Opening::default(), Adjudication::default());
    let record = run(referee, |referee, _| match referee.ply() {
        0 => Answer::Lines(vec!["info depth 12 score cp -31 pv f2f3".into(), "bestmove f2f3".into()], 45.2),
        1 => Answer::Lines(vec!["info depth 9 score mate 5 pv e7e5".into(), "bestmove e7e5".into()], 3.0),
        2 => Answer::Lines(vec!["info depth 9 score mate -1 pv g2g4".into(), "bestmove g2g4".into()], 3.0),
        _ => Answer::Lines(vec!["info depth 1 score mate 1 pv d8h4".into(), "bestmove d8h4".into()], 3.0),
    });
    let movetext = |verbosity| {
        let text = write_game(&record, &Tags::default(), verbosity);
        text.split("\n\n").nth(1).unwrap().replace('\n', " ")
    };
    assert_eq!(movetext(Verbosity::Tags), "0-1");
    assert_eq!(movetext(Verbosity::Moves), "1. f3 e5 2. g4 Qh4# {Black mates} 0-1");
    assert_eq!(
        movetext(Verbosity::Scores),
        "1. f3 {-31/12} 1... e5 {M5/9} 2. g4 {-M1/9} 2... Qh4# {M1/1} {Black mates} 0-1"
    );
    assert_eq!(
        movetext(Verbosity::Times),
        "1. f3 {-31/12 45ms} 1... e5 {M5/9 3ms} 2. g4 {-M1/9 3ms} 2... Qh4# {M1/1 3ms} {Black mates} 0-1"
    );
}

#[test]
fn samples_are_fen_score_and_result() {
    let record = random_game(3);
    let all = samples(&record, SampleOptions { frequency: 1.0, resolve: false }, Adjudication::default(), 1);
    assert_eq!(all.lines().count(), record.plies.len());
    let first = all.lines().next().unwrap();
    assert!(first.starts_with(&format!("{START},")), "{first}");
    for line in all.lines() {
        let [fen, score, result] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(fen.parse::<Setup>().unwrap().position().is_ok());
        assert!(score.parse::<i32>().is_ok() && ["0", "1", "2"].contains(&result), "{line}");
    }
    let some = samples(&record, SampleOptions { frequency: 0.3, resolve: false }, Adjudication::default(), 1);
    assert!(some.lines().count() < record.plies.len() / 2 && some.lines().count() > 0);
    assert_eq!(
        some,
        samples(&record, SampleOptions { frequency: 0.3, resolve: false }, Adjudication::default(), 1)
    );
    for line in
        samples(&record, SampleOptions { frequency: 1.0, resolve: true }, Adjudication::default(), 1).lines()
    {
        let position = line.split(',').next().unwrap().parse::<Setup>().unwrap().position().unwrap();
        assert!(!position.is_check(), "{line}");
    }
}

proptest! {
    /// Whatever an engine prints, the game ends with a conclusion and nothing panics.
    #[test]
    fn no_output_breaks_the_referee(lines in prop::collection::vec(prop_oneof![
        "\\PC{0,60}",
        "(info|bestmove|info string|readyok) (\\PC{0,40})",
        "info depth [0-9]{1,3} score (cp|mate) -?[0-9]{1,12} (pv )?[a-h][1-8][a-h][1-8] ?[a-h][1-8][a-h][1-8][qk]?",
        "bestmove [a-h][1-8][a-h][1-8][qrbn]?( ponder [a-h][1-8][a-h][1-8])?",
    ], 0..60)) {
        let rules = Adjudication {
            draw: Some(DrawRule { number: 0, count: 1, score: 5 }),
            resign: Some(ResignRule { number: 0, count: 1, score: 1, two_sided: true }),
            max_moves: Some(4),
        };
        let mut referee = Referee::new(participants(&limits(&[("tc", "1+0.01")])), &Opening::default(), rules);
        for (index, line) in lines.iter().enumerate() {
            let color = if index % 3 == 0 { Color::Black } else { Color::White };
            referee.line(color, line, index as f64);
        }
        referee.overdue();
        let record = referee.into_record();
        prop_assert!(record.conclusion.is_finished());
    }
}

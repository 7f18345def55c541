use proptest::prelude::*;
use tabia_arena::{Adjudication, Limits, Next, Opening, Participant, Reason, Referee};

use super::*;
use crate::state::play::setup::{SidePlayer, Start};

fn game_from(players: [SidePlayer; 2], start: Start) -> LiveGame {
    LiveGame::new("id".to_owned(), PlaySetup { players, start, ..PlaySetup::default() }, 0.0).unwrap()
}

fn people(fen: &str) -> LiveGame {
    let start = if fen.is_empty() { Start::Standard } else { Start::Fen(fen.to_owned()) };
    game_from([SidePlayer::human(), SidePlayer::human()], start)
}

fn play(game: &mut LiveGame, moves: &str) {
    for text in moves.split_ascii_whitespace() {
        let mv = game.read_move(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        game.play(mv, &PlayedMove::default()).unwrap();
    }
}

const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";

#[test]
fn mate_and_stalemate_end_the_game() {
    let mut game = people("");
    play(&mut game, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(game.end(), Some(GameEnd::win(Color::Black, EndReason::Checkmate)));
    assert_eq!(game.read_move("e2e4"), Err(PlayFault::Over));
    let mut game = people("7k/5Q2/8/8/8/8/8/K7 w - - 0 1");
    play(&mut game, "f7f6 h8g8 f6e7 g8h8");
    assert!(!game.is_over());
    play(&mut game, "e7f7");
    assert_eq!(game.end(), Some(GameEnd::without_winner(EndReason::Stalemate)));
}

#[test]
fn repetitions_are_claimed_by_people_and_counted_for_engines() {
    let mut game = people("");
    play(&mut game, SHUFFLE);
    assert_eq!((game.repetitions(), game.claim()), (2, None));
    assert_eq!(game.clone().claim_draw(), Err(PlayFault::NoClaim));
    play(&mut game, SHUFFLE);
    assert_eq!(game.claim(), Some(DrawClaim::ThreefoldRepetition));
    let mut claimed = game.clone();
    claimed.claim_draw().unwrap();
    assert_eq!(claimed.end(), Some(GameEnd::without_winner(EndReason::ThreefoldRepetition)));
    play(&mut game, SHUFFLE);
    play(&mut game, SHUFFLE);
    assert_eq!(game.end(), Some(GameEnd::without_winner(EndReason::FivefoldRepetition)));

    let mut engines = game_from([SidePlayer::level(1), SidePlayer::level(2)], Start::Standard);
    play(&mut engines, SHUFFLE);
    play(&mut engines, SHUFFLE);
    assert_eq!(engines.end(), Some(GameEnd::without_winner(EndReason::ThreefoldRepetition)));
}

#[test]
fn the_fifty_move_rule_goes_before_a_repetition_of_the_same_moment() {
    let start = Start::Fen("7k/8/8/8/8/8/R7/K7 w - - 92 90".to_owned());
    let mut engines = game_from([SidePlayer::level(1), SidePlayer::level(2)], start);
    play(&mut engines, "a2a3 h8h7 a3a2 h7h8 a2a3 h8h7 a3a2");
    assert_eq!((engines.end(), engines.position().halfmove_clock()), (None, 99));
    play(&mut engines, "h7h8");
    assert_eq!(engines.repetitions(), 3);
    assert_eq!(engines.end(), Some(GameEnd::without_winner(EndReason::FiftyMoves)));
}

#[test]
fn fifty_moves_are_claimed_and_seventy_five_end_the_game() {
    let fen = |halfmoves: u32| format!("4k3/8/8/8/8/8/R7/4K3 w - - {halfmoves} 90");
    let mut game = people(&fen(98));
    play(&mut game, "a2a3");
    assert_eq!(game.claim(), None);
    play(&mut game, "e8e7");
    assert_eq!(game.claim(), Some(DrawClaim::FiftyMoves));
    let mut game = people(&fen(149));
    play(&mut game, "a2a3");
    assert_eq!(game.end(), Some(GameEnd::without_winner(EndReason::SeventyFiveMoves)));
    // Mate on the last move takes precedence.
    let mut game = people("7k/8/6K1/8/8/8/R7/8 w - - 149 99");
    play(&mut game, "a2a8");
    assert_eq!(game.end(), Some(GameEnd::win(Color::White, EndReason::Checkmate)));
}

#[test]
fn nothing_starts_where_the_game_is_over() {
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/R7/4K3 w - - 150 99",
    ] {
        let setup = PlaySetup { start: Start::Fen(fen.to_owned()), ..PlaySetup::default() };
        assert_eq!(LiveGame::new(String::new(), setup, 0.0), Err(StartFault::Over), "{fen}");
    }
}

#[test]
fn time_loses_unless_the_other_side_cannot_win() {
    for (fen, color, reason) in [
        ("4k3/8/8/8/8/8/R7/4K3 b - - 0 1", Color::Black, EndReason::Time),
        ("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", Color::White, EndReason::TimeWithoutMaterial),
        // A knight can mate with help from the defender's own pieces; so can a lone bishop against a pawn.
        ("4k3/7p/8/8/8/8/6N1/4K3 b - - 0 1", Color::Black, EndReason::Time),
        ("4k2q/8/8/8/8/8/6N1/4K3 b - - 0 1", Color::Black, EndReason::TimeWithoutMaterial),
        // The only legal move captures the last piece that could mate.
        ("kb6/2N5/1K6/8/8/8/8/8 b - - 0 50", Color::Black, EndReason::TimeWithoutMaterial),
        ("8/8/8/8/8/1k6/2n5/KB6 w - - 0 1", Color::White, EndReason::TimeWithoutMaterial),
    ] {
        let mut game = people(fen);
        game.flag(color);
        assert_eq!(game.end().unwrap().reason, reason, "{fen}");
    }
}

#[test]
fn people_take_back_their_own_move_and_the_answer() {
    let mut game = game_from([SidePlayer::human(), SidePlayer::level(1)], Start::Standard);
    assert_eq!(game.takeback_plies(), 0);
    assert_eq!(game.take_back(0), Err(PlayFault::NothingToTakeBack));
    play(&mut game, "e2e4");
    assert_eq!(game.takeback_plies(), 1, "the engine thinks");
    play(&mut game, "e7e5");
    assert_eq!(game.takeback_plies(), 2);
    game.take_back(2).unwrap();
    assert_eq!((game.ply(), game.turn(), game.game().takebacks), (0, Color::White, 1));
    let mut black = game_from([SidePlayer::level(1), SidePlayer::human()], Start::Standard);
    play(&mut black, "e2e4");
    assert_eq!(black.takeback_plies(), 0, "nothing of one's own");
    let mut two = people("");
    play(&mut two, "e2e4");
    assert_eq!(two.takeback_plies(), 1);
    let mut engines = game_from([SidePlayer::level(1), SidePlayer::level(2)], Start::Standard);
    play(&mut engines, "e2e4 e7e5");
    assert_eq!(engines.takeback_plies(), 0);
}

#[test]
fn an_offer_stands_until_the_other_side_moves() {
    let mut game = people("");
    game.game_mut().draw_offer = Some(true);
    play(&mut game, "e2e4");
    assert_eq!(game.game().offered_by(), Some(Color::White));
    play(&mut game, "e7e5");
    assert_eq!(game.game().offered_by(), None);
}

#[test]
fn moves_of_the_start_count_for_repetitions() {
    let moves = SHUFFLE.repeat(2).split_ascii_whitespace().map(str::to_owned).collect();
    let start = Start::Line { fen: None, name: String::new(), moves };
    let game = game_from([SidePlayer::human(), SidePlayer::level(1)], start);
    assert_eq!((game.start_plies(), game.ply(), game.claim()), (8, 0, Some(DrawClaim::ThreefoldRepetition)));
}

#[test]
fn damaged_games_are_refused() {
    let mut game = people("");
    play(&mut game, "e2e4");
    let mut kept = game.game().clone();
    assert_eq!(LiveGame::open(kept.clone()).unwrap(), game);
    kept.moves[0].uci = "e2e5".to_owned();
    assert_eq!(LiveGame::open(kept), Err(OpenFault::Move(1)));
}

/// Maps the arena referee's reason to the one used here.
fn reason_of(reason: Reason) -> EndReason {
    match reason {
        Reason::Checkmate => EndReason::Checkmate,
        Reason::Stalemate => EndReason::Stalemate,
        Reason::InsufficientMaterial => EndReason::DeadPosition,
        Reason::Repetition => EndReason::ThreefoldRepetition,
        Reason::FiftyMoves => EndReason::FiftyMoves,
        other => panic!("{other:?} is no end by the rules"),
    }
}

/// Picks a random legal move with few captures and many repetitions, so that all endings occur.
fn pick(position: &Position, random: u64) -> Move {
    let moves = position.legal_moves();
    let quiet: Vec<Move> = moves.iter().copied().filter(|mv| !mv.is_capture()).collect();
    let list: Vec<Move> =
        if random % 5 < 2 && !quiet.is_empty() { quiet } else { moves.iter().copied().collect() };
    list[(random / 5) as usize % list.len()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Games between engines end like under the match referee, at the same move.
    #[test]
    fn engines_games_end_as_the_referee_says(seed in any::<u64>(), number in 0u16..960, endgame in 0usize..6) {
        let fens = [
            "8/5k2/8/8/8/2K5/8/7R w - - 0 1", "8/5k2/8/4p3/4P3/2K5/8/8 w - - 0 1",
            "8/5k2/8/2n5/5B2/2K5/8/8 w - - 80 1", "8/1p3k2/8/8/8/2K5/6P1/8 w - - 0 1",
        ];
        let start = match fens.get(endgame) {
            Some(fen) => Start::Fen((*fen).to_owned()),
            None => Start::Chess960(number),
        };
        let mut game = game_from([SidePlayer::level(1), SidePlayer::level(2)], start);
        let participant = |name: &str| Participant { name: name.to_owned(), limits: Limits { nodes: Some(1), ..Limits::default() } };
        let opening = Opening { start: game.start().position, moves: Vec::new(), chess960: game.start().chess960 };
        let mut referee = Referee::new([participant("a"), participant("b")], &opening, Adjudication::default());
        let mut random = tabia_rng_like(seed);
        for _ in 0..600 {
            if let Next::Over(conclusion) = referee.next() {
                let end = game.end().expect("both are over");
                // If a stalemate is also a dead position, the page reports stalemate, like lichess, and the
                // referee the other, like fastchess.
                let is_both = end.reason == EndReason::Stalemate && game.position().is_insufficient_material();
                let reason = reason_of(conclusion.reason);
                prop_assert!(end.reason == reason || is_both && reason == EndReason::DeadPosition, "{:?}, {reason:?}", end.reason);
                prop_assert_eq!(end.winner(), conclusion.winner);
                return Ok(());
            }
            // The referee plays on in dead positions that only this side detects.
            if game.end().is_some_and(|end| end.reason == EndReason::DeadPosition) {
                prop_assert!(!game.position().is_insufficient_material());
                return Ok(());
            }
            prop_assert_eq!(game.end(), None);
            let mv = pick(game.position(), random());
            let text = game.position().uci_with(mv, game.start().chess960);
            game.play(mv, &PlayedMove::default()).unwrap();
            referee.line(!game.turn(), &format!("bestmove {text}"), 1.0);
        }
    }

    /// After any moves and takebacks, the game equals one with the remaining moves only, and it can be stored and
    /// reopened at any time.
    #[test]
    fn takebacks_leave_the_game_as_it_was(actions in proptest::collection::vec((any::<u64>(), 0usize..5), 1..80)) {
        let mut game = people("");
        let mut copies = vec![game.clone()];
        for (random, back) in actions {
            if game.is_over() {
                break;
            }
            if back > 0 && back <= game.ply() && random % 3 == 0 {
                game.take_back(back).unwrap();
                copies.truncate(copies.len() - back);
            } else {
                let mv = pick(game.position(), random);
                game.play(mv, &PlayedMove::default()).unwrap();
                copies.push(game.clone());
            }
            let copy = copies.last().unwrap();
            prop_assert_eq!(game.positions(), copy.positions());
            prop_assert_eq!(game.line(), copy.line());
            prop_assert_eq!(&game.game().moves, &copy.game().moves);
            prop_assert_eq!(game.claim(), copy.claim());
            let text = serde_json::to_string(game.game()).unwrap();
            prop_assert_eq!(&LiveGame::open(serde_json::from_str(&text).unwrap()).unwrap(), &game);
        }
    }
}

/// Reproducible random numbers from a seed (xorshift).
fn tabia_rng_like(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

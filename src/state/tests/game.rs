use std::rc::Rc;

use tabia_chess::{Color, Move, Role, Square};
use tabia_pgn::{GameResult, Nag, NodeId};

use crate::state::game::{GameAction, GameError, GameState};
use crate::state::reading::{GameBatch, Reading};
use crate::state::status::Status;

const ITALIAN: &str =
    "[White \"A\"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5)) 2... Nc6 3. Bc4 $1 {quiet} 1-0";

fn after(actions: impl IntoIterator<Item = GameAction>) -> GameState {
    actions.into_iter().fold(GameState::default(), |state, action| {
        let name = format!("{action:?}");
        state.reduce(action).unwrap_or_else(|error| panic!("{name}: {error}"))
    })
}

fn load(text: &str) -> GameState {
    after([GameAction::Load(text.to_owned())])
}

fn play(state: &GameState, moves: &str) -> GameState {
    moves.split_whitespace().fold(state.clone(), |state, text| {
        state.reduce(GameAction::PlayText(text.to_owned())).unwrap_or_else(|error| panic!("{text}: {error}"))
    })
}

fn go(state: &GameState, action: GameAction) -> GameState {
    state.reduce(action).expect("a step that is always possible")
}

fn fen(state: &GameState) -> String {
    state.position().to_fen()
}

fn sans(state: &GameState) -> Vec<String> {
    state.rows().iter().map(|row| row.san.clone()).collect()
}

#[test]
fn a_loaded_game_is_stepped_through() {
    let state = load(ITALIAN);
    assert_eq!(state.node(), NodeId::ROOT);
    assert_eq!(state.game().tags().get("White"), Some("A"));
    assert_eq!(state.game().result(), GameResult::WhiteWins);
    let state = go(&state, GameAction::Next);
    assert_eq!(fen(&state), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(state.last_move().map(|m| m.to_string()).as_deref(), Some("e2e4"));
    let end = go(&state, GameAction::Last);
    assert_eq!(end.game().ply(end.node()), 5);
    assert_eq!(go(&end, GameAction::Next), end, "behind the last move there is none");
    let back = go(&end, GameAction::Previous);
    assert_eq!(back.game().ply(back.node()), 4);
    assert_eq!(go(&back, GameAction::First).node(), NodeId::ROOT);
}

#[test]
fn judged_moves_of_the_side_below_are_gone_through_in_a_circle() {
    let state = load("1. e4? f5?? 2. d3? (2. d4? g5) 2... e5? 3. Nf3 d5? *");
    let (mistake, blunder) = (GameAction::NextWithGlyph(Nag(2)), GameAction::NextWithGlyph(Nag(4)));
    let ply = |state: &GameState| state.game().ply(state.node());
    let first = go(&state, mistake.clone());
    assert_eq!(ply(&first), 1);
    let second = go(&first, mistake.clone());
    assert_eq!((ply(&second), second.game().is_main_line(second.node())), (3, true));
    assert_eq!(go(&second, mistake.clone()), first, "from the last to the first");
    assert_eq!(go(&first, blunder.clone()), first, "White has made none");
    let black = go(&state, GameAction::Flip);
    assert_eq!(ply(&go(&black, blunder)), 2);
    let third = go(&go(&black, mistake.clone()), mistake.clone());
    assert_eq!(ply(&third), 6);
    let in_variation = go(&second, GameAction::NextSibling);
    assert_eq!(go(&in_variation, mistake), first, "back on the main line");
    // Black moves first.
    let state = load("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Kd7? 2. e4? *");
    assert_eq!(ply(&go(&state, GameAction::NextWithGlyph(Nag(2)))), 2);
}

#[test]
fn steps_lead_through_variations() {
    let state = load(ITALIAN);
    let fork = go(&state, GameAction::NextFork);
    assert_eq!(fork.game().ply(fork.node()), 2, "2. Nf3 and 2. f4 follow this node");
    let main = go(&fork, GameAction::Next);
    let variation = go(&main, GameAction::NextSibling);
    assert_eq!(variation.last_move().map(|m| m.to_string()).as_deref(), Some("f2f4"));
    assert_eq!(go(&variation, GameAction::NextSibling), main, "from the last to the first");
    assert_eq!(go(&main, GameAction::PreviousSibling), variation);
    let deep = go(&go(&variation, GameAction::Next), GameAction::NextSibling);
    assert_eq!(deep.last_move().map(|m| m.to_string()).as_deref(), Some("d7d5"));
    assert_eq!(go(&deep, GameAction::PreviousFork), variation);
    assert_eq!(go(&variation, GameAction::PreviousFork), fork);
}

#[test]
fn rows_are_in_the_order_of_the_text() {
    let state = load(ITALIAN);
    assert_eq!(sans(&state), ["e4", "e5", "Nf3", "f4", "exf4", "d5", "Nc6", "Bc4"]);
    let rows = state.rows();
    let depths: Vec<_> = rows.iter().map(|row| row.depth).collect();
    assert_eq!(depths, [0, 0, 0, 1, 1, 2, 0, 0]);
    let numbers: Vec<_> =
        rows.iter().map(|row| if row.shows_number { row.number_text() } else { String::new() }).collect();
    assert_eq!(numbers, ["1.", "", "2.", "2.", "", "2...", "2...", "3."]);
    let ends: Vec<_> = rows.iter().map(|row| row.ends_variations).collect();
    assert_eq!(ends, [0, 0, 0, 0, 0, 2, 0, 0]);
    assert_eq!(rows[7].nags, [Nag::GOOD_MOVE]);
    assert_eq!(rows[7].comments_after, ["quiet"]);
}

#[test]
fn a_move_follows_extends_or_branches() {
    let state = load(ITALIAN);
    let followed = play(&state, "e4 e5");
    assert!(Rc::ptr_eq(&followed.games()[0], &state.games()[0]), "a move of the game changes nothing in it");
    let extended = play(&go(&state, GameAction::Last), "Bc5");
    assert_eq!(extended.rows().last().map(|row| row.san.as_str()), Some("Bc5"));
    assert!(extended.game().is_main_line(extended.node()));
    let branched = play(&followed, "Qh5");
    assert!(!branched.game().is_main_line(branched.node()));
    assert_eq!(branched.game().children(followed.node()).count(), 3);
    assert_eq!(branched.rows().len(), state.rows().len() + 1);
}

#[test]
fn variations_are_promoted_and_deleted() {
    let state = load(ITALIAN);
    let at = go(&go(&play(&state, "e4 e5"), GameAction::Next), GameAction::NextSibling);
    let inner = go(&go(&at, GameAction::Next), GameAction::NextSibling);
    let promoted = go(&inner, GameAction::PromoteToMainLine(inner.node()));
    assert_eq!(promoted.node(), inner.node());
    assert!(promoted.game().is_main_line(inner.node()));
    assert_eq!(sans(&promoted), ["e4", "e5", "f4", "Nf3", "Nc6", "Bc4", "d5", "exf4"]);
    let once = go(&inner, GameAction::Promote(inner.node()));
    assert!(!once.game().is_main_line(inner.node()), "one place up is before 2... exf4 only");
    assert_eq!(sans(&once), ["e4", "e5", "Nf3", "f4", "d5", "exf4", "Nc6", "Bc4"]);
    let deleted = go(&inner, GameAction::Delete(at.node()));
    assert_eq!(sans(&deleted), ["e4", "e5", "Nf3", "Nc6", "Bc4"]);
    assert_eq!(deleted.game().ply(deleted.node()), 2, "the board is where the variation began");
    assert_eq!(deleted.reduce(GameAction::GoTo(inner.node())), Err(GameError::NoSuchNode));
}

#[test]
fn an_error_says_what_is_wrong_and_changes_nothing() {
    let state = play(&load(ITALIAN), "e4 e5");
    let before = state.clone();
    let cases = [
        (GameAction::Load(String::new()), "empty"),
        (GameAction::Load("hello there".into()), "holds no game"),
        (GameAction::Load("8/8/8/8/8/8/8/8 w - - 0 1".into()), "king"),
        (GameAction::LoadFen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1".into()), "FEN"),
        (GameAction::LoadPgn("<html>404</html>".into()), "line 1, column 1"),
        (GameAction::Load("\u{1}\u{2}\u{0}x".to_owned()), "not a text"),
        (GameAction::PlayText("Ke7".into()), "Ke7"),
        (GameAction::PlayText("rubbish".into()), "rubbish"),
        (GameAction::ChooseGame(1), "there is no game 2"),
        (GameAction::NewChess960(960), "960"),
        (GameAction::SetTag("Bad Name".into(), "x".into()), "Bad Name"),
        (GameAction::SetTag("FEN".into(), "x".into()), "FEN"),
    ];
    for (action, words) in cases {
        let name = format!("{action:?}");
        let error = state.reduce(action).expect_err(&name);
        assert!(error.to_string().contains(words), "{name}: {error}");
        assert_eq!(state, before);
    }
}

#[test]
fn a_position_of_a_game_read_with_a_fault_is_kept() {
    let state = load("1. e4 e5 2. Ke3 Nf6 *");
    assert_eq!(sans(&state), ["e4", "e5"]);
    let problem = state.problems().next().expect("Ke3 is not legal");
    assert_eq!((problem.game, problem.line, problem.column), (1, 1, 13));
    assert!(problem.message.contains("Ke3"), "{problem}");
}

#[test]
fn one_of_many_games_is_chosen() {
    let text = "[White \"First\"]\n\n1. e4 *\n\n[White \"Second\"]\n\n1. d4 d5 *\n";
    let first = load(text);
    assert_eq!(first.games().len(), 2);
    let second = go(&go(&first, GameAction::ChooseGame(1)), GameAction::Last);
    assert_eq!(second.game().tags().get("White"), Some("Second"));
    assert_ne!(first.game_id(), second.game_id());
    assert_eq!(second.rows().len(), 2);
    let again = go(&second, GameAction::ChooseGame(0));
    assert_eq!(sans(&again), ["e4"]);
}

#[test]
fn the_board_turns_and_stays_turned() {
    let state = GameState::default();
    assert_eq!(state.orientation(), Color::White);
    let flipped = go(&state, GameAction::Flip);
    assert_eq!(flipped.orientation(), Color::Black);
    assert_eq!(go(&flipped, GameAction::NewGame).orientation(), Color::Black);
}

#[test]
fn castling_is_offered_on_both_squares() {
    let state = load("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let squares: Vec<_> =
        state.destinations(Square::E1).iter().map(|destination| destination.square).collect();
    for square in [Square::G1, Square::H1, Square::C1, Square::A1, Square::F1] {
        assert!(squares.contains(&square), "{square}: {squares:?}");
    }
    let by_king = state.find_move(Square::E1, Square::G1, None);
    assert!(by_king.is_some_and(Move::is_castling));
    assert_eq!(by_king, state.find_move(Square::E1, Square::H1, None));
}

#[test]
fn in_chess960_a_king_move_is_not_taken_for_castling() {
    // The king on f1 can step to g1, or castle there with the rook on h1.
    let state = load("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let step = state.find_move(Square::F1, Square::G1, None);
    assert!(step.is_some_and(|m| !m.is_castling()));
    assert!(state.find_move(Square::F1, Square::H1, None).is_some_and(Move::is_castling));
    assert!(state.game().is_chess960());
}

#[test]
fn a_promotion_asks_for_its_piece() {
    let state = load("7k/P7/8/8/8/8/8/7K w - - 0 1");
    let destinations = state.destinations(Square::A7);
    assert_eq!(destinations.len(), 1);
    assert!(destinations[0].is_promotion);
    assert_eq!(state.find_move(Square::A7, Square::A8, None), None);
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
        let m = state.find_move(Square::A7, Square::A8, Some(role)).expect("a promotion");
        assert_eq!(m.promotion(), Some(role));
    }
}

#[test]
fn ends_of_games_are_recognized() {
    let status = |moves: &str| play(&GameState::default(), moves).status();
    assert_eq!(status("f3 e5 g4 Qh4"), Status::Checkmate { winner: Color::Black });
    assert_eq!(status("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"), Status::ThreefoldRepetition);
    let five = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    assert_eq!(status(&five), Status::FivefoldRepetition);
    assert_eq!(status("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"), Status::Ongoing);
    let at = |fen: &str| load(fen).status();
    assert_eq!(at("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Status::Stalemate);
    assert_eq!(at("8/8/4k3/8/8/3BK3/8/8 w - - 0 1"), Status::InsufficientMaterial);
    assert_eq!(at("8/8/4k3/8/8/3RK3/8/8 w - - 99 90"), Status::Ongoing);
    assert_eq!(at("8/8/4k3/8/8/3RK3/8/8 w - - 100 90"), Status::FiftyMoves);
    assert_eq!(at("8/8/4k3/8/8/3RK3/8/8 w - - 150 90"), Status::SeventyFiveMoves);
    // Checkmate takes precedence over any draw (FIDE Laws 9.6.2).
    assert_eq!(at("7k/6Q1/6K1/8/8/8/8/8 b - - 150 90"), Status::Checkmate { winner: Color::White });
    let mate = play(&GameState::default(), "f3 e5 g4 Qh4");
    assert_eq!(mate.check_square(), Some(Square::E1));
}

#[test]
fn repetition_needs_the_same_rights() {
    // Rook moves lose the castling rights, so the first position never recurs.
    let state = load("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let state = play(&state, "Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8");
    assert_eq!(state.status(), Status::Ongoing);
    assert_eq!(play(&state, "Rb1 Rb8 Ra1 Ra8").status(), Status::ThreefoldRepetition);
}

#[test]
fn an_engine_line_begins_behind_a_null_move() {
    let state = go(&load("1. e4 e5 2. Nf3 -- 3. Bc4 *"), GameAction::Last);
    let (start, moves) = state.engine_line();
    assert_eq!(start.to_fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    assert_eq!(moves.len(), 1);
    let whole = go(&load(ITALIAN), GameAction::Last);
    let (start, moves) = whole.engine_line();
    assert_eq!(start, whole.game().start());
    assert_eq!(moves.len(), 5);
}

#[test]
fn glyphs_comments_and_tags_are_edited() {
    let state = play(&GameState::default(), "e4");
    let node = state.node();
    let state = go(&state, GameAction::ToggleNag(node, Nag::GOOD_MOVE));
    let state = go(&state, GameAction::ToggleNag(node, Nag::MISTAKE));
    assert_eq!(state.rows()[0].nags, [Nag::MISTAKE], "of the six a move has one");
    let state = go(&state, GameAction::ToggleNag(node, Nag::MISTAKE));
    assert!(state.rows()[0].nags.is_empty());
    let state = go(&state, GameAction::SetComment(node, "two\nlines ".into()));
    assert_eq!(
        state.rows()[0].comments_after,
        ["two", "lines"],
        "a comment of PGN has no line breaks of its own"
    );
    let state = go(&state, GameAction::SetTag("White".into(), "Me".into()));
    let state = go(&state, GameAction::SetResult(GameResult::Draw));
    let text = state.pgn();
    assert!(text.contains("[White \"Me\"]") && text.contains("1. e4 {two} {lines} 1/2-1/2"), "{text}");
    assert_eq!(load(&text).game(), state.game());
}

#[test]
fn a_long_game_is_loaded_and_left_in_no_time() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(300);
    let state = go(&load(&moves), GameAction::Last);
    assert_eq!(state.rows().len(), 1200);
    assert_eq!(state.positions().len(), 1201);
    assert_eq!(state.status(), Status::FivefoldRepetition);
}

/// Three games, the second with an error, read one at a time.
fn batches(collection: u64) -> Vec<GameBatch> {
    let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 Ke4 *\n\n[White \"C\"]\n\n1. c4 *\n";
    let mut reading = Reading::new(collection, text);
    std::iter::from_fn(|| Some(reading.read_while(|| false))).take(3).collect()
}

#[test]
fn games_follow_while_one_of_them_is_shown() {
    let [first, second, third] = batches(7).try_into().expect("three batches");
    assert!(first.percent.is_some() && second.percent > first.percent && third.percent.is_none());
    let shown = go(&go(&GameState::default(), GameAction::OpenGames(first)), GameAction::Last);
    assert_eq!((shown.games().len(), shown.collection()), (1, 7));
    let more = go(&go(&shown, GameAction::AppendGames(second)), GameAction::AppendGames(third.clone()));
    assert_eq!(more.games().len(), 3);
    assert_eq!(
        (more.node(), more.game_id()),
        (shown.node(), shown.game_id()),
        "the same move of the same game"
    );
    assert!(Rc::ptr_eq(more.rows(), shown.rows()));
    assert_eq!(more.problems().map(|problem| problem.game).collect::<Vec<_>>(), [2]);
    assert_eq!(more.percent_read(), None);
    assert_eq!(more.reduce(GameAction::AppendGames(third)), Err(GameError::OtherText), "it is complete");
}

#[test]
fn games_of_another_text_are_not_added() {
    let [first, second, _] = batches(7).try_into().expect("three batches");
    let opened = go(&GameState::default(), GameAction::OpenGames(first));
    let other = GameBatch { collection: 8, ..second.clone() };
    assert_eq!(opened.reduce(GameAction::AppendGames(other)), Err(GameError::OtherText));
    let new = go(&opened, GameAction::NewGame);
    assert_eq!(new.reduce(GameAction::AppendGames(second)), Err(GameError::OtherText));
}

#[test]
fn slices_of_any_size_give_what_reading_at_once_gives() {
    let text = "[White \"A\"]\n\n1. e4 Ke4 *\n\n1. d4 d5 *\n\n1. c4 (1. b4 *) *\n } trailing words";
    let whole = tabia_pgn::read(text);
    for size in 1..=4 {
        let mut reading = Reading::new(1, text);
        let mut read = GameBatch { percent: Some(0), ..GameBatch::default() };
        while read.percent.is_some() {
            let mut count = 0;
            read.extend(reading.read_while(|| {
                count += 1;
                count < size
            }));
        }
        assert_eq!(read.games, whole.games);
        assert_eq!(read.problems, whole.problems);
        let mut resumed = Reading::new(1, text);
        resumed.skip_games(2);
        assert_eq!(resumed.read_while(|| true).games, whole.games[2..]);
    }
}

#[test]
fn a_text_without_a_game_opens_nothing() {
    let batch = Reading::new(1, "<html>404</html>").read_while(|| false);
    let error = GameState::default().reduce(GameAction::OpenGames(batch)).expect_err("no game");
    assert!(error.to_string().contains("line 1"), "{error}");
}

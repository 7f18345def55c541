use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::Index;
use tabia_chess::Square;
use tabia_pgn::comment::{CommentEval, Shape, ShapeColor};
use tabia_pgn::{GameResult, Nag, NodeId};

use crate::state::game::{EditKind, GameAction, GameError, GameState};

const GAME: &str = "[White \"A\"]\n\n{start} 1. e4 {[%clk 0:10:00] best} e5 2. Nf3 (2. f4 exf4 (2... d5 {[%csl Ge4]})) 2... Nc6 3. Bc4 $1 {quiet} 1-0";

fn load(text: &str) -> GameState {
    GameState::default().reduce(GameAction::Load(text.to_owned())).expect("a game")
}

fn act(state: &GameState, action: GameAction) -> GameState {
    let name = format!("{action:?}");
    state.reduce(action).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn node(state: &GameState, san: &str) -> NodeId {
    state.rows().iter().find(|row| row.san == san).unwrap_or_else(|| panic!("no {san}")).node
}

/// A random edit, resolved against the current game when it is applied.
#[derive(Clone, Debug)]
enum Edit {
    Go(Index),
    Play(Index),
    PlayNull,
    Delete(Index),
    DeleteOtherLines(Index),
    Promote(Index),
    PromoteToMainLine(Index),
    Nag(Index, u8),
    Comment(Index, String),
    CommentBefore(Index, String),
    Clock(Index, Option<u64>),
    Evaluation(Index, Option<i32>),
    Shape(Index, usize, usize),
    ClearShapes(Index),
    Tag(String, String),
    Result(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        6 => at().prop_map(Edit::Go),
        8 => at().prop_map(Edit::Play),
        1 => Just(Edit::PlayNull),
        2 => at().prop_map(Edit::Delete),
        1 => at().prop_map(Edit::DeleteOtherLines),
        1 => at().prop_map(Edit::Promote),
        1 => at().prop_map(Edit::PromoteToMainLine),
        2 => (at(), 0..=255u8).prop_map(|(at, nag)| Edit::Nag(at, nag)),
        3 => (at(), "[a-z {}\\[\\]%;\n]{0,20}").prop_map(|(at, text)| Edit::Comment(at, text)),
        2 => (at(), "[a-z {}\n]{0,20}").prop_map(|(at, text)| Edit::CommentBefore(at, text)),
        1 => (at(), any::<Option<u16>>()).prop_map(|(at, time)| Edit::Clock(at, time.map(u64::from))),
        1 => (at(), any::<Option<i16>>()).prop_map(|(at, cp)| Edit::Evaluation(at, cp.map(i32::from))),
        3 => (at(), 0..6usize, 0..6usize).prop_map(|(at, from, to)| Edit::Shape(at, from, to)),
        1 => at().prop_map(Edit::ClearShapes),
        1 => ("[A-Z][a-z]{0,3}", "[ -~]{0,8}").prop_map(|(name, value)| Edit::Tag(name, value)),
        1 => (0..4usize).prop_map(Edit::Result),
    ]
}

fn action(state: &GameState, edit: Edit) -> Option<GameAction> {
    let nodes = state.game().subtree(NodeId::ROOT);
    let at = |index: Index| *index.get(&nodes);
    Some(match edit {
        Edit::Go(index) => GameAction::GoTo(at(index)),
        Edit::Play(index) => {
            let moves = state.position().legal_moves().to_vec();
            if moves.is_empty() {
                return None;
            }
            GameAction::Play(*index.get(&moves))
        }
        Edit::PlayNull => GameAction::PlayNull,
        Edit::Delete(index) => GameAction::Delete(at(index)),
        Edit::DeleteOtherLines(index) => GameAction::DeleteOtherLines(at(index)),
        Edit::Promote(index) => GameAction::Promote(at(index)),
        Edit::PromoteToMainLine(index) => GameAction::PromoteToMainLine(at(index)),
        Edit::Nag(index, nag) => GameAction::ToggleNag(at(index), Nag(nag)),
        Edit::Comment(index, text) => GameAction::SetComment(at(index), text),
        Edit::CommentBefore(index, text) => GameAction::SetCommentBefore(at(index), text),
        Edit::Clock(index, time) => GameAction::SetClock(at(index), time.map(Duration::from_secs)),
        Edit::Evaluation(index, cp) => {
            GameAction::SetEvaluation(at(index), cp.map(|cp| (CommentEval::Cp(cp), None)))
        }
        Edit::Shape(index, from, to) => {
            let (from, to) = (Square::ALL[from], Square::ALL[to]);
            GameAction::ToggleShape(at(index), Shape { color: ShapeColor::Green, from, to })
        }
        Edit::ClearShapes(index) => GameAction::ClearShapes(at(index)),
        Edit::Tag(name, value) => GameAction::SetTag(name, value),
        Edit::Result(index) => GameAction::SetResult(
            [GameResult::Unknown, GameResult::Draw, GameResult::WhiteWins, GameResult::BlackWins][index],
        ),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Undoing step by step restores each earlier text, redoing each later one, and every text parses to the same game.
    #[test]
    fn every_edit_is_undone_and_done_again(edits in prop::collection::vec(edit(), 1..40)) {
        let mut state = load(GAME);
        let mut texts = vec![state.pgn()];
        for edit in edits {
            let Some(action) = action(&state, edit) else { continue };
            let is_step = !action.is_navigation();
            // A rejected edit changes nothing.
            let Ok(after) = state.reduce(action) else { continue };
            state = act(&after, GameAction::EndTyping);
            let text = state.pgn();
            if texts.last() != Some(&text) {
                prop_assert!(is_step);
                prop_assert!(tabia_pgn::read(&text).games.first() == Some(state.game()), "{}", text);
                texts.push(text);
            }
        }
        for text in texts.iter().rev().skip(1) {
            state = act(&state, GameAction::Undo);
            prop_assert_eq!(&state.pgn(), text);
            prop_assert!(state.game().contains(state.node()));
        }
        prop_assert_eq!(state.reduce(GameAction::Undo), Err(GameError::NothingToUndo));
        for text in texts.iter().skip(1) {
            state = act(&state, GameAction::Redo);
            prop_assert_eq!(&state.pgn(), text);
        }
        prop_assert_eq!(state.reduce(GameAction::Redo), Err(GameError::NothingToRedo));
    }
}

#[test]
fn the_board_goes_where_the_edit_was() {
    let state = load(GAME);
    let (d5, bc4) = (node(&state, "d5"), node(&state, "Bc4"));
    let there = act(&state, GameAction::GoTo(d5));
    let deleted = act(&there, GameAction::Delete(node(&state, "f4")));
    assert_eq!(deleted.undo_kind(), Some(EditKind::Deletion));
    let away = act(&deleted, GameAction::GoTo(bc4));
    let back = act(&away, GameAction::Undo);
    assert_eq!(back.node(), d5, "the move on the board had been deleted, too");
    let redone = act(&back, GameAction::Redo);
    assert_eq!(redone.game().ply(redone.node()), 2, "where the variation began");
    // Undo and redo go to the place of the edit.
    let glyph = act(&act(&state, GameAction::GoTo(d5)), GameAction::ToggleNag(bc4, Nag::BLUNDER));
    assert_eq!(glyph.node(), d5);
    assert_eq!(act(&glyph, GameAction::Undo).node(), bc4);
    // Tags have no place.
    let tagged = act(&there, GameAction::SetTag("White".into(), "B".into()));
    let tagged = act(&tagged, GameAction::GoTo(bc4));
    assert_eq!(act(&tagged, GameAction::Undo).node(), bc4);
}

#[test]
fn what_is_typed_at_one_move_is_one_edit() {
    let state = load(GAME);
    let nf3 = node(&state, "Nf3");
    let type_in = |state: &GameState, text: &str| act(state, GameAction::SetComment(nf3, text.into()));
    let typed = type_in(&type_in(&state, "a"), "a plan");
    assert_eq!(act(&typed, GameAction::Undo).pgn(), state.pgn());
    let again = type_in(&act(&typed, GameAction::EndTyping), "another plan");
    let undone = act(&again, GameAction::Undo);
    assert_eq!(undone.pgn(), typed.pgn());
    assert_eq!(act(&undone, GameAction::Redo).pgn(), again.pgn());
    let stepped = type_in(&act(&typed, GameAction::Next), "third");
    assert_eq!(act(&stepped, GameAction::Undo).pgn(), typed.pgn(), "who steps on has ended");
}

#[test]
fn each_game_has_its_own_history() {
    let two = load("[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n");
    let first = act(&two, GameAction::SetResult(GameResult::Draw));
    let second = act(&first, GameAction::ChooseGame(1));
    assert_eq!((second.undo_kind(), second.redo_kind()), (None, None));
    let second = act(&second, GameAction::PlayText("d4".into()));
    assert_eq!(second.undo_kind(), None, "a move of the game is gone to");
    let played = act(&second, GameAction::PlayText("d5".into()));
    assert_eq!(played.undo_kind(), Some(EditKind::Move));
    let first = act(&played, GameAction::ChooseGame(0));
    assert_eq!(act(&first, GameAction::Undo).pgn(), two.pgn());
}

#[test]
fn other_lines_are_deleted() {
    let state = load(GAME);
    let kept = act(&state, GameAction::DeleteOtherLines(node(&state, "f4")));
    let sans: Vec<_> = kept.rows().iter().map(|row| row.san.as_str()).collect();
    assert_eq!(sans, ["e4", "e5", "f4", "exf4"]);
    assert!(kept.game().is_main_line(node(&kept, "exf4")));
    assert_eq!(act(&kept, GameAction::Undo).pgn(), state.pgn());
    let all_gone = act(&state, GameAction::Delete(NodeId::ROOT));
    assert!(all_gone.rows().is_empty());
    assert_eq!(act(&all_gone, GameAction::Undo).pgn(), state.pgn());
}

#[test]
fn a_null_move_is_refused_in_check() {
    let state = act(&GameState::default(), GameAction::PlayNull);
    assert_eq!(state.rows()[0].san, "--");
    assert_eq!(state.last_move(), None);
    assert!(state.pgn().contains("1. -- *"), "{}", state.pgn());
    let check = load("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let error = check.reduce(GameAction::PlayNull).expect_err("in check");
    assert!(error.to_string().contains("check"), "{error}");
}

#[test]
fn shapes_clocks_and_evaluations_survive_as_text() {
    let state = load(GAME);
    let e4 = node(&state, "e4");
    let arrow = Shape { color: ShapeColor::Red, from: Square::G1, to: Square::F3 };
    let state = act(&state, GameAction::ToggleShape(e4, arrow));
    let state = act(&state, GameAction::SetEvaluation(e4, Some((CommentEval::Cp(35), Some(20)))));
    let state = act(&state, GameAction::SetClock(e4, Some(Duration::from_secs(599))));
    let state = act(&state, GameAction::SetComment(e4, "still best".into()));
    assert_eq!(
        state.game().annotations(e4).after,
        ["[%clk 0:09:59] [%cal Rg1f3] [%eval 0.35,20] still best"]
    );
    assert_eq!(state.rows()[0].comments_after, ["still best"]);
    let again = load(&state.pgn());
    assert_eq!(again.game(), state.game());
    assert_eq!(again.game().annotations(node(&again, "e4")).shapes(), [arrow]);
    let cleared = act(&state, GameAction::ClearShapes(e4));
    assert!(cleared.game().annotations(e4).shapes().is_empty());
    assert_eq!(act(&cleared, GameAction::Undo).pgn(), state.pgn());
    // A comment with drawings only has no line and no number in the list.
    let drawn = load("1. e4 (1. d4 {[%csl Gd4]} d5) *");
    assert!(drawn.rows()[1].comments_after.is_empty() && !drawn.rows()[2].shows_number);
}

#[test]
fn the_header_is_replaced_as_one_edit() {
    let state = load("[Event \"E\"]\n[FEN \"not a fen\"]\n[Foo \"bar\"]\n\n1. e4 *");
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let set =
        |tags: Vec<(String, String)>| state.reduce(GameAction::SetHeader { tags, result: GameResult::Draw });
    let new = set(vec![tag("White", "Me"), tag("Foo", ""), tag("ECO", "B00")]).expect("good tags");
    let tags: Vec<_> = new.game().stored_tags().iter().collect();
    assert_eq!(tags, [("White", "Me"), ("ECO", "B00")]);
    assert_eq!(new.game().result(), GameResult::Draw);
    assert_eq!(act(&new, GameAction::Undo).pgn(), state.pgn());
    for (tags, words) in [
        (vec![tag("Bad name", "x")], "Bad name"),
        (vec![tag("", "x")], "letters"),
        (vec![tag("Result", "1-0")], "Result"),
        (vec![tag("White", "a"), tag("White", "b")], "twice"),
    ] {
        let error = set(tags).expect_err(words);
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn a_line_is_copied_with_its_comments() {
    let state = load(GAME);
    let line = state.pgn_of_line(node(&state, "f4"));
    assert!(line.contains("{start} 1. e4 {[%clk 0:10:00] best} 1... e5 2. f4 exf4 *"), "{line}");
    assert!(state.pgn_of_line(NodeId::ROOT).contains("2. Nf3 Nc6 3. Bc4 $1 {quiet} 1-0"));
}

#[test]
fn another_version_of_the_game_is_one_edit() {
    let state = load(GAME);
    let at = node(&state, "Nf3");
    let state = act(&state, GameAction::GoTo(at));
    let mut version = state.game().clone();
    version.annotations_mut(at).nags.push(Nag(6));
    version.annotations_mut(at).set_text_after("Inaccuracy.");
    let m = state.position().parse_san("d6").unwrap();
    version.play(at, m).unwrap();
    let written = act(&state, GameAction::Rewrite(std::rc::Rc::new(version.clone())));
    assert_eq!((written.game(), written.node()), (&version, at));
    assert_eq!(written.undo_kind(), Some(EditKind::Report));
    let undone = act(&written, GameAction::Undo);
    assert_eq!((undone.game(), undone.node()), (state.game(), at));
    assert_eq!(act(&undone, GameAction::Redo).game(), &version);
}

#[test]
fn a_line_is_kept_behind_a_move_and_the_board_stays() {
    let state = act(&load("1. e4 e5 2. Nf3 *"), GameAction::GoTo(NodeId::ROOT));
    let first = state.find_move(tabia_chess::Square::D2, tabia_chess::Square::D4, None).unwrap();
    let mut after = *state.position();
    after.play_unchecked(first);
    let reply = after.parse_uci("d7d5").unwrap();
    let kept = state.reduce(GameAction::KeepLine(NodeId::ROOT, vec![first, reply])).unwrap();
    assert_eq!(kept.node(), NodeId::ROOT);
    assert!(
        kept.pgn().contains("1. e4 ( 1. d4 d5 ) 1... e5") || kept.pgn().contains("(1. d4 d5)"),
        "{}",
        kept.pgn()
    );
    // A single edit and a single undo; existing moves are not added again.
    assert_eq!(kept.reduce(GameAction::Undo).unwrap().pgn(), state.pgn());
    let again = kept.reduce(GameAction::KeepLine(NodeId::ROOT, vec![first, reply])).unwrap();
    assert_eq!(again.pgn(), kept.pgn());
    // Illegal moves are rejected as a whole.
    assert!(state.reduce(GameAction::KeepLine(NodeId::ROOT, vec![first, first])).is_err());
}

use super::*;

fn game(id: &str, plies: usize) -> PlayedGame {
    // The time spent on the turn stands for the number of moves.
    PlayedGame { id: id.to_owned(), spent_ms: plies as f64, stored_ms: plies as f64, ..PlayedGame::default() }
}

fn entry(id: &str, revision: u64) -> GameEntry {
    GameEntry { id: id.to_owned(), revision, ..GameEntry::default() }
}

/// Starts the next write and returns its id and number of moves.
fn begin(writer: &mut GameWriter, now_ms: f64) -> Option<(String, f64)> {
    match writer.next(now_ms)? {
        WriteTask::Game(game) => Some((game.id, game.spent_ms)),
        other => panic!("{other:?}"),
    }
}

fn succeed(writer: &mut GameWriter, kept: GameEntry, now_ms: f64) {
    writer.written(Some(kept), now_ms);
    writer.done();
}

fn fail(writer: &mut GameWriter, now_ms: f64) -> bool {
    let is_told = writer.refused(now_ms);
    writer.done();
    is_told
}

#[test]
fn what_was_refused_is_tried_again_after_growing_pauses_and_told_once() {
    let mut writer = GameWriter::default();
    writer.put(game("a", 4), 0.0);
    assert_eq!(begin(&mut writer, 0.0), Some(("a".to_owned(), 4.0)));
    assert!(fail(&mut writer, 10.0));
    for (pause_ms, now_ms) in [(1000.0, 10.0), (2000.0, 1010.0), (4000.0, 3010.0)] {
        assert_eq!(writer.wake_at_ms(), Some(now_ms + pause_ms));
        assert_eq!(writer.next(now_ms + pause_ms - 1.0), None);
        assert_eq!(begin(&mut writer, now_ms + pause_ms), Some(("a".to_owned(), 4.0)));
        assert!(!fail(&mut writer, now_ms + pause_ms), "told once");
    }
    for try_number in 1..40 {
        let now_ms = writer.wake_at_ms().unwrap();
        assert!(begin(&mut writer, now_ms).is_some(), "{try_number}");
        fail(&mut writer, now_ms);
        assert!(writer.wake_at_ms().unwrap() - now_ms <= LONGEST_PAUSE_MS);
    }
    let now_ms = writer.wake_at_ms().unwrap();
    assert!(begin(&mut writer, now_ms).is_some());
    succeed(&mut writer, entry("k", 1), now_ms);
    assert_eq!((writer.wake_at_ms(), writer.next(1e9), writer.has("a")), (None, None, false));
}

#[test]
fn a_newer_state_takes_the_place_of_the_one_that_was_refused() {
    let mut writer = GameWriter::default();
    writer.put(game("a", 4), 0.0);
    begin(&mut writer, 0.0);
    writer.put(game("a", 5), 1.0);
    fail(&mut writer, 2.0);
    assert_eq!(begin(&mut writer, 2.0), Some(("a".to_owned(), 5.0)), "at once");
    fail(&mut writer, 3.0);
    writer.put(game("a", 6), 4.0);
    assert_eq!(begin(&mut writer, 4.0), Some(("a".to_owned(), 6.0)), "a move does not wait for the pause");
    succeed(&mut writer, entry("k", 1), 5.0);
    assert_eq!(writer.next(1e9), None);
}

#[test]
fn a_game_whose_end_is_not_written_is_not_forgotten_before_it_is() {
    let mut writer = GameWriter::default();
    writer.put(game("a", 4), 0.0);
    begin(&mut writer, 0.0);
    fail(&mut writer, 0.0);
    // Another game begins.
    writer.forget("a".to_owned());
    writer.begin();
    writer.put(game("b", 0), 10.0);
    assert_eq!(begin(&mut writer, 10.0), Some(("b".to_owned(), 0.0)));
    writer.written(None, 20.0);
    writer.done();
    assert!(writer.has("a"));
    assert_eq!(begin(&mut writer, 20.0), Some(("a".to_owned(), 4.0)), "there is room again");
    assert_eq!(writer.next(20.0), None, "one after the other");
    succeed(&mut writer, entry("k", 1), 30.0);
    assert_eq!(writer.next(30.0), Some(WriteTask::Forget("a".to_owned())));
    writer.done();
    assert_eq!((writer.next(1e9), writer.has("a")), (None, false));
}

#[test]
fn a_game_that_was_put_aside_while_it_was_written_replaces_what_was_written() {
    let mut writer = GameWriter::default();
    writer.put(game("a", 4), 0.0);
    begin(&mut writer, 0.0);
    succeed(&mut writer, entry("k", 1), 0.0);
    writer.put(PlayedGame { kept_id: "k".to_owned(), kept_revision: 1, ..game("a", 5) }, 1.0);
    begin(&mut writer, 1.0);
    // It is set aside and another game begins, saved separately.
    writer.put(PlayedGame { is_aside: true, kept_id: "k".to_owned(), kept_revision: 1, ..game("a", 5) }, 2.0);
    writer.begin();
    writer.put(game("b", 1), 3.0);
    succeed(&mut writer, entry("k", 2), 4.0);
    let Some(WriteTask::Game(aside)) = writer.next(4.0) else { panic!("it waits") };
    assert_eq!((aside.id.as_str(), aside.is_aside, aside.kept_revision), ("a", true, 2));
    assert_eq!(writer.entry("a").map(|entry| entry.revision), Some(2));
    succeed(&mut writer, entry("k", 3), 5.0);
    let Some(WriteTask::Game(other)) = writer.next(5.0) else { panic!("it waits") };
    assert_eq!((other.id.as_str(), other.kept_id.as_str(), other.kept_revision), ("b", "", 0));
}

#[test]
fn a_state_that_was_made_before_a_write_ended_names_what_was_written() {
    let mut writer = GameWriter::default();
    writer.put(game("a", 4), 0.0);
    begin(&mut writer, 0.0);
    succeed(&mut writer, entry("k", 1), 1.0);
    writer.put(game("a", 5), 2.0);
    let Some(WriteTask::Game(next)) = writer.next(2.0) else { panic!("it waits") };
    assert_eq!((next.kept_id.as_str(), next.kept_revision), ("k", 1));
    // It has become a copy and is resumed from the queued state.
    writer.put(game("a", 6), 3.0);
    succeed(&mut writer, entry("copy", 1), 4.0);
    let unwritten = writer.unwritten("a").unwrap();
    assert_eq!((unwritten.spent_ms, unwritten.kept_id.as_str()), (6.0, "copy"));
}

#[test]
fn lists_have_what_is_not_written_yet() {
    let mut writer = GameWriter::default();
    writer.put(game("a", 4), 0.0);
    writer.put(game("gone", 7), 0.0);
    begin(&mut writer, 0.0);
    writer.put(game("a", 5), 0.0);
    writer.forget("gone".to_owned());
    let listed = writer.with_unwritten(vec![game("b", 9), game("a", 3), game("c", 1), game("gone", 6)]);
    let found: Vec<_> = listed.iter().map(|game| (game.id.as_str(), game.spent_ms)).collect();
    assert_eq!(found, [("b", 9.0), ("a", 5.0), ("c", 1.0)]);
}

#[test]
fn everything_unwritten_is_remembered_with_the_time_spent_when_the_page_may_end() {
    let mut writer = GameWriter::default();
    writer.put(game("a", 4), 0.0);
    writer.put(game("gone", 7), 0.0);
    begin(&mut writer, 0.0);
    writer.put(game("a", 5), 0.0);
    writer.put(game("b", 2), 0.0);
    writer.forget("gone".to_owned());
    writer.put_spent(TurnCost { id: "a".to_owned(), ply: 0, spent_ms: 900.0 });
    writer.put_spent(TurnCost { id: "a".to_owned(), ply: 0, spent_ms: 950.0 });
    let found: Vec<_> =
        writer.all_unwritten().into_iter().map(|game| (game.id, game.stored_ms, game.spent_ms)).collect();
    assert_eq!(found, [("a".to_owned(), 5.0, 950.0), ("b".to_owned(), 2.0, 2.0)]);
}

#[test]
fn after_a_failure_the_revision_is_not_taken_for_granted() {
    let mut writer = GameWriter::default();
    writer.put(game("a", 4), 0.0);
    begin(&mut writer, 0.0);
    succeed(&mut writer, entry("k", 1), 0.0);
    writer.put(game("a", 5), 1.0);
    begin(&mut writer, 1.0);
    assert_eq!(writer.entry("a"), Some(&entry("k", 1)));
    fail(&mut writer, 2.0);
    assert_eq!(writer.entry("a"), None, "it may have been stored all the same");
}

#[test]
fn results_that_are_not_written_yet_count_and_once() {
    use crate::state::play::ending::{EndReason, GameEnd};
    use tabia_chess::Color;

    // White, a person, against level 3.
    let end = Some(GameEnd::win(Color::White, EndReason::Checkmate));
    let finished = |id: &str, at: usize| PlayedGame { end, ..game(id, at) };
    let of = |id: &str, at: usize| RatedGame::of(&finished(id, at)).unwrap();
    let mut writer = GameWriter::default();
    writer.put(finished("a", 5), 0.0);
    writer.put(game("b", 6), 0.0);
    writer.put(finished("c", 3), 0.0);
    begin(&mut writer, 0.0);
    let times = |stored: Vec<RatedGame>| -> Vec<f64> {
        writer.with_unwritten_results(stored).iter().map(|result| result.finished_ms).collect()
    };
    assert_eq!(times(vec![of("d", 4)]), [3.0, 4.0, 5.0]);
    assert_eq!(times(vec![of("d", 4), of("a", 5)]), [3.0, 4.0, 5.0], "the one that was just written");
}

#[test]
fn the_cost_of_a_turn_goes_with_its_move() {
    let mut writer = GameWriter::default();
    let cost = TurnCost { id: "a".to_owned(), ply: 3, spent_ms: 900.0 };
    writer.put_spent(cost.clone());
    writer.put(game("a", 4), 0.0);
    begin(&mut writer, 0.0);
    writer.put_spent(cost.clone());
    fail(&mut writer, 0.0);
    assert_eq!(
        writer.next(0.0),
        Some(WriteTask::Spent(cost)),
        "only what was noted since, and during the pause"
    );
    writer.done();
    assert_eq!(writer.next(0.0), None);
}

//! Saved games in memory.

use std::rc::Rc;

use crate::storage::games::{GameEntry, GameSave, Origin, SavedGame, SavedGames};
use crate::storage::hash::sha256_of;
use crate::storage::{Database, Key, Memory, StoreError};
use futures::executor::block_on;

fn games() -> (Rc<Memory>, SavedGames) {
    let memory = Rc::new(Memory::new());
    let games = SavedGames::new(Database::of(memory.clone()));
    (memory, games)
}

fn kept(id: &str, pgn: &str) -> SavedGame {
    let game = &tabia_pgn::read(pgn).games[0];
    SavedGame { entry: GameEntry::new(id.to_owned(), Origin::Analysis, game), pgn: pgn.to_owned() }
}

const OPERA: &str = "[Event \"Opera\"]\n[Date \"1858.??.??\"]\n[White \"Morphy\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n\
                     1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3) 2... d6 1-0\n\n";

#[test]
fn an_entry_says_what_lists_show() {
    let entry = kept("a", OPERA).entry;
    assert_eq!((entry.white.as_str(), entry.black.as_str()), ("Morphy", ""));
    assert_eq!(
        (entry.event.as_str(), entry.date.as_str(), entry.result.as_str()),
        ("Opera", "1858.??.??", "1-0")
    );
    assert_eq!((entry.plies, entry.variation_plies), (4, 3));
    assert_eq!(entry.first_moves, "e4 e5 Nf3 d6");
}

#[test]
fn a_save_names_the_revision_that_it_replaces() {
    let (_, games) = games();
    let SavedGame { entry, pgn } = kept("a", OPERA);
    let first = block_on(games.save(&entry, &pgn)).unwrap();
    assert_eq!(first.revision, 1);
    // The other tab knows the same revision but saves later.
    let second = block_on(games.save(&first, "1. d4 *")).unwrap();
    let late = block_on(games.save(&first, "1. c4 *"));
    assert_eq!(late, Err(StoreError::Conflict { key: Key::of("a"), found: Some(2) }));
    assert_eq!(block_on(games.text("a")).unwrap(), "1. d4 *");
    assert_eq!(block_on(games.entry("a")).unwrap().revision, second.revision);
    // A new game cannot replace another one.
    assert_eq!(block_on(games.save(&entry, "1. b4 *")), Err(StoreError::Exists { key: Key::of("a") }));
    let was = block_on(games.get("a")).unwrap();
    block_on(games.remove(&["a".to_owned()])).unwrap();
    block_on(games.restore(std::slice::from_ref(&was))).unwrap();
    let back = block_on(games.get("a")).unwrap();
    assert_eq!((&back.pgn, back.entry.revision), (&was.pgn, was.entry.revision));
    block_on(games.remove(&["a".to_owned()])).unwrap();
    let gone = block_on(games.save(&second, "1. c4 *"));
    assert_eq!(gone, Err(StoreError::Conflict { key: Key::of("a"), found: None }));
    assert_eq!(block_on(games.text("a")), Err(StoreError::Missing { what: "the game a".to_owned() }));
}

#[test]
fn a_writer_knows_its_own_saves_that_got_no_reply() {
    let (_, games) = games();
    let SavedGame { entry, pgn } = kept("a", OPERA);
    let first = block_on(games.save(&entry, &pgn)).unwrap();
    // Already stored, as a new game and as a later revision: nothing is written.
    assert_eq!(block_on(games.save(&entry, &pgn)).unwrap().revision, 1);
    let second = block_on(games.save(&first, "1. d4 *")).unwrap();
    let again = block_on(games.save(&first, "1. d4 *")).unwrap();
    assert_eq!((again.revision, again.writes), (2, second.writes + 1));
    // Edited since: the stored game may be one's own or another tab's.
    let save = |entry: &GameEntry, pgn: &str, unconfirmed: &[String]| {
        block_on(games.save_all(&[GameSave { entry, pgn, unconfirmed }], Vec::new()))
    };
    let conflict = StoreError::Conflict { key: Key::of("a"), found: Some(2) };
    assert_eq!(save(&first, "1. d4 d5 *", &[sha256_of(b"1. c4 *")]), Err(conflict));
    let third =
        save(&first, "1. d4 d5 *", &[sha256_of(b"1. c4 *"), sha256_of(b"1. d4 *")]).unwrap().remove(0);
    assert_eq!((third.revision, third.created_ms), (3, first.created_ms));
    let fourth = save(&entry, "1. d4 f5 *", &[sha256_of(b"1. d4 d5 *")]).unwrap().remove(0);
    assert_eq!((fourth.revision, block_on(games.text("a")).unwrap().as_str()), (4, "1. d4 f5 *"));
}

#[test]
fn a_game_saved_again_as_a_new_one_moves_to_the_front_of_the_recent_games() {
    let (_, games) = games();
    let SavedGame { entry, pgn } = kept("a", OPERA);
    let first = block_on(games.save(&GameEntry { name: "Mine".to_owned(), ..entry.clone() }, &pgn)).unwrap();
    block_on(games.change("a", |entry| entry.board_ms = 7.0)).unwrap();
    let again = block_on(games.save(&entry, &pgn)).unwrap();
    assert_eq!((again.revision, again.name.as_str(), again.board_ms), (1, "Mine", 7.0));
    assert_eq!(first.revision, 1);
}

#[test]
fn a_game_that_was_deleted_and_opened_again_is_another_one() {
    let (_, games) = games();
    let SavedGame { entry, pgn } = kept("a", OPERA);
    let old = block_on(games.save(&GameEntry { created_ms: 5.0, ..entry.clone() }, &pgn)).unwrap();
    block_on(games.remove(&["a".to_owned()])).unwrap();
    let new = block_on(games.save(&GameEntry { created_ms: 9.0, ..entry.clone() }, "1. d4 *")).unwrap();
    assert_eq!(old.revision, new.revision);
    let late = block_on(games.save(&old, "1. c4 *"));
    assert_eq!(late, Err(StoreError::Conflict { key: Key::of("a"), found: Some(1) }));
    assert_eq!(block_on(games.text("a")).unwrap(), "1. d4 *");
}

#[test]
fn a_deleted_game_whose_text_was_opened_again_is_restored_beside_it() {
    let (_, games) = games();
    let SavedGame { entry, pgn } = kept("a", OPERA);
    let first = block_on(games.save(&entry, &pgn)).unwrap();
    block_on(games.save(&first, "1. d4 *")).unwrap();
    let edited = block_on(games.get("a")).unwrap();
    let named = SavedGame { entry: GameEntry { name: "Mine".to_owned(), ..first }, pgn: pgn.clone() };
    for (removed, count) in [(kept("a", OPERA), 1), (edited, 2), (named, 2)] {
        block_on(games.remove(&["a".to_owned()])).unwrap();
        block_on(games.save(&entry, &pgn)).unwrap();
        let removed = [kept("b", OPERA), removed];
        block_on(games.restore(&removed)).unwrap();
        let all = block_on(games.list()).unwrap();
        assert_eq!(all.len(), count + 1);
        assert_eq!(block_on(games.text("a")).unwrap(), pgn);
        let restored = all.iter().find(|entry| !["a", "b"].contains(&entry.id.as_str()));
        if let Some(restored) = restored {
            assert_eq!(block_on(games.text(&restored.id)).unwrap(), removed[1].pgn);
            assert_eq!(restored.name, removed[1].entry.name);
        }
        let ids: Vec<String> = all.into_iter().map(|entry| entry.id).collect();
        block_on(games.remove(&ids)).unwrap();
    }
}

#[test]
fn a_game_that_is_given_twice_is_refused_and_not_tried_without_end() {
    let (_, games) = games();
    let SavedGame { entry, pgn } = kept("a", OPERA);
    let first = block_on(games.save(&entry, &pgn)).unwrap();
    let twice = [GameSave::new(&first, "1. d4 *"), GameSave::new(&first, "1. c4 *")];
    let refused = block_on(games.save_all(&twice, Vec::new()));
    assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{refused:?}");
    assert_eq!(block_on(games.text("a")).unwrap(), pgn);
}

#[test]
fn a_damaged_game_is_a_conflict_so_that_it_holds_up_no_other() {
    use crate::storage::{Change, Record, Store, Table};
    let (memory, games) = games();
    let SavedGame { entry, pgn } = kept("a", OPERA);
    let first = block_on(games.save(&entry, &pgn)).unwrap();
    let record = Record { json: "{\"plies\":\"many\"}".to_owned(), ..Record::default() };
    block_on(memory.apply(vec![Change::Put { table: Table::Games, key: Key::of("a"), record }])).unwrap();
    let refused = block_on(games.save(&first, "1. d4 *"));
    assert_eq!(refused, Err(StoreError::Conflict { key: Key::of("a"), found: None }));
}

#[test]
fn names_and_labels_are_written_without_the_moves() {
    let (_, games) = games();
    let SavedGame { entry, pgn } = kept("a", OPERA);
    block_on(games.save(&entry, &pgn)).unwrap();
    let labels = vec!["gambits".to_owned(), "work".to_owned()];
    let put = block_on(games.change("a", |entry| entry.labels = labels.clone())).unwrap();
    assert_eq!((put.revision, &put.labels), (1, &labels));
    // A tab that is editing the game can still save, and the labels stay.
    let saved = block_on(games.save(&GameEntry { revision: 1, ..entry.clone() }, OPERA)).unwrap();
    assert_eq!((saved.revision, &saved.labels), (2, &labels));
    assert_eq!(block_on(games.text("a")).unwrap(), OPERA);
    assert_eq!(
        block_on(games.labels()).unwrap().into_iter().collect::<Vec<_>>(),
        [("gambits".into(), 1), ("work".into(), 1)]
    );
    let missing = block_on(games.change("b", |_| ()));
    assert_eq!(missing, Err(StoreError::Missing { what: "the game b".to_owned() }));
}

#[test]
fn thousands_are_added_and_read_some_at_a_time() {
    let (memory, games) = games();
    let all: Vec<SavedGame> = (0..2300).map(|number| kept(&format!("{number:05}"), OPERA)).collect();
    let mut told = Vec::new();
    block_on(games.add(&all, |count| told.push(count))).unwrap();
    assert_eq!(told, [500, 1000, 1500, 2000, 2300]);
    assert_eq!(block_on(games.list()).unwrap().len(), 2300);
    let mut after: Option<String> = None;
    let mut ids = Vec::new();
    loop {
        let texts = block_on(games.texts(after.as_deref(), 700)).unwrap();
        let Some((last, _)) = texts.last() else { break };
        after = Some(last.clone());
        assert!(texts.iter().all(|(_, pgn)| pgn == OPERA));
        ids.extend(texts.into_iter().map(|(id, _)| id));
    }
    assert_eq!(ids, all.iter().map(|game| game.entry.id.clone()).collect::<Vec<_>>());
    // A full disk: a batch is saved completely or not at all.
    memory.set_room(Some(0));
    let more: Vec<SavedGame> = (0..3).map(|number| kept(&format!("x{number}"), OPERA)).collect();
    assert_eq!(block_on(games.add(&more, |_| ())), Err(StoreError::Full));
    assert_eq!(block_on(games.count()), Ok(2300));
}

#[test]
fn an_entry_of_a_version_to_come_is_left_out_of_lists() {
    use crate::storage::{Change, Record, Store, Table};
    let (memory, games) = games();
    let SavedGame { entry, pgn } = kept("a", OPERA);
    block_on(games.save(&entry, &pgn)).unwrap();
    let strange = Record { json: "{\"plies\":\"many\"}".to_owned(), ..Record::default() };
    block_on(memory.apply(vec![Change::Put { table: Table::Games, key: Key::of("b"), record: strange }]))
        .unwrap();
    assert_eq!(block_on(games.list()).unwrap().len(), 1);
    assert!(matches!(block_on(games.entry("b")), Err(StoreError::Damaged { .. })));
}

//! The database of one's own: saved, replaced, filed, deleted; torn and damaged journals.

use proptest::prelude::*;
use tabia_library::own::{
    Change, GameId, Group, GroupId, GroupKind, OpenJournalError, OwnDatabase, OwnError, Save,
};
use tabia_library::{Library, Query};

/// A journal in memory and its database.
#[derive(Default)]
struct Held {
    journal: Vec<u8>,
    database: OwnDatabase,
}

impl Held {
    fn write(&mut self, change: Result<Change, OwnError>) -> Change {
        let change = change.expect("the change can be made");
        self.journal.truncate(change.offset as usize);
        self.journal.extend_from_slice(&change.bytes);
        self.database.apply(&change).expect("nothing came between");
        change
    }

    fn save(&mut self, text: &str) -> GameId {
        let change = self.database.save(Save { text: text.as_bytes(), ..Save::default() });
        self.write(change).game.expect("a game was saved")
    }

    fn text(&self, id: GameId) -> Option<&[u8]> {
        let game = self.database.game(id)?;
        self.journal.get(game.offset as usize..game.offset as usize + game.length as usize)
    }

    fn reopened(&self) -> OwnDatabase {
        let opened = OwnDatabase::open(&mut self.journal.as_slice()).expect("a journal");
        assert!(opened.torn.is_none() && opened.damaged.is_empty());
        opened.database
    }
}

fn folder(name: &str, parent: Option<GroupId>) -> Group {
    Group { kind: GroupKind::Folder, parent, name: name.into() }
}

fn label(name: &str) -> Group {
    Group { kind: GroupKind::Label, parent: None, name: name.into() }
}

#[test]
fn what_is_saved_is_there_after_opening_again() {
    let mut held = Held::default();
    let first = held.save("[White \"One\"]\n\n1. e4 *");
    let second = held.save("[White \"Two\"]\n\n1. d4 {a long comment} *");
    let change =
        held.database.save(Save { replaces: Some((first, 1)), text: b"1. c4 c5 *", ..Save::default() });
    held.write(change);
    let change = held.database.delete(second);
    held.write(change);
    assert_eq!(held.text(first), Some(&b"1. c4 c5 *"[..]));
    assert_eq!((held.database.game(first).unwrap().revision, held.database.game(second)), (2, None));
    assert_eq!(held.reopened(), held.database);
    assert_eq!(held.save("*"), GameId(3));
}

#[test]
fn a_save_that_replaces_another_revision_than_the_last_is_refused() {
    let mut held = Held::default();
    let id = held.save("1. e4 *");
    let again = Save { replaces: Some((id, 1)), text: b"1. d4 *", ..Save::default() };
    let other = held.database.save(Save { text: b"1. f4 *", ..again.clone() }).unwrap();
    let change = held.database.save(again.clone());
    held.write(change);
    assert_eq!(held.database.apply(&other), Err(OwnError::Stale));
    assert_eq!(held.database.save(again), Err(OwnError::Conflict { opened: 1, current: 2 }));
    let gone = Save { replaces: Some((GameId(9), 1)), text: b"*", ..Save::default() };
    assert_eq!(held.database.save(gone), Err(OwnError::NoGame(GameId(9))));
}

#[test]
fn a_text_is_one_game_with_errors_or_without() {
    let database = OwnDatabase::default();
    let save = |text: &str| database.save(Save { text: text.as_bytes(), ..Save::default() }).map(drop);
    assert_eq!(save("1. e4 * 1. d4 *"), Err(OwnError::NotOneGame(2)));
    assert_eq!(save("  "), Err(OwnError::NotOneGame(0)));
    assert_eq!(save("[White \"X\"]\n\n1. e4 Ke3 nonsense *"), Ok(()));
    assert_eq!(save("[White \"X\"]"), Ok(()));
}

#[test]
fn games_are_filed_in_folders_and_by_labels() {
    let mut held = Held::default();
    let [one, two] = ["1. e4 *", "1. d4 *"].map(|text| held.save(text));
    let make = |held: &mut Held, group| {
        let change = held.database.make_group(group);
        held.write(change).group.unwrap()
    };
    let outer = make(&mut held, folder("Games", None));
    let inner = make(&mut held, folder("Blitz", Some(outer)));
    let good = make(&mut held, label("good"));
    let change = held.database.file(one, Some(inner), vec![good]);
    held.write(change);
    let games = [one, two];
    let numbers = |database: &OwnDatabase, group| database.in_group(group, &games).iter().collect::<Vec<_>>();
    assert_eq!([outer, inner, good].map(|group| numbers(&held.database, group)), [[0], [0], [0]]);
    assert_eq!(held.database.change_group(outer, folder("Games", Some(inner))), Err(OwnError::Circle));
    assert_eq!(held.database.file(one, Some(good), vec![]), Err(OwnError::NoGroup(good)));
    assert_eq!(held.database.make_group(label(" ")), Err(OwnError::NoName));
    for group in [inner, good] {
        let change = held.database.delete_group(group);
        held.write(change);
    }
    let game = held.database.game(one).unwrap();
    assert_eq!((game.folder, &game.labels[..]), (Some(outer), &[][..]));
    assert_eq!(held.reopened(), held.database);
}

#[test]
fn the_games_are_searched_like_any_others() {
    let mut held = Held::default();
    let ids = ["[White \"Tal\"]\n\n1. e4 c5 *", "[White \"Broken\"]\n\n1. e9 *", "[Black \"Tal\"]"]
        .map(|text| held.save(text));
    let change = held.database.save(Save {
        replaces: Some((ids[0], 1)),
        text: b"[White \"Tal, M\"]\n\n1. e4 c5 2. Nf3 *",
        ..Save::default()
    });
    held.write(change);
    let mut index = Vec::new();
    assert_eq!(held.database.index(&mut held.journal.as_slice(), &mut index).unwrap(), ids);
    let mut library = Library::open(index).unwrap();
    let found = library.find(&Query { player: Some("tal".into()), ..Query::default() }).unwrap();
    assert_eq!(found.iter().collect::<Vec<_>>(), [0, 2]);
    assert_eq!((library.header(0).plies, library.problems().len()), (3, 1));
    for (number, id) in ids.into_iter().enumerate() {
        assert_eq!(
            library.text(number as u32, &mut held.journal.as_slice()).unwrap(),
            held.text(id).unwrap()
        );
    }
}

#[test]
fn a_compacted_journal_holds_the_same() {
    let mut held = Held::default();
    let id = held.save("1. e4 *");
    let gone = held.save("1. d4 {to be deleted} *");
    let change = held.database.make_group(label("x"));
    let group = held.write(change).group.unwrap();
    let change = held.database.save(Save {
        replaces: Some((id, 1)),
        labels: vec![group],
        text: b"1. f4 *",
        ..Save::default()
    });
    held.write(change);
    let change = held.database.delete(gone);
    held.write(change);
    assert!(held.database.waste() > 0);
    let mut journal = Vec::new();
    held.database.compact(&mut held.journal.as_slice(), &mut journal).unwrap();
    assert!(journal.len() < held.journal.len());
    let database = OwnDatabase::open(&mut journal.as_slice()).unwrap().database;
    let mut small = Held { journal, database };
    assert_eq!(small.text(id), held.text(id));
    assert_eq!(small.database.game(id).unwrap().revision, 2);
    assert_eq!(small.database.groups().collect::<Vec<_>>(), held.database.groups().collect::<Vec<_>>());
    assert_eq!(small.save("*"), held.save("*"));
}

#[test]
fn what_is_no_journal_is_not_touched() {
    let error = OwnDatabase::open(&mut &b"[Event \"a PGN file\"]"[..]).unwrap_err();
    assert_eq!(error, OpenJournalError::NotAJournal);
    assert_eq!(
        OwnDatabase::open(&mut &b"TABIAOWN\x02\0\0\0"[..]).unwrap_err(),
        OpenJournalError::NotAJournal
    );
}

/// Any change that can be made.
fn step(held: &mut Held, kind: u8, which: u8, text: &str) {
    let ids: Vec<_> = held.database.games().map(|(id, game)| (id, game.revision)).collect();
    let groups: Vec<_> = held.database.groups().map(|(id, _)| id).collect();
    let game = ids.get(usize::from(which) % ids.len().max(1)).copied();
    let group = groups.get(usize::from(which) % groups.len().max(1)).copied();
    let text = format!("[White \"{text}\"]\n\n1. e4 *");
    let save = |replaces| Save { replaces, text: text.as_bytes(), ..Save::default() };
    let change = match (kind % 7, game, group) {
        (0 | 1, Some(game), _) => held.database.save(save(Some(game))),
        (2, Some((id, _)), _) => held.database.delete(id),
        (3, Some((id, _)), Some(group)) => {
            held.database.file(id, Some(group), vec![]).or_else(|_| held.database.file(id, None, vec![group]))
        }
        (4, _, _) => {
            held.database.make_group(if which.is_multiple_of(2) { label("l") } else { folder("f", None) })
        }
        (5, _, Some(group)) => held.database.delete_group(group),
        _ => held.database.save(save(None)),
    };
    held.write(change);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn a_write_torn_at_any_byte_costs_the_last_change_only(steps in prop::collection::vec((any::<u8>(), any::<u8>(), "[a-z]{0,20}"), 1..12)) {
        let mut held = Held::default();
        let mut states = vec![(0, held.database.clone())];
        for (kind, which, text) in &steps {
            step(&mut held, *kind, *which, text);
            states.push((held.journal.len(), held.database.clone()));
        }
        for cut in 0..=held.journal.len() {
            let opened = OwnDatabase::open(&mut &held.journal[..cut]).unwrap();
            let (end, state) = states.iter().rev().find(|(end, _)| *end <= cut).unwrap();
            // The head of the journal is written with the first change.
            let empty = state.end() == 0;
            let same = if empty { opened.database.games().len() == 0 } else { opened.database == *state };
            prop_assert!(same, "cut at {}", cut);
            prop_assert!(opened.torn.is_some() == (*end < cut && cut != 12) && opened.damaged.is_empty());
        }
    }

    #[test]
    fn damage_costs_the_changes_that_it_hits(steps in prop::collection::vec("[a-z]{0,20}", 2..10), place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut held = Held::default();
        let mut ends = vec![12];
        for text in &steps {
            held.save(&format!("[White \"{text}\"]\n\n1. e4 *"));
            ends.push(held.journal.len());
        }
        let place = 12 + place.index(held.journal.len() - 12);
        let changed = held.journal[place] != byte;
        held.journal[place] = byte;
        let opened = OwnDatabase::open(&mut held.journal.as_slice()).unwrap();
        let lost = ends.iter().filter(|&&end| end <= place).count() as u64;
        let expected: Vec<_> = (1..=steps.len() as u64).filter(|&id| !changed || id != lost).map(GameId).collect();
        prop_assert_eq!(opened.database.games().map(|(id, _)| id).collect::<Vec<_>>(), expected);
        prop_assert_eq!(changed, opened.torn.is_some() || !opened.damaged.is_empty());
    }

    #[test]
    fn any_bytes_are_opened_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400), journal in any::<bool>()) {
        let bytes = if journal { [&b"TABIAOWN\x01\0\0\0"[..], &bytes].concat() } else { bytes };
        prop_assert_eq!(OwnDatabase::open(&mut bytes.as_slice()).is_ok(), journal || b"TABIAOWN\x01\0\0\0".starts_with(&bytes));
    }
}

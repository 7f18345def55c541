//! The autosave with a store and a simulated clock.

use super::channel::LONGEST_PAUSE_MS;
use super::*;
use crate::storage::games::{Origin, SavedGames};
use crate::storage::workspaces::{OpenText, Workspaces};
use crate::storage::{Database, Memory, Range, Store, StoreError, Table};
use futures::executor::block_on;
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use tabia_pgn::{Game, NodeId};

mod reopening;

fn game(pgn: &str) -> Rc<Game> {
    Rc::new(tabia_pgn::read(pgn).games.remove(0))
}

fn view(source: &Rc<GameSource>, games: &[Rc<Game>], shown: usize) -> BoardState {
    BoardState {
        source: Rc::clone(source),
        games: games.into(),
        is_whole: true,
        shown,
        node: NodeId::ROOT,
        orientation: Color::White,
    }
}

fn ids() -> Box<dyn FnMut() -> String> {
    let next = Cell::new(0);
    Box::new(move || {
        next.set(next.get() + 1);
        format!("id{:04}", next.get())
    })
}

/// Page: the core, a store with a latency, and a clock.
struct Page {
    autosave: Autosave,
    database: Database,
    now: f64,
    wake: Option<f64>,
    /// Pending requests to the store, with the times of their replies.
    asked: Vec<(f64, AutosaveCommand)>,
    latency: f64,
    told: Vec<AutosaveNotice>,
    /// Ids of stored games that came on the board.
    touched: Vec<String>,
    crash_backup: Option<CrashBackup>,
    /// Number of requests to the store.
    requests: usize,
}

impl Page {
    fn new(database: &Database, restored: Option<Workspace>) -> Self {
        let id = restored.as_ref().map_or_else(|| "w".to_owned(), |workspace| workspace.id.clone());
        let autosave = Autosave::new(id, restored, ids());
        let database = database.clone();
        Self {
            autosave,
            database,
            now: 0.0,
            wake: None,
            asked: Vec::new(),
            latency: 20.0,
            told: Vec::new(),
            touched: Vec::new(),
            crash_backup: None,
            requests: 0,
        }
    }

    fn happen(&mut self, event: Event) {
        self.wake = None;
        for command in self.autosave.handle(event, self.now) {
            match command {
                AutosaveCommand::Wake(at) => self.wake = Some(at),
                AutosaveCommand::Emit(notice) => self.told.push(notice),
                AutosaveCommand::Touch(id) => self.touched.push(id),
                AutosaveCommand::Remember(write) => {
                    assert_one_of_each(&write);
                    self.crash_backup = Some(CrashBackup::of(&write));
                }
                AutosaveCommand::Forget => self.crash_backup = None,
                AutosaveCommand::State(_) | AutosaveCommand::NoteCount { .. } => {}
                ask => {
                    if let AutosaveCommand::Write(write) = &ask {
                        assert_one_of_each(write);
                    }
                    self.requests += 1;
                    self.asked.push((self.now + self.latency, ask));
                }
            }
        }
    }

    fn show(&mut self, view: BoardState) {
        self.happen(Event::Shown(view));
    }

    /// Lets time pass.
    fn pass(&mut self, ms: f64) {
        let end = self.now + ms;
        loop {
            let answer = self.asked.iter().map(|(at, _)| *at).min_by(f64::total_cmp);
            let next = answer.into_iter().chain(self.wake).filter(|at| *at <= end).min_by(f64::total_cmp);
            let Some(next) = next else { break };
            self.now = self.now.max(next);
            match self.asked.iter().position(|(at, _)| *at <= self.now) {
                Some(place) => {
                    let (_, ask) = self.asked.remove(place);
                    let event = self.answer(ask);
                    self.happen(event);
                }
                None => self.happen(Event::Wake),
            }
        }
        self.now = end;
    }

    fn answer(&self, ask: AutosaveCommand) -> Event {
        match ask {
            AutosaveCommand::KeepText { source, .. } => {
                let SourceText::Fresh { text, .. } = &source.text else { panic!("no text to keep") };
                let files = crate::storage::files::FileStore::new(self.database.clone());
                let entry = block_on(files.add("games", "", &**text, serde_json::Value::Null));
                let text = entry.map(|entry| OpenText { sha256: entry.sha256, name: None });
                Event::TextKept(source.set, text)
            }
            AutosaveCommand::Write(write) => {
                let texts = write.texts();
                let games = write.saves(&texts);
                let put = Workspaces::put(&write.workspace).unwrap();
                match block_on(SavedGames::new(self.database.clone()).save_all(&games, vec![put])) {
                    Ok(entries) => Event::Written(entries),
                    Err(error) => Event::Refused(error),
                }
            }
            other => panic!("not a question: {other:?}"),
        }
    }
}

fn assert_one_of_each(write: &Write) {
    let ids: BTreeSet<&str> = write.games.iter().map(|save| save.entry.id.as_str()).collect();
    assert_eq!(ids.len(), write.games.len(), "an id is written twice");
}

/// What a restart would show: the PGN of every saved open game, the one shown, the path in it, the side at the bottom.
#[derive(Debug, Clone, PartialEq)]
struct Seen {
    games: Vec<String>,
    shown: usize,
    path: Vec<u32>,
    is_flipped: bool,
}

fn seen(view: &BoardState) -> Seen {
    Seen {
        games: view.games.iter().map(|game| tabia_pgn::write(game)).collect(),
        shown: view.shown,
        path: path_to(&view.games[view.shown], view.node),
        is_flipped: view.orientation == Color::Black,
    }
}

fn found_again(database: &Database) -> Option<Seen> {
    let workspace = block_on(Workspaces::new(database.clone()).list()).unwrap().into_iter().next()?;
    let mut games = match &workspace.text {
        Some(text) => {
            let files = crate::storage::files::FileStore::new(database.clone());
            let text = block_on(block_on(files.content(&text.sha256)).unwrap().text()).unwrap();
            tabia_pgn::read(&text).games
        }
        None => workspace.start.as_deref().map(|start| tabia_pgn::read(start).games).unwrap_or_default(),
    };
    for (place, id) in &workspace.games {
        let text = block_on(SavedGames::new(database.clone()).text(id)).unwrap();
        games.resize_with((place + 1).max(games.len()), Game::default);
        games[*place] = tabia_pgn::read(&text).games.remove(0);
    }
    let games = games.iter().map(tabia_pgn::write).collect();
    Some(Seen { games, shown: workspace.shown, path: workspace.path, is_flipped: workspace.is_flipped })
}

fn database() -> (Rc<Memory>, Database) {
    let memory = Rc::new(Memory::new());
    (memory.clone(), Database::of(memory))
}

fn count(database: &Database, table: Table) -> u64 {
    block_on(database.count(table, Range::all())).unwrap()
}

#[test]
fn an_empty_board_writes_nothing_and_the_first_move_is_written_in_time() {
    let (_, database) = database();
    let mut page = Page::new(&database, None);
    let source = GameSource::start();
    page.show(view(&source, &[Rc::default()], 0));
    page.pass(10_000.0);
    assert_eq!((count(&database, Table::Games), count(&database, Table::Documents)), (0, 0));
    assert_eq!(*page.autosave.state(), SaveState::Nothing);
    let after = view(&source, &[game("1. e4 *")], 0);
    page.show(after.clone());
    assert_eq!(*page.autosave.state(), SaveState::Saving);
    page.pass(500.0);
    assert_eq!(found_again(&database), Some(seen(&after)));
    assert_eq!(*page.autosave.state(), SaveState::Saved);
    assert_eq!(page.wake, None, "nothing is left to be done");
}

#[test]
fn edits_that_follow_one_another_do_not_put_off_the_writing() {
    let (_, database) = database();
    let mut page = Page::new(&database, None);
    let source = GameSource::start();
    page.show(view(&source, &[Rc::default()], 0));
    let mut shown = Vec::new();
    for number in 0..40 {
        let after = view(&source, &[game(&format!("1. e4 {{{number}}} *"))], 0);
        page.show(after.clone());
        shown.push(seen(&after));
        page.pass(100.0);
        if number > 5 {
            let found = found_again(&database).unwrap();
            assert!(shown[number - 5..].contains(&found), "after edit {number}: {found:?}");
        }
    }
    assert_eq!(count(&database, Table::Games), 1);
}

const THREE: &str = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n\n1. c4 *\n\n";

fn three() -> (Rc<GameSource>, Vec<Rc<Game>>) {
    let games = tabia_pgn::read(THREE).games.into_iter().map(Rc::new).collect();
    (GameSource::text(THREE, Origin::Text, false), games)
}

#[test]
fn a_text_is_kept_once_and_only_the_games_that_are_edited_become_records() {
    let (_, database) = database();
    let mut page = Page::new(&database, None);
    let (source, mut games) = three();
    page.show(view(&source, &games, 0));
    page.pass(1000.0);
    assert_eq!((count(&database, Table::Games), count(&database, Table::Files)), (0, 1));
    games[1] = game("[White \"B\"]\n\n1. d4 d5 *");
    let after = view(&source, &games, 1);
    page.show(after.clone());
    page.pass(1000.0);
    assert_eq!((count(&database, Table::Games), count(&database, Table::Files)), (1, 1));
    assert_eq!(found_again(&database), Some(seen(&after)));
}

#[test]
fn a_single_game_of_a_text_is_a_record_at_once_and_a_copy_if_it_is_kept_elsewhere() {
    for (origin, is_copy) in [
        (Origin::Text, false),
        (Origin::Database { id: "d".to_owned(), number: 7 }, true),
        (Origin::Match { id: "m".to_owned() }, true),
    ] {
        let (_, database) = database();
        let mut page = Page::new(&database, None);
        let source = GameSource::text("1. e4 *", origin.clone(), false);
        page.show(view(&source, &[game("1. e4 *")], 0));
        page.pass(1000.0);
        let list = block_on(SavedGames::new(database.clone()).list()).unwrap();
        assert_eq!((list.len(), list[0].is_copy, &list[0].origin), (1, is_copy, &origin));
        assert_eq!(count(&database, Table::Files), 0);
        page.show(view(&source, &[game("1. e4 e5 *")], 0));
        page.pass(1000.0);
        let list = block_on(SavedGames::new(database.clone()).list()).unwrap();
        assert_eq!((list.len(), list[0].is_copy), (1, false), "an edited copy is a game of one's own");
    }
}

#[test]
fn a_text_of_one_game_that_lost_something_is_kept_as_well() {
    let (_, database) = database();
    let mut page = Page::new(&database, None);
    let source = GameSource::text("1. e4 Ke4 *", Origin::Text, true);
    page.show(view(&source, &[game("1. e4 *")], 0));
    page.pass(1000.0);
    assert_eq!((count(&database, Table::Games), count(&database, Table::Files)), (1, 1));
}

#[test]
fn a_game_that_another_tab_has_changed_becomes_a_copy() {
    let (_, database) = database();
    let games = SavedGames::new(database.clone());
    let entry = GameEntry::new("g".to_owned(), Origin::Analysis, &game("1. e4 *"));
    let entry = block_on(games.save(&entry, &tabia_pgn::write(&game("1. e4 *")))).unwrap();
    let mut page = Page::new(&database, None);
    let source = GameSource::kept(entry.clone());
    page.show(view(&source, &[game("1. e4 *")], 0));
    page.pass(1000.0);
    block_on(games.save(&entry, "1. e4 c5 *")).unwrap();
    page.show(view(&source, &[game("1. e4 e5 *")], 0));
    page.show(view(&source, &[game("1. e4 e5 2. Nf3 *")], 0));
    page.pass(2000.0);
    assert!(
        matches!(&page.told[..], [AutosaveNotice::BecameCopy(entry)] if entry.id != "g"),
        "{:?}",
        page.told
    );
    assert_eq!(block_on(games.text("g")).unwrap(), "1. e4 c5 *");
    let found = found_again(&database).unwrap();
    assert_eq!(found.games, [tabia_pgn::write(&game("1. e4 e5 2. Nf3 *"))]);
    // Reported once: the copy belongs to this tab.
    page.show(view(&source, &[game("1. e4 e5 2. Nf3 Nc6 *")], 0));
    page.pass(2000.0);
    assert_eq!((page.told.len(), count(&database, Table::Games)), (1, 2));
}

#[test]
fn a_game_that_was_deleted_is_kept_anew_once_it_is_edited() {
    let (_, database) = database();
    let mut page = Page::new(&database, None);
    let source = GameSource::start();
    page.show(view(&source, &[Rc::default()], 0));
    page.show(view(&source, &[game("1. e4 *")], 0));
    page.pass(1000.0);
    let games = SavedGames::new(database.clone());
    let id = block_on(games.list()).unwrap()[0].id.clone();
    block_on(games.remove(std::slice::from_ref(&id))).unwrap();
    page.happen(Event::Removed(vec![id.clone()]));
    page.pass(5000.0);
    assert_eq!(count(&database, Table::Games), 0, "it does not come back by itself");
    assert_eq!(
        found_again(&database).unwrap().games,
        [tabia_pgn::write(&game("1. e4 *"))],
        "it is on the board"
    );
    page.show(view(&source, &[game("1. e4 e5 *")], 0));
    page.pass(1000.0);
    let list = block_on(games.list()).unwrap();
    assert!(list.len() == 1 && list[0].id != id && page.told.is_empty());
}

#[test]
fn a_full_disk_is_told_once_and_all_is_written_when_there_is_room() {
    let (memory, database) = database();
    let mut page = Page::new(&database, None);
    let source = GameSource::start();
    page.show(view(&source, &[Rc::default()], 0));
    memory.set_room(Some(0));
    for number in 0..5 {
        page.show(view(&source, &[game(&format!("1. e4 {{{number}}} *"))], 0));
        page.pass(2000.0);
    }
    assert_eq!(page.told, [AutosaveNotice::NotSaved(SaveError::Refused(StoreError::Full))]);
    assert_eq!(*page.autosave.state(), SaveState::NotSaved(SaveError::Refused(StoreError::Full)));
    memory.set_room(None);
    page.pass(LONGEST_PAUSE_MS);
    assert_eq!(page.told.last(), Some(&AutosaveNotice::SavedAgain));
    assert_eq!(found_again(&database).unwrap().games, [tabia_pgn::write(&game("1. e4 {4} *"))]);
}

#[test]
fn a_store_that_does_not_answer_is_told_and_waited_for() {
    let (_, database) = database();
    let mut page = Page::new(&database, None);
    let source = GameSource::start();
    page.show(view(&source, &[Rc::default()], 0));
    page.latency = 60_000.0;
    page.show(view(&source, &[game("1. e4 *")], 0));
    page.pass(PATIENCE_MS + 1000.0);
    assert_eq!(page.told, [AutosaveNotice::NotSaved(SaveError::Stuck)]);
    page.pass(60_000.0);
    assert_eq!(page.told.last(), Some(&AutosaveNotice::SavedAgain));
    assert!(found_again(&database).is_some());
}

#[test]
fn what_was_not_written_at_the_end_of_the_page_is_remembered_and_written_at_the_next_start() {
    let (_, database) = database();
    let mut page = Page::new(&database, None);
    let source = GameSource::start();
    page.show(view(&source, &[Rc::default()], 0));
    page.show(view(&source, &[game("1. e4 *")], 0));
    page.pass(1000.0);
    let last = view(&source, &[game("1. e4 e5 *")], 0);
    page.show(last.clone());
    page.happen(Event::Leaving);
    // The page is gone before the store replies.
    let crash_backup = page.crash_backup.clone().unwrap();
    let text = crash_backup.to_text().unwrap();
    let written = |text: &str| block_on(CrashBackup::read(text).unwrap().write(&database)).unwrap();
    written(&text);
    assert_eq!((found_again(&database), count(&database, Table::Games)), (Some(seen(&last)), 1));
    // Written after all, and backed up as well: nothing is stored twice.
    written(&text);
    assert_eq!((found_again(&database), count(&database, Table::Games)), (Some(seen(&last)), 1));
    // Changed elsewhere in the meantime: both are saved.
    let games = SavedGames::new(database.clone());
    let entry = block_on(games.list()).unwrap().remove(0);
    block_on(games.save(&entry, "1. e4 c5 *")).unwrap();
    for _ in 0..2 {
        written(&text);
        assert_eq!((found_again(&database), count(&database, Table::Games)), (Some(seen(&last)), 2));
    }
    assert_eq!(CrashBackup::read("{\"workspace\":7"), None);
}

#[test]
fn what_is_remembered_is_forgotten_when_it_is_written() {
    let (_, database) = database();
    let mut page = Page::new(&database, None);
    let source = GameSource::start();
    page.show(view(&source, &[Rc::default()], 0));
    page.show(view(&source, &[game("1. e4 *")], 0));
    page.happen(Event::Leaving);
    assert!(page.crash_backup.is_some());
    page.pass(100.0);
    assert!(page.crash_backup.is_none(), "at once, not after the usual delay");
    assert!(found_again(&database).is_some());
}

#[test]
fn games_that_were_edited_before_are_found_when_the_reading_comes_to_them() {
    let (_, database) = database();
    let games = SavedGames::new(database.clone());
    let edited = game("[White \"C\"]\n\n1. c4 c5 *");
    let entry = GameEntry::new("g".to_owned(), Origin::Text, &edited);
    let entry = block_on(games.save(&entry, &tabia_pgn::write(&edited))).unwrap();
    let text = OpenText { sha256: "t".to_owned(), name: None };
    let workspace = Workspace {
        id: "w".to_owned(),
        text: Some(text.clone()),
        games: BTreeMap::from([(2, "g".to_owned())]),
        origin: Origin::Text,
        ..Workspace::default()
    };
    let mut page = Page::new(&database, Some(workspace));
    let source = GameSource::new(Origin::Text, SourceText::Kept(text), BTreeMap::from([(2, entry)]));
    let mut all = tabia_pgn::read(THREE).games.into_iter().map(Rc::new).collect::<Vec<_>>();
    all[2] = Rc::clone(&edited);
    page.show(BoardState { is_whole: false, ..view(&source, &all[..1], 0) });
    page.pass(1000.0);
    page.show(view(&source, &all, 0));
    page.pass(1000.0);
    assert_eq!(count(&database, Table::Documents), 0, "it is all as it was: nothing is written");
    all[2] = game("[White \"C\"]\n\n1. c4 e5 *");
    page.show(view(&source, &all, 2));
    page.pass(1000.0);
    assert_eq!((count(&database, Table::Games), block_on(games.entry("g")).unwrap().revision), (1, 2));
}

#[test]
fn the_games_that_were_on_the_board_last_are_remembered_while_others_are_not_written_yet() {
    let (_, database) = database();
    let mut page = Page::new(&database, None);
    page.latency = 90.0;
    page.show(view(&GameSource::start(), &[Rc::default()], 0));
    let (source, mut games) = three();
    page.show(view(&source, &games, 0));
    games[0] = game("1. e4 {edited} *");
    let now = view(&source, &games, 0);
    page.show(now.clone());
    let next = GameSource::start();
    page.show(view(&next, &[Rc::default()], 0));
    page.show(view(&next, &[game("1. d4 *")], 0));
    page.show(now.clone());
    page.pass(155.0);
    let (last, its_games) = three();
    page.show(view(&last, &its_games, 0));
    page.show(now.clone());
    page.show(view(&GameSource::start(), &[Rc::default()], 0));
    page.show(now.clone());
    page.pass(2000.0);
    assert_eq!(found_again(&database), Some(seen(&now)));
}

#[test]
fn games_that_are_opened_while_others_are_written_are_written_next() {
    let (_, database) = database();
    let mut page = Page::new(&database, None);
    page.latency = 75.0;
    let start = GameSource::start();
    page.show(view(&start, &[Rc::default()], 0));
    page.show(view(&start, &[game("1. e4 *")], 0));
    page.show(view(&GameSource::start(), &[Rc::default()], 0));
    let (source, games) = three();
    let now = view(&source, &games, 0);
    page.show(now.clone());
    // The writes of the first game, of the text of the three, and of the position.
    page.pass(4.0 * 75.0);
    assert_eq!(found_again(&database), Some(seen(&now)));
}

/// Action of a person.
#[derive(Debug, Clone)]
enum Action {
    Edit(usize, u32),
    Choose(usize),
    Go(u32),
    Flip,
    New,
    OpenThree,
    OpenOne,
    Undo,
    Wait(f64),
    Leave,
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        6 => (0..3usize, 0..1000u32).prop_map(|(place, number)| Action::Edit(place, number)),
        2 => (0..3usize).prop_map(Action::Choose),
        2 => (0..4u32).prop_map(Action::Go),
        1 => Just(Action::Flip),
        1 => Just(Action::New),
        1 => Just(Action::OpenThree),
        1 => Just(Action::OpenOne),
        1 => Just(Action::Undo),
        8 => (0.0..900.0f64).prop_map(Action::Wait),
        1 => Just(Action::Leave),
    ]
}

#[test]
fn the_games_that_were_on_the_board_last_are_remembered() {
    let (_, database) = database();
    let mut page = Page::new(&database, None);
    let (source, games) = three();
    let mut now = view(&source, &games, 0);
    page.show(now.clone());
    // New games repeatedly, each undone.
    for _ in 0..3 {
        page.show(view(&GameSource::start(), &[Rc::default()], 0));
        page.show(now.clone());
    }
    let mut edited = now.games.to_vec();
    edited[0] = game("1. e4 {edited} *");
    now = BoardState { games: edited.into(), ..now };
    page.show(now.clone());
    page.pass(790.0);
    page.show(view(&GameSource::start(), &[Rc::default()], 0));
    page.show(now.clone());
    page.pass(2000.0);
    assert_eq!(found_again(&database), Some(seen(&now)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 128, ..ProptestConfig::default() })]

    /// Whenever the browser is killed, what is stored was on screen at one moment of the last second.
    #[test]
    fn at_any_time_what_is_kept_was_seen_within_the_last_second(actions in prop::collection::vec(action(), 1..60), latency in 1.0..120.0f64) {
        let (_, database) = database();
        let mut page = Page::new(&database, None);
        page.latency = latency;
        let mut now = view(&GameSource::start(), &[Rc::default()], 0);
        let mut before = now.clone();
        page.show(now.clone());
        let mut history = vec![(page.now, seen(&now))];
        let until = |page: &Page, history: &mut Vec<(f64, Seen)>, now: &BoardState| {
            history.push((page.now, seen(now)));
            // What is on screen stays until the next entry: the last entry before that second belongs to it.
            let from = history.iter().rposition(|(at, _)| *at <= page.now - 1000.0).unwrap_or(0);
            let found = found_again(&database);
            let is_seen = match &found {
                Some(found) => history[from..].iter().any(|(_, seen)| seen == found),
                // Nothing is stored before the first action.
                None => from == 0 || history[from..].iter().any(|(_, seen)| *seen == history[0].1),
            };
            prop_assert!(is_seen, "found {found:?}\nof {:?}", &history[from..]);
            Ok(())
        };
        for action in actions {
            let open = |now: &BoardState, before: &mut BoardState, next: BoardState| {
                *before = now.clone();
                next
            };
            match action {
                Action::Edit(place, number) => {
                    let place = place % now.games.len();
                    let mut games = now.games.to_vec();
                    games[place] = game(&format!("[Round \"{number}\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {{{number}}} *"));
                    now = BoardState { games: games.into(), shown: place, node: NodeId::ROOT, ..now };
                }
                Action::Choose(place) => now = BoardState { shown: place % now.games.len(), node: NodeId::ROOT, ..now },
                Action::Go(steps) => {
                    let node = node_at(&now.games[now.shown], &vec![0; steps as usize]);
                    now = BoardState { node, ..now };
                }
                Action::Flip => now.orientation = !now.orientation,
                Action::New => now = open(&now, &mut before, view(&GameSource::start(), &[Rc::default()], 0)),
                Action::OpenThree => {
                    let (source, games) = three();
                    now = open(&now, &mut before, view(&source, &games, 0));
                }
                Action::OpenOne => {
                    let source = GameSource::text("1. b4 *", Origin::Text, false);
                    now = open(&now, &mut before, view(&source, &[game("1. b4 *")], 0));
                }
                Action::Undo => std::mem::swap(&mut now, &mut before),
                Action::Wait(ms) => page.pass(ms),
                Action::Leave => page.happen(Event::Leaving),
            }
            if !matches!(action, Action::Wait(_) | Action::Leave) {
                page.show(now.clone());
            }
            until(&page, &mut history, &now)?;
        }
        page.pass(2000.0);
        prop_assert!(page.told.is_empty());
        prop_assert!(page.crash_backup.is_none());
        let first = &history[0].1;
        let found = found_again(&database);
        prop_assert!(found == Some(seen(&now)) || found.is_none() && seen(&now) == *first);
    }
}

//! Games reopened while they are open, with a faulty store and pages that end.

use super::*;
use crate::storage::{Change, Key, Pending, Record};
use std::collections::BTreeMap;

/// Fault of the store.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    None,
    /// Nothing fits.
    Full,
    /// No text of several games fits.
    NoFiles,
    /// Some games do not fit, depending on their lengths.
    SomeGames,
    /// Everything is stored, but reported as failed.
    LostReplies,
    /// Another tab is always faster.
    Conflicts,
}

struct Faulty {
    memory: Memory,
    fault: Cell<Fault>,
    /// Writes since the test last looked.
    writes: Cell<usize>,
}

impl Faulty {
    fn new() -> Rc<Self> {
        let (fault, writes) = (Cell::new(Fault::None), Cell::new(0));
        Rc::new(Self { memory: Memory::new(), fault, writes })
    }

    /// Returns why it refuses a change.
    fn refusal(&self, change: &Change) -> Option<StoreError> {
        let (Change::Put { table, key, record } | Change::Insert { table, key, record }) = change else {
            return None;
        };
        let size = record.content.as_ref().map_or(0, crate::storage::Content::size);
        match self.fault.get() {
            Fault::Full => Some(StoreError::Full),
            Fault::NoFiles if *table == Table::Files => Some(StoreError::Full),
            Fault::SomeGames if *table == Table::GameTexts && size % 3 == 0 => Some(StoreError::Full),
            Fault::Conflicts if *table == Table::Games => {
                Some(StoreError::Conflict { key: key.clone(), found: Some(99) })
            }
            _ => None,
        }
    }
}

impl Store for Faulty {
    fn get(&self, table: Table, key: Key) -> Pending<'_, Option<Record>> {
        self.memory.get(table, key)
    }

    fn list(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<(Key, Record)>> {
        self.memory.list(table, range, limit)
    }

    fn keys(&self, table: Table, range: Range, limit: usize) -> Pending<'_, Vec<Key>> {
        self.memory.keys(table, range, limit)
    }

    fn count(&self, table: Table, range: Range) -> Pending<'_, u64> {
        self.memory.count(table, range)
    }

    fn apply(&self, changes: Vec<Change>) -> Pending<'_, ()> {
        self.writes.set(self.writes.get() + 1);
        assert!(self.writes.get() < 1000, "the store is asked without end");
        match changes.iter().find_map(|change| self.refusal(change)) {
            Some(error) => Box::pin(async move { Err(error) }),
            None => Box::pin(async move {
                self.memory.apply(changes).await?;
                if self.fault.get() == Fault::LostReplies {
                    let (action, reason) = ("the write failed".to_owned(), "connection lost".to_owned());
                    return Err(StoreError::Failed { action, reason });
                }
                Ok(())
            }),
        }
    }
}

/// Returns the numbers in a game's comment: what was typed into it, one number for each edit.
fn numbers(pgn: &str) -> Vec<u32> {
    let comment = pgn.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map_or("", |(all, _)| all);
    comment.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

fn numbered(numbers: &[u32]) -> Rc<Game> {
    let all: Vec<String> = numbers.iter().map(u32::to_string).collect();
    game(&format!("1. e4 {{{}}} *", all.join(" ")))
}

/// Browser: a page, what is on its board, its local storage, and what was typed.
struct Browser {
    faulty: Rc<Faulty>,
    database: Database,
    ids: Rc<Cell<u32>>,
    workspace: String,
    page: Page,
    view: BoardState,
    before: Option<BoardState>,
    local: BTreeMap<String, String>,
    typed: Vec<u32>,
    /// Texts of the single games that were pasted.
    pasted: Vec<String>,
    /// Numbers of games changed in two places: they may be stored in two games.
    forked: BTreeSet<u32>,
    /// Numbers not written when the page was killed.
    lost_with_page: BTreeSet<u32>,
}

impl Browser {
    fn new() -> Self {
        let faulty = Faulty::new();
        let database = Database::of(faulty.clone());
        let page = Page::new(&database, None);
        let view = view(&GameSource::start(), &[Rc::default()], 0);
        let mut browser = Self {
            faulty,
            database,
            ids: Rc::default(),
            workspace: String::new(),
            page,
            view,
            before: None,
            local: BTreeMap::new(),
            typed: Vec::new(),
            pasted: Vec::new(),
            forked: BTreeSet::new(),
            lost_with_page: BTreeSet::new(),
        };
        browser.start();
        browser
    }

    fn games(&self) -> SavedGames {
        SavedGames::new(self.database.clone())
    }

    fn new_id(&self) -> String {
        self.ids.set(self.ids.get() + 1);
        format!("id{:04}", self.ids.get())
    }

    fn type_number(&mut self) -> u32 {
        let number = self.typed.len() as u32 + 1;
        self.typed.push(number);
        number
    }

    fn show(&mut self) {
        self.page.show(self.view.clone());
    }

    fn open(&mut self, view: BoardState) {
        self.before = Some(std::mem::replace(&mut self.view, view));
        self.show();
    }

    fn edit(&mut self, index: usize) {
        let index = index % self.view.games.len();
        let mut all = numbers(&tabia_pgn::write(&self.view.games[index]));
        all.push(self.type_number());
        let mut games = self.view.games.to_vec();
        games[index] = numbered(&all);
        self.view = BoardState { games: games.into(), shown: index, ..self.view.clone() };
        self.show();
    }

    fn paste(&mut self, count: usize) {
        let texts: Vec<String> = match count {
            1 => vec![tabia_pgn::write(&numbered(&[self.type_number()]))],
            _ => (0..count)
                .map(|index| format!("[Round \"{}.{index}\"]\n\n1. d4 *\n\n", self.typed.len()))
                .collect(),
        };
        if let [text] = &texts[..] {
            self.pasted.push(text.clone());
        }
        let games: Vec<Rc<Game>> = texts.iter().map(|text| game(text)).collect();
        let source = GameSource::text(&texts.concat(), Origin::Text, false);
        self.open(view(&source, &games, 0));
    }

    /// Pastes a text that was pasted before. Its game may have been edited since, and is another one then.
    fn paste_again(&mut self, which: usize) {
        let Some(text) = self.pasted.get(which % self.pasted.len().max(1)) else { return };
        let pasted = game(text);
        self.forked.extend(numbers(text));
        let source = GameSource::text(text, Origin::Text, false);
        self.open(view(&source, &[pasted], 0));
    }

    fn texts(&self) -> Vec<String> {
        let texts = block_on(self.games().texts(None, usize::MAX)).unwrap();
        let mut texts: Vec<String> = texts.into_iter().map(|(_, pgn)| pgn).collect();
        texts.sort();
        texts
    }

    /// As `GameOpener::show_open`.
    fn show_open(&mut self, id: &str, stored: Option<u64>) -> bool {
        let Some(open) = self.page.autosave.open_game(id) else { return false };
        if !open.is_dirty && stored.is_none_or(|stored| stored > open.entry.revision) {
            return false;
        }
        let is_before = self.before.as_ref().is_some_and(|before| before.source.set == open.set);
        if self.view.source.set == open.set {
            self.view.shown = open.index;
            self.show();
        } else if let Some(before) = self.before.take_if(|_| is_before) {
            self.open(BoardState { shown: open.index, ..before });
        } else {
            let games = [Rc::new((*open.game).clone())];
            self.open(view(&GameSource::kept(open.entry), &games, 0));
        }
        true
    }

    /// Opens a stored game, which takes a while, possibly with an edit in between.
    fn reopen(&mut self, which: usize, while_ms: f64, is_edited: bool) {
        let mut all = block_on(self.games().list()).unwrap();
        if all.is_empty() {
            return;
        }
        let id = all.swap_remove(which % all.len()).id;
        if self.show_open(&id, None) {
            return;
        }
        let kept = block_on(self.games().get(&id)).unwrap();
        if is_edited {
            self.edit(0);
        }
        self.page.pass(while_ms);
        if !self.show_open(&id, Some(kept.entry.revision)) {
            let games = [game(&kept.pgn)];
            self.open(view(&GameSource::kept(kept.entry), &games, 0));
        }
    }

    /// Edits a stored game in another tab.
    fn edit_elsewhere(&mut self, which: usize) {
        let mut all = block_on(self.games().list()).unwrap();
        if all.is_empty() || self.faulty.fault.get() != Fault::None {
            return;
        }
        let entry = all.swap_remove(which % all.len());
        let mut all = numbers(&block_on(self.games().text(&entry.id)).unwrap());
        self.forked.extend(all.iter().copied());
        if let Some(open) = self.page.autosave.open_game(&entry.id) {
            self.forked.extend(numbers(&tabia_pgn::write(&open.game)));
        }
        all.push(self.type_number());
        block_on(self.games().save(&entry, &tabia_pgn::write(&numbered(&all)))).unwrap();
    }

    /// Ends the page; pending requests to the store are executed or not, and the replies are lost.
    fn end(&mut self, is_done: bool) {
        for (_, ask) in std::mem::take(&mut self.page.asked) {
            if is_done {
                drop(self.page.answer(ask));
            }
        }
        let crash_backup = self.page.crash_backup.take();
        match crash_backup.and_then(|crash_backup| crash_backup.to_text()) {
            Some(text) => self.local.insert(self.workspace.clone(), text),
            None => self.local.remove(&self.workspace),
        };
    }

    /// Recovers what a page could not write. If there is no room, it stays where it is, and its games may be edited in the meantime.
    fn recover(&mut self, id: &str) -> Result<(), StoreError> {
        let Some(text) = self.local.get(id) else { return Ok(()) };
        let crash_backup = CrashBackup::read(text).unwrap();
        let forked = crash_backup.games.iter().flat_map(|(_, pgn)| numbers(pgn)).collect::<Vec<_>>();
        match block_on(crash_backup.write(&self.database)) {
            Ok(_) => drop(self.local.remove(id)),
            Err(error) => {
                self.forked.extend(forked);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Starts the page, as in `start.rs`.
    fn start(&mut self) {
        let own = self.workspace.clone();
        let others: Vec<String> = self.local.keys().filter(|id| **id != own).cloned().collect();
        if own.is_empty() || self.recover(&own).is_err() {
            self.workspace = self.new_id();
        }
        for id in others {
            _ = self.recover(&id);
        }
        let all = block_on(Workspaces::new(self.database.clone()).list()).unwrap();
        let workspace = all.into_iter().find(|workspace| workspace.id == self.workspace);
        self.view = self.board_of(&workspace.clone().unwrap_or_default());
        self.before = None;
        let restored = workspace.map(|workspace| Workspace { updated_ms: 0.0, ..workspace });
        let (latency, ids) = (self.page.latency, Rc::clone(&self.ids));
        self.page = Page::new(&self.database, None);
        self.page.latency = latency;
        let new_id = move || {
            ids.set(ids.get() + 1);
            format!("id{:04}", ids.get())
        };
        self.page.autosave = Autosave::new(self.workspace.clone(), restored, Box::new(new_id));
        self.show();
    }

    fn board_of(&self, workspace: &Workspace) -> BoardState {
        let text = workspace.text.as_ref().map(|open| {
            let files = crate::storage::files::FileStore::new(self.database.clone());
            block_on(block_on(files.content(&open.sha256)).unwrap().text()).unwrap()
        });
        let text = text.or_else(|| workspace.start.clone()).unwrap_or_default();
        let mut games: Vec<Rc<Game>> = tabia_pgn::read(&text).games.into_iter().map(Rc::new).collect();
        let mut entries = BTreeMap::new();
        for (&index, id) in &workspace.games {
            let kept = block_on(self.games().get(id)).unwrap();
            games.resize((index + 1).max(games.len()), Rc::default());
            games[index] = game(&kept.pgn);
            entries.insert(index, kept.entry);
        }
        games.resize(games.len().max(1), Rc::default());
        let text = workspace.text.clone().map_or(SourceText::None, SourceText::Kept);
        view(&GameSource::new(workspace.origin.clone(), text, entries), &games, workspace.shown)
    }

    /// Returns how many stored games have each number.
    fn stored(&self) -> BTreeMap<u32, usize> {
        let mut found = BTreeMap::new();
        for (_, pgn) in block_on(self.games().texts(None, usize::MAX)).unwrap() {
            for number in numbers(&pgn) {
                *found.entry(number).or_default() += 1;
            }
        }
        found
    }

    fn act(&mut self, step: &Step) {
        match *step {
            Step::Edit(index) => self.edit(index),
            Step::Choose(index) => {
                self.view.shown = index % self.view.games.len();
                self.show();
            }
            Step::New => self.open(view(&GameSource::start(), &[Rc::default()], 0)),
            Step::Paste(count) => self.paste(count),
            Step::PasteAgain(which) => self.paste_again(which),
            Step::Reopen(which, while_ms, is_edited) => self.reopen(which, while_ms, is_edited),
            Step::TakeBack => {
                if let Some(before) = self.before.take() {
                    self.view = before;
                    self.show();
                }
            }
            Step::Wait(ms) => self.page.pass(ms),
            Step::Hide => self.page.happen(Event::Leaving),
            Step::Reload(is_done) => {
                self.page.happen(Event::Leaving);
                self.end(is_done);
                self.start();
            }
            Step::Kill(is_done) => {
                self.end(is_done);
                self.start();
                // Whatever is neither stored nor backed up was typed too late, or could not be written.
                let crash_backup =
                    self.local.values().flat_map(|text| CrashBackup::read(text).unwrap().games);
                let mut found: BTreeSet<u32> = crash_backup.flat_map(|(_, pgn)| numbers(&pgn)).collect();
                found.extend(self.stored().keys());
                self.lost_with_page.extend(self.typed.iter().filter(|number| !found.contains(number)));
            }
            Step::Elsewhere(which) => self.edit_elsewhere(which),
            Step::Fault(fault) => self.faulty.fault.set(fault),
            Step::Latency(ms) => self.page.latency = ms,
        }
    }

    /// Ends the edits with a working store: everything is stored once, and then left alone.
    fn settle(mut self) {
        self.faulty.fault.set(Fault::None);
        self.page.latency = 20.0;
        self.page.pass(4.0 * LONGEST_PAUSE_MS);
        let requests = self.page.requests;
        self.page.pass(600_000.0);
        assert_eq!(self.page.requests, requests, "nothing was edited, and the store is written");
        assert!(self.page.crash_backup.is_none());
        assert!(matches!(self.page.autosave.state(), SaveState::Saved | SaveState::Nothing));
        let seen = self.view.games.iter().map(|game| tabia_pgn::write(game)).collect::<Vec<_>>();
        self.act(&Step::Reload(true));
        if self.forked.is_empty() {
            let found = self.view.games.iter().map(|game| tabia_pgn::write(game)).collect::<Vec<_>>();
            assert_eq!(found, seen, "the board after a reload");
        }
        assert_eq!(self.local, BTreeMap::new());
        let stored = self.stored();
        for number in self.typed.iter().filter(|number| !self.lost_with_page.contains(number)) {
            let count = stored.get(number).copied().unwrap_or_default();
            assert!(count > 0, "{number} is lost");
            assert!(count == 1 || self.forked.contains(number), "{number} is in {count} games");
        }
    }
}

#[derive(Debug, Clone)]
enum Step {
    Edit(usize),
    Choose(usize),
    New,
    Paste(usize),
    PasteAgain(usize),
    Reopen(usize, f64, bool),
    TakeBack,
    Wait(f64),
    Hide,
    Reload(bool),
    Kill(bool),
    Elsewhere(usize),
    Fault(Fault),
    Latency(f64),
}

fn step() -> impl Strategy<Value = Step> {
    let faults = [Fault::None, Fault::Full, Fault::NoFiles, Fault::SomeGames, Fault::LostReplies];
    prop_oneof![
        8 => (0..3usize).prop_map(Step::Edit),
        1 => (0..3usize).prop_map(Step::Choose),
        1 => Just(Step::New),
        2 => prop_oneof![Just(1usize), Just(3)].prop_map(Step::Paste),
        2 => (0..8usize).prop_map(Step::PasteAgain),
        6 => (0..8usize, 0.0..200.0f64, any::<bool>()).prop_map(|(which, ms, edit)| Step::Reopen(which, ms, edit)),
        2 => Just(Step::TakeBack),
        8 => (0.0..900.0f64).prop_map(Step::Wait),
        1 => Just(Step::Hide),
        2 => any::<bool>().prop_map(Step::Reload),
        1 => any::<bool>().prop_map(Step::Kill),
        1 => (0..8usize).prop_map(Step::Elsewhere),
        2 => prop::sample::select(faults.to_vec()).prop_map(Step::Fault),
        1 => (1.0..400.0f64).prop_map(Step::Latency),
    ]
}

/// A workspace whose reply was lost may be stored: going back to the one before is another change, not none.
#[test]
fn a_board_that_is_taken_back_after_a_lost_reply_is_there_after_a_reload() {
    let mut browser = Browser::new();
    let lost = Step::Fault(Fault::LostReplies);
    let steps = [
        Step::Latency(1.0),
        Step::New,
        Step::Edit(0),
        Step::Wait(2000.0),
        Step::TakeBack,
        Step::Wait(2000.0),
    ];
    for step in steps.iter().chain(&[
        Step::Reopen(0, 0.0, false),
        lost,
        Step::Wait(400.0),
        Step::TakeBack,
        Step::Wait(433.0),
    ]) {
        browser.act(step);
    }
    browser.settle();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 256, ..ProptestConfig::default() })]

    /// Whatever is reopened, whatever the store refuses and whenever the page ends, what was typed is stored, once, and nothing is written
    /// where nothing was edited.
    #[test]
    fn nothing_typed_is_lost_or_doubled_and_the_writing_ends(steps in prop::collection::vec(step(), 1..50)) {
        let mut browser = Browser::new();
        for step in &steps {
            let requests = browser.page.requests;
            browser.faulty.writes.set(0);
            browser.act(step);
            if let Step::Wait(_) = step {
                prop_assert!(browser.page.requests - requests < 20, "the store is asked without a pause");
            }
        }
        browser.faulty.writes.set(0);
        browser.settle();
    }
}

#[test]
fn a_game_that_is_opened_again_within_the_delay_goes_on_with_the_edit() {
    for goes_away in [false, true] {
        let mut browser = Browser::new();
        browser.edit(0);
        browser.page.pass(1000.0);
        browser.edit(0);
        if goes_away {
            // Nor what undo leads back to.
            browser.act(&Step::New);
            browser.act(&Step::New);
        }
        browser.reopen(0, 50.0, false);
        assert_eq!(numbers(&tabia_pgn::write(&browser.view.games[0])), [1, 2]);
        browser.edit(0);
        browser.page.pass(1000.0);
        assert_eq!(block_on(browser.games().count()), Ok(1));
        browser.settle();
    }
}

#[test]
fn the_same_game_pasted_twice_is_one_game() {
    for pause_ms in [0.0, 1000.0] {
        for goes_away in [false, true] {
            let mut browser = Browser::new();
            browser.paste(1);
            browser.page.pass(pause_ms);
            if goes_away {
                browser.paste(3);
                browser.act(&Step::Reload(true));
            }
            browser.paste_again(0);
            browser.page.pass(1000.0);
            assert_eq!(browser.texts(), browser.pasted, "{pause_ms} {goes_away}");
            // It goes on as that game, and is the same after a reload.
            browser.edit(0);
            browser.page.pass(1000.0);
            browser.act(&Step::Reload(true));
            browser.edit(0);
            browser.page.pass(1000.0);
            assert_eq!(block_on(browser.games().count()), Ok(1));
            browser.settle();
        }
    }
}

#[test]
fn a_stored_game_that_is_opened_again_is_the_newest_of_the_recent_ones() {
    let mut browser = Browser::new();
    browser.paste(1);
    browser.page.pass(1000.0);
    let first = browser.page.autosave.shown_entry().unwrap().id.clone();
    assert!(browser.page.touched.is_empty(), "the write of a game notes the time");
    browser.paste(1);
    browser.page.pass(1000.0);
    let second = browser.page.autosave.shown_entry().unwrap().id.clone();
    browser.paste_again(0);
    browser.page.pass(1000.0);
    assert_eq!(browser.page.touched, [first.as_str()]);
    // Opened from the list; steps within a game are not another time.
    browser.act(&Step::Reload(true));
    browser.page.touched.clear();
    let kept = block_on(browser.games().get(&second)).unwrap();
    for _ in 0..2 {
        let games = [game(&kept.pgn)];
        browser.open(view(&GameSource::kept(kept.entry.clone()), &games, 0));
        browser.show();
        browser.page.pass(1000.0);
        browser.paste_again(0);
        browser.page.pass(1000.0);
    }
    assert_eq!(browser.page.touched, [&second, &first, &second, &first].map(String::as_str));
    browser.settle();
}

#[test]
fn a_game_edited_since_it_was_pasted_is_left_alone_when_it_is_pasted_again() {
    for is_other_page in [false, true] {
        let mut browser = Browser::new();
        browser.paste(1);
        browser.page.pass(1000.0);
        browser.edit(0);
        browser.page.pass(1000.0);
        let edited = browser.texts();
        for _ in 0..3 {
            if is_other_page {
                browser.act(&Step::Reload(true));
                browser.act(&Step::New);
            }
            browser.paste_again(0);
            browser.page.pass(1000.0);
            let mut both = [&browser.pasted[..], &edited[..]].concat();
            both.sort();
            assert_eq!(browser.texts(), both, "the game as pasted is there once");
        }
        // Each can be edited without the other.
        browser.edit(0);
        browser.page.pass(1000.0);
        assert_eq!(numbers(&tabia_pgn::write(&browser.view.games[0])), [1, 3]);
        assert!(browser.texts().contains(&edited[0]));
        assert_eq!(browser.page.told, [], "nothing happened that needs a message");
        browser.settle();
    }
}

#[test]
fn a_pasted_game_edited_before_it_is_stored_goes_on_with_the_one_from_before() {
    let mut browser = Browser::new();
    browser.paste(1);
    browser.page.pass(1000.0);
    browser.act(&Step::Reload(true));
    for fault in [Fault::Full, Fault::LostReplies] {
        browser.act(&Step::New);
        browser.page.pass(1000.0);
        browser.act(&Step::Fault(fault));
        browser.paste_again(0);
        browser.edit(0);
        browser.page.pass(5000.0);
        browser.act(&Step::Fault(Fault::None));
        browser.page.pass(60_000.0);
    }
    // The first edit went on with the stored game; the second paste found that edited.
    let found: Vec<Vec<u32>> = browser.texts().iter().map(|text| numbers(text)).collect();
    assert_eq!(found, [[1, 2], [1, 3]]);
    browser.settle();
}

#[test]
fn returning_to_the_saved_board_clears_the_error_of_a_refused_write() {
    let mut browser = Browser::new();
    browser.edit(0);
    browser.act(&Step::New);
    browser.page.pass(1000.0);
    browser.reopen(0, 0.0, false);
    browser.act(&Step::Fault(Fault::Full));
    // The board with the game is being written when undo goes back.
    browser.act(&Step::Hide);
    browser.act(&Step::TakeBack);
    browser.page.pass(100.0);
    assert_eq!(browser.page.autosave.state(), &SaveState::Nothing);
    browser.settle();
}

#[test]
fn a_text_without_room_holds_up_neither_its_games_nor_a_game_that_is_opened_again() {
    let mut browser = Browser::new();
    browser.faulty.fault.set(Fault::NoFiles);
    browser.paste(30);
    browser.page.pass(60_000.0);
    browser.edit(4);
    browser.page.pass(1000.0);
    assert_eq!(block_on(browser.games().count()), Ok(1), "its pauses are not those of the text");
    for _ in 0..3 {
        browser.reopen(0, 20.0, false);
        browser.edit(4);
        browser.page.pass(400.0);
    }
    assert_eq!(
        browser.page.told,
        [AutosaveNotice::NotSaved(SaveError::Refused(StoreError::Full))],
        "told once"
    );
    let all = block_on(browser.games().list()).unwrap();
    assert_eq!((all.len(), all[0].revision), (1, 4));
    browser.page.pass(7000.0);
    assert_eq!(block_on(browser.games().list()).unwrap()[0].revision, 4);
    browser.act(&Step::Reload(true));
    browser.settle();
}

#[test]
fn an_edit_made_while_the_one_before_is_stored_is_not_taken_for_another_tabs() {
    let mut browser = Browser::new();
    browser.page.latency = 150.0;
    browser.edit(0);
    browser.page.pass(1000.0);
    for _ in 0..3 {
        browser.edit(0);
        browser.page.pass(310.0);
        assert_eq!(browser.page.asked.len(), 1, "it is being stored");
        browser.edit(0);
        browser.act(&Step::Reload(true));
    }
    assert_eq!(block_on(browser.games().count()), Ok(1));
    browser.settle();
}

#[test]
fn a_page_that_goes_on_after_it_was_hidden_does_not_double_its_game_when_it_is_killed() {
    let mut browser = Browser::new();
    browser.page.latency = 150.0;
    browser.edit(0);
    for _ in 0..3 {
        browser.edit(0);
        browser.act(&Step::Hide);
        browser.edit(0);
        browser.page.pass(160.0);
        browser.edit(0);
        browser.page.pass(160.0);
    }
    browser.act(&Step::Kill(true));
    assert_eq!(block_on(browser.games().count()), Ok(1));
    browser.settle();
}

#[test]
fn a_store_that_reports_nothing_but_conflicts_is_asked_with_pauses_and_it_is_told() {
    let mut browser = Browser::new();
    for count in [1, 1, 3] {
        browser.paste(count);
        browser.edit(0);
        browser.page.pass(1000.0);
    }
    browser.faulty.fault.set(Fault::Conflicts);
    browser.edit(1);
    browser.edit(2);
    let requests = browser.page.requests;
    browser.page.pass(60_000.0);
    assert!(browser.page.requests - requests < 15, "{} requests", browser.page.requests - requests);
    assert!(browser.page.told.iter().any(|notice| matches!(notice, AutosaveNotice::NotSaved(_))));
    browser.forked = browser.typed.iter().copied().collect();
    browser.faulty.writes.set(0);
    browser.settle();
}

#[test]
fn what_an_older_version_remembered_twice_is_recovered_as_two_games() {
    for is_stored in [false, true] {
        let browser = Browser::new();
        let mut entry = GameEntry::new("g".to_owned(), Origin::Analysis, &numbered(&[1]));
        let pgn = |all: &[u32]| tabia_pgn::write(&numbered(all));
        if is_stored {
            entry = block_on(browser.games().save(&entry, &pgn(&[1]))).unwrap();
        }
        let workspace = Workspace {
            id: "w".to_owned(),
            games: BTreeMap::from([(0, "g".to_owned())]),
            ..Workspace::default()
        };
        let games = [(&entry, pgn(&[1, 2])), (&entry, pgn(&[1, 3])), (&entry, pgn(&[1, 3]))];
        // Version 0.1 did not know unconfirmed saves.
        let text = serde_json::json!({ "workspace": workspace, "games": games }).to_string();
        for _ in 0..2 {
            let recovered = block_on(CrashBackup::read(&text).unwrap().write(&browser.database)).unwrap();
            let texts: BTreeMap<String, String> =
                block_on(browser.games().texts(None, 9)).unwrap().into_iter().collect();
            assert_eq!((texts.len(), &texts["g"]), (2, &pgn(&[1, 2])));
            assert_eq!(texts[&recovered.games[&0]], pgn(&[1, 3]), "what was on the board is there again");
            assert_ne!(recovered.games[&0], "g");
        }
    }
}

//! The handle of the page: what the [`Desk`] wants is done here, by workers, a timer and the browser's storage.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use tabia_suite::{Fault, Problem, Suite, SuiteReader, csv};
use wasm_bindgen_futures::spawn_local;

use super::desk::{Command, Desk};
use super::kept::{Attempted, KeptRun, KeptRuns};
use super::settings::SuiteSettings;
use crate::platform::clock::now_ms;
use crate::platform::observable::{Observable, Observe};
use crate::platform::random::unique_id;
use crate::platform::turns::next_turn;
use crate::services::engine::seat::{Heard, SeatOrder};
use crate::services::engine::seat_line::{OnHeard, SeatLine};
use crate::services::engine_room::EngineRoom;
use crate::storage::{Claim, Database, StoreError, files};

/// How long a suite is read before the browser gets its turn, in milliseconds.
const SLICE_MS: f64 = 8.0;
/// How long attempts are collected before they are stored, in milliseconds.
const COLLECT_MS: u32 = 500;
/// The longest suite, in bytes: half a million positions.
pub const LONGEST: f64 = 64e6;
/// Which run was going on when the page was left.
const RUNNING_KEY: &str = "tabia.suite-run";
/// How often, and with which pauses, a run is claimed that the page before a reload may still have.
const CLAIMS: (u32, u32) = (20, 100);

/// What is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Stage {
    /// It is looked up whether a run goes on.
    #[default]
    Loading,
    /// No suite.
    Empty,
    /// A suite is being read.
    Reading {
        /// What it is called.
        name: String,
        /// How much of it was read.
        percent: u8,
    },
    /// A suite, and perhaps what engines make of it.
    Suite,
}

/// The suite that is shown.
struct Sheet {
    name: String,
    text: Rc<str>,
    problems: Rc<Vec<Problem>>,
    faults: Rc<Vec<Fault>>,
    /// The run, once it was begun.
    run: Option<Run>,
}

struct Run {
    kept: KeptRun,
    desk: Desk,
    /// It belongs to this tab.
    claim: Option<Claim>,
}

/// Something went wrong that the user should know, in a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum SuiteEvent {
    /// What is shown is another.
    Changed,
    /// The run is over.
    Ended,
    /// A sentence for the user: title and reason.
    Notice(&'static str, String),
}

/// Test suites of this page: a handle, cheap to clone, equal to its clones.
#[derive(Clone)]
pub struct SuiteService(Rc<Inner>);

struct Inner {
    events: Observable<SuiteEvent>,
    stage: RefCell<Stage>,
    sheet: RefCell<Option<Sheet>>,
    /// Counts the runs that were begun: what belongs to an earlier one arrives too late.
    epoch: Cell<u32>,
    /// Counts the changes of what is shown.
    version: Cell<u64>,
    room: EngineRoom,
    lines: RefCell<HashMap<usize, SeatLine>>,
    timer: RefCell<Option<Timeout>>,
    kept: KeptRuns,
    runs: RefCell<Vec<KeptRun>>,
    unwritten: RefCell<Vec<(usize, usize)>>,
    writing: RefCell<Option<Timeout>>,
    has_begun: Cell<bool>,
}

impl PartialEq for SuiteService {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Observe for SuiteService {
    type Event = SuiteEvent;

    fn events(&self) -> &Observable<SuiteEvent> {
        &self.0.events
    }
}

/// The run that was going on when the page was left.
pub fn was_running() -> Option<String> {
    web_sys::window()?.local_storage().ok()??.get_item(RUNNING_KEY).ok()?
}

fn remember_running(id: Option<&str>) {
    let Some(storage) = web_sys::window().and_then(|window| window.local_storage().ok()?) else { return };
    // Where nothing can be written, the run has to be resumed by hand.
    let _ = match id {
        Some(id) => storage.set_item(RUNNING_KEY, id),
        None => storage.remove_item(RUNNING_KEY),
    };
}

impl SuiteService {
    /// The service of this page. Nothing is looked up before [`begin`](Self::begin).
    pub fn of_page() -> Self {
        thread_local! {
            static SERVICE: SuiteService = SuiteService::new();
        }
        SERVICE.with(Self::clone)
    }

    fn new() -> Self {
        Self(Rc::new(Inner {
            events: Observable::default(),
            stage: RefCell::default(),
            sheet: RefCell::default(),
            epoch: Cell::default(),
            version: Cell::default(),
            room: EngineRoom::of_page(),
            lines: RefCell::default(),
            timer: RefCell::default(),
            kept: KeptRuns::new(Database::of_page()),
            runs: RefCell::default(),
            unwritten: RefCell::default(),
            writing: RefCell::default(),
            has_begun: Cell::default(),
        }))
    }

    // --- What is shown ----------------------------------------------------------------------------------

    /// What is shown.
    pub fn stage(&self) -> Stage {
        self.0.stage.borrow().clone()
    }

    /// Counts the changes of what is shown.
    pub fn version(&self) -> u64 {
        self.0.version.get()
    }

    /// The engines to choose from.
    pub fn room(&self) -> EngineRoom {
        self.0.room.clone()
    }

    /// What the suite is called.
    pub fn name(&self) -> String {
        self.with_sheet(|sheet| sheet.name.clone()).unwrap_or_default()
    }

    /// The problems.
    pub fn problems(&self) -> Rc<Vec<Problem>> {
        self.with_sheet(|sheet| Rc::clone(&sheet.problems)).unwrap_or_default()
    }

    /// What of the suite was left out.
    pub fn faults(&self) -> Rc<Vec<Fault>> {
        self.with_sheet(|sheet| Rc::clone(&sheet.faults)).unwrap_or_default()
    }

    /// The id of the run that is shown.
    pub fn run_id(&self) -> Option<String> {
        self.with_sheet(|sheet| sheet.run.as_ref().map(|run| run.kept.id.clone())).flatten()
    }

    /// Looks at the run; `None` if there is none.
    pub fn with_desk<T>(&self, look: impl FnOnce(&Desk) -> T) -> Option<T> {
        self.with_sheet(|sheet| sheet.run.as_ref().map(|run| look(&run.desk))).flatten()
    }

    /// The runs that are kept, the newest first.
    pub fn runs(&self) -> Vec<KeptRun> {
        self.0.runs.borrow().clone()
    }

    /// A table of all attempts for other programs, written in slices; `None` when another suite is opened meanwhile.
    pub async fn csv(&self) -> Option<String> {
        let (epoch, problems) = (self.0.epoch.get(), self.problems());
        let names: Vec<String> = self
            .with_desk(|desk| desk.settings().engines.iter().map(|engine| engine.name.clone()).collect())
            .unwrap_or_default();
        let mut text = csv::HEADER.to_owned();
        for (engine, name) in names.iter().enumerate() {
            let mut end_ms = now_ms() + SLICE_MS;
            for (index, problem) in problems.iter().enumerate() {
                self.with_desk(|desk| {
                    if let Some(outcome) = desk.outcome(engine, index) {
                        text.push_str(&csv::row(problem, name, outcome));
                    }
                });
                if index % 64 == 0 && now_ms() > end_ms {
                    next_turn().await;
                    if self.0.epoch.get() != epoch {
                        return None;
                    }
                    end_ms = now_ms() + SLICE_MS;
                }
            }
        }
        Some(text)
    }

    fn with_sheet<T>(&self, look: impl FnOnce(&Sheet) -> T) -> Option<T> {
        self.0.sheet.borrow().as_ref().map(look)
    }

    fn changed(&self) {
        self.0.version.set(self.0.version.get() + 1);
        self.0.events.tell(SuiteEvent::Changed);
    }

    fn set_stage(&self, stage: Stage) {
        self.0.stage.replace(stage);
        self.changed();
    }

    fn notice(&self, title: &'static str, reason: impl std::fmt::Display) {
        self.0.events.tell(SuiteEvent::Notice(title, reason.to_string()));
    }

    // --- Suites -----------------------------------------------------------------------------------------

    /// Looks up whether a run goes on; called when the page is first drawn.
    pub fn begin(&self) {
        if self.0.has_begun.replace(true) {
            return;
        }
        let service = self.clone();
        spawn_local(async move {
            service.read_runs().await;
            let running = was_running().filter(|id| service.0.runs.borrow().iter().any(|run| run.id == *id));
            match running {
                Some(id) if matches!(*service.0.stage.borrow(), Stage::Loading) => {
                    service.open_kept(&id, true).await;
                }
                _ if matches!(*service.0.stage.borrow(), Stage::Loading) => service.set_stage(Stage::Empty),
                _ => {}
            }
        });
    }

    async fn read_runs(&self) {
        match self.0.kept.list().await {
            Ok(runs) => {
                self.0.runs.replace(runs);
                self.changed();
            }
            Err(error) => self.notice("The earlier runs were not read", error),
        }
    }

    /// Shows another suite. A run that is going on is halted, and stays kept.
    pub fn open(&self, name: String, text: String) {
        self.halt();
        let service = self.clone();
        spawn_local(async move {
            if let Some(sheet) = service.read(name, text).await {
                service.0.sheet.replace(Some(sheet));
                service.set_stage(Stage::Suite);
            }
        });
    }

    /// Reads a suite in slices; `None` when another one was opened meanwhile.
    async fn read(&self, name: String, text: String) -> Option<Sheet> {
        let epoch = self.0.epoch.get();
        self.0.sheet.take();
        let mut told_ms = 0.0;
        let suite: Suite = {
            let mut reader = SuiteReader::new(&text);
            loop {
                let end_ms = now_ms() + SLICE_MS;
                if reader.read_while(|| now_ms() < end_ms) {
                    break reader.finish();
                }
                if now_ms() - told_ms > 100.0 {
                    told_ms = now_ms();
                    self.set_stage(Stage::Reading { name: name.clone(), percent: reader.percent() });
                }
                next_turn().await;
                if self.0.epoch.get() != epoch {
                    return None;
                }
            }
        };
        Some(Sheet {
            name,
            text: text.into(),
            problems: Rc::new(suite.problems),
            faults: Rc::new(suite.faults),
            run: None,
        })
    }

    /// Puts the suite away. A run that is going on is halted, and stays kept.
    pub fn close(&self) {
        self.halt();
        self.0.sheet.take();
        self.set_stage(Stage::Empty);
    }

    /// Shows a kept run again.
    pub fn open_run(&self, id: &str) {
        self.halt();
        let (service, id) = (self.clone(), id.to_owned());
        spawn_local(async move { service.open_kept(&id, false).await });
    }

    async fn open_kept(&self, id: &str, goes_on: bool) {
        let Some(kept) = self.0.runs.borrow().iter().find(|run| run.id == id).cloned() else { return };
        let opened = self.sheet_of(&kept).await;
        match opened {
            Ok(Some(sheet)) => {
                self.0.sheet.replace(Some(sheet));
                self.set_stage(Stage::Suite);
                if goes_on {
                    self.resume();
                }
            }
            Ok(None) => {}
            Err(error) => {
                self.set_stage(Stage::Empty);
                self.notice("The run was not opened", error);
            }
        }
    }

    async fn sheet_of(&self, kept: &KeptRun) -> Result<Option<Sheet>, StoreError> {
        let text = self.0.kept.text(&kept.id).await?;
        let Some(mut sheet) = self.read(kept.name.clone(), text).await else { return Ok(None) };
        let mut desk = Desk::new(Rc::clone(&sheet.problems), kept.settings.clone());
        let restore = |(engine, problem, outcome)| desk.restore(engine, problem, outcome);
        self.0.kept.outcomes(&kept.id, &sheet.problems, restore).await?;
        sheet.run = Some(Run { kept: kept.clone(), desk, claim: None });
        Ok(Some(sheet))
    }

    /// Deletes a kept run.
    pub fn remove_run(&self, id: &str) {
        if self.run_id().as_deref() == Some(id) {
            self.close();
        }
        let (service, id) = (self.clone(), id.to_owned());
        spawn_local(async move {
            if let Err(error) = service.0.kept.remove(&id).await {
                service.notice("The run was not deleted", error);
            }
            service.read_runs().await;
        });
    }

    /// Shows the suite without its run, to begin another one. A run that is going on is halted, and stays kept.
    pub fn set_up_again(&self) {
        self.halt();
        if let Some(sheet) = self.0.sheet.borrow_mut().as_mut() {
            sheet.run = None;
        }
        self.changed();
    }

    // --- Runs -------------------------------------------------------------------------------------------

    /// Begins a run with the suite that is shown. One that is there already stays kept.
    pub fn start(&self, settings: SuiteSettings) {
        self.halt();
        let kept = {
            let mut sheet = self.0.sheet.borrow_mut();
            let Some(sheet) = sheet.as_mut() else { return };
            let kept = KeptRun {
                id: unique_id(),
                name: sheet.name.clone(),
                problems: sheet.problems.len(),
                right: vec![0; settings.engines.len()],
                begun_ms: files::now_ms(),
                settings: settings.clone(),
                ..KeptRun::default()
            };
            let desk = Desk::new(Rc::clone(&sheet.problems), settings);
            sheet.run = Some(Run { kept: kept.clone(), desk, claim: None });
            kept
        };
        let text = self.with_sheet(|sheet| Rc::clone(&sheet.text)).unwrap_or_else(|| "".into());
        let service = self.clone();
        spawn_local(async move {
            if let Err(error) = service.0.kept.create(&kept, &text).await {
                service.notice("The run is not kept", error);
            }
            service.0.runs.borrow_mut().insert(0, kept);
            service.resume();
        });
    }

    /// Goes on with the run that is shown.
    pub fn resume(&self) {
        let Some(id) = self.run_id() else { return };
        let service = self.clone();
        spawn_local(async move {
            let Some(claim) = claim(&id).await else {
                service.notice("The run does not go on here", "it is going on in another tab");
                return;
            };
            if service.run_id().as_deref() != Some(id.as_str()) {
                return;
            }
            if let Some(run) = service.0.sheet.borrow_mut().as_mut().and_then(|sheet| sheet.run.as_mut()) {
                run.claim = Some(claim);
            }
            remember_running(Some(&id));
            service.act(Desk::start);
            service.write_soon();
            service.changed();
        });
    }

    /// Halts the run that is shown; [`resume`](Self::resume) goes on with it.
    pub fn pause(&self) {
        self.act(Desk::pause);
        self.ended();
        self.changed();
    }

    /// The page turns to something else.
    fn halt(&self) {
        self.pause();
        self.0.epoch.set(self.0.epoch.get() + 1);
    }

    /// No engine works any more.
    fn ended(&self) {
        self.0.lines.borrow_mut().clear();
        let claim = {
            let mut sheet = self.0.sheet.borrow_mut();
            sheet.as_mut().and_then(|sheet| sheet.run.as_mut()).and_then(|run| run.claim.take())
        };
        if claim.is_some() {
            remember_running(None);
            self.write(claim);
        }
    }

    // --- The desk ---------------------------------------------------------------------------------------

    /// Lets the desk do something, and does what it says.
    fn act(&self, what: impl FnOnce(&mut Desk)) {
        let commands = {
            let mut sheet = self.0.sheet.borrow_mut();
            let Some(run) = sheet.as_mut().and_then(|sheet| sheet.run.as_mut()) else { return };
            what(&mut run.desk);
            run.desk.take_commands()
        };
        let mut has_changed = false;
        for command in commands {
            match command {
                Command::Open { worker, engine } => self.open_engine(worker, engine),
                Command::Engine(worker, order) => self.order(worker, order),
                Command::Close(worker) => {
                    self.0.lines.borrow_mut().remove(&worker);
                }
                Command::Store { engine, problem } => {
                    has_changed = true;
                    self.0.unwritten.borrow_mut().push((engine, problem));
                    self.write_soon();
                }
                Command::Ended => {
                    self.ended();
                    has_changed = true;
                    self.0.events.tell(SuiteEvent::Ended);
                }
            }
        }
        if has_changed {
            self.changed();
        }
        self.arm();
    }

    fn act_later(&self, what: impl FnOnce(&mut Desk) + 'static) {
        let (service, epoch) = (self.clone(), self.0.epoch.get());
        spawn_local(async move {
            if service.0.epoch.get() == epoch {
                service.act(what);
            }
        });
    }

    fn open_engine(&self, worker: usize, engine: usize) {
        let Some(id) = self.with_desk(|desk| desk.settings().engines.get(engine).cloned()).flatten() else {
            return;
        };
        let (service, epoch) = (self.clone(), self.0.epoch.get());
        let on_heard: OnHeard = {
            let weak = Rc::downgrade(&self.0);
            Rc::new(move |generation, heard| {
                if let Some(inner) = weak.upgrade().filter(|inner| inner.epoch.get() == epoch) {
                    Self(inner).act(|desk| desk.hear(worker, generation, heard, now_ms()));
                }
            })
        };
        spawn_local(async move {
            let purpose = format!("Test suite, worker {}", worker + 1);
            let line = service.0.room.line(&id.id, &purpose, on_heard).await;
            let is_wanted = service.with_desk(|desk| desk.awaits(worker, engine)).unwrap_or_default();
            if service.0.epoch.get() != epoch || !is_wanted {
                return;
            }
            let result = line.map_err(|error| error.to_string()).map(|line| {
                let line = line.with_all_lines();
                let abilities = line.abilities();
                service.0.lines.borrow_mut().insert(worker, line);
                abilities
            });
            service.act(|desk| desk.prepared(worker, result, now_ms()));
        });
    }

    /// Gives an engine an order.
    fn order(&self, worker: usize, order: SeatOrder) {
        let started = match &order {
            SeatOrder::Start(generation) => Some(*generation),
            _ => None,
        };
        let (result, starts_at_once) = {
            let mut lines = self.0.lines.borrow_mut();
            let Some(line) = lines.get_mut(&worker) else { return };
            (line.run(order), line.starts_at_once())
        };
        match (result, started) {
            (Ok(()), Some(generation)) if starts_at_once => {
                self.act_later(move |desk| desk.hear(worker, generation, Heard::Started, now_ms()));
            }
            (Err(reason), Some(generation)) => {
                self.act_later(move |desk| desk.hear(worker, generation, Heard::Gone(reason), now_ms()));
            }
            // A worker that takes no lines does not answer, which is noticed.
            (Ok(()), _) | (Err(_), None) => {}
        }
    }

    /// Sets the timer to when the desk wants to be called.
    fn arm(&self) {
        let wake_ms = self.with_desk(Desk::deadline_ms).flatten();
        let timer = wake_ms.map(|at_ms| {
            let weak = Rc::downgrade(&self.0);
            // At most an hour: longer timers overflow in browsers.
            let ms = (at_ms - now_ms()).clamp(1.0, 3_600_000.0) as u32;
            Timeout::new(ms, move || {
                if let Some(inner) = weak.upgrade() {
                    Self(inner).act(|desk| desk.tick(now_ms()));
                }
            })
        });
        self.0.timer.replace(timer);
    }

    // --- Storing ----------------------------------------------------------------------------------------

    fn write_soon(&self) {
        let weak = Rc::downgrade(&self.0);
        self.0.writing.borrow_mut().get_or_insert_with(|| {
            Timeout::new(COLLECT_MS, move || {
                if let Some(inner) = weak.upgrade() {
                    inner.writing.take();
                    Self(inner).write(None);
                }
            })
        });
    }

    /// Writes what was collected; the claim is given back behind it.
    fn write(&self, claim: Option<Claim>) {
        let Some((kept, problems, attempts)) = self.what_to_write() else { return };
        let service = self.clone();
        spawn_local(async move {
            if let Err(error) = service.0.kept.write(&kept, &problems, &attempts).await {
                service.notice("What the engines found was not kept", error);
            }
            drop(claim);
        });
    }

    fn what_to_write(&self) -> Option<(KeptRun, Rc<Vec<Problem>>, Vec<Attempted>)> {
        let mut sheet = self.0.sheet.borrow_mut();
        let sheet = sheet.as_mut()?;
        let run = sheet.run.as_mut()?;
        let desk = &run.desk;
        run.kept.done = desk.progress().0;
        run.kept.is_running = desk.is_running();
        run.kept.right = desk.columns().iter().map(|column| column.totals().right).collect();
        let attempts =
            self.0.unwritten.take().into_iter().filter_map(|(engine, problem)| {
                Some((engine, problem, desk.outcome(engine, problem)?.clone()))
            });
        let attempts = attempts.collect();
        let mut runs = self.0.runs.borrow_mut();
        if let Some(listed) = runs.iter_mut().find(|listed| listed.id == run.kept.id) {
            listed.clone_from(&run.kept);
        }
        Some((run.kept.clone(), Rc::clone(&sheet.problems), attempts))
    }
}

/// Claims a run, some times if another tab has it still: the page before a reload.
async fn claim(id: &str) -> Option<Claim> {
    for place in 0..CLAIMS.0 {
        if place > 0 {
            TimeoutFuture::new(CLAIMS.1).await;
        }
        if let Some(claim) = KeptRuns::claim(id).await {
            return Some(claim);
        }
    }
    None
}

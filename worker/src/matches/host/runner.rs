//! Plays the units of a match one after the other.

use std::cell::Cell;
use std::rc::Rc;

use tabia_arena::player::{Output, PlayerConfig, PlayerLimits, Role, Transport, UciPlayer};
use tabia_arena::{
    Adjudication, Game, GameStatus, Keep, Knowledge, Limits, Participant, Referee, StoredGame,
    TablebaseResult, engine_book_choice,
};
use tabia_chess::{Color, Position};
use tabia_polyglot::select::{Choice, SelectionOptions};
use tabia_polyglot::{BookReader, open_book};
use tabia_tablebase::SyzygyTables;
use wasm_bindgen::JsValue;

use super::build::{Build, Program};
use super::controller::{Controller, PostToPage};
use super::notify::{EventLoop, Notify};
use super::port::Port;
use super::tables;
use crate::blob_source::BlobSource;
use crate::matches::messages::{self, EngineSource, FromMatch, Patience, PlayGame, Setup};

/// Time that the worker plays before it handles messages, in milliseconds.
const UNTIL_YIELD_MS: f64 = 50.0;

/// Pauses the games after a move.
#[derive(Debug, Default)]
pub(super) struct Pause {
    is_on: Cell<bool>,
    notify: Notify,
}

impl Pause {
    pub(super) fn set(&self, is_on: bool) {
        self.is_on.set(is_on);
        self.notify.notify_one();
    }
}

/// Engine, by how it is called.
enum Engine {
    /// Engine build, called directly.
    Build(Build),
    /// External engine.
    Port(Port),
}

impl Engine {
    fn perform(&mut self, output: Output) {
        match self {
            Self::Build(build) => build.perform(output),
            Self::Port(port) => port.perform(output),
        }
    }
}

/// A player's own book and how its moves are selected.
type OwnBook = (BookReader<BlobSource>, SelectionOptions);

/// Match as played by one worker.
pub(super) struct Runner {
    controller: Rc<Controller>,
    engines: Vec<Engine>,
    /// All players except those of the game in progress.
    players: Vec<UciPlayer>,
    limits: Vec<Limits>,
    /// Own books of the players; an unreadable one is dropped.
    books: Vec<Option<OwnBook>>,
    seed: u64,
    rules: Adjudication,
    tables: Option<SyzygyTables>,
    keep: Keep,
    event_loop: EventLoop,
    last_yield_ms: f64,
    pause: Rc<Pause>,
}

impl Runner {
    /// Sets up the players without starting an engine.
    pub(super) fn new(setup: Setup, post: PostToPage, pause: Rc<Pause>) -> Result<Self, JsValue> {
        let books = setup.players.iter().map(own_book).collect::<Result<Vec<_>, JsValue>>()?;
        let controller = Rc::new(Controller::new(&setup, post));
        let limits = setup.players.iter().map(|player| player.limits.clone()).collect();
        let (mut engines, mut players) = (Vec::new(), Vec::new());
        for (index, player) in setup.players.into_iter().enumerate() {
            let controller = controller.clone();
            let (transport, engine) = match player.source {
                EngineSource::Build(module) => {
                    let build = Build::new(controller, index, Program::Single(module));
                    (Transport::Calls, Engine::Build(build))
                }
                EngineSource::Threaded(build) => {
                    let build = Build::new(controller, index, Program::Threaded(build));
                    (Transport::Calls, Engine::Build(build))
                }
                EngineSource::Port(port) => {
                    (Transport::Stream, Engine::Port(Port::new(controller, index, port)))
                }
            };
            let limits = player_limits(setup.patience);
            let config = PlayerConfig { transport, limits, options: player.options, role: Role::Play };
            engines.push(engine);
            players.push(UciPlayer::new(config));
        }
        Ok(Self {
            engines,
            players,
            limits,
            books,
            seed: setup.seed as u64,
            rules: setup.rules,
            tables: tables::open(setup.tables).map_err(|error| JsValue::from_str(&error))?,
            keep: setup.keep,
            event_loop: EventLoop::new()?,
            last_yield_ms: controller.now_ms(),
            controller,
            pause,
        })
    }

    /// Plays games of a unit.
    ///
    /// # Errors
    /// Returns the message for the page if a player that has never run cannot be started. Nothing was counted.
    pub(super) async fn play(&mut self, unit: usize, games: &[PlayGame]) -> Result<(), FromMatch> {
        for game in games {
            self.release_others(game);
            let played = self.play_game(unit, game).await;
            self.controller.flush_log_now();
            if let Some(game_over) = played? {
                self.controller.post(FromMatch::Game { index: game.index, game: Box::new(game_over) });
            }
            self.rest().await;
        }
        self.controller.idle();
        Ok(())
    }

    /// Frees the memory of builds that don't play in this game.
    fn release_others(&mut self, game: &PlayGame) {
        for (index, (engine, player)) in self.engines.iter_mut().zip(&mut self.players).enumerate() {
            if let Engine::Build(build) = engine
                && ![game.white, game.black].contains(&index)
            {
                build.release();
                player.quit();
            }
        }
    }

    async fn play_game(&mut self, unit: usize, game: &PlayGame) -> Result<Option<StoredGame>, FromMatch> {
        let sides = [game.white, game.black];
        let Some(players) = self.take_players(sides) else { return Ok(None) };
        let participants = sides.map(|player| Participant {
            name: self.controller.name(player).to_owned(),
            limits: self.limits.get(player).cloned().unwrap_or_default(),
        });
        let referee = Referee::new(participants, &game.opening, self.rules);
        self.controller.begin_game(Game::new(referee, players, [false; 2]), sides, unit, game.index);
        let status = loop {
            while let Some((player, output)) = self.controller.next_output() {
                self.engines[player].perform(output);
            }
            self.controller.post_reports();
            match self.controller.status() {
                (GameStatus::Turn, _) => {
                    self.rest().await;
                    self.next_turn(unit, sides);
                }
                (GameStatus::Waiting, Some((player, deadline_ms))) => self.wait(player, deadline_ms).await,
                (status, _) => break status,
            }
        };
        let Some((record, players)) = self.controller.end_game() else { return Ok(None) };
        for (index, player) in sides.into_iter().zip(players) {
            self.players[index] = player;
        }
        if let GameStatus::CannotStart(color) = status {
            self.controller.idle();
            let player = sides[color.index()];
            let message = self.players[player].lost_because().to_owned();
            return Err(FromMatch::CannotStart { player, message });
        }
        Ok(Some(StoredGame::new(&record, self.keep)))
    }

    /// Takes the players of a game; `None` if the indices are invalid.
    fn take_players(&mut self, sides: [usize; 2]) -> Option<[UciPlayer; 2]> {
        let [white, black] = self.players.get_disjoint_mut(sides).ok()?;
        Some([std::mem::take(white), std::mem::take(black)])
    }

    async fn wait(&mut self, player: usize, deadline_ms: f64) {
        match &mut self.engines[player] {
            Engine::Port(port) => {
                port.wait(deadline_ms).await;
                if self.controller.status().0 != GameStatus::Waiting {
                    self.controller.idle();
                }
            }
            // Everything a build does happens during calls.
            Engine::Build(_) => self.controller.time(player, deadline_ms),
        }
    }

    fn next_turn(&mut self, unit: usize, sides: [usize; 2]) {
        let mut sources = Sources {
            books: &mut self.books,
            sides,
            seed: self.seed,
            unit,
            tables: self.tables.as_ref(),
            broken_book: None,
        };
        self.controller.next_turn(&mut sources);
        if let Some((player, error)) = sources.broken_book {
            // The player continues without its book.
            let message = format!("its book cannot be read: {error}");
            self.controller.post(FromMatch::Notice { player, message });
        }
    }

    /// Handles the worker's messages from time to time, and waits while the match is paused. During that time no engine is called and
    /// no clock runs.
    async fn rest(&mut self) {
        if self.controller.now_ms() - self.last_yield_ms < UNTIL_YIELD_MS {
            return;
        }
        self.controller.idle();
        self.event_loop.yield_now().await;
        while self.pause.is_on.get() {
            self.pause.notify.notified().await;
        }
        self.last_yield_ms = self.controller.now_ms();
    }
}

/// Opens a player's own book.
fn own_book(player: &messages::Player) -> Result<Option<OwnBook>, JsValue> {
    let Some(file) = &player.book else { return Ok(None) };
    let opened = BlobSource::new(file.0.clone())
        .map_err(|error| error.to_string())
        .and_then(|source| open_book(source).map_err(|error| error.to_string()));
    let fault = |error: String| JsValue::from_str(&format!("the book of {}: {error}", player.name));
    Ok(Some((opened.map_err(fault)?, player.choosing)))
}

fn player_limits(patience: Patience) -> PlayerLimits {
    PlayerLimits {
        start_ms: patience.answer_ms,
        uciok_ms: patience.answer_ms,
        readyok_ms: patience.answer_ms,
        stop_ms: patience.grace_ms,
        ponder_stop_ms: patience.grace_ms,
        silence_ms: f64::INFINITY,
    }
}

/// Own books and endgame tables for one game.
struct Sources<'a> {
    books: &'a mut [Option<OwnBook>],
    sides: [usize; 2],
    seed: u64,
    unit: usize,
    tables: Option<&'a SyzygyTables>,
    /// Player whose book could not be read, and the reason.
    broken_book: Option<(usize, String)>,
}

impl Knowledge for Sources<'_> {
    fn own_book(&mut self, color: Color, position: &Position) -> Choice {
        let player = self.sides[color.index()];
        let Some(Some((book, choosing))) = self.books.get_mut(player) else { return Choice::Nothing };
        engine_book_choice(book, choosing, self.seed, self.unit, position).unwrap_or_else(|error| {
            self.books[player] = None;
            self.broken_book = Some((player, error.to_string()));
            Choice::Nothing
        })
    }

    fn tablebase(&mut self, position: &Position) -> TablebaseResult {
        let outcome = self.tables.and_then(|tables| tables.outcome(position));
        outcome.map_or(TablebaseResult::Unknown, |outcome| {
            outcome.winner().map_or(TablebaseResult::Draw, TablebaseResult::Win)
        })
    }
}

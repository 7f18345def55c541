//! Units of a match, played one after the other.

use std::cell::Cell;
use std::rc::Rc;

use tabia_arena::{
    Adjudication, Keep, Limits, Referee, Request, Seat, StoredGame, engine_book_choice, search_only,
};
use tabia_chess::Color;
use tabia_polyglot::select::{Choice, SelectionOptions};
use tabia_polyglot::{BookReader, open_book};
use tabia_tablebase::SyzygyTables;
use wasm_bindgen::JsValue;

use super::bell::{Bell, Turn};
use super::build::Build;
use super::desk::{Desk, Post};
use super::engine::{Engine, EngineFault, NotReady, SearchEnd};
use super::port::Port;
use super::tables;
use crate::blob_source::BlobSource;
use crate::matches::messages::{FromMatch, PlayGame, Setup, Source};

/// How long the worker plays on before it looks at its messages, in milliseconds.
const TURN_MS: f64 = 50.0;

/// Halts the games behind a move.
#[derive(Debug, Default)]
pub(super) struct Pause {
    is_on: Cell<bool>,
    bell: Bell,
}

impl Pause {
    pub(super) fn set(&self, is_on: bool) {
        self.is_on.set(is_on);
        self.bell.ring();
    }
}

/// A match as one worker plays it.
pub(super) struct Table {
    desk: Rc<Desk>,
    engines: Vec<Engine>,
    limits: Vec<Limits>,
    /// The players' own books; one that could not be read is given up.
    books: Vec<Option<(BookReader<BlobSource>, SelectionOptions)>>,
    seed: u64,
    rules: Adjudication,
    tables: Option<SyzygyTables>,
    keep: Keep,
    turn: Turn,
    last_turn_ms: f64,
    pause: Rc<Pause>,
}

impl Table {
    /// Takes over the players; no engine is started yet.
    pub(super) fn new(setup: Setup, post: Post, pause: Rc<Pause>) -> Result<Self, JsValue> {
        let books = setup.players.iter().map(|player| {
            let Some(file) = &player.book else { return Ok(None) };
            let opened = BlobSource::new(file.0.clone())
                .and_then(|source| open_book(source).map_err(|error| error.to_string()));
            opened
                .map(|book| Some((book, player.choosing)))
                .map_err(|error| JsValue::from_str(&format!("the book of {}: {error}", player.name)))
        });
        let books = books.collect::<Result<Vec<_>, JsValue>>()?;
        let desk = Rc::new(Desk::new(&setup, post));
        let limits = setup.players.iter().map(|player| player.limits.clone()).collect();
        let engines = setup.players.into_iter().enumerate();
        let engines = engines.map(|(index, player)| match player.source {
            Source::Build(module) => Engine::Build(Build::new(desk.clone(), index, module, player.options)),
            Source::Port(port) => Engine::Port(Port::new(desk.clone(), index, port, player.options)),
        });
        Ok(Self {
            engines: engines.collect(),
            limits,
            books,
            seed: setup.seed as u64,
            rules: setup.rules,
            tables: tables::open(setup.tables).map_err(|error| JsValue::from_str(&error))?,
            keep: setup.keep,
            turn: Turn::new()?,
            last_turn_ms: desk.now_ms(),
            desk,
            pause,
        })
    }

    /// Plays games of a unit.
    ///
    /// # Errors
    /// When a player cannot be started that never was: what to tell the page. Nothing was counted.
    pub(super) async fn play(&mut self, unit: usize, games: &[PlayGame]) -> Result<(), FromMatch> {
        for game in games {
            for (index, engine) in self.engines.iter_mut().enumerate() {
                if index != game.white && index != game.black {
                    engine.release();
                }
            }
            let played = self.play_game(unit, game).await;
            self.desk.flush_log_now();
            if let Some(game_over) = played? {
                self.desk.post(FromMatch::Game { index: game.index, game: Box::new(game_over) });
            }
            self.rest().await;
        }
        self.desk.idle();
        Ok(())
    }

    async fn play_game(&mut self, unit: usize, game: &PlayGame) -> Result<Option<StoredGame>, FromMatch> {
        let seat = |player: usize| Seat {
            name: self.desk.name(player).to_owned(),
            limits: self.limits.get(player).cloned().unwrap_or_default(),
        };
        let seats = [seat(game.white), seat(game.black)];
        let referee = Referee::new(seats, &game.opening, self.rules);
        let chess960 = referee.is_chess960();
        self.desk.begin_game(referee, unit, game.index);
        for (color, player) in [(Color::White, game.white), (Color::Black, game.black)] {
            let Some(engine) = self.engines.get_mut(player) else { return Ok(None) };
            match engine.new_game(chess960).await {
                Ok(()) => {}
                Err(NotReady::Failed(fault)) => self.fail(color, player, fault),
                Err(NotReady::NeverStarted(message)) => {
                    self.desk.end_game();
                    self.desk.idle();
                    return Err(FromMatch::CannotStart { player, message });
                }
            }
        }
        while let Some(mut request) = self.desk.next() {
            let color = request.color;
            let player = if color.is_white() { game.white } else { game.black };
            if self.plays_from_book(player, unit, &mut request, chess960) {
                self.rest().await;
                continue;
            }
            let Some(engine) = self.engines.get_mut(player) else { return Ok(None) };
            match engine.search(&request).await {
                SearchEnd::Moved => {}
                SearchEnd::Overdue(message) => {
                    self.desk.overdue(message.as_deref().unwrap_or_default());
                    if let Some(message) = message {
                        self.desk.post(FromMatch::EngineFault { player, message });
                    }
                }
                SearchEnd::Failed(fault) => self.fail(color, player, fault),
            }
            if let Some(tables) = &self.tables {
                self.desk.ask_tables(tables);
            }
            self.rest().await;
        }
        Ok(self.desk.end_game().map(|record| StoredGame::new(&record, self.keep)))
    }

    /// Plays a move of the player's own book, if it has one for the position. Where the engine is to choose among the book's moves, the
    /// request asks for these only.
    fn plays_from_book(&mut self, player: usize, unit: usize, request: &mut Request, chess960: bool) -> bool {
        let Some(Some((book, choosing))) = self.books.get_mut(player) else { return false };
        let Some(position) = self.desk.position() else { return false };
        match engine_book_choice(book, choosing, self.seed, unit, &position) {
            Ok(Choice::Play(mv)) => self.desk.play_from_book(player, mv),
            Ok(Choice::Search(moves)) => {
                request.go = search_only(&request.go, &position, &moves, chess960);
                false
            }
            Ok(Choice::Nothing) => false,
            Err(error) => {
                // It plays on by itself.
                self.desk
                    .post(FromMatch::Notice { player, message: format!("its book cannot be read: {error}") });
                self.books[player] = None;
                false
            }
        }
    }

    fn fail(&self, color: Color, player: usize, fault: EngineFault) {
        self.desk.fail(color, fault.failure, &fault.message);
        self.desk.post(FromMatch::EngineFault { player, message: fault.message });
    }

    /// Looks at the worker's messages now and then, and waits while the match is paused. No engine is called
    /// meanwhile and no clock runs.
    async fn rest(&mut self) {
        if self.desk.now_ms() - self.last_turn_ms < TURN_MS {
            return;
        }
        self.desk.idle();
        self.turn.take().await;
        while self.pause.is_on.get() {
            self.pause.bell.wait().await;
        }
        self.last_turn_ms = self.desk.now_ms();
    }
}

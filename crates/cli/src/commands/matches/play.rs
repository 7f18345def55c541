//! One game between two engines.

use std::thread;

use tabia_arena::player::PlayerState;
use tabia_arena::{Choice, Game, GameRecord, GameStatus, Knowledge, Referee, Report, TablebaseResult};
use tabia_chess::{Color, Position};
use tabia_tablebase::SyzygyTables;

use super::own_books::OwnBooks;
use super::side::GameSide;
use crate::engines::{Clock, Engine, Peer as _, Polled, perform};

/// What a game needs besides its referee and engines.
pub(super) struct Conditions<'a> {
    /// Engine names, White's first.
    pub(super) names: [&'a str; 2],
    /// Whether White and Black ponder.
    pub(super) ponders: [bool; 2],
    /// Engines' own books.
    pub(super) books: OwnBooks,
    /// Tablebases that adjudicate games.
    pub(super) tables: Option<&'a SyzygyTables>,
    pub(super) clock: Clock,
}

impl Knowledge for Conditions<'_> {
    fn own_book(&mut self, color: Color, position: &Position) -> Choice {
        self.books.choice(color.index(), position)
    }

    fn tablebase(&mut self, position: &Position) -> TablebaseResult {
        let outcome = self.tables.and_then(|tables| tables.outcome(position));
        outcome.map_or(TablebaseResult::Unknown, |outcome| {
            outcome.winner().map_or(TablebaseResult::Draw, TablebaseResult::Win)
        })
    }
}

/// Plays a game to its end, or until it is aborted.
///
/// # Errors
/// If an engine cannot be started: its side and the reason.
pub(super) fn play_game(
    referee: Referee,
    engines: &mut [&mut Engine; 2],
    conditions: &mut Conditions<'_>,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<GameRecord, (Color, String)> {
    let clock = conditions.clock;
    let players = engines.each_mut().map(|engine| std::mem::take(&mut engine.player));
    let mut game = Game::new(referee, players, conditions.ponders);
    game.begin(clock.now_ms());
    loop {
        while let Some((color, output)) = game.next_output() {
            let connection = engines[color.index()].connection.as_mut();
            perform(connection, output, &mut GameSide { game: &mut game, color });
        }
        for report in game.take_reports() {
            warn(&report, conditions.names);
        }
        match (game.status(), game.waits_for(), game.deadline_ms()) {
            (GameStatus::Turn, ..) if is_cancelled() => game.interrupt(clock.now_ms()),
            (GameStatus::Turn, ..) => game.next_turn(conditions, clock.now_ms()),
            (GameStatus::Waiting, Some(color), Some(deadline_ms))
                if game.player(!color).state() == PlayerState::Pondering =>
            {
                wait_beside(&mut game, engines, color, deadline_ms, clock);
            }
            (GameStatus::Waiting, Some(color), Some(deadline_ms)) => {
                let connection = engines[color.index()].connection.as_mut();
                connection.wait(deadline_ms, &mut GameSide { game: &mut game, color });
            }
            (status, ..) => {
                let (record, players) = game.finish();
                for (engine, player) in engines.iter_mut().zip(players) {
                    engine.player = player;
                }
                return match status {
                    GameStatus::CannotStart(color) => {
                        Err((color, engines[color.index()].player.lost_because().to_owned()))
                    }
                    _ => Ok(record),
                };
            }
        }
    }
}

/// Waits for one engine while the other one ponders, and reads the output of both: an engine whose output isn't read
/// blocks as soon as its pipe is full.
fn wait_beside(
    game: &mut Game,
    engines: &mut [&mut Engine; 2],
    color: Color,
    deadline_ms: f64,
    clock: Clock,
) {
    // It may print faster than it is read.
    const AT_A_TIME: usize = 64;
    let other = engines[(!color).index()].connection.as_mut();
    let mut side = GameSide { game: &mut *game, color: !color };
    let heard = (0..AT_A_TIME).take_while(|_| other.poll(&mut side) == Polled::Something).count();
    let connection = engines[color.index()].connection.as_mut();
    let mut side = GameSide { game, color };
    match connection.poll(&mut side) {
        Polled::Something => {}
        Polled::Nothing => {
            let left = clock.until(deadline_ms);
            if left.is_zero() {
                side.time(clock.now_ms().max(deadline_ms));
            } else if heard == 0 {
                thread::park_timeout(left);
            }
        }
        Polled::Nobody => connection.wait(deadline_ms, &mut side),
    }
}

fn warn(report: &Report, names: [&str; 2]) {
    match report {
        Report::Notice(color, text) | Report::NotRestarted(color, text) => {
            eprintln!("Warning: {}: {text}", names[color.index()]);
        }
        // The game is lost; its result has the reason.
        Report::Fault(..) => {}
    }
}

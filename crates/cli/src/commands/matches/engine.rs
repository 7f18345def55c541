//! One engine as the command line describes it.

use std::path::PathBuf;

use tabia_arena::player::{Identity, PlayerConfig, PlayerLimits, Transport, UciPlayer};
use tabia_arena::{EngineSettings, SelectionMode, SelectionOptions};

use super::MatchError;
use super::builtin::Builtin;
use super::connection::{Clock, Connection, Introduction, Log, perform};
use super::process::Process;

/// How an engine is run, and its settings in the match.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct EngineOptions {
    /// What to run.
    pub(super) program: Option<Program>,
    /// The folder to run it in.
    pub(super) dir: Option<PathBuf>,
    /// The file of its own book, as the command line names it.
    pub(super) book: Option<PathBuf>,
    /// How the moves of its own book are chosen, if the command line says so.
    pub(super) choosing: Option<SelectionOptions>,
    /// Its settings. The name is empty until the engine has said it.
    pub(super) settings: EngineSettings,
    /// Whether its options come from the file of the match, and give way to the first one of the command
    /// line.
    pub(super) options_are_kept: bool,
}

/// What plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Program {
    /// The engine of this program.
    Builtin,
    /// A UCI engine with its arguments.
    Command(String),
}

impl EngineOptions {
    /// Takes one setting, such as `cmd=stockfish`.
    pub(super) fn set(&mut self, setting: &str) -> Result<(), MatchError> {
        let fault = |fault: &str| MatchError::Option { option: setting.to_owned(), fault: fault.to_owned() };
        if setting == "builtin" {
            self.program = Some(Program::Builtin);
            return Ok(());
        }
        if setting == "ponder" {
            self.settings.ponder = true;
            return Ok(());
        }
        let (key, value) =
            setting.split_once('=').ok_or_else(|| fault("an engine's settings are of the form key=value"))?;
        if let Some(option) = key.strip_prefix("option.") {
            if std::mem::take(&mut self.options_are_kept) {
                self.settings.options.clear();
            }
            self.settings.options.push((option.to_owned(), value.to_owned()));
            return Ok(());
        }
        match key {
            "cmd" if value == "builtin" => self.program = Some(Program::Builtin),
            "cmd" => self.program = Some(Program::Command(value.to_owned())),
            "args" => match &mut self.program {
                Some(Program::Command(command)) => *command = format!("{command} {value}"),
                _ => return Err(fault("args= must come behind cmd=")),
            },
            "dir" => self.dir = Some(value.into()),
            "book" => self.book = Some(value.into()),
            "bookselection" => {
                let way = SelectionMode::of_name(value)
                    .ok_or_else(|| fault("a book's move is chosen by best, random, ranked or search"))?;
                self.choosing.get_or_insert_default().mode = way;
            }
            "bookwidth" => {
                let width = value.parse().ok().filter(|&width: &u8| width > 0);
                self.choosing.get_or_insert_default().width =
                    width.ok_or_else(|| fault("a width is a number of moves from 1 to 255"))?;
            }
            "name" => value.clone_into(&mut self.settings.name),
            "proto" if value == "uci" => {}
            "ponder" => match value {
                "true" | "y" | "on" | "1" => self.settings.ponder = true,
                "false" | "n" | "off" | "0" => self.settings.ponder = false,
                _ => return Err(fault("ponder is true or false")),
            },
            _ => match self.settings.limits.set(key, value) {
                Ok(true) => {}
                Ok(false) => return Err(fault("there is no such setting of an engine")),
                Err(error) => return Err(MatchError::Limit { engine: "-engine".to_owned(), error }),
            },
        }
        Ok(())
    }

    /// Checks that the engine can play.
    pub(super) fn validate(&self) -> Result<(), MatchError> {
        let engine = self.label();
        match &self.program {
            None => {
                Err(MatchError::Engine { engine, fault: "cmd=COMMAND or builtin must be given".to_owned() })
            }
            Some(Program::Command(command)) if command.trim().is_empty() => {
                Err(MatchError::Engine { engine, fault: "cmd= is empty".to_owned() })
            }
            Some(_) => Ok(()),
        }
    }

    /// A word for messages before the engine has said its name.
    pub(super) fn label(&self) -> String {
        if !self.settings.name.is_empty() {
            return self.settings.name.clone();
        }
        match &self.program {
            Some(Program::Command(command)) => command.clone(),
            Some(Program::Builtin) => "builtin".to_owned(),
            None => "-engine".to_owned(),
        }
    }

    /// How it is started, for the file of the match.
    pub(super) fn command(&self) -> String {
        let dir = self.dir.as_ref().map_or_else(String::new, |dir| format!(" (in {})", dir.display()));
        match &self.program {
            Some(Program::Command(command)) => format!("{command}{dir}"),
            _ => "builtin".to_owned(),
        }
    }

    /// The engine, not started yet.
    pub(super) fn engine(&self, log: Log, clock: Clock) -> Result<Engine, MatchError> {
        let EngineSettings { options, ponder, .. } = &self.settings;
        let command = match &self.program {
            Some(Program::Command(command)) => Some(command.clone()),
            // Inside this program only one of two engines can think at a time.
            _ if *ponder => {
                let own = std::env::current_exe();
                let own = own.map_err(|fault| self.fault(fault.to_string()))?;
                Some(own.to_string_lossy().into_owned())
            }
            _ => None,
        };
        let (transport, connection): (_, Box<dyn Connection>) = match command {
            Some(command) => {
                (Transport::Stream, Box::new(Process::new(command, self.dir.clone(), log, clock)))
            }
            None => (Transport::Calls, Box::new(Builtin::new(log, clock))),
        };
        let limits = PlayerLimits::default();
        let config = PlayerConfig { transport, limits, options: options.clone(), ponder: *ponder };
        Ok(Engine { player: UciPlayer::new(config), connection })
    }

    /// Starts the engine once to learn what it says of itself.
    pub(super) fn introduce(&self) -> Result<Identity, MatchError> {
        let clock = Clock::new();
        let mut engine = self.engine(Log::default(), clock)?;
        engine.player.start(clock.now_ms());
        let connection = engine.connection.as_mut();
        let mut peer = Introduction::new(&mut engine.player);
        while !peer.player.is_idle() {
            if let Some(output) = peer.player.next_output() {
                perform(connection, output, &mut peer);
            } else if let Some(deadline_ms) = peer.player.deadline_ms() {
                connection.wait(deadline_ms, &mut peer);
            } else {
                return Err(self.fault(peer.player.lost_because().to_owned()));
            }
        }
        if let Some(refusal) = peer.refusal {
            return Err(self.fault(refusal));
        }
        let identity = peer.player.identity().clone();
        for fault in peer.option_faults {
            eprintln!("Warning: {}: {fault}", identity.name);
        }
        Ok(identity)
    }

    /// What is wrong with the engine.
    pub(super) fn fault(&self, fault: String) -> MatchError {
        MatchError::Engine { engine: self.label(), fault }
    }
}

/// An engine as a thread keeps it: its player, and what carries the lines.
pub(super) struct Engine {
    pub(super) player: UciPlayer,
    pub(super) connection: Box<dyn Connection>,
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.player.quit();
        let mut peer = Introduction::new(&mut self.player);
        while let Some(output) = peer.player.next_output() {
            perform(self.connection.as_mut(), output, &mut peer);
        }
    }
}

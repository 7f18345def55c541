//! Engine options on the command line.

use std::path::PathBuf;

use tabia_arena::player::{Identity, Role};
use tabia_arena::{EngineSettings, SelectionMode, SelectionOptions};

use super::MatchError;
use crate::engines::{Clock, Engine, Log, Program, Run};

/// How an engine is run, and its match settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct EngineOptions {
    /// Program to run.
    pub(super) program: Option<Program>,
    /// Arguments besides those in the command.
    arguments: Vec<String>,
    /// Working directory.
    pub(super) dir: Option<PathBuf>,
    /// Whether it is restarted for every game.
    pub(super) restarts: bool,
    /// Opening book file, as given on the command line.
    pub(super) book: Option<PathBuf>,
    /// How moves are chosen from its book, if given on the command line.
    pub(super) choosing: Option<SelectionOptions>,
    /// Match settings. The name is empty until the engine has sent it.
    pub(super) settings: EngineSettings,
    /// Whether its options come from the match file, and are replaced by the first one given on the command line.
    pub(super) options_are_kept: bool,
    /// Whether any engine of the match ponders, so that two think at the same time.
    pub(super) is_apart: bool,
}

impl EngineOptions {
    /// Applies one setting, such as `cmd=stockfish`.
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
            setting.split_once('=').ok_or_else(|| fault("an engine setting must have the form key=value"))?;
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
            "arg" if value.contains(char::is_whitespace) => {
                return Err(fault("an argument with a space in it cannot be passed"));
            }
            "args" | "arg" => self.arguments.push(value.to_owned()),
            "restart" => match value {
                "on" => self.restarts = true,
                "off" | "auto" => self.restarts = false,
                _ => return Err(fault("restart is on, off or auto")),
            },
            "dir" => self.dir = Some(value.into()),
            "book" => self.book = Some(value.into()),
            "bookselection" => {
                let way = SelectionMode::of_name(value)
                    .ok_or_else(|| fault("bookselection is best, random, ranked or search"))?;
                self.choosing.get_or_insert_default().mode = way;
            }
            "bookwidth" => {
                let width = value.parse().ok().filter(|&width: &u8| width > 0);
                self.choosing.get_or_insert_default().width =
                    width.ok_or_else(|| fault("bookwidth is a number of moves from 1 to 255"))?;
            }
            "name" => value.clone_into(&mut self.settings.name),
            "proto" if value == "uci" => {}
            "proto" => return Err(fault("only UCI engines can play")),
            "tc" if value == "infinite" => self.settings.limits.time_control = None,
            "ponder" => match value {
                "true" | "y" | "on" | "1" => self.settings.ponder = true,
                "false" | "n" | "off" | "0" => self.settings.ponder = false,
                _ => return Err(fault("ponder is true or false")),
            },
            _ => match self.settings.limits.set(key, value) {
                Ok(true) => {}
                Ok(false) => return Err(fault("unknown engine setting")),
                Err(error) => return Err(MatchError::Limit { engine: "-engine".to_owned(), error }),
            },
        }
        Ok(())
    }

    /// Appends the arguments to the command.
    pub(super) fn add_arguments(&mut self) -> Result<(), MatchError> {
        if self.arguments.is_empty() {
            return Ok(());
        }
        let arguments = std::mem::take(&mut self.arguments).join(" ");
        match &mut self.program {
            Some(Program::Command(command)) => *command = format!("{command} {arguments}"),
            _ => return Err(self.fault("args= needs cmd=COMMAND".to_owned())),
        }
        Ok(())
    }

    /// Checks that a program is given.
    pub(super) fn validate(&self) -> Result<(), MatchError> {
        let engine = self.label();
        match &self.program {
            None => Err(MatchError::Engine {
                engine,
                fault: "no program: give cmd=COMMAND or builtin".to_owned(),
            }),
            Some(Program::Command(command)) if command.trim().is_empty() => {
                Err(MatchError::Engine { engine, fault: "cmd= is empty".to_owned() })
            }
            Some(_) => Ok(()),
        }
    }

    /// Rejects options from the match file that may name a local file: an engine would read or overwrite it, and the match file may
    /// come from someone else.
    pub(super) fn check_kept_options(&self) -> Result<(), MatchError> {
        let mut kept = self.settings.options.iter().filter(|_| self.options_are_kept);
        let Some((name, value)) = kept.find(|(name, value)| may_name_file(name, value)) else {
            return Ok(());
        };
        Err(self.fault(format!(
            "the file of the match sets option {name:?} to {value:?}, which may name a file on this computer: to allow it, \
             give all options of this engine on the command line (option.NAME=VALUE)"
        )))
    }

    /// Returns a label for messages before the engine has sent its name.
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

    /// Returns how it is started, for the match file.
    pub(super) fn command(&self) -> String {
        let dir = self.dir.as_ref().map_or_else(String::new, |dir| format!(" (in {})", dir.display()));
        match &self.program {
            Some(Program::Command(command)) => format!("{command}{dir}"),
            _ => "builtin".to_owned(),
        }
    }

    /// Returns its run configuration.
    fn run(&self) -> Run {
        let EngineSettings { options, ponder, .. } = &self.settings;
        let program = self.program.clone().unwrap_or(Program::Builtin);
        let (options, role) = (options.clone(), Role::play(*ponder));
        Run { program, dir: self.dir.clone(), options, role, is_apart: self.is_apart }
    }

    /// Creates the engine without starting it.
    pub(super) fn engine(&self, log: Log, clock: Clock) -> Result<Engine, MatchError> {
        Engine::new(&self.run(), log, clock).map_err(|fault| self.fault(fault.to_string()))
    }

    /// Starts the engine once to learn its identity.
    pub(super) fn introduce(&self) -> Result<Identity, MatchError> {
        let clock = Clock::new();
        let mut engine = self.engine(Log::default(), clock)?;
        let introduced = engine.start(clock).map_err(|fault| self.fault(fault.to_string()))?;
        for fault in introduced.option_faults {
            eprintln!("Warning: {}: {fault}", introduced.identity.name);
        }
        Ok(introduced.identity)
    }

    /// Wraps an error of this engine.
    pub(super) fn fault(&self, fault: String) -> MatchError {
        MatchError::Engine { engine: self.label(), fault }
    }
}

/// Whether an option may name a file or folder.
fn may_name_file(name: &str, value: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_name = ["file", "path", "log", "dir", "folder"].iter().any(|word| name.contains(word));
    !matches!(value, "" | "<empty>") && (is_name || value.contains(['/', '\\']))
}

//! One engine as the command line describes it.

use std::path::PathBuf;

use tabia_arena::Limits;

use super::MatchError;
use super::builtin::Builtin;
use super::player::{Log, Player};
use super::process::Process;

/// The settings of one engine.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineOptions {
    /// What to run.
    pub(super) program: Option<Program>,
    /// The folder to run it in.
    pub(super) dir: Option<PathBuf>,
    /// The name for results.
    pub(super) name: Option<String>,
    /// UCI options by name, in the order given.
    pub(super) options: Vec<(String, String)>,
    /// What bounds its thinking.
    pub(super) limits: Limits,
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
        let (key, value) =
            setting.split_once('=').ok_or_else(|| fault("an engine's settings are of the form key=value"))?;
        if let Some(option) = key.strip_prefix("option.") {
            self.options.push((option.to_owned(), value.to_owned()));
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
            "name" => self.name = Some(value.to_owned()),
            "proto" if value == "uci" => {}
            _ => match self.limits.set(key, value) {
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
            Some(_) => self.limits.validate().map_err(|error| MatchError::Limit { engine, error }),
        }
    }

    /// A word for messages before the engine has said its name.
    pub(super) fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| match &self.program {
            Some(Program::Command(command)) => command.clone(),
            Some(Program::Builtin) => "builtin".to_owned(),
            None => "-engine".to_owned(),
        })
    }

    /// All that makes it play as it does, as text.
    pub(super) fn fingerprint(&self) -> String {
        let Self { program, dir, options, limits, .. } = self;
        format!("{program:?} {dir:?} {options:?} {limits:?}")
    }

    /// Starts it.
    pub(super) fn start(&self, log: Log) -> Result<Box<dyn Player>, MatchError> {
        let error = |fault| MatchError::Engine { engine: self.label(), fault };
        match &self.program {
            Some(Program::Command(command)) => {
                let process =
                    Process::start(command, self.dir.clone(), self.options.clone(), log).map_err(error)?;
                Ok(Box::new(process))
            }
            _ => Ok(Box::new(Builtin::start(&self.options, log).map_err(error)?)),
        }
    }
}

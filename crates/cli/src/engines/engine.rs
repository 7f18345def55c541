//! An engine as used by one thread.

use std::ffi::OsString;
use std::path::PathBuf;

use tabia_arena::player::{Conduct, Identity, PlayerConfig, PlayerLimits, Role, Transport, UciPlayer};
use thiserror::Error;

use super::builtin::Builtin;
use super::connection::{Clock, Connection, Introduction, Log, perform};
use super::process::Process;

/// Program of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// The built-in engine.
    Builtin,
    /// Command line of a UCI engine.
    Command(String),
}

/// Configuration of an engine.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) program: Program,
    /// Working directory.
    pub(crate) dir: Option<PathBuf>,
    /// UCI options by name and value.
    pub(crate) options: Vec<(String, String)>,
    /// Purpose of the engine.
    pub(crate) role: Role,
    /// Whether another engine thinks at the same time; the built-in engine then runs in a separate process.
    pub(crate) is_apart: bool,
}

impl Run {
    /// Creates a configuration with the default working directory.
    pub(crate) fn new(program: Program, options: Vec<(String, String)>) -> Self {
        Self { program, dir: None, options, role: Role::Play, is_apart: false }
    }

    /// Returns a label for messages before the engine has sent its name.
    pub(crate) fn label(&self) -> &str {
        match &self.program {
            Program::Builtin => "tabia",
            Program::Command(command) => command,
        }
    }
}

/// Error of an engine, in a sentence.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct EngineFault(pub(crate) String);

/// An engine: its player and its connection.
pub(crate) struct Engine {
    pub(crate) player: UciPlayer,
    pub(crate) connection: Box<dyn Connection>,
}

/// Result of starting an engine.
pub(crate) struct Introduced {
    pub(crate) identity: Identity,
    /// Options that the engine wasn't expected to accept.
    pub(crate) option_faults: Vec<Conduct>,
}

impl Engine {
    /// Creates an engine without starting it.
    ///
    /// # Errors
    /// If the path of this program is unknown: it is needed to run one of two simultaneously thinking engines
    /// as a process.
    pub(crate) fn new(run: &Run, log: Log, clock: Clock) -> Result<Self, EngineFault> {
        let process = match &run.program {
            Program::Command(command) => {
                Some((command.split_whitespace().map(OsString::from).collect(), run.dir.clone()))
            }
            // Within this process only one of two engines can think at a time, and nothing reads the other one
            // until it is done. Running in the current directory keeps relative file names valid.
            Program::Builtin if run.is_apart => {
                let fault = |fault: std::io::Error| EngineFault(fault.to_string());
                let own = vec![std::env::current_exe().map_err(fault)?.into_os_string()];
                let here = || std::env::current_dir().map_err(fault);
                Some((own, Some(run.dir.clone().map_or_else(here, Ok)?)))
            }
            Program::Builtin => None,
        };
        let (transport, connection): (_, Box<dyn Connection>) = match process {
            Some((words, dir)) => (Transport::Stream, Box::new(Process::new(words, dir, log, clock))),
            None => (Transport::Calls, Box::new(Builtin::new(log, clock))),
        };
        let limits = PlayerLimits::default();
        let config = PlayerConfig { transport, limits, options: run.options.clone(), role: run.role };
        Ok(Self { player: UciPlayer::new(config), connection })
    }

    /// Starts the engine and waits until it is ready.
    ///
    /// # Errors
    /// If it doesn't become ready, or rejects an option.
    pub(crate) fn start(&mut self, clock: Clock) -> Result<Introduced, EngineFault> {
        self.player.start(clock.now_ms());
        let mut peer = Introduction::new(&mut self.player);
        while !peer.player.is_idle() {
            if let Some(output) = peer.player.next_output() {
                perform(self.connection.as_mut(), output, &mut peer);
            } else if let Some(deadline_ms) = peer.player.deadline_ms() {
                self.connection.wait(deadline_ms, &mut peer);
            } else {
                return Err(EngineFault(peer.player.lost_because().to_owned()));
            }
        }
        if let Some(refusal) = peer.refusal {
            return Err(EngineFault(refusal));
        }
        let identity = peer.player.identity().clone();
        Ok(Introduced { identity, option_faults: peer.option_faults })
    }
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

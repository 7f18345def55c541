//! One engine spoken to in UCI, without input, output, threads or a clock: [`UciPlayer`].
//!
//! A host owns what reaches the engine (a process, a worker, a port, a function call). It hands in the
//! engine's lines and the time; out come what the engine is to be sent ([`Output`]), a deadline to be armed,
//! and what happened ([`Event`]). The player knows the protocol and its time limits, and records what an
//! engine does against them ([`Conduct`]); it knows neither rules of chess nor games. Games between two
//! players are [`Game`](crate::Game)'s.

mod conduct;
mod config;
mod event;
mod options;
mod uci_player;

pub use self::conduct::{Awaited, Conduct};
pub use self::config::{PlayerConfig, PlayerLimits, Transport};
pub use self::event::{Event, Identity, Output, PlayerState, SearchCommand};
pub use self::options::{OptionFault, option_fault};
pub use self::uci_player::UciPlayer;

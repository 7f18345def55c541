//! A UCI engine as a state machine without I/O, threads or a clock: [`UciPlayer`].
//!
//! A host owns the connection to the engine (a process, a worker, a port, a function call). It passes in the
//! engine's lines and the time, and gets back the lines to send ([`Output`]), a deadline to set a timer for,
//! and events ([`Event`]). The player knows the protocol and its time limits, and records violations
//! ([`Conduct`]); it knows nothing about chess rules or games. [`Game`](crate::Game) plays games between two
//! players.
//!
//! ```
//! use tabia_arena::player::{Event, Output, PlayerConfig, SearchCommand, UciPlayer};
//!
//! let line = |text: &str| Some(Output::Line(text.to_owned()));
//! let mut player = UciPlayer::new(PlayerConfig::default());
//! player.start(0.0);
//! assert_eq!(player.next_output(), Some(Output::Start));
//! // The host has started the engine; times are in milliseconds.
//! player.started(3.0);
//! assert_eq!(player.next_output(), line("uci"));
//! assert_eq!(player.deadline_ms(), Some(10_003.0));
//! assert_eq!(player.line("uciok", 5.0), Some(Event::Introduced));
//! assert_eq!(player.next_output(), line("isready"));
//! assert_eq!(player.line("readyok", 6.0), Some(Event::Ready));
//!
//! let (position, go) = ("position startpos".to_owned(), "go movetime 100".to_owned());
//! player.think(SearchCommand { position, go, time_ms: 150.0 }, 7.0)?;
//! assert_eq!((player.next_output(), player.next_output()), (line("position startpos"), line("isready")));
//! assert_eq!(player.line("readyok", 8.0), None);
//! assert_eq!(player.next_output(), line("go movetime 100"));
//! assert!(matches!(player.line("bestmove e2e4", 107.0), Some(Event::BestMove { .. })));
//! # Ok::<(), tabia_arena::player::Conduct>(())
//! ```

mod conduct;
mod config;
mod event;
mod options;
mod uci_player;

pub use self::conduct::{Awaited, Conduct, Excess};
pub use self::config::{PlayerConfig, PlayerLimits, Role, Transport};
pub use self::event::{Event, Identity, Output, PlayerState, SearchCommand};
pub use self::options::{OptionFault, chess960_fault, option_fault};
pub use self::uci_player::UciPlayer;

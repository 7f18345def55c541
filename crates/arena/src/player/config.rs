//! Configuration of a player.

/// How lines reach an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// Lines can be sent at any time, as through a pipe: `isready` separates the position from the search.
    #[default]
    Stream,
    /// Each line is one call, which returns when the engine has handled it:
    /// [`UciPlayer::returned`](super::UciPlayer::returned). During a call the engine can only receive a stop
    /// signal: [`UciPlayer::is_stopping`](super::UciPlayer::is_stopping).
    Calls,
}

/// Time limits for everything that search limits do not cover, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerLimits {
    /// For starting up.
    pub start_ms: f64,
    /// For `uciok`.
    pub uciok_ms: f64,
    /// For `readyok`.
    pub readyok_ms: f64,
    /// For `bestmove` after `stop`, and for a call to return after `bestmove`.
    pub stop_ms: f64,
    /// For `bestmove` after `stop` while pondering. The engine's own clock does not run then, and it has not
    /// exceeded any limit.
    pub ponder_stop_ms: f64,
    /// For any line during a search.
    pub silence_ms: f64,
}

impl Default for PlayerLimits {
    fn default() -> Self {
        Self {
            start_ms: 10_000.0,
            uciok_ms: 10_000.0,
            readyok_ms: 10_000.0,
            stop_ms: 500.0,
            ponder_stop_ms: 10_000.0,
            silence_ms: f64::INFINITY,
        }
    }
}

/// Configuration of a player.
#[derive(Clone, Debug, Default)]
pub struct PlayerConfig {
    /// The transport for lines to the engine.
    pub transport: Transport,
    /// The time limits.
    pub limits: PlayerLimits,
    /// Options set at every start, by name and value.
    pub options: Vec<(String, String)>,
    /// The engine's role.
    pub role: Role,
}

/// The role of an engine, announced at every start if it has an option for that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Plays, with the strength and style set by its options.
    #[default]
    Play,
    /// Plays, and thinks on its opponent's time (`Ponder`).
    PlayPondering,
    /// Analyses at full strength, without taking sides (`UCI_AnalyseMode`).
    Analyse,
}

impl Role {
    /// Returns the role of a playing engine.
    pub fn play(ponders: bool) -> Self {
        if ponders { Self::PlayPondering } else { Self::Play }
    }

    /// Returns the option to switch on.
    pub(super) fn option(self) -> Option<&'static str> {
        match self {
            Self::Play => None,
            Self::PlayPondering => Some("Ponder"),
            Self::Analyse => Some("UCI_AnalyseMode"),
        }
    }
}

//! What a player is made of.

/// How lines reach an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// At any time, as through a pipe: `isready` separates the position from the search.
    #[default]
    Stream,
    /// One call for each line, which returns when the engine has handled it:
    /// [`UciPlayer::returned`](super::UciPlayer::returned). In a call nothing reaches the engine but a signal
    /// to stop: [`UciPlayer::is_stopping`](super::UciPlayer::is_stopping).
    Calls,
}

/// How long an engine may take where no limit of a search says it, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerLimits {
    /// To be started.
    pub start_ms: f64,
    /// For `uciok`.
    pub uciok_ms: f64,
    /// For `readyok`.
    pub readyok_ms: f64,
    /// For `bestmove` behind `stop`, and for a call to return behind `bestmove`.
    pub stop_ms: f64,
    /// For `bestmove` behind `stop` while it ponders. Its own clock does not run then, and no time of its was up.
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

/// What a player is made of.
#[derive(Clone, Debug, Default)]
pub struct PlayerConfig {
    /// How lines reach the engine.
    pub transport: Transport,
    /// How long it may take.
    pub limits: PlayerLimits,
    /// Options to be set at every start, by name and value.
    pub options: Vec<(String, String)>,
    /// What it is for.
    pub role: Role,
}

/// What an engine is for. It is told so at every start, if it has the option for that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// It plays, as strong and in the way that its options say.
    #[default]
    Play,
    /// It plays, and thinks on its opponent's time (`Ponder`).
    PlayPondering,
    /// It analyses: at full strength, and for neither side (`UCI_AnalyseMode`).
    Analyse,
}

impl Role {
    /// It plays.
    pub fn play(ponders: bool) -> Self {
        if ponders { Self::PlayPondering } else { Self::Play }
    }

    /// The option that is to be switched on.
    pub(super) fn option(self) -> Option<&'static str> {
        match self {
            Self::Play => None,
            Self::PlayPondering => Some("Ponder"),
            Self::Analyse => Some("UCI_AnalyseMode"),
        }
    }
}

//! Set-up of a game.

use serde::{Deserialize, Serialize};
use tabia_arena::{Limits, TimeControl};
use tabia_chess::{Color, ParsePositionError, Position};
use tabia_pgn::{needs_chess960, position_from_fen};
use thiserror::Error;

use super::levels;
use crate::language::{tr, translate};

/// Player of one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SidePlayer {
    /// A person at this device.
    Human {
        /// Name of the player in the stored game; may be empty.
        name: String,
    },
    /// The app's engine at a level.
    Level {
        /// Level number, see [`levels::level`].
        number: u8,
        /// Id of a personality, see [`levels::personality`]; empty for none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        personality: String,
    },
    /// An engine build from the catalogue.
    Engine(EnginePlayer),
}

/// An engine build from the catalogue as a player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EnginePlayer {
    /// Id in the catalogue; empty for the app's engine.
    pub id: String,
    /// Name of the engine.
    pub name: String,
    /// UCI options by name and value.
    pub options: Vec<(String, String)>,
    /// Depth, nodes or time per move. These apply in addition to the clock; the time control in here is ignored.
    /// Without a clock and limits, [`DEFAULT_MOVE_MS`] applies.
    pub limits: Limits,
}

/// Default search time per move without other limits, in milliseconds.
pub const DEFAULT_MOVE_MS: u64 = 1500;

impl SidePlayer {
    /// Creates an unnamed person.
    pub const fn human() -> Self {
        Self::Human { name: String::new() }
    }

    /// Creates a level without a personality.
    pub const fn level(number: u8) -> Self {
        Self::Level { number, personality: String::new() }
    }

    /// Whether a person plays this side.
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human { .. })
    }

    /// Returns the player's name: `Tabia, level 3 (Casual)`.
    pub fn name(&self) -> String {
        match self {
            Self::Human { name } if name.trim().is_empty() => tr!("Player").to_owned(),
            Self::Level { number, personality } => {
                let level = levels::level(*number);
                let (number, name) = (level.number, translate(level.name));
                match levels::personality(personality) {
                    Some(personality) => tr!(
                        "Tabia {personality}, level {number} ({name})",
                        personality = translate(personality.name),
                        number,
                        name
                    ),
                    None => tr!("Tabia, level {number} ({name})", number, name),
                }
            }
            Self::Engine(engine) if engine.name.is_empty() => tr!("Engine").to_owned(),
            Self::Human { .. } | Self::Engine(_) => self.tag(),
        }
    }

    /// Returns the player's English name, for the game's tags.
    pub fn tag(&self) -> String {
        match self {
            Self::Human { name } if name.trim().is_empty() => "Player".to_owned(),
            Self::Human { name } => name.trim().to_owned(),
            Self::Level { number, personality } => {
                let level = levels::level(*number);
                match levels::personality(personality) {
                    Some(personality) => {
                        format!("Tabia {}, level {} ({})", personality.name, level.number, level.name)
                    }
                    None => format!("Tabia, level {} ({})", level.number, level.name),
                }
            }
            Self::Engine(engine) if engine.name.is_empty() => "Engine".to_owned(),
            Self::Engine(engine) => engine.name.clone(),
        }
    }

    /// Returns the measured Elo of a level and half of its 95% interval. `None` for other players, and for a level
    /// with a personality, whose effect on strength was not measured at each level.
    pub fn measured_elo(&self) -> Option<(i32, i32)> {
        let Self::Level { number, personality } = self else { return None };
        let level = levels::level(*number);
        levels::personality(personality).is_none().then_some((level.elo, level.error))
    }

    /// Returns the UCI options of this side's engine, by name and value.
    pub fn options(&self) -> Vec<(String, String)> {
        match self {
            Self::Human { .. } => Vec::new(),
            Self::Level { number, personality } => {
                let mut options = levels::level(*number).options();
                if let Some(personality) = levels::personality(personality) {
                    let own = personality.options.iter();
                    options.extend(own.map(|&(name, value)| (name.to_owned(), value.to_owned())));
                }
                options
            }
            Self::Engine(engine) => engine.options.clone(),
        }
    }

    /// Returns the contempt of this side's engine in centipawns: how much less than equality a draw is worth to
    /// it. 0 for people.
    pub fn contempt(&self) -> i32 {
        let options = self.options();
        let own = options.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case("Contempt"));
        own.and_then(|(_, value)| value.trim().parse().ok()).unwrap_or(0)
    }
}

/// Start of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// The standard start position.
    #[default]
    Standard,
    /// A position, as FEN or Shredder-FEN.
    Fen(String),
    /// Chess960 start position, 0 to 959.
    Chess960(u16),
    /// Moves already on the board: a named opening, or part of a game. They count for repetitions, but not for the
    /// clocks.
    Line {
        /// Position before the moves, as FEN; `None` for the standard start position.
        #[serde(default)]
        fen: Option<String>,
        /// Name of the opening or game; may be empty.
        #[serde(default)]
        name: String,
        /// Moves in UCI.
        moves: Vec<String>,
    },
}

/// Reason why a game can't start from a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartFault {
    /// Invalid position.
    #[error("{}", tr!("no game can start from this position: {error}", error = _0))]
    Position(#[from] ParsePositionError),
    /// Illegal move in the line.
    #[error("{}", tr!("move {place} of the line, {text}, is not legal", place, text))]
    Move {
        /// Number of the move, from 1.
        place: usize,
        /// The move as given.
        text: String,
    },
    /// The game is already over in the position.
    #[error("{}", tr!("the game is already over in this position"))]
    Over,
}

/// A position with moves that are already on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct StartPosition {
    /// Position before the moves.
    pub position: Position,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Moves already on the board.
    pub moves: Vec<tabia_chess::Move>,
}

/// Maximum number of plies for a line from the standard start position to count as an opening.
const OPENING_PLIES: usize = 20;

impl Start {
    /// Whether the chances are about even: a start position, or an opening.
    pub fn is_even(&self) -> bool {
        match self {
            Self::Standard | Self::Chess960(_) => true,
            Self::Line { fen: None, moves, .. } => moves.len() <= OPENING_PLIES,
            Self::Fen(_) | Self::Line { .. } => false,
        }
    }

    /// Returns the position and the moves.
    ///
    /// # Errors
    /// [`StartFault`] if they are invalid. Whether the game is already over is checked by
    /// [`LiveGame::new`](super::game::LiveGame::new).
    pub fn resolve(&self) -> Result<StartPosition, StartFault> {
        let no_moves: &[String] = &[];
        let (position, moves) = match self {
            Self::Standard => (Position::default(), no_moves),
            Self::Fen(fen) => (position_from_fen(fen)?.0, no_moves),
            Self::Chess960(number) => (Position::chess960(*number), no_moves),
            Self::Line { fen: None, moves, .. } => (Position::default(), &moves[..]),
            Self::Line { fen: Some(fen), moves, .. } => (position_from_fen(fen)?.0, &moves[..]),
        };
        let chess960 = matches!(self, Self::Chess960(_)) || needs_chess960(&position);
        let mut now = position;
        let mut legal = Vec::with_capacity(moves.len());
        for (place, text) in moves.iter().enumerate() {
            let fault = || StartFault::Move { place: place + 1, text: text.chars().take(20).collect() };
            let mv = now.parse_uci(text).map_err(|_| fault())?;
            legal.push(mv);
            now.play_unchecked(mv);
        }
        Ok(StartPosition { position, chess960, moves: legal })
    }
}

/// Opening book of the engines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayBook {
    /// No book.
    Off,
    /// The bundled book.
    #[default]
    Default,
    /// One of the user's books, by name.
    Kept(String),
}

/// Set-up of a game.
#[allow(clippy::struct_excessive_bools, reason = "switches that have nothing to do with each other")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlaySetup {
    /// Players of White and Black.
    #[serde(rename = "seats")]
    pub players: [SidePlayer; 2],
    /// Start of the game.
    pub start: Start,
    /// Time controls of White and Black; `None` for no clock.
    pub clocks: [Option<TimeControl>; 2],
    /// Whether a side loses on time. Otherwise its clock stays at zero and the game continues.
    pub flag: bool,
    /// Book of the engines. The level determines for how many plies it is used.
    pub book: PlayBook,
    /// Whether engines ponder, where the browser allows it. Levels below full strength never do.
    pub ponder: bool,
    /// Whether the level of the next game adapts to the user's results.
    pub adaptive: bool,
    /// Whether engines resign lost games ([`offers`](super::offers)).
    pub engines_resign: bool,
    /// Whether engines offer draws.
    pub engines_offer_draws: bool,
}

impl Default for PlaySetup {
    /// A person with White against level 3, without clocks.
    fn default() -> Self {
        Self {
            players: [SidePlayer::human(), SidePlayer::level(3)],
            start: Start::default(),
            clocks: [None, None],
            flag: true,
            book: PlayBook::default(),
            ponder: false,
            adaptive: false,
            engines_resign: false,
            engines_offer_draws: true,
        }
    }
}

impl PlaySetup {
    /// Returns the player of a colour.
    pub fn player(&self, color: Color) -> &SidePlayer {
        &self.players[color.index()]
    }

    /// Returns the time control of a colour.
    pub fn control(&self, color: Color) -> Option<&TimeControl> {
        self.clocks[color.index()].as_ref()
    }

    /// Returns the initial clock time of a side in milliseconds, including the increment of its first move; 0
    /// without a clock.
    pub fn initial_ms(&self, color: Color) -> f64 {
        let first = self.control(color).and_then(|control| control.periods().first());
        first.map_or(0.0, |period| (period.time_ms + period.increment_ms) as f64)
    }

    /// Returns the colour of the only person; `None` if two people or none play.
    pub fn human(&self) -> Option<Color> {
        match (self.players[0].is_human(), self.players[1].is_human()) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }

    /// Whether a person plays.
    pub fn has_human(&self) -> bool {
        self.players.iter().any(SidePlayer::is_human)
    }

    /// Whether an engine plays.
    pub fn has_engine(&self) -> bool {
        !self.players.iter().all(SidePlayer::is_human)
    }

    /// Swaps the colours, as for a rematch.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        self.players.swap(0, 1);
        self.clocks.swap(0, 1);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_resolved_or_refused() {
        let line = |fen: Option<&str>, moves: &[&str]| Start::Line {
            fen: fen.map(str::to_owned),
            name: String::new(),
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
        };
        assert_eq!(Start::Standard.resolve().unwrap().position, Position::default());
        assert!(Start::Chess960(0).resolve().unwrap().chess960);
        assert!(!Start::Fen(Position::default().to_fen()).resolve().unwrap().chess960);
        assert_eq!(line(None, &["e2e4", "e7e5"]).resolve().unwrap().moves.len(), 2);
        let fault = line(None, &["e2e4", "e2e4"]).resolve().unwrap_err();
        assert_eq!(fault.to_string(), "move 2 of the line, e2e4, is not legal");
        assert!(Start::Fen("8/8/8/8/8/8/8/8 w - - 0 1".to_owned()).resolve().is_err());
        assert!(line(Some("x"), &[]).resolve().is_err());
    }

    #[test]
    fn only_levels_without_a_personality_have_a_measured_elo() {
        let with = |personality: &str| SidePlayer::Level { number: 6, personality: personality.to_owned() };
        let plain = levels::level(6);
        assert_eq!(SidePlayer::level(6).measured_elo(), Some((plain.elo, plain.error)));
        for personality in &levels::PERSONALITIES {
            assert_eq!(with(personality.id).measured_elo(), None, "{}", personality.name);
        }
        assert_eq!(SidePlayer::human().measured_elo(), None);
    }

    #[test]
    fn a_rematch_changes_colours_and_clocks() {
        let setup = PlaySetup { clocks: [Some("60".parse().unwrap()), None], ..PlaySetup::default() };
        let again = setup.clone().swapped();
        assert_eq!((setup.human(), again.human()), (Some(Color::White), Some(Color::Black)));
        assert_eq!(again.control(Color::Black), setup.control(Color::White));
        assert_eq!(again.swapped(), setup);
    }

    #[test]
    fn older_and_shorter_records_are_read() {
        let setup: PlaySetup = serde_json::from_str("{}").unwrap();
        assert_eq!(setup, PlaySetup::default());
        let text = serde_json::to_string(&setup).unwrap();
        assert_eq!(serde_json::from_str::<PlaySetup>(&text).unwrap(), setup);
    }

    #[test]
    fn contempt_is_that_of_the_options() {
        let options = vec![("contempt".to_owned(), "25".to_owned())];
        let player = SidePlayer::Engine(EnginePlayer { options, ..EnginePlayer::default() });
        assert_eq!((player.contempt(), SidePlayer::human().contempt()), (25, 0));
    }
}

//! What a game is begun with.

use serde::{Deserialize, Serialize};
use tabia_arena::{Limits, TimeControl};
use tabia_chess::{Color, Position};
use tabia_pgn::{StartError, needs_chess960, position_from_fen};
use thiserror::Error;

use super::levels;

/// Who plays one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// A person at this device.
    Human {
        /// The name that the game is kept under; empty for none.
        name: String,
    },
    /// The engine that comes with the app, at a level.
    Level {
        /// The number of the level, see [`levels::level`].
        number: u8,
        /// The id of a personality, see [`levels::personality`]; empty for the engine as it is.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        personality: String,
    },
    /// An engine build of the catalogue.
    Engine(EngineSeat),
}

/// An engine build of the catalogue, as it plays a side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSeat {
    /// Its id in the catalogue; empty for the engine that comes with the app.
    pub id: String,
    /// Its name.
    pub name: String,
    /// UCI options by name and value.
    pub options: Vec<(String, String)>,
    /// Depth, nodes or time for each move; what is set here counts beside the clock, and its own time control
    /// is not looked at. With neither a clock nor a limit it takes [`DEFAULT_MOVE_MS`].
    pub limits: Limits,
}

/// How long an engine may search for a move when nothing else says it, in milliseconds.
pub const DEFAULT_MOVE_MS: u64 = 1500;

impl Seat {
    /// A person without a name.
    pub const fn human() -> Self {
        Self::Human { name: String::new() }
    }

    /// A level without a personality.
    pub const fn level(number: u8) -> Self {
        Self::Level { number, personality: String::new() }
    }

    /// Whether a person plays here.
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human { .. })
    }

    /// The name of the player for the game's tags: `Tabia, level 3 (Casual)`.
    pub fn name(&self) -> String {
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

    /// The measured Elo of a level and the half of its 95% interval. `None` for others, and for a level with a personality: that
    /// changes its strength, by how much was not measured at each level.
    pub fn measured_elo(&self) -> Option<(i32, i32)> {
        let Self::Level { number, personality } = self else { return None };
        let level = levels::level(*number);
        levels::personality(personality).is_none().then_some((level.elo, level.error))
    }

    /// The UCI options that the engine of this seat is given, by name and value.
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

    /// The contempt of the engine of this seat in centipawns: how much less than equality a draw is worth to
    /// it. 0 for people.
    pub fn contempt(&self) -> i32 {
        let options = self.options();
        let own = options.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case("Contempt"));
        own.and_then(|(_, value)| value.trim().parse().ok()).unwrap_or(0)
    }
}

/// Where a game starts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// The usual start position.
    #[default]
    Standard,
    /// A position, as FEN or Shredder-FEN.
    Fen(String),
    /// A start position of Chess960, 0 to 959.
    Chess960(u16),
    /// Moves that are on the board already: a named opening, or a game up to some position of it. They count
    /// for repetitions, and not for the clocks.
    Line {
        /// Where they begin, as FEN; none for the usual start position.
        #[serde(default)]
        fen: Option<String>,
        /// The name of the opening, or of the game; may be empty.
        #[serde(default)]
        name: String,
        /// The moves in UCI.
        moves: Vec<String>,
    },
}

/// Why no game starts from a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartFault {
    /// The FEN gives no position.
    #[error("no game can start from this position: {0}")]
    Position(#[from] StartError),
    /// A move of the line is not legal.
    #[error("move {place} of the line, {text}, is not legal")]
    Move {
        /// Which move, from 1.
        place: usize,
        /// The move as it was given.
        text: String,
    },
    /// The game is over in the position.
    #[error("the game is over in this position: there is nothing to play")]
    Over,
}

/// A position with the moves that led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct StartPosition {
    /// Where the moves begin.
    pub position: Position,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// The moves that are on the board already.
    pub moves: Vec<tabia_chess::Move>,
}

/// Up to so many half-moves a line from the usual start position counts as an opening.
const OPENING_PLIES: usize = 20;

impl Start {
    /// Whether both sides have about the same chances: a start position, or an opening.
    pub fn is_even(&self) -> bool {
        match self {
            Self::Standard | Self::Chess960(_) => true,
            Self::Line { fen: None, moves, .. } => moves.len() <= OPENING_PLIES,
            Self::Fen(_) | Self::Line { .. } => false,
        }
    }

    /// The position and the moves.
    ///
    /// # Errors
    /// [`StartFault`] says what is wrong. Whether the game is over there is for
    /// [`LiveGame::new`](super::game::LiveGame::new) to say.
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

/// The book that the engines of a game open with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayBook {
    /// None: they think from the first move on.
    Off,
    /// The one that comes with the page.
    #[default]
    Default,
    /// One of the user's, by its name on the shelf.
    Kept(String),
}

/// What a game is begun with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlaySetup {
    /// White and Black.
    pub seats: [Seat; 2],
    /// Where the game starts.
    pub start: Start,
    /// The time of White and of Black; none for no clock.
    pub clocks: [Option<TimeControl>; 2],
    /// Whether a side whose time is up loses. Otherwise its clock stands at zero and the game goes on.
    pub flag: bool,
    /// The book of the engines. How deep a level follows it, the level says.
    pub book: PlayBook,
    /// Whether engines think on their opponent's time, where the browser allows it. Levels below full
    /// strength do not.
    pub ponder: bool,
    /// Whether the level of the next game goes with the user's results.
    pub adaptive: bool,
}

impl Default for PlaySetup {
    /// A person with White against level 3, without clocks.
    fn default() -> Self {
        Self {
            seats: [Seat::human(), Seat::level(3)],
            start: Start::default(),
            clocks: [None, None],
            flag: true,
            book: PlayBook::default(),
            ponder: false,
            adaptive: false,
        }
    }
}

impl PlaySetup {
    /// Who plays a colour.
    pub fn seat(&self, color: Color) -> &Seat {
        &self.seats[color.index()]
    }

    /// The time control of a colour.
    pub fn control(&self, color: Color) -> Option<&TimeControl> {
        self.clocks[color.index()].as_ref()
    }

    /// What a side has on its clock at first, in milliseconds: with the increment of its first move. 0 without a clock.
    pub fn initial_ms(&self, color: Color) -> f64 {
        let first = self.control(color).and_then(|control| control.periods().first());
        first.map_or(0.0, |period| (period.time_ms + period.increment_ms) as f64)
    }

    /// The only person's colour; `None` when two people play, or none.
    pub fn human(&self) -> Option<Color> {
        match (self.seats[0].is_human(), self.seats[1].is_human()) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }

    /// Whether a person plays.
    pub fn has_human(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    /// Whether an engine plays.
    pub fn has_engine(&self) -> bool {
        !self.seats.iter().all(Seat::is_human)
    }

    /// The same game with the colours changed over, as a rematch is played.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        self.seats.swap(0, 1);
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
        let with = |personality: &str| Seat::Level { number: 6, personality: personality.to_owned() };
        let plain = levels::level(6);
        assert_eq!(Seat::level(6).measured_elo(), Some((plain.elo, plain.error)));
        for personality in &levels::PERSONALITIES {
            assert_eq!(with(personality.id).measured_elo(), None, "{}", personality.name);
        }
        assert_eq!(Seat::human().measured_elo(), None);
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
        let seat = Seat::Engine(EngineSeat { options, ..EngineSeat::default() });
        assert_eq!((seat.contempt(), Seat::human().contempt()), (25, 0));
    }
}

//! Form for the next game, stored as typed and converted to a [`PlaySetup`] when the game starts.

use serde::{Deserialize, Serialize};
use tabia_arena::{Limits, TimeControl};
use tabia_book_tools::decimal;
use tabia_chess::{Color, Fault};
use tabia_pgn::{doubt_text, position_from_fen};

use super::lab::words::time_control;
use super::opening_names::NamedOpening;
use super::play::control::parse_control;
use super::play::levels;
use super::play::setup::{EnginePlayer, PlayBook, PlaySetup, SidePlayer, Start};
use super::text::sentence;
use crate::language::tr;

/// Opponent of the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    /// The app's engine at a level.
    #[default]
    Level,
    /// An engine from the catalogue.
    Engine,
    /// A person at the same device.
    Person,
    /// Two engines play, and the user watches.
    Engines,
}

/// Colour of the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColorChoice {
    /// White.
    #[default]
    White,
    /// Chosen at random when the game starts.
    Random,
    /// Black.
    Black,
}

/// Start of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartChoice {
    /// The standard start position.
    #[default]
    Standard,
    /// The position on the analysis board.
    Board,
    /// A position as FEN.
    Fen,
    /// Chess960.
    Chess960,
    /// A named opening.
    Opening,
    /// A position handed over by another page.
    Given,
}

/// Engine limit in addition to the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitChoice {
    /// None.
    #[default]
    Clock,
    /// Depth in plies.
    Depth,
    /// Nodes per move.
    Nodes,
    /// Seconds per move.
    Time,
}

/// A selected engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineChoice {
    /// Id in the catalogue; empty for the app's engine.
    pub id: String,
    /// Name of the engine.
    pub name: String,
}

/// Player of one side in an engine game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contestant {
    /// The app's engine at a level.
    Level(u8),
    /// An engine from the catalogue.
    Engine(EngineChoice),
}

/// A selected opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningChoice {
    /// Name of the opening.
    pub name: String,
    /// Moves in UCI.
    pub uci: Vec<String>,
    /// Moves in SAN.
    pub moves: String,
}

impl From<&NamedOpening> for OpeningChoice {
    fn from(opening: &NamedOpening) -> Self {
        Self { name: opening.name.clone(), uci: opening.uci.clone(), moves: opening.moves.clone() }
    }
}

/// Form for the next game.
#[allow(clippy::struct_excessive_bools, reason = "switches that have nothing to do with each other")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayForm {
    /// Kind of opponent.
    pub opponent: Opponent,
    /// The level, 1 to 12.
    pub level: u8,
    /// The personality; empty for none.
    pub personality: String,
    /// The opponent engine.
    pub engine: EngineChoice,
    /// White and Black of an engine game.
    pub contestants: [Contestant; 2],
    /// Names of White and Black in a game between people; empty for none.
    pub names: [String; 2],
    /// The user's colour.
    pub color: ColorChoice,
    /// Time control for [`parse_control`]; empty for none.
    pub clock: String,
    /// Whether the time control is typed rather than one of the presets.
    pub is_clock_typed: bool,
    /// Whether the opponent (Black in games without a user) has a different time control.
    pub is_clock_separate: bool,
    /// That time control; empty for none.
    pub other_clock: String,
    /// Whether a side loses on time.
    pub flag: bool,
    /// Start of the game.
    pub start: StartChoice,
    /// Position as FEN.
    pub fen: String,
    /// Chess960 number; empty for a random one.
    pub number: String,
    /// The opening.
    pub opening: Option<OpeningChoice>,
    /// Start handed over by another page.
    pub given: Option<Start>,
    /// Kind of limit of the opponent engine.
    pub limit: LimitChoice,
    /// Value of the limit: plies, nodes or seconds.
    pub limit_value: String,
    /// Whether engines ponder.
    pub ponder: bool,
    /// Whether engines use a book.
    pub book: bool,
    /// Whether the level adapts to the user's results.
    pub adaptive: bool,
    /// Whether engines resign lost games.
    pub engines_resign: bool,
    /// Whether engines offer draws.
    pub engines_offer_draws: bool,
}

/// Preset time controls.
pub const CLOCKS: [&str; 7] = ["", "3+2", "5", "5+3", "10+5", "15+10", "30"];

impl Default for PlayForm {
    fn default() -> Self {
        Self {
            opponent: Opponent::Level,
            level: 3,
            personality: String::new(),
            engine: EngineChoice::default(),
            contestants: [Contestant::Level(6), Contestant::Level(8)],
            names: [String::new(), String::new()],
            color: ColorChoice::White,
            clock: String::new(),
            is_clock_typed: false,
            is_clock_separate: false,
            other_clock: String::new(),
            flag: true,
            start: StartChoice::Standard,
            fen: String::new(),
            number: String::new(),
            opening: None,
            given: None,
            limit: LimitChoice::Clock,
            limit_value: String::new(),
            ponder: false,
            book: true,
            adaptive: false,
            engines_resign: false,
            engines_offer_draws: true,
        }
    }
}

/// Field of the form that can be invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormField {
    /// The time control.
    Clock,
    /// The opponent's time control.
    OtherClock,
    /// The position on the analysis board.
    Board,
    /// The FEN.
    Fen,
    /// The Chess960 number.
    Number,
    /// The opening.
    Opening,
    /// The position that was handed over.
    Given,
    /// The engine limit.
    Limit,
}

/// Invalid field, with an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayFormFault {
    /// The field.
    pub field: FormField,
    /// What is wrong and how to fix it, as a sentence.
    pub text: String,
}

/// Values that are drawn or looked up when the game starts.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances<'a> {
    /// Whether a random colour turns out White.
    pub is_white: bool,
    /// Random Chess960 number, 0 to 959.
    pub number: u16,
    /// Position on the analysis board, as FEN.
    pub board: &'a str,
}

/// Maximum depth of an engine in plies.
const MAX_DEPTH: u32 = 127;
/// Maximum number of nodes.
const MAX_NODES: u64 = 1_000_000_000_000;
/// Maximum time per move in seconds.
const MAX_SECONDS: f64 = 3600.0;

impl PlayForm {
    /// Clamps every value to its range, since stored values may come from another version.
    #[must_use]
    pub fn in_range(mut self) -> Self {
        self.level = self.level.clamp(1, 12);
        for contestant in &mut self.contestants {
            if let Contestant::Level(level) = contestant {
                *level = (*level).clamp(1, 12);
            }
        }
        if self.start == StartChoice::Given && self.given.is_none() {
            self.start = StartChoice::Standard;
        }
        self
    }

    /// Returns the set-up that the form describes.
    ///
    /// # Errors
    /// All faults, field by field.
    pub fn setup(&self, circumstances: Circumstances<'_>) -> Result<PlaySetup, Vec<PlayFormFault>> {
        let mut faults = Vec::new();
        let mut note =
            |field: FormField, text: String| faults.push(PlayFormFault { field, text: sentence(&text) });
        let start = self.start(circumstances).map_err(|(field, text)| note(field, text)).ok();
        let clocks = self.clocks().map_err(|(field, text)| note(field, text)).ok();
        let limits = self.limits().map_err(|text| note(FormField::Limit, text)).ok();
        let (Some(start), Some(clocks), Some(limits)) = (start, clocks, limits) else { return Err(faults) };
        let (players, user) = self.players(circumstances, &limits);
        let [first, second] = clocks;
        let clocks = if user == Color::White { [first, second] } else { [second, first] };
        Ok(PlaySetup {
            players,
            start,
            clocks,
            flag: self.flag,
            book: if self.book { PlayBook::Default } else { PlayBook::Off },
            ponder: self.ponder,
            adaptive: self.adaptive && self.opponent == Opponent::Level,
            engines_resign: self.engines_resign,
            engines_offer_draws: self.engines_offer_draws,
        })
    }

    /// Returns the faults of the current form.
    pub fn faults(&self, board: &str) -> Vec<PlayFormFault> {
        self.setup(Circumstances { is_white: true, number: 0, board }).err().unwrap_or_default()
    }

    /// Describes the time control typed into a field in words: `10 moves in 5 min, repeated`; `None` if it is empty or invalid.
    pub fn clock_in_words(text: &str) -> Option<String> {
        parse_control(text).ok().map(|control| time_control(&control))
    }

    /// Says which castling rights of the typed FEN were dropped, if any.
    pub fn fen_doubt(&self) -> Option<String> {
        let fen = self.fen.trim();
        let doubt = position_from_fen(fen).ok()?.1?;
        doubt.faults().contains(Fault::CastlingRights).then(|| sentence(&doubt_text(fen, doubt)))
    }

    /// Returns the players of White and Black, and the colour of the form's first clock.
    fn players(&self, circumstances: Circumstances<'_>, limits: &Limits) -> ([SidePlayer; 2], Color) {
        let person = |name: &str| SidePlayer::Human { name: name.trim().to_owned() };
        let engine = |choice: &EngineChoice| {
            SidePlayer::Engine(EnginePlayer {
                id: choice.id.clone(),
                name: choice.name.clone(),
                options: Vec::new(),
                limits: limits.clone(),
            })
        };
        let contestant = |contestant: &Contestant| match contestant {
            Contestant::Level(level) => SidePlayer::level(*level),
            Contestant::Engine(choice) => engine(choice),
        };
        let [white, black] = &self.names;
        let opponent = match self.opponent {
            Opponent::Level => {
                let has_one = self.level >= levels::FIRST_WITH_PERSONALITY;
                let personality = if has_one { self.personality.clone() } else { String::new() };
                SidePlayer::Level { number: self.level, personality }
            }
            Opponent::Engine => engine(&self.engine),
            Opponent::Person => return ([person(white), person(black)], Color::White),
            Opponent::Engines => {
                let [white, black] = &self.contestants;
                return ([contestant(white), contestant(black)], Color::White);
            }
        };
        let is_white = match self.color {
            ColorChoice::White => true,
            ColorChoice::Black => false,
            ColorChoice::Random => circumstances.is_white,
        };
        if is_white {
            ([person(white), opponent], Color::White)
        } else {
            ([opponent, person(white)], Color::Black)
        }
    }

    /// Returns the user's time control (White's without a single user) and the other one.
    fn clocks(&self) -> Result<[Option<TimeControl>; 2], (FormField, String)> {
        let read = |field: FormField, text: &str| match text.trim() {
            "" => Ok(None),
            text => parse_control(text).map(Some).map_err(|error| (field, error.to_string())),
        };
        let own = read(FormField::Clock, &self.clock)?;
        let other = if self.is_clock_separate {
            read(FormField::OtherClock, &self.other_clock)?
        } else {
            own.clone()
        };
        Ok([own, other])
    }

    fn start(&self, circumstances: Circumstances<'_>) -> Result<Start, (FormField, String)> {
        let (field, start) = match self.start {
            StartChoice::Standard => return Ok(Start::Standard),
            StartChoice::Board if circumstances.board.is_empty() => {
                return Err((
                    FormField::Board,
                    tr!("there is no position on the analysis board yet").to_owned(),
                ));
            }
            StartChoice::Board => (FormField::Board, Start::Fen(circumstances.board.to_owned())),
            StartChoice::Fen if self.fen.trim().is_empty() => {
                return Err((FormField::Fen, tr!("paste a position in FEN").to_owned()));
            }
            StartChoice::Fen => (FormField::Fen, Start::Fen(self.fen.trim().to_owned())),
            StartChoice::Chess960 => (FormField::Number, Start::Chess960(self.number(circumstances.number)?)),
            StartChoice::Opening => match &self.opening {
                Some(opening) => {
                    let start =
                        Start::Line { fen: None, name: opening.name.clone(), moves: opening.uci.clone() };
                    (FormField::Opening, start)
                }
                None => return Err((FormField::Opening, tr!("choose an opening from the list").to_owned())),
            },
            StartChoice::Given => match &self.given {
                Some(start) => (FormField::Given, start.clone()),
                None => {
                    return Err((FormField::Given, tr!("this position is no longer available").to_owned()));
                }
            },
        };
        let resolved = start.resolve().map_err(|fault| (field, fault.to_string()))?;
        let mut last = resolved.position;
        for &m in &resolved.moves {
            last.play_unchecked(m);
        }
        if last.outcome().is_some() {
            return Err((field, tr!("the game is over in this position").to_owned()));
        }
        Ok(start)
    }

    fn number(&self, drawn: u16) -> Result<u16, (FormField, String)> {
        let text = self.number.trim();
        if text.is_empty() {
            return Ok(drawn % 960);
        }
        let number = text.parse().ok().filter(|number| *number < 960);
        let reason = || tr!("{text} is not a number from 0 to 959", text = format_args!("{text:?}"));
        number.ok_or_else(|| (FormField::Number, reason()))
    }

    fn limits(&self) -> Result<Limits, String> {
        let has_engine = match self.opponent {
            Opponent::Engine => true,
            Opponent::Engines => {
                self.contestants.iter().any(|contestant| matches!(contestant, Contestant::Engine(_)))
            }
            Opponent::Level | Opponent::Person => false,
        };
        let mut limits = Limits::default();
        if !has_engine {
            return Ok(limits);
        }
        let text = self.limit_value.trim();
        match self.limit {
            LimitChoice::Clock => {}
            LimitChoice::Depth => {
                let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
                limits.depth = Some(depth.ok_or_else(|| {
                    tr!("enter a depth from 1 to {limit} plies, for example 8", limit = MAX_DEPTH)
                })?);
            }
            LimitChoice::Nodes => {
                let nodes = text.parse().ok().filter(|nodes| (1..=MAX_NODES).contains(nodes));
                limits.nodes = Some(nodes.ok_or_else(|| tr!("enter a number of nodes, for example 100000"))?);
            }
            LimitChoice::Time => {
                let seconds = decimal::parse(text).filter(|seconds| (0.01..=MAX_SECONDS).contains(seconds));
                let seconds = seconds.ok_or_else(|| tr!("enter the seconds per move, for example 1.5"))?;
                limits.movetime_ms = Some((seconds * 1000.0).round() as u64);
            }
        }
        Ok(limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WHEN: Circumstances<'static> = Circumstances { is_white: false, number: 518, board: "" };

    fn faults(form: &PlayForm) -> Vec<FormField> {
        form.setup(WHEN).err().unwrap_or_default().iter().map(|fault| fault.field).collect()
    }

    #[test]
    fn the_first_form_is_a_game_against_a_level() {
        let setup = PlayForm::default().setup(WHEN).unwrap();
        assert_eq!(setup, PlaySetup { book: PlayBook::Default, ..PlaySetup::default() });
    }

    #[test]
    fn colours_and_clocks_go_together() {
        let form = PlayForm {
            color: ColorChoice::Random,
            clock: "5+3".to_owned(),
            is_clock_separate: true,
            other_clock: "60/30/sd/30".to_owned(),
            ..PlayForm::default()
        };
        let black = form.setup(WHEN).unwrap();
        assert_eq!(black.human(), Some(Color::Black));
        assert_eq!(black.control(Color::Black).map(ToString::to_string).as_deref(), Some("300+3"));
        assert_eq!(black.control(Color::White).map(|control| control.periods().len()), Some(2));
        let white = form.setup(Circumstances { is_white: true, ..WHEN }).unwrap();
        assert_eq!(white.control(Color::White), black.control(Color::Black));
    }

    #[test]
    fn levels_that_do_not_search_have_no_personality() {
        let player = |level: u8| {
            let form = PlayForm { level, personality: "attacker".to_owned(), ..PlayForm::default() };
            form.setup(WHEN).unwrap().players[1].clone()
        };
        assert_eq!(player(3), SidePlayer::level(3));
        assert_eq!(player(4), SidePlayer::Level { number: 4, personality: "attacker".to_owned() });
    }

    #[test]
    fn every_fault_is_told_at_its_field() {
        let form = PlayForm {
            clock: "soon".to_owned(),
            start: StartChoice::Fen,
            fen: "nonsense".to_owned(),
            opponent: Opponent::Engine,
            limit: LimitChoice::Depth,
            limit_value: "0".to_owned(),
            ..PlayForm::default()
        };
        assert_eq!(faults(&form), [FormField::Fen, FormField::Clock, FormField::Limit]);
        for (start, field) in [
            (StartChoice::Board, FormField::Board),
            (StartChoice::Opening, FormField::Opening),
            (StartChoice::Given, FormField::Given),
        ] {
            assert_eq!(faults(&PlayForm { start, ..PlayForm::default() }), [field]);
        }
        let over = PlayForm {
            start: StartChoice::Fen,
            fen: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".to_owned(),
            ..PlayForm::default()
        };
        assert_eq!(over.faults("")[0].text, "The game is over in this position");
    }

    #[test]
    fn clocks_are_read_back_in_minutes() {
        let words = PlayForm::clock_in_words;
        assert_eq!(words(" 10/5").as_deref(), Some("10 moves in 5 min, repeated"));
        assert_eq!(words("3|2").as_deref(), Some("3 min + 2 s per move"));
        assert_eq!(words("1:30:00").as_deref(), Some("1 h 30 min"));
        assert_eq!((words(""), words("soon")), (None, None));
    }

    #[test]
    fn dropped_castling_rights_are_told() {
        let form =
            |fen: &str| PlayForm { start: StartChoice::Fen, fen: fen.to_owned(), ..PlayForm::default() };
        let castled = form("r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NQBN2/PPPP1PPP/R4RK1 w KQkq - 0 7");
        assert!(castled.fen_doubt().is_some_and(|doubt| doubt.starts_with("Castling rights without king")));
        assert!(castled.setup(WHEN).is_ok());
        for fen in ["", "nonsense", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"] {
            assert_eq!(form(fen).fen_doubt(), None, "{fen}");
        }
    }

    #[test]
    fn chess960_is_drawn_or_named() {
        let form = |number: &str| PlayForm {
            start: StartChoice::Chess960,
            number: number.to_owned(),
            ..PlayForm::default()
        };
        assert_eq!(form("").setup(WHEN).unwrap().start, Start::Chess960(518));
        assert_eq!(form(" 7 ").setup(WHEN).unwrap().start, Start::Chess960(7));
        assert_eq!(faults(&form("960")), [FormField::Number]);
    }

    #[test]
    fn people_and_engines_become_the_players() {
        let people = PlayForm {
            opponent: Opponent::Person,
            names: ["Ann".to_owned(), " ".to_owned()],
            ..PlayForm::default()
        };
        let setup = people.setup(WHEN).unwrap();
        assert_eq!(
            (setup.players[0].name(), setup.players[1].name()),
            ("Ann".to_owned(), "Player".to_owned())
        );
        let engine = Contestant::Engine(EngineChoice { id: "x".to_owned(), name: "X".to_owned() });
        let watched = PlayForm {
            opponent: Opponent::Engines,
            contestants: [engine, Contestant::Level(4)],
            limit: LimitChoice::Time,
            limit_value: "1.5".to_owned(),
            ..PlayForm::default()
        };
        let setup = watched.setup(WHEN).unwrap();
        assert!(!setup.has_human());
        let SidePlayer::Engine(player) = &setup.players[0] else { panic!("{:?}", setup.players) };
        assert_eq!((player.id.as_str(), player.limits.movetime_ms), ("x", Some(1500)));
    }

    #[test]
    fn engines_offer_draws_and_play_on_unless_told_otherwise() {
        let setup = PlayForm::default().setup(WHEN).unwrap();
        assert_eq!((setup.engines_resign, setup.engines_offer_draws), (false, true));
        let form = PlayForm { engines_resign: true, engines_offer_draws: false, ..PlayForm::default() };
        let setup = form.setup(WHEN).unwrap();
        assert_eq!((setup.engines_resign, setup.engines_offer_draws), (true, false));
    }

    #[test]
    fn the_user_has_a_name_against_an_engine() {
        let names = ["Ann".to_owned(), "Ben".to_owned()];
        let setup = PlayForm { names, color: ColorChoice::Black, ..PlayForm::default() }.setup(WHEN).unwrap();
        assert_eq!(setup.players[1].name(), "Ann");
    }

    #[test]
    fn older_and_other_forms_are_read() {
        let read = |text: &str| serde_json::from_str::<PlayForm>(text).unwrap().in_range();
        assert_eq!(read("{}"), PlayForm::default());
        assert_eq!(
            (read(r#"{"level":99}"#).level, read(r#"{"start":"given"}"#).start),
            (12, StartChoice::Standard)
        );
        let text = serde_json::to_string(&PlayForm::default()).unwrap();
        assert_eq!(read(&text), PlayForm::default());
    }

    proptest! {
        #[test]
        fn any_text_makes_a_game_or_faults(clock in "\\PC*", fen in "\\PC*", number in "\\PC*", limit in "\\PC*") {
            for start in [StartChoice::Fen, StartChoice::Chess960] {
                let form = PlayForm {
                    opponent: Opponent::Engine, limit: LimitChoice::Time, limit_value: limit.clone(), clock: clock.clone(),
                    fen: fen.clone(), number: number.clone(), start, ..PlayForm::default()
                };
                if let Err(faults) = form.setup(WHEN) {
                    prop_assert!(faults.iter().all(|fault| !fault.text.is_empty()));
                }
            }
        }
    }
}

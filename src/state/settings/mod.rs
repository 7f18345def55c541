//! User settings of the page and the engine.

mod analysis;
mod choices;

pub use analysis::{Column, Columns, LimitKind};
pub use choices::{BoardTheme, MoveInput, Notation, PieceSet, Theme};

use serde::{Deserialize, Serialize};

use super::analysis_request::Limits;
use super::score::Perspective;
use crate::language::{Language, Text, tr};

/// All settings. Unknown stored fields are ignored and missing ones get their defaults, so that older and newer versions of the page can
/// read each other's settings.
#[allow(clippy::struct_excessive_bools, reason = "switches that have nothing to do with each other")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Settings {
    /// Language of the page.
    #[serde(deserialize_with = "choices::or_default")]
    pub language: Language,
    /// Light or dark theme.
    #[serde(deserialize_with = "choices::or_default")]
    pub theme: Theme,
    /// Colours of the squares.
    #[serde(deserialize_with = "choices::or_default")]
    pub board_theme: BoardTheme,
    /// Piece set.
    #[serde(deserialize_with = "choices::or_default")]
    pub piece_set: PieceSet,
    /// Notation of moves.
    #[serde(deserialize_with = "choices::or_default")]
    pub notation: Notation,
    /// Whether the engine analyses the position on the board.
    pub engine_on: bool,
    /// Number of analysis lines, 1 to 10.
    pub lines: u8,
    /// Limit of a search.
    #[serde(deserialize_with = "choices::or_default")]
    pub limit: LimitKind,
    /// Value of the limit, in its unit.
    pub limit_value: u32,
    /// Minimum number of nodes before the lines of a search are shown.
    pub hide_below_nodes: u32,
    /// Whether the engine pauses while the tab is hidden.
    pub rest_when_hidden: bool,
    /// Search figures that are shown.
    pub columns: Columns,
    /// Size of the hash table in MiB, a power of two.
    pub hash_mib: u32,
    /// Whether to show coordinates at the edge of the board.
    pub show_coordinates: bool,
    /// Whether to mark the legal destinations of a piece.
    pub show_destinations: bool,
    /// Whether to show the evaluation bar.
    pub show_evaluation_bar: bool,
    /// Whether to draw the best move as an arrow.
    pub show_best_move: bool,
    /// Duration of the piece animation in milliseconds; 0 for none.
    pub animation_ms: u16,
    /// Side from which scores are shown.
    #[serde(deserialize_with = "choices::or_default")]
    pub perspective: Perspective,
    /// Whether pawns promote to queens without asking.
    pub always_promote_to_queen: bool,
    /// How pieces are moved with mouse or touch.
    #[serde(deserialize_with = "choices::or_default")]
    pub move_input: MoveInput,
    /// Whether the mouse wheel over the board steps through the moves.
    pub wheel_steps: bool,
    /// Whether moves and ends of played games have sounds.
    pub sound: bool,
    /// Whether resigning a played game needs confirmation.
    pub confirm_resign: bool,
    /// Whether pages show an introductory sentence.
    pub show_introductions: bool,
}

/// Range for the number of lines.
pub const LINES: std::ops::RangeInclusive<u8> = 1..=10;

/// Available sizes of the hash table in MiB. Without enough memory, the engine reports it and uses a smaller table.
pub const HASH_MIB: [u32; 7] = [16, 32, 64, 128, 256, 512, 1024];

/// Available animation durations, with their names.
pub const ANIMATIONS_MS: [(u16, Text); 4] = [
    (0, || tr!("animation" => "None")),
    (120, || tr!("animation" => "Fast")),
    (200, || tr!("animation" => "Normal")),
    (400, || tr!("animation" => "Slow")),
];

/// Maximum number of nodes below which lines can be hidden.
pub const MAX_HIDDEN_NODES: u32 = 1_000_000_000;

/// Maximum animation duration in milliseconds.
pub const MAX_ANIMATION_MS: u16 = 1000;

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: Language::System,
            theme: Theme::System,
            board_theme: BoardTheme::Green,
            piece_set: PieceSet::Cburnett,
            notation: Notation::Letters,
            engine_on: true,
            lines: 3,
            limit: LimitKind::None,
            limit_value: 0,
            hide_below_nodes: 0,
            rest_when_hidden: false,
            columns: Columns::default(),
            hash_mib: 64,
            show_coordinates: true,
            show_destinations: true,
            show_evaluation_bar: true,
            show_best_move: true,
            animation_ms: 200,
            perspective: Perspective::White,
            always_promote_to_queen: false,
            move_input: MoveInput::Both,
            wheel_steps: true,
            sound: true,
            confirm_resign: true,
            show_introductions: true,
        }
    }
}

/// Change of one setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingsAction {
    /// Language of the page.
    Language(Language),
    /// Light or dark theme.
    Theme(Theme),
    /// Colours of the squares.
    BoardTheme(BoardTheme),
    /// Piece set.
    PieceSet(PieceSet),
    /// Notation of moves.
    Notation(Notation),
    /// Engine on or off.
    EngineOn(bool),
    /// Number of lines, clamped to [`LINES`].
    Lines(u8),
    /// Limit of a search and its value, clamped to its range.
    Limit(LimitKind, u32),
    /// Minimum number of nodes before lines are shown.
    HideBelowNodes(u32),
    /// Whether the engine pauses while the tab is hidden.
    RestWhenHidden(bool),
    /// Whether a search figure is shown.
    Column(Column, bool),
    /// Size of the hash table, rounded down to one of [`HASH_MIB`].
    HashMib(u32),
    /// Coordinates on or off.
    ShowCoordinates(bool),
    /// Marks for legal destinations on or off.
    ShowDestinations(bool),
    /// Evaluation bar on or off.
    ShowEvaluationBar(bool),
    /// Best-move arrow on or off.
    ShowBestMove(bool),
    /// Duration of the animation in milliseconds.
    AnimationMs(u16),
    /// Side from which scores are shown.
    Perspective(Perspective),
    /// Automatic promotion to a queen on or off.
    AlwaysPromoteToQueen(bool),
    /// How pieces are moved.
    MoveInput(MoveInput),
    /// Steps with the mouse wheel on or off.
    WheelSteps(bool),
    /// Sound on or off.
    Sound(bool),
    /// Confirmation for resigning on or off.
    ConfirmResign(bool),
    /// Introductions on or off.
    ShowIntroductions(bool),
    /// Reset everything to the defaults.
    Reset,
}

impl Settings {
    /// Returns the search limits.
    pub fn limits(&self) -> Limits {
        self.limit.limits(self.limit_value)
    }

    /// Returns the settings after a change.
    #[must_use]
    pub fn reduce(&self, action: SettingsAction) -> Self {
        let mut settings = self.clone();
        match action {
            SettingsAction::Language(language) => settings.language = language,
            SettingsAction::Theme(theme) => settings.theme = theme,
            SettingsAction::BoardTheme(theme) => settings.board_theme = theme,
            SettingsAction::PieceSet(set) => settings.piece_set = set,
            SettingsAction::Notation(notation) => settings.notation = notation,
            SettingsAction::EngineOn(on) => settings.engine_on = on,
            SettingsAction::Lines(lines) => settings.lines = lines,
            SettingsAction::Limit(kind, value) => {
                (settings.limit, settings.limit_value) = (kind, value);
            }
            SettingsAction::HideBelowNodes(nodes) => settings.hide_below_nodes = nodes,
            SettingsAction::RestWhenHidden(rest) => settings.rest_when_hidden = rest,
            SettingsAction::Column(column, is_shown) => {
                settings.columns = settings.columns.with(column, is_shown);
            }
            SettingsAction::HashMib(mib) => settings.hash_mib = mib,
            SettingsAction::ShowCoordinates(show) => settings.show_coordinates = show,
            SettingsAction::ShowDestinations(show) => settings.show_destinations = show,
            SettingsAction::ShowEvaluationBar(show) => settings.show_evaluation_bar = show,
            SettingsAction::ShowBestMove(show) => settings.show_best_move = show,
            SettingsAction::AnimationMs(ms) => settings.animation_ms = ms,
            SettingsAction::Perspective(perspective) => settings.perspective = perspective,
            SettingsAction::AlwaysPromoteToQueen(always) => settings.always_promote_to_queen = always,
            SettingsAction::MoveInput(input) => settings.move_input = input,
            SettingsAction::WheelSteps(on) => settings.wheel_steps = on,
            SettingsAction::Sound(on) => settings.sound = on,
            SettingsAction::ConfirmResign(ask) => settings.confirm_resign = ask,
            SettingsAction::ShowIntroductions(show) => settings.show_introductions = show,
            SettingsAction::Reset => settings = Self::default(),
        }
        settings.in_range()
    }

    /// Clamps every value to its range, since stored settings may come from another version or be tampered with.
    #[must_use]
    pub fn in_range(mut self) -> Self {
        self.lines = self.lines.clamp(*LINES.start(), *LINES.end());
        let limits = self.limit.range();
        self.limit_value = self.limit_value.clamp(*limits.start(), *limits.end());
        self.hide_below_nodes = self.hide_below_nodes.min(MAX_HIDDEN_NODES);
        self.hash_mib = HASH_MIB.into_iter().rev().find(|&mib| mib <= self.hash_mib).unwrap_or(HASH_MIB[0]);
        self.animation_ms = self.animation_ms.min(MAX_ANIMATION_MS);
        self
    }
}

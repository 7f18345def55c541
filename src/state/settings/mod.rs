//! What the user has chosen for the page and the engine.

mod analysis;
mod choices;

pub use analysis::{Column, Columns, LimitKind};
pub use choices::{BoardTheme, MoveInput, Notation, PieceSet, Theme};

use serde::{Deserialize, Serialize};

use super::analysis_request::Limits;
use super::score::Perspective;

/// All settings. Unknown fields of a stored text are ignored and missing ones have their defaults, so that older and newer versions of the
/// page can read each other's.
#[allow(clippy::struct_excessive_bools, reason = "switches that have nothing to do with each other")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Settings {
    /// Light or dark.
    #[serde(deserialize_with = "choices::or_default")]
    pub theme: Theme,
    /// The colours of the squares.
    #[serde(deserialize_with = "choices::or_default")]
    pub board_theme: BoardTheme,
    /// The drawings of the pieces.
    #[serde(deserialize_with = "choices::or_default")]
    pub piece_set: PieceSet,
    /// How moves are written.
    #[serde(deserialize_with = "choices::or_default")]
    pub notation: Notation,
    /// Whether the engine analyses what is on the board.
    pub engine_on: bool,
    /// How many lines are analysed, 1 to 10.
    pub lines: u8,
    /// What ends a search.
    #[serde(deserialize_with = "choices::or_default")]
    pub limit: LimitKind,
    /// The value of that, in its unit.
    pub limit_value: u32,
    /// Lines of a search are shown from so many nodes on.
    pub hide_below_nodes: u32,
    /// Whether the engine rests while the tab is hidden.
    pub rest_when_hidden: bool,
    /// Which figures of a search are shown.
    pub columns: Columns,
    /// Size of the hash table in MiB, a power of two.
    pub hash_mib: u32,
    /// Whether files and ranks are named at the edge of the board.
    pub show_coordinates: bool,
    /// Whether the squares are marked to which a piece can go.
    pub show_destinations: bool,
    /// Whether the evaluation bar is shown.
    pub show_evaluation_bar: bool,
    /// Whether the best move is drawn as an arrow.
    pub show_best_move: bool,
    /// How long a piece takes to its square, in milliseconds; 0 is no animation.
    pub animation_ms: u16,
    /// From whose side scores are shown.
    #[serde(deserialize_with = "choices::or_default")]
    pub perspective: Perspective,
    /// Whether pawns become queens without asking.
    pub always_promote_to_queen: bool,
    /// How a piece is moved with mouse or finger.
    #[serde(deserialize_with = "choices::or_default")]
    pub move_input: MoveInput,
    /// Whether moves and ends of played games are heard.
    pub sound: bool,
    /// Whether resigning a played game is asked back.
    pub confirm_resign: bool,
    /// Whether pages say in a sentence what they are for.
    pub show_introductions: bool,
}

/// How many lines can be chosen.
pub const LINES: std::ops::RangeInclusive<u8> = 1..=10;

/// Sizes of the hash table in MiB that can be chosen. Where there is not the memory, the engine says so and goes on with less.
pub const HASH_MIB: [u32; 7] = [16, 32, 64, 128, 256, 512, 1024];

/// Lengths of the animation that can be chosen, with their names.
pub const ANIMATIONS_MS: [(u16, &str); 4] = [(0, "None"), (120, "Fast"), (200, "Normal"), (400, "Slow")];

/// The most nodes below which lines can be hidden.
pub const MAX_HIDDEN_NODES: u32 = 1_000_000_000;

/// The longest animation, in milliseconds.
pub const MAX_ANIMATION_MS: u16 = 1000;

impl Default for Settings {
    fn default() -> Self {
        Self {
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
            sound: true,
            confirm_resign: true,
            show_introductions: true,
        }
    }
}

/// A change of one setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingsAction {
    /// Light or dark.
    Theme(Theme),
    /// The colours of the squares.
    BoardTheme(BoardTheme),
    /// The drawings of the pieces.
    PieceSet(PieceSet),
    /// How moves are written.
    Notation(Notation),
    /// Engine on or off.
    EngineOn(bool),
    /// How many lines; brought into [`LINES`].
    Lines(u8),
    /// What ends a search, and the value of that; brought into its range.
    Limit(LimitKind, u32),
    /// From how many nodes on lines are shown.
    HideBelowNodes(u32),
    /// Whether the engine rests while the tab is hidden.
    RestWhenHidden(bool),
    /// Whether a figure of the search is shown.
    Column(Column, bool),
    /// Size of the hash table; brought to the next of [`HASH_MIB`] below.
    HashMib(u32),
    /// Coordinates on or off.
    ShowCoordinates(bool),
    /// Marks for destinations on or off.
    ShowDestinations(bool),
    /// Evaluation bar on or off.
    ShowEvaluationBar(bool),
    /// Arrow for the best move on or off.
    ShowBestMove(bool),
    /// Length of the animation in milliseconds.
    AnimationMs(u16),
    /// From whose side scores are shown.
    Perspective(Perspective),
    /// Queens without asking.
    AlwaysPromoteToQueen(bool),
    /// How a piece is moved.
    MoveInput(MoveInput),
    /// Sound on or off.
    Sound(bool),
    /// Whether resigning is asked back.
    ConfirmResign(bool),
    /// Introductions on or off.
    ShowIntroductions(bool),
    /// Everything as it was at first.
    Reset,
}

impl Settings {
    /// When a search ends.
    pub fn limits(&self) -> Limits {
        self.limit.limits(self.limit_value)
    }

    /// The settings after a change.
    #[must_use]
    pub fn reduce(&self, action: SettingsAction) -> Self {
        let mut settings = self.clone();
        match action {
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
            SettingsAction::Sound(on) => settings.sound = on,
            SettingsAction::ConfirmResign(ask) => settings.confirm_resign = ask,
            SettingsAction::ShowIntroductions(show) => settings.show_introductions = show,
            SettingsAction::Reset => settings = Self::default(),
        }
        settings.in_range()
    }

    /// The settings with every value brought into its range: what was stored may come from another version or from anybody.
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

//! What the tools page says.

use super::annotate::{Commented, Whose, Wrong};
use crate::services::reports::LimitKind;
use crate::state::text::grouped;

// app
pub const TOOLS: &str = "Tools";
pub const SUITES: &str = "Test suites";
pub const ANNOTATE: &str = "Annotate";
pub const SPEED: &str = "Speed";
pub const CONSOLE: &str = "Console";
pub const SUITES_HINT: &str = "Positions with known solutions, solved by one engine or several side by side.";
pub const SPEED_HINT: &str = "How fast the move generator and the engines are on this machine.";
pub const CONSOLE_HINT: &str = "What the page and its engines say to each other.";

// annotate
pub const NO_REPORT: &str = "No report";
pub const ANNOTATE_INTRODUCTION: &str = "Engines of their own analyse many games in one run and write what they find into them: glyphs, comments, best lines and \
     evaluations. Moves in parentheses in comments are analysed too. The run goes on while you work on other pages, and after a reload.";
pub const GAMES: &str = "Games";
pub const GAMES_AS_PGN: &str = "Games as PGN";
pub const GAMES_PLACEHOLDER: &str = "Paste games as PGN";

pub fn long_text(bytes: usize) -> String {
    format!("{:.1} MB of games", bytes as f64 / 1e6)
}

pub const OPEN_PGN_FILES: &str = "Open PGN files";
pub const FILE_NOT_OPENED: &str = "The file was not opened";
pub const KEPT_THIS_MONTH: &str = "My games of the last 30 days";
pub const KEPT_ALL: &str = "All my games";
pub const NO_KEPT_GAMES: &str = "No kept games";

pub fn kept_games_taken(count: usize) -> String {
    if count == 1 { "1 kept game".to_owned() } else { format!("{} kept games", grouped(count)) }
}

pub const CLEAR: &str = "Clear";
pub const MOVES: &str = "Moves";
pub const WHOSE_MOVES: &str = "Whose moves";

pub fn whose(whose: Whose) -> &'static str {
    match whose {
        Whose::Both => "Both sides",
        Whose::White => "White",
        Whose::Black => "Black",
        Whose::Player => "A player",
    }
}

pub const PLAYER: &str = "Name, or a part of it (case matters)";
pub const FROM_MOVE: &str = "From move";
pub const TO_MOVE: &str = "To move";
pub const FIRST: &str = "first";
pub const LAST: &str = "last";
pub const COMMENT_ON: &str = "Comment on";

pub fn commented(commented: Commented) -> &'static str {
    match commented {
        Commented::Judged => "Inaccuracies, mistakes, blunders",
        Commented::Losing => "Moves that lose more than",
        Commented::Every => "Every move",
    }
}

pub const CENTIPAWNS: &str = "Centipawns";
pub const VARIATIONS_TOO: &str = "Every move of variations too";
pub const SEARCH: &str = "Search";
pub const SEARCH_BY: &str = "Search by";

pub fn limit_kind(kind: LimitKind) -> &'static str {
    match kind {
        LimitKind::Nodes => "Nodes a move",
        LimitKind::Depth => "Depth",
        LimitKind::Time => "Seconds a move",
    }
}

pub const ENGINES_AT_ONCE: &str = "Engines at once";

pub fn wrong_field(wrong: Wrong) -> &'static str {
    match wrong {
        Wrong::Games => "There is no game with moves in the text.",
        Wrong::Player => "Enter the player's name, or a part of it.",
        Wrong::Moves => "Enter move numbers, the first not above the last; leave both empty for whole games.",
        Wrong::Margin => "Enter 0 to 2000 centipawns.",
        Wrong::Limit => "Enter a number above 0 for the search.",
        Wrong::Workers => "Enter 1 to 64 engines.",
    }
}

pub const START_RUN: &str = "Annotate";
pub const RUN_IS_REPLACED: &str = "The results below are replaced.";
pub const NOTHING_TO_ANNOTATE: &str = "Nothing to annotate";

pub fn run_started(count: usize) -> String {
    if count == 1 {
        "1 game is annotated".to_owned()
    } else {
        format!("{} games are annotated", grouped(count))
    }
}

pub fn no_game_of(player: &str) -> String {
    format!("no game has {player:?} in the name of exactly one player")
}

pub const RESULTS: &str = "Results";
pub const RUN_PROGRESS: &str = "Progress of the run";

pub fn run_progress(done: usize, all: usize) -> String {
    format!("{} of {} games done.", grouped(done), grouped(all))
}

pub fn game_in_work(title: &str, positions: usize, all: usize) -> String {
    format!("{title}: {positions} of {all} positions.")
}

pub const PAUSE: &str = "Pause";
pub const GO_ON: &str = "Go on";
pub const FORGET_RUN: &str = "Forget the run";
pub const PGN: &str = "PGN";
pub const HTML: &str = "HTML";
pub const FILE_NOT_SAVED: &str = "The file was not saved";

pub fn games_absent(count: usize, player: &str) -> String {
    format!("{} games of others than {player:?} were left out.", grouped(count))
}

pub fn games_ambiguous(count: usize, player: &str) -> String {
    format!("{} games with {player:?} in both names were left out.", grouped(count))
}

pub fn games_left_out(count: usize) -> String {
    format!("{} games more than 1,000 were left out: annotate them in another run.", grouped(count))
}

pub const GAME: &str = "Game";
pub const WHITE: &str = "White";
pub const BLACK: &str = "Black";
pub const ACCURACY: &str = "Accuracy";
pub const LOSS: &str = "Loss";
pub const LOSS_HINT: &str = "Average loss a move in centipawns";
pub const MARKS: &str = "?! · ? · ??";
pub const MARKS_HINT: &str = "Inaccuracies, mistakes, blunders";

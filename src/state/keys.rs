//! What keys do: as on lichess's analysis board.

/// A key as the browser names it (`KeyboardEvent.key`), with the keys that were held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyPress<'a> {
    /// The name of the key: a character, or a word such as `ArrowLeft`.
    pub key: &'a str,
    /// Whether Shift was held.
    pub shift: bool,
    /// Whether Control, Alt or Meta was held: such combinations belong to the browser.
    pub modified: bool,
}

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyCommand {
    /// One move forward.
    Next,
    /// One move back.
    Previous,
    /// To the start.
    First,
    /// To the end of the line.
    Last,
    /// To the next alternative of this move.
    NextSibling,
    /// To the previous alternative of this move.
    PreviousSibling,
    /// Forward to the next move with alternatives.
    NextFork,
    /// Back to the last move with alternatives.
    PreviousFork,
    /// Turn the board.
    Flip,
    /// Engine on or off.
    ToggleEngine,
    /// Engine on; when it is on, play its best move.
    EngineOrBestMove,
    /// Show what keys do.
    Help,
    /// Close what is open in front of the board.
    Escape,
}

/// The keys of each command with what it does, in the order in which the help shows them.
pub const KEYS: [(KeyCommand, &[&str], bool, &str); 13] = [
    (KeyCommand::Previous, &["ArrowLeft", "k"], false, "Back one move"),
    (KeyCommand::Next, &["ArrowRight", "j"], false, "Forward one move"),
    (KeyCommand::First, &["ArrowUp", "0", "Home"], false, "To the start"),
    (KeyCommand::Last, &["ArrowDown", "$", "End"], false, "To the end"),
    (KeyCommand::PreviousFork, &["ArrowLeft", "K"], true, "Back to the last branch"),
    (KeyCommand::NextFork, &["ArrowRight", "J"], true, "Forward to the next branch"),
    (KeyCommand::PreviousSibling, &["ArrowUp"], true, "Previous alternative"),
    (KeyCommand::NextSibling, &["ArrowDown"], true, "Next alternative"),
    (KeyCommand::Flip, &["f"], false, "Turn the board"),
    (KeyCommand::ToggleEngine, &["l"], false, "Engine on or off"),
    (KeyCommand::EngineOrBestMove, &[" "], false, "Engine on; then play its best move"),
    (KeyCommand::Help, &["?"], false, "Show the keys"),
    (KeyCommand::Escape, &["Escape"], false, "Close"),
];

impl KeyCommand {
    /// What a key asks for, if anything.
    pub fn of(press: KeyPress<'_>) -> Option<Self> {
        if press.modified {
            return None;
        }
        // Shift is part of some characters ($, ?), and with Caps Lock letters come in upper case without it.
        let is_symbol = matches!(press.key, "$" | "?" | "0");
        let lower;
        let key = match press.key.chars().next() {
            Some(c) if press.key.len() == 1 && c.is_ascii_alphabetic() => {
                lower =
                    if press.shift { press.key.to_ascii_uppercase() } else { press.key.to_ascii_lowercase() };
                lower.as_str()
            }
            _ => press.key,
        };
        KEYS.iter()
            .find(|(_, keys, shift, _)| keys.contains(&key) && (is_symbol || *shift == press.shift))
            .map(|&(command, ..)| command)
    }
}

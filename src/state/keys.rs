//! Keyboard shortcuts, as on lichess's analysis board and in its studies.

use tabia_pgn::Nag;

use crate::language::{Text, tr};

/// Key press: a key as the browser names it (`KeyboardEvent.key`), with its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyPress<'a> {
    /// Name of the key: a character, or a word such as `ArrowLeft`.
    pub key: &'a str,
    /// Physical position of the key (`KeyboardEvent.code`), such as `Digit1`; empty if unknown.
    pub code: &'a str,
    /// Modifiers other than Shift.
    pub held: Modifiers,
    /// Whether Shift was held.
    pub shift: bool,
}

/// Modifiers other than Shift.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifiers {
    /// Nothing.
    Nothing,
    /// Control, or Command on a Mac.
    Control,
    /// Alt, or several modifiers: such combinations belong to the browser.
    Others,
}

/// Command of a key.
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
    /// To the next move of the side at the bottom with this glyph: a blunder, a mistake or an inaccuracy.
    NextWithGlyph(Nag),
    /// Flip the board.
    Flip,
    /// Engine on or off.
    ToggleEngine,
    /// Engine on; when it is on, play its best move.
    EngineOrBestMove,
    /// Undo the last edit.
    Undo,
    /// Redo the edit that was undone last.
    Redo,
    /// Delete this move and everything after it.
    Delete,
    /// Write a comment on the move.
    Comment,
    /// Choose the move's glyphs.
    Glyphs,
    /// Add this glyph to the move, or remove it.
    Glyph(Nag),
    /// Type a move.
    TypeMove,
    /// Speak the evaluation and the best move.
    Evaluation,
    /// Explain the evaluation.
    Explain,
    /// Previous game in the list next to the board.
    PreviousGame,
    /// Next game in that list.
    NextGame,
    /// Show recent games.
    Recent,
    /// Show the keyboard shortcuts.
    Help,
    /// Close what covers the board.
    Escape,
}

/// Keys and description of each command, in help order.
pub const KEYS: [(KeyCommand, &[&str], bool, Text); 25] = [
    (KeyCommand::Previous, &["ArrowLeft", "k"], false, || tr!("Back one move")),
    (KeyCommand::Next, &["ArrowRight", "j"], false, || tr!("Forward one move")),
    (KeyCommand::First, &["ArrowUp", "0", "Home"], false, || tr!("To the start")),
    (KeyCommand::Last, &["ArrowDown", "$", "End"], false, || tr!("To the end")),
    (KeyCommand::PreviousFork, &["ArrowLeft", "K"], true, || tr!("Back to the last branch")),
    (KeyCommand::NextFork, &["ArrowRight", "J"], true, || tr!("Forward to the next branch")),
    (KeyCommand::PreviousSibling, &["ArrowUp"], true, || tr!("Previous alternative")),
    (KeyCommand::NextSibling, &["ArrowDown"], true, || tr!("Next alternative")),
    (KeyCommand::NextWithGlyph(Nag(4)), &["b"], false, || tr!("Next blunder (??) of the side below")),
    (KeyCommand::NextWithGlyph(Nag(2)), &["m"], false, || tr!("Next mistake (?) of the side below")),
    (KeyCommand::NextWithGlyph(Nag(6)), &["i"], false, || tr!("Next inaccuracy (?!) of the side below")),
    (KeyCommand::Flip, &["f"], false, || tr!("Flip board")),
    (KeyCommand::ToggleEngine, &["l"], false, || tr!("Engine on or off")),
    (KeyCommand::EngineOrBestMove, &[" "], false, || tr!("Engine on; then play its best move")),
    (KeyCommand::TypeMove, &["/", "Enter"], false, || tr!("Type a move")),
    (KeyCommand::Comment, &["d"], false, || tr!("Comment on the move")),
    (KeyCommand::Glyphs, &["g"], false, || tr!("Choose glyphs for the move")),
    (KeyCommand::Delete, &["Delete"], false, || tr!("Delete the move and what follows")),
    (KeyCommand::Evaluation, &["v"], false, || tr!("Speak the evaluation (screen readers)")),
    (KeyCommand::Explain, &["e"], false, || tr!("Explain the evaluation")),
    (KeyCommand::PreviousGame, &["p"], false, || tr!("Previous game of the list")),
    (KeyCommand::NextGame, &["n"], false, || tr!("Next game of the list")),
    (KeyCommand::Recent, &["r"], false, || tr!("Show recent games")),
    (KeyCommand::Help, &["?"], false, || tr!("Show the keyboard shortcuts")),
    (KeyCommand::Escape, &["Escape"], false, || tr!("Close")),
];

/// Keys pressed with Control, with or without Shift.
pub const CONTROL_KEYS: [(KeyCommand, &str, bool, Text); 3] = [
    (KeyCommand::Undo, "Z", false, || tr!("Undo the last edit")),
    (KeyCommand::Redo, "Z", true, || tr!("Redo it")),
    (KeyCommand::Redo, "Y", false, || tr!("Redo it")),
];

/// Glyphs of the digits from 1 on, without Shift (`!` to `?!`) and with it (`=` to `-+`).
pub const GLYPH_KEYS: [(bool, &[Nag], Text); 2] = [
    (false, &[Nag(1), Nag(2), Nag(3), Nag(4), Nag(5), Nag(6)], || tr!("Judge the move")),
    (true, &[Nag(10), Nag(13), Nag(14), Nag(15), Nag(16), Nag(17), Nag(18), Nag(19)], || {
        tr!("Judge the position")
    }),
];

impl KeyCommand {
    /// Returns the command of a key press.
    pub fn of(press: KeyPress<'_>) -> Option<Self> {
        match press.held {
            Modifiers::Nothing => {}
            Modifiers::Control => return control_key(press),
            Modifiers::Others => return None,
        }
        if let Some(nag) = glyph_key(press) {
            return Some(Self::Glyph(nag));
        }
        // Some characters ($, ?) need Shift, and Caps Lock gives upper-case letters without it.
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

fn control_key(press: KeyPress<'_>) -> Option<KeyCommand> {
    // On non-Latin layouts, the key position counts.
    let is_latin = press.key.len() == 1 && press.key.is_ascii();
    let letter = if is_latin { press.key } else { press.code.strip_prefix("Key")? };
    let found = CONTROL_KEYS
        .iter()
        .find(|(_, key, shift, _)| key.eq_ignore_ascii_case(letter) && *shift == press.shift);
    found.map(|&(command, ..)| command)
}

/// Digits go by key position: with Shift, layouts differ.
fn glyph_key(press: KeyPress<'_>) -> Option<Nag> {
    let digit = match press.code.strip_prefix("Digit") {
        Some(digit) => digit,
        None if press.shift => return None,
        None => press.key,
    };
    let digit: usize = digit.parse().ok().filter(|_| digit.len() == 1)?;
    let (_, nags, _) = GLYPH_KEYS.iter().find(|(shift, ..)| *shift == press.shift)?;
    nags.get(digit.checked_sub(1)?).copied()
}

//! The moves with variations and comments, and a figure after each main-line move that has a remark.

use std::collections::HashMap;
use std::fmt::Write as _;

use tabia_chess::{Color, Move, Position};
use tabia_pgn::{Game, NodeId, Step};

use super::diagram::diagram;
use super::escape::escape;
use super::page::GamePage;
use crate::remark::{Remark, eval_words, glyph};
use crate::words;

/// Glyphs written directly after the move, without a space.
const MOVE_GLYPHS: std::ops::RangeInclusive<u8> = 1..=7;

/// Writes all moves of a game.
pub(super) fn write_moves(text: &mut String, page: &GamePage<'_>) {
    let remarks: HashMap<NodeId, &Remark> = page.remarks.iter().map(|remark| (remark.node, remark)).collect();
    let mut writer = Writer { text, page, remarks, depth: 0, skipped_at: None, needs_number: true };
    writer.text.push_str("<div class=\"moves\"><p>");
    writer.comment(&page.game.annotations(NodeId::ROOT).text_after());
    let mut steps = page.game.walk().peekable();
    while let Some(step) = steps.next() {
        match step {
            Step::Begin => {
                let first = match steps.peek() {
                    Some(Step::Move { node, .. }) => Some(*node),
                    _ => None,
                };
                writer.begin(first);
            }
            Step::End => writer.end(),
            Step::Move { node, before } => writer.played(node, &before),
        }
    }
    let _ = write!(text, "{}</p></div>", escape(page.game.result().as_str()));
}

/// Writes moves step by step.
struct Writer<'a, 'p> {
    text: &'a mut String,
    page: &'a GamePage<'p>,
    remarks: HashMap<NodeId, &'p Remark>,
    /// Number of open variations.
    depth: usize,
    /// Depth of the skipped variation.
    skipped_at: Option<usize>,
    needs_number: bool,
}

impl Writer<'_, '_> {
    /// Begins a variation with this move, skipping the best line if it is already in a figure.
    fn begin(&mut self, first: Option<NodeId>) {
        self.depth += 1;
        if self.skipped_at.is_none() {
            if first.is_some_and(|first| self.is_in_figure(first)) {
                self.skipped_at = Some(self.depth);
            } else {
                self.text.push_str(if self.depth == 1 { "<span class=\"line\">(" } else { "(" });
            }
        }
        self.needs_number = true;
    }

    fn end(&mut self) {
        if self.skipped_at.is_none() {
            // No space before the parenthesis.
            self.text.truncate(self.text.trim_end().len());
            self.text.push_str(if self.depth == 1 { ")</span> " } else { ") " });
        } else if self.skipped_at == Some(self.depth) {
            self.skipped_at = None;
        }
        self.depth -= 1;
        self.needs_number = true;
    }

    fn played(&mut self, node: NodeId, before: &Position) {
        let game = self.page.game;
        let Some(played) = game.played(node).filter(|_| self.skipped_at.is_none()) else { return };
        let annotations = game.annotations(node);
        self.comment(&annotations.text_before());
        let number = before.fullmove_number();
        match before.turn() {
            Color::White => {
                let _ = write!(self.text, "<b>{number}.</b>&nbsp;");
            }
            Color::Black if self.needs_number => {
                let _ = write!(self.text, "<b>{number}…</b>&nbsp;");
            }
            Color::Black => {}
        }
        self.needs_number = false;
        let remark = self.remarks.get(&node).copied();
        let _ = write!(self.text, "{}{} ", escape(&played.san(before)), marks(game, node, remark));
        match remark.filter(|_| self.depth == 0) {
            Some(remark) => {
                self.text.push_str("</p>");
                write_remark(self.text, self.page, remark, before);
                self.text.push_str("<p>");
                self.needs_number = true;
            }
            None => self.said(node),
        }
    }

    /// Writes the evaluation of a variation move and its comments.
    fn said(&mut self, node: NodeId) {
        let annotations = self.page.game.annotations(node);
        if let Some((eval, _)) = annotations.evaluation().filter(|_| self.depth > 0) {
            let _ = write!(self.text, "<span class=\"eval\">{}</span> ", eval_words(eval));
        }
        self.comment(&annotations.text_after());
    }

    fn comment(&mut self, said: &str) {
        let said = said.trim();
        if !said.is_empty() {
            let _ = write!(self.text, "<span class=\"comment\">{}</span> ", escape(said));
            self.needs_number = true;
        }
    }

    /// Whether a variation is only the best line in the figure of the played move.
    fn is_in_figure(&self, first: NodeId) -> bool {
        let game = self.page.game;
        let main = game.parent(first).and_then(|parent| game.main_child(parent));
        let Some(remark) = main.filter(|_| self.depth == 1).and_then(|main| self.remarks.get(&main)) else {
            return false;
        };
        let mut line = remark.best.line.iter();
        let mut node = Some(first);
        while let Some(id) = node {
            let annotations = game.annotations(id);
            let is_plain =
                annotations.nags.is_empty() && annotations.before.is_empty() && annotations.after.is_empty();
            let is_told = game.played(id).and_then(tabia_pgn::Played::as_move) == line.next().copied();
            if !is_plain || !is_told || game.children(id).count() > 1 {
                return false;
            }
            node = game.main_child(id);
        }
        true
    }
}

/// The glyphs of a move, and that of its judgement if it has no move glyph.
fn marks(game: &Game, node: NodeId, remark: Option<&Remark>) -> String {
    let nags = &game.annotations(node).nags;
    let judged = remark.and_then(|remark| remark.judgement);
    let is_other = |verdict| judged.is_none_or(|judged| judged.nag() != verdict);
    let has_own = nags.iter().any(|nag| MOVE_GLYPHS.contains(&nag.0))
        || words::own_verdict(game, node).is_some_and(is_other);
    let mut text = judged.filter(|_| !has_own).map_or("", glyph).to_owned();
    for nag in nags {
        if !MOVE_GLYPHS.contains(&nag.0) {
            text.push(' ');
        }
        text += &escape(&nag.text());
    }
    text
}

fn write_remark(text: &mut String, page: &GamePage<'_>, remark: &Remark, before: &Position) {
    let played = page.game.played(remark.node);
    let squares = played.and_then(tabia_pgn::Played::as_move).map(|m| [m.from(), m.to()]);
    let after = page.game.position(remark.node);
    let caption = words::text_in_game(remark, page.game, before);
    let _ = write!(
        text,
        "<figure>{}<figcaption><p><strong>{}</strong></p>",
        diagram(&after, before.turn(), squares, &caption),
        escape(&caption)
    );
    if !remark.best.line.is_empty() {
        let _ = write!(
            text,
            "<p>Best line: {} <span class=\"eval\">{}</span></p>",
            escape(&line(before, &remark.best.line)),
            eval_words(remark.best.eval)
        );
    }
    let said = own_words(page.game, remark.node, &caption);
    let _ = write!(text, "{said}</figcaption></figure>");
}

/// The rest of the game's comment, without the caption.
fn own_words(game: &Game, node: NodeId, caption: &str) -> String {
    let said = game.annotations(node).text_after().replace(caption, "");
    let said = said.trim();
    if said.is_empty() { String::new() } else { format!("<p>{}</p>", escape(said)) }
}

/// Moves in SAN with move numbers.
fn line(start: &Position, moves: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for (index, &m) in moves.iter().enumerate() {
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}…")),
            Color::Black => {}
        }
        words.push(position.san(m));
        position.play_unchecked(m);
    }
    words.join(" ")
}

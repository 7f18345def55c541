//! Tags and the start position they define.

use super::{Builder, Skip};
use crate::lexer::{Places, TagFault};
use crate::quote::quote;
use crate::start::{self, Start, StartProblem};
use crate::tags::standard_name;
use crate::{Game, GameResult, NodeId, ProblemKind};

impl Builder<'_> {
    /// Whether a tag begins the next game. Without moves or an empty line in between, only an `Event` followed by a second repeated tag
    /// (`following`) does: a single one is a duplicate.
    pub(crate) fn is_tag_of_next_game(
        &self,
        name: &str,
        after_blank_line: bool,
        following: impl FnOnce() -> Option<String>,
    ) -> bool {
        self.has_moves
            || (self.has_tags
                && self.has_tag(name)
                && (after_blank_line
                    || (standard_name(name) == "Event"
                        && following().is_some_and(|next| self.has_tag(&next)))))
    }

    fn has_tag(&self, name: &str) -> bool {
        match &*standard_name(name) {
            "Result" => self.tag_result.is_some(),
            name => self.game.stored_tags().get(name).is_some(),
        }
    }

    pub(super) fn tag(
        &mut self,
        name: &str,
        value: String,
        fault: Option<TagFault>,
        at: usize,
        places: &mut Places<'_>,
    ) {
        self.has_tags = true;
        let name = &*standard_name(name);
        let trouble = match fault {
            None => None,
            Some(TagFault::Unterminated) => Some("has no closing quotation mark"),
            Some(TagFault::InnerQuotes) => {
                Some("has quotation marks inside its value without a backslash before them")
            }
            Some(TagFault::NoBracket) => Some("has no closing bracket"),
            Some(TagFault::SpacedName) => Some("has a name with blanks"),
        };
        if let Some(trouble) = trouble {
            let message =
                format!("the tag {} {trouble}; its value was read as {}", quote(name), quote(&value));
            self.problem(places, at, ProblemKind::Tag, message, false);
        }
        if name == "Result" {
            self.take_tag_result(&value, at, places);
            return;
        }
        let new_value = value.clone();
        if let Some(old) = self.game.tags_mut().set(name, value)
            && old != new_value
        {
            let message = format!(
                "the tag {} is given twice; {} was replaced by {}",
                quote(name),
                quote(&old),
                quote(&new_value)
            );
            self.problem(places, at, ProblemKind::Tag, message, true);
        }
        // Positions for reporting problems with these tags.
        match name {
            "FEN" => self.fen_at = Some(at),
            "Variant" => self.variant_at = Some(at),
            _ => {}
        }
    }

    fn take_tag_result(&mut self, value: &str, at: usize, places: &mut Places<'_>) {
        let result = GameResult::parse(value);
        let message = match (result, GameResult::before_words(value)) {
            (Some(_), _) => None,
            (None, Some(begun)) => Some((format!("the result {} was read as {begun}", quote(value)), false)),
            (None, None) if matches!(value.trim(), "" | "?") => None,
            (None, None) => {
                Some((format!("{} is not a result; it was read as * (unknown)", quote(value)), true))
            }
        };
        if let Some((message, is_loss)) = message {
            self.problem(places, at, ProblemKind::Result, message, is_loss);
        }
        self.tag_result = Some(result.or_else(|| GameResult::before_words(value)).unwrap_or_default());
    }

    /// Sets up the position given by the tags. Without a legal one no move can be read.
    fn take_start(&mut self, at: usize, places: &mut Places<'_>) -> Start {
        let start = start::from_tags(self.game.stored_tags());
        for StartProblem { kind, message, is_loss } in &start.problems {
            let tag_at = if *kind == ProblemKind::Variant { self.variant_at } else { self.fen_at };
            self.problem(places, tag_at.unwrap_or(at), *kind, message.clone(), *is_loss);
        }
        start
    }

    /// Fixes the start position; called before the first move.
    pub(super) fn begin_moves(&mut self, at: usize, places: &mut Places<'_>) {
        if self.has_moves {
            return;
        }
        self.has_moves = true;
        self.fix_start(at, places);
    }

    pub(super) fn fix_start(&mut self, at: usize, places: &mut Places<'_>) {
        let start = self.take_start(at, places);
        let mut game = Game::new(start.position.unwrap_or_default(), start.is_chess960);
        *game.tags_mut() = std::mem::take(self.game.tags_mut());
        *game.annotations_mut(NodeId::ROOT) = std::mem::take(self.game.annotations_mut(NodeId::ROOT));
        self.position = *game.start();
        self.before = *game.start();
        // Variations before the first move.
        for frame in &mut self.frames {
            (frame.position, frame.before) = (self.position, self.position);
        }
        self.game = game;
        if start.position.is_some() {
            if !start.has_words_for_fen {
                self.game.tags_mut().remove("FEN");
                self.game.tags_mut().remove("SetUp");
            }
            // The game itself records that it is Chess960, but not other variants.
            if self.game.is_chess960() && !start.is_variant_unknown {
                self.game.tags_mut().remove("Variant");
            }
        } else {
            let is_about_start = |kind| matches!(kind, ProblemKind::StartPosition | ProblemKind::Variant);
            let problem = self.problems.iter().rposition(|problem| is_about_start(problem.kind));
            // Skip the rest of the game, including that of a variation before the first move.
            let depth = std::mem::take(&mut self.frames).len();
            self.skip = Some(Skip { depth, from: at, problem });
        }
    }
}

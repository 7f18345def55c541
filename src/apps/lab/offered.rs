//! What a link offers.

use crate::state::lab::draft::Draft;
use std::rc::Rc;
use tabia_arena::{MatchHeader, Share};

/// What a link offers, until the user has answered.
#[derive(Debug, Clone, PartialEq)]
pub enum Offered {
    /// A part of a match.
    Part(Rc<OfferedPart>),
    /// A filled form, in place of the one that the user has changed.
    Form(Rc<Draft>),
}

/// A part of a match that a link offers.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedPart {
    /// The match.
    pub header: MatchHeader,
    /// Which of its units.
    pub share: Share,
}

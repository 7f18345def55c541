//! Offers from links.

use crate::state::lab::draft::Draft;
use std::rc::Rc;
use tabia_arena::{MatchHeader, Share};

/// Offer from a link that the user has not accepted or declined yet.
#[derive(Debug, Clone, PartialEq)]
pub enum Offered {
    /// Part of a match.
    Part(Rc<OfferedPart>),
    /// Filled form to replace the one changed by the user.
    Form(Rc<Draft>),
}

/// Part of a match offered by a link.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedPart {
    /// Header of the match.
    pub header: MatchHeader,
    /// Share of its units.
    pub share: Share,
}

//! Properties of a book move besides its weight.

use tabia_chess::Move;

use crate::{Candidate, Flag, Marks};

/// A learned value beyond this, in centipawns, counts as a flag.
pub const LEARNED_FLAG: i32 = 100;

/// Games that a move was played in, as its side saw them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Results {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// A legal move of a book with all that is known about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// The move.
    pub mv: Move,
    /// Frequency: games, or a weight where nothing else is known.
    pub frequency: u32,
    /// The results, if the book has them.
    pub results: Option<Results>,
    /// The static evaluation after it in centipawns, good for its side if positive.
    pub eval: i32,
    /// Lessons about it, in centipawns likewise.
    pub learned: i32,
    /// The author's mark.
    pub flag: Option<Flag>,
    /// Share in percent with which the author wants it played; 0 if none.
    pub play_percent: u8,
}

/// With the author's marks, if the field for learning holds them. A weight of 0 is as good as `?`, but for a move marked `!`.
impl From<&Candidate> for Known {
    fn from(candidate: &Candidate) -> Self {
        let marks = Marks::from_learn(candidate.learn);
        Self {
            mv: candidate.mv,
            frequency: u32::from(candidate.weight),
            results: None,
            eval: 0,
            learned: 0,
            flag: marks.flag.or((candidate.weight == 0).then_some(Flag::Avoided)),
            play_percent: marks.play_percent,
        }
    }
}

/// The moves that flags leave.
pub(super) fn by_flags(moves: &[Known]) -> Vec<&Known> {
    let mut left: Vec<&Known> = moves.iter().filter(|known| flag(known) != Some(Flag::Avoided)).collect();
    if left.iter().any(|known| flag(known) == Some(Flag::Recommended)) {
        left.retain(|known| flag(known) == Some(Flag::Recommended));
    }
    left
}

fn flag(known: &Known) -> Option<Flag> {
    known.flag.or(match known.learned {
        learned if learned > LEARNED_FLAG => Some(Flag::Recommended),
        learned if learned < -LEARNED_FLAG => Some(Flag::Avoided),
        _ => None,
    })
}

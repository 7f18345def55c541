//! Evaluation terms, parsed from an engine's output for `eval json` and `eval tables` (docs/uci.md).

mod comparison;
mod named;
mod tables;

pub use comparison::{Comparison, Difference, End, ExpectedLine};
pub use tables::{PieceSquareTable, PieceSquareTables};

use std::collections::BTreeMap;

use serde::Deserialize;

/// Phase of a position with all pieces.
const FULL_PHASE: i32 = 24;
/// Scale of an unreduced endgame score.
const FULL_SCALE: i32 = 64;

/// Middlegame and endgame score, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Phased(pub i32, pub i32);

/// Values of a term for both sides, each from its own side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Sides {
    /// White's.
    pub white: Phased,
    /// Black's.
    pub black: Phased,
}

/// Game phase in which terms are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TermPhase {
    /// Middlegame and endgame score interpolated for the position.
    #[default]
    Now,
    /// Middlegame score.
    Middlegame,
    /// Endgame score.
    Endgame,
}

impl TermPhase {
    /// All views, in display order.
    pub const ALL: [Self; 3] = [Self::Now, Self::Middlegame, Self::Endgame];
}

/// Evaluation of a position, with its terms.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Explanation {
    /// Evaluation in centipawns, from White's side.
    pub total: i32,
    /// Terms in the engine's order.
    #[serde(deserialize_with = "named::in_order")]
    pub terms: Vec<(String, Sides)>,
    /// Game phase, from 24 with all pieces to 0 with none.
    pub phase: i32,
    /// Scale factor of the endgame score, in 64ths.
    pub scale: i32,
    /// Endgame correction for winning chances, in centipawns from White's side.
    pub complexity: i32,
    /// Side-to-move bonus, in centipawns from White's side.
    pub tempo: i32,
    /// Whether a specialised endgame rule replaces the terms.
    pub known_ending: bool,
    /// Whether the side to move is in check, which makes the evaluation unreliable.
    pub check: bool,
    /// Value of each piece except the kings for its own side, in centipawns, by square name.
    pub pieces: BTreeMap<String, i32>,
    /// Output of the net, if the engine has one.
    pub net: Option<NetView>,
}

/// A net's evaluation of a position.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NetView {
    /// Value in centipawns, from White's side.
    pub total: i32,
    /// Value of each piece except the kings for its own side, in centipawns, by square name: the loss in evaluation without it.
    pub pieces: BTreeMap<String, i32>,
}

/// A term in one view, in centipawns, each side from its own point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Term {
    /// White's.
    pub white: f64,
    /// Black's.
    pub black: f64,
}

impl Term {
    /// Returns White's advantage from this term.
    pub fn difference(self) -> f64 {
        self.white - self.black
    }
}

impl Explanation {
    /// Parses the last `eval json` object in an engine's output.
    pub fn find(lines: &[String]) -> Option<Self> {
        Self::find_all(lines).last()
    }

    /// Parses all `eval json` objects in an engine's output.
    pub fn find_all(lines: &[String]) -> impl Iterator<Item = Self> {
        lines.iter().filter_map(|line| serde_json::from_str(line).ok())
    }

    /// Returns the terms with their names.
    pub fn in_view(&self, view: TermPhase) -> impl Iterator<Item = (&str, Term)> {
        self.terms.iter().map(move |(name, sides)| {
            let term = Term { white: self.seen(sides.white, view), black: self.seen(sides.black, view) };
            (name.as_str(), term)
        })
    }

    /// Returns the correction for winning chances from White's side; 0 in the middlegame.
    pub fn winning_chances(&self, view: TermPhase) -> f64 {
        self.seen(Phased(0, self.complexity), view)
    }

    fn seen(&self, score: Phased, view: TermPhase) -> f64 {
        let Phased(middlegame, endgame) = score;
        let [middlegame, endgame] = [middlegame, endgame].map(f64::from);
        match view {
            TermPhase::Now => {
                let share = f64::from(self.phase) / f64::from(FULL_PHASE);
                let scale = f64::from(self.scale) / f64::from(FULL_SCALE);
                middlegame * share + endgame * scale * (1.0 - share)
            }
            TermPhase::Middlegame => middlegame,
            TermPhase::Endgame => endgame,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output of `eval json` after 1. e4 e5 2. Nf3, shortened to two terms.
    pub(super) const PRINTED: &str = r#"{"total":-4,"terms":{"Material":{"white":[100,200],"black":[100,140]},"King safety":{"white":[-8,4],"black":[2,4]}},"phase":18,"scale":32,"complexity":-8,"tempo":-14,"known_ending":false,"check":false,"pieces":{"e4":90,"f3":312}}"#;

    #[test]
    fn the_terms_keep_their_order_and_are_blended_by_the_phase() {
        let lines = ["info string before", PRINTED].map(str::to_owned);
        let explanation = Explanation::find(&lines).expect("an explanation");
        let now: Vec<_> = explanation.in_view(TermPhase::Now).collect();
        assert_eq!(now[0].0, "Material");
        assert_eq!(now[1].0, "King safety");
        // Three quarters of the middlegame, and half of the endgame's quarter.
        assert!((now[0].1.white - (75.0 + 25.0)).abs() < 1e-9, "{now:?}");
        assert!((now[0].1.difference() - 7.5).abs() < 1e-9, "{now:?}");
        assert!((explanation.winning_chances(TermPhase::Now) + 1.0).abs() < 1e-9);
        let ending: Vec<_> = explanation.in_view(TermPhase::Endgame).collect();
        assert!((ending[0].1.difference() - 60.0).abs() < 1e-9, "{ending:?}");
        assert_eq!(explanation.pieces["f3"], 312);
        assert_eq!(explanation.net, None);
        let net = r#","net":{"hidden":128,"total":21,"pieces":{"e4":101,"f3":350}}}"#;
        let with_net = PRINTED.strip_suffix('}').map(|printed| printed.to_owned() + net).expect("an object");
        let net = Explanation::find(&[with_net]).and_then(|explanation| explanation.net).expect("a net");
        assert_eq!((net.total, net.pieces["f3"]), (21, 350));
    }

    #[test]
    fn lines_of_an_engine_that_does_not_know_the_command_explain_nothing() {
        let lines = ["Unknown command: 'eval json'. Type help for more information.", "{\"total\":3}"];
        assert_eq!(Explanation::find(&lines.map(str::to_owned)), None);
        assert_eq!(Explanation::find(&[]), None);
    }
}

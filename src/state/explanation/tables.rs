//! Piece-square tables for display on a board.

use std::collections::BTreeMap;

use serde::Deserialize;
use tabia_chess::{Color, Role, Square};

use super::{FULL_PHASE, Phased};

/// Output of `eval tables`: one table per piece letter, for White, from a1 to h8.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct PieceSquareTables(BTreeMap<char, Vec<Phased>>);

/// Table of one piece and colour at one game phase.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceSquareTable {
    values: Vec<f64>,
    color: Color,
}

impl PieceSquareTables {
    /// Parses the `eval tables` object in an engine's output.
    pub fn find(lines: &[String]) -> Option<Self> {
        let tables: Self = lines.iter().rev().find_map(|line| serde_json::from_str(line).ok())?;
        let is_whole =
            |role: &Role| tables.table(*role).is_some_and(|table| table.len() == Square::ALL.len());
        Role::ALL.iter().all(is_whole).then_some(tables)
    }

    fn table(&self, role: Role) -> Option<&Vec<Phased>> {
        self.0.get(&role.char().to_ascii_uppercase())
    }

    /// Returns the table of a piece of `color`, interpolated by `phase` from 24 (middlegame) to 0 (endgame).
    pub fn of(&self, role: Role, color: Color, phase: i32) -> PieceSquareTable {
        let share = f64::from(phase.clamp(0, FULL_PHASE)) / f64::from(FULL_PHASE);
        let blended = |&Phased(middlegame, endgame): &Phased| {
            f64::from(middlegame) * share + f64::from(endgame) * (1.0 - share)
        };
        let values = self.table(role).map(|table| table.iter().map(blended).collect()).unwrap_or_default();
        PieceSquareTable { values, color }
    }
}

impl PieceSquareTable {
    /// Returns the value of the piece on `square`, in centipawns for its side.
    pub fn at(&self, square: Square) -> f64 {
        self.values.get(square.relative_to(self.color).index()).copied().unwrap_or_default()
    }

    /// Returns the largest absolute value; at least 1.
    pub fn extent(&self) -> f64 {
        self.values.iter().fold(1.0, |largest, value| value.abs().max(largest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed() -> String {
        let table = |first: i32| {
            let values: Vec<String> = (0..64).map(|i| format!("[{},{}]", first + i, -i)).collect();
            format!("[{}]", values.join(","))
        };
        let tables: Vec<String> =
            ["P", "N", "B", "R", "Q", "K"].iter().map(|piece| format!("\"{piece}\":{}", table(0))).collect();
        format!("{{{}}}", tables.join(","))
    }

    #[test]
    fn a_table_is_mirrored_for_black_and_blended_by_the_phase() {
        let tables = PieceSquareTables::find(&[printed()]).expect("tables");
        let white = tables.of(Role::Knight, Color::White, 24);
        assert!((white.at(Square::A2) - 8.0).abs() < 1e-9 && (white.extent() - 63.0).abs() < 1e-9);
        let black = tables.of(Role::Knight, Color::Black, 24);
        assert!((black.at(Square::A7) - 8.0).abs() < 1e-9);
        let even = tables.of(Role::Knight, Color::White, 12);
        assert!(even.at(Square::H8).abs() < 1e-9);
    }

    #[test]
    fn tables_with_squares_missing_are_none() {
        assert_eq!(PieceSquareTables::find(&["{\"P\":[[1,2]]}".to_owned()]), None);
        assert_eq!(PieceSquareTables::find(&["Unknown command".to_owned()]), None);
    }
}

//! Legal moves with their tablebase results, from the output of the engine's `tablebase` command (docs/uci.md).

use tabia_chess::{CastlingSide, Color, Move, Position, Role};

/// Tablebase result of a move, from the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseOutcome {
    /// Wins.
    Win,
    /// Wins unless the fifty-move rule prevents it; the tables do not tell.
    MaybeWin,
    /// Would win without the fifty-move rule.
    CursedWin,
    /// Draws.
    Draw,
    /// Would lose without the fifty-move rule.
    BlessedLoss,
    /// Loses unless the fifty-move rule saves it; the tables do not tell.
    MaybeLoss,
    /// Loses.
    Loss,
    /// A table is missing or damaged.
    Unknown,
}

impl TablebaseOutcome {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "win" => Self::Win,
            "maybe-win" => Self::MaybeWin,
            "cursed-win" => Self::CursedWin,
            "draw" => Self::Draw,
            "blessed-loss" => Self::BlessedLoss,
            "maybe-loss" => Self::MaybeLoss,
            "loss" => Self::Loss,
            "unknown" => Self::Unknown,
            _ => return None,
        })
    }

    /// Class of the style sheet.
    pub fn class(self) -> &'static str {
        match self {
            Self::Win | Self::MaybeWin => "win",
            Self::Loss | Self::MaybeLoss => "loss",
            Self::CursedWin | Self::Draw | Self::BlessedLoss => "draw",
            Self::Unknown => "unknown",
        }
    }
}

/// The distance to zeroing (DTZ) as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// Plies to the next capture or pawn move after the move.
    Dtz(u32),
    /// The move mates.
    Checkmate,
    /// The move stalemates.
    Stalemate,
    /// The move itself is a capture.
    Capture,
    /// The move itself is a pawn move.
    PawnMove,
    /// None: a draw, or a table is missing.
    None,
}

/// Legal move with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct TablebaseMove {
    /// The move.
    pub mv: Move,
    /// Its SAN.
    pub san: String,
    /// Its result.
    pub outcome: TablebaseOutcome,
    /// Distance to zeroing.
    pub distance: Distance,
}

/// Legal moves of a position, best first, and the fault of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TablebaseMoves {
    /// Moves. Empty if no result is known.
    pub moves: Vec<TablebaseMove>,
    /// Fault found in a table.
    pub fault: Option<String>,
}

impl TablebaseMoves {
    /// Parses the engine's output for `position`; lines of other kinds are skipped.
    pub fn of(position: &Position, lines: &[String]) -> Self {
        let mut moves: Vec<_> = lines.iter().filter_map(|line| parse(position, line)).collect();
        if moves
            .iter()
            .all(|found| found.outcome == TablebaseOutcome::Unknown || found.distance == Distance::Checkmate)
        {
            moves.clear();
        }
        let fault = lines.iter().rev().find_map(|line| line.strip_prefix("info string SyzygyPath: "));
        Self { moves, fault: fault.map(str::to_owned) }
    }
}

fn parse(position: &Position, line: &str) -> Option<TablebaseMove> {
    let mut words = line.strip_prefix("tablebase ")?.split(' ');
    let mv = position.parse_uci(words.next()?).ok()?;
    let outcome = TablebaseOutcome::parse(words.next()?)?;
    let dtz = match words.next() {
        Some("dtz") => Some(words.next()?.parse().ok()?),
        _ => None,
    };
    Some(TablebaseMove { mv, san: position.san(mv), outcome, distance: distance(position, mv, dtz) })
}

fn distance(position: &Position, mv: Move, dtz: Option<u32>) -> Distance {
    let Ok(after) = position.play(mv) else { return Distance::None };
    if !after.has_legal_moves() {
        return if after.is_check() { Distance::Checkmate } else { Distance::Stalemate };
    }
    let is_fewer = after.occupied().count() < position.occupied().count();
    let is_pawn = position.piece_at(mv.from()).is_some_and(|piece| piece.role == Role::Pawn);
    match dtz {
        Some(dtz) => Distance::Dtz(dtz),
        None if is_fewer => Distance::Capture,
        None if is_pawn => Distance::PawnMove,
        None => Distance::None,
    }
}

/// Returns whether tables with up to `men` men may contain the position.
pub fn is_in_tables(position: &Position, men: usize) -> bool {
    let may_castle = Color::ALL
        .into_iter()
        .any(|color| CastlingSide::ALL.into_iter().any(|side| position.castling_rook(color, side).is_some()));
    position.occupied().count() as usize <= men && !may_castle
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse::<tabia_chess::Setup>().expect("a FEN").position().expect("legal")
    }

    fn moves(fen: &str, lines: &[&str]) -> TablebaseMoves {
        TablebaseMoves::of(&position(fen), &lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn the_table_is_in_the_engines_order_with_names_for_what_has_no_distance() {
        let found = moves(
            "k7/8/1K6/8/8/2n5/3P4/7R w - - 0 1",
            &[
                "info string Found 10 tablebase files, up to 5 men",
                "tablebase h1h8 win",
                "tablebase d2c3 win",
                "tablebase d2d4 maybe-win",
                "tablebase h1h2 cursed-win dtz 104",
                "tablebase h1h7 draw",
                "tablebase b6a6 blessed-loss dtz 101",
                "tablebase b6c6 loss dtz 2",
                "tablebase e2e4 win",
                "readyok",
            ],
        );
        let rows: Vec<_> =
            found.moves.iter().map(|row| (row.san.as_str(), row.outcome, row.distance)).collect();
        assert_eq!(
            rows,
            [
                ("Rh8#", TablebaseOutcome::Win, Distance::Checkmate),
                ("dxc3", TablebaseOutcome::Win, Distance::Capture),
                ("d4", TablebaseOutcome::MaybeWin, Distance::PawnMove),
                ("Rh2", TablebaseOutcome::CursedWin, Distance::Dtz(104)),
                ("Rh7", TablebaseOutcome::Draw, Distance::None),
                ("Ka6", TablebaseOutcome::BlessedLoss, Distance::Dtz(101)),
                ("Kc6", TablebaseOutcome::Loss, Distance::Dtz(2)),
            ]
        );
        assert_eq!(found.fault.as_deref(), None);
    }

    #[test]
    fn without_a_known_result_there_is_no_table() {
        let fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
        let found = moves(
            fen,
            &["tablebase h1h8 win", "tablebase h1h7 unknown", "info string SyzygyPath: KRvK is damaged"],
        );
        assert_eq!(found.moves, []);
        assert_eq!(found.fault.as_deref(), Some("KRvK is damaged"));
        let found =
            moves("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", &["tablebase c1c7 draw", "tablebase c1a1 unknown"]);
        assert_eq!(found.moves[0].distance, Distance::Stalemate);
        assert_eq!(found.moves.len(), 2);
    }

    #[test]
    fn positions_with_castling_or_too_many_men_are_in_no_table() {
        assert!(is_in_tables(&position("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), 3));
        assert!(!is_in_tables(&position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), 3));
        assert!(!is_in_tables(&position("4k3/8/8/8/8/8/7P/4K2R w - - 0 1"), 3));
        assert!(!is_in_tables(&position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0));
    }
}

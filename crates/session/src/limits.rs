//! Converts the parameters of `go` to search limits.

use tabia_chess::{Color, Position};
use tabia_engine::{ClockState, Limits, TimeLimit};
use tabia_uci::{Go, UciMove};

/// Converts `go` to limits, and returns the `searchmoves` that are illegal here. With several limits,
/// `infinite` overrides all others and `movetime` overrides the clocks; the rest combine, and the first one
/// reached ends the search. Without any limit the search is infinite.
pub(crate) fn from_go(go: &Go, position: &Position) -> (Limits, Vec<UciMove>) {
    let mut search_moves = Vec::new();
    let mut unknown = Vec::new();
    for &mv in &go.searchmoves {
        match position.parse_uci(mv.as_str()) {
            Ok(legal) => search_moves.push(legal),
            Err(_) => unknown.push(mv),
        }
    }
    let mut limits = Limits { ponder: go.ponder, search_moves, ..Limits::default() };
    if go.infinite || go.is_unlimited() {
        limits.infinite = true;
        return (limits, unknown);
    }
    limits.depth = go.depth.map(|depth| depth.clamp(1, 1_000) as u32);
    limits.nodes = go.nodes.map(|nodes| nodes.max(1) as u64);
    limits.mate = go.mate.map(|moves| moves.clamp(1, 1_000) as u32);
    limits.time = time(go, position.turn());
    (limits, unknown)
}

fn time(go: &Go, turn: Color) -> TimeLimit {
    if let Some(movetime) = go.movetime {
        return TimeLimit::MoveTime(movetime.max(1) as u64);
    }
    let (time, increment) = match turn {
        Color::White => (go.wtime, go.winc),
        Color::Black => (go.btime, go.binc),
    };
    if [go.wtime, go.btime, go.winc, go.binc].iter().all(Option::is_none) {
        return TimeLimit::None;
    }
    // If only the other side's clock is known, ours counts as empty: a quick move is expected.
    TimeLimit::Clock(ClockState {
        time_ms: time.unwrap_or(0).max(0) as u64,
        increment_ms: increment.unwrap_or(0).max(0) as u64,
        moves_to_go: go.movestogo.filter(|&moves| moves > 0).map(|moves| moves.min(1_000) as u32),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_uci::Command;

    fn limits(line: &str) -> Limits {
        match Command::parse(line) {
            Ok(Some(Command::Go(go))) => from_go(&go, &Position::default()).0,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn precedence() {
        let infinite = Limits { infinite: true, ..Limits::default() };
        assert_eq!(limits("go"), infinite);
        assert_eq!(limits("go infinite depth 3 movetime 5 wtime 100"), infinite);
        assert_eq!(limits("go movetime 50 wtime 100").time, TimeLimit::MoveTime(50));
        assert_eq!(limits("go movetime 0").time, TimeLimit::MoveTime(1));
        assert_eq!(limits("go movetime -7").time, TimeLimit::MoveTime(1));
        let both = limits("go depth 4 wtime 1000 winc 10");
        assert_eq!(both.depth, Some(4));
        assert_eq!(
            both.time,
            TimeLimit::Clock(ClockState { time_ms: 1000, increment_ms: 10, moves_to_go: None })
        );
    }

    #[test]
    fn clocks() {
        let clock = |line| match limits(line).time {
            TimeLimit::Clock(clock) => clock,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(clock("go wtime 100").time_ms, 100);
        assert_eq!(clock("go wtime -50 btime 100").time_ms, 0);
        assert_eq!(clock("go btime 100").time_ms, 0);
        assert_eq!(clock("go wtime 100 movestogo 0").moves_to_go, None);
        assert_eq!(clock("go wtime 100 movestogo 12").moves_to_go, Some(12));
        assert!(!limits("go winc 100").infinite);
    }

    #[test]
    fn search_moves_must_be_legal() {
        let Ok(Some(Command::Go(go))) = Command::parse("go depth 2 searchmoves e2e4 e2e5 d2d4") else {
            panic!()
        };
        let (limits, unknown) = from_go(&go, &Position::default());
        assert_eq!(limits.search_moves.len(), 2);
        assert_eq!(unknown.len(), 1);
    }
}

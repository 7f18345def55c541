use tabia_chess::Color;
use tabia_uci::{Bound, Score};

use crate::state::score::{
    Evaluation, Perspective, bound_for_white, format_count, format_hashfull, format_nps, format_time,
};

#[test]
fn scores_are_from_whites_side() {
    let text = |score, turn| Evaluation::from_uci(score, turn).to_string();
    assert_eq!(text(Score::Cp(34), Color::White), "+0.34");
    assert_eq!(text(Score::Cp(34), Color::Black), "-0.34");
    assert_eq!(text(Score::Cp(0), Color::Black), "0.00");
    assert_eq!(text(Score::Cp(-1205), Color::Black), "+12.05");
    assert_eq!(text(Score::Mate(3), Color::White), "#3");
    assert_eq!(text(Score::Mate(3), Color::Black), "#-3");
    assert_eq!(text(Score::Mate(-2), Color::Black), "#2");
    assert_eq!(text(Score::Mate(0), Color::White), "#-0", "White is mated");
    assert_eq!(text(Score::Mate(0), Color::Black), "#0");
    assert_eq!(text(Score::Cp(i32::MIN), Color::Black), "+21474836");
    assert_eq!(text(Score::Cp(9_999), Color::White), "+99.99");
    assert_eq!(text(Score::Cp(-30_000), Color::White), "-300");
}

#[test]
fn scores_can_be_shown_from_the_side_to_move() {
    let text = |score| Evaluation::from_uci(score, Color::Black).text(Perspective::SideToMove, Color::Black);
    assert_eq!(text(Score::Cp(34)), "+0.34");
    assert_eq!(text(Score::Mate(-2)), "#-2");
}

#[test]
fn a_win_of_the_tables_is_no_number() {
    let text = |cp, turn| Evaluation::from_uci(Score::Cp(cp), turn).with_table_wins().to_string();
    // Ours and Stockfish's, at the root and a few plies away.
    for cp in [30_000, 29_990, 20_000, 19_970] {
        assert_eq!(text(cp, Color::White), "TB win");
        assert_eq!(text(cp, Color::Black), "TB loss", "from White's side");
    }
    assert_eq!(text(2_345, Color::White), "+23.45");
    assert_eq!(text(15_000, Color::White), "+150");
    let black = Evaluation::Tablebase { winner: Color::Black };
    assert_eq!(black.text(Perspective::SideToMove, Color::Black), "TB win");
    assert_eq!(black.spoken(Perspective::SideToMove, Color::White), "Tablebase win for Black");
    assert!(black.is_black_ahead() && black.bar_percent() < 5.0);
}

/// Reference values of lichess's formula.
#[test]
fn win_percent_is_that_of_lichess() {
    for (cp, percent) in
        [(0, 50.0), (50, 54.59), (100, 59.10), (200, 67.62), (300, 75.11), (500, 86.31), (1000, 97.54)]
    {
        assert!((Evaluation::Cp(cp).win_percent() - percent).abs() < 0.005, "{cp}");
        assert!((Evaluation::Cp(-cp).win_percent() - (100.0 - percent)).abs() < 0.005, "-{cp}");
    }
    let mate = Evaluation::Mate { winner: Color::White, moves: 5 };
    assert!((mate.win_percent() - 97.54).abs() < 0.005);
    assert!((Evaluation::Cp(5000).win_percent() - 97.54).abs() < 0.005);
}

#[test]
fn the_bar_tells_a_near_mate_from_a_far_one() {
    let bar = |winner, moves| Evaluation::Mate { winner, moves }.bar_percent();
    assert!(bar(Color::White, 1) > bar(Color::White, 9));
    assert!(bar(Color::White, 30) > Evaluation::Cp(1000).bar_percent());
    assert!((bar(Color::White, 3) + bar(Color::Black, 3) - 100.0).abs() < 1e-9);
}

#[test]
fn bounds_turn_with_the_side() {
    assert_eq!(bound_for_white(Bound::Lower, Color::White), Bound::Lower);
    assert_eq!(bound_for_white(Bound::Lower, Color::Black), Bound::Upper);
    assert_eq!(bound_for_white(Bound::Upper, Color::Black), Bound::Lower);
}

#[test]
fn figures_are_short() {
    let counts = [
        (0, "0"),
        (999, "999"),
        (1000, "1.0 k"),
        (12_345, "12.3 k"),
        (999_999, "999 k"),
        (1_234_567, "1.2 M"),
        (104_000_000, "104 M"),
        (3_400_000_000, "3.4 G"),
        (u64::MAX, "18446744 T"),
    ];
    for (count, text) in counts {
        assert_eq!(format_count(count), text, "{count}");
    }
    assert_eq!(format_nps(1_234_567), "1.2 M/s");
    assert_eq!(format_nps(12), "12 /s");
    let times = [
        (0, "0.0 s"),
        (430, "0.4 s"),
        (9_990, "9.9 s"),
        (12_000, "12 s"),
        (65_000, "1:05"),
        (3_605_000, "1:00:05"),
    ];
    for (ms, text) in times {
        assert_eq!(format_time(ms), text, "{ms}");
    }
    assert_eq!(format_hashfull(123), "12.3%");
    assert_eq!(format_hashfull(5000), "100.0%");
}

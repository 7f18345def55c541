//! The net that comes with Tabia.
#![cfg(feature = "embedded")]

use tabia_chess::Setup;
use tabia_nnue::embedded_net;

/// A net that was replaced by another file, or by a damaged one, is noticed here and not by a user.
#[test]
fn it_is_whole_and_knows_what_pieces_are_worth() {
    let net = embedded_net().expect("the file of the net is whole");
    assert_eq!(net.hidden(), 128);
    let value =
        |fen: &str| net.evaluate(&fen.parse::<Setup>().expect("a FEN").position().expect("a position"));
    let start = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!((0..100).contains(&start), "{start}");
    let without_queen = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(without_queen > 500, "{without_queen}");
    let queen_behind = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
    assert!(queen_behind < -400, "{queen_behind}");
}

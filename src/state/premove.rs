//! Premoves: entered while the other side thinks, and played at once if legal after its move.
//!
//! A premove is two squares; its legality is unknown until the other side has moved. As on lichess, every square that the piece could reach
//! on an empty board is offered, which allows recaptures and moves through pieces that may leave.
//!
//! Several premoves in a row are entered on the board as it will be if the opponent does nothing to it ([`made`]).

use tabia_chess::{Bitboard, CastlingSide, Color, Piece, Position, Rank, Role, Setup, Square, attacks};

use super::typed_move::plain;

/// A move that waits for the opponent's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premove {
    /// Square of the piece.
    pub from: Square,
    /// Target square; for castling, the king's final square or the rook's square.
    pub to: Square,
    /// Role that a pawn promotes to on the last rank.
    pub promotion: Role,
}

impl Premove {
    /// Creates a premove that promotes to a queen.
    pub fn new(from: Square, to: Square) -> Self {
        Self { from, to, promotion: Role::Queen }
    }

    /// Returns the premove in UCI, to be parsed when it is played.
    pub fn uci(self, position: &Position) -> String {
        let Self { from, to, promotion } = self;
        let piece = position.piece_at(from);
        let is_last = piece.is_some_and(|piece| {
            piece.role == Role::Pawn && to.relative_to(piece.color).rank() == Rank::Eighth
        });
        if is_last { format!("{from}{to}{}", promotion.char()) } else { format!("{from}{to}") }
    }

    /// Parses the two squares of a premove in UCI.
    pub fn squares(uci: &str) -> Option<(Square, Square)> {
        Some((uci.get(..2)?.parse().ok()?, uci.get(2..4)?.parse().ok()?))
    }
}

/// Returns the position with premoves in UCI made, the other side still to move, and how many of them that is: those from one that leads
/// to no position are not made, such as a capture of the king, or a move that leaves one's own king attacked for now.
pub fn made<S: AsRef<str>>(position: &Position, premoves: &[S]) -> (Position, usize) {
    let mut now = *position;
    for (count, uci) in premoves.iter().enumerate() {
        match after(&now, uci.as_ref()) {
            Some(next) => now = next,
            None => return (now, count),
        }
    }
    (now, premoves.len())
}

/// Returns the position with one premove made, the other side still to move.
fn after(position: &Position, uci: &str) -> Option<Position> {
    let (from, to) = Premove::squares(uci)?;
    let piece = position.piece_at(from)?;
    let color = piece.color;
    let mut setup = Setup::from(position);
    setup.ep_square = None;
    setup.castling_rooks = setup.castling_rooks.without(from).without(to);
    setup.board.set(from, None);
    if piece.role == Role::King {
        for side in CastlingSide::ALL {
            setup.castling_rooks = position
                .castling_rook(color, side)
                .map_or(setup.castling_rooks, |rook| setup.castling_rooks.without(rook));
        }
    }
    let castling = (piece.role == Role::King).then(|| castled(position, color, from, to)).flatten();
    if let Some((side, rook)) = castling {
        setup.board.set(rook, None);
        setup.board.set(side.king_to(color), Some(piece));
        setup.board.set(side.rook_to(color), Some(Piece { color, role: Role::Rook }));
    } else {
        let promotion = uci.get(4..).and_then(|text| text.chars().next()).and_then(Role::from_char);
        setup.board.set(to, Some(Piece { color, role: promotion.unwrap_or(piece.role) }));
    }
    setup.position().ok()
}

/// Returns the side and the rook's square of a king's premove that castles.
fn castled(position: &Position, color: Color, from: Square, to: Square) -> Option<(CastlingSide, Square)> {
    CastlingSide::ALL.into_iter().find_map(|side| {
        let rook = position.castling_rook(color, side)?;
        let is_step = attacks::king(from).contains(to);
        (to == rook || (to == side.king_to(color) && !is_step)).then_some((side, rook))
    })
}

/// Returns the squares of premoves in UCI, to mark them.
pub fn marked<S: AsRef<str>>(premoves: &[S]) -> Bitboard {
    let squares = premoves.iter().filter_map(|uci| Premove::squares(uci.as_ref()));
    squares.fold(Bitboard::EMPTY, |set, (from, to)| set.with(from).with(to))
}

/// Returns every pair of squares that `color` can enter as a premove.
pub fn premoves(position: &Position, color: Color) -> Vec<(Square, Square)> {
    let own = position.by_color(color);
    own.into_iter()
        .flat_map(|from| destinations(position, color, from).into_iter().map(move |to| (from, to)))
        .collect()
}

/// Returns the premove targets of the piece on `from`; empty if it isn't a piece of `color`.
fn destinations(position: &Position, color: Color, from: Square) -> Bitboard {
    let Some(piece) = position.piece_at(from).filter(|piece| piece.color == color) else {
        return Bitboard::EMPTY;
    };
    let reached = match piece.role {
        Role::Pawn => pawn(color, from),
        Role::King => attacks::king(from) | castling(position, color),
        role => attacks::piece(color, role, from, Bitboard::EMPTY),
    };
    reached.without(from)
}

fn pawn(color: Color, from: Square) -> Bitboard {
    let one = Bitboard::from_square(from).forward(color);
    let is_home = from.relative_to(color).rank() == Rank::Second;
    let two = if is_home { one.forward(color) } else { Bitboard::EMPTY };
    one | two | attacks::pawn(color, from)
}

fn castling(position: &Position, color: Color) -> Bitboard {
    let sides = CastlingSide::ALL.into_iter();
    sides.fold(Bitboard::EMPTY, |set, side| match position.castling_rook(color, side) {
        Some(rook) => set.with(rook).with(side.king_to(color)),
        None => set,
    })
}

/// Parses a typed premove of `color`: two squares, SAN, or castling with letters.
pub fn read(position: &Position, color: Color, text: &str) -> Option<Premove> {
    let typed = plain(text.trim());
    let (typed, promotion) = split_promotion(&typed);
    let offered = premoves(position, color);
    let role_at = |square: Square| position.piece_at(square).map(|piece| piece.role);
    if let Some(side) = castling_side(typed) {
        // The rook's square is unambiguous for castling, in Chess960 too.
        return Some(Premove::new(position.king(color), position.castling_rook(color, side)?));
    }
    let fits = |same: fn(&str, &str) -> bool| {
        let mut found = offered.iter().filter(|&&(from, to)| {
            role_at(from)
                .is_some_and(|role| spellings(role, from, to).iter().any(|spelling| same(spelling, typed)))
        });
        let first = found.next().copied();
        // Ambiguous text is not a premove.
        first.filter(|_| found.next().is_none())
    };
    let (from, to) = fits(|a, b| a == b).or_else(|| fits(str::eq_ignore_ascii_case))?;
    Some(Premove { from, to, promotion })
}

/// Spellings of a move, without capture signs.
fn spellings(role: Role, from: Square, to: Square) -> Vec<String> {
    let (file, rank) = (from.file().char(), from.rank().char());
    let mut all = vec![format!("{from}{to}")];
    if role == Role::Pawn {
        all.push(if from.file() == to.file() { to.to_string() } else { format!("{file}{to}") });
    } else {
        let letter = role.upper_char();
        all.extend([
            format!("{letter}{to}"),
            format!("{letter}{file}{to}"),
            format!("{letter}{rank}{to}"),
            format!("{letter}{from}{to}"),
        ]);
    }
    all
}

/// Splits off a promotion piece at the end, as in `a8N`; a queen by default.
fn split_promotion(text: &str) -> (&str, Role) {
    let piece = text.chars().last().filter(|last| "QRBNqrbn".contains(*last)).and_then(Role::from_char);
    let head = text.get(..text.len().saturating_sub(1)).unwrap_or_default();
    match piece {
        Some(role) if head.ends_with(['1', '8']) => (head, role),
        _ => (text, Role::Queen),
    }
}

fn castling_side(text: &str) -> Option<CastlingSide> {
    match text.to_ascii_uppercase().replace('0', "O").as_str() {
        "OO" => Some(CastlingSide::KingSide),
        "OOO" => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tabia_chess::fen;

    fn position(fen: &str) -> Position {
        fen::parse(fen).unwrap().position().unwrap()
    }

    fn squares(from: &str, to: &str) -> (Square, Square) {
        (from.parse().unwrap(), to.parse().unwrap())
    }

    #[test]
    fn pieces_go_through_what_stands_in_their_way() {
        let start = Position::default();
        let offered = premoves(&start, Color::Black);
        for (from, to) in
            [("d8", "d5"), ("d8", "h4"), ("e7", "e5"), ("e7", "d6"), ("g8", "e7"), ("e8", "g8"), ("e8", "h8")]
        {
            assert!(offered.contains(&squares(from, to)), "{from}{to}");
        }
        for (from, to) in [("e7", "e4"), ("e7", "e8"), ("d8", "e6"), ("e2", "e4")] {
            assert!(!offered.contains(&squares(from, to)), "{from}{to}");
        }
    }

    #[test]
    fn a_premove_is_played_if_it_is_legal_then() {
        let uci = Premove::new(Square::E7, Square::D6).uci(&Position::default());
        assert_eq!((uci.as_str(), Premove::squares(&uci)), ("e7d6", Some((Square::E7, Square::D6))));
        let capture = position("4k3/4p3/3N4/8/8/8/8/4K3 b - - 0 1");
        assert_eq!(capture.parse_uci(&uci).map(|m| capture.san(m)).as_deref(), Ok("exd6"));
        assert!(position("4k3/4p3/8/3N4/8/8/8/4K3 b - - 0 1").parse_uci(&uci).is_err());
        assert_eq!((Premove::squares("é7d6"), Premove::squares("e7")), (None, None));
    }

    #[test]
    fn premoves_in_a_row_are_made_on_the_board() {
        let start = position("4k3/8/8/8/8/8/P7/4K2R b K - 0 1");
        let board = |premoves: &[&str]| {
            let (now, count) = made(&start, premoves);
            (now.to_fen().split(' ').next().unwrap_or_default().to_owned(), count)
        };
        let is = |fen: &str, count: usize| (fen.to_owned(), count);
        assert_eq!(board(&[]), is("4k3/8/8/8/8/8/P7/4K2R", 0));
        assert_eq!(board(&["a2a4", "a4a5"]), is("4k3/8/8/P7/8/8/8/4K2R", 2));
        for castling in ["e1g1", "e1h1"] {
            assert_eq!(board(&[castling, "f1f7"]), is("4k3/5R2/8/8/8/8/P7/6K1", 2), "{castling}");
        }
        // The rook gives check and takes the king: no position.
        assert_eq!(board(&["h1h8", "h8e8", "a2a4"]), is("4k2R/8/8/8/8/8/P7/4K3", 1));
        assert_eq!(board(&["b2b4"]), is("4k3/8/8/8/8/8/P7/4K2R", 0), "no piece");
        assert_eq!(made(&start, &["a2a4"]).0.turn(), Color::Black);
        let last = position("7k/P7/8/8/8/8/8/K7 b - - 0 1");
        assert_eq!(
            made(&last, &["a7a8r", "a8a2"]).0.piece_at(Square::A2).map(|piece| piece.role),
            Some(Role::Rook)
        );
        assert_eq!(marked(&["a2a4", "a4a5"]).count(), 3);
    }

    #[test]
    fn a_pinned_piece_may_be_premoved_but_nothing_after_it() {
        let pinned = position("4r1k1/8/8/8/8/8/4N3/4K3 b - - 0 1");
        assert!(premoves(&pinned, Color::White).contains(&squares("e2", "c3")));
        assert_eq!(made(&pinned, &["e2c3", "c3d5"]), (pinned, 0));
    }

    #[test]
    fn castling_is_entered_by_either_square() {
        let open = position("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1");
        for to in [Square::G8, Square::H8] {
            let m = open.parse_uci(&Premove::new(Square::E8, to).uci(&open)).unwrap();
            assert_eq!(open.san(m), "O-O");
        }
    }

    #[test]
    fn a_pawn_becomes_what_was_said() {
        let last = position("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        let uci = |text: &str| read(&last, Color::White, text).map(|premove| premove.uci(&last));
        assert_eq!(Premove::new(Square::A7, Square::A8).uci(&last), "a7a8q");
        assert_eq!(uci("a8=N").as_deref(), Some("a7a8n"));
        assert_eq!(uci("a7a8r").as_deref(), Some("a7a8r"));
        assert_eq!(uci("Kb1").as_deref(), Some("a1b1"));
    }

    #[test]
    fn premoves_are_typed_as_moves_are() {
        let start = Position::default();
        let typed = |text: &str| read(&start, Color::Black, text).map(|premove| (premove.from, premove.to));
        assert_eq!(typed("e7e5"), Some(squares("e7", "e5")));
        assert_eq!(typed("e5"), Some(squares("e7", "e5")));
        assert_eq!(typed("Nf6"), Some(squares("g8", "f6")));
        assert_eq!(typed("nf6"), Some(squares("g8", "f6")));
        assert_eq!(typed("exd6"), Some(squares("e7", "d6")));
        assert_eq!(typed("Qxd5"), Some(squares("d8", "d5")));
        assert_eq!(typed("O-O"), Some(squares("e8", "h8")));
        assert_eq!(typed("0-0-0"), Some(squares("e8", "a8")));
        for nothing in ["", "e4", "Ke4", "hello", "Ra5a", "♞"] {
            assert_eq!(typed(nothing), None, "{nothing}");
        }
        // Two rooks can go there: the text must say which.
        let rooks = position("r6r/8/4k3/8/8/8/8/4K3 w - - 0 1");
        let typed = |text: &str| read(&rooks, Color::Black, text).map(|premove| premove.from);
        assert_eq!((typed("Rd8"), typed("Rad8"), typed("h8d8")), (None, Some(Square::A8), Some(Square::H8)));
    }

    proptest! {
        #[test]
        fn every_legal_move_was_offered_before(number in 0_u16..960, steps in prop::collection::vec(any::<u8>(), 0..60)) {
            // The opponent's move never adds to the moves of one's own pieces: every move that is legal afterwards was offered before.
            let mut position = Position::chess960(number);
            for step in steps {
                let before = premoves(&position, !position.turn());
                let moves = position.legal_moves();
                let Some(m) = moves.get(usize::from(step) % moves.len().max(1)).copied() else { break };
                let mut after = position;
                after.play_unchecked(m);
                for reply in after.legal_moves().iter() {
                    prop_assert!(before.contains(&(reply.from(), reply.to())), "{} {}", after.to_fen(), after.san(*reply));
                    let premove = Premove { promotion: reply.promotion().unwrap_or(Role::Queen), ..Premove::new(reply.from(), reply.to()) };
                    prop_assert_eq!(after.parse_uci(&premove.uci(&position)).ok(), Some(*reply));
                }
                position = after;
            }
        }

        #[test]
        fn any_text_is_answered(text in "\\PC*") {
            let _ = made(&Position::default(), &[text.as_str()]);
            let _ = read(&Position::default(), Color::White, &text);
        }
    }
}

//! Content of the board as plain data: computed once per position, cheap to compare, testable natively.

use crate::state::premove;
use crate::state::settings::MoveInput;
use tabia_chess::{Bitboard, Color, Move, Position, Role, Square};

/// Everything that the board draws. Engine output is not part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardView {
    /// The position on the board.
    pub position: Position,
    /// Side at the bottom.
    pub orientation: Color,
    /// Origin and destination of the last move.
    pub last_move: Option<(Square, Square)>,
    /// How the user moves pieces with mouse or finger.
    pub input: MoveInput,
    /// Squares of pending premoves. The position has them made already.
    pub premoves: Bitboard,
    /// The side that the user plays; `None` if the user moves for both sides.
    player: Option<Color>,
    /// View only.
    is_fixed: bool,
    targets: Targets,
}

impl BoardView {
    /// Creates a view of `position`; `last_move` is the move that led to it.
    pub fn new(position: Position, orientation: Color, last_move: Option<(Square, Square)>) -> Self {
        let targets = Targets::new(&position);
        let input = MoveInput::default();
        Self {
            position,
            orientation,
            last_move,
            input,
            premoves: Bitboard::EMPTY,
            player: None,
            is_fixed: false,
            targets,
        }
    }

    /// Returns the same view; with `always`, pawns promote to queens without asking.
    #[must_use]
    pub fn with_queens(mut self, always: bool) -> Self {
        self.targets.queens = always;
        self
    }

    /// Returns the same view with this way of moving pieces.
    #[must_use]
    pub fn with_input(mut self, input: MoveInput) -> Self {
        self.input = input;
        self
    }

    /// Returns the same view for a user who plays one side: premoves can be entered while the other side is to move.
    #[must_use]
    pub fn for_player(mut self, color: Color, premoves: Bitboard) -> Self {
        self.player = Some(color);
        self.premoves = premoves;
        if self.position.turn() != color {
            self.targets.moves.clear();
            self.targets.premoves = premove::premoves(&self.position, color);
        }
        self
    }

    /// Returns the side whose pieces can be moved, now or as a premove; `None` if nothing can be moved.
    pub fn mover(&self) -> Option<Color> {
        (!self.is_fixed).then(|| self.player.unwrap_or(self.position.turn()))
    }

    /// Returns the square that stays selected when `next` is shown: a player's selection survives the opponent's move.
    pub fn keeps_selected(&self, selected: Option<Square>, next: &Self) -> Option<Square> {
        let piece_stays = |square: &Square| {
            next.is_own(*square) && next.position.piece_at(*square) == self.position.piece_at(*square)
        };
        let is_kept =
            next.position == self.position || (next.has_player() && next.orientation == self.orientation);
        selected.filter(|_| is_kept).filter(piece_stays)
    }

    /// Returns whether the user plays one side, so that the other side moves by itself.
    pub fn has_player(&self) -> bool {
        self.player.is_some()
    }

    /// Returns the same view as read-only: nothing can be moved or selected.
    #[must_use]
    pub fn fixed(mut self) -> Self {
        self.is_fixed = true;
        self.targets.moves.clear();
        self.targets.premoves.clear();
        self
    }

    /// Returns the legal moves as pairs of squares to click.
    pub fn targets(&self) -> &Targets {
        &self.targets
    }

    /// Returns the king's square if the side to move is in check.
    pub fn checked_king(&self) -> Option<Square> {
        self.position.checkers().any().then(|| self.position.king(self.position.turn()))
    }

    /// Returns whether the piece on `square`, if any, can be picked up.
    pub fn is_own(&self, square: Square) -> bool {
        self.position.piece_at(square).is_some_and(|piece| Some(piece.color) == self.mover())
    }
}

/// The legal moves of a position by the squares that the user clicks.
///
/// Castling can be played to the rook's square and, where no ordinary king move goes there, to the king's final square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Targets {
    moves: Vec<(Square, Square, Move)>,
    /// Pairs of squares for premoves.
    premoves: Vec<(Square, Square)>,
    /// Whether to promote to queens without asking.
    queens: bool,
}

impl Targets {
    fn new(position: &Position) -> Self {
        let moves = position.legal_moves();
        let mut targets: Vec<_> = moves.iter().map(|&m| (m.from(), m.to(), m)).collect();
        for &castling in moves.iter().filter(|m| m.is_castling()) {
            let from = castling.from();
            let to = castling_king_destination(castling);
            if to != from && !targets.iter().any(|&(f, t, _)| f == from && t == to) {
                targets.push((from, to, castling));
            }
        }
        Self { moves: targets, premoves: Vec::new(), queens: false }
    }

    /// Returns all squares that the piece on `from` can move to.
    pub fn destinations(&self, from: Square) -> Bitboard {
        let moves = self.moves.iter().map(|&(f, to, _)| (f, to));
        let all = moves.chain(self.premoves.iter().copied());
        all.filter(|&(f, _)| f == from).fold(Bitboard::EMPTY, |set, (_, to)| set.with(to))
    }

    /// Interprets a step from `from` to `to`: illegal, a single move, or a pawn's promotions.
    pub fn step(&self, from: Square, to: Square) -> DropMeaning {
        let mut moves = self.moves.iter().filter(|&&(f, t, _)| f == from && t == to).map(|&(.., m)| m);
        match moves.next() {
            None if self.premoves.contains(&(from, to)) => DropMeaning::Premove,
            None => DropMeaning::Illegal,
            Some(m) if m.promotion().is_some() => match self.promotion(from, to, Role::Queen) {
                Some(queen) if self.queens => DropMeaning::Move(queen),
                _ => DropMeaning::Promotion,
            },
            Some(m) => DropMeaning::Move(m),
        }
    }

    /// Returns the move of the pawn from `from` to `to` that promotes it to `role`.
    pub fn promotion(&self, from: Square, to: Square, role: Role) -> Option<Move> {
        self.moves
            .iter()
            .find(|&&(f, t, m)| f == from && t == to && m.promotion() == Some(role))
            .map(|&(.., m)| m)
    }
}

/// Meaning of dropping a piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropMeaning {
    /// No legal move.
    Illegal,
    /// Exactly one move.
    Move(Move),
    /// A premove: the other side is to move.
    Premove,
    /// A pawn reaches the last rank: the piece is yet to be chosen.
    Promotion,
}

/// Returns the king's destination when castling; the move itself is stored as king takes own rook.
pub fn castling_king_destination(castling: Move) -> Square {
    let (from, rook) = (castling.from(), castling.to());
    let file = if rook.file() > from.file() { tabia_chess::File::G } else { tabia_chess::File::C };
    Square::from_coords(file, from.rank())
}

/// Returns the two squares to mark for a move; for castling, the king's squares rather than the rook's.
pub fn marked_squares(m: Move) -> (Square, Square) {
    (m.from(), if m.is_castling() { castling_king_destination(m) } else { m.to() })
}

/// Returns the column (0 is left) and row (0 is top) of a square on the screen.
pub fn slot(square: Square, orientation: Color) -> (usize, usize) {
    let (file, rank) = (square.file().index(), square.rank().index());
    match orientation {
        Color::White => (file, 7 - rank),
        Color::Black => (7 - file, rank),
    }
}

/// Returns where an arrow key, Home or End leads from a square: `None` for another key, the square itself at the edge of the board.
pub fn step_by_key(key: &str, square: Square, orientation: Color) -> Option<Square> {
    let (column, row) = slot(square, orientation);
    let (column, row) = match key {
        "ArrowLeft" => (column.wrapping_sub(1), row),
        "ArrowRight" => (column + 1, row),
        "ArrowUp" => (column, row.wrapping_sub(1)),
        "ArrowDown" => (column, row + 1),
        "Home" => (0, row),
        "End" => (7, row),
        _ => return None,
    };
    Some(square_in_slot(column, row, orientation).unwrap_or(square))
}

/// Returns the square at a column and row of the screen.
pub fn square_in_slot(column: usize, row: usize, orientation: Color) -> Option<Square> {
    if column > 7 || row > 7 {
        return None;
    }
    let (file, rank) = match orientation {
        Color::White => (column, 7 - row),
        Color::Black => (7 - column, row),
    };
    Square::new(rank * 8 + file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::{Position, fen};

    fn position(fen: &str) -> Position {
        fen::parse(fen).unwrap().position().unwrap()
    }

    #[test]
    fn slots_and_squares_are_inverse() {
        for orientation in Color::ALL {
            for square in Square::ALL {
                let (column, row) = slot(square, orientation);
                assert_eq!(square_in_slot(column, row, orientation), Some(square));
            }
        }
        assert_eq!(square_in_slot(8, 0, Color::White), None);
    }

    #[test]
    fn keys_lead_from_square_to_square_as_the_board_is_seen() {
        let step = |key, from: Square, orientation| step_by_key(key, from, orientation);
        let (e4, a8) = (Square::E4, Square::A8);
        for (key, white, black) in [
            ("ArrowLeft", Square::D4, Square::F4),
            ("ArrowRight", Square::F4, Square::D4),
            ("ArrowUp", Square::E5, Square::E3),
            ("ArrowDown", Square::E3, Square::E5),
            ("Home", Square::A4, Square::H4),
            ("End", Square::H4, Square::A4),
        ] {
            assert_eq!(step(key, e4, Color::White), Some(white), "{key}");
            assert_eq!(step(key, e4, Color::Black), Some(black), "{key}");
        }
        assert_eq!(step("ArrowUp", a8, Color::White), Some(a8), "the edge");
        assert_eq!(step("ArrowRight", a8, Color::Black), Some(a8), "the edge");
        assert_eq!(step("Enter", e4, Color::White), None);
    }

    #[test]
    fn castling_is_offered_on_both_squares() {
        let view = BoardView::new(position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), Color::White, None);
        let destinations = view.targets().destinations(Square::E1);
        for square in [Square::A1, Square::C1, Square::G1, Square::H1] {
            assert!(destinations.contains(square), "{square}");
        }
        let DropMeaning::Move(short) = view.targets().step(Square::E1, Square::G1) else {
            panic!("no castling")
        };
        assert!(short.is_castling());
        assert_eq!(marked_squares(short), (Square::E1, Square::G1));
    }

    #[test]
    fn a_king_move_is_not_taken_for_castling() {
        // Chess960: the king on f1 can move to g1 or castle with the rook on h1.
        let view = BoardView::new(position("4k3/8/8/8/8/8/8/5K1R w H - 0 1"), Color::White, None);
        let DropMeaning::Move(step) = view.targets().step(Square::F1, Square::G1) else { panic!("no move") };
        assert!(!step.is_castling());
        let DropMeaning::Move(castling) = view.targets().step(Square::F1, Square::H1) else {
            panic!("no castling")
        };
        assert!(castling.is_castling());
    }

    #[test]
    fn a_player_enters_premoves_while_the_other_side_is_to_move() {
        let start = Position::default();
        let view = BoardView::new(start, Color::Black, None).for_player(Color::Black, Bitboard::EMPTY);
        assert!(view.is_own(Square::E7) && !view.is_own(Square::E2));
        assert_eq!(view.targets().step(Square::E7, Square::E5), DropMeaning::Premove);
        assert_eq!(view.targets().step(Square::E2, Square::E4), DropMeaning::Illegal);
        let mut after = start;
        after.play_unchecked(start.parse_san("e4").unwrap());
        let view = BoardView::new(after, Color::Black, None).for_player(Color::Black, Bitboard::EMPTY);
        assert!(matches!(view.targets().step(Square::E7, Square::E5), DropMeaning::Move(_)));
        let fixed =
            BoardView::new(start, Color::Black, None).for_player(Color::Black, Bitboard::EMPTY).fixed();
        assert!(fixed.targets().destinations(Square::E7).is_empty());
        assert!(!fixed.is_own(Square::E7), "nothing can be selected");
    }

    #[test]
    fn a_selection_ends_with_the_game() {
        let start = Position::default();
        let mut after = start;
        after.play_unchecked(start.parse_san("e4").unwrap());
        let view =
            |position| BoardView::new(position, Color::Black, None).for_player(Color::Black, Bitboard::EMPTY);
        let kept = |old: &BoardView, new: &BoardView| old.keeps_selected(Some(Square::E7), new);
        assert_eq!(kept(&view(start), &view(after)), Some(Square::E7), "the other side has moved");
        let flag_fell = view(after).fixed();
        assert_eq!(kept(&view(after), &flag_fell), None, "the position is the same");
        let own_turn = BoardView::new(start, Color::White, None);
        let turned = BoardView::new(start, Color::Black, None);
        assert_eq!(own_turn.keeps_selected(Some(Square::E2), &turned), Some(Square::E2));
        let next = BoardView::new(after, Color::White, None);
        assert_eq!(next.keeps_selected(Some(Square::E7), &own_turn), None, "another position");
    }

    #[test]
    fn promotions_ask_for_the_piece() {
        let view = BoardView::new(position("8/P6k/8/8/8/8/8/K7 w - - 0 1"), Color::White, None);
        assert_eq!(view.targets().step(Square::A7, Square::A8), DropMeaning::Promotion);
        let rook = view.targets().promotion(Square::A7, Square::A8, Role::Rook).unwrap();
        assert_eq!(rook.promotion(), Some(Role::Rook));
        assert_eq!(view.targets().step(Square::A7, Square::B8), DropMeaning::Illegal);
        let queens = view.with_queens(true);
        let DropMeaning::Move(queen) = queens.targets().step(Square::A7, Square::A8) else {
            panic!("no queen")
        };
        assert_eq!(queen.promotion(), Some(Role::Queen));
    }
}

//! Opening, middlegame and endgame, divided as on lichess (`scalachess/Divider.scala`).

use tabia_chess::{Board, Color, Role};
use tabia_pgn::Game;

/// The opening ends with this number of pieces or fewer, not counting kings and pawns.
const MIDDLEGAME_PIECES: u32 = 10;
/// The endgame begins with this number of pieces or fewer.
const ENDGAME_PIECES: u32 = 6;
/// With fewer of its pieces on the back rank, a side is developed and the opening is over.
const BACK_RANK_PIECES: u32 = 4;
/// Mixedness above which the opening is over.
const MIXED: i32 = 150;

/// Start of each phase of a game, in plies from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Phases {
    /// The first position of the middlegame; `None` if there is none.
    pub middlegame: Option<usize>,
    /// The first position of the endgame; `None` if the game did not reach it.
    pub endgame: Option<usize>,
}

impl Phases {
    /// The phases of the main line of a game.
    pub fn of_game(game: &Game) -> Self {
        let mut position = *game.start();
        let mut boards = vec![*position.board()];
        for played in game.main_line().filter_map(|node| game.played(node)) {
            played.apply(&mut position);
            boards.push(*position.board());
        }
        Self::of_boards(&boards)
    }

    fn of_boards(boards: &[Board]) -> Self {
        let is_open = |board: &Board| {
            pieces(board) <= MIDDLEGAME_PIECES || is_back_rank_sparse(board) || mixedness(board) > MIXED
        };
        let middlegame = boards.iter().position(is_open);
        let endgame =
            middlegame.and_then(|_| boards.iter().position(|board| pieces(board) <= ENDGAME_PIECES));
        // A game can reach the endgame without a middlegame.
        let middlegame = middlegame.filter(|&middle| endgame.is_none_or(|end| middle < end));
        Self { middlegame, endgame }
    }
}

/// Number of pieces of both sides, not counting kings and pawns.
fn pieces(board: &Board) -> u32 {
    board.iter().filter(|(_, piece)| !matches!(piece.role, Role::King | Role::Pawn)).count() as u32
}

fn is_back_rank_sparse(board: &Board) -> bool {
    let on = |color: Color, rank: usize| {
        board.iter().filter(|(square, piece)| piece.color == color && square.rank().index() == rank).count()
    };
    [on(Color::White, 0), on(Color::Black, 7)].into_iter().any(|count| (count as u32) < BACK_RANK_PIECES)
}

/// Returns how closely the pieces of both sides are mixed: a sum over all 2×2 squares.
fn mixedness(board: &Board) -> i32 {
    let mut sides = [[[0_u8; 8]; 8]; 2];
    for (square, piece) in board.iter() {
        sides[usize::from(piece.color == Color::Black)][square.rank().index()][square.file().index()] = 1;
    }
    let count = |side: &[[u8; 8]; 8], y: usize, x: usize| {
        side[y][x] + side[y][x + 1] + side[y + 1][x] + side[y + 1][x + 1]
    };
    let mut sum = 0;
    for y in 0..7 {
        for x in 0..7 {
            sum += weight(y as i32 + 1, count(&sides[0], y, x), count(&sides[1], y, x));
        }
    }
    sum
}

/// Weight of a 2×2 square with these numbers of white and black men; `y` is its lower rank.
fn weight(y: i32, white: u8, black: u8) -> i32 {
    let if_beyond = |is_beyond: bool, value: i32| if is_beyond { value } else { 0 };
    match (white, black) {
        (1, 0) => 1 + (8 - y),
        (2, 0) => if_beyond(y > 2, y),
        (3 | 4, 0) => if_beyond(y > 1, y + 2),
        (0, 1) => 1 + y,
        (0, 2) => if_beyond(y < 6, 8 - y),
        (0, 3 | 4) => if_beyond(y < 7, 10 - y),
        (1, 1) => 5 + (3 - y).abs(),
        (2, 1) => 4 + y,
        (3, 1) => 5 + y,
        (1, 2) => 10 - y,
        (1, 3) => 11 - y,
        (2, 2) => 7,
        _ => 0,
    }
}

/// Phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The opening.
    Opening,
    /// The pieces are developed or mixed up.
    Middlegame,
    /// Few pieces are left.
    Endgame,
}

impl Phases {
    /// The phase of the position after `ply` plies.
    pub fn at(&self, ply: usize) -> Phase {
        if self.endgame.is_some_and(|from| ply >= from) {
            Phase::Endgame
        } else if self.middlegame.is_some_and(|from| ply >= from) {
            Phase::Middlegame
        } else {
            Phase::Opening
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Position;

    fn phases(text: &str) -> Phases {
        Phases::of_game(&tabia_pgn::read(text).games.remove(0))
    }

    #[test]
    fn a_short_game_stays_in_the_opening() {
        assert_eq!(phases("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"), Phases::default());
        assert_eq!(Phases::default().at(7), Phase::Opening);
    }

    #[test]
    fn development_ends_the_opening_and_exchanges_the_middlegame() {
        // Black has not castled and has only three pieces left on the back rank.
        let middle = phases(
            "[FEN \"r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1\"]\n\n1. O-O O-O *",
        );
        assert_eq!(middle, Phases { middlegame: Some(0), endgame: None });
        let end = phases("[FEN \"4k3/1pp2ppp/2n2n2/8/8/2N2N2/PPP2PP1/4K2R w - - 0 1\"]\n\n1. Rh2 Kd7 *");
        assert_eq!(end, Phases { middlegame: None, endgame: Some(0) });
        assert_eq!((end.at(0), middle.at(1)), (Phase::Endgame, Phase::Middlegame));
    }

    /// Openings with all pieces on the board that lichess divides by mixedness alone: 150 is not yet a middlegame, 151 is.
    #[test]
    fn the_middlegame_begins_beyond_the_threshold() {
        for (fen, mixed, middlegame) in [
            ("r1bqk1nr/2pn1pbp/p3p1p1/1p1pP3/3P1P2/2N1BB2/PPP3PP/R2QK1NR w KQkq - 0 1", 141, None),
            ("nrqbnkbr/p1p1ppp1/1p6/3p3p/1P3P2/3P4/P1P1P1PP/NRQBNKBR w KQkq - 0 1", 150, None),
            ("brkqrbn1/p1pp1ppp/6n1/1p2p3/1P2P3/2P5/P2P1PPP/BRKQRBNN w KQkq - 0 1", 151, Some(0)),
        ] {
            let board = *fen.parse::<tabia_chess::Setup>().unwrap().position().unwrap().board();
            assert_eq!(mixedness(&board), mixed, "{fen}");
            assert_eq!(Phases::of_boards(&[board]), Phases { middlegame, endgame: None }, "{fen}");
        }
    }

    /// The start position has two rows of men far apart: calculated by hand from lichess's table.
    #[test]
    fn the_start_position_is_not_mixed_at_all() {
        let board = *Position::default().board();
        // The squares of ranks 2 and 3 have two white men each, and those of ranks 6 and 7 two black ones: men at home count nothing.
        // White's y is 2 and Black's y is 6 there; four men at home count nothing either.
        assert_eq!(mixedness(&board), 0);
        assert_eq!(pieces(&board), 14);
        assert!(!is_back_rank_sparse(&board));
    }
}

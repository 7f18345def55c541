//! Start positions: the standard one, Chess960 and double Chess960.

use super::Position;
use crate::{Color, File, Rank, Role, Setup, Square};

impl Position {
    /// A start position of Chess960 by its number 0 to 959 (518 is the standard one); larger numbers count
    /// modulo 960.
    pub fn chess960(number: u16) -> Self {
        Self::double_chess960(number, number)
    }

    /// A start position of double Chess960: each side's first rank has its own number, modulo 960.
    pub fn double_chess960(white: u16, black: u16) -> Self {
        let mut setup = Setup::EMPTY;
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            for (file, role) in File::ALL.into_iter().zip(chess960_rank(number % 960)) {
                let square = Square::from_coords(file, Rank::First.relative_to(color));
                setup.board.put(square, color, role);
                setup.board.put(
                    Square::from_coords(file, Rank::Second.relative_to(color)),
                    color,
                    Role::Pawn,
                );
                if role == Role::Rook {
                    setup.castling_rooks |= square.into();
                }
            }
        }
        Self::from_setup_unchecked(&setup)
    }
}

/// The start position.
impl Default for Position {
    fn default() -> Self {
        Self::chess960(518)
    }
}

/// The first rank of a Chess960 start position by Reinhard Scharnagl's numbering.
fn chess960_rank(number: u16) -> [Role; 8] {
    // The knights' places among the five squares left after bishops and queen.
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let number = usize::from(number);
    let mut rank: [Option<Role>; 8] = [None; 8];
    rank[number % 4 * 2 + 1] = Some(Role::Bishop);
    rank[number / 4 % 4 * 2] = Some(Role::Bishop);
    let mut fill = |index: usize, role: Role| {
        if let Some(free) = rank.iter_mut().filter(|place| place.is_none()).nth(index) {
            *free = Some(role);
        }
    };
    fill(number / 16 % 6, Role::Queen);
    let (first, second) = KNIGHTS[number / 96 % 10];
    fill(second, Role::Knight);
    fill(first, Role::Knight);
    fill(0, Role::Rook);
    fill(0, Role::King);
    fill(0, Role::Rook);
    rank.map(|place| place.unwrap_or(Role::Rook))
}

//! Position editor: every field of a FEN, and all faults of the position.

use tabia_chess::fen::parse_tolerant;
use tabia_chess::{
    Bitboard, CastlingSide, Color, Fault, Faults, FenError, File, Piece, Position, Rank, Role, Setup, Square,
};

use super::game::GameAction;

/// Chess960 number of the standard start position.
pub const USUAL_START: u16 = 518;

/// Maximum number of undo steps.
const MAX_UNDO: usize = 200;

/// A position in the editor. Any content is possible; [`faults`](Self::faults) lists what is wrong with it.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardEditor {
    setup: Setup,
    /// The chosen Chess960 start position, until it is changed.
    chess960: Option<u16>,
    before: Vec<Setup>,
}

/// Change of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardEditorAction {
    /// Put a piece on a square, or clear it.
    Put(Square, Option<Piece>),
    /// Move a piece to another square, replacing what is there.
    Move(Square, Square),
    /// Set the side to move.
    Turn(Color),
    /// Set the file of the rook that a side may castle with on a wing; `None` for no castling right.
    Castling(Color, CastlingSide, Option<File>),
    /// Set the square that a pawn has just passed.
    EnPassant(Option<Square>),
    /// Set the number of plies since the last capture or pawn move.
    HalfmoveClock(u32),
    /// Set the number of the move, from 1.
    FullmoveNumber(u32),
    /// Replace everything.
    Replace(Setup),
    /// Set Chess960 start position 0 to 959.
    Chess960(u16),
    /// Undo the last change.
    Undo,
}

/// Position from a FEN.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReadFen {
    /// The position.
    pub setup: Setup,
    /// Whether castling rights in the text were dropped because the king or rook isn't on its square.
    pub drops_castling: bool,
}

/// How usable an edited position is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupVerdict {
    /// A legal position.
    Legal,
    /// Unreachable in a game, but playable.
    Playable,
    /// Not playable.
    Unusable,
}

impl BoardEditor {
    /// Starts with a position.
    pub fn new(setup: Setup) -> Self {
        Self { setup, chess960: None, before: Vec::new() }
    }

    /// Starts with a FEN, or with the start position if the FEN is invalid.
    pub fn of_fen(fen: &str) -> Self {
        Self::new(Self::read_fen(fen).map(|read| read.setup).unwrap_or_default())
    }

    /// Parses a FEN for [`BoardEditorAction::Replace`], tolerating the variants found in files and on web pages.
    ///
    /// # Errors
    /// [`FenError`] with the invalid field.
    pub fn read_fen(text: &str) -> Result<ReadFen, FenError> {
        let fen = parse_tolerant(text)?;
        if let Some(words) = fen.ignored {
            return Err(FenError::Trailing(words));
        }
        let mut setup = fen.setup;
        let drops_castling = setup.drop_stale_castling_rights(fen.names_rooks);
        Ok(ReadFen { setup, drops_castling })
    }

    /// Returns the current position.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the FEN; castling rights are named by file where standard notation can't express them.
    pub fn fen(&self) -> String {
        if self.setup.has_only_orthodox_rights() {
            self.setup.to_string()
        } else {
            self.setup.to_shredder_fen()
        }
    }

    /// Whether there is a change to undo.
    pub fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    /// Returns the position after a change.
    #[must_use]
    pub fn reduce(&self, action: &BoardEditorAction) -> Self {
        let mut setup = self.setup;
        let mut chess960 = None;
        match *action {
            BoardEditorAction::Put(square, piece) => setup.board.set(square, piece),
            BoardEditorAction::Move(from, to) => {
                let piece = setup.board.piece_at(from);
                setup.board.set(from, None);
                setup.board.set(to, piece);
            }
            BoardEditorAction::Turn(turn) => {
                setup.turn = turn;
                // The en-passant square belongs to the side that has just moved.
                setup.ep_square = None;
            }
            BoardEditorAction::Castling(color, side, file) => {
                let rank = Rank::First.relative_to(color);
                setup.castling_rooks &= !self.rights(color, side);
                if let Some(file) = file {
                    setup.castling_rooks |= Square::from_coords(file, rank).into();
                }
            }
            BoardEditorAction::EnPassant(square) => setup.ep_square = square,
            BoardEditorAction::HalfmoveClock(clock) => setup.halfmove_clock = clock,
            BoardEditorAction::FullmoveNumber(number) => setup.fullmove_number = number.max(1),
            BoardEditorAction::Replace(new) => setup = new,
            BoardEditorAction::Chess960(number) => {
                chess960 = Some(number % 960);
                setup = Setup::from(&Position::chess960(number));
            }
            BoardEditorAction::Undo => {
                let mut before = self.before.clone();
                let setup = before.pop().unwrap_or(self.setup);
                return Self { setup, chess960: None, before };
            }
        }
        let mut before = self.before.clone();
        if setup != self.setup {
            before.push(self.setup);
            if before.len() > MAX_UNDO {
                before.remove(0);
            }
        } else if chess960.is_none() {
            chess960 = self.chess960;
        }
        Self { setup, chess960, before }
    }

    /// Returns everything that is wrong with the position.
    pub fn faults(&self) -> Faults {
        self.setup.faults()
    }

    /// Returns how usable the position is.
    pub fn verdict(&self) -> SetupVerdict {
        let faults = self.faults();
        if faults.is_empty() {
            SetupVerdict::Legal
        } else if faults.without(Faults::PLAYABLE).is_empty() {
            SetupVerdict::Playable
        } else {
            SetupVerdict::Unusable
        }
    }

    /// Returns the squares a fault is about; empty for faults about missing or surplus pieces.
    pub fn squares_of(&self, fault: Fault) -> Bitboard {
        let Setup { board, turn, castling_rooks, ep_square, .. } = self.setup;
        let kings = |color| board.pieces(color, Role::King);
        match fault {
            Fault::TooManyWhiteKings => kings(Color::White),
            Fault::TooManyBlackKings => kings(Color::Black),
            Fault::PawnOnBackRank => board.by_role(Role::Pawn) & Bitboard::BACK_RANKS,
            Fault::OppositeCheck => kings(!turn),
            Fault::ImpossibleCheck => kings(turn),
            Fault::EnPassantSquare => ep_square.map_or(Bitboard::EMPTY, Bitboard::from),
            Fault::CastlingRights => {
                let is_wrong = |rook: Square| {
                    let alone = Setup { castling_rooks: rook.into(), ..self.setup };
                    alone.faults().contains(Fault::CastlingRights)
                };
                let wrong: Bitboard = castling_rooks.into_iter().filter(|&rook| is_wrong(rook)).collect();
                // Two rooks on one wing are each valid on their own.
                if wrong.any() { wrong } else { castling_rooks }
            }
            Fault::NoWhiteKing
            | Fault::NoBlackKing
            | Fault::TooManyWhitePawns
            | Fault::TooManyBlackPawns
            | Fault::TooManyWhitePieces
            | Fault::TooManyBlackPieces => Bitboard::EMPTY,
        }
    }

    /// Returns the file of the rook that a side may castle with on a wing.
    pub fn castling(&self, color: Color, side: CastlingSide) -> Option<File> {
        let rooks = self.rights(color, side);
        // The outermost rook, if a FEN has two.
        match side {
            CastlingSide::KingSide => rooks.last(),
            CastlingSide::QueenSide => rooks.first(),
        }
        .map(Square::file)
    }

    /// Returns the files of the rooks that a side could castle with on a wing, outermost first.
    pub fn castling_files(&self, color: Color, side: CastlingSide) -> Vec<File> {
        let rank = Bitboard::from(Rank::First.relative_to(color));
        let board = &self.setup.board;
        let Some(king) = (board.pieces(color, Role::King) & rank).single() else { return Vec::new() };
        let rooks = board.pieces(color, Role::Rook) & rank;
        let mut files: Vec<_> = rooks
            .into_iter()
            .filter(|&rook| CastlingSide::of(king, rook) == side)
            .map(Square::file)
            .collect();
        if side == CastlingSide::KingSide {
            files.reverse();
        }
        files
    }

    /// Returns the castling rights of a side on a wing of its king; without a king on the first rank, the e-file divides the wings.
    fn rights(&self, color: Color, side: CastlingSide) -> Bitboard {
        let rank = Rank::First.relative_to(color);
        let king = (self.setup.board.pieces(color, Role::King) & Bitboard::from(rank)).single();
        let king = king.unwrap_or(Square::from_coords(File::E, rank));
        let own = self.setup.castling_rooks & Bitboard::from(rank);
        own.into_iter().filter(|&rook| CastlingSide::of(king, rook) == side).collect()
    }

    /// Returns the possible en-passant squares: a pawn can just have passed them, and an enemy pawn can capture there.
    pub fn en_passant_squares(&self) -> Vec<Square> {
        let Setup { board, turn, .. } = self.setup;
        let rank = Rank::Third.relative_to(!turn);
        let is_possible = |&square: &Square| {
            let with = Setup { ep_square: Some(square), ..self.setup };
            let takers = tabia_chess::attacks::pawn(!turn, square) & board.pieces(turn, Role::Pawn);
            takers.any() && !with.faults().contains(Fault::EnPassantSquare)
        };
        File::ALL.into_iter().map(|file| Square::from_coords(file, rank)).filter(is_possible).collect()
    }

    /// Returns the action that starts a game from the position; `None` if it isn't playable.
    pub fn begin(&self) -> Option<GameAction> {
        if self.verdict() == SetupVerdict::Unusable {
            return None;
        }
        Some(match self.chess960 {
            Some(number) if number != USUAL_START => GameAction::NewChess960(number),
            _ => GameAction::LoadFen(self.fen()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::game::GameState;
    use tabia_chess::Square as S;

    fn after(fen: &str, actions: &[BoardEditorAction]) -> BoardEditor {
        actions.iter().fold(BoardEditor::of_fen(fen), |state, action| state.reduce(action))
    }

    fn put(square: Square, piece: char) -> BoardEditorAction {
        BoardEditorAction::Put(square, Piece::from_char(piece))
    }

    const EMPTY: &str = "8/8/8/8/8/8/8/8 w - - 0 1";

    #[test]
    fn a_position_is_built_piece_by_piece() {
        let built = after(
            EMPTY,
            &[
                put(S::E1, 'K'),
                put(S::E8, 'k'),
                put(S::A2, 'R'),
                BoardEditorAction::Move(S::A2, S::A1),
                BoardEditorAction::Castling(Color::White, CastlingSide::QueenSide, Some(File::A)),
                BoardEditorAction::HalfmoveClock(7),
                BoardEditorAction::FullmoveNumber(0),
                put(S::H7, 'q'),
                BoardEditorAction::Put(S::H7, None),
            ],
        );
        assert_eq!(built.fen(), "4k3/8/8/8/8/8/8/R3K3 w Q - 7 1");
        assert_eq!(built.verdict(), SetupVerdict::Legal);
        assert_eq!(built.castling(Color::White, CastlingSide::QueenSide), Some(File::A));
        assert_eq!(built.castling(Color::White, CastlingSide::KingSide), None);
        let undone = built.reduce(&BoardEditorAction::Undo);
        assert_eq!(undone.setup().board.piece_at(S::H7), Piece::from_char('q'));
        let game = GameState::default().reduce(built.begin().expect("legal")).expect("it can be played");
        assert_eq!(game.position().to_fen(), built.fen());
    }

    #[test]
    fn every_fault_is_named_at_once() {
        let wrong = BoardEditor::of_fen("P3k3/8/8/8/8/8/4R3/K3K3 w Q d6 0 1");
        let faults: Vec<_> = wrong.faults().iter().collect();
        for fault in
            [Fault::TooManyWhiteKings, Fault::PawnOnBackRank, Fault::CastlingRights, Fault::EnPassantSquare]
        {
            assert!(faults.contains(&fault), "{fault:?}: {faults:?}");
        }
        assert_eq!((wrong.verdict(), wrong.begin()), (SetupVerdict::Unusable, None));
        assert_eq!(wrong.squares_of(Fault::PawnOnBackRank), Bitboard::from(S::A8));
        assert_eq!(wrong.squares_of(Fault::TooManyWhiteKings).count(), 2);
        assert_eq!(wrong.squares_of(Fault::EnPassantSquare), Bitboard::from(S::D6));
        let check = BoardEditor::of_fen("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1");
        assert_eq!(check.squares_of(Fault::OppositeCheck), Bitboard::from(S::E8));
        let nobody = BoardEditor::of_fen(EMPTY);
        assert!(nobody.faults().contains(Fault::NoWhiteKing) && nobody.faults().contains(Fault::NoBlackKing));
    }

    #[test]
    fn what_cannot_arise_can_still_be_played() {
        let odd = BoardEditor::of_fen("4k3/pppppppp/p7/8/8/8/8/4K3 w K - 0 1");
        assert_eq!(odd.verdict(), SetupVerdict::Playable);
        assert!(GameState::default().reduce(odd.begin().expect("playable")).is_ok());
    }

    #[test]
    fn en_passant_is_limited_to_what_is_possible() {
        let after_d5 = BoardEditor::of_fen("4k3/8/8/3pPp2/8/8/8/4K3 w - - 0 2");
        assert_eq!(after_d5.en_passant_squares(), [S::D6, S::F6]);
        let black = after("4k3/8/8/8/3pP3/8/8/4K3 w - - 0 2", &[BoardEditorAction::Turn(Color::Black)]);
        assert_eq!(black.en_passant_squares(), [S::E3]);
        // No pawn can capture, or the pawn's path was blocked.
        assert!(BoardEditor::of_fen("4k3/8/8/3p4/8/8/8/4K3 w - - 0 2").en_passant_squares().is_empty());
        assert!(BoardEditor::of_fen("4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 2").en_passant_squares().is_empty());
    }

    #[test]
    fn castling_is_by_file_in_chess960() {
        let state = BoardEditor::of_fen("4k3/8/8/8/8/8/8/R1R1K1RR w - - 0 1");
        let side = |side| state.castling_files(Color::White, side);
        assert_eq!(side(CastlingSide::KingSide), [File::H, File::G]);
        assert_eq!(side(CastlingSide::QueenSide), [File::A, File::C]);
        let inner =
            state.reduce(&BoardEditorAction::Castling(Color::White, CastlingSide::KingSide, Some(File::G)));
        assert_eq!(inner.fen(), "4k3/8/8/8/8/8/8/R1R1K1RR w G - 0 1");
        assert_eq!(inner.verdict(), SetupVerdict::Legal);
        let none = inner.reduce(&BoardEditorAction::Castling(Color::White, CastlingSide::KingSide, None));
        assert!(none.setup().castling_rooks.is_empty());
        for number in [0, 1, 517, 518, 959] {
            let state = BoardEditor::of_fen(EMPTY).reduce(&BoardEditorAction::Chess960(number));
            assert_eq!(state.verdict(), SetupVerdict::Legal);
            let game = GameState::default().reduce(state.begin().expect("legal")).expect("a start");
            assert_eq!(game.game().is_chess960(), number != USUAL_START);
            let changed = state.reduce(&BoardEditorAction::Turn(Color::Black));
            assert!(matches!(changed.begin(), Some(GameAction::LoadFen(_))));
        }
    }

    #[test]
    fn stale_castling_rights_of_a_fen_are_left_out() {
        for (fen, left) in [
            ("r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NQBN2/PPPP1PPP/R4RK1 w KQkq - 0 7", "-"),
            ("r1bq1rk1/bp3pp1/p1nppn1p/8/PP2P3/2NB1N1P/2P2PP1/1RBQK2R b Kq - 0 1", "K"),
        ] {
            let read = BoardEditor::read_fen(fen).expect("a FEN");
            assert!(read.drops_castling, "{fen}");
            let state = BoardEditor::of_fen(fen).reduce(&BoardEditorAction::Replace(read.setup));
            assert_eq!(
                (state.fen().split(' ').nth(2), state.verdict()),
                (Some(left), SetupVerdict::Legal),
                "{fen}"
            );
        }
        // Choosing a right by hand makes it Chess960.
        let king_side = BoardEditor::of_fen("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1");
        let chosen = king_side.reduce(&BoardEditorAction::Castling(
            Color::White,
            CastlingSide::QueenSide,
            Some(File::A),
        ));
        assert_eq!(chosen.fen(), "4k3/8/8/8/8/8/8/R4RK1 w A - 0 1");
        let game = GameState::default().reduce(chosen.begin().expect("legal")).expect("a start");
        assert!(game.game().is_chess960() && game.position().castling_rights().any());
        assert!(!BoardEditor::read_fen(&chosen.fen()).expect("a FEN").drops_castling);
    }

    #[test]
    fn a_fen_that_cannot_be_read_says_why() {
        assert!(
            BoardEditor::read_fen("8/8/8 w - - 0 1").expect_err("three ranks").to_string().contains("ranks")
        );
        assert!(BoardEditor::read_fen(" 8/8/8/8/8/8/8/8 ").is_ok());
        assert!(BoardEditor::read_fen("8/8/4k3/8/4P3/4K3/8/8 w – – 0 1;").is_ok());
        assert!(BoardEditor::read_fen("8/8/4k3/8/4P3/4K3/8/8 w - - 0 1 moves e4e5").is_err());
        assert_eq!(BoardEditor::of_fen("rubbish").setup(), &Setup::default());
    }
}

//! Parses typed moves: the legal moves a text names, and those it may become.
//!
//! Accepts SAN, UCI and ICCF numeric notation in either case, with or without `x`, `+` and `=`, castling with `O`, `0` or `o`, and the null
//! move in its usual spellings. Case decides where it matters: `bxc6` is the pawn capture if there is one, otherwise the bishop's, as on
//! lichess.

use tabia_chess::{CastlingSide, Move, Position, Role, Square};

use crate::language::tr;

/// Null move as written by `ChessBase`, `ChessAssistant`, UCI and python-chess.
const NULL_MOVES: [&str; 6] = ["--", "z0", "0000", "@@@@", "pass", "null"];

/// Maximum number of moves listed in a message.
const LISTED: usize = 8;

/// The single meaning of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypedMove {
    /// A legal move.
    Move(Move),
    /// The null move. Whether it is legal is not checked here.
    Null,
}

/// Reason why a text doesn't name a single move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TypedError {
    /// Looks like a move.
    #[error("{}", tr!("{text} is not a legal move here", text = _0))]
    Illegal(String),
    /// Doesn't look like a move.
    #[error("{}", tr!("{text} is not a move: type one like Nf3, e2e4 or O-O", text = format_args!("{_0:?}")))]
    NoMove(String),
    /// Ambiguous text.
    #[error("{}", tr!("{text} can be {moves}", text, moves))]
    Several {
        /// The text.
        text: String,
        /// The moves in SAN.
        moves: String,
    },
}

/// Moves that a text can mean.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TypedMoves {
    /// Moves that it names. Several if it is ambiguous: `Rd1` when two rooks can go there.
    pub exact: Vec<Move>,
    /// Moves that it is a prefix of, except those it names.
    pub longer: Vec<Move>,
    /// Whether it names the null move.
    pub is_null: bool,
    /// Whether it is a prefix of a null move spelling.
    pub may_be_null: bool,
}

impl TypedMoves {
    /// Returns the only move that the text names, unless it may become a longer one.
    pub fn certain(&self) -> Option<Move> {
        self.single().filter(|_| self.longer.is_empty())
    }

    /// Returns the only move that the text names, even if it may become a longer one.
    pub fn single(&self) -> Option<Move> {
        match self.exact[..] {
            [m] => Some(m),
            _ => None,
        }
    }

    /// Whether the text is neither a move nor a prefix of one.
    pub fn is_nothing(&self) -> bool {
        self.exact.is_empty() && self.longer.is_empty() && !self.is_null && !self.may_be_null
    }
}

/// Parses a text typed in a position.
pub fn read(position: &Position, text: &str) -> TypedMoves {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return TypedMoves::default();
    }
    let lower = trimmed.to_ascii_lowercase();
    let is_null = NULL_MOVES.contains(&lower.as_str());
    let may_be_null = NULL_MOVES.iter().any(|word| word.starts_with(&lower) && *word != lower);
    let typed = plain(trimmed);
    if is_null || typed.is_empty() {
        return TypedMoves { is_null, may_be_null, ..TypedMoves::default() };
    }
    let spellings: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|&m| (m, full_spellings(position, m), short_spellings(position, m)))
        .collect();
    let named = |is_match: fn(&str, &str) -> bool| -> Vec<Move> {
        let fits = |full: &[String]| full.iter().any(|spelling| is_match(spelling, &typed));
        spellings.iter().filter(|(_, full, _)| fits(full)).map(|&(m, ..)| m).collect()
    };
    let mut exact = named(same_first_letter);
    if exact.is_empty() {
        exact = named(str::eq_ignore_ascii_case);
    }
    let begins = |short: &[String]| {
        short.iter().any(|spelling| {
            let head = spelling.get(..typed.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(&typed)) && spelling.len() > typed.len()
        })
    };
    let longer = spellings.iter().filter(|(m, full, short)| {
        // Over-specified spellings count as prefixes only while nothing is named.
        !exact.contains(m) && (begins(short) || (exact.is_empty() && begins(full)))
    });
    let longer = longer.map(|&(m, ..)| m).collect();
    TypedMoves { exact, longer, is_null, may_be_null }
}

/// Returns the single move that a text means.
///
/// # Errors
/// [`TypedError`] if there is none.
pub fn choose(position: &Position, text: &str) -> Result<TypedMove, TypedError> {
    let typed = read(position, text);
    if typed.is_null {
        return Ok(TypedMove::Null);
    }
    if let Some(m) = typed.single() {
        return Ok(TypedMove::Move(m));
    }
    let text = text.trim().to_owned();
    let several = if typed.exact.is_empty() { &typed.longer } else { &typed.exact };
    if !several.is_empty() {
        let mut sans: Vec<_> = several.iter().take(LISTED).map(|&m| position.san(m)).collect();
        if several.len() > LISTED {
            sans.push("…".to_owned());
        }
        return Err(TypedError::Several { text, moves: sans.join(", ") });
    }
    Err(if has_move_shape(&text) { TypedError::Illegal(text) } else { TypedError::NoMove(text) })
}

/// Whether a text contains a square, castling or four digits.
fn has_move_shape(text: &str) -> bool {
    let plain = plain(text);
    let bytes = plain.as_bytes();
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    bytes.windows(2).any(is_square)
        || matches!(plain.as_str(), "OO" | "OOO")
        || (matches!(bytes.len(), 4 | 5) && bytes.iter().all(u8::is_ascii_digit))
}

/// Normalises a text: drops optional signs of capture, check, promotion and judgement, and spaces; figurines become letters, castling uses
/// `O`.
pub(super) fn plain(text: &str) -> String {
    let text = text.strip_suffix("e.p.").or_else(|| text.strip_suffix(" ep")).unwrap_or(text);
    let kept = text.chars().filter(|c| !c.is_whitespace() && !"xX:+#=!?()/".contains(*c)).map(|c| match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '–' | '−' | '‐' | '‑' => '-',
        c => c,
    });
    let text: String = kept.collect();
    let without_dashes: String = text.chars().filter(|&c| c != '-').collect();
    if !without_dashes.is_empty() && without_dashes.chars().all(|c| matches!(c, 'O' | 'o' | '0')) {
        return without_dashes.replace(['o', '0'], "O");
    }
    without_dashes
}

fn same_first_letter(spelling: &str, typed: &str) -> bool {
    spelling.as_bytes().first() == typed.as_bytes().first() && spelling.eq_ignore_ascii_case(typed)
}

/// Returns the usual spellings of a move: SAN, UCI, digits.
fn short_spellings(position: &Position, m: Move) -> Vec<String> {
    if m.is_castling() {
        return castling_spellings(position, m);
    }
    let san = plain(&position.san(m));
    vec![san, square_spelling(m), digits(m.from(), m.to(), m.promotion())]
}

/// Returns all spellings of a move, including over- and under-specified ones.
fn full_spellings(position: &Position, m: Move) -> Vec<String> {
    if m.is_castling() {
        return castling_spellings(position, m);
    }
    let (from, to) = (m.from(), m.to());
    let role = position.piece_at(from).map_or(Role::Pawn, |piece| piece.role);
    let promotion = m.promotion().map_or_else(String::new, |role| role.upper_char().to_string());
    let origins =
        [String::new(), from.file().char().to_string(), from.rank().char().to_string(), from.to_string()];
    let mut spellings = vec![square_spelling(m), digits(from, to, m.promotion())];
    let letter = role.upper_char();
    for origin in &origins {
        spellings.push(format!("{letter}{origin}{to}{promotion}"));
        // Pawns have no letter. Their captures name the file: `d5` never means `exd5`.
        let names_file = !origin.is_empty() && !origin.starts_with(|c: char| c.is_ascii_digit());
        if role == Role::Pawn && (names_file || (origin.is_empty() && !m.is_capture())) {
            spellings.push(format!("{origin}{to}{promotion}"));
        }
    }
    spellings
}

/// Returns the castling spellings: `O-O`, the king's move, and king takes own rook as in UCI for Chess960.
fn castling_spellings(position: &Position, m: Move) -> Vec<String> {
    let side = CastlingSide::of(m.from(), m.to());
    let name = match side {
        CastlingSide::KingSide => "OO",
        CastlingSide::QueenSide => "OOO",
    };
    let mut spellings = vec![name.to_owned(), square_spelling(m), digits(m.from(), m.to(), None)];
    let king_to = side.king_to(position.turn());
    // Closer squares are an ordinary king move.
    if m.from().distance(king_to) >= 2 {
        spellings.push(format!("{}{king_to}", m.from()));
        spellings.push(format!("K{king_to}"));
        spellings.push(digits(m.from(), king_to, None));
    }
    spellings
}

fn square_spelling(m: Move) -> String {
    let promotion = m.promotion().map_or_else(String::new, |role| role.upper_char().to_string());
    format!("{}{}{promotion}", m.from(), m.to())
}

/// Formats a move in ICCF numeric notation: `5254` is e2-e4; a promotion appends 1 for queen, 2 rook, 3 bishop, 4 knight.
fn digits(from: Square, to: Square, promotion: Option<Role>) -> String {
    let square = |square: Square| format!("{}{}", square.file().index() + 1, square.rank().index() + 1);
    let promotion = match promotion {
        None => "",
        Some(Role::Rook) => "2",
        Some(Role::Bishop) => "3",
        Some(Role::Knight) => "4",
        Some(_) => "1",
    };
    format!("{}{}{promotion}", square(from), square(to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::sample::Index;

    fn position(fen: &str) -> Position {
        tabia_pgn::position_from_fen(fen).expect("a good FEN").0
    }

    fn sans(position: &Position, moves: &[Move]) -> Vec<String> {
        let mut sans: Vec<_> = moves.iter().map(|&m| position.san(m)).collect();
        sans.sort();
        sans
    }

    fn exact(position: &Position, text: &str) -> Vec<String> {
        sans(position, &read(position, text).exact)
    }

    #[test]
    fn spellings_are_tolerated() {
        let start = Position::default();
        for (text, expected) in [
            ("e4", "e4"),
            ("E4", "e4"),
            ("e2e4", "e4"),
            ("E2-E4", "e4"),
            ("5254", "e4"),
            ("Pe4", "e4"),
            ("nf3", "Nf3"),
            ("Nf3!?", "Nf3"),
            ("NGF3", "Nf3"),
            ("g1f3", "Nf3"),
            ("7163", "Nf3"),
            ("♘f3", "Nf3"),
            (" n f3 ", "Nf3"),
        ] {
            assert_eq!(exact(&start, text), [expected], "{text}");
            assert!(read(&start, text).certain().is_some(), "{text}");
        }
        let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        for text in ["O-O", "0-0", "o-o", "oo", "OO", "e1g1", "E1H1", "5171", "Kg1"] {
            assert_eq!(exact(&castling, text), ["O-O"], "{text}");
        }
        for text in ["O-O-O", "0-0-0", "ooo", "e1c1", "e1a1", "5131"] {
            assert_eq!(exact(&castling, text), ["O-O-O"], "{text}");
            assert!(read(&castling, text).certain().is_some(), "{text}");
        }
        assert_eq!(read(&castling, "o-o").certain(), None, "O-O-O could be meant");
        let promotion = position("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1");
        for text in ["e8q", "e8=Q", "e7e8q", "e8(Q)", "57581", "E8Q+"] {
            assert_eq!(exact(&promotion, text), ["e8=Q+"], "{text}");
        }
        assert_eq!(exact(&promotion, "ed8n"), ["exd8=N"]);
        assert!(exact(&promotion, "e8").is_empty());
        assert_eq!(read(&promotion, "e8").longer.len(), 4);
        let passing = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        for text in ["exd6", "ed6", "exd6 e.p.", "e5d6", "ED6"] {
            assert_eq!(exact(&passing, text), ["exd6"], "{text}");
        }
    }

    #[test]
    fn a_small_b_is_the_pawn_if_it_can_be() {
        let both = position("4k3/8/2r5/1P6/B7/8/8/4K3 w - - 0 1");
        // The bishop is blocked by its own pawn.
        assert_eq!(exact(&both, "bxc6"), ["bxc6"]);
        let both = position("4k3/8/2r5/1P1B4/8/8/8/4K3 w - - 0 1");
        assert_eq!(exact(&both, "bxc6"), ["bxc6"]);
        assert_eq!(exact(&both, "Bxc6"), ["Bxc6+"]);
        assert_eq!(exact(&both, "BXC6"), ["Bxc6+"]);
        let bishop = position("4k3/8/2r5/3B4/8/8/8/4K3 w - - 0 1");
        assert_eq!(exact(&bishop, "bxc6"), ["Bxc6+"]);
        let pawn = position("4k3/8/2r5/1P6/8/8/8/4K3 w - - 0 1");
        assert_eq!(exact(&pawn, "BXC6"), ["bxc6"]);
    }

    #[test]
    fn what_is_not_said_is_listed() {
        let rooks = position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
        let typed = read(&rooks, "Rd1");
        assert_eq!(sans(&rooks, &typed.exact), ["Rad1", "Rhd1"]);
        assert_eq!((typed.single(), typed.certain()), (None, None));
        assert_eq!(exact(&rooks, "rad1"), ["Rad1"]);
        let start = Position::default();
        assert_eq!(sans(&start, &read(&start, "n").longer), ["Na3", "Nc3", "Nf3", "Nh3"]);
        assert_eq!(sans(&start, &read(&start, "52").longer), ["e3", "e4"]);
        assert!(read(&start, "e5").is_nothing() && read(&start, "rubbish").is_nothing());
        assert_eq!(read(&start, ""), TypedMoves::default());
        for (text, words) in
            [("Rd1", "Rd1 can be Rad1, Rhd1"), ("Rd9", "is not a move"), ("Rd8", "is not a legal move")]
        {
            let error = choose(&rooks, text).expect_err(text);
            assert!(error.to_string().contains(words), "{error}");
        }
        assert!(choose(&start, "n").expect_err("four").to_string().contains("Na3, Nc3, Nf3, Nh3"));
    }

    #[test]
    fn null_moves_are_read() {
        let start = Position::default();
        for text in ["--", "Z0", "@@@@", "pass", "PASS", "0000", "null"] {
            assert!(read(&start, text).is_null, "{text}");
        }
        for text in ["-", "pas", "@", "z"] {
            let typed = read(&start, text);
            assert!(!typed.is_null && typed.may_be_null && !typed.is_nothing(), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

        /// Every legal move of every position of a random game is found by its SAN, its UCI move and its lower-case SAN.
        #[test]
        fn every_legal_move_is_found(number in 0..960u16, steps in prop::collection::vec(any::<Index>(), 1..40)) {
            let mut position = if number % 3 == 0 { Position::chess960(number) } else { Position::default() };
            for step in steps {
                let moves = position.legal_moves().to_vec();
                for &m in &moves {
                    let san = position.san(m);
                    for text in [san.clone(), position.uci(m), position.uci_with(m, true), m.to_string()] {
                        prop_assert_eq!(&read(&position, &text).exact, &[m], "{} in {}", text, position.to_fen());
                    }
                    let small = read(&position, &san.to_lowercase()).exact;
                    let is_b = san.starts_with('B');
                    let pawns = |m: &Move| position.piece_at(m.from()).is_some_and(|piece| piece.role == Role::Pawn);
                    let is_found = small == [m] || (is_b && small.len() == 1 && small.iter().all(pawns));
                    prop_assert!(is_found, "{} in {}", san.to_lowercase(), position.to_fen());
                    // No move gets lost while typing it letter by letter.
                    for end in 1..san.len() {
                        let typed = read(&position, &san[..end]);
                        prop_assert!(!typed.is_nothing(), "{} of {} in {}", &san[..end], san, position.to_fen());
                    }
                }
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(*step.get(&moves));
            }
        }
    }
}

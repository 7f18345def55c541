//! FENs as files, web pages and other programs have them: with tails, typographic dashes, and castling rights that are out of date.

use super::{FenError, parse};
use crate::{Bitboard, CastlingSide, Color, File, Rank, Role, Setup, Square};

/// A FEN that was read tolerantly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TolerantFen {
    /// The position.
    pub setup: Setup,
    /// Whether a castling right names its rook by the file (Shredder-FEN, or an inner rook of X-FEN).
    pub names_rooks: bool,
    /// Unread text after the fields.
    pub ignored: Option<String>,
}

/// Parses a FEN that may be followed by a semicolon or EPD operations (`hmvc` and `fmvn` are read), have dashes or question marks
/// instead of values, typographic dashes and spaces, quotation marks around it, or UCI's `position fen` before it.
///
/// ```
/// use tabia_chess::fen::parse_tolerant;
///
/// let fen = parse_tolerant("8/8/4k3/8/4P3/4K3/8/8 w – – hmvc 3; fmvn 40;")?;
/// assert_eq!(fen.setup.to_string(), "8/8/4k3/8/4P3/4K3/8/8 w - - 3 40");
/// assert_eq!(fen.ignored, None);
/// # Ok::<(), tabia_chess::FenError>(())
/// ```
///
/// # Errors
/// [`FenError`] says which of the first four fields is wrong.
pub fn parse_tolerant(text: &str) -> Result<TolerantFen, FenError> {
    let text: String = text.chars().map(plain).collect();
    let words: Vec<&str> = text
        .split([' ', ';', ','])
        .map(|word| word.trim_matches(['"', '\'', '`', '“', '”', '„']))
        .filter(|word| !word.is_empty())
        .collect();
    let mut rest = words.as_slice();
    let mut next = |fits: &dyn Fn(&str) -> bool| {
        let (word, others) = rest.split_first().filter(|(word, _)| fits(word))?;
        rest = others;
        Some(*word)
    };
    let is_lead =
        |word: &str| matches!(word.trim_end_matches(':').to_ascii_lowercase().as_str(), "position" | "fen");
    while next(&is_lead).is_some() {}
    let board = next(&|_| true).ok_or(FenError::Empty)?;
    let board = board.strip_suffix("[]").unwrap_or(board);
    let board = board.strip_suffix('/').filter(|board| board.matches('/').count() == 7).unwrap_or(board);
    let turn = next(&|_| true).unwrap_or("w");
    let turn = match turn.to_ascii_lowercase().as_str() {
        "w" | "white" => "w",
        "b" | "black" => "b",
        _ => turn,
    };
    let is_missing = |word: &str| word.chars().all(|c| matches!(c, '-' | '?'));
    let castling = next(&|word| !is_number(word)).filter(|word| !is_missing(word)).unwrap_or("-");
    let ep_square = next(&|word| !is_number(word)).filter(|word| !is_missing(word)).unwrap_or("-");
    let mut setup = parse(&format!("{board} {turn} {castling} {}", ep_square.to_ascii_lowercase()))?;
    let (clocks, tail) = rest.split_at(clocks_len(rest));
    setup.set_clocks(clocks);
    let tail = setup.set_operations(tail);
    Ok(TolerantFen {
        names_rooks: castling.chars().any(|c| !"KQkq-".contains(c)),
        ignored: (!tail.is_empty()).then(|| tail.join(" ")),
        setup,
    })
}

/// Whether a text in the place of a FEN has no board at all: it is empty, a placeholder (`?`, `-`, `N/A`), or words such as `startpos`.
///
/// ```
/// use tabia_chess::fen::is_no_fen;
///
/// assert!(is_no_fen("") && is_no_fen("none") && is_no_fen("position startpos"));
/// // A damaged FEN is one all the same.
/// assert!(!is_no_fen("rnbqkbnr/pppppppp/8/8"));
/// ```
pub fn is_no_fen(text: &str) -> bool {
    text.bytes().filter(|&byte| byte == b'/').take(2).count() < 2
}

/// Whether a character is a hyphen, a dash or a minus sign of any length.
pub fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}'
    )
}

/// Replaces dashes of all lengths by hyphens; whitespace, zero-width and control characters by spaces.
fn plain(c: char) -> char {
    match c {
        c if is_dash(c) => '-',
        '\u{FEFF}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{AD}' => ' ',
        c if c.is_whitespace() || c.is_control() => ' ',
        c => c,
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the number of words that make up the clocks: at most two numbers, and dashes.
fn clocks_len(words: &[&str]) -> usize {
    let mut numbers = 0;
    let is_clock = |word: &&&str| {
        numbers += usize::from(is_number(word));
        matches!(**word, "-" | "?") || (is_number(word) && numbers <= 2)
    };
    words.iter().take_while(is_clock).count()
}

impl Setup {
    /// Sets the clocks. Of a single number and a dash each stands for its own clock; any other dash stands for nothing.
    fn set_clocks(&mut self, words: &[&str]) {
        let number = |word: &str| word.parse().unwrap_or(u32::MAX);
        let numbers: Vec<u32> =
            words.iter().filter(|word| is_number(word)).map(|word| number(word)).collect();
        match (numbers[..].first(), numbers.get(1)) {
            (Some(&halfmoves), Some(&moves)) => {
                (self.halfmove_clock, self.fullmove_number) = (halfmoves, moves.max(1));
            }
            (Some(&moves), None) if words.len() == 2 && !is_number(words[0]) => {
                self.fullmove_number = moves.max(1);
            }
            (Some(&halfmoves), None) => self.halfmove_clock = halfmoves,
            (None, _) => {}
        }
    }

    /// Takes the clocks out of EPD's operations, and gives back the words that are left, without those that are punctuation only.
    fn set_operations<'a>(&mut self, words: &[&'a str]) -> Vec<&'a str> {
        let mut left = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let number = words.get(at + 1).filter(|word| is_number(word));
            match (words[at], number) {
                ("hmvc", Some(number)) => self.set_clocks(&[number]),
                ("fmvn", Some(number)) => self.set_clocks(&["-", number]),
                (word, _) => {
                    left.extend(Some(word).filter(|word| word.contains(char::is_alphanumeric)));
                    at += 1;
                    continue;
                }
            }
            at += 2;
        }
        left
    }

    /// Removes the castling rights that only Chess960 knows, unless the position can only be one of it; returns whether any was removed.
    ///
    /// Letters such as `KQkq` often stay in a FEN although king or rook have moved. Read as X-FEN they would let a king castle
    /// from g1. A position is taken for one of Chess960 if all rights fit and the rooks are named by their files (`names_rooks`), or all
    /// pieces and pawns are at home, or one side has both rights and the other at least one, with kings and rooks on the same files.
    pub fn drop_stale_castling_rights(&mut self, names_rooks: bool) -> bool {
        let claimed = self.castling_rooks;
        let mut fitting = *self;
        fitting.drop_wrong_castling_rights();
        let is_chess960 = || names_rooks || fitting.board.is_start_array() || fitting.has_facing_rights();
        if fitting.castling_rooks == claimed && is_chess960() {
            return false;
        }
        self.castling_rooks = claimed.into_iter().filter(|&rook| self.is_orthodox_right(rook)).collect();
        self.castling_rooks != claimed
    }

    /// Whether all castling rights are those of ordinary chess: kings on the e-file, rooks in the corners.
    pub fn has_only_orthodox_rights(&self) -> bool {
        self.castling_rooks.into_iter().all(|rook| self.is_orthodox_right(rook))
    }

    /// Whether a right is one of ordinary chess: king on its e-file, rook in the corner.
    fn is_orthodox_right(&self, rook: Square) -> bool {
        let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
        let home = Square::from_coords(File::E, Rank::First.relative_to(color));
        self.board.pieces(color, Role::King).contains(home) && matches!(rook.file(), File::A | File::H)
    }

    /// Whether one side can castle on both wings, and the other on one or both of them from the same files.
    fn has_facing_rights(&self) -> bool {
        // Files of the king and of the rooks on its queen's and king's side.
        let files = |color| {
            let king = self.board.pieces(color, Role::King).single()?;
            let rooks = self.castling_rooks & Bitboard::from(Rank::First.relative_to(color));
            let rook =
                |side| rooks.into_iter().find(|&rook| CastlingSide::of(king, rook) == side).map(Square::file);
            Some((king.file(), [rook(CastlingSide::QueenSide), rook(CastlingSide::KingSide)]))
        };
        let (Some((white_king, white)), Some((black_king, black))) =
            (files(Color::White), files(Color::Black))
        else {
            return false;
        };
        let count = |rooks: [Option<File>; 2]| rooks.into_iter().flatten().count();
        let is_same = white
            .into_iter()
            .zip(black)
            .all(|(white, black)| white == black || white.is_none() || black.is_none());
        white_king == black_king && is_same && count(white) + count(black) >= 3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn tails_are_read_or_skipped() {
        for (tail, clocks) in [
            ("w KQkq - 0 1;", "0 1"),
            ("w KQkq - 0 1 ;", "0 1"),
            ("w KQkq -;", "0 1"),
            ("w KQkq - hmvc 0; fmvn 1;", "0 1"),
            ("w KQkq - fmvn 12; hmvc 7", "7 12"),
            ("w KQkq - - -", "0 1"),
            ("w KQkq - - 5", "0 5"),
            ("w KQkq - 5 -", "5 1"),
            ("w KQkq - - 3 40", "3 40"),
            ("w KQkq - ? ?", "0 1"),
            ("w KQkq 3 40", "3 40"),
            ("w KQkq - 0 0", "0 1"),
            ("w KQkq \u{2013} 0 1", "0 1"),
            ("w\u{A0}KQkq\u{A0}\u{2212}\u{A0}0 1\u{FEFF}", "0 1"),
            ("W KQkq - 0 1,", "0 1"),
            ("white KQkq - 0 1 .", "0 1"),
            ("w KQkq \u{2014} 0 1", "0 1"),
        ] {
            let fen =
                parse_tolerant(&format!("{BOARD} {tail}")).unwrap_or_else(|error| panic!("{tail}: {error}"));
            assert_eq!(fen.setup.to_string(), format!("{BOARD} w KQkq - {clocks}"), "{tail}");
            assert_eq!((fen.ignored, fen.names_rooks), (None, false), "{tail}");
        }
        assert_eq!(
            parse_tolerant(&format!("\"{BOARD}/ b ? E3\"")).map(|fen| fen.setup.to_string()).as_deref(),
            Ok(&*format!("{BOARD} b - e3 0 1"))
        );
        for lead in ["position fen", "fen", "FEN:"] {
            let fen = parse_tolerant(&format!("{lead} {BOARD} w KQkq - 0 1")).expect(lead);
            assert_eq!(fen.setup, Setup::default(), "{lead}");
        }
        let ignored = |tail: &str| parse_tolerant(&format!("{BOARD} w KQkq - {tail}")).unwrap().ignored;
        assert_eq!(ignored("0 1 2").as_deref(), Some("2"));
        assert_eq!(ignored("bm e4; hmvc 3; id \"x\"").as_deref(), Some("bm e4 id x"));
        assert_eq!(ignored("0 1 moves e2e4").as_deref(), Some("moves e2e4"));
        for text in
            ["", ";", "8/8/8 w - - 0 1", &format!("{BOARD} x - - 0 1"), &format!("{BOARD} w KQkz - 0 1")]
        {
            assert!(parse_tolerant(text).is_err(), "{text}");
        }
    }

    /// Returns the remaining castling rights, as X-FEN.
    fn rights(fen: &str) -> (String, bool) {
        let TolerantFen { mut setup, names_rooks, .. } = parse_tolerant(fen).unwrap();
        let is_changed = setup.drop_stale_castling_rights(names_rooks);
        (
            setup.position_lenient().unwrap().to_shredder_fen().split(' ').nth(2).unwrap().to_owned(),
            is_changed,
        )
    }

    #[test]
    fn stale_rights_are_dropped() {
        for (fen, left) in [
            ("r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NQBN2/PPPP1PPP/R4RK1 w KQkq - 0 7", "-"),
            ("r1bq1rk1/bp3pp1/p1nppn1p/8/PP2P3/2NB1N1P/2P2PP1/1RBQK2R b Kq - 0 1", "H"),
            ("r4rk1/8/8/8/8/8/8/R4RK1 w Qq - 0 1", "-"),
            ("2kr3r/8/8/8/8/8/8/2KR3R w KQkq - 0 1", "-"),
            ("2kr3r/8/8/8/8/8/8/2KR3R w Kk - 0 1", "-"),
            ("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "-"),
            ("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "ha"),
            ("r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", "Aha"),
            ("r4rk1/8/8/8/8/8/8/R4RK1 w HAha - 0 1", "-"),
            // One side's king alone says nothing.
            ("rnbqkrnb/pp2pp1p/3p2p1/2p5/3P1P2/8/PPP1PKPP/RNBQ1RNB w kq - 0 4", "a"),
            ("r1krbqnb/pppp2pp/2n5/4pp2/P7/R1N5/1PPPPPPP/1K1RBQNB w Kkq - 0 4", "-"),
        ] {
            assert_eq!(rights(fen), (left.to_owned(), true), "{fen}");
        }
        for (fen, left) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "HAha"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "Ha"),
            // Chess960: rooks by their files, or both sides as they began.
            ("r4rk1/8/8/8/8/8/8/R4RK1 w Aa - 0 1", "Aa"),
            ("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "G"),
            ("nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w KQkq - 0 1", "GBgb"),
            ("nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBKNBRQ w GBgb - 0 1;", "GBgb"),
            ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1;", "HFhf"),
            ("r1krbqnb/pppp2pp/2n5/4pp2/P7/R1N5/1PPPPPPP/2KRBQNB w Kkq - 0 4", "Dda"),
            // Double Chess960.
            ("nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "HFgb"),
            ("nrbknbrq/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFgb - 0 1", "HFgb"),
        ] {
            assert_eq!(rights(fen), (left.to_owned(), false), "{fen}");
        }
    }
}

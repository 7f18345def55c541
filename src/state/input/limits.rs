//! Size limits of texts for the board. Larger texts go to the library or are rejected.

use crate::language::tr;
use crate::state::text::grouped;

/// Maximum text length in bytes, 2 MB; longer texts become a library database.
pub const MAX_BYTES: usize = 2_000_000;
/// Maximum number of games or positions; texts with more become a library database, too.
pub const MAX_GAMES: usize = 2000;
/// Maximum length of a game on the board in bytes, 1 MiB.
pub const MAX_GAME_BYTES: usize = 1 << 20;
/// Maximum number of moves of a game on the board, including variations.
pub const MAX_MOVES: usize = 10_000;
/// Maximum nesting depth of variations of a game on the board.
pub const MAX_NESTING: usize = 200;

/// Reason why a game is too large for the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameTooLarge {
    /// Its text is too long.
    #[error(
        "{}",
        tr!(
            "game {game} has {size} MB, but the board takes games of up to {limit} MB: split it, or add it to the library",
            game,
            size = format_args!("{}.{}", bytes / 1_000_000, bytes / 100_000 % 10),
            limit = MAX_GAME_BYTES >> 20
        )
    )]
    Bytes {
        /// Number of the game in the text, from 1.
        game: usize,
        /// Length of its text.
        bytes: usize,
    },
    /// It has too many moves.
    #[error(
        "{}",
        tr!(
            "game {game} has more than {limit} moves with its variations, the limit of the board: split it, or add it to the library",
            game,
            limit = grouped(MAX_MOVES)
        )
    )]
    Moves {
        /// Number of the game in the text, from 1.
        game: usize,
    },
    /// Its variations are nested too deeply.
    #[error(
        "{}",
        tr!(
            "in game {game} variations are nested more than {limit} deep, the limit of the board: add it to the library",
            game,
            limit = MAX_NESTING
        )
    )]
    Nesting {
        /// Number of the game in the text, from 1.
        game: usize,
    },
}

/// Checks whether all games of a text fit the board, without parsing them: one pass over the bytes, which takes a small fraction of the
/// parsing time. Words that start with a letter count as moves.
///
/// # Errors
/// [`GameTooLarge`] for the first game that doesn't fit.
pub fn check_games(text: &str) -> Result<(), GameTooLarge> {
    let bytes = text.as_bytes();
    let mut game = GameExtent { game: 1, ..GameExtent::default() };
    let mut is_closed = true;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let here = at;
        at += 1;
        match byte {
            // Without a closing brace it may not be a comment.
            b'{' if is_closed => match text[at..].find('}') {
                Some(length) => at += length + 1,
                None => is_closed = false,
            },
            b';' => at = line_end(text, at),
            b'[' if here == 0 || matches!(bytes[here - 1], b'\n' | b'\r') => {
                game.tag(here)?;
                at = line_end(text, at);
            }
            b'(' => game.open()?,
            b')' => game.depth = game.depth.saturating_sub(1),
            b'*' => game.result(),
            b'0' | b'1' if is_result(&bytes[here..]) => {
                game.result();
                at = word_end(bytes, at);
            }
            b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => {
                game.play(here)?;
                at = word_end(bytes, at);
            }
            // Castling with zeros.
            b'0' if bytes[at..].starts_with(b"-0") => {
                game.play(here)?;
                at = word_end(bytes, at);
            }
            _ => {}
        }
    }
    game.check_length(bytes.len())
}

/// Measured size of a game.
#[derive(Debug, Default)]
struct GameExtent {
    /// Number of the game, from 1.
    game: usize,
    begin: usize,
    moves: usize,
    depth: usize,
    has_ended: bool,
}

impl GameExtent {
    fn tag(&mut self, at: usize) -> Result<(), GameTooLarge> {
        if self.moves > 0 || self.has_ended { self.begin_next(at) } else { Ok(()) }
    }

    fn play(&mut self, at: usize) -> Result<(), GameTooLarge> {
        if self.has_ended {
            self.begin_next(at)?;
        }
        self.moves += 1;
        if self.moves > MAX_MOVES { Err(GameTooLarge::Moves { game: self.game }) } else { Ok(()) }
    }

    fn open(&mut self) -> Result<(), GameTooLarge> {
        self.depth += 1;
        if self.depth > MAX_NESTING { Err(GameTooLarge::Nesting { game: self.game }) } else { Ok(()) }
    }

    /// Ends the game, unless the result is inside a variation.
    fn result(&mut self) {
        self.has_ended |= self.depth == 0;
    }

    fn begin_next(&mut self, at: usize) -> Result<(), GameTooLarge> {
        self.check_length(at)?;
        *self = Self { game: self.game + 1, begin: at, ..Self::default() };
        Ok(())
    }

    fn check_length(&self, end: usize) -> Result<(), GameTooLarge> {
        let bytes = end - self.begin;
        if bytes > MAX_GAME_BYTES { Err(GameTooLarge::Bytes { game: self.game, bytes }) } else { Ok(()) }
    }
}

fn is_result(bytes: &[u8]) -> bool {
    [&b"1-0"[..], b"0-1", b"1/2"].iter().any(|result| bytes.starts_with(result))
}

fn line_end(text: &str, from: usize) -> usize {
    text[from..].find(['\n', '\r']).map_or(text.len(), |length| from + length)
}

fn word_end(bytes: &[u8], from: usize) -> usize {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80 || b"-=+#/_".contains(byte);
    from + bytes[from..].iter().take_while(|byte| is_of_word(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_measured_one_by_one() {
        let moves = |count: usize| "Nf3 Nf6 12.Ng1 Ng8 ".repeat(count / 4);
        let most = format!("[White \"A\"]\n\n{} 1-0\n\n", moves(MAX_MOVES));
        assert_eq!(check_games(&most.repeat(3)), Ok(()));
        assert_eq!(check_games(&format!("{}*\n{}*", moves(MAX_MOVES), moves(MAX_MOVES))), Ok(()), "no tags");
        let more = format!("{most}[White \"B\"]\n\n{} O-O 1-0\n", moves(MAX_MOVES));
        assert_eq!(check_games(&more), Err(GameTooLarge::Moves { game: 2 }));
        assert_eq!(check_games(&format!("{} 0-0", moves(MAX_MOVES))), Err(GameTooLarge::Moves { game: 1 }));
        // A result inside a variation doesn't end the game.
        let half = moves(MAX_MOVES / 2 + 4);
        assert_eq!(check_games(&format!("{half} (e4 *) {half}")), Err(GameTooLarge::Moves { game: 1 }));
    }

    #[test]
    fn comments_hold_no_moves_and_lengthen_a_game() {
        let words = "words of a comment ".repeat(MAX_MOVES);
        assert_eq!(check_games(&format!("1. e4 {{{words}}} e5 ; {words}\n*")), Ok(()));
        assert_eq!(check_games(&format!("1. e4 {{{words}")), Err(GameTooLarge::Moves { game: 1 }), "no end");
        let text = format!("1. e4 e5 *\n\n[White \"B\"]\n\n1. e4 {{{}}} *\n", "x".repeat(MAX_GAME_BYTES));
        let error = check_games(&text).expect_err("too long");
        assert!(matches!(error, GameTooLarge::Bytes { game: 2, .. }));
        assert!(error.to_string().contains("1.0 MB, but the board takes games of up to 1 MB"), "{error}");
    }

    #[test]
    fn variations_may_be_nested_up_to_a_depth() {
        let nested = |depth: usize| format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(depth), ")".repeat(depth));
        assert_eq!(check_games(&nested(MAX_NESTING)), Ok(()));
        assert_eq!(check_games(&nested(10_000)), Err(GameTooLarge::Nesting { game: 1 }));
    }
}

//! Learning from PGN games: their results, and the evaluations that programs and this page write into comments.

use tabia_chess::Color;
use tabia_pgn::comment::{self, CommentEval};
use tabia_pgn::{Game, GameResult, NodeId, Played, Reader};
use tabia_polyglot::BookLookup;
use tabia_polyglot::{SourceError, pgn_scan};

use super::lesson::{BookLine, PlayerResult};
use super::store::LearnStore;
use super::value::{SEARCHES, Searched};
use crate::decimal;
use crate::filter::{GameHeader, PlayerFilter};

/// A mate as a value in centipawns.
const MATE: i32 = 30_000;

/// Result of learning from games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GamesReport {
    /// Games of the player, counted once for each side the player has.
    pub games: u64,
    /// Lessons from them.
    pub lessons: u64,
    /// Games that cannot be read to the end, or do not begin at the standard start position.
    pub left_out: u64,
}

impl LearnStore {
    /// Learns from a player's games in a PGN file as if they had been played from `book`: from their results, and, if comments after
    /// the player's moves give evaluation and depth, from those of the first searches after the book. Ratings come from the tags.
    ///
    /// Evaluations are read as match programs write them, from the moving side's point of view: `{+0.31/12 0.5s}` in pawns, `{31/12}` in
    /// centipawns, `{-M5/20}` for a mate; or as sites and this page's saved games have them, from White's: `{[%eval 0.31,12]}`.
    /// Those without a depth are ignored.
    ///
    /// # Errors
    /// [`SourceError`] if the book cannot be read; lessons from the games before are kept.
    pub fn learn_pgn(
        &mut self,
        book: &mut impl BookLookup,
        games: &[u8],
        player: &PlayerFilter,
    ) -> Result<GamesReport, SourceError> {
        let mut report = GamesReport::default();
        let decoded = tabia_pgn::decode(games);
        for read in Reader::new(&decoded.text) {
            let game = &read.game;
            let mut header = GameHeader::default();
            let normal = game.stored_tags().iter().all(|(name, value)| {
                header.tag(name.as_bytes(), value.as_bytes());
                pgn_scan::check_tag(name.as_bytes(), value.as_bytes()).is_ok()
            });
            header.result = game.result();
            let sides = player.sides(&header);
            if sides == [false; 2] {
                continue;
            }
            let starts_normally = game.start().same_position(&tabia_chess::Position::default());
            if !normal || !starts_normally || read.problems.iter().any(|problem| problem.is_loss) {
                report.left_out += 1;
                continue;
            }
            for (side, _) in Color::ALL.into_iter().zip(sides).filter(|(_, plays)| *plays) {
                report.games += 1;
                report.lessons += self.learn_one(book, game, &header, side)? as u64;
            }
        }
        Ok(report)
    }

    fn learn_one(
        &mut self,
        book: &mut impl BookLookup,
        game: &Game,
        header: &GameHeader,
        side: Color,
    ) -> Result<usize, SourceError> {
        let nodes: Vec<NodeId> = game.main_line().filter(|&node| game.played(node).is_some()).collect();
        let moves: Vec<_> =
            nodes.iter().map_while(|&node| game.played(node).and_then(Played::as_move)).collect();
        let never_again = |key, book_move| self.never_again(key, book_move);
        let Some(line) = BookLine::of_game(book, &moves, side, never_again)? else { return Ok(0) };
        let parity = usize::from(side == Color::Black);
        let searches: Vec<Searched> = (line.moves.len()..moves.len())
            .filter(|ply| ply % 2 == parity)
            .filter_map(|ply| {
                game.annotations(nodes[ply]).after.iter().find_map(|comment| evaluation(comment, side))
            })
            .take(SEARCHES)
            .collect();
        let outcome = match (header.result, side) {
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => {
                Some(PlayerResult::Won)
            }
            (GameResult::WhiteWins | GameResult::BlackWins, _) => Some(PlayerResult::Lost),
            (GameResult::Draw, _) => Some(PlayerResult::Drawn),
            (GameResult::Unknown, _) => None,
        };
        let [own, other] = if side == Color::White { header.elo } else { [header.elo[1], header.elo[0]] };
        let difference = own.zip(other).map_or(0, |(own, other)| i32::from(own) - i32::from(other));
        let opponent = if side == Color::White { &header.black } else { &header.white };
        let date = header.date.map_or_else(String::new, |date| date.to_string());
        Ok(self.learn_game(&line, &searches, difference, outcome, opponent, &date))
    }
}

/// Returns a comment's evaluation and depth, from the moving side's point of view.
fn evaluation(comment: &str, side: Color) -> Option<Searched> {
    written_by_site(comment, side).or_else(|| written_by_program(comment))
}

/// `[%eval 0.31,12]`, from White's point of view.
fn written_by_site(comment: &str, side: Color) -> Option<Searched> {
    let (value, depth) = comment::evaluation(comment)?;
    let of_white = match value {
        CommentEval::Cp(value) => value.clamp(-MATE, MATE),
        CommentEval::Mate(moves) if moves < 0 => -MATE,
        CommentEval::Mate(_) => MATE,
    };
    Some(Searched { value: if side == Color::White { of_white } else { -of_white }, depth: depth? })
}

/// The evaluation and the depth at the beginning of a comment.
fn written_by_program(comment: &str) -> Option<Searched> {
    let word = comment.split_whitespace().next()?.trim_end_matches(',');
    let (value, depth) = word.split_once('/')?;
    let depth = depth.parse().ok()?;
    let (sign, size) = match value.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, value.strip_prefix('+').unwrap_or(value)),
    };
    let value = if let Some(moves) = size.strip_prefix(['M', '#']) {
        moves.trim_start_matches('-').parse::<u32>().ok()?;
        MATE
    } else if size.contains('.') {
        let pawns = decimal::parse(size)?;
        (pawns.min(300.0) * 100.0).round() as i32
    } else {
        size.parse::<u32>().ok()?.min(MATE as u32) as i32
    };
    Some(Searched { value: sign * value, depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_read_as_programs_write_them() {
        let read =
            |comment| evaluation(comment, Color::Black).map(|searched| (searched.value, searched.depth));
        assert_eq!(read("+0.31/12 0.5s"), Some((31, 12)));
        assert_eq!(read("-1.20/9 0.5s, White resigns"), Some((-120, 9)));
        assert_eq!(read("31/12 120ms"), Some((31, 12)));
        assert_eq!(read("-M5/20"), Some((-MATE, 20)));
        assert_eq!(read("+M3/8, mates"), Some((MATE, 8)));
        for comment in ["book", "", "1/2-1/2", "?/0", "a/b", "0.1/x", "NaN/3", "inf/3"] {
            assert_eq!(read(comment), None, "{comment}");
        }
    }

    #[test]
    fn evaluations_of_sites_are_from_whites_side() {
        let read = |comment, side| evaluation(comment, side).map(|searched| (searched.value, searched.depth));
        let comment = "[%eval -0.34,20] [%clk 1:05:23]";
        assert_eq!(read(comment, Color::White), Some((-34, 20)));
        assert_eq!(read(comment, Color::Black), Some((34, 20)));
        assert_eq!(read("[%eval #-3,20]", Color::Black), Some((MATE, 20)));
        assert_eq!(read("[%eval 0.34]", Color::White), None, "without a depth");
    }
}

//! Choice of a book move as set by the user: by weight, by all known data, or by the engine.

use super::feed::BookFeed;
use super::lessons::{self, LessonsError};
use crate::language::tr;
use crate::platform::random::seed;
use crate::services::catalogue::interview::{self, InterviewError};
use crate::services::engine::build::{self, BuildError};
use crate::services::engine::shipped;
use tabia_book_tools::learn::LearnStore;
use tabia_chess::{Move, Position};
use tabia_polyglot::select::{Choice, Known, Results, SelectionMode, SelectionOptions, SplitMix64, select};
use tabia_polyglot::{BookMove, Flag};
use tabia_uci::{Message, Score};
use tabia_worker::probe::messages::{Line, LookedMove, Mark};

/// Search time for the engine's choice among the book moves, in milliseconds.
const SEARCH_MS: u32 = 1000;
/// Timeout for the engine's reply, in milliseconds.
const ANSWER_MS: u32 = 15_000;
/// Value of a mate in centipawns.
const MATE: i32 = 30_000;

/// Why no move was chosen.
#[derive(Debug, thiserror::Error)]
pub enum ChooseError {
    /// The lessons cannot be read.
    #[error(transparent)]
    Lessons(#[from] LessonsError),
    /// The engine could not be fetched.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The engine did not reply.
    #[error(transparent)]
    Engine(#[from] InterviewError),
    /// It replied with another move.
    #[error("{}", tr!("the engine chose none of the book's moves"))]
    OtherMove,
}

/// Chooses one of the book moves for the last position of a line; `None` if it plays none of them.
///
/// # Errors
/// When the lessons cannot be read, or the engine fails.
pub async fn choose(
    feed: &BookFeed,
    line: &Line,
    position: &Position,
    moves: &[LookedMove],
    choosing: SelectionOptions,
) -> Result<Option<Move>, ChooseError> {
    let lessons = lessons::load(&feed.repository().database()).await?;
    let mut known = known_moves(position, moves, &lessons);
    if choosing.evaluation > 0 && matches!(choosing.mode, SelectionMode::Ranked | SelectionMode::Search) {
        evaluate(line, position, &mut known).await?;
    }
    match select(&known, &choosing.selection(), &mut SplitMix64::new(seed())) {
        Choice::Play(mv) => Ok(Some(mv)),
        Choice::Search(moves) if moves.len() == 1 => Ok(Some(moves[0])),
        Choice::Search(moves) => search(line, position, &moves).await.map(Some),
        Choice::Nothing => Ok(None),
    }
}

/// Collects everything known about book moves, except for the engine's evaluation.
fn known_moves(position: &Position, moves: &[LookedMove], lessons: &LearnStore) -> Vec<Known> {
    let of_move = |m: &LookedMove| {
        let code = BookMove(m.code);
        let flag = match m.mark {
            Mark::Recommended => Some(Flag::Recommended),
            Mark::Avoided => Some(Flag::Avoided),
            Mark::None => (m.weight == 0).then_some(Flag::Avoided),
        };
        let known = Known {
            mv: code.resolve(position)?,
            frequency: u32::from(m.weight),
            results: m.results.map(|[wins, draws, losses]| Results { wins, draws, losses }),
            eval: 0,
            learned: 0,
            flag,
            play_percent: m.play_percent,
        };
        Some(lessons.learned(position.key(), code).unwrap_or_default().applied_to(known))
    };
    moves.iter().filter_map(of_move).collect()
}

/// Adds the engine's evaluation after each move: a one-ply search.
async fn evaluate(line: &Line, position: &Position, known: &mut [Known]) -> Result<(), ChooseError> {
    let mut commands = Vec::new();
    for known in known.iter() {
        commands.push(position_command(line));
        commands.push(format!("go depth 1 searchmoves {}", position.uci(known.mv)));
    }
    let lines = ask(&commands).await?;
    for (known, score) in known.iter_mut().zip(scores(&lines)) {
        known.eval = score;
    }
    Ok(())
}

/// Returns the engine's choice among some moves.
async fn search(line: &Line, position: &Position, moves: &[Move]) -> Result<Move, ChooseError> {
    let list: Vec<String> = moves.iter().map(|&mv| position.uci(mv)).collect();
    let go = format!("go movetime {SEARCH_MS} searchmoves {}", list.join(" "));
    let lines = ask(&[position_command(line), go]).await?;
    let best = messages(&lines).filter_map(|message| match message {
        Message::BestMove(found) => found.best,
        _ => None,
    });
    let mv = best.last().and_then(|best| position.parse_uci(best.as_str()).ok());
    let mv = mv.filter(|mv| moves.contains(mv));
    mv.ok_or(ChooseError::OtherMove)
}

fn position_command(line: &Line) -> String {
    let moves =
        if line.moves.is_empty() { String::new() } else { format!(" moves {}", line.moves.join(" ")) };
    format!("position fen {}{moves}", line.start_fen)
}

/// Returns the last score before each `bestmove`, in centipawns, for the side to move.
fn scores(lines: &[String]) -> Vec<i32> {
    let (mut scores, mut last) = (Vec::new(), 0);
    for message in messages(lines) {
        match message {
            Message::BestMove(_) => scores.push(std::mem::take(&mut last)),
            Message::Info(info) => match info.score {
                Some(Score::Cp(value)) => last = value,
                Some(Score::Mate(value)) => last = MATE * value.signum(),
                None => {}
            },
            _ => {}
        }
    }
    scores
}

/// Parses the lines; a line that is not part of the protocol is skipped.
fn messages(lines: &[String]) -> impl Iterator<Item = Message> {
    lines.iter().filter_map(|line| Message::parse(line).ok().flatten())
}

/// Sends commands to the engine that comes with the page, in a separate worker.
async fn ask(commands: &[String]) -> Result<Vec<String>, ChooseError> {
    let build = build::fetch(&shipped::single()).await?;
    Ok(interview::ask(&shipped::worker(), build.module, &commands.join("\n"), ANSWER_MS).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_score_before_each_move_counts() {
        let lines = [
            "info depth 1 score cp 10 nodes 20",
            "info depth 1 score cp 31 lowerbound nodes 20",
            "bestmove e2e4",
            "info string nothing",
            "bestmove d2d4",
            "info depth 1 score mate -2",
            "bestmove f2f3",
        ];
        assert_eq!(scores(&lines.map(str::to_owned)), [31, 0, -MATE]);
    }

    #[test]
    fn marks_results_and_weights_are_known() {
        let start = Position::default();
        let looked = |uci: &str, weight, mark, results| {
            let code: BookMove = start.parse_uci(uci).unwrap().into();
            LookedMove { code: code.0, weight, mark, results, ..LookedMove::default() }
        };
        let moves = [
            looked("e2e4", 9, Mark::None, Some([3, 2, 1])),
            looked("d2d4", 0, Mark::None, None),
            looked("c2c4", 0, Mark::Recommended, None),
        ];
        let known = known_moves(&start, &moves, &LearnStore::default());
        assert_eq!((known[0].frequency, known[0].results.unwrap().draws), (9, 2));
        assert_eq!((known[1].flag, known[2].flag), (Some(Flag::Avoided), Some(Flag::Recommended)));
        let line = Line { start_fen: start.to_fen(), moves: vec!["e2e4".into()] };
        assert!(position_command(&line).ends_with("w KQkq - 0 1 moves e2e4"));
    }
}

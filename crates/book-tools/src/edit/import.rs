//! Import of moves and marks from PGN games with all their variations: written by hand, or by [`write_pgn`](super::write_pgn).

use std::collections::HashMap;

use tabia_chess::Move;
use tabia_pgn::{Annotations, Nag, Played, Problem, Reader, Step};
use tabia_polyglot::Flag;
use tabia_polyglot::{BlockSource, Entry, Marks};

use super::BookEditor;
use super::error::EditError;
use super::pgn::NOT_IN_BOOK;

/// Maximum number of problems stored; the others are only counted.
const MAX_PROBLEMS: usize = 1000;

/// Result of importing games.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ImportReport {
    /// Games read.
    pub games: u64,
    /// Games skipped because they are not standard chess.
    pub left_out: u64,
    /// Moves that the book did not have.
    pub added: u64,
    /// Existing moves whose weight or marks have changed.
    pub changed: u64,
    /// Moves with `!`, `?` or a percentage.
    pub marked: u64,
    /// Problems, the first thousand.
    pub problems: Vec<Problem>,
    /// Number of problems.
    pub problem_count: u64,
}

/// Occurrences of one move in the games.
#[derive(Clone, Copy, Default, Debug)]
struct Said {
    /// Number of occurrences not marked as outside the book.
    times: u32,
    weight: Option<u16>,
    flag: Option<Flag>,
    play_percent: Option<u8>,
}

impl Said {
    /// Adds the glyphs and comments of one occurrence. Later ones override earlier ones.
    fn add(&mut self, annotations: &Annotations) {
        let mut comments = annotations.before.iter().chain(&annotations.after);
        self.times += u32::from(!comments.any(|comment| comment.trim() == NOT_IN_BOOK));
        for Nag(glyph) in &annotations.nags {
            match glyph {
                1 | 3 => self.flag = Some(Flag::Recommended),
                2 | 4 => self.flag = Some(Flag::Avoided),
                _ => {}
            }
        }
        for comment in annotations.before.iter().chain(&annotations.after) {
            self.play_percent = play_percent(comment).or(self.play_percent);
            self.weight = weight(comment).or(self.weight);
        }
    }

    /// Returns whether, according to the text, the move only leads back into the book.
    fn is_connecting(&self) -> bool {
        self.times == 0 && self.weight.is_none() && self.flag.is_none() && self.play_percent.is_none()
    }
}

/// Crafty's `{play nn%}`.
fn play_percent(comment: &str) -> Option<u8> {
    let number = comment.trim().strip_prefix("play")?.trim().strip_suffix('%')?;
    number.trim_end().parse().ok().filter(|&percent| percent <= 100)
}

/// The weight in `{weight 30, 42%}`, as this program writes it.
fn weight(comment: &str) -> Option<u16> {
    let rest = comment.trim().strip_prefix("weight ")?;
    rest.split(',').next()?.trim().parse().ok()
}

impl<S: BlockSource> BookEditor<S> {
    /// Imports the moves of all games and variations in a PGN text, as one undo step.
    ///
    /// A new move gets the weight in a comment `{weight nn}`, or else the number of times it occurs;
    /// one with only the comment `{not in the book}` is not imported. Moves in the book keep their weight unless a
    /// comment gives another. `!` and `!!`, `?` and `??`, and `{play nn%}` become marks; a move without any in the text keeps
    /// those of the book. Games may begin from any position, but must be standard chess.
    ///
    /// # Errors
    /// [`EditError::Source`] if the book cannot be read; nothing has changed then.
    pub fn import_pgn(&mut self, text: &str) -> Result<ImportReport, EditError> {
        let mut report = ImportReport::default();
        let said = listen(text, &mut report);
        let mut lists: Vec<(u64, Vec<Entry>)> = Vec::new();
        let mut places: HashMap<u64, usize> = HashMap::new();
        for (key, mv, said) in said.into_iter().filter(|(.., said)| !said.is_connecting()) {
            let place = if let Some(&place) = places.get(&key) {
                place
            } else {
                lists.push((key, self.moves_to_change(key)?));
                places.insert(key, lists.len() - 1);
                lists.len() - 1
            };
            let list = &mut lists[place].1;
            let known = list.iter().position(|entry| entry.book_move.means(mv));
            let is_new = known.is_none();
            let index = known.unwrap_or_else(|| {
                let weight = said.times.clamp(1, u32::from(u16::MAX)) as u16;
                list.push(Entry { key, book_move: mv.into(), weight, learn: 0 });
                list.len() - 1
            });
            let entry = &mut list[index];
            let before = *entry;
            entry.weight = said.weight.unwrap_or(entry.weight);
            let mut marks = Marks::from_learn(entry.learn);
            let old = marks;
            marks.flag = said.flag.or(marks.flag);
            marks.play_percent = said.play_percent.unwrap_or(marks.play_percent);
            if marks != old {
                entry.learn = marks.to_learn();
            }
            report.marked += u64::from(said.flag.is_some() || said.play_percent.is_some());
            report.added += u64::from(is_new);
            report.changed += u64::from(!is_new && *entry != before);
        }
        if report.added + report.changed > 0 {
            self.step(lists);
        }
        Ok(report)
    }
}

/// Returns the occurrences of each move in all games of a text, in the order of the moves.
fn listen(text: &str, report: &mut ImportReport) -> Vec<(u64, Move, Said)> {
    let mut said: Vec<(u64, Move, Said)> = Vec::new();
    let mut places: HashMap<(u64, Move), usize> = HashMap::new();
    let mut reader = Reader::new(text);
    for read in reader.by_ref() {
        report.games += 1;
        note(report, &read.problems);
        let game = &read.game;
        if game.is_chess960() {
            report.left_out += 1;
            continue;
        }
        for step in game.walk() {
            let Step::Move { node, before } = step else { continue };
            // Moves after a null move are not a game, but their positions are as good as any.
            let Some(Played::Move(mv)) = game.played(node) else { continue };
            let key = before.key();
            let place = *places.entry((key, mv)).or_insert_with(|| {
                said.push((key, mv, Said::default()));
                said.len() - 1
            });
            said[place].2.add(game.annotations(node));
        }
    }
    note(report, reader.leftover_problems());
    said
}

fn note(report: &mut ImportReport, problems: &[Problem]) {
    report.problem_count += problems.len() as u64;
    let room = MAX_PROBLEMS.saturating_sub(report.problems.len());
    report.problems.extend(problems.iter().take(room).cloned());
}

impl ImportReport {
    /// The result, as a sentence.
    pub fn summary(&self) -> String {
        let count =
            |number: u64, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
        let mut parts = vec![format!(
            "{}: {} added, {} changed, {} marked",
            count(self.games, "game", "games"),
            count(self.added, "move", "moves"),
            self.changed,
            self.marked
        )];
        if self.left_out > 0 {
            let games = count(self.left_out, "game", "games");
            parts.push(format!("{games} left out as not of chess by its usual rules"));
        }
        if let Some(first) = self.problems.first() {
            let faults = count(self.problem_count, "fault in the text", "faults in the text");
            parts.push(format!("{faults}, the first: {first}"));
        }
        parts.join("; ")
    }
}

//! Display text for the contents of an opening file.

use tabia_arena::OpeningSource;

use super::chart::grouped;
use crate::language::tr;

/// Contents of an opening file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningFileContents {
    /// Number of openings.
    pub count: usize,
    /// Number of lines or games that give no opening.
    pub left_out: usize,
    /// Number of games used only up to an error, or of lines that were corrected.
    pub cut: usize,
    /// First faults in file order: line from 1, and what is wrong there.
    pub faults: Vec<(usize, String)>,
    /// Whether some openings need Chess960 rules.
    pub has_chess960: bool,
}

impl OpeningFileContents {
    /// Whether parts of the file are not used.
    pub fn has_losses(&self) -> bool {
        self.left_out + self.cut > 0
    }

    /// Summarises the openings and any losses: `2 openings; 5 of 7 lines were skipped`.
    pub fn summary(&self, source: &OpeningSource) -> String {
        let count = grouped(self.count as u64);
        let has_games = match source {
            OpeningSource::Pgn { .. } => true,
            OpeningSource::Polyglot { .. } => {
                return tr!(
                    "{count} different line from this book"
                        | "{count} different lines from this book" % self.count,
                    count
                );
            }
            OpeningSource::Startpos => return tr!("Every game begins from the start position").to_owned(),
            OpeningSource::BuiltIn | OpeningSource::Epd { .. } => false,
        };
        let (left_out, cut) = (self.left_out, self.cut);
        let mut parts = vec![tr!("{count} opening" | "{count} openings" % self.count, count)];
        if left_out > 0 {
            let all = self.count + left_out;
            let count = grouped(all as u64);
            let of_all = if has_games {
                tr!("of {count} game" | "of {count} games" % all, count)
            } else {
                tr!("of {count} line" | "of {count} lines" % all, count)
            };
            let count = grouped(left_out as u64);
            parts.push(tr!(
                "{count} {of_all} was skipped" | "{count} {of_all} were skipped" % left_out,
                count,
                of_all
            ));
        }
        if cut > 0 {
            let count = grouped(cut as u64);
            parts.push(if has_games {
                tr!("{count} game is cut short" | "{count} games are cut short" % cut, count)
            } else {
                // Castling rights that king or rook had lost.
                tr!("{count} line was corrected" | "{count} lines were corrected" % cut, count)
            });
        }
        parts.join("; ")
    }

    /// Returns the faults, one sentence each, and the number of further ones.
    pub fn listed(&self) -> (Vec<String>, usize) {
        let lines = self.faults.iter().map(|(line, message)| {
            let end = if message.ends_with('.') { "" } else { "." };
            tr!("Line {line}: {message}{end}", line, message, end)
        });
        (lines.collect(), (self.left_out + self.cut).saturating_sub(self.faults.len()))
    }

    /// Warns about a match of this many games: with few openings the same games may be repeated.
    pub fn repeats(&self, games: usize, is_paired: bool) -> Option<String> {
        let needed = if is_paired { games.div_ceil(2) } else { games };
        let times = needed / self.count.max(1);
        (self.count > 0 && times >= 50).then(|| {
            let [games, times] = [games, times].map(|number| grouped(number as u64));
            if is_paired {
                tr!(
                    "In all {games} games each opening is played about {times} times from both sides.",
                    games,
                    times
                )
            } else {
                tr!("In all {games} games each opening is played about {times} times.", games, times)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_arena::{OpeningProblem, OpeningSettings, Openings};

    fn epd() -> OpeningSource {
        OpeningSource::Epd { name: "a.epd".into(), sha256: String::new() }
    }

    fn found(source: &OpeningSource, text: &str) -> OpeningFileContents {
        let settings = OpeningSettings { source: source.clone(), ..OpeningSettings::default() };
        let (openings, problems) = settings.read(text.as_bytes(), 0).unwrap();
        found_in(openings.len(), &problems)
    }

    /// Builds the counts and lists as the worker does.
    fn found_in(count: usize, problems: &[OpeningProblem]) -> OpeningFileContents {
        let left_out = problems.iter().filter(|problem| problem.is_left_out).count();
        let faults = problems.iter().take(20).map(|problem| (problem.line, problem.message.clone()));
        OpeningFileContents {
            count,
            left_out,
            cut: problems.len() - left_out,
            faults: faults.collect(),
            has_chess960: false,
        }
    }

    #[test]
    fn lines_that_are_left_out_are_counted_and_named() {
        let good = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";
        let text = format!("{good}nonsense\n{good}\n8/8/8/8/8/8/8/8 w - -\n");
        let found = found(&epd(), &text);
        assert_eq!(found.summary(&epd()), "2 openings; 2 of 4 lines were skipped");
        let (lines, more) = found.listed();
        assert!(
            lines[0].starts_with("Line 2: ") && lines[1].starts_with("Line 5: ") && more == 0,
            "{lines:?}"
        );
        assert_eq!(self::found(&epd(), good).summary(&epd()), "1 opening");
        let stale = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPPKPPP/RNBQ1BNR b KQkq -\n";
        assert_eq!(self::found(&epd(), stale).summary(&epd()), "1 opening; 1 line was corrected");
        let drawn = format!("{good}k7/8/8/8/8/8/8/K7 w - -\n");
        let drawn = self::found(&epd(), &drawn).summary(&epd());
        assert_eq!(drawn, "1 opening; 1 of 2 lines was skipped", "neither side can win");
        let (openings, problems) = Openings::from_epd(&"bad\n".repeat(30));
        let all_bad = found_in(openings.len(), &problems);
        assert_eq!((all_bad.listed().0.len(), all_bad.listed().1), (20, 10));
    }

    #[test]
    fn an_illegal_move_in_a_game_is_told_and_ends_its_opening() {
        let pgn = OpeningSource::Pgn { name: "a.pgn".into(), sha256: String::new() };
        let found = found(&pgn, "1. e4 e5 2. Qxe5 *\n\n1. d4 d5 *\n\n1. Ke2 e5 *\n");
        assert_eq!(found.summary(&pgn), "2 openings; 1 of 3 games was skipped; 1 game is cut short");
        let (lines, _) = found.listed();
        assert!(lines[0].starts_with("Line 1: ") && lines[0].contains("after 2 plies"), "{lines:?}");
        assert!(lines[1].starts_with("Line 5: "), "{lines:?}");
    }

    #[test]
    fn few_openings_for_many_games_are_told() {
        let two = OpeningFileContents { count: 2, ..OpeningFileContents::default() };
        assert!(two.repeats(20_000, true).is_some_and(|text| text.contains("5\u{202f}000 times")));
        assert_eq!(two.repeats(100, true), None);
        assert_eq!(OpeningFileContents::default().repeats(100, true), None);
    }
}

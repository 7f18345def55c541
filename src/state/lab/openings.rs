//! What was found in an opening file, in words.

use tabia_arena::OpeningSource;

use super::chart::grouped;

/// What an opening file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The openings.
    pub count: usize,
    /// Lines or games that make none.
    pub left_out: usize,
    /// Games of which the part before an error is used.
    pub cut: usize,
    /// The first faults, in the order of the file: the line, from 1, and what is wrong there.
    pub faults: Vec<(usize, String)>,
    /// Whether some of the openings need Chess960 rules.
    pub has_chess960: bool,
}

impl Found {
    /// Whether something of the file is not played.
    pub fn has_losses(&self) -> bool {
        self.left_out + self.cut > 0
    }

    /// How many openings there are, and of how much that is not all: `2 openings; 5 of 7 lines were left out`.
    pub fn summary(&self, source: &OpeningSource) -> String {
        let count = plural(self.count, "opening", "openings");
        let (one, many) = match source {
            OpeningSource::Pgn { .. } => ("game", "games"),
            OpeningSource::Polyglot { .. } => {
                return format!("{} from this book", plural(self.count, "different line", "different lines"));
            }
            OpeningSource::Startpos => return "Every game begins from the start position".to_owned(),
            OpeningSource::BuiltIn | OpeningSource::Epd { .. } => ("line", "lines"),
        };
        let (left_out, cut) = (self.left_out, self.cut);
        let mut parts = vec![count];
        if left_out > 0 {
            let all = plural(self.count + left_out, one, many);
            let were = if left_out == 1 { "was" } else { "were" };
            parts.push(format!("{} of {all} {were} skipped", grouped(left_out as u64)));
        }
        if cut > 0 {
            parts.push(format!(
                "{} {} cut short",
                plural(cut, one, many),
                if cut == 1 { "is" } else { "are" }
            ));
        }
        parts.join("; ")
    }

    /// The faults, a sentence each, and how many more there are.
    pub fn listed(&self) -> (Vec<String>, usize) {
        let lines = self.faults.iter().map(|(line, message)| {
            let end = if message.ends_with('.') { "" } else { "." };
            format!("Line {line}: {message}{end}")
        });
        (lines.collect(), (self.left_out + self.cut).saturating_sub(self.faults.len()))
    }

    /// What is worth knowing about a match of so many games: with few openings the same games may be played again and again.
    pub fn repeats(&self, games: usize, is_paired: bool) -> Option<String> {
        let needed = if is_paired { games.div_ceil(2) } else { games };
        let times = needed / self.count.max(1);
        (self.count > 0 && times >= 50).then(|| {
            format!(
                "In all {} games each opening is played about {} times{}.",
                grouped(games as u64),
                grouped(times as u64),
                if is_paired { " from both sides" } else { "" }
            )
        })
    }
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count as u64), if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_arena::{OpeningProblem, OpeningSettings, Openings};

    fn epd() -> OpeningSource {
        OpeningSource::Epd { name: "a.epd".into(), sha256: String::new() }
    }

    fn found(source: &OpeningSource, text: &str) -> Found {
        let settings = OpeningSettings { source: source.clone(), ..OpeningSettings::default() };
        let (openings, problems) = settings.read(text.as_bytes(), 0).unwrap();
        found_in(openings.len(), &problems)
    }

    /// As the worker counts and lists them.
    fn found_in(count: usize, problems: &[OpeningProblem]) -> Found {
        let left_out = problems.iter().filter(|problem| problem.is_left_out).count();
        let faults = problems.iter().take(20).map(|problem| (problem.line, problem.message.clone()));
        Found {
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
        let two = Found { count: 2, ..Found::default() };
        assert!(two.repeats(20_000, true).is_some_and(|text| text.contains("5\u{202f}000 times")));
        assert_eq!(two.repeats(100, true), None);
        assert_eq!(Found::default().repeats(100, true), None);
    }
}

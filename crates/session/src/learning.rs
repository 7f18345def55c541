//! Position learning: `learn`, and the options `Learn` and `LearnFile`.

use tabia_engine::{Learned, SearchResult};
use tabia_uci::{Command, Learn, LearnedPosition};

use crate::files::no_files;
use crate::host::{Host, say};
use crate::position::parse_fen;
use crate::report;
use crate::session::Session;
use crate::uci_move::uci_move;

/// Minimum depth in plies; results of shallower searches aren't stored.
const LEAST_DEPTH: u32 = 8;

impl Session {
    pub(crate) fn learn(&mut self, host: &mut impl Host, learn: &Learn) {
        match learn {
            Learn::Add(learned) => match Self::learned(learned) {
                Ok(learned) => {
                    self.learning_changed |= self.engine(host).learning.keep(learned);
                }
                Err(error) => say(host, format!("learn add: {error}")),
            },
            Learn::Export => {
                let lines = self.learned_lines(host);
                for line in &lines {
                    host.print(line);
                }
                host.print(&format!("learn end {}", lines.len()));
            }
            Learn::Clear => {
                self.engine(host).learning.clear();
                self.learning_changed = true;
            }
        }
    }

    /// Stores the result of a search, if learning is on and the search was deep enough.
    pub(crate) fn learn_from(&mut self, go: &tabia_uci::Go, result: &SearchResult) {
        let weakened = self.options.settings().strength.is_some() && !go.infinite;
        if !self.options.learn || weakened || result.depth < LEAST_DEPTH || !go.searchmoves.is_empty() {
            return;
        }
        let (Some((mv, score)), Some(engine)) = (result.exact(), self.engine.as_mut()) else {
            return;
        };
        let learned = Learned { position: self.position, mv, score, depth: result.depth };
        self.learning_changed |= engine.learning.keep(learned);
    }

    /// Adds the contents of the file named by `LearnFile`; a file that does not exist yet counts as empty.
    pub(crate) fn load_learned(&mut self, host: &mut impl Host) {
        let path = self.options.learn_file.clone();
        if path.is_empty() {
            return;
        }
        let read = host.text_files().map_or_else(|| Err(no_files(&path)), |files| files.read_text(&path));
        let text = match read {
            Ok(text) => text.unwrap_or_default(),
            Err(error) => {
                say(host, format!("setoption LearnFile: {error}; nothing will be written there"));
                self.options.learn_file.clear();
                return;
            }
        };
        let before = self.learning_changed;
        let mut faults = 0;
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let learned = match Command::parse(line) {
                Ok(Some(Command::Learn(Learn::Add(learned)))) => Self::learned(&learned),
                Ok(_) => Err("no `learn add`".to_owned()),
                Err(error) => Err(error.to_string()),
            };
            match learned {
                Ok(learned) => {
                    self.engine(host).learning.keep(learned);
                }
                Err(error) => {
                    faults += 1;
                    if faults <= 3 {
                        say(host, format!("{path}, line {}: {error}", index + 1));
                    }
                }
            }
        }
        self.learning_changed = before;
        if faults > 0 {
            // This may not be a learn file at all; don't overwrite what can't be parsed.
            say(host, format!("{path}: {faults} lines cannot be read; nothing will be written there"));
            self.options.learn_file.clear();
        }
    }

    /// Writes the learned positions to the file named by `LearnFile`, if there are new ones.
    pub(crate) fn save_learned(&mut self, host: &mut impl Host) {
        let path = self.options.learn_file.clone();
        if path.is_empty() || !self.learning_changed {
            return;
        }
        let mut text = self.learned_lines(host).join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        let written =
            host.text_files().map_or_else(|| Err(no_files(&path)), |files| files.write_text(&path, &text));
        match written {
            Ok(()) => self.learning_changed = false,
            Err(error) => say(host, format!("LearnFile: {error}")),
        }
    }

    /// Returns all learned positions as `learn` commands that restore them.
    fn learned_lines(&mut self, host: &mut impl Host) -> Vec<String> {
        let chess960 = self.options.chess960;
        let lines = self.engine(host).learning.iter().filter_map(|learned| {
            let mv = uci_move(&learned.position, learned.mv, chess960)?;
            let fen = learned.position.to_fen();
            let score = report::score(learned.score);
            Some(Learn::Add(LearnedPosition { depth: learned.depth, score, mv, fen }).to_string())
        });
        lines.collect()
    }

    fn learned(learned: &LearnedPosition) -> Result<Learned, String> {
        let position = parse_fen(&learned.fen).map_err(|error| error.to_string())?;
        let mv = position
            .parse_uci(learned.mv.as_str())
            .map_err(|error| format!("move {}: {error}", learned.mv))?;
        Ok(Learned { position, mv, score: report::engine_score(learned.score), depth: learned.depth })
    }
}

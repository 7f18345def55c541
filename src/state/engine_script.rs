//! A script of engine commands, run in order, waiting for the reply of each command that has one.

use std::collections::VecDeque;

use tabia_book_tools::decimal;

/// What the script is waiting for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wait {
    /// A line that starts with one of these words.
    Answer(&'static [&'static str]),
    /// A time in milliseconds.
    Until(f64),
}

/// Next step of a script.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptStep {
    /// Send this line.
    Send(String),
    /// Wait for the engine or the time.
    Wait,
    /// The script is finished.
    Done,
}

/// A running script. `#` starts a comment, `wait 2000` waits 2000 milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineScript {
    lines: VecDeque<String>,
    total: usize,
    wait: Option<Wait>,
    /// An infinite or ponder search is running.
    is_endless: bool,
}

impl EngineScript {
    /// Parses a text with one command per line.
    pub fn new(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let lines: VecDeque<String> = lines.map(str::to_owned).collect();
        Self { total: lines.len(), lines, wait: None, is_endless: false }
    }

    /// Returns the number of commands sent, and the total.
    pub fn progress(&self) -> (usize, usize) {
        (self.total - self.lines.len(), self.total)
    }

    /// Returns the next step at this time.
    pub fn next(&mut self, now_ms: f64) -> ScriptStep {
        match self.wait {
            Some(Wait::Until(ms)) if now_ms >= ms => self.wait = None,
            Some(_) => return ScriptStep::Wait,
            None => {}
        }
        let Some(line) = self.lines.pop_front() else { return ScriptStep::Done };
        let mut words = line.split_ascii_whitespace();
        let (first, second) = (words.next().unwrap_or_default(), words.next());
        if first == "wait"
            && let Some(ms) = second.and_then(decimal::parse)
        {
            self.wait = Some(Wait::Until(now_ms + ms.max(0.0)));
            return self.next(now_ms);
        }
        self.wait = self.answer_to(first, &line);
        ScriptStep::Send(line)
    }

    fn answer_to(&mut self, command: &str, line: &str) -> Option<Wait> {
        let has = |word: &str| line.split_ascii_whitespace().any(|other| other == word);
        match command {
            "uci" => Some(Wait::Answer(&["uciok"])),
            "isready" => Some(Wait::Answer(&["readyok"])),
            "go" if has("perft") => Some(Wait::Answer(&["Nodes"])),
            "perft" => Some(Wait::Answer(&["Nodes"])),
            "go" => {
                self.is_endless = has("infinite") || has("ponder");
                (!self.is_endless).then_some(Wait::Answer(&["bestmove"]))
            }
            "stop" | "ponderhit" if std::mem::take(&mut self.is_endless) => Some(Wait::Answer(&["bestmove"])),
            _ => None,
        }
    }

    /// Processes a line of engine output.
    pub fn on_line(&mut self, line: &str) {
        let first = line.split_ascii_whitespace().next().unwrap_or_default();
        // The search ended by itself and needs no `stop`.
        if first == "bestmove" {
            self.is_endless = false;
        }
        if matches!(self.wait, Some(Wait::Answer(words)) if words.contains(&first)) {
            self.wait = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn send(line: &str) -> ScriptStep {
        ScriptStep::Send(line.to_owned())
    }

    #[test]
    fn a_command_waits_for_the_answer_to_the_one_before() {
        let mut script =
            EngineScript::new("# a remark\nuci\n\nposition startpos\ngo depth 3\n isready \nquit");
        assert_eq!(script.progress(), (0, 5));
        assert_eq!(script.next(0.0), send("uci"));
        assert_eq!(script.next(1e9), ScriptStep::Wait);
        script.on_line("id name readyok uciok");
        assert_eq!(script.next(0.0), ScriptStep::Wait);
        script.on_line("uciok");
        assert_eq!(script.next(0.0), send("position startpos"));
        assert_eq!(script.next(0.0), send("go depth 3"));
        script.on_line("readyok");
        assert_eq!(script.next(0.0), ScriptStep::Wait);
        script.on_line("bestmove e2e4");
        assert_eq!(script.next(0.0), send("isready"));
        script.on_line("readyok");
        assert_eq!(script.next(0.0), send("quit"));
        assert_eq!((script.next(0.0), script.progress()), (ScriptStep::Done, (5, 5)));
    }

    #[test]
    fn a_search_without_end_is_ended_by_the_script() {
        let mut script = EngineScript::new("go infinite\nwait 500\nstop\nstop\nperft 2\nd");
        assert_eq!(script.next(10.0), send("go infinite"));
        assert_eq!(script.next(10.0), ScriptStep::Wait);
        assert_eq!(script.next(509.0), ScriptStep::Wait);
        assert_eq!(script.next(510.0), send("stop"));
        assert_eq!(script.next(510.0), ScriptStep::Wait);
        script.on_line("bestmove e2e4");
        assert_eq!(script.next(510.0), send("stop"), "there is nothing to wait for");
        assert_eq!(script.next(510.0), send("perft 2"));
        script.on_line("Nodes searched: 400");
        assert_eq!(script.next(510.0), send("d"));
        let mut early = EngineScript::new("go infinite\nwait 500\nstop\nd");
        assert_eq!((early.next(0.0), early.next(0.0)), (send("go infinite"), ScriptStep::Wait));
        early.on_line("bestmove e2e4");
        assert_eq!((early.next(600.0), early.next(600.0)), (send("stop"), send("d")), "no other move comes");
        assert_eq!(
            EngineScript::new("wait soon\n").next(0.0),
            send("wait soon"),
            "no number: the engine may know it"
        );
    }
}

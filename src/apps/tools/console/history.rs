//! Command history for the arrow keys.

/// Maximum number of commands.
const REMEMBERED: usize = 200;

/// Sent commands, oldest first, and the current position in them.
#[derive(Debug, Default)]
pub struct CommandHistory {
    commands: Vec<String>,
    back: usize,
}

impl CommandHistory {
    /// Adds a command and moves to the end; a repeated command is added once.
    pub fn add(&mut self, command: String) {
        if self.commands.last() != Some(&command) {
            self.commands.push(command);
        }
        let excess = self.commands.len().saturating_sub(REMEMBERED);
        self.commands.drain(..excess);
        self.back = 0;
    }

    /// Moves one command back; stops at the oldest.
    pub fn back(&mut self) -> String {
        self.back = (self.back + 1).min(self.commands.len());
        self.here()
    }

    /// Moves one command forward; empty past the newest.
    pub fn forward(&mut self) -> String {
        self.back = self.back.saturating_sub(1);
        self.here()
    }

    fn here(&self) -> String {
        let place = self.commands.len().checked_sub(self.back);
        place.and_then(|place| self.commands.get(place)).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_through_the_commands_and_stop_at_both_ends() {
        let mut history = CommandHistory::default();
        assert_eq!((history.back(), history.forward()), (String::new(), String::new()));
        for command in ["uci", "isready", "isready", "go depth 3"] {
            history.add(command.to_owned());
        }
        assert_eq!([(); 4].map(|()| history.back()), ["go depth 3", "isready", "uci", "uci"]);
        assert_eq!([(); 4].map(|()| history.forward()), ["isready", "go depth 3", "", ""]);
        history.back();
        history.add("stop".to_owned());
        assert_eq!(history.back(), "stop");
    }

    #[test]
    fn the_oldest_commands_are_forgotten() {
        let mut history = CommandHistory::default();
        for number in 0..=REMEMBERED {
            history.add(number.to_string());
        }
        for _ in 0..=REMEMBERED {
            history.back();
        }
        assert_eq!(history.here(), "1");
    }
}

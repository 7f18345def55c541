//! Effects of player events on a game.

use tabia_chess::Color;

use super::{Game, Report, Stage};
use crate::player::{Awaited, Conduct, Event};
use crate::referee::Failure;

impl Game {
    pub(super) fn event(&mut self, color: Color, event: Option<Event<'_>>) {
        match event {
            Some(Event::Introduced) => {
                let faults = self.players[color.index()].take_option_faults();
                self.reports.extend(faults.iter().map(|fault| Report::Notice(color, fault.to_string())));
            }
            Some(Event::InfoString(text)) => {
                if let Some(option) = self.players[color.index()].option_being_set() {
                    self.reports.push(Report::Notice(color, format!("option {option}: {text}")));
                }
            }
            Some(Event::Stray(line)) => self.referee.stray(color, line),
            Some(Event::Overdue) => self.stage = Stage::Overdue(color),
            Some(Event::NoBestMove(conduct)) => {
                self.referee.overdue_because(&conduct.to_string());
                self.reports.push(Report::Fault(color, conduct.to_string()));
            }
            Some(Event::Ready) if self.stage == Stage::Overdue(color) => {
                self.referee.overdue();
                self.stage = Stage::BetweenMoves;
            }
            Some(Event::Lost(conduct)) => self.lost(color, &conduct),
            _ => {}
        }
    }

    /// Handles the loss of an engine.
    fn lost(&mut self, color: Color, conduct: &Conduct) {
        match &self.stage {
            Stage::Preparing { color: preparing, is_told } if *preparing == color => {
                let has_run = self.player(color).has_run();
                match (is_told, has_run) {
                    (true, _) => self.fail(color, conduct),
                    (false, true) => {
                        let message = format!("it could not be started again: {conduct}");
                        self.referee.fail_because(color, Failure::Disconnect, &message);
                        self.reports.push(Report::NotRestarted(color, message));
                    }
                    (false, false) => self.stage = Stage::CannotStart(color),
                }
            }
            Stage::Overdue(overdue) if *overdue == color => {
                self.stage = Stage::BetweenMoves;
                // An engine that got `stop` in time and stays silent is simply overdue; there is nothing more
                // to report.
                if matches!(conduct, Conduct::NoAnswer { awaited: Awaited::BestMove, .. }) {
                    return self.referee.overdue();
                }
                self.referee.overdue_because(&conduct.to_string());
                self.reports.push(Report::Fault(color, conduct.to_string()));
            }
            // It moved before it disconnected: the move counts, and its next turn will notice.
            Stage::Thinking { color: thinking, has_moved: true }
                if *thinking == color && conduct.failure() == Some(Failure::Disconnect) =>
            {
                self.reports.push(Report::Fault(color, conduct.to_string()));
            }
            Stage::Thinking { color: thinking, .. } if *thinking == color => self.fail(color, conduct),
            Stage::EndingPonder(turn) if turn.request.color == color => self.fail(color, conduct),
            Stage::Closing | Stage::Over => {}
            _ => self.reports.push(Report::Fault(color, conduct.to_string())),
        }
    }

    pub(super) fn fail(&mut self, color: Color, conduct: &Conduct) {
        let message = conduct.to_string();
        self.referee.fail_because(color, conduct.failure().unwrap_or(Failure::Stall), &message);
        self.reports.push(Report::Fault(color, message));
    }
}

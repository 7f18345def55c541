//! Export of the attempts as a table for other programs.

use tabia_suite::csv;

use super::SuiteService;
use crate::platform::turns::Pace;

/// Number of rows written between two looks at the clock.
const ROWS: usize = 64;

impl SuiteService {
    /// Returns a table of all attempts, written in slices; `None` when the page turns to something else in the meantime.
    pub async fn csv(&self) -> Option<String> {
        let (is_wanted, problems) = (self.until_another(), self.problems());
        let names: Vec<String> = self
            .with_runner(|runner| {
                runner.settings().engines.iter().map(|engine| engine.name.clone()).collect()
            })
            .unwrap_or_default();
        let mut text = csv::HEADER.to_owned();
        for (engine, name) in names.iter().enumerate() {
            let mut pace = Pace::new();
            for (index, problem) in problems.iter().enumerate() {
                self.with_runner(|runner| {
                    if let Some(outcome) = runner.outcome(engine, index) {
                        text.push_str(&csv::row(problem, name, outcome));
                    }
                });
                if index % ROWS == 0 {
                    pace.step().await;
                    if !is_wanted() {
                        return None;
                    }
                }
            }
        }
        Some(text)
    }
}

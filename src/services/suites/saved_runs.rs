//! Stored runs: a record for the run together with the suite's text, and one for each attempt.

use serde::{Deserialize, Serialize};
use tabia_suite::{Outcome, Problem};

use super::attempt::SavedOutcome;
use super::settings::SuiteSettings;
use crate::language::tr;
use crate::storage::{Change, Claim, Content, Database, Key, Range, Record, Store, StoreError, Table, locks};

/// Document kind of runs.
const KIND: &str = "suite-run";
/// Document kind of attempts.
const OUTCOME: &str = "suite-outcome";
/// Document kind of a suite's text.
const TEXT: &str = "suite-text";
/// Number of attempts read at once: some milliseconds.
const PAGE: usize = 500;

/// Run of a test suite.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedRun {
    /// Its id.
    pub id: String,
    /// Name of the suite.
    pub name: String,
    /// Settings of the run.
    pub settings: SuiteSettings,
    /// Number of problems in the suite.
    pub problems: usize,
    /// Number of finished attempts.
    pub done: usize,
    /// Number of correct ones, by engine.
    pub right: Vec<usize>,
    /// Start of the run, in milliseconds since 1970.
    pub begun_ms: f64,
    /// Whether it was running when it was last stored.
    pub is_running: bool,
}

impl SavedRun {
    /// Returns whether every attempt has ended.
    pub fn is_complete(&self) -> bool {
        self.done >= self.problems * self.settings.engines.len()
    }
}

/// Attempt: indices of the engine and the problem, and the outcome.
pub type Attempted = (usize, usize, Outcome);

/// Stored runs of a database.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedRuns {
    database: Database,
}

fn key(id: &str) -> Key {
    Key::of(KIND).and(id)
}

fn outcomes_of(id: &str) -> Key {
    Key::of(OUTCOME).and(id)
}

impl SavedRuns {
    /// Creates the store on `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Lists all runs, newest first. Unreadable ones are left out.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn list(&self) -> Result<Vec<SavedRun>, StoreError> {
        let records = self.database.list(Table::Documents, Range::below(Key::of(KIND)), usize::MAX).await?;
        let mut runs: Vec<SavedRun> =
            records.iter().filter_map(|(_, record)| record.read("a run").ok()).collect();
        runs.sort_by(|a, b| b.begun_ms.total_cmp(&a.begun_ms));
        Ok(runs)
    }

    /// Returns the text of a run's suite.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when it is not stored.
    pub async fn text(&self, id: &str) -> Result<String, StoreError> {
        let missing = || StoreError::Missing { what: tr!("the suite's text").to_owned() };
        let key = Key::of(TEXT).and(id);
        let record = self.database.get(Table::Documents, key).await?.ok_or_else(missing)?;
        let bytes = record.content.ok_or_else(missing)?.bytes().await?;
        Ok(tabia_pgn::decode(&bytes).text.into_owned())
    }

    /// Passes on the stored attempts of a run, page by page, as there may be half a million. Those that don't match its problems are left
    /// out.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn outcomes(
        &self,
        id: &str,
        problems: &[Problem],
        mut each: impl FnMut(Attempted),
    ) -> Result<(), StoreError> {
        let mut range = Range::below(outcomes_of(id));
        loop {
            let records = self.database.list(Table::Documents, range.clone(), PAGE).await?;
            for (_, record) in &records {
                let Ok(kept) = record.read::<SavedOutcome>("an attempt") else { continue };
                if let Some(problem) = problems.get(kept.problem) {
                    each((kept.engine, kept.problem, kept.outcome(problem)));
                }
            }
            match records.into_iter().next_back() {
                Some((last, _)) => range = range.after(last),
                None => return Ok(()),
            }
        }
    }

    /// Stores a new run with the text of its suite.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn create(&self, run: &SavedRun, text: &str) -> Result<(), StoreError> {
        let record = Record::default().with(Content::from(text));
        let text = Change::Put { table: Table::Documents, key: Key::of(TEXT).and(run.id.as_str()), record };
        self.database.apply(vec![text, put(run)?]).await
    }

    /// Stores a run, and attempts that have ended.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn write(
        &self,
        run: &SavedRun,
        problems: &[Problem],
        outcomes: &[Attempted],
    ) -> Result<(), StoreError> {
        let mut changes = vec![put(run)?];
        for (engine, index, outcome) in outcomes {
            let Some(problem) = problems.get(*index) else { continue };
            let key = outcomes_of(&run.id).and(*engine).and(*index);
            let record = Record::of(&SavedOutcome::of(*engine, *index, problem, outcome))?;
            changes.push(Change::Put { table: Table::Documents, key, record });
        }
        self.database.apply(changes).await
    }

    /// Deletes a run.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn remove(&self, id: &str) -> Result<(), StoreError> {
        let run = Change::Delete { table: Table::Documents, key: key(id) };
        let text = Change::Delete { table: Table::Documents, key: Key::of(TEXT).and(id) };
        let outcomes = Change::DeleteBelow { table: Table::Documents, prefix: outcomes_of(id) };
        self.database.apply(vec![run, text, outcomes]).await
    }

    /// Claims a run for this tab, with retries in case the page before a reload still has it. `None` when another tab is running it.
    pub async fn claim(id: &str) -> Option<Claim> {
        // If the browser refuses, tabs cannot know of each other.
        locks::claim_soon(&format!("tabia suite {id}")).await.ok().flatten()
    }
}

fn put(run: &SavedRun) -> Result<Change, StoreError> {
    Ok(Change::Put { table: Table::Documents, key: key(&run.id), record: Record::of(run)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::suites::column::tests::outcome;
    use crate::storage::Memory;
    use futures::executor::block_on;
    use std::rc::Rc;
    use tabia_suite::{Moment, Suite};
    use tabia_uci::Score;

    fn outcomes(runs: &SavedRuns, problems: &[Problem]) -> Vec<Attempted> {
        let mut all = Vec::new();
        block_on(runs.outcomes("a", problems, |attempt| all.push(attempt))).unwrap();
        all
    }

    #[test]
    fn many_attempts_are_read_page_by_page() {
        let runs = SavedRuns::new(Database::of(Rc::new(Memory::new())));
        let line = "6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#;\n";
        let problems = Suite::read(&line.repeat(2 * PAGE + 3)).problems;
        let run = SavedRun { id: "a".to_owned(), problems: problems.len(), ..SavedRun::default() };
        let attempts: Vec<Attempted> =
            (0..problems.len()).map(|problem| (0, problem, outcome(None))).collect();
        block_on(runs.write(&run, &problems, &attempts)).unwrap();
        assert_eq!(outcomes(&runs, &problems), attempts);
    }

    #[test]
    fn a_run_is_kept_with_its_attempts() {
        let runs = SavedRuns::new(Database::of(Rc::new(Memory::new())));
        let text = "6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#; id \"one\";";
        let problems = Suite::read(text).problems;
        let run =
            SavedRun { id: "a".to_owned(), name: "x.epd".to_owned(), problems: 1, ..SavedRun::default() };
        block_on(runs.create(&run, text)).unwrap();
        let solved = Outcome {
            is_solved: true,
            chosen: problems[0].position.parse_uci("d1d8").ok(),
            found: Some(Moment { time_ms: 1.5, nodes: 20, depth: 2 }),
            end: Moment { time_ms: 9.25, nodes: 500, depth: 7 },
            seldepth: 9,
            score: Some(Score::Mate(1)),
            line: "Rd8#".to_owned(),
            points: None,
        };
        let failed = Outcome {
            is_solved: false,
            chosen: None,
            found: None,
            score: Some(Score::Cp(-5)),
            ..solved.clone()
        };
        let attempts = [(0, 0, solved), (1, 0, failed)];
        let later = SavedRun { done: 2, right: vec![1, 0], ..run };
        block_on(runs.write(&later, &problems, &attempts)).unwrap();
        // An attempt at a problem that isn't in the suite is left out.
        block_on(runs.write(&later, &problems, &[(0, 7, attempts[0].2.clone())])).unwrap();
        assert_eq!(block_on(runs.list()).unwrap(), [later]);
        assert_eq!(block_on(runs.text("a")).unwrap(), text);
        assert_eq!(outcomes(&runs, &problems), attempts);
        block_on(runs.remove("a")).unwrap();
        assert!(block_on(runs.text("a")).is_err());
        assert_eq!(outcomes(&runs, &problems), []);
    }
}

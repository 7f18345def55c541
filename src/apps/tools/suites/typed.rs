//! Values of a suite's form, and the settings they stand for.

use serde::{Deserialize, Serialize};
use tabia_book_tools::decimal;

use crate::apps::tools::strings;
use crate::platform::processor;
use crate::services::catalogue::EngineEntry;
use crate::services::suites::{SuiteEngine, SuiteSettings};

/// Local-storage key of the form.
const KEY: &str = "tabia.suite-form";

/// Kind of search limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SuiteLimit {
    /// Nodes.
    #[default]
    Nodes,
    /// Seconds.
    Time,
    /// Plies.
    Depth,
}

impl SuiteLimit {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Nodes, Self::Time, Self::Depth];
}

/// Values of the form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SuiteForm {
    /// Kind of search limit.
    pub limit: SuiteLimit,
    /// Nodes per position.
    pub nodes: String,
    /// Seconds per position.
    pub seconds: String,
    /// Depth in plies per position.
    pub depth: String,
    /// Consecutive iterations with the solution; empty for no early exit.
    pub early_exit: String,
    /// Number of engines running at once.
    pub workers: String,
    /// Size of each hash table in MB.
    pub hash: String,
    /// Engine ids; if empty, the first engine.
    pub engines: Vec<String>,
}

impl Default for SuiteForm {
    fn default() -> Self {
        let text = str::to_owned;
        Self {
            limit: SuiteLimit::Nodes,
            nodes: text("1000000"),
            seconds: text("5"),
            depth: text("14"),
            early_exit: String::new(),
            workers: processor::cores().min(64).saturating_sub(1).max(1).to_string(),
            hash: text("64"),
            engines: Vec::new(),
        }
    }
}

/// Field that can be invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuiteField {
    /// The number of nodes, seconds or plies.
    Limit,
    /// Consecutive iterations.
    EarlyExit,
    /// Number of engines running at once.
    Workers,
    /// Hash size.
    Hash,
}

impl SuiteForm {
    /// Loads the last saved form.
    pub fn kept() -> Self {
        let storage = crate::platform::local::storage();
        let text = storage.and_then(|storage| storage.get_item(KEY).ok()?);
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Saves the form for the next visit.
    pub fn keep(&self) {
        let storage = crate::platform::local::storage();
        if let (Some(storage), Ok(text)) = (storage, serde_json::to_string(self)) {
            // If storage is unavailable, the form starts with the defaults.
            let _ = storage.set_item(KEY, &text);
        }
    }

    /// Returns the text of the limit field.
    pub fn limit_text(&self) -> &str {
        match self.limit {
            SuiteLimit::Nodes => &self.nodes,
            SuiteLimit::Time => &self.seconds,
            SuiteLimit::Depth => &self.depth,
        }
    }

    /// Sets the text of the limit field.
    pub fn set_limit_text(&mut self, text: String) {
        match self.limit {
            SuiteLimit::Nodes => self.nodes = text,
            SuiteLimit::Time => self.seconds = text,
            SuiteLimit::Depth => self.depth = text,
        }
    }

    /// Parses the settings.
    ///
    /// # Errors
    /// The invalid fields, each with a message.
    pub fn settings(&self, engines: &[EngineEntry]) -> Result<SuiteSettings, Vec<(SuiteField, String)>> {
        let mut faults = Vec::new();
        let mut number = |field: SuiteField, text: &str, least: u64, most: u64| {
            let digits: String = text.chars().filter(|c| !matches!(c, ' ' | ',' | '_')).collect();
            match digits.parse::<u64>() {
                Ok(value) if (least..=most).contains(&value) => value,
                _ => {
                    faults.push((field, strings::whole_number(least, most)));
                    least
                }
            }
        };
        let mut settings = SuiteSettings { nodes: None, ..SuiteSettings::default() };
        match self.limit {
            SuiteLimit::Nodes => {
                settings.nodes = Some(number(SuiteField::Limit, &self.nodes, 1, 1_000_000_000_000));
            }
            SuiteLimit::Depth => settings.depth = Some(number(SuiteField::Limit, &self.depth, 1, 200) as u32),
            SuiteLimit::Time => {}
        }
        if !self.early_exit.trim().is_empty() {
            settings.early_exit = Some(number(SuiteField::EarlyExit, &self.early_exit, 1, 100) as u32);
        }
        settings.workers = number(SuiteField::Workers, &self.workers, 1, 64) as usize;
        settings.hash_mb = number(SuiteField::Hash, &self.hash, 1, 1024) as u32;
        if self.limit == SuiteLimit::Time {
            match decimal::parse(&self.seconds.trim().replace(',', ".")) {
                Some(seconds) if (0.01..=86_400.0).contains(&seconds) => {
                    settings.time_ms = Some((seconds * 1000.0).round() as u64);
                }
                _ => faults.push((SuiteField::Limit, strings::seconds_fault().to_owned())),
            }
        }
        settings.engines = self.chosen(engines);
        if faults.is_empty() { Ok(settings) } else { Err(faults) }
    }

    /// Returns the chosen engines in list order, or the first engine if none is chosen.
    pub fn chosen(&self, engines: &[EngineEntry]) -> Vec<SuiteEngine> {
        let named = |entry: &EngineEntry| SuiteEngine { id: entry.id.clone(), name: entry.name.clone() };
        let chosen: Vec<SuiteEngine> =
            engines.iter().filter(|entry| self.engines.contains(&entry.id)).map(named).collect();
        if chosen.is_empty() { engines.first().map(named).into_iter().collect() } else { chosen }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_says_what_is_wrong_with_it() {
        let good = SuiteForm { workers: "2".to_owned(), ..SuiteForm::fresh() };
        let settings = good.settings(&[]).unwrap();
        assert_eq!(
            (settings.nodes, settings.workers, settings.hash_mb, settings.early_exit),
            (Some(1_000_000), 2, 64, None)
        );
        let timed = SuiteForm {
            limit: SuiteLimit::Time,
            seconds: "0,5".to_owned(),
            early_exit: "3".to_owned(),
            ..good.clone()
        };
        let settings = timed.settings(&[]).unwrap();
        assert_eq!((settings.time_ms, settings.nodes, settings.early_exit), (Some(500), None, Some(3)));
        let bad = SuiteForm {
            nodes: "many".to_owned(),
            workers: "0".to_owned(),
            hash: String::new(),
            early_exit: "-1".to_owned(),
            ..good
        };
        let fields: Vec<SuiteField> =
            bad.settings(&[]).unwrap_err().into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, [SuiteField::Limit, SuiteField::EarlyExit, SuiteField::Workers, SuiteField::Hash]);
    }

    impl SuiteForm {
        /// Returns the defaults, without accessing the browser.
        fn fresh() -> Self {
            serde_json::from_str(
                r#"{"limit":"Nodes","nodes":"1 000 000","seconds":"5","depth":"14","early_exit":"","workers":"1","hash":"64","engines":[]}"#,
            )
            .unwrap()
        }
    }
}

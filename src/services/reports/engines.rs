//! Engines available for reports.

use super::saved_report::ReportEngine;
use crate::services::catalogue::EngineEntry;
use crate::services::engine_loader::EngineLoader;

/// Lists the engines to choose from. The first is the one shipped with the app; it needs no id.
pub async fn engines() -> Vec<ReportEngine> {
    // The app's engines are available even if the database cannot be read.
    choices(&EngineLoader::of_page().list().await.unwrap_or_default())
}

fn choices(entries: &[EngineEntry]) -> Vec<ReportEngine> {
    let choice = |(place, entry): (usize, &EngineEntry)| {
        let is_usual = place == 0 && entry.is_builtin;
        let id = if is_usual { String::new() } else { entry.id.clone() };
        ReportEngine { id, name: entry.name.clone() }
    };
    entries.iter().enumerate().map(choice).collect()
}

/// Returns the index of the engine `chosen` in `engines`: the first one's if it no longer exists.
pub fn place_of(chosen: Option<&ReportEngine>, engines: &[ReportEngine]) -> usize {
    chosen.and_then(|chosen| engines.iter().position(|engine| engine.id == chosen.id)).unwrap_or_default()
}

/// Returns the engine at an index, as stored in a report: `None` for the one shipped with the app.
pub fn at_place(place: usize, engines: &[ReportEngine]) -> Option<ReportEngine> {
    engines.get(place).filter(|engine| !engine.id.is_empty()).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(id: &str) -> ReportEngine {
        ReportEngine { id: id.to_owned(), name: format!("the {id}") }
    }

    #[test]
    fn the_engine_of_the_app_needs_no_name() {
        let engines = [engine(""), engine("a"), engine("b")];
        assert_eq!(place_of(Some(&engine("b")), &engines), 2);
        assert_eq!((place_of(None, &engines), place_of(Some(&engine("gone")), &engines)), (0, 0));
        assert_eq!(at_place(2, &engines), Some(engine("b")));
        assert_eq!((at_place(0, &engines), at_place(0, &[])), (None, None));
    }
}

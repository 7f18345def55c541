//! Descriptions of the built-in engine's options: docs/uci.md in a sentence each.

use crate::apps::analysis::strings;

/// Returns the description of an option of the built-in engine.
pub fn option_hint(name: &str) -> Option<&'static str> {
    let found = strings::OPTION_HINTS.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
    found.map(|(_, hint)| hint())
}

#[cfg(test)]
mod tests {
    use super::option_hint;

    /// Options set by the page, without a control.
    const OF_THE_PAGE: [&str; 5] = ["MultiPV", "UCI_Chess960", "UCI_ShowWDL", "SyzygyPath", "Ponder"];

    /// Returns the options that the engine has in the browser, as listed in docs/uci.md.
    fn documented() -> Vec<String> {
        let text = include_str!("../../../../../docs/uci.md");
        let table = text.lines().skip_while(|line| !line.contains("`Hash`"));
        let rows = table.take_while(|line| line.starts_with('|'));
        let rows = rows.filter(|row| !row.split('|').nth(2).unwrap_or_default().contains("*native* text"));
        rows.filter(|row| !row.starts_with("| `OwnBook") && !row.starts_with("| `Book"))
            .flat_map(|row| row.split('|').nth(1).unwrap_or_default().split(','))
            .map(|name| name.trim().trim_matches('`').to_owned())
            .collect()
    }

    #[test]
    fn every_option_that_is_shown_has_a_hint() {
        let names = documented();
        assert!(names.len() > 20, "{names:?}");
        for name in names {
            let is_shown = !OF_THE_PAGE.contains(&name.as_str());
            assert_eq!(option_hint(&name).is_some(), is_shown, "{name}");
        }
    }

    #[test]
    fn no_hint_is_for_an_option_that_is_none() {
        let names = documented();
        for (name, _) in crate::apps::analysis::strings::OPTION_HINTS {
            assert!(names.iter().any(|other| other == name), "{name}");
        }
    }
}

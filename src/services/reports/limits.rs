//! Search limits per position, and their input by the user.

use serde::{Deserialize, Serialize};
use tabia_book_tools::decimal;

/// Search limit per position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportLimit {
    /// Nodes.
    Nodes(u64),
    /// Depth in plies.
    Depth(u32),
    /// Milliseconds.
    Time(u32),
}

impl Default for ReportLimit {
    fn default() -> Self {
        ReportLimitKind::Nodes.usual()
    }
}

impl ReportLimit {
    /// Returns the `go` command.
    pub fn go(self) -> String {
        match self {
            Self::Nodes(nodes) => format!("go nodes {nodes}"),
            Self::Depth(depth) => format!("go depth {depth}"),
            Self::Time(ms) => format!("go movetime {ms}"),
        }
    }

    /// Returns the kind.
    pub fn kind(self) -> ReportLimitKind {
        match self {
            Self::Nodes(_) => ReportLimitKind::Nodes,
            Self::Depth(_) => ReportLimitKind::Depth,
            Self::Time(_) => ReportLimitKind::Time,
        }
    }

    /// Returns the number as typed by the user: nodes, plies or seconds.
    pub fn number(self) -> String {
        match self {
            Self::Nodes(nodes) => nodes.to_string(),
            Self::Depth(depth) => depth.to_string(),
            Self::Time(ms) => (f64::from(ms) / 1000.0).to_string(),
        }
    }
}

/// Kind of a search limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportLimitKind {
    /// Nodes.
    Nodes,
    /// Depth in plies.
    Depth,
    /// Seconds.
    Time,
}

impl ReportLimitKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Nodes, Self::Depth, Self::Time];

    /// Parses a number typed by the user, with or without commas; `None` if it is invalid.
    pub fn limit(self, text: &str) -> Option<ReportLimit> {
        let text: String = text.chars().filter(|c| !matches!(c, ',' | ' ' | '_')).collect();
        match self {
            Self::Nodes => {
                text.parse().ok().filter(|n| (1..=1_000_000_000_000).contains(n)).map(ReportLimit::Nodes)
            }
            Self::Depth => text.parse().ok().filter(|n| (1..=200).contains(n)).map(ReportLimit::Depth),
            Self::Time => {
                let seconds = decimal::parse(&text)?;
                (0.01..=100_000.0)
                    .contains(&seconds)
                    .then(|| ReportLimit::Time((seconds * 1000.0).round() as u32))
            }
        }
    }

    /// Returns the default limit in forms.
    pub fn usual(self) -> ReportLimit {
        match self {
            Self::Nodes => ReportLimit::Nodes(200_000),
            Self::Depth => ReportLimit::Depth(14),
            Self::Time => ReportLimit::Time(1000),
        }
    }
}

/// Parses the first and the last move as typed; empty for the start and the end. `None` if that is not a range.
pub fn move_range(first: &str, last: &str) -> Option<(u32, u32)> {
    let number = |text: &str, or: u32| {
        let text = text.trim();
        if text.is_empty() { Some(or) } else { text.parse().ok().filter(|&n: &u32| n > 0) }
    };
    let (first, last) = (number(first, 1)?, number(last, u32::MAX)?);
    (first <= last).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_they_are_written() {
        for limit in ReportLimitKind::ALL.map(ReportLimitKind::usual) {
            assert_eq!(limit.kind().limit(&limit.number()), Some(limit));
        }
        assert_eq!(ReportLimitKind::Nodes.limit("1,000,000"), Some(ReportLimit::Nodes(1_000_000)));
        assert_eq!(ReportLimitKind::Time.limit("0.25"), Some(ReportLimit::Time(250)));
        for (kind, text) in [
            (ReportLimitKind::Nodes, "0"),
            (ReportLimitKind::Depth, "201"),
            (ReportLimitKind::Time, "NaN"),
            (ReportLimitKind::Depth, ""),
        ] {
            assert_eq!(kind.limit(text), None, "{kind:?} {text}");
        }
    }

    #[test]
    fn ranges_are_open_where_nothing_stands() {
        assert_eq!(move_range("", ""), Some((1, u32::MAX)));
        assert_eq!(move_range("20", " 33 "), Some((20, 33)));
        assert_eq!((move_range("3", "2"), move_range("0", ""), move_range("x", "")), (None, None, None));
    }
}

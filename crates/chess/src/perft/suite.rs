//! Published perft results, in the common file formats.

use std::fmt;

/// A position and its known leaf counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftCase {
    /// The line of the position in the text, from 1.
    pub line: usize,
    /// The position, as written in the suite.
    pub fen: String,
    /// Depths and numbers of leaves.
    pub counts: Vec<(u32, u64)>,
}

/// A line of a perft suite that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftSuiteError {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub fault: PerftSuiteFault,
}

/// A fault in a line of a perft suite.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PerftSuiteFault {
    /// A position without counts.
    NoCounts,
    /// A count that is not a depth and a number.
    Count(String),
    /// `perft` before any `epd`.
    CountWithoutPosition,
}

impl fmt::Display for PerftSuiteFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCounts => f.write_str("no counts such as ;D1 20 follow the position"),
            Self::Count(text) => write!(f, "{text:?} is not a count such as D1 20"),
            Self::CountWithoutPosition => f.write_str("a count before the first position"),
        }
    }
}

impl fmt::Display for PerftSuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for PerftSuiteError {}

/// Reads a perft suite: lines like `FEN ;D1 20 ;D2 400`, or blocks of `epd FEN` and `perft 1 20` lines (with
/// `id` lines between them), or both. Empty lines and those that start with `#` are skipped, as are NUL
/// characters at the end of lines, which some suites have.
///
/// The positions are not validated.
///
/// ```
/// use tabia_chess::parse_perft_suite;
///
/// let suite = parse_perft_suite("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ; D2 66")?;
/// assert_eq!(suite[0].counts, [(1, 15), (2, 66)]);
/// # Ok::<(), tabia_chess::PerftSuiteError>(())
/// ```
///
/// # Errors
/// [`PerftSuiteError`] names the first line that cannot be read.
pub fn parse_perft_suite(text: &str) -> Result<Vec<PerftCase>, PerftSuiteError> {
    let mut cases: Vec<PerftCase> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_matches(|c: char| c == '\0' || c == '\u{feff}' || c.is_whitespace());
        let number = index + 1;
        let fault = |fault| PerftSuiteError { line: number, fault };
        if line.is_empty() || line.starts_with('#') || keyword(line, "id").is_some() {
            continue;
        }
        if let Some(fen) = keyword(line, "epd") {
            cases.push(PerftCase { line: number, fen: fen.into(), counts: Vec::new() });
        } else if let Some(count) = keyword(line, "perft") {
            let case = cases.last_mut().ok_or_else(|| fault(PerftSuiteFault::CountWithoutPosition))?;
            case.counts.push(parse_count(count).ok_or_else(|| fault(PerftSuiteFault::Count(count.into())))?);
        } else {
            let (fen, counts) = line.split_once(';').ok_or_else(|| fault(PerftSuiteFault::NoCounts))?;
            let counts = counts
                .split(';')
                .map(str::trim)
                .filter(|count| !count.is_empty())
                .map(|count| {
                    let digits = count.strip_prefix(['D', 'd']).unwrap_or(count);
                    parse_count(digits).ok_or_else(|| fault(PerftSuiteFault::Count(count.into())))
                })
                .collect::<Result<_, _>>()?;
            cases.push(PerftCase { line: number, fen: fen.trim().into(), counts });
        }
    }
    Ok(cases)
}

/// The rest of a line after a keyword at its start.
fn keyword<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.strip_prefix(word).filter(|rest| rest.starts_with(char::is_whitespace)).map(str::trim)
}

/// Reads `3 8902`.
fn parse_count(text: &str) -> Option<(u32, u64)> {
    let (depth, leaves) = text.trim().split_once(char::is_whitespace)?;
    Some((depth.parse().ok()?, leaves.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_formats_are_read() {
        let text = "# comment\n\nid one\nepd 8/8/8/8/8/8/8/8 w - -\nperft 1 20\nperft  2  400\n\
                    8/8/8/8/8/8/8/7k b - - 0 1;D1 3 ; D2 9 \0\r\n8/8/8/8/8/8/8/6k1 b - - ;d4 5;\n";
        let suite = parse_perft_suite(text).unwrap();
        let counts: Vec<_> = suite.iter().map(|case| (case.line, case.counts.as_slice())).collect();
        assert_eq!(counts, [(4, &[(1, 20), (2, 400)][..]), (7, &[(1, 3), (2, 9)]), (8, &[(4, 5)])]);
        assert_eq!(suite[1].fen, "8/8/8/8/8/8/8/7k b - - 0 1");
    }

    #[test]
    fn errors_name_the_line() {
        for (text, message) in [
            ("\n8/8/8/8/8/8/8/8 w - -", "line 2: no counts such as ;D1 20 follow the position"),
            ("8/8/8/8/8/8/8/8 w - - ;D1", "line 1: \"D1\" is not a count such as D1 20"),
            ("8/8/8/8/8/8/8/8 w - - ;D1 x", "line 1: \"D1 x\" is not a count such as D1 20"),
            ("perft 1 20", "line 1: a count before the first position"),
        ] {
            assert_eq!(parse_perft_suite(text).unwrap_err().to_string(), message);
        }
    }
}

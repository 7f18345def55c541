//! Values of the options of `match`.

use std::path::PathBuf;
use std::str::FromStr;

use tabia_arena::pgn::Verbosity;
use tabia_arena::{
    DrawRule, Order, Preset, ResignRule, SampleOptions, Share, SprtSettings, TournamentFormat,
};
use thiserror::Error;

use super::groups::SEPARATOR;

/// Error in the values of an option.
#[derive(Debug, Error)]
#[error("{0}")]
pub(super) struct ValueError(String);

impl ValueError {
    fn new(fault: impl Into<String>) -> Self {
        Self(fault.into())
    }

    /// Wraps the error of another parser.
    fn of(fault: &impl ToString) -> Self {
        Self(fault.to_string())
    }

    fn unknown(key: &str) -> Self {
        Self(format!("unknown value {key:?}"))
    }
}

/// Values of one option, as given.
#[derive(Clone, Debug, Default)]
pub(super) struct Words(pub(super) Vec<String>);

/// Splits the values of an option.
fn words(text: &str) -> Vec<&str> {
    if text.is_empty() { Vec::new() } else { text.split(SEPARATOR).collect() }
}

impl FromStr for Words {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        Ok(Self(words(text).into_iter().map(str::to_owned).collect()))
    }
}

/// Parses text.
pub(super) fn text(joined: &str) -> Result<String, ValueError> {
    if joined.is_empty() {
        return Err(ValueError::new("a value must follow"));
    }
    Ok(joined.replace(SEPARATOR, " "))
}

/// Parses one file.
pub(super) fn path(joined: &str) -> Result<PathBuf, ValueError> {
    text(joined).map(PathBuf::from)
}

/// Parses several files.
pub(super) fn paths(joined: &str) -> Result<Words, ValueError> {
    text(joined)?;
    joined.parse()
}

/// Parses an integer of at least `LEAST`.
pub(super) fn count<const LEAST: usize>(joined: &str) -> Result<usize, ValueError> {
    let number = joined.parse().ok().filter(|&number| number >= LEAST);
    number.ok_or_else(|| ValueError(format!("a whole number of at least {LEAST} must follow")))
}

/// Parses the seed.
pub(super) fn seed(joined: &str) -> Result<u64, ValueError> {
    number("seed", &text(joined)?)
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, ValueError> {
    value.parse().map_err(|_| ValueError(format!("{key}={value} is not a number in range")))
}

fn flag(key: &str, value: &str) -> Result<bool, ValueError> {
    match value {
        "true" | "y" | "yes" | "on" | "1" | "twosided" => Ok(true),
        "false" | "n" | "no" | "off" | "0" => Ok(false),
        _ => Err(ValueError(format!("{key}={value} is neither true nor false"))),
    }
}

/// Splits values of the form `key=value`; bare values take the given names, in order.
fn pairs<'a>(
    values: impl IntoIterator<Item = &'a str>,
    names: &[&'a str],
) -> Result<Vec<(&'a str, &'a str)>, ValueError> {
    let mut bare = names.iter();
    let named = |value: &'a str| match value.split_once('=') {
        Some(pair) => Ok(pair),
        None => bare
            .next()
            .map(|name| (*name, value))
            .ok_or_else(|| ValueError(format!("{value:?} is not of the form key=value"))),
    };
    values.into_iter().map(named).collect()
}

/// A program for which a command line can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OtherProgram {
    Fastchess,
    CChessCli,
}

pub(super) fn other_program(joined: &str) -> Result<OtherProgram, ValueError> {
    match text(joined)?.as_str() {
        "fastchess" => Ok(OtherProgram::Fastchess),
        "c-chess-cli" => Ok(OtherProgram::CChessCli),
        other => Err(ValueError(format!("{other:?} is neither fastchess nor c-chess-cli"))),
    }
}

pub(super) fn preset(joined: &str) -> Result<Preset, ValueError> {
    let name = text(joined)?;
    Preset::from_name(&name).ok_or_else(|| {
        let names: Vec<&str> = Preset::ALL.into_iter().map(Preset::name).collect();
        ValueError(format!("{name:?} is not one of {}", names.join(", ")))
    })
}

/// Parses `2/5`: the second of five shares.
pub(super) fn share(joined: &str) -> Result<Share, ValueError> {
    let text = text(joined)?;
    let share = text.split_once('/').and_then(|(part, of)| {
        let (part, of): (usize, usize) = (part.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&part).then(|| Share { part: part - 1, of, from: 0 })
    });
    share.ok_or_else(|| ValueError(format!("{text:?} is not a share: write PART/OF, for example 1/3")))
}

pub(super) fn sprt(joined: &str) -> Result<SprtSettings, ValueError> {
    let mut sprt = SprtSettings::default();
    let mut elo1 = None;
    for (key, value) in pairs(words(joined), &[])? {
        match key {
            "elo0" => sprt.elo0 = number(key, value)?,
            "elo1" => elo1 = Some(number(key, value)?),
            "alpha" => sprt.alpha = number(key, value)?,
            "beta" => sprt.beta = number(key, value)?,
            "model" => sprt.model = value.parse().map_err(|fault| ValueError::of(&fault))?,
            "goon" => sprt.go_on = flag(key, value)?,
            _ => return Err(ValueError::unknown(key)),
        }
    }
    sprt.elo1 = elo1.ok_or_else(|| ValueError::new("elo1=X must be given"))?;
    Ok(sprt)
}

pub(super) fn draw(joined: &str) -> Result<DrawRule, ValueError> {
    let (mut from, mut count, mut score) = (0, None, None);
    for (key, value) in pairs(words(joined), &["count", "score"])? {
        match key {
            "number" | "movenumber" => from = number(key, value)?,
            "count" | "movecount" => count = Some(number(key, value)?),
            "score" => score = Some(number(key, value)?),
            _ => return Err(ValueError::unknown(key)),
        }
    }
    if words(joined).iter().any(|word| word.contains('=')) {
        // As in fastchess.
        (count, score) = (count.or(Some(1)), score.or(Some(0)));
    }
    match (count.filter(|&count| count > 0), score) {
        (Some(count), Some(score)) => Ok(DrawRule { number: from, count, score }),
        _ => Err(ValueError::new("a count of at least 1 and a score must follow")),
    }
}

pub(super) fn resign(joined: &str) -> Result<ResignRule, ValueError> {
    let (mut from, mut count, mut score, mut two_sided) = (0, None, None, false);
    for (key, value) in pairs(words(joined), &["count", "score", "twosided"])? {
        match key {
            "number" | "movenumber" => from = number(key, value)?,
            "count" | "movecount" => count = Some(number(key, value)?),
            "score" => score = Some(number(key, value)?),
            "twosided" => two_sided = flag(key, value)?,
            _ => return Err(ValueError::unknown(key)),
        }
    }
    if words(joined).iter().any(|word| word.contains('=')) {
        // As in fastchess.
        count = count.or(Some(1));
    }
    match (count.filter(|&count| count > 0), score.filter(|&score| score > 0)) {
        (Some(count), Some(score)) => Ok(ResignRule { number: from, count, score, two_sided }),
        _ => Err(ValueError::new("a count and a score of at least 1 must follow")),
    }
}

/// Values of `-openings`.
#[derive(Clone, Debug, Default)]
pub(super) struct OpeningValues {
    pub(super) file: Option<PathBuf>,
    pub(super) format: Option<OpeningFormat>,
    pub(super) order: Option<Order>,
    /// Seed; 0 means a random one.
    pub(super) seed: Option<u64>,
    /// Number of the first opening, from 0.
    pub(super) start: Option<usize>,
    pub(super) plies: Option<usize>,
    pub(super) count: Option<usize>,
}

/// Format of an opening file.
#[derive(Clone, Copy, Debug)]
pub(super) enum OpeningFormat {
    Epd,
    Pgn,
    Polyglot,
}

pub(super) fn openings(joined: &str) -> Result<OpeningValues, ValueError> {
    let mut openings = OpeningValues::default();
    for (key, value) in pairs(words(joined), &["file"])? {
        match key {
            "file" => openings.file = Some(PathBuf::from(value)),
            "format" => {
                openings.format = Some(match value {
                    "epd" => OpeningFormat::Epd,
                    "pgn" => OpeningFormat::Pgn,
                    "polyglot" | "bin" => OpeningFormat::Polyglot,
                    other => return Err(ValueError(format!("format={other}: epd, pgn or polyglot"))),
                });
            }
            "order" => openings.order = Some(value.parse().map_err(|fault| ValueError::of(&fault))?),
            "srand" => openings.seed = Some(number(key, value)?).filter(|&seed| seed != 0),
            "start" => openings.start = Some(number::<usize>(key, value)?.saturating_sub(1)),
            "plies" => openings.plies = Some(number(key, value)?),
            "count" => openings.count = Some(number(key, value)?),
            "policy" if matches!(value, "default" | "round") => {}
            "policy" => {
                return Err(ValueError(format!("policy={value}: only default and round are supported")));
            }
            _ => return Err(ValueError::unknown(key)),
        }
    }
    Ok(openings)
}

/// A PGN file and its verbosity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PgnFile {
    pub(super) path: PathBuf,
    pub(super) verbosity: Verbosity,
    /// Whether existing contents are replaced; otherwise games are appended.
    pub(super) is_replaced: bool,
}

pub(super) fn pgn(joined: &str) -> Result<PgnFile, ValueError> {
    match words(joined)[..] {
        [file] => Ok(PgnFile { path: file.into(), verbosity: Verbosity::default(), is_replaced: false }),
        [file, text] => {
            let verbosity = text.parse().map_err(|fault| ValueError::of(&fault))?;
            Ok(PgnFile { path: file.into(), verbosity, is_replaced: false })
        }
        _ => Err(ValueError::new("a file must follow, and perhaps a verbosity from 0 to 5")),
    }
}

/// Parses the PGN file in fastchess's syntax.
pub(super) fn pgnout(joined: &str) -> Result<PgnFile, ValueError> {
    let (mut file, mut verbosity, mut is_replaced, mut is_short) = (None, Verbosity::default(), false, false);
    for (key, value) in pairs(words(joined), &["file"])? {
        match key {
            "file" => file = Some(PathBuf::from(value)),
            "nodes" | "seldepth" | "nps" if flag(key, value)? => verbosity = verbosity.max(Verbosity::Nodes),
            "pv" if flag(key, value)? => verbosity = Verbosity::Variations,
            "append" => is_replaced = !flag(key, value)?,
            "min" => is_short = flag(key, value)?,
            "notation" if value == "san" => {}
            "notation" => {
                return Err(ValueError(format!(
                    "notation={value}: games are written in standard notation only; leave it out, or give notation=san"
                )));
            }
            "nodes" | "seldepth" | "nps" | "pv" => {}
            _ => return Err(ValueError::unknown(key)),
        }
    }
    let verbosity = if is_short { Verbosity::Moves } else { verbosity };
    file.map(|path| PgnFile { path, verbosity, is_replaced })
        .ok_or_else(|| ValueError::new("file=FILE must follow"))
}

pub(super) fn tournament(joined: &str) -> Result<TournamentFormat, ValueError> {
    match text(joined)?.as_str() {
        "roundrobin" | "round-robin" => Ok(TournamentFormat::RoundRobin),
        "gauntlet" => Ok(TournamentFormat::Gauntlet),
        other => Err(ValueError(format!("{other:?} is neither roundrobin nor gauntlet"))),
    }
}

/// A file of final positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EpdFile {
    pub(super) path: PathBuf,
    /// Whether existing contents are replaced; otherwise positions are appended.
    pub(super) is_replaced: bool,
}

pub(super) fn epd(joined: &str) -> Result<EpdFile, ValueError> {
    let (mut file, mut is_replaced) = (None, false);
    for (key, value) in pairs(words(joined), &["file"])? {
        match key {
            "file" => file = Some(PathBuf::from(value)),
            "append" => is_replaced = !flag(key, value)?,
            _ => return Err(ValueError::unknown(key)),
        }
    }
    file.map(|path| EpdFile { path, is_replaced }).ok_or_else(|| ValueError::new("a file must follow"))
}

/// A sample file, and which positions go into it.
#[derive(Clone, Debug)]
pub(super) struct SampleFile {
    pub(super) path: PathBuf,
    pub(super) options: SampleOptions,
}

pub(super) fn sample(joined: &str) -> Result<SampleFile, ValueError> {
    let mut path = PathBuf::from("sample.csv");
    let mut frequency = None;
    let mut resolve = false;
    let values = match words(joined)[..] {
        [only] => only.split(',').collect(),
        _ => words(joined),
    };
    for (key, value) in pairs(values, &["freq", "resolve", "file"])? {
        match key {
            "freq" => frequency = Some(number(key, value)?).filter(|f: &f64| (0.0..=1.0).contains(f)),
            "resolve" | "resolvePv" => resolve = flag(key, value)?,
            "file" => path = value.into(),
            "format" if value == "csv" => {}
            "format" => return Err(ValueError(format!("format={value}: samples are written as csv only"))),
            _ => return Err(ValueError::unknown(key)),
        }
    }
    let frequency = frequency.ok_or_else(|| ValueError::new("a frequency from 0 to 1 must follow"))?;
    Ok(SampleFile { path, options: SampleOptions { frequency, resolve } })
}

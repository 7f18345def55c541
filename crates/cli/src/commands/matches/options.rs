//! The options of `match`, named as c-chess-cli and fastchess name them.

use std::fmt::Write as _;
use std::path::PathBuf;

use tabia_arena::pgn::Verbosity;
use tabia_arena::stats::{Model, Sprt};
use tabia_arena::{Adjudication, DrawRule, Format, Order, ResignRule, SampleOptions, Schedule};

use super::MatchError;
use super::engine::EngineOptions;

/// The text of `tabia match --help`.
pub(crate) const HELP: &str = "\
Plays engines against each other, with c-chess-cli's option names.

Usage: tabia match [-each ENGINE_OPTIONS] -engine ENGINE_OPTIONS -engine ENGINE_OPTIONS [OPTIONS]

Engine options (of one -engine, or of all after -each):
  builtin                the engine of this program, without a process; it is also cmd=builtin
  cmd=COMMAND            a UCI engine; a command with a / is run in its own folder
  dir=FOLDER             the folder to run it in
  name=NAME              its name in results and PGN; what the engine says of itself if not given
  tc=[MOVES/]TIME[+INC]  time in seconds or minutes:seconds; several periods with commas between them
  movetime=SECONDS       time for each move; also st=
  depth=PLIES  nodes=N   limits of each search; they can be combined with time
  ply=PLIES              depth by phase: PLIES in the middle game, up to 5 more in endings
  timemargin=MS          how far time may be exceeded (0)
  timeout=SECONDS        how long an engine without a limit of time may think (60)
  option.NAME=VALUE      a UCI option

Options:
  -games N               games per encounter (1)
  -rounds N              all of it N times (1)
  -gauntlet              the first engine against the others; else everyone against everyone
  -repeat                each opening twice, with colours swapped
  -openings file=FILE [format=epd|pgn] [order=random|sequential] [srand=N] [start=N] [plies=N]
  -sprt elo1=X [elo0=X] [alpha=P] [beta=P] [model=normalized|logistic|bayesian]
                         stop when the test has decided; over pairs with -repeat, else over games
  -draw COUNT SCORE      or [number=N] count=C score=S
  -resign COUNT SCORE    or [number=N] count=C score=S [twosided=true]
  -maxmoves N            a draw after N moves of both sides
  -pgn FILE [0-3]        0 results only, 1 moves, 2 scores and depths, 3 times as well (3)
  -sample FREQ[,y[,FILE]]  or freq=F [resolve=y] [file=FILE]: training data as fen,score,result
  -log                   write all traffic to tabia.N.log, N being the number of the game's thread
  -concurrency N         games at a time (1)
  -ratinginterval N      a report after every N pairs or games; 0 for none (10)
  -event NAME  -site NAME  tags of the PGN file
  --seed N               fixes openings and samples; a seed is chosen and printed if not given
  --resume FILE          keep every finished pair in FILE, and go on with those that are missing

Options may be written with one hyphen or two. Exit status: 0 when the match is over, 2 when something could not be
done.
";

/// All settings of a match.
#[derive(Debug)]
pub(crate) struct Options {
    pub(super) engines: Vec<EngineOptions>,
    pub(super) schedule: Schedule,
    /// The settings of the schedule as text, for the journal.
    pub(super) schedule_text: String,
    pub(super) sprt: Option<Sprt>,
    pub(super) rules: Adjudication,
    pub(super) openings: Option<OpeningOptions>,
    pub(super) pgn: Option<(PathBuf, Verbosity)>,
    pub(super) sample: Option<(PathBuf, SampleOptions)>,
    pub(super) log: bool,
    pub(super) concurrency: usize,
    pub(super) rating_interval: usize,
    pub(super) event: String,
    pub(super) site: String,
    pub(super) seed: Option<u64>,
    pub(super) resume: Option<PathBuf>,
}

/// Where openings come from.
#[derive(Clone, Debug, Default)]
pub(super) struct OpeningOptions {
    pub(super) file: PathBuf,
    /// Whether the file is PGN; by its name if not said.
    pub(super) is_pgn: bool,
    pub(super) order: Order,
    pub(super) seed: Option<u64>,
    pub(super) start: usize,
    pub(super) plies: Option<usize>,
}

/// An option with its values.
struct Group<'a> {
    name: &'a str,
    values: Vec<&'a str>,
}

impl Group<'_> {
    fn fault(&self, fault: impl Into<String>) -> MatchError {
        MatchError::Option { option: format!("-{}", self.name), fault: fault.into() }
    }

    /// The only value, as a number of at least `least`.
    fn count(&self, least: usize) -> Result<usize, MatchError> {
        let fault = || self.fault(format!("a whole number of at least {least} must follow"));
        match self.values[..] {
            [value] => value.parse().ok().filter(|&number| number >= least).ok_or_else(fault),
            _ => Err(fault()),
        }
    }

    /// The values as text.
    fn text(&self) -> Result<String, MatchError> {
        if self.values.is_empty() {
            Err(self.fault("a value must follow"))
        } else {
            Ok(self.values.join(" "))
        }
    }

    fn no_values(&self) -> Result<(), MatchError> {
        self.values.first().map_or(Ok(()), |value| Err(self.fault(format!("takes no value, not {value:?}"))))
    }

    /// The values as `key=value`; bare values take the names given, in order.
    fn pairs<'a>(&'a self, names: &[&'a str]) -> Result<Vec<(&'a str, &'a str)>, MatchError> {
        let mut bare = names.iter();
        let named = |value: &&'a str| match value.split_once('=') {
            Some(pair) => Ok(pair),
            None => bare
                .next()
                .map(|name| (*name, *value))
                .ok_or_else(|| self.fault(format!("{value:?} is not of the form key=value"))),
        };
        self.values.iter().map(named).collect()
    }

    fn number<T: std::str::FromStr>(&self, key: &str, value: &str) -> Result<T, MatchError> {
        value.parse().map_err(|_| self.fault(format!("{key}={value} is not a number in range")))
    }

    fn flag(&self, key: &str, value: &str) -> Result<bool, MatchError> {
        match value {
            "true" | "y" | "yes" | "on" | "1" | "twosided" => Ok(true),
            "false" | "n" | "no" | "off" | "0" => Ok(false),
            _ => Err(self.fault(format!("{key}={value} is neither true nor false"))),
        }
    }

    fn unknown(&self, key: &str) -> MatchError {
        self.fault(format!("there is no {key:?} here"))
    }
}

/// Splits arguments into options and their values. A value may begin with a hyphen if it is a number.
fn groups(arguments: &[String]) -> Result<Vec<Group<'_>>, MatchError> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for argument in arguments {
        let name = argument.strip_prefix('-').map(|rest| rest.strip_prefix('-').unwrap_or(rest));
        match (name, groups.last_mut()) {
            (Some(name), _) if name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                // --seed=7 is --seed 7
                let (name, value) =
                    name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
                groups.push(Group { name, values: value.into_iter().collect() });
            }
            (_, Some(group)) => group.values.push(argument),
            (_, None) => {
                let fault = "an option such as -engine is expected here".to_owned();
                return Err(MatchError::Option { option: format!("{argument:?}"), fault });
            }
        }
    }
    Ok(groups)
}

impl Options {
    /// Reads the arguments behind `match`.
    ///
    /// # Errors
    /// When an option is unknown, malformed or contradicts another.
    pub(crate) fn parse(arguments: &[String]) -> Result<Self, MatchError> {
        let mut engines: Vec<EngineOptions> = Vec::new();
        let mut each: Vec<&str> = Vec::new();
        let (mut games, mut rounds, mut format, mut repeat) = (1, 1, Format::RoundRobin, false);
        let mut sprt = None;
        let mut rules = Adjudication::default();
        let mut openings = None;
        let (mut pgn, mut sample, mut resume) = (None, None, None);
        let (mut log, mut concurrency, mut rating_interval, mut seed) = (false, 1, 10, None);
        let (mut event, mut site) = ("Tabia match".to_owned(), String::new());
        let groups = groups(arguments)?;
        for group in groups.iter().filter(|group| group.name == "each") {
            each.extend(&group.values);
        }
        for group in &groups {
            match group.name {
                "each" => {}
                "engine" => {
                    let mut engine = EngineOptions::default();
                    for setting in each.iter().chain(&group.values) {
                        engine.set(setting)?;
                    }
                    engines.push(engine);
                }
                "games" => games = group.count(1)?,
                "rounds" => rounds = group.count(1)?,
                "gauntlet" => {
                    group.no_values()?;
                    format = Format::Gauntlet;
                }
                "repeat" => {
                    group.no_values()?;
                    repeat = true;
                }
                "sprt" => sprt = Some(parse_sprt(group)?),
                "draw" => rules.draw = Some(parse_draw(group)?),
                "resign" => rules.resign = Some(parse_resign(group)?),
                "maxmoves" => rules.max_moves = Some(group.count(1)?.try_into().unwrap_or(u32::MAX)),
                "openings" => openings = Some(parse_openings(group)?),
                "pgn" => pgn = Some(parse_pgn(group)?),
                "sample" => sample = Some(parse_sample(group)?),
                "log" => {
                    group.no_values()?;
                    log = true;
                }
                "concurrency" => concurrency = group.count(1)?.min(1024),
                "ratinginterval" => rating_interval = group.count(0)?,
                "event" => event = group.text()?,
                "site" => site = group.text()?,
                "seed" | "srand" => {
                    let text = group.text()?;
                    seed = Some(group.number("seed", &text)?);
                }
                "resume" => resume = Some(PathBuf::from(group.text()?)),
                // Always on.
                "recover" => group.no_values()?,
                _ => return Err(group.fault("there is no such option")),
            }
        }
        for engine in &engines {
            engine.validate()?;
        }
        let schedule = Schedule::new(engines.len(), format, games, rounds, repeat)?;
        if sprt.is_some() && engines.len() > 2 {
            let fault = "a sequential test needs exactly two engines".to_owned();
            return Err(MatchError::Option { option: "-sprt".to_owned(), fault });
        }
        let mut schedule_text = format!("{} engines {format:?} repeat={repeat}", engines.len());
        if engines.len() > 2 {
            // With two engines a match can be extended; with more, the numbers of the pairs depend on these.
            let _ = write!(schedule_text, " games={games} rounds={rounds}");
        }
        Ok(Self {
            engines,
            schedule,
            schedule_text,
            sprt,
            rules,
            openings,
            pgn,
            sample,
            log,
            concurrency,
            rating_interval,
            event,
            site,
            seed,
            resume,
        })
    }
}

fn parse_sprt(group: &Group<'_>) -> Result<Sprt, MatchError> {
    let (mut elo0, mut elo1, mut alpha, mut beta, mut model) = (0.0, None, 0.05, 0.05, Model::default());
    for (key, value) in group.pairs(&[])? {
        match key {
            "elo0" => elo0 = group.number(key, value)?,
            "elo1" => elo1 = Some(group.number(key, value)?),
            "alpha" => alpha = group.number(key, value)?,
            "beta" => beta = group.number(key, value)?,
            "model" => model = value.parse()?,
            _ => return Err(group.unknown(key)),
        }
    }
    let elo1 = elo1.ok_or_else(|| group.fault("elo1=X must be given"))?;
    Ok(Sprt::new(model, elo0, elo1, alpha, beta)?)
}

fn parse_draw(group: &Group<'_>) -> Result<DrawRule, MatchError> {
    let (mut number, mut count, mut score) = (0, None, None);
    for (key, value) in group.pairs(&["count", "score"])? {
        match key {
            "number" | "movenumber" => number = group.number(key, value)?,
            "count" | "movecount" => count = Some(group.number(key, value)?),
            "score" => score = Some(group.number(key, value)?),
            _ => return Err(group.unknown(key)),
        }
    }
    match (count.filter(|&count| count > 0), score) {
        (Some(count), Some(score)) => Ok(DrawRule { number, count, score }),
        _ => Err(group.fault("a count of at least 1 and a score must follow")),
    }
}

fn parse_resign(group: &Group<'_>) -> Result<ResignRule, MatchError> {
    let (mut number, mut count, mut score, mut two_sided) = (0, None, None, false);
    for (key, value) in group.pairs(&["count", "score", "twosided"])? {
        match key {
            "number" | "movenumber" => number = group.number(key, value)?,
            "count" | "movecount" => count = Some(group.number(key, value)?),
            "score" => score = Some(group.number(key, value)?),
            "twosided" => two_sided = group.flag(key, value)?,
            _ => return Err(group.unknown(key)),
        }
    }
    match (count.filter(|&count| count > 0), score.filter(|&score| score > 0)) {
        (Some(count), Some(score)) => Ok(ResignRule { number, count, score, two_sided }),
        _ => Err(group.fault("a count and a score of at least 1 must follow")),
    }
}

fn parse_openings(group: &Group<'_>) -> Result<OpeningOptions, MatchError> {
    let mut openings = OpeningOptions::default();
    let mut format = None;
    for (key, value) in group.pairs(&["file"])? {
        match key {
            "file" => openings.file = value.into(),
            "format" => format = Some(value),
            "order" => openings.order = value.parse().map_err(|fault: String| group.fault(fault))?,
            // 0 lets the match's seed choose.
            "srand" => openings.seed = Some(group.number(key, value)?).filter(|&seed: &u64| seed != 0),
            "start" => openings.start = group.number::<usize>(key, value)?.saturating_sub(1),
            "plies" => openings.plies = Some(group.number(key, value)?),
            _ => return Err(group.unknown(key)),
        }
    }
    if openings.file.as_os_str().is_empty() {
        return Err(group.fault("file=FILE must be given"));
    }
    openings.is_pgn = match format {
        Some("pgn") => true,
        Some("epd") => false,
        Some(other) => return Err(group.fault(format!("format={other}: epd or pgn"))),
        None => openings.file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")),
    };
    Ok(openings)
}

fn parse_pgn(group: &Group<'_>) -> Result<(PathBuf, Verbosity), MatchError> {
    let verbosity = |text: &str| text.parse::<Verbosity>().map_err(|fault| group.fault(fault));
    match group.values[..] {
        [file] => Ok((file.into(), Verbosity::default())),
        [file, text] => Ok((file.into(), verbosity(text)?)),
        _ => Err(group.fault("a file must follow, and perhaps a verbosity from 0 to 3")),
    }
}

fn parse_sample(group: &Group<'_>) -> Result<(PathBuf, SampleOptions), MatchError> {
    let mut file = PathBuf::from("sample.csv");
    let mut frequency = None;
    let mut resolve = false;
    let commas: Vec<&str> = match group.values[..] {
        [only] => only.split(',').collect(),
        _ => group.values.clone(),
    };
    let split = Group { name: group.name, values: commas };
    for (key, value) in split.pairs(&["freq", "resolve", "file"])? {
        match key {
            "freq" => frequency = Some(group.number(key, value)?).filter(|f: &f64| (0.0..=1.0).contains(f)),
            "resolve" | "resolvePv" => resolve = group.flag(key, value)?,
            "file" => file = value.into(),
            "format" if value == "csv" => {}
            _ => return Err(group.unknown(key)),
        }
    }
    let frequency = frequency.ok_or_else(|| group.fault("a frequency from 0 to 1 must follow"))?;
    Ok((file, SampleOptions { frequency, resolve }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, MatchError> {
        let arguments: Vec<String> = line.split(' ').map(|word| word.replace('_', " ")).collect();
        Options::parse(&arguments)
    }

    #[test]
    fn the_example_of_c_chess_cli_is_understood() {
        let options = parse(
            "-each tc=4+0.04 option.Hash=8 option.Threads=1 -engine cmd=demolito option.Time_Buffer=80 nodes=200000 \
             -engine cmd=../Engines/critter_1.6a depth=11 -games 1920 -concurrency 8 \
             -openings file=test/chess960.epd order=random -repeat -sprt elo0=1 elo1=5 -resign 3 700 -draw 8 10 \
             -pgn out.pgn 2",
        )
        .unwrap();
        assert_eq!(options.engines.len(), 2);
        assert_eq!(options.engines[0].limits.summary(), "4+0.04 200000 nodes");
        assert_eq!(options.engines[1].limits.summary(), "4+0.04 11 plies");
        assert_eq!(options.engines[0].options.last(), Some(&("Time Buffer".to_owned(), "80".to_owned())));
        assert_eq!(options.schedule.total_games(), 1920);
        assert!(options.schedule.is_paired());
        assert_eq!(options.concurrency, 8);
        assert_eq!(options.sprt.map(|sprt| (sprt.elo0(), sprt.elo1(), sprt.alpha())), Some((1.0, 5.0, 0.05)));
        assert_eq!(options.rules.draw, Some(DrawRule { number: 0, count: 8, score: 10 }));
        assert_eq!(
            options.rules.resign,
            Some(ResignRule { number: 0, count: 3, score: 700, two_sided: false })
        );
        assert_eq!(options.pgn, Some(("out.pgn".into(), Verbosity::Scores)));
    }

    #[test]
    fn later_forms_are_understood() {
        let options = parse(
            "--each nodes=5 --engine builtin --engine builtin name=B -draw number=34 count=8 score=20 \
             -resign movecount=3 score=600 twosided=true -sample 0.5,y,x.csv --seed=7 -sprt elo0=-5 elo1=-0.5 \
             -openings file=x.PGN plies=8 start=3",
        )
        .unwrap();
        assert_eq!(options.rules.draw, Some(DrawRule { number: 34, count: 8, score: 20 }));
        assert!(options.rules.resign.is_some_and(|rule| rule.two_sided));
        assert_eq!(options.sample, Some(("x.csv".into(), SampleOptions { frequency: 0.5, resolve: true })));
        assert_eq!(options.seed, Some(7));
        assert!(options.openings.is_some_and(|openings| openings.is_pgn && openings.start == 2));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, word) in [
            ("-engine cmd=a depth=1", "2 engines"),
            ("-engine cmd=a depth=1 -engine cmd=b", "no limit"),
            ("-engine depth=1 -engine cmd=b depth=1", "cmd="),
            ("-each depth=1 -engine cmd=a -engine cmd=b -bogus", "-bogus"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -games 0", "-games"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -games x", "-games"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -sprt elo0=1", "elo1"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -sprt elo0=1 elo1=0", "less than"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -engine cmd=c -sprt elo1=5", "two engines"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -draw 8", "-draw"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -pgn", "-pgn"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -pgn f 4", "verbosity"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -sample 2", "frequency"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -openings order=random", "file="),
            ("-each depth=1 bogus=1 -engine cmd=a -engine cmd=b", "bogus"),
            ("-each tc=x -engine cmd=a -engine cmd=b", "tc"),
            ("x", "-engine"),
        ] {
            let error = parse(line).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(word), "{line}: {error}");
        }
    }
}

//! The options of `match`, named as c-chess-cli and fastchess name them.

use std::path::PathBuf;

use tabia_arena::pgn::Verbosity;
use tabia_arena::stats::SprtError;
use tabia_arena::{
    DrawRule, EngineSettings, MatchSettings, OpeningSource, Order, Preset, ResignRule, SampleOptions, Share,
    SprtSettings, TournamentFormat,
};

use super::MatchError;
use super::engine::EngineOptions;
use super::groups::{Group, groups};
use super::openings::{BOOK_PLIES, FileFormat, OpeningFile};

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
  ponder[=true|false]    think on the opponent's time
  book=FILE              its own book, a Polyglot book, from which the match plays for it; for any engine
  bookselection=WAY      how it chooses: random (in proportion to the weights), best, ranked, search (the engine decides)
  bookwidth=N            for ranked and search: among so many of the best moves (5)
  option.NAME=VALUE      a UCI option

Options:
  -games N               games per encounter (1)
  -rounds N              all of it N times (1)
  -gauntlet              the first engine against the others; else everyone against everyone
  -repeat                each opening twice, with colours swapped
  -openings [file=FILE] [format=epd|pgn|polyglot] [order=random|sequential] [srand=N] [start=N] [plies=N] [count=N]
                         positions, games or walks of PLIES through a book; without a file the built-in openings
  -sprt elo1=X [elo0=X] [alpha=P] [beta=P] [model=normalized|logistic|bayesian]
                         stop when the test has decided; over pairs with -repeat, else over games
  -draw COUNT SCORE      or [number=N] count=C score=S
  -resign COUNT SCORE    or [number=N] count=C score=S [twosided=true]
  -maxmoves N            a draw after N moves of both sides
  -tb FOLDER             end games by Syzygy tables
  -preset NAME           stc, ltc, nodes, depth, ply, sanity or determinism; other options change it. The last two play
                         a build against itself and check that all games are the same
  -pgn FILE [0-5]        0 results only, 1 moves, 2 scores and depths, 3 times (3), 4 nodes, selective depth and speed,
                         5 principal variations; each says what those before it say
  -pgnout, -tournament, -variant, -report  as fastchess knows them, so that its command lines can be played
  -epd FILE              the last position of every game as EPD, with game number and result
  -sample FREQ[,y[,FILE]]  or freq=F [resolve=y] [file=FILE]: training data as fen,score,result
  -log                   write all traffic to tabia.N.log, N being the number of the game's thread; --resume adds to them
  -concurrency N         games at a time (1)
  -ratinginterval N      a report after every N pairs or games; 0 for none (10)
  -event NAME  -site NAME  tags of the PGN file (who plays; Tabia)
  --seed N               fixes openings and samples; a seed is chosen and printed if not given
  --resume FILE          keep every finished pair in FILE, and go on with those that are missing: also of a match that was
                         made in a browser. What is not given is taken from FILE, but for the engines' programs
  --share PART/OF        play only every OF-th pair, from number PART on
  --merge FILE...        put files of one match together, into that of --resume if given, and report; plays nothing
  --print fastchess|c-chess-cli   the match as a command line for another program; plays nothing

Options may be written with one hyphen or two. Exit status: 0 when the match is over, 1 when a check
of self-play failed, 2 when something could not be done.
";

/// Everything that the command line says.
#[derive(Debug)]
pub(crate) struct Options {
    /// How the engines are run, in the order of the settings.
    pub(super) engines: Vec<EngineOptions>,
    /// What is played; the engines' settings are completed from `engines`.
    pub(super) settings: MatchSettings,
    pub(super) opening_file: Option<OpeningFile>,
    pub(super) pgn: Option<(PathBuf, Verbosity)>,
    pub(super) epd: Option<PathBuf>,
    pub(super) sample: Option<PathBuf>,
    pub(super) log: bool,
    pub(super) concurrency: usize,
    pub(super) rating_interval: usize,
    /// Whether a seed was given; else one is chosen, or taken from the file.
    pub(super) has_seed: bool,
    /// Games per encounter in all rounds, where they were given.
    pub(super) games: Option<usize>,
    pub(super) resume: Option<PathBuf>,
    pub(super) merge: Vec<PathBuf>,
    pub(super) share: Option<Share>,
    pub(super) tables: Option<String>,
    pub(super) print: Option<OtherProgram>,
    /// Whether games of a build against itself are judged.
    pub(super) is_self_play: bool,
}

/// A program for which a command line can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OtherProgram {
    Fastchess,
    CChessCli,
}

/// What a match is if nothing is said, as c-chess-cli has it.
fn defaults() -> MatchSettings {
    let mut settings = MatchSettings { games: 1, repeat: false, ..MatchSettings::default() };
    settings.openings.source = OpeningSource::Startpos;
    settings.openings.order = Order::Sequential;
    settings
}

/// The file of the match, which is read before the other arguments.
pub(super) fn resume_path(arguments: &[String]) -> Result<Option<PathBuf>, MatchError> {
    let groups = groups(arguments)?;
    let group = groups.iter().rfind(|group| group.name == "resume");
    group.map(|group| group.text().map(PathBuf::from)).transpose()
}

impl Options {
    /// Reads the arguments behind `match`. `earlier` are the settings of the file that is resumed: what is not said is taken
    /// from there.
    ///
    /// # Errors
    /// When an option is unknown, malformed or contradicts another.
    pub(crate) fn parse(arguments: &[String], earlier: Option<&MatchSettings>) -> Result<Self, MatchError> {
        let groups = groups(arguments)?;
        let find = |name: &str| groups.iter().find(|group| group.name == name);
        let preset = find("preset").map(parse_preset).transpose()?;
        let mut base = earlier.cloned().unwrap_or_else(defaults);
        if let Some(preset) = preset {
            // The engines are not known yet; two stand for them.
            let engines = std::mem::replace(&mut base.engines, vec![EngineSettings::default(); 2]);
            base.apply(preset);
            base.engines = engines;
            if base.openings.source == OpeningSource::Startpos {
                base.openings.source = OpeningSource::BuiltIn;
            }
        }
        let mut options = Self {
            engines: Vec::new(),
            settings: base,
            opening_file: None,
            pgn: None,
            epd: None,
            sample: None,
            log: false,
            concurrency: 1,
            rating_interval: 10,
            has_seed: false,
            games: None,
            resume: None,
            merge: Vec::new(),
            share: None,
            tables: None,
            print: None,
            is_self_play: preset.is_some_and(Preset::is_self_play),
        };
        let mut each: Vec<&str> = Vec::new();
        for group in groups.iter().filter(|group| group.name == "each") {
            each.extend(&group.values);
        }
        for group in &groups {
            if group.name == "engine" {
                let engine = options.engine(&each, &group.values, preset)?;
                options.engines.push(engine);
            } else {
                options.set(group)?;
            }
        }
        if options.is_self_play && options.engines.len() == 1 {
            let mut copy = options.engines[0].clone();
            if !copy.settings.name.is_empty() {
                copy.settings.name += " (copy)";
            }
            options.engines.push(copy);
        }
        if options.merge.is_empty() {
            options.complete(earlier)?;
        }
        Ok(options)
    }

    /// Reads one engine, over the preset's limits or over what the file says about it.
    fn engine(
        &self,
        each: &[&str],
        own: &[&str],
        preset: Option<Preset>,
    ) -> Result<EngineOptions, MatchError> {
        let name = own.iter().find_map(|setting| setting.strip_prefix("name="));
        let known = &self.settings.engines;
        let by_name = known.iter().find(|engine| Some(engine.name.as_str()) == name);
        let mut engine = EngineOptions::default();
        if let Some(settings) = by_name.or_else(|| known.get(self.engines.len())) {
            engine.settings = settings.clone();
            engine.options_are_kept = true;
        } else if let Some(preset) = preset {
            engine.settings.limits = preset.limits();
        }
        for setting in each.iter().chain(own) {
            engine.set(setting)?;
        }
        Ok(engine)
    }

    /// Takes one option.
    fn set(&mut self, group: &Group<'_>) -> Result<(), MatchError> {
        let settings = &mut self.settings;
        match group.name {
            "each" | "preset" => {}
            "games" => settings.games = group.count(1)?,
            "rounds" => settings.rounds = group.count(1)?,
            "gauntlet" => {
                group.no_values()?;
                settings.format = TournamentFormat::Gauntlet;
            }
            "repeat" => {
                group.no_values()?;
                settings.repeat = true;
            }
            "sprt" => settings.sprt = Some(parse_sprt(group)?),
            "draw" => settings.adjudication.draw = Some(parse_draw(group)?),
            "resign" => settings.adjudication.resign = Some(parse_resign(group)?),
            "maxmoves" => {
                settings.adjudication.max_moves = Some(group.count(1)?.try_into().unwrap_or(u32::MAX));
            }
            "tb" => {
                settings.tablebase = true;
                self.tables = Some(group.text()?);
            }
            "openings" => self.parse_openings(group)?,
            "pgn" | "pgnout" => {
                let (file, verbosity) =
                    if group.name == "pgn" { parse_pgn(group)? } else { parse_pgnout(group)? };
                settings.variations |= verbosity >= Verbosity::Variations;
                self.pgn = Some((file, verbosity));
            }
            "tournament" => settings.format = parse_tournament(group)?,
            "report" => parse_report(group)?,
            // Positions say themselves whether their castling is Chess960's.
            "variant" => match group.text()?.as_str() {
                "standard" | "fischerandom" => {}
                other => return Err(group.fault(format!("{other:?} is neither standard nor fischerandom"))),
            },
            "epd" => self.epd = Some(group.text()?.into()),
            "sample" => {
                let (file, sample) = parse_sample(group)?;
                (self.sample, settings.sample) = (Some(file), Some(sample));
            }
            "log" => {
                group.no_values()?;
                self.log = true;
            }
            "concurrency" => self.concurrency = group.count(1)?.min(1024),
            "ratinginterval" => self.rating_interval = group.count(0)?,
            "event" => settings.event = group.text()?,
            "site" => settings.site = group.text()?,
            "seed" | "srand" => {
                let text = group.text()?;
                self.seed(group, group.number("seed", &text)?)?;
            }
            "resume" => self.resume = Some(PathBuf::from(group.text()?)),
            "merge" => {
                group.text()?;
                self.merge = group.values.iter().map(PathBuf::from).collect();
            }
            "share" => self.share = Some(parse_share(group)?),
            "print" => {
                self.print = Some(match group.text()?.as_str() {
                    "fastchess" => OtherProgram::Fastchess,
                    "c-chess-cli" => OtherProgram::CChessCli,
                    other => {
                        return Err(group.fault(format!("{other:?} is neither fastchess nor c-chess-cli")));
                    }
                });
            }
            // Always on.
            "recover" => group.no_values()?,
            _ => return Err(group.fault("there is no such option")),
        }
        if matches!(group.name, "games" | "rounds") {
            self.games = Some(self.settings.games.saturating_mul(self.settings.rounds));
        }
        Ok(())
    }

    fn seed(&mut self, group: &Group<'_>, seed: u64) -> Result<(), MatchError> {
        if self.has_seed && self.settings.seed != seed {
            let fault = format!("the seed is {} already; it fixes the openings as well", self.settings.seed);
            return Err(group.fault(fault));
        }
        (self.settings.seed, self.has_seed) = (seed, true);
        Ok(())
    }

    fn parse_openings(&mut self, group: &Group<'_>) -> Result<(), MatchError> {
        let (mut file, mut format) = (None, None);
        for (key, value) in group.pairs(&["file"])? {
            let openings = &mut self.settings.openings;
            match key {
                "file" => file = Some(PathBuf::from(value)),
                "format" => format = Some(value),
                "order" => openings.order = value.parse().map_err(|fault: String| group.fault(fault))?,
                // 0 leaves the choice to us.
                "srand" => match group.number(key, value)? {
                    0 => {}
                    seed => self.seed(group, seed)?,
                },
                "start" => openings.start = group.number::<usize>(key, value)?.saturating_sub(1),
                "plies" => openings.plies = Some(group.number(key, value)?),
                "count" => openings.count = Some(group.number(key, value)?),
                _ => return Err(group.unknown(key)),
            }
        }
        let plies = self.settings.openings.plies;
        let format = match format {
            None => None,
            Some("epd") => Some(FileFormat::Epd),
            Some("pgn") => Some(FileFormat::Pgn),
            Some("polyglot" | "bin") => {
                Some(FileFormat::Polyglot(plies.map_or(BOOK_PLIES, |plies| plies as u32)))
            }
            Some(other) => return Err(group.fault(format!("format={other}: epd, pgn or polyglot"))),
        };
        self.opening_file = file.map(|path| OpeningFile { path, format });
        if self.opening_file.is_none() && self.settings.openings.source == OpeningSource::Startpos {
            self.settings.openings.source = OpeningSource::BuiltIn;
        }
        Ok(())
    }

    /// Checks what does not depend on engines and files being there, and puts the engines into the settings.
    fn complete(&mut self, earlier: Option<&MatchSettings>) -> Result<(), MatchError> {
        if let Some(earlier) = earlier
            && earlier.engines.len() != self.engines.len()
        {
            let (found, expected) = (self.engines.len(), earlier.engines.len());
            let fault = format!(
                "the match in the file has {expected} engines, not {found}; give cmd= or builtin for each"
            );
            return Err(MatchError::Option { option: "-engine".to_owned(), fault });
        }
        if let Some(earlier) = earlier {
            // In the order of the file, where they are called as there.
            let place = |engine: &EngineOptions| {
                earlier.engines.iter().position(|known| known.name == engine.settings.name)
            };
            self.engines.sort_by_key(|engine| place(engine).unwrap_or(usize::MAX));
        }
        for engine in &self.engines {
            engine.validate()?;
        }
        self.settings.engines = self.engines.iter().map(|engine| engine.settings.clone()).collect();
        self.settings.schedule()?;
        if let Some(sprt) = &self.settings.sprt {
            sprt.sprt()?;
            if self.engines.len() > 2 {
                let fault = "a sequential test needs exactly two engines".to_owned();
                return Err(MatchError::Option { option: "-sprt".to_owned(), fault });
            }
        }
        if self.settings.tablebase && self.tables.is_none() && self.print.is_none() {
            let fault = "the match uses Syzygy tables: give their folder".to_owned();
            return Err(MatchError::Option { option: "-tb".to_owned(), fault });
        }
        Ok(())
    }
}

fn parse_preset(group: &Group<'_>) -> Result<Preset, MatchError> {
    let name = group.text()?;
    Preset::from_name(&name).ok_or_else(|| {
        let names: Vec<&str> = Preset::ALL.into_iter().map(Preset::name).collect();
        group.fault(format!("{name:?} is none of {}", names.join(", ")))
    })
}

/// `2/5`: the second of five shares.
fn parse_share(group: &Group<'_>) -> Result<Share, MatchError> {
    let text = group.text()?;
    let share = text.split_once('/').and_then(|(part, of)| {
        let (part, of): (usize, usize) = (part.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&part).then(|| Share { part: part - 1, of, from: 0 })
    });
    share.ok_or_else(|| group.fault(format!("{text:?} is no share; PART/OF, for example 1/3, must follow")))
}

fn parse_sprt(group: &Group<'_>) -> Result<SprtSettings, MatchError> {
    let mut sprt = SprtSettings::default();
    let mut elo1 = None;
    for (key, value) in group.pairs(&[])? {
        match key {
            "elo0" => sprt.elo0 = group.number(key, value)?,
            "elo1" => elo1 = Some(group.number(key, value)?),
            "alpha" => sprt.alpha = group.number(key, value)?,
            "beta" => sprt.beta = group.number(key, value)?,
            "model" => sprt.model = value.parse().map_err(SprtError::from)?,
            "goon" => sprt.go_on = group.flag(key, value)?,
            _ => return Err(group.unknown(key)),
        }
    }
    sprt.elo1 = elo1.ok_or_else(|| group.fault("elo1=X must be given"))?;
    Ok(sprt)
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

fn parse_pgn(group: &Group<'_>) -> Result<(PathBuf, Verbosity), MatchError> {
    let verbosity = |text: &str| text.parse::<Verbosity>().map_err(|fault| group.fault(fault));
    match group.values[..] {
        [file] => Ok((file.into(), Verbosity::default())),
        [file, text] => Ok((file.into(), verbosity(text)?)),
        _ => Err(group.fault("a file must follow, and perhaps a verbosity from 0 to 5")),
    }
}

/// fastchess's option for the PGN file. What the games say is decided by us.
fn parse_pgnout(group: &Group<'_>) -> Result<(PathBuf, Verbosity), MatchError> {
    let (mut file, mut verbosity) = (None, Verbosity::default());
    for (key, value) in group.pairs(&["file"])? {
        match key {
            "file" => file = Some(PathBuf::from(value)),
            "nodes" | "seldepth" | "nps" if group.flag(key, value)? => {
                verbosity = verbosity.max(Verbosity::Nodes);
            }
            "pv" if group.flag(key, value)? => verbosity = Verbosity::Variations,
            "nodes" | "seldepth" | "nps" | "hashfull" | "tbhits" | "timeleft" | "latency" | "append"
            | "notation" | "min" | "pv" => {}
            _ => return Err(group.unknown(key)),
        }
    }
    file.map(|file| (file, verbosity)).ok_or_else(|| group.fault("file=FILE must follow"))
}

fn parse_tournament(group: &Group<'_>) -> Result<TournamentFormat, MatchError> {
    match group.text()?.as_str() {
        "roundrobin" => Ok(TournamentFormat::RoundRobin),
        "gauntlet" => Ok(TournamentFormat::Gauntlet),
        other => Err(group.fault(format!("{other:?} is neither roundrobin nor gauntlet"))),
    }
}

/// fastchess's choice of the statistic: ours follows from `-repeat`.
fn parse_report(group: &Group<'_>) -> Result<(), MatchError> {
    for (key, value) in group.pairs(&[])? {
        match key {
            "penta" => {
                group.flag(key, value)?;
            }
            _ => return Err(group.unknown(key)),
        }
    }
    Ok(())
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
    use super::super::engine::Program;
    use super::*;

    fn parse(line: &str) -> Result<Options, MatchError> {
        let arguments: Vec<String> = line.split(' ').map(|word| word.replace('_', " ")).collect();
        Options::parse(&arguments, None)
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
        let settings = &options.settings;
        assert_eq!(settings.engines[0].limits.summary(), "4+0.04 200000 nodes");
        assert_eq!(settings.engines[1].limits.summary(), "4+0.04 11 plies");
        assert_eq!(settings.engines[0].options.last(), Some(&("Time Buffer".to_owned(), "80".to_owned())));
        let schedule = settings.schedule().unwrap();
        assert_eq!(schedule.total_games(), 1920);
        assert!(schedule.is_paired());
        assert_eq!(options.concurrency, 8);
        assert_eq!(settings.sprt.map(|sprt| (sprt.elo0, sprt.elo1, sprt.alpha)), Some((1.0, 5.0, 0.05)));
        assert_eq!(settings.adjudication.draw, Some(DrawRule { number: 0, count: 8, score: 10 }));
        assert_eq!(
            settings.adjudication.resign,
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
        let settings = &options.settings;
        assert_eq!(settings.adjudication.draw, Some(DrawRule { number: 34, count: 8, score: 20 }));
        assert!(settings.adjudication.resign.is_some_and(|rule| rule.two_sided));
        assert_eq!(options.sample, Some("x.csv".into()));
        assert_eq!(settings.sample, Some(SampleOptions { frequency: 0.5, resolve: true }));
        assert_eq!((settings.seed, options.has_seed), (7, true));
        assert_eq!((settings.openings.start, settings.openings.plies), (2, Some(8)));
        assert_eq!(options.opening_file, Some(OpeningFile { path: "x.PGN".into(), format: None }));
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
            ("-each depth=1 -engine cmd=a -engine cmd=b -pgn f 6", "verbosity"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -sample 2", "frequency"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -openings file=x format=x", "format=x"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -seed 1 -openings srand=2", "the seed is 1"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -share 4/3", "no share"),
            ("-engine cmd=a -engine cmd=b -preset blitz", "sanity"),
            ("-each depth=1 bogus=1 -engine cmd=a -engine cmd=b", "bogus"),
            ("-each tc=x -engine cmd=a -engine cmd=b", "tc"),
            ("x", "-engine"),
        ] {
            let error = parse(line).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(word), "{line}: {error}");
        }
    }

    #[test]
    fn presets_can_be_changed_by_other_options() {
        let options = parse("-preset stc -engine cmd=a -engine cmd=b tc=1+0.01 -games 200 --seed 3").unwrap();
        let settings = &options.settings;
        assert_eq!(settings.engines[0].limits.summary(), "8+0.08");
        assert!(settings.engines[1].limits.summary().starts_with("1+0.01"));
        assert_eq!((settings.games, settings.repeat, settings.sprt.is_some()), (200, true, true));
        assert_eq!(settings.openings.source, OpeningSource::BuiltIn);
        let options = parse("-engine builtin name=x -preset sanity").unwrap();
        assert!(options.is_self_play);
        let names: Vec<&str> = options.settings.engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["x", "x (copy)"]);
    }

    #[test]
    fn a_resumed_match_needs_its_programs_only() {
        let first =
            parse("-each nodes=5 option.Hash=4 -engine cmd=a name=A -engine cmd=b name=B -games 8 -repeat")
                .unwrap();
        let arguments = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let again = |line: &str| Options::parse(&arguments(line), Some(&first.settings));
        let resumed = again("-engine cmd=x/b name=B -engine cmd=x/a name=A -resume f").unwrap();
        assert_eq!(resumed.settings, first.settings, "by name");
        assert_eq!(resumed.engines[0].program, Some(Program::Command("x/a".to_owned())));
        let resumed = again("-engine cmd=x -engine cmd=y -resume f").unwrap();
        assert_eq!(resumed.settings, first.settings);
        let changed = again("-engine cmd=x option.Hash=8 -engine cmd=y -resume f").unwrap();
        assert_eq!(changed.settings.engines[0].options, [("Hash".to_owned(), "8".to_owned())]);
        assert!(!changed.settings.same_games(&first.settings));
        assert!(again("-engine cmd=x -resume f").is_err());
    }
}

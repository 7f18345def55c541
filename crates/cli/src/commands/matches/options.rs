//! Options of `match`: settings, engines and files.

use std::path::PathBuf;
use std::time::Duration;

use tabia_arena::pgn::Verbosity;
use tabia_arena::{
    EngineSettings, MatchSettings, OpeningSource, Order, Preset, SettingsFault, Share, TournamentFormat,
};

use super::args::MatchArgs;
use super::engine::EngineOptions;
use super::error::MatchError;
use super::openings::{BOOK_PLIES, FileFormat, OpeningFile};
use super::values::{EpdFile, OpeningFormat, OpeningValues, OtherProgram, PgnFile, Words};

/// All options of the command line.
#[derive(Debug)]
pub(super) struct Options {
    /// How the engines are run, in the order of the settings.
    pub(super) engines: Vec<EngineOptions>,
    /// Match settings; the engines' settings are completed from `engines`.
    pub(super) settings: MatchSettings,
    pub(super) opening_file: Option<OpeningFile>,
    pub(super) pgn: Option<PgnFile>,
    pub(super) epd: Option<EpdFile>,
    pub(super) sample: Option<PathBuf>,
    pub(super) log: bool,
    pub(super) concurrency: usize,
    /// Delay before each game.
    pub(super) wait: Duration,
    pub(super) rating_interval: usize,
    /// Whether a seed was given; otherwise one is chosen or taken from the match file.
    pub(super) has_seed: bool,
    /// Games per encounter in all rounds, if given.
    pub(super) games: Option<usize>,
    pub(super) resume: Option<PathBuf>,
    pub(super) merge: Vec<PathBuf>,
    pub(super) share: Option<Share>,
    pub(super) tables: Option<String>,
    pub(super) print: Option<OtherProgram>,
    /// Whether this is a self-play check, whose games are judged.
    pub(super) is_self_play: bool,
}

/// Returns the default settings, as in c-chess-cli.
fn defaults() -> MatchSettings {
    let mut settings = MatchSettings { games: 1, repeat: false, ..MatchSettings::default() };
    settings.openings.source = OpeningSource::Startpos;
    settings.openings.order = Order::Sequential;
    settings
}

impl Options {
    /// Converts the arguments. `earlier` are the settings of the resumed match file: options not given are taken from
    /// there.
    ///
    /// # Errors
    /// If options contradict each other, or an engine's description is invalid.
    pub(super) fn new(args: &MatchArgs, earlier: Option<&MatchSettings>) -> Result<Self, MatchError> {
        let base = earlier.cloned().unwrap_or_else(defaults);
        let pgn = args.pgn.as_ref().or(args.pgnout.as_ref());
        let mut options = Self {
            engines: Vec::new(),
            settings: args.preset.map_or_else(|| base.clone(), |preset| with_preset(base.clone(), preset)),
            opening_file: None,
            pgn: pgn.cloned(),
            epd: args.epd.clone(),
            sample: args.sample.as_ref().map(|sample| sample.path.clone()),
            log: args.log,
            concurrency: args.concurrency.unwrap_or(1).min(1024),
            wait: Duration::from_millis(args.wait.unwrap_or(0) as u64),
            rating_interval: args.ratinginterval.unwrap_or(10),
            has_seed: false,
            games: None,
            resume: args.resume.clone(),
            merge: args.merge.iter().flat_map(|files| &files.0).map(PathBuf::from).collect(),
            share: args.share,
            tables: args.tb.clone(),
            print: args.print,
            is_self_play: args.preset.is_some_and(Preset::is_self_play),
        };
        options.apply(args, earlier.is_none());
        if let Some(seed) = args.seed {
            options.seed("seed", seed)?;
        }
        if let Some(openings) = &args.openings {
            options.openings(openings)?;
        }
        for own in &args.engine {
            let engine = options.engine(&args.each, own, args.preset)?;
            options.engines.push(engine);
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

    /// Applies the given options to the settings. The schedule of a resumed match is unchanged.
    fn apply(&mut self, args: &MatchArgs, is_new: bool) {
        let settings = &mut self.settings;
        let set = |place: &mut usize, value: Option<usize>| *place = value.unwrap_or(*place);
        set(&mut settings.games, args.games);
        set(&mut settings.rounds, args.rounds);
        settings.repeat |= args.repeat;
        if is_new {
            if args.repeat && args.games.is_none() {
                // As in fastchess; c-chess-cli needs `-games 2` as well.
                settings.games = settings.games.max(2);
            }
            *settings = std::mem::take(settings).alternating();
        }
        if args.games.is_some() || args.rounds.is_some() {
            self.games = Some(settings.games.saturating_mul(settings.rounds));
        }
        if args.gauntlet {
            settings.format = TournamentFormat::Gauntlet;
        }
        settings.format = args.tournament.unwrap_or(settings.format);
        settings.sprt = args.sprt.or(settings.sprt);
        settings.adjudication.draw = args.draw.or(settings.adjudication.draw);
        settings.adjudication.resign = args.resign.or(settings.adjudication.resign);
        let max_moves =
            args.maxmoves.filter(|&moves| moves > 0).map(|moves| moves.try_into().unwrap_or(u32::MAX));
        settings.adjudication.max_moves = max_moves.or(settings.adjudication.max_moves);
        settings.tablebase |= args.tb.is_some();
        settings.variations |= self.pgn.as_ref().is_some_and(|file| file.verbosity >= Verbosity::Variations);
        settings.sample = args.sample.as_ref().map(|sample| sample.options).or(settings.sample);
        if let Some(event) = &args.event {
            settings.event.clone_from(event);
        }
        if let Some(site) = &args.site {
            settings.site.clone_from(site);
        }
    }

    fn seed(&mut self, option: &str, seed: u64) -> Result<(), MatchError> {
        if self.has_seed && self.settings.seed != seed {
            let fault =
                format!("the seed is already {}; it also determines the openings", self.settings.seed);
            return Err(MatchError::option(option, fault));
        }
        (self.settings.seed, self.has_seed) = (seed, true);
        Ok(())
    }

    fn openings(&mut self, values: &OpeningValues) -> Result<(), MatchError> {
        if let Some(seed) = values.seed {
            self.seed("openings", seed)?;
        }
        let openings = &mut self.settings.openings;
        openings.order = values.order.unwrap_or(openings.order);
        openings.start = values.start.unwrap_or(openings.start);
        openings.plies = values.plies.or(openings.plies);
        openings.count = values.count.or(openings.count);
        let plies = openings.plies.map_or(BOOK_PLIES, |plies| plies as u32);
        let format = values.format.map(|format| match format {
            OpeningFormat::Epd => FileFormat::Epd,
            OpeningFormat::Pgn => FileFormat::Pgn,
            OpeningFormat::Polyglot => FileFormat::Polyglot(plies),
        });
        self.opening_file = values.file.clone().map(|path| OpeningFile { path, format });
        if self.opening_file.is_none() && openings.source == OpeningSource::Startpos {
            openings.source = OpeningSource::BuiltIn;
        }
        Ok(())
    }

    /// Parses one engine, on top of the preset's limits or its settings in the match file.
    fn engine(
        &self,
        each: &[Words],
        own: &Words,
        preset: Option<Preset>,
    ) -> Result<EngineOptions, MatchError> {
        let name = own.0.iter().find_map(|setting| setting.strip_prefix("name="));
        let known = &self.settings.engines;
        let by_name = known.iter().find(|engine| Some(engine.name.as_str()) == name);
        let mut engine = EngineOptions::default();
        if let Some(settings) = by_name.or_else(|| known.get(self.engines.len())) {
            engine.settings = settings.clone();
            engine.options_are_kept = true;
        } else if let Some(preset) = preset {
            engine.settings.limits = preset.limits();
        }
        for setting in each.iter().chain([own]).flat_map(|words| &words.0) {
            engine.set(setting)?;
        }
        engine.add_arguments()?;
        engine.check_kept_options()?;
        Ok(engine)
    }

    /// Checks everything that doesn't require running engines or reading files, and copies the engines to the settings.
    fn complete(&mut self, earlier: Option<&MatchSettings>) -> Result<(), MatchError> {
        if let Some(earlier) = earlier
            && earlier.engines.len() != self.engines.len()
        {
            let (found, expected) = (self.engines.len(), earlier.engines.len());
            let fault = format!(
                "the match in the file has {expected} engines, not {found}; give cmd= or builtin for each"
            );
            return Err(MatchError::option("engine", fault));
        }
        if let Some(earlier) = earlier {
            // In the order of the match file, if they have the same names.
            let place = |engine: &EngineOptions| {
                earlier.engines.iter().position(|known| known.name == engine.settings.name)
            };
            self.engines.sort_by_key(|engine| place(engine).unwrap_or(usize::MAX));
        }
        let is_apart = self.engines.iter().any(|engine| engine.settings.ponder);
        for engine in &mut self.engines {
            engine.validate()?;
            engine.is_apart = is_apart;
        }
        self.settings.engines = self.engines.iter().map(|engine| engine.settings.clone()).collect();
        if let Err(mut invalid) = self.settings.validate() {
            // Missing names and hashes are added once the engines and files are loaded.
            invalid
                .faults
                .retain(|fault| !matches!(fault, SettingsFault::NoName(_) | SettingsFault::Hash { .. }));
            if !invalid.faults.is_empty() {
                return Err(invalid.into());
            }
        }
        if self.settings.tablebase && self.tables.is_none() && self.print.is_none() {
            let fault = "the match uses Syzygy tables; give their folder";
            return Err(MatchError::option("tb", fault));
        }
        Ok(())
    }
}

/// Applies a preset to the settings.
fn with_preset(mut settings: MatchSettings, preset: Preset) -> MatchSettings {
    // The engines are not known yet; use two placeholders.
    let engines = std::mem::replace(&mut settings.engines, vec![EngineSettings::default(); 2]);
    settings.apply(preset);
    settings.engines = engines;
    if settings.openings.source == OpeningSource::Startpos {
        settings.openings.source = OpeningSource::BuiltIn;
    }
    settings
}

#[cfg(test)]
mod tests {
    use tabia_arena::{DrawRule, ResignRule, SampleOptions};

    use super::*;
    use crate::engines::Program;

    fn parse(line: &str) -> Result<Options, MatchError> {
        let arguments: Vec<String> = line.split(' ').map(|word| word.replace('_', " ")).collect();
        Options::new(&MatchArgs::read(&arguments)?, None)
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
        let pgn = PgnFile { path: "out.pgn".into(), verbosity: Verbosity::Scores, is_replaced: false };
        assert_eq!(options.pgn, Some(pgn));
    }

    #[test]
    fn colours_alternate_and_repeated_openings_come_twice() {
        let games = |line: &str| {
            let engines = "-each depth=1 -engine cmd=a name=A -engine cmd=b name=B";
            let options = parse(&format!("{engines} {line}")).unwrap();
            let units: Vec<_> = options.settings.schedule().unwrap().units().collect();
            units
                .iter()
                .flat_map(|unit| &unit.games)
                .map(|game| (game.white, game.opening))
                .collect::<Vec<_>>()
        };
        // The match printed for fastchess equals that of the settings.
        assert_eq!(games("-games 4"), [(0, 0), (1, 1), (0, 2), (1, 3)]);
        assert_eq!(games("-games 1 -rounds 4"), games("-games 4"));
        assert_eq!(games("-rounds 4"), games("-games 4"));
        assert_eq!(games("-games 4 -repeat"), [(0, 0), (1, 0), (0, 1), (1, 1)]);
        assert_eq!(games("-games 2 -rounds 2 -repeat"), games("-games 4 -repeat"));
        assert_eq!(games("-rounds 2 -repeat"), games("-games 4 -repeat"));
        assert_eq!(games("-repeat"), games("-games 2 -repeat"));
        let tournament =
            parse("-each depth=1 -engine cmd=a name=A -engine cmd=b name=B -engine cmd=c name=C -rounds 2");
        let units: Vec<_> = tournament.unwrap().settings.schedule().unwrap().units().collect();
        let colours = units.iter().flat_map(|unit| &unit.games).map(|game| [game.white, game.black]);
        assert_eq!(colours.collect::<Vec<_>>(), [[0, 1], [0, 2], [1, 2], [1, 0], [2, 0], [2, 1]]);
    }

    /// Its games would no longer match its schedule.
    #[test]
    fn a_match_of_an_earlier_version_keeps_its_colours() {
        let line = "-each depth=1 -engine cmd=a name=A -engine cmd=b name=B -games 1 -rounds 4";
        let mut earlier = parse(line).unwrap().settings;
        assert!(earlier.alternate);
        earlier.alternate = false;
        let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let again = Options::new(&MatchArgs::read(&arguments).unwrap(), Some(&earlier)).unwrap();
        assert!(again.settings.same_games(&earlier));
        assert_eq!(again.settings.schedule().unwrap(), earlier.schedule().unwrap());
        earlier.repeat = true;
        let repeated: Vec<String> = format!("{line} -repeat").split(' ').map(str::to_owned).collect();
        let again = Options::new(&MatchArgs::read(&repeated).unwrap(), Some(&earlier)).unwrap();
        assert_eq!(again.settings.schedule().unwrap(), earlier.schedule().unwrap());
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
            ("-each depth=1 -engine cmd=a -engine cmd=b -seed 1 -openings srand=2", "already 1"),
            ("-each depth=1 -engine cmd=a -engine cmd=b -share 4/3", "not a share"),
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
        let again = |line: &str| Options::new(&MatchArgs::read(&arguments(line))?, Some(&first.settings));
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

    #[test]
    fn options_of_a_file_that_name_files_are_given_by_hand() {
        let arguments = |line: &str| line.split(' ').map(|word| word.replace('_', " ")).collect::<Vec<_>>();
        for (name, value) in [
            ("Debug Log File", "x"),
            ("SyzygyPath", "tables"),
            ("LOGDIR", "x"),
            ("Style", "/etc/passwd"),
            ("Style", "..\\x"),
        ] {
            let mut first = parse("-each nodes=5 -engine cmd=a name=A -engine cmd=b name=B").unwrap();
            first.settings.engines[1].options = vec![(name.to_owned(), value.to_owned())];
            let again = |line: &str| Options::new(&MatchArgs::read(&arguments(line))?, Some(&first.settings));
            let error = again("-engine cmd=x -engine cmd=y -resume f").map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains("option.NAME=VALUE"), "{error}");
            // Options given on the command line are trusted.
            let own = format!("option.{}={value}", name.replace(' ', "_"));
            let resumed = again(&format!("-engine cmd=x -engine cmd=y {own} -resume f")).unwrap();
            assert_eq!(resumed.settings, first.settings);
        }
        let mut first = parse("-each nodes=5 -engine cmd=a name=A -engine cmd=b name=B").unwrap();
        first.settings.engines[1].options =
            vec![("Hash".to_owned(), "8".to_owned()), ("SyzygyPath".to_owned(), "<empty>".to_owned())];
        let again = MatchArgs::read(&arguments("-engine cmd=x -engine cmd=y -resume f")).unwrap();
        assert_eq!(Options::new(&again, Some(&first.settings)).unwrap().settings, first.settings);
    }
}

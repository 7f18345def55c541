//! fastchess (<https://github.com/Disservin/fastchess>).

use super::builder::{Builder, options, order, pair, seconds};
use super::program::start;
use super::{CommandLine, CommandLineContext, PgnTarget};
use crate::openings::Order;
use crate::output::pgn::Verbosity;
use crate::schedule::TournamentFormat;
use crate::settings::{EngineSettings, MatchSettings, OpeningSource};

impl MatchSettings {
    /// Returns the match as a command line for fastchess (<https://github.com/Disservin/fastchess>, version
    /// 1.5 or later).
    pub fn fastchess_command(&self, context: &CommandLineContext) -> CommandLine {
        let mut command = Builder::new("fastchess");
        for (index, engine) in self.engines.iter().enumerate() {
            let mut values = start(&mut command, &self.engines, index, context);
            values.extend(fastchess_limits(&mut command, engine));
            if engine.ponder {
                command.note(format!("{}: fastchess does not ponder", engine.name));
            }
            if let Some(book) = &engine.book {
                command.note(format!(
                    "{}: fastchess gives no engine a book of its own ({})",
                    engine.name, book.name
                ));
            }
            values.extend(options(engine));
            command.option("-engine", &values);
        }
        self.fastchess_schedule(&mut command);
        self.fastchess_openings(&mut command, context);
        self.fastchess_adjudication(&mut command);
        self.fastchess_sprt(&mut command);
        if !self.event.is_empty() {
            command.option("-event", std::slice::from_ref(&self.event));
        }
        if !self.site.is_empty() {
            command.option("-site", std::slice::from_ref(&self.site));
        }
        command.option("-concurrency", &[context.concurrency.max(1).to_string()]);
        command.option("-recover", &[]);
        let pgn = fastchess_pgn(&mut command, context.pgn.as_ref());
        command.option("-pgnout", &pgn);
        if let Some(epd) = &context.epd {
            command.option("-epdout", &[format!("file={epd}")]);
        }
        if self.sample.is_some() {
            command.note("fastchess writes no samples");
        }
        command.finish()
    }

    fn fastchess_adjudication(&self, command: &mut Builder) {
        let rules = &self.adjudication;
        if let Some(draw) = rules.draw {
            let values = [("movenumber", draw.number), ("movecount", draw.count), ("score", draw.score)];
            command.option("-draw", &values.map(pair));
        }
        if let Some(resign) = rules.resign {
            let mut values = vec![pair(("movecount", resign.count)), pair(("score", resign.score))];
            if resign.two_sided {
                values.push("twosided=true".to_owned());
            }
            command.option("-resign", &values);
            if resign.number > 0 {
                command.note("fastchess lets engines resign before the move number set here");
            }
        }
        if let Some(moves) = rules.max_moves {
            command.option("-maxmoves", &[moves.to_string()]);
        }
        if self.tablebase {
            command.option("-tb", &["syzygy".to_owned()]);
            command.note("replace syzygy by the folder of the endgame tables");
        }
    }

    fn fastchess_sprt(&self, command: &mut Builder) {
        if let Some(sprt) = &self.sprt {
            let values =
                [("elo0", sprt.elo0), ("elo1", sprt.elo1), ("alpha", sprt.alpha), ("beta", sprt.beta)];
            let mut values = values.map(pair).to_vec();
            values.push(pair(("model", sprt.model)));
            command.option("-sprt", &values);
            if sprt.go_on {
                command.note("fastchess stops when its test has decided");
            }
        }
    }

    fn fastchess_schedule(&self, command: &mut Builder) {
        if self.engines.len() > 2 && self.format == TournamentFormat::Gauntlet {
            command.option("-tournament", &["gauntlet".to_owned()]);
        }
        let games = self.games.saturating_mul(self.rounds);
        if !self.alternate && self.games % 2 == 1 && self.rounds > 1 {
            let way_out = if self.games == 1 { "; add -noswap for that" } else { "" };
            command.note(format!(
                "fastchess alternates colours over all rounds, while each round of this match begins with the same ones{way_out}"
            ));
        }
        if self.repeat && self.games > 1 {
            command.option("-games", &["2".to_owned()]);
            command.option("-rounds", &[games.div_ceil(2).to_string()]);
            command.option("-repeat", &[]);
            if self.games % 2 == 1 {
                command.note("fastchess plays pairs only, a game more than is set here");
            }
        } else {
            command.option("-games", &["1".to_owned()]);
            command.option("-rounds", &[games.to_string()]);
            if self.sprt.is_some() {
                command.option("-report", &["penta=false".to_owned()]);
            }
        }
    }

    fn fastchess_openings(&self, command: &mut Builder, context: &CommandLineContext) {
        let settings = &self.openings;
        let (name, format) = match &settings.source {
            OpeningSource::Startpos => return,
            OpeningSource::BuiltIn => {
                if context.openings.is_none() {
                    command.note("put Tabia's built-in openings here as openings.epd: crates/arena/data/openings.epd of its sources");
                }
                ("openings.epd", "epd")
            }
            OpeningSource::Epd { name, .. } => (name.as_str(), "epd"),
            OpeningSource::Pgn { name, .. } => (name.as_str(), "pgn"),
            OpeningSource::Polyglot { .. } => {
                command.note(
                    "fastchess reads no Polyglot books: save the openings of this match as openings.epd",
                );
                ("openings.epd", "epd")
            }
        };
        let mut values =
            vec![format!("file={}", context.openings.as_deref().unwrap_or(name)), format!("format={format}")];
        values.push(format!("order={}", order(settings.order)));
        if settings.start > 0 {
            values.push(format!("start={}", settings.start + 1));
        }
        if let (Some(plies), "pgn") = (settings.plies, format) {
            values.push(format!("plies={plies}"));
        }
        command.option("-openings", &values);
        if settings.order == Order::Random {
            command.option("-srand", &[self.seed.to_string()]);
            command.note("fastchess shuffles openings in its own way: the seed gives another order there");
        }
        if let Some(count) = settings.count {
            command
                .note(format!("fastchess uses all openings of the file, not the first {count} of the order"));
        }
        if context.chess960 {
            command.option("-variant", &["fischerandom".to_owned()]);
        }
    }
}

/// Returns the values of `-pgnout`.
fn fastchess_pgn(command: &mut Builder, pgn: Option<&PgnTarget>) -> Vec<String> {
    let Some(PgnTarget { path, verbosity, is_replaced }) = pgn else {
        return ["file=games.pgn", "nodes=true", "seldepth=true"].map(str::to_owned).to_vec();
    };
    if *verbosity == Verbosity::Tags {
        command.note("fastchess writes the moves of every game");
    }
    let detail: &[&str] = match verbosity {
        Verbosity::Tags | Verbosity::Moves => &["min=true"],
        Verbosity::Scores | Verbosity::Times => &[],
        Verbosity::Nodes => &["nodes=true", "seldepth=true", "nps=true"],
        Verbosity::Variations => &["nodes=true", "seldepth=true", "nps=true", "pv=true"],
    };
    let mut values = vec![format!("file={path}")];
    values.extend(is_replaced.then(|| "append=false".to_owned()));
    values.extend(detail.iter().map(|&word| word.to_owned()));
    values
}

/// Returns the search limits of an engine.
fn fastchess_limits(command: &mut Builder, engine: &EngineSettings) -> Vec<String> {
    let mut values = Vec::new();
    let limits = &engine.limits;
    match (&limits.time_control, limits.movetime_ms) {
        (_, Some(ms)) => values.push(format!("st={}", seconds(ms))),
        (Some(control), None) if control.periods().len() > 1 => {
            let name = &engine.name;
            command.note(format!("{name}: fastchess knows one period of time only; {control} was cut"));
            values.push(format!("tc={}", control.periods()[0]));
        }
        (Some(control), None) => values.push(format!("tc={control}")),
        (None, None) => values.push("tc=inf".to_owned()),
    }
    values.extend(limits.depth.map(|depth| format!("plies={depth}")));
    values.extend(limits.nodes.map(|nodes| format!("nodes={nodes}")));
    if limits.margin_ms > 0 {
        values.push(format!("timemargin={}", limits.margin_ms));
    }
    if let Some(ply) = limits.ply {
        let name = &engine.name;
        command.note(format!("{name}: fastchess knows no depth by phase; {ply} plies are fixed"));
        if limits.depth.is_none() {
            values.push(format!("plies={ply}"));
        }
    }
    values
}

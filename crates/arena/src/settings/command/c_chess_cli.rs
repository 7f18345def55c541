//! c-chess-cli (<https://github.com/lucasart/c-chess-cli>).

use super::builder::{Builder, options, order, pair, seconds};
use super::program::start;
use super::{CommandLine, CommandLineContext};
use crate::limits::DEFAULT_TIMEOUT_MS;
use crate::openings::Order;
use crate::schedule::TournamentFormat;
use crate::settings::{EngineSettings, MatchSettings, OpeningSource};

/// The highest verbosity level of its PGN files.
const MOST_DETAIL: u8 = 3;

impl MatchSettings {
    /// Returns the match as a command line for c-chess-cli (<https://github.com/lucasart/c-chess-cli>, the
    /// 2023 version).
    pub fn c_chess_cli_command(&self, context: &CommandLineContext) -> CommandLine {
        let mut command = Builder::new("c-chess-cli");
        for (index, engine) in self.engines.iter().enumerate() {
            let mut values = start(&mut command, &self.engines, index, context);
            values.extend(c_chess_cli_limits(&mut command, engine));
            if engine.ponder {
                command.note(format!("{}: c-chess-cli does not ponder", engine.name));
            }
            values.extend(options(engine));
            command.option("-engine", &values);
        }
        command.option("-games", &[self.games.to_string()]);
        if self.rounds > 1 {
            command.option("-rounds", &[self.rounds.to_string()]);
            if self.alternate && self.games % 2 == 1 {
                command.note("c-chess-cli begins each round with the same colours");
            }
        }
        if self.format == TournamentFormat::Gauntlet {
            command.option("-gauntlet", &[]);
        }
        if self.repeat {
            command.option("-repeat", &[]);
        }
        self.c_chess_cli_openings(&mut command, context);
        self.c_chess_cli_rules(&mut command);
        command.option("-concurrency", &[context.concurrency.max(1).to_string()]);
        let (path, verbosity) = match &context.pgn {
            Some(pgn) => (pgn.path.clone(), pgn.verbosity as u8),
            None => ("games.pgn".to_owned(), MOST_DETAIL),
        };
        if verbosity > MOST_DETAIL {
            command.note("c-chess-cli writes scores, depths and times, but neither nodes nor variations");
        }
        command.option("-pgn", &[path, verbosity.min(MOST_DETAIL).to_string()]);
        if context.epd.is_some() {
            command.note("c-chess-cli writes no last positions");
        }
        if let Some(sample) = &self.sample {
            let file = context.sample.as_deref().unwrap_or("samples.csv");
            let mut values = vec![pair(("freq", sample.frequency))];
            values.extend(sample.resolve.then(|| "resolve=y".to_owned()));
            values.extend(["format=csv".to_owned(), format!("file={file}")]);
            command.option("-sample", &values);
        }
        command.finish()
    }

    fn c_chess_cli_rules(&self, command: &mut Builder) {
        let rules = &self.adjudication;
        if let Some(draw) = rules.draw {
            let values = [("number", draw.number), ("count", draw.count), ("score", draw.score)];
            command.option("-draw", &values.map(pair));
        }
        if let Some(resign) = rules.resign {
            let values = [("number", resign.number), ("count", resign.count), ("score", resign.score)];
            command.option("-resign", &values.map(pair));
            if resign.two_sided {
                command.note("c-chess-cli lets an engine resign without the other's agreement");
            }
        }
        if rules.max_moves.is_some() {
            command.note("c-chess-cli knows no maximum length of games");
        }
        if self.tablebase {
            command.note("c-chess-cli does not use endgame tables");
        }
        if let Some(sprt) = &self.sprt {
            let values =
                [("elo0", sprt.elo0), ("elo1", sprt.elo1), ("alpha", sprt.alpha), ("beta", sprt.beta)];
            command.option("-sprt", &values.map(pair));
            command.note("c-chess-cli tests logistic Elo over single games, not pairs: it takes longer, and the bounds mean something else");
        }
    }

    fn c_chess_cli_openings(&self, command: &mut Builder, context: &CommandLineContext) {
        let name = match &self.openings.source {
            OpeningSource::Startpos => return,
            OpeningSource::Epd { name, .. } => name.as_str(),
            OpeningSource::BuiltIn => "openings.epd",
            OpeningSource::Pgn { .. } | OpeningSource::Polyglot { .. } => {
                command.note(
                    "c-chess-cli reads openings from EPD only: save those of this match as openings.epd",
                );
                "openings.epd"
            }
        };
        let mut values = vec![format!("file={}", context.openings.as_deref().unwrap_or(name))];
        values.push(format!("order={}", order(self.openings.order)));
        if self.openings.order == Order::Random {
            // With 0, the program would choose a seed itself.
            values.push(format!("srand={}", self.seed.max(1)));
            command.note("c-chess-cli shuffles openings in its own way: the seed gives another order there");
        }
        if self.openings.start > 0 || self.openings.count.is_some() {
            command.note("c-chess-cli uses all openings of the file");
        }
        command.option("-openings", &values);
    }
}

/// Returns the search limits of an engine.
fn c_chess_cli_limits(command: &mut Builder, engine: &EngineSettings) -> Vec<String> {
    let mut values = Vec::new();
    let limits = &engine.limits;
    if let Some(ms) = limits.movetime_ms {
        values.push(format!("movetime={}", seconds(ms)));
    } else if let Some(control) = &limits.time_control {
        if control.periods().len() > 1 {
            let name = &engine.name;
            command.note(format!("{name}: c-chess-cli knows one period of time only; {control} was cut"));
        }
        values.push(format!("tc={}", control.periods()[0]));
    }
    let depth = limits.depth.or(limits.ply);
    values.extend(depth.map(|depth| format!("depth={depth}")));
    values.extend(limits.nodes.map(|nodes| format!("nodes={nodes}")));
    if limits.ply.is_some() {
        command.note(format!("{}: c-chess-cli knows no depth by phase; it is fixed", engine.name));
    }
    if limits.margin_ms > 0 {
        command.note(format!("{}: c-chess-cli knows no margin of time", engine.name));
    }
    let timeout = (limits.timeout_ms != DEFAULT_TIMEOUT_MS).then_some(limits.timeout_ms);
    values.extend(timeout.map(|ms| format!("timeout={}", seconds(ms))));
    values
}

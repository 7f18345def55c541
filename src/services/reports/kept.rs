//! Reports as they are kept: what was asked, and what was found by position. Found positions are known by their `position` commands, so
//! that a report belongs to a game by its moves, wherever the game comes from.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use tabia_chess::{Color, Move, Position};
use tabia_pgn::{Game, Played};
use tabia_report::{Analysis, Eval, Plan, Scope};

use super::limits::ReportLimit;

/// A side as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportSide {
    /// White.
    White,
    /// Black.
    Black,
}

impl ReportSide {
    /// The side of a color.
    pub fn of(color: Color) -> Self {
        if color == Color::White { Self::White } else { Self::Black }
    }

    /// Its color.
    pub fn color(self) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
        }
    }
}

/// An engine of the list, as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportEngine {
    /// Its id in the catalogue.
    pub id: String,
    /// What it was called when it was chosen.
    pub name: String,
}

/// What is to be analysed, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportWish {
    /// Who analyses; `None` for the engine that the app ships.
    pub engine: Option<ReportEngine>,
    /// How long each position is searched.
    pub limit: ReportLimit,
    /// Only the moves of this side.
    pub side: Option<ReportSide>,
    /// The first move, by its number.
    pub first: u32,
    /// The last move, by its number.
    pub last: u32,
    /// The moves of variations too.
    pub variations: bool,
    /// What could have been played instead too: see [`Scope::asides`].
    pub asides: bool,
    /// So many engines at once.
    pub workers: u16,
}

impl Default for ReportWish {
    fn default() -> Self {
        Self {
            engine: None,
            limit: ReportLimit::default(),
            side: None,
            first: 1,
            last: u32::MAX,
            variations: false,
            asides: false,
            workers: 1,
        }
    }
}

impl ReportWish {
    /// The moves that it is about.
    pub fn scope(&self) -> Scope {
        Scope {
            side: self.side.map(ReportSide::color),
            // Some games begin with move 0.
            moves: if self.first <= 1 { 0..=self.last } else { self.first..=self.last.max(self.first) },
            variations: self.variations,
            asides: self.asides,
        }
    }

    /// The id of the engine that analyses; `None` for the engine that the app ships.
    pub fn engine_id(&self) -> Option<&str> {
        self.engine.as_ref().map(|engine| engine.id.as_str())
    }

    /// Whether what was found for the other is what would be found for this: the number of engines does not matter, nor what they are
    /// called.
    pub fn finds_the_same_as(&self, other: &Self) -> bool {
        let plain = |wish: &Self| Self { workers: 0, engine: None, ..wish.clone() };
        self.engine_id() == other.engine_id() && plain(self) == plain(other)
    }
}

/// What was found in a position, as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Found {
    /// Centipawns from White's side; not set for a mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    /// Moves to mate, negative when Black mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    depth: u32,
    nodes: u64,
    /// The best line in UCI.
    line: Vec<String>,
}

/// A report, finished or not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptReport {
    /// What it is kept under: the game's [`signature`], or its place in a run over many games.
    pub id: String,
    /// The run over many games that it belongs to; empty for none.
    pub run: String,
    /// The players, or how else the game is called.
    pub title: String,
    /// The game as it was, as PGN.
    pub pgn: String,
    /// What is to be analysed, and how.
    pub wish: ReportWish,
    /// How long it has been at work, in milliseconds.
    pub worked_ms: f64,
    /// Whether the user wants it to rest.
    pub is_paused: bool,
    /// Whether everything was analysed.
    pub is_done: bool,
    /// When it was written last, in milliseconds since 1970.
    pub stored_ms: f64,
    /// What was found, by `position` command.
    pub found: HashMap<String, Found>,
}

impl KeptReport {
    /// A report on a game that nothing is known of yet.
    pub fn new(game: &Game, wish: ReportWish) -> Self {
        let (id, title, pgn) = (signature(game), title(game), tabia_pgn::write(game));
        Self { id, title, pgn, wish, ..Self::default() }
    }

    /// Its game; `None` if what is kept of it cannot be read.
    pub fn game(&self) -> Option<Game> {
        tabia_pgn::read(&self.pgn).games.into_iter().next()
    }

    /// The positions that it needs.
    pub fn plan(&self, game: &Game) -> Plan {
        Plan::new(game, &self.wish.scope())
    }

    /// Takes over what was found.
    pub fn keep(&mut self, plan: &Plan, results: &[Option<Analysis>]) {
        for (item, found) in plan.items.iter().zip(results) {
            if let Some(found) = found {
                self.found.insert(item.command.clone(), written(found, &item.position, plan.is_chess960));
            }
        }
    }

    /// What was found in the positions of a plan.
    pub fn results(&self, plan: &Plan) -> Vec<Option<Analysis>> {
        plan.items.iter().map(|item| read(self.found.get(&item.command)?, &item.position)).collect()
    }
}

fn written(found: &Analysis, position: &Position, chess960: bool) -> Found {
    let mut position = *position;
    let uci = |m: &Move| {
        let text = position.uci(*m, chess960);
        position.play_unchecked(*m);
        text
    };
    let line = found.line.iter().map(uci).collect();
    let (cp, mate) = match found.eval {
        Eval::Cp(cp) => (Some(cp), None),
        Eval::Mate(moves) => (None, Some(moves)),
    };
    Found { cp, mate, depth: found.depth, nodes: found.nodes, line }
}

fn read(found: &Found, position: &Position) -> Option<Analysis> {
    let eval = found.cp.map(Eval::Cp).or(found.mate.map(Eval::Mate))?;
    let mut position = *position;
    let legal = |text: &String| {
        let m = position.parse_uci(text).ok()?;
        position.play_unchecked(m);
        Some(m)
    };
    let line = found.line.iter().map_while(legal).collect();
    Some(Analysis { eval, depth: found.depth, nodes: found.nodes, line })
}

/// The players of a game, or what else it is called.
pub fn title(game: &Game) -> String {
    let tags = game.tags();
    match (tags.known("White"), tags.known("Black")) {
        (None, None) => tags.known("Event").unwrap_or("Game without players").to_owned(),
        (white, black) => format!("{} – {}", white.unwrap_or("?"), black.unwrap_or("?")),
    }
}

/// What a report knows its game by: the start and the moves of the main line. Comments, glyphs and variations are no part of it.
pub fn signature(game: &Game) -> String {
    let mut text = game.start().to_shredder_fen();
    let mut position = *game.start();
    for node in game.main_line() {
        let Some(played) = game.played(node) else { continue };
        text.push(' ');
        match played {
            Played::Move(m) => text += &position.uci(m, true),
            Played::Null => text += "0000",
        }
        played.apply(&mut position);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_game(text: &str) -> Game {
        tabia_pgn::read(text).games.remove(0)
    }

    #[test]
    fn a_game_is_known_by_its_moves_alone() {
        let plain = read_game("1. e4 e5 2. Nf3 *");
        let rich = read_game("[White \"A\"]\n\n1. e4! {good} e5 (1... c5) 2. Nf3 1-0");
        assert_eq!(signature(&plain), signature(&rich));
        assert_ne!(signature(&plain), signature(&read_game("1. e4 e5 *")));
        assert_eq!((title(&plain).as_str(), title(&rich).as_str()), ("Game without players", "A – ?"));
    }

    #[test]
    fn what_was_found_is_read_as_it_was_written() {
        let game = read_game("1. e4 e5 2. Nf3 *");
        let mut kept = KeptReport::new(&game, ReportWish::default());
        let plan = kept.plan(&game);
        let line = vec![plan.items[0].position.parse_uci("d2d4").unwrap()];
        let mut results = vec![None; plan.items.len()];
        results[0] = Some(Analysis { eval: Eval::Mate(-3), depth: 9, nodes: 7, line });
        kept.keep(&plan, &results);
        let text = serde_json::to_string(&kept).unwrap();
        let again: KeptReport = serde_json::from_str(&text).unwrap();
        assert_eq!(again.results(&plan), results);
    }

    #[test]
    fn a_wish_is_about_its_moves() {
        let wish = ReportWish { first: 3, last: 2, side: Some(ReportSide::Black), ..ReportWish::default() };
        assert_eq!((wish.scope().moves, wish.scope().side), (3..=3, Some(Color::Black)));
        assert!(wish.finds_the_same_as(&ReportWish { workers: 7, ..wish.clone() }));
        assert!(!wish.finds_the_same_as(&ReportWish { last: 9, ..wish.clone() }));
        let by = |id: &str, name: &str| {
            let engine = Some(ReportEngine { id: id.to_owned(), name: name.to_owned() });
            ReportWish { engine, ..wish.clone() }
        };
        assert!(!wish.finds_the_same_as(&by("1", "Other")), "another engine finds something else");
        assert!(by("1", "Other").finds_the_same_as(&by("1", "renamed")));
        assert_eq!(ReportWish::default().scope(), Scope::default());
    }
}

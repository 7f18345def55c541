//! Stored reports: the request, and the results by position. Results are keyed by `position` command, so that a report matches a game by
//! its moves, wherever the game comes from.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use tabia_chess::{Color, Move, Position};
use tabia_pgn::{Game, Played};
use tabia_report::{Analysis, Eval, Plan, Scope};

use super::limits::ReportLimit;
use crate::language::tr;

/// Side as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportSide {
    /// White.
    White,
    /// Black.
    Black,
}

impl ReportSide {
    /// Returns the side of a color.
    pub fn of(color: Color) -> Self {
        if color == Color::White { Self::White } else { Self::Black }
    }

    /// Returns its color.
    pub fn color(self) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
        }
    }
}

/// Engine of the list, as stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportEngine {
    /// Its id in the catalogue.
    pub id: String,
    /// Its name when it was chosen.
    pub name: String,
}

/// What to analyse, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportRequest {
    /// The analysing engine; `None` for the engine shipped with the app.
    pub engine: Option<ReportEngine>,
    /// Search limit per position.
    pub limit: ReportLimit,
    /// Restricts the report to the moves of this side.
    pub side: Option<ReportSide>,
    /// The first move, by its number.
    pub first: u32,
    /// The last move, by its number.
    pub last: u32,
    /// Whether moves of variations are included.
    pub variations: bool,
    /// Whether alternatives that could have been played are included: see [`Scope::asides`].
    pub asides: bool,
    /// Number of engines running at once.
    pub workers: u16,
}

impl Default for ReportRequest {
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

impl ReportRequest {
    /// Returns the moves it covers.
    pub fn scope(&self) -> Scope {
        Scope {
            side: self.side.map(ReportSide::color),
            // Some games begin with move 0.
            moves: if self.first <= 1 { 0..=self.last } else { self.first..=self.last.max(self.first) },
            variations: self.variations,
            asides: self.asides,
        }
    }

    /// Returns the request for the main line of a whole game with the same engine and limit, on at most `most_workers` engines.
    #[must_use]
    pub fn for_whole_game(self, most_workers: u16) -> Self {
        let Self { engine, limit, workers, .. } = self;
        Self { engine, limit, workers: workers.clamp(1, most_workers), ..Self::default() }
    }

    /// Returns the id of the analysing engine; `None` for the engine shipped with the app.
    pub fn engine_id(&self) -> Option<&str> {
        self.engine.as_ref().map(|engine| engine.id.as_str())
    }

    /// Returns whether results for the other also hold for this: the number of engines does not matter, nor their names.
    pub fn finds_the_same_as(&self, other: &Self) -> bool {
        let plain = |request: &Self| Self { workers: 0, engine: None, ..request.clone() };
        self.engine_id() == other.engine_id() && plain(self) == plain(other)
    }
}

/// Result for a position, as stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PositionResult {
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
pub struct SavedReport {
    /// Its key: the game's [`signature`], or its place in a batch run.
    pub id: String,
    /// Its batch run; empty for none.
    pub run: String,
    /// The players, or another name of the game.
    pub title: String,
    /// The game as it was, as PGN.
    pub pgn: String,
    /// What to analyse, and how.
    #[serde(rename = "wish")]
    pub request: ReportRequest,
    /// Working time so far, in milliseconds.
    pub worked_ms: f64,
    /// Whether the user has paused it.
    pub is_paused: bool,
    /// Whether everything was analysed.
    pub is_done: bool,
    /// Time of the last write, in milliseconds since 1970.
    pub stored_ms: f64,
    /// Results by `position` command.
    pub found: HashMap<String, PositionResult>,
    /// The finished report on the same game that this one is to replace, stored until this one is finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Box<SavedReport>>,
}

impl SavedReport {
    /// Creates a report without results.
    pub fn new(game: &Game, request: ReportRequest) -> Self {
        let (id, title, pgn) = (signature(game), title(game), tabia_pgn::write(game));
        Self { id, title, pgn, request, ..Self::default() }
    }

    /// Prepares the report to replace the stored one on the game. Known results are not searched again, and a finished report is stored
    /// until this one is finished.
    #[must_use]
    pub fn in_place_of(self, before: Self) -> Self {
        let worked_ms = if before.request.finds_the_same_as(&self.request) { before.worked_ms } else { 0.0 };
        let found = self.found_before(&before);
        let earlier =
            if before.is_done { Some(Box::new(Self { earlier: None, ..before })) } else { before.earlier };
        Self { worked_ms, found, earlier, ..self }
    }

    /// Returns the results of `before` that hold for this report too: same engine, same limit, and only for whole parts that end where a
    /// part ends there, because an engine remembers what comes after a position in its part.
    fn found_before(&self, before: &Self) -> HashMap<String, PositionResult> {
        let is_same = before.request.engine_id() == self.request.engine_id()
            && before.request.limit == self.request.limit;
        let (Some(game), Some(earlier)) = (self.game().filter(|_| is_same), before.game()) else {
            return HashMap::new();
        };
        let commands = |plan: &Plan| -> Vec<Vec<String>> {
            let part = |range: std::ops::Range<usize>| {
                plan.items[range].iter().map(|item| item.command.clone()).collect()
            };
            plan.chunks().into_iter().map(part).collect()
        };
        let known = commands(&before.plan(&earlier));
        let found_there = |part: &Vec<String>| -> Option<Vec<(String, PositionResult)>> {
            known.iter().find(|there| there.ends_with(part))?;
            part.iter().map(|command| Some((command.clone(), before.found.get(command)?.clone()))).collect()
        };
        commands(&self.plan(&game)).iter().filter_map(found_there).flatten().collect()
    }

    /// Returns the finished report: this one, or the one it is to replace.
    pub fn finished(&self) -> Option<&Self> {
        if self.is_done { Some(self) } else { self.earlier.as_deref() }
    }

    /// Returns the report to show: the one it is to replace until it is finished itself.
    #[must_use]
    pub fn shown(self) -> Self {
        match self.earlier {
            Some(earlier) if !self.is_done => *earlier,
            _ => self,
        }
    }

    /// Parses its game; `None` if the stored text cannot be read.
    pub fn game(&self) -> Option<Game> {
        tabia_pgn::read(&self.pgn).games.into_iter().next()
    }

    /// Returns the positions to search.
    pub fn plan(&self, game: &Game) -> Plan {
        Plan::new(game, &self.request.scope())
    }

    /// Stores results.
    pub fn keep(&mut self, plan: &Plan, results: &[Option<Analysis>]) {
        for (item, found) in plan.items.iter().zip(results) {
            if let Some(found) = found {
                self.found.insert(item.command.clone(), written(found, &item.position, plan.is_chess960));
            }
        }
    }

    /// Returns the stored results for the positions of a plan.
    pub fn results(&self, plan: &Plan) -> Vec<Option<Analysis>> {
        plan.items.iter().map(|item| read(self.found.get(&item.command)?, &item.position)).collect()
    }
}

fn written(found: &Analysis, position: &Position, chess960: bool) -> PositionResult {
    let mut position = *position;
    let uci = |m: &Move| {
        let text = position.uci_with(*m, chess960);
        position.play_unchecked(*m);
        text
    };
    let line = found.line.iter().map(uci).collect();
    let (cp, mate) = match found.eval {
        Eval::Cp(cp) => (Some(cp), None),
        Eval::Mate(moves) => (None, Some(moves)),
    };
    PositionResult { cp, mate, depth: found.depth, nodes: found.nodes, line }
}

fn read(found: &PositionResult, position: &Position) -> Option<Analysis> {
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

/// Returns the players of a game, or another name.
pub fn title(game: &Game) -> String {
    let tags = game.tags();
    match (tags.known("White"), tags.known("Black")) {
        (None, None) => tags.known("Event").unwrap_or_else(|| tr!("Game without players")).to_owned(),
        (white, black) => format!("{} – {}", white.unwrap_or("?"), black.unwrap_or("?")),
    }
}

/// Returns when a game was played by its tags: the end of that day, in milliseconds since 1970; `None` if the day is unknown.
pub fn played_ms(game: &Game) -> Option<f64> {
    day_end_ms(game.tags().known("UTCDate").or_else(|| game.tags().known("Date"))?, '.')
}

/// Returns the end of a day such as `2024.05.17`, in milliseconds since 1970; `None` if it is not a day.
pub fn day_end_ms(date: &str, separator: char) -> Option<f64> {
    let mut parts = date.split(separator).map(|part| part.parse::<i64>().ok());
    let (Some(Some(year)), Some(Some(month)), Some(Some(day)), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return None;
    };
    if !(1..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Days since 1970 of the Gregorian calendar, with years that begin in March.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 719_469;
    Some((days + 1) as f64 * 86_400_000.0)
}

/// Returns the key by which a report recognizes its game: the start position and the main line, without comments, glyphs and variations.
pub fn signature(game: &Game) -> String {
    let mut text = game.start().to_shredder_fen();
    let mut position = *game.start();
    for node in game.main_line() {
        let Some(played) = game.played(node) else { continue };
        text.push(' ');
        match played {
            Played::Move(m) => text += &position.uci_with(m, true),
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
    fn a_game_is_analysed_as_a_whole_whatever_the_last_report_covered() {
        let last = ReportRequest {
            side: Some(ReportSide::Black),
            first: 12,
            last: 20,
            variations: true,
            asides: true,
            workers: 99,
            ..ReportRequest::default()
        };
        let whole = last.for_whole_game(8);
        assert_eq!(whole, ReportRequest { workers: 8, ..ReportRequest::default() });
        assert_eq!(whole.scope().moves, 0..=u32::MAX);
    }

    #[test]
    fn a_game_was_played_on_the_day_of_its_tags() {
        let played = |tags: &str| played_ms(&read_game(&format!("{tags}\n\n1. e4 *")));
        let days = |days: u32| Some(f64::from(days + 1) * 86_400_000.0);
        assert_eq!(played("[Date \"1970.01.01\"]"), days(0));
        assert_eq!(played("[Date \"2024.02.29\"]"), days(19_782));
        assert_eq!(played("[Date \"2024.03.01\"]"), days(19_783));
        assert_eq!(played("[Date \"2000.12.31\"]\n[UTCDate \"2001.01.01\"]"), days(11_323));
        for none in
            ["", "[Date \"????.??.??\"]", "[Date \"2024.??.??\"]", "[Date \"2024.13.01\"]", "[Date \"soon\"]"]
        {
            assert_eq!(played(none), None, "{none}");
        }
        assert_eq!(day_end_ms("2024-02-29", '-'), days(19_782));
        assert_eq!((day_end_ms("", '-'), day_end_ms("2024.02.29", '-')), (None, None));
    }

    #[test]
    fn what_was_found_is_read_as_it_was_written() {
        let game = read_game("1. e4 e5 2. Nf3 *");
        let mut kept = SavedReport::new(&game, ReportRequest::default());
        let plan = kept.plan(&game);
        let line = vec![plan.items[0].position.parse_uci("d2d4").unwrap()];
        let mut results = vec![None; plan.items.len()];
        results[0] = Some(Analysis { eval: Eval::Mate(-3), depth: 9, nodes: 7, line });
        kept.keep(&plan, &results);
        let text = serde_json::to_string(&kept).unwrap();
        let again: SavedReport = serde_json::from_str(&text).unwrap();
        assert_eq!(again.results(&plan), results);
    }

    /// Returns a finished report on `text` in which the n-th position of the plan is worth n centipawns.
    fn finished(text: &str, request: ReportRequest) -> SavedReport {
        let game = read_game(text);
        let mut kept = SavedReport { is_done: true, worked_ms: 9.0, ..SavedReport::new(&game, request) };
        let plan = kept.plan(&game);
        let found = |n| Some(Analysis { eval: Eval::Cp(n), depth: 9, nodes: 7, line: Vec::new() });
        let results: Vec<_> = (0..plan.items.len() as i32).map(found).collect();
        kept.keep(&plan, &results);
        kept
    }

    fn known(kept: &SavedReport) -> Vec<Option<Eval>> {
        let plan = kept.plan(&kept.game().unwrap());
        kept.results(&plan).into_iter().map(|found| found.map(|found| found.eval)).collect()
    }

    const LONG: &str =
        "1. e4 e5 2. Nf3 (2. Nc3 Nf6) Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *";

    #[test]
    fn a_finished_report_is_kept_until_the_one_in_its_place_is_finished() {
        let old = finished(LONG, ReportRequest::default());
        let request = ReportRequest { limit: ReportLimit::Depth(9), ..ReportRequest::default() };
        let new = SavedReport::new(&read_game(LONG), request.clone()).in_place_of(old.clone());
        assert!(new.found.is_empty() && !new.is_done);
        assert_eq!((new.finished(), new.clone().shown()), (Some(&old), old.clone()));
        // As stored, and requested with other settings before it was finished.
        let text = serde_json::to_string(&new).unwrap();
        let third = ReportRequest { limit: ReportLimit::Depth(7), ..request };
        let third =
            SavedReport::new(&read_game(LONG), third).in_place_of(serde_json::from_str(&text).unwrap());
        assert_eq!(third.finished(), Some(&old));
        let done = SavedReport { is_done: true, ..third };
        assert_eq!((done.finished(), done.clone().shown()), (Some(&done), done.clone()));
        let next = SavedReport::new(&read_game(LONG), ReportRequest::default()).in_place_of(done);
        assert_eq!(next.finished().map(|kept| &kept.earlier), Some(&None), "one is kept, not all of them");
    }

    #[test]
    fn what_the_same_engine_found_with_the_same_limit_is_not_searched_again() {
        let whole = finished(LONG, ReportRequest::default());
        let numbers = known(&whole);
        let begun = |request: ReportRequest, before: &SavedReport| {
            SavedReport::new(&read_game(LONG), request).in_place_of(before.clone())
        };
        assert_eq!(
            (known(&begun(ReportRequest::default(), &whole)), whole.worked_ms),
            (numbers.clone(), 9.0)
        );
        // With variations the main line is known, and only they are searched.
        let varied = begun(ReportRequest { variations: true, ..ReportRequest::default() }, &whole);
        let found = known(&varied);
        assert_eq!((&found[..15], &found[15..]), (&numbers[..], &[None, None][..]));
        // A range ends in the middle of a part: what comes after its end was not remembered there.
        let range = ReportRequest { first: 2, last: 5, ..ReportRequest::default() };
        assert_eq!(known(&begun(range.clone(), &whole)), [&numbers[2..6], &[None; 5]].concat());
        // Extended, it has whole parts itself.
        let part = finished(LONG, range);
        let extended = ReportRequest { first: 2, last: 7, ..ReportRequest::default() };
        let extended = known(&begun(extended, &part));
        assert_eq!((&extended[..4], &extended[4..]), (&known(&part)[..4], &[None; 9][..]));
        // Neither another limit nor another engine finds the same.
        let limit = ReportRequest { limit: ReportLimit::Depth(3), ..ReportRequest::default() };
        let engine = Some(ReportEngine { id: "x".to_owned(), name: String::new() });
        for request in [limit, ReportRequest { engine, ..ReportRequest::default() }] {
            assert!(begun(request, &whole).found.is_empty());
        }
    }

    #[test]
    fn a_request_is_about_its_moves() {
        let request =
            ReportRequest { first: 3, last: 2, side: Some(ReportSide::Black), ..ReportRequest::default() };
        assert_eq!((request.scope().moves, request.scope().side), (3..=3, Some(Color::Black)));
        assert!(request.finds_the_same_as(&ReportRequest { workers: 7, ..request.clone() }));
        assert!(!request.finds_the_same_as(&ReportRequest { last: 9, ..request.clone() }));
        let by = |id: &str, name: &str| {
            let engine = Some(ReportEngine { id: id.to_owned(), name: name.to_owned() });
            ReportRequest { engine, ..request.clone() }
        };
        assert!(!request.finds_the_same_as(&by("1", "Other")), "another engine finds something else");
        assert!(by("1", "Other").finds_the_same_as(&by("1", "renamed")));
        assert_eq!(ReportRequest::default().scope(), Scope::default());
    }
}

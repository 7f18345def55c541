//! Results of many matches and games by engine, the input of a rating list.

use std::collections::BTreeMap;

use tabia_chess::Color;
use tabia_stats::{EncounterResult, PairCounts, PairResult, PlayerResult, WdlCounts};

use crate::match_file::MatchHeader;
use crate::match_progress::MatchProgress;
use crate::settings::EngineSettings;
use crate::stored_game::PairRecord;
use crate::termination::Conclusion;

/// The number of digits of a build's hash that tell builds apart.
const SHORT_HASH: usize = 8;

/// Games added up by opponents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultTotals {
    /// Whether results are also separated by colour: the first of two opponents then has White, and pairs of games
    /// are not counted.
    by_color: bool,
    totals: BTreeMap<[usize; 2], (WdlCounts, PairCounts)>,
}

impl ResultTotals {
    /// Creates empty totals that separate colours.
    pub fn by_color() -> Self {
        Self { by_color: true, ..Self::default() }
    }

    /// Adds the games of a pair: White, Black, and White's result. Two games of the same opponents with colours
    /// swapped are a pair.
    pub fn add(&mut self, games: &[(usize, usize, PlayerResult)]) {
        for &(white, black, result) in games {
            let (key, result) = if self.by_color || white < black {
                ([white, black], result)
            } else {
                ([black, white], -result)
            };
            self.totals.entry(key).or_default().0.record(result);
        }
        if let &[(a, b, one), (c, d, other)] = games
            && [a, b] == [d, c]
            && !self.by_color
        {
            let pair = if a < b { PairResult::new(one, -other) } else { PairResult::new(-one, other) };
            self.totals.entry([a.min(b), a.max(b)]).or_default().1.record(pair);
        }
    }

    /// Adds results that are already totals.
    fn add_result(&mut self, result: &EncounterResult) {
        let [a, b] = result.engines;
        let pairs = result.pairs.unwrap_or_default();
        let (key, wdl, pairs) =
            if self.by_color || a < b { ([a, b], result.wdl, pairs) } else { ([b, a], -result.wdl, -pairs) };
        let totals = self.totals.entry(key).or_default();
        totals.0 += wdl;
        totals.1 += pairs;
    }

    /// Returns the totals.
    pub fn results(&self) -> Vec<EncounterResult> {
        let result = |(&engines, &(wdl, pairs)): (&[usize; 2], &(WdlCounts, PairCounts))| EncounterResult {
            engines,
            wdl,
            pairs: (pairs.pairs() > 0).then_some(pairs),
        };
        self.totals.iter().map(result).collect()
    }
}

impl MatchProgress {
    /// Returns the results of all finished games between the engines of the settings, including games that the
    /// sequential test does not count.
    pub fn totals(&self) -> ResultTotals {
        let mut totals = ResultTotals::default();
        for pair in self.finished_by_unit() {
            let games = pair.iter().filter_map(|game| counted(game.white, game.black, &game.conclusion));
            totals.add(&games.collect::<Vec<_>>());
        }
        totals
    }
}

fn counted(white: usize, black: usize, conclusion: &Conclusion) -> Option<(usize, usize, PlayerResult)> {
    Some((white, black, conclusion.result_for(Color::White)?))
}

/// An engine in a pool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PoolPlayer {
    /// Its name in the newest match.
    pub name: String,
    /// SHA-256 of its build; empty if unknown.
    pub build: String,
    /// When the first and the last of its matches were created, in milliseconds since 1970; 0 if unknown.
    pub played_ms: [u64; 2],
    /// UCI options, book and limits, as far as they distinguish it.
    details: [String; 3],
}

/// Engines from many matches, and the results between them.
///
/// Engines with the same build, options and book are one player in all matches, whatever their names; one without a
/// known build (a native program, a player in a PGN) is identified by its name. Where the engines of a match have
/// different limits, the limits distinguish them, too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RatingPool {
    players: Vec<PoolPlayer>,
    index: BTreeMap<[String; 4], usize>,
    totals: ResultTotals,
    self_play: u64,
}

impl RatingPool {
    /// Creates an empty pool; `by_color` is for lists that estimate the advantage of White.
    pub fn new(by_color: bool) -> Self {
        Self { totals: ResultTotals { by_color, ..ResultTotals::default() }, ..Self::default() }
    }

    /// Registers the engines of a match; returns the player of each.
    pub fn add_engines(&mut self, header: &MatchHeader) -> Vec<usize> {
        let engines = &header.settings.engines;
        let is_handicap = engines.windows(2).any(|pair| limits(&pair[0]) != limits(&pair[1]));
        engines.iter().map(|engine| self.add_engine(engine, is_handicap, header.created_ms)).collect()
    }

    fn add_engine(&mut self, engine: &EngineSettings, is_handicap: bool, created_ms: u64) -> usize {
        if engine.build.is_empty() {
            let player = self.named(&engine.name);
            self.players[player].note(created_ms);
            return player;
        }
        let mut options: Vec<String> =
            engine.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        options.sort_unstable();
        let book = engine.book.as_ref();
        let limits = if is_handicap { limits(engine) } else { String::new() };
        let hash = book.map(|book| book.sha256.clone()).unwrap_or_default();
        let key = [engine.build.clone(), options.join(" "), hash, limits];
        let book = book.map(|book| book.name.clone()).unwrap_or_default();
        let details = [key[1].clone(), book, key[3].clone()];
        let player =
            self.player(key, PoolPlayer { build: engine.build.clone(), details, ..PoolPlayer::default() });
        let known = &mut self.players[player];
        if known.name.is_empty() || created_ms >= known.played_ms[1] {
            known.name.clone_from(&engine.name);
        }
        known.note(created_ms);
        player
    }

    /// Returns the player with this name: the only one that has it in the matches so far, or one without a build.
    pub fn add_name(&mut self, name: &str) -> usize {
        let mut found = self.players.iter().enumerate().filter(|(_, player)| player.name == name);
        if let (Some((index, _)), None) = (found.next(), found.next()) {
            return index;
        }
        self.named(name)
    }

    fn named(&mut self, name: &str) -> usize {
        let key = [String::new(), name.to_owned(), String::new(), String::new()];
        self.player(key, PoolPlayer { name: name.to_owned(), ..PoolPlayer::default() })
    }

    fn player(&mut self, key: [String; 4], new: PoolPlayer) -> usize {
        *self.index.entry(key).or_insert_with(|| {
            self.players.push(new);
            self.players.len() - 1
        })
    }

    /// Adds the results of a match whose engines are `players`.
    pub fn add_results(&mut self, players: &[usize], results: &[EncounterResult]) {
        for result in results {
            let [Some(&a), Some(&b)] = result.engines.map(|engine| players.get(engine)) else { continue };
            if a == b {
                self.self_play += result.wdl.games();
            } else {
                self.totals.add_result(&EncounterResult { engines: [a, b], ..*result });
            }
        }
    }

    /// Adds the games of a pair of a match whose engines are `players`. Returns how many of its games cannot be used:
    /// they were aborted, or their engines are not in the header.
    pub fn add_pair(&mut self, header: &MatchHeader, players: &[usize], pair: &PairRecord) -> u64 {
        let engines = &header.settings.engines;
        let player = |name: &str| {
            let place = engines.iter().position(|engine| engine.name == name)?;
            players.get(place).copied()
        };
        let games = pair.games.iter().filter_map(|game| {
            let [white, black] = game.players.each_ref().map(|name| player(name));
            counted(white?, black?, &game.conclusion)
        });
        let games: Vec<_> = games.collect();
        self.add_games(&games);
        (pair.games.len() - games.len()) as u64
    }

    /// Adds a game, or the two games of a pair: White, Black, and White's result.
    pub fn add_games(&mut self, games: &[(usize, usize, PlayerResult)]) {
        if games.iter().any(|(white, black, _)| white == black) {
            self.self_play += games.len() as u64;
        } else {
            self.totals.add(games);
        }
    }

    /// Returns the players by index.
    pub fn players(&self) -> &[PoolPlayer] {
        &self.players
    }

    /// Names all players that have a build.
    pub fn rename(&mut self, build: &str, name: &str) {
        for player in self.players.iter_mut().filter(|player| player.build == build) {
            name.clone_into(&mut player.name);
        }
    }

    /// Returns the results between the players.
    pub fn results(&self) -> Vec<EncounterResult> {
        self.totals.results()
    }

    /// Returns the number of games that one player played against itself. They are not among the results.
    pub fn self_play(&self) -> u64 {
        self.self_play
    }

    /// Returns the name of each player by index. Equal names get what distinguishes the players in brackets.
    pub fn names(&self) -> Vec<String> {
        let mut same: BTreeMap<&str, Vec<&PoolPlayer>> = BTreeMap::new();
        for player in &self.players {
            same.entry(&player.name).or_default().push(player);
        }
        let name = |player: &PoolPlayer| {
            let others = same.get(player.name.as_str()).map_or(&[][..], Vec::as_slice);
            let own = player.distinction();
            let words: Vec<&str> = (0..own.len())
                .filter(|&place| others.iter().any(|other| other.distinction()[place] != own[place]))
                .map(|place| own[place])
                .filter(|text| !text.is_empty())
                .collect();
            match &words[..] {
                [] => player.name.clone(),
                _ => format!("{} ({})", player.name, words.join(", ")),
            }
        };
        self.players.iter().map(name).collect()
    }
}

impl PoolPlayer {
    /// Notes a match.
    fn note(&mut self, created_ms: u64) {
        let [first, last] = &mut self.played_ms;
        *first = if *first == 0 { created_ms } else { created_ms.min(*first) };
        *last = created_ms.max(*last);
    }

    fn distinction(&self) -> [&str; 4] {
        let [options, book, limits] = &self.details;
        [self.build.get(..SHORT_HASH).unwrap_or(&self.build), options, book, limits]
    }
}

fn limits(engine: &EngineSettings) -> String {
    engine.limits.summary()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::settings::MatchSettings;
    use PlayerResult::{Draw, Loss, Win};

    fn header(created_ms: u64, engines: &[(&str, &str, &str)]) -> MatchHeader {
        let engine = |&(name, build, hash): &(&str, &str, &str)| EngineSettings {
            name: name.to_owned(),
            build: build.to_owned(),
            options: (!hash.is_empty()).then(|| ("Hash".to_owned(), hash.to_owned())).into_iter().collect(),
            ..EngineSettings::default()
        };
        let settings =
            MatchSettings { engines: engines.iter().map(engine).collect(), ..MatchSettings::default() };
        MatchHeader { id: "m".to_owned(), created_ms, settings }
    }

    #[test]
    fn games_are_added_up_by_opponents_and_in_pairs() {
        let mut totals = ResultTotals::default();
        totals.add(&[(1, 0, Win), (0, 1, Draw)]);
        totals.add(&[(0, 1, Win), (1, 0, Loss)]);
        totals.add(&[(1, 0, Draw)]);
        totals.add(&[(0, 2, Win), (0, 2, Win)]);
        let [first, second] = totals.results()[..] else { panic!() };
        assert_eq!(first.engines, [0, 1]);
        assert_eq!(first.wdl, WdlCounts { wins: 2, losses: 1, draws: 2 });
        assert_eq!(first.pairs, Some(PairCounts { ld: 1, ww: 1, ..PairCounts::default() }));
        assert_eq!((second.wdl.wins, second.pairs), (2, None), "colours were not swapped");
        let mut by_color = ResultTotals::by_color();
        by_color.add(&[(1, 0, Win), (0, 1, Draw)]);
        let results = by_color.results();
        assert_eq!(results.iter().map(|result| result.engines).collect::<Vec<_>>(), [[0, 1], [1, 0]]);
        assert_eq!((results[1].wdl.wins, results[1].pairs), (1, None));
    }

    #[test]
    fn a_build_is_one_player_whatever_its_name() {
        let mut pool = RatingPool::new(false);
        let first = pool.add_engines(&header(10, &[("new", "aaaaaaaaaa", ""), ("old", "bbbbbbbbbb", "")]));
        let second =
            pool.add_engines(&header(20, &[("Tabia", "bbbbbbbbbb", ""), ("Tabia 2", "aaaaaaaaaa", "")]));
        assert_eq!((first, second), (vec![0, 1], vec![1, 0]));
        assert_eq!(pool.names(), ["Tabia 2", "Tabia"]);
        assert_eq!(pool.players()[0].played_ms, [10, 20]);
        pool.rename("aaaaaaaaaa", "Tabia");
        assert_eq!(pool.names(), ["Tabia (aaaaaaaa)", "Tabia (bbbbbbbb)"]);
        // Another option makes another player, and so does another limit than the opponent's.
        let third =
            pool.add_engines(&header(30, &[("Tabia", "aaaaaaaaaa", "8"), ("Tabia 2", "aaaaaaaaaa", "")]));
        assert_eq!(third, [2, 0]);
        let mut odds = header(40, &[("Tabia", "aaaaaaaaaa", ""), ("Tabia 2", "aaaaaaaaaa", "")]);
        odds.settings.engines[0].limits = Limits { nodes: Some(1000), ..Limits::default() };
        odds.settings.engines[1].limits = Limits { nodes: Some(2000), ..Limits::default() };
        assert_eq!(pool.add_engines(&odds), [3, 4]);
        pool.rename("aaaaaaaaaa", "A");
        let names = pool.names();
        assert_eq!(names[2..], ["A (Hash=8)", "A (1000 nodes)", "A (2000 nodes)"]);
    }

    #[test]
    fn names_stand_for_players_without_a_build() {
        let mut pool = RatingPool::new(false);
        let natives = pool.add_engines(&header(0, &[("A", "", "8"), ("B", "", "")]));
        assert_eq!((natives, pool.add_name("A"), pool.add_name("C")), (vec![0, 1], 0, 2));
        pool.add_engines(&header(0, &[("X", "aaaaaaaaaa", ""), ("Y", "bbbbbbbbbb", "")]));
        assert_eq!(pool.add_name("Y"), 4, "the only one of this name");
        pool.add_games(&[(0, 1, Win)]);
        pool.add_games(&[(0, 0, Win)]);
        let result = EncounterResult {
            engines: [1, 0],
            wdl: WdlCounts { wins: 3, ..WdlCounts::default() },
            pairs: None,
        };
        pool.add_results(&[0, 1], &[result]);
        pool.add_results(&[2, 2], &[result]);
        assert_eq!((pool.results().len(), pool.self_play()), (1, 4));
        assert_eq!(pool.results()[0].wdl, WdlCounts { wins: 1, losses: 3, draws: 0 });
    }
}

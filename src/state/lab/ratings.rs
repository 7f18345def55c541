//! Rating list over the matches of this browser: who is in it, and which builds belong to one engine.

use tabia_arena::{PoolPlayer, RatingPool};
use tabia_stats::{
    AnchorError, EncounterResult, PlayerRating, RatingList, RatingOptions, RatingTable, WdlCounts,
};

/// Rating list with everything needed to show it.
#[derive(Clone, Debug, Default)]
pub struct Rated {
    /// Engines by index.
    pub players: Vec<PoolPlayer>,
    /// Their names, unique.
    pub names: Vec<String>,
    /// Results between them.
    pub results: Vec<EncounterResult>,
    /// Scale of the list.
    pub options: RatingOptions,
    /// The list.
    pub list: RatingList,
    /// Games between two engines that are the same player.
    pub self_play: u64,
    /// Why the chosen anchor was not used.
    pub fault: Option<AnchorError>,
}

impl Rated {
    /// Computes the list. `anchor` is the name of the engine that gets the rating `elo`; without one, the average gets it.
    pub fn new(pool: &RatingPool, anchor: Option<&str>, elo: f64) -> Self {
        let (names, results) = (pool.names(), pool.results());
        let anchor = anchor.and_then(|anchor| names.iter().position(|name| name == anchor));
        let mut options = match anchor {
            Some(anchor) => RatingOptions { anchor: Some((anchor, elo)), ..RatingOptions::default() },
            None => RatingOptions { average: elo, ..RatingOptions::default() },
        };
        let mut fault = None;
        let list = RatingList::new(names.len(), &results, &options).or_else(|error| {
            fault = Some(error);
            options.anchor = None;
            RatingList::new(names.len(), &results, &options)
        });
        let list = list.unwrap_or_default();
        Self {
            players: pool.players().to_vec(),
            names,
            results,
            options,
            list,
            self_play: pool.self_play(),
            fault,
        }
    }

    /// Returns the list as a table to write.
    pub fn table(&self) -> RatingTable<'_> {
        RatingTable { list: &self.list, names: &self.names, results: &self.results }
    }

    /// Returns the row of an engine.
    pub fn row(&self, player: usize) -> PlayerRating {
        self.list.players.get(player).copied().flatten().unwrap_or_default()
    }

    /// Returns the opponents of an engine in the order of the list, with its results against them.
    pub fn opponents(&self, player: usize) -> Vec<(usize, WdlCounts)> {
        let against = |other: usize| -> WdlCounts {
            let of = |result: &EncounterResult| match result.engines {
                [a, b] if [a, b] == [player, other] => result.wdl,
                [a, b] if [b, a] == [player, other] => -result.wdl,
                _ => WdlCounts::default(),
            };
            self.results.iter().map(of).sum()
        };
        let order = self.list.order.iter().filter(|&&other| other != player);
        order.map(|&other| (other, against(other))).filter(|(_, wdl)| wdl.games() > 0).collect()
    }

    /// Returns the builds of the same engine with games, by the date of their first match.
    pub fn builds(&self, player: usize) -> Vec<usize> {
        let family = |player: usize| self.players.get(player).map_or("", |player| engine_name(&player.name));
        let mut builds: Vec<usize> =
            self.list.order.iter().copied().filter(|&other| family(other) == family(player)).collect();
        builds.sort_by_key(|&build| self.players.get(build).map(|build| build.played_ms[0]));
        builds
    }
}

/// Formats a share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Returns an engine's name without its version: the words before the first one with a digit or a bracket.
pub fn engine_name(name: &str) -> &str {
    let is_version =
        |word: &str| word.contains(|letter: char| letter.is_ascii_digit() || "([".contains(letter));
    let mut end = 0;
    for word in name.split_whitespace().take_while(|word| !is_version(word)) {
        end = word.as_ptr() as usize - name.as_ptr() as usize + word.len();
    }
    if end == 0 { name.trim() } else { &name[..end] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_stats::Bound;

    fn pool(games: &[(&str, &str, [u64; 3])]) -> RatingPool {
        let mut pool = RatingPool::new(false);
        for &(one, other, [wins, losses, draws]) in games {
            let players = [pool.add_name(one), pool.add_name(other)];
            let wdl = WdlCounts { wins, losses, draws };
            pool.add_results(&players, &[EncounterResult { engines: [0, 1], wdl, pairs: None }]);
        }
        pool
    }

    #[test]
    fn the_version_is_not_part_of_an_engines_name() {
        for (name, engine) in [
            ("Tabia 0.2.0", "Tabia"),
            ("Tabia classic 0.2.0", "Tabia classic"),
            ("Tabia (net)", "Tabia"),
            ("Stockfish dev-20260101", "Stockfish"),
            ("Tabia", "Tabia"),
            ("4ku 5.1", "4ku 5.1"),
            (" ", ""),
        ] {
            assert_eq!(engine_name(name), engine, "{name}");
        }
    }

    #[test]
    fn an_engine_has_opponents_and_builds() {
        let games = [("A 1", "B", [3, 1, 0]), ("B", "A 2", [2, 2, 2]), ("A 2", "A 1", [5, 4, 1])];
        let rated = Rated::new(&pool(&games), Some("B"), 2000.0);
        let of = |name: &str| rated.names.iter().position(|other| other == name).unwrap();
        assert_eq!((rated.row(of("B")).elo, rated.fault), (Some(2000.0), None));
        let opponents = rated.opponents(of("A 2"));
        assert_eq!(opponents.len(), 2);
        assert!(
            opponents.contains(&(of("A 1"), WdlCounts { wins: 5, losses: 4, draws: 1 })),
            "{opponents:?}"
        );
        assert_eq!(rated.builds(of("A 1")), rated.builds(of("A 2")));
        assert_eq!((rated.builds(of("A 1")).len(), rated.builds(of("B"))), (2, vec![of("B")]));
        assert!(rated.table().csv().contains("B,1,2000.00,"));
    }

    #[test]
    fn an_anchor_that_fixes_nothing_is_reported_and_left_out() {
        let games = [("A", "B", [1, 1, 0]), ("C", "A", [2, 0, 0])];
        let rated = Rated::new(&pool(&games), Some("C"), 100.0);
        assert_eq!(rated.fault, Some(AnchorError::OneSided));
        assert_eq!((rated.row(0).elo, rated.row(2).bound), (Some(0.0), Bound::Below));
        let nobody = Rated::new(&RatingPool::default(), None, 0.0);
        assert!(nobody.list.order.is_empty() && nobody.opponents(0).is_empty());
    }
}

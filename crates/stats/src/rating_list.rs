//! Rating list: the ratings of many players from all their games, on a scale of the user's choice.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use crate::counts::WdlCounts;
use crate::estimate::{Z95, normal_cdf};
use crate::fit::{ELO, Encounter, EncounterResult, Fit, logistic};
use crate::graph::strongly_connected;

/// The largest product of players and encounters for which errors are computed: about a minute natively.
const MOST_WORK: usize = 200_000_000;

/// The greatest advantage of White that is believed, in units of the logistic distribution: 870 Elo. Beyond that
/// the likelihood probably has no maximum.
const MOST_ADVANTAGE: f64 = 5.0;

/// The scale of a rating list, and what is estimated with the ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RatingOptions {
    /// The mean rating of the players of each group, in Elo.
    pub average: f64,
    /// A player and its rating, which fixes the scale of its group instead of the average.
    pub anchor: Option<(usize, f64)>,
    /// Whether the advantage of White is estimated, too. The first engine of every result must then have White in
    /// all its games, and pairs must be `None`.
    pub white_advantage: bool,
}

/// Kind of limit on a rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// Won and lost points: a rating with an error.
    #[default]
    Both,
    /// Won every game that counts for it: the rating is a minimum.
    Below,
    /// Lost every game that counts for it: the rating is a maximum.
    Above,
}

/// A row of a rating list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerRating {
    /// The rating in Elo; `None` if no games connect the player with the others of its group both ways.
    pub elo: Option<f64>,
    /// Kind of limit on it.
    pub bound: Bound,
    /// Half of the 95 % interval of the difference from the group's mean, or from the anchor; `None` for the
    /// anchor, for a rating that is only a bound, and in very large lists.
    pub error: Option<f64>,
    /// The number of the player's group, from 0. Ratings of different groups cannot be compared.
    pub group: usize,
    /// All games.
    pub wdl: WdlCounts,
    /// The number of different opponents.
    pub opponents: usize,
    /// The likelihood of superiority over the next player of the list, 0 to 1; `None` without errors.
    pub superiority: Option<f64>,
}

/// The estimated advantage of White.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WhiteAdvantage {
    /// In Elo.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
}

/// A rating list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingList {
    /// The ratings by index of the player; `None` without games.
    pub players: Vec<Option<PlayerRating>>,
    /// The players with games by group, and by descending rating in it.
    pub order: Vec<usize>,
    /// The number of groups. The anchor's is the first, then they are ordered by number of games.
    pub groups: usize,
    /// The advantage of White; `None` if it was not wanted, or if the results do not determine it.
    pub white_advantage: Option<WhiteAdvantage>,
}

/// An anchor that fixes no scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AnchorError {
    /// It has played no game.
    #[error("the anchor has no games")]
    NoGames,
    /// It won, or lost, all games against the others of its group, so that its distance from them is unknown.
    #[error("the anchor won or lost every game that connects it with the others; use another player")]
    OneSided,
}

impl RatingList {
    /// Computes the list: maximum-likelihood ratings in the logistic model, in which a difference of d Elo gives
    /// an expected score of 1/(1 + 10^(−d/400)) and a draw is half a point, as in Ordo (Ballicora, 2015).
    ///
    /// - Ratings exist only among players each of whom has won points, directly or through others, from each
    ///   other (Ford, 1957). Such players are a group. One outside has won, or lost, every game against a group:
    ///   its rating is a bound, that which one draw instead would have given (Ordo). Groups without such a link,
    ///   or with points in one direction only, cannot be compared.
    /// - The errors are those of quasi-likelihood (Wedderburn, 1974): from the inverse of the
    ///   Fisher information, multiplied by the dispersion of the results, their squared deviations from the
    ///   expected score relative to independent games without draws, one such game added. Draws, and pairs of
    ///   games on one opening, make it smaller than 1. Ordo simulates instead, with a model of draws.
    ///
    /// Results of the same two players are added up.
    ///
    /// # Errors
    /// If the anchor does not fix the scale of its group.
    pub fn new(
        players: usize,
        results: &[EncounterResult],
        options: &RatingOptions,
    ) -> Result<Self, AnchorError> {
        let encounters: Vec<Encounter> =
            results.iter().filter_map(|result| Encounter::exact(result, players)).collect();
        let groups = Groups::new(players, &encounters, options.anchor.map(|(player, _)| player))?;
        let inner: Vec<Encounter> = encounters
            .iter()
            .filter(|Encounter { engines: [a, b], .. }| groups.is_rated_with(*a, *b))
            .copied()
            .collect();
        let (fit, values) = fitted(players, &inner, options.white_advantage);
        let mut list = Self::with_totals(players, results, &groups);
        list.place(&groups, &values, options);
        let advantage = if fit.has_advantage { values[players] } else { 0.0 };
        let elo_advantage = advantage * ELO;
        list.bound(&groups, &encounters, elo_advantage);
        list.sort();
        let dispersion = dispersion(&fit, &values, results, &groups);
        let errors = Errors { fit, weights: fit.information(&values), dispersion };
        if players.saturating_mul(inner.len()) <= MOST_WORK {
            list.set_errors(&groups, &errors, options.anchor.map(|(player, _)| player));
        }
        if fit.has_advantage {
            let mut change = vec![0.0; players + 1];
            change[players] = 1.0;
            let error = errors.half_interval(&change);
            list.white_advantage = Some(WhiteAdvantage { elo: elo_advantage, error });
        }
        Ok(list)
    }

    /// Creates the rows without ratings.
    fn with_totals(players: usize, results: &[EncounterResult], groups: &Groups) -> Self {
        let mut totals = vec![(WdlCounts::default(), BTreeSet::new()); players];
        for result in results.iter().filter(|result| Encounter::exact(result, players).is_some()) {
            let [a, b] = result.engines;
            totals[a].0 += result.wdl;
            totals[b].0 += -result.wdl;
            totals[a].1.insert(b);
            totals[b].1.insert(a);
        }
        let row = |(player, (wdl, opponents)): (usize, (WdlCounts, BTreeSet<usize>))| {
            (wdl.games() > 0).then(|| PlayerRating {
                group: groups.number[player],
                wdl,
                opponents: opponents.len(),
                ..PlayerRating::default()
            })
        };
        let players = totals.into_iter().enumerate().map(row).collect();
        Self { players, groups: groups.members.len(), ..Self::default() }
    }

    /// Sets the ratings of the groups' members on the scale that was asked for.
    fn place(&mut self, groups: &Groups, values: &[f64], options: &RatingOptions) {
        for members in &groups.members {
            let anchor = options.anchor.filter(|(anchor, _)| members.contains(anchor));
            let mean = members.iter().map(|&member| values[member]).sum::<f64>() / members.len() as f64;
            let (zero, elo) = anchor.map_or((mean, options.average), |(anchor, elo)| (values[anchor], elo));
            for &member in members {
                if let Some(row) = &mut self.players[member] {
                    row.elo = Some(elo + (values[member] - zero) * ELO);
                }
            }
        }
    }

    /// Sets the ratings that are only bounds. A bound may rest on others on the same side, so they are computed
    /// until none changes.
    fn bound(&mut self, groups: &Groups, encounters: &[Encounter], advantage: f64) {
        let outside: Vec<usize> = (0..self.players.len())
            .filter(|&player| self.players[player].is_some() && !groups.is_member[player])
            .collect();
        let mut games: Vec<Vec<SideGames>> = vec![Vec::new(); self.players.len()];
        for encounter in encounters {
            let [a, b] = encounter.engines;
            games[a].push(SideGames::new(encounter, b, encounter.points, -advantage));
            games[b].push(SideGames::new(encounter, a, encounter.games - encounter.points, advantage));
        }
        for (bound, sign) in [(Bound::Below, 1.0), (Bound::Above, -1.0)] {
            for _ in 0..=outside.len() {
                let mut has_changed = false;
                for &player in &outside {
                    let elo = self.bound_of(groups, (player, &games[player]), (bound, sign));
                    let Some(row) = self.players[player].as_mut().filter(|row| row.elo != elo) else {
                        continue;
                    };
                    if elo.is_some() {
                        (row.elo, row.bound) = (elo, bound);
                        has_changed = true;
                    }
                }
                if !has_changed {
                    break;
                }
            }
        }
    }

    /// Computes a bound from the games that the player won, or lost, against members of its group and against
    /// players with the same kind of bound.
    fn bound_of(
        &self,
        groups: &Groups,
        (player, games): (usize, &[SideGames]),
        (bound, sign): (Bound, f64),
    ) -> Option<f64> {
        let is_won = |game: &&SideGames| (game.share - f64::midpoint(1.0, sign)).abs() < 1e-12;
        let opponents: Vec<(f64, f64)> = games
            .iter()
            .filter(is_won)
            .filter_map(|game| {
                let opponent = self.players[game.opponent]?;
                let counts = groups.number[game.opponent] == groups.number[player]
                    && (groups.is_member[game.opponent] || opponent.bound == bound);
                counts.then(|| opponent.elo.map(|elo| (game.games, elo + game.shift)))?
            })
            .collect();
        let total: f64 = opponents.iter().map(|(games, _)| games).sum();
        if total == 0.0 {
            return None;
        }
        // One draw, the other games won or lost.
        let points = f64::midpoint(total, sign * (total - 1.0));
        let expected = |elo: f64| -> f64 {
            opponents.iter().map(|(games, other)| games * logistic((elo - other) / ELO)).sum()
        };
        let ends = opponents.iter().map(|(_, elo)| *elo);
        let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), elo| (low.min(elo), high.max(elo)));
        // A single draw in that many games puts the rating no further away than this.
        let margin = ELO * (1.0 + libm::log(2.0 * total));
        let (mut low, mut high) = (low - margin, high + margin);
        for _ in 0..80 {
            let middle = f64::midpoint(low, high);
            if expected(middle) < points { low = middle } else { high = middle }
        }
        Some(f64::midpoint(low, high))
    }

    /// Orders the players by group and rating; those without a rating come last in their group.
    fn sort(&mut self) {
        let rows = &self.players;
        let mut order: Vec<usize> = (0..rows.len()).filter(|&player| rows[player].is_some()).collect();
        let key = |player: usize| {
            rows[player].map_or((0, 0.0), |row| (row.group, row.elo.unwrap_or(f64::NEG_INFINITY)))
        };
        order.sort_by(|&a, &b| key(a).0.cmp(&key(b).0).then(key(b).1.total_cmp(&key(a).1)));
        self.order = order;
    }

    /// Sets the errors of the groups' members, and their superiority over the next.
    fn set_errors(&mut self, groups: &Groups, errors: &Errors<'_>, anchor: Option<usize>) {
        let parameters = errors.fit.engines + usize::from(errors.fit.has_advantage);
        for members in groups.members.iter().filter(|members| members.len() > 1) {
            let anchor = anchor.filter(|anchor| members.contains(anchor));
            for &member in members.iter().filter(|member| Some(**member) != anchor) {
                let mut change = vec![0.0; parameters];
                match anchor {
                    Some(anchor) => change[anchor] = -1.0,
                    None => members.iter().for_each(|&other| change[other] = -1.0 / members.len() as f64),
                }
                change[member] += 1.0;
                let error = errors.half_interval(&change);
                if let Some(row) = &mut self.players[member] {
                    row.error = Some(error);
                }
            }
        }
        for pair in self.order.windows(2) {
            let [player, next] = [pair[0], pair[1]];
            if !groups.is_rated_with(player, next) {
                continue;
            }
            let mut change = vec![0.0; parameters];
            (change[player], change[next]) = (1.0, -1.0);
            let error = errors.half_interval(&change) / Z95;
            let elo = |player: usize| self.players[player].and_then(|row| row.elo).unwrap_or_default();
            let difference = elo(player) - elo(next);
            if let Some(row) = &mut self.players[player] {
                row.superiority = Some(normal_cdf(difference / error));
            }
        }
    }
}

/// The games of one player against another.
#[derive(Clone, Copy)]
struct SideGames {
    opponent: usize,
    games: f64,
    /// The share of the points that the player won.
    share: f64,
    /// The advantage of the opponent's colour, in Elo.
    shift: f64,
}

impl SideGames {
    fn new(encounter: &Encounter, opponent: usize, points: f64, shift: f64) -> Self {
        Self { opponent, games: encounter.games, share: points / encounter.games, shift }
    }
}

/// The players by what connects them.
struct Groups {
    /// The members of each group: players whose ratings relative to each other exist.
    members: Vec<Vec<usize>>,
    /// The group of each player; of one that is not a member, the one it is listed with.
    number: Vec<usize>,
    /// Whether a player is a member of its group.
    is_member: Vec<bool>,
}

impl Groups {
    fn new(players: usize, encounters: &[Encounter], anchor: Option<usize>) -> Result<Self, AnchorError> {
        let mut games = vec![0.0; players];
        let (mut scored, mut played) = (Vec::new(), Vec::new());
        for Encounter { engines: [a, b], games: count, points, .. } in encounters {
            games[*a] += count;
            games[*b] += count;
            played.extend([(*a, *b), (*b, *a)]);
            scored.extend((*points > 0.0).then_some((*a, *b)));
            scored.extend((points < count).then_some((*b, *a)));
        }
        if anchor.is_some_and(|anchor| games.get(anchor).is_none_or(|&count| count == 0.0)) {
            return Err(AnchorError::NoGames);
        }
        let linked = strongly_connected(players, &played);
        let mutual = collected(&strongly_connected(players, &scored));
        let total = |members: &Vec<usize>| members.iter().map(|&member| games[member]).sum::<f64>();
        // The main group of players connected by games: the largest; if all are alone, the anchor or the one with
        // the most games, against whom the others' results are bounds.
        let rank = |members: &Vec<usize>| {
            let is_anchor = anchor.is_some_and(|anchor| members.contains(&anchor));
            (members.len(), is_anchor, total(members))
        };
        let mut main: Vec<Option<&Vec<usize>>> = vec![None; players];
        for members in &mutual {
            let place = &mut main[linked[members[0]]];
            if place.is_none_or(|found| rank(members) > rank(found)) {
                *place = Some(members);
            }
        }
        let is_group = |members: &&Vec<usize>| {
            members.len() > 1 || (main[linked[members[0]]] == Some(*members) && total(members) > 0.0)
        };
        let mut members: Vec<Vec<usize>> = mutual.iter().filter(is_group).cloned().collect();
        let has_anchor = |members: &Vec<usize>| anchor.is_some_and(|anchor| members.contains(&anchor));
        members.sort_by(|a, b| {
            (has_anchor(b), total(b))
                .partial_cmp(&(has_anchor(a), total(a)))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        let mut number = vec![0; players];
        let mut is_member = vec![false; players];
        for (index, group) in members.iter().enumerate() {
            if main[linked[group[0]]] == Some(group) {
                let others = (0..players).filter(|&player| linked[player] == linked[group[0]]);
                others.for_each(|player| number[player] = index);
            }
        }
        for (index, group) in members.iter().enumerate() {
            for &player in group {
                (number[player], is_member[player]) = (index, true);
            }
        }
        list_outsiders(&mut number, &is_member, encounters);
        if anchor.is_some_and(|anchor| !is_member[anchor]) {
            return Err(AnchorError::OneSided);
        }
        Ok(Self { members, number, is_member })
    }

    /// Returns whether two players are members of the same group.
    fn is_rated_with(&self, one: usize, other: usize) -> bool {
        self.is_member[one] && self.is_member[other] && self.number[one] == self.number[other]
    }
}

/// Lists each player that is not a member of a group with the one against whose members it has most games.
fn list_outsiders(number: &mut [usize], is_member: &[bool], encounters: &[Encounter]) {
    let mut games: BTreeMap<usize, BTreeMap<usize, f64>> = BTreeMap::new();
    for encounter in encounters {
        let [a, b] = encounter.engines;
        for (player, other) in [(a, b), (b, a)] {
            if !is_member[player] && is_member[other] {
                *games.entry(player).or_default().entry(number[other]).or_default() += encounter.games;
            }
        }
    }
    for (player, groups) in games {
        let most = groups.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        number[player] = most.map_or(number[player], |(group, _)| group);
    }
}

/// Returns the players of each component, in the order of its first player.
fn collected(components: &[usize]) -> Vec<Vec<usize>> {
    let mut members = vec![Vec::new(); components.len()];
    for (player, &component) in components.iter().enumerate() {
        members[component].push(player);
    }
    members.retain(|members| !members.is_empty());
    members.sort_unstable();
    members
}

/// Fits the groups' games, with the advantage of White if it is wanted and determined.
fn fitted(players: usize, inner: &[Encounter], wants_advantage: bool) -> (Fit<'_>, Vec<f64>) {
    let without = Fit::new(players, inner);
    let with = Fit { has_advantage: true, ..without };
    if wants_advantage && is_advantage_determined(players, inner) {
        let (values, is_maximum) = with.maximum();
        if is_maximum && values[players].abs() < MOST_ADVANTAGE {
            return (with, values);
        }
    }
    (without, without.maximum().0)
}

/// Returns whether strengths alone cannot imitate an advantage of White: not if, say, every player has White
/// against all weaker ones and Black against all stronger ones.
fn is_advantage_determined(players: usize, encounters: &[Encounter]) -> bool {
    let mut neighbours = vec![Vec::new(); players];
    for Encounter { engines: [white, black], .. } in encounters {
        neighbours[*white].push((*black, -1_i64));
        neighbours[*black].push((*white, 1));
    }
    let mut level: Vec<Option<i64>> = vec![None; players];
    for start in 0..players {
        if level[start].is_some() {
            continue;
        }
        level[start] = Some(0);
        let mut open = vec![(start, 0)];
        while let Some((player, own)) = open.pop() {
            for &(other, step) in &neighbours[player] {
                match level[other] {
                    Some(known) if known != own + step => return true,
                    Some(_) => {}
                    None => {
                        level[other] = Some(own + step);
                        open.push((other, own + step));
                    }
                }
            }
        }
    }
    false
}

/// The errors of the fitted parameters.
struct Errors<'a> {
    fit: Fit<'a>,
    weights: Vec<f64>,
    dispersion: f64,
}

impl Errors<'_> {
    /// Returns half of the 95 % interval of a combination of parameters, in Elo.
    fn half_interval(&self, change: &[f64]) -> f64 {
        let effect = self.fit.solve(&self.weights, change);
        let variance: f64 = effect.iter().zip(change).map(|(effect, change)| effect * change).sum();
        Z95 * (self.dispersion * variance.max(0.0)).sqrt() * ELO
    }
}

/// Returns the squared deviations of the results from their expectation, relative to those of independent games
/// without draws, per degree of freedom. Complete pairs count as one result.
fn dispersion(fit: &Fit<'_>, values: &[f64], results: &[EncounterResult], groups: &Groups) -> f64 {
    let (mut seen, mut expected, mut units) = (0.0, 0.0, 0.0);
    for result in results {
        let Some(encounter) = Encounter::exact(result, fit.engines) else { continue };
        let [a, b] = result.engines;
        if !groups.is_rated_with(a, b) {
            continue;
        }
        let p = fit.expected_score(&encounter, values);
        let pairs = result.pairs.unwrap_or_default();
        for (half_points, &count) in pairs.ptnml().iter().enumerate() {
            seen += count as f64 * (half_points as f64 / 2.0 - 2.0 * p).powi(2);
        }
        let of_pairs = pairs.wdl();
        let single = |all: u64, paired: u64| all.saturating_sub(paired) as f64;
        seen += single(result.wdl.wins, of_pairs.wins) * (1.0 - p).powi(2);
        seen += single(result.wdl.draws, of_pairs.draws) * (0.5 - p).powi(2);
        seen += single(result.wdl.losses, of_pairs.losses) * p.powi(2);
        expected += encounter.games * p * (1.0 - p);
        units += encounter.games - pairs.pairs() as f64;
    }
    let sizes = groups.members.iter().map(|members| members.len() - 1);
    let parameters = sizes.sum::<usize>() as f64 + f64::from(u8::from(fit.has_advantage));
    let freedom = if units > parameters { (units - parameters) / units } else { 0.0 };
    (1.0 + seen) / (1.0 + expected * freedom)
}

#[cfg(test)]
#[path = "rating_list_tests.rs"]
mod tests;

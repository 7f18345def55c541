//! The user's rating, from results against levels of measured strength.
//!
//! The rating is the most probable Elo given the last [`WINDOW`] rated games, with logistic expected scores and a
//! draw as half a win. The strength of a level is known only within its error (docs/strength.md), so it is
//! estimated along with the user's, constrained by that error: many games against one level don't make the rating
//! more certain than the level's. The prior is a rating of [`PRIOR_ELO`] with a standard deviation of
//! [`PRIOR_DEVIATION`]. It weighs less than one game against an equal opponent, and keeps the rating finite if all
//! games were won or lost.
//!
//! Rated games are defined by [`RatedGame::of`].

use serde::{Deserialize, Serialize};

use super::game::PlayedGame;
use super::levels;
use super::setup::SidePlayer;

/// Mean of the prior: a casual player.
pub const PRIOR_ELO: f64 = 1000.0;
/// Standard deviation of the prior: two thirds of all players are assumed to be within 400 Elo.
pub const PRIOR_DEVIATION: f64 = 400.0;
/// Number of most recent games that count, so that the rating follows the player.
pub const WINDOW: usize = 100;
/// Half width of the 95% interval of a normal distribution, in standard deviations.
const Z95: f64 = 1.96;
/// Elo per unit of log-odds: 400 / ln 10.
const ELO_PER_LOGIT: f64 = 173.717_792_761_244_8;
/// Maximum step of the iteration, in Elo.
const LONGEST_STEP: f64 = 200.0;
/// The iteration ends with a step below this, in Elo.
const SHORTEST_STEP: f64 = 1e-9;
const MOST_STEPS: usize = 100;

/// The user's result in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Points {
    /// Lost.
    Lost,
    /// Drawn.
    Drawn,
    /// Won.
    Won,
}

impl Points {
    /// Returns 0, ½ or 1.
    pub const fn score(self) -> f64 {
        match self {
            Self::Lost => 0.0,
            Self::Drawn => 0.5,
            Self::Won => 1.0,
        }
    }
}

/// A rated game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatedGame {
    /// Number of the opponent's level.
    pub level: u8,
    /// The user's result.
    pub points: Points,
    /// End time in milliseconds since 1970.
    pub finished_ms: f64,
    /// Whether the level was adaptive.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_adaptive: bool,
}

impl RatedGame {
    /// Returns the game as a rated game of its only human player. Rated are finished games against a level without
    /// a personality, without takebacks, hints or adjusted clocks, and not from a set-up position. `None` for
    /// others.
    pub fn of(game: &PlayedGame) -> Option<Self> {
        let color = game.setup.human().filter(|_| game.is_rated())?;
        let SidePlayer::Level { number, personality } = game.setup.player(!color) else { return None };
        let points = game.end.and_then(|end| end.points(color))?;
        let points = if points > 0.75 {
            Points::Won
        } else if points > 0.25 {
            Points::Drawn
        } else {
            Points::Lost
        };
        let (level, is_adaptive) = (*number, game.setup.adaptive);
        personality.is_empty().then_some(Self { level, points, finished_ms: game.stored_ms, is_adaptive })
    }
}

/// Reason why a finished game isn't rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// It has no result.
    NoResult,
    /// It isn't a game of one person against a level.
    NotAgainstLevel,
    /// The level had a personality.
    Personality,
    /// A move was taken back or replaced.
    Takeback,
    /// There was a hint or a blunder warning.
    Hint,
    /// A clock was adjusted.
    Clock,
    /// It began from a position.
    Position,
}

/// Returns why a finished game isn't rated; `None` if it is.
pub fn unrated(game: &PlayedGame) -> Option<Unrated> {
    let opponent = game.setup.human().map(|color| game.setup.player(!color));
    let Some(SidePlayer::Level { personality, .. }) = opponent else { return Some(Unrated::NotAgainstLevel) };
    let reasons = [
        (!game.end.is_some_and(|end| end.counts()), Unrated::NoResult),
        (!personality.is_empty(), Unrated::Personality),
        (game.takebacks > 0, Unrated::Takeback),
        (game.hints > 0, Unrated::Hint),
        (game.was_clock_set, Unrated::Clock),
        (!game.setup.start.is_even(), Unrated::Position),
    ];
    reasons.into_iter().find(|(applies, _)| *applies).map(|(_, reason)| reason)
}

/// The rating before and after a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// Rating before the game; `None` if it is the first rated one.
    pub before: Option<Rating>,
    /// Rating including the game.
    pub after: Rating,
}

/// Returns how a rated game changed the rating, given all rated games, oldest first; `None` if it isn't the last one.
pub fn rating_change(games: &[RatedGame], game: &PlayedGame) -> Option<RatingChange> {
    let own = RatedGame::of(game)?;
    let (last, before) = games.split_last()?;
    let is_last = (last.level, last.points) == (own.level, own.points);
    let after = rating(games).filter(|_| is_last)?;
    Some(RatingChange { before: rating(before), after })
}

/// A rating and its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo on the scale of the levels.
    pub elo: f64,
    /// Half width of the 95% interval, in Elo.
    pub error: f64,
    /// Number of games it is based on.
    pub games: usize,
}

/// Rating after a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPoint {
    /// End time of the game, in milliseconds since 1970.
    pub finished_ms: f64,
    /// Rating including this game.
    pub rating: Rating,
}

/// Returns the rating for games, oldest first; `None` if there are none.
pub fn rating(games: &[RatedGame]) -> Option<Rating> {
    let counted = &games[games.len().saturating_sub(WINDOW)..];
    let mut results: Vec<Results> = Vec::new();
    for game in counted {
        let level = levels::level(game.level);
        let known = results.iter().position(|known| known.level == level.number);
        let place = known.unwrap_or_else(|| {
            results.push(Results::none(level.number, f64::from(level.elo), f64::from(level.error)));
            results.len() - 1
        });
        let entry = &mut results[place];
        entry.games += 1.0;
        entry.score += game.points.score();
    }
    (!counted.is_empty()).then(|| estimate(&mut results, counted.len()))
}

/// Returns the rating after each game, oldest game first.
pub fn history(games: &[RatedGame]) -> Vec<RatingPoint> {
    let after = |count: usize| {
        let finished_ms = games[count - 1].finished_ms;
        rating(&games[..count]).map(|rating| RatingPoint { finished_ms, rating })
    };
    (1..=games.len()).filter_map(after).collect()
}

/// Returns the expected score with an advantage of `difference` Elo.
pub fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference / ELO_PER_LOGIT).exp())
}

/// Results against one level.
#[derive(Clone, Copy, Debug)]
struct Results {
    level: u8,
    elo: f64,
    /// Standard deviation of `elo`.
    deviation: f64,
    games: f64,
    score: f64,
    /// Estimated difference between actual and measured strength.
    shift: f64,
}

impl Results {
    fn none(level: u8, elo: f64, error: f64) -> Self {
        // A deviation of zero would need a special case.
        Self { level, elo, deviation: (error / Z95).max(0.1), games: 0.0, score: 0.0, shift: 0.0 }
    }

    /// Returns the derivative of the log-likelihood with respect to the strength difference, per Elo, and its
    /// negative second derivative.
    fn slope_and_curvature(&self, user: f64) -> (f64, f64) {
        let expected = expected_score(user - self.elo - self.shift);
        let slope = (self.score - self.games * expected) / ELO_PER_LOGIT;
        let curvature = self.games * expected * (1.0 - expected) / (ELO_PER_LOGIT * ELO_PER_LOGIT);
        (slope, curvature)
    }
}

/// Finds the most probable rating by Newton's method, over the user's strength and the shifts of all levels, and
/// the error from the curvature there. Each shift depends only on the user's strength, so the shifts are
/// eliminated one by one.
fn estimate(results: &mut [Results], games: usize) -> Rating {
    let mut user = PRIOR_ELO;
    let precision = 1.0 / (PRIOR_DEVIATION * PRIOR_DEVIATION);
    let mut curvature = precision;
    for _ in 0..MOST_STEPS {
        let mut slope = (PRIOR_ELO - user) * precision;
        curvature = precision;
        for level in results.iter() {
            let (by_games, curve) = level.slope_and_curvature(user);
            let own_precision = 1.0 / (level.deviation * level.deviation);
            let own_slope = -by_games - level.shift * own_precision;
            let own_curvature = curve + own_precision;
            slope += by_games + curve / own_curvature * own_slope;
            curvature += curve - curve * curve / own_curvature;
        }
        let step = (slope / curvature).clamp(-LONGEST_STEP, LONGEST_STEP);
        for level in results.iter_mut() {
            let (by_games, curve) = level.slope_and_curvature(user);
            let own_precision = 1.0 / (level.deviation * level.deviation);
            let own_slope = -by_games - level.shift * own_precision;
            level.shift += (own_slope + curve * step) / (curve + own_precision);
        }
        user += step;
        if step.abs() < SHORTEST_STEP {
            break;
        }
    }
    Rating { elo: user, error: Z95 / curvature.sqrt(), games }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(level: u8, results: &[(Points, usize)]) -> Vec<RatedGame> {
        let all = results.iter().flat_map(|&(points, count)| std::iter::repeat_n(points, count));
        let game = |(at, points)| RatedGame { level, points, finished_ms: at as f64, is_adaptive: false };
        all.enumerate().map(game).collect()
    }

    /// Returns the estimate against levels with these ratings, errors, games and scores.
    fn against(levels: &[(f64, f64, f64, f64)]) -> Rating {
        let mut results: Vec<Results> = levels
            .iter()
            .enumerate()
            .map(|(at, &(elo, error, games, score))| Results {
                games,
                score,
                ..Results::none(at as u8, elo, error)
            })
            .collect();
        let games = levels.iter().map(|level| level.2 as usize).sum();
        estimate(&mut results, games)
    }

    fn close(value: f64, expected: f64, by: f64) {
        assert!((value - expected).abs() <= by, "{value} is not {expected} ± {by}");
    }

    #[test]
    fn who_scores_half_is_as_strong_as_the_level() {
        let even = against(&[(PRIOR_ELO, 0.0, 10.0, 5.0)]);
        close(even.elo, PRIOR_ELO, 1e-6);
        // Far from the prior, its pull fades with the number of games.
        close(against(&[(1500.0, 0.0, 10.0, 5.0)]).elo, 1500.0, 40.0);
        close(against(&[(1500.0, 0.0, 10_000.0, 5_000.0)]).elo, 1500.0, 0.1);
    }

    #[test]
    fn many_games_agree_with_the_elo_formula() {
        for score in [0.1, 0.25, 0.5, 0.64, 0.76, 0.9] {
            let games = 10_000.0;
            let found = against(&[(1200.0, 0.0, games, games * score)]);
            close(found.elo, 1200.0 + 400.0 * (score / (1.0 - score)).log10(), 1.0);
            let standard_error = ELO_PER_LOGIT / (games * score * (1.0 - score)).sqrt();
            close(found.error, Z95 * standard_error, 0.05);
        }
    }

    #[test]
    fn wins_alone_are_bounded_by_the_prior() {
        let mut last = PRIOR_ELO;
        for count in [1, 3, 10, 30, 100] {
            let found = rating(&games(5, &[(Points::Won, count)])).expect("games");
            assert!(found.elo > last && found.elo < PRIOR_ELO + 4.0 * PRIOR_DEVIATION, "{count}: {found:?}");
            assert!(found.error > 100.0, "{count}: {found:?}");
            last = found.elo;
        }
        let lost = rating(&games(5, &[(Points::Lost, 50)])).expect("games");
        assert!(lost.elo > PRIOR_ELO - 4.0 * PRIOR_DEVIATION && lost.elo < PRIOR_ELO);
        // Where the slopes of prior and games meet: (elo - prior) / deviation² = lost share / scale.
        let one = against(&[(1000.0, 0.0, 1.0, 1.0)]);
        let pulled = (one.elo - PRIOR_ELO) / (PRIOR_DEVIATION * PRIOR_DEVIATION);
        close(pulled, (1.0 - expected_score(one.elo - 1000.0)) / ELO_PER_LOGIT, 1e-9);
    }

    #[test]
    fn nobody_is_known_better_than_the_level() {
        let sure = against(&[(1200.0, 0.0, 100_000.0, 50_000.0)]);
        let unsure = against(&[(1200.0, 60.0, 100_000.0, 50_000.0)]);
        assert!(sure.error < 3.0);
        close(unsure.error, 60.0, 2.0);
        // Two contradicting levels share the difference by their errors.
        let both = against(&[(1200.0, 60.0, 1e5, 5e4), (1300.0, 60.0, 1e5, 5e4)]);
        close(both.elo, 1250.0, 2.0);
        close(both.error, 60.0 / 2f64.sqrt(), 2.0);
        let nearer = against(&[(1200.0, 20.0, 1e5, 5e4), (1300.0, 80.0, 1e5, 5e4)]);
        close(nearer.elo, 1200.0 + 100.0 / 17.0, 2.0);
    }

    #[test]
    fn only_the_newest_games_count_and_the_history_has_a_point_for_each() {
        let mut all = games(3, &[(Points::Lost, WINDOW)]);
        let before = rating(&all).expect("games");
        all.extend(games(3, &[(Points::Won, WINDOW)]));
        let after = rating(&all).expect("games");
        assert_eq!((before.games, after.games), (WINDOW, WINDOW));
        assert!(after.elo > before.elo + 400.0);
        let points = history(&all);
        assert_eq!((points.len(), points[0].rating.games), (2 * WINDOW, 1));
        assert_eq!(points.last().map(|point| point.rating), Some(after));
        assert!(points[0].rating.error > points[WINDOW - 1].rating.error);
        assert_eq!((rating(&[]), history(&[]).len()), (None, 0));
    }

    #[test]
    fn games_with_help_do_not_count() {
        use crate::state::play::ending::{EndReason, GameEnd};
        use crate::state::play::setup::{PlaySetup, Start};

        let end = |white_won, reason| GameEnd { white_won, reason };
        let game = PlayedGame {
            setup: PlaySetup { players: [SidePlayer::level(4), SidePlayer::human()], ..PlaySetup::default() },
            end: Some(end(Some(false), EndReason::Checkmate)),
            stored_ms: 7.0,
            ..PlayedGame::default()
        };
        let won = RatedGame { level: 4, points: Points::Won, finished_ms: 7.0, is_adaptive: false };
        assert_eq!(RatedGame::of(&game), Some(won));
        let with = |change: fn(&mut PlayedGame)| {
            let mut changed = game.clone();
            change(&mut changed);
            RatedGame::of(&changed).map(|rated| rated.points)
        };
        assert_eq!(
            with(|game| game.end = game.end.map(|end| GameEnd { white_won: None, ..end })),
            Some(Points::Drawn)
        );
        assert_eq!(
            with(|game| game.end = game.end.map(|end| GameEnd { white_won: Some(true), ..end })),
            Some(Points::Lost)
        );
        assert_eq!(with(|game| game.end = None), None, "goes on");
        assert_eq!(
            with(|game| game.end = Some(GameEnd { white_won: None, reason: EndReason::Aborted })),
            None
        );
        assert_eq!(with(|game| game.takebacks = 1), None);
        assert_eq!(with(|game| game.hints = 1), None);
        assert_eq!(with(|game| game.was_clock_set = true), None);
        assert_eq!(with(|game| game.setup.start = Start::Fen("8/8/8/8/8/8/8/8 w - - 0 1".to_owned())), None);
        assert_eq!(with(|game| game.setup.players[0] = SidePlayer::human()), None, "two people");
        assert_eq!(with(|game| game.setup.players[1] = SidePlayer::level(2)), None, "to watch");
        let personality = || SidePlayer::Level { number: 4, personality: "attacker".to_owned() };
        let mut other = game.clone();
        other.setup.players[0] = personality();
        assert_eq!(RatedGame::of(&other), None, "its strength was not measured");
    }

    #[test]
    fn a_draw_is_half_a_win() {
        let drawn = rating(&games(4, &[(Points::Drawn, 10)])).expect("games");
        let split = rating(&games(4, &[(Points::Won, 5), (Points::Lost, 5)])).expect("games");
        assert_eq!(drawn, split);
    }

    #[test]
    fn a_game_says_whether_it_is_rated_and_what_it_changed() {
        use crate::state::play::ending::{EndReason, GameEnd};
        use crate::state::play::setup::{PlaySetup, Start};
        use tabia_chess::Color;

        let won = PlayedGame {
            end: Some(GameEnd::win(Color::White, EndReason::Checkmate)),
            ..PlayedGame::default()
        };
        let with = |setup: PlaySetup| PlayedGame { setup, ..won.clone() };
        let tal = SidePlayer::Level { number: 8, personality: "x".to_owned() };
        let cases = [
            (won.clone(), None),
            (PlayedGame::default(), Some(Unrated::NoResult)),
            (
                with(PlaySetup { players: [SidePlayer::human(), tal], ..PlaySetup::default() }),
                Some(Unrated::Personality),
            ),
            (
                with(PlaySetup {
                    players: [SidePlayer::human(), SidePlayer::human()],
                    ..PlaySetup::default()
                }),
                Some(Unrated::NotAgainstLevel),
            ),
            (PlayedGame { takebacks: 1, ..won.clone() }, Some(Unrated::Takeback)),
            (PlayedGame { hints: 1, ..won.clone() }, Some(Unrated::Hint)),
            (PlayedGame { was_clock_set: true, ..won.clone() }, Some(Unrated::Clock)),
            (
                with(PlaySetup { start: Start::Fen(String::new()), ..PlaySetup::default() }),
                Some(Unrated::Position),
            ),
        ];
        for (game, reason) in cases {
            assert_eq!(unrated(&game), reason);
            assert_eq!(RatedGame::of(&game).is_some(), reason.is_none(), "{reason:?}");
        }
        let own = RatedGame::of(&won).unwrap();
        let lost = RatedGame { points: Points::Lost, ..own };
        let first = rating_change(&[own], &won).unwrap();
        assert_eq!((first.before, Some(first.after)), (None, rating(&[own])));
        let change = rating_change(&[lost, own], &won).unwrap();
        assert!(change.before.unwrap().elo < change.after.elo);
        assert_eq!(rating_change(&[own, lost], &won), None, "another game was finished since");
        assert_eq!(rating_change(&[own], &PlayedGame { hints: 1, ..won }), None);
    }
}

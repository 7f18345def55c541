//! Presets for the most common kinds of match.

use serde::{Deserialize, Serialize};

use super::{MatchSettings, SprtSettings};
use crate::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::limits::Limits;
use crate::openings::Order;
use crate::schedule::TournamentFormat;

/// A kind of match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// Short time control, 8+0.08, with an SPRT of [0, 5] normalised Elo: the first test of a change.
    Stc,
    /// Long time control, 40+0.4, with the same test: whether a gain scales.
    Ltc,
    /// 25,000 nodes a move with the same test: independent of machine load, but blind to speed.
    FixedNodes,
    /// 8 plies a move with the same test.
    FixedDepth,
    /// "Ply" testing with the same test: 8 plies in the middlegame and up to 5 more in endgames.
    Ply,
    /// A build against itself: 40 games at 6 plies that must be mirrored and level. See
    /// [`SelfPlay`](crate::checks::SelfPlay).
    SanityCheck,
    /// A build against itself: 4 openings 5 times, whose games must be identical on every worker.
    Determinism,
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 7] = [
        Self::Stc,
        Self::Ltc,
        Self::FixedNodes,
        Self::FixedDepth,
        Self::Ply,
        Self::SanityCheck,
        Self::Determinism,
    ];

    /// Returns the name on the command line: `stc`, `ltc`, `nodes`, `depth`, `ply`, `sanity`, `determinism`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stc => "stc",
            Self::Ltc => "ltc",
            Self::FixedNodes => "nodes",
            Self::FixedDepth => "depth",
            Self::Ply => "ply",
            Self::SanityCheck => "sanity",
            Self::Determinism => "determinism",
        }
    }

    /// Finds a preset by name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Returns whether both engines must be the same build.
    pub const fn is_self_play(self) -> bool {
        matches!(self, Self::SanityCheck | Self::Determinism)
    }

    /// Returns the limits of each engine.
    pub fn limits(self) -> Limits {
        let limits = Limits::default();
        let clock = |text: &str| Limits { time_control: text.parse().ok(), ..Limits::default() };
        match self {
            Self::Stc => clock("8+0.08"),
            Self::Ltc => clock("40+0.4"),
            Self::FixedNodes => Limits { nodes: Some(25_000), ..limits },
            Self::FixedDepth => Limits { depth: Some(8), ..limits },
            Self::Ply => Limits { ply: Some(8), ..limits },
            Self::SanityCheck | Self::Determinism => Limits { depth: Some(6), ..limits },
        }
    }
}

/// The maximum number of games of a test; most decide much earlier.
const TEST_GAMES: usize = 100_000;

impl MatchSettings {
    /// Applies a preset: limits, number of games, order and number of openings, adjudication and sequential
    /// test. Engines, their options, the opening source, seed, event and site are unchanged. A self-play
    /// preset pairs the first engine with a copy of itself.
    pub fn apply(&mut self, preset: Preset) {
        if preset.is_self_play() {
            self.engines.truncate(1);
            let copies = self.engines.iter().cloned().map(|mut copy| {
                copy.name += " (copy)";
                copy
            });
            let copies: Vec<_> = copies.collect();
            self.engines.extend(copies);
        }
        for engine in &mut self.engines {
            let Limits { margin_ms, timeout_ms, .. } = engine.limits;
            engine.limits = Limits { margin_ms, timeout_ms, ..preset.limits() };
            engine.ponder &= !preset.is_self_play();
        }
        self.format = TournamentFormat::RoundRobin;
        self.rounds = 1;
        self.repeat = true;
        self.openings.start = 0;
        self.openings.order = Order::Random;
        self.openings.count = (preset == Preset::Determinism).then_some(4);
        self.games = match preset {
            Preset::SanityCheck | Preset::Determinism => 40,
            _ => TEST_GAMES,
        };
        self.sprt = (!preset.is_self_play() && self.engines.len() == 2).then(SprtSettings::default);
        // Fishtest's rules. Self-play is compared move by move, so only endless games are adjudicated.
        self.adjudication = Adjudication {
            draw: (!preset.is_self_play()).then_some(DrawRule { number: 34, count: 8, score: 20 }),
            resign: (!preset.is_self_play()).then_some(ResignRule {
                number: 0,
                count: 3,
                score: 600,
                two_sided: false,
            }),
            max_moves: preset.is_self_play().then_some(200),
        };
    }
}

//! Adjudication: ending games early when the engines agree on the result.
//!
//! The rules are fastchess's, with c-chess-cli's names; c-chess-cli's own draw rule differs in that captures
//! and pawn moves do not reset the count.

use serde::{Deserialize, Serialize};
use tabia_chess::{Color, Position};
use tabia_uci::Score;

use crate::record::GameRecord;

/// Rule for draws by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DrawRule {
    /// The number of moves played in the game before the rule applies.
    #[serde(default)]
    pub number: u32,
    /// The number of consecutive moves by both sides.
    pub count: u32,
    /// The maximum distance of the scores from zero, in centipawns.
    pub score: u32,
}

/// Rule for losses by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ResignRule {
    /// The number of moves played in the game before the rule applies.
    #[serde(default)]
    pub number: u32,
    /// The number of consecutive moves.
    pub count: u32,
    /// The minimum deficit in centipawns; a mate score counts as well.
    pub score: u32,
    /// Whether the other engine has to agree.
    #[serde(default)]
    pub two_sided: bool,
}

/// The adjudication rules of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Adjudication {
    /// The rule for draws.
    pub draw: Option<DrawRule>,
    /// The rule for losses.
    pub resign: Option<ResignRule>,
    /// The number of moves by both sides after the opening at which the game is drawn.
    pub max_moves: Option<u32>,
}

impl Adjudication {
    /// Returns whether the scores in a game meet a draw or loss rule at its last searched move. This
    /// distinguishes games ended by scores from those ended by length, which are draws by adjudication as
    /// well.
    pub fn decide_by_scores(self, record: &GameRecord) -> bool {
        let mut adjudicator = Adjudicator::new(Self { max_moves: None, ..self });
        let mut ruling = None;
        for (position, ply) in record.positions().skip(1).zip(&record.plies) {
            if let Some(search) = &ply.search {
                ruling = adjudicator.judge(&position, search.score);
            }
        }
        ruling.is_some()
    }
}

/// An adjudicated result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// A draw by score.
    Draw,
    /// A win for this colour.
    Win(Color),
    /// A draw by length.
    MaxMoves,
}

/// The adjudication counters of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adjudicator {
    rules: Adjudication,
    plies: u32,
    draw_plies: u32,
    /// Consecutive plies whose scores favour the same side, and that side.
    agreed: (Option<Color>, u32),
    lost: [u32; 2],
}

impl Adjudicator {
    /// Creates the counters for a new game.
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Counts a move by `color` with its score, if any; `irreversible` moves are captures and pawn moves.
    /// `move_number` is the number of complete moves played in the game.
    pub fn update(
        &mut self,
        color: Color,
        score: Option<Score>,
        irreversible: bool,
        move_number: u32,
    ) -> Option<Ruling> {
        self.plies += 1;
        self.count_draw(score, irreversible);
        self.count_loss(color, score);
        self.loser(move_number)
            .map(|loser| Ruling::Win(!loser))
            .or_else(|| self.is_draw(move_number).then_some(Ruling::Draw))
            .or_else(|| {
                self.rules
                    .max_moves
                    .filter(|&moves| self.plies >= moves.saturating_mul(2))
                    .map(|_| Ruling::MaxMoves)
            })
    }

    /// As [`update`](Self::update), for a searched move that led to `position`.
    pub(crate) fn judge(&mut self, position: &Position, score: Option<Score>) -> Option<Ruling> {
        let moves = position.fullmove_number().saturating_sub(1);
        self.update(!position.turn(), score, position.halfmove_clock() == 0, moves)
    }

    fn count_draw(&mut self, score: Option<Score>, irreversible: bool) {
        let Some(rule) = self.rules.draw else { return };
        if irreversible {
            self.draw_plies = 0;
        }
        match score {
            Some(Score::Cp(cp)) if cp.unsigned_abs() <= rule.score => self.draw_plies += 1,
            _ => self.draw_plies = 0,
        }
    }

    fn count_loss(&mut self, color: Color, score: Option<Score>) {
        let Some(rule) = self.rules.resign else { return };
        let threshold = i64::from(rule.score);
        let loser = match score {
            Some(Score::Cp(cp)) if i64::from(cp) <= -threshold => Some(color),
            Some(Score::Cp(cp)) if i64::from(cp) >= threshold => Some(!color),
            // "Mate in 0" comes from the side that is mated.
            Some(Score::Mate(moves)) => Some(if moves > 0 { !color } else { color }),
            _ => None,
        };
        self.lost[color.index()] = if loser == Some(color) { self.lost[color.index()] + 1 } else { 0 };
        self.agreed = match (loser, self.agreed) {
            (None, _) => (None, 0),
            (loser, (before, count)) if loser == before => (loser, count + 1),
            (loser, _) => (loser, 1),
        };
    }

    fn loser(&self, move_number: u32) -> Option<Color> {
        let rule = self.rules.resign.filter(|rule| move_number >= rule.number && rule.count > 0)?;
        if rule.two_sided {
            let (loser, plies) = self.agreed;
            return loser.filter(|_| plies >= rule.count.saturating_mul(2));
        }
        Color::ALL.into_iter().find(|color| self.lost[color.index()] >= rule.count)
    }

    fn is_draw(&self, move_number: u32) -> bool {
        let rule = self.rules.draw.filter(|rule| move_number >= rule.number && rule.count > 0);
        rule.is_some_and(|rule| self.draw_plies >= rule.count.saturating_mul(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    /// Feeds in scores, White's first, one per ply; returns the ply (from 1) and the ruling.
    fn ruling(rules: Adjudication, scores: &[(i32, bool)]) -> Option<(usize, Ruling)> {
        let mut adjudicator = Adjudicator::new(rules);
        for (index, &(cp, irreversible)) in scores.iter().enumerate() {
            let color = if index % 2 == 0 { White } else { Black };
            let ruling = adjudicator.update(color, Some(Score::Cp(cp)), irreversible, index as u32 / 2 + 1);
            if let Some(ruling) = ruling {
                return Some((index + 1, ruling));
            }
        }
        None
    }

    fn draw(number: u32, count: u32, score: u32) -> Adjudication {
        Adjudication { draw: Some(DrawRule { number, count, score }), ..Adjudication::default() }
    }

    fn resign(count: u32, score: u32, two_sided: bool) -> Adjudication {
        Adjudication {
            resign: Some(ResignRule { number: 0, count, score, two_sided }),
            ..Adjudication::default()
        }
    }

    #[test]
    fn draws_need_both_sides_for_long_enough() {
        assert_eq!(ruling(draw(0, 2, 10), &[(5, false); 4]), Some((4, Ruling::Draw)));
        assert_eq!(ruling(draw(5, 2, 10), &[(5, false); 10]), Some((9, Ruling::Draw)), "not before move 5");
        assert_eq!(
            ruling(draw(0, 2, 10), &[(5, false), (5, false), (11, false), (5, false), (5, false)]),
            None
        );
        assert_eq!(
            ruling(draw(0, 2, 10), &[(0, false), (0, false), (0, true), (0, false), (0, false), (0, false)]),
            Some((6, Ruling::Draw))
        );
    }

    #[test]
    fn one_side_resigns_by_its_own_score() {
        let white_lost = [(-700, false), (0, false), (-700, false), (0, false), (-700, false)];
        assert_eq!(ruling(resign(3, 700, false), &white_lost), Some((5, Ruling::Win(Black))));
        assert_eq!(ruling(resign(3, 701, false), &white_lost), None);
        assert_eq!(
            ruling(resign(2, 700, false), &[(0, false), (-800, false), (0, false), (-800, false)]),
            Some((4, Ruling::Win(White)))
        );
    }

    #[test]
    fn two_sided_resignation_needs_agreement() {
        let agreed = [(-700, false), (700, false), (-700, false), (700, false)];
        assert_eq!(ruling(resign(2, 700, true), &agreed), Some((4, Ruling::Win(Black))));
        let alone = [(-700, false), (0, false), (-700, false), (0, false)];
        assert_eq!(ruling(resign(2, 700, true), &alone), None);
        let contradicting = [(700, false), (700, false), (700, false), (700, false), (700, false)];
        assert_eq!(ruling(resign(2, 700, true), &contradicting), None, "both claim to win");
    }

    /// The move number counts complete moves, and equality is enough.
    #[test]
    fn rules_apply_from_their_move_number_on() {
        let rules = [
            draw(5, 1, 10),
            Adjudication {
                resign: Some(ResignRule { number: 5, count: 1, score: 700, two_sided: false }),
                ..Adjudication::default()
            },
        ];
        for (rules, cp) in rules.into_iter().zip([0, -900]) {
            for (moves, ends) in [(4, false), (5, true), (6, true)] {
                let mut adjudicator = Adjudicator::new(rules);
                adjudicator.update(White, Some(Score::Cp(cp)), false, moves - 1);
                let ruling = adjudicator.update(Black, Some(Score::Cp(cp)), false, moves);
                assert_eq!(ruling.is_some(), ends, "{rules:?} after {moves} moves");
            }
        }
        // In a game: Black's fifth move completes the fifth move.
        for (rules, score, expected) in [(rules[0], 0, 10), (rules[1], -900, 10)] {
            let mut adjudicator = Adjudicator::new(rules);
            let mut position = Position::default();
            let ends = ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(40).position(|text| {
                let cp = if position.turn() == White { score } else { -score };
                position.play_unchecked(position.parse_uci(text).unwrap());
                adjudicator.judge(&position, Some(Score::Cp(cp))).is_some()
            });
            assert_eq!(ends.map(|ply| ply + 1), Some(expected), "{rules:?}");
        }
    }

    #[test]
    fn mates_count_and_missing_scores_begin_anew() {
        let mut adjudicator = Adjudicator::new(resign(1, 10_000, false));
        assert_eq!(adjudicator.update(Black, Some(Score::Mate(3)), false, 1), None);
        assert_eq!(adjudicator.update(White, Some(Score::Mate(-3)), false, 2), Some(Ruling::Win(Black)));
        let mut adjudicator = Adjudicator::new(draw(0, 1, 10));
        assert_eq!(adjudicator.update(White, Some(Score::Cp(0)), false, 1), None);
        assert_eq!(adjudicator.update(Black, None, false, 1), None);
        assert_eq!(adjudicator.update(White, Some(Score::Mate(0)), false, 2), None);
    }

    #[test]
    fn long_games_are_drawn() {
        let rules = Adjudication { max_moves: Some(2), ..Adjudication::default() };
        assert_eq!(ruling(rules, &[(100, false); 9]), Some((4, Ruling::MaxMoves)));
        assert_eq!(ruling(Adjudication::default(), &[(0, false); 999]), None);
    }
}

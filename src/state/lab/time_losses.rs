//! Games lost on time. If there are many, the match reports it first, because its score is about clocks.

use std::collections::BTreeMap;

use tabia_arena::{GameSummary, MatchSettings, Reason};
use tabia_chess::Color;

use super::chart::grouped;
use super::words::{Banner, HeadlineTone};
use crate::language::tr;

/// Share of games above which time losses are reported: one in this many.
const ONE_IN: usize = 10;

/// Maximum margin to advise, in milliseconds. Beyond it, the engine doesn't respect its time at all.
const MAX_ADVISED_MS: f64 = 500.0;

/// Statistics of games lost on time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeLosses {
    /// Number of all games.
    games: usize,
    /// Number of games lost on time, by the loser's index in the settings.
    lost: BTreeMap<usize, usize>,
    /// Minimum and maximum lateness of a move, in milliseconds.
    late_ms: Option<(f64, f64)>,
    /// Number of games in which the move never came.
    unanswered: usize,
}

impl TimeLosses {
    /// Counts a game.
    pub fn count(&mut self, game: &GameSummary) {
        self.games += 1;
        let (Reason::TimeForfeit(late), Some(winner)) = (game.conclusion.reason, game.conclusion.winner)
        else {
            return;
        };
        let loser = if winner == Color::White { game.black } else { game.white };
        *self.lost.entry(loser).or_default() += 1;
        match late {
            Some(ms) => {
                let (least, most) = self.late_ms.unwrap_or((ms, ms));
                self.late_ms = Some((least.min(ms), most.max(ms)));
            }
            None => self.unanswered += 1,
        }
    }

    /// Puts a warning about time losses before the match headline `news`; returns `news` unchanged if there are few.
    pub fn before(&self, news: Banner, settings: &MatchSettings) -> Banner {
        let lost: usize = self.lost.values().sum();
        if lost == 0 || lost * ONE_IN < self.games {
            return news;
        }
        let [lost_games, games] = [lost, self.games].map(|number| grouped(number as u64));
        let title = if lost < self.games {
            tr!("{lost} of {games} games were lost on time", lost = lost_games, games)
        } else if lost == 1 {
            tr!("The only game was lost on time").to_owned()
        } else {
            tr!("All {games} games were lost on time", games)
        };
        let mut detail = vec![format!("{}.", self.by_engine(settings))];
        detail.push(self.how_late(settings));
        detail.push(tr!("The score shows how the engines handled time, not how well they play.").to_owned());
        detail.push(format!(
            "{}{}{}",
            news.title,
            if news.detail.is_empty() { "" } else { ": " },
            news.detail
        ));
        Banner { tone: HeadlineTone::Bad, title, detail: detail.join(" ") }
    }

    fn by_engine(&self, settings: &MatchSettings) -> String {
        let names = settings.names();
        let name = |index: usize| names.get(index).map_or("?", String::as_str);
        let counts =
            self.lost.iter().map(|(&engine, lost)| format!("{} {}", name(engine), grouped(*lost as u64)));
        counts.collect::<Vec<_>>().join(", ")
    }

    /// Describes how late the moves were, and what margin would have been enough.
    fn how_late(&self, settings: &MatchSettings) -> String {
        let margin = settings.engines.iter().map(|engine| engine.limits.margin_ms).min().unwrap_or(0);
        let Some((least, most)) = self.late_ms else {
            return tr!("No move came at all.").to_owned();
        };
        let (from, to) = (least.ceil(), most.ceil());
        let range = if from < to { tr!("{from} to {to} ms", from, to) } else { tr!("{to} ms", to) };
        let rest = if self.unanswered > 0 { tr!(", or missing") } else { "" };
        let advice = if most > MAX_ADVISED_MS {
            String::new()
        } else {
            let enough = ((most * 1.5 / 10.0).ceil() * 10.0).max(margin as f64 + 10.0);
            tr!("; a time margin of {enough} ms would have been enough", enough)
        };
        tr!(
            "Their moves were {range} late{rest}, with {margin} ms allowed{advice}.",
            range,
            rest,
            margin,
            advice
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_arena::{Conclusion, EngineSettings};

    fn settings(margin_ms: u64) -> MatchSettings {
        let engine = |name: &str| {
            let mut engine = EngineSettings { name: name.to_owned(), ..EngineSettings::default() };
            engine.limits.margin_ms = margin_ms;
            engine
        };
        MatchSettings { engines: vec![engine("A"), engine("B")], ..MatchSettings::default() }
    }

    fn news() -> Banner {
        Banner { tone: HeadlineTone::Good, title: "So far A leads".into(), detail: "Elo +10".into() }
    }

    fn losses(reasons: &[(bool, Reason)]) -> TimeLosses {
        let mut losses = TimeLosses::default();
        for (index, &(first_wins, reason)) in reasons.iter().enumerate() {
            let conclusion = match reason {
                Reason::Repetition => Conclusion::draw(reason),
                // The first engine plays White.
                _ => Conclusion::win(if first_wins { Color::White } else { Color::Black }, reason),
            };
            losses.count(&GameSummary {
                unit: 0,
                index: 0,
                number: index,
                white: 0,
                black: 1,
                conclusion,
                plies: 9,
                warnings: false,
            });
        }
        losses
    }

    #[test]
    fn a_match_of_time_losses_says_so_first() {
        let late = |ms| Reason::TimeForfeit(Some(ms));
        let all = losses(&[(true, late(1.2)), (false, late(4.9))]);
        let banner = all.before(news(), &settings(0));
        assert_eq!(
            (banner.tone, banner.title.as_str()),
            (HeadlineTone::Bad, "All 2 games were lost on time")
        );
        assert_eq!(
            banner.detail,
            "A 1, B 1. Their moves were 2 to 5 ms late, with 0 ms allowed; a time margin of 10 ms would have been enough. The score shows how the engines handled time, not how well they play. So far A leads: Elo +10"
        );
        let some =
            losses(&[(true, Reason::Checkmate), (true, late(3000.0)), (true, Reason::TimeForfeit(None))]);
        let banner = some.before(news(), &settings(20));
        assert_eq!(banner.title, "2 of 3 games were lost on time");
        assert!(
            banner.detail.starts_with("B 2. Their moves were 3000 ms late, or missing, with 20 ms allowed."),
            "{}",
            banner.detail
        );
        assert!(
            losses(&[(true, Reason::TimeForfeit(None))])
                .before(news(), &settings(0))
                .detail
                .contains("No move came at all.")
        );
    }

    #[test]
    fn few_time_losses_leave_the_headline_alone() {
        let mut reasons = vec![(true, Reason::Repetition); 10];
        assert_eq!(losses(&reasons).before(news(), &settings(0)), news());
        reasons.push((true, Reason::TimeForfeit(Some(1.0))));
        assert_eq!(losses(&reasons).before(news(), &settings(0)), news(), "one of eleven");
        assert_eq!(TimeLosses::default().before(news(), &settings(0)), news());
    }
}

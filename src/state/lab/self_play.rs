//! Analysis of a build playing against itself, and its display text.

use tabia_arena::checks::{Aspect, Difference, SelfPlay};
use tabia_arena::{MatchSettings, Snapshot};

use super::chart::grouped;
use super::words::{Banner, HeadlineTone};

/// Maximum number of units to compare; the first ones suffice, and the page needn't hold a hundred thousand games.
pub const MAX_UNITS: usize = 500;

/// Whether a match is a build against itself at deterministic limits, so that its games can be compared: engines identical except for their
/// names, without own books, clock or sequential test.
pub fn is_self_play(settings: &MatchSettings) -> bool {
    let [first, second] = &settings.engines[..] else { return false };
    let limits = &first.limits;
    let is_fixed = limits.nodes.is_some() || limits.depth.is_some() || limits.ply.is_some();
    first.build == second.build
        && first.options == second.options
        && first.limits == second.limits
        && first.ponder == second.ponder
        && first.book.is_none()
        && second.book.is_none()
        && is_fixed
        && limits.time_control.is_none()
        && limits.movetime_ms.is_none()
        && settings.sprt.is_none()
}

/// Returns the banner of such a match. `check` is the comparison of its games, or why it failed; it is made once the match no longer plays.
pub fn banner(check: Option<Result<&SelfPlay, &str>>, snapshot: &Snapshot, name: &str) -> Banner {
    if let Some(Err(reason)) = check {
        let detail = format!("Its games could not be read: {reason}.");
        return Banner { tone: HeadlineTone::Open, title: "Not compared".to_owned(), detail };
    }
    let Some(check) = check.and_then(Result::ok).filter(|check| check.games > 0) else {
        let title = format!("{name} plays itself");
        let detail = if snapshot.is_complete {
            "Comparing its games…"
        } else {
            "When the match stops, its games are compared move by move and node by node."
        };
        return Banner { tone: HeadlineTone::Open, title, detail: detail.to_owned() };
    };
    let score = format!(
        "{} won, {} drawn, {} lost, from the side of the first",
        check.wdl.wins, check.wdl.draws, check.wdl.losses
    );
    if check.compared == 0 {
        let detail = format!("No opening of {} was played twice.", games(check.games));
        return Banner { tone: HeadlineTone::Open, title: "Nothing to compare yet".to_owned(), detail };
    }
    let whole = if check.games < snapshot.finished_games { "The first " } else { "" };
    let seen = format!(
        "{whole}{} on {} were compared: {score}.",
        games(check.games),
        count(check.openings, "opening", "openings")
    );
    if check.passed() {
        let title = if snapshot.is_complete {
            format!("Passed: {name} plays the same game every time")
        } else {
            format!("So far {name} plays the same game every time")
        };
        return Banner { tone: HeadlineTone::Good, title, detail: seen };
    }
    let (title, reason) = if let Some(difference) = check.differences.first() {
        let title = format!("Failed: {} differs from {}", place(difference.second), place(difference.first));
        let share = format!(
            "{} of {} repeated games differ.",
            grouped(check.different as u64),
            grouped(check.compared as u64)
        );
        (title, format!("{} {share}", words(difference)))
    } else if check.faults > 0 {
        (
            format!("Failed: {} ended by a fault", games(check.faults)),
            "The engine table lists the faults.".to_owned(),
        )
    } else {
        // All games are identical, yet one colour won more: games of a pair are missing.
        (
            "Failed: the score is not level".to_owned(),
            "If all games are the same, each engine wins once whenever White or Black wins.".to_owned(),
        )
    };
    Banner { tone: HeadlineTone::Bad, title, detail: format!("{reason} {seen}") }
}

fn games(number: usize) -> String {
    count(number, "game", "games")
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number as u64), if number == 1 { one } else { many })
}

fn place((unit, game): (usize, usize)) -> String {
    format!("pair {} game {}", unit + 1, game + 1)
}

fn words(Difference { ply, what, values: [was, is], .. }: &Difference) -> String {
    let what = match what {
        Aspect::Move => "the move",
        Aspect::Score => "the score",
        Aspect::Depth => "the depth",
        Aspect::Nodes => "the number of nodes",
        Aspect::Conclusion => "the end",
    };
    format!("First difference: {what} at ply {} is {is}, not {was}.", ply + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_arena::{EngineBook, EngineSettings, MatchHeader, MatchProgress, Openings, Preset};
    use tabia_stats::WdlCounts;

    fn settings() -> MatchSettings {
        let engine = EngineSettings { name: "A".into(), build: "a".repeat(64), ..EngineSettings::default() };
        let mut settings = MatchSettings { engines: vec![engine], ..MatchSettings::default() };
        settings.apply(Preset::Determinism);
        settings
    }

    fn snapshot() -> Snapshot {
        let header = MatchHeader { id: "x".into(), created_ms: 0, settings: settings() };
        MatchProgress::new(
            header,
            Openings::from_epd("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n").0,
        )
        .unwrap()
        .snapshot()
    }

    #[test]
    fn both_presets_of_self_play_are_known_and_no_others() {
        for preset in Preset::ALL {
            let mut settings = settings();
            settings.apply(preset);
            assert_eq!(is_self_play(&settings), preset.is_self_play(), "{preset:?}");
        }
        let mut other = settings();
        other.engines[1].options.push(("Hash".into(), "1".into()));
        assert!(!is_self_play(&other));
        let mut ponders = settings();
        ponders.engines[0].ponder = true;
        assert!(!is_self_play(&ponders));
    }

    #[test]
    fn book_against_book_is_no_self_play() {
        let book = |name: &str| Some(EngineBook { name: name.to_owned(), ..EngineBook::default() });
        for books in
            [[book("old.bin"), book("new.bin")], [book("old.bin"), book("old.bin")], [None, book("new.bin")]]
        {
            let mut settings = settings();
            for (engine, book) in settings.engines.iter_mut().zip(books) {
                engine.book = book;
            }
            assert!(!is_self_play(&settings), "{:?}", settings.engines);
        }
    }

    #[test]
    fn the_game_that_differs_is_named() {
        let mut snapshot = snapshot();
        assert_eq!(banner(None, &snapshot, "A").tone, HeadlineTone::Open);
        let unread = banner(Some(Err("the disk is gone")), &snapshot, "A");
        assert_eq!(unread.detail, "Its games could not be read: the disk is gone.");
        snapshot.is_complete = true;
        snapshot.finished_games = 40;
        let mut check = SelfPlay { games: 40, openings: 4, compared: 36, ..SelfPlay::default() };
        check.wdl = WdlCounts { wins: 10, draws: 20, losses: 10 };
        let passed = banner(Some(Ok(&check)), &snapshot, "A");
        assert_eq!(
            (passed.tone, passed.title.as_str()),
            (HeadlineTone::Good, "Passed: A plays the same game every time")
        );
        check.different = 1;
        check.differences.push(Difference {
            first: (0, 0),
            second: (4, 1),
            ply: 11,
            what: Aspect::Nodes,
            values: ["17".into(), "18".into()],
        });
        let failed = banner(Some(Ok(&check)), &snapshot, "A");
        assert_eq!(
            (failed.tone, failed.title.as_str()),
            (HeadlineTone::Bad, "Failed: pair 5 game 2 differs from pair 1 game 1")
        );
        assert!(
            failed
                .detail
                .starts_with("First difference: the number of nodes at ply 12 is 18, not 17. 1 of 36")
        );
    }
}

//! Analysis of a build playing against itself, and its display text.

use tabia_arena::checks::{Aspect, Difference, SelfPlay};
use tabia_arena::{MatchSettings, Snapshot};

use super::chart::grouped;
use super::words::{Banner, HeadlineTone};
use crate::language::tr;

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
        let detail = tr!("Its games could not be read: {reason}.", reason);
        return Banner { tone: HeadlineTone::Open, title: tr!("Not compared").to_owned(), detail };
    }
    let Some(check) = check.and_then(Result::ok).filter(|check| check.games > 0) else {
        let title = tr!("{name} plays itself", name);
        let detail = if snapshot.is_complete {
            tr!("Comparing its games…")
        } else {
            tr!("When the match stops, its games are compared move by move and node by node.")
        };
        return Banner { tone: HeadlineTone::Open, title, detail: detail.to_owned() };
    };
    let score = tr!(
        "{wins} won, {draws} drawn, {losses} lost, from the side of the first",
        wins = check.wdl.wins,
        draws = check.wdl.draws,
        losses = check.wdl.losses
    );
    let compared_games = games(check.games);
    if check.compared == 0 {
        let detail = tr!("No opening of {games} was played twice.", games = compared_games);
        let title = tr!("Nothing to compare yet").to_owned();
        return Banner { tone: HeadlineTone::Open, title, detail };
    }
    let openings = grouped(check.openings as u64);
    let openings = tr!("{openings} opening" | "{openings} openings" % check.openings, openings);
    let seen = if check.games < snapshot.finished_games {
        tr!(
            "The first {games} on {openings} were compared: {score}.",
            games = compared_games,
            openings,
            score
        )
    } else {
        tr!("{games} on {openings} were compared: {score}.", games = compared_games, openings, score)
    };
    if check.passed() {
        let title = if snapshot.is_complete {
            tr!("Passed: {name} plays the same game every time", name)
        } else {
            tr!("So far {name} plays the same game every time", name)
        };
        return Banner { tone: HeadlineTone::Good, title, detail: seen };
    }
    let (title, reason) = if let Some(difference) = check.differences.first() {
        let title = tr!(
            "Failed: {second} differs from {first}",
            second = place(difference.second),
            first = place(difference.first)
        );
        let share = tr!(
            "{different} of {compared} repeated games differ.",
            different = grouped(check.different as u64),
            compared = grouped(check.compared as u64)
        );
        (title, format!("{} {share}", words(difference)))
    } else if check.faults > 0 {
        (
            tr!("Failed: {games} ended by a fault", games = games(check.faults)),
            tr!("The engine table lists the faults.").to_owned(),
        )
    } else {
        // All games are identical, yet one colour won more: games of a pair are missing.
        (
            tr!("Failed: the score is not level").to_owned(),
            tr!("If all games are the same, each engine wins once whenever White or Black wins.").to_owned(),
        )
    };
    Banner { tone: HeadlineTone::Bad, title, detail: format!("{reason} {seen}") }
}

fn games(number: usize) -> String {
    tr!("{games} game" | "{games} games" % number, games = grouped(number as u64))
}

fn place((unit, game): (usize, usize)) -> String {
    tr!("pair {pair} game {game}", pair = unit + 1, game = game + 1)
}

fn words(Difference { ply, what, values: [was, is], .. }: &Difference) -> String {
    let what = match what {
        Aspect::Move => tr!("the move"),
        Aspect::Score => tr!("the score"),
        Aspect::Depth => tr!("the depth"),
        Aspect::Nodes => tr!("the number of nodes"),
        Aspect::Conclusion => tr!("the end"),
    };
    tr!("First difference: {what} at ply {ply} is {is}, not {was}.", what, ply = ply + 1, is, was)
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

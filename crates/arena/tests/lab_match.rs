//! The state of a match does not depend on who played its units or in which order they arrived.

mod common;

use proptest::prelude::*;
use tabia_arena::{
    ExtendError, MatchFile, MatchProgress, MergeError, PairError, PairRecord, Share, SprtSettings,
    TournamentFormat, match_file,
};
use tabia_rng::Rng;
use tabia_stats::{PairCounts, Verdict};

use common::{match_progress, play, settings};

/// All units of a match, played with this seed.
fn all_units(game: &MatchProgress, seed: u64) -> Vec<PairRecord> {
    let names = game.settings().names();
    game.schedule().units().map(|unit| play(&game.task(unit), &names, seed)).collect()
}

fn sprt(elo1: f64) -> SprtSettings {
    SprtSettings { elo1, ..SprtSettings::default() }
}

#[test]
fn units_are_handed_out_once_and_again_when_given_back() {
    let mut game = match_progress(settings(2, 8));
    let names = game.settings().names();
    let first = game.next_unit().unwrap();
    let second = game.next_unit().unwrap();
    assert_eq!((first.unit.id, second.unit.id), (0, 1));
    game.give_back(0);
    assert_eq!(game.next_unit().unwrap().unit.id, 0, "what was not finished is played again");
    let finished = game.finish(&play(&second, &names, 1)).unwrap();
    assert_eq!(finished.counted, [] as [usize; 0], "unit 0 comes first");
    let finished = game.finish(&play(&first, &names, 1)).unwrap();
    assert_eq!((finished.counted, finished.is_complete), (vec![0, 1], false));
    assert_eq!(game.next_unit().unwrap().unit.id, 2);
    assert_eq!(game.next_unit().unwrap().unit.id, 3);
    assert_eq!(game.next_unit(), None);
    assert_eq!(game.in_flight().collect::<Vec<_>>(), [2, 3]);
    let snapshot = game.snapshot();
    assert_eq!((snapshot.finished_games, snapshot.total_games, snapshot.in_flight), (4, 8, 2));
    assert_eq!(snapshot.wdl.games(), 4);
    assert_eq!(snapshot.engines[0].games, 4);
    assert_eq!(snapshot.workers.iter().map(|worker| worker.units).sum::<u64>(), 2);
}

#[test]
fn what_does_not_belong_is_refused_and_changes_nothing() {
    let mut game = match_progress(settings(2, 4));
    let task = game.next_unit().unwrap();
    let good = play(&task, &game.settings().names(), 1);
    game.finish(&good).unwrap();
    let before = game.snapshot();
    assert_eq!(game.finish(&good).unwrap().counted, [] as [usize; 0], "the same again counts once");
    let other = play(&task, &game.settings().names(), 2);
    let mut unknown = good.clone();
    unknown.unit = 2;
    let mut half = good.clone();
    half.games.pop();
    let mut swapped = good.clone();
    swapped.games.reverse();
    let mut broken_off = good.clone();
    broken_off.games[1].conclusion = tabia_arena::Conclusion::draw(tabia_arena::Reason::Interrupted);
    assert_eq!(game.finish(&other), Err(PairError::Conflict(0)));
    assert_eq!(game.finish(&unknown), Err(PairError::Unknown(2)));
    assert_eq!(game.finish(&half), Err(PairError::Games { unit: 0, found: 1, expected: 2 }));
    assert!(matches!(game.finish(&swapped), Err(PairError::Players { unit: 0, game: 1, .. })));
    assert_eq!(game.finish(&broken_off), Err(PairError::Unfinished { unit: 0, game: 2 }));
    assert_eq!(game.snapshot(), before);
}

#[test]
fn many_units_are_taken_at_once_or_none() {
    let game = match_progress(settings(2, 20));
    let units = all_units(&game, 1);
    let mut here = game.clone();
    here.set_share(Share { part: 1, of: 2, from: 0 }).unwrap();
    // Its own units first; then units from elsewhere that count between them.
    let own: Vec<PairRecord> = units.iter().filter(|unit| unit.unit % 2 == 1).cloned().collect();
    assert_eq!(here.finish_all(&own).unwrap().counted, [1, 3, 5, 7, 9]);
    let before = here.snapshot();
    let mut bad = vec![units[0].clone(), units[2].clone(), units[2].clone()];
    bad[2].worker += 1;
    assert_eq!(here.finish_all(&bad), Err(PairError::Conflict(2)));
    assert_eq!(here.snapshot(), before);
    bad[2] = bad[1].clone();
    assert_eq!(here.finish_all(&bad).unwrap().counted, [0, 2]);
    assert_eq!(here.finish(&units[4]).unwrap().counted, [4], "one that comes late");
    let speed = here.snapshot().speed.unwrap().percent;
    let [first, second] = &here.snapshot().engines[..] else { panic!() };
    assert!(
        (first.ms_per_move().unwrap() * (1.0 + speed / 100.0) - second.ms_per_move().unwrap()).abs() < 1e-6
    );
}

#[test]
fn a_match_is_resumed_from_its_file() {
    let mut settings = settings(3, 4);
    settings.format = TournamentFormat::Gauntlet;
    let mut game = match_progress(settings);
    let mut text = match_file::header_line(game.header());
    for unit in all_units(&game, 3).into_iter().skip(1).step_by(2) {
        game.finish(&unit).unwrap();
        text += &match_file::unit_line(&unit);
    }
    let torn = format!("{text}{{\"unit\":7,\"ga");
    let file = match_file::read(&torn).unwrap();
    assert_eq!(file.whole, text.len());
    let mut again = MatchProgress::new(file.header, game.openings().clone()).unwrap();
    for unit in &file.units {
        again.finish(unit).unwrap();
    }
    assert_eq!(again.snapshot(), game.snapshot());
    assert_eq!(again.next_unit().unwrap().unit.id, 0);
    assert_eq!(again.next_unit().unwrap().unit.id, 2);
    assert_eq!(again.next_unit(), None);
}

#[test]
fn files_of_other_kinds_say_what_they_are() {
    for (text, part) in [
        ("", "line 1: not a match file"),
        ("[Event \"?\"]\n", "line 1: not a match file"),
        ("{\"format\":\"tabia match 1\",\"seed\":1}\n", "earlier version"),
        ("{\"format\":\"tabia match 3\"}\n", "this version reads \"tabia match 2\""),
        (
            "{\"format\":\"tabia match 2\",\"id\":\"x\",\"settings\":{}}\n{}\n",
            "line 2: this is not a finished unit",
        ),
    ] {
        let error = match_file::read(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text:?}: {error}");
    }
}

#[test]
fn a_file_is_read_in_pieces_as_at_once() {
    let game = match_progress(settings(2, 6));
    let mut text = format!("\u{feff}{}", match_file::header_line(game.header())).replace('\n', "\r\n");
    for unit in &mut all_units(&game, 1) {
        unit.host = "Grüße ♞".to_owned();
        text += &match_file::unit_line(unit);
    }
    text += "\n{\"unit\":9,\"torn";
    let file = match_file::read(&text).unwrap();
    assert_eq!((file.units.len(), file.whole), (3, text.rfind('\n').unwrap() + 1));
    for size in [1, 2, 3, 7, 1000, 1 << 20] {
        let mut reader = match_file::Reader::default();
        let pieces = text.as_bytes().chunks(size).map(|piece| reader.push(piece).unwrap());
        let units: Vec<PairRecord> = pieces.flatten().collect();
        assert_eq!(units, file.units, "{size}");
        assert_eq!(reader.finish().unwrap().0, file.header);
    }
}

#[test]
fn a_line_without_end_is_refused_before_it_fills_the_memory() {
    let mut reader = match_file::Reader::default();
    let piece = vec![b' '; 1 << 16];
    let error = (0..1000).find_map(|_| reader.push(&piece).err()).unwrap();
    assert!(error.to_string().starts_with("line 1: it has "), "{error}");
    let mut reader = match_file::Reader::default();
    reader.push(match_file::header_line(match_progress(settings(2, 2)).header()).as_bytes()).unwrap();
    let pushed = (0..1000).take_while(|_| reader.push(&piece).is_ok()).count();
    assert_eq!(pushed, 128, "8 MiB");
}

#[test]
fn a_match_can_be_made_longer_with_its_results() {
    let mut game = match_progress(settings(2, 4));
    for unit in all_units(&game, 1) {
        game.finish(&unit).unwrap();
    }
    assert!(game.is_complete());
    assert_eq!(game.extend(4), Err(ExtendError::Shorter(4)));
    game.extend(7).unwrap();
    assert_eq!((game.settings().games, game.is_complete()), (8, false));
    assert_eq!(game.next_unit().unwrap().unit.id, 2);
    let mut three = match_progress(settings(3, 4));
    for unit in all_units(&three, 1) {
        three.finish(&unit).unwrap();
    }
    let before = three.snapshot().crosstable;
    three.extend(5).unwrap();
    assert_eq!((three.settings().games, three.settings().rounds), (4, 2));
    assert_eq!(three.snapshot().crosstable, before, "units keep their numbers");
    let mut odd = match_progress(settings(2, 3));
    assert_eq!(odd.extend(4), Err(ExtendError::Odd(3)));
    assert_eq!(odd.settings().games, 3);
}

#[test]
fn a_decided_match_goes_on_only_if_asked() {
    let mut settings = settings(2, 400);
    settings.sprt = Some(sprt(400.0));
    let mut game = match_progress(settings);
    let names = game.settings().names();
    while let Some(task) = game.next_unit() {
        game.finish(&play(&task, &names, 1)).unwrap();
    }
    let decided = game.snapshot();
    let verdict = game.verdict();
    assert_ne!(verdict, Verdict::Undecided);
    assert!(decided.finished_units < 200);
    game.go_on();
    assert_eq!(game.verdict(), verdict);
    while let Some(task) = game.next_unit() {
        game.finish(&play(&task, &names, 1)).unwrap();
    }
    assert_eq!((game.snapshot().pairs.pairs(), game.verdict()), (200, verdict), "its verdict stands");
}

#[test]
fn merging_is_refused_with_the_reason() {
    let game = match_progress(settings(2, 8));
    let units = all_units(&game, 1);
    let file = |units: &[PairRecord]| MatchFile {
        header: game.header().clone(),
        units: units.to_vec(),
        ..MatchFile::default()
    };
    let mut here = game.clone();
    here.finish(&units[0]).unwrap();
    let plan = here.plan_merge(&file(&units)).unwrap();
    assert_eq!((plan.new, plan.known, plan.extend_to), (vec![1, 2, 3], 1, None));

    let mut other_id = file(&units);
    other_id.header.id = "other".to_owned();
    assert!(matches!(here.plan_merge(&other_id), Err(MergeError::Id { .. })));
    let mut other_limits = file(&units);
    other_limits.header.settings.engines[0].limits.depth = Some(9);
    let refused = here.plan_merge(&other_limits).unwrap_err();
    assert_eq!(refused, MergeError::Settings(vec!["engines.1.limits.depth was 8, and is 9".to_owned()]));
    assert!(refused.to_string().ends_with(": engines.1.limits.depth was 8, and is 9"), "{refused}");
    let others = all_units(&game, 2);
    assert_eq!(here.plan_merge(&file(&others)), Err(MergeError::Unit(PairError::Conflict(0))));
    let twice = [units[1].clone(), others[1].clone()];
    assert_eq!(here.plan_merge(&file(&twice)), Err(MergeError::Unit(PairError::Conflict(1))));
    let mut illegal = file(&units);
    illegal.units[2].games[1].moves = "e2e5".to_owned();
    assert!(matches!(here.plan_merge(&illegal), Err(MergeError::Game { unit: 2, game: 2, .. })));

    let mut longer = file(&units);
    longer.header.settings.games = 12;
    assert_eq!(here.plan_merge(&longer).unwrap().extend_to, Some(12));
}

/// The part of a snapshot that does not depend on this host.
fn standing(game: &MatchProgress) -> tabia_arena::Snapshot {
    tabia_arena::Snapshot { is_complete: false, ..game.snapshot() }
}

#[test]
fn results_of_the_other_part_count_where_the_match_was_divided() {
    let whole = match_progress(settings(2, 24));
    let names = whole.settings().names();
    let units = all_units(&whole, 5);
    let mut expected = whole.clone();
    expected.finish_all(&units).unwrap();
    // Some pairs are played, then the match is divided, and the second part arrives as a file.
    let mut here = whole.clone();
    for _ in 0..3 {
        let task = here.next_unit().unwrap();
        here.finish(&play(&task, &names, 5)).unwrap();
    }
    here.set_share(Share { part: 0, of: 2, from: 3 }).unwrap();
    while let Some(task) = here.next_unit() {
        here.finish(&play(&task, &names, 5)).unwrap();
    }
    assert!(here.is_complete() && !here.is_over(), "this part is, the match is not");
    let theirs: Vec<PairRecord> = units.iter().filter(|unit| !here.is_finished(unit.unit)).cloned().collect();
    assert_eq!(here.finish_all(&theirs).unwrap().counted.len(), theirs.len());
    assert_eq!(here.snapshot(), expected.snapshot());
    assert_eq!(here.snapshot().pairs.pairs(), 12);
    assert!(here.is_over());
    // The same after reading the units again, one by one or several at a time.
    for size in [1, 5, 12] {
        let mut read = whole.clone();
        read.set_share(here.share()).unwrap();
        for some in units.chunks(size) {
            read.finish_all(some).unwrap();
        }
        assert_eq!(read.snapshot(), expected.snapshot());
    }
}

#[test]
fn units_wait_for_those_in_flight_only_and_are_told_once() {
    let mut game = match_progress(settings(2, 12));
    let names = game.settings().names();
    let all = all_units(&game, 3);
    let [first, second] = [game.next_unit().unwrap(), game.next_unit().unwrap()];
    let nothing = [] as [usize; 0];
    assert_eq!(game.finish(&play(&second, &names, 3)).unwrap().counted, nothing, "the first is being played");
    assert_eq!(game.snapshot().counted_games, 0);
    // Units of other hosts do not compete with those played here.
    assert_eq!(game.finish_all(&all[4..]).unwrap().counted, [4, 5]);
    game.give_back(first.unit.id);
    assert_eq!((game.snapshot().counted_games, game.snapshot().finished_games), (6, 6));
    assert_eq!(game.finish(&all[3]).unwrap().counted, [1, 3], "also what counted meanwhile");
    assert_eq!(game.finish(&all[0]).unwrap().counted, [0]);
    assert_eq!(game.finish(&all[2]).unwrap().counted, [2]);
    let mut at_once = match_progress(settings(2, 12));
    at_once.finish_all(&all).unwrap();
    assert_eq!(game.snapshot(), at_once.snapshot());
}

/// A unit in which the first engine wins or loses both games.
fn decisive(game: &MatchProgress, unit: usize, is_won: bool) -> PairRecord {
    use tabia_arena::{Conclusion, Reason};
    use tabia_chess::Color;
    let unit = game.schedule().unit(unit).unwrap();
    let mut record = play(&game.task(unit.clone()), &game.settings().names(), 1);
    for (scheduled, game) in unit.games.iter().zip(&mut record.games) {
        let first = if scheduled.white == 0 { Color::White } else { Color::Black };
        game.conclusion = Conclusion::win(if is_won { first } else { !first }, Reason::Checkmate);
    }
    record
}

/// Quick losses finish first, and then the match is paused: they wait for the long pairs, also after being
/// read again.
#[test]
fn a_pause_does_not_put_short_pairs_first() {
    let mut settings = settings(2, 200);
    settings.sprt = Some(sprt(100.0));
    let mut game = match_progress(settings);
    let tasks: Vec<_> = std::iter::from_fn(|| game.next_unit()).take(60).collect();
    for task in tasks.iter().skip(2) {
        game.finish(&decisive(&game, task.unit.id, false)).unwrap();
    }
    game.give_back(0);
    game.give_back(1);
    let snapshot = game.snapshot();
    assert_eq!((snapshot.counted_games, snapshot.finished_games), (0, 116));
    assert_eq!((game.verdict(), game.is_over()), (Verdict::Undecided, false));
    let records: Vec<PairRecord> = (2..60).map(|unit| decisive(&game, unit, false)).collect();
    let mut read = match_progress(game.settings().clone());
    assert_eq!(read.finish_all(&records).unwrap().counted, [] as [usize; 0]);
    assert_eq!(read.snapshot(), snapshot);
    assert_eq!((read.next_unit().unwrap().unit.id, read.next_unit().unwrap().unit.id), (0, 1));
    assert_eq!(read.finish(&decisive(&read, 1, true)).unwrap().counted, [] as [usize; 0]);
    let finished = read.finish(&decisive(&read, 0, true)).unwrap();
    assert_eq!((finished.counted.first(), finished.verdict), (Some(&0), Verdict::H0));
}

/// One part of a divided match looks decided; the other part reverses it. Only pairs without gaps decide.
#[test]
fn a_part_of_a_match_does_not_decide_its_test() {
    let mut settings = settings(2, 400);
    settings.sprt = Some(sprt(100.0));
    let mut here = match_progress(settings);
    here.set_share(Share { part: 0, of: 2, from: 0 }).unwrap();
    for unit in (0..100).step_by(2) {
        here.finish(&decisive(&here, unit, true)).unwrap();
    }
    let llr = here.snapshot().llr.unwrap();
    assert!(llr.value > llr.bounds.upper && llr.verdict == Verdict::Undecided, "{}", llr.value);
    let words =
        tabia_arena::standing(&here.settings().names(), &here.snapshot(), here.settings().sprt.as_ref());
    assert_eq!(words.title, "Undecided so far");
    assert!(words.detail.ends_with("from the other parts of the match"), "{}", words.detail);
    let theirs: Vec<PairRecord> = (1..200).step_by(2).map(|unit| decisive(&here, unit, false)).collect();
    here.finish_all(&theirs).unwrap();
    assert_eq!(here.verdict(), Verdict::H0, "every second pair is lost");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever arrives later, in any order and from any part of the match: a verdict stands, and so do the
    /// figures it is based on.
    #[test]
    fn a_verdict_stands(seed in any::<u64>(), share in 1usize..4, elo1 in 100.0..400.0f64) {
        let mut settings = settings(2, 120);
        settings.sprt = Some(sprt(elo1));
        let mut game = match_progress(settings);
        game.set_share(Share { part: 0, of: share, from: 0 }).unwrap();
        let mut units = all_units(&game, seed);
        Rng::new(seed).shuffle(&mut units);
        let mut decided: Option<tabia_arena::Snapshot> = None;
        for unit in &units {
            game.finish(unit).unwrap();
            let now = game.snapshot();
            if let Some(before) = &decided {
                prop_assert_eq!(game.verdict(), before.llr.as_ref().unwrap().verdict);
                prop_assert_eq!((now.wdl, &now.report), (before.wdl, &before.report));
            } else if game.verdict() != Verdict::Undecided {
                decided = Some(now);
            }
        }
        let mut again = match_progress(game.settings().clone());
        again.finish_all(&units).unwrap();
        prop_assert_eq!(again.verdict(), game.verdict());
    }

    /// However a match is continued: with several units in flight, given back, in parts, with results of
    /// others merged in between. Once nothing is in flight, its state is that of a match that has read the
    /// same units at once.
    #[test]
    fn a_match_at_rest_is_a_function_of_its_finished_units(
        seed in any::<u64>(),
        pairs in 1usize..30,
        tested in any::<bool>(),
        steps in prop::collection::vec(0u8..8, 0..60),
    ) {
        let mut settings = settings(2, 2 * pairs);
        if tested {
            settings.sprt = Some(sprt(300.0));
        }
        let whole = match_progress(settings);
        let names = whole.settings().names();
        let units = all_units(&whole, seed);
        let mut rng = Rng::new(seed);
        let mut game = whole.clone();
        let mut tasks = Vec::new();
        let mut told = Vec::new();
        let mut pick = |length: usize| rng.below(length as u64) as usize;
        let mut verdict = Verdict::Undecided;
        for step in steps {
            if verdict != Verdict::Undecided {
                prop_assert_eq!(game.verdict(), verdict, "a verdict stands");
            }
            verdict = game.verdict();
            match step {
                0..=2 => tasks.extend(game.next_unit()),
                3 | 4 if !tasks.is_empty() => {
                    let task = tasks.swap_remove(pick(tasks.len()));
                    told.extend(game.finish(&play(&task, &names, seed)).unwrap().counted);
                }
                5 if !tasks.is_empty() => game.give_back(tasks.swap_remove(pick(tasks.len())).unit.id),
                6 => {
                    let of = 1 + pick(3);
                    game.set_share(Share { part: pick(of), of, from: pick(pairs) }).unwrap();
                }
                _ => {
                    let some: Vec<PairRecord> = (0..3).map(|_| units[pick(pairs)].clone()).collect();
                    told.extend(game.finish_all(&some).unwrap().counted);
                }
            }
        }
        for task in tasks {
            game.give_back(task.unit.id);
        }
        let finished: Vec<usize> = game.finished_units().collect();
        let mut at_once = whole.clone();
        let some: Vec<PairRecord> = finished.iter().map(|&unit| units[unit].clone()).collect();
        at_once.set_share(game.share()).unwrap();
        at_once.finish_all(&some).unwrap();
        prop_assert_eq!(standing(&game), standing(&at_once));
        if !tested {
            prop_assert_eq!(game.snapshot().counted_games, 2 * finished.len());
            told.extend(game.finish(&units[finished.first().copied().unwrap_or(0)]).unwrap().counted);
            told.sort_unstable();
            prop_assert_eq!(told, game.finished_units().collect::<Vec<_>>());
        }
    }

    /// However units are distributed over browsers, and in whatever order they finish and their files are
    /// merged: the snapshot is that of one browser that played everything.
    #[test]
    fn any_partition_merges_to_the_same_match(
        seed in any::<u64>(),
        engines in 2usize..4,
        pairs in 1usize..20,
        hosts in 1usize..5,
        shared in any::<bool>(),
        tested in any::<bool>(),
        go_on in any::<bool>(),
    ) {
        let mut settings = settings(engines, 2 * pairs);
        if tested && engines == 2 {
            settings.sprt = Some(SprtSettings { go_on, ..sprt(300.0) });
        }
        let whole = match_progress(settings);
        let mut units = all_units(&whole, seed);
        let mut rng = Rng::new(seed);
        let mut expected = whole.clone();
        for unit in &mut units {
            let host = if shared { unit.unit % hosts } else { rng.below(hosts as u64) as usize };
            unit.host = host.to_string();
            expected.finish(unit).unwrap();
        }
        // Every host plays its units in a different order.
        let mut files: Vec<MatchFile> = (0..hosts).map(|host| {
            let mut match_here = whole.clone();
            if shared {
                match_here.set_share(Share { part: host, of: hosts, from: 0 }).unwrap();
            }
            let mut own: Vec<PairRecord> =
                units.iter().filter(|unit| unit.host == host.to_string()).cloned().collect();
            rng.shuffle(&mut own);
            let mut text = match_file::header_line(match_here.header());
            for unit in &own {
                match_here.finish(unit).unwrap();
                text += &match_file::unit_line(unit);
            }
            if shared && !tested {
                assert!(match_here.is_complete());
                assert_eq!(match_here.snapshot().finished_units, own.len());
            }
            match_file::read(&text).unwrap()
        }).collect();
        // One of them merges the results of the others, some of them twice.
        rng.shuffle(&mut files);
        files.push(files[0].clone());
        let mut merged = whole.clone();
        if shared {
            merged.set_share(Share { part: 0, of: hosts, from: 0 }).unwrap();
        }
        for file in &files {
            let plan = merged.plan_merge(file).unwrap();
            prop_assert_eq!(plan.new.len() + plan.known, file.units.len());
            let new: Vec<PairRecord> = plan.new.iter().map(|&place| file.units[place].clone()).collect();
            let before = merged.snapshot().finished_units;
            if rng.below(2) == 0 {
                merged.finish_all(&new).unwrap();
            } else {
                for unit in &new {
                    merged.finish(unit).unwrap();
                }
            }
            prop_assert_eq!(merged.snapshot().finished_units, before + new.len());
        }
        merged.set_share(Share::WHOLE).unwrap();
        prop_assert_eq!(merged.snapshot(), expected.snapshot());
        prop_assert_eq!(merged.finished_units().count(), units.len());
    }
}

#[test]
fn shares_are_disjoint_and_complete() {
    let whole = match_progress(settings(2, 40));
    let names = whole.settings().names();
    let mut all = PairCounts::default();
    for part in 0..3 {
        let mut game = whole.clone();
        game.set_share(Share { part, of: 3, from: 0 }).unwrap();
        while let Some(task) = game.next_unit() {
            assert_eq!(task.unit.id % 3, part);
            game.finish(&play(&task, &names, 1)).unwrap();
        }
        assert!(game.is_complete());
        all += game.snapshot().pairs;
    }
    assert_eq!(all.pairs(), 20);
    // Units played before the match was divided belong to the first host.
    let later = |part| Share { part, of: 3, from: 5 };
    for unit in 0..12 {
        let hosts: Vec<usize> = (0..3).filter(|&part| later(part).contains(unit)).collect();
        assert_eq!(hosts, [if unit < 5 { 0 } else { unit % 3 }], "unit {unit}");
    }
    assert!(whole.clone().set_share(Share { part: 3, of: 3, from: 0 }).is_err());
}

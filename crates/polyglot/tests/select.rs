//! Which moves are played, and how often.

use proptest::prelude::*;
use tabia_chess::{Move, Position};
use tabia_polyglot::select::{
    Choice, Factors, Known, POLYGLOT_THRESHOLD, Results, Rules, Selection, SplitMix64, best, pick, rank,
    select, weighted, weights_in_play,
};
use tabia_polyglot::{Candidate, Flag, Marks};

fn moves() -> Vec<Move> {
    Position::default().legal_moves().to_vec()
}

fn candidates(weights: &[u16]) -> Vec<Candidate> {
    moves().into_iter().zip(weights).map(|(mv, &weight)| Candidate { mv, weight, learn: 0 }).collect()
}

fn known(frequencies: &[u16]) -> Vec<Known> {
    candidates(frequencies).iter().map(Known::from).collect()
}

#[test]
fn the_first_of_the_greatest_weights_is_best() {
    let list = candidates(&[3, 9, 1, 9, 0]);
    assert_eq!(best(&list), Some(&list[1]));
    assert_eq!(best(&candidates(&[0, 0])), None);
    assert_eq!(best(&[]), None);
}

#[test]
fn chance_follows_the_weights() {
    let list = candidates(&[60, 30, 10, 0]);
    let mut random = SplitMix64::new(7);
    let mut counts = [0_u32; 4];
    for _ in 0..10_000 {
        let chosen = weighted(&list, POLYGLOT_THRESHOLD, &mut random).expect("a move has a weight");
        counts[list.iter().position(|candidate| candidate == chosen).expect("of the list")] += 1;
    }
    // The standard deviation of the greatest is 49.
    assert!(counts[0].abs_diff(6000) < 250 && counts[1].abs_diff(3000) < 250, "{counts:?}");
    assert!(counts[2].abs_diff(1000) < 200 && counts[3] == 0, "{counts:?}");
}

#[test]
fn weights_in_play_follow_the_marks() {
    let marked = |flag, play_percent| Marks { flag, play_percent }.to_learn();
    let mut list = candidates(&[60, 30, 10, 0]);
    assert_eq!(weights_in_play(&list), [60, 30, 10, 0]);
    // 25 of 100 for the second, the rest in proportion to the weights.
    list[1].learn = marked(None, 25);
    assert_eq!(weights_in_play(&list), [60 * 75, 25 * 70, 10 * 75, 0]);
    // The reader gives a move marked `?` the weight 0.
    (list[0].learn, list[0].weight) = (marked(Some(Flag::Avoided), 50), 0);
    assert_eq!(weights_in_play(&list), [0, 25 * 10, 10 * 75, 0]);
    list[2].learn = marked(Some(Flag::Recommended), 0);
    assert_eq!(weights_in_play(&list), [0, 0, 10, 0]);
    assert!(weights_in_play(&[]).is_empty());
}

#[test]
fn recommended_moves_without_weight_are_played_equally_often() {
    let recommended = |play_percent| Marks { flag: Some(Flag::Recommended), play_percent }.to_learn();
    let counts = |list: &[Candidate]| {
        let known: Vec<Known> = list.iter().map(Known::from).collect();
        let mut random = SplitMix64::new(3);
        let mut counts = vec![0_u32; list.len()];
        for _ in 0..4_000 {
            if let Choice::Play(mv) = select(&known, &Selection::default(), &mut random) {
                counts[list.iter().position(|candidate| candidate.mv == mv).expect("of the list")] += 1;
            }
        }
        counts
    };
    let mut list = candidates(&[60, 0, 0]);
    list[1].learn = recommended(0);
    assert_eq!(counts(&list), [0, 4_000, 0]);
    assert_eq!(weights_in_play(&list), [0, 1, 0]);
    list[2].learn = recommended(0);
    // The standard deviation is 32.
    assert!(counts(&list)[1].abs_diff(2_000) < 160, "{:?}", counts(&list));
    assert_eq!(weights_in_play(&list), [0, 1, 1]);
    list[2].learn = recommended(25);
    assert!(counts(&list)[1].abs_diff(3_000) < 140, "{:?}", counts(&list));
    assert_eq!(weights_in_play(&list), [0, 75, 25]);
    // It isn't played if another one has a weight.
    list[0].learn = recommended(0);
    list[2].learn = 0;
    assert_eq!(counts(&list), [4_000, 0, 0]);
    assert_eq!(weights_in_play(&list), [60, 0, 0]);
}

#[test]
fn rare_moves_are_below_polyglots_threshold() {
    let list = candidates(&[995, 5]);
    let mut random = SplitMix64::new(1);
    assert!((0..5000).all(|_| weighted(&list, POLYGLOT_THRESHOLD, &mut random) == Some(&list[0])));
    let mut random = SplitMix64::new(1);
    assert!((0..5000).any(|_| weighted(&list, 0.0, &mut random) == Some(&list[1])));
}

#[test]
fn flags_rule() {
    let mut list = known(&[100, 50, 10, 5]);
    list[0].flag = Some(Flag::Avoided);
    assert_eq!(
        rank(&list, &Rules::default()).iter().map(|ranked| ranked.mv).collect::<Vec<_>>(),
        [list[1].mv, list[2].mv, list[3].mv]
    );
    list[3].flag = Some(Flag::Recommended);
    assert_eq!(rank(&list, &Rules::default()).len(), 1);
    assert_eq!(rank(&list, &Rules::default())[0].mv, list[3].mv);
    // What was learned is as good as a flag, but the author's own counts more.
    list[3].flag = None;
    list[2].learned = 101;
    assert_eq!(rank(&list, &Rules::default())[0].mv, list[2].mv);
    list[2].flag = Some(Flag::Avoided);
    assert!(rank(&list, &Rules::default()).iter().all(|ranked| ranked.mv != list[2].mv));
    for known in &mut list {
        known.flag = None;
        known.learned = -101;
    }
    assert_eq!(rank(&list, &Rules::default()), []);
}

#[test]
fn moves_that_never_won_are_not_played() {
    let mut list = known(&[100, 50]);
    list[0].results = Some(Results { wins: 0, draws: 90, losses: 10 });
    list[1].results = Some(Results { wins: 1, draws: 0, losses: 49 });
    let ranked = rank(&list, &Rules::default());
    assert_eq!(ranked.iter().map(|ranked| ranked.mv).collect::<Vec<_>>(), [list[1].mv]);
}

#[test]
fn each_factor_orders_the_moves() {
    let mut list = known(&[1, 2, 3, 4]);
    let results = |wins, losses| Some(Results { wins, draws: 0, losses });
    (list[0].results, list[1].results, list[2].results, list[3].results) =
        (results(9, 1), results(8, 2), results(7, 3), results(6, 4));
    (list[0].eval, list[1].eval, list[2].eval, list[3].eval) = (0, 50, -20, 10);
    (list[0].learned, list[1].learned, list[2].learned, list[3].learned) = (-5, 0, 5, 1);
    let none = Factors { frequency: 0.0, ratio: 0.0, eval: 0.0, learn: 0.0 };
    for (factors, order) in [
        (Factors { frequency: 1.0, ..none }, [3, 2, 1, 0]),
        (Factors { ratio: 1.0, ..none }, [0, 1, 2, 3]),
        (Factors { eval: 0.5, ..none }, [1, 3, 0, 2]),
        (Factors { learn: 0.1, ..none }, [2, 3, 1, 0]),
    ] {
        let ranked = rank(&list, &Rules { factors, width: 4 });
        assert_eq!(
            ranked.iter().map(|ranked| ranked.mv).collect::<Vec<_>>(),
            order.map(|index: usize| list[index].mv),
            "{factors:?}"
        );
    }
    // The best of one factor is mapped to 1000.
    let ranked = rank(&list, &Rules { factors: Factors { frequency: 0.5, ..none }, width: 4 });
    assert!((ranked[0].value - 501.0).abs() < 1e-9 && (ranked[3].value - 1.0).abs() < 1e-9);
}

#[test]
fn play_percentages_are_honoured() {
    let mut list = known(&[100, 50, 10]);
    list[2].play_percent = 80;
    let ranked = rank(&list, &Rules::default());
    assert_eq!(ranked[0].mv, list[2].mv, "they come first, so that no width cuts them off");
    assert!((ranked[0].probability - 0.8).abs() < 1e-9);
    assert!((ranked[1].probability + ranked[2].probability - 0.2).abs() < 1e-9);
    // More than everything is shared out.
    list[0].play_percent = 100;
    list[1].play_percent = 20;
    let ranked = rank(&list, &Rules::default());
    assert_eq!(ranked.iter().map(|ranked| ranked.probability).collect::<Vec<_>>(), [0.5, 0.4, 0.1]);
}

#[test]
fn play_percentages_hold_in_every_way() {
    let rules = Rules::default();
    let all =
        [Selection::Best, Selection::default(), Selection::Ranked { rules }, Selection::Search { rules }];
    let choose =
        |list: &[Known], selection: &Selection| match select(list, selection, &mut SplitMix64::new(5)) {
            Choice::Play(mv) => vec![mv],
            Choice::Search(moves) => moves,
            Choice::Nothing => Vec::new(),
        };
    let mut list = known(&[90, 2, 8]);
    list[1].play_percent = 100;
    for selection in &all {
        assert_eq!(choose(&list, selection), [list[1].mv], "{selection:?}");
    }
    // The best is what is played most often with regard to them.
    list[1].play_percent = 40;
    assert_eq!(choose(&list, &Selection::Best), [list[0].mv]);
    assert_eq!(choose(&list, &Selection::Search { rules }).len(), 3);
    list[1].play_percent = 60;
    assert_eq!(choose(&list, &Selection::Best), [list[1].mv]);
    list[2].play_percent = 60;
    assert_eq!(choose(&list, &Selection::Best), [list[1].mv], "the first among equals");
    assert_eq!(choose(&list, &Selection::Search { rules }), [list[2].mv, list[1].mv]);
    // Next to percentages, a recommended move without weight gets no share.
    let mut list = known(&[0, 5]);
    (list[0].flag, list[1].flag) = (Some(Flag::Recommended), Some(Flag::Recommended));
    list[1].play_percent = 40;
    assert_eq!(choose(&list, &Selection::Best), [list[1].mv]);
}

fn any_known() -> impl Strategy<Value = Vec<Known>> {
    let one = (
        any::<u16>(),
        prop::option::of((0..3_u32, any::<u16>(), any::<u16>())),
        any::<i16>(),
        -150..150_i32,
        0..4_u8,
        0..=100_u8,
        any::<bool>(),
    );
    prop::collection::vec(one, 0..20).prop_map(|list| {
        moves()
            .into_iter()
            .zip(list)
            .map(|(mv, (frequency, results, eval, learned, flag, percent, with_percent))| Known {
                mv,
                frequency: frequency.into(),
                results: results.map(|(wins, draws, losses)| Results {
                    wins,
                    draws: draws.into(),
                    losses: losses.into(),
                }),
                eval: eval.into(),
                learned,
                flag: match flag {
                    0 => Some(Flag::Avoided),
                    1 => Some(Flag::Recommended),
                    _ => None,
                },
                play_percent: if with_percent { percent } else { 0 },
            })
            .collect()
    })
}

proptest! {
    #[test]
    fn ranking_keeps_its_laws(list in any_known(), weights: [f64; 4], width in 0..25_usize, seed: u64) {
        let [frequency, ratio, eval, learn] = weights;
        let rules = Rules { factors: Factors { frequency, ratio, eval, learn }, width };
        let ranked = rank(&list, &rules);
        prop_assert!(ranked.len() <= width.max(1));
        let of = |mv: Move| list.iter().find(|known| known.mv == mv).expect("of the list");
        prop_assert!(ranked.iter().all(|ranked| of(ranked.mv).flag != Some(Flag::Avoided)));
        let recommended = |known: &Known| known.flag == Some(Flag::Recommended) && known.results.is_none_or(|results| results.wins > 0);
        if list.iter().any(recommended) {
            let allowed = |known: &Known| recommended(known) || known.flag.is_none() && known.learned > 100;
            prop_assert!(ranked.iter().all(|ranked| allowed(of(ranked.mv))));
        }
        prop_assert!(ranked.iter().all(|ranked| ranked.value >= 1.0 && ranked.value <= 4001.0 && ranked.probability >= 0.0));
        let total: f64 = ranked.iter().map(|ranked| ranked.probability).sum();
        prop_assert!(ranked.is_empty() || (total - 1.0).abs() < 1e-9, "{}", total);
        let picked: Vec<_> = (0..5).scan(SplitMix64::new(seed), |random, _| pick(&ranked, random)).collect();
        let again: Vec<_> = (0..5).scan(SplitMix64::new(seed), |random, _| pick(&ranked, random)).collect();
        prop_assert_eq!(&picked, &again);
        prop_assert_eq!(picked.len(), if ranked.is_empty() { 0 } else { 5 });
        prop_assert!(picked.iter().all(|ranked| ranked.probability > 0.0));
    }

    #[test]
    fn no_weight_is_no_move(weights in prop::collection::vec(0..3_u16, 0..20), seed: u64, threshold in 0.0..1.0) {
        let list = candidates(&weights);
        let chosen = weighted(&list, threshold, &mut SplitMix64::new(seed));
        prop_assert!(chosen.is_none_or(|candidate| candidate.weight > 0));
        prop_assert_eq!(weighted(&list, 0.0, &mut SplitMix64::new(seed)).is_none(), weights.iter().all(|&weight| weight == 0));
    }
}

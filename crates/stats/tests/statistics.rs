//! The statistics compared with published and recomputed figures, and their invariants.

use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::Value;
use tabia_stats::{
    Convention, Counts, EncounterResult, Estimate, Interval, Model, PairCounts, PairResult, PlayerResult,
    Sprt, Verdict, WdlCounts, ratings, report,
};

/// The conformance data, or `None` with a message if the folder is missing (a failure in CI).
fn vectors() -> Option<Vec<Value>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data =
        std::env::var_os("TABIA_SHARED_DATA").map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let path = data.join("match_vectors.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        assert!(std::env::var_os("CI").is_none(), "{} is missing", path.display());
        eprintln!("SKIPPED: {} is missing", path.display());
        return None;
    };
    Some(serde_json::from_str(&text).expect("match_vectors.json is JSON"))
}

fn counts(case: &Value) -> Counts {
    let numbers = |key: &str| -> Vec<u64> {
        case[key].as_array().map(|a| a.iter().map(|n| n.as_u64().unwrap()).collect()).unwrap_or_default()
    };
    match numbers("counts_low_to_high")[..] {
        [losses, draws, wins] => WdlCounts { wins, losses, draws }.into(),
        [ll, ld, middle, wd, ww] => {
            let split = numbers("wl_dd_split");
            let (wl, dd) = if let [wl, dd] = split[..] { (wl, dd) } else { (0, middle) };
            assert_eq!(wl + dd, middle);
            PairCounts { ll, ld, wl, dd, wd, ww }.into()
        }
        _ => panic!("{case}"),
    }
}

fn sprt(case: &Value) -> Option<Sprt> {
    let sprt = case.get("sprt")?;
    let number = |key: &str| sprt[key].as_f64().unwrap();
    let model = sprt["model"].as_str().unwrap().parse().unwrap();
    Some(Sprt::new(model, number("elo0"), number("elo1"), number("alpha"), number("beta")).unwrap())
}

/// Compares two figures, relatively if large: the file has eight decimals for each.
fn assert_close(id: &Value, what: &str, got: f64, expected: f64, tolerance: f64) {
    let error = (got - expected).abs() / expected.abs().max(1.0);
    assert!(error <= tolerance, "{id}: {what} is {got}, not {expected}");
}

#[test]
fn every_figure_is_fishtests_to_a_millionth() {
    let Some(cases) = vectors() else { return };
    let mut compared = 0;
    for case in &cases {
        let (counts, id, fishtest) = (counts(case), &case["id"], &case["fishtest"]);
        let estimate = Estimate::new(&counts, Convention::Fishtest);
        let llr = sprt(case).map(|sprt| sprt.llr(&counts).value);
        let figures = [
            ("elo", Some(estimate.elo)),
            ("elo_err", Some(estimate.elo_err)),
            ("nelo", Some(estimate.nelo)),
            ("nelo_err", Some(estimate.nelo_err)),
            ("los", Some(estimate.los)),
            ("llr", llr),
        ];
        for (key, got) in figures {
            if let (Some(expected), Some(got)) = (fishtest[key].as_f64(), got) {
                assert_close(id, key, got, expected, 1e-6);
                compared += 1;
            }
        }
        let ratios = [("drawratio", counts.draw_ratio()), ("pairsratio", counts.pairs_ratio())];
        for (key, got) in ratios {
            if let Some(expected) = case[key].as_f64() {
                assert_close(id, key, got.unwrap(), expected, 1e-6);
            }
        }
    }
    assert!(compared >= 14 * 5, "only {compared} figures");
}

#[test]
fn published_figures_are_met_at_their_own_tolerance() {
    let Some(cases) = vectors() else { return };
    for case in &cases {
        let (counts, id, published) = (counts(case), &case["id"], &case["published"]);
        let estimate = Estimate::new(&counts, Convention::Fastchess);
        let llr = sprt(case).map(|sprt| sprt.llr(&counts).value);
        let los = published["los"].as_str().map(|text| text.trim_end_matches(" %").parse::<f64>().unwrap());
        let figures = [
            (published["elo"].as_f64(), Some(estimate.elo)),
            (published["elo_err"].as_f64(), Some(estimate.elo_err)),
            (published["nelo"].as_f64(), Some(estimate.nelo)),
            (published["nelo_err"].as_f64(), Some(estimate.nelo_err)),
            (published["score"].as_f64(), Some(estimate.score)),
            (published["llr"].as_f64(), llr),
            (los, Some(100.0 * estimate.los)),
            (published["drawratio"].as_f64(), counts.draw_ratio()),
            (published["pairsratio"].as_f64(), counts.pairs_ratio()),
            (published["wldd"].as_f64(), counts.wl_dd_ratio()),
        ];
        for (expected, got) in figures {
            if let Some(expected) = expected {
                let got = got.unwrap();
                let tolerance = 0.01 * (1.0 + got.abs().max(expected.abs()));
                assert!((got - expected).abs() < tolerance, "{id}: {got}, published {expected}");
            }
        }
    }
}

#[test]
fn fastchess_figures_are_met_where_it_has_any() {
    let Some(cases) = vectors() else { return };
    for case in &cases {
        let (counts, fastchess) = (counts(case), &case["fastchess"]);
        let estimate = Estimate::new(&counts, Convention::Fastchess);
        let figures = [
            ("elo", estimate.elo),
            ("elo_err", estimate.elo_err),
            ("nelo", estimate.nelo),
            ("nelo_err", estimate.nelo_err),
        ];
        for (key, got) in figures {
            if let Some(expected) = fastchess[key].as_f64() {
                assert_close(&case["id"], key, got, expected, 2e-6);
            }
        }
    }
}

#[test]
fn the_bounds_are_walds() {
    let Some(cases) = vectors() else { return };
    for case in &cases {
        if let Some(test) = sprt(case) {
            let bounds = test.bounds();
            assert_close(&case["id"], "lower", bounds.lower, case["sprt"]["lower"].as_f64().unwrap(), 1e-8);
            assert_close(&case["id"], "upper", bounds.upper, case["sprt"]["upper"].as_f64().unwrap(), 1e-8);
        }
    }
}

#[test]
fn the_report_reads_as_fastchess_writes_it() {
    let pairs = PairCounts { ll: 43, ld: 61, wl: 119, dd: 25, wd: 55, ww: 37 };
    let sprt = Sprt::new(Model::Normalized, 0.0, 2.0, 0.05, 0.05).unwrap();
    let expected = "Elo: -9.20 +/- 20.93, nElo: -11.50 +/- 26.11\n\
        LOS: 19.41 %, DrawRatio: 42.35 %, PairsRatio: 0.88\n\
        Games: 680, Wins: 248, Losses: 266, Draws: 166, Points: 331.0 (48.68 %)\n\
        Ptnml(0-2): [43, 61, 144, 55, 37], WL/DD Ratio: 4.76\n\
        LLR: -0.14 (-4.8%) (-2.94, 2.94) [0.00, 2.00]\n";
    assert_eq!(report(&pairs.into(), Some(&sprt)), expected);
}

#[test]
fn hypotheses_that_no_result_can_meet_still_give_an_answer() {
    let extremes = [
        PairCounts { ll: 9, ld: 1, ..PairCounts::default() },
        PairCounts { ww: 10, ..PairCounts::default() },
        PairCounts { ll: 1_000_000_000, ..PairCounts::default() },
        PairCounts::default(),
    ];
    for pairs in extremes {
        for (elo0, elo1) in
            [(-1500.0, -500.0), (-500.0, 500.0), (0.0, 1e9), (-1e300, 1e300), (0.0, f64::MIN_POSITIVE)]
        {
            for model in [Model::Normalized, Model::Logistic, Model::Bayesian] {
                let sprt = Sprt::new(model, elo0, elo1, 0.05, 0.05).unwrap();
                for counts in [Counts::Pairs(pairs), Counts::Games(pairs.wdl())] {
                    assert!(sprt.llr(&counts).value.is_finite(), "{model} [{elo0}, {elo1}] {counts:?}");
                }
            }
        }
    }
}

/// The exact ratio for hypotheses far from 0, computed with a general-purpose optimiser; fastchess publishes
/// the third and the fourth.
#[test]
fn hypotheses_far_from_zero_have_the_exact_ratio() {
    for (ptnml, elo0, elo1, expected) in [
        ([30, 10, 5, 2, 1], -240.0, -200.0, -1.1015),
        ([1, 2, 5, 10, 30], 200.0, 240.0, 1.1015),
        ([77, 1, 0, 0, 0], -1000.0, -500.0, -2.9524),
        ([72, 10, 0, 0, 0], -1000.0, -500.0, -2.97),
        ([9, 1, 0, 0, 0], -1500.0, -500.0, -0.4357),
        ([0, 0, 0, 0, 10], -500.0, 500.0, 29.1883),
    ] {
        let [ll, ld, dd, wd, ww] = ptnml;
        let sprt = Sprt::new(Model::Normalized, elo0, elo1, 0.05, 0.05).unwrap();
        let llr = sprt.llr(&PairCounts { ll, ld, wl: 0, dd, wd, ww }.into());
        assert!(llr.exact && (llr.value - expected).abs() < 0.005, "{ptnml:?} [{elo0}, {elo1}]: {llr:?}");
    }
}

/// As a hypothesis moves away from 0, the search replaces the fixed point, and the ratio does not jump.
#[test]
fn the_ratio_changes_smoothly_with_the_hypothesis() {
    for counts in [
        Counts::from(PairCounts { ll: 30, ld: 10, wl: 2, dd: 3, wd: 2, ww: 1 }),
        PairCounts { ll: 3, ld: 60, wl: 20, dd: 80, wd: 70, ww: 5 }.into(),
        PairCounts { ww: 12, wd: 3, ..PairCounts::default() }.into(),
        WdlCounts { wins: 40, losses: 12, draws: 9 }.into(),
    ] {
        let llr = |elo: f64| {
            let sprt = Sprt::new(Model::Normalized, -1.0 - f64::EPSILON.sqrt(), elo, 0.05, 0.05);
            sprt.map_or_else(
                |_| {
                    let sprt = Sprt::new(Model::Normalized, elo, -1.0, 0.05, 0.05).unwrap().llr(&counts);
                    assert!(sprt.exact);
                    -sprt.value
                },
                |sprt| {
                    assert!(sprt.llr(&counts).exact);
                    sprt.llr(&counts).value
                },
            )
        };
        let values: Vec<f64> = (-600..600).map(|elo| llr(f64::from(elo))).collect();
        for (index, three) in values.windows(3).enumerate() {
            let bend = (three[2] - 2.0 * three[1] + three[0]).abs();
            assert!(bend < 0.004, "{counts:?} at {}: {three:?}", index as i32 - 599);
        }
    }
}

#[test]
fn the_report_has_no_negative_zero() {
    let sprt = Sprt::new(Model::Normalized, 0.0, 2.0, 0.05, 0.05).unwrap();
    let level = PairCounts { wl: 3, dd: 7, ..PairCounts::default() };
    let text = report(&level.into(), Some(&sprt));
    assert!(text.starts_with("Elo: 0.00 +/- 0.00, ") && !text.contains("-0.0"), "{text}");
    assert!(report(&(-level).into(), Some(&sprt)).contains("LLR: 0.00 (0.0%)"), "{text}");
    // Hypotheses and bounds that round to zero.
    let sprt = Sprt::new(Model::Normalized, -0.001, 5.0, 0.05, 0.05).unwrap();
    assert!(report(&level.into(), Some(&sprt)).contains("[0.00, 5.00]"));
    let sprt = Sprt::new(Model::Normalized, -5.0, -0.004, 0.4995, 0.4995).unwrap();
    assert!(report(&level.into(), Some(&sprt)).contains("(0.00, 0.00) [-5.00, 0.00]"));
}

#[test]
fn parameters_are_checked() {
    let new = |elo0, elo1, alpha, beta| Sprt::new(Model::Normalized, elo0, elo1, alpha, beta);
    assert!(new(0.0, 5.0, 0.05, 0.05).is_ok());
    for (elo0, elo1, alpha, beta) in [
        (5.0, 0.0, 0.05, 0.05),
        (1.0, 1.0, 0.05, 0.05),
        (f64::NAN, 1.0, 0.05, 0.05),
        (f64::NEG_INFINITY, 1.0, 0.05, 0.05),
        (0.0, 5.0, 0.0, 0.05),
        (0.0, 5.0, 0.05, 1.0),
        (0.0, 5.0, f64::NAN, 0.05),
        (0.0, 5.0, 0.5, 0.5),
    ] {
        assert!(new(elo0, elo1, alpha, beta).is_err(), "{elo0} {elo1} {alpha} {beta}");
    }
}

#[test]
fn verdicts_fall_at_the_bounds() {
    let sprt = Sprt::new(Model::Normalized, 0.0, 5.0, 0.05, 0.05).unwrap();
    let bounds = sprt.bounds();
    assert_eq!(sprt.verdict(bounds.upper), Verdict::H1);
    assert_eq!(sprt.verdict(bounds.lower), Verdict::H0);
    assert_eq!(sprt.verdict(0.0), Verdict::Undecided);
}

#[test]
fn two_games_make_a_pair_in_either_order() {
    use PlayerResult::{Draw, Loss, Win};
    let table = [
        (Loss, Loss, PairResult::LL),
        (Loss, Draw, PairResult::LD),
        (Loss, Win, PairResult::WL),
        (Draw, Draw, PairResult::DD),
        (Draw, Win, PairResult::WD),
        (Win, Win, PairResult::WW),
    ];
    for (first, second, expected) in table {
        assert_eq!(PairResult::new(first, second), expected);
        assert_eq!(PairResult::new(second, first), expected);
        let (mut pairs, mut wdl) = (PairCounts::default(), WdlCounts::default());
        pairs.record(expected);
        wdl.record(first);
        wdl.record(second);
        assert_eq!(pairs.wdl(), wdl);
    }
}

fn any_pairs() -> impl Strategy<Value = PairCounts> {
    let count = prop_oneof![Just(0u64), 0..20u64, 0..100_000u64];
    [count.clone(), count.clone(), count.clone(), count.clone(), count.clone(), count]
        .prop_map(|[ll, ld, wl, dd, wd, ww]| PairCounts { ll, ld, wl, dd, wd, ww })
}

fn any_counts() -> impl Strategy<Value = Counts> {
    (any_pairs(), any::<bool>())
        .prop_map(|(pairs, whole)| if whole { pairs.into() } else { pairs.wdl().into() })
}

fn reversed(counts: Counts) -> Counts {
    match counts {
        Counts::Games(wdl) => (-wdl).into(),
        Counts::Pairs(pairs) => (-pairs).into(),
    }
}

fn any_model() -> impl Strategy<Value = Model> {
    prop_oneof![Just(Model::Normalized), Just(Model::Logistic), Just(Model::Bayesian)]
}

proptest! {
    #[test]
    fn everything_is_finite(counts in any_counts(), model in any_model(), elo0 in -300.0..300.0, width in 0.01..300.0) {
        for convention in [Convention::Fishtest, Convention::Fastchess] {
            let e = Estimate::new(&counts, convention);
            for figure in [e.score, e.elo, e.elo_err, e.nelo, e.nelo_err, e.los] {
                prop_assert!(figure.is_finite(), "{e:?}");
            }
            prop_assert!((0.0..=1.0).contains(&e.los) && e.elo_err >= 0.0 && e.nelo_err >= 0.0);
        }
        let sprt = Sprt::new(model, elo0, elo0 + width, 0.05, 0.05).unwrap();
        prop_assert!(sprt.llr(&counts).value.is_finite());
        prop_assert!(!report(&counts, Some(&sprt)).contains("NaN"));
    }

    /// The other engine's point of view: counts reversed, hypotheses negated and swapped.
    #[test]
    fn the_other_side_sees_the_opposite(counts in any_counts(), model in any_model(), elo0 in -20.0..20.0, width in 0.1..20.0) {
        let other = reversed(counts);
        let (mine, theirs) = (Estimate::new(&counts, Convention::Fishtest), Estimate::new(&other, Convention::Fishtest));
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * a.abs().max(1.0);
        prop_assert!(near(mine.elo, -theirs.elo) && near(mine.nelo, -theirs.nelo) && near(mine.los, 1.0 - theirs.los));
        prop_assert!(near(mine.elo_err, theirs.elo_err) && near(mine.nelo_err, theirs.nelo_err));
        let elo1 = elo0 + width;
        let llr = Sprt::new(model, elo0, elo1, 0.05, 0.05).unwrap().llr(&counts).value;
        let reverse = Sprt::new(model, -elo1, -elo0, 0.05, 0.05).unwrap().llr(&other).value;
        prop_assert!((llr + reverse).abs() <= 1e-6 * llr.abs().max(1.0), "{llr} {reverse}");
    }

    #[test]
    fn merging_knows_no_order(a in any_pairs(), b in any_pairs(), c in any_pairs()) {
        prop_assert_eq!(a + b, b + a);
        prop_assert_eq!((a + b) + c, a + (b + c));
        prop_assert_eq!((a + b).wdl(), a.wdl() + b.wdl());
        prop_assert_eq!([a, b, c].into_iter().sum::<PairCounts>(), a + b + c);
        prop_assert_eq!(-(a + b), -a + -b);
        prop_assert_eq!(2 * a.pairs(), a.wdl().games());
    }

    /// Fishtest's closed form for normalised Elo, accurate for small differences and many pairs.
    #[test]
    fn the_closed_form_is_near(middle in 2000..40_000u64, side in 500..20_000u64, tilt in -40..40i64, elo1 in 0.5..5.0) {
        let [ld, wd] = [side.saturating_add_signed(-tilt), side.saturating_add_signed(tilt)];
        let pairs = PairCounts { ll: side / 20, ld, wl: middle / 4, dd: middle - middle / 4, wd, ww: side / 20 };
        let sprt = Sprt::new(Model::Normalized, 0.0, elo1, 0.05, 0.05).unwrap();
        let llr = sprt.llr(&pairs.into());
        let [n, mean] = [pairs.pairs() as f64, pairs.wdl().points() / pairs.wdl().games() as f64];
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let variance: f64 =
            pairs.ptnml().iter().zip(scores).map(|(&c, a): (&u64, f64)| c as f64 / n * (a - mean) * (a - mean)).sum();
        let (t, t1) = ((mean - 0.5) / variance.sqrt(), elo1 * 2f64.sqrt() * 10f64.ln() / 800.0);
        let closed = n / 2.0 * ((1.0 + t * t) / (1.0 + (t - t1) * (t - t1))).ln();
        prop_assert!(llr.exact);
        prop_assert!((llr.value - closed).abs() <= 0.01 * (1.0 + closed.abs()), "{} {closed}", llr.value);
    }

    /// Few results, most kinds missing, and hypotheses that no results can meet.
    #[test]
    fn nothing_is_ever_not_a_number(
        kinds in proptest::array::uniform6(prop_oneof![3 => Just(0u64), 1 => 1..4u64, 1 => 0..2_000_000u64]),
        model in any_model(),
        elo0 in prop_oneof![-20.0..20.0, -1e6..1e6f64],
        width in prop_oneof![1e-9..20.0f64, 0.01..1e6f64],
    ) {
        let [ll, ld, wl, dd, wd, ww] = kinds;
        let pairs = PairCounts { ll, ld, wl, dd, wd, ww };
        for counts in [Counts::Pairs(pairs), Counts::Games(pairs.wdl())] {
            for convention in [Convention::Fishtest, Convention::Fastchess] {
                let e = Estimate::new(&counts, convention);
                for figure in [e.score, e.elo, e.elo_err, e.nelo, e.nelo_err, e.los] {
                    prop_assert!(figure.is_finite(), "{counts:?}: {e:?}");
                }
            }
            let Ok(sprt) = Sprt::new(model, elo0, elo0 + width, 0.05, 0.05) else { continue };
            let llr = sprt.llr(&counts).value;
            prop_assert!(llr.is_finite(), "{counts:?} {sprt:?}");
            if let Some([from, to]) = sprt.probable_left(&counts) {
                prop_assert!(to.is_finite() && 0.0 <= from && from <= to, "{counts:?} {sprt:?}: {from} to {to}");
            }
            let Interval { low, high } = Interval::new(&counts);
            prop_assert!([low, high].iter().flatten().all(|bound| bound.is_finite()), "{counts:?}");
            prop_assert!(low.is_none_or(|low| high.is_none_or(|high| low <= high)), "{counts:?}");
            let report = report(&counts, Some(&sprt));
            prop_assert!(!report.contains("NaN") && !report.contains("nan"), "{report}");
        }
        let result = EncounterResult { engines: [0, 1], wdl: pairs.wdl(), pairs: Some(pairs) };
        for rating in ratings(2, &[result]).into_iter().flatten() {
            prop_assert!(rating.elo.is_finite() && rating.error.is_finite(), "{pairs:?}: {rating:?}");
            let Interval { low, high } = rating.interval;
            prop_assert!(low.is_none_or(|low| low <= rating.elo) && high.is_none_or(|high| high >= rating.elo), "{pairs:?}: {rating:?}");
        }
    }
}

//! The speed gain of one engine over another.

use tabia_arena::{EngineTotals, SpeedSample};
use tabia_rng::Rng;

/// A unit's totals for one engine, by microseconds and moves.
fn totals(time_us: u64, moves: u64) -> EngineTotals {
    EngineTotals { games: 2, time_us, moves, ..EngineTotals::default() }
}

#[test]
fn the_error_of_a_speed_gain_is_that_of_leaving_units_out() {
    assert_eq!(SpeedSample::default().gain(), None);
    let mut rng = Rng::new(7);
    // The first engine needs about 9 µs for the second's 10; game lengths and times vary.
    let units: Vec<[EngineTotals; 2]> = (0..400)
        .map(|_| {
            let moves = 60 + rng.below(80);
            let time = |rng: &mut Rng, us: f64| (us * moves as f64 * (0.7 + 0.6 * rng.unit())) as u64;
            [totals(time(&mut rng, 900.0), moves), totals(time(&mut rng, 1000.0), moves + rng.below(2))]
        })
        .collect();
    let gain = |leave_out: Option<usize>| {
        let mut sample = SpeedSample::default();
        let kept = units.iter().enumerate().filter(|(index, _)| Some(*index) != leave_out);
        kept.for_each(|(_, unit)| sample.add(*unit));
        sample.gain().unwrap()
    };
    let whole = gain(None);
    let error = whole.error.unwrap();
    assert!((whole.percent - 11.1).abs() < error && error < 3.0, "{whole:?}");
    // The jackknife does not depend on the formula.
    let others: Vec<f64> = (0..units.len()).map(|unit| gain(Some(unit)).percent).collect();
    let n = others.len() as f64;
    let mean = others.iter().sum::<f64>() / n;
    let variance = (n - 1.0) / n * others.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    let jackknife = 1.96 * variance.sqrt();
    assert!((error / jackknife - 1.0).abs() < 0.02, "{error} and {jackknife}");
    // Units that are all alike give no error (except for rounding); a single one gives no estimate of it.
    let mut alike = SpeedSample::default();
    alike.add([totals(100, 10), totals(150, 10)]);
    assert_eq!(alike.gain().unwrap().error, None);
    alike.add([totals(200, 20), totals(300, 20)]);
    let gain = alike.gain().unwrap();
    assert!((gain.percent - 50.0).abs() < 1e-9 && gain.error.unwrap() < 1e-4, "{gain:?}");
}

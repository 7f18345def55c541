//! Tests of the fit.

use tabia_chess::{MoveList, Position};
use tabia_engine::eval;

use super::super::model::expression;
use super::*;

/// Returns positions of random games, always the same, in the order of play.
fn random_positions(games: u64) -> Vec<Position> {
    let mut list = Vec::new();
    let mut state = 7_u64;
    for _ in 0..games {
        let mut position = Position::default();
        for _ in 0..90 {
            let moves: MoveList = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            position.play_unchecked(moves[(state >> 33) as usize % moves.len()]);
            if !position.is_check() {
                list.push(position);
            }
        }
    }
    list
}

#[test]
fn the_model_is_the_evaluation() {
    let numbers = Numbers::new(&eval::parameters());
    let mut table = eval::PawnTable::new();
    let (mut count, mut sum) = (0, 0.0);
    for position in random_positions(60) {
        let Some(expression) = expression(&position) else { continue };
        let model = expression.evaluate(&numbers.values).score;
        let score = f64::from(eval::evaluate(&position, &mut table));
        let score = if position.turn() == tabia_chess::Color::White { score } else { -score };
        // Maximum effect of rounding the parts.
        assert!((model - score).abs() < 8.0, "{}: {model}, not {score}", position.to_fen());
        count += 1;
        sum += (model - score).abs();
    }
    assert!(count > 3_000, "{count}");
    assert!(sum / f64::from(count) < 1.0, "{} on average", sum / f64::from(count));
}

#[test]
fn derivatives_are_right() {
    let numbers = Numbers::new(&eval::parameters());
    let mut checked = 0;
    for position in random_positions(12).into_iter().step_by(37) {
        let Some(expression) = expression(&position) else { continue };
        let evaluated = expression.evaluate(&numbers.values);
        let mut gradient = vec![0.0; numbers.values.len()];
        expression.add_gradient(&evaluated, 1.0, &mut gradient);
        for place in 0..gradient.len() {
            let at = |step: f64| {
                let mut values = numbers.values.clone();
                values[place] += step;
                expression.evaluate(&values).score
            };
            let step = 1e-4;
            let difference = (at(step) - at(-step)) / (2.0 * step);
            assert!(
                (difference - gradient[place]).abs() < 1e-3,
                "{}: place {place}: {difference}, not {}",
                position.to_fen(),
                gradient[place]
            );
            checked += usize::from(gradient[place] != 0.0);
        }
    }
    assert!(checked > 1_000, "{checked}");
}

/// The targets are made with the current parameters; a fit that starts from others has to find them again.
#[test]
fn a_fit_finds_the_numbers_that_made_the_targets() {
    let parameters = eval::parameters();
    let truth = Numbers::new(&parameters);
    let mut data = Data::default();
    for (index, position) in random_positions(120).into_iter().enumerate() {
        let Some(expression) = expression(&position) else { continue };
        let result = expected(expression.evaluate(&truth.values).score, 1.0) as f32;
        let list = if index % 10 == 0 { &mut data.validation } else { &mut data.training };
        list.push(Example { expression, score: None, result });
    }
    let material = parameters.iter().find(|parameter| parameter.name == "MATERIAL").expect("there");
    let shelter = parameters.iter().find(|parameter| parameter.name == "KING_ATTACKS").expect("there");
    let names = [material.name.to_owned(), shelter.name.to_owned()];
    let mut start = truth.clone();
    start.free_only(&parameters, &names);
    for (place, value) in start.values.iter_mut().enumerate().filter(|&(place, _)| start.free[place]) {
        *value += if place % 2 == 0 { 25.0 } else { -40.0 };
    }
    let options =
        FitOptions { result_share: 1.0, epochs: 200, batch: 1024, rate: 5.0, pull: 0.0, threads: 2, seed: 1 };
    let mut fit = Fit::new(&data, start, 1.0, &options);
    let mut errors = Vec::new();
    fit.run(|_, error, _| errors.push(error));
    assert!(errors.last() < errors.first(), "{errors:?}");
    let found = fit.rounded();
    for name in [material, shelter] {
        for (index, values) in name.values.iter().enumerate() {
            // The king has no value, and an unpacked parameter has no endgame part.
            for (half, &value) in values.iter().enumerate().take(1 + usize::from(name.is_packed)) {
                let place = 2 * (name.start + index) + half;
                if fit.free[place] {
                    let found = found[place];
                    assert!((found - value).abs() <= 4, "{} {index} {half}: {found}, not {value}", name.name);
                }
            }
        }
    }
}

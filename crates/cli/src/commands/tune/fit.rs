//! The fit: how wrong the evaluation is about the results, and the way down.

use std::thread;
use tabia_rng::SplitMix64;

use super::data::{Data, Example};
use super::model::{Evaluated, Numbers, expected};

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// The share of the result in the target, 0 to 1.
    pub(super) result_share: f64,
    pub(super) epochs: usize,
    pub(super) batch: usize,
    pub(super) rate: f64,
    /// See [`Fit::pull`].
    pub(super) pull: f64,
    pub(super) threads: usize,
    pub(super) seed: u64,
}

/// The last step is this part of the first.
const LAST_RATE: f64 = 0.01;
/// Adam's constants, as its authors recommend them.
const MOMENTUM: f64 = 0.9;
const SQUARES_MOMENTUM: f64 = 0.999;
const EPSILON: f64 = 1e-8;
/// How far from its hand value a number is expected to be, in centipawns, at a pull of 1.
const EXPECTED_CHANGE: f64 = 20.0;

/// The steepness with which the evaluation as it is tells the results best: the K of [`expected`], between 0.01 and 10.
pub(super) fn steepness(data: &Data, numbers: &Numbers) -> f64 {
    let scores: Vec<(f64, f64)> = data
        .training
        .iter()
        .map(|example| (example.expression.evaluate(&numbers.values).score, f64::from(example.result)))
        .collect();
    let error = |k: f64| -> f64 {
        scores.iter().map(|&(score, result)| (expected(score, k) - result).powi(2)).sum::<f64>()
    };
    // The error has one minimum; it is narrowed down by golden sections.
    let golden = 0.618_033_988_749_895;
    let (mut low, mut high) = (0.01, 10.0);
    while high - low > 1e-4 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if error(left) < error(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high)
}

/// A running fit.
pub(super) struct Fit<'a> {
    data: &'a Data,
    start: Vec<f64>,
    free: Vec<bool>,
    values: Vec<f64>,
    best: Vec<f64>,
    best_error: f64,
    steepness: f64,
    options: Options,
    /// Adam's averages of the gradient and of its square, and the number of steps.
    momentum: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
    random: SplitMix64,
}

impl<'a> Fit<'a> {
    /// A fit that starts at `numbers`.
    pub(super) fn new(data: &'a Data, numbers: Numbers, steepness: f64, options: &Options) -> Self {
        let Numbers { values, mut free } = numbers;
        // A number that no position knows stays as it is.
        let mut is_known = vec![false; values.len()];
        for example in &data.training {
            example.expression.places(|place| is_known[place] = true);
        }
        free.iter_mut().zip(is_known).for_each(|(free, is_known)| *free &= is_known);
        let mut fit = Self {
            data,
            start: values.clone(),
            free,
            best: values.clone(),
            best_error: 0.0,
            steepness,
            options: *options,
            momentum: vec![0.0; values.len()],
            squares: vec![0.0; values.len()],
            steps: 0,
            random: SplitMix64::new(options.seed),
            values,
        };
        fit.best_error = fit.error(&data.validation, &fit.values);
        fit
    }

    /// What the evaluation of an example should be expected to bring.
    fn target(&self, example: &Example) -> f64 {
        let share = self.options.result_share;
        let result = f64::from(example.result);
        example
            .score
            .map_or(result, |score| share * result + (1.0 - share) * expected(score.into(), self.steepness))
    }

    /// How far an example's evaluation is off, the evaluation, and what is expected of it.
    fn miss(&self, example: &Example, values: &[f64]) -> (f64, Evaluated, f64) {
        let evaluated = example.expression.evaluate(values);
        let expectation = expected(evaluated.score, self.steepness);
        (expectation - self.target(example), evaluated, expectation)
    }

    /// The mean square error over the examples.
    fn error(&self, examples: &[Example], values: &[f64]) -> f64 {
        let part = examples.len().div_ceil(self.options.threads).max(1);
        let sum: f64 = thread::scope(|scope| {
            let running: Vec<_> = examples
                .chunks(part)
                .map(|examples| {
                    scope.spawn(move || -> f64 {
                        examples.iter().map(|example| self.miss(example, values).0.powi(2)).sum()
                    })
                })
                .collect();
            running.into_iter().filter_map(|thread| thread.join().ok()).sum()
        });
        sum / examples.len().max(1) as f64
    }

    /// The gradient of the squared error, summed over the examples, and the error itself.
    fn gradient(&self, examples: &[u32]) -> (Vec<f64>, f64) {
        let part = examples.len().div_ceil(self.options.threads).max(1);
        thread::scope(|scope| {
            let running: Vec<_> = examples
                .chunks(part)
                .map(|chunk| {
                    scope.spawn(move || {
                        let mut gradient = vec![0.0; self.values.len()];
                        let mut error = 0.0;
                        for &index in chunk {
                            let example = &self.data.training[index as usize];
                            let (miss, evaluated, expectation) = self.miss(example, &self.values);
                            error += miss * miss;
                            let slope = expectation * (1.0 - expectation) * self.slope_unit();
                            example.expression.add_gradient(&evaluated, 2.0 * miss * slope, &mut gradient);
                        }
                        (gradient, error)
                    })
                })
                .collect();
            let mut total = (vec![0.0; self.values.len()], 0.0);
            for (gradient, error) in running.into_iter().filter_map(|thread| thread.join().ok()) {
                total.0.iter_mut().zip(gradient).for_each(|(sum, part)| *sum += part);
                total.1 += error;
            }
            total
        })
    }

    fn slope_unit(&self) -> f64 {
        self.steepness * std::f64::consts::LN_10 / 400.0
    }

    /// What holds the numbers where they were: the gradient, per example, of a prior that expects them within
    /// [`EXPECTED_CHANGE`] of their start. Numbers that many positions know hardly feel it.
    fn pull(&self, place: usize) -> f64 {
        let examples = self.data.training.len() as f64;
        2.0 * self.options.pull * (self.values[place] - self.start[place])
            / (EXPECTED_CHANGE * EXPECTED_CHANGE * examples)
    }

    /// One step of Adam by the mean gradient of a batch.
    fn step(&mut self, gradient: &[f64], examples: usize, rate: f64) {
        self.steps = self.steps.saturating_add(1);
        let by_momentum = 1.0 - MOMENTUM.powi(self.steps);
        let by_squares = 1.0 - SQUARES_MOMENTUM.powi(self.steps);
        for (place, &sum) in gradient.iter().enumerate() {
            if !self.free[place] {
                continue;
            }
            let slope = sum / examples as f64 + self.pull(place);
            let momentum = &mut self.momentum[place];
            *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * slope;
            let squares = &mut self.squares[place];
            *squares = SQUARES_MOMENTUM * *squares + (1.0 - SQUARES_MOMENTUM) * slope * slope;
            self.values[place] -=
                rate * (*momentum / by_momentum) / ((*squares / by_squares).sqrt() + EPSILON);
        }
    }

    /// Fits, and keeps what did best on the positions that were set aside. `progress` is told each epoch's number, its
    /// error, and that in validation.
    pub(super) fn run(&mut self, mut progress: impl FnMut(usize, f64, f64)) {
        let data = self.data;
        let mut order: Vec<u32> = (0..data.training.len() as u32).collect();
        for epoch in 1..=self.options.epochs {
            self.shuffle(&mut order);
            let done = (epoch - 1) as f64 / self.options.epochs as f64;
            let rate = self.options.rate * LAST_RATE.powf(done);
            let mut error = 0.0;
            for batch in order.chunks(self.options.batch) {
                let (gradient, batch_error) = self.gradient(batch);
                error += batch_error;
                self.step(&gradient, batch.len(), rate);
            }
            let validation = self.error(&data.validation, &self.values);
            if validation < self.best_error {
                self.best_error = validation;
                self.best.clone_from(&self.values);
            }
            progress(epoch, error / order.len().max(1) as f64, validation);
        }
    }

    /// Shuffles (Fisher and Yates).
    fn shuffle(&mut self, order: &mut [u32]) {
        for last in (1..order.len()).rev() {
            let at = (self.random.next_u64() % (last as u64 + 1)) as usize;
            order.swap(last, at);
        }
    }

    /// The best numbers found, rounded.
    pub(super) fn rounded(&self) -> Vec<i32> {
        self.best.iter().map(|value| value.round() as i32).collect()
    }

    /// The error in validation of whole numbers.
    pub(super) fn validation_error(&self, values: &[i32]) -> f64 {
        let values: Vec<f64> = values.iter().map(|&value| f64::from(value)).collect();
        self.error(&self.data.validation, &values)
    }

    /// The error in validation before anything was changed.
    pub(super) fn validation_error_at_start(&self) -> f64 {
        self.error(&self.data.validation, &self.start)
    }
}

#[cfg(test)]
mod tests {
    use tabia_chess::{MoveList, Position};
    use tabia_engine::eval;

    use super::super::model::expression;
    use super::*;

    /// Positions of random games, the same every time, with their successors in the order of play.
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
            // What rounding of the parts can come to.
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

    /// Targets are made with the numbers as they are; a fit that starts from others has to come back.
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
        let options = Options {
            result_share: 1.0,
            epochs: 200,
            batch: 1024,
            rate: 5.0,
            pull: 0.0,
            threads: 2,
            seed: 1,
        };
        let mut fit = Fit::new(&data, start, 1.0, &options);
        let mut errors = Vec::new();
        fit.run(|_, error, _| errors.push(error));
        assert!(errors.last() < errors.first(), "{errors:?}");
        let found = fit.rounded();
        for name in [material, shelter] {
            for (index, values) in name.values.iter().enumerate() {
                // The king has no value, and a plain number no endgame part.
                for (half, &value) in values.iter().enumerate().take(1 + usize::from(name.is_packed)) {
                    let place = 2 * (name.start + index) + half;
                    if fit.free[place] {
                        let found = found[place];
                        assert!(
                            (found - value).abs() <= 4,
                            "{} {index} {half}: {found}, not {value}",
                            name.name
                        );
                    }
                }
            }
        }
    }
}

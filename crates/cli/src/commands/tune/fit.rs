//! The fit: error of the evaluation against the results, and gradient descent.

use std::thread;

use tabia_rng::SplitMix64;

use super::adam::Adam;
use super::data::{Data, Example};
use super::model::{Evaluated, Numbers, expected};

/// Options of the fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct FitOptions {
    /// Share of the result in the target, 0 to 1.
    pub(super) result_share: f64,
    pub(super) epochs: usize,
    pub(super) batch: usize,
    pub(super) rate: f64,
    /// See [`Fit::pull`].
    pub(super) pull: f64,
    pub(super) threads: usize,
    pub(super) seed: u64,
}

/// Ratio of the last step to the first.
const LAST_RATE: f64 = 0.01;
/// Expected change of a parameter from its initial value, in centipawns, at a pull of 1.
const EXPECTED_CHANGE: f64 = 20.0;

/// State of a fit.
pub(super) struct Fit<'a> {
    data: &'a Data,
    start: Vec<f64>,
    free: Vec<bool>,
    values: Vec<f64>,
    best: Vec<f64>,
    best_error: f64,
    steepness: f64,
    options: FitOptions,
    adam: Adam,
    random: SplitMix64,
}

impl<'a> Fit<'a> {
    /// Creates a fit that starts at `numbers`.
    pub(super) fn new(data: &'a Data, numbers: Numbers, steepness: f64, options: &FitOptions) -> Self {
        let Numbers { values, mut free } = numbers;
        // A parameter that occurs in no position stays unchanged.
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
            adam: Adam::new(values.len()),
            random: SplitMix64::new(options.seed),
            values,
        };
        fit.best_error = fit.error(&data.validation, &fit.values);
        fit
    }

    /// Returns the target of an example.
    fn target(&self, example: &Example) -> f64 {
        let share = self.options.result_share;
        let result = f64::from(example.result);
        example
            .score
            .map_or(result, |score| share * result + (1.0 - share) * expected(score.into(), self.steepness))
    }

    /// Returns the error of an example's evaluation, the evaluation, and its expected result.
    fn miss(&self, example: &Example, values: &[f64]) -> (f64, Evaluated, f64) {
        let evaluated = example.expression.evaluate(values);
        let expectation = expected(evaluated.score, self.steepness);
        (expectation - self.target(example), evaluated, expectation)
    }

    /// Returns the mean square error over the examples.
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

    /// Returns the gradient of the squared error, summed over the examples, and the error itself.
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

    /// Pull of a parameter towards its initial value: the gradient, per example, of a prior that expects it within
    /// [`EXPECTED_CHANGE`] of its start. Parameters that occur in many positions hardly feel it.
    fn pull(&self, place: usize) -> f64 {
        let examples = self.data.training.len() as f64;
        2.0 * self.options.pull * (self.values[place] - self.start[place])
            / (EXPECTED_CHANGE * EXPECTED_CHANGE * examples)
    }

    /// Takes one step along the mean gradient of a batch.
    fn step(&mut self, gradient: &[f64], examples: usize, rate: f64) {
        self.adam.begin_step();
        for (place, &sum) in gradient.iter().enumerate().filter(|&(place, _)| self.free[place]) {
            let slope = sum / examples as f64 + self.pull(place);
            self.values[place] -= self.adam.step(place, slope, rate);
        }
    }

    /// Runs the fit, and keeps the parameters that do best on the validation set. `progress` is called with each
    /// epoch's number, training error and validation error.
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

    /// Fisher–Yates shuffle.
    fn shuffle(&mut self, order: &mut [u32]) {
        for last in (1..order.len()).rev() {
            let at = (self.random.next_u64() % (last as u64 + 1)) as usize;
            order.swap(last, at);
        }
    }

    /// Returns the best parameters found, rounded.
    pub(super) fn rounded(&self) -> Vec<i32> {
        self.best.iter().map(|value| value.round() as i32).collect()
    }

    /// Returns the validation error of integer parameters.
    pub(super) fn validation_error(&self, values: &[i32]) -> f64 {
        let values: Vec<f64> = values.iter().map(|&value| f64::from(value)).collect();
        self.error(&self.data.validation, &values)
    }

    /// Returns the validation error of the initial parameters.
    pub(super) fn validation_error_at_start(&self) -> f64 {
        self.error(&self.data.validation, &self.start)
    }
}

#[cfg(test)]
mod tests;

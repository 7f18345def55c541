//! The loss, and how it changes with every number of the net.

use tabia_nnue::architecture::SCALE;

use crate::example::{Example, Examples};
use crate::model::{Model, Sums};

/// Target of the net's expected score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The share of the game's result, 0 to 1; the rest is the expected score that belongs to the position's
    /// score.
    pub result_share: f32,
}

impl Target {
    fn of(self, example: &Example) -> f32 {
        let by_score = sigmoid(example.score / SCALE as f32);
        self.result_share * example.result + (1.0 - self.result_share) * by_score
    }
}

/// The expected score of a value in units of [`SCALE`] centipawns.
pub(crate) fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Memory for the gradient of one slice.
#[derive(Clone, Debug)]
pub struct Work {
    gradient: Vec<f32>,
    sums: Sums,
    /// The squared errors added up.
    loss: f64,
}

impl Work {
    /// For models of this size.
    pub fn new(model: &Model) -> Self {
        Self { gradient: vec![0.0; model.parameter_count()], sums: Sums::new(model.hidden()), loss: 0.0 }
    }

    /// Computes loss and gradient of the examples, added up.
    pub fn run(&mut self, model: &Model, examples: Examples<'_>, target: Target) {
        self.gradient.fill(0.0);
        self.loss = 0.0;
        for example in examples.iter() {
            let expected = sigmoid(model.output(&example, &mut self.sums));
            let error = expected - target.of(&example);
            self.loss += f64::from(error * error);
            self.add(model, &example, 2.0 * error * expected * (1.0 - expected));
        }
    }

    /// Adds what an example contributes whose loss changes by `slope` with the output.
    fn add(&mut self, model: &Model, example: &Example, slope: f32) {
        let hidden = model.hidden();
        self.gradient[model.output_biases_start() + example.bucket] += slope;
        for (view, sums) in self.sums.views.iter_mut().enumerate() {
            let outputs = model.outputs_of(example.bucket, view);
            let weights = &model.parameters[outputs..outputs + hidden];
            let gradient = &mut self.gradient[outputs..outputs + hidden];
            // Each sum is replaced by the slope of the loss with it.
            for ((sum, weight), gradient) in sums.iter_mut().zip(weights).zip(gradient) {
                let clipped = sum.clamp(0.0, 1.0);
                *gradient += slope * clipped * clipped;
                let is_inside = *sum > 0.0 && *sum < 1.0;
                *sum = if is_inside { slope * weight * 2.0 * clipped } else { 0.0 };
            }
            let columns = example.inputs(view).iter().map(|&input| usize::from(input) * hidden);
            for start in columns.chain([model.biases_start()]) {
                for (gradient, slope) in self.gradient[start..start + hidden].iter_mut().zip(&*sums) {
                    *gradient += slope;
                }
            }
        }
    }
}

/// The mean loss of a batch whose slices were worked on, and its mean gradient, written to `gradient`.
pub fn total(slices: &[Work], examples: usize, gradient: &mut Vec<f32>) -> f64 {
    gradient.clear();
    let mut loss = 0.0;
    for slice in slices {
        loss += slice.loss;
        gradient.resize(slice.gradient.len(), 0.0);
        for (sum, part) in gradient.iter_mut().zip(&slice.gradient) {
            *sum += part;
        }
    }
    let share = (examples.max(1) as f32).recip();
    for sum in gradient.iter_mut() {
        *sum *= share;
    }
    loss / examples.max(1) as f64
}

/// The squared errors of the model, added up.
pub fn loss(model: &Model, examples: Examples<'_>, target: Target) -> f64 {
    let mut sums = Sums::new(model.hidden());
    let errors = examples.iter().map(|example| {
        let error = sigmoid(model.output(&example, &mut sums)) - target.of(&example);
        f64::from(error * error)
    });
    errors.sum()
}

/// The squared error of a value in centipawns.
pub(crate) fn error_of_value(value: i32, example: &Example, target: Target) -> f64 {
    let error = sigmoid(value as f32 / SCALE as f32) - target.of(example);
    f64::from(error * error)
}

#[cfg(test)]
mod tests {
    use tabia_chess::{Position, Setup};
    use tabia_data::GameResult;
    use tabia_data::format::PackedBoard;

    use super::*;

    fn packed() -> Vec<PackedBoard> {
        [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20, GameResult::Draw),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
                -90,
                GameResult::WhiteWins,
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 130, GameResult::BlackWins),
            ("8/8/1KP5/3r4/8/8/8/k7 b - - 0 1", -400, GameResult::WhiteWins),
        ]
        .map(|(fen, score, result)| {
            let position: Position = fen.parse::<Setup>().expect("a FEN").position().expect("legal");
            PackedBoard::new(&position, score, result)
        })
        .to_vec()
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let packed = packed();
        let examples = Examples::new(&packed).expect("undamaged");
        let target = Target { result_share: 0.3 };
        let model = Model::new(16, 5);
        let mut work = Work::new(&model);
        work.run(&model, examples, target);
        let step = 2e-3_f32;
        let (mut compared, mut inputs) = (0, 0);
        for number in 0..model.parameter_count() {
            // Most inputs are in none of the positions.
            if work.gradient[number] == 0.0 && number % 16 != 3 {
                continue;
            }
            let at = |offset: f32| {
                let mut model = model.clone();
                model.parameters[number] += offset;
                loss(&model, examples, target)
            };
            let numerical = (at(step) - at(-step)) / f64::from(2.0 * step);
            let exact = f64::from(work.gradient[number]);
            assert!((numerical - exact).abs() < 2e-4 + 0.02 * exact.abs(), "{number}: {exact}, {numerical}");
            compared += 1;
            inputs += usize::from(number < model.biases_start() && exact.abs() > 2e-3);
        }
        assert!(compared > 500 && inputs > 50, "{compared}, of inputs {inputs}");
    }

    #[test]
    fn slices_add_up_to_the_whole() {
        let packed = packed();
        let examples = Examples::new(&packed).expect("undamaged");
        let target = Target { result_share: 0.5 };
        let model = Model::new(16, 6);
        let gradient = |parts: usize| {
            let mut slices = vec![Work::new(&model); parts];
            for (number, slice) in slices.iter_mut().enumerate() {
                slice.run(&model, examples.part(number, parts), target);
            }
            let mut gradient = Vec::new();
            let loss = total(&slices, examples.len(), &mut gradient);
            (loss, gradient)
        };
        let ((whole, one), (sum, many)) = (gradient(1), gradient(3));
        assert!((whole - sum).abs() < 1e-9);
        assert!((whole - loss(&model, examples, target) / 4.0).abs() < 1e-9);
        assert!(one.iter().zip(&many).all(|(one, many)| (one - many).abs() < 1e-6));
    }
}

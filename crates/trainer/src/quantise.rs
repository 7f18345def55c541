//! From floating point to the integers of a net.

use tabia_data::format::UnpackError;
use tabia_nnue::architecture::{BUCKETS, INPUTS, QA, QB, SCALE};
use tabia_nnue::{Network, NetworkError, Weights};

use crate::example::Examples;
use crate::gradient::{Target, error_of_value, sigmoid};
use crate::model::{Model, Sums};

impl Model {
    /// A model of the numbers of a net, to train it further; [`Model::quantise`] gives the same net.
    pub fn from_net(net: &Network) -> Self {
        let Weights { inputs, biases, outputs, output_biases } = net.weights();
        let scaled = |numbers: &[i16], unit: i32| -> Vec<f32> {
            numbers.iter().map(|number| f32::from(*number) / unit as f32).collect()
        };
        let mut parameters = scaled(inputs, QA);
        parameters.extend(scaled(biases, QA));
        parameters.extend(scaled(outputs, QB));
        parameters.extend(output_biases.iter().map(|bias| *bias as f32 / (QA * QB) as f32));
        Self { hidden: net.hidden(), parameters }
    }

    /// The net of the nearest integers.
    ///
    /// # Errors
    /// If it has numbers that no net can hold; training keeps them within.
    pub fn quantise(&self) -> Result<Network, NetworkError> {
        let rounded = |numbers: &[f32], unit: i32| -> Vec<i16> {
            numbers.iter().map(|number| (number * unit as f32).round() as i16).collect()
        };
        let hidden = self.hidden();
        let (inputs, rest) = self.parameters.split_at(hidden * INPUTS);
        let (biases, rest) = rest.split_at(hidden);
        let (outputs, output_biases) = rest.split_at(2 * hidden * BUCKETS);
        let bias = |bucket: usize| output_biases.get(bucket).map_or(0.0, |bias| bias * (QA * QB) as f32);
        Network::new(Weights {
            inputs: rounded(inputs, QA),
            biases: rounded(biases, QA),
            outputs: rounded(outputs, QB),
            output_biases: std::array::from_fn(|bucket| bias(bucket).round() as i32),
        })
    }

    /// As [`Model::quantise`], with the biases of the buckets corrected by what rounding shifts on average over
    /// some positions. Where mostly the same pieces are on the same squares, as in the opening, the errors of
    /// their weights do not cancel out. A position counts by the square of how much its expected score changes
    /// with its value, so that the loss becomes the least.
    ///
    /// # Errors
    /// As [`Model::quantise`].
    pub fn quantise_by(&self, examples: Examples<'_>) -> Result<Network, NetworkError> {
        let net = self.quantise()?;
        let rounded = Self::from_net(&net);
        let mut shifts = [[0.0_f64; 2]; BUCKETS];
        let mut sums = Sums::new(self.hidden());
        for example in examples.iter() {
            let exact = self.output(&example, &mut sums);
            let expected = f64::from(sigmoid(exact));
            let weight = (expected * (1.0 - expected)).powi(2);
            let [shift, weights] = &mut shifts[example.bucket];
            *shift += weight * f64::from(exact - rounded.output(&example, &mut sums));
            *weights += weight;
        }
        let mut weights = net.weights().clone();
        for (bias, [shift, weights]) in weights.output_biases.iter_mut().zip(shifts) {
            if weights > 0.0 {
                *bias += (shift / weights * f64::from(QA * QB)).round() as i32;
            }
        }
        Network::new(weights)
    }
}

/// Errors from rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QuantisationError {
    /// The mean difference of the values in centipawns.
    pub mean: f64,
    /// The largest difference in centipawns.
    pub largest: f64,
    /// The mean loss of the quantised net.
    pub loss: f64,
}

/// Compares a net with the model that it was made of.
///
/// # Errors
/// If a position is damaged.
pub fn quantisation_error(
    model: &Model,
    net: &Network,
    examples: Examples<'_>,
    target: Target,
) -> Result<QuantisationError, UnpackError> {
    let mut found = QuantisationError::default();
    let mut sums = Sums::new(model.hidden());
    for (packed, example) in examples.packed().iter().zip(examples.iter()) {
        let value = net.evaluate(&packed.unpack()?.position);
        let exact = model.output(&example, &mut sums) * SCALE as f32;
        let difference = (f64::from(exact) - f64::from(value)).abs();
        found.mean += difference;
        found.largest = found.largest.max(difference);
        found.loss += error_of_value(value, &example, target);
    }
    let count = examples.len().max(1) as f64;
    found.mean /= count;
    found.loss /= count;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use tabia_chess::{Position, Setup};
    use tabia_data::GameResult;
    use tabia_data::format::PackedBoard;

    use super::*;

    #[test]
    fn the_net_is_the_model_in_integers() {
        let packed = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "6k1/5ppp/8/8/3P4/8/5PPP/4R1K1 b - - 0 30",
        ]
        .map(|fen| {
            let position: Position = fen.parse::<Setup>().expect("a FEN").position().expect("legal");
            PackedBoard::new(&position, 0, GameResult::Draw)
        });
        let examples = Examples::new(&packed).expect("undamaged");
        let model = Model::new(32, 8);
        let net = model.quantise().expect("small weights");
        let target = Target { result_share: 0.3 };
        let error = quantisation_error(&model, &net, examples, target).expect("undamaged");
        let further = Model::from_net(&net);
        assert_eq!(further.quantise().as_ref(), Ok(&net), "it can be trained further");
        assert_eq!(further.quantise_by(examples).as_ref(), Ok(&net), "nothing was shifted");
        assert!(error.largest < 25.0 && error.mean < 15.0, "{error:?}");
    }

    /// Positions of one bucket after a few moves, which have most of their pieces in common.
    #[test]
    fn what_rounding_shifts_is_put_back() {
        let mut position = Position::default();
        let mut packed = Vec::new();
        for uci in "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3 g8f6 c1g5 d7d6 b1c3 h7h6".split(' ') {
            position.play_unchecked(position.parse_uci(uci).expect("legal"));
            packed.push(PackedBoard::new(&position, 0, GameResult::Draw));
        }
        let examples = Examples::new(&packed).expect("undamaged");
        let mean_shift = |model: &Model, net: &Network| {
            let (rounded, mut sums) = (Model::from_net(net), Sums::new(model.hidden()));
            let shift = |example| model.output(&example, &mut sums) - rounded.output(&example, &mut sums);
            examples.iter().map(shift).sum::<f32>().abs() * SCALE as f32 / packed.len() as f32
        };
        let models = || (0..8).map(|seed| Model::new(32, seed));
        let nearest = models().map(|model| mean_shift(&model, &model.quantise().expect("small")));
        let corrected =
            models().map(|model| mean_shift(&model, &model.quantise_by(examples).expect("small")));
        let (nearest, corrected) = (nearest.fold(0.0, f32::max), corrected.fold(0.0, f32::max));
        assert!(nearest > 1.0 && corrected < 0.1, "{nearest} and {corrected} cp");
    }
}

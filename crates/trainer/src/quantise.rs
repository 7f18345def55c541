//! From floating point to the integers of a net.

use tabia_data::format::UnpackError;
use tabia_nnue::architecture::{BUCKETS, INPUTS, QA, QB, SCALE};
use tabia_nnue::{Network, NetworkError, Weights};

use crate::example::Examples;
use crate::gradient::{Target, error_of_value};
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
}

/// What rounding changes.
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
        assert_eq!(Model::from_net(&net).quantise().as_ref(), Ok(&net), "it can be trained further");
        assert!(error.largest < 25.0 && error.mean < 15.0, "{error:?}");
    }
}

//! A net with its weights.

use crate::architecture::{BUCKETS, INPUTS, MAX_MEN, MAX_OUTPUT_BIAS, MAX_OUTPUT_WEIGHT, is_hidden_size};
use crate::error::NetworkError;

/// The weights of a net, not yet checked. `hidden` is the size of the first layer for each view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// The first layer: `hidden` weights for each input, in units of 1/`QA`.
    pub inputs: Vec<i16>,
    /// The biases of the first layer, in units of 1/`QA`.
    pub biases: Vec<i16>,
    /// The output layer: for each bucket `hidden` weights for the side to move and as many for the other, in
    /// units of 1/`QB`.
    pub outputs: Vec<i16>,
    /// The bias of the output for each bucket, in units of 1/(`QA` * `QB`).
    pub output_biases: [i32; BUCKETS],
}

/// A net whose weights are known to give exact sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    hidden: usize,
    weights: Weights,
}

impl Network {
    /// Checks the weights of a net.
    ///
    /// # Errors
    /// If there are too many or too few of them, or if a sum with them could overflow.
    pub fn new(weights: Weights) -> Result<Self, NetworkError> {
        let hidden = weights.biases.len();
        if !is_hidden_size(hidden) {
            return Err(NetworkError::Hidden(hidden));
        }
        let count = weights.inputs.len() + weights.outputs.len();
        let expected = hidden * (INPUTS + 2 * BUCKETS);
        if weights.inputs.len() != hidden * INPUTS || count != expected {
            return Err(NetworkError::Count { count, expected });
        }
        check_first_layer(&weights)?;
        if let Some(&weight) =
            weights.outputs.iter().find(|weight| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT as u16)
        {
            return Err(NetworkError::OutputWeight(weight));
        }
        let is_large = |bias: &&i32| bias.unsigned_abs() > MAX_OUTPUT_BIAS.unsigned_abs();
        if let Some(&bias) = weights.output_biases.iter().find(is_large) {
            return Err(NetworkError::OutputBias(bias));
        }
        Ok(Self { hidden, weights })
    }

    /// The size of the first layer, in neurons for each view.
    pub const fn hidden(&self) -> usize {
        self.hidden
    }

    /// The weights.
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The weights of an input: one for each neuron. Empty for inputs that do not exist.
    #[inline(always)]
    pub(crate) fn column(&self, input: usize) -> &[i16] {
        let start = input * self.hidden;
        self.weights.inputs.get(start..start + self.hidden).unwrap_or_default()
    }
}

/// Checks that no sum of a bias and the weights of 32 pieces leaves 16 bits.
fn check_first_layer(weights: &Weights) -> Result<(), NetworkError> {
    let hidden = weights.biases.len();
    let mut column = Vec::with_capacity(INPUTS);
    for (neuron, bias) in weights.biases.iter().enumerate() {
        column.clear();
        column.extend(weights.inputs.iter().skip(neuron).step_by(hidden).map(|weight| weight.unsigned_abs()));
        column.sort_unstable_by(|a, b| b.cmp(a));
        let largest: u32 = column.iter().take(MAX_MEN).map(|&weight| u32::from(weight)).sum();
        let sum = u32::from(bias.unsigned_abs()) + largest;
        if sum > u32::from(i16::MAX.unsigned_abs()) {
            return Err(NetworkError::Overflow { neuron, sum });
        }
    }
    Ok(())
}

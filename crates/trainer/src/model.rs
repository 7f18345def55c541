//! A net in floating point.

use tabia_nnue::architecture::{BUCKETS, INPUTS};
use tabia_rng::Rng;

use crate::example::Example;

/// The largest weight in magnitude: 126.7 of the 128 that the output layer can hold.
pub(crate) const MAX_WEIGHT: f32 = 1.98;
/// The largest bias of the output in magnitude.
const MAX_OUTPUT_BIAS: f32 = 50.0;
/// The first weights of an input are below this: 32 of them then add up to about 0.3.
const FIRST_INPUT_WEIGHT: f32 = 0.1;

/// A net in floating point, all numbers in one row: the weights of each input, the biases of the first layer,
/// the output weights of each bucket, the output biases.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub(crate) hidden: usize,
    pub(crate) parameters: Vec<f32>,
}

/// The sums of the first layer for an example, that of the side to move first.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    pub(crate) views: [Vec<f32>; 2],
}

impl Sums {
    pub(crate) fn new(hidden: usize) -> Self {
        Self { views: [vec![0.0; hidden], vec![0.0; hidden]] }
    }
}

impl Model {
    /// A net with random weights; `hidden` is the size of the first layer for each view.
    pub fn new(hidden: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut model = Self { hidden, parameters: vec![0.0; parameter_count(hidden)] };
        let outputs = model.outputs_start()..model.output_biases_start();
        let mut fill = |weights: &mut [f32], most: f32| {
            for weight in weights {
                *weight = (rng.unit() as f32 * 2.0 - 1.0) * most;
            }
        };
        fill(&mut model.parameters[..hidden * INPUTS], FIRST_INPUT_WEIGHT);
        fill(&mut model.parameters[outputs], (2.0 * hidden as f32).sqrt().recip());
        model
    }

    /// The size of the first layer, in neurons for each view.
    pub const fn hidden(&self) -> usize {
        self.hidden
    }

    /// Number of parameters.
    pub fn parameter_count(&self) -> usize {
        self.parameters.len()
    }

    pub(crate) const fn biases_start(&self) -> usize {
        self.hidden * INPUTS
    }

    pub(crate) const fn outputs_start(&self) -> usize {
        self.hidden * (INPUTS + 1)
    }

    pub(crate) const fn output_biases_start(&self) -> usize {
        self.hidden * (INPUTS + 1 + 2 * BUCKETS)
    }

    /// Start of the output weights of a bucket for the side to move (0) or the other side (1).
    pub(crate) const fn outputs_of(&self, bucket: usize, view: usize) -> usize {
        self.outputs_start() + (2 * bucket + view) * self.hidden
    }

    /// The output for an example: the value in units of `SCALE` centipawns. Leaves the sums of the first
    /// layer.
    pub(crate) fn output(&self, example: &Example, sums: &mut Sums) -> f32 {
        let mut output = self.parameters[self.output_biases_start() + example.bucket];
        for (view, sums) in sums.views.iter_mut().enumerate() {
            sums.copy_from_slice(&self.parameters[self.biases_start()..self.outputs_start()]);
            for &input in example.inputs(view) {
                let start = usize::from(input) * self.hidden;
                for (sum, weight) in sums.iter_mut().zip(&self.parameters[start..start + self.hidden]) {
                    *sum += weight;
                }
            }
            let start = self.outputs_of(example.bucket, view);
            let weights = &self.parameters[start..start + self.hidden];
            let weighed = sums.iter().zip(weights).map(|(sum, weight)| {
                let clipped = sum.clamp(0.0, 1.0);
                clipped * clipped * weight
            });
            output += weighed.sum::<f32>();
        }
        output
    }

    /// Keeps every number within what a quantised net can hold.
    pub(crate) fn clip(&mut self) {
        let (weights, biases) = self.parameters.split_at_mut(parameter_count(self.hidden) - BUCKETS);
        for weight in weights {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
        for bias in biases {
            *bias = bias.clamp(-MAX_OUTPUT_BIAS, MAX_OUTPUT_BIAS);
        }
    }
}

/// Number of parameters of a net.
const fn parameter_count(hidden: usize) -> usize {
    hidden * (INPUTS + 1 + 2 * BUCKETS) + BUCKETS
}

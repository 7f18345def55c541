//! The optimiser: Adam with decoupled weight decay (Loshchilov and Hutter 2019, "Decoupled Weight Decay
//! Regularization", algorithm 2), with the usual constants.

use crate::model::Model;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// Sizes of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// The learning rate.
    pub learning: f32,
    /// The share of every weight that is taken away at each step, before it is multiplied by the learning
    /// rate.
    pub decay: f32,
}

/// The state of the optimiser.
#[derive(Clone, Debug)]
pub struct AdamW {
    first: Vec<f32>,
    second: Vec<f32>,
    /// The powers of the two constants for the next correction.
    powers: [f32; 2],
}

impl AdamW {
    /// Before the first step.
    pub fn new(model: &Model) -> Self {
        let count = model.parameter_count();
        Self { first: vec![0.0; count], second: vec![0.0; count], powers: [1.0; 2] }
    }

    /// Changes the model by one step against the gradient, and keeps it within what a quantised net can hold.
    pub fn step(&mut self, model: &mut Model, gradient: &[f32], rates: Rates) {
        self.powers = [self.powers[0] * BETA1, self.powers[1] * BETA2];
        let [first_share, second_share] = self.powers.map(|power| 1.0 - power);
        let state = self.first.iter_mut().zip(&mut self.second);
        for ((parameter, &slope), (first, second)) in model.parameters.iter_mut().zip(gradient).zip(state) {
            *first = BETA1 * *first + (1.0 - BETA1) * slope;
            *second = BETA2 * *second + (1.0 - BETA2) * slope * slope;
            let direction = (*first / first_share) / ((*second / second_share).sqrt() + EPSILON);
            *parameter -= rates.learning * (direction + rates.decay * *parameter);
        }
        model.clip();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_goes_against_the_slope_and_not_too_far() {
        let mut model = Model::new(16, 1);
        let before = model.clone();
        let mut optimiser = AdamW::new(&model);
        let mut gradient = vec![0.0; model.parameter_count()];
        gradient[3] = 2.0;
        gradient[4] = -0.001;
        optimiser.step(&mut model, &gradient, Rates { learning: 0.01, decay: 0.0 });
        let moved = |number: usize| model.parameters[number] - before.parameters[number];
        assert!((moved(3) + 0.01).abs() < 1e-5 && (moved(4) - 0.01).abs() < 1e-5 && moved(5) == 0.0);
        for _ in 0..1_000 {
            optimiser.step(&mut model, &gradient, Rates { learning: 0.01, decay: 0.0 });
        }
        assert!((model.parameters[3] + 1.98).abs() < 1e-5, "clipped");
    }
}

//! The evaluation in floating point, and its derivatives with respect to the parameters.

use tabia_chess::Color;
use tabia_engine::eval::{
    self, Coefficient, DANGER_DIVISOR, DANGER_SQUARE_DIVISOR, Parameter, Phases, Trace,
};

/// Game phase with all pieces on the board.
const PHASE_TOTAL: f64 = 24.0;

/// Parameters of the evaluation during the fit: two places for each, the middlegame (or only) part and the endgame
/// part.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub(super) values: Vec<f64>,
    /// Parameters that may change.
    pub(super) free: Vec<bool>,
}

impl Numbers {
    /// Returns the parameters as in the source.
    pub(super) fn new(parameters: &[Parameter]) -> Self {
        let mut values = Vec::new();
        for parameter in parameters {
            values.resize(2 * parameter.start, 0.0);
            values.extend(parameter.values.iter().flatten().map(|&value| f64::from(value)));
        }
        Self { free: vec![true; values.len()], values }
    }

    /// Allows only these parameters to change.
    pub(super) fn free_only(&mut self, parameters: &[Parameter], names: &[String]) {
        for parameter in parameters {
            let is_free = names.iter().any(|name| parameter.name == name);
            let places = 2 * parameter.start..2 * (parameter.start + parameter.values.len());
            self.free[places].fill(is_free);
        }
    }
}

/// A sum of unpacked parameters: their indexes and factors.
type Sum = Box<[(u16, f32)]>;

/// A position as an expression in the parameters.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    linear: Box<[Coefficient]>,
    dangers: [Option<Sum>; 2],
    complexity: Sum,
    scale: [f32; 2],
    phase: f32,
    /// Index of the tempo parameter, and its factor.
    tempo: (u16, f32),
}

impl From<Trace> for Expression {
    fn from(trace: Trace) -> Self {
        Self {
            linear: trace.linear.into(),
            dangers: trace.dangers.map(|danger| danger.map(Into::into)),
            complexity: trace.complexity.into(),
            scale: trace.scale.map(|scale| scale as f32 / 64.0),
            phase: trace.phase as f32,
            tempo: (trace.tempo, if trace.turn == Color::White { 1.0 } else { -1.0 }),
        }
    }
}

/// Intermediate values of [`Expression::evaluate`], for the derivatives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluated {
    /// Score in centipawns, from White's side.
    pub(super) score: f64,
    dangers: [f64; 2],
    /// Derivatives of the corrected endgame score with respect to the uncorrected one and to the correction.
    by_endgame: f64,
    by_complexity: f64,
    scale: f64,
}

fn sum(values: &[f64], list: &[(u16, f32)]) -> f64 {
    list.iter().map(|&(index, times)| f64::from(times) * values[2 * usize::from(index)]).sum()
}

impl Expression {
    /// Evaluates the position with these parameters.
    pub(super) fn evaluate(&self, values: &[f64]) -> Evaluated {
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for &Coefficient { index, phases, times } in &self.linear {
            let (place, times) = (2 * usize::from(index), f64::from(times));
            match phases {
                Phases::Both => {
                    middlegame += times * values[place];
                    endgame += times * values[place + 1];
                }
                Phases::Middlegame => middlegame += times * values[place],
                Phases::Endgame => endgame += times * values[place],
            }
        }
        let mut dangers = [0.0; 2];
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            if let Some(list) = &self.dangers[side] {
                let danger = sum(values, list).max(0.0);
                dangers[side] = danger;
                middlegame += sign * danger * danger / f64::from(DANGER_SQUARE_DIVISOR);
                endgame += sign * danger / f64::from(DANGER_DIVISOR);
            }
        }
        let complexity = sum(values, &self.complexity);
        let (by_endgame, by_complexity, corrected) = if complexity < -endgame.abs() {
            (0.0, 0.0, 0.0)
        } else {
            let sign = if endgame > 0.0 { 1.0 } else { -1.0 };
            (1.0, sign, endgame + sign * complexity)
        };
        let scale = f64::from(self.scale[usize::from(corrected < 0.0)]);
        let phase = f64::from(self.phase);
        let blended = (middlegame * phase + corrected * scale * (PHASE_TOTAL - phase)) / PHASE_TOTAL;
        let tempo = f64::from(self.tempo.1) * values[2 * usize::from(self.tempo.0)];
        Evaluated { score: blended + tempo, dangers, by_endgame, by_complexity, scale }
    }

    /// Adds `factor` times the derivative of the evaluation with respect to each parameter to `gradient`.
    pub(super) fn add_gradient(&self, evaluated: &Evaluated, factor: f64, gradient: &mut [f64]) {
        let phase = f64::from(self.phase);
        let by_middlegame = factor * phase / PHASE_TOTAL;
        let by_corrected = factor * evaluated.scale * (PHASE_TOTAL - phase) / PHASE_TOTAL;
        let by_endgame = by_corrected * evaluated.by_endgame;
        for &Coefficient { index, phases, times } in &self.linear {
            let (place, times) = (2 * usize::from(index), f64::from(times));
            match phases {
                Phases::Both => {
                    gradient[place] += times * by_middlegame;
                    gradient[place + 1] += times * by_endgame;
                }
                Phases::Middlegame => gradient[place] += times * by_middlegame,
                Phases::Endgame => gradient[place] += times * by_endgame,
            }
        }
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let danger = evaluated.dangers[side];
            if let Some(list) = &self.dangers[side]
                && danger > 0.0
            {
                let by_danger = sign
                    * (by_middlegame * 2.0 * danger / f64::from(DANGER_SQUARE_DIVISOR)
                        + by_endgame / f64::from(DANGER_DIVISOR));
                for &(index, times) in list {
                    gradient[2 * usize::from(index)] += f64::from(times) * by_danger;
                }
            }
        }
        for &(index, times) in &self.complexity {
            gradient[2 * usize::from(index)] += f64::from(times) * by_corrected * evaluated.by_complexity;
        }
        gradient[2 * usize::from(self.tempo.0)] += factor * f64::from(self.tempo.1);
    }

    /// Calls `visit` with the place of every parameter that counts.
    pub(super) fn places(&self, mut visit: impl FnMut(usize)) {
        for coefficient in &self.linear {
            let place = 2 * usize::from(coefficient.index);
            visit(place);
            if coefficient.phases == Phases::Both {
                visit(place + 1);
            }
        }
        for &(index, _) in self.dangers.iter().flatten().flatten().chain(&self.complexity) {
            visit(2 * usize::from(index));
        }
        visit(2 * usize::from(self.tempo.0));
    }
}

/// Returns the expected result of a score in centipawns, 0 to 1: `1 / (1 + 10^(-K * score / 400))`.
pub(super) fn expected(score: f64, steepness: f64) -> f64 {
    1.0 / (1.0 + (-score * steepness * std::f64::consts::LN_10 / 400.0).exp())
}

/// Traces a position; `None` if an endgame rule replaces the sum.
pub(super) fn expression(position: &tabia_chess::Position) -> Option<Expression> {
    eval::trace(position).map(Expression::from)
}

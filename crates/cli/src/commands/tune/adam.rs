//! The optimiser Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015).

/// Constants recommended by its authors.
const MOMENTUM: f64 = 0.9;
const SQUARES_MOMENTUM: f64 = 0.999;
const EPSILON: f64 = 1e-8;

/// Running averages of a gradient.
pub(super) struct Adam {
    /// Averages of the gradient and of its square.
    momentum: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

impl Adam {
    /// Creates an optimiser for this number of dimensions, before the first step.
    pub(super) fn new(dimensions: usize) -> Self {
        Self { momentum: vec![0.0; dimensions], squares: vec![0.0; dimensions], steps: 0 }
    }

    /// Begins a step, in which [`Self::step`] is called at most once per dimension.
    pub(super) fn begin_step(&mut self) {
        self.steps = self.steps.saturating_add(1);
    }

    /// Returns how far to go against the gradient in a dimension.
    pub(super) fn step(&mut self, place: usize, slope: f64, rate: f64) -> f64 {
        let by_momentum = 1.0 - MOMENTUM.powi(self.steps);
        let by_squares = 1.0 - SQUARES_MOMENTUM.powi(self.steps);
        let momentum = &mut self.momentum[place];
        *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * slope;
        let squares = &mut self.squares[place];
        *squares = SQUARES_MOMENTUM * *squares + (1.0 - SQUARES_MOMENTUM) * slope * slope;
        rate * (*momentum / by_momentum) / ((*squares / by_squares).sqrt() + EPSILON)
    }
}

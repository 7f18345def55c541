//! Passes over the positions, on one or more threads.

use std::thread;

use tabia_trainer::{AdamW, Examples, Model, Rates, SLICES, Target, Work, loss, total};

use super::args::TrainArgs;

/// Data that passes need besides the model.
pub(super) struct Passes<'a> {
    args: &'a TrainArgs,
    slices: Vec<Work>,
    gradient: Vec<f32>,
}

impl<'a> Passes<'a> {
    pub(super) fn new(args: &'a TrainArgs, model: &Model) -> Self {
        Self { args, slices: vec![Work::new(model); SLICES], gradient: Vec::new() }
    }

    /// Trains on all examples once; returns their mean loss, each measured before training on it.
    pub(super) fn run(
        &mut self,
        number: u32,
        model: &mut Model,
        optimiser: &mut AdamW,
        examples: Examples<'_>,
    ) -> f64 {
        let target = Target { result_share: self.args.result_share(number) };
        let rates = Rates { learning: self.args.rate_of(number), decay: self.args.decay };
        let mut sum = 0.0;
        for batch in examples.batches(self.args.batch as usize) {
            let of_thread = SLICES.div_ceil(self.args.threads as usize);
            in_threads(&mut self.slices, of_thread, |first, slices: &mut [Work]| {
                for (number, slice) in slices.iter_mut().enumerate() {
                    slice.run(model, batch.part(first + number, SLICES), target);
                }
            });
            sum += total(&self.slices, batch.len(), &mut self.gradient) * batch.len() as f64;
            optimiser.step(model, &self.gradient, rates);
        }
        sum / examples.len().max(1) as f64
    }

    /// Returns the mean loss of the examples.
    pub(super) fn measure(&self, model: &Model, examples: Examples<'_>, target: Target) -> f64 {
        let mut losses = [0.0; SLICES];
        let of_thread = SLICES.div_ceil(self.args.threads as usize);
        in_threads(&mut losses, of_thread, |first, losses: &mut [f64]| {
            for (number, slot) in losses.iter_mut().enumerate() {
                *slot = loss(model, examples.part(first + number, SLICES), target);
            }
        });
        losses.iter().sum::<f64>() / examples.len().max(1) as f64
    }
}

/// Processes `of_thread` items on each thread, including the current one; `work` is called with the index of
/// the thread's first item.
fn in_threads<T: Send>(items: &mut [T], of_thread: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    let work = &work;
    thread::scope(|scope| {
        let mut chunks = items.chunks_mut(of_thread.max(1)).enumerate();
        let first = chunks.next();
        for (number, chunk) in chunks {
            scope.spawn(move || work(number * of_thread, chunk));
        }
        if let Some((_, chunk)) = first {
            work(0, chunk);
        }
    });
}

//! Analyses the positions of a game with several engines at once.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use tabia_arena::player::Role;
use tabia_report::{Analysis, Job, Listener, Plan};

use super::args::AnnotateArgs;
use crate::engines::{Analyst, EngineFault, Going, Run};

/// Engines that are reused from game to game.
pub(super) struct Analysts {
    analysts: Vec<Analyst>,
    /// The `go` command, and the maximum duration of a search in milliseconds.
    limit: (String, f64),
}

impl Analysts {
    /// Starts the engines.
    pub(super) fn start(args: &AnnotateArgs) -> Result<Self, EngineFault> {
        let run = Run { role: Role::Analyse, ..args.engines.run(&args.engine) };
        let analysts = (0..args.engines.workers).map(|_| Analyst::start(&run)).collect::<Result<_, _>>()?;
        Ok(Self { analysts, limit: (args.limit.go(), args.limit.time_ms()) })
    }

    /// Analyses the positions of a game.
    ///
    /// # Errors
    /// If an engine no longer replies.
    pub(super) fn analyse(
        &mut self,
        plan: Plan,
        show: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<(Plan, Vec<Option<Analysis>>), EngineFault> {
        let job = Mutex::new(Job::new(plan));
        let limit = (self.limit.0.as_str(), self.limit.1);
        let work = |worker: usize, analyst: &mut Analyst| -> Result<(), EngineFault> {
            let chess960 = lock(&job).plan().is_chess960;
            loop {
                let Some((order, item)) = take(&job, worker) else { return Ok(()) };
                if order.begins_chunk {
                    analyst.new_game(chess960)?;
                }
                let mut listener = Listener::default();
                analyst.search(&item.command, limit, &mut |info, _| {
                    listener.info(info);
                    Going::On
                })?;
                let found = listener.finish(&item.position);
                let found = found.ok_or_else(|| EngineFault(format!("no score for {:?}", item.command)))?;
                let mut job = lock(&job);
                job.done(worker, found);
                let (done, all) = job.progress();
                drop(job);
                show(done, all);
            }
        };
        let work = &work;
        thread::scope(|scope| {
            let threads: Vec<_> = self
                .analysts
                .iter_mut()
                .enumerate()
                .map(|(worker, analyst)| scope.spawn(move || work(worker, analyst)))
                .collect();
            threads.into_iter().try_for_each(|thread| match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })?;
        let job = job.into_inner().unwrap_or_else(PoisonError::into_inner);
        let results = job.results().to_vec();
        Ok((job.plan().clone(), results))
    }
}

fn lock(job: &Mutex<Job>) -> MutexGuard<'_, Job> {
    job.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take(job: &Mutex<Job>, worker: usize) -> Option<(tabia_report::Order, tabia_report::Item)> {
    let mut job = lock(job);
    let order = job.next(worker)?;
    Some((order, job.item(order).clone()))
}

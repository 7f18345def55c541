//! Worker threads that solve one problem after the other.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tabia_suite::{Attempt, Outcome, Problem};

use super::args::EpdArgs;
use super::error::EpdError;
use super::result::{EngineResult, place};
use crate::engines::{Analyst, EngineFault, Going, Run};

/// Runs all problems with one engine; `show` is called with the number done.
pub(super) fn solve(
    engine: &Run,
    problems: &[Problem],
    args: &EpdArgs,
    show: &(dyn Fn(usize) + Sync),
) -> Result<EngineResult, EpdError> {
    let workers = usize::from(args.engines.workers).min(problems.len()).max(1);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let outcomes: Vec<Mutex<Option<Outcome>>> = problems.iter().map(|_| Mutex::new(None)).collect();
    let work = || -> Result<String, EpdError> {
        let failed = |fault| EpdError::Engine { engine: engine.label().to_owned(), fault };
        let mut analyst = Analyst::start(engine).map_err(failed)?;
        let identity = &analyst.introduced().identity;
        let name = if identity.name.is_empty() { engine.label() } else { &identity.name }.to_owned();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(problem) = problems.get(index) else { return Ok(name) };
            let outcome = attempt(&mut analyst, problem, args).map_err(|fault| {
                // The other workers can stop.
                next.store(problems.len(), Ordering::Relaxed);
                EpdError::Search { engine: name.clone(), problem: place(problem), fault }
            })?;
            *outcomes[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
            show(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    let mut names = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let ended = threads.into_iter().map(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ended.collect::<Result<Vec<String>, EpdError>>()
    })?;
    let outcomes = outcomes
        .into_iter()
        .filter_map(|outcome| outcome.into_inner().unwrap_or_else(PoisonError::into_inner));
    Ok(EngineResult { name: names.swap_remove(0), outcomes: outcomes.collect() })
}

fn attempt(analyst: &mut Analyst, problem: &Problem, args: &EpdArgs) -> Result<Outcome, EngineFault> {
    analyst.new_game(problem.is_chess960)?;
    let mut attempt = Attempt::new(problem, args.early_exit);
    let limit = (&*args.limit.go(), args.limit.time_ms());
    let answer = analyst.search(&problem.position_command(), limit, &mut |info, time_ms| {
        attempt.info(info, time_ms);
        if attempt.may_stop() { Going::Stop } else { Going::On }
    })?;
    Ok(attempt.finish(answer.best.best, answer.elapsed_ms))
}

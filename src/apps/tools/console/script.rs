//! Running script; its commands go to the engine selected when it was started.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Interval;
use yew::prelude::*;

use super::listing::said;
use crate::apps::tools::strings;
use crate::platform::clock::now_ms;
use crate::services::uci_log::ring::Direction;
use crate::services::uci_log::{self, SendError};
use crate::state::engine_script::{EngineScript, ScriptStep};

/// Polling interval for engine output, in milliseconds.
const LOOK_MS: u32 = 40;
/// Maximum number of commands sent per poll.
const AT_ONCE: usize = 200;

#[derive(PartialEq)]
struct RunningScript {
    script: EngineScript,
    engine: u32,
    /// Number of the next ring line to read.
    next: u64,
}

/// Returns the script's progress (commands sent, total), a callback that starts a script from its text, and one that stops it.
#[hook]
pub fn use_script(
    engine: Option<u32>,
    told: UseStateSetter<String>,
) -> (Option<(usize, usize)>, Callback<String>, Callback<()>) {
    let running = use_mut_ref(|| None::<RunningScript>);
    let progress = use_state_eq(|| None::<(usize, usize)>);
    let is_running = progress.is_some();
    use_effect_with(is_running, {
        let (running, progress, told) = (running.clone(), progress.setter(), told.clone());
        move |is_running| {
            let interval =
                is_running.then(|| Interval::new(LOOK_MS, move || step(&running, &progress, &told)));
            move || drop(interval)
        }
    });
    let run = use_callback(
        (engine, running.clone(), progress.setter(), told),
        |text: String, (engine, running, progress, told)| {
            let Some(engine) = *engine else { return };
            let script = EngineScript::new(&text);
            if script.progress().1 == 0 {
                told.set(strings::script_is_empty().to_owned());
                return;
            }
            let next = uci_log::with_lines(uci_log::ring::Ring::next_number);
            progress.set(Some(script.progress()));
            running.replace(Some(RunningScript { script, engine, next }));
        },
    );
    let end = use_callback((running, progress.setter()), |(), (running, progress)| {
        running.take();
        progress.set(None);
    });
    (*progress, run, end)
}

/// Feeds new engine output to the script and executes its next steps.
fn step(
    running: &Rc<RefCell<Option<RunningScript>>>,
    progress: &UseStateSetter<Option<(usize, usize)>>,
    told: &UseStateSetter<String>,
) {
    let mut slot = running.borrow_mut();
    let Some(state) = slot.as_mut() else { return };
    for _ in 0..AT_ONCE {
        let RunningScript { script, engine, next } = state;
        uci_log::with_lines(|ring| {
            for entry in ring.since(*next) {
                if entry.engine == *engine && entry.direction == Direction::Received {
                    script.on_line(&entry.text);
                }
            }
            *next = ring.next_number();
        });
        match script.next(now_ms()) {
            ScriptStep::Send(line) => match uci_log::command(*engine, &line) {
                // `Idle`: nothing to stop, the search ended by itself.
                Ok(_) | Err(SendError::Idle) => {}
                Err(refusal) => {
                    told.set(said(Err(refusal)));
                    slot.take();
                    progress.set(None);
                    return;
                }
            },
            ScriptStep::Wait => break,
            ScriptStep::Done => {
                told.set(strings::script_is_done().to_owned());
                slot.take();
                progress.set(None);
                return;
            }
        }
    }
    progress.set(Some(state.script.progress()));
}

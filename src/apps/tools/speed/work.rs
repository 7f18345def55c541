//! Runs measurements, one at a time; they can be cancelled.

use std::rc::Rc;

use futures::future::{AbortHandle, abortable};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::known::KNOWN;
use super::measured::{Measured, Measurement, PerftResult, cores, subject};
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::strings;
use crate::services::engine_loader::EngineLoader;
use crate::services::speed::measure::{self, SpeedTarget};
use crate::services::speed::talk::TalkError;

/// Measurement started by a button.
#[derive(Clone, Copy)]
pub enum MeasurementKind {
    /// All measurements.
    Everything,
    /// Moves per second.
    Moves,
    /// Nodes per second.
    Search,
    /// Engine latencies.
    Latencies,
}

impl MeasurementKind {
    /// Display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Everything => strings::everything(),
            Self::Moves => strings::moves_a_second(),
            Self::Search => strings::nodes_a_second(),
            Self::Latencies => strings::latencies(),
        }
    }

    async fn run(
        self,
        loader: &EngineLoader,
        measured: &UseReducerDispatcher<Measured>,
    ) -> Result<(), String> {
        let subject = subject(loader).await?;
        let say = |error: TalkError| error.to_string();
        if matches!(self, Self::Everything | Self::Latencies) {
            measured.dispatch(Measurement::Latencies(measure::latencies(&subject).await.map_err(say)?));
        }
        if matches!(self, Self::Everything) {
            perft(&subject, measured).await.map_err(say)?;
        }
        if matches!(self, Self::Everything | Self::Moves) {
            measured.dispatch(Measurement::Moves(measure::moves(&subject).await.map_err(say)?));
        }
        if matches!(self, Self::Everything | Self::Search) {
            measured.dispatch(Measurement::NoSearch);
            measured.dispatch(Measurement::Search(measure::search(&subject, 1).await.map_err(say)?));
            if cores() > 1 {
                measured
                    .dispatch(Measurement::Search(measure::search(&subject, cores()).await.map_err(say)?));
            }
        }
        Ok(())
    }
}

/// Runs perft from the starting position to the depth of the reference figures.
async fn perft(subject: &SpeedTarget, measured: &UseReducerDispatcher<Measured>) -> Result<(), TalkError> {
    let [start, ..] = &KNOWN;
    let mut result = PerftResult {
        name: (start.name)().to_owned(),
        fen: start.fen.to_owned(),
        known: start.counts.to_vec(),
        depths: Vec::new(),
    };
    let counter = measure::PerftCounter::start(subject).await?;
    for plies in 1..=start.counts.len() {
        result.depths.push(counter.count(start.fen, plies as u32).await?);
    }
    measured.dispatch(Measurement::Perft(result));
    Ok(())
}

/// Returns the callbacks that start and cancel a measurement; `busy` is set to the name of the running one.
#[hook]
pub fn use_work(
    context: &ToolsContext,
    measured: UseReducerDispatcher<Measured>,
    busy: UseStateSetter<Option<&'static str>>,
) -> (Callback<MeasurementKind>, Callback<MouseEvent>) {
    let loader = (*use_memo((), |()| Rc::new(EngineLoader::of_page()))).clone();
    // Aborts the running measurement and its engines.
    let abort = use_mut_ref(|| None::<AbortHandle>);
    let begin = {
        let (context, abort) = (context.clone(), abort.clone());
        Callback::from(move |work: MeasurementKind| {
            busy.set(Some(work.name()));
            let (loader, measured) = (Rc::clone(&loader), measured.clone());
            let (result, handle) = abortable(async move { work.run(&loader, &measured).await });
            abort.replace(Some(handle));
            let (context, busy) = (context.clone(), busy.clone());
            spawn_local(async move {
                // An abort is not an error.
                if let Ok(Err(reason)) = result.await {
                    context.fault(strings::not_measured(), reason);
                }
                busy.set(None);
            });
        })
    };
    let cancel = Callback::from(move |_: MouseEvent| {
        if let Some(handle) = abort.take() {
            handle.abort();
        }
    });
    (begin, cancel)
}

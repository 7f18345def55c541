//! Hooks that collect the results of all matches and rate the engines.

use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::saved_match::SavedMatch;
use crate::state::lab::engine::EngineInfo;
use crate::state::lab::ratings::Rated;
use std::collections::HashSet;
use std::rc::Rc;
use tabia_arena::RatingPool;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Counts the games of matches whose stored results are missing or out of date, one match after the other. Returns how many are left,
/// and how many could not be read.
#[hook]
pub fn use_counting(controller: &MatchController, matches: &[SavedMatch]) -> (usize, usize) {
    let failed = use_state(HashSet::<String>::new);
    let lacking = matches.iter().filter(|kept| kept.results().is_none()).map(|kept| kept.header.id.clone());
    let (unreadable, open): (Vec<String>, Vec<String>) = lacking.partition(|id| failed.contains(id));
    let next = open
        .first()
        .map(|id| (id.clone(), matches.iter().find(|kept| kept.header.id == *id).map(|kept| kept.units)));
    use_effect_with(next, {
        let (controller, failed) = (controller.clone(), failed.clone());
        move |next| {
            if let Some((id, _)) = next.clone() {
                spawn_local(async move {
                    if controller.count_results(&id).await.is_err() {
                        let mut ids = (*failed).clone();
                        ids.insert(id);
                        failed.set(ids);
                    }
                });
            }
        }
    });
    (open.len(), unreadable.len())
}

/// Rates the engines of the matches. An engine that is known in this browser has the name it has there.
#[hook]
pub fn use_rated(
    matches: &Rc<Vec<SavedMatch>>,
    engines: Option<&[Rc<EngineInfo>]>,
    anchor: Option<&str>,
    elo: &str,
) -> Rc<Rated> {
    let names: Vec<(String, String)> =
        engines.unwrap_or_default().iter().map(|info| (info.sha256.clone(), info.name.clone())).collect();
    let pool = use_memo((Rc::clone(matches), names), |(matches, names)| {
        let mut pool = RatingPool::new(false);
        for kept in matches.iter() {
            let players = pool.add_engines(&kept.header);
            pool.add_results(&players, &kept.results().unwrap_or_default());
        }
        for (build, name) in names {
            pool.rename(build, name);
        }
        pool
    });
    // Whole numbers only: parsing others would add 12 kB to the program.
    let elo: i32 = elo.trim().parse().unwrap_or(0);
    let anchor = anchor.map(str::to_owned);
    use_memo((pool, anchor, elo), |(pool, anchor, elo)| Rated::new(pool, anchor.as_deref(), f64::from(*elo)))
}

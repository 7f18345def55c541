//! Match files: taken in as matches of their own, or merged into one.

use super::error::LabError;
use super::start::usual_workers;
use super::strings;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::kept::KeptMatchError;
use crate::services::matches::controller::open_match::OpenMatch;
use crate::state::text::sentence;
use tabia_arena::{LabMatch, MatchFile, Openings, Share, UnitRecord, match_file};
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

/// The largest match file that is read, in bytes: 256 MiB.
const MAX_BYTES: f64 = 256.0 * 1024.0 * 1024.0;

/// Reads a match file: into this match, or as a match of its own.
pub async fn import(
    controller: &MatchController,
    file: File,
    into: Option<&OpenMatch>,
    toasts: &ToastDispatcher,
) -> Option<String> {
    let name = file.name();
    let fault = |reason: String| {
        toasts.dispatch(ToastAction::Show(
            Tone::Fault,
            strings::file_refused(&name),
            sentence(&reason),
            None,
        ));
        None
    };
    if file.size() > MAX_BYTES {
        return fault(strings::MATCH_FILE_TOO_LARGE.to_owned());
    }
    let Ok(text) = JsFuture::from(file.text()).await else {
        return fault(strings::THE_FILE_COULD_NOT_BE.to_owned());
    };
    let content = match match_file::read(&text.as_string().unwrap_or_default()) {
        Ok(content) => content,
        Err(error) => return fault(error.to_string()),
    };
    let outcome = match into {
        Some(open) => merge(controller, open, &content).await,
        None => take(controller, &content).await,
    };
    match outcome {
        Ok((id, detail)) => {
            toasts.dispatch(ToastAction::Show(Tone::News, strings::file_imported(&name), detail, None));
            Some(id)
        }
        Err(error) => fault(error.to_string()),
    }
}

async fn take(controller: &MatchController, content: &MatchFile) -> Result<(String, String), LabError> {
    let id = content.header.id.clone();
    if !controller.knows(&id) {
        // Games know their openings themselves. Nothing is kept of a file that is not whole.
        let lab_match =
            LabMatch::new(content.header.clone(), Openings::default()).map_err(KeptMatchError::from)?;
        lab_match.plan_merge(content)?;
    }
    let open = if controller.knows(&id) {
        controller.open(&id).await
    } else {
        controller.create(content.header.clone(), usual_workers(), Share::WHOLE).await
    };
    let open = open?;
    let is_new = open.with_match(|lab_match| lab_match.finished_units().next().is_none()).unwrap_or(true);
    match merge(controller, &open, content).await {
        Err(reason) if is_new => {
            // Nothing of it is of use.
            controller.delete(&id).await;
            Err(reason)
        }
        outcome => outcome,
    }
}

async fn merge(
    controller: &MatchController,
    open: &OpenMatch,
    content: &MatchFile,
) -> Result<(String, String), LabError> {
    let plan = open.with_match(|lab_match| lab_match.plan_merge(content));
    let plan = plan.ok_or(LabError::NotOpen)??;
    let new: Vec<UnitRecord> =
        plan.new.iter().filter_map(|&place| content.units.get(place)).cloned().collect();
    let take = |lab_match: &mut LabMatch| -> Result<(), LabError> {
        if let Some(games) = plan.extend_to {
            lab_match.extend(games)?;
        }
        lab_match.finish_all(&new)?;
        Ok(())
    };
    // Tried first: nothing is kept that the match does not take.
    let mut tried = open.with_match(LabMatch::clone).ok_or(LabError::NotOpen)?;
    take(&mut tried)?;
    controller.put_merged(&new, tried.header()).await?;
    open.change(take).unwrap_or(Ok(()))?;
    let units = if content.header.settings.repeat { strings::PAIRS_NOUN } else { strings::GAMES_NOUN };
    Ok((open.id(), strings::merged_units(&units, &new.len(), &plan.known)))
}

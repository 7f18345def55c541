//! Match files: imported as separate matches or merged into an existing one. The page stays responsive while a long file is read.

use super::error::LabError;
use super::start::usual_workers_of;
use super::strings;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::platform::turns::{Pace, next_turn};
use crate::services::matches::controller::MatchController;
use crate::services::matches::controller::open_match::OpenMatch;
use crate::services::matches::controller::saved_match::SavedMatchError;
use crate::state::text::sentence;
use crate::storage::Content;
use tabia_arena::{MatchHeader, MatchProgress, MergePlan, Merging, Openings, PairRecord, Share, match_file};
use web_sys::File;

/// Maximum size of a match file, in bytes: 256 MiB.
const MAX_BYTES: u64 = 256 << 20;
/// Number of bytes read at a time, which takes a few milliseconds.
const PIECE: u64 = 256 << 10;

/// Contents of a match file.
struct Read {
    header: MatchHeader,
    units: Vec<PairRecord>,
}

/// New part of a file, checked against a match.
struct CheckedImport {
    plan: MergePlan,
    /// Header of the match after the merge.
    header: MatchHeader,
    new: Vec<PairRecord>,
    /// Number of games in the file, new or not.
    games: usize,
}

impl CheckedImport {
    /// Describes how much is new and how much was already there, in pairs if every game belongs to one, otherwise in games.
    fn words(&self) -> String {
        if self.header.settings.schedule().is_ok_and(|schedule| schedule.is_paired()) {
            return strings::merged_pairs(self.new.len(), self.plan.known);
        }
        let new: usize = self.new.iter().map(|unit| unit.games.len()).sum();
        strings::merged_games(new, self.games.saturating_sub(new))
    }
}

/// Imports a match file: into the match it belongs to, or as a separate match.
pub async fn import(
    controller: &MatchController,
    file: File,
    into: Option<&OpenMatch>,
    toasts: &ToastDispatcher,
) -> Option<String> {
    let name = file.name();
    let outcome = match read(&Content::from(file)).await {
        Ok(content) => match into {
            Some(open) => merge(open, content).await,
            None => take(controller, content).await,
        },
        Err(error) => Err(error),
    };
    match outcome {
        Ok((id, detail)) => {
            toasts.dispatch(ToastAction::Show(Tone::News, strings::file_imported(&name), detail, None));
            Some(id)
        }
        Err(error) => {
            let (title, detail) = (strings::file_refused(&name), sentence(&error.to_string()));
            toasts.dispatch(ToastAction::Show(Tone::Fault, title, detail, None));
            None
        }
    }
}

async fn read(file: &Content) -> Result<Read, LabError> {
    if file.size() > MAX_BYTES {
        return Err(LabError::MatchFileTooLarge);
    }
    let (mut reader, mut units, mut at) = (match_file::Reader::default(), Vec::new(), 0);
    while at < file.size() {
        let piece = file.slice(at, at + PIECE).bytes().await?;
        units.extend(reader.push(&piece)?);
        at += PIECE;
        next_turn().await;
    }
    let (header, last) = reader.finish()?;
    units.extend(last);
    Ok(Read { header, units })
}

/// Checks everything in a file and picks the new units.
async fn check(match_progress: &MatchProgress, content: Read) -> Result<CheckedImport, LabError> {
    let mut merging = Merging::new(match_progress, &content.header)?;
    let mut pace = Pace::new();
    for (place, unit) in content.units.iter().enumerate() {
        merging.check(place, unit)?;
        pace.step().await;
    }
    let header = merging.header().clone();
    let plan = merging.into_plan();
    let games = content.units.iter().map(|unit| unit.games.len()).sum();
    let mut places = plan.new.iter().peekable();
    let is_new = |(place, unit)| places.next_if(|next| **next == place).map(|_| unit);
    let new = content.units.into_iter().enumerate().filter_map(is_new).collect();
    Ok(CheckedImport { plan, header, new, games })
}

async fn take(controller: &MatchController, content: Read) -> Result<(String, String), LabError> {
    let id = content.header.id.clone();
    if controller.knows(&id) {
        let open = controller.open(&id).await?;
        return merge(&open, content).await;
    }
    // Games contain their own openings. Nothing of an incomplete file is saved.
    let header = content.header.clone();
    let empty = MatchProgress::new(header.clone(), Openings::default()).map_err(SavedMatchError::from)?;
    let checked = check(&empty, content).await?;
    let workers = usual_workers_of(&header.settings);
    let open = controller.create(header, workers, Share::WHOLE, None).await?;
    match put(&open, &checked).await {
        Err(reason) => {
            // A part would look like the whole match.
            controller.delete(&id).await;
            Err(reason)
        }
        outcome => outcome,
    }
}

async fn merge(open: &OpenMatch, content: Read) -> Result<(String, String), LabError> {
    let match_progress = open.with_match(MatchProgress::clone).ok_or(LabError::NotOpen)?;
    put(open, &check(&match_progress, content).await?).await
}

async fn put(open: &OpenMatch, checked: &CheckedImport) -> Result<(String, String), LabError> {
    open.merge(&checked.plan, &checked.header, &checked.new).await?;
    Ok((open.id(), checked.words()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_arena::{EngineSettings, MatchSettings};

    #[test]
    fn what_is_merged_is_told_in_pairs_only_where_every_game_belongs_to_one() {
        let told = |games: usize, rounds: usize, repeat: bool, new: &[usize], all: usize| {
            let engines = ["A", "B"].map(|name| EngineSettings { name: name.into(), ..Default::default() });
            let engines = engines.to_vec();
            let settings = MatchSettings { engines, games, rounds, repeat, ..MatchSettings::default() };
            let unit = |(unit, games): (usize, &usize)| {
                let game = r#"{"players":["A","B"],"moves":"","conclusion":{"reason":"repetition"}}"#;
                let games = vec![game; *games].join(",");
                serde_json::from_str(&format!(r#"{{"unit":{unit},"games":[{games}]}}"#)).unwrap()
            };
            let checked = CheckedImport {
                plan: MergePlan { known: 1, ..MergePlan::default() },
                header: MatchHeader { id: "x".into(), created_ms: 0, settings },
                new: new.iter().enumerate().map(unit).collect(),
                games: all,
            };
            checked.words()
        };
        assert_eq!(told(4, 1, true, &[2], 4), "New pairs: 1. Already here: 1.");
        assert_eq!(told(4, 1, false, &[1, 1], 3), "New games: 2. Already here: 1.");
        // A game in each round has no partner, nor does the last of three.
        assert_eq!(told(1, 4, true, &[1, 1], 3), "New games: 2. Already here: 1.");
        assert_eq!(told(3, 2, true, &[2, 1, 2], 6), "New games: 5. Already here: 1.");
    }
}

//! When to re-render a run.

use crate::hooks::Refresh;
use crate::services::reports::ReportEvent;

/// Throttles progress updates to a few per second; finished games are shown at once.
pub fn refresh(event: &ReportEvent) -> Refresh {
    match event {
        ReportEvent::Changed => Refresh::Within(300),
        ReportEvent::Turned | ReportEvent::Finished(_) | ReportEvent::Fault(_) => Refresh::Now,
    }
}

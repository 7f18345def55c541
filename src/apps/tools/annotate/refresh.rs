//! When a run is drawn anew.

use crate::hooks::Refresh;
use crate::services::reports::ReportEvent;

/// Work is shown a few times a second, what is finished at once.
pub fn refresh(event: &ReportEvent) -> Refresh {
    match event {
        ReportEvent::Changed => Refresh::Within(300),
        ReportEvent::Turned | ReportEvent::Finished(_) | ReportEvent::Fault(_) => Refresh::Now,
    }
}

//! Progress of the requested reports, whatever game is on the board.

use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::services::reports::{InWork, ReportService, ReportState, Reports};
use crate::state::text::sentence;
use yew::prelude::*;

/// Properties of [`ReportProgress`].
#[derive(Properties, PartialEq)]
pub struct ReportProgressProps {
    /// Report service.
    pub service: ReportService,
    /// Requested reports.
    pub reports: Reports,
}

/// The report in progress and those waiting.
#[component]
pub fn ReportProgress(props: &ReportProgressProps) -> Html {
    let ReportProgressProps { service, reports } = props;
    let Some(work) = &reports.in_work else { return html! {} };
    let cancel = |id: &str| {
        let (service, id) = (service.clone(), id.to_owned());
        Callback::from(move |_: MouseEvent| service.cancel(&id))
    };
    let rests = matches!(work.state, ReportState::Paused | ReportState::Failed(_));
    let pause = {
        let service = service.clone();
        Callback::from(move |_: MouseEvent| if rests { service.go_on() } else { service.pause() })
    };
    let (icon, label) = if rests {
        (Icon::Play, strings::go_on_with_report())
    } else {
        (Icon::Pause, strings::pause_report())
    };
    let (done, all) = work.progress;
    html! {
        <div class="report-work" data-state={state_name(work)} data-done={done.to_string()}>
            <p class="report-title">{ &work.title }</p>
            <progress max={all.max(1).to_string()} value={done.to_string()} aria-label={strings::report_progress_of(&work.title)} />
            <p class="report-note">{ words(work) }</p>
            if !work.engine.is_empty() { <p class="report-note">{ strings::report_by(&work.engine) }</p> }
            if let ReportState::Failed(reason) = &work.state {
                <p class="field-error" role="alert">{ sentence(reason) }</p>
            }
            <div class="report-buttons">
                <button type="button" class="button small" onclick={pause}><IconView {icon} />{ label }</button>
                <button type="button" class="button small quiet" onclick={cancel(&work.id)}><IconView icon={Icon::Close} />{ strings::give_report_up() }</button>
            </div>
            if !reports.waiting.is_empty() {
                <details class="report-queue">
                    <summary>{ strings::reports_waiting(reports.waiting.len()) }</summary>
                    <ul>
                        { for reports.waiting.iter().take(50).map(|waiting| html! {
                            <li key={waiting.id.clone()}>
                                <span>{ &waiting.title }</span>
                                <button type="button" class="button quiet icon small" aria-label={strings::give_up(&waiting.title)} title={strings::give_report_up()} onclick={cancel(&waiting.id)}><IconView icon={Icon::Close} /></button>
                            </li>
                        }) }
                    </ul>
                </details>
            }
        </div>
    }
}

fn state_name(work: &InWork) -> &'static str {
    match work.state {
        ReportState::Running => "running",
        ReportState::Paused => "paused",
        ReportState::Done => "done",
        ReportState::Failed(_) => "failed",
    }
}

fn words(work: &InWork) -> String {
    let (done, all) = work.progress;
    match (&work.state, work.left_ms) {
        (ReportState::Paused, _) => strings::report_paused(done, all),
        (ReportState::Running, Some(left_ms)) => strings::report_left(done, all, left_ms),
        _ => strings::report_positions(done, all),
    }
}

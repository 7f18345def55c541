//! Actions of a report: write it into the game, save it, learn from it, repeat it.

use super::shown::ShownReport;
use crate::apps::analysis::strings;
use crate::components::board::picture::CBURNETT;
use crate::components::icon::{Icon, IconView};
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::platform::download::download;
use std::rc::Rc;
use tabia_pgn::Game;
use tabia_report::{GamePage, Style, annotate, html as report_html};
use wasm_bindgen::JsValue;
use yew::prelude::*;

/// Properties of [`ReportActions`].
#[derive(Properties, PartialEq)]
pub struct ReportActionsProps {
    /// Report.
    pub shown: ShownReport,
    /// Dispatcher for toasts.
    pub toasts: ToastDispatcher,
    /// Whether the report is still in progress.
    pub is_in_work: bool,
    /// Replaces the game on the board with an edited version.
    pub on_rewrite: Callback<Rc<Game>>,
    /// Starts learning from the mistakes.
    pub on_learn: Callback<MouseEvent>,
    /// Opens the form for a new report.
    pub on_again: Callback<MouseEvent>,
}

/// Action buttons.
#[component]
pub fn ReportActions(props: &ReportActionsProps) -> Html {
    let ReportActionsProps { shown, toasts, is_in_work, on_rewrite, on_learn, on_again } = props;
    let has_findings = shown.kept.is_some();
    let write = {
        let (shown, on_rewrite) = (shown.clone(), on_rewrite.clone());
        Callback::from(move |_: MouseEvent| on_rewrite.emit(Rc::new(written(&shown))))
    };
    let save = |name: &'static str, kind: &'static str, text: fn(&ShownReport) -> String| {
        let (shown, toasts) = (shown.clone(), toasts.clone());
        Callback::from(move |_: MouseEvent| {
            let file = crate::apps::analysis::share::blob_of(&JsValue::from_str(&text(&shown)), kind);
            let name = format!("{}.{name}", crate::apps::analysis::share::file_name_of(&shown.game));
            if !file.is_ok_and(|file| download(&name, &file).is_ok()) {
                let (title, advice) =
                    (strings::file_not_saved().to_owned(), strings::file_not_saved_advice().to_owned());
                toasts.dispatch(ToastAction::Show(Tone::Fault, title, advice, None));
            }
        })
    };
    let has_exercises = !is_in_work && !shown.exercises().is_empty();
    html! {
        <div class="report-buttons report-actions">
            if has_exercises {
                <button type="button" class="button small primary" onclick={on_learn.clone()}>{ strings::learn_from_mistakes() }</button>
            }
            if has_findings {
                <button type="button" class="button small" title={strings::write_into_game_hint()} onclick={write}><IconView icon={Icon::Edit} />{ strings::write_into_game() }</button>
            }
            <button type="button" class="button small" title={strings::report_pgn_hint()} onclick={save("pgn", "application/x-chess-pgn", |shown| tabia_pgn::write(&written(shown)))}><IconView icon={Icon::Download} />{ strings::pgn() }</button>
            <button type="button" class="button small" title={strings::report_html_hint()} onclick={save("html", "text/html", page)}><IconView icon={Icon::Download} />{ strings::html() }</button>
            if !is_in_work {
                <button type="button" class="button small quiet" onclick={on_again.clone()}><IconView icon={Icon::Retry} />{ if has_findings { strings::another_report() } else { strings::engine_report() } }</button>
            }
        </div>
    }
}

/// Returns the game with the results written into it.
fn written(shown: &ShownReport) -> Game {
    let mut game = Game::clone(&shown.game);
    annotate(&mut game, &shown.plan, &shown.findings, &shown.report.remarks, &Style::default());
    game
}

/// Formats the report as a single HTML file.
fn page(shown: &ShownReport) -> String {
    let game = written(shown);
    let page = GamePage {
        game: &game,
        report: &shown.report.report,
        findings: &shown.findings,
        remarks: &shown.report.remarks,
    };
    report_html(&[page], CBURNETT)
}

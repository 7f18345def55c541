//! Choice of a suite: from a file, from text, or one that comes with Tabia.

use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::strings;
use crate::components::events::typed;
use crate::components::file_button::FileButton;
use crate::components::icon::Icon;
use crate::language::Text;
use crate::platform::{document, fetch};
use crate::services::suites::SuiteService;
use crate::services::suites::reading::LONGEST;
use crate::storage::Content;

/// Suites that come with Tabia: name of the `meta` element with the file, display name and description.
const BUILT_IN: [(&str, Text, Text); 3] = [
    ("tabia-suite-bratko-kopec", strings::bratko_kopec, strings::bratko_kopec_hint),
    ("tabia-suite-kaufman", strings::kaufman, strings::kaufman_hint),
    ("tabia-suite-lct2", strings::lct2, strings::lct2_hint),
];

/// Properties of [`Choose`].
#[derive(Properties, PartialEq)]
pub struct ChooseProps {
    /// Shared page state.
    pub context: ToolsContext,
    /// Suite service.
    pub service: SuiteService,
}

/// Suite choice.
#[component]
pub fn Choose(props: &ChooseProps) -> Html {
    let ChooseProps { context, service } = props;
    let text = use_state(String::new);
    let on_files = {
        let (service, context) = (service.clone(), context.clone());
        Callback::from(move |files: Vec<File>| open_files(&service, &context, files))
    };
    let oninput = typed(&text);
    let paste = {
        let (service, text) = (service.clone(), text.clone());
        Callback::from(move |_: MouseEvent| service.open(strings::pasted_suite().to_owned(), (*text).clone()))
    };
    html! {
        <section class="card tools-card" aria-label={strings::suites()}>
            <h2>{ strings::suites() }</h2>
            <p class="tools-hint">{ strings::suite_forms_hint() }</p>
            <div class="tools-buttons">
                <FileButton label={strings::open_suite()} accept=".epd,.txt,.fen,.test" is_multiple={false} class="button primary" icon={Icon::Open} {on_files} />
                { for BUILT_IN.iter().map(|&(meta, name, hint)| {
                    let (service, context) = (service.clone(), context.clone());
                    let onclick = Callback::from(move |_: MouseEvent| open_built_in(&service, &context, meta, name()));
                    html! { <button key={meta} type="button" class="button" title={hint()} {onclick}>{ name() }</button> }
                }) }
            </div>
            <div class="tools-field">
                <label for="suite-text">{ strings::suite_text() }</label>
                <textarea id="suite-text" class="field mono tools-text" rows="5" spellcheck="false" placeholder={strings::SUITE_TEXT_EXAMPLE} value={(*text).clone()} {oninput} />
            </div>
            <div class="tools-buttons">
                <button type="button" class="button" disabled={text.trim().is_empty()} onclick={paste}>{ strings::use_this_text() }</button>
            </div>
        </section>
    }
}

fn open_built_in(service: &SuiteService, context: &ToolsContext, meta: &'static str, name: &'static str) {
    let (service, context) = (service.clone(), context.clone());
    spawn_local(async move {
        let address = document::meta(meta).unwrap_or_default();
        match fetch::bytes(&address).await {
            Ok(bytes) => service.open(name.to_owned(), tabia_pgn::decode(&bytes).text.into_owned()),
            Err(error) => context.fault(strings::the_suite_was_not_opened(), error),
        }
    });
}

/// Opens the first of the given files.
pub fn open_files(service: &SuiteService, context: &ToolsContext, files: Vec<File>) {
    let Some(file) = files.into_iter().next() else { return };
    if file.size() > LONGEST {
        context.fault(strings::the_suite_was_not_opened(), strings::suite_too_long());
        return;
    }
    let (service, context) = (service.clone(), context.clone());
    spawn_local(async move {
        let name = file.name();
        match Content::from(file).bytes().await {
            Ok(bytes) => service.open(name, tabia_pgn::decode(&bytes).text.into_owned()),
            Err(error) => context.fault(strings::the_suite_was_not_opened(), error),
        }
    });
}

//! Choice of a suite: from a file, from text, or one that comes with Tabia.

use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::strings;
use crate::components::events::typed;
use crate::components::file_button::FileButton;
use crate::components::icon::Icon;
use crate::platform::{document, fetch};
use crate::services::suites::SuiteService;
use crate::services::suites::reading::LONGEST;
use crate::storage::Content;

/// Suites that come with Tabia: name of the `meta` element with the file, display name and description.
const BUILT_IN: [(&str, &str, &str); 3] = [
    ("tabia-suite-bratko-kopec", strings::BRATKO_KOPEC, strings::BRATKO_KOPEC_HINT),
    ("tabia-suite-kaufman", strings::KAUFMAN, strings::KAUFMAN_HINT),
    ("tabia-suite-lct2", strings::LCT2, strings::LCT2_HINT),
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
        Callback::from(move |_: MouseEvent| service.open(strings::PASTED_SUITE.to_owned(), (*text).clone()))
    };
    html! {
        <section class="card tools-card" aria-label={strings::SUITES}>
            <h2>{ strings::SUITES }</h2>
            <p class="tools-hint">{ strings::SUITE_FORMS_HINT }</p>
            <div class="tools-buttons">
                <FileButton label={strings::OPEN_SUITE} accept=".epd,.txt,.fen,.test" is_multiple={false} class="button primary" icon={Icon::Open} {on_files} />
                { for BUILT_IN.iter().map(|&(meta, name, hint)| {
                    let (service, context) = (service.clone(), context.clone());
                    let onclick = Callback::from(move |_: MouseEvent| open_built_in(&service, &context, meta, name));
                    html! { <button key={meta} type="button" class="button" title={hint} {onclick}>{ name }</button> }
                }) }
            </div>
            <div class="tools-field">
                <label for="suite-text">{ strings::SUITE_TEXT }</label>
                <textarea id="suite-text" class="field mono tools-text" rows="5" spellcheck="false" placeholder={strings::SUITE_TEXT_EXAMPLE} value={(*text).clone()} {oninput} />
            </div>
            <div class="tools-buttons">
                <button type="button" class="button" disabled={text.trim().is_empty()} onclick={paste}>{ strings::USE_THIS_TEXT }</button>
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
            Err(error) => context.fault(strings::THE_SUITE_WAS_NOT_OPENED, error),
        }
    });
}

/// Opens the first of the given files.
pub fn open_files(service: &SuiteService, context: &ToolsContext, files: Vec<File>) {
    let Some(file) = files.into_iter().next() else { return };
    if file.size() > LONGEST {
        context.fault(strings::THE_SUITE_WAS_NOT_OPENED, strings::SUITE_TOO_LONG);
        return;
    }
    let (service, context) = (service.clone(), context.clone());
    spawn_local(async move {
        let name = file.name();
        match Content::from(file).bytes().await {
            Ok(bytes) => service.open(name, tabia_pgn::decode(&bytes).text.into_owned()),
            Err(error) => context.fault(strings::THE_SUITE_WAS_NOT_OPENED, error),
        }
    });
}

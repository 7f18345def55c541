//! Data stored in this browser by kind, with sizes, removal and backup.

use super::aside_list::AsideList;
use super::backup_parts::{PartRow, size};
use super::import_section::ImportSection;
use super::opener::GameOpener;
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use crate::components::toasts::{ToastAction, Tone};
use crate::services::backup::{BackupPart, OnProgress, Usage};
use crate::state::text::sentence;
use crate::storage::device::{self, StorageSpace};
use futures::future::{AbortHandle, abortable};
use std::collections::BTreeSet;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`StorageDialog`].
#[derive(Properties, PartialEq)]
pub struct StorageDialogProps {
    /// Access to the saved data.
    pub opener: GameOpener,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Storage usage.
#[derive(Debug, Clone, PartialEq)]
struct Facts {
    parts: Vec<Usage>,
    logs: u64,
    space: Option<StorageSpace>,
    is_persistent: bool,
}

#[derive(Clone, PartialEq)]
enum StorageState {
    Reading,
    Facts(Facts),
    Fault(String),
}

async fn facts(opener: &GameOpener) -> StorageState {
    match opener.usage().await {
        Ok((parts, logs)) => {
            let (space, is_persistent) = (device::space().await, device::is_persistent().await);
            StorageState::Facts(Facts { parts, logs, space, is_persistent })
        }
        Err(error) => StorageState::Fault(sentence(&error.to_string())),
    }
}

/// Storage dialog.
#[component]
pub fn StorageDialog(props: &StorageDialogProps) -> Html {
    let StorageDialogProps { opener, on_close } = props;
    let known = use_state_eq(|| StorageState::Reading);
    let chosen = use_state_eq(|| BackupPart::ALL.into_iter().collect::<BTreeSet<BackupPart>>());
    let busy = use_state_eq(|| None::<String>);
    let refresh = use_callback((opener.clone(), known.setter()), |(), (opener, known)| {
        let (opener, known) = (opener.clone(), known.clone());
        spawn_local(async move { known.set(facts(&opener).await) });
    });
    use_effect_with((), {
        let refresh = refresh.clone();
        move |()| refresh.emit(())
    });
    let toggle = use_callback(chosen.clone(), |part: BackupPart, chosen| {
        let mut next = (**chosen).clone();
        if !next.remove(&part) {
            next.insert(part);
        }
        chosen.set(next);
    });
    let remove =
        use_callback((opener.clone(), refresh.clone()), |part: Option<BackupPart>, (opener, refresh)| {
            let (opener, refresh) = (opener.clone(), refresh.clone());
            spawn_local(async move {
                opener.remove_part(part).await;
                refresh.emit(());
            });
        });
    let (export, cancel) = use_export(opener, &chosen, &busy);
    let persist = use_callback((opener.clone(), refresh.clone()), |_: MouseEvent, (opener, refresh)| {
        let asked = device::persist();
        let (opener, refresh) = (opener.clone(), refresh.clone());
        spawn_local(async move {
            if !asked.await {
                let title = strings::not_persistent_told().to_owned();
                let action =
                    ToastAction::Show(Tone::Warning, title, strings::not_persistent_why().to_owned(), None);
                opener.toasts().dispatch(action);
            }
            refresh.emit(());
        });
    });
    let body = match &*known {
        StorageState::Reading => html! { <p role="status">{ strings::reading_recent() }</p> },
        StorageState::Fault(reason) => html! {
            <div class="problem" role="alert"><IconView icon={Icon::Warning} /><p>{ reason }</p></div>
        },
        StorageState::Facts(facts) => html! {
            <>
                { room_html(facts.space) }
                <ul class="storage-list" aria-label={strings::stored_data()}>
                    { for facts.parts.iter().map(|usage| html! {
                        <PartRow key={strings::part_name(usage.part)} part={Some(usage.part)} count={usage.count} bytes={usage.bytes}
                            is_chosen={chosen.contains(&usage.part)} on_toggle={toggle.clone()} on_remove={remove.clone()} />
                    }) }
                    if facts.logs > 0 {
                        <PartRow key="logs" part={None} count={0} bytes={facts.logs} is_chosen={false} on_toggle={toggle.clone()} on_remove={remove.clone()} />
                    }
                </ul>
                <div class="storage-line">
                    <p>{ if facts.is_persistent { strings::persistent() } else { strings::not_persistent() } }</p>
                    if !facts.is_persistent { <button type="button" class="button" onclick={persist}>{ strings::ask_to_persist() }</button> }
                </div>
                <AsideList opener={opener.clone()} />
                <h3 class="shortcuts-group">{ strings::backup() }</h3>
                <p>{ strings::backup_note() }</p>
                <div class="setting-buttons">
                    <button type="button" class="button primary" disabled={busy.is_some() || chosen.is_empty()} onclick={export}>{ strings::export_chosen() }</button>
                    if busy.is_some() { <button type="button" class="button" onclick={cancel}>{ strings::cancel_export() }</button> }
                </div>
                <p class="setting-note" role="status">{ (*busy).clone().unwrap_or_default() }</p>
                <ImportSection opener={opener.clone()} on_done={refresh.clone()} />
            </>
        },
    };
    html! { <Modal title={strings::stored_data()} on_close={on_close.clone()}>{ body }</Modal> }
}

/// Returns the callbacks that start and cancel an export of the chosen parts; `busy` is set to the progress.
#[hook]
fn use_export(
    opener: &GameOpener,
    chosen: &UseStateHandle<BTreeSet<BackupPart>>,
    busy: &UseStateHandle<Option<String>>,
) -> (Callback<MouseEvent>, Callback<MouseEvent>) {
    let running = use_mut_ref(|| None::<AbortHandle>);
    let started = Rc::clone(&running);
    let export = use_callback(
        (opener.clone(), chosen.clone(), busy.setter()),
        move |_: MouseEvent, (opener, chosen, busy)| {
            let (opener, parts, busy) =
                (opener.clone(), chosen.iter().copied().collect::<Vec<_>>(), busy.clone());
            let on_progress: OnProgress = {
                let busy = busy.clone();
                Rc::new(move |part, percent| {
                    busy.set(Some(strings::exporting(&strings::part_name(part), percent)));
                })
            };
            let (export, handle) = {
                let opener = opener.clone();
                abortable(async move { opener.export(&parts, on_progress).await })
            };
            started.replace(Some(handle));
            spawn_local(async move {
                // Cancelled by the user: nothing to report.
                if let Ok(Err(error)) = export.await {
                    opener.show_fault(strings::not_exported(), &error.to_string());
                }
                busy.set(None);
            });
        },
    );
    let cancel = use_callback((), move |_: MouseEvent, ()| {
        if let Some(handle) = running.take() {
            handle.abort();
        }
    });
    (export, cancel)
}

fn room_html(space: Option<StorageSpace>) -> Html {
    let Some(space) = space else { return html! {} };
    let share = if space.quota > 0.0 { space.used / space.quota } else { 0.0 };
    html! {
        <div class="storage-room">
            <p>{ strings::room_used(&size(space.used as u64), &size(space.quota as u64)) }</p>
            <progress max="1" value={share.to_string()} aria-label={strings::stored_data()} />
        </div>
    }
}

//! What could not be read and was set aside: it can be saved as it is, and deleted.

use super::desk::Desk;
use crate::apps::analysis::strings;
use crate::platform::download::download;
use crate::state::text::sentence;
use crate::storage::aside::{self, SetAside};
use crate::storage::{Database, Key};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`AsideList`].
#[derive(Properties, PartialEq)]
pub struct AsideListProps {
    /// Knows what is kept.
    pub desk: Desk,
}

/// The list; nothing where nothing was set aside.
#[component]
pub fn AsideList(props: &AsideListProps) -> Html {
    let desk = &props.desk;
    let list = use_state_eq(Vec::<(Key, SetAside)>::new);
    let refresh = use_callback((desk.clone(), list.setter()), |(), (desk, list)| {
        let (desk, list) = (desk.clone(), list.clone());
        spawn_local(async move {
            match aside::damaged(desk.keeper().database()).await {
                Ok(found) => list.set(found),
                Err(error) => desk.tell_fault(strings::ASIDE_NOT_READ, &error.to_string()),
            }
        });
    });
    use_effect_with((), {
        let refresh = refresh.clone();
        move |()| refresh.emit(())
    });
    if list.is_empty() {
        return Html::default();
    }
    html! {
        <>
            <h3 class="shortcuts-group">{ strings::SET_ASIDE }</h3>
            <p>{ strings::SET_ASIDE_NOTE }</p>
            <ul class="storage-list" aria-label={strings::SET_ASIDE}>
                { for list.iter().map(|(key, aside)| html! {
                    <AsideRow key={key.to_string()} desk={desk.clone()} of={key.clone()} what={aside.what.clone()} reason={aside.reason.clone()} on_removed={refresh.clone()} />
                }) }
            </ul>
        </>
    }
}

#[derive(Properties, PartialEq)]
struct AsideRowProps {
    desk: Desk,
    of: Key,
    what: AttrValue,
    reason: AttrValue,
    on_removed: Callback<()>,
}

#[component]
fn AsideRow(props: &AsideRowProps) -> Html {
    let AsideRowProps { desk, of, what, reason, on_removed } = props;
    let is_asking = use_state_eq(|| false);
    let save = use_callback((desk.clone(), of.clone()), |_: MouseEvent, (desk, of)| {
        let (desk, of) = (desk.clone(), of.clone());
        spawn_local(async move {
            if let Err(reason) = save_raw(desk.keeper().database(), &of).await {
                desk.tell_fault(strings::ASIDE_NOT_SAVED, &reason);
            }
        });
    });
    let delete = use_callback(
        (desk.clone(), of.clone(), on_removed.clone()),
        |_: MouseEvent, (desk, of, on_removed)| {
            let (desk, of, on_removed) = (desk.clone(), of.clone(), on_removed.clone());
            spawn_local(async move {
                match aside::remove(desk.keeper().database(), &of).await {
                    Ok(()) => on_removed.emit(()),
                    Err(error) => desk.tell_fault(strings::NOT_DELETED, &error.to_string()),
                }
            });
        },
    );
    let ask = use_callback(is_asking.clone(), |_: MouseEvent, is_asking| is_asking.set(!**is_asking));
    html! {
        <li class="storage-aside">
            <p><strong>{ sentence(what) }</strong>{ " " }{ sentence(reason) }</p>
            <div class="setting-buttons">
                <button type="button" class="button small" onclick={save}>{ strings::SAVE_AS_IT_IS }</button>
                if *is_asking {
                    <button type="button" class="button small danger" onclick={delete}>{ strings::DELETE_FOR_GOOD }</button>
                }
                <button type="button" class="button small quiet" onclick={ask}>{ if *is_asking { strings::KEEP_IT } else { strings::DELETE_ASIDE } }</button>
            </div>
        </li>
    }
}

async fn save_raw(database: &Database, key: &Key) -> Result<(), String> {
    let content = aside::export_raw(database, key).await.map_err(|error| error.to_string())?;
    let blob = content.blob().map_err(|error| error.to_string())?;
    download(strings::ASIDE_FILE_NAME, &blob).map_err(|error| error.to_string())
}

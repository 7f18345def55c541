//! List of unreadable records, in place or set aside: they can be downloaded as they are, and deleted.

use super::opener::GameOpener;
use crate::apps::analysis::strings;
use crate::platform::download::download;
use crate::services::damage;
use crate::state::text::sentence;
use crate::storage::aside::{self, SetAside};
use crate::storage::damaged::{self, Damaged};
use crate::storage::{Content, Database, Key, StoreError};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`AsideList`].
#[derive(Properties, PartialEq)]
pub struct AsideListProps {
    /// Access to the saved data.
    pub opener: GameOpener,
}

/// Unreadable record.
#[derive(Clone, PartialEq)]
enum Unreadable {
    /// Set aside, under this key.
    Aside(Key, SetAside),
    /// Still in its original place.
    InPlace(Damaged),
}

impl Unreadable {
    async fn all(database: &Database) -> Result<Vec<Self>, StoreError> {
        let aside = aside::damaged(database).await?.into_iter().map(|(key, aside)| Self::Aside(key, aside));
        let in_place = damage::find(database).await?.into_iter().map(Self::InPlace);
        Ok(aside.chain(in_place).collect())
    }

    /// Returns a unique key.
    fn key(&self) -> String {
        match self {
            Self::Aside(key, _) => key.to_string(),
            Self::InPlace(damaged) => format!("{} {}", damaged.what, damaged.key),
        }
    }

    fn words(&self) -> (&str, &str) {
        match self {
            Self::Aside(_, aside) => (&aside.what, &aside.reason),
            Self::InPlace(damaged) => (damaged.what, &damaged.reason),
        }
    }

    async fn raw(&self, database: &Database) -> Result<Content, StoreError> {
        match self {
            Self::Aside(key, _) => aside::export_raw(database, key).await,
            Self::InPlace(damaged) => damaged::export_raw(database, damaged).await,
        }
    }

    async fn remove(&self, database: &Database) -> Result<(), StoreError> {
        match self {
            Self::Aside(key, _) => aside::remove(database, key).await,
            Self::InPlace(damaged) => damaged::remove(database, damaged).await,
        }
    }
}

/// The list; empty if everything is readable.
#[component]
pub fn AsideList(props: &AsideListProps) -> Html {
    let opener = &props.opener;
    let list = use_state_eq(Vec::<Unreadable>::new);
    let refresh = use_callback((opener.clone(), list.setter()), |(), (opener, list)| {
        let (opener, list) = (opener.clone(), list.clone());
        spawn_local(async move {
            match Unreadable::all(opener.autosave().database()).await {
                Ok(found) => list.set(found),
                Err(error) => opener.show_fault(strings::aside_not_read(), &error.to_string()),
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
            <h3 class="shortcuts-group">{ strings::set_aside() }</h3>
            <p>{ strings::set_aside_note() }</p>
            <ul class="storage-list" aria-label={strings::set_aside()}>
                { for list.iter().map(|of| html! {
                    <AsideRow key={of.key()} opener={opener.clone()} of={of.clone()} on_removed={refresh.clone()} />
                }) }
            </ul>
        </>
    }
}

#[derive(Properties, PartialEq)]
struct AsideRowProps {
    opener: GameOpener,
    of: Unreadable,
    on_removed: Callback<()>,
}

#[component]
fn AsideRow(props: &AsideRowProps) -> Html {
    let AsideRowProps { opener, of, on_removed } = props;
    let (what, reason) = of.words();
    let is_asking = use_state_eq(|| false);
    let save = use_callback((opener.clone(), of.clone()), |_: MouseEvent, (opener, of)| {
        let (opener, of) = (opener.clone(), of.clone());
        spawn_local(async move {
            if let Err(reason) = save_raw(opener.autosave().database(), &of).await {
                opener.show_fault(strings::aside_not_saved(), &reason);
            }
        });
    });
    let delete = use_callback(
        (opener.clone(), of.clone(), on_removed.clone()),
        |_: MouseEvent, (opener, of, on_removed)| {
            let (opener, of, on_removed) = (opener.clone(), of.clone(), on_removed.clone());
            spawn_local(async move {
                match of.remove(opener.autosave().database()).await {
                    Ok(()) => on_removed.emit(()),
                    Err(error) => opener.show_fault(strings::not_deleted(), &error.to_string()),
                }
            });
        },
    );
    let ask = use_callback(is_asking.clone(), |_: MouseEvent, is_asking| is_asking.set(!**is_asking));
    html! {
        <li class="storage-aside">
            <p><strong>{ sentence(what) }</strong>{ " " }{ sentence(reason) }</p>
            <div class="setting-buttons">
                <button type="button" class="button small" onclick={save}>{ strings::save_as_it_is() }</button>
                if *is_asking {
                    <button type="button" class="button small danger" onclick={delete}>{ strings::delete_for_good() }</button>
                }
                <button type="button" class="button small quiet" onclick={ask}>{ if *is_asking { strings::keep_it() } else { strings::delete_aside() } }</button>
            </div>
        </li>
    }
}

async fn save_raw(database: &Database, of: &Unreadable) -> Result<(), String> {
    let content = of.raw(database).await.map_err(|error| error.to_string())?;
    let blob = content.blob().map_err(|error| error.to_string())?;
    download(strings::ASIDE_FILE_NAME, &blob).map_err(|error| error.to_string())
}

//! Recent games: search, open and delete.

use super::opener::GameOpener;
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::components::modal::Modal;
use crate::hooks::{Refresh, use_observable_when};
use crate::platform::local_time::date_and_time;
use crate::services::games::recent::{RecentItem, TextFacts};
use crate::services::games::repository::GameRepository;
use crate::state::text::sentence;
use crate::storage::games::GameEntry;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Number of rows shown at first and added by each press of the button.
const PAGE: usize = 100;

/// Properties of [`RecentDialog`].
#[derive(Properties, PartialEq)]
pub struct RecentDialogProps {
    /// Access to the games.
    pub opener: GameOpener,
    /// Closes the dialog.
    pub on_close: Callback<()>,
}

/// Load state of the list.
#[derive(Clone, PartialEq)]
enum RecentList {
    Reading,
    Items(Vec<RecentItem>),
    Fault(String),
}

/// Everything that was on the board, newest first.
#[component]
pub fn RecentDialog(props: &RecentDialogProps) -> Html {
    let RecentDialogProps { opener, on_close } = props;
    let known = use_state_eq(|| RecentList::Reading);
    let query = use_state_eq(String::new);
    let shown = use_state_eq(|| PAGE);
    let changes = use_changes(opener.repository());
    use_effect_with(changes, {
        let (opener, known) = (opener.clone(), known.setter());
        move |_| {
            spawn_local(async move {
                known.set(match opener.recent().await {
                    Ok(items) => RecentList::Items(items),
                    Err(error) => RecentList::Fault(sentence(&error.to_string())),
                });
            });
        }
    });
    let oninput = use_callback((query.setter(), shown.setter()), |event: InputEvent, (query, shown)| {
        if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
            query.set(input.value());
            shown.set(PAGE);
        }
    });
    let more =
        use_callback((shown.setter(), *shown), |_: MouseEvent, (setter, shown)| setter.set(shown + PAGE));
    let body = match &*known {
        RecentList::Reading => html! { <p role="status">{ strings::reading_recent() }</p> },
        RecentList::Fault(reason) => html! {
            <div class="problem" role="alert"><IconView icon={Icon::Warning} /><p>{ reason }</p></div>
        },
        RecentList::Items(items) if items.is_empty() => html! { <p>{ strings::recent_empty() }</p> },
        RecentList::Items(items) => {
            let found: Vec<&RecentItem> = items.iter().filter(|item| item.matches(&query)).collect();
            let on_board = opener.autosave().shown_entry().map(|entry| entry.id);
            html! {
                <>
                    <input class="field" type="search" placeholder={strings::search_recent()} aria-label={strings::search_recent()}
                        value={(*query).clone()} {oninput} />
                    <p class="visually-hidden" role="status">{ strings::games(found.len()) }</p>
                    if found.is_empty() { <p>{ strings::none_found() }</p> }
                    <ul class="recent-list">
                        { for found.iter().take(*shown).map(|item| {
                            let is_on_board = on_board.as_deref() == Some(item.id());
                            html! { <RecentRow key={item.id()} item={(*item).clone()} {is_on_board} opener={opener.clone()} on_close={on_close.clone()} /> }
                        }) }
                    </ul>
                    if found.len() > *shown {
                        <button type="button" class="button" onclick={more}>{ strings::show_more(&(found.len() - *shown)) }</button>
                    }
                </>
            }
        }
    };
    html! {
        <Modal title={strings::recent()} on_close={on_close.clone()}>
            <p>{ strings::recent_note() }</p>
            { body }
        </Modal>
    }
}

/// Returns a counter that changes with the saved games.
#[hook]
fn use_changes(repository: &GameRepository) -> u64 {
    use_observable_when(repository, |_| Refresh::Within(50), GameRepository::changes)
}

#[derive(Properties, PartialEq)]
struct RecentRowProps {
    item: RecentItem,
    is_on_board: bool,
    opener: GameOpener,
    on_close: Callback<()>,
}

#[component]
fn RecentRow(props: &RecentRowProps) -> Html {
    let (title, detail, labels) = match &props.item {
        RecentItem::Game(entry) => (title_of(entry), detail_of(entry), entry.labels.clone()),
        RecentItem::Text { file, facts } => {
            let name = if file.name.is_empty() { strings::pasted_games() } else { &file.name };
            (name.to_owned(), text_detail_of(facts), Vec::new())
        }
    };
    let open = {
        let (opener, item, on_close) = (props.opener.clone(), props.item.clone(), props.on_close.clone());
        Callback::from(move |_: MouseEvent| {
            on_close.emit(());
            opener.open_item(item.clone());
        })
    };
    let remove = {
        let (opener, item) = (props.opener.clone(), props.item.clone());
        Callback::from(move |_: MouseEvent| opener.remove_item(item.clone()))
    };
    let when = date_and_time(props.item.board_ms());
    html! {
        <li class="recent-item">
            <button type="button" class="recent-open" onclick={open} aria-current={props.is_on_board.then_some("true")}>
                <span class="recent-title">{ &title }
                    if props.is_on_board { <span class="recent-badge">{ strings::on_the_board() }</span> }
                    { for labels.iter().map(|label| html! { <span key={label.clone()} class="recent-label">{ label }</span> }) }
                </span>
                <span class="recent-detail">{ detail }</span>
                <span class="recent-when">{ when }</span>
            </button>
            <button type="button" class="button quiet icon" aria-label={strings::delete_named(&title)} title={strings::delete()} onclick={remove}>
                <IconView icon={Icon::Close} />
            </button>
        </li>
    }
}

/// Returns the name of a game, or else its players.
fn title_of(entry: &GameEntry) -> String {
    if !entry.name.is_empty() {
        return entry.name.clone();
    }
    match (entry.white.as_str(), entry.black.as_str()) {
        ("", "") if entry.event.is_empty() => strings::untitled().to_owned(),
        ("", "") => entry.event.clone(),
        (white, black) => {
            let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
            format!("{} – {}", name(white), name(black))
        }
    }
}

/// Returns the number of moves of a game, and the first ones.
fn detail_of(entry: &GameEntry) -> String {
    let mut parts = Vec::new();
    if entry.result != "*" && !entry.result.is_empty() {
        parts.push(entry.result.clone());
    }
    parts.push(strings::moves(entry.plies.div_ceil(2) as usize));
    if !entry.first_moves.is_empty() {
        parts.push(entry.first_moves.clone());
    }
    parts.join(" · ")
}

/// Returns the number of games in a text, if known, and the players of the first one.
fn text_detail_of(facts: &TextFacts) -> String {
    let count = (facts.games > 0).then(|| strings::games(facts.games));
    let first = (!facts.title.is_empty()).then(|| facts.title.clone());
    count.into_iter().chain(first).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_called_by_its_name_or_its_players() {
        let entry =
            GameEntry { white: "Morphy".into(), plies: 33, result: "1-0".into(), ..GameEntry::default() };
        assert_eq!(title_of(&entry), "Morphy – ?");
        assert_eq!(
            detail_of(&GameEntry { first_moves: "e4 e5".into(), ..entry.clone() }),
            "1-0 · 17 moves · e4 e5"
        );
        assert_eq!(title_of(&GameEntry { name: "Opera".into(), ..entry }), "Opera");
        assert_eq!(title_of(&GameEntry::default()), "Untitled analysis");
    }

    #[test]
    fn a_text_says_how_many_games_it_has_once_they_are_counted() {
        let facts = TextFacts { games: 331, title: "Ann – Zoe".into(), board_ms: 0.0 };
        assert_eq!(text_detail_of(&facts), "331 games · Ann – Zoe");
        assert_eq!(text_detail_of(&TextFacts { games: 0, ..facts }), "Ann – Zoe");
        assert_eq!(text_detail_of(&TextFacts::default()), "");
    }
}

//! Actions on the selected games.

use std::collections::BTreeSet;

use yew::prelude::*;

use super::context::{LibraryContext, OwnGames, is_own};
use super::dialogs::{LabelChanges, LabelsDialog};
use super::{actions, strings};
use crate::components::icon::{Icon, IconView};
use crate::components::question::Question;
use crate::state::library::marks::RowSelection;
use crate::state::library::text::counted_games;

/// Properties of [`SelectionBar`].
#[derive(Properties, PartialEq)]
pub struct SelectionBarProps {
    /// State shared by all components of the page.
    pub context: LibraryContext,
    /// Database of the games.
    pub database: AttrValue,
    /// Selected rows.
    pub marks: RowSelection,
    /// Total number of rows.
    pub count: usize,
    /// Summary of the user's games.
    pub own: OwnGames,
    /// Changes the selection.
    pub on_marks: Callback<RowSelection>,
}

#[derive(Clone, PartialEq)]
enum SelectionDialog {
    Save,
    /// Labels common to all of the games.
    Labels(BTreeSet<String>),
    Remove,
}

/// Selection bar.
#[component]
pub fn SelectionBar(props: &SelectionBarProps) -> Html {
    let SelectionBarProps { context, database, marks, count, own, on_marks } = props;
    let asking = use_state_eq(|| None::<SelectionDialog>);
    let close = use_callback(asking.setter(), |(), asking| asking.set(None));
    let ask = |what: SelectionDialog| {
        let asking = asking.setter();
        Callback::from(move |_: MouseEvent| asking.set(Some(what.clone())))
    };
    let clear =
        use_callback(on_marks.clone(), |_: MouseEvent, on_marks| on_marks.emit(RowSelection::default()));
    let export = {
        let (context, marks, count) = (context.clone(), marks.clone(), *count);
        Callback::from(move |_: MouseEvent| actions::export(&context, marks.clone(), count))
    };
    let annotate = {
        let (context, marks, count) = (context.clone(), marks.clone(), *count);
        Callback::from(move |_: MouseEvent| actions::annotate(&context, marks.clone(), count))
    };
    let labels = {
        let (context, marks, asking) = (context.clone(), marks.clone(), asking.setter());
        Callback::from(move |_: MouseEvent| {
            let asking = asking.clone();
            actions::with_labels(&context, marks.clone(), move |labels| {
                asking.set(Some(SelectionDialog::Labels(labels)));
            });
        })
    };
    html! {
        <div class="library-selection" role="group" aria-label={strings::selection()}>
            <span class="library-selected" role="status">{ strings::selected(marks.len()) }</span>
            if is_own(database) {
                <button type="button" class="button small" onclick={labels}><IconView icon={Icon::Label} />{ strings::labels_edit() }</button>
            } else {
                <button type="button" class="button small" onclick={ask(SelectionDialog::Save)}><IconView icon={Icon::Save} />{ strings::save() }</button>
            }
            <button type="button" class="button small" onclick={export}><IconView icon={Icon::Download} />{ strings::export() }</button>
                <button type="button" class="button small" onclick={annotate}><IconView icon={Icon::Explain} />{ strings::annotate() }</button>
            if is_own(database) {
                <button type="button" class="button small" onclick={ask(SelectionDialog::Remove)}><IconView icon={Icon::Delete} />{ strings::remove() }</button>
            }
            <button type="button" class="button quiet icon small" aria-label={strings::clear_selection()} title={strings::clear_selection()} onclick={clear}><IconView icon={Icon::Close} /></button>
            { dialog(context, marks, own, (*asking).as_ref(), &close) }
        </div>
    }
}

fn dialog(
    context: &LibraryContext,
    marks: &RowSelection,
    own: &OwnGames,
    asking: Option<&SelectionDialog>,
    close: &Callback<()>,
) -> Html {
    let (context, marks, on_close) = (context.clone(), marks.clone(), close.clone());
    let games = counted_games(marks.len());
    match asking {
        None => html! {},
        Some(SelectionDialog::Save) => {
            let on_done = Callback::from(move |changes: LabelChanges| {
                actions::save(&context, marks.clone(), changes.added);
            });
            html! { <LabelsDialog title={format!("{}: {games}", strings::save_title())} button={strings::save()} labels={own.labels.clone()} {on_done} {on_close} /> }
        }
        Some(SelectionDialog::Labels(present)) => {
            let on_done =
                Callback::from(move |changes: LabelChanges| actions::label(&context, marks.clone(), changes));
            html! { <LabelsDialog title={format!("{}: {games}", strings::labels())} button={strings::apply()} labels={own.labels.clone()} present={present.clone()} {on_done} {on_close} /> }
        }
        Some(SelectionDialog::Remove) => {
            let count = marks.len();
            let on_done = Callback::from(move |()| actions::remove(&context, marks.clone()));
            html! { <Question title={strings::remove_games_title(count)} button={strings::remove()} {on_done} {on_close}><p>{ strings::remove_games_note() }</p></Question> }
        }
    }
}

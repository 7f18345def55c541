//! Screen reader announcements of edits that would otherwise be silent.

use super::strings;
use crate::state::game::EditKind;
use yew::prelude::*;

/// Properties of [`EditNews`].
#[derive(Properties, PartialEq)]
pub struct EditNewsProps {
    /// Id of the game on the board.
    pub game_id: u64,
    /// Number of edits that can be undone and redone.
    pub depths: (usize, usize),
    /// Kind of the next edit to undo.
    pub undo_kind: Option<EditKind>,
    /// Kind of the next edit to redo.
    pub redo_kind: Option<EditKind>,
}

/// Announces undo, redo and deletions.
#[component]
pub fn EditNews(props: &EditNewsProps) -> Html {
    let text = use_state_eq(String::new);
    let before = use_mut_ref(|| (props.game_id, props.depths));
    use_effect_with((props.game_id, props.depths, props.undo_kind, props.redo_kind), {
        let text = text.clone();
        move |&(game_id, depths, undo_kind, redo_kind)| {
            let (old_game, old_depths) = before.replace((game_id, depths));
            let news =
                (old_game == game_id).then(|| news(old_depths, depths, undo_kind, redo_kind)).flatten();
            let Some(news) = news else { return };
            // Screen readers repeat the same text only if the element changes, hence the extra space.
            text.set(if *text == news { format!("{news}\u{a0}") } else { news });
        }
    });
    html! { <p class="visually-hidden" role="status" aria-live="polite">{ (*text).clone() }</p> }
}

fn news(
    before: (usize, usize),
    now: (usize, usize),
    undo_kind: Option<EditKind>,
    redo_kind: Option<EditKind>,
) -> Option<String> {
    let is_done = now.0 == before.0 + 1;
    if before.0 == now.0 + 1 && now.1 == before.1 + 1 {
        return redo_kind.map(|kind| strings::edit_name(&strings::undone(), kind));
    }
    if is_done && before.1 == now.1 + 1 {
        return undo_kind.map(|kind| strings::edit_name(&strings::redone(), kind));
    }
    (is_done && undo_kind == Some(EditKind::Deletion)).then(|| strings::moves_deleted().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_not_seen_elsewhere_is_told() {
        let deletion = Some(EditKind::Deletion);
        assert_eq!(news((2, 0), (1, 1), None, deletion).as_deref(), Some("Undone: deletion"));
        assert_eq!(news((1, 1), (2, 0), Some(EditKind::Glyph), None).as_deref(), Some("Redone: glyph"));
        assert_eq!(news((1, 0), (2, 0), deletion, None).as_deref(), Some(strings::moves_deleted()));
        assert_eq!(news((1, 0), (2, 0), Some(EditKind::Move), None), None);
        assert_eq!(news((1, 0), (1, 0), deletion, None), None);
    }
}

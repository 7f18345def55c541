//! Rows for the parts of the saved data: checkbox, size and remove button.

use crate::apps::analysis::strings;
use crate::services::backup::BackupPart;
use yew::prelude::*;

/// Formats a number of bytes.
pub fn size(bytes: u64) -> String {
    let bytes = bytes as f64;
    match bytes {
        bytes if bytes < 1e3 => format!("{bytes} B"),
        bytes if bytes < 1e6 => format!("{:.0} kB", bytes / 1e3),
        bytes if bytes < 1e9 => format!("{:.1} MB", bytes / 1e6),
        bytes => format!("{:.1} GB", bytes / 1e9),
    }
}

/// Properties of [`PartRow`].
#[derive(Properties, PartialEq)]
pub struct PartRowProps {
    /// Part; `None` for the match logs, which aren't part of backups.
    pub part: Option<BackupPart>,
    /// Number of items.
    pub count: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// Whether it is selected for the backup.
    pub is_chosen: bool,
    /// Selects or deselects the part.
    pub on_toggle: Callback<BackupPart>,
    /// Removes the whole part.
    pub on_remove: Callback<Option<BackupPart>>,
}

/// Part with its size. "Remove" asks for confirmation.
#[component]
pub fn PartRow(props: &PartRowProps) -> Html {
    let is_asking = use_state_eq(|| false);
    let part = props.part;
    let name = part.map_or(strings::logs(), strings::part_name);
    let ask = use_callback(is_asking.setter(), |_: MouseEvent, asking| asking.set(true));
    let keep = use_callback(is_asking.setter(), |_: MouseEvent, asking| asking.set(false));
    let remove = use_callback(
        (props.on_remove.clone(), is_asking.setter(), part),
        |_: MouseEvent, (remove, asking, part)| {
            asking.set(false);
            remove.emit(*part);
        },
    );
    let id = format!("part-{}", name.to_ascii_lowercase().replace(' ', "-"));
    let onchange = {
        let on_toggle = props.on_toggle.clone();
        Callback::from(move |_: Event| {
            if let Some(part) = part {
                on_toggle.emit(part);
            }
        })
    };
    // Settings have their own "reset".
    let can_remove = part != Some(BackupPart::Settings) && (props.count > 0 || part.is_none());
    html! {
        <li class="storage-item">
            if part.is_some() { <input id={id.clone()} type="checkbox" checked={props.is_chosen} {onchange} /> } else { <span /> }
            <label for={id}>{ name }</label>
            <span class="storage-size">
                { strings::amount(part.is_some().then_some(props.count), &size(props.bytes)) }
            </span>
            if can_remove && !*is_asking {
                <button type="button" class="button quiet" aria-label={strings::remove_named(&name)} onclick={ask}>{ strings::remove() }</button>
            } else { <span /> }
            if *is_asking {
                <div class="storage-confirm" role="alert">
                    <p>{ strings::remove_question(&name) }</p>
                    <button type="button" class="button danger" onclick={remove}>{ strings::delete() }</button>
                    <button type="button" class="button" onclick={keep}>{ strings::keep() }</button>
                </div>
            }
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_short() {
        assert_eq!(
            [0, 999, 15_400, 1_234_567, 5_600_000_000].map(size),
            ["0 B", "999 B", "15 kB", "1.2 MB", "5.6 GB"]
        );
    }
}

//! Keyboard shortcuts of each page, for the help. Those of the analysis page are in [`keys`](super::keys).

use super::play::keys::PLAY_KEYS;
use super::route::{BookSubject, PlaySubject, Route, ToolsSubject};
use crate::language::{Text, tr};

/// Key names as in the browser, and their effect.
pub type KeyLine = (&'static [&'static str], Text);

const TAB: &[&str] = &["Tab"];
const ARROWS: &[&str] = &["ArrowUp", "ArrowDown"];
const HELP: KeyLine = (&["?"], || tr!("Show the keyboard shortcuts"));
const CLOSE: KeyLine = (&["Escape"], || tr!("Close a dialog"));
const NEXT_FIELD: KeyLine = (TAB, || tr!("Go to the next button or field"));
const BOARD: [KeyLine; 3] = [
    (TAB, || tr!("Go to the board, the buttons or the fields")),
    (&["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], || tr!("On the board: to the next square")),
    (&["Enter", " "], || tr!("On the board: select the piece, or move it to this square")),
];

/// Returns the shortcuts of a page other than the analysis page, in help order.
pub fn page_keys(route: &Route) -> Vec<KeyLine> {
    let own: Vec<KeyLine> = match route {
        Route::Analysis => Vec::new(),
        Route::Play(PlaySubject::Game) => {
            PLAY_KEYS.iter().map(|&(_, keys, text)| (keys, text)).chain(BOARD).collect()
        }
        Route::Library(_) => LIBRARY.to_vec(),
        Route::Lab(_) => vec![(TAB, || tr!("Go to the next button, field or table"))],
        Route::Book(BookSubject::Books) => BOARD.to_vec(),
        Route::Play(PlaySubject::Rating) | Route::Book(_) => vec![NEXT_FIELD],
        Route::Tools(subject) => tools(*subject),
    };
    own.into_iter().chain([CLOSE, HELP]).collect()
}

const LIBRARY: [KeyLine; 8] = [
    (TAB, || tr!("Go to the list of games; there:")),
    (ARROWS, || tr!("Previous or next game")),
    (&["PageUp", "PageDown", "Home", "End"], || tr!("A page up or down, to the first or last game")),
    (&["Enter"], || tr!("Open the game on the analysis board")),
    (&[" "], || tr!("Select the game, or deselect it")),
    (&["Shift", "ArrowUp", "ArrowDown"], || tr!("Select several games")),
    (&["Ctrl", "A"], || tr!("Select all games")),
    (&["Escape"], || tr!("Clear the selection")),
];

fn tools(subject: ToolsSubject) -> Vec<KeyLine> {
    match subject {
        ToolsSubject::Suites => vec![
            (TAB, || tr!("Go to the list of problems; there:")),
            (ARROWS, || tr!("Previous or next problem")),
            (&["Home", "End"], || tr!("First or last problem")),
        ],
        ToolsSubject::Annotate | ToolsSubject::Speed => vec![NEXT_FIELD],
        ToolsSubject::Console => vec![
            (TAB, || tr!("Go to the lines or the fields")),
            (&["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"], || {
                tr!("In the lines: to another line")
            }),
            (&["Escape"], || tr!("In the lines: close the line that is shown whole")),
            (ARROWS, || tr!("In the command field: earlier and later commands")),
            (&["Enter"], || tr!("In the command field: send; in the search: next match")),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_lists_its_keys_and_how_to_see_them() {
        let routes = [
            Route::Play(PlaySubject::Game),
            Route::Play(PlaySubject::Rating),
            Route::Library(None),
            Route::Lab(None),
        ]
        .into_iter()
        .chain(BookSubject::ALL.map(Route::Book))
        .chain(ToolsSubject::ALL.map(Route::Tools));
        for route in routes {
            let keys = page_keys(&route);
            assert_eq!(keys.last().map(|(keys, _)| *keys), Some(HELP.0), "{route}");
            assert!(keys.len() > 2, "{route}");
        }
    }

    #[test]
    fn the_keys_are_those_of_the_page() {
        let texts = |route| page_keys(&route).into_iter().map(|(_, text)| text()).collect::<Vec<_>>();
        assert!(texts(Route::Play(PlaySubject::Game)).contains(&"Hint: the piece, then its move"));
        assert!(!texts(Route::Library(None)).contains(&"Hint: the piece, then its move"));
        assert!(texts(Route::Library(None)).contains(&"Select all games"));
    }
}

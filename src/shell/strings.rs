//! Strings of the page's frame.

use crate::language::{texts, tr};

texts! {
    /// For the beginning of a sentence; the `_INSIDE` variants go within one.
    play: "The play page";
    play_inside: "the play page";
    lab: "The Lab";
    lab_inside: "the Lab";
    library: "The library";
    library_inside: "the library";
    book: "The book page";
    book_inside: "the book page";
    tools: "The tools page";
    tools_inside: "the tools page";

    // page_links
    pages: "Pages";
    continue_your_game: "Continue your game";
    a_match_is_being_played: "A match is being played";
    match_running_suffix: " (a match is being played)";

    // introduction
    introduction: "About this page";
    library_introduction: "Store your games and whole PGN files here. Filter as you type, search positions, find duplicates. Nothing leaves your machine.";
    lab_introduction: "Play engine builds against each other until a test decides which is stronger. Two engines are chosen already: press Start to see a match.";
    book_introduction: "An opening book lists the moves to play and how often. Browse the default book with Edit, or make one from games: Make has an example.";
    tools_introduction: "Run test suites, annotate whole PGN files, measure the speed of this machine, and read the output of engines.";
    guide: "Guide";
}
pub const GUIDE_ADDRESS: &str = "guide.html";
texts! {
    hide_introductions: "Hide introductions";

    // topbar
    tabia: "Tabia";
    theme_system: "Theme: system";
    theme_light: "Theme: light";
    theme_dark: "Theme: dark";
    settings: "Settings";

    // update_bar
    update: "Update";
    update_ready: "A new version of Tabia is ready.";
    match_continues: "The running match continues after the update.";
    update_now: "Update now";
    later: "Later";

    // import_bar
    imported: "Imported data";
    backup_imported: "A backup was imported. Reload this page to see the imported data.";
    match_continues_after_reload: "The running match continues after that.";

    // store_fault
    stored_data: "Stored data";
    go_on_without: "Continue without it";
    store_mended: "The stored data is readable again. Reload this page to see it.";
    reload: "Reload this page";

    try_again: "Try again";
}

pub fn loading(name: &str) -> String {
    tr!("Loading {name}…", name)
}

pub fn could_not_be_loaded(name: &str) -> String {
    tr!("{name} could not be loaded. Check your connection and try again.", name)
}

// Links to the pages; on a phone six are side by side.

pub fn play_link() -> &'static str {
    tr!("link" => "Play")
}

pub fn analysis_link() -> &'static str {
    tr!("link" => "Analysis")
}

pub fn library_link() -> &'static str {
    tr!("link" => "Library")
}

pub fn lab_link() -> &'static str {
    tr!("link" => "Lab")
}

pub fn book_link() -> &'static str {
    tr!("link" => "Book")
}

pub fn tools_link() -> &'static str {
    tr!("link" => "Tools")
}

//! Strings of the page's frame.

/// For the beginning of a sentence; the `_INSIDE` variants go within one.
pub const PLAY: &str = "The play page";
pub const PLAY_INSIDE: &str = "the play page";
pub const LAB: &str = "The Lab";
pub const LAB_INSIDE: &str = "the Lab";
pub const LIBRARY: &str = "The library";
pub const LIBRARY_INSIDE: &str = "the library";
pub const BOOK: &str = "The book page";
pub const BOOK_INSIDE: &str = "the book page";
pub const TOOLS: &str = "The tools page";
pub const TOOLS_INSIDE: &str = "the tools page";

// page_links
pub const PAGES: &str = "Pages";
pub const PLAY_LINK: &str = "Play";
pub const ANALYSIS: &str = "Analysis";
pub const LIBRARY_LINK: &str = "Library";
pub const LAB_LINK: &str = "Lab";
pub const BOOK_LINK: &str = "Book";
pub const TOOLS_LINK: &str = "Tools";
pub const CONTINUE_YOUR_GAME: &str = "Continue your game";
pub const A_MATCH_IS_BEING_PLAYED: &str = "A match is being played";
pub const MATCH_RUNNING_SUFFIX: &str = " (a match is being played)";

// introduction
pub const INTRODUCTION: &str = "About this page";
pub const LIBRARY_INTRODUCTION: &str = "Store your games and whole PGN files here. Filter as you type, search positions, find duplicates. Nothing leaves your machine.";
pub const LAB_INTRODUCTION: &str = "Play engine builds against each other until a test decides which is stronger. Two engines are chosen already: press Start to see a match.";
pub const BOOK_INTRODUCTION: &str = "An opening book lists the moves to play and how often. Browse the default book with Edit, or make one from games: Make has an example.";
pub const TOOLS_INTRODUCTION: &str = "Run test suites, annotate whole PGN files, measure the speed of this machine, and read the output of engines.";
pub const GUIDE: &str = "Guide";
pub const GUIDE_ADDRESS: &str = "guide.html";
pub const HIDE_INTRODUCTIONS: &str = "Hide introductions";

// topbar
pub const TABIA: &str = "Tabia";
pub const THEME_SYSTEM: &str = "Theme: system";
pub const THEME_LIGHT: &str = "Theme: light";
pub const THEME_DARK: &str = "Theme: dark";
pub const SETTINGS: &str = "Settings";

// update_bar
pub const UPDATE: &str = "Update";
pub const UPDATE_READY: &str = "A new version of Tabia is ready.";
pub const MATCH_CONTINUES: &str = "The running match continues after the update.";
pub const UPDATE_NOW: &str = "Update now";
pub const LATER: &str = "Later";

// import_bar
pub const IMPORTED: &str = "Imported data";
pub const BACKUP_IMPORTED: &str = "A backup was imported. Reload this page to see the imported data.";
pub const MATCH_CONTINUES_AFTER_RELOAD: &str = "The running match continues after that.";

// store_fault
pub const STORED_DATA: &str = "Stored data";
pub const GO_ON_WITHOUT: &str = "Continue without it";
pub const STORE_MENDED: &str = "The stored data is readable again. Reload this page to see it.";
pub const RELOAD: &str = "Reload this page";

pub const TRY_AGAIN: &str = "Try again";

pub fn loading(name: &str) -> String {
    format!("Loading {name}…")
}

pub fn could_not_be_loaded(name: &str) -> String {
    format!("{name} could not be loaded. Check your connection and try again.")
}

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
pub const A_MATCH_IS_BEING_PLAYED: &str = "A match is being played";
pub const MATCH_RUNNING_SUFFIX: &str = " (a match is being played)";

// introduction
pub const INTRODUCTION: &str = "What this page is for";
pub const LIBRARY_INTRODUCTION: &str = "Keep your games and whole PGN files here: filter them as you type, search for positions, and find \
     duplicates. Nothing leaves your machine.";
pub const LAB_INTRODUCTION: &str = "Let engine builds play each other until a test decides which is stronger. Two engines are chosen \
     already: press Start to see a match.";
pub const BOOK_INTRODUCTION: &str = "An opening book tells which moves to play first, and how often. Look into the default book with Edit, \
     or make one from games: Make explains it with an example.";
pub const TOOLS_INTRODUCTION: &str = "Let engines solve test suites, annotate whole files of games, measure how fast this machine is, and \
     read what engines say.";
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
pub const MATCH_CONTINUES: &str = "The match that is running continues after the update.";
pub const UPDATE_NOW: &str = "Update now";
pub const LATER: &str = "Later";

// import_bar
pub const IMPORTED: &str = "Imported data";
pub const BACKUP_IMPORTED: &str = "A backup was imported. This page still shows what was stored before: reload it to see what is stored now.";
pub const MATCH_CONTINUES_AFTER_RELOAD: &str = "The match that is running continues after that.";

// store_fault
pub const STORED_DATA: &str = "Stored data";
pub const GO_ON_WITHOUT: &str = "Go on without it";
pub const STORE_MENDED: &str = "The stored data can be read again. Reload this page to see it.";
pub const RELOAD: &str = "Reload this page";

pub const TRY_AGAIN: &str = "Try again";

pub fn loading(name: &str) -> String {
    format!("Loading {name}…")
}

pub fn could_not_be_loaded(name: &str) -> String {
    format!("{name} could not be loaded. Check the connection, then try again.")
}

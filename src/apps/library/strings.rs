//! UI text of the library page.

use std::fmt::Display;

use tabia_library::Difference;

use crate::services::books::files::size_text;
use crate::state::library::address::DatabaseView;
use crate::state::library::form::{QueryField, QueryForm, QueryPart};
use crate::state::library::text::{counted, result_text, time_left};
use crate::state::text::grouped;

pub const LIBRARY: &str = "Library";
pub const NOT_THERE: &str = "This database no longer exists";
pub const LIST_NOT_READ: &str = "The list of databases could not be read";
pub const MY_GAMES: &str = "My games";
pub const CANCEL: &str = "Cancel";
pub const TRY_AGAIN: &str = "Try again";

// databases
pub const DATABASES: &str = "Databases";
pub const ADD_DATABASE: &str = "Add a PGN file";
pub const DROP_HINT: &str = "PGN files become databases, whatever their size";
pub const LABELS: &str = "Labels";
pub const RENAME: &str = "Rename";
pub const REMOVE: &str = "Remove";
pub const RENAME_DATABASE: &str = "Rename the database";
pub const NAME: &str = "Name";
pub const BEING_ADDED_ELSEWHERE: &str = "Another tab is adding this database.";
pub const CANNOT_BE_OPENED: &str = "cannot be opened";
pub const INDEXING: &str = "Indexing";
pub const NOT_SEARCHABLE_YET: &str =
    "You can browse the games now. Filters and sorting work once all of them are read.";
pub const EXAMPLE_NAME: &str = "Famous games.pgn";
pub const LOAD_EXAMPLE: &str = "Load an example";
pub const EXAMPLE_NOT_LOADED: &str = "The example was not loaded";

// views
pub const GAMES: &str = "Games";
pub const DUPLICATES: &str = "Duplicates";
pub const ERRORS: &str = "Errors";
pub const VIEWS: &str = "Views of the database";

// filters
pub const PLAYER_PLACEHOLDER: &str = "Player";
pub const SEARCH_PLAYER: &str = "Find games by player";
pub const FILTERS: &str = "Filters";
pub const CLEAR_ALL: &str = "Clear all";
pub const ACTIVE_FILTERS: &str = "Active filters";
pub const ANY_RESULT: &str = "Result";
pub const EITHER_COLOUR: &str = "Either colour";
pub const ERRORS_ONLY: &str = "Only games with errors";
pub const POSITION_ON_BOARD: &str = "Position on the board";
pub const BOTH_PLAYERS: &str = "both players";
pub const ONE_PLAYER: &str = "at least one player";
pub const AVERAGE: &str = "the average";
pub const ELO_OF: &str = "Elo of";
pub const MATERIAL_HINT: &str =
    "At any time in the game: KRPKR, or pawn, knight, bishop, minor, rook, rook-and-minor, queen.";
pub const ECO_HINT: &str = "B20-B99, C65, or D";
pub const DATE_HINT: &str = "1960 or 1960.05.17";

pub const SORT_BY: &str = "Sort by";
pub const DESCENDING: &str = "Descending";

// table
pub const SEARCHING: &str = "Searching…";
pub const NO_GAMES_FOUND: &str = "No games match these filters.";
pub const EMPTY_TITLE: &str = "No games yet";
pub const EMPTY_TEXT: &str =
    "Games that you analyse, import or save from databases and matches are stored here, in this browser.";
pub const EMPTY_DATABASE: &str = "This file has no games.";
pub const NEW_GAME: &str = "Start an analysis";
pub const SELECT_ROW: &str = "Select";
pub const SELECT_ALL: &str = "Select all games found";
pub const UNKNOWN_PLAYER: &str = "?";
pub const HAS_ERROR: &str = "Has an error";

// selection
pub const SELECTION: &str = "Selected games";
pub const EXPORT: &str = "Export";
pub const ANNOTATE: &str = "Annotate";
pub const EXPORT_ALL: &str = "Export all found as PGN";
pub const SAVE: &str = "Save to my games";
pub const LABELS_EDIT: &str = "Labels…";
pub const CLEAR_SELECTION: &str = "Clear selection";
pub const SAVE_TITLE: &str = "Save to my games";
pub const NEW_LABEL: &str = "New label";
pub const NEW_LABEL_HINT: &str = "For example: Openings, Club, To study";
pub const EXISTING_LABELS: &str = "Labels";
pub const NO_LABELS: &str = "No labels yet. Games without one are under My games.";
pub const APPLY: &str = "Apply";
pub const REMOVE_GAMES_NOTE: &str = "They can be restored as long as this page stays open.";
pub const RESTORE: &str = "Restore";
pub const SHOW: &str = "Show";
pub const NOT_SAVED: &str = "Not all games were saved";
pub const NOT_HANDED_OVER: &str = "The games were not sent to Annotate";
pub const NOT_EXPORTED: &str = "The games were not exported";
pub const NOT_OPENED: &str = "The game was not opened";
pub const NOT_REMOVED: &str = "The games were not removed";
pub const NOT_RESTORED: &str = "The games were not restored";
pub const LABELS_NOT_CHANGED: &str = "The labels were not changed";
pub const NOT_RENAMED: &str = "The database was not renamed";
pub const DATABASE_NOT_REMOVED: &str = "The database was not removed";

// preview
pub const PREVIEW: &str = "Preview";
pub const PREVIEW_HINT: &str = "Select a game to see its position here.";
pub const OPEN_ON_BOARD: &str = "Open on the board";
pub const FINAL_POSITION: &str = "Final position";
pub const TOO_LONG_TO_PREVIEW: &str = "This game is too long for a preview.";
pub const NO_MOVES_READ: &str = "No move of this game could be read.";

// duplicates and errors
pub const NO_DUPLICATES: &str = "There are no duplicates.";
pub const NO_ERRORS: &str = "Every game could be read without errors.";
pub const LOOKING_FOR_DUPLICATES: &str = "Comparing games…";
pub const SAME_IN_ALL: &str = "identical";
pub const DIFFERS_IN: &str = "Differs in";
pub const MARK_SPARE: &str = "Mark all but the first of each group";
pub const UNMARK: &str = "Unmark all";
pub const EXPORT_MARKED: &str = "Export marked";
pub const REMOVE_MARKED: &str = "Remove marked";
pub const EXPORT_WITHOUT_DUPLICATES: &str = "Export without duplicates";
pub const EXPORT_WITHOUT_MARKED: &str = "Export without marked";
pub const REMOVE_DUPLICATES: &str = "Remove duplicates…";
pub const REMOVE_MARKED_FROM_FILE: &str = "Remove marked…";
pub const REMOVE_FROM_DATABASE: &str = "Remove games from the database?";
pub const REMOVING_GAMES: &str = "Removing the games and rebuilding the index";
pub const MORE: &str = "Show more";
pub const SHOW_TEXT: &str = "Show the text";
pub const EXPORT_ERRORS: &str = "Export these games as PGN";
pub const DUPLICATES_NOTE: &str = "Same moves, same players, compatible dates.";
pub const ERRORS_NOTE: &str =
    "The readable part of these games is used; their text stays as it is in the file.";

/// Returns the name of a view.
pub const fn view(view: DatabaseView) -> &'static str {
    match view {
        DatabaseView::Games => GAMES,
        DatabaseView::Duplicates => DUPLICATES,
        DatabaseView::Errors => ERRORS,
    }
}

/// Returns the name of a field.
pub const fn field(field: QueryField) -> &'static str {
    match field {
        QueryField::Player => "Player",
        QueryField::White => "White",
        QueryField::Black => "Black",
        QueryField::EloMin => "Elo from",
        QueryField::EloMax => "Elo to",
        QueryField::From => "Date from",
        QueryField::To => "Date to",
        QueryField::Eco => "ECO",
        QueryField::Opening => "Opening",
        QueryField::Event => "Event",
        QueryField::PliesMin => "Half-moves from",
        QueryField::PliesMax => "Half-moves to",
        QueryField::Material => "Material",
        QueryField::Position => "Position (FEN)",
    }
}

/// Describes a filter in a few words.
pub fn chip(part: &QueryPart, form: &QueryForm) -> String {
    let range = |name: &str, first: QueryField, last: QueryField| match (
        form.text(first).trim(),
        form.text(last).trim(),
    ) {
        (first, "") => format!("{name} from {first}"),
        ("", last) => format!("{name} to {last}"),
        (first, last) => format!("{name} {first} to {last}"),
    };
    match part {
        QueryPart::Text(QueryField::Position) => "With a position".to_owned(),
        QueryPart::Text(QueryField::Material) => {
            format!("Material {}", form.text(QueryField::Material).trim())
        }
        QueryPart::Text(of) => format!("{} {}", field(*of), form.text(*of).trim()),
        QueryPart::Elo => range("Elo", QueryField::EloMin, QueryField::EloMax),
        QueryPart::Dates => range("Date", QueryField::From, QueryField::To),
        QueryPart::Plies => range("Half-moves", QueryField::PliesMin, QueryField::PliesMax),
        QueryPart::Results => {
            let names = form.results().map(|result| match result_text(result) {
                "" => "no result",
                text => text,
            });
            format!("Result {}", names.collect::<Vec<_>>().join(", "))
        }
        QueryPart::Label(label) => format!("Label {label}"),
        QueryPart::Faulty => "With errors".to_owned(),
    }
}

/// Label of the button that removes a filter.
pub fn remove_filter(chip: &str) -> String {
    format!("Remove the filter {chip}")
}

/// Describes the number of games found.
pub fn found(count: usize, total: usize) -> String {
    if count == total {
        counted(count, "game", "games")
    } else {
        format!("{} of {}", grouped(count), counted(total, "game", "games"))
    }
}

/// Describes the number of games selected.
pub fn selected(count: usize) -> String {
    format!("{} selected", grouped(count))
}

/// Describes the number of games and the size of a database.
pub fn facts(games: u32, bytes: f64) -> String {
    format!("{} · {}", counted(games as usize, "game", "games"), size_text(bytes))
}

/// Adds the size of the index, if there is one, to [`facts`].
pub fn all_facts(games: u32, bytes: f64, index_bytes: Option<f64>) -> String {
    let index = index_bytes.map(|bytes| format!(", index {}", size_text(bytes)));
    facts(games, bytes) + &index.unwrap_or_default()
}

/// Describes a database being indexed.
pub fn indexing(games: u32, seconds_left: Option<f64>) -> String {
    let games = counted(games as usize, "game", "games");
    match seconds_left {
        Some(seconds) => format!("{games}, {} left", time_left(seconds)),
        None => games,
    }
}

pub fn cancel_adding(name: &str) -> String {
    format!("Cancel adding {name}")
}

pub fn stored(bytes: f64) -> String {
    format!("Databases in this browser: {}. Files you add are never changed.", size_text(bytes))
}

pub fn remove_title(name: &str) -> String {
    format!("Remove {name}?")
}

pub fn remove_text(games: u32) -> String {
    format!(
        "This deletes the copy in this browser and its index: {}. The file that you added stays where it is.",
        counted(games as usize, "game", "games")
    )
}

pub fn added(name: &str, games: u32, errors: u32) -> (String, String) {
    let errors = match errors {
        0 => String::new(),
        errors => format!("{} with errors: see Errors.", counted(errors as usize, "game", "games")),
    };
    (format!("{name} added: {}", counted(games as usize, "game", "games")), errors)
}

pub fn not_added(name: &str) -> String {
    format!("{name} was not added")
}

pub fn unfinished(name: &str) -> (String, String) {
    (
        format!("{name} was not added completely"),
        "The page was closed too early. Add the file again.".to_owned(),
    )
}

pub fn removed_elsewhere(name: &str) -> String {
    format!("{name} was removed in another tab")
}

pub fn games_saved(count: usize) -> String {
    format!("{} saved to My games", counted(count, "game", "games"))
}

pub fn games_removed(count: usize) -> String {
    format!("{} removed", counted(count, "game", "games"))
}

pub fn exported_without(count: usize) -> String {
    format!("Exported without {}", counted(count, "game", "games"))
}

pub fn remove_from_database_note(count: usize) -> String {
    format!(
        "{} will be removed from this database, and its index rebuilt. Your own file is not changed. This cannot be undone.",
        counted(count, "game", "games")
    )
}

pub fn games_exported(count: usize) -> String {
    format!("{} exported", counted(count, "game", "games"))
}

pub fn labels_changed(count: usize) -> String {
    format!("Labels of {} changed", counted(count, "game", "games"))
}

pub fn remove_games_title(count: usize) -> String {
    format!("Remove {} from My games?", counted(count, "game", "games"))
}

pub fn row_name(white: &str, black: &str, result: &str) -> String {
    format!("{white} – {black} {result}")
}

pub fn select_row(name: &str) -> String {
    format!("{SELECT_ROW} {name}")
}

pub fn sort_by(column: &str) -> String {
    format!("Sort by {column}")
}

pub fn after_move(ply: u16) -> String {
    format!("Position after move {}", ply.div_ceil(2))
}

pub fn groups(groups: u32, spare: u32) -> String {
    format!(
        "{}; {} to spare",
        counted(groups as usize, "group", "groups"),
        counted(spare as usize, "game", "games")
    )
}

pub fn errors(count: u32) -> String {
    counted(count as usize, "game with an error", "games with errors")
}

pub fn place_of_error(game: u32, line: f64, column: f64) -> String {
    format!("Game {}, line {line:.0}, column {column:.0}", u64::from(game) + 1)
}

pub fn marked(count: usize) -> String {
    format!("{} marked", counted(count, "game", "games"))
}

/// Returns the name of a difference.
pub const fn difference(difference: Difference) -> &'static str {
    match difference {
        Difference::White => "White",
        Difference::Black => "Black",
        Difference::Elo => "Elo",
        Difference::Result => "result",
        Difference::Date => "date",
        Difference::Event => "event",
        Difference::Site => "site",
        Difference::Round => "round",
        Difference::Eco => "ECO",
        Difference::Text => "length of the text",
    }
}

pub fn database_fault(reason: &dyn Display) -> String {
    format!("This database cannot be shown: {reason}.")
}

/// Returns the text of a result as an option.
pub fn result_choice(result: tabia_pgn::GameResult) -> &'static str {
    match result_text(result) {
        "" => "none",
        text => text,
    }
}

pub fn saving(count: usize) -> String {
    format!("Saving {}…", counted(count, "game", "games"))
}

pub fn too_many_to_annotate(count: usize, most: usize) -> String {
    format!(
        "{} are selected, but one run takes at most {}: filter first, or select fewer.",
        counted(count, "game", "games"),
        grouped(most)
    )
}

pub fn too_many(count: usize, most: usize) -> String {
    format!(
        "{} are selected, but at most {} can be saved at once: filter first, or export them as a file and add it as a database.",
        counted(count, "game", "games"),
        grouped(most)
    )
}

//! UI text of the library page.

use crate::language::{texts, tr};
use std::fmt::Display;

use tabia_library::Difference;

use crate::services::books::files::size_text;
use crate::state::library::address::DatabaseView;
use crate::state::library::form::{QueryField, QueryForm, QueryPart};
use crate::state::library::text::{counted_games, result_text, time_left};
use crate::state::text::grouped;

/// File name of the example.
pub const EXAMPLE_NAME: &str = "Famous games.pgn";

texts! {
    library: "Library";
    not_there: "This database no longer exists";
    list_not_read: "The list of databases could not be read";
    my_games: "My games";
    cancel: "Cancel";
    try_again: "Try again";

    // databases
    databases: "Databases";
    add_database: "Add a PGN file";
    drop_hint: "PGN files become databases, whatever their size";
    labels: "Labels";
    rename: "Rename";
    remove: "Remove";
    rename_database: "Rename the database";
    name: "Name";
    being_added_elsewhere: "Another tab is adding this database.";
    cannot_be_opened: "cannot be opened";
    indexing_text: "Indexing";
    not_searchable_yet: "You can browse the games now. Filters and sorting work once all of them are read.";
    load_example: "Load an example";
    example_not_loaded: "The example was not loaded";
    check_the_connection: "check the connection, then try again.";

    // views
    games: "Games";
    duplicates: "Duplicates";
    errors_text: "Errors";
    views: "Views of the database";

    // filters
    player_placeholder: "Player";
    search_player: "Find games by player";
    filters: "Filters";
    clear_all: "Clear all";
    active_filters: "Active filters";
    any_result: "Result";
    either_colour: "Either colour";
    errors_only: "Only games with errors";
    position_on_board: "Position on the board";
    both_players: "both players";
    one_player: "at least one player";
    average: "the average";
    elo_of: "Elo of";
    material_hint: "At any time in the game: KRPKR, or pawn, knight, bishop, minor, rook, rook-and-minor, queen.";
    eco_hint: "B20-B99, C65, or D";
    date_hint: "1960 or 1960.05.17";

    sort_by_text: "Sort by";
    descending: "Descending";

    // table
    searching: "Searching…";
    no_games_found: "No games match these filters.";
    empty_title: "No games yet";
    empty_text: "Games that you analyse, import or save from databases and matches are stored here, in this browser.";
    empty_database: "This file has no games.";
    new_game: "Start an analysis";
    select_row_text: "Select";
    select_all: "Select all games found";
}
pub const UNKNOWN_PLAYER: &str = "?";
texts! {
    has_error: "Has an error";

    // selection
    selection: "Selected games";
    export: "Export";
    annotate: "Annotate";
    export_all: "Export all found as PGN";
    save: "Save to my games";
    labels_edit: "Labels…";
    clear_selection: "Clear selection";
    save_title: "Save to my games";
    new_label: "New label";
    new_label_hint: "For example: Openings, Club, To study";
    existing_labels: "Labels";
    no_labels: "No labels yet. Games without one are under My games.";
    apply: "Apply";
    remove_games_note: "They can be restored as long as this page stays open.";
    restore: "Restore";
    show: "Show";
    not_saved: "Not all games were saved";
    not_handed_over: "The games were not sent to Annotate";
    not_exported: "The games were not exported";
    not_opened: "The game was not opened";
    not_removed: "The games were not removed";
    not_restored: "The games were not restored";
    labels_not_changed: "The labels were not changed";
    not_renamed: "The database was not renamed";
    database_not_removed: "The database was not removed";

    // preview
    preview: "Preview";
    preview_hint: "Select a game to see its position here.";
    open_on_board: "Open on the board";
    final_position: "Final position";
    too_long_to_preview: "This game is too long for a preview.";
    no_moves_read: "No move of this game could be read.";

    // duplicates and errors
    no_duplicates: "There are no duplicates.";
    no_errors: "Every game could be read without errors.";
    looking_for_duplicates: "Comparing games…";
    same_in_all: "identical";
    differs_in: "Differs in";
    mark_spare: "Mark all but the first of each group";
    unmark: "Unmark all";
    export_marked: "Export marked";
    remove_marked: "Remove marked";
    export_without_duplicates: "Export without duplicates";
    export_without_marked: "Export without marked";
    remove_duplicates: "Remove duplicates…";
    remove_marked_from_file: "Remove marked…";
    remove_from_database: "Remove games from the database?";
    removing_games: "Removing the games and rebuilding the index";
    more: "Show more";
    show_text: "Show the text";
    export_errors: "Export these games as PGN";
    duplicates_note: "Same moves, same players, compatible dates.";
    errors_note: "The readable part of these games is used; their text stays as it is in the file.";
}

/// Returns the name of a view.
pub fn view(view: DatabaseView) -> &'static str {
    match view {
        DatabaseView::Games => games(),
        DatabaseView::Duplicates => duplicates(),
        DatabaseView::Errors => errors_text(),
    }
}

/// Returns the name of a field.
pub fn field(field: QueryField) -> &'static str {
    match field {
        QueryField::Player => tr!("Player"),
        QueryField::White => tr!("White"),
        QueryField::Black => tr!("Black"),
        QueryField::EloMin => tr!("Elo from"),
        QueryField::EloMax => tr!("Elo to"),
        QueryField::From => tr!("Date from"),
        QueryField::To => tr!("Date to"),
        QueryField::Eco => tr!("ECO"),
        QueryField::Opening => tr!("Opening"),
        QueryField::Event => tr!("Event"),
        QueryField::PliesMin => tr!("Half-moves from"),
        QueryField::PliesMax => tr!("Half-moves to"),
        QueryField::Material => tr!("Material"),
        QueryField::Position => tr!("Position (FEN)"),
    }
}

/// Describes a filter in a few words.
pub fn chip(part: &QueryPart, form: &QueryForm) -> String {
    let range = |name: &str, first: QueryField, last: QueryField| match (
        form.text(first).trim(),
        form.text(last).trim(),
    ) {
        (first, "") => tr!("{name} from {first}", name, first),
        ("", last) => tr!("{name} to {last}", name, last),
        (first, last) => tr!("{name} {first} to {last}", name, first, last),
    };
    match part {
        QueryPart::Text(QueryField::Position) => tr!("With a position").to_owned(),
        QueryPart::Text(QueryField::Material) => {
            tr!("Material {value}", value = form.text(QueryField::Material).trim())
        }
        QueryPart::Text(of) => format!("{} {}", field(*of), form.text(*of).trim()),
        QueryPart::Elo => range(tr!("Elo"), QueryField::EloMin, QueryField::EloMax),
        QueryPart::Dates => range(tr!("Date"), QueryField::From, QueryField::To),
        QueryPart::Plies => range(tr!("Half-moves"), QueryField::PliesMin, QueryField::PliesMax),
        QueryPart::Results => {
            let names = form.results().map(|result| match result_text(result) {
                "" => tr!("no result"),
                text => text,
            });
            tr!("Result {value}", value = names.collect::<Vec<_>>().join(", "))
        }
        QueryPart::Label(label) => tr!("Label {label}", label),
        QueryPart::Faulty => tr!("With errors").to_owned(),
    }
}

/// Label of the button that removes a filter.
pub fn remove_filter(chip: &str) -> String {
    tr!("Remove the filter {chip}", chip)
}

/// Describes the number of games found.
pub fn found(count: usize, total: usize) -> String {
    if count == total {
        counted_games(count)
    } else {
        tr!("{count} of {games}", count = grouped(count), games = counted_games(total))
    }
}

/// Describes the number of games selected.
pub fn selected(count: usize) -> String {
    tr!("{n} selected" | "{n} selected" % count)
}

/// Describes the number of games and the size of a database.
pub fn facts(games: u32, bytes: f64) -> String {
    format!("{} · {}", counted_games(games as usize), size_text(bytes))
}

/// Adds the size of the index, if there is one, to [`facts`].
pub fn all_facts(games: u32, bytes: f64, index_bytes: Option<f64>) -> String {
    let index = index_bytes.map(|bytes| tr!(", index {size}", size = size_text(bytes)));
    facts(games, bytes) + &index.unwrap_or_default()
}

/// Describes a database being indexed.
pub fn indexing(games: u32, seconds_left: Option<f64>) -> String {
    let games = counted_games(games as usize);
    match seconds_left {
        Some(seconds) => tr!("{games}, {time} left", time = time_left(seconds), games),
        None => games,
    }
}

pub fn cancel_adding(name: &str) -> String {
    tr!("Cancel adding {name}", name)
}

pub fn stored(bytes: f64) -> String {
    tr!("Databases in this browser: {size}. Files you add are never changed.", size = size_text(bytes))
}

pub fn remove_title(name: &str) -> String {
    tr!("Remove {name}?", name)
}

pub fn remove_text(games: u32) -> String {
    tr!(
        "This deletes the copy in this browser and its index: {games}. The file that you added stays where it is.",
        games = counted_games(games as usize)
    )
}

pub fn added(name: &str, games: u32, errors: u32) -> (String, String) {
    let errors = match errors {
        0 => String::new(),
        errors => {
            tr!("{n} game with errors: see Errors." | "{n} games with errors: see Errors." % errors as usize)
        }
    };
    (tr!("{name} added: {games}", games = counted_games(games as usize), name), errors)
}

pub fn not_added(name: &str) -> String {
    tr!("{name} was not added", name)
}

pub fn unfinished(name: &str) -> (String, String) {
    (
        tr!("{name} was not added completely", name),
        tr!("The page was closed too early. Add the file again.").to_owned(),
    )
}

pub fn removed_elsewhere(name: &str) -> String {
    tr!("{name} was removed in another tab", name)
}

pub fn games_saved(count: usize) -> String {
    tr!("{n} game saved to My games" | "{n} games saved to My games" % count)
}

pub fn games_removed(count: usize) -> String {
    tr!("{n} game removed" | "{n} games removed" % count)
}

pub fn exported_without(count: usize) -> String {
    tr!("Exported without {n} game" | "Exported without {n} games" % count)
}

pub fn remove_from_database_note(count: usize) -> String {
    tr!(
        "{n} game will be removed from this database, and its index rebuilt. Your own file is not changed. This cannot be undone."
            | "{n} games will be removed from this database, and its index rebuilt. Your own file is not changed. This cannot be undone."
                % count
    )
}

pub fn games_exported(count: usize) -> String {
    tr!("{n} game exported" | "{n} games exported" % count)
}

pub fn labels_changed(count: usize) -> String {
    tr!("Labels of {n} game changed" | "Labels of {n} games changed" % count)
}

pub fn remove_games_title(count: usize) -> String {
    tr!("Remove {n} game from My games?" | "Remove {n} games from My games?" % count)
}

pub fn row_name(white: &str, black: &str, result: &str) -> String {
    format!("{white} – {black} {result}")
}

pub fn select_row(name: &str) -> String {
    format!("{} {name}", select_row_text())
}

pub fn sort_by(column: &str) -> String {
    tr!("Sort by {column}", column)
}

pub fn after_move(ply: u16) -> String {
    tr!("Position after move {value}", value = ply.div_ceil(2))
}

pub fn groups(groups: u32, spare: u32) -> String {
    tr!(
        "{groups}; {games} to spare",
        groups = tr!("{n} group" | "{n} groups" % groups as usize),
        games = counted_games(spare as usize)
    )
}

pub fn errors(count: u32) -> String {
    tr!("{n} game with an error" | "{n} games with errors" % count as usize)
}

pub fn place_of_error(game: u32, line: f64, column: f64) -> String {
    tr!(
        "Game {game}, line {line}, column {column}",
        game = u64::from(game) + 1,
        line = format_args!("{line:.0}"),
        column = format_args!("{column:.0}")
    )
}

pub fn marked(count: usize) -> String {
    tr!("{n} game marked" | "{n} games marked" % count)
}

/// Returns the name of a difference.
pub fn difference(difference: Difference) -> &'static str {
    match difference {
        Difference::White => tr!("White"),
        Difference::Black => tr!("Black"),
        Difference::Elo => tr!("Elo"),
        Difference::Result => tr!("result"),
        Difference::Date => tr!("date"),
        Difference::Event => tr!("event"),
        Difference::Site => tr!("site"),
        Difference::Round => tr!("round"),
        Difference::Eco => tr!("ECO"),
        Difference::Text => tr!("length of the text"),
    }
}

pub fn database_fault(reason: &dyn Display) -> String {
    tr!("This database cannot be shown: {reason}.", reason)
}

/// Returns the text of a result as an option.
pub fn result_choice(result: tabia_pgn::GameResult) -> &'static str {
    match result_text(result) {
        "" => tr!("result" => "none"),
        text => text,
    }
}

pub fn saving(count: usize) -> String {
    tr!("Saving {n} game…" | "Saving {n} games…" % count)
}

pub fn too_many_to_annotate(count: usize, most: usize) -> String {
    tr!(
        "{n} game is selected, but one run takes at most {most}: filter first, or select fewer."
            | "{n} games are selected, but one run takes at most {most}: filter first, or select fewer."
                % count,
        most = grouped(most)
    )
}

pub fn too_many(count: usize, most: usize) -> String {
    tr!(
        "{n} game is selected, but at most {most} can be saved at once: filter first, or export them as a file and add it as a database."
            | "{n} games are selected, but at most {most} can be saved at once: filter first, or export them as a file and add it as a database."
                % count,
        most = grouped(most)
    )
}

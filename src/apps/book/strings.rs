//! Strings of the book page.

use crate::language::{texts, tr};
use crate::state::library::text::counted_games;
use std::fmt::Display;

// book_match
texts! {
    the_address_cannot_be_changed: "the address cannot be changed";
    the_match_was_not_set: "The match was not set up";
    match_of_two_books: "Match of two books";
    which_book_plays_better: "Which book plays better?";
    book_of_the_first_engine: "Book of the first engine";
    book_of_the_second_engine: "Book of the second engine";
    set_up_in_the_lab: "Set up in the Lab";
    book_match_note: "The same engine plays itself, each side with its own book.";
    book_match_empty: "Open or make a second book first, to play it against the default book.";

    // book_select
    default_book: "Default book";

    // build/fields
    games_text: "Games";
    white_elo_from: "White Elo from";
    any: "any";
    black_elo_from: "Black Elo from";
    results: "Results";
    no_duplicates: "No duplicates";
    players: "Players";
    players_hint: "anyone, or names separated by ;";
    from: "From";
    to: "To";
    pass: "Pass";
    remove_this_part: "Remove this part";
    half_moves: "Half-moves";
    minimum_games: "Minimum games";
    minimum_score: "Minimum score (%)";
    moves_by: "Moves by";
    both_sides: "both sides";
    white: "White";
    black: "Black";
    equal_weights: "Equal weights";
    remove_this_pass: "Remove this pass";

    // build
    my_book: "My book";
}

pub fn recipe_saved(name: &dyn Display) -> String {
    tr!("Recipe saved: {name}", name)
}

texts! {
    the_recipe_was_not_saved: "The recipe was not saved";
    the_recipe_was_not_deleted: "The recipe was not deleted";
    make_a_book_of_games: "Make a book from games";
    recipe: "Recipe";
    choose_a_recipe: "Choose a recipe…";
    default_recipe: "All games, Polyglot's defaults";
    two_sided_recipe: "Wins by strong players, two passes per side";
    name: "Name";
    save_recipe: "Save recipe";
    delete_recipe: "Delete recipe";
    part: "Part";
    where_parts_and_passes_overlap: "Where parts and passes overlap";
    add_weights: "add weights";
    keep_the_earlier_moves: "keep the earlier moves";
    memory_mb: "Memory (MB)";
    main_lines_note: "Only main lines are used, without comments and variations. Games from other start positions or of \
         other variants are skipped.";
    cancel: "Cancel";
    make_the_book: "Make the book";
    choose_games_first: "Choose games first.";
}

pub fn recipe_loaded(name: &dyn Display) -> String {
    tr!("Recipe loaded: {name}", name)
}

texts! {
    undo: "Undo";
    restore: "Restore";

    // build/result
    cancelled: "Cancelled. No book was made.";
}

pub fn reading_file(name: &dyn Display) -> String {
    tr!(", reading {name}", name)
}

pub fn skipped_suffix(count: u64) -> String {
    tr!(", {n} skipped" | ", {n} skipped" % count as usize)
}

texts! {
    making_the_book: "Making the book";
}

pub fn memory_suffix(size: &dyn Display) -> String {
    tr!("; {size} of memory", size)
}

texts! {
    the_book_was_not_downloaded: "The book was not downloaded";
    the_list_was_not_downloaded: "The list was not downloaded";
    empty_book: "The book is empty: ";
}

pub fn empty_book_note(games: u64, taken: u64) -> String {
    tr!(
        "of {n} game, {taken} were used. Lower the minimum number of games, or filter less."
            | "of {n} games, {taken} were used. Lower the minimum number of games, or filter less."
                % games as usize,
        taken
    )
}

pub fn book_made(
    entries: u64,
    size: &dyn Display,
    games: u64,
    seconds: &dyn Display,
    speed: &dyn Display,
) -> String {
    tr!(
        ": {entries} ({size}) from {games} in {seconds} s ({speed} games/s)",
        entries = tr!("{n} entry" | "{n} entries" % entries as usize),
        size,
        games = counted_games(games as usize),
        seconds = format_args!("{seconds:.1}"),
        speed = format_args!("{speed:.0}")
    )
}

pub fn book_not_kept(reason: &dyn Display) -> String {
    tr!("It will be lost when the page is closed: {reason}", reason)
}

texts! {
    open_in_the_editor: "Open in the editor";
    use_on_the_board: "Use on the board";
    download: "Download";
}

pub fn skipped(reasons: &dyn Display) -> String {
    tr!("Skipped: {reasons}", reasons)
}

pub fn unreadable(count: u64) -> String {
    tr!("{n} game skipped because it cannot be read"
        | "{n} games skipped because they cannot be read" % count as usize)
}

texts! {
    download_the_list: "Download the list";
    first_moves: "First moves";
}

pub fn and_more(hidden: &dyn Display) -> String {
    tr!("and {hidden} more", hidden)
}

// build/task
texts! {
    unexpected_answer: "the book worker sent an unexpected reply: reload the page";

    // changes
    the_changes_of_a_book: "the changes of a book";

    // editor
    the_change_failed: "The change failed";
    the_move_was_not_added: "The move was not added";
    change_not_kept: "The change will be lost when the page is closed";
}

pub fn not_repeated(changes: u32) -> String {
    tr!("One change could not be applied again" | "{n} changes could not be applied again" % changes as usize)
}

texts! {
    book_differs: "the book is no longer the one that was edited";
    import_too_large: "the file is larger than 16 MB: make a book from it under Make, then merge both under Books";
}

pub fn games_not_added(name: &dyn Display) -> String {
    tr!("{name} was not added", name)
}

texts! {
    the_changes_were_not_discarded: "The changes were not discarded";
    the_changes_were_not_restored: "The changes were not restored";
    changes_discarded: "Changes discarded";
    the_book_was_not_saved: "The book was not saved";
}

pub fn edit_book(name: &dyn Display) -> String {
    tr!("Edit {name}", name)
}

texts! {
    edit_a_book: "Edit a book";
    try_again: "Try again";
    redo: "Redo";
    close_the_editor: "Close the editor";
    to_the_start: "To the start";
    one_move_back: "One move back";
    turn_the_board: "Flip board";
    add_the_moves_played_on: "Add the moves played on the board";
    add_games_hint: "Moves and variations of games (PGN), with !, ? and {play nn%}";
    add_games: "Add games";
    start_position: "Start position";
    forget_learned: "Delete the learning data of this position";
    save_in_the_browser: "Save in the browser";
    discard_the_changes: "Discard the changes";
    download_hint: "Stores the marks in the learn field";
    download_bin: "Download .bin";
    marks_as_weights_hint: "For programs that only know weights";
    marks_as_weights: "Marks as weights";
    text: "Text";
    no_move_here: "The book has no move here. Play one on the board to add it.";
    move_text: "Move";
    weight: "Weight";
    play: "Play %";
    marks: "Marks";
    number_ranges: "weights are whole numbers from 0 to 65535, percentages from 0 to 100";
}

pub fn weight_of(san: &dyn Display) -> String {
    tr!("Weight of {san}", san)
}

pub fn percent_of(san: &dyn Display) -> String {
    tr!("Play {san} in percent", san)
}

texts! {
    play_only_marked: "Play only marked moves";
    never_play_it: "Never play it";
    delete: "Delete";
}

pub fn never_played() -> &'static str {
    tr!("book move" => "never")
}

pub fn delete_move(san: &dyn Display) -> String {
    tr!("Delete {san}", san)
}

texts! {
    marked_avoided: "Marked ?: never played. Remove the mark first.";
    no_changes: "No changes.";
}

pub fn changes(count: u32) -> String {
    tr!("{n} change" | "{n} changes" % count as usize)
}

pub fn changes_kept(changes: &dyn Display) -> String {
    tr!("{changes}, stored in this browser until you save or discard them.", changes)
}

pub fn changes_not_kept(changes: &dyn Display) -> String {
    tr!("{changes}; save them before you close the page.", changes)
}

pub fn saved_as(name: &dyn Display) -> String {
    tr!("Saved as {name}", name)
}

// example
texts! {
    by_the_first_pass: "by the first pass";
    by_the_second_pass: "by the second pass";
    by_the_second_part: "by the second part";
    example_how_parts_and_passes: "Example: how parts and passes work";
    example_note: "A part selects games. Its passes select moves from them: usually a short pass for moves that occur \
         in many games, and a long pass that goes further and needs fewer games. The book is the sum of all \
         parts. Here are six games and a recipe with two parts:";
    example_part_1: "Part 1, games that White won: ";
    example_pass_1: " White's first move, if it occurs in 3 or more games; ";
    example_pass_2: " White's first three moves, if they occur in 2 or more games.";
    example_part_2: "Part 2, games that Black won: ";
    one_pass: "one pass";
    example_part_2_pass: " Black's first three moves, if they occur in any game.";
    example_left_out: "1.\u{a0}d4 is not in the book: White lost that game. 3.\u{a0}Nxe5 is not in it either: it occurs in \
         one game, and the second pass needs two.";
}

// game_files

pub fn remove_file(name: &dyn Display) -> String {
    tr!("Remove {name}", name)
}

texts! {
    remove_this_file: "Remove this file";
    choose_game_files: "Choose games…";
    add_game_files: "Add games…";
    game_files_hint: "PGN files, or drop them anywhere on this page.";

    // learning
    set_lessons_aside: "Set them aside";
    set_aside_told: "Save or delete this data in Settings, under Stored data.";
    changes_set_aside: "The changes of this book were set aside";
    the_recipes: "the recipes of books";
    recipes_unreadable: "The saved recipes cannot be read and stay as they are until you set them aside";
    set_recipes_aside: "Set them aside";
    the_lessons_were_not_changed: "The lessons were not changed";
    all_lessons_deleted: "All lessons deleted";
    the_lessons_were_not_deleted: "The lessons were not deleted";
}

pub fn lessons_imported(name: &dyn Display, added: usize, here: usize) -> String {
    tr!(
        "{name}: {n} lesson added, {here} already there"
            | "{name}: {n} lessons added, {here} already there" % added,
        name,
        here
    )
}

pub fn not_imported(name: &dyn Display) -> String {
    tr!("{name} was not imported", name)
}

pub fn left_out(count: u32) -> String {
    tr!("; {n} skipped (unreadable, or from another start position)"
        | "; {n} skipped (unreadable, or from another start position)" % count as usize)
}

pub fn no_games_of_player(left_out: &dyn Display) -> String {
    tr!("No games by that player. Enter the name exactly as in the file{left_out}.", left_out)
}

pub fn learned_from(games: u32, lessons: u32, left_out: &dyn Display) -> String {
    tr!(
        "{n} game by the player gave {lessons}{left_out}."
            | "{n} games by the player gave {lessons}{left_out}." % games as usize,
        lessons = tr!("{n} lesson" | "{n} lessons" % lessons as usize),
        left_out
    )
}

texts! {
    nothing_to_apply: "There are no lessons about the moves of this book.";
}

pub fn lessons_applied(name: &dyn Display, marked: u32) -> String {
    tr!(
        "{name}: {n} move is marked. The original book is unchanged."
            | "{name}: {n} moves are marked. The original book is unchanged." % marked as usize,
        name
    )
}

texts! {
    player_missing: "enter the player's name as it appears in the file";
    the_lessons_were_not_exported: "The lessons were not exported";
    learning: "Learning";
    learning_from_games: "Learning from games";
    from_evaluations_after_the_book: "From evaluations after the book";
    from_lost_games: "From lost games";
    book_used_in_the_games: "Book used in the games";
    player: "Player";
    full_name: "full name";
    learn: "Learn";
    evaluations_note: "Evaluations are read from move comments as written by the Lab and other match programs.";
    save_to_a_copy_of: "Save to a copy of the book";
    export: "Export";
    import: "Import";
    replace_existing_lessons_on_import: "Replace existing lessons on import";
    delete_all: "Delete all";
    no_lessons: "No lessons yet.";
    delete_this_lesson: "Delete this lesson";
    moves: "Moves";
    lesson: "Lesson";
    opponent: "Opponent";
}

pub fn older_lessons(hidden: usize) -> String {
    tr!("{n} older lesson is not shown. The export contains it."
        | "{n} older lessons are not shown. The export contains them." % hidden)
}

pub fn rating_suffix(rating_difference: &dyn Display) -> String {
    tr!(", {difference} Elo", difference = format_args!("{rating_difference:+}"))
}

pub fn evaluation_lesson(pawns: &dyn Display, depth: &dyn Display, rating: &dyn Display) -> String {
    tr!("{pawns} at depth {depth}{rating}", pawns = format_args!("{pawns:+.2}"), depth, rating)
}

texts! {
    lost_lesson: "lost: avoid this choice";

    // leaving
    where_the_book_was_left: "Where the book was left";
    where_did_i_leave_the: "Where did I leave the book?";
    book: "Book";
    player_hint: "anyone, or part of the name";
    compare: "Compare";
    reading_the_games: "Reading the games…";
    no_games: "These files contain no games";
    no_games_found: "No games by that player were found: part of the name is enough, spelled as in the file";
}

pub fn compared(games: u64) -> String {
    tr!("{n} game compared" | "{n} games compared" % games as usize)
}

pub fn never_in_book(games: u64) -> String {
    tr!("{n} game never reached a position of the book"
        | "{n} games never reached a position of the book" % games as usize)
}

pub fn followed_to_end(times: u64) -> String {
    tr!("once a side followed the book until it ended"
        | "{n} times a side followed the book until it ended" % times as usize)
}

pub fn unreadable_games(games: usize, first: &dyn Display) -> String {
    tr!(
        "{n} game could not be read (the first: {first})"
            | "{n} games could not be read (the first: {first})" % games,
        first
    )
}

texts! {
    left_with: "Left with";
    score: "Score";
    the_book_plays: "The book plays";

    // merging
    the_books_were_not_merged: "The books were not merged";
    merge_two_books: "Merge two books";
    merge: "Merge";
    first_book: "First book";
    second_book: "Second book";
    positions_in_both: "Positions in both";
    keep_the_first_books_moves: "keep the first book's moves";

    // mod
    opening_books: "Opening books";

    books_bin_games_pgn_recipes: "Books (.bin), games (.pgn), recipes and lessons (.json)";
    books: "Books";
    make: "Make";
}

pub fn file_unreadable(name: &dyn Display) -> String {
    tr!("{name} cannot be read", name)
}

// recipes
texts! {
    storage_unavailable: "the browser stores no data for this page (private window, or its storage is full)";

    // repository
    your_books: "Your books";
    open_a_book: "Open a book";
}

pub fn check_of(name: &dyn Display) -> String {
    tr!("Check of {name}", name)
}

texts! {
    included: "included with Tabia";
}

pub fn book_kept(size: &dyn Display) -> String {
    tr!("{size}, stored in this browser", size)
}

pub fn book_not_saved(size: &dyn Display) -> String {
    tr!("{size}, until the page is closed", size)
}

pub fn book_changed(facts: &dyn Display) -> String {
    tr!("{facts}; with changes that are not saved", facts)
}

texts! {
    on_the_board: "On the board";
    use_text: "Use";
    edit: "Edit";
    check: "Check";
    lines: "Lines";
    as_pgn: "As PGN";
    keep: "Keep";
    remove: "Remove";
}

pub fn book_action_failed(name: &dyn Display) -> String {
    tr!("{name}: not possible", name)
}

pub fn book_kept_now(name: &dyn Display) -> String {
    tr!("{name} is stored in this browser", name)
}

texts! {
    the_book_was_not_restored: "The book was not restored";
}

pub fn book_removed(name: &dyn Display) -> String {
    tr!("{name} was removed", name)
}

// Words
texts! {
    and: "and";
    against: "against";
    pass_1: "pass 1";
    pass_2: "pass 2";
}

pub fn chosen_files(count: usize, size: &dyn Display) -> String {
    tr!("{n} file, {size}" | "{n} files, {size}" % count, size)
}

pub fn make_progress(
    percent: &dyn Display,
    games: u64,
    rejected: &dyn Display,
    again: &dyn Display,
) -> String {
    tr!(
        "{percent} %: {n} game{rejected}{again}" | "{percent} %: {n} games{rejected}{again}" % games as usize,
        percent = format_args!("{percent:.0}"),
        rejected,
        again
    )
}

pub fn games_per_second(speed: &dyn Display) -> String {
    tr!(", {speed} games/s", speed = format_args!("{speed:.0}"))
}

pub fn time_left_suffix(time: &dyn Display) -> String {
    tr!(", {time} left", time)
}

// Games left out of a book
pub fn left_out_by_elo(count: u64) -> String {
    tr!("{count} by Elo", count)
}

pub fn left_out_by_result(count: u64) -> String {
    tr!("{count} by result", count)
}

pub fn left_out_by_player(count: u64) -> String {
    tr!("{count} by player", count)
}

pub fn left_out_by_date(count: u64) -> String {
    tr!("{count} by date", count)
}

pub fn left_out_by_opening(count: u64) -> String {
    tr!("{count} by opening", count)
}

pub fn left_out_as_duplicates(count: u64) -> String {
    tr!("{count} by duplicate", count)
}

pub fn share() -> &'static str {
    tr!("column" => "Share")
}

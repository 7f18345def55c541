//! UI text of the play page.

use crate::language::{texts, tr};
use std::fmt::Display;

use crate::state::play::rating::Unrated;

texts! {
    play: "Play";

    // app
    loading: "Looking for an unfinished game…";
    elsewhere: "Your game is open in another tab of this browser.";
    play_here: "Play it here";
    elsewhere_hint: "The other tab then stops. Nothing is lost.";

    // setup
    new_game: "New game";
    first_help: "Choose an opponent and press Play. The engine works offline, and the game is saved after every move.";
    example: "New to this? Try an example:";
    example_mate: "Mate with king and queen";
    example_mate_fen: "8/8/3k4/8/8/8/3QK3/8 w - - 0 1";
    opponent: "Opponent";
    against_level: "A level";
    against_engine: "An engine";
    against_person: "A person here";
    engines: "Watch two engines";
    level: "Level";
    engine: "Engine";
    engines_loading: "Loading engines…";
    engine_add_hint: "Engines are added in the Lab.";
    person_hint: "You both play on this device. Flip the board with the button below it, or let it turn after each move: in the game's menu.";
    white_player: "White's name";
    black_player: "Black's name";
    color: "Your colour";
    white: "White";
    black: "Black";
    random: "Random";
    clock: "Clock";
    no_clock: "No clock";
    other: "Other…";
    clock_label: "Time control";
    clock_hint: "Minutes and increment in seconds: 5+3. Hours: 1:30:00. Moves per period: 40/90+30, 30+30. Crafty style: 60/30/sd/30.";
    start_standard: "Standard";
    start_board: "Analysis board";
    start_fen: "FEN";
    start_960: "Chess960";
    start_opening: "Opening";
    start_given: "Position from another page";
    fen_label: "Position (FEN)";
    number_label: "Start position number, 0 to 959";
    number_hint: "Leave it empty for a random one. 518 is the standard one.";
    opening_label: "Search for an opening";
    opening_hint: "By name or ECO code: Najdorf, London, B12.";
    openings_found: "Openings found";
    openings_loading: "Loading openings…";
    openings_failed: "The openings could not be loaded.";
    nothing_found: "No openings found.";
    more: "More";
    your_name: "Your name";
    engines_resign: "The engine resigns when it is lost";
    engines_offer_draws: "The engine offers draws";
    flag: "Lose on time";
    separate: "Different clock for the opponent";
    other_clock: "Opponent's time control";
    ponder: "The engine thinks on your time (full strength only)";
    book: "The engine uses a book";
    adaptive: "Adapt the level to my results";
    adaptive_hint: "Two wins in a row raise the level by one, two losses in a row lower it.";
    adaptive_stands: "Games against a personality do not count, so the level stays the same.";
    personality: "Personality";
    no_personality: "None: plays its best moves";
    limit: "Engine limit";
    limit_clock: "The clock, or 1.5 seconds a move without one";
    limit_depth: "Depth in plies";
    limit_nodes: "Nodes per move";
    limit_time: "Seconds per move";
    limit_value: "Limit";
    fix_first: "Fix the marked fields first.";
}

pub fn level_words(number: u8, name: &str, elo: i32, error: i32) -> String {
    tr!("{number}: {name}, Elo {elo} ± {error}", number, name, elo, error)
}

texts! {
    elo_not_measured: "Elo not measured with a personality";
}

pub fn elo(elo: i32, error: i32) -> String {
    tr!("Elo {elo} ± {error}", elo, error)
}

pub fn level_name(number: u8, name: &str) -> String {
    tr!("Level {number} – {name}", number, name)
}

pub fn clock_is(words: &str) -> String {
    format!("{words}. {}", clock_hint())
}

pub fn board_is(fen: &str) -> String {
    tr!("On the board now: {fen}", fen)
}

// game
texts! {
    board: "Board";
    moves: "Moves";
    no_moves: "No moves yet.";
    game: "Game";
    take_back: "Take back";
    hint: "Hint";
    hint_move_text: "Show move";
    resign: "Resign";
    offer_draw: "Offer draw";
    claim_draw: "Claim draw";
    move_now: "Move now";
    pause: "Pause";
    continue_text: "Continue";
    flip: "Flip";
    set_aside: "Save for later";
    abort: "Abort";
    menu: "Menu";
    sounds: "Sounds";
    replace_reply: "Change the engine's move";
    confirm_moves: "Confirm each move";
    warn_of_blunders: "Warn me of blunders";
    turn_board: "Turn the board after each move";
    vibrate: "Vibrate";
    play_move: "Play move";
    play_anyway: "Play anyway";
    steps: "Step through the game";
    first_position: "First position";
    previous_move: "Previous move";
    next_move: "Next move";
    last_position: "Last position";
    back_to_game: "Back to the game";
    paused: "Paused. The clocks are stopped.";
    paused_after_leaving: "Games against the engine pause while the page is closed.";
    your_move: "Your move.";
    searching_hint: "Looking for a hint…";
    cancel_premove: "Cancel premove";
    accept: "Accept";
    decline: "Decline";
    retry_engine: "Try again";
    cancel: "Cancel";
    resign_question: "Resign the game?";
    abort_question: "Abort the game?";
    abort_detail: "It ends without a result. Its moves stay in My games.";
    resign_detail: "Your opponent wins.";
    set_clocks: "Set the clocks";
    set: "Set";
    clock_fault: "Enter a time such as 5:00, 1:30:00 or 45 (seconds), up to 24 hours.";
    white_left: "White's time";
    black_left: "Black's time";
    clocks_rated: "Games with adjusted clocks do not count for your rating.";
    no_clocks: "This game has no clocks.";
    low_time: "low on time";
    type_a_move: "Type a move";
    no_passing: "you cannot pass in a game";
    premove_help: "Type a premove";
    not_saved: "Not saved";
    tried_again_later: "Tabia keeps retrying, even after you close and reopen the page.";
    tried_while_open: "Tabia keeps retrying while this page is open: download the game before you close it.";
    download_pgn: "Download PGN";
}
pub const GAME_FILE: &str = "game.pgn";
texts! {
    not_downloaded: "The game could not be downloaded";

    // rating
    your_rating: "Your rating";
    no_rating: "Finish a game against a level to get a rating. Games with takebacks, hints or adjusted clocks, against a personality or from a position do not count.";
    rating_hint: "From your last 100 games against levels without takebacks or hints, on the scale of engine lists: ratings among people differ. The band is the 95% confidence interval.";
    back_to_play: "Back to Play";
    rated_games_text: "Rated games";
    date: "Date";
    rating: "Rating";
    show_more: "Show more";
    begin_rating_anew: "Reset";
    forget_results: "Delete all results? The games stay in My games.";
    forget: "Delete";

    // result
    result: "Result";
    analyse: "Analyse this game";
    play_on: "Play on from here";
    rematch: "Rematch";
    white_wins: "White wins";
    black_wins: "Black wins";
    you_win: "You win";
    you_lose: "You lose";
    draw: "Draw";
    no_result: "No result";

    all_results: "All results";
    looking_at_game: "A quick look at the game…";
    no_mistakes: "No mistakes found.";
    worst_moves: "Worst moves";
    you: "you";
    the_opponent: "opponent";
}

pub fn accuracy(both: &str) -> String {
    tr!("Accuracy at a quick look: {both}.", both)
}

texts! {
    record: "Results by level";
    won: "Won";
    drawn: "Drawn";
    lost: "Lost";
}

pub fn wins_in_a_row(now: usize, longest: usize) -> String {
    tr!("Wins in a row: {now} now, {longest} at most.", now, longest)
}

pub fn rated_games(count: usize) -> String {
    tr!("from {n} game" | "from {n} games" % count)
}

pub fn rating_changed(before: Option<i32>, after: i32) -> String {
    match before {
        Some(before) => tr!(
            "Your rating: {before} → {after} ({difference}).",
            before,
            after,
            difference = format_args!("{:+}", after - before)
        ),
        None => tr!("Your rating: {after} (first rated game).", after),
    }
}

pub fn not_rated(reason: Unrated) -> String {
    let reason = match reason {
        Unrated::NoResult => tr!("it has no result"),
        Unrated::NotAgainstLevel => tr!("only games against a level are"),
        Unrated::Personality => tr!("the level had a personality"),
        Unrated::Takeback => tr!("a move was taken back or replaced"),
        Unrated::Hint => tr!("there was a hint or a warning"),
        Unrated::Clock => tr!("a clock was adjusted"),
        Unrated::Position => tr!("it began from a position"),
    };
    tr!("Not rated: {reason}.", reason)
}

pub fn rating_chart(games: usize, first: i32, last: i32) -> String {
    tr!(
        "Your rating after {n} game: {first} after the first, {last} after the last"
            | "Your rating after each of {n} games: {first} after the first, {last} after the last" % games,
        first,
        last
    )
}

pub fn thinks(name: &str) -> String {
    tr!("{name} is thinking…", name)
}

pub fn starts(name: &str) -> String {
    tr!("Starting {name}…", name)
}

pub fn failed(name: &str, reason: &str) -> String {
    tr!("{name} failed: {reason}. The clocks are stopped.", name, reason)
}

pub fn to_move(side: &str) -> String {
    tr!("{side} to move.", side)
}

pub fn offers_draw(name: &str) -> String {
    tr!("{name} offers a draw.", name)
}

pub fn you_offered(name: &str) -> String {
    tr!("You offered a draw. {name} replies with its move.", name)
}

pub fn premove(text: &str) -> String {
    tr!("Premove: {text}. Right-click or Esc cancels it.", text)
}

pub fn play_question(san: &str) -> String {
    tr!("Play {san}?", san)
}

pub fn is_stalemate(san: &str) -> String {
    tr!("{san} is stalemate: a draw.", san)
}

pub fn allows_mate(san: &str, reply: &str) -> String {
    tr!("After {san}, {reply} is checkmate.", san, reply)
}

pub fn may_lose_material(san: &str, reply: &str) -> String {
    tr!("{san} may lose material to {reply}.", san, reply)
}

pub fn another_move(name: &str) -> String {
    tr!("Play another move for {name} on the board.", name)
}

pub fn no_premove(text: &str) -> String {
    tr!("{text} is illegal or ambiguous. Try e7e5 or Nbd7.", text = format_args!("{text:?}"))
}

pub fn hint_piece(square: &dyn Display, piece: &str) -> String {
    tr!("Hint: move the {piece} on {square}.", piece, square)
}

pub fn hint_move(san: &str) -> String {
    tr!("Hint: {san}.", san)
}

pub fn clock_words(side: &str, words: &str) -> String {
    tr!("{side} has {words}", side, words)
}

pub fn moves_to_go(count: u32) -> String {
    tr!("{count} to go", count)
}

pub fn captured(side: &str, list: &str, ahead: i32) -> String {
    if ahead > 0 {
        tr!("{side} has captured {list}; {ahead} ahead", side, list, ahead)
    } else {
        tr!("{side} has captured {list}", side, list)
    }
}

pub fn move_number(number: u32, side: &str) -> String {
    tr!("move {number}, {side}", number, side)
}

// notices
texts! {
    premove_dropped: "The premove was illegal.";
    kept_as_copy: "The game was changed elsewhere, so it continues as a copy in My games.";
    taken_over: "The game continues in another tab.";
    not_taken_over: "The other tab does not release the game. Close it, then try again.";
    not_saved_title: "The game could not be saved";
    not_forgotten: "The results could not be deleted";
    no_hint: "No hint was found";
    no_book: "The engine plays without its book";
    not_opened: "The saved game cannot be continued";
    not_started: "The game could not be started";
    not_done: "That is not possible now";
}

pub fn draw_declined(name: &str) -> String {
    tr!("{name} declines the draw.", name)
}

pub fn engine_restarted(name: &str) -> String {
    tr!("{name} was restarted", name)
}

pub fn engine_given_up(name: &str) -> String {
    tr!("{name} failed", name)
}

pub fn illegal_move(name: &str, text: &str) -> String {
    tr!("{name} played an illegal move: {text}. It searches again.", name, text)
}

// unfinished
texts! {
    unfinished: "Unfinished games";
    open_game: "Continue";
    discard: "Remove from this list";
}

pub fn game_between(white: &str, black: &str) -> String {
    format!("{white} – {black}")
}

pub fn moves_played(count: usize) -> String {
    tr!("{n} move" | "{n} moves" % count)
}

// game/speech
texts! {
    game_begins: "The game begins";
    start_of_the_game: "Start of the game";
}

pub fn you_play(side: &str) -> String {
    tr!("The game begins. You play {side}", side)
}

pub fn last_move(words: &str) -> String {
    tr!("Last move: {words}", words)
}

pub fn taken_back(moves: usize) -> String {
    tr!("Move taken back" | "{n} moves taken back" % moves)
}

pub fn start() -> &'static str {
    tr!("position" => "Start")
}

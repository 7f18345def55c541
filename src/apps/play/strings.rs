//! UI text of the play page.

use std::fmt::Display;

use crate::state::play::rating::Unrated;

pub const PLAY: &str = "Play";

// app
pub const LOADING: &str = "Looking for an unfinished game…";
pub const ELSEWHERE: &str = "Your game is open in another tab of this browser.";
pub const PLAY_HERE: &str = "Play it here";
pub const ELSEWHERE_HINT: &str = "The other tab then stops. Nothing is lost.";

// setup
pub const NEW_GAME: &str = "New game";
pub const FIRST_HELP: &str =
    "Choose an opponent and press Play. The engine works offline, and the game is saved after every move.";
pub const EXAMPLE: &str = "New to this? Try an example:";
pub const EXAMPLE_MATE: &str = "Mate with king and queen";
pub const EXAMPLE_MATE_FEN: &str = "8/8/3k4/8/8/8/3QK3/8 w - - 0 1";
pub const OPPONENT: &str = "Opponent";
pub const AGAINST_LEVEL: &str = "A level";
pub const AGAINST_ENGINE: &str = "An engine";
pub const AGAINST_PERSON: &str = "A person here";
pub const ENGINES: &str = "Watch two engines";
pub const LEVEL: &str = "Level";
pub const ENGINE: &str = "Engine";
pub const ENGINES_LOADING: &str = "Loading engines…";
pub const ENGINE_ADD_HINT: &str = "Engines are added in the Lab.";
pub const PERSON_HINT: &str = "You both play on this device. Flip the board with the button below it, or let it turn after each move: in the game's menu.";
pub const WHITE_PLAYER: &str = "White's name";
pub const BLACK_PLAYER: &str = "Black's name";
pub const COLOR: &str = "Your colour";
pub const WHITE: &str = "White";
pub const BLACK: &str = "Black";
pub const RANDOM: &str = "Random";
pub const CLOCK: &str = "Clock";
pub const NO_CLOCK: &str = "No clock";
pub const OTHER: &str = "Other…";
pub const CLOCK_LABEL: &str = "Time control";
pub const CLOCK_HINT: &str = "Minutes and increment in seconds: 5+3. Hours: 1:30:00. Moves per period: 40/90+30, 30+30. Crafty style: 60/30/sd/30.";
pub const START: &str = "Start";
pub const START_STANDARD: &str = "Standard";
pub const START_BOARD: &str = "Analysis board";
pub const START_FEN: &str = "FEN";
pub const START_960: &str = "Chess960";
pub const START_OPENING: &str = "Opening";
pub const START_GIVEN: &str = "Position from another page";
pub const FEN_LABEL: &str = "Position (FEN)";
pub const NUMBER_LABEL: &str = "Start position number, 0 to 959";
pub const NUMBER_HINT: &str = "Leave it empty for a random one. 518 is the standard one.";
pub const OPENING_LABEL: &str = "Search for an opening";
pub const OPENING_HINT: &str = "By name or ECO code: Najdorf, London, B12.";
pub const OPENINGS_FOUND: &str = "Openings found";
pub const OPENINGS_LOADING: &str = "Loading openings…";
pub const OPENINGS_FAILED: &str = "The openings could not be loaded.";
pub const NOTHING_FOUND: &str = "No openings found.";
pub const MORE: &str = "More";
pub const YOUR_NAME: &str = "Your name";
pub const ENGINES_RESIGN: &str = "The engine resigns when it is lost";
pub const ENGINES_OFFER_DRAWS: &str = "The engine offers draws";
pub const FLAG: &str = "Lose on time";
pub const SEPARATE: &str = "Different clock for the opponent";
pub const OTHER_CLOCK: &str = "Opponent's time control";
pub const PONDER: &str = "The engine thinks on your time (full strength only)";
pub const BOOK: &str = "The engine uses a book";
pub const ADAPTIVE: &str = "Adapt the level to my results";
pub const ADAPTIVE_HINT: &str = "Two wins in a row raise the level by one, two losses in a row lower it.";
pub const ADAPTIVE_STANDS: &str = "Games against a personality do not count, so the level stays the same.";
pub const PERSONALITY: &str = "Personality";
pub const NO_PERSONALITY: &str = "None: plays its best moves";
pub const LIMIT: &str = "Engine limit";
pub const LIMIT_CLOCK: &str = "The clock, or 1.5 seconds a move without one";
pub const LIMIT_DEPTH: &str = "Depth in plies";
pub const LIMIT_NODES: &str = "Nodes per move";
pub const LIMIT_TIME: &str = "Seconds per move";
pub const LIMIT_VALUE: &str = "Limit";
pub const FIX_FIRST: &str = "Fix the marked fields first.";

pub fn level_words(number: u8, name: &str, elo: i32, error: i32) -> String {
    format!("{number}: {name}, Elo {elo} ± {error}")
}

pub const ELO_NOT_MEASURED: &str = "Elo not measured with a personality";

pub fn elo(elo: i32, error: i32) -> String {
    format!("Elo {elo} ± {error}")
}

pub fn level_name(number: u8, name: &str) -> String {
    format!("Level {number} – {name}")
}

pub fn clock_is(words: &str) -> String {
    format!("{words}. {CLOCK_HINT}")
}

pub fn board_is(fen: &str) -> String {
    format!("On the board now: {fen}")
}

// game
pub const BOARD: &str = "Board";
pub const MOVES: &str = "Moves";
pub const NO_MOVES: &str = "No moves yet.";
pub const GAME: &str = "Game";
pub const TAKE_BACK: &str = "Take back";
pub const HINT: &str = "Hint";
pub const HINT_MOVE: &str = "Show move";
pub const RESIGN: &str = "Resign";
pub const OFFER_DRAW: &str = "Offer draw";
pub const CLAIM_DRAW: &str = "Claim draw";
pub const MOVE_NOW: &str = "Move now";
pub const PAUSE: &str = "Pause";
pub const CONTINUE: &str = "Continue";
pub const FLIP: &str = "Flip";
pub const SET_ASIDE: &str = "Save for later";
pub const ABORT: &str = "Abort";
pub const MENU: &str = "Menu";
pub const SOUNDS: &str = "Sounds";
pub const REPLACE_REPLY: &str = "Change the engine's move";
pub const CONFIRM_MOVES: &str = "Confirm each move";
pub const WARN_OF_BLUNDERS: &str = "Warn me of blunders";
pub const TURN_BOARD: &str = "Turn the board after each move";
pub const VIBRATE: &str = "Vibrate";
pub const PLAY_MOVE: &str = "Play move";
pub const PLAY_ANYWAY: &str = "Play anyway";
pub const STEPS: &str = "Step through the game";
pub const FIRST_POSITION: &str = "First position";
pub const PREVIOUS_MOVE: &str = "Previous move";
pub const NEXT_MOVE: &str = "Next move";
pub const LAST_POSITION: &str = "Last position";
pub const BACK_TO_GAME: &str = "Back to the game";
pub const PAUSED: &str = "Paused. The clocks are stopped.";
pub const PAUSED_AFTER_LEAVING: &str = "Games against the engine pause while the page is closed.";
pub const YOUR_MOVE: &str = "Your move.";
pub const SEARCHING_HINT: &str = "Looking for a hint…";
pub const CANCEL_PREMOVE: &str = "Cancel premove";
pub const ACCEPT: &str = "Accept";
pub const DECLINE: &str = "Decline";
pub const RETRY_ENGINE: &str = "Try again";
pub const CANCEL: &str = "Cancel";
pub const RESIGN_QUESTION: &str = "Resign the game?";
pub const ABORT_QUESTION: &str = "Abort the game?";
pub const ABORT_DETAIL: &str = "It ends without a result. Its moves stay in My games.";
pub const RESIGN_DETAIL: &str = "Your opponent wins.";
pub const SET_CLOCKS: &str = "Set the clocks";
pub const SET: &str = "Set";
pub const CLOCK_FAULT: &str = "Enter a time such as 5:00, 1:30:00 or 45 (seconds), up to 24 hours.";
pub const WHITE_LEFT: &str = "White's time";
pub const BLACK_LEFT: &str = "Black's time";
pub const CLOCKS_RATED: &str = "Games with adjusted clocks do not count for your rating.";
pub const NO_CLOCKS: &str = "This game has no clocks.";
pub const LOW_TIME: &str = "low on time";
pub const TYPE_A_MOVE: &str = "Type a move";
pub const NO_PASSING: &str = "you cannot pass in a game";
pub const PREMOVE_HELP: &str = "Type a premove";
pub const NOT_SAVED: &str = "Not saved";
pub const TRIED_AGAIN_LATER: &str = "Tabia keeps retrying, even after you close and reopen the page.";
pub const TRIED_WHILE_OPEN: &str =
    "Tabia keeps retrying while this page is open: download the game before you close it.";
pub const DOWNLOAD_PGN: &str = "Download PGN";
pub const GAME_FILE: &str = "game.pgn";
pub const NOT_DOWNLOADED: &str = "The game could not be downloaded";

// rating
pub const YOUR_RATING: &str = "Your rating";
pub const NO_RATING: &str = "Finish a game against a level to get a rating. Games with takebacks, hints or adjusted clocks, against a personality or from a position do not count.";
pub const RATING_HINT: &str = "From your last 100 games against levels without takebacks or hints, on the scale of engine lists: ratings among people differ. The band is the 95% confidence interval.";
pub const BACK_TO_PLAY: &str = "Back to Play";
pub const RATED_GAMES: &str = "Rated games";
pub const DATE: &str = "Date";
pub const RATING: &str = "Rating";
pub const SHOW_MORE: &str = "Show more";
pub const BEGIN_RATING_ANEW: &str = "Reset";
pub const FORGET_RESULTS: &str = "Delete all results? The games stay in My games.";
pub const FORGET: &str = "Delete";

// result
pub const RESULT: &str = "Result";
pub const ANALYSE: &str = "Analyse this game";
pub const PLAY_ON: &str = "Play on from here";
pub const REMATCH: &str = "Rematch";
pub const WHITE_WINS: &str = "White wins";
pub const BLACK_WINS: &str = "Black wins";
pub const YOU_WIN: &str = "You win";
pub const YOU_LOSE: &str = "You lose";
pub const DRAW: &str = "Draw";
pub const NO_RESULT: &str = "No result";

pub const ALL_RESULTS: &str = "All results";
pub const LOOKING_AT_GAME: &str = "A quick look at the game…";
pub const NO_MISTAKES: &str = "No mistakes found.";
pub const WORST_MOVES: &str = "Worst moves";
pub const YOU: &str = "you";
pub const THE_OPPONENT: &str = "opponent";

pub fn accuracy(both: &str) -> String {
    format!("Accuracy at a quick look: {both}.")
}

pub const RECORD: &str = "Results by level";
pub const WON: &str = "Won";
pub const DRAWN: &str = "Drawn";
pub const LOST: &str = "Lost";

pub fn wins_in_a_row(now: usize, longest: usize) -> String {
    format!("Wins in a row: {now} now, {longest} at most.")
}

pub fn rated_games(count: usize) -> String {
    if count == 1 { "from 1 game".to_owned() } else { format!("from {count} games") }
}

pub fn rating_changed(before: Option<i32>, after: i32) -> String {
    match before {
        Some(before) => format!("Your rating: {before} → {after} ({:+}).", after - before),
        None => format!("Your rating: {after} (first rated game)."),
    }
}

pub fn not_rated(reason: Unrated) -> String {
    let reason = match reason {
        Unrated::NoResult => "it has no result",
        Unrated::NotAgainstLevel => "only games against a level are",
        Unrated::Personality => "the level had a personality",
        Unrated::Takeback => "a move was taken back or replaced",
        Unrated::Hint => "there was a hint or a warning",
        Unrated::Clock => "a clock was adjusted",
        Unrated::Position => "it began from a position",
    };
    format!("Not rated: {reason}.")
}

pub fn rating_chart(games: usize, first: i32, last: i32) -> String {
    format!("Your rating after each of {games} games: {first} after the first, {last} after the last")
}

pub fn thinks(name: &str) -> String {
    format!("{name} is thinking…")
}

pub fn starts(name: &str) -> String {
    format!("Starting {name}…")
}

pub fn failed(name: &str, reason: &str) -> String {
    format!("{name} failed: {reason}. The clocks are stopped.")
}

pub fn to_move(side: &str) -> String {
    format!("{side} to move.")
}

pub fn offers_draw(name: &str) -> String {
    format!("{name} offers a draw.")
}

pub fn you_offered(name: &str) -> String {
    format!("You offered a draw. {name} replies with its move.")
}

pub fn premove(text: &str) -> String {
    format!("Premove: {text}. Right-click or Esc cancels it.")
}

pub fn play_question(san: &str) -> String {
    format!("Play {san}?")
}

pub fn is_stalemate(san: &str) -> String {
    format!("{san} is stalemate: a draw.")
}

pub fn allows_mate(san: &str, reply: &str) -> String {
    format!("After {san}, {reply} is checkmate.")
}

pub fn may_lose_material(san: &str, reply: &str) -> String {
    format!("{san} may lose material to {reply}.")
}

pub fn another_move(name: &str) -> String {
    format!("Play another move for {name} on the board.")
}

pub fn no_premove(text: &str) -> String {
    format!("{text:?} is illegal or ambiguous. Try e7e5 or Nbd7.")
}

pub fn hint_piece(square: &dyn Display, piece: &str) -> String {
    format!("Hint: move the {piece} on {square}.")
}

pub fn hint_move(san: &str) -> String {
    format!("Hint: {san}.")
}

pub fn clock_words(side: &str, words: &str) -> String {
    format!("{side} has {words}")
}

pub fn moves_to_go(count: u32) -> String {
    format!("{count} to go")
}

pub fn captured(side: &str, list: &str, ahead: i32) -> String {
    if ahead > 0 {
        format!("{side} has captured {list}; {ahead} ahead")
    } else {
        format!("{side} has captured {list}")
    }
}

pub fn move_number(number: u32, side: &str) -> String {
    format!("move {number}, {side}")
}

// notices
pub const PREMOVE_DROPPED: &str = "The premove was illegal.";
pub const KEPT_AS_COPY: &str = "The game was changed elsewhere, so it continues as a copy in My games.";
pub const TAKEN_OVER: &str = "The game continues in another tab.";
pub const NOT_TAKEN_OVER: &str = "The other tab does not release the game. Close it, then try again.";
pub const NOT_SAVED_TITLE: &str = "The game could not be saved";
pub const NOT_FORGOTTEN: &str = "The results could not be deleted";
pub const NO_HINT: &str = "No hint was found";
pub const NO_BOOK: &str = "The engine plays without its book";
pub const NOT_OPENED: &str = "The saved game cannot be continued";
pub const NOT_STARTED: &str = "The game could not be started";
pub const NOT_DONE: &str = "That is not possible now";

pub fn draw_declined(name: &str) -> String {
    format!("{name} declines the draw.")
}

pub fn engine_restarted(name: &str) -> String {
    format!("{name} was restarted")
}

pub fn engine_given_up(name: &str) -> String {
    format!("{name} failed")
}

pub fn illegal_move(name: &str, text: &str) -> String {
    format!("{name} played an illegal move: {text}. It searches again.")
}

// unfinished
pub const UNFINISHED: &str = "Unfinished games";
pub const OPEN_GAME: &str = "Continue";
pub const DISCARD: &str = "Remove from this list";

pub fn game_between(white: &str, black: &str) -> String {
    format!("{white} – {black}")
}

pub fn moves_played(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

// game/speech
pub const GAME_BEGINS: &str = "The game begins";
pub const START_OF_THE_GAME: &str = "Start of the game";

pub fn you_play(side: &str) -> String {
    format!("The game begins. You play {side}")
}

pub fn last_move(words: &str) -> String {
    format!("Last move: {words}")
}

pub fn taken_back(moves: usize) -> String {
    if moves == 1 { "Move taken back".to_owned() } else { format!("{moves} moves taken back") }
}

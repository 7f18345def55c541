//! What the applications work with: each service is a pure core and a driver that reaches the browser. They know no application
//! and draw nothing.
//!
//! - [`engine`]: one engine and its worker
//! - [`engine_room`]: engines for whoever needs some of its own
//! - [`catalogue`]: the engines to choose from
//! - [`mod@matches`]: matches, their pool of workers, and what is kept of them
//! - [`board`]: the position on the board, for other applications
//! - [`books`]: opening books: worker, shelf of kept books, feed of a panel
//! - [`browsed`]: the list of games from which the one on the board was opened
//! - [`evaluations`]: evaluations of positions on the board, kept over a reload
//! - [`explorer`]: what was played from the position on the board, in databases of games
//! - [`game_table`]: the table of games of the library page
//! - [`damage`]: what is kept and cannot be read
//! - [`backup`]: everything that is kept as one file, and back; how much it is
//! - [`games`]: games read from text, put on the board, and kept
//! - [`library`]: databases of games: their list, and the worker that indexes and searches them
//! - [`memory_call`]: memory that is given back when another needs it
//! - [`play`]: games of the user against engines and people, and between engines to watch
//! - [`reports`]: reports on games, made by engines of their own
//! - [`share`]: games that leave the page, in links and pictures
//! - [`own_engine`]: an engine that only somebody at the console speaks to
//! - [`speed`]: how fast this machine is
//! - [`suites`]: test suites solved by engines of their own
//! - [`tables`]: tablebases that the user opened
//! - [`wiretap`]: what the page and its engines say to each other

pub mod backup;
pub mod board;
pub mod books;
pub mod browsed;
pub mod catalogue;
pub mod damage;
pub mod engine;
pub mod engine_room;
pub mod evaluations;
pub mod explain;
pub mod explorer;
pub mod game_table;
pub mod games;
pub mod library;
pub mod lineup;
pub mod matches;
pub mod memory_call;
pub mod own_engine;
pub mod play;
pub mod reports;
pub mod roster;
pub mod share;
pub mod speed;
pub mod suites;
pub mod tables;
pub mod wiretap;

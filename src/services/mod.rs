//! Services that the applications build on: each is a pure core plus a driver for the browser. They draw nothing and know nothing of
//! the applications.
//!
//! - [`engine`]: one engine and its worker
//! - [`engine_loader`]: separate engines for services that need their own
//! - [`catalogue`]: available engines
//! - [`mod@matches`]: matches, their worker pool, and their storage
//! - [`board`]: position on the analysis board, for other applications
//! - [`books`]: opening books: worker, stored books, panel feed
//! - [`browsed`]: game list from which the game on the board was opened
//! - [`evaluations`]: saved evaluations of board positions
//! - [`explorer`]: moves played from the board position in game databases
//! - [`game_table`]: game table of the library page
//! - [`damage`]: unreadable stored records
//! - [`backup`]: backup of all stored data to one file, restore, and storage usage
//! - [`games`]: games parsed from text, opened on the board, and saved
//! - [`library`]: game databases: their list, and the worker that indexes and searches them
//! - [`memory_pressure`]: memory-pressure signal
//! - [`position_learning`]: results of searches that the board's engine gets back when it starts
//! - [`play`]: games of the user against engines and people, and engine games to watch
//! - [`reports`]: game reports, made by separate engines
//! - [`share`]: games exported as links and pictures
//! - [`repertoire`]: the schedule of repertoires, and the games marked as such
//! - [`own_engine`]: engine driven only from the console
//! - [`speed`]: speed of this machine
//! - [`suites`]: test suites, solved by separate engines
//! - [`tables`]: tablebases opened by the user
//! - [`uci_log`]: traffic between the page and its engines

pub mod active_engines;
pub mod backup;
pub mod board;
pub mod books;
pub mod browsed;
pub mod catalogue;
pub mod damage;
pub mod engine;
pub mod engine_loader;
pub mod evaluations;
pub mod explain;
pub mod explorer;
pub mod game_table;
pub mod games;
pub mod library;
pub mod load_engine;
pub mod matches;
pub mod memory_pressure;
pub mod own_engine;
pub mod play;
pub mod position_learning;
pub mod repertoire;
pub mod reports;
pub mod share;
pub mod speed;
pub mod suites;
pub mod tables;
pub mod uci_log;

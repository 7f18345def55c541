//! Errors of the Lab.

use crate::apps::lab::strings;
use crate::platform::download::DownloadError;
use crate::services::matches::controller::open_match::{MergingError, PlayError};
use crate::services::matches::controller::saved_match::SavedMatchError;
use crate::storage::StoreError;
use tabia_arena::{ExtendError, MatchFileError, MergeError, PairError, StoredGameError};

/// Reason why an action in the Lab failed. The text is shown as is.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The match cannot be saved or read.
    #[error(transparent)]
    SavedMatch(#[from] SavedMatchError),
    /// The match cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Error of the browser's database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored unit is not a record of this match.
    #[error(transparent)]
    Unit(#[from] PairError),
    /// A stored game cannot be read.
    #[error(transparent)]
    Game(#[from] StoredGameError),
    /// A file does not belong to the match.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// The file was not merged, or only in part.
    #[error(transparent)]
    Merging(#[from] MergingError),
    /// The file is not a match file.
    #[error(transparent)]
    MatchFile(#[from] MatchFileError),
    /// The match file is too large.
    #[error("{}", strings::match_file_too_large())]
    MatchFileTooLarge,
    /// Games cannot be added.
    #[error(transparent)]
    Extend(#[from] ExtendError),
    /// A file could not be downloaded.
    #[error(transparent)]
    Download(#[from] DownloadError),
    /// The number of games is invalid.
    #[error("{}", strings::games_not_a_number())]
    GamesNotANumber,
    /// The number of games is odd: half a pair would count as a game, but not for the Elo difference.
    #[error("{}", strings::games_not_even())]
    OddGames,
    /// The unit has no such game.
    #[error("{}", strings::no_such_game())]
    NoSuchGame,
    /// The match is not open.
    #[error("{}", strings::the_match_is_not_open())]
    NotOpen,
    /// The match has been closed in the meantime.
    #[error("{}", strings::match_gone())]
    Gone,
}

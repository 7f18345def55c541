//! Why something in the Lab could not be done.

use crate::apps::lab::strings;
use crate::platform::download::DownloadError;
use crate::services::matches::controller::kept::KeptMatchError;
use crate::services::matches::controller::open_match::{MergingError, PlayError};
use crate::storage::StoreError;
use tabia_arena::{ExtendError, MatchFileError, MergeError, StoredGameError, UnitError};

/// Why something could not be done; the text is shown as it is.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The match cannot be kept or read.
    #[error(transparent)]
    Kept(#[from] KeptMatchError),
    /// It cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The browser's database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What a stored unit holds is no record of this match.
    #[error(transparent)]
    Unit(#[from] UnitError),
    /// A stored game cannot be read.
    #[error(transparent)]
    Game(#[from] StoredGameError),
    /// A file does not belong to the match.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// It was not merged, or not all of it.
    #[error(transparent)]
    Merging(#[from] MergingError),
    /// It is no match file.
    #[error(transparent)]
    MatchFile(#[from] MatchFileError),
    /// It is larger than any that is read.
    #[error("{}", strings::MATCH_FILE_TOO_LARGE)]
    MatchFileTooLarge,
    /// Games cannot be added.
    #[error(transparent)]
    Extend(#[from] ExtendError),
    /// A file was not handed over.
    #[error(transparent)]
    Download(#[from] DownloadError),
    /// The number of games is none.
    #[error("{}", strings::GAMES_NOT_A_NUMBER)]
    GamesNotANumber,
    /// Half a pair would count among the games, but not in the Elo difference.
    #[error("{}", strings::GAMES_NOT_EVEN)]
    OddGames,
    /// A unit has no such game.
    #[error("{}", strings::NO_SUCH_GAME)]
    NoSuchGame,
    /// The match is not open.
    #[error("{}", strings::THE_MATCH_IS_NOT_OPEN)]
    NotOpen,
    /// The match was closed meanwhile.
    #[error("{}", strings::MATCH_GONE)]
    Gone,
}

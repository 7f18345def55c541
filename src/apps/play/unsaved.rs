//! A game that could not be saved: the message, and its download as a file.

use super::context::PlayContext;
use super::strings;
use crate::platform::download::download;
use crate::state::text::sentence;
use crate::storage::Content;

/// Describes why a game is not saved and what happens next.
pub fn detail(reason: &str, is_remembered: bool) -> String {
    let outlook = if is_remembered { strings::tried_again_later() } else { strings::tried_while_open() };
    format!("{}. {outlook}", sentence(reason).trim_end_matches('.'))
}

/// Downloads a game as a file.
pub fn save_as_file(context: &PlayContext, pgn: &str) {
    let saved = Content::from(pgn)
        .blob()
        .map_err(|error| error.to_string())
        .and_then(|blob| download(strings::GAME_FILE, &blob).map_err(|error| error.to_string()));
    if let Err(reason) = saved {
        context.fault(strings::not_downloaded(), &reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_told_whether_the_game_outlives_the_page() {
        let reason = "the storage of this page is full: delete something, or free disk space";
        let begin = "The storage of this page is full: delete something, or free disk space. ";
        assert_eq!(detail(reason, true), format!("{begin}{}", strings::tried_again_later()));
        assert_eq!(detail(reason, false), format!("{begin}{}", strings::tried_while_open()));
        assert!(!detail("it is gone.", true).contains(".."));
    }
}

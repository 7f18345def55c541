//! Sources of games: files, the board, and games saved in this browser.

use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use crate::apps::tools::strings;
use crate::platform::turns::next_turn;
use crate::services::games::on_board;
use crate::services::games::reading::{decode, first_games, read_rest};
use crate::services::games::repository::GameRepository;
use std::cell::RefCell;
use std::rc::Rc;
use tabia_pgn::Game;

/// Maximum size of a file, in bytes.
pub const MOST_BYTES: f64 = 64.0 * 1024.0 * 1024.0;

/// Reads the text of a file; fails with the reason if it is too large or unreadable.
pub async fn text_of(file: &File) -> Result<String, String> {
    if file.size() > MOST_BYTES {
        return Err(strings::file_too_large(&file.name()));
    }
    let unreadable = |_| strings::file_unreadable(&file.name());
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(unreadable)?;
    let bytes = js_sys::Uint8Array::new(&buffer).to_vec();
    let (text, _) = decode(&bytes).await;
    Ok(text)
}

/// Parses all games of a text that have moves, in time slices.
pub async fn games_of(text: String) -> Vec<Game> {
    let first = first_games(&text);
    let count = first.games.len();
    let games = Rc::new(RefCell::new(first.games));
    if first.percent.is_some() {
        let held = Rc::new(());
        let more = Rc::clone(&games);
        read_rest(first.collection, text, count, Rc::downgrade(&held), move |batch| {
            more.borrow_mut().extend(batch.games);
        })
        .await;
    }
    let mut games = games.take();
    games.retain(|game| game.main_line().next().is_some());
    games
}

/// Returns up to `most` games open on the board, as PGN, and their number.
pub async fn open_games(most: usize) -> (String, usize) {
    let games = on_board::games();
    let mut text = String::new();
    for game in games.iter().take(most) {
        text.push_str(tabia_pgn::write(game).trim_end());
        text.push_str("\n\n");
        next_turn().await;
    }
    (text, games.len().min(most))
}

/// Returns up to `most` games saved in this browser and modified within the last `within_ms` milliseconds, as PGN, and their number.
///
/// # Errors
/// If they cannot be read.
pub async fn kept_games(within_ms: f64, now_ms: f64, most: usize) -> Result<(String, usize), String> {
    let repository = GameRepository::of_page();
    let mut entries = repository.games().list().await.map_err(|error| error.to_string())?;
    entries.retain(|entry| !entry.is_copy && entry.plies > 0 && now_ms - entry.modified_ms <= within_ms);
    entries.sort_by(|a, b| b.modified_ms.total_cmp(&a.modified_ms));
    entries.truncate(most);
    let mut text = String::new();
    for entry in &entries {
        let pgn = repository.games().text(&entry.id).await.map_err(|error| error.to_string())?;
        text.push_str(pgn.trim_end());
        text.push_str("\n\n");
        next_turn().await;
    }
    Ok((text, entries.len()))
}

//! Recipes that the user has named, kept in the browser.

use crate::apps::book::error::BookError;
use tabia_book_tools::recipe::Recipe;

/// Where they are kept: a JSON list of recipes.
const STORAGE_KEY: &str = "tabia.recipes";

/// All of them, by name.
pub fn load() -> Vec<Recipe> {
    let Some(text) = storage().and_then(|storage| storage.get_item(STORAGE_KEY).ok()?) else {
        return Vec::new();
    };
    let list: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap_or_default();
    // One that a newer version of the page wrote is left alone and not shown.
    list.iter().filter_map(|recipe| Recipe::from_json(&recipe.to_string()).ok()).collect()
}

/// Keeps a recipe, in place of one of the same name.
///
/// # Errors
/// When the browser keeps nothing.
pub fn save(recipe: &Recipe) -> Result<(), BookError> {
    change(|list| {
        list.retain(|other| other["name"] != recipe.name.as_str());
        list.extend(serde_json::from_str(&recipe.to_json()).ok());
    })
}

/// Forgets a recipe.
///
/// # Errors
/// When the browser keeps nothing.
pub fn remove(name: &str) -> Result<(), BookError> {
    change(|list| list.retain(|other| other["name"] != name))
}

fn change(action: impl FnOnce(&mut Vec<serde_json::Value>)) -> Result<(), BookError> {
    let storage = storage().ok_or(BookError::NoStorage)?;
    let text = storage.get_item(STORAGE_KEY).map_err(|_| BookError::NoStorage)?.unwrap_or_default();
    let mut list = serde_json::from_str(&text).unwrap_or_default();
    action(&mut list);
    let text = serde_json::Value::from(list).to_string();
    storage.set_item(STORAGE_KEY, &text).map_err(|_| BookError::NoStorage)
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

//! The user's named recipes, saved in the browser.

use crate::apps::book::error::BookError;
use crate::apps::book::strings;
use crate::platform::local::storage;
use crate::storage::{Database, aside};
use serde_json::Value;
use tabia_book_tools::recipe::Recipe;

/// Key in local storage: a JSON list of recipes.
const STORAGE_KEY: &str = "tabia.recipes";

/// Loads all recipes.
///
/// # Errors
/// [`BookError::Recipes`] when the stored text is not a list of recipes.
pub fn load() -> Result<Vec<Recipe>, BookError> {
    let Some(text) = storage().and_then(|storage| storage.get_item(STORAGE_KEY).ok()?) else {
        return Ok(Vec::new());
    };
    // Recipes written by a newer version of the page are left alone and not shown.
    Ok(list(&text)?.iter().filter_map(|recipe| Recipe::from_json(&recipe.to_string()).ok()).collect())
}

/// Saves a recipe, replacing any with the same name.
///
/// # Errors
/// When the browser has no storage, or the stored recipes cannot be read: they stay as they are.
pub fn save(recipe: &Recipe) -> Result<(), BookError> {
    change(|list| put(list, recipe))
}

/// Deletes a recipe.
///
/// # Errors
/// As [`save`].
pub fn remove(name: &str) -> Result<(), BookError> {
    change(|list| list.retain(|other| other["name"] != name))
}

/// Sets unreadable recipes aside, so that new ones can be saved. They are stored in the database before they are removed from here.
///
/// # Errors
/// When the browser has no storage.
pub async fn set_aside(database: &Database) -> Result<(), BookError> {
    let storage = storage().ok_or(BookError::NoStorage)?;
    let Some(text) = storage.get_item(STORAGE_KEY).map_err(|_| BookError::NoStorage)? else { return Ok(()) };
    let Err(reason) = list(&text) else { return Ok(()) };
    aside::add(database, strings::the_recipes(), &reason.to_string(), &text).await?;
    // Another tab may have saved something readable in the meantime.
    if storage.get_item(STORAGE_KEY).ok().flatten().as_deref() == Some(text.as_str()) {
        storage.remove_item(STORAGE_KEY).map_err(|_| BookError::NoStorage)?;
    }
    Ok(())
}

/// Reads and writes synchronously: local storage doesn't change in between.
fn change(action: impl FnOnce(&mut Vec<Value>)) -> Result<(), BookError> {
    let storage = storage().ok_or(BookError::NoStorage)?;
    let text = storage.get_item(STORAGE_KEY).map_err(|_| BookError::NoStorage)?;
    let mut list = list(&text.unwrap_or_default())?;
    action(&mut list);
    let text = Value::from(list).to_string();
    storage.set_item(STORAGE_KEY, &text).map_err(|_| BookError::NoStorage)
}

/// Parses the stored text; an empty text means no recipes.
fn list(text: &str) -> Result<Vec<Value>, BookError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    serde_json::from_str(text).map_err(|error| BookError::Recipes(error.to_string()))
}

fn put(list: &mut Vec<Value>, recipe: &Recipe) {
    list.retain(|other| other["name"] != recipe.name.as_str());
    list.extend(serde_json::from_str(&recipe.to_json()).ok());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_list_is_not_taken_for_an_empty_one() {
        assert_eq!(list(""), Ok(Vec::new()));
        assert_eq!(list("[]"), Ok(Vec::new()));
        for torn in ["[{", "{}", "null", "7", "\u{0}"] {
            assert!(matches!(list(torn), Err(BookError::Recipes(_))), "{torn}");
        }
    }

    #[test]
    fn a_recipe_takes_the_place_of_its_name_only() {
        let mut kept = list(r#"[{"name":"a","later":1},7,{"name":"b"}]"#).unwrap();
        put(&mut kept, &Recipe { name: "b".to_owned(), ..Recipe::default() });
        assert_eq!((kept.len(), &kept[0]["later"], &kept[1]), (3, &Value::from(1), &Value::from(7)));
    }
}

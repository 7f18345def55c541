//! Small helpers for the words on the page.

/// The text with a capital at its beginning: messages of the crates begin in lower case, as Rust's errors do.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// What became of a worker, as its `error` event tells: goes on after the worker's name.
pub fn worker_error(event: &web_sys::ErrorEvent) -> String {
    // A script that cannot be fetched gives a plain event without any text.
    let text = js_sys::Reflect::get(event, &"message".into()).ok().and_then(|text| text.as_string());
    match text {
        Some(text) if !text.is_empty() => format!("failed: {text}"),
        _ => "could not be loaded".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_with_a_capital() {
        assert_eq!(sentence("game 1, line 2"), "Game 1, line 2");
        assert_eq!(sentence("élan"), "Élan");
        assert_eq!(sentence(""), "");
    }
}

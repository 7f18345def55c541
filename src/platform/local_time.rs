//! Date and time of day in the user's locale.

use super::document;
use wasm_bindgen::JsValue;

/// Formats a time in milliseconds since 1970, such as `28 Nov 2026, 22:45`.
pub fn date_and_time(ms: f64) -> String {
    formatted(ms, &[("dateStyle", "medium"), ("timeStyle", "short")])
}

/// Formats the day of a time in milliseconds since 1970, such as `28 Nov 2026`.
pub fn day(ms: f64) -> String {
    formatted(ms, &[("dateStyle", "medium")])
}

/// Formats a time of this year as `28 Nov, 22:45`, and that of another year as its day.
pub fn short_time(ms: f64) -> String {
    let year = |date: &js_sys::Date| date.get_full_year();
    let date = js_sys::Date::new(&JsValue::from_f64(ms));
    if year(&date) != year(&js_sys::Date::new_0()) {
        return day(ms);
    }
    formatted(ms, &[("month", "short"), ("day", "numeric"), ("hour", "numeric"), ("minute", "2-digit")])
}

fn formatted(ms: f64, styles: &[(&str, &str)]) -> String {
    let options = js_sys::Object::new();
    for &(name, value) in styles {
        // Any property can be set on a plain object.
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    js_sys::Date::new(&JsValue::from_f64(ms)).to_locale_string(&locale(), &options).into()
}

/// Returns the browser's locale, or the page's language if the user has chosen another one.
fn locale() -> String {
    let language = document::language();
    let of_browser = web_sys::window().and_then(|window| window.navigator().language()).unwrap_or_default();
    if of_browser.split('-').next() == Some(language.as_str()) { of_browser } else { language }
}

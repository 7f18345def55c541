//! Books that are open and not kept: they last as long as the page.
//!
//! The page's applications (the analysis with its panel, the book page) are programs of their own and share no memory of
//! WebAssembly. What is open in one is open in the other, so the list is JavaScript's and hangs on the window.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use super::shelf::{BookBytes, KeptBook};

/// The list's name on the window.
const LIST: &str = "tabiaOpenBooks";
/// How many books were opened so far; names are not given twice.
const COUNT: &str = "tabiaOpenBooksCount";

/// Takes a book into the list and names it.
pub fn add(name: &str, bytes: &BookBytes) -> KeptBook {
    let window = window();
    let number = get(&window, COUNT).as_f64().unwrap_or(0.0) + 1.0;
    set(&window, COUNT, &number.into());
    let book = KeptBook {
        id: format!("open-{number}"),
        name: name.to_owned(),
        size: bytes.book.size(),
        stats: None,
    };
    let entry = Object::new();
    set(&entry, "id", &book.id.as_str().into());
    set(&entry, "name", &name.into());
    set(&entry, "book", &bytes.book);
    if let Some(stats) = &bytes.stats {
        set(&entry, "stats", stats);
    }
    list().push(&entry);
    book
}

/// The books of the list, in the order in which they were opened.
pub fn all() -> Vec<KeptBook> {
    list().iter().filter_map(|entry| read(&entry)).map(|(book, _)| book).collect()
}

/// A book of the list.
pub fn find(id: &str) -> Option<(KeptBook, BookBytes)> {
    list().iter().filter_map(|entry| read(&entry)).find(|(book, _)| book.id == id)
}

/// Takes a book out of the list.
pub fn remove(id: &str) {
    let rest = list().filter(&mut |entry, _, _| get(&entry, "id").as_string().as_deref() != Some(id));
    set(&window(), LIST, &rest);
}

fn read(entry: &JsValue) -> Option<(KeptBook, BookBytes)> {
    let text = |name| get(entry, name).as_string();
    let book: Blob = get(entry, "book").dyn_into().ok()?;
    let stats = get(entry, "stats").dyn_into().ok();
    let kept = KeptBook { id: text("id")?, name: text("name")?, size: book.size(), stats: None };
    Some((kept, BookBytes { book, stats }))
}

fn list() -> Array {
    let window = window();
    get(&window, LIST).dyn_into().unwrap_or_else(|_| {
        let list = Array::new();
        set(&window, LIST, &list);
        list
    })
}

fn window() -> JsValue {
    js_sys::global().into()
}

fn get(object: &JsValue, name: &str) -> JsValue {
    // Only what is no object has no properties.
    Reflect::get(object, &name.into()).unwrap_or_default()
}

fn set(object: &JsValue, name: &str, value: &JsValue) {
    // Plain objects and the window take any property.
    let _ = Reflect::set(object, &name.into(), value);
}

//! Open books that are not stored: they last as long as the page, and all its shelves list them.

use std::cell::{Cell, RefCell};

use super::saved_book::{BookBytes, SavedBook};

thread_local! {
    /// In the order in which they were opened.
    static BOOKS: RefCell<Vec<(SavedBook, BookBytes)>> = const { RefCell::new(Vec::new()) };
    /// Number of books opened so far, so that ids are not reused.
    static COUNT: Cell<u32> = const { Cell::new(0) };
}

/// Adds a book to the list and assigns it an id.
pub fn add(name: &str, bytes: &BookBytes) -> SavedBook {
    let number = COUNT.get() + 1;
    COUNT.set(number);
    let id = format!("open-{number}");
    let book = SavedBook { id, name: name.to_owned(), size: bytes.book.size(), stats: None };
    BOOKS.with_borrow_mut(|books| books.push((book.clone(), bytes.clone())));
    book
}

/// Returns the books of the list, in the order in which they were opened.
pub fn all() -> Vec<SavedBook> {
    BOOKS.with_borrow(|books| books.iter().map(|(book, _)| book.clone()).collect())
}

/// Returns a book of the list.
pub fn find(id: &str) -> Option<(SavedBook, BookBytes)> {
    BOOKS.with_borrow(|books| books.iter().find(|(book, _)| book.id == id).cloned())
}

/// Removes a book from the list.
pub fn remove(id: &str) {
    BOOKS.with_borrow_mut(|books| books.retain(|(book, _)| book.id != id));
}

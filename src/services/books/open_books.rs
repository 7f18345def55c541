//! Books that are open and not kept: they last as long as the page, and all its shelves have them.

use std::cell::{Cell, RefCell};

use super::kept_book::{BookBytes, KeptBook};

thread_local! {
    /// In the order in which they were opened.
    static BOOKS: RefCell<Vec<(KeptBook, BookBytes)>> = const { RefCell::new(Vec::new()) };
    /// How many were opened so far; names are not given twice.
    static COUNT: Cell<u32> = const { Cell::new(0) };
}

/// Takes a book into the list and names it.
pub fn add(name: &str, bytes: &BookBytes) -> KeptBook {
    let number = COUNT.get() + 1;
    COUNT.set(number);
    let id = format!("open-{number}");
    let book = KeptBook { id, name: name.to_owned(), size: bytes.book.size(), stats: None };
    BOOKS.with_borrow_mut(|books| books.push((book.clone(), bytes.clone())));
    book
}

/// The books of the list, in the order in which they were opened.
pub fn all() -> Vec<KeptBook> {
    BOOKS.with_borrow(|books| books.iter().map(|(book, _)| book.clone()).collect())
}

/// A book of the list.
pub fn find(id: &str) -> Option<(KeptBook, BookBytes)> {
    BOOKS.with_borrow(|books| books.iter().find(|(book, _)| book.id == id).cloned())
}

/// Takes a book out of the list.
pub fn remove(id: &str) {
    BOOKS.with_borrow_mut(|books| books.retain(|(book, _)| book.id != id));
}

//! The book worker: what `book-host.js` starts.

fn main() {
    tabia_worker::book::host::start();
}

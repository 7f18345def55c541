//! The book worker, started by `book-host.js`.

fn main() {
    tabia_worker::book::host::start();
}

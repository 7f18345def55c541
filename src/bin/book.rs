//! Starts the book page.

fn main() {
    tabia_app::start_book();
}

//! Starts the page.

fn main() {
    tabia_app::start();
}

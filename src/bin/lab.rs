//! Starts the Lab.

fn main() {
    tabia_app::start_lab();
}

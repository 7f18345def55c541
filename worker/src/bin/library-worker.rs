//! The library worker, started by `library-host.js`.

fn main() {
    tabia_worker::library::host::start();
}

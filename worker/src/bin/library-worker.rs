//! The library worker: what `library-host.js` starts.

fn main() {
    tabia_worker::library::host::start();
}

//! The engine worker: what `worker.js` starts.

fn main() {
    tabia_worker::engine::host::start();
}

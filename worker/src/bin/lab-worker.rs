//! The match worker: what `match-worker.js` starts.

fn main() {
    tabia_worker::matches::host::start();
}

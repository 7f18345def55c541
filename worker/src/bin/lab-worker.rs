//! The match worker, started by `match-worker.js`.

fn main() {
    tabia_worker::matches::host::start();
}

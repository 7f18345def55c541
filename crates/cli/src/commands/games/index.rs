//! `games index`: builds indexes.

use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::error::GamesFailure;
use super::store::StoreArgs;

/// Arguments of `games index`.
#[derive(Debug, Args)]
pub(crate) struct IndexArgs {
    #[command(flatten)]
    store: StoreArgs,
    /// Rebuild indexes even if they are up to date
    #[arg(long, alias = "anew")]
    rebuild: bool,
}

pub(super) fn run(args: &IndexArgs) -> Result<(), GamesFailure> {
    let mut files = Vec::new();
    for path in &args.store.files {
        let start = Instant::now();
        let store = args.store.open_one(path, args.rebuild)?;
        let seconds = start.elapsed().as_secs_f64();
        let summary = store.library.summary();
        if args.store.json {
            files.push(json!({
                "file": path,
                "games": summary.games,
                "errors": summary.errors,
                "plies": summary.plies,
                "positions": summary.positions,
                "bytes": summary.fingerprint.length,
                "made": store.is_new,
                "seconds": seconds,
            }));
        } else {
            let done = if store.is_new {
                format!("{:.1} MB/s", summary.fingerprint.length as f64 / 1e6 / seconds.max(1e-6))
            } else {
                "up to date".to_owned()
            };
            println!(
                "{}: {} games, {} with errors, {} positions; {done}",
                path.display(),
                summary.games,
                summary.errors,
                summary.positions
            );
        }
    }
    if args.store.json {
        println!("{}", json!({ "files": files }));
    }
    Ok(())
}

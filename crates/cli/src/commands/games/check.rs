//! `games check`: lists errors.

use clap::Args;
use serde_json::json;

use super::error::GamesFailure;
use super::store::StoreArgs;

/// Arguments of `games check`.
#[derive(Debug, Args)]
pub(crate) struct GamesCheckArgs {
    #[command(flatten)]
    store: StoreArgs,
}

pub(super) fn run(args: &GamesCheckArgs) -> Result<bool, GamesFailure> {
    let mut good = true;
    let mut files = Vec::new();
    for store in args.store.open() {
        let mut store = store?;
        store.library.check().map_err(|error| GamesFailure::lookup(&store.path, error))?;
        let problems = store.library.problems();
        good &= problems.is_empty();
        if args.store.json {
            files.push(json!({ "file": store.path, "games": store.library.len(), "problems": problems }));
            continue;
        }
        for problem in problems {
            // In compiler format, so that editors find the place.
            println!(
                "{}:{}:{}: game {}: {}",
                store.path.display(),
                problem.line,
                problem.column,
                problem.game + 1,
                problem.reason
            );
        }
        println!("{}: {} games, {} with errors", store.path.display(), store.library.len(), problems.len());
    }
    if args.store.json {
        println!("{}", json!({ "files": files }));
    }
    Ok(good)
}

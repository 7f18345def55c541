//! `games duplicates`: lists games that occur more than once.

use clap::Args;
use serde_json::json;
use tabia_library::Difference;

use super::error::GamesFailure;
use super::find::line;
use super::store::StoreArgs;

/// Arguments of `games duplicates`.
#[derive(Debug, Args)]
pub(crate) struct DuplicatesArgs {
    #[command(flatten)]
    store: StoreArgs,
}

pub(super) fn run(args: &DuplicatesArgs) -> Result<(), GamesFailure> {
    let mut files = Vec::new();
    for store in args.store.open() {
        let store = store?;
        let groups = store.library.duplicates();
        if args.store.json {
            files.push(json!({ "file": store.path, "groups": groups }));
            continue;
        }
        println!("{}: {} games occur more than once", store.path.display(), groups.len());
        for group in groups {
            let differences: Vec<_> = group.differences.iter().map(|&difference| name(difference)).collect();
            println!(
                "{}",
                if differences.is_empty() {
                    "equal:".to_owned()
                } else {
                    format!("different {}:", differences.join(", "))
                }
            );
            for game in group.games {
                println!("{}", line(&store.library.header(game)));
            }
        }
    }
    if args.store.json {
        println!("{}", json!({ "files": files }));
    }
    Ok(())
}

const fn name(difference: Difference) -> &'static str {
    match difference {
        Difference::White => "White",
        Difference::Black => "Black",
        Difference::Elo => "Elo",
        Difference::Result => "result",
        Difference::Date => "date",
        Difference::Event => "event",
        Difference::Site => "site",
        Difference::Round => "round",
        Difference::Eco => "ECO code",
        Difference::Text => "comments or form",
    }
}

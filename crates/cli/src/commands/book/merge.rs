//! `book merge`: merges two books.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;
use tabia_polyglot::{MergeOptions, MergeRule, merge};

use super::error::BookFailure;
use super::files::{AtomicFile, book_source};

/// How positions in both books are merged.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Rule {
    Sum,
    Priority,
}

/// Arguments of `book merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The first book
    #[arg(long, value_name = "FILE")]
    in1: PathBuf,
    /// The second book
    #[arg(long, value_name = "FILE")]
    in2: PathBuf,
    /// The merged book
    #[arg(long, value_name = "FILE", default_value = "out.bin")]
    out: PathBuf,
    /// Positions in both books: add the weights (Polyglot 2.0) or take the first book's moves only (1.4)
    #[arg(long, value_enum, default_value = "sum")]
    rule: Rule,
    /// Cap sums of weights at 65535; Polyglot wraps them to small numbers
    #[arg(long)]
    saturate: bool,
    /// Copy Polyglot's faults too: take headers for moves and unsorted books for sorted
    #[arg(long)]
    compat: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &MergeArgs) -> Result<(), BookFailure> {
    let options = MergeOptions {
        rule: match args.rule {
            Rule::Sum => MergeRule::Sum,
            Rule::Priority => MergeRule::Priority,
        },
        saturate: args.saturate,
        strict: args.compat,
    };
    let [mut first, mut second] = [book_source(&args.in1)?, book_source(&args.in2)?];
    let mut output = AtomicFile::create(&args.out, [&args.in1, &args.in2])?;
    let report = merge(&mut first, &mut second, options, |entry| output.write(&entry.to_bytes()))?;
    output.finish()?;
    if report.overflows > 0 {
        let what = if args.saturate {
            "were capped at 65535"
        } else {
            "were wrapped, as Polyglot does (see --saturate)"
        };
        eprintln!("tabia: {} sums of weights over 65535 {what}", report.overflows);
    }
    if args.json {
        let object = json!({
            "read": report.read,
            "entries": report.written,
            "shared_positions": report.shared_positions,
            "overflows": report.overflows,
        });
        println!("{object}");
    } else {
        println!("{} + {} entries read.", report.read[0], report.read[1]);
        println!(
            "{} entries in {}; {} positions were in both.",
            report.written,
            args.out.display(),
            report.shared_positions
        );
    }
    Ok(())
}

//! `train`: trains a net on packed positions (docs/net.md).

mod args;
mod error;
mod files;
mod passes;

pub(crate) use args::TrainArgs;
pub(crate) use error::TrainError;

use serde_json::json;
use tabia_rng::Rng;
use tabia_trainer::{AdamW, Examples, Model, Target, quantisation_error};

use crate::hex::sha256;
use crate::printing::go_on_unread;
use passes::Passes;

/// Version of the recipe in the log; raised when a change of the trainer leads to different nets.
const RECIPE: u32 = 2;
/// Number of training positions over which the shift caused by rounding is measured.
const ROUNDED_BY: usize = 1_000_000;

/// Trains a net and writes it with its log.
pub(crate) fn run(args: &TrainArgs) -> Result<bool, TrainError> {
    args.check()?;
    files::check_outputs(args)?;
    go_on_unread();
    let learned = files::read_positions(&args.data)?;
    let measured = files::read_positions(&args.held_out)?;
    let data = json!({ "positions": learned.packed.len(), "sha256": learned.sha256 });
    let held_out = json!({ "positions": measured.packed.len(), "sha256": measured.sha256 });
    let measured = Examples::checked(&measured.packed);
    println!("{} positions to learn from, {} held out", learned.packed.len(), measured.len());

    let (mut model, from) = match &args.from {
        Some(path) => {
            let (net, sha256) = files::read_net(path)?;
            (Model::from_net(&net), Some(sha256))
        }
        None => (Model::new(args.hidden, args.seed), None),
    };
    let mut optimiser = AdamW::new(&model);
    let mut order = Rng::new(args.seed ^ 1);
    let mut packed = learned.packed;
    let mut passes = Passes::new(args, &model);
    // Losses are comparable only if they are measured with the same target.
    let last_target = Target { result_share: args.result_share(args.passes) };
    let mut losses = Vec::new();
    for number in 1..=args.passes {
        order.shuffle(&mut packed);
        let learned = passes.run(number, &mut model, &mut optimiser, Examples::checked(&packed));
        let held_out = passes.measure(&model, measured, last_target);
        let rate = args.rate_of(number);
        println!("pass {number}/{}: rate {rate}, loss {learned:.6}, held out {held_out:.6}", args.passes);
        losses.push(json!({ "pass": number, "rate": rate, "loss": learned, "held_out": held_out }));
    }

    let known = Examples::checked(packed.get(..ROUNDED_BY).unwrap_or(&packed));
    let net = model.quantise_by(known).map_err(|error| TrainError::net(&args.output, error))?;
    let error = quantisation_error(&model, &net, measured, last_target)
        .map_err(|error| TrainError::fault(&args.held_out, &error))?;
    let bytes = net.to_bytes();
    let hash = sha256(&bytes);
    println!(
        "quantised: values differ by {:.2} cp on average and {:.1} at most, held out {:.6}",
        error.mean, error.largest, error.loss
    );
    let log = json!({
        "recipe": {
            "version": RECIPE,
            "from": from,
            "hidden": model.hidden(),
            "passes": args.passes,
            "batch": args.batch,
            "rate": args.rate,
            "drops": args.drops(),
            "decay": args.decay,
            "result_share": [args.wdl, args.result_share(args.passes)],
            "seed": args.seed,
        },
        "data": data,
        "held_out": held_out,
        "losses": losses,
        "quantised": { "mean_cp": error.mean, "largest_cp": error.largest, "held_out": error.loss },
        "net": { "bytes": bytes.len(), "sha256": hash },
    });
    files::write(&args.output, &bytes)?;
    files::write(&files::log_of(&args.output), format!("{log:#}\n").as_bytes())?;
    println!("{}: {} bytes, SHA-256 {hash}", args.output.display(), bytes.len());
    Ok(true)
}

//! Export of the lines to a file.

use wasm_bindgen_futures::spawn_local;

use super::listing::{SharedLines, arrow, engine_name};
use crate::apps::tools::context::ToolsContext;
use crate::apps::tools::fields::save_text;
use crate::apps::tools::strings;
use crate::platform::turns::next_turn;
use crate::services::uci_log;

/// Number of lines written between yields to the browser.
const PART: usize = 2_000;

/// Saves the displayed lines as a text file, in slices.
pub fn export(context: &ToolsContext, shown: &SharedLines) {
    let (context, numbers) = (context.clone(), shown.numbers());
    spawn_local(async move {
        let engines = uci_log::engines();
        let mut text = String::new();
        for part in numbers.chunks(PART) {
            uci_log::with_lines(|ring| {
                for entry in part.iter().filter_map(|number| ring.get(*number)) {
                    let name = engines.iter().find(|listed| listed.number == entry.engine).map(engine_name);
                    let (symbol, ..) = arrow(entry.direction);
                    for piece in [
                        &*strings::time(entry.at_ms),
                        " ",
                        &*name.unwrap_or_default(),
                        " ",
                        symbol,
                        " ",
                        &*entry.text,
                        "\n",
                    ] {
                        text.push_str(piece);
                    }
                }
            });
            next_turn().await;
        }
        if let Err(reason) = save_text("console.txt", &text) {
            context.fault(strings::not_saved(), reason);
        }
    });
}

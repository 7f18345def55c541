//! Features that an engine build lacks for analysis, as sentences for the user.

use crate::language::tr;
use tabia_arena::player::Identity;

/// Returns what the user of the build in the file `name` should know; `can_stop` tells whether its searches can be interrupted. `None` if
/// it lacks nothing.
pub fn limitations(name: &str, can_stop: bool, identity: &Identity) -> Option<String> {
    let has_lines = identity.options.iter().any(|option| option.name.eq_ignore_ascii_case("MultiPV"));
    let mut found = Vec::new();
    if !can_stop {
        found.push(tr!("It cannot be interrupted (no uci.signal): every new position restarts it."));
    }
    if !has_lines {
        found.push(tr!("It shows one line only (no option MultiPV)."));
    }
    (!found.is_empty()).then(|| tr!("{name} is loaded. {limits}", name, limits = found.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_uci::{EngineOption, OptionKind};

    fn identity(options: &[&str]) -> Identity {
        let spin = OptionKind::Spin { default: 1, min: 1, max: 5 };
        let options = options.iter().map(|&name| EngineOption { name: name.to_owned(), kind: spin.clone() });
        Identity { options: options.collect(), ..Identity::default() }
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(limitations("a.wasm", true, &identity(&["Hash", "multipv"])), None);
        let lines = limitations("a.wasm", true, &identity(&["Hash"])).expect("a sentence");
        assert!(lines.starts_with("a.wasm is loaded. It shows one line") && !lines.contains("signal"));
        let signal = limitations("a.wasm", false, &identity(&["MultiPV"])).expect("a sentence");
        assert!(signal.contains("uci.signal") && !signal.contains("MultiPV"));
        let both = limitations("a.wasm", false, &identity(&[])).expect("a sentence");
        assert!(both.contains("uci.signal") && both.contains("MultiPV"));
    }
}

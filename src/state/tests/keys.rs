use crate::state::keys::{KEYS, KeyCommand, KeyPress};

fn command(key: &str, shift: bool) -> Option<KeyCommand> {
    KeyCommand::of(KeyPress { key, shift, modified: false })
}

#[test]
fn keys_are_those_of_lichess() {
    assert_eq!(command("ArrowLeft", false), Some(KeyCommand::Previous));
    assert_eq!(command("ArrowRight", false), Some(KeyCommand::Next));
    assert_eq!(command("Home", false), Some(KeyCommand::First));
    assert_eq!(command("ArrowUp", false), Some(KeyCommand::First));
    assert_eq!(command("End", false), Some(KeyCommand::Last));
    assert_eq!(command("$", true), Some(KeyCommand::Last), "Shift is part of the character");
    assert_eq!(command("f", false), Some(KeyCommand::Flip));
    assert_eq!(command("F", false), Some(KeyCommand::Flip), "Caps Lock");
    assert_eq!(command(" ", false), Some(KeyCommand::EngineOrBestMove));
    assert_eq!(command("l", false), Some(KeyCommand::ToggleEngine));
    assert_eq!(command("?", true), Some(KeyCommand::Help));
    assert_eq!(command("ArrowRight", true), Some(KeyCommand::NextFork));
    assert_eq!(command("J", true), Some(KeyCommand::NextFork));
    assert_eq!(command("ArrowDown", true), Some(KeyCommand::NextSibling));
}

#[test]
fn other_keys_do_nothing() {
    for key in ["q", "Tab", "", "é", "F5", "Enter"] {
        assert_eq!(command(key, false), None, "{key}");
    }
    let browser = KeyPress { key: "f", shift: false, modified: true };
    assert_eq!(KeyCommand::of(browser), None, "Ctrl+F searches the page");
}

#[test]
fn every_key_of_the_help_does_what_it_says() {
    for (expected, keys, shift, _) in KEYS {
        for key in keys {
            let letter_in_capitals = key.len() == 1 && key.bytes().all(|byte| byte.is_ascii_uppercase());
            assert_eq!(command(key, shift || letter_in_capitals), Some(expected), "{key}");
        }
    }
}

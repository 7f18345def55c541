use tabia_pgn::Nag;

use crate::state::keys::{CONTROL_KEYS, GLYPH_KEYS, KEYS, KeyCommand, KeyPress, Modifiers};

fn command(key: &str, shift: bool) -> Option<KeyCommand> {
    KeyCommand::of(KeyPress { key, code: "", shift, held: Modifiers::Nothing })
}

fn with_control(key: &str, code: &str, shift: bool) -> Option<KeyCommand> {
    KeyCommand::of(KeyPress { key, code, shift, held: Modifiers::Control })
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
    for key in ["q", "Tab", "", "é", "F5", "Backspace"] {
        assert_eq!(command(key, false), None, "{key}");
    }
    assert_eq!(with_control("f", "KeyF", false), None, "Ctrl+F searches the page");
    assert_eq!(with_control("d", "KeyD", false), None, "Ctrl+D is a bookmark");
    let alt = KeyPress { key: "z", code: "KeyZ", shift: false, held: Modifiers::Others };
    assert_eq!(KeyCommand::of(alt), None);
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

#[test]
fn edits_are_undone_as_everywhere() {
    assert_eq!(with_control("z", "KeyZ", false), Some(KeyCommand::Undo));
    assert_eq!(with_control("Z", "KeyZ", true), Some(KeyCommand::Redo));
    assert_eq!(with_control("y", "KeyY", false), Some(KeyCommand::Redo));
    assert_eq!(with_control("z", "KeyY", false), Some(KeyCommand::Undo), "a German keyboard");
    assert_eq!(with_control("я", "KeyZ", false), Some(KeyCommand::Undo), "a Russian keyboard");
    for (expected, key, shift, _) in CONTROL_KEYS {
        assert_eq!(with_control(key, "", shift), Some(expected));
    }
}

#[test]
fn digits_give_glyphs() {
    let press = |key: &str, code: &str, shift| {
        KeyCommand::of(KeyPress { key, code, shift, held: Modifiers::Nothing })
    };
    for (shift, nags, _) in GLYPH_KEYS {
        for (index, &nag) in nags.iter().enumerate() {
            let code = format!("Digit{}", index + 1);
            assert_eq!(press("x", &code, shift), Some(KeyCommand::Glyph(nag)), "{code}");
        }
    }
    assert_eq!(press("!", "Digit1", true), Some(KeyCommand::Glyph(Nag(10))), "an American keyboard");
    assert_eq!(press("&", "Digit1", false), Some(KeyCommand::Glyph(Nag(1))), "a French keyboard");
    assert_eq!(press("3", "Numpad3", false), Some(KeyCommand::Glyph(Nag(3))));
    assert_eq!(press("0", "Digit0", false), Some(KeyCommand::First));
    assert_eq!(press("7", "Digit7", false), None);
    assert_eq!(press("9", "Digit9", true), None);
}

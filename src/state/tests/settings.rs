use crate::state::analysis_request::Limits;
use crate::state::score::Perspective;
use crate::state::settings::{
    BoardTheme, Column, LimitKind, MAX_ANIMATION_MS, MoveInput, Notation, PieceSet, Settings, SettingsAction,
    Theme,
};

#[test]
fn values_stay_in_their_range() {
    let settings = Settings::default();
    assert_eq!(settings, settings.clone().in_range(), "the defaults are in range");
    assert_eq!(settings.reduce(SettingsAction::Lines(0)).lines, 1);
    assert_eq!(settings.reduce(SettingsAction::Lines(200)).lines, 10);
    assert_eq!(settings.reduce(SettingsAction::HashMib(100)).hash_mib, 64);
    assert_eq!(settings.reduce(SettingsAction::HashMib(0)).hash_mib, 16);
    assert_eq!(settings.reduce(SettingsAction::HashMib(u32::MAX)).hash_mib, 1024);
    assert_eq!(settings.reduce(SettingsAction::AnimationMs(60_000)).animation_ms, MAX_ANIMATION_MS);
}

#[test]
fn a_limit_stays_in_the_range_of_its_kind() {
    let settings = Settings::default();
    assert_eq!(settings.limits(), Limits::Infinite);
    let limits = |kind, value| settings.reduce(SettingsAction::Limit(kind, value)).limits();
    assert_eq!(limits(LimitKind::Depth, 0), Limits::Depth(1));
    assert_eq!(limits(LimitKind::Depth, 500), Limits::Depth(99));
    assert_eq!(limits(LimitKind::Nodes, 250), Limits::Nodes(250_000));
    assert_eq!(limits(LimitKind::Time, u32::MAX), Limits::MoveTime(86_400_000));
    assert_eq!(limits(LimitKind::None, 7), Limits::Infinite);
    let read = |text: &str| serde_json::from_str::<Settings>(text).unwrap().in_range();
    assert_eq!(read(r#"{"limit": "depth", "limit-value": 1000}"#).limits(), Limits::Depth(99));
    assert_eq!(read(r#"{"limit": "moon", "limit-value": 3}"#).limits(), Limits::Infinite);
}

#[test]
fn figures_are_shown_one_by_one() {
    let settings = Settings::default();
    assert!(settings.columns.has(Column::Depth) && !settings.columns.has(Column::Wdl));
    let settings = settings.reduce(SettingsAction::Column(Column::Wdl, true));
    let settings = settings.reduce(SettingsAction::Column(Column::Nps, false));
    let shown = Column::ALL.map(|column| settings.columns.has(column));
    assert_eq!(shown, [true, true, true, false, true, true, true]);
}

#[test]
fn one_action_changes_one_setting() {
    let settings = Settings::default();
    let dark = settings.reduce(SettingsAction::Theme(Theme::Dark));
    assert_eq!(dark, Settings { theme: Theme::Dark, ..settings.clone() });
    let turned = dark.reduce(SettingsAction::Perspective(Perspective::SideToMove));
    assert_eq!(turned, Settings { perspective: Perspective::SideToMove, ..dark });
    assert_eq!(turned.reduce(SettingsAction::Reset), settings);
}

#[test]
fn stored_settings_are_read_whatever_their_version() {
    let settings =
        Settings::default().reduce(SettingsAction::Theme(Theme::Light)).reduce(SettingsAction::Lines(5));
    let text = serde_json::to_string(&settings).expect("settings are plain values");
    assert_eq!(serde_json::from_str::<Settings>(&text).expect("what was written"), settings);
    let older: Settings =
        serde_json::from_str(r#"{"lines": 2, "no-longer-known": 1}"#).expect("missing fields have defaults");
    assert_eq!(older, Settings { lines: 2, ..Settings::default() });
    let tampered: Settings = serde_json::from_str(r#"{"lines": 99, "hash-mib": 7}"#).expect("numbers");
    assert_eq!((tampered.clone().in_range().lines, tampered.in_range().hash_mib), (10, 16));
}

#[test]
fn a_choice_that_is_not_known_leaves_the_others_as_they_were() {
    let newer = r#"{"theme": "dark", "board-theme": "marble", "piece-set": "flat", "notation": 7, "move-input": null, "sound": false}"#;
    let settings: Settings = serde_json::from_str(newer).expect("unknown choices are the defaults");
    let expected =
        Settings { theme: Theme::Dark, piece_set: PieceSet::Flat, sound: false, ..Settings::default() };
    assert_eq!(settings, expected);
}

#[test]
fn choices_are_kept_by_their_words() {
    let settings = Settings {
        board_theme: BoardTheme::Brown,
        piece_set: PieceSet::Letters,
        notation: Notation::Figurines,
        move_input: MoveInput::Drag,
        ..Settings::default()
    };
    let value = serde_json::to_value(&settings).expect("settings are plain values");
    for (name, word) in [
        ("board-theme", "brown"),
        ("piece-set", "letters"),
        ("notation", "figurines"),
        ("move-input", "drag"),
    ] {
        assert_eq!(value[name], word, "{name}");
    }
    for set in PieceSet::ALL {
        assert_eq!(serde_json::to_value(set).expect("a word"), set.word());
    }
    for theme in BoardTheme::ALL {
        assert_eq!(serde_json::to_value(theme).expect("a word"), theme.word());
    }
    assert_eq!(serde_json::from_value::<Settings>(value).expect("what was written"), settings);
}

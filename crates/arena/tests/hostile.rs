//! Malicious match files and links: rejected with a typed error, before anything is stored or allocated for
//! them.

use proptest::prelude::*;
use serde_json::{Value, json};
use tabia_arena::match_file::{self, FORMAT};
use tabia_arena::{
    EngineSettings, MAX_ENGINES, MatchHeader, MatchLineError, MatchProgress, MatchSettings, Openings,
    ScheduleError, SettingsFault, TextFault,
};

fn engines(count: usize) -> Vec<Value> {
    (0..count).map(|number| json!({ "name": format!("e{number}"), "limits": { "depth": 1 } })).collect()
}

/// A first line with modified settings.
fn line(id: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut line = json!({ "format": FORMAT, "id": id, "settings": { "engines": engines(2) } });
    change(&mut line["settings"]);
    line.to_string()
}

fn refusal(line: &str) -> MatchLineError {
    match_file::parse_header(line).unwrap_err()
}

fn faults(line: &str) -> Vec<SettingsFault> {
    match refusal(line) {
        MatchLineError::Settings(invalid) => invalid.faults,
        other => panic!("{other:?}"),
    }
}

#[test]
fn ids_that_could_be_paths_or_addresses_are_refused() {
    for id in ["", "a/b", "../../x", "a\\b", "a b", "a?link=b", "a#b", "a\nb", "ä", &"a".repeat(65)] {
        assert!(matches!(refusal(&line(id, |_| ())), MatchLineError::Id(_)), "{id:?}");
    }
    for id in ["m", "0b6c", "8d8f4e5e-9a3b-4f4c-8f4e-5e9a3b4f4c8f", "A_1", &"a".repeat(64)] {
        assert_eq!(match_file::parse_header(&line(id, |_| ())).unwrap().id, id);
    }
}

#[test]
fn a_match_of_24000_engines_is_refused_before_a_schedule_is_made() {
    let found = faults(&line("m", |settings| settings["engines"] = engines(24_000).into()));
    assert_eq!(
        found,
        [SettingsFault::TooMany { what: "engines".to_owned(), found: 24_000, most: MAX_ENGINES }]
    );
    // No list of 288 million encounters is built either.
    let settings = MatchSettings {
        engines: vec![EngineSettings::default(); 100_000],
        games: 1 << 20,
        ..MatchSettings::default()
    };
    assert_eq!(settings.schedule().unwrap_err(), ScheduleError::TooMany);
    assert_eq!(settings.validate().unwrap_err().faults.len(), 1);
}

#[test]
fn texts_that_would_be_commands_of_an_engine_are_refused() {
    for (name, value, fault) in [
        ("Debug Log File\nquit", "x", TextFault::Control('\n')),
        ("Hash", "1\nsetoption name Debug Log File value /tmp/x", TextFault::Control('\n')),
        ("Hash", "1\r", TextFault::Control('\r')),
        ("Hash", "\0", TextFault::Control('\0')),
        (" ", "1", TextFault::Empty),
    ] {
        let line = line("m", |settings| settings["engines"][1]["options"] = json!([[name, value]]));
        let found = faults(&line);
        assert!(
            matches!(&found[0], SettingsFault::Text { what, fault: there } if *there == fault && what.contains("engine 2")),
            "{name:?} {value:?}: {found:?}"
        );
    }
    for field in ["name", "build", "command"] {
        let line = line("m", |settings| settings["engines"][0][field] = "a\nb".into());
        assert!(matches!(faults(&line)[..], [SettingsFault::Text { .. }]), "{field}");
    }
}

#[test]
fn numbers_texts_and_lists_have_bounds() {
    let long = "x".repeat(5000);
    let many: Vec<Value> = (0..300).map(|number| json!([format!("o{number}"), "1"])).collect();
    let files: Vec<Value> = vec![json!({ "name": "a" }); 300];
    for (pointer, value) in [
        ("/games", json!(1_u64 << 40)),
        ("/rounds", json!(usize::MAX)),
        ("/event", json!(long)),
        ("/site", json!(long)),
        ("/engines/0/name", json!(long)),
        ("/engines/0/memory_mb", json!(u32::MAX)),
        ("/engines/0/options", json!(many)),
        ("/engines/0/options", json!([["a", long]])),
        ("/engines/0/files", json!(files)),
        ("/engines/0/book", json!({ "name": long, "sha256": "" })),
        ("/engines/0/limits", json!({ "movetime_ms": u64::MAX })),
        ("/engines/0/limits", json!({ "depth": 1, "timeout_ms": u64::MAX })),
        ("/engines/0/limits", json!({ "time_control": "99999999999+0" })),
        ("/openings", json!({ "source": { "epd": { "name": long, "sha256": "" } } })),
    ] {
        let line = line("m", |settings| {
            let (place, field) = pointer.rsplit_once('/').unwrap();
            settings.pointer_mut(place).unwrap()[field] = value;
        });
        let error = refusal(&line);
        assert!(
            matches!(error, MatchLineError::Settings(_) | MatchLineError::Header(_)),
            "{pointer}: {error}"
        );
        assert!(error.to_string().len() < 1000, "{pointer}: what is refused is not repeated at length");
    }
}

#[test]
fn long_lines_deep_nesting_and_large_units_are_refused() {
    let long = line("m", |settings| settings["event"] = "x".repeat(2 << 20).into());
    assert!(matches!(refusal(&long), MatchLineError::TooLong { .. }));
    let deep = format!("{{\"format\":\"{FORMAT}\",\"id\":\"m\",\"settings\":{}", "[".repeat(100_000));
    assert!(matches!(refusal(&deep), MatchLineError::NoFormat | MatchLineError::Header(_)));
    let unit = |games: usize, host: &str| {
        json!({ "unit": 0, "host": host, "games": vec![game(); games] }).to_string()
    };
    assert!(matches!(match_file::parse_unit(&unit(0, "")), Err(MatchLineError::Games(0))));
    assert!(matches!(match_file::parse_unit(&unit(900, "")), Err(MatchLineError::Games(900))));
    assert!(matches!(match_file::parse_unit(&unit(1, "a\nb")), Err(MatchLineError::Host)));
    assert!(matches!(match_file::parse_unit(&unit(1, &"h".repeat(65))), Err(MatchLineError::Host)));
    assert!(matches!(match_file::parse_unit(&" ".repeat(9 << 20)), Err(MatchLineError::TooLong { .. })));
    assert!(match_file::parse_unit(&unit(2, "a1")).is_ok());
}

#[test]
fn a_last_line_needs_no_end_but_must_be_whole() {
    let unit = |number: usize| json!({ "unit": number, "host": "Ä", "games": [game()] }).to_string();
    let header = line("m", |_| ());
    let text = format!("{}\n{}\n{}", header.trim_end(), unit(0), unit(1));
    let units =
        |text: &str| match_file::read(text).unwrap().units.iter().map(|unit| unit.unit).collect::<Vec<_>>();
    assert_eq!(units(&text), [0, 1]);
    assert_eq!(match_file::read(&text).unwrap().whole, text.len());
    let whole = text.rfind('\n').unwrap() + 1;
    for (end, _) in text.char_indices().filter(|&(end, _)| end >= whole) {
        let file = match_file::read(&text[..end]).unwrap();
        assert_eq!((file.units.len(), file.whole), (1, whole), "{end}");
    }
    // Also in pieces of one byte, and the header by itself.
    let mut reader = match_file::Reader::default();
    let read: usize = text.bytes().map(|byte| reader.push(&[byte]).unwrap().len()).sum();
    assert_eq!((read, reader.finish().unwrap().1.map(|unit| unit.unit)), (1, Some(1)));
    assert_eq!(match_file::read(header.trim_end()).unwrap().header.id, "m");
    assert!(match_file::read(&header.trim_end()[..40]).is_err());
}

fn game() -> Value {
    json!({
        "players": ["e0", "e1"],
        "moves": "f2f3 e7e5 g2g4 d8h4",
        "conclusion": { "winner": "black", "reason": "checkmate" },
    })
}

#[test]
fn a_unit_with_the_largest_number_makes_no_match_longer() {
    let header = match_file::parse_header(&line("m", |_| ())).unwrap();
    let mut lab = MatchProgress::new(header, Openings::default()).unwrap();
    assert!(lab.extend(usize::MAX).is_err());
    assert_eq!(lab.schedule().total_games(), 2);
}

/// JSON values that are unexpected in settings.
fn odd() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
    ]
}

proptest! {
    #[test]
    fn whatever_the_settings_say_it_is_a_match_or_an_error(
        field in prop::sample::select(vec![
            "/games", "/rounds", "/seed", "/repeat", "/format", "/openings/start", "/openings/count", "/openings/plies",
            "/sample", "/sprt/elo0", "/sprt/elo1", "/sprt/alpha", "/adjudication/draw/count", "/adjudication/max_moves",
            "/engines/0/limits/depth", "/engines/0/limits/nodes", "/engines/0/limits/movetime_ms",
            "/engines/0/limits/margin_ms", "/engines/0/memory_mb",
        ]),
        value in odd(),
    ) {
        let line = line("m", |settings| {
            let mut place = settings;
            for part in field[1..].split('/') {
                place = match part.parse::<usize>() {
                    Ok(index) => &mut place[index],
                    Err(_) => &mut place[part],
                };
            }
            *place = value;
        });
        if let Ok(MatchHeader { id, created_ms, settings }) = match_file::parse_header(&line)
            && let Ok(lab) = MatchProgress::new(MatchHeader { id, created_ms, settings }, Openings::default())
        {
            let _ = (lab.snapshot(), lab.verdict());
        }
    }
}

//! Hand-made backups: their lengths and hashes are right, but their content is anything.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::*;

/// Record with the line before it, whose lengths are those of the data unless it has others.
#[derive(Debug, Clone, PartialEq)]
struct Raw {
    head: Value,
    json: String,
    content: Option<Vec<u8>>,
}

/// The parts of a backup with their records.
type Parts = Vec<(Value, Vec<Raw>)>;

fn parts_of(file: &[u8]) -> Parts {
    let line = |at: usize| at + file[at..].iter().position(|&byte| byte == b'\n').unwrap();
    let manifest_at = line(0) + 1;
    let mut at = line(manifest_at);
    let manifest: Value = serde_json::from_slice(&file[manifest_at..at]).unwrap();
    at += 1;
    let mut parts = Vec::new();
    for part in manifest["parts"].as_array().unwrap() {
        let end = at + part["bytes"].as_u64().unwrap() as usize;
        let mut records = Vec::new();
        while at < end {
            let head: Value = serde_json::from_slice(&file[at..line(at)]).unwrap();
            at = line(at) + 1;
            let mut take = |length: u64| {
                at += length as usize;
                file[at - length as usize..at].to_vec()
            };
            let json = String::from_utf8(take(head["json"].as_u64().unwrap())).unwrap();
            let content = head["content"].as_u64().map(&mut take);
            records.push(Raw { head, json, content });
        }
        parts.push((part["part"].clone(), records));
    }
    parts
}

fn file_of(parts: &Parts) -> Vec<u8> {
    let mut bodies = Vec::new();
    let mut heads = Vec::new();
    for (part, records) in parts {
        let from = bodies.len();
        for Raw { head, json, content } in records {
            bodies.extend(head.to_string().as_bytes());
            bodies.push(b'\n');
            bodies.extend(json.as_bytes());
            bodies.extend(content.as_deref().unwrap_or_default());
        }
        let body = &bodies[from..];
        heads.push(json!({ "part": part, "bytes": body.len(), "records": records.len(), "sha256": format!("{:x}", Sha256::digest(body)) }));
    }
    let manifest = json!({ "created_ms": 7.0, "parts": heads }).to_string();
    [format!("tabia-backup 1 {}\n{manifest}\n", manifest.len()).into_bytes(), bodies].concat()
}

/// Manipulation of a backup. Numbers select among what is there.
#[derive(Debug, Clone)]
enum Action {
    Drop(usize),
    Double(usize),
    Swap(usize, usize),
    Move(usize, usize),
    Reverse,
    OfHead(usize, usize, Value),
    OfKey(usize, Vec<Value>),
    OfJson(usize, usize, Option<Value>),
    NoJson(usize, String),
    Content(usize, Option<Vec<u8>>),
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!(true)),
        Just(json!([])),
        Just(json!({})),
        Just(json!("")),
        Just(json!("../../a\u{0}/\n")),
        Just(json!("a".repeat(5000))),
        Just(json!(-1)),
        Just(json!(0)),
        Just(json!(1_u64 << 53)),
        Just(json!(u64::MAX)),
        Just(json!(1e308)),
        any::<u32>().prop_map(|number| json!(number)),
        prop::sample::select(vec![
            "games",
            "game_texts",
            "files",
            "contents",
            "engines",
            "documents",
            "matches",
            "units",
            "logs",
            "settings",
            "library",
            "databases"
        ])
        .prop_map(|table| json!(table)),
    ]
}

fn action() -> impl Strategy<Value = Action> {
    let at = || any::<prop::sample::Index>().prop_map(|index| index.index(1 << 20));
    prop_oneof![
        1 => at().prop_map(Action::Drop),
        2 => at().prop_map(Action::Double),
        2 => (at(), at()).prop_map(|(one, other)| Action::Swap(one, other)),
        2 => (at(), at()).prop_map(|(record, part)| Action::Move(record, part)),
        1 => Just(Action::Reverse),
        3 => (at(), 0..5usize, value()).prop_map(|(record, field, value)| Action::OfHead(record, field, value)),
        3 => (at(), prop::collection::vec(value(), 0..4)).prop_map(|(record, key)| Action::OfKey(record, key)),
        8 => (at(), at(), prop::option::of(value())).prop_map(|(record, place, value)| Action::OfJson(record, place, value)),
        1 => (at(), ".{0,20}").prop_map(|(record, json)| Action::NoJson(record, json)),
        2 => (at(), prop::option::of(prop::collection::vec(any::<u8>(), 0..40))).prop_map(|(record, content)| Action::Content(record, content)),
    ]
}

/// Collects the places within a value, as JSON pointers.
fn places(value: &Value, at: &str, into: &mut Vec<String>) {
    into.push(at.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{index}"), into);
            }
        }
        Value::Object(fields) => {
            for (name, item) in fields {
                places(item, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), into);
            }
        }
        _ => {}
    }
}

/// Changes a value somewhere, or removes something from it.
fn change(value: &mut Value, place: usize, new: Option<Value>) {
    let mut all = Vec::new();
    places(value, "", &mut all);
    let pointer = &all[place % all.len()];
    if let Some(new) = new {
        *value.pointer_mut(pointer).unwrap() = new;
    } else if let Some((parent, name)) = pointer.rsplit_once('/') {
        match value.pointer_mut(parent).unwrap() {
            Value::Object(fields) => drop(fields.remove(&name.replace("~1", "/").replace("~0", "~"))),
            Value::Array(items) => drop(items.remove(name.parse().unwrap())),
            _ => {}
        }
    }
}

fn done(parts: &mut Parts, action: Action) {
    let places: Vec<(usize, usize)> = parts
        .iter()
        .enumerate()
        .flat_map(|(part, (_, records))| (0..records.len()).map(move |record| (part, record)))
        .collect();
    if places.is_empty() {
        return;
    }
    let of = |number: usize| places[number % places.len()];
    match action {
        Action::Drop(number) => {
            let (part, record) = of(number);
            parts[part].1.remove(record);
        }
        Action::Double(number) => {
            let (part, record) = of(number);
            let double = parts[part].1[record].clone();
            parts[part].1.push(double);
        }
        Action::Swap(one, other) => {
            let ((part, record), (other_part, other_record)) = (of(one), of(other));
            let (first, second) = (parts[part].1[record].clone(), parts[other_part].1[other_record].clone());
            parts[part].1[record] = second;
            parts[other_part].1[other_record] = first;
        }
        Action::Move(number, to) => {
            let (part, record) = of(number);
            let moved = parts[part].1.remove(record);
            let to = to % parts.len();
            parts[to].1.push(moved);
        }
        Action::Reverse => parts.iter_mut().for_each(|(_, records)| records.reverse()),
        Action::OfHead(number, field, value) => {
            let (part, record) = of(number);
            parts[part].1[record].head[["table", "key", "revision", "json", "content"][field]] = value;
        }
        Action::OfKey(number, key) => {
            let (part, record) = of(number);
            parts[part].1[record].head["key"] = key.into();
        }
        Action::OfJson(number, place, new) => {
            let (part, record) = of(number);
            let raw = &mut parts[part].1[record];
            let Ok(mut value) = serde_json::from_str(&raw.json) else { return };
            change(&mut value, place, new);
            raw.json = value.to_string();
            raw.head["json"] = raw.json.len().into();
        }
        Action::NoJson(number, json) => {
            let (part, record) = of(number);
            let raw = &mut parts[part].1[record];
            raw.head["json"] = json.len().into();
            raw.json = json;
        }
        Action::Content(number, content) => {
            let (part, record) = of(number);
            let raw = &mut parts[part].1[record];
            raw.head["content"] = content.as_ref().map_or(Value::Null, |content| content.len().into());
            raw.content = content;
        }
    }
}

/// Creates a browser with stored data of every kind.
fn furnished() -> Browser {
    let browser = Browser::new();
    browser.keep_game("g1", "1. e4 {mine} *");
    browser.keep_game("g2", "1. d4 *");
    for thing in [
        Thing::File("games", b"1. c4 *".to_vec()),
        Thing::File("book", vec![3; 32]),
        Thing::File("openings", vec![3; 32]),
        Thing::Engine(1, vec![1, 2, 3]),
        Thing::Document("book-lessons", 1),
        Thing::Document("other", 1),
        Thing::Setting(1, "x".to_owned()),
        Thing::Library(1, b"1. b3 *".to_vec()),
        Thing::Match(1, 3),
    ] {
        keep(&browser, thing);
    }
    browser
}

/// Checks that everything that lists stored data works, and that another backup of it can be written and restored.
fn is_whole(browser: &Browser) {
    block_on(usage(&browser.database, &browser.outside)).unwrap();
    block_on(crate::services::damage::find(&browser.database)).unwrap();
    for entry in block_on(SavedGames::new(browser.database.clone()).list()).unwrap() {
        block_on(SavedGames::new(browser.database.clone()).text(&entry.id)).unwrap();
    }
    for file in block_on(FileStore::new(browser.database.clone()).list(None)).unwrap() {
        let content = block_on(FileStore::new(browser.database.clone()).content(&file.sha256)).unwrap();
        assert_eq!(content.size(), file.size, "{}", file.name);
    }
    let again = Browser::new();
    again.restore(&browser.write(&BackupPart::ALL), &BackupPart::ALL, RestoreMode::Replace).unwrap();
}

#[test]
fn a_backup_is_taken_apart_and_put_together_again() {
    let file = furnished().write(&BackupPart::ALL);
    assert_eq!(parts_of(&file_of(&parts_of(&file))), parts_of(&file));
    assert!(Browser::new().restore(&file_of(&parts_of(&file)), &BackupPart::ALL, RestoreMode::Merge).is_ok());
}

#[test]
fn texts_that_are_longer_than_any_that_is_written_are_refused() {
    let long = |bytes: usize| "x".repeat(bytes);
    let mut parts = parts_of(&furnished().write(&BackupPart::ALL));
    let before = parts.clone();
    let mut refusal_of = |table: &str, change: &dyn Fn(&mut Raw)| {
        parts.clone_from(&before);
        let records = parts.iter_mut().flat_map(|(_, records)| records);
        let raw = records.into_iter().find(|raw| raw.head["table"] == table).unwrap();
        change(raw);
        raw.head["json"] = raw.json.len().into();
        raw.head["content"] = raw.content.as_ref().map_or(Value::Null, |content| content.len().into());
        let browser = Browser::new();
        let refused =
            browser.restore(&file_of(&parts), &BackupPart::ALL, RestoreMode::Merge).unwrap_err().to_string();
        assert!(browser.all().is_empty());
        refused
    };
    let text = refusal_of("game_texts", &|raw| raw.content = Some(vec![b'x'; (16 << 20) + 1]));
    assert_eq!(
        text,
        "this backup was not written by Tabia: a record of the part Games (table \"game_texts\") has 16.8 MB, and 16 MB is the most. \
         Nothing was changed"
    );
    // A text that was opened. The length of its content is checked before the content.
    let text = refusal_of("files", &|raw| raw.json = raw.json.replace("\"size\":", "\"size\":9999999"));
    assert!(text.contains("(table \"files\") has") && text.contains("16 MB is the most"), "{text}");
    for (table, bytes) in [("games", 8 << 20), ("settings", 16 << 20)] {
        let refused = refusal_of(table, &|raw| raw.json = long(bytes + 1));
        assert!(refused.contains("was not written by Tabia"), "{table}: {refused}");
    }
}

proptest! {
    // 256 examples, or the number in PROPTEST_CASES.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A rejected backup changes nothing; an accepted one is restored completely.
    #[test]
    fn what_somebody_made_by_hand_comes_in_whole_or_not_at_all(actions in prop::collection::vec(action(), 1..5), replaces in any::<bool>()) {
        let mut parts = parts_of(&furnished().write(&BackupPart::ALL));
        for action in actions {
            done(&mut parts, action);
        }
        let file = file_of(&parts);
        let browser = furnished();
        keep(&browser, Thing::Match(2, 1));
        browser.keep_game("mine", "1. f4 *");
        let before = browser.all();
        let is_accepted = block_on(check(&Content::from(file.clone()), |_| ())).is_ok();
        let outcome = browser.restore(&file, &BackupPart::ALL, if replaces { RestoreMode::Replace } else { RestoreMode::Merge });
        prop_assert_eq!(outcome.is_ok(), is_accepted, "{:?}", outcome);
        let after = browser.all();
        if !is_accepted {
            prop_assert_eq!(&after, &before);
        }
        if !replaces {
            for (key, value) in before.iter().filter(|(key, _)| !key.starts_with("files ")) {
                prop_assert_eq!(after.get(key), Some(value), "{}", key);
            }
        }
        is_whole(&browser);
    }
}

//! Matches: files, settings, openings.

use tabia_arena::match_file::{header_line, read, unit_line};
use tabia_arena::{MatchHeader, MatchProgress, MatchSettings, OpeningText, Openings, OpeningsReader};

use crate::allocation::bounded;
use crate::text;

/// The match of a header, after a host's usual calls.
fn play(header: MatchHeader) -> Option<MatchProgress> {
    let mut game = MatchProgress::new(header, Openings::default()).ok()?;
    let total = game.schedule().total_units();
    for _ in 0..3 {
        let Some(task) = game.next_unit() else { break };
        assert!(task.unit.id < total && task.openings.len() == task.unit.games.len());
        assert!(task.unit.games.iter().all(|game| game.white != game.black));
        game.give_back(task.unit.id);
    }
    Some(game)
}

/// A file survives a round trip; accepted units count once, and accepted games can be set up again.
pub(crate) fn match_file(data: &[u8]) {
    let text = text(data);
    bounded(data, 4000, || {
        let Ok(file) = read(&text) else { return };
        assert!(file.whole <= text.len());
        let mut written = header_line(&file.header);
        file.units.iter().for_each(|unit| written.push_str(&unit_line(unit)));
        let again = read(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!((&again.header, &again.units), (&file.header, &file.units), "{written}");
        for game in file.units.iter().flat_map(|unit| &unit.games) {
            if let Ok(record) = game.record() {
                assert!(record.plies.len() <= game.moves.len());
            }
        }
        let Some(mut game) = play(file.header.clone()) else { return };
        let _ = game.plan_merge(&file).map(|plan| format!("{plan:?}").len());
        for unit in &file.units {
            if game.finish(unit).is_ok() {
                assert!(game.is_finished(unit.unit));
                // Storing it again changes nothing.
                let standing = format!("{:?}", game.snapshot());
                assert!(game.finish(unit).is_ok());
                assert_eq!(format!("{:?}", game.snapshot()), standing);
            }
        }
    });
}

/// Settings from a file or a link: either all faults are reported, or a match can be created, with little memory.
pub(crate) fn settings(data: &[u8]) {
    let text = text(data);
    bounded(data, 4000, || {
        let Ok(settings) = serde_json::from_str::<MatchSettings>(&text) else { return };
        let json = serde_json::to_string(&settings).expect("settings can be written");
        assert_eq!(serde_json::from_str::<MatchSettings>(&json).ok().as_ref(), Some(&settings), "{json}");
        let fault = settings.validate().err();
        if let Some(invalid) = &fault {
            assert!(!invalid.faults.is_empty() && !invalid.to_string().is_empty());
        }
        let header = MatchHeader { id: "fuzz".to_owned(), created_ms: 0, settings };
        let game = play(header);
        assert_eq!(game.is_some(), fault.is_none());
        if let Some(game) = game {
            assert!(!format!("{:?}", game.snapshot()).is_empty());
        }
    });
}

/// Openings are the same whole and in chunks, from a text, a book or packed bytes, and all can be set up.
pub(crate) fn openings(data: &[u8]) {
    for kind in [OpeningText::Epd, OpeningText::Pgn { plies: Some(8) }] {
        let whole = bounded(data, 1500, || {
            let mut reader = OpeningsReader::new(kind);
            reader.feed(data);
            reader.finish()
        });
        let mut reader = OpeningsReader::new(kind);
        data.chunks(5).for_each(|piece| reader.feed(piece));
        let pieces = reader.finish();
        set_up(&pieces.0);
        // Game files are split where a game seems to begin, which in broken files may be inside a comment, and the encoding of a text that
        // is not UTF-8 is detected per chunk.
        if kind == OpeningText::Epd && std::str::from_utf8(data).is_ok() {
            assert_eq!(format!("{:?}", pieces.1), format!("{:?}", whole.1), "{kind:?}");
            assert_eq!(pieces.0, whole.0, "{kind:?}");
        }
        set_up(&whole.0);
        let bytes = whole.0.bytes().to_vec();
        assert_eq!(Openings::from_bytes(bytes).map(|again| again.len()).ok(), Some(whole.0.len()));
    }
    if let Ok(openings) = bounded(data, 64, || Openings::from_bytes(data.to_vec())) {
        set_up(&openings);
    }
    if let Ok(openings) = bounded(data, 4000, || Openings::from_polyglot(data, 6, 1)) {
        set_up(&openings);
    }
}

fn set_up(openings: &Openings) {
    for number in 0..openings.len().min(50) {
        let opening = openings.get(number);
        let mut position = opening.start;
        for &m in &opening.moves {
            position = position.play(m).unwrap_or_else(|error| panic!("{opening:?}: {error}"));
        }
    }
}

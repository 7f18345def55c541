//! Logs in memory.

use std::rc::Rc;

use crate::storage::logs::{CHUNK, LogExtent, LogWriter, extents, read};
use crate::storage::{Database, Memory, Range, Store, Table};
use futures::executor::block_on;

fn text(database: &Database, id: &str, worker: u64) -> String {
    block_on(async {
        let mut text = String::new();
        for piece in read(database, id, worker).await.unwrap() {
            text += &piece.text().await.unwrap();
        }
        text
    })
}

fn writer(database: &Database, id: &str, limit: u64) -> LogWriter {
    block_on(LogWriter::open(database.clone(), id, limit)).unwrap()
}

#[test]
fn a_log_is_whole_after_pieces_of_any_size_and_another_beginning() {
    let database = Database::of(Rc::new(Memory::new()));
    let mut expected = [String::new(), String::new()];
    for session in 0..3 {
        let mut writer = writer(&database, "m", u64::MAX);
        for piece in 0..40 {
            for worker in [0, 1] {
                let line = format!("{session}.{piece} A <- go nodes {}\n", "7".repeat(piece * 997 % 20_000));
                writer.take(worker as u64, &line);
                expected[worker] += &line;
            }
            if piece % 3 == 0 {
                block_on(writer.flush()).unwrap();
                assert!(!writer.has_pending());
            }
        }
        block_on(writer.flush()).unwrap();
    }
    assert!(expected[0].len() > 2 * CHUNK);
    for worker in [0, 1] {
        assert_eq!(text(&database, "m", worker as u64), expected[worker]);
    }
    let kept = expected[0].len() as u64;
    let extents = block_on(extents(&database, "m")).unwrap();
    assert_eq!(
        extents.into_iter().collect::<Vec<_>>(),
        [(0, LogExtent { kept, dropped: 0 }), (1, LogExtent { kept, dropped: 0 })]
    );
    let chunks = block_on(database.count(Table::Logs, Range::all())).unwrap();
    assert!(chunks < 30, "{chunks} records: small pieces go together");
}

#[test]
fn beyond_the_limit_the_oldest_lines_of_all_matches_go_and_it_is_told() {
    let database = Database::of(Rc::new(Memory::new()));
    let limit = 4 * CHUNK as u64;
    let line = format!("{}\n", "x".repeat(CHUNK - 1));
    for id in ["old", "new"] {
        let mut writer = writer(&database, id, limit);
        for _ in 0..3 {
            writer.take(0, &line);
            block_on(writer.flush()).unwrap();
        }
    }
    let of = |id: &str| block_on(extents(&database, id)).unwrap()[&0];
    let chunk = CHUNK as u64;
    assert_eq!(of("old"), LogExtent { kept: chunk, dropped: 2 * chunk });
    assert_eq!(of("new"), LogExtent { kept: 3 * chunk, dropped: 0 });
    let old = text(&database, "old", 0);
    assert!(old.starts_with(&format!("# {} earlier bytes were deleted\n", 2 * chunk)), "{}", &old[..80]);
    assert!(old.ends_with(&line));
    // A continued log keeps its offset.
    let mut writer = writer(&database, "old", u64::MAX);
    writer.take(0, "end\n");
    block_on(writer.flush()).unwrap();
    assert_eq!(of("old"), LogExtent { kept: chunk + 4, dropped: 2 * chunk });
    assert!(text(&database, "old", 0).ends_with("x\nend\n"));
}

#[test]
fn what_cannot_be_written_stays_pending() {
    let memory = Rc::new(Memory::new());
    memory.set_room(Some(3000));
    let database = Database::of(memory.clone());
    let mut writer = writer(&database, "m", u64::MAX);
    writer.take(0, "one\n");
    block_on(writer.flush()).unwrap();
    writer.take(0, &"two\n".repeat(5000));
    assert!(block_on(writer.flush()).is_err());
    assert!(writer.has_pending());
    assert_eq!(text(&database, "m", 0), "one\n", "what was there is there still");
    memory.set_room(None);
    block_on(writer.flush()).unwrap();
    assert_eq!(
        text(&database, "m", 0),
        format!("one\n{}", "two\n".repeat(5000)),
        "nothing is lost once there is room"
    );
}

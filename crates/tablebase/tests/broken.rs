//! Tablebases over files: their answers, and files that are damaged or are not tables.

use std::path::Path;

use proptest::prelude::*;
use tabia_chess::Position;
use tabia_conformance::shared;
use tabia_tablebase::{SyzygyTables, TableFile, TbOutcome, Wdl};

fn read(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join(name)).expect("a table")
}

fn open(files: &[(&str, Vec<u8>)]) -> (SyzygyTables, tabia_tablebase::OpenReport) {
    let files = files.iter().map(|(name, bytes)| {
        let file: Box<dyn TableFile> = Box::new(bytes.clone());
        ((*name).to_owned(), file)
    });
    SyzygyTables::open(files.collect(), 1 << 20)
}

fn position(fen: &str) -> Position {
    fen.parse::<tabia_chess::Setup>().expect("a FEN").position().expect("legal")
}

#[test]
fn files_that_are_no_tables_are_named() {
    let Some(folder) = shared("syzygy") else { return };
    let queen = read(&folder, "KQvK.rtbw");
    let mut cut = read(&folder, "KRvK.rtbw");
    cut.pop();
    let (tables, found) = open(&[
        ("folder/KQvK.rtbw", queen.clone()),
        ("KQvK.rtbz", queen.clone()),
        ("KRvK.rtbw", cut),
        ("KBvK.rtbw", Vec::new()),
        ("notes.txt", b"Tables".to_vec()),
        ("KQvK.rtbw.zip", queen),
    ]);
    assert_eq!((found.files, found.wdl_files, found.max_pieces), (1, 1, 3));
    assert_eq!(found.foreign, ["notes.txt", "KQvK.rtbw.zip"]);
    assert_eq!(found.broken.len(), 3, "{:?}", found.broken);
    assert!(
        found.broken[0].contains("KQvK.rtbz is not the table that its name promises"),
        "{:?}",
        found.broken
    );
    assert!(found.broken[1].contains("KRvK.rtbw is cut off or damaged"), "{:?}", found.broken);
    let said = found.to_string();
    assert!(said.starts_with("Found 1 tablebase files, up to 3 men; left out: KQvK.rtbz "), "{said}");
    assert!(said.ends_with("; no tables: notes.txt, KQvK.rtbw.zip"), "{said}");
    let won = position("8/8/8/4k3/8/8/8/KQ6 w - - 0 1");
    assert_eq!(
        (tables.wdl(&won), tables.outcome(&won)),
        (Some(Wdl::Win), Some(TbOutcome::Win(tabia_chess::Color::White)))
    );
    assert_eq!(tables.wdl(&position("8/8/8/4k3/8/8/8/KR6 w - - 0 1")), None, "a table that was left out");
    assert_eq!(tables.dtz(&won), None, "there is no table of distances");
    assert_eq!(tables.take_fault(), None);
}

#[test]
fn a_table_that_is_damaged_inside_is_told() {
    let Some(folder) = shared("syzygy") else { return };
    let mut damaged = read(&folder, "KQvK.rtbw");
    let length = damaged.len();
    damaged[5..length].fill(0xff);
    let (tables, found) = open(&[("KQvK.rtbw", damaged)]);
    assert_eq!(found.files, 1, "from outside it looks well");
    assert_eq!(tables.wdl(&position("8/8/8/4k3/8/8/8/KQ6 w - - 0 1")), None);
    let fault = tables.take_fault().expect("told");
    assert!(fault.contains("KQvK"), "{fault}");
    assert_eq!(tables.take_fault(), None, "once");
}

/// Positions of the three tables below, with both sides to move.
const POSITIONS: [&str; 6] = [
    "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
    "8/8/8/4k3/8/8/8/KQ6 b - - 0 1",
    "8/8/8/4k3/8/4P3/4K3/8 w - - 0 1",
    "8/8/8/4k3/8/4P3/4K3/8 b - - 0 1",
    "8/k7/8/2q5/8/8/8/KR6 w - - 0 1",
    "8/k7/8/2q5/8/8/8/KR6 b - - 0 1",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is wrong inside a table, a probe ends, with an answer or none.
    #[test]
    fn damaged_tables_never_panic(
        damages in proptest::collection::vec((0..6_usize, any::<prop::sample::Index>(), any::<u8>()), 1..30),
        near_start in any::<bool>(),
    ) {
        let Some(folder) = shared("syzygy") else { return Ok(()) };
        let names = ["KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw", "KPvK.rtbz", "KQvKR.rtbw", "KQvKR.rtbz"];
        let mut files: Vec<_> = names.iter().map(|name| (*name, read(&folder, name))).collect();
        for (file, index, byte) in damages {
            let bytes = &mut files[file].1;
            // Most of what can go wrong is in the header.
            let length = if near_start { bytes.len().min(120) } else { bytes.len() };
            let at = 4 + index.index(length - 4);
            bytes[at] = byte;
        }
        let (tables, _) = open(&files);
        for fen in POSITIONS {
            let position = position(fen);
            let _ = (tables.wdl(&position), tables.dtz(&position), tables.outcome(&position));
        }
    }
}

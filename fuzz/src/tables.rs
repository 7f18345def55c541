//! Other file formats: Syzygy tables, and the library's index.

use std::io;
use std::ops::ControlFlow;

use tabia_chess::{Position, Setup};
use tabia_library::{IndexOptions, Library, Order, Query, Selection, build_index};
use tabia_tablebase::{SyzygyTables, TableFile};

use crate::allocation::bounded;

/// A file in memory.
struct Bytes(Vec<u8>);

impl TableFile for Bytes {
    fn size(&self) -> io::Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let start = usize::try_from(offset).map_err(io::Error::other)?;
        let bytes = start.checked_add(buffer.len()).and_then(|end| self.0.get(start..end));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Tables selected by the first byte, and positions to probe.
const TABLES: [(&str, [&str; 3]); 6] = [
    (
        "KQvK.rtbw",
        ["8/8/8/4k3/8/8/8/KQ6 w - - 0 1", "8/8/8/4k3/8/8/8/KQ6 b - - 0 1", "kq6/8/8/8/8/8/8/7K w - - 0 1"],
    ),
    (
        "KQvK.rtbz",
        ["8/8/8/4k3/8/8/8/KQ6 w - - 0 1", "8/8/8/4k3/8/8/8/KQ6 b - - 0 1", "kq6/8/8/8/8/8/8/7K w - - 0 1"],
    ),
    (
        "KPvK.rtbw",
        [
            "8/8/8/4k3/8/4P3/4K3/8 w - - 0 1",
            "8/8/8/4k3/8/4P3/4K3/8 b - - 0 1",
            "8/4p3/4k3/8/8/8/8/4K3 w - - 0 1",
        ],
    ),
    (
        "KPvK.rtbz",
        [
            "8/8/8/4k3/8/4P3/4K3/8 w - - 0 1",
            "8/8/8/4k3/8/4P3/4K3/8 b - - 0 1",
            "8/4p3/4k3/8/8/8/8/4K3 w - - 0 1",
        ],
    ),
    (
        "KBvKN.rtbw",
        [
            "8/8/8/4k3/2n5/4B3/4K3/8 w - - 0 1",
            "8/8/8/4k3/2n5/4B3/4K3/8 b - - 0 1",
            "8/8/8/4k3/2b5/4N3/8/4K3 w - - 0 1",
        ],
    ),
    (
        "KRvK.rtbw",
        ["8/8/8/4k3/8/8/8/KR6 w - - 0 1", "8/8/8/4k3/8/8/8/KR6 b - - 0 1", "kr6/8/8/8/8/8/8/7K w - - 0 1"],
    ),
];

/// For any table contents, a probe ends, with or without a result, in bounded memory.
pub(crate) fn syzygy(data: &[u8]) {
    let Some((&first, content)) = data.split_first() else { return };
    let (name, fens) = TABLES[usize::from(first) % TABLES.len()];
    // With backtraces enabled, shakmaty-syzygy's errors include one, which reads some 50 MB of debug information.
    let is_traced = ["RUST_LIB_BACKTRACE", "RUST_BACKTRACE"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|on| on != "0"));
    bounded(data, if is_traced { 1 << 24 } else { 256 }, || {
        // DTZ tables need WDL tables next to them; the same bytes are used for both if their magic is right.
        let file: Box<dyn TableFile> = Box::new(Bytes(content.to_vec()));
        let (tables, _) = SyzygyTables::open(vec![(name.to_owned(), file)], 1 << 20);
        for fen in fens {
            let position: Position = fen.parse::<Setup>().unwrap().position().unwrap();
            if let Some(dtz) = tables.dtz(&position) {
                assert!(dtz.unsigned_abs() < 1 << 20, "{dtz}");
            }
            let _ = (tables.wdl(&position), tables.outcome(&position), tables.take_fault());
        }
    });
}

/// An index is valid or rejected: queries of a broken one end. An index built from the same bytes as games can be queried.
pub(crate) fn index(data: &[u8]) {
    let ask = |index: &[u8]| {
        let Ok(mut library) = Library::open(index) else { return };
        library.prepare();
        let games = library.len();
        for game in (0..games).take(20) {
            let _ = format!("{:?}", library.header(game));
        }
        let all = Selection::all(games);
        assert_eq!(library.sorted(&all, Order::default()).len(), games as usize);
        let _ = library.occurrences(Position::default().repetition_key());
        let _ = library.find(&Query::default());
        let _ = library.check();
    };
    bounded(data, 512, || ask(data));
    let mut made = Vec::new();
    let built = bounded(data, 4000, || {
        build_index(&mut &*data, IndexOptions::default(), &mut made, |_| ControlFlow::Continue(()))
    });
    if built.is_ok() {
        assert!(Library::open(made.as_slice()).is_ok(), "what was built can be opened");
        ask(&made);
    }
}

//! Books merged, against what Debian's Polyglot makes of them.

use proptest::prelude::*;
use tabia_conformance::{Polyglot, golden};
use tabia_polyglot::{
    BookMove, Entry, Flag, Marks, MergeError, MergeOptions, MergeReport, MergeRule, entries, merge, to_bytes,
};

fn merged(first: &[u8], second: &[u8], options: MergeOptions) -> (Vec<u8>, MergeReport) {
    let mut out = Vec::new();
    let report = merge(&mut &*first, &mut &*second, options, |entry| out.push(entry)).expect("sorted books");
    assert_eq!(report.written, out.len() as u64);
    (to_bytes(&out), report)
}

fn sum() -> MergeOptions {
    MergeOptions::default()
}

fn priority() -> MergeOptions {
    MergeOptions { rule: MergeRule::Priority, ..MergeOptions::default() }
}

fn entry(key: u64, code: u16, weight: u16) -> Entry {
    Entry { key, book_move: BookMove(code), weight, learn: 0 }
}

#[test]
fn golden_merges_are_equal() {
    let cases = [
        ("tiny-min1-white.bin", "tiny-min1-black.bin", "merge-white-black.bin"),
        ("overflow-in1.bin", "overflow-in2.bin", "overflow-merged.bin"),
    ];
    for (first, second, expected) in cases {
        let (Some(first), Some(second), Some(bytes)) = (golden(first), golden(second), golden(expected))
        else {
            return;
        };
        assert!(merged(&first, &second, sum()).0 == bytes, "{expected}");
    }
}

#[test]
fn marks_hold_in_the_merged_book() {
    let never = Marks { flag: Some(Flag::Avoided), play_percent: 0 }.to_learn();
    let only = Marks { flag: Some(Flag::Recommended), play_percent: 0 }.to_learn();
    let marked = |key, code, weight, learn| Entry { learn, ..entry(key, code, weight) };
    let first = [marked(1, 10, 0, never), entry(1, 11, 5), marked(2, 10, 7, never), marked(3, 10, 1, only)];
    let second = [entry(1, 10, 100), marked(1, 11, 100, never), marked(3, 10, 9, never)];
    let (bytes, _) = merged(&to_bytes(&first), &to_bytes(&second), sum());
    let list: Vec<_> = entries(&bytes).map(|e| (e.key, e.book_move.0, e.weight, e.learn)).collect();
    assert_eq!(list, [(1, 10, 0, never), (1, 11, 0, never), (2, 10, 0, never), (3, 10, 10, only)]);
}

#[test]
fn sums_over_65535_wrap_as_polyglots_do_or_are_held() {
    let (Some(first), Some(second)) = (golden("overflow-in1.bin"), golden("overflow-in2.bin")) else {
        return;
    };
    let (_, report) = merged(&first, &second, sum());
    assert_eq!(report.overflows, 1);
    let (held, report) = merged(&first, &second, MergeOptions { saturate: true, ..sum() });
    assert_eq!(report.overflows, 1);
    assert_eq!(entries(&held).map(|entry| entry.weight).max(), Some(u16::MAX));
}

#[test]
fn samples_are_merged_as_polyglot_merges_them() {
    let Some(polyglot) = Polyglot::find("merge") else { return };
    let names = [
        "tiny-default.bin",
        "tiny-min1.bin",
        "tiny-min1-uniform.bin",
        "sample200-default.bin",
        "sample8k-default.bin",
    ];
    for first in names {
        for second in names {
            let (Some(first), Some(second)) = (golden(first), golden(second)) else { return };
            assert_eq!(merged(&first, &second, sum()).0, polyglots(&polyglot, &first, &second));
        }
    }
}

fn polyglots(polyglot: &Polyglot, first: &[u8], second: &[u8]) -> Vec<u8> {
    polyglot.write("1.bin", first);
    polyglot.write("2.bin", second);
    polyglot.run(&["merge-book", "-in1", "1.bin", "-in2", "2.bin", "-out", "3.bin"]);
    polyglot.read("3.bin").expect("Polyglot writes a book")
}

#[test]
fn unsorted_books_are_refused_with_the_entry() {
    let sorted = to_bytes(&[entry(1, 1, 1), entry(2, 1, 1)]);
    let unsorted = to_bytes(&[entry(1, 1, 1), entry(5, 1, 1), entry(4, 1, 1), entry(6, 1, 1)]);
    let refused = merge(&mut sorted.as_slice(), &mut unsorted.as_slice(), sum(), |_| {});
    assert_eq!(refused, Err(MergeError::Unsorted { book: 2, entry: 2 }));
    let strict = MergeOptions { strict: true, ..sum() };
    let (ours, _) = merged(&sorted, &unsorted, strict);
    let Some(polyglot) = Polyglot::find("merge-unsorted") else { return };
    assert_eq!(ours, polyglots(&polyglot, &sorted, &unsorted));
}

#[test]
fn headers_are_not_merged_as_moves() {
    let mut header = vec![0; 8];
    header.extend(b"@PG@\n1.0");
    let mut first = header.clone();
    first.extend(to_bytes(&[entry(1, 1, 1)]));
    header.extend(to_bytes(&[entry(2, 1, 1)]));
    assert_eq!(merged(&first, &header, sum()).0, to_bytes(&[entry(1, 1, 1), entry(2, 1, 1)]));
    let strict = MergeOptions { strict: true, ..sum() };
    let (ours, _) = merged(&first, &header, strict);
    let Some(polyglot) = Polyglot::find("merge-header") else { return };
    assert_eq!(ours, polyglots(&polyglot, &first, &header));
}

/// A book as Polyglot builds them: sorted, each move of a position once.
fn book() -> impl Strategy<Value = Vec<Entry>> {
    prop::collection::btree_map((1..20_u64, 1..12_u16), (any::<u16>(), any::<u32>()), 0..60).prop_map(|map| {
        let mut book: Vec<Entry> = map
            .into_iter()
            .map(|((key, code), (weight, learn))| Entry { key, book_move: BookMove(code), weight, learn })
            .collect();
        book.sort_by(Entry::book_order);
        book
    })
}

proptest! {
    #[test]
    fn merging_with_nothing_changes_nothing(book in book()) {
        let bytes = to_bytes(&book);
        for options in [sum(), priority()] {
            prop_assert_eq!(&merged(&bytes, &[], options).0, &bytes);
            prop_assert_eq!(&merged(&[], &bytes, options).0, &bytes);
        }
        prop_assert_eq!(&merged(&bytes, &bytes, priority()).0, &bytes);
    }

    #[test]
    fn sums_do_not_depend_on_the_order(first in book(), second in book()) {
        let (first, second) = (to_bytes(&first), to_bytes(&second));
        let sorted = |bytes: Vec<u8>| {
            let mut list: Vec<_> = entries(&bytes).map(|entry| (entry.key, entry.book_move, entry.weight)).collect();
            list.sort_unstable();
            list
        };
        let both = [merged(&first, &second, sum()), merged(&second, &first, sum())].map(|(bytes, _)| sorted(bytes));
        prop_assert_eq!(&both[0], &both[1]);
    }

    #[test]
    fn the_first_book_has_priority(first in book(), second in book()) {
        let mut expected = first.clone();
        expected.extend(second.iter().filter(|entry| first.iter().all(|other| other.key != entry.key)));
        expected.sort_by_key(|entry| entry.key);
        prop_assert_eq!(merged(&to_bytes(&first), &to_bytes(&second), priority()).0, to_bytes(&expected));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_records_are_merged_as_polyglot_merges_them(
        first in prop::collection::vec((0..6_u64, 0..40_u16, any::<u16>(), any::<u32>()), 0..1200),
        second in prop::collection::vec((0..6_u64, 0..40_u16, any::<u16>(), any::<u32>()), 0..1200),
        rest in prop::collection::vec(any::<u8>(), 0..16),
    ) {
        let bytes = |list: Vec<(u64, u16, u16, u32)>| {
            let list: Vec<_> = list
                .into_iter()
                .map(|(key, code, weight, learn)| Entry { key, book_move: BookMove(code), weight, learn })
                .collect();
            to_bytes(&list)
        };
        let (first, mut second) = (bytes(first), bytes(second));
        second.extend(rest);
        if let Some(polyglot) = Polyglot::find("merge-any") {
            let strict = MergeOptions { strict: true, ..sum() };
            prop_assert_eq!(merged(&first, &second, strict).0, polyglots(&polyglot, &first, &second));
        }
    }
}

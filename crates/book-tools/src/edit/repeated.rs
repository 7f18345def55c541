//! Duplicate moves of a position: no program writes them, but damage and merging create them.

use std::cmp::Reverse;

use tabia_polyglot::{Entry, Marks};

/// Merges duplicates among the moves of one position; returns how many there were.
///
/// The first record of a move stays, with the sum of all weights, at most 65535. Marks are kept, those of earlier records taking
/// precedence, and replace another program's learning data.
pub(super) fn join_repeated(entries: &mut Vec<Entry>) -> usize {
    let mut kept: Vec<Entry> = Vec::with_capacity(entries.len());
    for entry in entries.iter() {
        match kept.iter_mut().find(|other| other.book_move == entry.book_move) {
            Some(other) => join(other, entry),
            None => kept.push(*entry),
        }
    }
    let repeated = entries.len() - kept.len();
    *entries = kept;
    repeated
}

fn join(entry: &mut Entry, other: &Entry) {
    let (own, others) = (Marks::from_learn(entry.learn), Marks::from_learn(other.learn));
    let marks = Marks {
        flag: own.flag.or(others.flag),
        play_percent: if own.play_percent > 0 { own.play_percent } else { others.play_percent },
    };
    if !marks.is_empty() {
        entry.learn = marks.to_learn();
    } else if entry.learn == 0 {
        entry.learn = other.learn;
    }
    entry.weight = entry.weight.saturating_add(other.weight);
}

/// Merges duplicates among the moves of one position in a file: `?` has weight 0 there, and greater weights come first.
pub(super) fn mend_repeated(entries: &mut Vec<Entry>) -> usize {
    let repeated = join_repeated(entries);
    if repeated > 0 {
        for entry in entries.iter_mut() {
            entry.weight = entry.weight_in_play();
        }
        entries.sort_by_key(|entry| Reverse(entry.weight));
    }
    repeated
}

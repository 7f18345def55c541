//! Saving an edited book, and repairing a broken one.

use std::cmp::Reverse;

use tabia_polyglot::ENTRY_SIZE;
use tabia_polyglot::Flag;
use tabia_polyglot::{BlockSource, BookMove, BookReader, Entry, Marks, SourceError};

use super::BookEditor;
use super::error::EditError;
use super::repeated::mend_repeated;

/// Ways to write the marks `!`, `?` and `{play nn%}`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum MarkStorage {
    /// As described in [`Marks`]. A move marked `?` also gets the weight 0, so that no program plays it; its previous
    /// weight is lost.
    #[default]
    Learn,
    /// For programs that only know weights. If a move is marked `!`, all others get the weight 0; moves marked `?` always
    /// do; play percentages become weights in that proportion to the others. Moves marked `!` with weight 0 get a weight
    /// if no other is left, or if they have a percentage. Marks and previous weights are lost.
    Weights,
}

/// Counts of a saved book.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SaveReport {
    /// Entries, without a header.
    pub entries: u64,
    /// Moves with marks.
    pub marked: u64,
    /// Moves whose weight differs from that in the editor because of marks.
    pub weights_lost: u64,
    /// Moves whose learn field contained something else before marks replaced it.
    pub learning_lost: u64,
    /// Bytes after the last whole entry of the old book, which were left out.
    pub trailing_bytes: u64,
}

impl<S: BlockSource> BookEditor<S> {
    /// Emits the current book record by record: header first, then the entries in order. Write it to a different
    /// file than the original, and rename it when it is complete.
    ///
    /// # Errors
    /// [`EditError::Unsorted`] if the old book is not sorted, [`EditError::Source`]; the records emitted before the error are
    /// the beginning of a book.
    pub fn save(
        &mut self,
        marks: MarkStorage,
        mut emit: impl FnMut([u8; ENTRY_SIZE]),
    ) -> Result<SaveReport, EditError> {
        let mut report =
            SaveReport { trailing_bytes: self.base.size() % ENTRY_SIZE as u64, ..SaveReport::default() };
        let header_bytes = self.base.header_bytes()?;
        let header = header_bytes.as_chunks().0;
        header.iter().copied().for_each(&mut emit);
        let header = header.len() as u64;
        let mut put = |mut run: Vec<Entry>, report: &mut SaveReport| {
            write_marks(&mut run, marks, report);
            for entry in run {
                report.entries += 1;
                emit(entry.to_bytes());
            }
        };
        // The changed positions, in order, between those of the underlying book.
        let mut changed = self.changed.iter().peekable();
        let mut previous = None;
        let mut number = 0;
        let mut run: Vec<Entry> = Vec::new();
        loop {
            let entry = self.base.entry(number)?;
            if let (Some(previous), Some(entry)) = (previous, entry)
                && entry.key < previous
            {
                return Err(EditError::Unsorted { entry: header + number });
            }
            if run.last().is_some_and(|last| entry.is_none_or(|entry| entry.key != last.key)) {
                put(std::mem::take(&mut run), &mut report);
            }
            while let Some(&(&key, entries)) = changed.peek()
                && entry.is_none_or(|entry| key <= entry.key)
            {
                if let Some(entry) = entry
                    && entry.key == key
                    && previous != Some(key)
                {
                    // The old moves are skipped below, when the key comes up as `previous`.
                    report.learning_lost += lost_learning(&run_from(&mut self.base, number)?, entries);
                }
                put(entries.clone(), &mut report);
                changed.next();
            }
            let Some(entry) = entry else { break };
            if !self.changed.contains_key(&entry.key) {
                run.push(entry);
            }
            previous = Some(entry.key);
            number += 1;
        }
        Ok(report)
    }

    /// Returns all current entries, for [`tabia_polyglot::lines`] and [`super::write_pgn`]; marks are kept.
    ///
    /// # Errors
    /// [`EditError::TooLarge`] if there are more than `most` in the underlying book; otherwise as for [`BookEditor::save`].
    pub fn all_entries(&mut self, most: u64) -> Result<Vec<Entry>, EditError> {
        let entries = self.base.entry_count();
        if entries > most {
            return Err(EditError::TooLarge { entries, most });
        }
        let header = self.base.header().map_or(0, |header| header.records);
        let mut list = Vec::new();
        let mut number = 0;
        self.save(MarkStorage::Learn, |record| {
            if number >= header {
                list.push(Entry::from_bytes(&record));
            }
            number += 1;
        })?;
        Ok(list)
    }
}

/// Returns a position's records starting at this one, counted from the first after the header.
fn run_from(book: &mut BookReader<impl BlockSource>, first: u64) -> Result<Vec<Entry>, SourceError> {
    let mut run: Vec<Entry> = Vec::new();
    for number in first..book.entry_count() {
        match book.entry(number)? {
            Some(entry) if run.first().is_none_or(|first| first.key == entry.key) => run.push(entry),
            _ => break,
        }
    }
    Ok(run)
}

/// Moves whose learning data was replaced by marks.
fn lost_learning(before: &[Entry], after: &[Entry]) -> u64 {
    let lost = |old: &&Entry| {
        old.learn != 0
            && Marks::from_learn(old.learn).is_empty()
            && after
                .iter()
                .any(|new| new.book_move == old.book_move && !Marks::from_learn(new.learn).is_empty())
    };
    before.iter().filter(lost).count() as u64
}

/// Converts the marks of one position's moves to the form in the file.
fn write_marks(run: &mut [Entry], storage: MarkStorage, report: &mut SaveReport) {
    let marks: Vec<Marks> = run.iter().map(|entry| Marks::from_learn(entry.learn)).collect();
    report.marked += marks.iter().filter(|marks| !marks.is_empty()).count() as u64;
    if marks.iter().all(|marks| marks.is_empty()) {
        return;
    }
    let before: Vec<u16> = run.iter().map(|entry| entry.weight).collect();
    let recommended = marks.iter().any(|marks| marks.flag == Some(Flag::Recommended));
    for (entry, marks) in run.iter_mut().zip(&marks) {
        let only_others = storage == MarkStorage::Weights && recommended;
        if marks.flag == Some(Flag::Avoided) || only_others && marks.flag != Some(Flag::Recommended) {
            entry.weight = 0;
        }
        if storage == MarkStorage::Weights && !marks.is_empty() {
            entry.learn = 0;
        }
    }
    if storage == MarkStorage::Weights {
        let is_never = run.iter().all(|entry| entry.weight == 0);
        for (entry, marks) in run.iter_mut().zip(&marks) {
            if marks.flag == Some(Flag::Recommended) && (is_never || marks.play_percent > 0) {
                entry.weight = entry.weight.max(1);
            }
        }
        write_percentages(run, &marks);
    }
    report.weights_lost +=
        run.iter().zip(before).filter(|(entry, before)| entry.weight != *before).count() as u64;
    run.sort_by_key(|entry| Reverse(entry.weight));
}

/// Assigns moves with play percentages weights in that proportion to the others.
fn write_percentages(run: &mut [Entry], marks: &[Marks]) {
    let forced = |entry: &Entry, marks: &Marks| marks.play_percent > 0 && entry.weight > 0;
    let percent: f64 = run
        .iter()
        .zip(marks)
        .filter(|(entry, marks)| forced(entry, marks))
        .map(|(_, marks)| f64::from(marks.play_percent))
        .sum();
    let others: f64 = run
        .iter()
        .zip(marks)
        .filter(|(entry, marks)| !forced(entry, marks))
        .map(|(entry, _)| f64::from(entry.weight))
        .sum();
    if percent <= 0.0 {
        return;
    }
    // As shares of the whole; percentages that leave nothing for others are scaled to their own sum.
    let left = if others > 0.0 { (100.0 - percent).max(0.0) } else { 0.0 };
    let whole = percent + left;
    let part = |entry: &Entry, marks: &Marks| {
        if forced(entry, marks) {
            f64::from(marks.play_percent) / whole
        } else if others > 0.0 {
            left / whole * f64::from(entry.weight) / others
        } else {
            0.0
        }
    };
    let parts: Vec<f64> = run.iter().zip(marks).map(|(entry, marks)| part(entry, marks)).collect();
    let most = parts.iter().copied().fold(0.0, f64::max);
    for (entry, part) in run.iter_mut().zip(parts) {
        // Precise enough for small shares, and within 16 bits.
        entry.weight = (part / most * 10_000.0).round() as u16;
    }
}

/// Counts of a [`repair`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RepairReport {
    /// Entries that are kept.
    pub entries: u64,
    /// Entries whose move no piece can make, or whose key is 0.
    pub dropped: u64,
    /// Duplicate entries, whose weight and marks were added to the first.
    pub joined: u64,
    /// Whether the entries had to be sorted.
    pub sorted: bool,
    /// Bytes left over after the last entry.
    pub trailing_bytes: u64,
}

/// Returns all usable entries of a book in book order, whatever its state: sorted if keys were not ascending, without moves that no
/// piece can make, and with duplicates merged, including marks. A header is dropped.
///
/// # Errors
/// [`SourceError`] if the source cannot be read.
pub fn repair(source: &mut impl BlockSource) -> Result<(Vec<Entry>, RepairReport), SourceError> {
    let first = tabia_polyglot::read_header(source)?.map_or(0, |header| header.records);
    let end = source.len() / ENTRY_SIZE as u64;
    let mut report =
        RepairReport { trailing_bytes: source.len() % ENTRY_SIZE as u64, ..RepairReport::default() };
    let mut list: Vec<Entry> = Vec::new();
    let mut number = first;
    let mut buffer = Vec::new();
    while number < end {
        let count = (end - number).min(4096);
        buffer.resize(count as usize * ENTRY_SIZE, 0);
        source.read_at(number * ENTRY_SIZE as u64, &mut buffer)?;
        for entry in tabia_polyglot::entries(&buffer) {
            if entry.key == 0 || entry.book_move == BookMove::NONE || !entry.book_move.is_possible() {
                report.dropped += 1;
            } else {
                report.sorted |= list.last().is_some_and(|last| last.key > entry.key);
                list.push(entry);
            }
        }
        number += count;
    }
    if report.sorted {
        list.sort_by(Entry::book_order);
    }
    let mut kept: Vec<Entry> = Vec::with_capacity(list.len());
    let mut run = Vec::new();
    for of_position in list.chunk_by(|a, b| a.key == b.key) {
        run.clear();
        run.extend_from_slice(of_position);
        report.joined += mend_repeated(&mut run) as u64;
        kept.append(&mut run);
    }
    report.entries = kept.len() as u64;
    Ok((kept, report))
}

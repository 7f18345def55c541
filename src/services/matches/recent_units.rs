//! Finished units played by this tab, in memory, so that they can be saved to a file even if the browser has evicted its storage.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use tabia_arena::PairRecord;

/// Memory limit per match, in bytes of JSON: about ten thousand games.
const MAX_BYTES: usize = 32 << 20;

/// Finished units, the newest up to a size limit.
#[derive(Debug)]
pub struct RecentUnits {
    units: BTreeMap<usize, Rc<PairRecord>>,
    /// Unit numbers and sizes, oldest first.
    order: VecDeque<(usize, usize)>,
    bytes: usize,
    max_bytes: usize,
}

impl Default for RecentUnits {
    fn default() -> Self {
        Self::with_limit(MAX_BYTES)
    }
}

impl RecentUnits {
    fn with_limit(max_bytes: usize) -> Self {
        Self { units: BTreeMap::new(), order: VecDeque::new(), bytes: 0, max_bytes }
    }

    /// Adds a unit and evicts the oldest ones beyond the limit.
    pub fn insert(&mut self, record: Rc<PairRecord>) {
        let number = record.unit;
        let bytes = serde_json::to_string(&*record).map_or(0, |json| json.len());
        if self.units.insert(number, record).is_some() {
            self.order.retain(|&(other, size)| {
                let is_other = other != number;
                self.bytes -= if is_other { 0 } else { size };
                is_other
            });
        }
        self.order.push_back((number, bytes));
        self.bytes += bytes;
        while self.bytes > self.max_bytes
            && let Some((oldest, size)) = self.order.pop_front()
        {
            self.units.remove(&oldest);
            self.bytes -= size;
        }
    }

    /// Returns up to `limit` units after `after`, in order of their numbers, from the store and from memory. `stored` holds those from
    /// the store.
    pub fn complete(&self, stored: Vec<PairRecord>, after: Option<usize>, limit: usize) -> Vec<PairRecord> {
        let mut units: BTreeMap<usize, PairRecord> =
            stored.into_iter().map(|record| (record.unit, record)).collect();
        let first = after.map_or(0, |after| after + 1);
        for (&number, record) in self.units.range(first..).take(limit) {
            units.entry(number).or_insert_with(|| (**record).clone());
        }
        units.into_values().take(limit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(number: usize) -> PairRecord {
        serde_json::from_value(serde_json::json!({ "unit": number, "games": [] })).unwrap()
    }

    fn numbers(units: &[PairRecord]) -> Vec<usize> {
        units.iter().map(|record| record.unit).collect()
    }

    /// Reads everything in pages, as a download does. `stored` are the units in the store.
    fn read(recent: &RecentUnits, stored: &[usize], limit: usize) -> Vec<usize> {
        let (mut all, mut after) = (Vec::new(), None);
        loop {
            let behind = stored.iter().filter(|&&number| after.is_none_or(|after| number > after));
            let page = behind.take(limit).map(|&number| unit(number)).collect();
            let page = recent.complete(page, after, limit);
            let Some(last) = page.last() else { return all };
            after = Some(last.unit);
            all.extend(numbers(&page));
        }
    }

    #[test]
    fn a_download_has_what_is_stored_and_what_is_in_memory() {
        let mut recent = RecentUnits::default();
        for number in [3, 1, 4, 8, 9, 10] {
            recent.insert(Rc::new(unit(number)));
        }
        for limit in 1..5 {
            assert_eq!(read(&recent, &[0, 1, 2, 3, 5, 11], limit), [0, 1, 2, 3, 4, 5, 8, 9, 10, 11]);
            assert_eq!(read(&recent, &[], limit), [1, 3, 4, 8, 9, 10], "the browser has deleted all");
            assert_eq!(read(&RecentUnits::default(), &[0, 7], limit), [0, 7]);
        }
    }

    #[test]
    fn memory_is_bounded_and_a_unit_that_was_played_again_counts_once() {
        let size = serde_json::to_string(&unit(1)).unwrap().len();
        let mut recent = RecentUnits::with_limit(3 * size);
        for number in [1, 2, 1, 3, 4] {
            recent.insert(Rc::new(unit(number)));
        }
        assert_eq!(read(&recent, &[], 10), [1, 3, 4]);
        assert_eq!(recent.bytes, 3 * size);
    }
}

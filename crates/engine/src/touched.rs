//! Clearing large tables after short use.
//!
//! A game at a few nodes per move writes to hundreds of entries of tables that have hundreds of thousands; to clear all of them
//! before each game would take longer than the game.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// The places of a table that were written since it was cleared, as long as they are few. Several threads may note places
/// at a time.
pub struct Touched {
    places: Box<[AtomicU32]>,
    /// How many places are noted; once it is their number, places are no longer noted.
    count: AtomicUsize,
}

impl Touched {
    /// Notes nothing: its table is always cleared as a whole.
    pub fn nothing() -> Self {
        Self { places: Box::default(), count: AtomicUsize::new(0) }
    }

    /// Notes up to `limit` places, each as often as it is written.
    pub fn up_to(limit: usize) -> Self {
        Self { places: (0..limit).map(|_| AtomicU32::new(0)).collect(), count: AtomicUsize::new(0) }
    }

    /// Notes a place, which must be less than 2^32.
    #[inline(always)]
    pub fn note(&self, place: usize) {
        if self.count.load(Ordering::Relaxed) < self.places.len() {
            self.note_in_time(place);
        }
    }

    #[cold]
    fn note_in_time(&self, place: usize) {
        // Each place has a number of its own, whichever thread notes it.
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        if let Some(noted) = self.places.get(number) {
            noted.store(place as u32, Ordering::Relaxed);
        }
    }

    /// The places that were written, some perhaps more than once; `None` when they were too many to be noted. Nothing is noted
    /// afterwards.
    pub fn take(&mut self) -> Option<impl Iterator<Item = usize>> {
        let (count, limit) = (std::mem::take(self.count.get_mut()), self.places.len());
        let noted = if count < limit { self.places.get_mut(..count) } else { None };
        noted.map(|noted| noted.iter_mut().map(|place| *place.get_mut() as usize))
    }

    /// Clears the table by `reset`: what was written, or all of it. Nothing is noted afterwards.
    pub fn clear<T>(&mut self, table: &mut [T], reset: impl Fn(&mut T)) {
        match self.take() {
            Some(places) => {
                for place in places {
                    if let Some(entry) = table.get_mut(place) {
                        reset(entry);
                    }
                }
            }
            None => table.iter_mut().for_each(reset),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_was_written_is_cleared() {
        for (mut touched, writes) in
            [(Touched::nothing(), 3), (Touched::up_to(8), 0), (Touched::up_to(8), 7), (Touched::up_to(8), 50)]
        {
            for round in 0..2 {
                let mut table = [0_u8; 64];
                for write in 0..writes {
                    let place = (write * 13 + round) % table.len();
                    table[place] = 1;
                    touched.note(place);
                }
                touched.clear(&mut table, |entry| *entry = 0);
                assert_eq!(table, [0; 64], "{writes} writes");
            }
        }
    }
}

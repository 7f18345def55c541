//! Clearing large tables after short use.
//!
//! A game at a few nodes per move writes to hundreds of entries of tables that have hundreds of thousands; to clear all of them
//! before each game would take longer than the game.

/// The places of a table that were written since it was cleared, as long as they are few.
pub struct Touched {
    places: Vec<u32>,
    /// With so many they are no longer noted.
    limit: usize,
}

impl Touched {
    /// Notes nothing: its table is always cleared as a whole.
    pub const fn nothing() -> Self {
        Self { places: Vec::new(), limit: 0 }
    }

    /// Notes up to `limit` places, each as often as it is written.
    pub fn up_to(limit: usize) -> Self {
        Self { places: Vec::with_capacity(limit), limit }
    }

    /// Notes a place, which must be less than 2^32.
    #[inline(always)]
    pub fn note(&mut self, place: usize) {
        if self.places.len() < self.limit {
            self.places.push(place as u32);
        }
    }

    /// Clears the table by `fill`: what was written, or all of it. Nothing is noted afterwards.
    pub fn clear<T: Copy>(&mut self, table: &mut [T], fill: T) {
        if self.places.len() < self.limit {
            for &place in &self.places {
                if let Some(entry) = table.get_mut(place as usize) {
                    *entry = fill;
                }
            }
        } else {
            table.fill(fill);
        }
        self.places.clear();
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
                touched.clear(&mut table, 0);
                assert_eq!(table, [0; 64], "{writes} writes");
            }
        }
    }
}

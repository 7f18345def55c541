//! Selected rows of a table, by index; valid while the order stays the same.

use std::ops::Range;

/// Selected rows, as ranges that neither overlap nor touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowSelection {
    ranges: Vec<Range<usize>>,
    /// Start of a Shift selection.
    anchor: usize,
}

impl RowSelection {
    /// Returns the number of selected rows.
    pub fn len(&self) -> usize {
        self.ranges.iter().map(Range::len).sum()
    }

    /// Whether no row is selected.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether a row is selected.
    pub fn contains(&self, row: usize) -> bool {
        let place = self.ranges.partition_point(|range| range.end <= row);
        self.ranges.get(place).is_some_and(|range| range.contains(&row))
    }

    /// Returns the selected ranges in ascending order.
    pub fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    /// Selects all of `count` rows.
    #[must_use]
    pub fn all(count: usize) -> Self {
        let mut marks = Self::default();
        marks.set(0..count, true);
        marks
    }

    /// Toggles a row.
    #[must_use]
    pub fn toggled(&self, row: usize) -> Self {
        let mut marks = self.clone();
        let is_in = self.contains(row);
        marks.set(row..row + 1, !is_in);
        marks.anchor = row;
        marks
    }

    /// Selects all rows from the last toggled one to this one.
    #[must_use]
    pub fn extended(&self, row: usize) -> Self {
        let mut marks = self.clone();
        marks.set(self.anchor.min(row)..self.anchor.max(row) + 1, true);
        marks
    }

    /// Sets the start of a Shift selection.
    #[must_use]
    pub fn anchored(&self, row: usize) -> Self {
        Self { anchor: row, ..self.clone() }
    }

    fn set(&mut self, rows: Range<usize>, is_in: bool) {
        if rows.is_empty() {
            return;
        }
        // Keep separate ranges, merge those that touch the rows.
        let mut ranges = Vec::with_capacity(self.ranges.len() + 2);
        let mut added = rows.clone();
        for range in self.ranges.drain(..) {
            let touches = range.start <= rows.end && rows.start <= range.end;
            if is_in && touches {
                added = added.start.min(range.start)..added.end.max(range.end);
            } else if !is_in && touches {
                ranges.extend([range.start..range.end.min(rows.start), range.start.max(rows.end)..range.end]);
            } else {
                ranges.push(range);
            }
        }
        if is_in {
            ranges.push(added);
        }
        ranges.retain(|range| !range.is_empty());
        ranges.sort_by_key(|range| range.start);
        self.ranges = ranges;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn shift_selects_from_the_last_row_that_was_switched() {
        let marks = RowSelection::default().toggled(5).extended(8).extended(3);
        assert_eq!(marks.ranges(), std::slice::from_ref(&(3..9)));
        assert_eq!(marks.toggled(4).ranges(), [3..4, 5..9]);
        assert_eq!(RowSelection::all(200_000).toggled(7).len(), 199_999);
        assert!(RowSelection::all(0).is_empty());
    }

    proptest! {
        #[test]
        fn marks_are_a_set(steps in proptest::collection::vec((0_usize..40, any::<bool>()), 0..60)) {
            let (mut marks, mut set, mut anchor) = (RowSelection::default(), BTreeSet::new(), 0);
            for (row, is_toggle) in steps {
                if is_toggle {
                    marks = marks.toggled(row);
                    if !set.remove(&row) {
                        set.insert(row);
                    }
                    anchor = row;
                } else {
                    marks = marks.extended(row);
                    set.extend(anchor.min(row)..=anchor.max(row));
                }
                prop_assert_eq!(marks.len(), set.len());
                prop_assert!((0..41).all(|row| marks.contains(row) == set.contains(&row)));
                prop_assert!(marks.ranges().windows(2).all(|pair| pair[0].end < pair[1].start));
            }
        }
    }
}

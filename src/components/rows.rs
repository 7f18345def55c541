//! Long lists that draw only their visible rows.

use std::ops::Range;

/// Geometry of a list whose rows have the same height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rows {
    /// Row height in CSS pixels, as in the style sheet.
    pub height: f64,
    /// Number of extra rows above and below the visible ones, which cover scrolling before its event arrives. At least 2.
    pub margin: usize,
}

impl Rows {
    /// Returns the visible rows for a scroll position and height of the list, in CSS pixels.
    pub fn seen(&self, scroll_top: f64, height: f64) -> Range<usize> {
        let first = (scroll_top / self.height) as usize;
        // Rounded, so that not every pixel of scrolling causes a re-rendering.
        let first = first - first % (self.margin / 2);
        first..first + (height / self.height).ceil() as usize + self.margin / 2
    }

    /// Returns which of `count` rows to draw, given the visible ones.
    pub fn drawn(&self, seen: &Range<usize>, count: usize) -> Range<usize> {
        // If the list has become shorter, the browser scrolls it back.
        let end = (seen.end + self.margin).min(count);
        let start =
            seen.start.saturating_sub(self.margin).min(end.saturating_sub(seen.len() + 2 * self.margin));
        start..end
    }

    /// Returns the style of a list of `count` rows that are drawn starting with `first`.
    pub fn style(&self, count: usize, first: usize) -> String {
        format!("height: {}px; padding-top: {}px", count as f64 * self.height, first as f64 * self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rows_of_many_are_drawn() {
        let rows = Rows { height: 54.0, margin: 12 };
        let seen = rows.seen(0.0, 420.0);
        assert!(seen.contains(&0) && seen.contains(&7));
        assert_eq!(rows.drawn(&seen, 5), 0..5);
        assert!(rows.drawn(&seen, 8096).len() < 60);
        let end = rows.seen(8090.0 * rows.height, 420.0);
        let drawn = rows.drawn(&end, 8096);
        assert!(drawn.contains(&8090) && drawn.end == 8096, "{drawn:?}");
        // The search leaves three rows, and the browser has not scrolled back yet.
        assert_eq!(rows.drawn(&end, 3), 0..3);
        assert!(rows.drawn(&end, 0).is_empty());
    }
}

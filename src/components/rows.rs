//! Long lists of which only the rows that can be seen are drawn.

use std::ops::Range;

/// The rows of one list, all of the same height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rows {
    /// The height of a row in CSS pixels, as the style sheet has it.
    pub height: f64,
    /// Rows that are drawn above and below those that can be seen: scrolling shows them before it is heard of. At least 2.
    pub margin: usize,
}

impl Rows {
    /// The rows that can be seen of a list that is scrolled so far and so high, in CSS pixels.
    pub fn seen(&self, scroll_top: f64, height: f64) -> Range<usize> {
        let first = (scroll_top / self.height) as usize;
        // Whole steps: not every pixel of scrolling is a rendering.
        let first = first - first % (self.margin / 2);
        first..first + (height / self.height).ceil() as usize + self.margin / 2
    }

    /// The rows to draw of `count`, when some of them can be seen.
    pub fn drawn(&self, seen: &Range<usize>, count: usize) -> Range<usize> {
        // A shorter list is scrolled back by the browser.
        let end = (seen.end + self.margin).min(count);
        let start =
            seen.start.saturating_sub(self.margin).min(end.saturating_sub(seen.len() + 2 * self.margin));
        start..end
    }

    /// The style of a list of `count` rows of which those from `first` on are drawn.
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
        // The search leaves three, and the browser has not yet scrolled back.
        assert_eq!(rows.drawn(&end, 3), 0..3);
        assert!(rows.drawn(&end, 0).is_empty());
    }
}

//! Visible rows of a long table.
//!
//! Browsers limit the height of an element to about 17 million pixels (Firefox) or 33 million (Chromium). A taller table is scrolled in
//! proportion: its rows keep their height, and one pixel of the scroll bar stands for more than one pixel of the table.

use std::ops::Range;

/// Maximum height of the element, in CSS pixels.
const HIGHEST: f64 = 8_000_000.0;

/// Visible part of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Number of rows.
    pub count: usize,
    /// Row height in CSS pixels.
    pub row: f64,
    /// Visible height in CSS pixels.
    pub height: f64,
}

impl Window {
    /// Returns the height of the scrolled element, in CSS pixels.
    pub fn content(&self) -> f64 {
        self.whole().min(HIGHEST)
    }

    fn whole(&self) -> f64 {
        self.count as f64 * self.row
    }

    /// Returns the pixels of the table per pixel of the scroll bar; 1 if the table fits.
    fn scale(&self) -> f64 {
        let (way, content) = (self.whole() - self.height, self.content() - self.height);
        if content > 0.0 { (way / content).max(1.0) } else { 1.0 }
    }

    /// Returns the first visible pixel of the table at a scroll position.
    fn offset(&self, scroll_top: f64) -> f64 {
        (scroll_top.max(0.0) * self.scale()).min((self.whole() - self.height).max(0.0))
    }

    /// Returns the visible rows, plus `margin` on either side.
    pub fn rows(&self, scroll_top: f64, margin: usize) -> Range<usize> {
        let first = (self.offset(scroll_top) / self.row) as usize;
        let seen = (self.height / self.row).ceil() as usize + 1;
        let end = (first + seen + margin).min(self.count);
        first.saturating_sub(margin).min(end)..end
    }

    /// Returns the position of a row, in CSS pixels from the top of the element.
    pub fn top(&self, row: usize, scroll_top: f64) -> f64 {
        // With proportional scrolling, rows are placed relative to the visible part.
        scroll_top.max(0.0) + row as f64 * self.row - self.offset(scroll_top)
    }

    /// Returns the scroll position that makes a row fully visible; `None` if it already is.
    pub fn scroll_to(&self, row: usize, scroll_top: f64) -> Option<f64> {
        let offset = self.offset(scroll_top);
        let top = row as f64 * self.row;
        let wanted = if top < offset {
            top
        } else if top + self.row > offset + self.height {
            top + self.row - self.height
        } else {
            return None;
        };
        Some((wanted / self.scale()).max(0.0))
    }

    /// Returns the number of fully visible rows; at least one.
    pub fn page(&self) -> usize {
        ((self.height / self.row) as usize).max(1)
    }

    /// Returns the row selected by a navigation key.
    pub fn step(&self, key: &str, row: usize) -> Option<usize> {
        let last = self.count.checked_sub(1)?;
        Some(match key {
            "ArrowUp" => row.saturating_sub(1),
            "ArrowDown" => (row + 1).min(last),
            "PageUp" => row.saturating_sub(self.page()),
            "PageDown" => (row + self.page()).min(last),
            "Home" => 0,
            "End" => last,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn window(count: usize) -> Window {
        Window { count, row: 36.0, height: 600.0 }
    }

    #[test]
    fn few_rows_of_many_are_drawn() {
        assert_eq!(window(3).rows(0.0, 8), 0..3);
        assert_eq!(window(0).rows(0.0, 8), 0..0);
        let seen = window(200_000).rows(36.0 * 1000.0, 8);
        assert_eq!(seen, 992..1026);
        let end = window(200_000);
        assert_eq!(end.rows(end.content() - end.height, 8).end, 200_000);
    }

    #[test]
    fn a_table_that_is_too_high_is_scrolled_in_proportion() {
        let window = window(3_000_000);
        assert!(window.content() <= 8_000_000.0);
        let bottom = window.content() - window.height;
        assert_eq!(window.rows(bottom, 0).end, 3_000_000);
        assert!((window.top(2_999_999, bottom) + window.row - bottom - window.height).abs() < 0.01);
    }

    #[test]
    fn keys_lead_from_row_to_row() {
        let window = window(100);
        assert_eq!(window.step("ArrowDown", 99), Some(99));
        assert_eq!(window.step("PageDown", 0), Some(16));
        assert_eq!(window.step("PageUp", 3), Some(0));
        assert_eq!(window.step("End", 3), Some(99));
        assert_eq!(window.step("Enter", 3), None);
        assert_eq!(self::window(0).step("End", 0), None);
    }

    proptest! {
        #[test]
        fn a_row_that_is_scrolled_to_can_be_seen(count in 1_usize..5_000_000, part in 0.0_f64..1.0, from in 0.0_f64..1.0) {
            let window = window(count);
            let way = (window.content() - window.height).max(0.0);
            let row = ((count - 1) as f64 * part) as usize;
            let scroll_top = window.scroll_to(row, way * from).unwrap_or(way * from);
            let top = window.top(row, scroll_top) - scroll_top;
            prop_assert!(top > -0.01 && top + window.row < window.height.max(window.row) + 0.01, "{top}");
            prop_assert!(window.rows(scroll_top, 0).contains(&row));
        }
    }
}

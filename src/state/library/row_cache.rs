//! Cache of the rows of a long table: fetched by page, and evicted when far away.

use std::collections::BTreeMap;
use std::ops::Range;

/// Rows per page.
pub const PAGE: usize = 64;
/// Maximum number of cached pages.
const MOST: usize = 24;

/// Cached rows of one result.
#[derive(Clone, Debug, PartialEq)]
pub struct RowCache<T> {
    pages: BTreeMap<usize, Vec<T>>,
}

impl<T> Default for RowCache<T> {
    fn default() -> Self {
        Self { pages: BTreeMap::new() }
    }
}

impl<T> RowCache<T> {
    /// Returns a row if it is cached.
    pub fn get(&self, row: usize) -> Option<&T> {
        self.pages.get(&(row / PAGE))?.get(row % PAGE)
    }

    /// Returns the rows to fetch so that all of these are cached: whole pages, as one range; `None` if none are missing.
    pub fn missing(&self, rows: &Range<usize>) -> Option<Range<usize>> {
        if rows.is_empty() {
            return None;
        }
        let mut pages =
            (rows.start / PAGE..=(rows.end - 1) / PAGE).filter(|page| !self.pages.contains_key(page));
        let first = pages.next()?;
        let last = pages.next_back().unwrap_or(first);
        Some(first * PAGE..(last + 1) * PAGE)
    }

    /// Evicts a page.
    pub fn forget(&mut self, page: usize) {
        self.pages.remove(&page);
    }

    /// Inserts fetched rows, starting at the first row of a page, and evicts the farthest pages.
    pub fn insert(&mut self, first: usize, rows: Vec<T>) {
        let mut rows = rows.into_iter();
        for page in first / PAGE.. {
            let part: Vec<T> = rows.by_ref().take(PAGE).collect();
            if part.is_empty() {
                break;
            }
            self.pages.insert(page, part);
        }
        let here = first / PAGE;
        while self.pages.len() > MOST {
            let ends = (self.pages.keys().next().copied(), self.pages.keys().next_back().copied());
            let (Some(least), Some(greatest)) = ends else { break };
            let farthest = if here.abs_diff(least) > here.abs_diff(greatest) { least } else { greatest };
            self.pages.remove(&farthest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_pages_are_fetched_once() {
        let mut cache = RowCache::default();
        assert_eq!(cache.missing(&(10..70)), Some(0..128));
        cache.insert(0, (0..128).collect());
        assert_eq!(cache.missing(&(10..70)), None);
        assert_eq!((cache.get(127), cache.get(128)), (Some(&127), None));
        assert_eq!(cache.missing(&(100..140)), Some(128..192));
        assert_eq!(cache.missing(&(5..5)), None);
    }

    #[test]
    fn pages_far_away_are_forgotten() {
        let mut cache = RowCache::default();
        for page in 0..100 {
            cache.insert(page * PAGE, vec![page; PAGE]);
        }
        assert_eq!(cache.get(0), None);
        assert_eq!(cache.get(99 * PAGE), Some(&99));
        cache.insert(0, vec![0; 10]);
        assert!(cache.get(9) == Some(&0) && cache.get(10).is_none());
        assert_eq!(cache.pages.len(), MOST);
    }
}

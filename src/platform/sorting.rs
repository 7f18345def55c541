//! One sort for all types. The standard library's sort is compiled for each type, at 4 kB of the page's program each time.

use std::cmp::Ordering;

/// Sorts like `slice::sort_by`: stable.
pub fn sort_by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let order = order(items.len(), &|a, b| compare(&items[a], &items[b]));
    let mut unsorted: Vec<Option<T>> = std::mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().filter_map(|index| unsorted[index].take()));
}

/// Returns the indexes below `len`, sorted by the items that they stand for.
fn order(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut indexes: Vec<usize> = (0..len).collect();
    indexes.sort_by(|&a, &b| compare(a, b));
    indexes
}

#[cfg(test)]
mod tests {
    use super::sort_by;

    #[test]
    fn equal_values_keep_their_order() {
        let mut words = vec!["pear", "fig", "apple", "plum", "kiwi", "date", "lime", ""];
        let mut expected = words.clone();
        expected.sort_by_key(|word| word.len());
        sort_by(&mut words, |a, b| a.len().cmp(&b.len()));
        assert_eq!(words, expected);
    }
}

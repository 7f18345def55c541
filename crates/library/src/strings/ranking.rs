//! Alphabetical ranks of texts, computed in small steps.

use std::ops::Range;

use super::Texts;

/// Number of bytes by which texts with a common prefix are compared at a time.
const WORD: usize = 8;
/// Approximate number of texts processed in a step.
const STEP: usize = 1 << 14;

/// Sorts texts by their folded forms, with numbers in numerical order; texts that differ only in case or accents are adjacent.
///
/// All are sorted by their first eight bytes, stored next to the numbers; those that share them by the next eight, and so
/// on. So few texts are read more than once.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    /// Eight bytes of each text, and its number.
    order: Vec<(u64, u32)>,
    /// Groups of texts with a common prefix, and its length in bytes.
    alike: Vec<(Range<usize>, usize)>,
}

impl Ranking {
    pub(super) fn new(count: u32) -> Self {
        let all = 0..count as usize;
        Self { order: (0..count).map(|number| (0, number)).collect(), alike: vec![(all, 0)] }
    }

    /// Sorts some more; returns whether there is more to do.
    pub(super) fn step(&mut self, folded: &Texts, texts: &Texts) -> bool {
        let mut sorted = 0;
        while sorted < STEP
            && let Some((range, known)) = self.alike.pop()
        {
            sorted += range.len();
            self.sort(range, known, folded, texts);
        }
        !self.alike.is_empty()
    }

    fn sort(&mut self, range: Range<usize>, known: usize, folded: &Texts, texts: &Texts) {
        let order = &mut self.order[range.clone()];
        for (word, number) in order.iter_mut() {
            *word = word_at(folded.get(*number), known);
        }
        order.sort_unstable();
        let mut start = range.start;
        for group in order.chunk_by_mut(|one, other| one.0 == other.0) {
            let end = start + group.len();
            if group.len() > 1 && group[0].0 as u8 == 0 {
                // They end here: their folded forms are equal.
                group.sort_unstable_by_key(|&(_, number)| texts.get(number));
            } else if group.len() > 1 {
                self.alike.push((start..end, known + WORD));
            }
            start = end;
        }
    }

    /// Returns the rank of each number's text.
    pub(super) fn finish(self) -> Vec<u32> {
        let mut ranks = vec![0; self.order.len()];
        for (rank, (_, number)) in (0..).zip(self.order) {
            ranks[number as usize] = rank;
        }
        ranks
    }
}

/// Returns eight bytes of a text's sort form, after the first `known`; zeros beyond its end.
fn word_at(folded: &str, known: usize) -> u64 {
    let mut word = [0; WORD];
    if folded.bytes().any(|byte| byte.is_ascii_digit()) {
        for (byte, natural) in word.iter_mut().zip(natural(folded).skip(known)) {
            *byte = natural;
        }
    } else {
        let rest = folded.as_bytes().get(known..).unwrap_or_default();
        let rest = &rest[..rest.len().min(WORD)];
        word[..rest.len()].copy_from_slice(rest);
    }
    u64::from_be_bytes(word)
}

/// Converts a text so that alphabetical order matches numerical order: `round 2` before `round 10`.
fn natural(folded: &str) -> impl Iterator<Item = u8> {
    let words = folded.split(' ').enumerate();
    words.flat_map(|(place, word)| {
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let zeros = if is_number { WORD.saturating_sub(word.len()) } else { 0 };
        let blank = (place > 0).then_some(b' ');
        blank.into_iter().chain(std::iter::repeat_n(b'0', zeros)).chain(word.bytes())
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Interner, Strings};
    use crate::bytes::Reader;
    use crate::fold::fold;

    fn strings(texts: &[impl AsRef<str>]) -> Strings {
        let mut interner = Interner::default();
        for text in texts {
            interner.number(text.as_ref());
        }
        Strings::read(&mut Reader(&interner.written())).unwrap()
    }

    #[test]
    fn numbers_in_texts_are_ordered_as_numbers() {
        let strings = strings(&["10", "2", "1.10", "1.2", "Open 10", "Open 9"]);
        assert_eq!(strings.ranks(), [0, 4, 3, 2, 1, 6, 5]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_order_is_that_of_the_forms_with_padded_numbers(
            texts in prop::collection::vec("[aAäb 1-3.]{0,20}|\\PC{0,12}|Long common name [0-9]{1,3}", 0..60),
            steps in 0_usize..3,
        ) {
            let mut strings = strings(&texts);
            // Partial preparation changes nothing.
            (0..steps).for_each(|_| { strings.prepare(); });
            let key = |number: u32| {
                let folded = fold(strings.get(number));
                let words = folded.split(' ').map(|word| {
                    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
                    if is_number { format!("{word:0>8}") } else { word.to_owned() }
                });
                (words.collect::<Vec<_>>().join(" "), strings.get(number).to_owned())
            };
            let mut expected: Vec<u32> = (0..strings.len() as u32).collect();
            expected.sort_by_key(|&number| key(number));
            let mut order: Vec<u32> = (0..strings.len() as u32).collect();
            order.sort_by_key(|&number| strings.ranks()[number as usize]);
            prop_assert_eq!(order, expected);
        }
    }
}

//! Tables of texts in an index.

use std::cell::OnceCell;

use super::Texts;
use super::ranking::Ranking;
use crate::bytes::Reader;
use crate::fold::{Words, fold_into};

/// Number of texts folded in a step.
const STEP: usize = 1 << 14;

/// Texts by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strings {
    texts: Texts,
    folded: OnceCell<Texts>,
    ranks: OnceCell<Vec<u32>>,
    prepared: Prepared,
}

/// Partially completed preparation.
#[derive(Clone, Debug, Default)]
enum Prepared {
    #[default]
    Nothing,
    Folded(Texts),
    Sorted(Ranking),
}

impl Strings {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let count = reader.varint()?;
        // Lengths first, so that exactly the memory needed is allocated.
        let (mut ahead, mut bytes) = (*reader, 0);
        for _ in 0..count {
            bytes += ahead.text()?.len();
        }
        u32::try_from(bytes).ok()?;
        let mut texts = Texts::with_capacity(count as usize, bytes);
        for _ in 0..count {
            texts.push(reader.text()?);
        }
        Some(Self { texts, ..Self::default() })
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    /// The text; empty for a number that has none.
    pub(crate) fn get(&self, number: u32) -> &str {
        self.texts.get(number)
    }

    /// Prepares data for the methods below for a few milliseconds; returns whether there is more to do. They work without it, too.
    pub(crate) fn prepare(&mut self) -> bool {
        if self.ranks.get().is_some() {
            self.prepared = Prepared::Nothing;
            return false;
        }
        self.prepared = match (self.folded.get(), std::mem::take(&mut self.prepared)) {
            (Some(folded), Prepared::Sorted(mut ranking)) => {
                if !ranking.step(folded, &self.texts) {
                    self.ranks = OnceCell::from(ranking.finish());
                    return false;
                }
                Prepared::Sorted(ranking)
            }
            (Some(_), _) => Prepared::Sorted(Ranking::new(self.len() as u32)),
            (None, prepared) => {
                let mut folded = match prepared {
                    Prepared::Folded(folded) => folded,
                    _ => Texts::with_capacity(self.len(), self.texts.all.len()),
                };
                if self.fold(&mut folded, STEP) {
                    Prepared::Folded(folded)
                } else {
                    self.folded = OnceCell::from(folded);
                    Prepared::Nothing
                }
            }
        };
        true
    }

    /// Folds some more texts; returns whether there are others.
    fn fold(&self, folded: &mut Texts, most: usize) -> bool {
        let end = self.len().min(folded.len().saturating_add(most));
        for number in folded.len()..end {
            fold_into(&mut folded.all, self.get(number as u32));
            folded.end();
        }
        end < self.len()
    }

    fn folded(&self) -> &Texts {
        self.folded.get_or_init(|| {
            let mut folded = Texts::with_capacity(self.len(), self.texts.all.len());
            self.fold(&mut folded, usize::MAX);
            folded
        })
    }

    /// Returns for each number whether its text has the words.
    pub(crate) fn matching(&self, words: &Words) -> Vec<bool> {
        let folded = self.folded();
        (0..self.len() as u32).map(|number| words.match_folded(folded.get(number))).collect()
    }

    /// Returns the alphabetical rank of each number's text, with numbers in numerical order; texts that differ only in case or accents
    /// are adjacent.
    pub(crate) fn ranks(&self) -> &[u32] {
        self.ranks.get_or_init(|| {
            let mut ranking = Ranking::new(self.len() as u32);
            while ranking.step(self.folded(), &self.texts) {}
            ranking.finish()
        })
    }
}

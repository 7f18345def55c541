//! Filtering: the columns are scanned one after the other, without assembling records.

use tabia_polyglot::BlockSource;

use super::query::{EloOf, Query};
use super::selection::Selection;
use crate::fold::Words;
use crate::record::{Columns, eco_of, result_code};
use crate::strings::Strings;
use crate::{GameDate, Library, LookupError, Material};

impl<S: BlockSource> Library<S> {
    /// Returns the games that match the whole query.
    ///
    /// # Errors
    /// [`LookupError`] if the query has a position and the index cannot be read.
    pub fn find(&mut self, query: &Query) -> Result<Selection, LookupError> {
        let mut found = match query.position {
            None => Selection::all(self.len()),
            Some(key) => {
                let mut found = Selection::none(self.len());
                self.occurrences(key)?.iter().for_each(|occurrence| found.insert(occurrence.game));
                found
            }
        };
        self.names(query, &mut found);
        numbers(query, self.columns(), &mut found);
        Ok(found)
    }

    /// Filters by texts: first matches the few distinct ones, then scans the columns of their numbers.
    fn names(&self, query: &Query, found: &mut Selection) {
        let (columns, tables) = (self.columns(), &self.contents.tables);
        let matching = |table: &Strings, text: &Option<String>| {
            Words::new(text.as_deref().unwrap_or_default()).map(|words| table.matching(&words))
        };
        let has = |matching: &[bool], number: u32| matching.get(number as usize).copied().unwrap_or(false);
        if let Some(players) = matching(&tables.players, &query.player) {
            found.retain(|game| has(&players, columns.white[game]) || has(&players, columns.black[game]));
        }
        for (text, table, column) in [
            (&query.white, &tables.players, &columns.white),
            (&query.black, &tables.players, &columns.black),
            (&query.event, &tables.events, &columns.event),
            (&query.site, &tables.sites, &columns.site),
            (&query.opening, &tables.openings, &columns.opening),
        ] {
            if let Some(texts) = matching(table, text) {
                found.retain(|game| has(&texts, column[game]));
            }
        }
    }
}

fn numbers(query: &Query, columns: &Columns, found: &mut Selection) {
    if !query.elo.is_open() {
        let within = |elo: u16| elo > 0 && query.elo.contain(elo);
        found.retain(|game| match (columns.white_elo[game], columns.black_elo[game], query.elo_of) {
            (white, black, EloOf::Both) => within(white) && within(black),
            (white, black, EloOf::Either) => within(white) || within(black),
            (white, black, EloOf::Average) => white > 0 && black > 0 && within(white.midpoint(black)),
        });
    }
    if !query.results.is_empty() {
        let wanted = query.results.iter().fold(0_u8, |set, &result| set | 1 << result_code(result));
        found.retain(|game| wanted >> (columns.result[game] & 7) & 1 == 1);
    }
    if query.from.is_some() || query.to.is_some() {
        found.retain(|game| GameDate::from_raw(columns.date[game]).may_lie_in(query.from, query.to));
    }
    if !query.eco.is_empty() {
        let wanted: Vec<bool> = (0..=500)
            .map(|code| eco_of(code).is_some_and(|eco| query.eco.iter().any(|range| range.contains(eco))))
            .collect();
        found.retain(|game| wanted.get(usize::from(columns.eco[game])).copied().unwrap_or(false));
    }
    if !query.plies.is_open() {
        found.retain(|game| query.plies.contain(columns.plies[game]));
    }
    for (flags, has) in [(&query.with, true), (&query.without, false)] {
        for flag in flags {
            found.retain(|game| flag.is_in(columns.flags[game]) == has);
        }
    }
    if let Some(material) = &query.material
        && !query.material_anywhere
    {
        let either = query.material_of_either_colour;
        found.retain(|game| material.matches(Material::from_raw(columns.material[game]), either));
    }
}

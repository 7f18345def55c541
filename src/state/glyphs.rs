//! Glyphs for moves, grouped as on lichess.

use tabia_pgn::Nag;

/// A group of glyphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlyphGroup {
    /// Quality of the move.
    Move,
    /// Evaluation of the position.
    Position,
    /// Other observations.
    Observation,
}

/// Groups and their glyphs, in display order.
pub const GLYPHS: [(GlyphGroup, [Nag; 8]); 3] = [
    (GlyphGroup::Move, [Nag(1), Nag(2), Nag(3), Nag(4), Nag(5), Nag(6), Nag(7), Nag(22)]),
    (GlyphGroup::Position, [Nag(10), Nag(13), Nag(14), Nag(15), Nag(16), Nag(17), Nag(18), Nag(19)]),
    (GlyphGroup::Observation, [Nag(146), Nag(32), Nag(36), Nag(40), Nag(132), Nag(138), Nag(44), Nag(140)]),
];

/// Returns the glyphs of a move that are in none of the groups.
pub fn other_glyphs(nags: &[Nag]) -> Vec<Nag> {
    let is_offered = |nag: &Nag| GLYPHS.iter().any(|(_, group)| group.contains(nag));
    nags.iter().copied().filter(|nag| !is_offered(nag)).collect()
}

/// Returns the display text of a glyph: two of them are missing in most fonts and use their older spellings.
pub fn glyph_text(nag: Nag) -> String {
    match nag.0 {
        14 => "+=".to_owned(),
        15 => "=+".to_owned(),
        _ => nag.text().into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_glyphs_that_are_offered_have_a_symbol_and_a_meaning() {
        for nag in GLYPHS.iter().flat_map(|(_, group)| group) {
            assert!(nag.symbol().is_some() && nag.meaning().is_some(), "{nag}");
        }
        assert_eq!((glyph_text(Nag(11)).as_str(), glyph_text(Nag(23)).as_str()), ("=", "⨀"));
        assert_eq!(glyph_text(Nag(70)), "(White's king is poorly protected)");
        assert_eq!(glyph_text(Nag(200)), "$200");
        assert_eq!(other_glyphs(&[Nag(1), Nag(220), Nag(9)]), [Nag(220), Nag(9)]);
    }
}

//! Search for openings by name, using the same source text as the compiled position names.

use tabia_book_tools::tree;
use tabia_chess::Position;

/// A named opening and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// Its ECO code.
    pub eco: String,
    /// Full name.
    pub name: String,
    /// Moves from the standard start position, in UCI.
    pub uci: Vec<String>,
    /// The same moves in SAN, with move numbers.
    pub moves: String,
    /// ECO code and name in lower case without accents, for searching.
    key: String,
}

/// Parses all named openings of a text in the format of [`tree`]. Of several lines with the same name, the shortest is used.
///
/// # Errors
/// Invalid format; the message gives the line.
pub fn read(text: &str) -> Result<Vec<NamedOpening>, tree::TreeError> {
    let rows = tree::parse(text)?;
    let mut openings: Vec<NamedOpening> = Vec::new();
    for named in tree::names(&rows)? {
        let line = tree::line_to(&rows, named.row);
        let uci = line.iter().map(|step| step.before.uci(step.mv)).collect();
        let eco = named.eco.to_string();
        let key = folded(&format!("{eco} {}", named.name));
        openings.push(NamedOpening { eco, key, uci, moves: numbered(&line), name: named.name });
    }
    openings.sort_by(|a, b| a.name.cmp(&b.name).then(a.uci.len().cmp(&b.uci.len())));
    openings.dedup_by(|later, first| later.name == first.name);
    Ok(openings)
}

fn numbered(line: &[&tree::TreeMove]) -> String {
    let mut text = String::new();
    for (ply, step) in line.iter().enumerate() {
        if ply > 0 {
            text.push(' ');
        }
        if ply % 2 == 0 {
            text.push_str(&(ply / 2 + 1).to_string());
            text.push('.');
        }
        text.push_str(&step.before.san(step.mv));
    }
    text
}

/// Lower-cases a text, strips the accents found in opening names, and drops everything but letters, digits and whitespace.
fn folded(text: &str) -> String {
    let plain = |letter: char| match letter {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ø' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' | 'ć' | 'č' => 'c',
        'ń' | 'ñ' => 'n',
        'š' => 's',
        'ž' => 'z',
        'ł' => 'l',
        letter => letter,
    };
    let letters = text.chars().flat_map(char::to_lowercase).map(plain);
    // "King's" becomes "kings".
    letters.filter(|letter| letter.is_alphanumeric() || letter.is_whitespace()).collect()
}

/// Finds at most `most` openings whose names contain every word of a text: first those that start with it, and shorter names before longer
/// ones. Empty for a text without words.
pub fn search<'o>(openings: &'o [NamedOpening], text: &str, most: usize) -> Vec<&'o NamedOpening> {
    let wanted = folded(text);
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let Some(first) = words.first() else { return Vec::new() };
    let mut found: Vec<&NamedOpening> =
        openings.iter().filter(|opening| words.iter().all(|word| opening.key.contains(word))).collect();
    // The key starts with the ECO code.
    let begins = |opening: &NamedOpening| {
        opening.key.starts_with(first)
            || opening.key.split_once(' ').is_some_and(|(_, name)| name.starts_with(first))
    };
    found.sort_by_key(|opening| (!begins(opening), opening.name.len(), opening.uci.len()));
    found.truncate(most);
    found
}

/// Returns the position after the moves of an opening.
pub fn position(opening: &NamedOpening) -> Position {
    let mut position = Position::default();
    for text in &opening.uci {
        if let Ok(m) = position.parse_uci(text) {
            position.play_unchecked(m);
        }
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_book_tools::names::name_of;

    fn text() -> String {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/book-tools/data/names");
        let files = std::fs::read_dir(folder).unwrap();
        files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect()
    }

    #[test]
    fn every_name_leads_to_a_position_of_that_name() {
        let openings = read(&text()).unwrap();
        assert!(openings.len() > 1000, "{}", openings.len());
        for opening in &openings {
            let named = name_of(&position(opening)).unwrap();
            assert_eq!((named.name, named.eco.to_string()), (opening.name.as_str(), opening.eco.clone()));
        }
    }

    #[test]
    fn openings_are_found_by_words_of_their_names() {
        let openings = read(&text()).unwrap();
        let first = |text: &str| search(&openings, text, 5).first().map(|opening| opening.name.clone());
        assert_eq!(first("sicilian najdorf").as_deref(), Some("Sicilian Defense: Najdorf Variation"));
        assert_eq!(first("kings indian defense").as_deref(), Some("King's Indian Defense"));
        assert_eq!(first("B12").map(|name| name.contains("Caro-Kann")), Some(true));
        assert_eq!(
            first("grunfeld").map(|name| name.contains("Grünfeld") || name.contains("Gruenfeld")),
            Some(true)
        );
        assert_eq!((first("  "), first("no such opening")), (None, None));
        let najdorf = search(&openings, "najdorf", 1);
        assert_eq!(najdorf[0].moves, "1.e4 c5 2.Nf3 d6 3.d4 cxd4 4.Nxd4 Nf6 5.Nc3 a6");
        assert_eq!(search(&openings, "defense", 7).len(), 7);
    }

    #[test]
    fn another_text_is_refused() {
        assert!(read("e4 e9 = B00 x").is_err());
        assert_eq!(read("").unwrap(), []);
    }
}

//! Levels and personalities of the app's engine. Their names and sentences are translated where they are shown.

use crate::language::tr_later;

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Level number, 1 to the length of [`LEVELS`].
    pub number: u8,
    /// Name of the level.
    pub name: &'static str,
    /// Description of its play, in one sentence.
    pub sentence: &'static str,
    /// Its `UCI_Elo`; `None` for full strength.
    pub uci_elo: Option<u16>,
    /// Measured Elo, on the scale of docs/strength.md.
    pub elo: i32,
    /// Error of the Elo (95%).
    pub error: i32,
    /// Maximum number of book plies in a game.
    pub book_plies: usize,
    /// Apparent thinking time for an ordinary move without time pressure, in milliseconds: minimum and maximum.
    pub thinking_ms: (u32, u32),
}

impl Level {
    /// Whether the engine plays at full strength.
    pub const fn is_full_strength(&self) -> bool {
        self.uci_elo.is_none()
    }

    /// Returns the UCI options of this level, by name and value.
    pub fn options(&self) -> Vec<(String, String)> {
        let option = |name: &str, value: String| (name.to_owned(), value);
        match self.uci_elo {
            Some(elo) => {
                vec![option("UCI_LimitStrength", "true".to_owned()), option("UCI_Elo", elo.to_string())]
            }
            None => vec![option("UCI_LimitStrength", "false".to_owned())],
        }
    }
}

macro_rules! level {
    ($number:literal, $name:expr, $sentence:expr, $uci:expr, $elo:literal, $error:literal, $book:literal, $least:literal, $most:literal) => {
        Level {
            number: $number,
            name: $name,
            sentence: $sentence,
            uci_elo: $uci,
            elo: $elo,
            error: $error,
            book_plies: $book,
            thinking_ms: ($least, $most),
        }
    };
}

/// All levels, weakest first. The ratings are those of docs/strength.md; a test compares them.
#[rustfmt::skip]
pub static LEVELS: [Level; 12] = [
    level!(1, tr_later!("First games"), tr_later!("Takes what it can and moves what you attack, but overlooks much of what is farther away."), Some(300), 297, 115, 2, 900, 3000),
    level!(2, tr_later!("Beginner"), tr_later!("Overlooks long diagonals, knights and old threats, and some mates in one."), Some(550), 558, 93, 4, 900, 3500),
    level!(3, tr_later!("Novice"), tr_later!("Sees most captures of one move, and nothing that takes two."), Some(800), 843, 79, 6, 1000, 4000),
    level!(4, tr_later!("Casual player"), tr_later!("Looks two moves ahead at times, and often misjudges the position."), Some(1040), 1088, 73, 6, 1000, 4000),
    level!(5, tr_later!("Intermediate"), tr_later!("Guards its pieces, and falls for tricks of two moves."), Some(1210), 1240, 61, 8, 1000, 4500),
    level!(6, tr_later!("Club beginner"), tr_later!("Loses a piece now and then, and seldom a whole game in the opening."), Some(1400), 1396, 53, 8, 1000, 5000),
    level!(7, tr_later!("Club player"), tr_later!("Seldom loses a piece for nothing, and drifts in quiet positions."), Some(1650), 1616, 47, 10, 1000, 5000),
    level!(8, tr_later!("Strong club player"), tr_later!("Punishes most tactical mistakes."), Some(1890), 1876, 47, 12, 1000, 5000),
    level!(9, tr_later!("Expert"), tr_later!("Makes small mistakes, and few in tactics."), Some(2070), 2079, 49, 16, 1000, 4500),
    level!(10, tr_later!("Master"), tr_later!("Is hard to surprise, and errs in long plans."), Some(2300), 2308, 55, 20, 900, 4000),
    level!(11, tr_later!("Grandmaster"), tr_later!("Errs so seldom that a mistake has to be provoked."), Some(2575), 2660, 95, 30, 800, 3500),
    level!(12, tr_later!("Full strength"), tr_later!("Plays as well as the engine can on this device."), None, 3510, 50, 40, 0, 0),
];

/// Returns the level of a number, or the nearest one.
pub fn level(number: u8) -> &'static Level {
    let place = usize::from(number.max(1)) - 1;
    LEVELS.get(place).unwrap_or(&LEVELS[LEVELS.len() - 1])
}

/// A playing style, described by its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Personality {
    /// Identifier in stored games.
    pub id: &'static str,
    /// Name of the personality.
    pub name: &'static str,
    /// Description of its effect, in one sentence.
    pub sentence: &'static str,
    /// UCI options by name and value.
    pub options: &'static [(&'static str, &'static str)],
}

/// All personalities. Their effects were measured, see docs/strength.md.
pub static PERSONALITIES: [Personality; 6] = [
    Personality {
        id: "attacker",
        name: tr_later!("Attacker"),
        sentence: tr_later!("Gives more checks and sacrifices more, and loses more games for it."),
        options: &[("King Safety", "150"), ("King Safety Asymmetry", "100"), ("Contempt", "30")],
    },
    Personality {
        id: "guardian",
        name: tr_later!("Guardian"),
        sentence: tr_later!("Keeps pieces away from its own king, and leaves yours alone."),
        options: &[("King Safety", "200"), ("King Safety Asymmetry", "-50")],
    },
    Personality {
        id: "drawish",
        name: tr_later!("Peacemaker"),
        sentence: tr_later!("Is content with a draw, and gets one more often."),
        options: &[("Contempt", "-150")],
    },
    Personality {
        id: "builder",
        name: tr_later!("Builder"),
        sentence: tr_later!("Closes the position: more pawns stand head to head."),
        options: &[("Blocked Pawns", "0")],
    },
    Personality {
        id: "opener",
        name: tr_later!("Opener"),
        sentence: tr_later!("Opens the position: few pawns stay head to head."),
        options: &[("Blocked Pawns", "300")],
    },
    Personality {
        id: "runner",
        name: tr_later!("Runner"),
        sentence: tr_later!("Pushes its passed pawns far and early."),
        options: &[("Passed Pawns", "250")],
    },
];

/// Lowest level that can have a personality; weaker levels neither search nor evaluate.
pub const FIRST_WITH_PERSONALITY: u8 = 4;

/// Returns the personality with an id.
pub fn personality(id: &str) -> Option<&'static Personality> {
    PERSONALITIES.iter().find(|personality| personality.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_and_grow() {
        for (place, level) in LEVELS.iter().enumerate() {
            assert_eq!(usize::from(level.number), place + 1);
        }
        assert!(LEVELS.windows(2).all(|pair| pair[0].elo < pair[1].elo));
        assert_eq!((level(0).number, level(99).number), (1, 12));
        assert!(LEVELS.windows(2).all(|pair| pair[0].book_plies <= pair[1].book_plies));
        // Full strength is the only level without a `UCI_Elo`, and the strongest.
        let limited: Vec<u16> = LEVELS.iter().filter_map(|level| level.uci_elo).collect();
        assert_eq!(limited.len(), LEVELS.len() - 1);
        assert!(LEVELS[LEVELS.len() - 1].is_full_strength() && limited.is_sorted());
    }

    const DOCS: &str = include_str!("../../../docs/strength.md");

    /// Returns the cells of a document's table that starts with this heading.
    fn table(document: &str, heading: &str) -> Vec<Vec<String>> {
        let rows = document.lines().skip_while(|line| !line.starts_with(heading)).skip(2);
        rows.take_while(|line| line.starts_with('|'))
            .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
            .collect()
    }

    #[test]
    fn the_document_has_the_same_levels() {
        let rows = table(DOCS, "| level |");
        assert_eq!(rows.len(), LEVELS.len());
        for (row, level) in rows.iter().zip(&LEVELS) {
            let elo = level.uci_elo.map_or_else(|| "-".to_owned(), |elo| format!("`{elo}`"));
            let measured = format!("{} ± {}", level.elo, level.error);
            let expected = [
                level.number.to_string(),
                level.name.to_owned(),
                elo,
                measured,
                level.book_plies.to_string(),
            ];
            assert_eq!(row[..5], expected);
        }
    }

    #[test]
    fn the_table_of_ratings_elsewhere_has_the_same_levels() {
        let rows = table(include_str!("../../../docs/play.md"), "| level |");
        let expected =
            LEVELS.map(|level| [format!("{} {}", level.number, level.name), level.elo.to_string()]);
        let levels: Vec<&[String]> = rows.iter().map(|row| &row[..2]).collect();
        assert_eq!(levels, expected);
    }

    #[test]
    fn the_document_has_the_same_personalities() {
        let rows = table(DOCS, "| personality |");
        assert_eq!(rows.len(), PERSONALITIES.len());
        for (row, personality) in rows.iter().zip(&PERSONALITIES) {
            let options: Vec<String> =
                personality.options.iter().map(|(name, value)| format!("`{name} {value}`")).collect();
            assert_eq!(row[..2], [personality.name.to_owned(), options.join(", ")]);
        }
    }

    /// The engine accepts the option values of the levels.
    #[test]
    fn the_document_of_the_options_allows_every_value() {
        const OPTIONS: &str = include_str!("../../../docs/uci.md");
        assert!(OPTIONS.contains("false, 250-2900 (1600)"), "the range of UCI_Elo has changed");
        for level in &LEVELS {
            assert!(level.uci_elo.is_none_or(|elo| (250..=2900).contains(&elo)));
        }
        for (name, _) in PERSONALITIES.iter().flat_map(|personality| personality.options) {
            assert!(OPTIONS.contains(&format!("`{name}`")), "{name}");
        }
    }
}

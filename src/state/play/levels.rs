//! The levels of the engine that comes with the app, and its personalities.

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// 1 to [`LEVELS`]' length.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// What it plays like, in one sentence.
    pub sentence: &'static str,
    /// The value of `UCI_Elo` that makes it; `None` for full strength.
    pub uci_elo: Option<u16>,
    /// Its Elo, measured on the scale of docs/strength.md.
    pub elo: i32,
    /// The error of that (95%).
    pub error: i32,
    /// How many half-moves of a game it may take from the book.
    pub book_plies: usize,
    /// How long it seems to think about an ordinary move when time is no matter, in milliseconds: least and
    /// most.
    pub thinking_ms: (u32, u32),
}

impl Level {
    /// Whether the engine plays as well as it can.
    pub const fn is_full_strength(&self) -> bool {
        self.uci_elo.is_none()
    }

    /// The UCI options that make the engine play at this level, by name and value.
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
    ($number:literal, $name:literal, $sentence:literal, $uci:expr, $elo:literal, $error:literal, $book:literal, $least:literal, $most:literal) => {
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

/// Every level, the weakest first. The ratings are those of docs/strength.md.
#[rustfmt::skip]
pub static LEVELS: [Level; 12] = [
    level!(1, "Beginner", "Knows the rules, and often overlooks what is attacked.", Some(800), 744, 141, 2, 900, 3000),
    level!(2, "Novice", "Takes what is free, and misses most short combinations.", Some(930), 928, 69, 4, 900, 3500),
    level!(3, "Casual", "Sees simple threats, and forgets about them in long games.", Some(1040), 1054, 52, 6, 1000, 4000),
    level!(4, "Improver", "Guards its pieces, and falls for two-move tricks.", Some(1210), 1185, 42, 6, 1000, 4500),
    level!(5, "Club beginner", "Plays sound openings, and loses pieces under pressure.", Some(1400), 1371, 47, 8, 1000, 5000),
    level!(6, "Club player", "Seldom loses a piece for nothing.", Some(1650), 1641, 47, 10, 1000, 5000),
    level!(7, "Strong club player", "Punishes most tactical mistakes.", Some(1890), 1879, 45, 12, 1000, 5000),
    level!(8, "Expert", "Needs few chances to win.", Some(2070), 2033, 52, 16, 1000, 4500),
    level!(9, "Master", "Makes small mistakes only.", Some(2300), 2252, 46, 20, 900, 4000),
    level!(10, "Strong master", "Is hard to surprise.", Some(2430), 2377, 66, 24, 900, 4000),
    level!(11, "Grandmaster", "Hardly ever errs in tactics.", Some(2575), 2558, 69, 30, 800, 3500),
    level!(12, "Full strength", "Plays as well as the engine can.", None, 3420, 50, 40, 0, 0),
];

/// The level of a number; the nearest one for numbers that there are not.
pub fn level(number: u8) -> &'static Level {
    let place = usize::from(number.max(1)) - 1;
    LEVELS.get(place).unwrap_or(&LEVELS[LEVELS.len() - 1])
}

/// A way to play that is described by what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Personality {
    /// Names it in kept games.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub sentence: &'static str,
    /// UCI options by name and value.
    pub options: &'static [(&'static str, &'static str)],
}

/// Every personality.
pub static PERSONALITIES: [Personality; 2] = [
    Personality {
        id: "attacker",
        name: "Attacker",
        sentence: "Goes for your king, and does not look after its own.",
        options: &[("King Safety Asymmetry", "60"), ("Contempt", "40")],
    },
    Personality {
        id: "drawish",
        name: "Peacemaker",
        sentence: "Likes closed positions and takes a draw.",
        options: &[("Blocked Pawns", "20"), ("Contempt", "-80")],
    },
];

/// The personality of an id.
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
    }
}

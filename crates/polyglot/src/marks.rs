//! The author's marks on moves, stored within the 16 bytes of a record.

/// The author's marks on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// `!`: where there is one, only such moves are played.
    Recommended,
    /// `?`: never played.
    Avoided,
}

/// The author's marks of a move, in Crafty's words: `!`, `?` and `{play nn%}`.
///
/// Polyglot's format has no place for them. They are kept in the field for learning, which Polyglot's own books leave 0 and most
/// programs do not read: the upper 16 bits are `B00C`, then come 7 zeros, two bits for the flag (1 for `!`, 2 for `?`) and 7 for the
/// percentage. So a marked move loses what another program has learned about it, and a program that counts games there sees
/// 45068 of them without success. See `MarkStorage` in tabia-book-tools for books that are for such programs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Marks {
    /// `!` or `?`.
    pub flag: Option<Flag>,
    /// Share in percent with which to play the move; 0 if none.
    pub play_percent: u8,
}

const MAGIC: u32 = 0xb00c_0000;

impl Marks {
    /// The marks in a field for learning; none if it holds something else.
    pub const fn from_learn(learn: u32) -> Self {
        let (flag, percent) = (learn >> 7 & 3, (learn & 127) as u8);
        if learn & 0xffff_fe00 != MAGIC || flag > 2 || percent > 100 {
            return Self { flag: None, play_percent: 0 };
        }
        let flag = match flag {
            1 => Some(Flag::Recommended),
            2 => Some(Flag::Avoided),
            _ => None,
        };
        Self { flag, play_percent: percent }
    }

    /// Contents of the field; 0 without marks. A percentage over 100 is taken for 100.
    pub const fn to_learn(self) -> u32 {
        if self.is_empty() {
            return 0;
        }
        let flag = match self.flag {
            None => 0,
            Some(Flag::Recommended) => 1,
            Some(Flag::Avoided) => 2,
        };
        let percent = if self.play_percent > 100 { 100 } else { self.play_percent };
        MAGIC | flag << 7 | percent as u32
    }

    /// Whether nothing is marked.
    pub const fn is_empty(self) -> bool {
        self.flag.is_none() && self.play_percent == 0
    }
}

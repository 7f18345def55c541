//! What stands in the fields of the form, and what it means.

use crate::services::reports::limits::move_range;
use crate::services::reports::run::RunSettings;
use crate::services::reports::{LimitKind, MOST_WORKERS, ReportEngine, ReportSide, ReportWish};

/// Whose moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Whose {
    /// Both sides'.
    #[default]
    Both,
    /// White's.
    White,
    /// Black's.
    Black,
    /// A player's.
    Player,
}

impl Whose {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Both, Self::White, Self::Black, Self::Player];
}

/// Which moves are commented.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Commented {
    /// Those that are judged.
    #[default]
    Judged,
    /// Those that lose so much, besides.
    Losing,
    /// Every move.
    Every,
}

impl Commented {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Judged, Self::Losing, Self::Every];
}

/// A field that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// No game.
    Games,
    /// No player's name.
    Player,
    /// No range of moves.
    Moves,
    /// No number of centipawns.
    Margin,
    /// No limit.
    Limit,
    /// No number of engines.
    Workers,
}

/// The fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Fields {
    /// The games in PGN.
    pub text: String,
    /// Whose moves.
    pub whose: Whose,
    /// The player's name.
    pub player: String,
    /// The first move.
    pub first: String,
    /// The last move.
    pub last: String,
    /// Which moves are commented.
    pub commented: Commented,
    /// What a commented move loses, in centipawns.
    pub margin: String,
    /// Who analyses; `None` for the engine that the app ships.
    pub engine: Option<ReportEngine>,
    /// What limits a search.
    pub kind: LimitKind,
    /// The limit.
    pub limit: String,
    /// Engines at once.
    pub workers: String,
    /// The moves of variations too.
    pub variations: bool,
}

impl Fields {
    /// The usual ones.
    pub fn new(workers: u16) -> Self {
        let limit = LimitKind::Nodes.usual();
        Self {
            text: String::new(),
            whose: Whose::default(),
            player: String::new(),
            first: String::new(),
            last: String::new(),
            commented: Commented::default(),
            margin: "30".to_owned(),
            engine: None,
            kind: limit.kind(),
            limit: limit.number(),
            workers: workers.to_string(),
            variations: false,
        }
    }

    /// What they mean.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn settings(&self) -> Result<RunSettings, Wrong> {
        let player = self.player.trim();
        if self.whose == Whose::Player && player.is_empty() {
            return Err(Wrong::Player);
        }
        let (first, last) = move_range(&self.first, &self.last).ok_or(Wrong::Moves)?;
        let margin = match self.commented {
            Commented::Judged => None,
            Commented::Every => Some(-1),
            Commented::Losing => {
                let margin = self.margin.trim().parse().ok().filter(|margin| (0..=2000).contains(margin));
                Some(margin.ok_or(Wrong::Margin)?)
            }
        };
        let limit = self.kind.limit(&self.limit).ok_or(Wrong::Limit)?;
        let workers = self.workers.trim().parse().ok().filter(|n| (1..=MOST_WORKERS).contains(n));
        let side = match self.whose {
            Whose::White => Some(ReportSide::White),
            Whose::Black => Some(ReportSide::Black),
            Whose::Both | Whose::Player => None,
        };
        let wish = ReportWish {
            engine: self.engine.clone(),
            limit,
            side,
            first,
            last,
            variations: self.variations,
            asides: true,
            workers: workers.ok_or(Wrong::Workers)?,
        };
        let player = if self.whose == Whose::Player { player.to_owned() } else { String::new() };
        Ok(RunSettings { wish, player, margin })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_mean_what_the_options_of_the_native_program_mean() {
        let mut fields = Fields::new(3);
        assert_eq!(fields.settings().unwrap().wish.workers, 3);
        fields.whose = Whose::Player;
        assert_eq!(fields.settings(), Err(Wrong::Player));
        fields.player = " Karpov ".to_owned();
        fields.commented = Commented::Every;
        (fields.first, fields.last) = ("20".to_owned(), "33".to_owned());
        let settings = fields.settings().unwrap();
        assert_eq!((settings.player.as_str(), settings.margin), ("Karpov", Some(-1)));
        assert_eq!(settings.wish.scope().moves, 20..=33);
        fields.commented = Commented::Losing;
        assert_eq!(fields.settings().unwrap().margin, Some(30));
        fields.margin = "-3".to_owned();
        assert_eq!(fields.settings(), Err(Wrong::Margin));
    }
}

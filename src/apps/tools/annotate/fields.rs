//! Form fields of an annotation run, and the settings they stand for.

use crate::services::reports::limits::move_range;
use crate::services::reports::run::RunSettings;
use crate::services::reports::{MOST_WORKERS, ReportEngine, ReportLimitKind, ReportRequest, ReportSide};

/// Which players' moves to annotate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Whose {
    /// Both players.
    #[default]
    Both,
    /// White.
    White,
    /// Black.
    Black,
    /// A player by name.
    Player,
}

impl Whose {
    /// All variants.
    pub const ALL: [Self; 4] = [Self::Both, Self::White, Self::Black, Self::Player];
}

/// Which moves get a comment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Commented {
    /// Judged moves.
    #[default]
    Judged,
    /// Also moves that lose at least the margin.
    Losing,
    /// Every move.
    Every,
}

impl Commented {
    /// All variants.
    pub const ALL: [Self; 3] = [Self::Judged, Self::Losing, Self::Every];
}

/// Field with an invalid value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// No games.
    Games,
    /// Empty player name.
    Player,
    /// Invalid move range.
    Moves,
    /// Invalid number of centipawns.
    Margin,
    /// Invalid limit.
    Limit,
    /// Invalid number of engines.
    Workers,
}

/// Values of the form fields.
#[derive(Clone, Debug, PartialEq)]
pub struct AnnotateFields {
    /// Games in PGN.
    pub text: String,
    /// Which players' moves to annotate.
    pub whose: Whose,
    /// Player name.
    pub player: String,
    /// First move.
    pub first: String,
    /// Last move.
    pub last: String,
    /// Which moves get a comment.
    pub commented: Commented,
    /// Minimum loss of a commented move, in centipawns.
    pub margin: String,
    /// Analysis engine; `None` for the built-in one.
    pub engine: Option<ReportEngine>,
    /// Kind of search limit.
    pub kind: ReportLimitKind,
    /// Search limit.
    pub limit: String,
    /// Number of engines running at once.
    pub workers: String,
    /// Whether to annotate moves of variations, too.
    pub variations: bool,
}

impl AnnotateFields {
    /// Returns the defaults.
    pub fn new(workers: u16) -> Self {
        let limit = ReportLimitKind::Nodes.usual();
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

    /// Parses the fields.
    ///
    /// # Errors
    /// The first invalid field.
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
        let request = ReportRequest {
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
        Ok(RunSettings { request, player, margin })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_mean_what_the_options_of_the_native_program_mean() {
        let mut fields = AnnotateFields::new(3);
        assert_eq!(fields.settings().unwrap().request.workers, 3);
        fields.whose = Whose::Player;
        assert_eq!(fields.settings(), Err(Wrong::Player));
        fields.player = " Karpov ".to_owned();
        fields.commented = Commented::Every;
        (fields.first, fields.last) = ("20".to_owned(), "33".to_owned());
        let settings = fields.settings().unwrap();
        assert_eq!((settings.player.as_str(), settings.margin), ("Karpov", Some(-1)));
        assert_eq!(settings.request.scope().moves, 20..=33);
        fields.commented = Commented::Losing;
        assert_eq!(fields.settings().unwrap().margin, Some(30));
        fields.margin = "-3".to_owned();
        assert_eq!(fields.settings(), Err(Wrong::Margin));
    }
}

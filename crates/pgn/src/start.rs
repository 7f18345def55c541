//! The start position that the tags of a game describe.

use tabia_chess::{Color, FenError, File, Position, PositionError, Setup};
use thiserror::Error;

use crate::quote::quote;
use crate::{ProblemKind, Tags};

/// Where a game starts.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// `None` when the FEN tag cannot be used.
    pub(crate) position: Option<Position>,
    pub(crate) is_chess960: bool,
    /// Whether the `Variant` tag names one whose rules are not known.
    pub(crate) is_variant_unknown: bool,
    pub(crate) problems: Vec<(ProblemKind, String)>,
}

/// What the `Variant` tag says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variant {
    Standard,
    Chess960,
    Other,
}

/// Reads the tags `FEN`, `SetUp` and `Variant`. A FEN counts even when `SetUp` is missing or 0: files often forget it.
pub(crate) fn from_tags(tags: &Tags) -> Start {
    let mut problems = Vec::new();
    let variant_name = tags.get("Variant").unwrap_or_default();
    let variant = variant(variant_name);
    let is_variant_chess960 = variant == Variant::Chess960;
    let is_variant_unknown = variant == Variant::Other;
    if is_variant_unknown {
        let message = format!(
            "the variant {} is not known here: its moves were read as far as they are legal in chess",
            quote(variant_name)
        );
        problems.push((ProblemKind::Variant, message));
    }
    let Some(fen) = tags.get("FEN") else {
        if tags.get("SetUp").is_some_and(|value| value.trim() == "1") {
            let message =
                "the tag SetUp announces a FEN tag but there is none; the usual start position was taken"
                    .to_owned();
            problems.push((ProblemKind::StartPosition, message));
        }
        return Start {
            position: Some(Position::default()),
            is_chess960: is_variant_chess960,
            is_variant_unknown,
            problems,
        };
    };
    match position_from_fen(fen) {
        Ok((position, doubt)) => {
            if let Some(doubt) = doubt {
                let message =
                    format!("the FEN {} was taken although no game leads to it: {doubt}", quote(fen));
                problems.push((ProblemKind::StartPosition, message));
            }
            let is_chess960 = is_variant_chess960 || needs_chess960(&position);
            Start { position: Some(position), is_chess960, is_variant_unknown, problems }
        }
        Err(_) if variant == Variant::Other => {
            let message = format!(
                "the variant {} is not known here, and no game of chess can start from its FEN {}. The tags are kept; left out:",
                quote(variant_name),
                quote(fen)
            );
            problems[0].1 = message;
            Start { position: None, is_chess960: false, is_variant_unknown, problems }
        }
        Err(reason) => {
            let message = format!(
                "no game can start from the FEN {}: {reason}. The tags are kept; left out:",
                quote(fen)
            );
            problems.push((ProblemKind::StartPosition, message));
            Start { position: None, is_chess960: false, is_variant_unknown, problems }
        }
    }
}

/// Why no game can start from a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StartError {
    /// It is no FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// Its position cannot be played on.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Reads a FEN of four to six fields. A position that no game leads to but that can be played on is accepted, with what is wrong
/// with it: studies, odds games and other programs' files have such.
///
/// # Errors
/// [`StartError`] says why it cannot be used.
pub fn position_from_fen(fen: &str) -> Result<(Position, Option<PositionError>), StartError> {
    let setup: Setup = fen.trim().parse()?;
    match setup.position() {
        Ok(position) => Ok((position, None)),
        Err(error) => Ok((setup.position_lenient()?, Some(error))),
    }
}

/// Whether a castling right cannot be written in the notation of ordinary chess: its king does not stand on the e-file or its rook
/// not in the corner.
pub fn needs_chess960(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rooks = position.castling_rights().of(color).rooks();
        rooks.any()
            && (position.king(color).file() != File::E
                || rooks.into_iter().any(|rook| !matches!(rook.file(), File::A | File::H)))
    })
}

/// Whether a `Variant` tag names one whose rules are not known.
pub(crate) fn is_unknown_variant(name: &str) -> bool {
    variant(name) == Variant::Other
}

fn variant(name: &str) -> Variant {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    match name.as_str() {
        "" | "standard" | "chess" | "normal" | "regular" | "fromposition" | "orthodox" => Variant::Standard,
        "frc" | "dfrc" | "freestyle" | "freestylechess" => Variant::Chess960,
        name if name.contains("960") || name.contains("fischer") => Variant::Chess960,
        _ => Variant::Other,
    }
}

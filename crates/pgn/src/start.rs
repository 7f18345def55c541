//! Start position given by the tags of a game.

use tabia_chess::fen::{TolerantFen, is_no_fen, parse_tolerant};
use tabia_chess::{Color, Fault, Faults, FenError, File, ParsePositionError, Position, PositionError, Setup};

use crate::quote::quote;
use crate::{ProblemKind, Tags};

/// Start of a game.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// `None` if the FEN tag is unusable.
    pub(crate) position: Option<Position>,
    pub(crate) is_chess960: bool,
    /// Whether the `Variant` tag names an unsupported variant.
    pub(crate) is_variant_unknown: bool,
    /// Whether the FEN tag has words that are not a position.
    pub(crate) has_words_for_fen: bool,
    pub(crate) problems: Vec<StartProblem>,
}

/// A problem with the tags for the start position.
#[derive(Clone, Debug)]
pub(crate) struct StartProblem {
    pub(crate) kind: ProblemKind,
    pub(crate) message: String,
    /// Whether information from the tags is missing from the game.
    pub(crate) is_loss: bool,
}

/// Value of the `Variant` tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variant {
    Standard,
    Chess960,
    Other,
}

/// Reads the tags `FEN`, `SetUp` and `Variant`. A FEN counts even if `SetUp` is missing or 0, a common omission. Texts without a board are
/// ignored.
pub(crate) fn from_tags(tags: &Tags) -> Start {
    let name = tags.get("Variant").unwrap_or_default();
    let variant = variant(name);
    let mut start = Start {
        position: Some(Position::default()),
        is_chess960: variant == Variant::Chess960,
        is_variant_unknown: variant == Variant::Other,
        has_words_for_fen: false,
        problems: Vec::new(),
    };
    if start.is_variant_unknown {
        let message = format!(
            "the variant {} is not known here: its moves were read as far as they are legal in chess",
            quote(name)
        );
        start.add(ProblemKind::Variant, message, true);
    }
    match tags.get("FEN").filter(|fen| !is_placeholder(fen)) {
        Some(fen) if is_no_fen(fen) => {
            let message =
                format!("the FEN {} is not a position; the usual start position was taken", quote(fen));
            // A Chess960 game is written with the FEN of its start position, which replaces this one.
            start.add(ProblemKind::StartPosition, message, start.is_chess960);
            start.has_words_for_fen = !start.is_chess960;
        }
        Some(fen) => start.take_fen(fen, name),
        None if tags.get("SetUp").is_some_and(|value| value.trim() == "1") => {
            let message =
                "the tag SetUp announces a FEN tag but there is none; the usual start position was taken";
            start.add(ProblemKind::StartPosition, message.to_owned(), false);
        }
        None => {}
    }
    start
}

impl Start {
    fn add(&mut self, kind: ProblemKind, message: String, is_loss: bool) {
        self.problems.push(StartProblem { kind, message, is_loss });
    }

    fn take_fen(&mut self, fen: &str, variant: &str) {
        let kind = ProblemKind::StartPosition;
        match read(fen, self.is_chess960) {
            Ok(StartFen { position, doubt, ignored, names_rooks }) => {
                if let Some(ignored) = ignored {
                    let message = format!("{} behind the FEN was skipped", quote(&ignored));
                    self.add(kind, message, true);
                }
                if let Some(doubt) = doubt {
                    let is_loss = doubt.faults().contains(Fault::CastlingRights);
                    self.add(kind, doubt_text(fen, doubt), is_loss);
                }
                if !self.is_chess960 && needs_chess960(&position) {
                    if !names_rooks && !position.board().is_start_array() {
                        let message = format!(
                            "the castling rights of the FEN {} fit only Chess960, as which the game was read; \
                             if it is not, take them out of the FEN",
                            quote(fen)
                        );
                        self.add(kind, message, false);
                    }
                    self.is_chess960 = true;
                }
                self.position = Some(position);
            }
            Err(_) if self.is_variant_unknown => {
                self.problems[0].message = format!(
                    "the variant {} is not known here, and no game of chess can start from its FEN {}. The tags are kept; left out:",
                    quote(variant),
                    quote(fen)
                );
                (self.position, self.is_chess960) = (None, false);
            }
            Err(reason) => {
                let message = format!(
                    "no game can start from the FEN {}: {reason}. The tags are kept; left out:",
                    quote(fen)
                );
                self.add(kind, message, true);
                (self.position, self.is_chess960) = (None, false);
            }
        }
    }
}

/// Whether the value of a `FEN` tag stands for no position, or for the usual start by its name.
fn is_placeholder(value: &str) -> bool {
    let value = value.trim();
    let names = ["startpos", "position startpos", "none", "null", "n/a"];
    value.chars().all(|c| matches!(c, '?' | '-' | '.' | '*'))
        || names.iter().any(|name| value.eq_ignore_ascii_case(name))
}

/// Describes the doubtful points of an accepted FEN.
pub fn doubt_text(fen: &str, doubt: PositionError) -> String {
    let rest = doubt.faults().without(Faults::NONE.with(Fault::CastlingRights));
    let castling = "castling rights without king and rook on their squares were dropped; \
                    if the game is Chess960, name the files of the rooks (like HAha)";
    match (rest.is_empty(), rest == doubt.faults()) {
        (true, _) => format!("{castling}: {}", quote(fen)),
        (false, true) => format!("the FEN {} was taken although no game leads to it: {doubt}", quote(fen)),
        (false, false) => {
            let rest = PositionError::from(rest);
            format!("the FEN {} was taken although no game leads to it: {rest}; {castling}", quote(fen))
        }
    }
}

/// Reads a FEN of four to six fields as [tolerantly](parse_tolerant) as files require. A position that is unreachable but playable is
/// accepted, with its faults: studies, odds games and files of other programs have them. Stale castling rights (king or rook has moved) are
/// [dropped](tabia_chess::Setup::drop_stale_castling_rights), which counts as [`Fault::CastlingRights`].
///
/// # Errors
/// [`ParsePositionError`] if it is unusable.
pub fn position_from_fen(fen: &str) -> Result<(Position, Option<PositionError>), ParsePositionError> {
    let StartFen { position, doubt, ignored, .. } = read(fen, false)?;
    match ignored {
        Some(words) => Err(FenError::Trailing(words).into()),
        None => Ok((position, doubt)),
    }
}

/// Start position read from a FEN.
struct StartFen {
    position: Position,
    doubt: Option<PositionError>,
    /// Unread text after the FEN.
    ignored: Option<String>,
    /// Whether a castling right names its rook by the file.
    names_rooks: bool,
}

/// Reads a FEN. In Chess960, all castling rights consistent with king and rook are preserved.
fn read(fen: &str, is_chess960: bool) -> Result<StartFen, ParsePositionError> {
    let TolerantFen { setup, names_rooks, ignored } = parse_tolerant(fen)?;
    let (position, doubt) = if is_chess960 {
        (setup.position_lenient()?, setup.position().err())
    } else {
        of_setup(setup, names_rooks)?
    };
    Ok(StartFen { position, doubt, ignored, names_rooks })
}

/// The position of a setup without stale castling rights, and the faults of the setup.
pub(crate) fn of_setup(
    mut setup: Setup,
    names_rooks: bool,
) -> Result<(Position, Option<PositionError>), PositionError> {
    let is_stale = setup.drop_stale_castling_rights(names_rooks);
    let faults = setup.faults();
    let faults = if is_stale { faults.with(Fault::CastlingRights) } else { faults };
    Ok((setup.position_lenient()?, (!faults.is_empty()).then(|| faults.into())))
}

/// Whether a castling right cannot be expressed in standard notation: the king is not on the e-file or the rook not in the corner.
pub fn needs_chess960(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rooks = position.castling_rights().of(color).rooks();
        rooks.any()
            && (position.king(color).file() != File::E
                || rooks.into_iter().any(|rook| !matches!(rook.file(), File::A | File::H)))
    })
}

/// Whether a `Variant` tag names an unsupported variant.
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

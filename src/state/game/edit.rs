//! Edits of a single game, independent of what is on the board.

use tabia_pgn::{Game, GameResult, Nag, NodeId};

use super::action::{GameAction, GameError};
use super::history::{EditKind, EditPlace};

/// Tags that are derived from the game itself.
pub const DERIVED_TAGS: [&str; 4] = ["Result", "FEN", "SetUp", "Variant"];

/// A completed edit.
pub struct Edited {
    /// Its kind.
    pub kind: EditKind,
    /// Where it was made.
    pub place: EditPlace,
    /// The node on the board after it.
    pub node: NodeId,
}

/// Applies an edit to a game; `node` is on the board. Returns `None` for an action that is not an edit.
///
/// # Errors
/// [`GameError`] if the edit is impossible. The game may be partly changed and must then be discarded.
pub fn apply(game: &mut Game, action: GameAction, node: NodeId) -> Result<Option<Edited>, GameError> {
    let edited = match action {
        GameAction::Play(m) => {
            let played = game.play(node, m)?;
            at(EditKind::Move, EditPlace { before: Some(node), after: Some(played) }, played)
        }
        GameAction::KeepLine(id, moves) => {
            let id = existing(game, id)?;
            let last = moves.into_iter().try_fold(id, |node, m| game.play(node, m))?;
            at(EditKind::Move, EditPlace { before: Some(id), after: Some(last) }, node)
        }
        GameAction::PlayNull => {
            let played = game.play_null(node)?;
            at(EditKind::Move, EditPlace { before: Some(node), after: Some(played) }, played)
        }
        GameAction::Delete(id) => delete(game, existing(game, id)?, node),
        GameAction::DeleteOtherLines(id) => {
            let id = existing(game, id)?;
            game.delete_other_lines(id);
            let is_kept = game.contains(node);
            let before = if is_kept { id } else { node };
            let after = if is_kept { node } else { id };
            at(EditKind::Deletion, EditPlace { before: Some(before), after: Some(id) }, after)
        }
        GameAction::Promote(id) => {
            // Inside a variation, the whole variation is meant.
            let branch = game.branch_point(existing(game, id)?).unwrap_or(id);
            game.promote(branch);
            on(EditKind::Order, id, node)
        }
        GameAction::PromoteToMainLine(id) => {
            game.promote_to_main_line(existing(game, id)?);
            on(EditKind::Order, id, node)
        }
        GameAction::SetHeader { tags, result } => {
            set_header(game, tags, result)?;
            at(EditKind::Header, EditPlace::default(), node)
        }
        GameAction::SetTag(name, value) => {
            set_tag(game, &name, value)?;
            at(EditKind::Header, EditPlace::default(), node)
        }
        GameAction::SetResult(result) => {
            game.set_result(result);
            at(EditKind::Header, EditPlace::default(), node)
        }
        GameAction::Rewrite(version) => {
            game.clone_from(&version);
            let node = if game.contains(node) { node } else { NodeId::ROOT };
            at(EditKind::Report, EditPlace { before: Some(node), after: Some(node) }, node)
        }
        action => return annotate(game, action, node),
    };
    Ok(Some(edited))
}

/// Changes the annotations of one move.
fn annotate(game: &mut Game, action: GameAction, node: NodeId) -> Result<Option<Edited>, GameError> {
    let (kind, id) = match action {
        GameAction::ToggleNag(id, nag) => {
            toggle_nag(&mut game.annotations_mut(existing(game, id)?).nags, nag);
            (EditKind::Glyph, id)
        }
        GameAction::SetComment(id, text) => {
            game.annotations_mut(existing(game, id)?).set_text_after(&text);
            (EditKind::Comment, id)
        }
        // There is no comment before the start.
        GameAction::SetCommentBefore(NodeId::ROOT, _) => return Err(GameError::NoSuchNode),
        GameAction::SetCommentBefore(id, text) => {
            game.annotations_mut(existing(game, id)?).set_text_before(&text);
            (EditKind::CommentBefore, id)
        }
        GameAction::SetClock(id, time) => {
            game.annotations_mut(existing(game, id)?).set_clock(time);
            (EditKind::Clock, id)
        }
        GameAction::SetEvaluation(id, evaluation) => {
            game.annotations_mut(existing(game, id)?).set_evaluation(evaluation);
            (EditKind::Evaluation, id)
        }
        GameAction::ToggleShape(id, shape) => {
            game.annotations_mut(existing(game, id)?).toggle_shape(shape);
            (EditKind::Shapes, id)
        }
        GameAction::ClearShapes(id) => {
            game.annotations_mut(existing(game, id)?).set_shapes(&[]);
            (EditKind::Shapes, id)
        }
        _ => return Ok(None),
    };
    Ok(Some(on(kind, id, node)))
}

fn existing(game: &Game, id: NodeId) -> Result<NodeId, GameError> {
    if game.contains(id) { Ok(id) } else { Err(GameError::NoSuchNode) }
}

fn at(kind: EditKind, place: EditPlace, node: NodeId) -> Edited {
    Edited { kind, place, node }
}

/// Creates an edit of something that belongs to one node.
fn on(kind: EditKind, id: NodeId, node: NodeId) -> Edited {
    at(kind, EditPlace { before: Some(id), after: Some(id) }, node)
}

fn delete(game: &mut Game, id: NodeId, node: NodeId) -> Edited {
    let parent = game.parent(id).unwrap_or(NodeId::ROOT);
    game.delete(id);
    let is_kept = game.contains(node);
    // Undo shows the deleted move again if it was visible before.
    let before = if is_kept { id } else { node };
    let place = EditPlace { before: Some(before), after: Some(parent) };
    at(EditKind::Deletion, place, if is_kept { node } else { parent })
}

/// Adds or removes a glyph. A move has at most one of the six that judge the move (`!` to `?!`), and at most one of those that judge the
/// position.
fn toggle_nag(nags: &mut Vec<Nag>, nag: Nag) {
    if let Some(place) = nags.iter().position(|&other| other == nag) {
        nags.remove(place);
        return;
    }
    match nag.0 {
        1..=6 => {
            nags.retain(|other| !(1..=6).contains(&other.0));
            nags.insert(0, nag);
        }
        10..=19 => {
            nags.retain(|other| !(10..=19).contains(&other.0));
            nags.push(nag);
        }
        _ => nags.push(nag),
    }
}

/// Checks the name of a tag.
///
/// # Errors
/// [`GameError::TagName`] for a name that PGN does not allow, [`GameError::DerivedTag`] for one that is derived from the game.
pub fn check_tag_name(name: &str) -> Result<(), GameError> {
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(GameError::TagName(name.to_owned()));
    }
    if DERIVED_TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(name)) {
        return Err(GameError::DerivedTag(name.to_owned()));
    }
    Ok(())
}

fn set_tag(game: &mut Game, name: &str, value: String) -> Result<(), GameError> {
    check_tag_name(name)?;
    if value.is_empty() {
        game.tags_mut().remove(name);
    } else {
        game.tags_mut().set(name, value);
    }
    Ok(())
}

fn set_header(game: &mut Game, tags: Vec<(String, String)>, result: GameResult) -> Result<(), GameError> {
    let old = std::mem::take(game.tags_mut());
    for (name, value) in tags {
        // Tags of the original file may stay, whatever their names.
        if old.get(&name) != Some(value.as_str()) {
            check_tag_name(&name)?;
        }
        if game.stored_tags().get(&name).is_some() {
            return Err(GameError::RepeatedTag(name));
        }
        if !value.is_empty() {
            game.tags_mut().set(&name, value);
        }
    }
    game.set_result(result);
    Ok(())
}

//! Moves named in comments: `(Nf3)`, as Crafty's annotator reads them.

use tabia_chess::Move;
use tabia_pgn::{Game, NodeId, comment};

/// Alternatives to the move of `node`: moves in parentheses, or alone, in the comments around it, and with `siblings` the first moves of
/// its variations. Only the first move in a pair of parentheses counts. In a comment after the move, a legal reply counts as a reply, not
/// as an alternative.
pub(crate) fn asides(game: &Game, node: NodeId, siblings: bool) -> Vec<Move> {
    let Some(parent) = game.parent(node) else { return Vec::new() };
    let (before, after) = (game.position(parent), game.position(node));
    let own = game.played(node).and_then(tabia_pgn::Played::as_move);
    let mut found: Vec<Move> = Vec::new();
    if siblings {
        found.extend(game.children(parent).skip(1).filter_map(|id| game.played(id)?.as_move()));
    }
    for comment in game.annotations(parent).after.iter().chain(&game.annotations(node).before) {
        found.extend(named(comment).iter().filter_map(|word| before.parse_san(word).ok()));
    }
    for word in game.annotations(node).after.iter().flat_map(|comment| named(comment)) {
        if after.parse_san(&word).is_err() {
            found.extend(before.parse_san(&word));
        }
    }
    let mut moves = Vec::new();
    for m in found {
        if Some(m) != own && !moves.contains(&m) {
            moves.push(m);
        }
    }
    moves
}

/// The first words of each parenthesis in a comment, or its only word.
fn named(comment: &str) -> Vec<String> {
    let prose = comment::prose(comment);
    let parts = prose.split('(').skip(1).filter_map(|part| part.split_once(')'));
    let mut groups: Vec<&str> = parts.map(|(group, _)| group).collect();
    if groups.is_empty() && prose.split_whitespace().count() == 1 {
        groups.push(&prose);
    }
    groups.into_iter().filter_map(first_word).collect()
}

/// The first word, without a leading move number and trailing marks.
fn first_word(group: &str) -> Option<String> {
    let words = group
        .split_whitespace()
        .map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '…'))
        .map(|word| word.trim_end_matches(['!', '?', ',', ';', '.']));
    words.into_iter().find(|word| !word.is_empty()).map(str::to_owned)
}

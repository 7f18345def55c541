//! Sentences about moves: writing and recognizing them.

use tabia_chess::Position;
use tabia_pgn::{Game, Nag, NodeId};

use crate::judgement::Judgement;
use crate::remark::{Remark, eval_words};

/// Glyphs for moves; a move has at most one.
pub(crate) const MOVE_GLYPHS: std::ops::RangeInclusive<u8> = 1..=6;

/// Name of a judgement at the start of a sentence.
pub fn judgement_name(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "Inaccuracy",
        Judgement::Mistake => "Mistake",
        Judgement::Blunder => "Blunder",
    }
}

/// Formats a remark: `Mistake. Nf3 was best: +0.35 instead of -1.20 (depth 18).`
pub fn remark_text(remark: &Remark, before: &Position) -> String {
    let judged =
        remark.judgement.map_or_else(String::new, |judgement| format!("{}. ", judgement_name(judgement)));
    remark_text_with(remark, before, &judged)
}

fn remark_text_with(remark: &Remark, before: &Position, judged: &str) -> String {
    let (best, played) = (eval_words(remark.best.eval), eval_words(remark.played));
    let depth = match remark.best.depth {
        0 => String::new(),
        depth => format!(" (depth {depth})"),
    };
    if remark.is_best {
        // The evaluation written after the move is of the position after it.
        let from = if best == played { String::new() } else { format!("from {best} to ") };
        return format!("The best move: {from}{played}{depth}.");
    }
    let Some(&m) = remark.best.line.first() else {
        return format!("{judged}From {best} to {played}.");
    };
    let m = before.san(m);
    if remark.loss > 0 || remark.judgement.is_some() {
        format!("{judged}{m} was best: {best} instead of {played}{depth}.")
    } else {
        format!("As good as {m}: {played}{depth}.")
    }
}

/// [`remark_text`] for a move in its game, without a verdict if the game gives another one.
pub(crate) fn text_in_game(remark: &Remark, game: &Game, before: &Position) -> String {
    let Some(own) = own_verdict(game, remark.node) else { return remark_text(remark, before) };
    let is_bad = Judgement::ALL.iter().any(|judgement| judgement.nag() == own);
    if is_bad && remark.judgement.is_none() && (remark.is_best || remark.loss == 0) {
        return format!("From {} to {}.", eval_words(remark.best.eval), eval_words(remark.played));
    }
    if remark.judgement.is_some_and(|judgement| judgement.nag() == own) {
        return remark_text(remark, before);
    }
    remark_text_with(remark, before, "")
}

/// The verdict that a game gives on a move: its glyph, or a judgement in the words of lichess. What a report wrote is none.
pub(crate) fn own_verdict(game: &Game, node: NodeId) -> Option<Nag> {
    let annotations = game.annotations(node);
    let said = annotations.text_after();
    let (said, reported) = without_remarks(&said).unwrap_or((said, None));
    let glyph = annotations.nags.iter().copied().find(|nag| MOVE_GLYPHS.contains(&nag.0));
    let named = |word: &str| {
        Judgement::ALL
            .into_iter()
            .find(|judgement| word.strip_suffix('.') == Some(judgement_name(*judgement)))
    };
    glyph
        .filter(|&glyph| reported.map(Judgement::nag) != Some(glyph))
        .or_else(|| said.split_whitespace().find_map(named).map(Judgement::nag))
}

/// Removes the sentences of [`remark_text`] from a text; returns the rest and the judgement of the last sentence, or `None` if there are
/// none. Line breaks are preserved.
pub(crate) fn without_remarks(text: &str) -> Option<(String, Option<Judgement>)> {
    let (mut lines, mut judgement, mut is_found) = (Vec::new(), None, false);
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let (mut kept, mut at) = (Vec::new(), 0);
        while at < words.len() {
            if let Some(sentence) = sentence(&words[at..]) {
                judgement = sentence.judgement;
                is_found = true;
                at += sentence.words;
            } else {
                kept.push(words[at]);
                at += 1;
            }
        }
        if kept.iter().any(|word| !word.is_empty()) {
            lines.push(kept.join(" "));
        }
    }
    is_found.then(|| (lines.join("\n"), judgement))
}

/// Whether a sentence of [`remark_text`] calls the move the best.
pub(crate) fn calls_best(text: &str) -> bool {
    text.lines().any(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        (0..words.len()).any(|at| sentence(&words[at..]).is_some_and(|sentence| sentence.calls_best))
    })
}

/// The best move named in a text, in the words of lichess or of [`remark_text`].
pub(crate) fn best_named(text: &str) -> Option<&str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words
        .windows(3)
        .rev()
        .find(|three| three[1] == "was" && matches!(three[2], "best." | "best:"))
        .map(|three| three[0])
}

/// A sentence of [`remark_text`].
struct Sentence {
    words: usize,
    judgement: Option<Judgement>,
    calls_best: bool,
}

/// The sentence of [`remark_text`] at the start of these words.
fn sentence(words: &[&str]) -> Option<Sentence> {
    let named =
        |word: &str| Judgement::ALL.into_iter().find(|j| word.strip_suffix('.') == Some(judgement_name(*j)));
    let judgement = words.first().and_then(|word| named(word));
    let begin = usize::from(judgement.is_some());
    let rest = &words[begin..];
    // Number of words before the last evaluation, and whether a depth may follow it.
    let (lead, has_depth, calls_best) = match rest {
        ["The", "best", "move:", "from", eval, "to", ..] if is_eval(eval) => (6, true, true),
        ["The", "best", "move:", ..] => (3, true, true),
        ["As", "good", "as", m, ..] if m.ends_with(':') => (4, true, false),
        ["From", eval, "to", ..] if is_eval(eval) => (3, false, false),
        [_, "was", "best:", eval, "instead", "of", ..] if is_eval(eval) => (6, true, false),
        _ => return None,
    };
    let eval = rest.get(lead)?;
    let length = match rest.get(lead + 1..lead + 3) {
        Some(["(depth", number]) if has_depth && is_eval(eval) => {
            number.strip_suffix(").")?.parse::<u32>().ok()?;
            lead + 3
        }
        _ if eval.strip_suffix('.').is_some_and(is_eval) => lead + 1,
        _ => return None,
    };
    Some(Sentence { words: begin + length, judgement, calls_best })
}

/// Whether a word is an evaluation in the format of [`eval_words`].
fn is_eval(word: &str) -> bool {
    let number = word.strip_prefix('#').unwrap_or(word);
    let number = number.strip_prefix(['+', '-']).unwrap_or(number);
    number.contains(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_digit() || c == '.')
        && !number.ends_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_sentences_are_known_and_others_stay() {
        for (text, rest, judgement) in [
            ("Mistake. Nf3 was best: +0.35 instead of -1.20 (depth 18).", "", Some(Judgement::Mistake)),
            (
                "Sharp. Blunder. Qe2 was best: #-3 instead of #1. And then?",
                "Sharp. And then?",
                Some(Judgement::Blunder),
            ),
            ("The best move: 0.00 (depth 9). As good as O-O: +0.10 (depth 8).", "", None),
            ("Inaccuracy. From +0.30 to -1.20.", "", Some(Judgement::Inaccuracy)),
            ("The best move: from -0.02 to +0.21 (depth 9).", "", None),
            (
                "Here (Bc4) is the Italian\nMistake. d4 was best: +0.35 instead of -1.20 (depth 18).\nAnd then?",
                "Here (Bc4) is the Italian\nAnd then?",
                Some(Judgement::Mistake),
            ),
        ] {
            assert_eq!(without_remarks(text), Some((rest.to_owned(), judgement)), "{text}");
        }
        for text in [
            "",
            "Mistake.",
            "Nf3 was best: I think",
            "The best move: Nf3.",
            "(0.12 → -1.50) Mistake. Nf3 was best.",
            "From 1.e4 to mate.",
            "As good as it gets: really",
            "Nf3 was best: +0.35 instead of -1.20 (depth many).",
        ] {
            assert_eq!(without_remarks(text), None, "{text}");
        }
        assert!(calls_best("Fine. The best move: +0.30.") && !calls_best("The best move: Nf3."));
        assert_eq!(best_named("(0.12 → -1.50) Mistake. Nf3 was best."), Some("Nf3"));
        assert_eq!(best_named("Mistake. O-O was best: +0.35 instead of -1.20 (depth 18)."), Some("O-O"));
        assert_eq!(best_named("It was best to resign."), None);
    }
}

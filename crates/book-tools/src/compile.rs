//! Books made from hand-written lines.

use std::collections::HashMap;

use tabia_chess::Move;
use tabia_polyglot::Entry;

use crate::tree::{Mark, Row, line_to};

/// Makes a book from the lines of trees ([`crate::tree`]).
///
/// A move's weight is 40 times the square root of the number of lines through it; three times that with `!`, a
/// quarter with `?!`, 0 with `?` ([`Mark::factor`]). The square root keeps an opening with many lines
/// from crowding out the others. Transposing lines are counted together; a mark applies to the move in that position
/// wherever the trees reach it, and if they disagree, the first wins. The entries are in book order.
pub fn compile<'a, 'r: 'a>(trees: impl IntoIterator<Item = &'a [Row<'r>]>) -> Vec<Entry> {
    let mut moves: HashMap<(u64, Move), (u32, Mark)> = HashMap::new();
    for rows in trees {
        for (row, _) in rows.iter().enumerate().filter(|(_, row)| !row.continued) {
            for tree_move in line_to(rows, row) {
                let (lines, mark) = moves.entry((tree_move.before.key(), tree_move.mv)).or_default();
                *lines += 1;
                if *mark == Mark::Plain {
                    *mark = tree_move.mark;
                }
            }
        }
    }
    let mut entries: Vec<Entry> = moves
        .iter()
        .map(|(&(key, mv), &(lines, mark))| {
            let factor = u64::from(10 * mark.factor());
            let weight = (u64::from(lines) * factor * factor).isqrt().min(u64::from(u16::MAX));
            Entry { key, book_move: mv.into(), weight: weight as u16, learn: 0 }
        })
        .collect();
    entries.sort_unstable_by(|a, b| a.book_order(b).then(a.book_move.cmp(&b.book_move)));
    entries
}

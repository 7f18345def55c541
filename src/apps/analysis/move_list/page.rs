//! Page of the move list: a range of blocks, re-rendered only if they or their moves have changed.

use super::layout::{Block, Inline};
use crate::apps::analysis::strings;
use crate::components::icon::{Icon, IconView};
use crate::state::glyphs::glyph_text;
use crate::state::move_list::{MoveFacts, MoveRow, time_text};
use crate::state::score::Perspective;
use std::rc::Rc;
use std::slice::Iter;
use tabia_chess::Color;
use tabia_pgn::Nag;
use yew::prelude::*;

/// Blocks per page; www/styles/panels.css has the height of a page.
pub const PAGE: usize = 100;

/// Depth of variations that are indented; deeper ones are in parentheses.
const INDENTED: usize = 5;

/// Identifies a page of a game.
#[derive(Clone)]
pub struct PageOf {
    /// Moves.
    pub rows: Rc<[MoveRow]>,
    /// All blocks of the list.
    pub blocks: Rc<Vec<Block>>,
    /// First block of the page.
    pub from: usize,
}

impl PageOf {
    fn blocks(&self) -> &[Block] {
        &self.blocks[self.from..self.blocks.len().min(self.from + PAGE)]
    }
}

impl PartialEq for PageOf {
    fn eq(&self, other: &Self) -> bool {
        let is_same_list = Rc::ptr_eq(&self.rows, &other.rows) && Rc::ptr_eq(&self.blocks, &other.blocks);
        if is_same_list && self.from == other.from {
            return true;
        }
        let mut moves = self.blocks().iter().flat_map(Block::moves);
        self.blocks() == other.blocks() && moves.all(|index| self.rows[index] == other.rows[index])
    }
}

/// Properties of [`Page`].
#[derive(Properties, PartialEq)]
pub struct PageProps {
    /// Content.
    pub of: PageOf,
}

/// Blocks of a page.
#[component]
pub fn Page(props: &PageProps) -> Html {
    let of = &props.of;
    html! {
        <div class="move-page">{ for of.blocks().iter().enumerate().map(|(key, block)| block_html(key, block, &of.rows)) }</div>
    }
}

fn block_html(key: usize, block: &Block, rows: &[MoveRow]) -> Html {
    match block {
        Block::Pair { number, white, black } => html! {
            <div {key} class="move-row">
                <span class="move-number">{ format!("{number}.") }</span>
                { side_html(*white, rows) }
                { side_html(*black, rows) }
            </div>
        },
        Block::Comment(text) => html! { <p {key} class="move-comment">{ text }</p> },
        Block::Variation(parts) => variation_html(&mut parts.iter(), rows, 1),
    }
}

/// Variation that can be collapsed to its first move, with the variations inside it; consumes the parts up to its end. The DOM holds which
/// are collapsed, so the key is the first move: an edit before the variation doesn't collapse another one.
fn variation_html(parts: &mut Iter<'_, Inline>, rows: &[MoveRow], depth: usize) -> Html {
    let first = parts.as_slice().iter().find_map(|part| match part {
        Inline::Move(number, index) => Some((number.as_deref().unwrap_or_default(), &rows[*index])),
        _ => None,
    });
    let mut content = Vec::new();
    let mut in_parentheses = 0;
    while let Some(part) = parts.next() {
        match part {
            Inline::Move(number, index) => content.push(numbered_html(number.as_deref(), *index, rows)),
            Inline::Comment(text) => {
                content.push(html! { <span class="inline-comment">{ text }{ " " }</span> });
            }
            Inline::Open if depth < INDENTED => content.push(variation_html(parts, rows, depth + 1)),
            Inline::Open => {
                in_parentheses += 1;
                content.push(html! { "( " });
            }
            Inline::Close if in_parentheses > 0 => {
                in_parentheses -= 1;
                content.push(html! { ") " });
            }
            Inline::Close => break,
        }
    }
    let key = first.map_or_else(String::new, |(_, row)| format!("{:?}", row.node));
    let name = first.map_or_else(String::new, |(number, row)| format!("{number} {} …", row.san));
    html! {
        <details {key} class="variation" open=true><summary tabindex="-1"><IconView icon={Icon::Chevron} /><span>{ name }</span></summary>{ for content }</details>
    }
}

fn side_html(index: Option<usize>, rows: &[MoveRow]) -> Html {
    match index {
        Some(index) => match &rows[index].facts {
            Some(facts) => html! {
                <span class="move-with-facts" data-about-move={index.to_string()} title={facts.text.clone()}>{ move_html(index, rows) }{ facts_html(facts) }</span>
            },
            None => move_html(index, rows),
        },
        None => html! { <span class="move-gap" aria-hidden="true">{ "…" }</span> },
    }
}

/// Move of a variation. Its number stays on the same line.
fn numbered_html(number: Option<&str>, index: usize, rows: &[MoveRow]) -> Html {
    let played = move_html(index, rows);
    let Some(number) = number else { return html! { <>{ played }{ " " }</> } };
    html! {
        <><span class="inline-move"><span class="inline-number">{ number.to_owned() }</span>{ played }</span>{ " " }</>
    }
}

/// Annotations of a move in short form.
fn facts_html(facts: &MoveFacts) -> Html {
    let score = facts.evaluation.map(|score| score.text(Perspective::White, Color::White).replace('-', "−"));
    let time = facts.clock.or(facts.time).map(time_text);
    html! {
        <span class="move-facts">
            if facts.is_book { <span class="move-book">{ strings::book_move() }</span> }
            if let Some(score) = score { <span class="move-eval">{ score }</span> }
            if let Some(time) = time { <span class="move-time">{ time }</span> }
        </span>
    }
}

fn move_html(index: usize, rows: &[MoveRow]) -> Html {
    let row = &rows[index];
    html! {
        <button type="button" class="move" data-move={index.to_string()} tabindex="-1">
            { &row.san }{ for row.nags.iter().map(|&nag| nag_html(nag)) }
        </button>
    }
}

fn nag_html(nag: Nag) -> Html {
    html! { <span class={format!("nag nag-{}", nag.0)} title={strings::nag_meaning(nag)}>{ glyph_text(nag) }</span> }
}

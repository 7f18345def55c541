//! Page of the move list: a range of blocks, re-rendered only if they or their moves have changed.

use super::layout::{Block, Inline};
use crate::apps::analysis::strings;
use crate::state::glyphs::glyph_text;
use crate::state::move_list::{MoveFacts, MoveRow, time_text};
use crate::state::score::Perspective;
use std::rc::Rc;
use tabia_chess::Color;
use tabia_pgn::Nag;
use yew::prelude::*;

/// Blocks per page; www/styles/panels.css has the height of a page.
pub const PAGE: usize = 100;

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
        Block::Variation(parts) => html! {
            <div {key} class="variation">{ for parts.iter().map(|part| inline_html(part, rows)) }</div>
        },
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

fn inline_html(part: &Inline, rows: &[MoveRow]) -> Html {
    match part {
        Inline::Move(number, index) => html! {
            <>
                if let Some(number) = number { <span class="inline-number">{ number }</span> }
                { move_html(*index, rows) }
                { " " }
            </>
        },
        Inline::Comment(text) => html! { <span class="inline-comment">{ text }{ " " }</span> },
        Inline::Open => html! { "( " },
        Inline::Close => html! { ") " },
    }
}

/// Annotations of a move in short form.
fn facts_html(facts: &MoveFacts) -> Html {
    let score = facts.evaluation.map(|score| score.text(Perspective::White, Color::White).replace('-', "−"));
    let time = facts.clock.or(facts.time).map(time_text);
    html! {
        <span class="move-facts">
            if facts.is_book { <span class="move-book">{ strings::BOOK_MOVE }</span> }
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
    html! { <span class={format!("nag nag-{}", nag.0)} title={nag.meaning()}>{ glyph_text(nag) }</span> }
}

//! The table of lessons.

use super::lessons::Lessons;
use crate::apps::book::strings;
use crate::components::icon::{Icon, IconView};
use std::rc::Rc;
use tabia_book_tools::filter::BookSide;
use tabia_book_tools::learn::{LearnStore, Lesson, Teaching};
use tabia_chess::{Color, Position};
use yew::prelude::*;

/// Maximum number of lessons shown, newest first.
const SHOWN: usize = 200;

/// Renders the newest lessons, each with a button to delete it.
pub fn table(store: &Rc<LearnStore>, lessons: &Lessons) -> Html {
    let rows = store.lessons().iter().enumerate().rev().take(SHOWN).map(|(index, lesson)| {
        let forget = {
            let (lessons, lesson) = (lessons.clone(), lesson.clone());
            Callback::from(move |_: MouseEvent| {
                let lesson = lesson.clone();
                lessons.change(move |store| {
                    // Another tab may have changed the order.
                    if let Some(index) = store.lessons().iter().position(|other| *other == lesson) {
                        store.forget(index);
                    }
                });
            })
        };
        html! {
            <tr key={index}>
                <td>{ line_text(lesson) }</td>
                <td>{ what(lesson) }</td>
                <td>{ [lesson.opponent.as_str(), lesson.time.as_str()].join(" ") }</td>
                <td><button type="button" class="button quiet icon small" aria-label={strings::delete_this_lesson()} title={strings::delete_this_lesson()} onclick={forget}><IconView icon={Icon::Close} /></button></td>
            </tr>
        }
    });
    let hidden = store.lessons().len().saturating_sub(SHOWN);
    html! {
        <>
            <div class="leaving-scroll">
                <table class="leaving-table">
                    <thead><tr><th>{ strings::moves() }</th><th>{ strings::lesson() }</th><th>{ strings::opponent() }</th><th><span class="visually-hidden">{ strings::delete() }</span></th></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
            if hidden > 0 { <p class="form-note">{ strings::older_lessons(hidden) }</p> }
        </>
    }
}

/// Describes a lesson in words.
fn what(lesson: &Lesson) -> String {
    match lesson.teaching {
        Teaching::Book { value, depth, rating_difference } => {
            let pawns = f64::from(value) / 100.0;
            let rating = if rating_difference == 0 {
                String::new()
            } else {
                strings::rating_suffix(&rating_difference)
            };
            strings::evaluation_lesson(&pawns, &depth, &rating)
        }
        Teaching::Result { .. } => strings::lost_lesson().to_owned(),
    }
}

/// Returns the moves of a lesson, with the side that learned from it.
fn line_text(lesson: &Lesson) -> String {
    let mut position = Position::default();
    let mut words = Vec::new();
    for text in &lesson.line.moves {
        let Ok(mv) = position.parse_uci(text) else { break };
        if position.turn() == Color::White {
            words.push(format!("{}.", position.fullmove_number()));
        }
        words.push(position.san(mv));
        position.play_unchecked(mv);
    }
    let side = if lesson.line.side == BookSide::White { strings::white() } else { strings::black() };
    format!("{side}: {}", words.join(" "))
}

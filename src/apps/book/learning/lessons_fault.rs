//! Unreadable lessons: nothing overwrites them, and they can be set aside.

use super::lessons::Lessons;
use crate::apps::book::strings;
use crate::services::books::lessons::LessonsError;
use crate::state::text::sentence;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Properties of [`LessonsFault`].
#[derive(Properties, PartialEq)]
pub struct LessonsFaultProps {
    /// The lessons.
    pub lessons: Lessons,
    /// Why they cannot be read.
    pub error: LessonsError,
    /// Called when they were set aside.
    pub on_done: Callback<()>,
}

/// The message, with a button to set the lessons aside if they are the problem.
#[component]
pub fn LessonsFault(props: &LessonsFaultProps) -> Html {
    let LessonsFaultProps { lessons, error, on_done } = props;
    let set_aside = match error {
        LessonsError::Lessons(reason) => {
            let (lessons, reason, on_done) = (lessons.clone(), reason.clone(), on_done.clone());
            Some(Callback::from(move |_: MouseEvent| {
                let (lessons, reason, on_done) = (lessons.clone(), reason.clone(), on_done.clone());
                spawn_local(async move {
                    match lessons.set_aside(&reason).await {
                        Ok(()) => {
                            lessons.context.news(strings::set_aside_told().to_owned());
                            on_done.emit(());
                        }
                        Err(error) => {
                            lessons.context.fault(strings::the_lessons_were_not_changed(), error.to_string());
                        }
                    }
                });
            }))
        }
        LessonsError::Store(_) => None,
    };
    html! {
        <>
            <p class="field-error" role="alert">{ sentence(&error.to_string()) }</p>
            if let Some(onclick) = set_aside {
                <div class="form-row"><button type="button" class="button" {onclick}>{ strings::set_lessons_aside() }</button></div>
            }
        </>
    }
}

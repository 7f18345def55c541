//! The game as a GIF.

use super::files::{blob_of, file_name};
use super::raster::{Raster, shown_pieces, theme_colors};
use super::{ShareProps, print_page::players};
use crate::apps::analysis::strings;
use crate::components::board::picture::{Colors, Picture, names_height};
use crate::components::board::view::marked_squares;
use crate::components::icon::{Icon, IconView};
use crate::components::select::Select;
use crate::language::Text;
use crate::platform::download::download;
use crate::platform::turns::next_turn;
use crate::services::share::gif::{GifMaker, MAX_FRAMES};
use crate::state::game::GameState;
use js_sys::Uint8Array;
use std::cell::Cell;
use std::rc::Rc;
use tabia_chess::{Color, Position};
use tabia_pgn::{NodeId, Played};
use tabia_worker::abi::error_text;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, HtmlSelectElement, Url};
use yew::prelude::*;

/// Widths to choose from, in pixels.
const WIDTHS: [u32; 3] = [360, 480, 720];
/// Time per position to choose from, in hundredths of a second, with its name.
const PACES: [(u32, Text); 4] = [
    (50, strings::half_a_second),
    (100, strings::one_second),
    (200, strings::two_seconds),
    (300, strings::three_seconds),
];
/// Extra time of the last position, in hundredths of a second.
const LAST: u32 = 300;
/// Number of pictures, spread over the game, that determine the palette.
const SAMPLES: usize = 4;

/// Chosen options.
#[derive(Clone, Copy, PartialEq, Eq)]
struct GifOptions {
    width: u32,
    pace: u32,
}

/// Progress of the rendering.
#[derive(Clone, PartialEq)]
enum Progress {
    None,
    Frame(usize, usize),
    Failed(String),
    Done { url: Rc<str>, blob: Blob, frames: usize, left_out: usize },
}

/// GIF of the current line.
#[component]
pub fn GifSection(props: &ShareProps) -> Html {
    let ShareProps { state, coordinates, .. } = props;
    let choice = use_state_eq(|| GifOptions { width: WIDTHS[1], pace: PACES[1].0 });
    let progress = use_state_eq(|| Progress::None);
    // Stops the rendering when the dialog is closed.
    let wanted = (*use_memo((), |()| Rc::new(Cell::new(true)))).clone();
    use_effect_with((), {
        let wanted = Rc::clone(&wanted);
        move |()| move || wanted.set(false)
    });
    let make = {
        let (state, choice, progress, coordinates) =
            (state.clone(), *choice, progress.setter(), *coordinates);
        Callback::from(move |_: MouseEvent| {
            let (state, progress, wanted) = (state.clone(), progress.clone(), Rc::clone(&wanted));
            spawn_local(async move {
                let told = progress.clone();
                let outcome = make_gif(&state, choice, coordinates, &wanted, move |now, all| {
                    told.set(Progress::Frame(now, all));
                })
                .await;
                match outcome {
                    Ok(Some(done)) => progress.set(done),
                    Ok(None) => {}
                    Err(reason) => progress.set(Progress::Failed(reason)),
                }
            });
        })
    };
    let address = match &*progress {
        Progress::Done { url, .. } => Some(Rc::clone(url)),
        _ => None,
    };
    use_effect_with(address, |address| {
        let address = address.clone();
        // Revoking an unknown address fails harmlessly.
        move || drop(address.map(|address| Url::revoke_object_url(&address)))
    });
    if state.game().main_child(NodeId::ROOT).is_none() {
        return html! {};
    }
    let is_busy = matches!(*progress, Progress::Frame(..));
    html! {
        <section aria-labelledby="share-gif-title">
            <h3 id="share-gif-title">{ strings::gif() }</h3>
            <p class="share-note">{ strings::gif_note() }</p>
            <div class="share-row">
                { select(strings::width(), WIDTHS.map(|width| (width, strings::pixels(&width))).to_vec(), choice.width, {
                    let (setter, choice) = (choice.setter(), *choice);
                    Callback::from(move |width| setter.set(GifOptions { width, ..choice }))
                }) }
                { select(strings::each_position(), PACES.map(|(pace, name)| (pace, name().to_owned())).to_vec(), choice.pace, {
                    let (setter, choice) = (choice.setter(), *choice);
                    Callback::from(move |pace| setter.set(GifOptions { pace, ..choice }))
                }) }
                <button type="button" class="button" disabled={is_busy} onclick={make}>{ strings::make_gif() }</button>
            </div>
            <div role="status">{ outcome(&progress, &file_name(state)) }</div>
        </section>
    }
}

fn select(label: &'static str, options: Vec<(u32, String)>, chosen: u32, on_choose: Callback<u32>) -> Html {
    let onchange = Callback::from(move |event: Event| {
        let field = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
        if let Some(value) = field.and_then(|field| field.value().parse().ok()) {
            on_choose.emit(value);
        }
    });
    html! {
        <label class="share-field">{ label }
            <Select {onchange}>
                { for options.into_iter().map(|(value, name)| html! { <option value={value.to_string()} selected={value == chosen}>{ name }</option> }) }
            </Select>
        </label>
    }
}

fn outcome(progress: &Progress, name: &str) -> Html {
    match progress {
        Progress::None => html! {},
        Progress::Frame(now, all) => html! { <p class="share-note">{ strings::gif_progress(now, all) }</p> },
        Progress::Failed(reason) => {
            html! { <div class="problem"><IconView icon={Icon::Warning} /><p>{ reason }</p></div> }
        }
        Progress::Done { url, blob, frames, left_out } => {
            let onclick = {
                let (blob, name) = (blob.clone(), format!("{name}.gif"));
                // If the browser refuses, the picture can still be saved by its context menu.
                Callback::from(move |_: MouseEvent| drop(download(&name, &blob)))
            };
            let kilobytes = (blob.size() / 1000.0).ceil() as usize;
            html! {
                <div class="share-row">
                    <img class="share-preview" alt={strings::gif_of_the_game()} width="180" src={url.to_string()} />
                    <div class="share-side">
                        <p class="share-note">{ strings::gif_size(*frames, &kilobytes) }</p>
                        if *left_out > 0 { <p class="share-note">{ strings::gif_left_out(*left_out, &MAX_FRAMES) }</p> }
                        <button type="button" class="button primary" {onclick}><IconView icon={Icon::Download} />{ strings::save_gif() }</button>
                    </div>
                </div>
            }
        }
    }
}

/// Position of the line, and the move that led to it.
struct Shot {
    position: Position,
    node: NodeId,
}

/// Returns the positions of the current line, from the start of the game to its end.
fn shots(state: &GameState) -> Vec<Shot> {
    let game = state.game();
    let end = game.line_end(state.node());
    game.path(end)
        .into_iter()
        .zip(game.positions(end))
        .map(|(node, position)| Shot { position, node })
        .collect()
}

fn svg_of(shot: &Shot, state: &GameState, colors: &Colors, coordinates: bool, width: u32) -> String {
    let game = state.game();
    let [white, black] = players(game);
    let names = if state.orientation() == Color::White { [&black, &white] } else { [&white, &black] };
    let picture = Picture {
        pieces: shown_pieces(),
        position: &shot.position,
        orientation: state.orientation(),
        last_move: game.played(shot.node).and_then(Played::as_move).map(marked_squares),
        drawn: game.annotations(shot.node).shapes(),
        coordinates,
        colors,
    };
    picture.svg_with_names(width, names.map(String::as_str))
}

/// Renders the GIF, one picture per turn of the event loop; `None` if cancelled.
async fn make_gif(
    state: &GameState,
    choice: GifOptions,
    coordinates: bool,
    wanted: &Cell<bool>,
    progress: impl Fn(usize, usize),
) -> Result<Option<Progress>, String> {
    let refused = |error: JsValue| error_text(&error);
    let mut shots = shots(state);
    let left_out = shots.len().saturating_sub(MAX_FRAMES);
    shots.truncate(MAX_FRAMES);
    let colors = theme_colors().map_err(refused)?;
    let (width, height) = (choice.width, names_height(choice.width));
    let raster = Raster::new(width, height).map_err(refused)?;
    let mut samples = Vec::new();
    for index in 0..SAMPLES {
        let shot = &shots[index * (shots.len() - 1) / (SAMPLES - 1)];
        raster.draw(&svg_of(shot, state, &colors, coordinates, width)).await.map_err(refused)?;
        samples.push(raster.pixels().map_err(refused)?);
        next_turn().await;
    }
    let samples: Vec<&[u8]> = samples.iter().map(Vec::as_slice).collect();
    let fault = |error: crate::services::share::gif::GifError| error.to_string();
    let mut gif = GifMaker::new(width as u16, height as u16, &samples).map_err(fault)?;
    let count = shots.len();
    for (index, shot) in shots.iter().enumerate() {
        if !wanted.get() {
            return Ok(None);
        }
        progress(index + 1, count);
        raster.draw(&svg_of(shot, state, &colors, coordinates, width)).await.map_err(refused)?;
        let pixels = raster.pixels().map_err(refused)?;
        next_turn().await;
        let delay = choice.pace + if index + 1 == count { LAST } else { 0 };
        gif.add(&pixels, delay as u16).map_err(fault)?;
        next_turn().await;
    }
    let bytes = Uint8Array::from(gif.finish().map_err(fault)?.as_slice());
    let blob = blob_of(&bytes, "image/gif").map_err(refused)?;
    let url = Url::create_object_url_with_blob(&blob).map_err(refused)?;
    Ok(Some(Progress::Done { url: url.into(), blob, frames: count, left_out }))
}

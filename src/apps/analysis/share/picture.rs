//! Picture of the board.

use super::ShareProps;
use super::files::{blob_of, file_name};
use super::raster::{Raster, data_url, shown_pieces, theme_colors};
use crate::apps::analysis::strings;
use crate::components::board::picture::{Colors, Picture};
use crate::components::board::view::marked_squares;
use crate::components::icon::{Icon, IconView};
use crate::components::select::Select;
use crate::components::toasts::{ToastAction, ToastDispatcher, Tone};
use crate::platform::clipboard::copy_picture;
use crate::platform::download::download;
use crate::state::game::GameState;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, HtmlSelectElement};
use yew::prelude::*;

/// Side lengths to choose from, in pixels.
const SIZES: [u32; 4] = [360, 720, 1080, 1440];
/// Side length of the preview, in pixels.
const PREVIEW: u32 = 180;

/// Returns the board as an SVG.
fn svg_of(state: &GameState, colors: &Colors, coordinates: bool, size: u32) -> String {
    let picture = Picture {
        pieces: shown_pieces(),
        position: state.position(),
        orientation: state.orientation(),
        last_move: state.last_move().map(marked_squares),
        drawn: state.game().annotations(state.node()).shapes(),
        coordinates,
        colors,
    };
    picture.svg(size)
}

/// What to do with the picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PictureAction {
    Png,
    Svg,
    Copy,
}

/// PNG and SVG, saved or copied.
#[component]
pub fn PictureSection(props: &ShareProps) -> Html {
    let ShareProps { state, coordinates, toasts, .. } = props;
    let size = use_state_eq(|| SIZES[1]);
    let onchange = use_callback(size.setter(), |event: Event, size| {
        let field = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
        if let Some(side) = field.and_then(|field| field.value().parse().ok()) {
            size.set(side);
        }
    });
    let Ok(colors) = theme_colors() else { return html! {} };
    let act = |action: PictureAction| {
        let (state, colors, toasts, coordinates) =
            (state.clone(), colors.clone(), toasts.clone(), *coordinates);
        let size = *size;
        Callback::from(move |_: MouseEvent| {
            let svg = svg_of(&state, &colors, coordinates, size);
            spawn_local(make(action, svg, size, file_name(&state), toasts.clone()));
        })
    };
    html! {
        <section aria-labelledby="share-picture-title">
            <h3 id="share-picture-title">{ strings::picture() }</h3>
            <div class="share-row">
                <img class="share-preview" alt={strings::picture_of_the_board()} width={PREVIEW.to_string()} height={PREVIEW.to_string()} src={data_url(&svg_of(state, &colors, *coordinates, PREVIEW))} />
                <div class="share-side">
                    <label class="share-field">{ strings::size() }
                        <Select {onchange}>
                            { for SIZES.into_iter().map(|side| html! { <option value={side.to_string()} selected={side == *size}>{ strings::pixels(&side) }</option> }) }
                        </Select>
                    </label>
                    <button type="button" class="button" onclick={act(PictureAction::Copy)}><IconView icon={Icon::Copy} />{ strings::copy_picture() }</button>
                    <button type="button" class="button" onclick={act(PictureAction::Png)}><IconView icon={Icon::Download} />{ strings::png() }</button>
                    <button type="button" class="button" onclick={act(PictureAction::Svg)}><IconView icon={Icon::Download} />{ strings::svg() }</button>
                </div>
            </div>
        </section>
    }
}

async fn make(action: PictureAction, svg: String, size: u32, name: String, toasts: ToastDispatcher) {
    let done = match action {
        PictureAction::Svg => blob_of(&JsValue::from_str(&svg), "image/svg+xml")
            .is_ok_and(|blob| download(&format!("{name}.svg"), &blob).is_ok()),
        PictureAction::Png => {
            png(&svg, size).await.is_ok_and(|blob| download(&format!("{name}.png"), &blob).is_ok())
        }
        PictureAction::Copy => match png(&svg, size).await {
            Ok(blob) => copy_picture(&blob).await,
            Err(_) => false,
        },
    };
    let action = match (action, done) {
        (PictureAction::Copy, true) => {
            ToastAction::Show(Tone::News, strings::picture_copied().to_owned(), String::new(), None)
        }
        (PictureAction::Copy, false) => ToastAction::Show(
            Tone::Fault,
            strings::picture_not_copied().to_owned(),
            strings::picture_not_copied_advice().to_owned(),
            None,
        ),
        (_, true) => return,
        (_, false) => ToastAction::Show(
            Tone::Fault,
            strings::picture_not_made().to_owned(),
            strings::picture_not_made_advice().to_owned(),
            None,
        ),
    };
    toasts.dispatch(action);
}

async fn png(svg: &str, size: u32) -> Result<Blob, JsValue> {
    let raster = Raster::new(size, size)?;
    raster.draw(svg).await?;
    raster.png().await
}

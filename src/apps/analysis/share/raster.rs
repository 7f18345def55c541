//! Rasterizes SVGs on a canvas.

use crate::components::board::picture::{CBURNETT, Colors};
use js_sys::{Object, Promise, Reflect, encode_uri_component};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, CanvasRenderingContext2d, Document, HtmlCanvasElement, HtmlElement, HtmlImageElement};

/// Returns an SVG as a data URL. The page's policy only allows its own images and data URLs.
pub fn data_url(svg: &str) -> String {
    format!("data:image/svg+xml;charset=utf-8,{}", String::from(encode_uri_component(svg)))
}

/// Canvas for pictures of the same size.
pub struct Raster {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    width: u32,
    height: u32,
}

impl Raster {
    /// Creates a canvas of this size in pixels.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn new(width: u32, height: u32) -> Result<Self, JsValue> {
        let canvas: HtmlCanvasElement = document()?.create_element("canvas")?.unchecked_into();
        canvas.set_width(width);
        canvas.set_height(height);
        let options = Object::new();
        Reflect::set(&options, &"willReadFrequently".into(), &JsValue::TRUE)?;
        let context =
            canvas.get_context_with_context_options("2d", &options)?.ok_or("no canvas")?.unchecked_into();
        Ok(Self { canvas, context, width, height })
    }

    /// Draws an SVG over the whole canvas.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn draw(&self, svg: &str) -> Result<(), JsValue> {
        let image = HtmlImageElement::new()?;
        image.set_src(&data_url(svg));
        JsFuture::from(image.decode()).await?;
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        self.context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height)
    }

    /// Returns the pixels in RGBA.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn pixels(&self) -> Result<Vec<u8>, JsValue> {
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        Ok(self.context.get_image_data(0.0, 0.0, width, height)?.data().0)
    }

    /// Encodes the canvas as a PNG.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn png(&self) -> Result<Blob, JsValue> {
        let promise = Promise::new(&mut |resolve, reject| {
            let done = Closure::once_into_js(move |blob: JsValue| {
                let _ = resolve.call1(&JsValue::UNDEFINED, &blob);
            });
            if let Err(error) = self.canvas.to_blob_with_type(done.unchecked_ref(), "image/png") {
                let _ = reject.call1(&JsValue::UNDEFINED, &error);
            }
        });
        JsFuture::from(promise).await?.dyn_into()
    }
}

/// Returns the current theme's colours of the board and the page.
///
/// # Errors
/// If the browser refuses to create an element.
pub fn theme_colors() -> Result<Colors, JsValue> {
    let document = document()?;
    let probe: HtmlElement = document.create_element("span")?.unchecked_into();
    document.body().ok_or("no page")?.append_child(&probe)?;
    let color = |name: &str| -> Result<String, JsValue> {
        // A custom property depends on the theme; its value is resolved only where another property uses it.
        probe.style().set_property("color", &format!("var({name})"))?;
        let style = web_sys::window().and_then(|window| window.get_computed_style(&probe).ok().flatten());
        style.ok_or("no style")?.get_property_value("color")
    };
    let colors = (|| {
        Ok(Colors {
            light: color("--square-light")?,
            dark: color("--square-dark")?,
            last_move: color("--last-move")?,
            last_move_edge: color("--last-move-edge")?,
            check: color("--check")?,
            on_light: color("--coord-on-light")?,
            on_dark: color("--coord-on-dark")?,
            surface: color("--surface")?,
            text: color("--text")?,
        })
    })();
    probe.remove();
    colors
}

/// Returns the file of the current piece set (`data-pieces` of the root element).
pub fn shown_pieces() -> &'static str {
    let root = document().ok().and_then(|document| document.document_element());
    match root.and_then(|root| root.get_attribute("data-pieces")).as_deref() {
        Some("flat") => include_str!("../../../../www/pieces/flat.svg"),
        Some("letters") => include_str!("../../../../www/pieces/letters.svg"),
        _ => CBURNETT,
    }
}

fn document() -> Result<Document, JsValue> {
    Ok(web_sys::window().and_then(|window| window.document()).ok_or("no page")?)
}

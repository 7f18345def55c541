//! Packs the PGN of a game for a link, and unpacks it.

use crate::state::link::{MAX_UNPACKED, Packed, ShareLinkError};
use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader, ReadableWritablePair, Response};

/// Stream format: zlib (RFC 1950).
const FORMAT: &str = "deflate";

/// Packs a text. Without compression streams in the browser, it stays uncompressed.
pub async fn pack(text: &str) -> Packed {
    match compress(text.as_bytes()).await {
        Some(bytes) => Packed::Zlib(bytes),
        None => Packed::Text(text.to_owned()),
    }
}

/// Unpacks a text. Never holds more than [`MAX_UNPACKED`] bytes, whatever the link claims.
///
/// # Errors
/// [`ShareLinkError`] with the reason.
pub async fn unpack(packed: Packed) -> Result<String, ShareLinkError> {
    let bytes = match packed {
        Packed::Text(text) if text.len() > MAX_UNPACKED => return Err(ShareLinkError::TooLarge),
        Packed::Text(text) => return Ok(text),
        Packed::Zlib(bytes) => bytes,
    };
    let through = stream_of("DecompressionStream").ok_or(ShareLinkError::NoStreams)?;
    let stream = piped(&bytes, &through).map_err(|_| ShareLinkError::Damaged)?;
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let mut unpacked = Vec::new();
    loop {
        let chunk = JsFuture::from(reader.read()).await.map_err(|_| ShareLinkError::Damaged)?;
        let get = |name: &str| Reflect::get(&chunk, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED);
        if get("done").is_truthy() {
            break;
        }
        let bytes: Uint8Array = get("value").dyn_into().map_err(|_| ShareLinkError::Damaged)?;
        if unpacked.len() + bytes.length() as usize > MAX_UNPACKED {
            // What is not read is not unpacked.
            let _ = reader.cancel();
            return Err(ShareLinkError::TooLarge);
        }
        unpacked.extend(bytes.to_vec());
    }
    String::from_utf8(unpacked).map_err(|_| ShareLinkError::Damaged)
}

async fn compress(bytes: &[u8]) -> Option<Vec<u8>> {
    let through = stream_of("CompressionStream")?;
    let response = Response::new_with_opt_readable_stream(Some(&piped(bytes, &through).ok()?)).ok()?;
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

/// Pipes bytes through a transform stream.
fn piped(bytes: &[u8], through: &JsValue) -> Result<ReadableStream, JsValue> {
    let body = Response::new_with_opt_js_u8_array(Some(&Uint8Array::from(bytes)))?;
    let source = body.body().ok_or(JsValue::NULL)?;
    Ok(source.pipe_through(through.unchecked_ref::<ReadableWritablePair>()))
}

/// Creates a compression stream of the browser, if it has them; web-sys considers them unstable.
fn stream_of(name: &str) -> Option<JsValue> {
    let constructor =
        Reflect::get(&js_sys::global(), &JsValue::from_str(name)).ok()?.dyn_into::<Function>().ok()?;
    Reflect::construct(&constructor, &Array::of1(&JsValue::from_str(FORMAT))).ok()
}

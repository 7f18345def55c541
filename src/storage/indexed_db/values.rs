//! Keys and records as JavaScript values.

use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, IdbKeyRange};

use crate::storage::key::{Key, KeyPart, Range};
use crate::storage::record::{Content, Record};

pub(super) fn key_to_js(key: &Key) -> JsValue {
    let parts: Array = key.0.iter().map(part_to_js).collect();
    parts.into()
}

fn part_to_js(part: &KeyPart) -> JsValue {
    match part {
        KeyPart::Number(number) => JsValue::from_f64(*number as f64),
        KeyPart::Text(text) => JsValue::from_str(text),
    }
}

/// Reads a key written by [`key_to_js`]. Nothing else writes to the database; a part of another type becomes an empty text.
pub(super) fn key_from_js(value: &JsValue) -> Key {
    let part = |value: JsValue| match value.as_f64() {
        Some(number) => KeyPart::Number(number as u64),
        None => KeyPart::Text(value.as_string().unwrap_or_default()),
    };
    Key(Array::from(value).iter().map(part).collect())
}

/// Converts a range, `None` for all keys.
pub(super) fn range_to_js(range: &Range) -> Result<Option<IdbKeyRange>, JsValue> {
    let prefix = key_to_js(&range.prefix);
    let (lower, is_open) = match &range.after {
        Some(after) if *after >= range.prefix => (key_to_js(after), true),
        _ => (prefix, false),
    };
    if range.prefix.0.is_empty() {
        return match range.after {
            Some(_) => IdbKeyRange::lower_bound_with_open(&lower, is_open).map(Some),
            None => Ok(None),
        };
    }
    // An array sorts after every number and text: the bound lies after all keys that begin with the prefix.
    let upper: Array = range.prefix.0.iter().map(part_to_js).collect();
    upper.push(&Array::new());
    IdbKeyRange::bound_with_lower_open_and_upper_open(&lower, &upper, is_open, true).map(Some)
}

pub(super) fn record_to_js(record: &Record) -> Result<JsValue, JsValue> {
    let object = Object::new();
    Reflect::set(&object, &"json".into(), &record.json.as_str().into())?;
    match &record.content {
        Some(Content::Bytes(bytes)) => {
            Reflect::set(&object, &"content".into(), &Uint8Array::from(bytes.as_ref()))?;
        }
        Some(Content::Blob(blob)) => {
            Reflect::set(&object, &"content".into(), blob)?;
        }
        None => {}
    }
    if record.revision > 0 {
        Reflect::set(&object, &"revision".into(), &JsValue::from_f64(record.revision as f64))?;
    }
    Ok(object.into())
}

pub(super) fn record_from_js(value: &JsValue) -> Record {
    let field = |name: &str| Reflect::get(value, &name.into()).unwrap_or(JsValue::UNDEFINED);
    let content = match field("content").dyn_into::<Blob>() {
        Ok(blob) => Some(Content::Blob(blob)),
        Err(other) => other.dyn_ref::<Uint8Array>().map(|bytes| Content::Bytes(bytes.to_vec().into())),
    };
    Record { json: field("json").as_string().unwrap_or_default(), content, revision: revision_of(value) }
}

/// Returns the revision of a record; 0 if it was written without one.
pub(super) fn revision_of(value: &JsValue) -> u64 {
    let revision = Reflect::get(value, &"revision".into()).ok().and_then(|value| value.as_f64());
    revision.map_or(0, |revision| revision as u64)
}

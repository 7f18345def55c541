//! The page's language: its texts are written in English in the code, and looked up in the catalogue of another language if one is loaded.
//!
//! Catalogues are gettext's PO files (`www/languages`, docs/translating.md), compiled by `scripts/build/languages.mjs`.

use std::collections::HashMap;
use std::fmt::{Display, Write as _};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// Language of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Language {
    /// The first of the browser's languages that the page speaks, otherwise English.
    #[default]
    #[serde(rename = "system")]
    System,
    /// English, which needs no catalogue.
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
    /// French.
    #[serde(rename = "fr")]
    French,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
    /// Italian.
    #[serde(rename = "it")]
    Italian,
    /// Portuguese as in Brazil.
    #[serde(rename = "pt")]
    Portuguese,
    /// Dutch.
    #[serde(rename = "nl")]
    Dutch,
    /// Polish.
    #[serde(rename = "pl")]
    Polish,
    /// Russian.
    #[serde(rename = "ru")]
    Russian,
    /// Turkish.
    #[serde(rename = "tr")]
    Turkish,
    /// Chinese in simplified characters.
    #[serde(rename = "zh")]
    Chinese,
}

impl Language {
    /// All languages with their own names, in settings order.
    pub const ALL: [(Self, &str); 11] = [
        (Self::English, "English"),
        (Self::German, "Deutsch"),
        (Self::Spanish, "Español"),
        (Self::French, "Français"),
        (Self::Italian, "Italiano"),
        (Self::Dutch, "Nederlands"),
        (Self::Polish, "Polski"),
        (Self::Portuguese, "Português"),
        (Self::Russian, "Русский"),
        (Self::Turkish, "Türkçe"),
        (Self::Chinese, "中文"),
    ];
}

/// Text in the page's language, as constant tables hold it.
pub type Text = fn() -> &'static str;

/// Texts of one language.
#[derive(Debug, Deserialize)]
pub struct Catalogue {
    /// Language tag.
    language: String,
    /// Translations by English text; a text with a context has it in front, separated by U+0004, as in gettext's MO files.
    texts: HashMap<String, String>,
    /// Forms of texts with a count, by the English singular.
    plurals: HashMap<String, Vec<String>>,
    /// The index of the form for each count below 200, as digits. A greater count has the form of its last two digits + 100.
    forms: String,
    /// Separator between groups of three digits.
    group: String,
}

static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();

/// Sets the language of all texts from now on. Only the first call has an effect: another language needs a new page.
///
/// # Errors
/// If `json` isn't a catalogue.
pub fn set_catalogue(json: &str) -> Result<(), serde_json::Error> {
    let catalogue = serde_json::from_str(json)?;
    let _ = CATALOGUE.set(catalogue);
    Ok(())
}

/// Returns a text in the page's language; `text` itself if that is English or has no translation. Code uses [`tr!`](tr).
pub fn translate(text: &'static str) -> &'static str {
    CATALOGUE.get().map_or_else(|| without_context(text), |catalogue| catalogue.translate(text))
}

/// Returns a text of another crate in the page's language. `scripts/build/languages.mjs` knows these texts by their context.
pub fn translate_in(context: &str, text: &'static str) -> &'static str {
    let found = CATALOGUE.get().and_then(|catalogue| catalogue.texts.get(&format!("{context}\u{4}{text}")));
    found.map_or(text, String::as_str)
}

/// Returns the form of a text for a count. Code uses [`tr!`](tr).
pub fn translate_count(one: &'static str, other: &'static str, count: usize) -> &'static str {
    let form = CATALOGUE.get().and_then(|catalogue| catalogue.form(one, count));
    form.unwrap_or(if count == 1 { one } else { other })
}

/// Returns the separator between groups of three digits.
pub fn group_separator() -> &'static str {
    CATALOGUE.get().map_or(",", |catalogue| &catalogue.group)
}

/// Returns whether the page speaks Turkish, where the capital of "i" has a dot.
pub fn is_turkish() -> bool {
    CATALOGUE.get().is_some_and(|catalogue| catalogue.language == "tr")
}

impl Catalogue {
    fn translate<'a>(&'a self, text: &'a str) -> &'a str {
        self.texts.get(text).map_or_else(|| without_context(text), String::as_str)
    }

    fn form(&self, one: &str, count: usize) -> Option<&str> {
        let index = if count < 200 { count } else { 100 + count % 100 };
        let form = self.forms.as_bytes().get(index)?.checked_sub(b'0')?;
        self.plurals.get(one)?.get(usize::from(form)).map(String::as_str)
    }
}

fn without_context(text: &str) -> &str {
    text.split_once('\u{4}').map_or(text, |(_, text)| text)
}

/// Replaces each `{name}` by its value. Unknown names stay as they are.
pub fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let (name, behind) = after.split_once('}').unwrap_or((after, ""));
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => {
                let _ = write!(filled, "{value}");
            }
            None => {
                let _ = write!(filled, "{{{name}}}");
            }
        }
        rest = behind;
    }
    filled.push_str(rest);
    filled
}

/// Formats a number with the thousands separators of the language.
pub fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push_str(group_separator());
        }
        text.push(digit);
    }
    text
}

/// Formats a count, with thousands separators from 10,000 on.
pub fn grouped(count: usize) -> String {
    if count < 10_000 { count.to_string() } else { with_commas(count) }
}

/// Fills a text with a count, `{n}`, and further values.
pub fn fill_count(text: &str, count: usize, values: &[(&str, &dyn Display)]) -> String {
    let count = grouped(count);
    let mut all: Vec<(&str, &dyn Display)> = vec![("n", &count)];
    all.extend_from_slice(values);
    fill(text, &all)
}

/// Translates a text into the page's language.
///
/// - `tr!("Start")`: a `&'static str`.
/// - `tr!("shape" => "Draw")`: a text with a context, where one English word has several translations.
/// - `tr!("{name} was added", name)`, `tr!("{name} was added", name = engine.name())`: a `String` with values filled in.
/// - `tr!("{n} game" | "{n} games" % count)`, with further values behind a comma: the form for a count.
///
/// `scripts/build/languages.mjs` finds the texts of all catalogues by these calls, so that they must be literals.
macro_rules! tr {
    ($text:literal) => {
        $crate::language::translate($text)
    };
    ($context:literal => $text:literal) => {
        $crate::language::translate(concat!($context, "\u{4}", $text))
    };
    ($one:literal | $other:literal % $count:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        let count = $count;
        $crate::language::fill_count(
            $crate::language::translate_count($one, $other, count),
            count,
            &[$((stringify!($name), $crate::language::tr!(@value $name $($value)?))),*],
        )
    }};
    ($text:literal $(, $name:ident $(= $value:expr)?)+ $(,)?) => {
        $crate::language::fill(
            $crate::language::translate($text),
            &[$((stringify!($name), $crate::language::tr!(@value $name $($value)?))),+],
        )
    };
    (@value $name:ident) => { &$name };
    (@value $name:ident $value:expr) => { &$value };
}

/// Declares functions that return a text in the page's language: `texts! { start: "Start"; }`.
macro_rules! texts {
    ($($(#[$attribute:meta])* $name:ident: $text:literal;)*) => {
        $($(#[$attribute])* pub fn $name() -> &'static str { $crate::language::tr!($text) })*
    };
}

/// Marks a text in a constant table, which is translated where it is shown by [`translate`].
macro_rules! tr_later {
    ($text:literal) => {
        $text
    };
}

pub(crate) use {texts, tr, tr_later};

#[cfg(test)]
mod tests {
    use super::*;

    fn russian() -> Catalogue {
        let form = |n: usize| match (n % 10, n % 100) {
            (1, teens) if teens != 11 => '0',
            (2..=4, teens) if !(12..=14).contains(&teens) => '1',
            _ => '2',
        };
        Catalogue {
            language: "ru".to_owned(),
            texts: [("Start", "Начать"), ("shape\u{4}Draw", "Рисовать")]
                .map(|(text, translation)| (text.to_owned(), translation.to_owned()))
                .into(),
            plurals: [(
                "{n} game".to_owned(),
                ["{n} партия", "{n} партии", "{n} партий"].map(str::to_owned).into(),
            )]
            .into(),
            forms: (0..200).map(form).collect(),
            group: "\u{a0}".to_owned(),
        }
    }

    #[test]
    fn texts_are_looked_up_with_their_context() {
        let catalogue = russian();
        assert_eq!(catalogue.translate("Start"), "Начать");
        assert_eq!(catalogue.translate("shape\u{4}Draw"), "Рисовать");
        assert_eq!(
            catalogue.translate("result\u{4}Draw"),
            "Draw",
            "one that is not translated stays English"
        );
        assert_eq!(catalogue.translate("Stop"), "Stop");
    }

    #[test]
    fn a_count_has_the_form_of_its_language() {
        let catalogue = russian();
        let form = |count| catalogue.form("{n} game", count).unwrap();
        for (counts, expected) in [
            ([1, 21, 101, 201, 1021, 1_000_001], "{n} партия"),
            ([2, 24, 133, 202, 1003, 44_444], "{n} партии"),
            ([0, 11, 112, 211, 1000, 1_000_014], "{n} партий"),
        ] {
            for count in counts {
                assert_eq!(form(count), expected, "{count}");
            }
        }
        assert_eq!(catalogue.form("{n} move", 1), None);
    }

    #[test]
    fn english_needs_no_catalogue() {
        let name = "Crafty";
        assert_eq!(tr!("Start"), "Start");
        assert_eq!(tr!("shape" => "Draw"), "Draw");
        assert_eq!(tr!("{name} was added", name), "Crafty was added");
        assert_eq!(tr!("{a} and {b}", a = 1, b = "two"), "1 and two");
        assert_eq!(tr!("{n} game" | "{n} games" % 1), "1 game");
        assert_eq!(
            tr!("{n} game of {name}" | "{n} games of {name}" % 12_000, name),
            "12,000 games of Crafty"
        );
    }

    #[test]
    fn only_known_names_are_filled_in() {
        assert_eq!(fill("{a}{b} {c", &[("a", &1), ("c", &2)]), "1{b} 2");
        assert_eq!(fill("", &[]), "");
    }
}

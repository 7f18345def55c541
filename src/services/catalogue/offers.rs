//! Engines that the host of the page offers besides the app's: `engines.json` next to the page (docs/hosting.md).
//!
//! They are fetched only when the user adds one, and are then like any other added engine.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::entry::{EngineEntry, EngineFile};
use super::list::{AddError, EngineList, refused};
use crate::language::tr;
use crate::platform::fetch::{self, FetchError};
use crate::storage::Content;
use crate::storage::hash::sha256;

/// URL of the list, relative to the page.
const ADDRESS: &str = "engines.json";

/// Maximum number of engines in the list.
const MAX_ENGINES: usize = 50;

/// Maximum number of files of an engine.
const MAX_FILES: usize = 20;

/// Maximum length of a text, in characters.
const MAX_TEXT: usize = 100;

/// Maximum size of a file, in bytes.
const MAX_BYTES: u64 = 512 << 20;

/// Engine offered by the host.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferedEngine {
    /// Display name until the engine has reported its own.
    pub name: String,
    /// Licence, as an SPDX expression.
    pub license: String,
    /// URL of the engine's project.
    #[serde(default)]
    pub homepage: Option<String>,
    /// Files; the engine's script comes first.
    pub files: Vec<OfferedFile>,
}

/// File of an offered engine.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferedFile {
    /// Path relative to the page.
    pub path: String,
    /// Length in bytes.
    pub size: u64,
    /// SHA-256 of the content, in hexadecimal.
    pub sha256: String,
}

/// Reason why the list is unusable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OffersError {
    /// It is not JSON of the right form.
    #[error("{}", tr!("invalid engines.json: {reason}", reason = _0))]
    Form(String),
    /// An engine has an invalid value.
    #[error("{}", tr!("invalid engines.json: engine {number}: {fault}", number, fault))]
    Engine {
        /// Number of the engine in the list, from 1.
        number: usize,
        /// Description, with the fix.
        fault: String,
    },
    /// It could not be fetched.
    #[error("{}", tr!("engines.json could not be fetched: {reason}", reason = _0))]
    Fetch(#[from] FetchError),
}

impl OfferedFile {
    /// Returns the file name.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

impl OfferedEngine {
    /// Returns the total length of all files in bytes.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }

    /// Returns whether an engine has exactly these files.
    pub fn is(&self, entry: &EngineEntry) -> bool {
        let has = |file: &OfferedFile| entry.files.iter().any(|stored| file.is(stored));
        self.files.len() == entry.files.len() && self.files.iter().all(has)
    }

    /// Returns what is wrong with it.
    fn fault(&self) -> Option<String> {
        for (key, text) in [("name", &self.name), ("license", &self.license)] {
            if text.trim().is_empty() || text.chars().count() > MAX_TEXT {
                return Some(tr!(
                    "invalid {key} \"{text}\": use 1 to {most} characters",
                    key,
                    text,
                    most = MAX_TEXT
                ));
            }
        }
        let is_web = |url: &&String| url.starts_with("https://") || url.starts_with("http://");
        if let Some(url) = self.homepage.as_ref().filter(|url| !is_web(url)) {
            return Some(tr!("invalid homepage \"{url}\": use an address with https://", url));
        }
        if self.files.is_empty() || self.files.len() > MAX_FILES {
            return Some(tr!("{count} files: list 1 to {most}", count = self.files.len(), most = MAX_FILES));
        }
        let mut names = BTreeSet::new();
        for file in &self.files {
            if let Some(fault) = file.fault() {
                return Some(fault);
            }
            if !names.insert(file.name()) {
                return Some(tr!("two files named \"{name}\": rename one", name = file.name()));
            }
        }
        let is_engine = |name: &&str| [".wasm", ".js", ".mjs"].iter().any(|ending| name.ends_with(ending));
        if !names.iter().any(is_engine) {
            let fault = tr!("no file is an engine: list a .wasm file, or a .js file with its others");
            return Some(fault.to_owned());
        }
        None
    }
}

impl OfferedFile {
    fn is(&self, stored: &EngineFile) -> bool {
        self.sha256 == stored.sha256 && self.name() == stored.name
    }

    fn fault(&self) -> Option<String> {
        let Self { path, size, sha256 } = self;
        let is_plain = |part: &str| !part.is_empty() && part != "." && part != "..";
        if !path.split('/').all(is_plain) || path.contains([':', '\\', '?', '#', '%']) {
            return Some(tr!(
                "invalid path \"{path}\": write it relative to the page, like engines/engine.js",
                path
            ));
        }
        if !(1..=MAX_BYTES).contains(size) {
            let most = MAX_BYTES >> 20;
            return Some(tr!(
                "invalid size {size} of \"{path}\": write its bytes, at most {most} MiB",
                size,
                path,
                most
            ));
        }
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if sha256.len() != 64 || !sha256.bytes().all(is_digit) {
            return Some(tr!(
                "invalid sha256 \"{sha256}\" of \"{path}\": write what sha256sum prints",
                sha256,
                path
            ));
        }
        None
    }
}

/// Parses a list of engines.
///
/// # Errors
/// If it does not have the documented form.
pub fn parse(json: &str) -> Result<Vec<OfferedEngine>, OffersError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Offers {
        engines: Vec<OfferedEngine>,
    }
    let form = |error: serde_json::Error| OffersError::Form(error.to_string());
    let Offers { engines } = serde_json::from_str(json).map_err(form)?;
    if engines.len() > MAX_ENGINES {
        return Err(OffersError::Form(tr!(
            "{count} engines: list at most {most}",
            count = engines.len(),
            most = MAX_ENGINES
        )));
    }
    for (place, engine) in engines.iter().enumerate() {
        if let Some(fault) = engine.fault() {
            return Err(OffersError::Engine { number: place + 1, fault });
        }
    }
    Ok(engines)
}

/// Fetches the list of engines that the host offers. Without a list or a connection it is empty.
///
/// # Errors
/// If the list is unusable.
pub async fn of_site() -> Result<Vec<OfferedEngine>, OffersError> {
    match fetch::bytes(ADDRESS).await {
        Ok(bytes) => parse(&String::from_utf8_lossy(&bytes)),
        Err(FetchError::Status { status: 404 | 410, .. } | FetchError::Browser(_) | FetchError::NoWindow) => {
            Ok(Vec::new())
        }
        Err(error) => Err(error.into()),
    }
}

impl EngineList {
    /// Fetches the files of an offered engine and adds it like files picked by the user.
    ///
    /// # Errors
    /// If a file cannot be fetched or is not the one in the list; as [`EngineList::add`].
    pub async fn add_offered(&self, offered: &OfferedEngine) -> Result<EngineEntry, AddError> {
        let mut files = Vec::with_capacity(offered.files.len());
        for file in &offered.files {
            let bytes = fetch::bytes(&file.path)
                .await
                .map_err(|error| refused(file.name(), tr!("it could not be fetched: {error}", error)))?;
            let content = Content::from(bytes);
            if sha256(&content).await? != file.sha256 {
                let reason = tr!("it is not the file that engines.json of this site describes");
                return Err(refused(file.name(), reason));
            }
            files.push((file.name().to_owned(), content));
        }
        let mut outcomes = self.add(files).await;
        let outcome = if outcomes.len() == 1 { outcomes.pop() } else { None };
        outcome.unwrap_or_else(|| Err(refused(&offered.name, tr!("its files are those of several engines"))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = r#"{
        "engines": [{
            "name": "Little",
            "license": "MIT",
            "homepage": "https://example.org/little",
            "files": [
                { "path": "engines/little.js", "size": 1000, "sha256": "SHA" },
                { "path": "engines/little.wasm", "size": 234, "sha256": "SHA" }
            ]
        }]
    }"#;

    fn list() -> String {
        LIST.replace("SHA", &"0a".repeat(32))
    }

    fn fault(from: &str, to: &str) -> String {
        let changed = list().replace(from, to);
        assert_ne!(changed, list(), "{from}");
        parse(&changed).unwrap_err().to_string()
    }

    #[test]
    fn a_list_names_engines_with_licence_and_size() {
        let engines = parse(&list()).unwrap();
        assert_eq!(engines.len(), 1);
        assert_eq!(
            (engines[0].name.as_str(), engines[0].license.as_str(), engines[0].size()),
            ("Little", "MIT", 1234)
        );
        assert_eq!(engines[0].files[1].name(), "little.wasm");
        assert_eq!(parse(r#"{"engines":[]}"#), Ok(Vec::new()));
        let least = list().replace(r#""homepage": "https://example.org/little","#, "");
        assert_eq!(parse(&least).unwrap()[0].homepage, None);
    }

    #[test]
    fn what_is_wrong_is_said_with_the_fix() {
        for (from, to, wanted) in [
            (r#""license""#, r#""licence""#, "unknown field `licence`, expected one of `name`, `license`"),
            (r#""engines":"#, r#""engine":"#, "unknown field `engine`"),
            (r#""size": 234, "#, "", "missing field `size`"),
            (r#""Little""#, r#"" ""#, "engine 1: invalid name \" \": use 1 to 100 characters"),
            ("https://example.org/little", "javascript:alert(1)", "invalid homepage \"javascript:alert(1)\""),
            ("engines/little.js", "https://example.org/little.js", "write it relative to the page"),
            ("engines/little.js", "/etc/little.js", "invalid path \"/etc/little.js\""),
            ("engines/little.js", "../little.js", "invalid path \"../little.js\""),
            ("engines/little.js", "engines//little.js", "invalid path"),
            ("engines/little.wasm", "other/little.js", "two files named \"little.js\": rename one"),
            ("234", "0", "invalid size 0 of \"engines/little.wasm\": write its bytes"),
            ("234", "9000000000", "at most 512 MiB"),
            ("234", "-1", "invalid value: integer `-1`"),
            ("0a0a", "0A0A", "write what sha256sum prints"),
        ] {
            let error = fault(from, to);
            assert!(error.starts_with("invalid engines.json: ") && error.contains(wanted), "{error}");
        }
        let none = r#"{"engines":[{"name":"A","license":"MIT","files":[]}]}"#;
        assert_eq!(
            parse(none).unwrap_err().to_string(),
            "invalid engines.json: engine 1: 0 files: list 1 to 20"
        );
        let text = list().replace("little.js", "little.txt").replace("little.wasm", "little.bin");
        assert!(parse(&text).unwrap_err().to_string().contains("no file is an engine: list a .wasm file"));
        assert!(parse("").is_err() && parse("[]").is_err());
    }

    #[test]
    fn an_added_engine_is_known_by_its_files() {
        let engine = parse(&list()).unwrap().remove(0);
        let stored = |names: [&str; 2]| {
            let files =
                names.map(|name| format!(r#"{{"name":"{name}","size":1,"sha256":"{}"}}"#, "0a".repeat(32)));
            let json =
                format!(r#"{{"id":"a","name":"Mine","kind":"foreign","files":[{}]}}"#, files.join(","));
            serde_json::from_str::<EngineEntry>(&json).unwrap()
        };
        assert!(engine.is(&stored(["little.wasm", "little.js"])));
        assert!(!engine.is(&stored(["little.js", "other.wasm"])));
    }
}

//! Imports and exports of an engine build: `docs/engine-abi.md` in code.

use js_sys::{Array, Reflect, WebAssembly};
use wasm_bindgen::{JsCast, JsValue};

/// Newest ABI version supported by this host. Builds for older versions run too: `abi()` of a build must return a number from 1
/// to this one.
pub const ABI_VERSION: i32 = 2;

/// Module name of the host's imports.
pub const IMPORT_MODULE: &str = "uci";

/// Functions that the host provides under [`IMPORT_MODULE`].
pub const IMPORTS: [&str; 7] =
    ["print", "now", "signal", "file_count", "file_name", "file_size", "file_read"];

/// Additional imports of the app's multi-threaded build: module, name and kind.
const THREADED_IMPORTS: [(&str, &str, &str); 3] = [
    (MEMORY_MODULE, "memory", "memory"),
    (IMPORT_MODULE, "thread_limit", "function"),
    (IMPORT_MODULE, "start_thread", "function"),
];

/// Module name of a memory provided by the host.
pub const MEMORY_MODULE: &str = "env";

/// Maximum length of a command, and of the text of one `print`, in bytes.
pub const MAX_LINE_BYTES: usize = 65_536;

/// Exports required of a build: name and kind.
const EXPORTS: [(&str, &str); 4] =
    [("memory", "memory"), ("abi", "function"), ("line_buffer", "function"), ("line", "function")];

/// The first bytes of every WebAssembly file: the magic number and version 1 of the binary format.
pub const MAGIC: [u8; 4] = *b"\0asm";
const BINARY_VERSION: [u8; 4] = [1, 0, 0, 0];

/// Reason why a file or module is not an engine build.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AbiError {
    /// The file does not start with the WebAssembly magic number.
    #[error("this is not a WebAssembly file (it begins with {0}, not with the bytes 00 61 73 6d)")]
    NotWasm(String),
    /// The file is WebAssembly, but of a kind that browsers don't run.
    #[error("this WebAssembly file is a component or of an unknown binary version; a core module is needed")]
    UnknownBinaryVersion,
    /// The browser rejected the file.
    #[error("the file is damaged, cut off, or uses features that this browser lacks: {0}")]
    Compile(String),
    /// The module imports something that the host does not provide.
    #[error(
        "the module imports {module}.{name} ({kind}), which the engine ABI does not provide: only uci.print, \
         uci.now, uci.signal and uci.file_… exist (was it built for WASI or wasm-bindgen?)"
    )]
    Import {
        /// Module of the import.
        module: String,
        /// Name of the import.
        name: String,
        /// `function`, `memory`, `table`, `global` or `tag`.
        kind: String,
    },
    /// The module lacks an export that the host needs.
    #[error("the module does not export the {kind} `{name}`, which the engine ABI requires")]
    MissingExport {
        /// Name of the export.
        name: &'static str,
        /// `function` or `memory`.
        kind: &'static str,
    },
    /// The parameter count of an export differs from the ABI.
    #[error("the export `{name}` takes {found} parameters; the engine ABI requires {expected}")]
    Arity {
        /// Name of the export.
        name: &'static str,
        /// Parameter count in the ABI.
        expected: u32,
        /// Parameter count of the module's function.
        found: u32,
    },
    /// `abi()` returned a version that this host does not support.
    #[error("the engine was built for version {0} of the engine ABI; this host offers versions 1 and 2")]
    Version(String),
}

/// Import or export as listed by the browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Descriptor {
    /// Module of an import; empty for an export.
    pub module: String,
    /// Name of the import or export.
    pub name: String,
    /// `function`, `memory`, `table`, `global` or `tag`.
    pub kind: String,
}

/// Checks the first bytes of a file before the browser compiles it.
///
/// # Errors
/// When the file is not a WebAssembly core module.
pub fn check_magic(bytes: &[u8]) -> Result<(), AbiError> {
    if bytes.get(..4) != Some(MAGIC.as_slice()) {
        let start: Vec<String> = bytes.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let start = if start.is_empty() { "nothing: it is empty".to_owned() } else { start.join(" ") };
        return Err(AbiError::NotWasm(start));
    }
    match bytes.get(4..8) {
        Some(version) if version == BINARY_VERSION => Ok(()),
        Some(_) => Err(AbiError::UnknownBinaryVersion),
        None => Err(AbiError::Compile("it ends after the magic number".to_owned())),
    }
}

/// Checks a module's imports and exports.
///
/// # Errors
/// Reports the first import that the host does not provide, or else the first missing export.
pub fn check_interface(imports: &[Descriptor], exports: &[Descriptor]) -> Result<(), AbiError> {
    for import in imports {
        let offered = import.module == IMPORT_MODULE
            && import.kind == "function"
            && IMPORTS.contains(&import.name.as_str());
        if !offered {
            return Err(AbiError::Import {
                module: import.module.clone(),
                name: import.name.clone(),
                kind: import.kind.clone(),
            });
        }
    }
    for (name, kind) in EXPORTS {
        if !exports.iter().any(|export| export.name == name && export.kind == kind) {
            return Err(AbiError::MissingExport { name, kind });
        }
    }
    Ok(())
}

/// Runs [`check_interface`] on a compiled module.
///
/// # Errors
/// As [`check_interface`].
pub fn check_module(module: &WebAssembly::Module) -> Result<(), AbiError> {
    check_interface(
        &descriptors(&WebAssembly::Module::imports(module)),
        &descriptors(&WebAssembly::Module::exports(module)),
    )
}

/// Returns whether the build runs in host-allocated memory shared by its threads.
pub fn has_threads(module: &WebAssembly::Module) -> bool {
    descriptors(&WebAssembly::Module::imports(module)).iter().any(|import| import.kind == "memory")
}

/// Runs [`check_module`] on a build that ships with the app, which may have threads.
///
/// # Errors
/// As [`check_interface`].
pub fn check_own_module(module: &WebAssembly::Module) -> Result<(), AbiError> {
    let imports: Vec<Descriptor> = descriptors(&WebAssembly::Module::imports(module))
        .into_iter()
        .filter(|Descriptor { module, name, kind }| {
            !THREADED_IMPORTS.contains(&(module.as_str(), name.as_str(), kind.as_str()))
        })
        .collect();
    check_interface(&imports, &descriptors(&WebAssembly::Module::exports(module)))
}

/// Returns whether a search of this build can be interrupted. Without the import `signal`, it ends only by its limits or with its worker.
pub fn can_be_signalled(module: &WebAssembly::Module) -> bool {
    descriptors(&WebAssembly::Module::imports(module))
        .iter()
        .any(|import| import.module == IMPORT_MODULE && import.name == "signal")
}

fn descriptors(list: &Array) -> Vec<Descriptor> {
    let text = |item: &JsValue, key: &str| {
        Reflect::get(item, &JsValue::from_str(key))
            .ok()
            .and_then(|value| value.as_string())
            .unwrap_or_default()
    };
    list.iter()
        .map(|item| Descriptor {
            module: text(&item, "module"),
            name: text(&item, "name"),
            kind: text(&item, "kind"),
        })
        .collect()
}

/// Returns the message of a thrown JavaScript value, including the error class.
pub fn error_text(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => format!("{}: {}", String::from(error.name()), String::from(error.message())),
        None => error.as_string().unwrap_or_else(|| format!("{error:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn descriptor(module: &str, name: &str, kind: &str) -> Descriptor {
        Descriptor { module: module.to_owned(), name: name.to_owned(), kind: kind.to_owned() }
    }

    fn all_exports() -> Vec<Descriptor> {
        EXPORTS.iter().map(|(name, kind)| descriptor("", name, kind)).collect()
    }

    #[test]
    fn magic_tells_what_a_file_is_not() {
        assert_eq!(check_magic(b"\0asm\x01\0\0\0rest"), Ok(()));
        assert_eq!(check_magic(b"\0asm\x0d\0\x01\0"), Err(AbiError::UnknownBinaryVersion));
        assert!(matches!(check_magic(b"\0asm"), Err(AbiError::Compile(_))));
        assert_eq!(check_magic(b"PK\x03\x04"), Err(AbiError::NotWasm("50 4b 03 04".to_owned())));
        assert!(check_magic(b"").is_err_and(|error| error.to_string().contains("empty")));
    }

    #[test]
    fn any_part_of_the_imports_will_do() {
        assert_eq!(check_interface(&[], &all_exports()), Ok(()));
        let imports = IMPORTS.map(|name| descriptor("uci", name, "function"));
        assert_eq!(check_interface(&imports, &all_exports()), Ok(()));
    }

    #[test]
    fn foreign_imports_are_named() {
        for (module, name, kind) in [
            ("wasi_snapshot_preview1", "fd_write", "function"),
            ("uci", "fetch", "function"),
            ("uci", "print", "global"),
            ("env", "memory", "memory"),
        ] {
            let error = check_interface(&[descriptor(module, name, kind)], &all_exports());
            assert!(
                error.is_err_and(|error| error.to_string().contains(&format!("{module}.{name} ({kind})")))
            );
        }
    }

    #[test]
    fn every_export_is_needed() {
        for (index, (name, kind)) in EXPORTS.into_iter().enumerate() {
            let mut exports = all_exports();
            exports.remove(index);
            assert_eq!(check_interface(&[], &exports), Err(AbiError::MissingExport { name, kind }));
            exports.push(descriptor("", name, "global"));
            assert_eq!(check_interface(&[], &exports), Err(AbiError::MissingExport { name, kind }));
        }
    }
}

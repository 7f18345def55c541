//! Command-line names of engine programs.

use super::builder::Builder;
use super::{BrowserEngine, CommandLineContext};
use crate::settings::EngineSettings;

/// Returns how each engine is started, and its name. Every part to fill in by hand gets one note.
pub(super) fn start(
    command: &mut Builder,
    engines: &[EngineSettings],
    index: usize,
    context: &CommandLineContext,
) -> Vec<String> {
    let name = engines.get(index).map_or("", |engine| engine.name.as_str());
    let mut values = match (context.engines.get(index), context.files.get(index)) {
        (Some(program), _) => vec![format!("cmd={program}")],
        (None, Some(BrowserEngine::Build(file))) => {
            let here = build_file(file, index, engines, context);
            command.note_once(
                "builds are run by Node: put uci-wasm.mjs here, from the folder scripts of Tabia's sources. For a native program \
                 write cmd=PATH/TO/PROGRAM in place of cmd= and args="
                    .to_owned(),
            );
            command.note_once(format!("put the build of {name} here as {here}"));
            vec!["cmd=node".to_owned(), format!("args=uci-wasm.mjs {here}")]
        }
        (None, Some(BrowserEngine::Worker(file))) => {
            let place = placeholder(index);
            command.note(format!(
                "{name}: {file} runs in browsers only. Replace {place} by the path of the same engine as a native program, \
                 which may play differently"
            ));
            vec![format!("cmd={place}")]
        }
        (None, None) => {
            let place = placeholder(index);
            command.note(format!("{name}: replace {place} by the path of its program"));
            vec![format!("cmd={place}")]
        }
    };
    values.push(format!("name={name}"));
    values
}

/// Returns a placeholder for the program of an unknown engine.
fn placeholder(index: usize) -> String {
    format!("ENGINE_{}", index + 1)
}

/// Returns the name of a build's file on the command line: without spaces, which would end an argument, and
/// with the number of the first engine that uses it if files of different builds have the same name.
fn build_file(file: &str, index: usize, engines: &[EngineSettings], context: &CommandLineContext) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let name: String = file.chars().map(plain).collect();
    let build = |index: usize| engines.get(index).map(|engine| engine.build.as_str());
    let alike: Vec<usize> = (0..context.files.len())
        .filter(|&other| matches!(&context.files[other], BrowserEngine::Build(other) if other == file))
        .collect();
    if alike.iter().all(|&other| build(other) == build(index)) {
        return name;
    }
    let first = alike.into_iter().find(|&other| build(other) == build(index)).unwrap_or(index);
    format!("{}-{name}", first + 1)
}

//! `completions` and `man`: what shells and `man` read about the command line.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use thiserror::Error;

use crate::printing::StandardOutput;

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell to print them for
    shell: Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Folder for the pages of all commands, made if missing; without it, prints the page of tabia itself
    #[arg(value_name = "DIRECTORY")]
    directory: Option<PathBuf>,
}

/// Why the pages couldn't be written.
#[derive(Debug, Error)]
pub(crate) enum ManError {
    #[error(transparent)]
    Output(#[from] io::Error),
    #[error("\"{}\" cannot be written: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
}

/// Prints the completions of a command line for a shell.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn print_completions(args: &CompletionsArgs, mut command: Command) -> io::Result<()> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    StandardOutput.write_all(&script)
}

/// Prints the man page of a command line, or writes those of all its commands into a folder.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn print_man_pages(args: &ManArgs, mut command: Command) -> Result<(), ManError> {
    let Some(directory) = &args.directory else {
        return Ok(StandardOutput.write_all(&page(&command)?)?);
    };
    fs::create_dir_all(directory).map_err(|error| ManError::File { path: directory.clone(), error })?;
    // Gives the commands their whole names: tabia-book-make.
    command.build();
    write_pages(directory, &command)
}

/// Writes the pages of a command and of those below it.
fn write_pages(directory: &Path, command: &Command) -> Result<(), ManError> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let path = directory.join(format!("{name}.1"));
    fs::write(&path, page(command)?).map_err(|error| ManError::File { path, error })?;
    let inner = command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help");
    for inner in inner {
        write_pages(directory, inner)?;
    }
    Ok(())
}

/// Returns the man page of one command.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}

//! Atomic replacement of files.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::input_file::is_standard;
use crate::output_file::{self, is_special};

/// Appends `ending` to the file name.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Writes a temporary file next to the old one, then renames it, so that neither is lost if the program is killed.
/// Devices and pipes are written to directly.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_standard(path) || is_special(path) {
        return output_file::write(path, bytes);
    }
    let unfinished = beside(path, ".new");
    let written = File::create(&unfinished)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        // A partial file is useless. If it can't be removed, nothing can be done.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::FileTypeExt as _;
    use std::process::Command;
    use std::thread;

    use super::*;
    use crate::test_folder::TestFolder;

    /// Otherwise `/dev/null` would become a regular file, given the permissions.
    #[test]
    fn a_pipe_is_written_to_and_stays_one() {
        let folder = TestFolder::new("whole-pipe");
        let pipe = folder.0.join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reader = thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        replace(&pipe, b"text").unwrap();
        assert_eq!(reader.join().unwrap(), "text");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    }

    #[test]
    fn nothing_is_left_of_a_file_that_cannot_take_its_place() {
        let folder = TestFolder::new("whole-failed");
        // A folder can't be replaced by a file.
        let (taken, free) = (folder.0.join("taken"), folder.0.join("free"));
        fs::create_dir_all(&taken).unwrap();
        assert!(replace(&taken, b"text").is_err());
        replace(&free, b"text").unwrap();
        assert_eq!(fs::read(&free).unwrap(), b"text");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2);
    }
}

//! Output files of commands; `-` is standard output. Errors are found before the command's work, not after it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::input_file::is_standard;
use crate::printing::{StandardOutput, print_to_standard_error};

/// Creates or truncates a file. With `-`, messages go to standard error from now on.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn create(path: &Path) -> io::Result<Box<dyn Write + Send>> {
    if !is_standard(path) {
        return Ok(Box::new(File::create(path)?));
    }
    print_to_standard_error();
    Ok(Box::new(StandardOutput))
}

/// Writes a whole file.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = create(path)?;
    file.write_all(bytes.as_ref())?;
    file.flush()
}

/// Rejects standard output where a command needs a file, with the given reason.
///
/// # Errors
/// If the path is `-`.
pub(crate) fn refuse_standard(path: &Path, reason: &str) -> io::Result<()> {
    if is_standard(path) {
        let fault = format!("the standard output cannot be used here: {reason}; name a file");
        return Err(io::Error::new(ErrorKind::InvalidInput, fault));
    }
    Ok(())
}

/// Checks that a file can be written later and isn't one of the input files. The file is left unchanged.
///
/// # Errors
/// The reason, worded to follow the file name.
pub(crate) fn check<P: AsRef<Path>>(path: &Path, read: impl IntoIterator<Item = P>) -> io::Result<()> {
    check_apart(path, read)?;
    if is_standard(path) { Ok(()) } else { check_writable(path) }
}

/// Checks that a file isn't one of the input files.
///
/// # Errors
/// If it is one of them.
pub(crate) fn check_apart<P: AsRef<Path>>(path: &Path, read: impl IntoIterator<Item = P>) -> io::Result<()> {
    if is_standard(path) {
        print_to_standard_error();
    } else if read.into_iter().any(|read| is_same(path, read.as_ref())) {
        let fault = "it is one of the input files; give the result another name";
        return Err(io::Error::new(ErrorKind::InvalidInput, fault));
    }
    Ok(())
}

/// Whether two paths lead to the same file, which may not exist yet. Devices and pipes may be used for several
/// purposes; standard output may not.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    if is_standard(one) || is_standard(other) {
        return one == other;
    }
    !is_special(one) && place(one).is_some_and(|one| Some(one) == place(other))
}

/// Whether the path is something other than a file, such as a device or a pipe.
pub(crate) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// Resolves links and `..` in a path; `None` if the folder doesn't exist.
fn place(path: &Path) -> Option<PathBuf> {
    if let Ok(place) = path.canonicalize() {
        return Some(place);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}

fn check_writable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        // Opening a pipe would block until someone reads it.
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => Ok(()),
        Ok(_) => OpenOptions::new().append(true).open(path).map(drop),
        // A link to a file that doesn't exist yet is left alone.
        Err(error) if error.kind() == ErrorKind::NotFound && fs::symlink_metadata(path).is_err() => {
            File::create_new(path)?;
            fs::remove_file(path)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_folder::TestFolder;

    #[test]
    fn a_file_is_known_by_whatever_path() {
        let folder = TestFolder::new("output-same");
        fs::create_dir(folder.0.join("inner")).unwrap();
        let file = folder.0.join("a");
        let detour = folder.0.join("inner").join("..").join("a");
        // Before and after it exists.
        assert!(is_same(&file, &detour));
        fs::write(&file, "text").unwrap();
        assert!(is_same(&file, &detour));
        assert!(!is_same(&file, &folder.0.join("b")));
        assert!(!is_same(&folder.0.join("missing").join("a"), &folder.0.join("missing").join("a")));
        let error = check(&detour, [&folder.0.join("b"), &file]).unwrap_err().to_string();
        assert!(error.contains("one of the input files"), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "text");
    }

    #[test]
    fn nothing_is_left_behind_by_the_check() {
        let folder = TestFolder::new("output-check");
        let file = folder.0.join("a");
        let nothing: [&Path; 0] = [];
        check(&file, nothing).unwrap();
        assert!(!file.exists());
        fs::write(&file, "text").unwrap();
        check(&file, nothing).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "text");
        assert!(check(&folder.0, nothing).is_err());
        assert!(check(&folder.0.join("missing").join("a"), nothing).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_are_no_files() {
        let folder = TestFolder::new("output-link");
        let (file, link) = (folder.0.join("a"), folder.0.join("link"));
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let nothing: [&Path; 0] = [];
        check(&link, nothing).unwrap();
        assert!(fs::symlink_metadata(&link).is_ok());
        fs::write(&file, "text").unwrap();
        assert!(is_same(&link, &file) && is_same(&file, &link));
        let null = Path::new("/dev/null");
        check(null, [null]).unwrap();
    }
}

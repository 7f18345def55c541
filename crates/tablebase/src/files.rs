//! Files as shakmaty-syzygy reads them, with a block cache.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};

/// A file with random access.
pub trait TableFile: Send + Sync {
    /// Its length in bytes.
    ///
    /// # Errors
    /// Why it is not known.
    fn size(&self) -> io::Result<u64>;

    /// Fills `buffer` with the content from `offset` on; the file is long enough.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;

    /// Whether the file starts with these bytes. Asked once for each file, most of which are never read
    /// again: it need not stay open.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn begins_with(&self, bytes: [u8; 4]) -> io::Result<bool> {
        let mut first = [0; 4];
        self.read_exact_at(&mut first, 0)?;
        Ok(first == bytes)
    }
}

/// A file in memory.
impl TableFile for Vec<u8> {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let from = usize::try_from(offset).unwrap_or(usize::MAX);
        let bytes = self.get(from..).and_then(|rest| rest.get(..buffer.len()));
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// The size of a block in bytes.
const BLOCK: usize = 4096;

/// Named files with a common cache.
pub(crate) struct Files {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    inner: Arc<Inner>,
}

struct Inner {
    files: Vec<Box<dyn TableFile>>,
    cache: Mutex<Cache>,
}

/// Blocks that were read, each with a single possible slot; a new block replaces the one in its slot.
struct Cache {
    places: Vec<Option<Block>>,
}

struct Block {
    file: usize,
    number: u64,
    /// Shorter than [`BLOCK`] at the end of a file.
    bytes: Box<[u8]>,
}

impl Files {
    pub(crate) fn new(files: impl Iterator<Item = (String, Box<dyn TableFile>)>, cache_bytes: usize) -> Self {
        let mut numbers = HashMap::new();
        let mut names = Vec::new();
        let mut kept = Vec::new();
        for (name, file) in files {
            if !numbers.contains_key(&name) {
                numbers.insert(name.clone(), kept.len());
                names.push(name);
                kept.push(file);
            }
        }
        let mut places = Vec::new();
        places.resize_with((cache_bytes / BLOCK).max(1), || None);
        Self { names, numbers, inner: Arc::new(Inner { files: kept, cache: Mutex::new(Cache { places }) }) }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    pub(crate) fn begins_with(&self, path: &Path, bytes: [u8; 4]) -> io::Result<bool> {
        self.inner.file(self.number(path)?)?.begins_with(bytes)
    }

    fn number(&self, path: &Path) -> io::Result<usize> {
        let name = path.to_str().and_then(|name| self.numbers.get(name));
        name.copied().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.inner.file(self.number(path)?)?.size()
    }

    fn read_dir(&self, _path: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(self.names.iter().map(PathBuf::from).collect())
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let number = self.number(path)?;
        let size = self.inner.file(number)?.size()?;
        Ok(Box::new(Opened { inner: self.inner.clone(), number, size }))
    }
}

impl Inner {
    fn file(&self, number: usize) -> io::Result<&dyn TableFile> {
        self.files.get(number).map(AsRef::as_ref).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

struct Opened {
    inner: Arc<Inner>,
    number: usize,
    size: u64,
}

impl RandomAccessFile for Opened {
    /// Reads up to the end of a block.
    fn read_at(&self, buffer: &mut [u8], offset: u64, _hint: ReadHint) -> io::Result<usize> {
        if offset >= self.size {
            return Ok(0);
        }
        let number = offset / BLOCK as u64;
        let mut cache = self.inner.cache.lock().map_err(|_| io::Error::other("the cache is broken"))?;
        let place =
            cache.place(self.number, number).ok_or_else(|| io::Error::other("the cache has no room"))?;
        if !place.as_ref().is_some_and(|block| block.file == self.number && block.number == number) {
            let start = number * BLOCK as u64;
            let mut bytes = vec![0; (self.size - start).min(BLOCK as u64) as usize].into_boxed_slice();
            self.inner.file(self.number)?.read_exact_at(&mut bytes, start)?;
            *place = Some(Block { file: self.number, number, bytes });
        }
        let bytes = place.as_ref().and_then(|block| block.bytes.get((offset % BLOCK as u64) as usize..));
        let bytes = bytes.unwrap_or_default();
        let length = bytes.len().min(buffer.len());
        for (to, from) in buffer.iter_mut().zip(bytes) {
            *to = *from;
        }
        Ok(length)
    }
}

impl Cache {
    fn place(&mut self, file: usize, number: u64) -> Option<&mut Option<Block>> {
        // Neighbouring blocks of a file are adjacent, files anywhere (the factor is that of Fibonacci
        // hashing).
        let hash = (file as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32).wrapping_add(number);
        let index = (hash % self.places.len().max(1) as u64) as usize;
        self.places.get_mut(index)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use proptest::prelude::*;

    use super::*;

    /// A file in memory that counts how often it is read.
    struct Bytes(Vec<u8>, Arc<AtomicU32>);

    impl TableFile for Bytes {
        fn size(&self) -> io::Result<u64> {
            Ok(self.0.len() as u64)
        }

        fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
            self.1.fetch_add(1, Ordering::Relaxed);
            let start = offset as usize;
            buffer.copy_from_slice(&self.0[start..start + buffer.len()]);
            Ok(())
        }
    }

    fn bytes(length: usize, factor: usize) -> Vec<u8> {
        (0..length).map(|index| (index * factor / 7 + index % 251) as u8).collect()
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_the_file_holds(
            lengths in proptest::collection::vec(1..40_000_usize, 1..4),
            reads in proptest::collection::vec((0..4_usize, 0..50_000_u64, 1..9_000_usize), 1..40),
            places in 1..6_usize,
        ) {
            let count = Arc::new(AtomicU32::new(0));
            let contents: Vec<_> = lengths.iter().enumerate().map(|(factor, &length)| bytes(length, factor)).collect();
            let files = Files::new(
                contents.iter().enumerate().map(|(index, content)| {
                    (index.to_string(), Box::new(Bytes(content.clone(), count.clone())) as Box<dyn TableFile>)
                }),
                places * BLOCK,
            );
            for (file, offset, length) in reads {
                let file = file % contents.len();
                let opened = files.open(Path::new(&file.to_string())).unwrap();
                let mut buffer = vec![0; length];
                let result = opened.read_exact_at(&mut buffer, offset, ReadHint::Data);
                match contents[file].get(offset as usize..offset as usize + length) {
                    Some(expected) => prop_assert_eq!(&buffer, expected),
                    None => prop_assert!(result.is_err()),
                }
            }
        }
    }

    #[test]
    fn a_small_file_is_read_once() {
        let count = Arc::new(AtomicU32::new(0));
        let file: Box<dyn TableFile> = Box::new(Bytes(bytes(9_000, 3), count.clone()));
        let files = Files::new([("a".to_owned(), file)].into_iter(), 64 * BLOCK);
        let opened = files.open(Path::new("a")).unwrap();
        for offset in 0..8_990 {
            opened.read_exact_at(&mut [0; 10], offset, ReadHint::Data).unwrap();
        }
        assert_eq!(count.load(Ordering::Relaxed), 3);
        assert!(files.open(Path::new("b")).is_err());
    }
}

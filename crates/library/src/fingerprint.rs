//! Fingerprints: the file that an index belongs to.

use sha2::{Digest, Sha256};
use tabia_polyglot::{BlockSource, SourceError};

/// Length of the beginning that is hashed completely, in bytes.
const WHOLE: u64 = 8 << 20;
/// After that, from each block of this many bytes...
const STRIDE: u64 = 1 << 20;
/// ...this many bytes at its start are hashed.
const SAMPLE: u64 = 4096;

/// Returns the bytes left from an offset to the end of the part that contains it, and whether that part is hashed.
const fn part_at(offset: u64) -> (u64, bool) {
    let within = offset % STRIDE;
    if offset < WHOLE {
        (WHOLE - offset, true)
    } else if within < SAMPLE {
        (SAMPLE - within, true)
    } else {
        (STRIDE - within, false)
    }
}

/// A file's length and a hash of its first 8 MiB and of the first 4 KiB of every MiB after that. A file of 500 MB is recognised
/// by reading 10 MB; a change further back that keeps the length may go unnoticed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint {
    /// The file's length in bytes.
    pub length: u64,
    /// The first half of the samples' SHA-256.
    pub sample: [u8; 16],
}

impl Fingerprint {
    /// Computes the fingerprint of a file.
    ///
    /// # Errors
    /// [`SourceError`] if it cannot be read.
    pub fn of(source: &mut impl BlockSource) -> Result<Self, SourceError> {
        let mut sampler = Sampler::default();
        let mut bytes = vec![0; STRIDE as usize];
        let length = source.len();
        let mut offset = 0;
        while offset < length {
            let (count, wanted) = part_at(offset);
            let count = count.min(length - offset).min(STRIDE);
            if wanted {
                let bytes = &mut bytes[..count as usize];
                source.read_at(offset, bytes)?;
                sampler.hash.update(bytes);
            }
            offset += count;
        }
        sampler.length = length;
        Ok(sampler.finish())
    }
}

/// Computes the fingerprint of a stream of bytes.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sampler {
    hash: Sha256,
    length: u64,
}

impl Sampler {
    /// Adds bytes that begin at `offset`; bytes seen before are skipped.
    pub(crate) fn feed(&mut self, offset: u64, bytes: &[u8]) {
        let seen = self.length.saturating_sub(offset).min(bytes.len() as u64);
        let mut bytes = &bytes[seen as usize..];
        while !bytes.is_empty() {
            let (count, wanted) = part_at(self.length);
            let (piece, rest) = bytes.split_at(count.min(bytes.len() as u64) as usize);
            if wanted {
                self.hash.update(piece);
            }
            self.length += piece.len() as u64;
            bytes = rest;
        }
    }

    pub(crate) fn finish(self) -> Fingerprint {
        let mut sample = [0; 16];
        sample.copy_from_slice(&self.hash.finalize()[..16]);
        Fingerprint { length: self.length, sample }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_any_size_give_the_fingerprint_of_the_file() {
        let bytes: Vec<u8> = (0..10_500_000_u32).map(|number| (number / 7) as u8).collect();
        let expected = Fingerprint::of(&mut bytes.as_slice()).unwrap();
        for size in [1000, 100_000, 9_000_000] {
            let mut sampler = Sampler::default();
            let mut offset = 0;
            for piece in bytes.chunks(size) {
                sampler.feed(offset, piece);
                offset += piece.len() as u64;
            }
            sampler.feed(17, &bytes[17..5000]);
            assert_eq!(sampler.finish(), expected);
        }
        assert_ne!(Fingerprint::of(&mut &bytes[1..]).unwrap(), expected);
        // A changed byte is noticed anywhere in the first part, and in the samples.
        for (place, is_seen) in
            [(1, true), (5000, true), (8_388_607, true), (9_437_185, true), (9_000_000, false)]
        {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert_eq!(Fingerprint::of(&mut changed.as_slice()).unwrap() != expected, is_seen, "{place}");
        }
    }
}

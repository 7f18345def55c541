//! Which file an index belongs to.

use sha2::{Digest, Sha256};
use tabia_polyglot::{BlockSource, SourceError};

/// From every so many bytes...
const STRIDE: u64 = 1 << 20;
/// ...the first so many are looked at.
const SAMPLE: u64 = 4096;

/// A file's length and a hash of samples of it: the first 4 KiB of every MiB. A file of 500 MB is recognised by reading 2 MB.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint {
    /// The file's length in bytes.
    pub length: u64,
    /// The first half of the samples' SHA-256.
    pub sample: [u8; 16],
}

impl Fingerprint {
    /// The fingerprint of a file.
    ///
    /// # Errors
    /// [`SourceError`] if it cannot be read.
    pub fn of(source: &mut impl BlockSource) -> Result<Self, SourceError> {
        let mut sampler = Sampler::default();
        let mut bytes = [0; SAMPLE as usize];
        let length = source.len();
        for offset in (0..length).step_by(STRIDE as usize) {
            let bytes = &mut bytes[..SAMPLE.min(length - offset) as usize];
            source.read_at(offset, bytes)?;
            sampler.hash.update(bytes);
        }
        sampler.length = length;
        Ok(sampler.finish())
    }
}

/// Makes the fingerprint of bytes that come one after the other.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sampler {
    hash: Sha256,
    length: u64,
}

impl Sampler {
    /// Takes bytes that begin at `offset`; what was seen before is passed over.
    pub(crate) fn feed(&mut self, offset: u64, bytes: &[u8]) {
        let seen = self.length.saturating_sub(offset).min(bytes.len() as u64);
        let mut bytes = &bytes[seen as usize..];
        while !bytes.is_empty() {
            let within = self.length % STRIDE;
            let (count, wanted) =
                if within < SAMPLE { (SAMPLE - within, true) } else { (STRIDE - within, false) };
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
        let bytes: Vec<u8> = (0..2_500_000_u32).map(|number| (number / 7) as u8).collect();
        let expected = Fingerprint::of(&mut bytes.as_slice()).unwrap();
        for size in [1000, 4096, 100_000, 3_000_000] {
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
    }
}

//! The file format, little endian; N is the number of hidden units.
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | `TabiaNet` |
//! | 2 | version: 1 |
//! | 2 | N |
//! | 2, 2, 2, 2 | output buckets (8), QA (255), QB (64), scale (400) |
//! | 8 | FNV-1a (64 bits) of all that follows |
//! | 768 * N * 2 | weights of the first layer: N for each input |
//! | N * 2 | biases of the first layer |
//! | 8 * 2N * 2 | output weights of each bucket, from -128 to 128: N for the side to move, N for the other |
//! | 8 * 4 | output biases, in units of 1/(QA * QB) |

use crate::architecture::{BUCKETS, INPUTS, MAX_HIDDEN, QA, QB, SCALE, is_hidden_size};
use crate::error::{HEADER, NetworkError, VERSION};
use crate::network::{Network, Weights};

/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"TabiaNet";
/// Offset of the checksum.
const CHECKSUM: usize = 20;

impl Network {
    /// The largest size of a file in bytes: longer ones need not be read to the end.
    pub const MAX_BYTES: usize = size(MAX_HIDDEN);

    /// Reads a net from the bytes of a file.
    ///
    /// # Errors
    /// [`NetworkError`] if the file is not a valid net.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut reader = Reader(bytes);
        let short = NetworkError::TooShort(bytes.len());
        let magic = reader.take().ok_or(short.clone())?;
        if magic != MAGIC {
            return Err(NetworkError::Magic);
        }
        let version = u16::from_le_bytes(reader.take().ok_or(short.clone())?);
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let hidden = usize::from(u16::from_le_bytes(reader.take().ok_or(short.clone())?));
        if !is_hidden_size(hidden) {
            return Err(NetworkError::Hidden(hidden));
        }
        for (field, expected) in FIELDS {
            let found = u16::from_le_bytes(reader.take().ok_or(short.clone())?);
            if found != expected {
                return Err(NetworkError::Architecture { field, found, expected });
            }
        }
        let expected = u64::from_le_bytes(reader.take().ok_or(short)?);
        if bytes.len() != size(hidden) {
            return Err(NetworkError::Size { found: bytes.len(), expected: size(hidden) });
        }
        let found = checksum(reader.0);
        if found != expected {
            return Err(NetworkError::Checksum { found, expected });
        }
        let inputs = reader.numbers(hidden * INPUTS);
        let biases = reader.numbers(hidden);
        let outputs = reader.numbers(2 * hidden * BUCKETS);
        let output_biases = std::array::from_fn(|_| reader.take().map_or(0, i32::from_le_bytes));
        Self::new(Weights { inputs, biases, outputs, output_biases })
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.weights();
        let mut bytes = Vec::with_capacity(size(self.hidden()));
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.hidden() as u16).to_le_bytes());
        for (_, value) in FIELDS {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend([0; 8]);
        for numbers in [&weights.inputs, &weights.biases, &weights.outputs] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(weights.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        let sum = checksum(bytes.get(HEADER..).unwrap_or_default());
        if let Some(field) = bytes.get_mut(CHECKSUM..HEADER) {
            field.copy_from_slice(&sum.to_le_bytes());
        }
        bytes
    }
}

/// The architecture's parameters, repeated in the file to distinguish a net of another architecture from a damaged
/// one.
const FIELDS: [(&str, u16); 4] =
    [("output buckets", BUCKETS as u16), ("QA", QA as u16), ("QB", QB as u16), ("scale", SCALE as u16)];

/// The size of a file in bytes.
const fn size(hidden: usize) -> usize {
    HEADER + 2 * hidden * (INPUTS + 1 + 2 * BUCKETS) + 4 * BUCKETS
}

/// A checksum of 64 bits that finds damage, not forgery: FNV-1a (Fowler, Noll and Vo), a byte at a time.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Bytes that are still to be read.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    /// The next `N` bytes; `None` at the end.
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    /// The next numbers of 16 bits, as many as there are up to `count`.
    fn numbers(&mut self, count: usize) -> Vec<i16> {
        let (taken, rest) = self.0.split_at(self.0.len().min(2 * count));
        self.0 = rest;
        taken.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect()
    }
}

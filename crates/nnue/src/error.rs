//! Faults of a net.

use std::error::Error;
use std::fmt;

use crate::architecture::{HIDDEN_STEP, MAX_HIDDEN, MAX_OUTPUT_BIAS, MAX_OUTPUT_WEIGHT};

/// The version of the file format and of the architecture.
pub(crate) const VERSION: u16 = 1;
/// Bytes of a file before the weights: magic, version, five fields of architecture, checksum.
pub(crate) const HEADER: usize = 28;

/// Why a net cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The file ends within the header.
    TooShort(usize),
    /// It does not begin as nets do.
    Magic,
    /// A version of the format that this program does not know.
    Version(u16),
    /// A first layer of this size is not possible.
    Hidden(usize),
    /// Another architecture: what differs, its value, and the one that can be used.
    Architecture {
        /// Name of the number.
        field: &'static str,
        /// Its value in the file.
        found: u16,
        /// The only value that is possible.
        expected: u16,
    },
    /// The file is longer or shorter than its header says.
    Size {
        /// Its length in bytes.
        found: usize,
        /// Length that the header implies.
        expected: usize,
    },
    /// The weights are damaged.
    Checksum {
        /// That of the weights.
        found: u64,
        /// The one in the header.
        expected: u64,
    },
    /// A number of weights that no first layer has.
    Count {
        /// Number found.
        count: usize,
        /// Number expected.
        expected: usize,
    },
    /// A position could make the sum of a neuron leave 16 bits.
    Overflow {
        /// Index of the neuron, from 0.
        neuron: usize,
        /// The sum of the magnitudes of its bias and its 32 largest weights.
        sum: u32,
    },
    /// A weight of the output layer with which sums could overflow.
    OutputWeight(i16),
    /// A bias of the output layer beyond all values of positions.
    OutputBias(i32),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort(size) => write!(f, "no net: {size} bytes are less than its header of {HEADER}"),
            Self::Magic => write!(f, "no net of Tabia: it does not begin with \"TabiaNet\""),
            Self::Version(version) => write!(f, "a net of version {version}; this program reads {VERSION}"),
            Self::Hidden(hidden) => write!(
                f,
                "{hidden} neurons in the first layer, not a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}"
            ),
            Self::Architecture { field, found, expected } => {
                write!(f, "a net with {field} {found}; this program uses {expected}")
            }
            Self::Size { found, expected } => {
                write!(
                    f,
                    "{found} bytes, but its header says {expected}: the file is incomplete or not a net"
                )
            }
            Self::Checksum { found, expected } => {
                write!(f, "damaged: the checksum is {found:016x}, not {expected:016x}")
            }
            Self::Count { count, expected } => write!(f, "{count} weights instead of {expected}"),
            Self::Overflow { neuron, sum } => {
                write!(f, "the weights of neuron {neuron} add up to {sum}, more than {}", i16::MAX)
            }
            Self::OutputWeight(weight) => {
                write!(f, "an output weight of {weight}; at most {MAX_OUTPUT_WEIGHT} is possible")
            }
            Self::OutputBias(bias) => {
                write!(f, "an output bias of {bias}; at most {MAX_OUTPUT_BIAS} is possible")
            }
        }
    }
}

impl Error for NetworkError {}

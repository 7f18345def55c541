//! The file format: nets written and read again, and every fault named.

mod common;

use common::random_net;
use proptest::prelude::*;
use tabia_nnue::architecture::{BUCKETS, INPUTS};
use tabia_nnue::{Network, NetworkError, Weights};

#[test]
fn a_net_that_was_written_can_be_read() {
    for hidden in [16, 32, 48, 512] {
        let net = random_net(hidden, 1);
        let bytes = net.to_bytes();
        assert!(bytes.len() <= Network::MAX_BYTES);
        assert_eq!(Network::from_bytes(&bytes), Ok(net));
    }
}

#[test]
fn every_fault_is_named() {
    let good = random_net(16, 2).to_bytes();
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        Network::from_bytes(&bytes)
    };
    assert_eq!(Network::from_bytes(&good[..27]), Err(NetworkError::TooShort(27)));
    assert_eq!(Network::from_bytes(b""), Err(NetworkError::TooShort(0)));
    assert_eq!(with(0, b't'), Err(NetworkError::Magic));
    assert_eq!(with(8, 2), Err(NetworkError::Version(2)));
    assert_eq!(with(10, 17), Err(NetworkError::Hidden(17)));
    assert_eq!(with(10, 0), Err(NetworkError::Hidden(0)));
    let field = |field, found, expected| Err(NetworkError::Architecture { field, found, expected });
    assert_eq!(with(12, 4), field("output buckets", 4, 8));
    assert_eq!(with(14, 127), field("QA", 127, 255));
    assert_eq!(with(16, 65), field("QB", 65, 64));
    assert_eq!(with(18, 0), field("scale", 256, 400));
    let (found, expected) = (good.len() - 1, good.len());
    assert_eq!(Network::from_bytes(&good[..found]), Err(NetworkError::Size { found, expected }));
    for at in [20, 28, good.len() - 1] {
        assert!(matches!(with(at, !good[at]), Err(NetworkError::Checksum { .. })), "byte {at}");
    }
    for error in [NetworkError::Magic, NetworkError::Checksum { found: 1, expected: 2 }] {
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let weights = || Weights {
        inputs: vec![0; 16 * INPUTS],
        biases: vec![0; 16],
        outputs: vec![0; 32 * BUCKETS],
        output_biases: [0; BUCKETS],
    };
    assert!(Network::new(weights()).is_ok());
    // 32 weights of 1,023 and a bias of 31 are 32,767.
    let mut large = weights();
    large.biases[5] = -31;
    for input in 100..132 {
        large.inputs[input * 16 + 5] = -1_023;
    }
    assert!(Network::new(large.clone()).is_ok());
    large.biases[5] = -32;
    assert_eq!(Network::new(large), Err(NetworkError::Overflow { neuron: 5, sum: 32_768 }));
    let mut large = weights();
    large.outputs[40] = i16::MIN;
    assert_eq!(Network::new(large), Err(NetworkError::OutputWeight(i16::MIN)));
    let mut large = weights();
    large.output_biases[3] = i32::MIN;
    assert_eq!(Network::new(large), Err(NetworkError::OutputBias(i32::MIN)));
    let mut few = weights();
    few.outputs.pop();
    assert!(matches!(Network::new(few), Err(NetworkError::Count { .. })));
    assert_eq!(Network::new(Weights::default()), Err(NetworkError::Hidden(0)));
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Network::from_bytes(&bytes).is_err());
    }

    #[test]
    fn a_damaged_net_is_never_taken_for_whole(at in 0_usize..25_000, byte: u8, cut: bool) {
        let mut bytes = random_net(16, 3).to_bytes();
        let at = at % bytes.len();
        let is_same = bytes[at] == byte && !cut;
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        prop_assert_eq!(Network::from_bytes(&bytes).is_ok(), is_same);
    }
}

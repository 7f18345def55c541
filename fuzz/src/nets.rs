//! Evaluation networks and their training files.

use tabia_chess::Position;
use tabia_data::filter::{Filter, Statistics};
use tabia_data::format::{Game, GameReader, PACKED_SIZE, PackedBoard, sample_line};
use tabia_nnue::architecture::{BUCKETS, HIDDEN_STEP, INPUTS, MAX_OUTPUT_BIAS, MAX_OUTPUT_WEIGHT};
use tabia_nnue::{AccumulatorStack, Changes, Network, Weights};

use crate::allocation::bounded;

/// A net file survives a round trip or is rejected; with any byte changed, it is rejected. A net gives the same value for each position,
/// computed from scratch or updated incrementally.
pub(crate) fn net(data: &[u8]) {
    if let Ok(net) = bounded(data, 16, || Network::from_bytes(data)) {
        assert_eq!(net.to_bytes(), data);
        play(&net, data);
    }
    // Files that pass the checksum are rare: usually the input becomes the weights.
    let Some(net) = net_of(data) else { return };
    let mut bytes = net.to_bytes();
    assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&net));
    play(&net, data);
    let at = data.iter().fold(data.len(), |at, &byte| at.wrapping_mul(257) + usize::from(byte)) % bytes.len();
    bytes[at] ^= data.first().copied().unwrap_or(1).max(1);
    assert!(Network::from_bytes(&bytes).is_err(), "byte {at} was changed");
    assert!(Network::from_bytes(&bytes[..at]).is_err(), "cut at byte {at}");
}

/// A small net with the input, repeated, as its weights; `None` if they are rejected.
fn net_of(data: &[u8]) -> Option<Network> {
    let mut bytes = data.iter().copied().cycle();
    // As large as allowed for 32 of them, occasionally a little larger.
    let mut weight = |most: i16| bytes.next().map(|byte| i16::from(byte as i8).saturating_mul(most / 127));
    let hidden = HIDDEN_STEP;
    let inputs = (0..hidden * INPUTS).map(|_| weight(1143)).collect::<Option<Vec<_>>>()?;
    let biases = (0..hidden).map(|_| weight(1143)).collect::<Option<Vec<_>>>()?;
    let outputs = (0..2 * hidden * BUCKETS).map(|_| weight(MAX_OUTPUT_WEIGHT)).collect::<Option<Vec<_>>>()?;
    let output_biases =
        std::array::from_fn(|_| weight(127).map_or(0, |w| i32::from(w) * (MAX_OUTPUT_BIAS / 127)));
    Network::new(Weights { inputs, biases, outputs, output_biases }).ok()
}

/// Plays the moves given by the input, back and forth.
fn play(net: &Network, data: &[u8]) {
    let mut stack = AccumulatorStack::new();
    stack.reset(net, 4);
    let mut line = vec![Position::default()];
    for &byte in data.iter().take(80) {
        let position = line[line.len() - 1];
        assert_eq!(stack.evaluate(net, &position), net.evaluate(&position), "{position}");
        let moves = position.legal_moves();
        if byte % 8 == 7 && line.len() > 1 {
            line.pop();
            stack.pop();
        } else if let Some(&m) = moves.iter().nth(usize::from(byte) % moves.len().max(1)) {
            stack.push(Changes::of(&position, m));
            line.push(position.play(m).expect("a legal move"));
        }
    }
}

/// Games are read up to the first incomplete one, with legal moves only, and written unchanged; likewise positions.
pub(crate) fn training(data: &[u8]) {
    let mut reader = GameReader::new(data);
    let games: Vec<Game> = bounded(data, 64, || reader.by_ref().map_while(Result::ok).collect());
    let whole = reader.whole();
    assert_eq!(whole.games, games.len() as u64);
    let mut statistics = Statistics::default();
    for game in &games {
        statistics.add(&Filter::default(), game);
        for (position, played) in game.positions() {
            assert!(position.legal_moves().contains(&played.mv), "{position}: {}", played.mv);
        }
    }
    assert_eq!(statistics.positions, games.iter().map(|game| game.moves.len() as u64).sum::<u64>());
    let mut written = Vec::new();
    games.iter().for_each(|game| game.write(&mut written));
    // Data besides the position in the bytes of a start position, such as a score, is dropped.
    assert_eq!(written.len() as u64, whole.bytes);
    let again: Vec<Game> =
        GameReader::new(&written[..]).map(|game| game.expect("what was written")).collect();
    assert_eq!(format!("{again:?}"), format!("{games:?}"));
    for packed in data.chunks_exact(PACKED_SIZE) {
        let packed = PackedBoard(packed.try_into().expect("so many bytes"));
        let Ok(sample) = packed.unpack() else { continue };
        let again = PackedBoard::new(&sample.position, sample.score, sample.result)
            .unpack()
            .expect("what was packed");
        assert_eq!(
            (again.position, again.score, again.result),
            (sample.position, sample.score, sample.result)
        );
        assert!(!sample_line(&sample.position, sample.score, sample.result).is_empty());
    }
}

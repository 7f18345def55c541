//! The running game of a match worker, readable by the page at any time, even when the worker is stuck.
//!
//! The state is an array of 32-bit words: a header, then a record for each move of the engines. The worker writes it to shared
//! memory, where the page reads it. Without shared memory, the worker posts the changes before every call into an engine (a post
//! leaves at once, even if the call never returns) and the page keeps a copy.
//!
//! During a game, records are only added. The first and last words of the header hold a number that changes with every write: if
//! they differ, the page has read during a write and tries again later.

use tabia_arena::{Ply, SearchReport};
use tabia_chess::Move;
use tabia_uci::Score;

/// Number of words in the header.
const HEADER: usize = 12;
/// Number of words in a record.
const RECORD: usize = 8;

/// Maximum number of moves in the state. Under the fifty-move rule, no game of standard chess has more than 11,797 plies.
pub const MAX_PLIES: usize = 11_800;

/// Size of the state in shared memory, in bytes.
pub const BYTES: u32 = 4 * (HEADER + RECORD * MAX_PLIES) as u32;

const VERSION_FIRST: usize = 0;
const CALLS: usize = 1;
const PHASE: usize = 2;
const PLAYER: usize = 3;
const DEADLINE_MS: usize = 4;
const UNIT: usize = 5;
const GAME: usize = 6;
const PLIES: usize = 7;
const CLOCKS: [usize; 2] = [8, 9];
const HAS_MOVED: usize = 10;
const VERSION_LAST: usize = 11;

/// A missing number.
const NONE: i32 = -1;

/// Activity of the worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// No engine call is running, or the page has to act.
    #[default]
    Idle,
    /// An engine is being started or prepared.
    Preparing,
    /// An engine is searching.
    Searching,
}

/// Contents of the state: the running game and the current engine call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameSnapshot {
    /// Number of engine calls so far. While it is unchanged, the call is the same.
    pub calls: u32,
    /// Activity of the worker.
    pub phase: Phase,
    /// Index of the called player in the match.
    pub player: usize,
    /// Time limit of the call, in milliseconds.
    pub deadline_ms: u32,
    /// Unit being played; `None` before the first.
    pub unit: Option<usize>,
    /// Index of the game in the unit.
    pub game: usize,
    /// Moves of the engines, without the opening.
    pub plies: Vec<Ply>,
    /// Remaining time of White and Black at the start of the call, in milliseconds, if they have clocks.
    pub clocks_ms: [Option<u32>; 2],
    /// Whether the search has returned its move although the call is still running.
    pub has_moved: bool,
}

/// Words of the state on the worker's side.
#[derive(Clone, Debug)]
pub struct StateWriter {
    header: [i32; HEADER],
}

impl Default for StateWriter {
    fn default() -> Self {
        let mut header = [0; HEADER];
        for missing in [UNIT, CLOCKS[0], CLOCKS[1]] {
            header[missing] = NONE;
        }
        Self { header }
    }
}

impl StateWriter {
    /// Starts a game and clears the records.
    pub fn begin_game(&mut self, unit: usize, game: usize) {
        self.header[UNIT] = unit as i32;
        self.header[GAME] = game as i32;
        self.header[PLIES] = 0;
        self.header[PHASE] = phase_word(Phase::Idle);
        self.touch();
    }

    /// Records the start of an engine call.
    pub fn call(&mut self, phase: Phase, player: usize, deadline_ms: f64, clocks_ms: [Option<f64>; 2]) {
        self.header[CALLS] = self.header[CALLS].wrapping_add(1);
        self.header[PHASE] = phase_word(phase);
        self.header[PLAYER] = player as i32;
        self.header[DEADLINE_MS] = deadline_ms.clamp(0.0, f64::from(i32::MAX)) as i32;
        self.header[HAS_MOVED] = 0;
        for (place, clock) in CLOCKS.into_iter().zip(clocks_ms) {
            self.header[place] = clock.map_or(NONE, |ms| ms.clamp(0.0, f64::from(i32::MAX)) as i32);
        }
        self.touch();
    }

    /// Records that the move has arrived; the call may go on for `deadline_ms`.
    pub fn moved(&mut self, deadline_ms: f64) {
        self.header[CALLS] = self.header[CALLS].wrapping_add(1);
        self.header[DEADLINE_MS] = deadline_ms as i32;
        self.header[HAS_MOVED] = 1;
        self.touch();
    }

    /// Records that the call has returned.
    pub fn idle(&mut self) {
        self.header[PHASE] = phase_word(Phase::Idle);
        self.touch();
    }

    /// Adds a move. Returns its record and word offset if there is room for it.
    pub fn ply(&mut self, ply: &Ply) -> Option<(usize, [i32; RECORD])> {
        let number = self.header[PLIES] as usize;
        if number >= MAX_PLIES {
            return None;
        }
        self.header[PLIES] += 1;
        self.touch();
        Some((HEADER + number * RECORD, record(ply)))
    }

    /// Returns the header, which starts at word 0.
    pub fn header(&self) -> &[i32] {
        &self.header
    }

    fn touch(&mut self) {
        let version = self.header[VERSION_FIRST].wrapping_add(1);
        self.header[VERSION_FIRST] = version;
        self.header[VERSION_LAST] = version;
    }
}

/// The page's copy of a posted state.
#[derive(Clone, Debug, Default)]
pub struct PostedState {
    words: Vec<i32>,
}

impl PostedState {
    /// Applies a post: the header and the new records.
    pub fn take(&mut self, posted: &[i32]) {
        let Some((header, new)) = posted.split_at_checked(HEADER) else { return };
        let known = header[PLIES].max(0) as usize * RECORD;
        let Some(kept) = known.checked_sub(new.len()) else { return };
        self.words.truncate(HEADER + kept);
        self.words.resize(HEADER + kept, 0);
        self.words[..HEADER].copy_from_slice(header);
        self.words.extend_from_slice(new);
    }

    /// Returns the words.
    pub fn words(&self) -> &[i32] {
        &self.words
    }
}

/// Returns the number of words in use, according to the header at their start.
pub fn used_words(header: &[i32]) -> usize {
    HEADER + header.get(PLIES).map_or(0, |&plies| plies.clamp(0, MAX_PLIES as i32) as usize * RECORD)
}

/// Number of words in the header.
pub const HEADER_WORDS: usize = HEADER;

/// Decodes a state; `None` if it was read during a write or is invalid.
pub fn read(words: &[i32]) -> Option<GameSnapshot> {
    let (header, records) = words.split_at_checked(HEADER)?;
    if header[VERSION_FIRST] != header[VERSION_LAST] {
        return None;
    }
    let count = usize::try_from(header[PLIES]).ok()?;
    let records = records.get(..count.checked_mul(RECORD)?)?;
    Some(GameSnapshot {
        calls: header[CALLS] as u32,
        phase: match header[PHASE] {
            1 => Phase::Preparing,
            2 => Phase::Searching,
            _ => Phase::Idle,
        },
        player: usize::try_from(header[PLAYER]).ok()?,
        deadline_ms: header[DEADLINE_MS].max(0) as u32,
        unit: usize::try_from(header[UNIT]).ok(),
        game: usize::try_from(header[GAME]).ok()?,
        plies: records.chunks_exact(RECORD).map(ply).collect::<Option<_>>()?,
        clocks_ms: CLOCKS.map(|place| u32::try_from(header[place]).ok()),
        has_moved: header[HAS_MOVED] != 0,
    })
}

fn phase_word(phase: Phase) -> i32 {
    match phase {
        Phase::Idle => 0,
        Phase::Preparing => 1,
        Phase::Searching => 2,
    }
}

/// Times are stored in units of 10 µs: 31 bits hold almost six hours.
const TIME_UNITS_PER_MS: f64 = 100.0;

fn record(ply: &Ply) -> [i32; RECORD] {
    let report = ply.search.clone().unwrap_or_default();
    let (kind, score) = match report.score {
        None => (0, 0),
        Some(Score::Cp(cp)) => (1, cp),
        Some(Score::Mate(moves)) => (2, moves),
    };
    let small = |number: Option<u32>| number.map_or(NONE, |number| number.min(i32::MAX as u32) as i32);
    let nodes = report.nodes.map_or(-1, |nodes| nodes.min(i64::MAX as u64) as i64);
    [
        i32::from(ply.mv.raw()) | kind << 16,
        score,
        small(report.depth),
        small(report.seldepth),
        nodes as i32,
        (nodes >> 32) as i32,
        (report.time_ms * TIME_UNITS_PER_MS).round().clamp(0.0, f64::from(i32::MAX)) as i32,
        0,
    ]
}

fn ply(record: &[i32]) -> Option<Ply> {
    let &[head, score, depth, seldepth, nodes_low, nodes_high, time, _] = record else { return None };
    let nodes = i64::from(nodes_high) << 32 | i64::from(nodes_low as u32);
    let search = SearchReport {
        score: match head >> 16 {
            1 => Some(Score::Cp(score)),
            2 => Some(Score::Mate(score)),
            _ => None,
        },
        depth: u32::try_from(depth).ok(),
        seldepth: u32::try_from(seldepth).ok(),
        nodes: u64::try_from(nodes).ok(),
        time_ms: f64::from(time) / TIME_UNITS_PER_MS,
        ..SearchReport::default()
    };
    Some(Ply { mv: Move::from_raw(head as u16)?, search: Some(search) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_chess::Position;

    fn moves() -> Vec<Ply> {
        let mut position = Position::default();
        let reports = [
            (Some(Score::Cp(-31)), Some(12), Some(20), Some(1 << 40), 12.34),
            (Some(Score::Mate(-3)), None, None, None, 0.0),
            (None, Some(0), None, Some(0xffff_ffff), 1e9),
        ];
        let played = ["e2e4", "e7e5", "g1f3"].into_iter().zip(reports);
        played
            .map(|(text, (score, depth, seldepth, nodes, time_ms))| {
                let mv = position.parse_uci(text).unwrap();
                position.play_unchecked(mv);
                let search =
                    SearchReport { score, depth, seldepth, nodes, time_ms, pv: Vec::new(), resolved: None };
                Ply { mv, search: Some(search) }
            })
            .collect()
    }

    fn write(words: &mut Vec<i32>, writer: &mut StateWriter, ply: &Ply) {
        let (at, record) = writer.ply(ply).unwrap();
        words.resize(at + RECORD, 0);
        words[at..].copy_from_slice(&record);
        words[..HEADER].copy_from_slice(writer.header());
    }

    #[test]
    fn what_is_written_is_read() {
        let mut writer = StateWriter::default();
        let mut words = writer.header().to_vec();
        assert_eq!(read(&words), Some(GameSnapshot::default()));
        writer.begin_game(7, 1);
        for ply in &moves() {
            writer.call(Phase::Searching, 1, 1100.5, [Some(1000.9), None]);
            write(&mut words, &mut writer, ply);
        }
        let snapshot = read(&words).unwrap();
        let mut expected = moves();
        // Six hours is the maximum.
        expected[2].search.as_mut().unwrap().time_ms = f64::from(i32::MAX) / 100.0;
        assert_eq!(snapshot.plies, expected);
        assert_eq!((snapshot.unit, snapshot.game, snapshot.player, snapshot.calls), (Some(7), 1, 1, 3));
        assert_eq!((snapshot.deadline_ms, snapshot.clocks_ms), (1100, [Some(1000), None]));
        assert_eq!(snapshot.phase, Phase::Searching);
        writer.moved(500.0);
        words[..HEADER].copy_from_slice(writer.header());
        let snapshot = read(&words).unwrap();
        assert!(snapshot.has_moved && snapshot.calls == 4 && snapshot.deadline_ms == 500);
        writer.begin_game(8, 0);
        words[..HEADER].copy_from_slice(writer.header());
        assert_eq!(read(&words).unwrap().plies, []);
    }

    #[test]
    fn half_a_write_is_not_read() {
        let mut writer = StateWriter::default();
        let mut words = writer.header().to_vec();
        writer.begin_game(7, 1);
        words[..HEADER / 2].copy_from_slice(&writer.header()[..HEADER / 2]);
        assert_eq!(read(&words), None);
        assert_eq!(read(&words[..4]), None);
    }

    #[test]
    fn records_that_are_missing_or_no_moves_are_not_read() {
        let mut writer = StateWriter::default();
        writer.begin_game(0, 0);
        let (_, record) = writer.ply(&moves()[0]).unwrap();
        assert_eq!(read(writer.header()), None);
        let mut words = writer.header().to_vec();
        words.extend(record);
        assert!(read(&words).is_some());
        words[HEADER] = 0;
        assert_eq!(read(&words), None);
    }

    #[test]
    fn a_posted_state_follows_what_is_posted() {
        let (mut writer, mut posted_state) = (StateWriter::default(), PostedState::default());
        writer.begin_game(0, 0);
        posted_state.take(writer.header());
        let moves = moves();
        for pair in moves.chunks(2) {
            let mut posted = Vec::new();
            for ply in pair {
                posted.extend(writer.ply(ply).unwrap().1);
            }
            let header = writer.header().to_vec();
            posted_state.take(&[header, posted].concat());
        }
        let snapshot = read(posted_state.words()).unwrap();
        assert_eq!(snapshot.plies.len(), 3);
        assert_eq!(snapshot.plies[0], moves[0]);
        writer.begin_game(0, 1);
        posted_state.take(writer.header());
        assert_eq!(
            read(posted_state.words()).map(|snapshot| (snapshot.game, snapshot.plies.len())),
            Some((1, 0))
        );
        posted_state.take(&[1, 2, 3]);
        assert!(read(posted_state.words()).is_some(), "nonsense is left alone");
    }

    #[test]
    fn a_state_that_is_full_takes_no_more() {
        let mut writer = StateWriter::default();
        let ply = &moves()[0];
        for _ in 0..MAX_PLIES {
            assert!(writer.ply(ply).is_some());
        }
        assert_eq!(writer.ply(ply), None);
        assert_eq!(4 * used_words(writer.header()), BYTES as usize);
    }
}

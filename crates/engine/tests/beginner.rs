//! The character of the levels that play as beginners: which mistakes they make, and which they do not.

mod common;

use common::{Random, Scripted, position};
use tabia_chess::{Color, Move, Position, Role, Square};
use tabia_engine::{Engine, Limits, Score, Strength, see};

/// `UCI_Elo` of levels 1 and 3.
const FIRST: u32 = 300;
const THIRD: u32 = 800;
/// Least value of a threat or capture that counts, in centipawns: more than a pawn.
const PIECE: i32 = 250;

/// A move as it was played, and what led to it.
struct Played {
    root: Position,
    last: Move,
    mv: Move,
    child: Position,
}

fn engine(elo: u32, seed: u64) -> Engine {
    let mut engine = Engine::new(1).expect("memory");
    engine.settings.strength = Some(Strength::from_elo(elo, seed));
    engine
}

fn reply(engine: &mut Engine, root: &Position, last: Option<Move>) -> (Move, Score) {
    let limits = Limits { last_move: last, ..Limits::depth(4) };
    let result = engine.search(root, &[], &limits, &mut Scripted::default());
    (result.best.expect("a move"), result.score.expect("a score"))
}

/// Games of a level against itself after six random half-moves; at most 120 half-moves each.
fn games(elo: u32, count: u64) -> Vec<Played> {
    let mut played = Vec::new();
    for game in 0..count {
        let mut engine = engine(elo, game);
        let mut random = Random::new(game);
        let mut at = Position::default();
        let mut last = None;
        for ply in 0..120 {
            let moves = at.legal_moves();
            if moves.is_empty() || at.is_insufficient_material() {
                break;
            }
            let mv = if ply < 6 {
                moves[random.below(moves.len() as u64) as usize]
            } else {
                reply(&mut engine, &at, last).0
            };
            let child = at.play(mv).expect("legal");
            if let Some(last) = last.filter(|_| ply >= 6) {
                played.push(Played { root: at, last, mv, child });
            }
            (at, last) = (child, Some(mv));
        }
    }
    played
}

/// The opponent's threat to take something, if the side to move could pass; nothing in check.
fn threats(root: &Position) -> Vec<Move> {
    let mut passed = *root;
    if !passed.play_null() {
        return Vec::new();
    }
    passed.legal_moves().iter().copied().filter(|&mv| mv.is_capture() && see(&passed, mv, PIECE)).collect()
}

/// Whether the piece is still there to be taken.
fn is_ignored(played: &Played, threat: Move) -> bool {
    let still = played
        .child
        .legal_moves()
        .iter()
        .copied()
        .find(|mv| (mv.from(), mv.to()) == (threat.from(), threat.to()));
    still.is_some_and(|mv| mv.is_capture() && see(&played.child, mv, PIECE))
}

fn rank(square: Square, side: Color) -> usize {
    square.relative_to(side).rank().index()
}

/// Long diagonals, knights and moves backwards, by a piece that has not just moved.
fn is_hard(root: &Position, last: Move, threat: Move) -> bool {
    let (from, to) = (threat.from(), threat.to());
    let Some(piece) = root.piece_at(from) else { return false };
    let is_diagonal = from.file() != to.file() && from.rank() != to.rank();
    let is_backwards = rank(to, piece.color) < rank(from, piece.color) && piece.role != Role::King;
    let is_unusual = piece.role == Role::Knight || is_backwards || is_diagonal && from.distance(to) >= 4;
    is_unusual && last.to() != from && last.to() != to
}

/// Counts cases and hits.
#[derive(Default)]
struct Share {
    cases: u32,
    hits: u32,
}

impl Share {
    fn add(&mut self, is_hit: bool) {
        self.cases += 1;
        self.hits += u32::from(is_hit);
    }

    fn percent(&self, what: &str) -> u32 {
        assert!(self.cases >= 40, "{what}: only {} cases", self.cases);
        let percent = 100 * self.hits / self.cases;
        println!("{what}: {percent}% of {}", self.cases);
        percent
    }
}

/// How often a level leaves a piece en prise to the piece that has just moved, and to a threat that is hard to
/// see, in percent.
fn left_hanging(elo: u32) -> (u32, u32) {
    let (mut fresh, mut hard) = (Share::default(), Share::default());
    for played in games(elo, 250) {
        // Two threats at a time cannot be met, so those positions say nothing.
        let threats = threats(&played.root);
        let [threat] = threats[..] else { continue };
        // Capturing something else doesn't count as overlooking the threat.
        if played.mv.is_capture() {
            continue;
        }
        let ignored = is_ignored(&played, threat);
        if threat.from() == played.last.to() {
            fresh.add(ignored);
        } else if is_hard(&played.root, played.last, threat) {
            hard.add(ignored);
        }
    }
    (fresh.percent("fresh threats ignored"), hard.percent("hidden threats ignored"))
}

#[test]
fn a_beginner_overlooks_what_is_hard_to_see_and_moves_what_has_just_been_attacked() {
    let (fresh, hard) = left_hanging(FIRST);
    assert!(fresh <= 20, "{fresh}%");
    assert!(hard >= 50 && hard >= fresh + 30, "{hard}% against {fresh}%");
    let (fresh_later, hard_later) = left_hanging(THIRD);
    assert!(fresh_later < fresh && hard_later < hard, "level 3: {fresh_later}% and {hard_later}%");
}

#[test]
fn what_stands_there_for_nothing_is_taken() {
    let mut taken = Share::default();
    for played in games(FIRST, 60) {
        let wins =
            |mv: &Move| mv.is_capture() && mv.from().distance(mv.to()) <= 3 && see(&played.root, *mv, PIECE);
        if played.root.legal_moves().iter().any(wins) {
            taken.add(played.mv.is_capture());
        }
    }
    let percent = taken.percent("pieces for nothing taken");
    assert!((65..=97).contains(&percent), "{percent}%");
}

/// Share of the mates in one that are given, in percent.
fn mates_given(elo: u32) -> u32 {
    let mates = |child: &Position| child.is_checkmate();
    let mut given = Share::default();
    // The positions are those of level 1, so that both levels have the same.
    for played in games(FIRST, 120) {
        let can = played.root.legal_moves().iter().any(|&mv| mates(&played.root.play(mv).expect("legal")));
        if can {
            let (mv, score) = reply(&mut engine(elo, 99), &played.root, Some(played.last));
            let is_mate = mates(&played.root.play(mv).expect("legal"));
            assert!(!is_mate || score == Score::Mate(1) || elo == FIRST || elo == THIRD);
            given.add(is_mate);
        }
    }
    given.percent("mates in one given")
}

#[test]
fn most_mates_in_one_are_given() {
    let (first, third) = (mates_given(FIRST), mates_given(THIRD));
    assert!((45..=85).contains(&first), "{first}%");
    assert!(third > first, "{third}%");
}

#[test]
fn nobody_has_shown_a_beginner_how_to_mate_with_the_rook() {
    let mut mates = 0;
    for seed in 0..20 {
        let mut beginner = engine(FIRST, seed);
        let mut at = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
        let mut last = None;
        while at.halfmove_clock() < 100 && at.has_legal_moves() && !at.is_insufficient_material() {
            let mv = reply(&mut beginner, &at, last).0;
            (at, last) = (at.play(mv).expect("legal"), Some(mv));
        }
        mates += u32::from(at.is_checkmate());
    }
    assert!(mates <= 5, "{mates} of 20");
}

#[test]
fn a_beginner_repeats_itself_and_a_seed_changes_it() {
    let line = |seed| -> Vec<Move> {
        let mut engine = engine(FIRST, seed);
        let mut at = Position::default();
        let mut moves: Vec<Move> = Vec::new();
        for _ in 0..20 {
            let mv = reply(&mut engine, &at, moves.last().copied()).0;
            at = at.play(mv).expect("legal");
            moves.push(mv);
        }
        moves
    };
    assert_eq!(line(1), line(1));
    assert_ne!(line(1), line(2));
}

#[test]
fn search_moves_lines_and_waiting_hold_for_beginners_too() {
    let root = Position::default();
    let only = root.parse_uci("a2a3").expect("legal");
    let mut beginner = engine(FIRST, 0);
    beginner.settings.multi_pv = 3;
    let mut control = Scripted::default();
    let result =
        beginner.search(&root, &[], &Limits { search_moves: vec![only], ..Limits::depth(3) }, &mut control);
    assert_eq!((result.best, result.depth), (Some(only), 1));
    let mut control = Scripted::default();
    beginner.search(&root, &[], &Limits::depth(3), &mut control);
    let mut numbers: Vec<u32> = control.lines.iter().map(|line| line.multipv).collect();
    numbers.dedup();
    assert_eq!(numbers, [1, 2, 3]);
    // Pondering, the answer has to wait.
    let signals = vec![(50, tabia_engine::Signal::PonderHit)];
    let mut control = Scripted { signals, ..Scripted::default() };
    beginner.search(&root, &[], &Limits { ponder: true, ..Limits::depth(3) }, &mut control);
    assert!(control.waits > 0 && control.signalled_ms.is_some());
    // Nothing to play.
    let mated = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let result = beginner.search(&mated, &[], &Limits::depth(3), &mut Scripted::default());
    assert_eq!((result.best, result.score), (None, Some(Score::Mate(0))));
}

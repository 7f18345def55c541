//! The personalities on the play page behave as described. Their options are in the table of
//! docs/strength.md, with the measurements; this test plays fewer games with fewer nodes and checks only the
//! direction.
//!
//! `TABIA_PERSONALITY_GAMES=200 cargo test -p tabia-engine --test personality -- --nocapture` plays more of them, with
//! 2,000 nodes a move, and prints the numbers of that table.

mod common;

use common::{Random, Scripted};
use tabia_chess::{Color, Move, Position, Role, attacks};
use tabia_engine::{Engine, Limits, Personality, Score, Trait, see};

const DOCS: &str = include_str!("../../../docs/strength.md");

/// Counts for one side, over all its moves after the opening.
#[derive(Default, Debug)]
struct Habits {
    moves: u32,
    checks: u32,
    /// Moves that leave material worth more than a pawn en prise, other than exchanges.
    sacrifices: u32,
    /// Own pieces that attack squares around the opponent's king.
    attackers: u32,
    /// The opponent's pieces that attack squares around one's own.
    attacked: u32,
    /// Pawns of either side that stand head to head.
    blocked: u32,
    /// Passed pawns on the fifth rank or further.
    passed: u32,
    games: u32,
    draws: u32,
    points: f64,
}

impl Habits {
    fn per_move(&self, count: u32) -> f64 {
        f64::from(count) / f64::from(self.moves.max(1))
    }

    fn draw_rate(&self) -> f64 {
        f64::from(self.draws) / f64::from(self.games.max(1))
    }
}

/// The personalities of the document: name and options.
fn personalities() -> Vec<(String, Personality)> {
    let rows = DOCS.lines().skip_while(|line| !line.starts_with("| personality |")).skip(2);
    let rows: Vec<_> = rows
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let mut personality = Personality::default();
            for option in cells[2].split(',') {
                let (name, value) =
                    option.trim().trim_matches('`').rsplit_once(' ').expect("an option and its value");
                let of = Trait::ALL.into_iter().find(|of| of.name() == name);
                personality.set(
                    of.unwrap_or_else(|| panic!("there is no option {name}")),
                    value.parse().expect("a number"),
                );
            }
            (cells[1].to_owned(), personality)
        })
        .collect();
    assert!((4..=6).contains(&rows.len()), "{rows:?}");
    rows
}

fn nodes_and_games() -> (u64, u64) {
    match std::env::var("TABIA_PERSONALITY_GAMES") {
        Ok(games) => (2_000, games.parse().expect("a number of games")),
        Err(_) => (300, 70),
    }
}

/// Games of a personality against the usual one, each opening with both colours; counts of the personality.
fn play(personality: Personality) -> Habits {
    let (nodes, games) = nodes_and_games();
    play_games(personality, nodes, games)
}

fn play_games(personality: Personality, nodes: u64, games: u64) -> Habits {
    let mut habits = Habits::default();
    let mut own = Engine::new(4).expect("memory");
    own.settings.personality = personality;
    let mut usual = Engine::new(4).expect("memory");
    for game in 0..games {
        let side = if game % 2 == 0 { Color::White } else { Color::Black };
        one_game(&mut own, &mut usual, side, game / 2, nodes, &mut habits);
    }
    habits
}

fn one_game(
    own: &mut Engine,
    usual: &mut Engine,
    side: Color,
    opening: u64,
    nodes: u64,
    habits: &mut Habits,
) {
    own.clear();
    usual.clear();
    let mut at = opening_position(opening);
    let mut keys: Vec<u64> = Vec::new();
    let mut result = None;
    for _ in 0..160 {
        let is_own = at.turn() == side;
        let repeated = keys.iter().filter(|&&key| key == at.repetition_key()).count();
        if !at.has_legal_moves()
            || at.halfmove_clock() >= 100
            || at.is_insufficient_material()
            || repeated >= 2
        {
            let winner = (at.is_check() && !at.has_legal_moves()).then(|| !at.turn());
            result = Some(winner);
            break;
        }
        let engine = if is_own { &mut *own } else { &mut *usual };
        let found = engine.search(&at, &keys, &Limits::nodes(nodes), &mut Scripted::default());
        let mv = found.best.expect("a move");
        if is_own {
            habits.count(&at, mv);
        }
        // A game that is decided says nothing more about the habits.
        match found.score {
            Some(Score::Centipawns(score)) if score.abs() < 900 => {}
            Some(Score::Centipawns(score)) => {
                result = Some(Some(if score > 0 { at.turn() } else { !at.turn() }));
            }
            Some(Score::Mate(moves)) => result = Some(Some(if moves > 0 { at.turn() } else { !at.turn() })),
            None => {}
        }
        if result.is_some() {
            break;
        }
        keys.push(at.repetition_key());
        at = at.play(mv).expect("legal");
    }
    habits.games += 1;
    if let Some(Some(winner)) = result {
        habits.points += f64::from(u8::from(winner == side));
    } else {
        habits.draws += 1;
        habits.points += 0.5;
    }
}

/// Eight random half-moves that leave nothing to be taken and no check.
fn opening_position(number: u64) -> Position {
    let mut random = Random::new(number);
    loop {
        let mut at = Position::default();
        for _ in 0..8 {
            let moves = at.legal_moves();
            if moves.is_empty() {
                break;
            }
            at = at.play(moves[random.below(moves.len() as u64) as usize]).expect("legal");
        }
        let loses = |at: &Position| at.legal_moves().iter().any(|&mv| mv.is_capture() && see(at, mv, 1));
        let mut passed = at;
        if at.has_legal_moves() && !at.is_check() && passed.play_null() && !loses(&at) && !loses(&passed) {
            return at;
        }
    }
}

impl Habits {
    fn count(&mut self, at: &Position, mv: Move) {
        let child = at.play(mv).expect("legal");
        let side = at.turn();
        self.moves += 1;
        self.checks += u32::from(child.is_check());
        self.sacrifices += u32::from(!see(at, mv, -150));
        self.attackers += near_king(&child, side, !side);
        self.attacked += near_king(&child, !side, side);
        let white = child.pieces(Color::White, Role::Pawn);
        self.blocked += (white.up() & child.pieces(Color::Black, Role::Pawn)).count();
        let passed = child.pieces(side, Role::Pawn).into_iter().filter(|&square| {
            let rank = square.relative_to(side).rank().index();
            let is_ahead = |other: &tabia_chess::Square| {
                other.relative_to(side).rank().index() > rank
                    && other.file().index().abs_diff(square.file().index()) <= 1
            };
            rank >= 4 && !child.pieces(!side, Role::Pawn).into_iter().any(|other| is_ahead(&other))
        });
        self.passed += passed.count() as u32;
    }
}

/// The pieces of `by`, without pawns and king, that attack squares around the king of `of`.
fn near_king(at: &Position, by: Color, of: Color) -> u32 {
    let zone = attacks::king(at.king(of));
    let pieces = at.by_color(by) ^ at.pieces(by, Role::Pawn) ^ at.pieces(by, Role::King);
    let attacks_zone = |square: tabia_chess::Square| {
        at.piece_at(square)
            .is_some_and(|piece| (attacks::piece(by, piece.role, square, at.occupied()) & zone).any())
    };
    pieces.into_iter().filter(|&square| attacks_zone(square)).count() as u32
}

/// A habit, the personality that shows it more, the one that shows it less, its count, and the minimum ratio.
type Comparison<'a> = (&'static str, &'a Habits, &'a Habits, fn(&Habits) -> u32, f64);

#[test]
fn personalities_do_what_is_said_of_them() {
    let usual = play(Personality::default());
    print("as usual", &usual);
    let played = personalities().into_iter().map(|(name, personality)| {
        let habits = play(personality);
        print(&name, &habits);
        (name, habits)
    });
    let played: Vec<_> = played.collect();
    let of = |wanted: &str| {
        let found = played.iter().find(|(name, _)| name == wanted);
        &found.unwrap_or_else(|| panic!("there is no {wanted}")).1
    };
    // With so few games and nodes, some habits show only in comparison with the opposite personality.
    let compared: [Comparison<'_>; 6] = [
        ("checks", of("Attacker"), of("Guardian"), |habits| habits.checks, 1.05),
        ("pieces at the opponent's king", of("Attacker"), of("Guardian"), |habits| habits.attackers, 1.08),
        ("pieces at its own king", of("Attacker"), of("Guardian"), |habits| habits.attacked, 1.05),
        ("blocked pawns", of("Builder"), of("Opener"), |habits| habits.blocked, 1.3),
        ("blocked pawns", &usual, of("Opener"), |habits| habits.blocked, 1.25),
        ("far passed pawns", of("Runner"), &usual, |habits| habits.passed, 1.1),
    ];
    for (what, more, less, of, times) in compared {
        let (more, less) = (more.per_move(of(more)), less.per_move(of(less)));
        assert!(more >= less * times, "{what}: {more} and {less}");
    }
    let draws = [-150, 150].map(|contempt| {
        let mut personality = Personality::default();
        personality.set(Trait::Contempt, contempt);
        // Draws are rare: they take more games than the habits of every move.
        let habits = play_games(personality, 1_000, 120);
        print(&format!("contempt {contempt}"), &habits);
        habits.draw_rate()
    });
    assert!(draws[0] >= draws[1] + 0.04, "drawn: {draws:?}");
    assert_eq!(played.len(), 6, "something has to be claimed of every one");
}

fn print(name: &str, habits: &Habits) {
    println!(
        "{name}: {} games, score {:.1}%, drawn {:.1}%; of 100 moves {:.1} checks, {:.1} sacrifices; pieces at the \
         opponent's king {:.2}, at its own {:.2}; blocked pawns {:.2}, far passed pawns {:.2}",
        habits.games,
        100.0 * habits.points / f64::from(habits.games),
        100.0 * habits.draw_rate(),
        100.0 * habits.per_move(habits.checks),
        100.0 * habits.per_move(habits.sacrifices),
        habits.per_move(habits.attackers),
        habits.per_move(habits.attacked),
        habits.per_move(habits.blocked),
        habits.per_move(habits.passed),
    );
}

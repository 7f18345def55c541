//! The file formats: what is written is read back, by this crate and by the one that the format comes from;
//! damage is detected.

use proptest::prelude::*;
use tabia_chess::{Position, Setup};
use tabia_data::GameResult;
use tabia_data::format::{Game, GameReader, PackedBoard, ReadError, ScoredMove, Whole, sample_line};
use tabia_rng::Rng;

/// A game of random moves.
fn random_game(seed: u64, chess960: bool, plies: usize) -> Game {
    let mut rng = Rng::new(seed);
    let start = if chess960 { Position::chess960(rng.below(960) as u16) } else { Position::default() };
    random_game_from(start, &mut rng, plies)
}

fn random_game_from(start: Position, rng: &mut Rng, plies: usize) -> Game {
    let result = GameResult::ALL[rng.below(3) as usize];
    let mut game = Game { start, moves: Vec::new(), result };
    let mut position = start;
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.below(moves.len() as u64) as usize];
        game.moves.push(ScoredMove { mv, score: rng.next_u64() as i16 });
        position.play_unchecked(mv);
    }
    game
}

fn bytes(games: &[Game]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for game in games {
        game.write(&mut bytes);
    }
    bytes
}

/// The content of a game as text.
fn told(game: &Game) -> Vec<String> {
    let mut lines = vec![format!("{} {:?}", game.start.to_shredder_fen(), game.result)];
    for (position, played) in game.positions() {
        lines.push(format!(
            "{} {} {}",
            position.to_shredder_fen(),
            position.uci_with(played.mv, true),
            played.score
        ));
    }
    lines
}

/// The FEN of the other crate's board with the rooks' files as castling rights. The letters `KQkq`, which it writes itself,
/// do not say which rook is meant if there is another one outside of it.
fn shredder_fen(board: &viriformat::chess::board::Board) -> String {
    let fen = board.to_string();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let rights = board.castling_rights().display(true).to_string();
    if !rights.is_empty() {
        fields[2] = &rights;
    }
    fields.join(" ")
}

fn read(bytes: &[u8]) -> Vec<Game> {
    GameReader::new(bytes).collect::<Result<_, _>>().expect("whole games")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn games_are_read_as_they_were_written(seeds in prop::collection::vec(any::<u64>(), 1..4), chess960: bool) {
        let games: Vec<Game> =
            seeds.iter().map(|&seed| random_game(seed, chess960, seed as usize % 300)).collect();
        let bytes = bytes(&games);
        let again = read(&bytes);
        prop_assert_eq!(games.iter().map(told).collect::<Vec<_>>(), again.iter().map(told).collect::<Vec<_>>());
    }

    #[test]
    fn the_crate_of_the_format_reads_the_same(seed: u64, chess960: bool) {
        let game = random_game(seed, chess960, 200);
        let bytes = bytes(std::slice::from_ref(&game));
        let theirs = viriformat::dataformat::Game::deserialise_from(&mut bytes.as_slice(), Vec::new())
            .expect("it can be read");
        prop_assert_eq!(theirs.outcome() as usize, [1, 2, 0][game.result as usize], "their order is win, loss, draw");
        let mut lines = Vec::new();
        theirs.visit_positions(|board, score| lines.push((board.ply(), shredder_fen(board), score)));
        prop_assert_eq!(lines.len(), game.moves.len());
        for ((ply, fen, score), (position, played)) in lines.into_iter().zip(game.positions()) {
            prop_assert_eq!(ply, tabia_data::filter::ply(&position) as usize);
            prop_assert_eq!(score, i32::from(played.score));
            let theirs: Setup = fen.parse().expect("a FEN");
            // It also names an en-passant square where no capture is possible.
            prop_assert_eq!(theirs.position().expect("legal").to_shredder_fen(), position.to_shredder_fen());
        }
        // And it writes the same bytes.
        let mut written = Vec::new();
        theirs.serialise_into(&mut written).expect("memory");
        prop_assert_eq!(written, bytes);
    }

    #[test]
    fn a_torn_tail_is_found_wherever_it_is_torn(seed: u64, cut in 1_usize..400) {
        let games: Vec<Game> = (0..3).map(|number| random_game(seed ^ number, false, 40)).collect();
        let all = bytes(&games);
        let length = all.len() - cut.min(all.len());
        let mut reader = GameReader::new(&all[..length]);
        let whole = reader.by_ref().filter_map(Result::ok).count();
        // The complete games, and where the last of them ends.
        let ends: Vec<usize> = (0..=3).map(|count| bytes(&games[..count]).len()).collect();
        let expected = ends.iter().rposition(|&end| end <= length).expect("0 fits");
        prop_assert_eq!(whole, expected);
        prop_assert_eq!(reader.whole(), Whole { games: expected as u64, bytes: ends[expected] as u64 });
        let is_cut = GameReader::new(&all[..length]).any(|game| matches!(game, Err(ReadError::CutOff(at)) if at == length as u64));
        prop_assert_eq!(is_cut, ends[expected] != length);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = GameReader::new(bytes.as_slice()).collect::<Vec<_>>();
    }

    #[test]
    fn changed_bytes_are_still_legal_games_or_told(seed: u64, at: usize, to: u8) {
        let mut bytes = bytes(&[random_game(seed, false, 60)]);
        let length = bytes.len();
        bytes[at % length] = to;
        for game in GameReader::new(bytes.as_slice()).flatten() {
            for (position, played) in game.positions() {
                prop_assert!(position.is_legal(played.mv));
            }
        }
    }
}

#[test]
fn special_moves_and_rights_keep_their_meaning() {
    for (fen, moves) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 34", &["e1g1", "e8c8"][..]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 99 1", &["a1a8", "e8f7"]),
        ("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 60", &["f4e3", "e1e2"]),
        ("3nk3/2P5/8/8/8/8/2p5/3NK3 w - - 0 80", &["c7d8n", "c2d1b"]),
        // Castling rights with the inner of two rooks.
        ("4k3/8/8/8/8/8/8/R1R1K3 w C - 0 20", &["e1c1"]),
    ] {
        let setup: Setup = fen.parse().expect("a FEN");
        let start = setup.position().expect("legal");
        let mut game = Game { start, moves: Vec::new(), result: GameResult::Draw };
        let mut position = start;
        for mv in moves {
            let mv = position.parse_uci(mv).unwrap_or_else(|error| panic!("{fen} {mv}: {error}"));
            game.moves.push(ScoredMove { mv, score: -7 });
            position.play_unchecked(mv);
        }
        assert_eq!(told(&read(&bytes(std::slice::from_ref(&game)))[0]), told(&game), "{fen}");
        let packed = PackedBoard::new(&start, -31_999, GameResult::BlackWins);
        let sample = packed.unpack().expect("a position");
        assert_eq!(sample.position.to_shredder_fen(), start.to_shredder_fen());
        assert_eq!((sample.score, sample.result), (-31_999, GameResult::BlackWins));
    }
}

#[test]
fn damage_is_told_with_its_place() {
    let good = bytes(&[random_game(1, false, 10)]);
    let fault = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = [good.clone(), good.clone()].concat();
        change(&mut bytes);
        let results: Vec<_> = GameReader::new(bytes.as_slice()).collect();
        assert_eq!(results.len(), 2, "one game and the error");
        results.into_iter().find_map(Result::err).expect("an error").to_string()
    };
    let second = good.len();
    let text = fault(&|bytes| bytes[second + 30] = 3);
    assert_eq!(text, format!("game 1 at byte {second} begins with no position: a result with the number 3"));
    // a1 to a2, which its own pawn occupies.
    let text = fault(&|bytes| bytes[second + 32..second + 34].copy_from_slice(&(8_u16 << 6).to_le_bytes()));
    assert!(text.contains("the move number 0 (from 0) is not legal: 0x0200"), "{text}");
    assert!(text.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "{text}");
    let text = fault(&|bytes| bytes[second..].fill(0));
    assert!(text.contains("begins with no position: illegal position"), "{text}");
}

#[test]
fn text_has_score_and_result_from_whites_side() {
    let position = Position::default();
    assert_eq!(
        sample_line(&position, -35, GameResult::BlackWins),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | -35 | 0.0"
    );
    assert!(sample_line(&position, 0, GameResult::Draw).ends_with(" | 0 | 0.5"));
}

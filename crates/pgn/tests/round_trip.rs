//! Written games read back unchanged.

mod common;

use proptest::prelude::*;
use proptest::sample::Index;
use tabia_chess::Position;
use tabia_pgn::{
    Game, GameResult, Nag, NodeId, ProblemKind, StreamReader, read, read_bytes, write, write_all,
};

/// An edit of a game under construction.
#[derive(Clone, Debug)]
enum Edit {
    /// Play a legal move after some node.
    Play(Index, Index),
    /// Play a legal move after the newest node.
    Continue(Index),
    CommentBefore(Index, String),
    CommentAfter(Index, String),
    Nag(Index, u8),
    Promote(Index),
    PromoteToMainLine(Index),
    Delete(Index),
    Tag(String, String),
}

/// Text valid in a comment: on one line, without blanks at its ends, made of all characters with a meaning elsewhere in PGN.
fn comment() -> impl Strategy<Value = String> {
    let text = r#"[ a-zA-Z0-9{}()\[\]"%;$!?*<>\\/.,:=+#ä♘½—-]{1,120}"#;
    // A diagram mark is read as a glyph.
    text.prop_map(|text| text.replace("[#]", "").trim().to_owned())
        .prop_filter("empty", |text| !text.is_empty() && !text.contains("[#]"))
}

fn edit() -> impl Strategy<Value = Edit> {
    let node = any::<Index>;
    prop_oneof![
        30 => node().prop_map(Edit::Continue),
        10 => (node(), node()).prop_map(|(at, m)| Edit::Play(at, m)),
        2 => (node(), comment()).prop_map(|(at, text)| Edit::CommentBefore(at, text)),
        4 => (node(), comment()).prop_map(|(at, text)| Edit::CommentAfter(at, text)),
        3 => (node(), any::<u8>()).prop_map(|(at, nag)| Edit::Nag(at, nag)),
        1 => node().prop_map(Edit::Promote),
        1 => node().prop_map(Edit::PromoteToMainLine),
        1 => node().prop_map(Edit::Delete),
        2 => ("[A-Z][A-Za-z0-9_]{0,12}", r"[ -~äß“”]{0,40}").prop_map(|(name, value)| Edit::Tag(name, value)),
    ]
}

fn result() -> impl Strategy<Value = GameResult> {
    prop_oneof![
        Just(GameResult::WhiteWins),
        Just(GameResult::BlackWins),
        Just(GameResult::Draw),
        Just(GameResult::Unknown)
    ]
}

fn start() -> impl Strategy<Value = (Position, bool)> {
    let endgame = |fen| tabia_pgn::position_from_fen(fen).expect("a good FEN").0;
    prop_oneof![
        4 => Just((Position::default(), false)),
        2 => (0..960u16).prop_map(|number| (Position::chess960(number), true)),
        1 => Just((endgame("8/P6k/8/3pP3/8/8/6Kp/8 w - d6 0 57"), false)),
        1 => Just((endgame("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20"), false)),
    ]
}

fn build((start, chess960): (Position, bool), result: GameResult, edits: Vec<Edit>) -> Game {
    let mut game = Game::new(start, chess960);
    game.set_result(result);
    let mut newest = NodeId::ROOT;
    for edit in edits {
        let nodes = game.subtree(NodeId::ROOT);
        match edit {
            Edit::Play(at, m) => play(&mut game, *at.get(&nodes), m, &mut newest),
            Edit::Continue(m) => play(&mut game, newest, m, &mut newest),
            // Nothing can come before the start.
            Edit::CommentBefore(at, _) if *at.get(&nodes) == NodeId::ROOT => {}
            Edit::CommentBefore(at, text) => game.annotations_mut(*at.get(&nodes)).before.push(text),
            Edit::CommentAfter(at, text) => game.annotations_mut(*at.get(&nodes)).after.push(text),
            Edit::Nag(at, nag) => {
                let nags = &mut game.annotations_mut(*at.get(&nodes)).nags;
                if !nags.contains(&Nag(nag)) {
                    nags.push(Nag(nag));
                }
            }
            Edit::Promote(at) => {
                game.promote(*at.get(&nodes));
            }
            Edit::PromoteToMainLine(at) => {
                game.promote_to_main_line(*at.get(&nodes));
            }
            Edit::Delete(at) => game.delete(*at.get(&nodes)),
            Edit::Tag(name, value) => {
                // These are written from the game itself, and names are the same in any case.
                if !["Result", "FEN", "SetUp", "Variant"]
                    .iter()
                    .any(|derived| derived.eq_ignore_ascii_case(&name))
                {
                    game.tags_mut().set(&name, value);
                }
            }
        }
        if !game.contains(newest) {
            newest = NodeId::ROOT;
        }
    }
    game
}

fn play(game: &mut Game, at: NodeId, m: Index, newest: &mut NodeId) {
    let moves = game.position(at).legal_moves();
    if !moves.is_empty() {
        *newest = game.play(at, *m.get(&moves)).expect("a legal move");
    }
}

fn game() -> impl Strategy<Value = Game> {
    (start(), result(), prop::collection::vec(edit(), 0..120))
        .prop_map(|(start, result, edits)| build(start, result, edits))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_written_game_is_read_as_it_was(game in game()) {
        let text = write(&game);
        let collection = read(&text);
        prop_assert_eq!(&collection.problems, &[], "{}", text);
        prop_assert_eq!(&collection.games, &[game], "{}", text);
        prop_assert_eq!(write(&collection.games[0]), text);
    }

    #[test]
    fn written_games_stay_apart(games in prop::collection::vec(game(), 0..6)) {
        let collection = read(&write_all(&games));
        prop_assert_eq!(collection.problems, []);
        prop_assert_eq!(collection.games, games);
    }

    #[test]
    fn no_line_of_moves_is_too_long(game in game()) {
        let text = write(&game);
        let movetext = text.split_once("\n\n").map_or("", |(_, movetext)| movetext);
        for line in movetext.lines().filter(|line| !line.contains(';')) {
            // A comment word may be longer than a line, and so may blanks where a break is not possible.
            let is_one_word = !line.contains(' ') || line.contains("  ") || line.contains(" %");
            prop_assert!(is_one_word || line.chars().count() < 80, "{line}");
        }
    }

    /// For any text, reading terminates, and the games can be written and read again.
    #[test]
    fn any_text_is_read(text in pgn_like_text()) {
        let collection = read(&text);
        let written = write_all(&collection.games);
        let again = read(&written);
        prop_assert_eq!(&again.games, &collection.games, "{}", text);
        prop_assert_eq!(write_all(&again.games), written, "{}", text);
        let lines = text.lines().count() + text.matches('\r').count() + 1;
        for problem in &collection.problems {
            prop_assert!((1..=lines).contains(&problem.line), "{} in {:?}", problem, text);
            prop_assert!(problem.game <= collection.games.len() + 1);
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let collection = read_bytes(&bytes);
        let again = read(&write_all(&collection.games));
        prop_assert_eq!(again.games, collection.games);
    }
}

/// Words and symbols of PGN in any order.
fn pgn_like_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => prop::sample::select(vec![
            "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "d4", "exd5", "O-O", "0-0", "Qh5", "--", "g1f3", "Ng1-f3", "♘f3", "e8=Q", "1.", "1...",
            "12.", "2", "$1", "$300", "$", "!", "?!", "???", "+-", "=", "N", "*", "1-0", "0-1", "1/2-1/2", "½-½", "1/2", "1 - 0", "e.p.",
        ]).prop_map(str::to_owned),
        4 => prop::sample::select(vec![
            "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\\", ";", "%", "{ a }", "{ a { b } c }", "; rest\n", "\n% escaped\n", "()",
        ]).prop_map(str::to_owned),
        3 => prop::sample::select(vec![
            "[Event \"a\"]", "\n[White \"b\"]\n", "[Result \"1-0\"]", "[Result \"x\"]", "[FEN \"8/8/4k3/8/4P3/4K3/8/8 w - -\"]", "[FEN \"rubbish\"]",
            "[SetUp \"1\"]", "[Variant \"Chess960\"]", "[Variant \"Atomic\"]", "[Event \"open", "[NoValue]", "[A \"x\\\"y\" ]", "[B \"x\" y\"]",
        ]).prop_map(str::to_owned),
        3 => prop::sample::select(vec![" ", " ", "\n", "\r\n", "\r", "\r\r\n", "\n\n", "\t", "\0", "\u{a0}", "\u{feff}"]).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ];
    prop::collection::vec((piece, prop::bool::ANY), 0..60).prop_map(|pieces| {
        pieces
            .into_iter()
            .fold(String::new(), |text, (piece, blank)| text + &piece + if blank { " " } else { "" })
    })
}

/// Games from files, with everything people and programs have annotated. Writing a second time gives the same bytes.
#[test]
fn games_in_files_are_written_and_read_again() {
    for (name, bytes) in common::pgn_files() {
        let games = read_bytes(&bytes).games;
        let text = write_all(&games);
        let again = read(&text);
        for (index, (before, after)) in games.iter().zip(&again.games).enumerate() {
            assert!(
                before == after,
                "{name}: game {} differs:\n{}\n{}",
                index + 1,
                write(before),
                write(after)
            );
        }
        assert_eq!(games.len(), again.games.len(), "{name}");
        assert!(write_all(&again.games) == text, "{name} is written differently a second time");
        let faults: Vec<_> = again
            .problems
            .iter()
            .filter(|problem| !matches!(problem.kind, ProblemKind::Variant | ProblemKind::StartPosition))
            .collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
    }
}

/// Damage to a file, as done by careless programs, broken disks and people.
#[derive(Clone, Debug)]
enum Damage {
    Replace(Index, u8),
    Insert(Index, Vec<u8>),
    Remove(Index, usize),
    Repeat(Index, usize),
    Cut(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    // Mostly characters with a meaning in PGN.
    let byte =
        || prop_oneof![3 => prop::sample::select(b"{}()[]<>;%$\"\\!?*.\n\r \0".to_vec()), 1 => any::<u8>()];
    prop_oneof![
        4 => (at(), byte()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        4 => (at(), prop::collection::vec(byte(), 1..4)).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        2 => (at(), 1..40_usize).prop_map(|(at, len)| Damage::Remove(at, len)),
        2 => (at(), 1..200_usize).prop_map(|(at, len)| Damage::Repeat(at, len)),
        1 => at().prop_map(Damage::Cut),
    ]
}

impl Damage {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let range = |at: &Index, len: usize, all: usize| {
            let from = at.index(all);
            from..all.min(from + len)
        };
        match self {
            Self::Replace(at, byte) => *at.get_mut(bytes) = *byte,
            Self::Insert(at, new) => {
                let at = at.index(bytes.len());
                bytes.splice(at..at, new.iter().copied());
            }
            Self::Remove(at, len) => drop(bytes.drain(range(at, *len, bytes.len()))),
            Self::Repeat(at, len) => {
                let range = range(at, *len, bytes.len());
                let (end, again) = (range.end, bytes[range].to_vec());
                bytes.splice(end..end, again);
            }
            Self::Cut(at) => bytes.truncate(at.index(bytes.len())),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    /// For damaged files, reading terminates, and what was read is preserved.
    #[test]
    fn damaged_files_are_read_and_written(file in any::<Index>(), damage in prop::collection::vec(damage(), 1..12)) {
        let files = small_files();
        if !files.is_empty() {
            let mut bytes = file.get(files).clone();
            for damage in &damage {
                damage.apply(&mut bytes);
            }
            let games = read_bytes(&bytes).games;
            let text = write_all(&games);
            let again = read(&text);
            prop_assert_eq!(&again.games, &games, "{}", String::from_utf8_lossy(&bytes));
            prop_assert_eq!(write_all(&again.games), text);
        }
    }
}

/// Files small enough to read many times.
fn small_files() -> &'static [Vec<u8>] {
    static FILES: std::sync::OnceLock<Vec<Vec<u8>>> = std::sync::OnceLock::new();
    FILES.get_or_init(|| {
        common::pgn_files().into_iter().map(|(_, bytes)| bytes).filter(|bytes| bytes.len() <= 6_000).collect()
    })
}

/// The same games and problems from a stream as from the whole file.
#[test]
fn files_are_read_from_a_stream_as_from_memory() {
    for (name, bytes) in common::pgn_files() {
        let whole = read_bytes(&bytes);
        let mut reader = StreamReader::new(&bytes[..]);
        let mut problems = Vec::new();
        let mut count = 0;
        for read in reader.by_ref() {
            let read = read.expect("memory can be read");
            assert!(whole.games.get(count) == Some(&read.game), "{name}: game {}", count + 1);
            problems.extend(read.problems);
            count += 1;
        }
        problems.extend_from_slice(reader.leftover_problems());
        problems.splice(0..0, reader.encoding_problem());
        assert_eq!((count, &problems), (whole.games.len(), &whole.problems), "{name}");
    }
}

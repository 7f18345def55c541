//! Analysis links that contain a position or a whole game.
//!
//! | address | carries |
//! | --- | --- |
//! | `#/?fen=FEN&side=black` | a position; `_` for the spaces of the FEN |
//! | `#/?pgn=PGN` | a game from another program: its text, escaped (`encodeURIComponent`) |
//! | `#/?game=1zCODE&side=black` | a game: version 1; `z` says that its PGN is compressed, `t` that it is not; base64 for addresses |
//!
//! `side` is the side at the bottom of the board, White by default. In a game link, `at` is the place on the board, the start by default: a
//! number of moves along the line, the index of an alternative, another number of moves, and so on, as in `at=12` or `at=7-1-3`. The
//! compressed form is zlib (RFC 1950) rather than a raw deflate stream, because its checksum detects damaged links.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tabia_chess::Color;
use tabia_pgn::{Game, NodeId};

use crate::language::tr;

/// Length above which some chats truncate links.
pub const LONG_LINK: usize = 2_000;

/// Maximum length of the links we create: mail programs, chats and server logs truncate longer ones.
pub const MAX_LINK: usize = 8_000;

/// Maximum length of a code we parse: browsers reject such addresses, too.
pub const MAX_CODE: usize = 2_000_000;

/// Maximum size in bytes of an unpacked game: anything larger isn't a game, but an attempt to fill the memory.
pub const MAX_UNPACKED: usize = 2 << 20;

/// Version of the game code.
const VERSION: char = '1';

/// Contents of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The position or game.
    pub what: Freight,
    /// Side at the bottom of the board.
    pub side: Color,
    /// The sender's place in the game.
    pub at: LinkPlace,
}

/// A place in a game, as written in a link.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LinkPlace(Vec<usize>);

impl LinkPlace {
    /// Returns the place of a node.
    pub fn of(game: &Game, node: NodeId) -> Self {
        let mut numbers = vec![0];
        for pair in game.path(node).windows(2) {
            match game.children(pair[0]).position(|child| child == pair[1]) {
                Some(0) | None => {
                    if let Some(moves) = numbers.last_mut() {
                        *moves += 1;
                    }
                }
                Some(alternative) => numbers.extend([alternative, 0]),
            }
        }
        Self(if numbers == [0] { Vec::new() } else { numbers })
    }

    /// Returns the node at the place, or the last one on the way if the game ends earlier.
    pub fn node(&self, game: &Game) -> NodeId {
        let mut node = NodeId::ROOT;
        for (index, &number) in self.0.iter().enumerate() {
            let next = if index % 2 == 0 {
                std::iter::successors(Some(node), |&node| game.main_child(node))
                    .take(number.saturating_add(1))
                    .last()
            } else {
                game.children(node).nth(number)
            };
            match next {
                Some(next) => node = next,
                None => return node,
            }
        }
        node
    }

    /// Whether the place is the start.
    pub fn is_start(&self) -> bool {
        self.0.is_empty()
    }

    fn of_text(text: &str) -> Self {
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        Self(digits.split('-').map_while(|number| number.parse().ok()).collect())
    }
}

/// A position or a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Freight {
    /// A FEN, not yet parsed.
    Position(String),
    /// A game.
    Game(Packed),
}

/// PGN of a game, as encoded in a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Packed {
    /// Compressed with zlib.
    Zlib(Vec<u8>),
    /// Uncompressed, from a browser that can't compress.
    Text(String),
}

/// Reason why a link can't be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareLinkError {
    /// Made by another version of the page.
    #[error("{}", tr!("it was made by a newer version of Tabia: reload the page to get it, then open the link again"))]
    Version,
    /// Truncated or corrupted.
    #[error("{}", tr!("it is damaged or incomplete, as when a chat has cut it: ask for the PGN file instead"))]
    Damaged,
    /// Longer than [`MAX_CODE`].
    #[error(
        "{}",
        tr!(
            "it has more than {limit} million characters, the limit for links: ask for the PGN file instead",
            limit = MAX_CODE / 1_000_000
        )
    )]
    TooLong,
    /// Larger than [`MAX_UNPACKED`].
    #[error(
        "{}",
        tr!(
            "the game in it is larger than {limit} MB, the limit for links: ask for the PGN file instead",
            limit = MAX_UNPACKED >> 20
        )
    )]
    TooLarge,
    /// Browser without `DecompressionStream`.
    #[error("{}", tr!("this browser cannot unpack it: update the browser, or ask for the PGN file"))]
    NoStreams,
}

impl Carried {
    /// Parses the fragment of an address; `None` if it contains nothing.
    ///
    /// # Errors
    /// [`ShareLinkError`] if it is unreadable.
    pub fn of_hash(hash: &str) -> Option<Result<Self, ShareLinkError>> {
        let (path, query) = hash.trim_start_matches('#').split_once('?')?;
        if !path.is_empty() && path != "/" {
            return None;
        }
        let value = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        let side = if value("side") == Some("black") { Color::Black } else { Color::White };
        let what = if let Some(fen) = value("fen") {
            unescape(fen).map(|fen| Freight::Position(fen.replace('_', " ")))
        } else if let Some(code) = value("game") {
            Packed::of_code(code).map(Freight::Game)
        } else {
            let pgn = value("pgn")?;
            if pgn.len() > MAX_CODE { Err(ShareLinkError::TooLong) } else { unescape(pgn) }
                .map(|pgn| Freight::Game(Packed::Text(pgn)))
        };
        let at = value("at").map(LinkPlace::of_text).unwrap_or_default();
        Some(what.map(|what| Self { what, side, at }))
    }

    /// Returns the fragment.
    pub fn hash(&self) -> String {
        let mut hash = match &self.what {
            Freight::Position(fen) => format!("#/?fen={}", fen.trim().replace(' ', "_")),
            Freight::Game(packed) => format!("#/?game={}", packed.code()),
        };
        if self.side == Color::Black {
            hash.push_str("&side=black");
        }
        if !self.at.is_start() {
            let numbers: Vec<String> = self.at.0.iter().map(usize::to_string).collect();
            hash.push_str("&at=");
            hash.push_str(&numbers.join("-"));
        }
        hash
    }
}

impl Packed {
    fn of_code(code: &str) -> Result<Self, ShareLinkError> {
        if code.len() > MAX_CODE {
            return Err(ShareLinkError::TooLong);
        }
        let mut rest = code.chars();
        match rest.next() {
            Some(VERSION) => {}
            Some(version) if version.is_ascii_digit() => return Err(ShareLinkError::Version),
            _ => return Err(ShareLinkError::Damaged),
        }
        let form = rest.next();
        // Some programs append a full stop or bracket to a link at the end of a sentence.
        let digits =
            rest.as_str().trim_end_matches(|c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c)));
        let bytes = URL_SAFE_NO_PAD.decode(digits).map_err(|_| ShareLinkError::Damaged)?;
        match form {
            Some('z') => Ok(Self::Zlib(bytes)),
            Some('t') => String::from_utf8(bytes).map(Self::Text).map_err(|_| ShareLinkError::Damaged),
            Some(_) => Err(ShareLinkError::Version),
            None => Err(ShareLinkError::Damaged),
        }
    }

    fn code(&self) -> String {
        let (form, bytes) = match self {
            Self::Zlib(bytes) => ('z', bytes.as_slice()),
            Self::Text(text) => ('t', text.as_bytes()),
        };
        format!("{VERSION}{form}{}", URL_SAFE_NO_PAD.encode(bytes))
    }
}

/// Returns the fragment of a Tabia game link from any host, if the text is nothing but a link.
pub fn game_link(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_link = !text.contains(char::is_whitespace) && text.contains("://");
    is_link.then(|| text.find("#/?game=").map(|at| &text[at..])).flatten()
}

/// Removes the tags with unknown values from a PGN: they are the defaults when parsing.
pub fn compact(pgn: &str) -> String {
    let (tags, moves) = pgn.split_once("\n\n").unwrap_or(("", pgn));
    let says_something = |line: &&str| {
        !line.ends_with(" \"?\"]") && *line != "[Date \"????.??.??\"]" && *line != "[Result \"*\"]"
    };
    let mut text = String::with_capacity(pgn.len());
    for line in tags.lines().filter(says_something) {
        text.push_str(line);
        text.push('\n');
    }
    text.push('\n');
    text.push_str(moves.trim());
    text
}

/// Decodes `%20` and `+` as spaces, and other escaped characters; invalid escapes stay unchanged. Losing the plus sign of a check is
/// harmless.
fn unescape(text: &str) -> Result<String, ShareLinkError> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        let digits =
            after.get(..2).filter(|_| *byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        plain.push(escaped.unwrap_or(if *byte == b'+' { b' ' } else { *byte }));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(plain).map_err(|_| ShareLinkError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn game(packed: Packed) -> Carried {
        Carried { what: Freight::Game(packed), side: Color::White, at: LinkPlace::default() }
    }

    #[test]
    fn positions_are_carried_with_the_side_below() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20";
        let what = Freight::Position(fen.to_owned());
        let carried = Carried { what, side: Color::Black, at: LinkPlace::default() };
        assert_eq!(carried.hash(), "#/?fen=r3k2r/8/8/8/8/8/8/R3K2R_b_KQkq_-_3_20&side=black");
        assert_eq!(Carried::of_hash(&carried.hash()), Some(Ok(carried.clone())));
        // From a program that escapes everything.
        let escaped = "#/?side=black&fen=r3k2r%2F8%2F8%2F8%2F8%2F8%2F8%2FR3K2R%20b%20KQkq%20-%203+20";
        assert_eq!(Carried::of_hash(escaped), Some(Ok(carried)));
    }

    #[test]
    fn a_game_may_be_carried_as_its_text() {
        let pgn = "[White \"Süß, Anna\"]\n\n1. e4 e5 2. Bb5+ *";
        let digits: Vec<String> = pgn.bytes().map(|byte| format!("{byte:02X}")).collect();
        let escaped = format!("%{}", digits.join("%"));
        let text = |hash: &str| match Carried::of_hash(hash) {
            Some(Ok(Carried { what: Freight::Game(Packed::Text(text)), .. })) => text,
            other => panic!("{other:?}"),
        };
        assert_eq!(text(&format!("#/?pgn={escaped}")), pgn);
        assert_eq!(text("#/?side=white&pgn=1.+e4+e5%202.%20Nf3%2B"), "1. e4 e5 2. Nf3+");
        // Invalid escapes stay unchanged; an incomplete character is an error.
        assert_eq!(text("#/?pgn=1.%20e4%2%20{100%}"), "1. e4%2 {100%}");
        assert_eq!(Carried::of_hash("#/?pgn=%C3"), Some(Err(ShareLinkError::Damaged)));
    }

    #[test]
    fn a_link_names_the_place_of_the_sender() {
        let game =
            tabia_pgn::read("1. e4 (1. d4 d5) (1. c4 e5 2. Nc3 (2. g3 Nf6)) e5 2. Nf3 *").games.remove(0);
        for node in game.subtree(NodeId::ROOT) {
            let place = LinkPlace::of(&game, node);
            assert_eq!(place.node(&game), node);
            let what = Freight::Game(Packed::Text("1. e4 *".to_owned()));
            let carried = Carried { what, side: Color::White, at: place };
            assert_eq!(Carried::of_hash(&carried.hash()), Some(Ok(carried)));
        }
        let node = |text: &str| LinkPlace::of_text(text).node(&game);
        let last = game.main_line().last().expect("a move");
        assert_eq!((node("3"), node("3)."), node("999"), node("")), (last, last, last, NodeId::ROOT));
        assert_eq!(game.ply(node("0-2-1-1-1")), 4);
        assert_eq!((node("0-7"), node("x"), node("-3")), (NodeId::ROOT, NodeId::ROOT, NodeId::ROOT));
        assert_eq!(LinkPlace::of(&game, NodeId::ROOT), LinkPlace::default());
    }

    #[test]
    fn other_addresses_carry_nothing() {
        for hash in
            ["", "#", "#/", "#/?", "#/?side=black", "#/lab?link={}", "#/lab?game=1zAA", "#/book", "#moves"]
        {
            assert_eq!(Carried::of_hash(hash), None, "{hash}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let cases = [
            ("#/?game=", ShareLinkError::Damaged),
            ("#/?game=1", ShareLinkError::Damaged),
            ("#/?game=zAAAA", ShareLinkError::Damaged),
            ("#/?game=1zA!AA", ShareLinkError::Damaged),
            ("#/?game=1zA", ShareLinkError::Damaged),
            ("#/?game=1t_w", ShareLinkError::Damaged),
            ("#/?game=2zAAAA", ShareLinkError::Version),
            ("#/?game=1yAAAA", ShareLinkError::Version),
        ];
        for (hash, error) in cases {
            assert_eq!(Carried::of_hash(hash), Some(Err(error)), "{hash}");
        }
        let endless = format!("#/?game=1z{}", "A".repeat(MAX_CODE));
        assert_eq!(Carried::of_hash(&endless), Some(Err(ShareLinkError::TooLong)));
    }

    #[test]
    fn what_a_sentence_adds_to_a_link_is_ignored() {
        let carried = game(Packed::Text("1. e4 *".to_owned()));
        for end in [".", ")", ").", "%22"] {
            let hash = carried.hash() + end.trim_start_matches('%').trim_start_matches("22");
            assert_eq!(Carried::of_hash(&hash), Some(Ok(carried.clone())), "{end}");
        }
    }

    #[test]
    fn links_to_games_are_known_in_a_pasted_text() {
        assert_eq!(game_link(" https://a.example/tabia/#/?game=1zAA\n"), Some("#/?game=1zAA"));
        for text in
            ["1. e4 *", "#/?game=1zAA", "see https://a.example/#/?game=1zAA", "https://a.example/#/?fen=8"]
        {
            assert_eq!(game_link(text), None, "{text}");
        }
    }

    #[test]
    fn tags_that_say_nothing_are_left_out() {
        let game = tabia_pgn::read("[White \"Anna\"]\n[Annotator \"?!\"]\n\n1. e4 {x} *").games.remove(0);
        let text = compact(&tabia_pgn::write(&game));
        assert_eq!(text, "[White \"Anna\"]\n[Annotator \"?!\"]\n\n1. e4 {x} *");
        assert_eq!(tabia_pgn::read(&text).games, [game]);
    }

    proptest! {
        #[test]
        fn codes_come_back(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            text in "\\PC{0,60}",
            black in any::<bool>(),
            at in prop::collection::vec(0_usize..300, 0..6),
        ) {
            let side = if black { Color::Black } else { Color::White };
            for packed in [Packed::Zlib(bytes), Packed::Text(text)] {
                let at = LinkPlace(at.clone());
                let carried = Carried { what: Freight::Game(packed), side, at };
                prop_assert_eq!(Carried::of_hash(&carried.hash()), Some(Ok(carried)));
            }
        }

        #[test]
        fn any_address_is_read(text in "\\PC{0,80}", prefix in prop::sample::select(vec!["", "#", "#/?", "#/?fen=", "#/?game=", "#/?game=1z"])) {
            let _ = Carried::of_hash(&format!("{prefix}{text}"));
            let _ = game_link(&text);
        }
    }
}

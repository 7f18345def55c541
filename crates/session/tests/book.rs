//! The engine's own book in a session, with a scripted host.

use tabia_chess::Position;
use tabia_session::{
    BookAnswer, BookGame, BookRules, BookSelection, Flow, Host, HostError, OpeningBook, Session, Signal,
};

/// Book of the start position that records its calls.
#[derive(Default)]
struct Script {
    printed: Vec<String>,
    now_ms: f64,
    looks: u32,
    /// Signal that ends waiting searches; `stop` if not set.
    end: Option<Signal>,
    has_book: bool,
    asked: Vec<(BookRules, u64)>,
    fails: bool,
    /// The book covers the first position only; otherwise it has moves everywhere.
    is_short: bool,
    switches: Vec<(bool, bool)>,
    /// Moves, number of searches, whether it was lost, and the rating difference of each game.
    learned: Vec<(String, usize, bool, i32)>,
}

impl Host for Script {
    fn print(&mut self, line: &str) {
        self.printed.push(line.to_owned());
    }

    fn now_ms(&mut self) -> f64 {
        self.now_ms += 0.01;
        self.now_ms
    }

    fn signal(&mut self) -> Signal {
        self.looks += 1;
        match self.looks {
            0..=3 => Signal::Go,
            // Endless searches are stopped soon.
            _ => self.end.unwrap_or(Signal::Stop),
        }
    }

    fn book(&mut self) -> Option<&mut dyn OpeningBook> {
        if self.has_book { Some(self) } else { None }
    }
}

impl OpeningBook for Script {
    fn open(&mut self, name: &str) -> Result<String, HostError> {
        if name == "good book.bin" {
            Ok("2 entries".into())
        } else {
            Err(format!("{name}: not found").into())
        }
    }

    fn close(&mut self) {}

    fn open_lessons(&mut self, name: &str) -> Result<Option<String>, HostError> {
        match name {
            "" => Ok(None),
            "lessons.json" => Ok(Some("3 lessons".into())),
            _ => Err(format!("{name}: no file of lessons").into()),
        }
    }

    fn switch_learning(&mut self, searches: bool, results: bool) {
        self.switches.push((searches, results));
    }

    fn learn(&mut self, game: &BookGame<'_>) -> Result<Option<String>, HostError> {
        let moves: Vec<String> = game.moves.iter().map(ToString::to_string).collect();
        self.learned.push((moves.join(" "), game.searches.len(), game.lost, game.rating_difference));
        Ok(Some("learned".into()))
    }

    fn choose(&mut self, position: &Position, rules: BookRules, seed: u64) -> Result<BookAnswer, HostError> {
        self.asked.push((rules, seed));
        if self.fails {
            return Err("disk error".to_owned().into());
        }
        if self.is_short && position.fullmove_number() > 1 {
            return Ok(BookAnswer::Nothing);
        }
        let moves: Vec<_> = ["a2a3", "h2h3"].iter().filter_map(|uci| position.parse_uci(uci).ok()).collect();
        Ok(match (rules.selection, moves.first()) {
            (_, None) => BookAnswer::Nothing,
            (BookSelection::Search, _) => BookAnswer::Search(moves),
            (_, Some(&mv)) => BookAnswer::Play(mv, 0.75),
        })
    }
}

#[derive(Default)]
struct Talk {
    session: Session,
    host: Script,
}

impl Talk {
    fn with_book() -> Self {
        let mut talk = Self { host: Script { has_book: true, ..Script::default() }, ..Self::default() };
        talk.say("setoption name OwnBook value true");
        let said = talk.say("setoption name BookFile value good book.bin");
        assert_eq!(said, ["info string 2 entries"]);
        talk
    }

    fn say(&mut self, line: &str) -> Vec<String> {
        self.host.looks = 0;
        assert_eq!(self.session.line(&mut self.host, line), Flow::Continue, "{line}");
        std::mem::take(&mut self.host.printed)
    }

    fn best(&mut self, go: &str) -> String {
        let said = self.say(go);
        // What the book learned may be printed after it.
        let best = said.iter().find_map(|line| line.strip_prefix("bestmove ")).expect("a best move");
        best.split(' ').next().unwrap_or("").to_owned()
    }
}

#[test]
fn options_are_there_where_the_host_has_a_book() {
    let names = |has_book| {
        let mut talk = Talk { host: Script { has_book, ..Script::default() }, ..Talk::default() };
        talk.say("uci").into_iter().filter(|line| line.contains("Book")).collect::<Vec<_>>()
    };
    assert_eq!(names(false), Vec::<String>::new());
    assert_eq!(
        names(true),
        [
            "option name OwnBook type check default false",
            "option name BookFile type string default <empty>",
            "option name BookSelection type combo default Random var Best var Random var Ranked var Search",
            "option name BookWidth type spin default 5 min 1 max 100",
            "option name BookFrequency type spin default 100 min 0 max 100",
            "option name BookLearned type spin default 0 min 0 max 100",
            "option name BookDepth type spin default 256 min 0 max 1024",
            "option name BookSeed type spin default 0 min 0 max 4294967295",
            "option name BookLearnFile type string default <empty>",
            "option name BookLearning type check default true",
            "option name BookResultLearning type check default true",
            "option name BookRating type spin default 0 min 0 max 4000",
        ]
    );
    let said = Talk::default().say("setoption name OwnBook value true");
    assert!(said[0].contains("unknown option"), "{said:?}");
}

#[test]
fn book_moves_are_played_without_a_search() {
    let mut talk = Talk::with_book();
    assert_eq!(talk.say("go wtime 1000 btime 1000"), ["info string book move a2a3 (75 %)", "bestmove a2a3"]);
    assert_eq!(talk.say("go depth 3"), ["info string book move a2a3 (75 %)", "bestmove a2a3"]);
    // Out of book: a search.
    talk.say("position startpos moves a2a3");
    assert!(talk.say("go depth 3").iter().any(|line| line.contains(" pv ")));
}

#[test]
fn only_moves_to_play_are_asked_of_the_book() {
    let mut talk = Talk::with_book();
    for go in
        ["go infinite", "go", "go ponder wtime 100 btime 100", "go mate 1", "go depth 2 searchmoves e2e4"]
    {
        let said = talk.say(go);
        assert!(said.iter().any(|line| line.contains(" pv ")), "{go}: {said:?}");
    }
    talk.say("setoption name UCI_AnalyseMode value true");
    assert!(talk.say("go depth 2").iter().any(|line| line.contains(" pv ")));
    assert_eq!(talk.host.asked, []);
    talk.say("setoption name UCI_AnalyseMode value false");
    assert_eq!(talk.best("go depth 2"), "a2a3");
    talk.say("setoption name BookDepth value 0");
    assert!(talk.say("go depth 2").iter().any(|line| line.contains(" pv ")));
    talk.say("setoption name BookDepth value 1");
    talk.say("setoption name OwnBook value false");
    assert!(talk.say("go depth 2").iter().any(|line| line.contains(" pv ")));
}

#[test]
fn a_search_may_decide_among_book_moves() {
    let mut talk = Talk::with_book();
    talk.say("setoption name BookSelection value search");
    talk.say("setoption name BookWidth value 2");
    talk.say("setoption name BookFrequency value 30");
    talk.say("setoption name BookLearned value 70");
    let said = talk.say("go depth 3");
    assert_eq!(said[0], "info string searching the book moves a2a3 h2h3");
    assert!(
        ["bestmove a2a3", "bestmove h2h3"]
            .iter()
            .any(|best| said.last().is_some_and(|l| l.starts_with(best)))
    );
    let rules = BookRules { selection: BookSelection::Search, width: 2, frequency: 30, learned: 70 };
    assert_eq!(talk.host.asked, [(rules, 0)]);
}

#[test]
fn a_seed_makes_choices_repeatable_and_different_by_position() {
    let mut talk = Talk::with_book();
    talk.say("setoption name BookSeed value 7");
    talk.best("go depth 1");
    talk.best("go depth 1");
    talk.say("position startpos moves e2e4 e7e5");
    talk.best("go depth 1");
    let seeds: Vec<u64> = talk.host.asked.iter().map(|asked| asked.1).collect();
    assert!(seeds[0] == seeds[1] && seeds[0] != seeds[2] && !seeds.contains(&0), "{seeds:?}");
}

#[test]
fn a_book_that_fails_leaves_a_playing_engine() {
    let mut talk = Talk::with_book();
    talk.host.fails = true;
    let said = talk.say("go depth 2");
    assert!(said[0].contains("disk error"), "{said:?}");
    assert!(said.last().is_some_and(|line| line.starts_with("bestmove ")));
    talk.host.fails = false;
    let said = talk.say("setoption name BookFile value missing.bin");
    assert_eq!(said, ["info string setoption BookFile: missing.bin: not found; no book is open"]);
    assert!(talk.say("go depth 2").iter().any(|line| line.contains(" pv ")));
    for wrong in ["BookSelection value worst", "BookWidth value 0", "BookDepth value x", "OwnBook value 1"] {
        assert!(
            talk.say(&format!("setoption name {wrong}"))[0].starts_with("info string setoption "),
            "{wrong}"
        );
    }
}

/// Plays a game as White: a2a3 from the book, then searches that reply to Black's moves.
fn play(talk: &mut Talk, moves: usize) -> String {
    play_by(talk, moves, "go depth 1")
}

/// Same as [`play`] with another `go` for the searches.
fn play_by(talk: &mut Talk, moves: usize, go: &str) -> String {
    let mut line = String::from("position startpos");
    let mut position = Position::default();
    let mut list = Vec::new();
    for number in 0..moves {
        let best = talk.best(if number == 0 { "go depth 1" } else { go });
        for (index, text) in [best.as_str(), ""].iter().enumerate() {
            let mv = if index == 0 {
                position.parse_uci(text).ok()
            } else {
                ["g8f6", "f6g8"]
                    .iter()
                    .find_map(|text| position.parse_uci(text).ok())
                    .or(position.legal_moves().first().copied())
            };
            let Some(mv) = mv else { return line };
            list.push(position.uci(mv));
            position.play_unchecked(mv);
        }
        line = format!("position startpos moves {}", list.join(" "));
        talk.say(&line);
    }
    line
}

#[test]
fn games_are_told_to_the_book() {
    let mut talk = Talk::with_book();
    talk.host.is_short = true;
    talk.say("setoption name BookRating value 2000");
    talk.say("setoption name UCI_Opponent value GM 2300 human Some Body");
    assert_eq!(talk.say("setoption name BookLearnFile value lessons.json"), ["info string 3 lessons"]);
    let said = talk.say("setoption name BookLearnFile value other");
    assert_eq!(
        said,
        ["info string setoption BookLearnFile: other: no file of lessons; the book learns nothing"]
    );
    talk.say("setoption name BookResultLearning value false");
    talk.say("setoption name BookLearning value false");
    assert_eq!(talk.host.switches, [(true, false), (false, false)]);

    // The searches of a short game are passed on when the next game starts.
    play(&mut talk, 4);
    assert_eq!(talk.host.learned, []);
    talk.say("ucinewgame");
    let (moves, searches, lost, difference) = talk.host.learned.pop().expect("a game");
    assert!(moves.starts_with("a2a3 ") && moves.split(' ').count() == 7, "{moves}");
    assert_eq!((searches, lost, difference), (3, false, -300));

    // A position that doesn't continue the last game starts a new one, too.
    talk.say("position startpos");
    play(&mut talk, 2);
    talk.say("position startpos moves e2e4 e7e5");
    talk.best("go depth 1");
    assert_eq!(talk.host.learned.pop().map(|game| game.1), Some(1));

    // Analysis isn't a game.
    talk.say("position startpos");
    talk.say("go infinite");
    talk.say("ucinewgame");
    assert_eq!(talk.host.learned, []);

    // The tenth search after the book triggers learning, and only once.
    talk.say("position startpos");
    play(&mut talk, 11);
    assert_eq!(talk.host.learned.iter().map(|game| (game.1, game.2)).collect::<Vec<_>>(), [(10, false)]);
    play(&mut talk, 1);
    talk.say("ucinewgame");
    assert_eq!(talk.host.learned.len(), 1);
}

#[test]
fn moves_found_by_pondering_belong_to_the_game() {
    let mut talk = Talk::with_book();
    talk.host.is_short = true;
    talk.say("setoption name BookLearnFile value lessons.json");
    talk.host.end = Some(Signal::PonderHit);
    play_by(&mut talk, 4, "go ponder depth 1");
    talk.say("ucinewgame");
    let (moves, searches, ..) = talk.host.learned.pop().expect("a game");
    assert!(moves.starts_with("a2a3 ") && moves.split(' ').count() == 7, "{moves}");
    assert_eq!(searches, 3);

    // The tenth search triggers learning.
    talk.say("position startpos");
    play_by(&mut talk, 11, "go ponder depth 1");
    assert_eq!(talk.host.learned.pop().map(|game| game.1), Some(10));
    talk.say("ucinewgame");
    assert_eq!(talk.host.learned, []);

    // If the opponent plays something else, the ponder search doesn't count; it doesn't end the game either.
    talk.say("position startpos");
    play_by(&mut talk, 2, "go ponder depth 1");
    talk.host.end = None;
    talk.say("position startpos moves a2a3 g8f6 b2b3 b8c6");
    talk.say("go ponder depth 1");
    talk.say("position startpos moves e2e4 e7e5");
    talk.say("go ponder depth 1");
    assert_eq!(talk.host.learned, [], "nothing is over yet");
    talk.say("ucinewgame");
    let (moves, searches, ..) = talk.host.learned.pop().expect("a game");
    assert_eq!((moves.split(' ').count(), searches), (3, 1), "{moves}");

    // A ponderhit in a position of another game ends the last game.
    talk.say("position startpos");
    play(&mut talk, 2);
    talk.host.end = Some(Signal::PonderHit);
    talk.say("position startpos moves e2e4 e7e5");
    talk.say("go ponder depth 1");
    assert_eq!(talk.host.learned.pop().map(|game| game.1), Some(1));
}

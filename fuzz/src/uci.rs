//! UCI in both directions: lines, a session of our engine, and a third-party engine.

use tabia_arena::player::{Event, Output, PlayerConfig, Role, SearchCommand, Transport, UciPlayer};
use tabia_chess::Setup;
use tabia_session::{Flow, Host, Session, Signal};
use tabia_uci::{Command, Message};

use crate::allocation::bounded;
use crate::text;

/// Every readable line survives a round trip.
pub(crate) fn lines(data: &[u8]) {
    let text = text(data);
    for line in text.lines() {
        if let Ok(Some(mut command)) = bounded(line.as_bytes(), 64, || Command::parse(line)) {
            let written = command.to_string();
            // Unreadable parts are not written.
            match &mut command {
                Command::Go(go) | Command::Bench(go) => go.problems.clear(),
                Command::Position(position) => position.unreadable = None,
                _ => {}
            }
            assert_eq!(Command::parse(&written), Ok(Some(command)), "{line:?}, written {written:?}");
        }
        if let Ok(Some(message)) = bounded(line.as_bytes(), 64, || Message::parse(line)) {
            let written = message.to_string();
            assert_eq!(Message::parse(&written), Ok(Some(message)), "{line:?}, written {written:?}");
        }
    }
}

/// A host that soon stops every search.
#[derive(Default)]
struct Script {
    printed: Vec<String>,
    now_ms: f64,
}

impl Host for Script {
    fn print(&mut self, line: &str) {
        assert!(!line.contains(['\n', '\r']), "one line at a time: {line:?}");
        self.printed.push(line.to_owned());
    }

    fn now_ms(&mut self) -> f64 {
        self.now_ms += 1.0;
        self.now_ms
    }

    fn signal(&mut self) -> Signal {
        Signal::Stop
    }
}

/// Whether a line requests an unstoppable computation, or gigabytes of memory.
fn is_too_much(line: &str) -> bool {
    match Command::parse(line) {
        Ok(Some(Command::Bench(_) | Command::Speed)) => true,
        Ok(Some(Command::Perft(depth))) => depth > 2,
        Ok(Some(Command::Go(go))) => go.perft.is_some_and(|depth| depth > 2),
        Ok(Some(Command::SetOption(option))) => option.name.eq_ignore_ascii_case("hash"),
        _ => false,
    }
}

/// Every `go` gets one reply, a legal move in the position shown by `d`; the session runs until `quit`.
pub(crate) fn session(data: &[u8]) {
    let text = text(data);
    let (mut session, mut host) = (Session::new(), Script::default());
    session.line(&mut host, "setoption name Hash value 1");
    bounded(data, 4000, || converse(&mut session, &mut host, &text));
}

fn converse(session: &mut Session, host: &mut Script, text: &str) {
    for line in text.lines().take(30).filter(|line| !is_too_much(line)) {
        session.line(host, "d");
        let shown = std::mem::take(&mut host.printed);
        let fen = shown.iter().find_map(|line| line.strip_prefix("Fen: ")).expect("d shows the position");
        let position =
            fen.parse::<Setup>().unwrap().position_lenient().unwrap_or_else(|e| panic!("{fen}: {e}"));
        let flow = session.line(host, line);
        let printed = std::mem::take(&mut host.printed);
        let answers: Vec<&String> = printed.iter().filter(|line| line.starts_with("bestmove")).collect();
        let is_go = matches!(Command::parse(line), Ok(Some(Command::Go(go))) if go.perft.is_none());
        assert_eq!(answers.len(), usize::from(is_go), "{line:?}: {printed:?}");
        if let Some(answer) = answers.first() {
            let word = answer.split(' ').nth(1).unwrap_or_default();
            let is_over = position.legal_moves().is_empty();
            assert!(is_over || position.parse_uci(word).is_ok(), "{fen}, {line:?}: {answer}");
        }
        if flow == Flow::Quit {
            return;
        }
    }
    session.line(host, "isready");
    assert!(host.printed.iter().any(|line| line == "readyok"), "{:?}", host.printed);
}

/// An engine that sends anything at any time: every search has one result, and the stored output is bounded.
///
/// The first byte selects the transport. A line beginning with a digit advances the clock by that many hundred milliseconds.
pub(crate) fn player(data: &[u8]) {
    let text = text(data);
    let transport =
        if data.first().is_some_and(|byte| byte % 2 == 1) { Transport::Calls } else { Transport::Stream };
    bounded(data, 400, || {
        let mut player =
            UciPlayer::new(PlayerConfig { transport, role: Role::PlayPondering, ..PlayerConfig::default() });
        let mut now_ms = 0.0;
        let mut is_result_due = false;
        player.start(now_ms);
        player.started(now_ms);
        for line in text.lines().take(500) {
            let mut events = Vec::new();
            if let Some(digit) = line.chars().next().and_then(|c| c.to_digit(10)) {
                now_ms += f64::from(digit) * 100.0;
                events.extend(player.time(now_ms));
            } else {
                events.extend(player.line(line, now_ms));
            }
            // A call returns now and then.
            if transport == Transport::Calls && line.len() % 3 == 0 {
                events.extend(player.returned());
            }
            for event in events {
                is_result_due &= !is_result(&event, is_result_due);
            }
            while let Some(output) = player.next_output() {
                if output == Output::Kill {
                    is_result_due = false;
                }
            }
            if player.is_idle() {
                assert!(!is_result_due, "idle, and the search has no result: {line:?}");
                let command = SearchCommand {
                    position: "position startpos".into(),
                    go: "go nodes 5".into(),
                    time_ms: 500.0,
                };
                is_result_due = player.think(command, now_ms).is_ok();
            }
        }
        for _ in 0..6 {
            let Some(deadline_ms) = player.deadline_ms() else { break };
            if let Some(event) = player.time(deadline_ms) {
                is_result_due &= !is_result(&event, is_result_due);
            }
        }
        assert!(!is_result_due, "time alone ends every search");
    });
}

fn is_result(event: &Event<'_>, is_due: bool) -> bool {
    let is_result = matches!(event, Event::BestMove { .. } | Event::NoBestMove(_) | Event::Overdue);
    assert!(!is_result || is_due, "a result that nobody asked for: {event:?}");
    is_result || matches!(event, Event::Lost(_))
}

//! The state machine of one engine: transcripts of well-behaved and misbehaving engines, and arbitrary input
//! in any order.

use proptest::prelude::*;
use tabia_arena::player::{
    Event, Output, PlayerConfig, PlayerLimits, PlayerState, Role, SearchCommand, Transport, UciPlayer,
};

const LIMITS: PlayerLimits = PlayerLimits {
    start_ms: 1000.0,
    uciok_ms: 2000.0,
    readyok_ms: 3000.0,
    stop_ms: 500.0,
    ponder_stop_ms: 4000.0,
    silence_ms: f64::INFINITY,
};

fn config(transport: Transport) -> PlayerConfig {
    let options = [("Hash", "64"), ("Threads", "2")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
    PlayerConfig { transport, limits: LIMITS, options: options.to_vec(), role: Role::PlayPondering }
}

fn command(time_ms: f64) -> SearchCommand {
    SearchCommand { position: "position startpos".into(), go: "go nodes 5".into(), time_ms }
}

/// Formats an event for transcripts.
fn words(event: &Event<'_>) -> String {
    match event {
        Event::Introduced => "introduced".into(),
        Event::InfoString(text) => format!("string {text}"),
        Event::Ready => "ready".into(),
        Event::Info(line) => format!("info {line}"),
        Event::BestMove { answer: Ok(best), .. } => {
            format!("best {}", best.best.map_or("none".into(), |mv| mv.to_string()))
        }
        Event::BestMove { answer: Err(error), .. } => format!("best ? {error}"),
        Event::NoBestMove(conduct) => format!("no move: {conduct}"),
        Event::Overdue => "overdue".into(),
        Event::Stray(line) => format!("stray {line}"),
        Event::Lost(conduct) => format!("lost: {conduct}"),
    }
}

/// A player and the current time.
struct Bench {
    player: UciPlayer,
    now_ms: f64,
}

impl Bench {
    fn new(transport: Transport) -> Self {
        let mut bench = Self { player: UciPlayer::new(config(transport)), now_ms: 10_000.0 };
        bench.player.start(bench.now_ms);
        assert_eq!(bench.player.next_output(), Some(Output::Start));
        bench.player.started(bench.now_ms);
        bench
    }

    /// Creates an idle player.
    fn idle(transport: Transport) -> Self {
        let mut bench = Self::new(transport);
        if transport == Transport::Calls {
            bench.call(
                "uci",
                &["option name Hash type spin default 1 min 1 max 99", "uciok"],
                &["introduced"],
            );
            bench.call("setoption name Threads value 2", &[], &[]);
            bench.call("setoption name Hash value 64", &[], &[]);
            bench.call("isready", &["readyok"], &["ready"]);
        } else {
            bench.sends(&["uci"]);
            bench.says("uciok", "introduced");
            bench.sends(&["setoption name Threads value 2", "setoption name Hash value 64", "isready"]);
            bench.says("readyok", "ready");
        }
        assert!(bench.player.is_idle() && bench.player.deadline_ms().is_none());
        bench
    }

    fn thinking() -> Self {
        let mut bench = Self::idle(Transport::Stream);
        bench.player.think(command(800.0), bench.now_ms).unwrap();
        bench.sends(&["position startpos", "isready"]);
        bench.says("readyok", "");
        bench.sends(&["go nodes 5"]);
        bench
    }

    /// Checks the lines sent.
    fn sends(&mut self, expected: &[&str]) {
        let mut sent = Vec::new();
        while let Some(output) = self.player.next_output() {
            sent.push(match output {
                Output::Line(line) => line,
                Output::Start => "(start)".into(),
                Output::Kill => "(kill)".into(),
            });
        }
        assert_eq!(sent, expected);
    }

    /// Passes in a line and checks the event.
    fn says(&mut self, line: &str, expected: &str) {
        let event = self.player.line(line, self.now_ms);
        assert_eq!(event.as_ref().map(words).unwrap_or_default(), expected, "{line}");
    }

    /// Lets time pass and checks the event.
    fn waits(&mut self, ms: f64, expected: &str) {
        self.now_ms += ms;
        let event = self.player.time(self.now_ms);
        assert_eq!(event.as_ref().map(words).unwrap_or_default(), expected);
    }

    /// Sends the next line to the engine in a call that prints this and returns, and checks the events.
    fn call(&mut self, command: &str, printed: &[&str], expected: &[&str]) {
        assert_eq!(self.player.next_output(), Some(Output::Line(command.to_owned())));
        let mut events: Vec<String> = Vec::new();
        for line in printed {
            events.extend(self.player.line(line, self.now_ms).as_ref().map(words));
        }
        events.extend(self.player.returned().as_ref().map(words));
        assert_eq!(events, expected, "{command}");
    }
}

#[test]
fn a_good_engine_is_introduced_configured_and_asked() {
    let mut bench = Bench::new(Transport::Stream);
    bench.sends(&["uci"]);
    assert_eq!(bench.player.deadline_ms(), Some(12_000.0));
    bench.says("Some banner 1.0 by its author", "");
    bench.says("id name Good 1.0", "");
    bench.says("id author Somebody", "");
    bench.says("option name Hash type spin default 16 min 1 max 32", "");
    bench.says("option name Ponder type check default false", "");
    bench.says("option name UCI_Chess960 type check default false", "");
    bench.says("option name Broken type spin", "");
    bench.says("uciok", "introduced");
    let identity = bench.player.identity();
    assert_eq!((identity.name.as_str(), identity.author.as_str()), ("Good 1.0", "Somebody"));
    assert_eq!(identity.options.len(), 3, "an option that cannot be read is none");
    let faults: Vec<String> = bench.player.take_option_faults().iter().map(ToString::to_string).collect();
    assert_eq!(faults, ["option Hash: \"64\" is not from 1 to 32", "it has no option \"Threads\""]);
    bench.sends(&[
        "setoption name Ponder value true",
        "setoption name Threads value 2",
        "setoption name Hash value 64",
        "isready",
    ]);
    bench.says("info string 2 threads", "string 2 threads");
    bench.says("readyok", "ready");
    assert!(bench.player.has_run());

    bench.player.set_chess960(true);
    bench.player.send_idle("ucinewgame");
    bench.player.ping(bench.now_ms);
    bench.sends(&["setoption name UCI_Chess960 value true", "ucinewgame", "isready"]);
    bench.says("bestmove e2e4", "");
    bench.says(" readyok\r", "ready");

    bench.player.think(command(800.0), bench.now_ms).unwrap();
    bench.sends(&["position startpos", "isready"]);
    assert_eq!(bench.player.deadline_ms(), Some(10_800.0), "the clock runs from the position on");
    bench.now_ms += 300.0;
    bench.says("readyok", "");
    assert_eq!(bench.player.deadline_ms(), Some(10_800.0));
    bench.sends(&["go nodes 5"]);
    bench.says("info depth 1 score cp 3 pv e2e4", "info info depth 1 score cp 3 pv e2e4");
    bench.says("a word about the weather", "");
    assert_eq!(bench.player.search_since_ms(), Some(10_000.0));
    bench.says("bestmove e2e4 ponder e7e5", "best e2e4");
    assert!(bench.player.is_idle());
    bench.player.quit();
    bench.sends(&["quit"]);
    assert_eq!(bench.player.state(), PlayerState::Disconnected);
}

/// As long as fastchess waits (`-startup-ms`): large nets and tables take time to load.
#[test]
fn engines_have_ten_seconds_to_get_ready() {
    let mut bench = Bench { player: UciPlayer::new(PlayerConfig::default()), now_ms: 0.0 };
    bench.player.start(0.0);
    bench.sends(&["(start)"]);
    bench.waits(9_999.0, "");
    bench.player.started(bench.now_ms);
    bench.sends(&["uci"]);
    bench.waits(9_999.0, "");
    bench.says("uciok", "introduced");
    bench.sends(&["isready"]);
    bench.waits(9_999.0, "");
    bench.says("readyok", "ready");
    assert!((PlayerLimits::default().ponder_stop_ms - 10_000.0).abs() < f64::EPSILON);
    for start in [0, 1, 2] {
        let mut bench = Bench { player: UciPlayer::new(PlayerConfig::default()), now_ms: 0.0 };
        bench.player.start(0.0);
        if start > 0 {
            bench.player.started(0.0);
        }
        if start > 1 {
            bench.says("uciok", "introduced");
        }
        bench.now_ms += 10_000.0;
        assert!(matches!(bench.player.time(bench.now_ms), Some(Event::Lost(_))), "{start}");
    }
}

#[test]
fn an_engine_that_does_not_get_ready_is_lost() {
    let mut bench = Bench { player: UciPlayer::new(config(Transport::Stream)), now_ms: 0.0 };
    bench.player.start(0.0);
    bench.sends(&["(start)"]);
    bench.waits(999.0, "");
    bench.waits(1.0, "lost: it could not be started within 1 s");
    bench.sends(&["(kill)"]);
    assert!(!bench.player.has_run() && bench.player.deadline_ms().is_none());

    let mut bench = Bench::new(Transport::Stream);
    bench.says("id name Slow", "");
    bench.waits(2000.0, "lost: it did not answer uci within 2 s");
    bench.sends(&["(kill)"]);

    let mut bench = Bench::new(Transport::Stream);
    bench.says("uciok", "introduced");
    bench.says("uciok", "");
    bench.waits(3000.0, "lost: it did not answer isready within 3 s");

    let mut bench = Bench::new(Transport::Stream);
    let gone = bench.player.disconnected("its process ended".into());
    assert_eq!(gone.as_ref().map(words).as_deref(), Some("lost: its process ended"));
    assert_eq!(bench.player.disconnected("again".into()), None);
    assert_eq!(bench.player.lost_because(), "its process ended");
    // It can be restarted.
    bench.sends(&["(kill)"]);
    bench.player.start(bench.now_ms);
    bench.sends(&["(start)"]);
}

#[test]
fn an_engine_that_says_too_much_of_itself_is_lost() {
    for (line, most, said) in [
        ("option name O type check default false".to_owned(), 4096, "announces more than 4096 options"),
        (format!("id name {}", "x".repeat(65_000)), 64, "more than 4 MiB, which is the limit"),
        ("x".repeat(65_536), 64, "more than 4 MiB, which is the limit"),
    ] {
        let mut player = UciPlayer::new(config(Transport::Stream));
        player.start(0.0);
        player.started(0.0);
        for _ in 0..most {
            assert_eq!(player.line(&line, 1.0), None);
        }
        let event = player.line(&line, 1.0);
        assert!(event.as_ref().is_some_and(|event| words(event).contains(said)), "{event:?}");
        assert_eq!(player.state(), PlayerState::Disconnected);
        assert!(player.lost_because().contains(said));
        // Output before its last start does not count.
        player.start(2.0);
        player.started(2.0);
        assert_eq!(player.line(&line, 3.0), None);
        assert_eq!(player.line("uciok", 3.0), Some(Event::Introduced));
    }
}

#[test]
fn what_is_said_outside_of_a_search_is_astray() {
    let mut bench = Bench::idle(Transport::Stream);
    bench.says("info depth 1", "stray info depth 1");
    bench.player.think(command(800.0), bench.now_ms).unwrap();
    bench.says("bestmove e2e4", "stray bestmove e2e4");
    bench.says("readyok", "");
    bench.says("bestmove e2e4", "best e2e4");
    bench.says("bestmove e2e4", "stray bestmove e2e4");
    bench.says("readyok", "");
    assert!(bench.player.is_idle());
}

#[test]
fn answers_without_a_move_are_told_as_they_are() {
    for (line, expected) in [
        ("bestmove (none)", "best none"),
        ("bestmove 0000", "best none"),
        ("bestmove", "best ? bestmove: a move must follow"),
        ("bestmove what?", "best ? bestmove: \"what?\" is not a move such as e2e4 or e7e8q"),
    ] {
        let mut bench = Bench::thinking();
        bench.says(line, expected);
        assert!(bench.player.is_idle(), "it is ready for the next search");
    }
}

#[test]
fn a_search_that_takes_too_long_is_stopped_and_its_move_left_out() {
    let mut bench = Bench::thinking();
    bench.waits(799.0, "");
    bench.waits(1.0, "overdue");
    bench.sends(&["stop"]);
    bench.says("info depth 9", "");
    bench.says("bestmove e2e4", "ready");
    assert!(bench.player.think(command(800.0), bench.now_ms).is_ok(), "it plays on");

    let mut bench = Bench::thinking();
    bench.waits(800.0, "overdue");
    bench.sends(&["stop"]);
    bench.waits(500.0, "lost: it did not answer stop within 500 ms");
    bench.sends(&["(kill)"]);
    let gone = bench.player.think(command(800.0), bench.now_ms).unwrap_err();
    assert_eq!(gone.to_string(), "it is gone since its last move: it did not answer stop within 500 ms");
}

#[test]
fn thinking_before_readyok_counts() {
    let mut bench = Bench::idle(Transport::Stream);
    bench.player.think(command(800.0), bench.now_ms).unwrap();
    bench.sends(&["position startpos", "isready"]);
    bench.waits(800.0, "overdue");
    bench.sends(&[]);
    bench.says("readyok", "ready");

    let mut bench = Bench::idle(Transport::Stream);
    bench.player.think(command(60_000.0), bench.now_ms).unwrap();
    bench.waits(3000.0, "lost: it did not answer isready within 3 s");
}

#[test]
fn a_search_can_be_stopped_from_outside_and_its_result_is_wanted() {
    let mut bench = Bench::thinking();
    assert_eq!(bench.player.stop(bench.now_ms), None);
    bench.sends(&["stop"]);
    assert!(bench.player.is_stopping());
    bench.says("info depth 2", "info info depth 2");
    bench.says("bestmove e2e4", "best e2e4");

    // Stopped before it knows the position: `go` is followed by `stop` at once.
    let mut bench = Bench::idle(Transport::Stream);
    bench.player.think(command(f64::INFINITY), bench.now_ms).unwrap();
    assert_eq!(bench.player.stop(bench.now_ms), None);
    bench.sends(&["position startpos", "isready", "go nodes 5", "stop"]);
    bench.says("readyok", "");
    bench.says("bestmove e2e4", "best e2e4");
}

#[test]
fn a_silent_search_is_noticed_where_that_is_wished() {
    let mut config = config(Transport::Stream);
    config.limits.silence_ms = 400.0;
    let mut bench = Bench::thinking();
    bench.player = UciPlayer::new(config);
    bench.player.start(bench.now_ms);
    bench.player.started(bench.now_ms);
    bench.says("uciok", "introduced");
    bench.says("readyok", "ready");
    bench.player.think(command(f64::INFINITY), bench.now_ms).unwrap();
    bench.says("readyok", "");
    bench.waits(300.0, "");
    bench.says("info depth 1", "info info depth 1");
    bench.waits(399.0, "");
    bench.player.alive(bench.now_ms);
    bench.waits(400.0, "lost: it went silent in the middle of a search");
}

#[test]
fn an_engine_is_told_what_it_is_for_if_it_has_the_option() {
    for (role, told) in [
        (Role::Play, None),
        (Role::PlayPondering, Some("setoption name Ponder value true")),
        (Role::Analyse, Some("setoption name UCI_AnalyseMode value true")),
    ] {
        for announces in [true, false] {
            let player = UciPlayer::new(PlayerConfig { role, ..PlayerConfig::default() });
            let mut bench = Bench { player, now_ms: 0.0 };
            bench.player.start(0.0);
            bench.player.started(0.0);
            bench.sends(&["(start)", "uci"]);
            if announces {
                bench.says("option name Ponder type check default false", "");
                bench.says("option name UCI_AnalyseMode type check default false", "");
            }
            bench.says("uciok", "introduced");
            let expected: Vec<_> = told.filter(|_| announces).into_iter().chain(["isready"]).collect();
            bench.sends(&expected);
        }
    }
}

#[test]
fn pondering_is_hit_or_stopped() {
    let mut bench = Bench::idle(Transport::Stream);
    assert!(bench.player.ponder("position startpos moves e2e4", "go ponder nodes 5"));
    bench.sends(&["position startpos moves e2e4", "go ponder nodes 5"]);
    assert_eq!((bench.player.state(), bench.player.deadline_ms()), (PlayerState::Pondering, None));
    bench.says("info depth 1", "");
    bench.now_ms += 5000.0;
    let lines = bench.player.ponder_hit(800.0, bench.now_ms);
    assert_eq!(lines, ["info depth 1"]);
    bench.sends(&["ponderhit"]);
    assert_eq!(bench.player.search_since_ms(), Some(15_000.0));
    bench.says("bestmove e7e5", "best e7e5");

    assert!(bench.player.ponder("position startpos", "go ponder nodes 5"));
    bench.sends(&["position startpos", "go ponder nodes 5"]);
    assert_eq!(bench.player.stop(bench.now_ms), None);
    bench.sends(&["stop"]);
    bench.says("info depth 3", "");
    bench.says("bestmove e7e5", "ready");

    // An engine that moved while pondering is free at once.
    assert!(bench.player.ponder("position startpos", "go ponder nodes 5"));
    bench.says("bestmove e7e5", "");
    assert_eq!(bench.player.stop(bench.now_ms), Some(Event::Ready));

    assert!(bench.player.ponder("position startpos", "go ponder nodes 5"));
    bench.player.stop(bench.now_ms);
    bench.waits(4000.0, "lost: it did not stop pondering within 4000 ms");
    assert!(!Bench::idle(Transport::Calls).player.ponder("position startpos", "go ponder"));
}

#[test]
fn an_engine_that_is_called_is_judged_when_its_call_returns() {
    let mut bench = Bench::idle(Transport::Calls);
    bench.player.think(command(800.0), bench.now_ms).unwrap();
    bench.call("position startpos", &["info depth 1"], &["stray info depth 1"]);
    assert_eq!(bench.player.next_output(), Some(Output::Line("go nodes 5".into())));
    bench.says("info depth 1", "info info depth 1");
    assert!(!bench.player.is_stopping());
    bench.says("bestmove e2e4", "best e2e4");
    assert!(bench.player.is_stopping(), "its call has to end");
    bench.says("bestmove e2e4", "stray bestmove e2e4");
    assert_eq!(bench.player.returned(), Some(Event::Ready));

    bench.player.think(command(800.0), bench.now_ms).unwrap();
    bench.call("position startpos", &[], &[]);
    bench.call("go nodes 5", &[], &["no move: it came back from \"go nodes 5\" without a move"]);
    assert!(bench.player.is_idle());

    // An endless loop after its move, and one without a move.
    bench.player.think(command(800.0), bench.now_ms).unwrap();
    bench.player.next_output();
    bench.player.next_output();
    bench.says("bestmove e2e4", "best e2e4");
    bench.waits(500.0, "lost: it did not answer stop: it did not come to an end within 500 ms");
    let mut bench = Bench::idle(Transport::Calls);
    bench.player.think(command(800.0), bench.now_ms).unwrap();
    bench.player.next_output();
    bench.player.next_output();
    bench.waits(800.0, "overdue");
    assert!(bench.player.is_stopping() && !bench.player.has_output());
    bench.says("bestmove e2e4", "");
    bench.waits(500.0, "lost: it did not answer stop: it did not come to an end within 500 ms");
}

#[test]
fn a_call_that_returns_without_its_answer_is_the_end() {
    let mut bench = Bench::new(Transport::Calls);
    bench.call("uci", &["id name Mute"], &["lost: it did not answer uci with uciok"]);
    let mut bench = Bench::new(Transport::Calls);
    bench.call("uci", &["uciok"], &["introduced"]);
    assert_eq!(bench.player.option_being_set(), None);
    bench.player.next_output();
    assert_eq!(bench.player.option_being_set(), Some("Threads"));
    bench.says("info string setoption Threads: no such option", "string setoption Threads: no such option");
    assert_eq!(bench.player.returned(), None);
    bench.call("setoption name Hash value 64", &[], &[]);
    bench.call("isready", &["readyno"], &["lost: it did not answer isready with readyok"]);
}

#[test]
fn too_long_in_position_and_go_is_not_handed_over() {
    let mut bench = Bench::idle(Transport::Calls);
    bench.player.think(command(800.0), bench.now_ms).unwrap();
    assert_eq!(bench.player.next_output(), Some(Output::Line("position startpos".into())));
    bench.waits(800.0, "overdue");
    assert_eq!(bench.player.next_output(), None);
    assert_eq!(bench.player.returned(), Some(Event::Ready));
}

/// One input to a player.
#[derive(Clone, Debug)]
enum Step {
    Start,
    Started,
    Gone,
    Line(String),
    Wait(u16),
    Timer,
    Return,
    Ping,
    NewGame,
    Think(u16),
    Ponder,
    PonderHit,
    Stop,
    Quit,
    Alive,
}

fn step() -> impl Strategy<Value = Step> {
    let line = prop_oneof![
        Just("uciok".to_owned()),
        Just("readyok".to_owned()),
        Just("bestmove e2e4".to_owned()),
        Just("bestmove".to_owned()),
        Just("info depth 1 score cp 1 pv e2e4".to_owned()),
        "(id|option|info|bestmove|info string|uciok|readyok)? ?(\\PC{0,30})",
    ];
    prop_oneof![
        2 => Just(Step::Start),
        3 => Just(Step::Started),
        1 => Just(Step::Gone),
        12 => line.prop_map(Step::Line),
        2 => any::<u16>().prop_map(Step::Wait),
        1 => Just(Step::Timer),
        2 => Just(Step::Return),
        1 => Just(Step::Ping),
        1 => Just(Step::NewGame),
        5 => any::<u16>().prop_map(Step::Think),
        1 => Just(Step::Ponder),
        1 => Just(Step::PonderHit),
        1 => Just(Step::Stop),
        1 => Just(Step::Quit),
        1 => Just(Step::Alive),
    ]
}

/// Whether an event is the result of a search.
fn is_result(event: &Event<'_>) -> bool {
    matches!(event, Event::BestMove { .. } | Event::NoBestMove(_) | Event::Overdue | Event::Lost(_))
}

proptest! {
    /// Nothing panics, every wait has a deadline, and every search has exactly one result.
    #[test]
    fn whatever_comes_every_search_has_one_result(
        is_called in any::<bool>(),
        steps in prop::collection::vec(step(), 1..200),
    ) {
        let mut player = UciPlayer::new(config(if is_called { Transport::Calls } else { Transport::Stream }));
        let mut now_ms = 0.0;
        let mut is_result_due = false;
        for step in steps {
            let was_idle = player.is_idle();
            let event = match &step {
                Step::Start if player.state() == PlayerState::Disconnected => { player.start(now_ms); None }
                Step::Start | Step::Alive => { player.alive(now_ms); None }
                Step::Started => { player.started(now_ms); None }
                Step::Gone => player.disconnected("it trapped".into()),
                Step::Line(line) => player.line(line, now_ms),
                Step::Wait(ms) => { now_ms += f64::from(*ms) / 50.0; player.time(now_ms) }
                Step::Timer => {
                    now_ms = player.deadline_ms().unwrap_or(now_ms).max(now_ms);
                    player.time(now_ms)
                }
                Step::Return => player.returned(),
                Step::Ping => { player.ping(now_ms); None }
                Step::NewGame => { player.set_chess960(true); player.send_idle("ucinewgame"); None }
                Step::Think(ms) => {
                    let begun = player.think(command(f64::from(*ms)), now_ms).is_ok();
                    prop_assert_eq!(begun, was_idle);
                    is_result_due |= begun;
                    None
                }
                Step::Ponder => { player.ponder("position startpos", "go ponder"); None }
                Step::PonderHit => {
                    if player.state() == PlayerState::Pondering {
                        is_result_due = true;
                        for line in player.ponder_hit(700.0, now_ms) {
                            if player.line(&line, now_ms).as_ref().is_some_and(is_result) {
                                prop_assert!(is_result_due);
                                is_result_due = false;
                            }
                        }
                    }
                    None
                }
                Step::Stop => player.stop(now_ms),
                Step::Quit => {
                    if !is_result_due { player.quit(); }
                    None
                }
            };
            match &event {
                Some(Event::Lost(_)) => is_result_due = false,
                Some(event) if is_result(event) => {
                    prop_assert!(is_result_due, "a result that nobody asked for: {event:?}");
                    is_result_due = false;
                }
                _ => {}
            }
            while player.next_output().is_some() {}
            let state = player.state();
            let is_waiting = !matches!(state, PlayerState::Disconnected | PlayerState::Idle | PlayerState::Pondering);
            prop_assert_eq!(player.deadline_ms().is_some(), is_waiting, "{:?}", state);
            prop_assert_eq!(player.search_since_ms().is_some(), is_result_due, "{:?}", state);
        }
        // Time alone brings every player to rest and every search to its result.
        for _ in 0..4 {
            if let Some(deadline_ms) = player.deadline_ms() {
                is_result_due &= !player.time(deadline_ms).as_ref().is_some_and(is_result);
            }
        }
        prop_assert!(!is_result_due && player.deadline_ms().is_none());
    }
}

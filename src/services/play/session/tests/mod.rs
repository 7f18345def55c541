mod table;

use proptest::prelude::*;
use tabia_chess::Color;

use self::table::{Action, Table, plays};
use super::*;
use crate::services::engine::uci_client::Abilities;
use crate::services::play::view::Hint;
use crate::state::play::ending::{EndReason, GameEnd};
use crate::state::play::setup::{EnginePlayer, PlayBook, PlaySetup, SidePlayer, Start};

fn engine() -> SidePlayer {
    SidePlayer::Engine(EnginePlayer::default())
}

/// Returns the setup of a person with White against a catalogue engine, without a book.
fn setup(clock: &str) -> PlaySetup {
    let control = (!clock.is_empty()).then(|| clock.parse().unwrap());
    PlaySetup {
        players: [SidePlayer::human(), engine()],
        clocks: [control.clone(), control],
        book: PlayBook::Off,
        ..PlaySetup::default()
    }
}

fn against(clock: &str, actions: &[Action]) -> Table {
    Table::new(setup(clock)).script(EngineId::Black, actions).begun()
}

#[test]
fn an_engine_answers_and_both_pay_for_their_time() {
    let mut table = against("60+1", &[Action::Move { uci: "e7e5", after_ms: 700.0, cp: -20, ponder: "" }]);
    table.wait(3000.0);
    table.play("e2e4");
    assert_eq!(table.session.snapshot().engines[1], EngineStatus::Thinking);
    table.wait(699.0);
    assert_eq!(table.moves(), "e2e4");
    table.wait(1.0);
    assert_eq!(table.moves(), "e2e4 e7e5");
    // The increment is on the clock from the start and after each move.
    assert_eq!((table.left(0), table.left(1)), (61_000.0 - 3000.0 + 1000.0, 61_000.0 - 700.0 + 1000.0));
    let played = &table.session.live().game().moves[1];
    assert_eq!((played.time_ms, played.evaluation.unwrap().cp), (700.0, Some(20)));
    assert_eq!(table.stored.as_ref(), Some(table.session.live().game()));
    assert!(table.gos[0].contains("wtime 59000 btime 61000 winc 1000 binc 1000"), "{:?}", table.gos);
    table.wait(500.0);
    assert_eq!(table.left(0), 58_500.0);
}

#[test]
fn a_person_whose_time_is_up_loses_if_the_flag_is_on() {
    let mut table = against("5", &[]);
    table.wait(4999.0);
    assert!(!table.session.live().is_over());
    table.wait(2.0);
    assert_eq!(table.session.live().end(), Some(GameEnd::win(Color::Black, EndReason::Time)));
    assert_eq!(table.left(0), 0.0);
    assert!(table.session.play("e2e4", table.now_ms).is_err());

    let mut table = Table::new(PlaySetup { flag: false, ..setup("5") }).begun();
    table.wait(60_000.0);
    table.play("e2e4");
    table.wait(3000.0);
    assert_eq!((table.session.live().ply(), table.left(1) > 0.0), (2, true));
}

#[test]
fn an_engine_can_lose_on_time_too() {
    let mut table = against("5", &[Action::Wait("e7e5")]);
    table.play("e2e4");
    table.wait(5100.0);
    assert_eq!(table.session.live().end(), Some(GameEnd::win(Color::White, EndReason::Time)));
}

#[test]
fn an_engine_resigns_if_it_may_and_plays_on_otherwise() {
    let moves = "g8f6 f6g8";
    let play = |may: bool| {
        let lost = |uci| Action::Move { uci, after_ms: 10.0, cp: -1000, ponder: "" };
        let actions: Vec<Action> = moves.split(' ').cycle().take(14).map(lost).collect();
        // Different moves of White's rooks avoid a fifth repetition.
        let setup = PlaySetup { engines_resign: may, ..setup("") };
        let mut table = Table::new(setup).script(EngineId::Black, &actions).begun();
        for uci in ["a2a3", "a3a4", "b2b3", "b3b4", "c2c3", "c3c4", "d2d3", "h2h3", "h3h4", "g2g3", "f2f3"] {
            table.play(uci);
            table.wait(20.0);
        }
        (table.session.live().end(), table.session.live().ply())
    };
    assert_eq!(play(true), (Some(GameEnd::win(Color::White, EndReason::Resignation)), 21));
    assert_eq!(play(false), (None, 22));
}

#[test]
fn the_engines_move_is_replaced_by_another_at_its_cost() {
    let actions = [Action::Move { uci: "e7e5", after_ms: 700.0, cp: 0, ponder: "" }, plays("b8c6")];
    let mut table = against("60", &actions);
    assert!(table.session.replace_reply("e7e6", table.now_ms).is_err(), "there is none yet");
    table.play("e2e4");
    assert!(table.session.replace_reply("e7e6", table.now_ms).is_err(), "it is thinking");
    table.wait(1700.0);
    assert!(table.session.replace_reply("e2e4", table.now_ms).is_err(), "White's move");
    assert_eq!(table.session.replace_reply("e7e5", table.now_ms), Ok(()));
    assert_eq!(table.session.live().game().takebacks, 0, "the same move");
    table.session.replace_reply("c7c5", table.now_ms).unwrap();
    table.settle();
    assert_eq!(table.moves(), "e2e4 c7c5");
    // The person's time on the replaced turn is given back.
    assert_eq!((table.left(0), table.left(1)), (60_000.0, 60_000.0 - 700.0));
    assert_eq!(table.session.live().game().takebacks, 1);
    assert_eq!(table.stored.as_ref(), Some(table.session.live().game()));
    table.play("g1f3");
    table.wait(20.0);
    assert_eq!(table.moves(), "e2e4 c7c5 g1f3 b8c6", "the engine goes on from there");
    table.session.pause(table.now_ms);
    table.session.replace_reply("d7d6", table.now_ms).unwrap();
    assert!(!table.session.snapshot().is_paused(), "a move resumes the game");
    assert_eq!(table.moves(), "e2e4 c7c5 g1f3 d7d6");
}

#[test]
fn a_game_with_a_blunder_warning_is_not_rated() {
    let mut table = against("", &[]);
    table.session.warned();
    table.settle();
    assert_eq!(table.stored.map(|game| game.hints), Some(1));
}

#[test]
fn a_browser_that_slept_costs_a_person_time_and_an_engine_none() {
    let mut table = against("60", &[Action::Move { uci: "e7e5", after_ms: 60_500.0, cp: 0, ponder: "" }]);
    table.play("e2e4");
    let _ = table.session.wake_at_ms();
    // No timer fires for an hour, nor does the worker do anything.
    table.now_ms += 3_600_000.0;
    table.session.tick(table.now_ms);
    assert!(!table.session.live().is_over());
    assert!(table.left(1) > 55_000.0);
    table.settle();
    assert_eq!(table.moves(), "e2e4 e7e5");
    let _ = table.session.wake_at_ms();
    table.now_ms += 3_600_000.0;
    table.session.tick(table.now_ms);
    assert_eq!(table.session.live().end(), Some(GameEnd::win(Color::Black, EndReason::Time)));
}

#[test]
fn what_an_engine_says_before_a_late_timer_fires_does_not_make_it_pay_for_the_sleep() {
    // Its move is the first message after an hour.
    let mut table = against("60", &[Action::Move { uci: "e7e5", after_ms: 60_500.0, cp: 0, ponder: "" }]);
    table.play("e2e4");
    let _ = table.session.wake_at_ms();
    table.now_ms += 3_600_000.0;
    table.settle();
    assert_eq!((table.moves().as_str(), table.session.live().end()), ("e2e4 e7e5", None));
    assert!(table.left(1) > 55_000.0);
    // A heartbeat is.
    let mut table = against("60", &[Action::Wait("e7e5")]);
    table.play("e2e4");
    let _ = table.session.wake_at_ms();
    table.now_ms += 3_600_000.0;
    table.settle();
    let _ = table.session.wake_at_ms();
    table.session.tick(table.now_ms);
    assert_eq!(table.session.live().end(), None);
    assert!(table.left(1) > 55_000.0);
}

#[test]
fn late_timers_of_a_hidden_tab_excuse_no_engine_that_is_heard_of() {
    let mut table = against("60", &[Action::Wait("e7e5")]);
    table.play("e2e4");
    for second in 1..=40 {
        let _ = table.session.wake_at_ms();
        table.now_ms += 1000.0;
        // The worker sends messages, and no timer fires.
        table.settle();
        if second % 20 == 0 {
            table.session.tick(table.now_ms);
        }
    }
    assert_eq!(table.left(1), 20_000.0);
}

#[test]
fn the_sound_of_a_short_clock_comes_with_its_mark_and_once_for_each_person() {
    let control = Some("300".parse().unwrap());
    let players = [SidePlayer::human(), SidePlayer::human()];
    let clocks = [control.clone(), control];
    let mut table = Table::new(PlaySetup { players, clocks, ..setup("") }).begun();
    let warnings = |table: &Table| {
        table.events.iter().filter(|&event| *event == PlayEvent::Sound(SoundCue::LowTime)).count()
    };
    table.wait(300_000.0 - 37_500.0 - 1_100.0);
    assert_eq!(warnings(&table), 0);
    // An eighth of five minutes is left.
    table.wait(2_200.0);
    assert_eq!(warnings(&table), 1);
    for (white, black) in [("e2e4", "e7e5"), ("g1f3", "b8c6"), ("f1c4", "f8c5")] {
        table.play(white);
        table.wait(2_000.0);
        table.play(black);
        table.wait(2_000.0);
    }
    assert_eq!(warnings(&table), 1, "Black has time, and White was warned");
    table.play("e1g1");
    table.wait(270_000.0);
    assert_eq!(warnings(&table), 2);
}

#[test]
fn a_premove_is_played_at_once_or_dropped() {
    let mut table = against("60", &[plays("e7e5"), plays("b8c6")]);
    table.session.premove(Some("g1f3".to_owned()));
    assert!(table.session.snapshot().premoves.is_empty(), "it is one's own turn");
    table.play("e2e4");
    table.session.premove(Some("g1f3".to_owned()));
    table.wait(100.0);
    assert_eq!(table.moves(), "e2e4 e7e5 g1f3 b8c6");
    assert_eq!(table.session.live().game().moves[2].time_ms, 0.0);
    table.play("d2d4");
    table.session.premove(Some("d1d8".to_owned()));
    table.wait(100.0);
    assert_eq!(table.session.live().ply(), 6);
    assert!(table.notices().contains(&PlayNotice::PremoveDropped));
}

#[test]
fn premoves_in_a_row_are_played_one_by_one() {
    let mut table = against("60", &[plays("e7e5"), plays("b8c6"), plays("g8f6"), plays("a7a6")]);
    table.play("e2e4");
    for uci in ["g1f3", "f1b5", "e1h1", "a2b3"] {
        table.session.premove(Some(uci.to_owned()));
    }
    // The pawn may capture on b3. Moves that no piece could make after the premoves before them are refused.
    for wrong in ["g1h3", "f1a6", "e2e4", "nonsense"] {
        table.session.premove(Some(wrong.to_owned()));
    }
    assert_eq!(table.session.snapshot().premoves, ["g1f3", "f1b5", "e1h1", "a2b3"]);
    table.wait(100.0);
    assert_eq!(table.moves(), "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 a7a6");
    assert!(table.notices().contains(&PlayNotice::PremoveDropped), "nothing to capture on b3");
    assert!(table.session.snapshot().premoves.is_empty());
}

#[test]
fn premoves_are_dropped_together() {
    let mut table = against("60", &[plays("d7d5")]);
    table.play("e2e4");
    for uci in ["e4e5", "e5e6"] {
        table.session.premove(Some(uci.to_owned()));
    }
    table.session.premove(None);
    assert!(table.session.snapshot().premoves.is_empty(), "cancelled");
    for uci in ["e4f5", "f5f6"] {
        table.session.premove(Some(uci.to_owned()));
    }
    table.wait(100.0);
    assert_eq!(table.moves(), "e2e4 d7d5");
    assert!(table.session.snapshot().premoves.is_empty());
}

#[test]
fn a_premove_to_the_last_rank_becomes_a_queen() {
    let start = Start::Fen("7k/P7/8/8/8/8/8/K7 b - - 0 1".to_owned());
    let mut table =
        Table::new(PlaySetup { start, ..setup("") }).script(EngineId::Black, &[plays("h8g7")]).begun();
    table.session.premove(Some("a7a8".to_owned()));
    table.wait(100.0);
    assert!(table.moves().starts_with("h8g7 a7a8q"), "{}", table.moves());
}

#[test]
fn taking_back_stops_the_engine_and_restores_the_clocks() {
    let mut table = against("60+1", &[plays("e7e5"), Action::Wait("b8c6"), plays("d7d5")]);
    table.wait(2000.0);
    table.play("e2e4");
    table.wait(5000.0);
    let before = (table.left(1), table.session.live().game().moves[1].after);
    table.play("g1f3");
    table.wait(3000.0);
    assert!(table.left(1) < before.0);
    table.session.take_back(table.now_ms).unwrap();
    table.settle();
    assert_eq!(table.moves(), "e2e4 e7e5");
    assert_eq!(table.left(1), before.0);
    assert_eq!(table.session.live().game().clocks, before.1);
    assert!(table.session.clock_readings(table.now_ms)[0].unwrap().is_running);
    // The stopped search's move arrives and is ignored.
    table.wait(1000.0);
    assert_eq!(table.moves(), "e2e4 e7e5");
    table.session.take_back(table.now_ms).unwrap();
    table.play("d2d4");
    table.wait(100.0);
    assert_eq!((table.moves().as_str(), table.session.live().game().takebacks), ("d2d4 d7d5", 2));
}

#[test]
fn a_hint_shows_the_piece_and_then_the_move() {
    let mut table = against("", &[]).script(EngineId::Hint, &[plays("g1f3")]);
    table.session.hint(table.now_ms);
    table.settle();
    assert_eq!(table.session.snapshot().hint, Some(Hint::Searching));
    table.wait(100.0);
    let mv = table.session.live().position().parse_uci("g1f3").unwrap();
    assert_eq!(table.session.snapshot().hint, Some(Hint::Piece(mv.from())));
    table.session.hint(table.now_ms);
    assert_eq!(table.session.snapshot().hint, Some(Hint::Move(mv)));
    assert_eq!(table.session.live().game().hints, 1);
    table.play("e2e4");
    assert_eq!(table.session.snapshot().hint, None);
    // The move requested at once: both steps are shown when it is found.
    table.wait(100.0);
    table.script[2].push_back(plays("d2d4"));
    table.session.hint(table.now_ms);
    table.session.hint(table.now_ms);
    table.wait(100.0);
    assert!(matches!(table.session.snapshot().hint, Some(Hint::Move(_))));
}

#[test]
fn an_engine_that_crashes_is_started_afresh_and_pays_nothing() {
    let mut table = against("60", &[Action::Crash, plays("e7e5"), Action::Hang, plays("d7d6")]);
    table.play("e2e4");
    table.wait(500.0);
    assert_eq!((table.moves().as_str(), table.starts), ("e2e4 e7e5", 2));
    let reason = "it trapped".to_owned();
    assert_eq!(table.notices(), [PlayNotice::EngineRestarted { color: Color::Black, reason }]);
    assert_eq!(table.left(1), 60_000.0 - 10.0);
    // An engine that doesn't reply is noticed.
    table.play("d2d4");
    table.wait(16_000.0);
    assert_eq!((table.session.live().ply(), table.starts), (4, 3));
    assert!(table.left(1) > 59_000.0);
}

#[test]
fn an_engine_that_keeps_failing_is_given_up_and_can_be_tried_again() {
    let mut table = against("60", &[Action::Crash, Action::Crash, Action::Crash, plays("e7e5")]);
    table.play("e2e4");
    table.wait(1000.0);
    assert_eq!(table.session.snapshot().engines[1], EngineStatus::Failed("it trapped".to_owned()));
    let left = table.left(1);
    table.wait(100_000.0);
    assert_eq!((table.left(1), table.session.live().is_over()), (left, false), "its clock stands");
    table.session.retry_engine(Color::Black, table.now_ms);
    table.wait(100.0);
    assert_eq!(table.moves(), "e2e4 e7e5");
}

#[test]
fn an_illegal_move_is_told_and_asked_for_again() {
    let mut table = against("", &[plays("e7e4"), plays("e7e5")]);
    table.play("e2e4");
    table.wait(500.0);
    assert_eq!(table.moves(), "e2e4 e7e5");
    let illegal = PlayNotice::IllegalMove { color: Color::Black, text: "e7e4".to_owned() };
    assert_eq!(table.notices(), [illegal]);
    let mut table = against("", &[plays("e7e4"), plays("e7e4"), plays("e7e4")]);
    table.play("e2e4");
    table.wait(500.0);
    assert!(matches!(table.session.snapshot().engines[1], EngineStatus::Failed(_)));
}

#[test]
fn an_engine_ponders_and_its_guess_saves_time() {
    let guess = Action::Move { uci: "e7e5", after_ms: 10.0, cp: 0, ponder: "g1f3" };
    let mut table = Table::new(PlaySetup { ponder: true, ..setup("60") })
        .script(EngineId::Black, &[guess.clone(), Action::Wait("b8c6"), plays("a7a6")])
        .begun();
    table.play("e2e4");
    table.wait(100.0);
    assert_eq!(table.session.snapshot().engines[1], EngineStatus::Pondering);
    assert!(table.gos[1].starts_with("go ponder wtime"), "{:?}", table.gos);
    table.wait(5000.0);
    table.play("g1f3");
    assert_eq!((table.hits, table.moves().as_str()), (1, "e2e4 e7e5 g1f3 b8c6"));
    // Another move than the expected one: the search is stopped and a new one started.
    let mut table = Table::new(PlaySetup { ponder: true, ..setup("60") })
        .script(EngineId::Black, &[guess, Action::Wait("b8c6"), plays("d7d6")])
        .begun();
    table.play("e2e4");
    table.wait(100.0);
    table.play("d2d4");
    table.wait(100.0);
    assert_eq!((table.hits, table.moves().as_str()), (0, "e2e4 e7e5 d2d4 d7d6"));
}

#[test]
fn the_engine_can_be_made_to_move() {
    let mut table = against("60", &[Action::Wait("e7e5")]);
    table.play("e2e4");
    table.wait(2000.0);
    table.session.move_now(table.now_ms);
    table.settle();
    assert_eq!(table.moves(), "e2e4 e7e5");
    // Where it can't be signalled: the first move of its last PV is played, and a fresh worker started.
    let mut table = Table::new(setup("60")).script(EngineId::Black, &[Action::Wait("c7c5")]);
    table.abilities = Abilities { is_called: true, can_signal: false };
    let mut table = table.begun();
    table.play("e2e4");
    table.session.move_now(table.now_ms);
    table.wait(100.0);
    assert_eq!((table.moves().as_str(), table.starts), ("e2e4 c7c5", 2));
    table.play("d2d4");
    table.wait(100.0);
    assert_eq!(table.session.live().ply(), 4);
}

#[test]
fn a_level_waits_like_a_person_and_never_too_long() {
    let level = |clock: &str| {
        let players = [SidePlayer::human(), SidePlayer::level(3)];
        Table::new(PlaySetup { players, ..setup(clock) }).begun()
    };
    let mut table = level("");
    table.play("e2e4");
    table.wait(100.0);
    assert_eq!(table.session.snapshot().engines[1], EngineStatus::Thinking);
    assert_eq!(table.session.live().ply(), 1);
    table.session.move_now(table.now_ms);
    assert_eq!((table.session.live().ply(), table.session.live().game().moves[1].time_ms < 150.0), (2, true));
    table.play(&first(&table));
    table.wait(8000.0);
    assert_eq!(table.session.live().ply(), 4);
    // With a second left it does not wait.
    let mut table = level("1");
    table.play("e2e4");
    table.wait(50.0);
    assert_eq!(table.session.live().ply(), 2);
}

fn first(table: &Table) -> String {
    let position = table.session.live().position();
    position.uci(position.legal_moves()[0])
}

#[test]
fn the_engine_answers_offers_by_its_score() {
    let actions: Vec<Action> = ["b8c6", "c6b8"].iter().cycle().take(30).map(|&uci| plays(uci)).collect();
    let mut table = against("", &actions);
    // Pawn moves, to avoid repetitions.
    let moves = "a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3 a3a4 b3b4 c3c4 d3d4";
    for (place, uci) in moves.split(' ').enumerate() {
        table.play(uci);
        if place == 3 {
            table.wait(100.0);
            table.session.offer_draw(table.now_ms).unwrap();
            table.settle();
            assert!(table.notices().contains(&PlayNotice::DrawDeclined(Color::Black)), "too early");
        }
        table.wait(100.0);
    }
    assert!(!table.session.live().is_over(), "{}", table.moves());
    table.session.offer_draw(table.now_ms).unwrap();
    assert_eq!(table.session.live().end(), Some(GameEnd::without_winner(EndReason::Agreement)));
}

#[test]
fn a_draw_that_is_offered_while_a_level_holds_its_move_back_is_answered_with_the_move() {
    let offered = |table: &mut Table, uci: &str| {
        table.play(uci);
        table.wait(50.0);
        let ply = table.session.live().ply();
        table.session.offer_draw(table.now_ms).unwrap();
        table.settle();
        assert_eq!(table.session.live().ply(), ply, "the move is held back");
    };
    let declined = |table: &Table| {
        table.notices().iter().filter(|&notice| *notice == PlayNotice::DrawDeclined(Color::Black)).count()
    };
    let actions: Vec<Action> = ["b8c6", "c6b8"].iter().cycle().take(30).map(|&uci| plays(uci)).collect();
    let players = [SidePlayer::human(), SidePlayer::level(3)];
    let mut table = Table::new(PlaySetup { players, ..setup("") }).script(EngineId::Black, &actions).begun();
    let mut moves = "a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3 a3a4 b3b4 c3c4 d3d4".split(' ');
    offered(&mut table, moves.next().unwrap());
    assert_eq!(declined(&table), 0, "it seems to think");
    table.wait(10_000.0);
    assert_eq!((declined(&table), table.session.live().ply()), (1, 2));
    // The same with a forced move.
    offered(&mut table, moves.next().unwrap());
    table.session.move_now(table.now_ms);
    table.settle();
    assert_eq!((declined(&table), table.session.live().ply()), (2, 4));
    for uci in moves.by_ref().take(9) {
        table.play(uci);
        table.wait(10_000.0);
    }
    offered(&mut table, moves.next().unwrap());
    table.wait(10_000.0);
    assert_eq!(table.session.live().end(), Some(GameEnd::without_winner(EndReason::Agreement)));
    assert_eq!((declined(&table), table.session.live().ply()), (2, 23));
}

#[test]
fn people_agree_resign_claim_and_break_off() {
    let people =
        || Table::new(PlaySetup { players: [SidePlayer::human(), SidePlayer::human()], ..setup("") }).begun();
    let mut table = people();
    table.session.offer_draw(table.now_ms).unwrap();
    assert!(table.session.offer_draw(table.now_ms).is_err(), "one offer at a time");
    table.play("e2e4");
    assert_eq!(table.session.snapshot().offer_to_answer(), Some(Color::White));
    table.session.answer_draw(false, table.now_ms).unwrap();
    assert!(table.session.answer_draw(true, table.now_ms).is_err());
    table.session.offer_draw(table.now_ms).unwrap();
    table.session.answer_draw(true, table.now_ms).unwrap();
    assert_eq!(table.session.live().end().unwrap().reason, EndReason::Agreement);
    let mut table = people();
    table.play("e2e4");
    table.session.resign(table.now_ms).unwrap();
    assert_eq!(table.session.live().end(), Some(GameEnd::win(Color::White, EndReason::Resignation)));
    let mut table = people();
    assert!(table.session.claim_draw(table.now_ms).is_err());
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(8) {
        table.play(uci);
    }
    table.session.claim_draw(table.now_ms).unwrap();
    assert_eq!(table.session.live().end().unwrap().reason, EndReason::ThreefoldRepetition);
    let mut table = people();
    table.session.abort(table.now_ms);
    assert!(!table.session.live().end().unwrap().counts());
}

#[test]
fn a_game_goes_on_after_the_page_was_gone() {
    let mut table = against("60+1", &[plays("e7e5"), plays("b8c6")]);
    table.wait(3000.0);
    table.play("e2e4");
    table.wait(7500.0);
    // What a killed page leaves behind.
    let mut kept = table.stored.clone().unwrap();
    let (ply, spent) = table.spent.unwrap();
    assert_eq!(ply, kept.moves.len());
    kept.spent_ms = spent;
    kept.is_paused = true;
    assert!(table.left(0) <= 59_000.0 - spent + 1e-6 && spent > 5_900.0, "{spent}");
    let mut again =
        Table::of(LiveGame::open(kept).unwrap()).script(EngineId::Black, &[plays("b8c6")]).begun();
    again.wait(100_000.0);
    assert_eq!(again.left(0), 59_000.0 - spent);
    assert_eq!(again.moves(), "e2e4 e7e5");
    // A move resumes it.
    again.play("g1f3");
    again.wait(100.0);
    assert_eq!(again.moves(), "e2e4 e7e5 g1f3 b8c6");
}

#[test]
fn a_pause_stops_clocks_and_engines() {
    let mut table = against("60", &[Action::Wait("e7e5"), plays("e7e6")]);
    table.play("e2e4");
    table.wait(2000.0);
    table.session.pause(table.now_ms);
    table.settle();
    table.wait(50_000.0);
    assert_eq!((table.left(1), table.moves().as_str()), (58_000.0, "e2e4"));
    table.session.resume(table.now_ms);
    table.wait(100.0);
    assert_eq!((table.left(1), table.moves().as_str()), (58_000.0 - 10.0, "e2e4 e7e6"));
}

#[test]
fn both_clocks_can_be_set() {
    let mut table = against("60", &[]);
    table.wait(1000.0);
    table.session.set_clocks([Some(10_000.0), Some(90_000.0)], table.now_ms);
    table.wait(1000.0);
    assert_eq!((table.left(0), table.left(1)), (9000.0, 90_000.0));
    assert!(table.session.live().game().was_clock_set);
}

#[test]
fn the_book_is_asked_until_it_is_left() {
    let book = PlaySetup { book: PlayBook::Default, ..setup("60") };
    let mut table = Table::new(book).script(EngineId::Black, &[plays("g8f6")]).begun();
    table.play("e2e4");
    let question = table.asked.pop().unwrap();
    assert_eq!(question.moves, ["e2e4"]);
    table.session.book_answered(question.id, Ok(Some("c7c5".to_owned())), table.now_ms);
    table.settle();
    assert!(table.session.live().game().moves[1].is_book);
    table.play("g1f3");
    let question = table.asked.pop().unwrap();
    table.session.book_answered(question.id, Ok(None), table.now_ms);
    table.wait(100.0);
    assert_eq!(table.moves(), "e2e4 c7c5 g1f3 g8f6");
    table.play("d2d4");
    table.wait(100.0);
    assert!(table.asked.is_empty(), "left once, it is not asked again");
    assert_eq!(table.session.live().ply(), 6);
}

#[test]
fn two_engines_play_a_game_to_its_end() {
    for clock in ["", "60"] {
        let mut table =
            Table::new(PlaySetup { players: [engine(), SidePlayer::level(2)], ..setup(clock) }).begun();
        table.wait(4_000_000.0);
        let end = table.session.live().end().unwrap_or_else(|| panic!("{}", table.moves()));
        assert_ne!(end.reason, EndReason::Time);
        assert!(table.events.iter().filter(|event| matches!(event, PlayEvent::Ended(_))).count() == 1);
    }
}

#[test]
fn chess960_engines_are_told_and_castle() {
    let start = Start::Fen("4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1".to_owned());
    let mut table = Table::new(PlaySetup { start, ..setup("") }).begun();
    table.play("d1g1");
    assert_eq!(table.session.live().game().moves[0].uci, "d1g1");
    table.wait(100.0);
    assert_eq!(table.session.live().ply(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever people and engines do, the stored game is the one on the board, and no clock gains more than its increments.
    #[test]
    fn any_edits_leave_a_game_that_can_be_continued(
        actions in proptest::collection::vec((0usize..14, 0u32..4000), 1..60),
        crashes in proptest::collection::vec(0usize..12, 0..20),
        signals: bool,
    ) {
        let mut table = Table::new(PlaySetup { ponder: true, ..setup("120+2") });
        table.abilities.can_signal = signals;
        for crash in crashes {
            table.script[1].push_back(match crash {
                0 => Action::Crash,
                1 => Action::Hang,
                2 => plays("a1a1"),
                _ => Action::First,
            });
        }
        let mut table = table.begun();
        for (action, ms) in actions {
            let now = table.now_ms;
            match action {
                0..=4 => {
                    if table.session.snapshot().to_move().is_some() {
                        let uci = first(&table);
                        let _ = table.session.play(&uci, now);
                    }
                }
                5 => _ = table.session.take_back(now),
                6 => table.session.hint(now),
                7 => table.session.move_now(now),
                8 => _ = table.session.offer_draw(now),
                9 => table.session.pause(now),
                10 => table.session.resume(now),
                11 => table.session.premove(Some("e2e4".to_owned())),
                12 => table.session.retry_engine(Color::Black, now),
                _ => table.session.leaving(now),
            }
            table.wait(f64::from(ms));
            let live = table.session.live();
            let opened = LiveGame::open(table.session.kept(table.now_ms)).unwrap();
            prop_assert_eq!(opened.positions(), live.positions());
            prop_assert_eq!(&table.stored.as_ref().unwrap().moves, &live.game().moves);
            prop_assert_eq!(table.stored.as_ref().unwrap().end, live.game().end);
            for side in 0..2 {
                prop_assert!(table.left(side) <= 122_000.0 + 2000.0 * live.ply() as f64);
            }
            let readings = table.session.clock_readings(table.now_ms);
            let is_paused = live.game().is_paused || live.is_over();
            prop_assert!(!is_paused || readings.iter().flatten().all(|reading| !reading.is_running));
        }
    }
}

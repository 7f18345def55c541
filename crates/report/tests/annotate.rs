//! Games analysed by a stand-in for an engine, and what is written into them.

use std::collections::HashMap;

use proptest::prelude::*;
use tabia_chess::{Color, Position};
use tabia_pgn::{Game, NodeId, read, write};
use tabia_report::{
    Analysis, Eval, Findings, GamePage, Job, Judgement, Listener, Place, Plan, Report, Scope, Style,
    annotate, html, remarks, report_of,
};
use tabia_uci::{Info, Message};

fn game(text: &str) -> Game {
    read(text).games.remove(0)
}

fn info(line: &str) -> Info {
    match Message::parse(line) {
        Ok(Some(Message::Info(info))) => *info,
        other => panic!("{line}: {other:?}"),
    }
}

/// An engine that likes to have less material, remembers what it saw since it was told to forget, and says so: its numbers depend on the order.
#[derive(Default)]
struct StandIn(u32);

impl StandIn {
    fn analyse(&mut self, begins_chunk: bool, position: &Position) -> Analysis {
        if begins_chunk {
            self.0 = 0;
        }
        self.0 += 1;
        let worth = [1, 3, 3, 5, 9, 0];
        let side = |color| -> i32 {
            position
                .board()
                .iter()
                .filter(|(_, piece)| piece.color == color)
                .map(|(_, piece)| worth[piece.role.index()])
                .sum()
        };
        let eval = Eval::Cp(100 * (side(Color::Black) - side(Color::White)));
        let line = position.legal_moves().iter().take(1).copied().collect();
        Analysis { eval, depth: self.0, nodes: 1000, line }
    }
}

/// Carries a job out with so many engines, which take turns as `order` says; sometimes one is lost.
fn carry_out(plan: &Plan, engines: usize, order: &[usize], losses: &[bool]) -> Vec<Option<Analysis>> {
    let mut job = Job::new(plan.clone());
    let mut stand_ins: HashMap<usize, StandIn> = HashMap::new();
    let mut turn = 0;
    while !job.is_done() {
        let worker = order.get(turn).copied().unwrap_or(turn) % engines;
        let is_lost = losses.get(turn).copied().unwrap_or(false);
        turn += 1;
        let Some(next) = job.next(worker) else { continue };
        if is_lost {
            job.abandon(worker);
            job = Job::resume(plan.clone(), job.results().to_vec());
            continue;
        }
        let found = stand_ins.entry(worker).or_default().analyse(next.begins_chunk, &job.item(next).position);
        job.done(worker, found);
    }
    job.results().to_vec()
}

const GAME: &str = "[White \"A & <b>\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 (2. Bc4 Nf6) Nc6 {(d6) is solid} 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 \
    Qg5 6. d4 Qxg2 7. Rf1 Qxe4+ 8. Qe2 Qxe2+ 9. Kxe2 1-0";

#[test]
fn every_position_is_analysed_once_and_the_end_of_a_game_is_not() {
    let mated = game("1. f3 e5 2. g4 Qh4# 0-1");
    let plan = Plan::new(&mated, &Scope::default());
    assert_eq!(plan.items.len(), 4);
    assert_eq!(plan.items[0].place, Place::Node(NodeId::ROOT));
    assert!(plan.items[3].command.ends_with(" moves f2f3 e7e5 g2g4"));
    let whole = Plan::new(&game(GAME), &Scope::default());
    assert_eq!(whole.items.len(), 18);
    let range = Scope { side: Some(Color::Black), moves: 3..=4, variations: false, asides: false };
    // Before and after 3... a6 and 4... dxc6.
    assert_eq!(Plan::new(&game(GAME), &range).items.len(), 4);
}

#[test]
fn moves_in_parentheses_are_analysed_too() {
    let asides = |text: &str, variations: bool| -> Vec<String> {
        let game = game(text);
        let scope = Scope { variations, asides: true, ..Scope::default() };
        let aside = |place| match place {
            Place::Aside(node, m) => Some(game.position(node).san(m)),
            Place::Node(_) => None,
        };
        Plan::new(&game, &scope).items.iter().filter_map(|item| aside(item.place)).collect()
    };
    assert_eq!(asides(GAME, false), ["Bc4", "d6"]);
    // With its variations, 2. Bc4 is a node like others.
    assert_eq!(asides(GAME, true), ["d6"]);
    let named =
        "1. e4 {(Nf6 or d5) (c5)} e5 {Nf3} 2. f4 {no move (at all)} exf4 {(2... Bc5!? is played too)} *";
    assert_eq!(asides(named, false), ["Nf6", "c5", "Nf3", "Bc5"]);
}

#[test]
fn the_listener_takes_the_last_exact_score_and_white_s_side() {
    let position: Position = game("1. e4 *").position(game("1. e4 *").main_line().next().unwrap());
    let mut listener = Listener::default();
    listener.info(&info("info depth 4 score cp 10 nodes 50 pv e7e5 g1f3"));
    listener.info(&info("info depth 5 multipv 2 score cp 99 nodes 60 pv c7c5"));
    listener.info(&info("info depth 5 score cp 80 lowerbound nodes 70 pv c7c5"));
    listener.info(&info("info nodes 90"));
    let found = listener.finish(&position).unwrap();
    assert_eq!((found.eval, found.depth, found.nodes, found.line.len()), (Eval::Cp(-10), 4, 90, 2));
    assert_eq!(Listener::default().finish(&position), None);
    let mut mate = Listener::default();
    mate.info(&info("info depth 1 score mate 2 pv e7e5 e2e4"));
    // What is not legal ends the line.
    assert_eq!(mate.finish(&position).map(|found| (found.eval, found.line.len())), Some((Eval::Mate(-2), 1)));
}

#[test]
fn what_was_found_is_written_into_the_game_once() {
    let scope = Scope::default();
    let mut annotated = game(GAME);
    let plan = Plan::new(&annotated, &scope);
    let findings = Findings::new(&plan, &carry_out(&plan, 1, &[], &[]));
    let style = Style { margin: Some(-1), ..Style::default() };
    let said = remarks(&annotated, &scope, &findings, &style);
    annotate(&mut annotated, &plan, &findings, &said, &style);
    let text = write(&annotated);
    for part in ["[%eval", "was best", "$4", "As good as", "(d6) is solid", "(2. Bc4"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The moves played are the same, the game is read as it was written, and a second time adds nothing.
    let again = game(&text);
    let moves = |game: &Game| -> Vec<_> { game.main_line().map(|id| game.played(id)).collect() };
    assert_eq!(moves(&again), moves(&game(GAME)));
    assert_eq!(write(&again), text);
    let mut twice = again;
    let plan = Plan::new(&twice, &scope);
    let findings = Findings::new(&plan, &carry_out(&plan, 1, &[], &[]));
    let said = remarks(&twice, &scope, &findings, &style);
    annotate(&mut twice, &plan, &findings, &said, &style);
    assert_eq!(write(&twice), text);
}

#[test]
fn a_margin_says_which_moves_get_a_word() {
    let played = game(GAME);
    let plan = Plan::new(&played, &Scope::default());
    let findings = Findings::new(&plan, &carry_out(&plan, 1, &[], &[]));
    let count = |margin| {
        let style = Style { margin, ..Style::default() };
        remarks(&played, &Scope::default(), &findings, &style).len()
    };
    let judged = count(None);
    assert!(judged > 0 && judged < count(Some(-1)));
    assert_eq!(count(Some(-1)), 17);
    assert_eq!(count(Some(10_000)), judged);
    let black = Scope { side: Some(Color::Black), ..Scope::default() };
    let style = Style { margin: Some(-1), ..Style::default() };
    assert_eq!(remarks(&played, &black, &findings, &style).len(), 8);
}

#[test]
fn the_report_by_findings_is_that_by_the_evaluations_written() {
    let mut played = game(GAME);
    let plan = Plan::new(&played, &Scope::default());
    let findings = Findings::new(&plan, &carry_out(&plan, 1, &[], &[]));
    let report = report_of(&played, &findings);
    annotate(&mut played, &plan, &findings, &[], &Style::default());
    assert_eq!(report, Report::of_game(&played));
    assert!(report.judgements.contains(&Some(Judgement::Blunder)));
}

#[test]
fn the_html_file_needs_no_other_and_shows_names_as_they_are() {
    let played = game(GAME);
    let plan = Plan::new(&played, &Scope::default());
    let findings = Findings::new(&plan, &carry_out(&plan, 1, &[], &[]));
    let report = report_of(&played, &findings);
    let said = remarks(&played, &Scope::default(), &findings, &Style::default());
    let page = GamePage { game: &played, report: &report, findings: &findings, remarks: &said };
    let pieces = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<g id=\"wK\"><path d=\"M0 0\"/></g>\n\
        <g id=\"wQ\" transform=\"translate(45 0)\"><path d=\"M1 1\"/></g>\n</svg>\n";
    let text = html(&[page, page], pieces);
    assert!(text.contains("A &amp; &lt;b&gt;") && !text.contains("<b>\"") && !text.contains("A & <b>"));
    assert!(
        !text.contains("http") && !text.contains("src=") && !text.contains("url("),
        "something is fetched"
    );
    assert!(text.contains("<g id=\"wQ\"><path d=\"M1 1\"/></g>"));
    assert_eq!(text.matches("<article>").count(), 2);
    assert_eq!(text.matches("<figure>").count(), 2 * said.len());
}

proptest! {
    #[test]
    fn numbers_depend_neither_on_engines_nor_on_interruptions(
        engines in 1_usize..5,
        order in prop::collection::vec(0_usize..5, 0..200),
        losses in prop::collection::vec(prop::bool::weighted(0.1), 0..100),
        variations: bool,
    ) {
        let plan = Plan::new(&game(GAME), &Scope { variations, asides: true, ..Scope::default() });
        let alone = carry_out(&plan, 1, &[], &[]);
        prop_assert!(alone.iter().all(Option::is_some));
        prop_assert_eq!(carry_out(&plan, engines, &order, &losses), alone);
    }
}

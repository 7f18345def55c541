//! Games analysed by a fake engine, and what is written into them.

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

/// A fake engine that prefers less material and reports as depth the number of positions since its last reset: its numbers depend on the
/// order.
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

/// Runs a job with `engines` engines, which take turns as given by `order`; sometimes one is lost.
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
    // With variations in scope, 2. Bc4 is an ordinary node.
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
    // An illegal move ends the line.
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
    // The moves are unchanged, the written game reads back the same, and a second run adds nothing.
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
fn a_move_that_loses_the_margin_exactly_gets_a_word() {
    let played = game("1. e4 e5 2. Nf3 *");
    let plan = Plan::new(&played, &Scope::default());
    let findings = told(&plan, &[(20, "e4"), (20, "e5"), (20, "Nc3"), (0, "Nc6")]);
    let count = |margin| {
        let style = Style { margin: Some(margin), ..Style::default() };
        remarks(&played, &Scope::default(), &findings, &style).len()
    };
    assert_eq!((count(20), count(21)), (1, 0));
}

#[test]
fn the_report_by_findings_is_that_by_the_evaluations_written() {
    let mut played = game(GAME);
    let plan = Plan::new(&played, &Scope::default());
    let findings = Findings::new(&plan, &carry_out(&plan, 1, &[], &[]));
    let report = report_of(&played, &findings);
    let said = remarks(&played, &Scope::default(), &findings, &Style::default());
    annotate(&mut played, &plan, &findings, &said, &Style::default());
    assert_eq!(report, Report::of_game(&game(&write(&played))));
    assert!(report.judgements.contains(&Some(Judgement::Blunder)));
}

/// Findings by hand: for each position of the plan, an evaluation and the best move.
fn told(plan: &Plan, told: &[(i32, &str)]) -> Findings {
    let found = plan.items.iter().zip(told).map(|(item, (cp, san))| {
        let line = item.position.parse_san(san).into_iter().collect();
        Some(Analysis { eval: Eval::Cp(*cp), depth: 12, nodes: 1, line })
    });
    Findings::new(plan, &found.collect::<Vec<_>>())
}

/// Queen odds by hand: White begins nine pawns down and loses nothing more.
#[test]
fn the_first_move_from_a_position_is_judged_by_it() {
    let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n";
    let mut played = game(&format!("{fen}1. e4 e5 *"));
    let plan = Plan::new(&played, &Scope::default());
    let findings = told(&plan, &[(-910, "d4"), (-915, "c5"), (-900, "Nf3")]);
    let report = report_of(&played, &findings);
    let said = remarks(&played, &Scope::default(), &findings, &Style::default());
    assert_eq!((report.white.blunders, report.white.acpl, said.len()), (0, Some(5.0), 0));
    annotate(&mut played, &plan, &findings, &said, &Style::default());
    let written = game(&write(&played));
    assert_eq!(Report::of_game(&written), report, "{}", write(&played));
    // Without an evaluation of the start the first move cannot be judged.
    let unknown = game(&format!("{fen}1. e4 {{[%eval -9.15]}} e5 {{[%eval -9.00]}} *"));
    let report = Report::of_game(&unknown);
    assert_eq!((report.judgements, report.white.acpl, report.black.acpl), (vec![None; 2], None, Some(15.0)));
    // Black to move, and a Chess960 start without an evaluation, which counts like the standard one.
    let black = "[FEN \"4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1\"]\n\n{[%eval 20.00]} 1... Kd7 {[%eval 20.50]} *";
    assert_eq!(Report::of_game(&game(black)).black.acpl, Some(0.0));
    let start = Position::chess960(0).to_fen();
    let chess960 = format!("[Variant \"Chess960\"]\n[FEN \"{start}\"]\n\n1. e4 {{[%eval -0.10]}} *");
    assert_eq!(Report::of_game(&game(&chess960)).white.acpl, Some(25.0));
}

#[test]
fn field_cases_from_a_position_are_judged_by_it() {
    let Some(odds) = tabia_conformance::read("field-cases/k1-odds-root-eval.pgn") else { return };
    let odds = tabia_pgn::read_bytes(&odds).games.remove(0);
    let report = Report::of_game(&odds);
    assert_eq!(
        (report.judgements, report.white.acpl, report.black.acpl),
        (vec![None; 4], Some(5.0), Some(10.0))
    );
    assert_eq!(report.white.accuracy.map(f64::round), Some(100.0));
    // 1. Rf1 misses a mate in one.
    let Some(lost) = tabia_conformance::read("field-cases/k1-lost-side-best-vs-played.pgn") else { return };
    let lost = tabia_pgn::read_bytes(&lost).games.remove(0);
    let plan = Plan::new(&lost, &Scope::default());
    let results = [(Eval::Mate(1), "Re8#"), (Eval::Cp(-650), "Kg8"), (Eval::Cp(-600), "Re1")];
    let results = plan.items.iter().zip(results).map(|(item, (eval, san))| {
        Some(Analysis { eval, depth: 12, nodes: 1, line: item.position.parse_san(san).into_iter().collect() })
    });
    let findings = Findings::new(&plan, &results.collect::<Vec<_>>());
    let said = remarks(&lost, &Scope::default(), &findings, &Style::default());
    assert_eq!((said[0].judgement, said[0].loss), (Some(Judgement::Blunder), 1650));
}

#[test]
fn what_counts_as_a_mistake_has_its_glyph_and_the_best_move_is_none() {
    let mut played = game("1. e4 e5 2. Nf3 d6 3. d4 *");
    let scope = Scope::default();
    let plan = Plan::new(&played, &scope);
    // 1... e5 was best, yet lost 200 centipawns; 2... d6 lost as much and was not best.
    let findings =
        told(&plan, &[(20, "e4"), (20, "e5"), (220, "Nf3"), (20, "Nc6"), (220, "d4"), (220, "exd4")]);
    let report = report_of(&played, &findings);
    let said = remarks(&played, &scope, &findings, &Style::default());
    let judged: Vec<_> = said.iter().filter_map(|remark| remark.judgement).collect();
    // 2. Nf3 was best, too, and lost as much.
    assert_eq!(
        (judged.as_slice(), report.black.blunders, report.white.blunders),
        (&[Judgement::Blunder][..], 1, 0)
    );
    annotate(&mut played, &plan, &findings, &said, &Style::default());
    let text = write(&played);
    assert_eq!((text.matches('$').count(), text.matches("The best move: ").count()), (1, 2), "{text}");
    assert_eq!(Report::of_game(&game(&text)), report, "who reads the file counts the same");
}

#[test]
fn a_blunder_into_stalemate_counts_and_has_its_glyph() {
    let mut played = game("[FEN \"7k/8/6K1/8/8/8/8/3Q4 w - - 0 1\"]\n\n1. Qe1 Kg8 2. Qf2 Kh8 3. Qf7 1/2-1/2");
    let plan = Plan::new(&played, &Scope::default());
    let findings = told(&plan, &[(900, "Qd8"), (900, "Kg8"), (900, "Qe8"), (900, "Kh8"), (900, "Qf8")]);
    let report = report_of(&played, &findings);
    let said = remarks(&played, &Scope::default(), &findings, &Style::default());
    assert_eq!((said.len(), said[0].judgement), (1, Some(Judgement::Blunder)));
    assert_eq!((report.white.blunders, report.judgements[4]), (1, said[0].judgement));
    annotate(&mut played, &plan, &findings, &said, &Style::default());
    assert!(write(&played).contains("[%eval 0.00]"), "{}", write(&played));
    assert_eq!(Report::of_game(&game(&write(&played))).judgements, report.judgements);
}

#[test]
fn the_report_of_an_engine_takes_nothing_from_another() {
    let text = "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -2.5]} Nc6 {[%eval -2.4]} 3. Qxf7+ {[%eval -9.0]} *";
    let played = game(text);
    assert_eq!(Report::of_game(&played).white.blunders, 2);
    let scope = Scope { moves: 3..=3, ..Scope::default() };
    let plan = Plan::new(&played, &scope);
    let report = report_of(&played, &told(&plan, &[(0, "Bc4"), (-800, "Kxf7")]));
    assert_eq!(report.judgements, [None, None, None, None, Some(Judgement::Blunder)]);
    assert_eq!(report.percentages[1], None, "what the game says of other moves is another engine's");
    assert_eq!((report.white.acpl, report.black.acpl), (Some(800.0), None));
}

#[test]
fn a_second_report_replaces_what_the_first_wrote() {
    let scope = Scope::default();
    let mut played = game("1. e4 {Sharp!} e5 2. Qh5 d6 *");
    let write_report = |played: &mut Game, evals: &[(i32, &str)]| {
        let plan = Plan::new(played, &scope);
        let findings = told(&plan, evals);
        let said = remarks(played, &scope, &findings, &Style::default());
        annotate(played, &plan, &findings, &said, &Style::default());
        write(played).replace('\n', " ")
    };
    let first =
        write_report(&mut played, &[(20, "d4"), (-200, "e5"), (-150, "Nf3"), (-150, "Nc6"), (400, "Qxf7+")]);
    assert!(first.contains("Sharp!} {Blunder. d4 was best") && first.matches("$4").count() == 2, "{first}");
    let second =
        write_report(&mut played, &[(20, "d4"), (-100, "e5"), (-90, "Nf3"), (-90, "Nc6"), (-80, "Nc3")]);
    assert!(second.contains("Sharp!} {Mistake. d4 was best: +0.20 instead of -1.00"), "{second}");
    assert_eq!(second.matches("was best").count(), 1, "the other move is none any more: {second}");
    assert_eq!((second.matches('$').count(), second.contains("e4 $2")), (1, true), "{second}");
}

#[test]
fn what_is_written_neither_runs_into_other_words_nor_contradicts_the_evaluation() {
    let mut played = game("1. e4 {Here (Bc4) is the Italian} e5 2. Nf3 *");
    let scope = Scope::default();
    let plan = Plan::new(&played, &scope);
    let findings = told(&plan, &[(20, "d4"), (-200, "e5"), (-150, "Nf3"), (-20, "Nc6")]);
    let style = Style { margin: Some(-1), ..Style::default() };
    let said = remarks(&played, &scope, &findings, &style);
    annotate(&mut played, &plan, &findings, &said, &style);
    let text = write(&played).replace('\n', " ");
    assert!(
        text.contains("Here (Bc4) is the Italian} {Blunder. d4 was best: +0.20 instead of -2.00"),
        "{text}"
    );
    assert!(text.contains("[%eval -0.20,12] The best move: from -1.50 to -0.20 (depth 12).}"), "{text}");
    let again = remarks(&played, &scope, &findings, &style);
    annotate(&mut played, &plan, &findings, &again, &style);
    assert_eq!(write(&played).replace('\n', " "), text, "nothing is said twice");
}

#[test]
fn lichess_s_own_judgements_stand() {
    let moves = "1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } 2. Nf3 { [%eval 0.3] } Ne7? { [%eval 2.9] } *";
    let lichess = format!("[Site \"https://lichess.org/abcdefgh\"]\n\n{moves}");
    let judgements = |text: &str| Report::of_game(&game(text)).judgements[3];
    assert_eq!(
        (judgements(&lichess), judgements(moves)),
        (Some(Judgement::Mistake), Some(Judgement::Blunder))
    );
    let report = Report::of_game(&game(&lichess));
    assert_eq!((report.black.mistakes, report.black.blunders), (1, 0));
    let played = game(&lichess);
    let findings = Findings::carried(&played, &Scope::default());
    let said = remarks(&played, &Scope::default(), &findings, &Style::default());
    assert_eq!(said.iter().map(|remark| remark.judgement).collect::<Vec<_>>(), [Some(Judgement::Mistake)]);
    // Glyphs in a study are by humans.
    let study = lichess.replace("abcdefgh", "study/abcdefgh");
    assert_eq!(judgements(&study), Some(Judgement::Blunder));
}

#[test]
fn the_verdict_of_the_game_is_not_contradicted() {
    let written = |second: &str, evals: &[(i32, &str)], margin: Option<i32>| {
        let text = format!("[Site \"https://lichess.org/abcdefgh\"]\n\n1. e4 e5 2. {second} *");
        let mut played = game(&text);
        let plan = Plan::new(&played, &Scope::default());
        let findings = told(&plan, evals);
        let style = Style { margin, ..Style::default() };
        let report = |game: &mut Game| {
            let said = remarks(game, &Scope::default(), &findings, &style);
            annotate(game, &plan, &findings, &said, &style);
            let page =
                GamePage { game, report: &report_of(game, &findings), findings: &findings, remarks: &said };
            (write(game).replace('\n', " "), html(&[page], "<svg></svg>"))
        };
        let (first, _) = report(&mut played);
        let (again, html) = report(&mut played);
        assert_eq!(first, again, "nothing is said twice");
        (first, html)
    };
    let lost = [(20, "e4"), (20, "e5"), (30, "Nf3"), (-400, "Nf6")];
    let lichess = "Qh5? {(0.30 → -1.20) Mistake. Nf3 was best.}";
    let (text, html) = written(lichess, &lost, None);
    assert!(text.contains("Nf3 was best: +0.30 instead of -4.00 (depth 12).}"), "{text}");
    assert!(!text.contains("Blunder") && !html.contains("Blunder."), "{text}");
    assert!(html.contains("Qh5?") && html.contains("<strong>Nf3 was best: +0.30"), "{html}");
    assert_eq!((text.matches("$2").count(), text.matches("$4").count()), (1, 0), "{text}");
    // A verdict in words alone counts, too.
    let (text, _) = written("Qh5 {Mistake. Nf3 was best.}", &lost, None);
    assert!(!text.contains("Blunder") && !text.contains('$'), "{text}");
    // Praise, and the best move according to the engine.
    let (text, _) = written("Qh5! {Sharp}", &lost, None);
    assert!(
        text.contains("$1") && !text.contains("Blunder") && text.contains("Nf3 was best: +0.30"),
        "{text}"
    );
    let best = [(20, "e4"), (20, "e5"), (30, "Qh5"), (30, "Nf6")];
    let (text, _) = written(lichess, &best, Some(-1));
    assert!(text.contains("{From +0.30 to +0.30.}") && !text.contains("Qh5 was best"), "{text}");
    // The same verdict may be repeated, and no other is left out.
    let mistake = [(20, "e4"), (20, "e5"), (30, "Nf3"), (-100, "Nf6")];
    let (text, _) = written(lichess, &mistake, None);
    assert!(text.contains("{Mistake. Nf3 was best: +0.30 instead of -1.00 (depth 12).}"), "{text}");
    assert!(written("Qh5", &lost, None).0.contains("$4 {[%eval -4.00,12] Blunder. Nf3"));
}

#[test]
fn a_part_of_a_game_is_analysed_in_the_same_parts() {
    let whole = Plan::new(&game(GAME), &Scope::default());
    let parts = |plan: &Plan| -> Vec<Vec<String>> {
        let part = |range: std::ops::Range<usize>| {
            plan.items[range].iter().map(|item| item.command.clone()).collect()
        };
        plan.chunks().into_iter().map(part).collect()
    };
    let all = parts(&whole);
    assert_eq!(all.iter().map(Vec::len).collect::<Vec<_>>(), [6, 6, 6]);
    let range = Plan::new(&game(GAME), &Scope { moves: 2..=7, ..Scope::default() });
    let range = parts(&range);
    assert!(all[0].ends_with(&range[0]) && range[1] == all[1] && all[2].starts_with(&range[2]));
    let varied = Plan::new(&game(GAME), &Scope { variations: true, asides: true, ..Scope::default() });
    assert_eq!(parts(&varied)[..3], all[..]);
    assert_eq!(parts(&varied)[3].len(), 3, "2. Bc4, 2... Nf6 and (d6)");
}

#[test]
fn the_html_file_shows_variations_comments_and_what_they_are_worth() {
    let text = "1. e4 {Best by test.} e5 2. Nf3 (2. Bc4 Nf6 (2... Bc5 3. Qh5 {hopeful}) 3. d3) Nc6 {(d6) is solid} 3. Bb5 $14 a6 $146 *";
    let mut played = game(text);
    let scope = Scope { asides: true, ..Scope::default() };
    let plan = Plan::new(&played, &scope);
    let evals: Vec<(i32, &str)> = plan
        .items
        .iter()
        .map(|item| match item.place {
            Place::Aside(..) => (44, ""),
            // Before 3... a6, which lost a pawn and a half.
            Place::Node(_) if item.command.ends_with("f1b5") => (0, "Nf6"),
            Place::Node(_) if item.command.ends_with("a7a6") => (150, "Bxc6"),
            Place::Node(_) => (0, ""),
        })
        .collect();
    let findings = told(&plan, &evals);
    let report = report_of(&played, &findings);
    let said = remarks(&played, &scope, &findings, &Style::default());
    annotate(&mut played, &plan, &findings, &said, &Style::default());
    let text = html(
        &[GamePage { game: &played, report: &report, findings: &findings, remarks: &said }],
        "<svg></svg>",
    );
    for part in [
        "<span class=\"comment\">Best by test.</span> <b>1…</b>&nbsp;e5",
        "<span class=\"line\">(<b>2.</b>&nbsp;Bc4 <span class=\"eval\">+0.44</span> Nf6 (<b>2…</b>&nbsp;Bc5 <b>3.</b>&nbsp;Qh5 <span class=\"comment\">hopeful</span>) <b>3.</b>&nbsp;d3)</span>",
        "(<b>2…</b>&nbsp;d6 <span class=\"eval\">+0.44</span>)</span>",
        "Bb5 ⩲",
        "a6? N",
        "Best line: 3… Nf6",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The best line is in the figure and not repeated in parentheses.
    assert_eq!(text.matches("Nf6").count(), 4, "a line, the caption twice, the best line: {text}");
}

#[test]
fn evaluations_that_a_game_carries_make_figures_for_the_moves_in_the_scope() {
    let text = "1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } 2. Qh5?? { (0.20 → -2.50) Blunder. Nf3 was best. } { [%eval -2.5] } \
        (2. Nf3 Nc6) 2... Ke7 { [%eval 0.0] } 3. Qxe5# *";
    let carried = |scope: &Scope, margin| {
        let mut played = game(text);
        let findings = Findings::carried(&played, scope);
        let report = report_of(&played, &findings);
        let said = remarks(&played, scope, &findings, &Style { margin, ..Style::default() });
        let plan = Plan::new(&played, scope);
        annotate(&mut played, &plan, &findings, &said, &Style::default());
        (report, said.len(), write(&played))
    };
    let (report, figures, written) = carried(&Scope::default(), None);
    assert_eq!((report.white.blunders, report.black.blunders, figures), (1, 0, 1));
    assert_eq!(written, write(&game(text)), "nothing is said twice");
    let (report, figures, _) = carried(&Scope { side: Some(Color::Black), ..Scope::default() }, None);
    assert_eq!((report.white.blunders, figures), (1, 0), "both sides are counted");
    let (report, figures, _) = carried(&Scope { moves: 1..=1, ..Scope::default() }, Some(-1));
    assert_eq!((report.white.blunders, figures, report.judgements.len()), (0, 2, 5));
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

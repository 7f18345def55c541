//! Suite results as text and as JSON.

use serde_json::{Value, json};
use tabia_suite::{Outcome, Problem, Totals, solved_by_time};

use super::result::{EngineResult, place};

/// Prints one line per problem with a column for each engine, then the totals of each engine.
pub(super) fn words(problems: &[Problem], results: &[EngineResult], only_failed: bool) {
    let width = problems.iter().map(|problem| place(problem).chars().count()).max().unwrap_or(0).min(32);
    for (index, problem) in problems.iter().enumerate() {
        let outcomes: Vec<&Outcome> = results.iter().map(|result| &result.outcomes[index]).collect();
        if only_failed && outcomes.iter().all(|outcome| outcome.is_solved) {
            continue;
        }
        let columns: Vec<String> = outcomes.iter().map(|outcome| column(problem, outcome)).collect();
        println!("{:width$}  {}  ({})", place(problem), columns.join("  |  "), problem.question());
    }
    for result in results {
        println!();
        summary(&result.name, problems, result);
    }
}

/// Formats an engine's result on a problem.
fn column(problem: &Problem, outcome: &Outcome) -> String {
    let chosen = outcome.chosen.map_or_else(|| "no move".to_owned(), |m| problem.position.san(m));
    let points = outcome.points.map_or_else(String::new, |points| format!(" {points:>2} points"));
    match outcome.found {
        Some(found) => format!(
            "right {chosen:<7} at {:>8.3} s, depth {:>2}, {:>11} nodes{points}",
            found.time_ms / 1000.0,
            found.depth,
            found.nodes
        ),
        None => format!(
            "wrong {chosen:<7} in {:>8.3} s, depth {:>2}, {:>11} nodes{points}",
            outcome.end.time_ms / 1000.0,
            outcome.end.depth,
            outcome.end.nodes
        ),
    }
}

/// Prints Crafty's summary and the number of problems solved by time.
fn summary(name: &str, problems: &[Problem], result: &EngineResult) {
    let totals = totals(problems, result);
    println!("{name}");
    println!("  positions           {}", totals.attempts);
    println!("  right               {} ({:.1} %)", totals.right, totals.percentage());
    println!("  wrong               {} ({:.1} %)", totals.wrong(), 100.0 - totals.percentage());
    if totals.points.1 > 0 {
        println!("  points              {} of {}", totals.points.0, totals.points.1);
    }
    println!("  nodes               {}", totals.nodes);
    println!("  average depth       {:.1}", totals.mean_depth());
    println!("  nodes a second      {:.0}", totals.nps());
    println!("  time                {:.1} s", totals.time_ms / 1000.0);
    for (limit_ms, solved) in solved_by_time(&result.outcomes) {
        println!("  solved in {:>8} s {solved:>6}", limit_ms / 1000.0);
    }
}

fn totals(problems: &[Problem], result: &EngineResult) -> Totals {
    let mut totals = Totals::default();
    for (problem, outcome) in problems.iter().zip(&result.outcomes) {
        totals.add(outcome, problem.most_points());
    }
    totals
}

/// Prints one JSON object with an entry for each engine.
pub(super) fn json(problems: &[Problem], results: &[EngineResult]) {
    let engines: Vec<Value> = results
        .iter()
        .map(|result| {
            let totals = totals(problems, result);
            let of_problems: Vec<Value> = problems
                .iter()
                .zip(&result.outcomes)
                .map(|(problem, outcome)| of_problem(problem, outcome))
                .collect();
            json!({
                "engine": result.name,
                "total": totals.attempts,
                "right": totals.right,
                "wrong": totals.wrong(),
                "nodes": totals.nodes,
                "average_depth": totals.mean_depth(),
                "ms": totals.time_ms,
                "points": totals.points.0,
                "most_points": totals.points.1,
                "problems": of_problems,
            })
        })
        .collect();
    println!("{}", json!({ "engines": engines }));
}

fn of_problem(problem: &Problem, outcome: &Outcome) -> Value {
    let found =
        outcome.found.map(|found| json!({ "ms": found.time_ms, "nodes": found.nodes, "depth": found.depth }));
    json!({
        "id": problem.id,
        "line": problem.line,
        "solved": outcome.is_solved,
        "move": outcome.chosen.map(|m| problem.position.san(m)),
        "found": found,
        "depth": outcome.end.depth,
        "nodes": outcome.end.nodes,
        "ms": outcome.end.time_ms,
        "points": outcome.points,
    })
}

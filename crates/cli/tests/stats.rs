//! `tabia stats` as scripts use it.

use std::process::{Command, Output};

use serde_json::Value;

fn tabia(arguments: &str) -> Output {
    let arguments = arguments.split(' ').filter(|word| !word.is_empty());
    Command::new(env!("CARGO_BIN_EXE_tabia")).arg("stats").args(arguments).output().unwrap()
}

fn json(arguments: &str) -> Value {
    let output = tabia(&format!("{arguments} --json"));
    assert_eq!(output.status.code(), Some(0), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The published and recomputed cases via the command line, fishtest's figures to a millionth.
#[test]
fn the_conformance_cases_come_out_as_json() {
    let Some(path) = tabia_conformance::shared("match_vectors.json") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(!cases.is_empty());
    for case in &cases {
        let counts: Vec<u64> =
            case["counts_low_to_high"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
        let mut arguments = match counts[..] {
            [l, d, w] => format!("--games {w},{l},{d}"),
            [ll, ld, middle, wd, ww] => {
                let wl = case["wl_dd_split"][0].as_u64().unwrap_or(0);
                format!("--pairs {ll},{ld},{wl},{},{wd},{ww}", middle - wl)
            }
            _ => panic!("{case}"),
        };
        let sprt = &case["sprt"];
        if sprt.is_object() {
            let [e0, e1, alpha, beta] =
                ["elo0", "elo1", "alpha", "beta"].map(|key| sprt[key].as_f64().unwrap());
            let model = sprt["model"].as_str().unwrap();
            arguments =
                format!("{arguments} --model {model} --elo0 {e0} --elo1 {e1} --alpha {alpha} --beta {beta}");
        }
        let got = json(&arguments);
        for key in ["elo", "elo_err", "nelo", "nelo_err", "los", "llr"] {
            let Some(expected) = case["fishtest"][key].as_f64() else { continue };
            let value = got[key].as_f64().unwrap();
            assert!(
                (value - expected).abs() <= 1e-6 * expected.abs().max(1.0),
                "{arguments}: {key} {value} {expected}"
            );
        }
        for key in ["lower", "upper"] {
            if let Some(expected) = sprt[key].as_f64() {
                assert!((got[key].as_f64().unwrap() - expected).abs() < 1e-8, "{arguments}: {key}");
            }
        }
        let verdict = if got["llr"].as_f64() >= got["upper"].as_f64() {
            "H1"
        } else if got["llr"].as_f64() <= got["lower"].as_f64() {
            "H0"
        } else {
            "undecided"
        };
        assert_eq!(got["verdict"], verdict);
    }
}

#[test]
fn no_counts_give_null_or_nan() {
    for arguments in [
        "--games 0,0,0",
        "--games 0,7,0 --elo0 -900 --elo1 900",
        "--pairs 0,0,0,0,0,0",
        "--pairs 9,1,0,0,0,0 --elo0 -1500 --elo1 -500",
        "--games 1000000000000,0,0 --model logistic",
        "--games 10,0,0 --model bayesian",
    ] {
        let got = json(arguments);
        for key in ["elo", "elo_err", "nelo", "nelo_err", "los", "llr", "lower", "upper"] {
            assert!(got[key].is_f64(), "{arguments}: {key} is {}", got[key]);
        }
        let human = tabia(arguments);
        let text = String::from_utf8_lossy(&human.stdout).to_lowercase();
        assert!(human.status.success() && !text.contains("nan"), "{arguments}: {text}");
    }
}

/// fastchess prints five counts, which do not distinguish a win and a loss from two draws.
#[test]
fn fastchess_five_counts_are_taken() {
    let five = json("--pairs 10,20,40,25,12");
    let six = json("--pairs 10,20,15,25,25,12");
    for key in [
        "elo",
        "elo_err",
        "elo_low",
        "elo_high",
        "nelo",
        "los",
        "llr",
        "verdict",
        "ptnml",
        "drawratio",
        "games",
    ] {
        assert_eq!(five[key], six[key], "{key}");
    }
    for key in ["wins", "losses", "draws", "wldd"] {
        assert!(five[key].is_null() && !six[key].is_null(), "{key}");
    }
    let text = String::from_utf8(tabia("--pairs [10,20,40,25,12]").stdout).unwrap();
    assert!(
        text.contains("Games: 214, Points: ") && text.contains("Ptnml(0-2): [10, 20, 40, 25, 12]\n"),
        "{text}"
    );
    assert!(!text.contains("Wins") && !text.contains("WL/DD"), "{text}");
}

#[test]
fn mistakes_end_with_status_2() {
    for arguments in [
        "",
        "--games 1,2",
        "--games 1,2,-3",
        "--games 1,2,x",
        "--pairs 1,2,3,4",
        "--pairs 1,2,3,4,5,6,7",
        "--games 1,2,3 --pairs 1,2,3,4,5,6",
        "--games 1,2,3 --model elo",
        "--games 1,2,3 --elo0 5 --elo1 5",
        "--games 1,2,3 --alpha 0",
        "--games 1,2,3 --alpha 0.6 --beta 0.6",
        "--games 1,2,3 --elo1 nan",
        "--games 99999999999999999999,0,0",
    ] {
        let output = tabia(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(!output.stderr.is_empty(), "{arguments}");
    }
}

#[test]
fn a_simulation_counts_verdicts() {
    let got = json("--simulate 200 --elo0 0 --elo1 80 --seed 3");
    let rows = got.as_array().unwrap();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let verdicts: u64 = ["h0", "h1", "undecided"].iter().filter_map(|key| row[key].as_u64()).sum();
        assert_eq!(verdicts, 200);
    }
    assert!(rows[0]["h0"].as_u64() > Some(170) && rows[2]["h1"].as_u64() > Some(170), "{got}");
}

#[test]
fn differences_that_are_no_numbers_are_refused() {
    for option in ["--truth nan", "--drawelo inf", "--bias=-inf"] {
        let output = tabia(&format!("--simulate 1 --max-pairs 1 {option}"));
        assert_eq!(output.status.code(), Some(2), "{option}");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains("expected a number"), "{errors}");
    }
}

/// The verdict on which engine is stronger is worded as on the page and in `match`, and must hold in an exact test.
#[test]
fn a_claim_needs_more_than_a_few_decisive_pairs() {
    let said = |arguments: &str| String::from_utf8(tabia(arguments).stdout).unwrap();
    let few = said("--pairs 0,0,0,94,0,3");
    assert!(few.starts_with("Elo: 10.75 +/- 11.99"), "{few}");
    assert!(few.contains("Without a sequential test: no clear difference (p = 0.250 "), "{few}");
    assert!(
        said("--pairs 0,0,0,94,0,6").contains("the first engine is stronger than the second (p = 0.031 ")
    );
    assert!(said("--games 5,30,10").contains("the second is stronger than the first engine (p = 0.000 "));
    assert!(said("--pairs 1,0,0,0,0,0").contains("too few games to tell"));
    assert_eq!(json("--pairs 0,0,0,94,0,3")["p"], 0.25);
}

#[test]
fn hypotheses_far_from_zero_are_exact() {
    for (arguments, llr) in [
        ("--pairs 30,10,5,0,2,1 --elo0 -240 --elo1 -200", -1.10),
        ("--pairs 77,1,0,0,0,0 --elo0 -1000 --elo1 -500", -2.95),
    ] {
        let got = json(arguments);
        assert!((got["llr"].as_f64().unwrap() - llr).abs() < 0.005, "{arguments}: {}", got["llr"]);
        assert_eq!(got["llr_exact"], true, "{arguments}");
    }
}

//! `tabia train`: trains nets from games, with identical results on any number of threads, and plays with
//! them.

mod common;

use std::fs;

use common::Folder;

#[test]
fn a_net_is_made_of_games_and_evaluates() {
    let folder = Folder::new("train");
    folder.said("data play --nodes 60 --hash 1 --seed 5 --output games --games 12");
    folder.said("data shuffle games --output learn.bin --held-out measure.bin --share 30");
    let train = "train --data learn.bin --held-out measure.bin --hidden 16 --passes 6 --batch 64 --seed 3";
    let text = folder.said(&format!("{train} --output one.nnue"));
    assert!(text.contains("pass 6/6") && text.contains("quantised: "), "{text}");
    let net = fs::read(folder.0.join("one.nnue")).unwrap();
    let log = folder.read("one.nnue.json");
    for threads in [2, 3, 8] {
        folder.said(&format!("{train} --output other.nnue --threads {threads}"));
        assert!(fs::read(folder.0.join("other.nnue")).unwrap() == net, "with {threads} threads");
        assert_eq!(folder.read("other.nnue.json"), log, "with {threads} threads");
    }

    let log: serde_json::Value = serde_json::from_str(&log).unwrap();
    let losses = log["losses"].as_array().unwrap();
    let loss = |number: usize| losses[number]["loss"].as_f64().unwrap();
    assert_eq!(losses.len(), 6);
    assert!(loss(5) < loss(0), "{losses:?}");
    assert_eq!(log["net"]["sha256"].as_str().unwrap().len(), 64);
    let nodes = |arguments: &str| {
        let text = folder.said(arguments);
        text.lines().last().unwrap().split(' ').next().unwrap().to_owned()
    };
    assert_ne!(nodes("bench 3 --eval-file one.nnue"), nodes("bench 3"));
    // Further training starts from the trained weights.
    let further =
        "train --data learn.bin --held-out measure.bin --passes 1 --batch 64 --seed 4 --from one.nnue";
    folder.said(&format!("{further} --rate 0 --output same.nnue"));
    assert!(fs::read(folder.0.join("same.nnue")).unwrap() == net, "nothing was learnt");
    folder.said(&format!("{further} --output more.nnue"));
    let more: serde_json::Value = serde_json::from_str(&folder.read("more.nnue.json")).unwrap();
    assert!(more["losses"][0]["loss"].as_f64().unwrap() < loss(0), "{more}");
    assert_eq!((&more["recipe"]["hidden"], &more["recipe"]["from"]), (&16.into(), &log["net"]["sha256"]));
    assert!(folder.said("eval --eval-file one.nnue").contains("Evaluation by the net: "));
}

#[test]
fn what_is_wrong_is_said() {
    let folder = Folder::new("train-faults");
    fs::write(folder.0.join("torn.bin"), [0; 33]).unwrap();
    fs::write(folder.0.join("zeros.bin"), [0; 64]).unwrap();
    fs::write(folder.0.join("zeros.nnue"), [0; 64]).unwrap();
    for (arguments, fault) in [
        ("train --data none.bin --held-out none.bin --output n.nnue", "none.bin: "),
        (
            "train --data torn.bin --held-out torn.bin --output n.nnue",
            "torn.bin: not a file of packed positions: 33 bytes",
        ),
        ("train --data zeros.bin --held-out zeros.bin --output n.nnue", "zeros.bin, position 1: "),
        ("train --data a --held-out b --output n.nnue --hidden 40", "--hidden: a multiple of 16 up to 512"),
        ("train --data a --held-out b --output n.nnue --wdl 2", "expected a number from 0 to 1"),
        ("train --data torn.bin --held-out b --output n.nnue --from a --hidden 32", "cannot be used with"),
        ("bench --eval-file zeros.nnue", "zeros.nnue: no net of Tabia"),
        ("eval --eval-file none.nnue", "none.nnue: "),
    ] {
        let said = folder.error(arguments);
        assert!(said.contains(fault), "{arguments}: {said}");
    }
    assert!(!folder.0.join("n.nnue").exists());
}

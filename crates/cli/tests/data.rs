//! `tabia data`: games are played, resumed, counted, displayed and shuffled.

mod common;

use std::fs;

use common::Folder;

/// Few nodes, so that a game takes a fraction of a second.
const PLAY: &str = "play --nodes 60 --hash 1 --seed 5";

/// Runs `tabia data`, which must succeed; returns its output.
fn said(folder: &Folder, arguments: &str) -> String {
    folder.said(&format!("data {arguments}"))
}

/// Runs `tabia data`, which must end with status 2; returns its error.
fn error(folder: &Folder, arguments: &str) -> String {
    folder.error(&format!("data {arguments}"))
}

fn bytes(folder: &Folder, file: &str) -> Vec<u8> {
    fs::read(folder.0.join(file)).unwrap()
}

#[test]
fn the_file_is_the_same_however_it_came_about() {
    let folder = Folder::new("data-play");
    said(&folder, &format!("{PLAY} --output one --games 8"));
    let whole = bytes(&folder, "one");
    said(&folder, &format!("{PLAY} --output two --games 8 --threads 3"));
    assert!(bytes(&folder, "two") == whole, "with three threads");

    // Interrupted anywhere: in the first game, in the middle of one, between two.
    for cut in [7, whole.len() / 2, whole.len() - 1] {
        fs::copy(folder.0.join("one.json"), folder.0.join("torn.json")).unwrap();
        fs::write(folder.0.join("torn"), &whole[..cut]).unwrap();
        let text = said(&folder, "play --nodes 60 --hash 1 --seed 5 --output torn --games 8 --threads 2");
        assert!(text.contains("of an incomplete game"), "{text}");
        assert!(bytes(&folder, "torn") == whole, "cut at {cut}");
    }
    // Zeros left by a system crash.
    let zeros = [&whole[..], &[0; 4096]].concat();
    fs::write(folder.0.join("torn"), zeros).unwrap();
    said(&folder, "play --output torn --games 8");
    assert!(bytes(&folder, "torn") == whole, "with zeros behind");
    // Nothing is left to do.
    let text = said(&folder, "play --output one --games 8");
    assert!(text.contains("one: 8 games so far; seed 5, 60 nodes"), "{text}");
    assert!(bytes(&folder, "one") == whole);
}

#[test]
fn a_run_goes_on_as_it_began_or_not_at_all() {
    let folder = Folder::new("data-recipe");
    said(&folder, &format!("{PLAY} --output games --games 2"));
    let fault = error(&folder, "play --output games --nodes 70 --games 3");
    assert!(fault.contains("games.json: the games were made with --nodes 60, not 70"), "{fault}");
    let before = bytes(&folder, "games");
    fs::rename(folder.0.join("games.json"), folder.0.join("elsewhere")).unwrap();
    let fault = error(&folder, "play --output games --games 3");
    assert!(
        fault.contains("it has 2 games, but games.json, which has their settings, is missing"),
        "{fault}"
    );
    fs::write(folder.0.join("games.json"), "{").unwrap();
    assert!(error(&folder, "play --output games --games 3").contains("games.json: invalid JSON"));
    fs::rename(folder.0.join("elsewhere"), folder.0.join("games.json")).unwrap();

    // Damage is not a torn tail: nothing is cut off.
    let mut damaged = before.clone();
    damaged[30] = 9;
    fs::write(folder.0.join("games"), &damaged).unwrap();
    let fault = error(&folder, "play --output games --games 3");
    assert!(
        fault.contains("game 0 at byte 0 begins with no position: a result with the number 9"),
        "{fault}"
    );
    assert!(bytes(&folder, "games") == damaged);

    // An engine that plays differently is recorded.
    fs::write(folder.0.join("games"), &before).unwrap();
    let other = folder.read("games.json").replace("\"signature\": ", "\"signature\": 1");
    fs::write(folder.0.join("games.json"), other).unwrap();
    let text = said(&folder, "play --output games --games 3");
    assert!(text.contains("the engine is a different one from game 2 on"), "{text}");
    assert!(folder.read("games.json").contains("\"from_game\": 2"), "{}", folder.read("games.json"));

    // Only one process at a time.
    let lock = fs::File::open(folder.0.join("games")).unwrap();
    lock.lock().unwrap();
    assert!(
        error(&folder, "play --output games --games 4").contains("another process is writing to this file")
    );
    assert!(error(&folder, "play --output no/such/folder").contains("no/such/folder: "));
    assert!(error(&folder, "play").contains("--output"));
    assert!(error(&folder, "play --output x --nodes 0").contains("--nodes"));
}

#[test]
fn games_are_counted_shown_and_shuffled() {
    let folder = Folder::new("data-read");
    said(&folder, &format!("{PLAY} --output games --games 12"));
    let counts: serde_json::Value = serde_json::from_str(&said(&folder, "stats games --json")).unwrap();
    let text = said(&folder, "stats games");
    assert!(text.contains("12 games: White won"), "{text}");
    assert!(text.contains(&format!("SHA-256 {}", counts["files"][0]["sha256"].as_str().unwrap())), "{text}");
    let all = said(&folder, "text --all games");
    assert_eq!(counts["positions"], all.lines().count());
    let mut usable: Vec<String> = said(&folder, "text games").lines().map(str::to_owned).collect();
    assert_eq!(counts["verdicts"]["usable"], usable.len());
    assert!(usable.len() * 4 > all.lines().count() && usable.len() < all.lines().count());
    for line in &usable {
        let [fen, score, result] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = fen.parse::<tabia_chess::Setup>().unwrap().position().unwrap();
        assert!(!position.is_check() && position.fullmove_number() >= 9, "{line}");
        assert!(score.parse::<i16>().unwrap().abs() < 31_000 && ["0.0", "0.5", "1.0"].contains(&result));
    }

    // Every position goes into one of the two sets, in a different order that is always the same.
    let shuffle = "shuffle games --output learn --held-out measure --share 30 --seed 4";
    let told: serde_json::Value = serde_json::from_str(&said(&folder, &format!("{shuffle} --json"))).unwrap();
    assert_eq!(told["learned"]["games"].as_u64().unwrap() + told["held_out"]["games"].as_u64().unwrap(), 12);
    assert!(told["held_out"]["games"] != 0 && told["learned"]["games"] != 0);
    let first = bytes(&folder, "learn");
    let mut sets: Vec<String> =
        said(&folder, "text --positions learn measure").lines().map(str::to_owned).collect();
    assert_ne!(sets, usable);
    sets.sort();
    usable.sort();
    assert_eq!(sets, usable);
    said(&folder, shuffle);
    assert!(bytes(&folder, "learn") == first);
    said(&folder, &shuffle.replace("--seed 4", "--seed 5"));
    assert!(bytes(&folder, "learn") != first);
    let left: Vec<_> = fs::read_dir(&folder.0)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains(".part") || name.contains(".new"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn what_cannot_be_read_is_told() {
    let folder = Folder::new("data-faults");
    said(&folder, &format!("{PLAY} --output games --games 2"));
    let games = bytes(&folder, "games");
    fs::write(folder.0.join("cut"), &games[..games.len() - 2]).unwrap();
    let output = folder.run("data stats cut");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("cut: the last game is cut off at byte "));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\n1 games: "));
    assert!(error(&folder, "stats nothing").contains("nothing: "));
    assert!(error(&folder, "stats games.json").contains("games.json: "));
    assert!(error(&folder, "text --positions cut").contains("not a multiple of the 32 bytes of a position"));
    let fault = error(&folder, "shuffle games --output games --held-out measure");
    assert!(fault.contains("must be different files"), "{fault}");
    assert!(bytes(&folder, "games") == games);
    fs::write(folder.0.join("empty"), "").unwrap();
    for command in ["stats empty", "text empty", "text --all empty", "shuffle empty --output a --held-out b"]
    {
        assert!(error(&folder, command).contains("empty: no game found"), "{command}");
    }
    assert!(error(&folder, "text --positions empty").contains("empty: no position found"));
    fs::write(folder.0.join("zeros"), [0; 64]).unwrap();
    let fault = error(&folder, "text --positions zeros");
    assert!(fault.contains("zeros, position 0: illegal position"), "{fault}");
    assert!(error(&folder, "").contains("Usage"));
}

#[test]
fn another_net_makes_other_games_and_is_told() {
    let folder = Folder::new("data-net");
    said(&folder, &format!("{PLAY} --output net --games 2"));
    said(&folder, &format!("{PLAY} --output terms --games 2 --eval-file <empty>"));
    assert!(bytes(&folder, "net") != bytes(&folder, "terms"));
    let text = said(&folder, "play --output terms --games 3");
    assert!(text.contains("terms: the engine is a different one from game 2 on"), "{text}");
    let fault = error(&folder, "play --output other --games 1 --eval-file none.nnue");
    assert!(fault.contains("none.nnue: "), "{fault}");
}

//! Matches that are killed, resumed twice at once, or written to files that already have contents.
#![cfg(unix)]

mod common;

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, NODES, finished, without_date};

/// Number of kills; `TABIA_KILLS=50` for the long version.
fn kills() -> u32 {
    std::env::var("TABIA_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(12)
}

fn start(folder: &Folder, arguments: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tabia"))
        .arg("match")
        .args(arguments.split_whitespace())
        .current_dir(&folder.0)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a match")
}

/// Waits for something that is bound to happen.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let limit = Instant::now() + Duration::from_mins(1);
    while !is_so() {
        assert!(Instant::now() < limit, "{what} did not come");
        thread::sleep(Duration::from_millis(2));
    }
}

fn units(folder: &Folder) -> usize {
    let bytes = fs::read(folder.0.join("match.jsonl")).unwrap_or_default();
    bytes.split(|&byte| byte == b'\n').count().saturating_sub(2)
}

#[test]
fn a_match_that_is_killed_again_and_again_loses_and_doubles_nothing() {
    let folder = Folder::new("kill");
    let games = 4 * kills();
    let whole = format!("{NODES} -games {games} --seed 9 -pgn whole.pgn 2 -epd whole.epd");
    folder.played(&whole);
    let before = "[Event \"another\"]\n\n1. c4 *\n\n";
    fs::write(folder.0.join("part.pgn"), before).unwrap();
    let part = format!(
        "{NODES} -games {games} --seed 9 -pgn part.pgn 2 -epd part.epd --resume match.jsonl -concurrency 2"
    );
    let mut known = 0;
    for kill in 0..kills() {
        let mut running = start(&folder, &part);
        // Each run gets a little further, and is killed in the middle of something.
        until("a unit", || units(&folder) > known || running.try_wait().is_ok_and(|ended| ended.is_some()));
        thread::sleep(Duration::from_micros(u64::from(kill) * 700 % 5_000));
        running.kill().expect("a kill");
        running.wait().expect("its end");
        assert!(units(&folder) >= known, "units were lost");
        known = units(&folder);
    }
    let output = folder.played(&part);
    assert!(output.contains("Tournament finished"), "{output}");
    assert_eq!(units(&folder), games as usize / 2, "every pair is there once");
    let pgn = folder.read("part.pgn");
    let pgn = pgn.strip_prefix(before).expect("what was there before the match");
    assert_eq!(without_date(pgn), without_date(&folder.read("whole.pgn")));
    assert_eq!(folder.read("part.epd"), folder.read("whole.epd"));
    assert!(!folder.0.join("part.pgn.old").exists(), "nothing had to be put aside");
    println!(
        "{} kills, {known} of {} pairs before the last: nothing lost, nothing twice",
        kills(),
        games / 2
    );
}

#[test]
fn a_new_match_keeps_what_its_files_held() {
    let folder = Folder::new("kept");
    let files = [
        ("mine.pgn", "[Event \"mine\"]\n\n1. d4 *\n\n"),
        ("mine.epd", "4k3/8/8/8/8/8/8/KQ6 w - - c0 \"mine\";\n"),
        ("mine.csv", "8/8/8/4k3/8/8/8/KQ6 w - - 0 1,0,W\n"),
    ];
    for (name, before) in files {
        fs::write(folder.0.join(name), before).unwrap();
    }
    let arguments = format!(
        "{NODES} -games 2 --seed 1 -pgn mine.pgn 2 -epd mine.epd -sample freq=1 file=mine.csv --resume new.jsonl"
    );
    folder.played(&arguments);
    let after = files.map(|(name, before)| {
        let text = folder.read(name);
        assert!(text.starts_with(before) && text.len() > before.len(), "{name}: {text}");
        text
    });
    assert_eq!(after[0].matches("[Event ").count(), 3, "{}", after[0]);
    assert_eq!(after[1].lines().count(), 3, "{}", after[1]);
    // Resumed with nothing left to play: nothing changes.
    folder.played(&arguments);
    for ((name, _), after) in files.into_iter().zip(after) {
        assert_eq!(folder.read(name), after, "{name}");
        assert!(!folder.0.join(format!("{name}.old")).exists(), "nothing of {name} had to be put aside");
    }
}

#[test]
fn what_is_not_in_the_file_of_the_match_is_put_aside() {
    let folder = Folder::new("aside");
    let arguments = |games: u32| format!("{NODES} -games {games} --seed 1 -pgn out.pgn 2 --resume m.jsonl");
    folder.played(&arguments(4));
    let ours = folder.read("out.pgn");
    let others = "[Event \"later\"]\n\n1. f4 *\n\n";
    fs::write(folder.0.join("out.pgn"), format!("{ours}{others}")).unwrap();
    folder.played(&arguments(6));
    assert_eq!(folder.read("out.pgn.old"), others);
    let pgn = folder.read("out.pgn");
    assert!(pgn.starts_with(&ours) && pgn.matches("[Event ").count() == 6 && !pgn.contains("later"), "{pgn}");
}

#[test]
fn two_programs_do_not_write_one_match() {
    let folder = Folder::new("two");
    let arguments = format!("{NODES} -games 4000 --seed 1 --resume m.jsonl");
    let mut first = start(&folder, &arguments);
    until("the file of the match", || folder.0.join("m.jsonl").metadata().is_ok_and(|file| file.len() > 0));
    let second = folder.tabia_match(&arguments);
    let errors = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(second.status.code() == Some(2) && errors.contains("another tabia match is writing"), "{errors}");
    first.kill().expect("a kill");
    first.wait().expect("its end");
    assert!(folder.played(&arguments.replace("4000", "4000 --share 1/2000")).contains("Tournament"));
}

fn is_running(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

/// Returns the processes that the engines of a test recorded.
fn noted(folder: &Folder) -> Vec<u32> {
    let text = fs::read_to_string(folder.0.join("pids")).unwrap_or_default();
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// Waits for all recorded processes to end; then kills what is left, so that a failed test leaves nothing behind.
fn all_end(folder: &Folder) -> bool {
    let limit = Instant::now() + Duration::from_secs(20);
    while noted(folder).iter().any(|&pid| is_running(pid)) && Instant::now() < limit {
        thread::sleep(Duration::from_millis(5));
    }
    let left: Vec<u32> = noted(folder).into_iter().filter(|&pid| is_running(pid)).collect();
    for pid in &left {
        let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
    }
    left.is_empty()
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_an_engine_started_outlives_a_killed_program() {
    // Thinks forever, doesn't close its output and ignores the end of its input.
    let thinks = "sleep 1000 & echo $$ $! >> pids; while :; do sleep 1; done";
    // Its child has left the process group and has lost its parent.
    let daemon =
        "(setsid sh -c 'echo $$ >> pids; exec sleep 1000' &); echo $$ >> pids; while :; do sleep 1; done";
    for (name, on_go) in [("family", thinks), ("daemon", daemon)] {
        let folder = Folder::new(name);
        let engine = folder.script("thinker", on_go);
        // A script that runs the engine without `exec`: its death doesn't end the engine.
        let wrapper = folder.0.join("wrapper");
        fs::write(&wrapper, format!("#!/bin/sh\necho $$ >> pids\n{}\necho over\n", engine.display()))
            .unwrap();
        fs::set_permissions(&wrapper, fs::metadata(&engine).unwrap().permissions()).unwrap();
        let arguments =
            format!("-each movetime=1000 -engine cmd={0} -engine cmd={0} -games 2", wrapper.display());
        let mut running = start(&folder, &arguments);
        // Two wrappers, a thinking engine, and its child.
        until("an engine that thinks", || noted(&folder).len() >= 4);
        running.kill().expect("a kill");
        running.wait().expect("its end");
        assert!(all_end(&folder), "{name}: {:?}", noted(&folder));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn engines_take_their_children_with_them_at_the_end() {
    let folder = Folder::new("children");
    let engine = folder.script("thinker", "sleep 1000 & echo $$ $! >> pids; while :; do sleep 1; done");
    // It is killed for exceeding its time.
    let arguments = format!("-each movetime=0.2 -engine cmd={0} -engine cmd={0} -games 2", engine.display());
    let output = folder.tabia_match(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(noted(&folder).len() >= 2, "{:?}", noted(&folder));
    assert!(all_end(&folder), "{:?}", noted(&folder));
}

#[test]
fn an_engine_that_reads_nothing_ends_the_wait() {
    let folder = Folder::new("deaf");
    let path = folder.script("deaf", "exit");
    // It replies to the first lines, and then stops reading.
    let text = "#!/bin/sh\nread -r line; echo uciok; while read -r line; do echo readyok; \
                case \"$line\" in ucinewgame*) exec sleep 1000 ;; esac; done\n";
    fs::write(&path, text).unwrap();
    let began = Instant::now();
    let arguments = format!("-each nodes=10 -engine cmd={} -engine builtin name=B -games 2", path.display());
    let output = folder.tabia_match(&arguments);
    assert!(began.elapsed() < Duration::from_mins(2));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(finished(&printed).iter().all(|line| line.contains("1-0") || line.contains("0-1")), "{printed}");
}

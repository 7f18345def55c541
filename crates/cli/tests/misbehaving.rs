//! Engine processes that print without end, ignore `quit`, close their output, or leave children behind: the match continues, the
//! program's memory use stays flat, and no process is left.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, finished};

/// Maximum memory of a match, in kB: the program alone uses about 20 MB.
const MAX_KB: u64 = 120_000;

/// Creates an engine from a complete shell script.
fn script(folder: &Folder, name: &str, text: &str) -> PathBuf {
    let path = folder.0.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Plays two games against the built-in engine. Returns the output, the errors, and the peak memory in kB.
fn play(folder: &Folder, engine: &Path, options: &str) -> (String, String, u64) {
    let arguments = format!(
        "-engine cmd={} nodes=10 {options} -engine builtin name=good nodes=50 option.Hash=1 -games 2 -repeat -openings file=book.epd \
         -pgn out.pgn 1",
        engine.display()
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .arg("match")
        .args(arguments.split(' '))
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a match");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    let ends = Instant::now() + Duration::from_mins(2);
    while matches!(child.try_wait(), Ok(None)) && Instant::now() < ends {
        let peak = fs::read_to_string(&status).unwrap_or_default();
        let peak = peak.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        most = most.max(peak.and_then(|peak| peak.trim().parse().ok()).unwrap_or(0));
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("its output");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), most)
}

fn is_running(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

/// Returns the PIDs that the engines recorded.
fn noted(folder: &Folder) -> Vec<u32> {
    let text = fs::read_to_string(folder.0.join("pids")).unwrap_or_default();
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

fn all_end(pids: &[u32]) -> bool {
    let ends = Instant::now() + Duration::from_secs(5);
    while pids.iter().any(|&pid| is_running(pid)) {
        if Instant::now() > ends {
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
    true
}

#[test]
fn a_line_without_end_is_refused_with_the_limit_and_takes_no_memory() {
    let folder = Folder::new("endless-line");
    let engine = folder.script("endless", "exec tr '\\0' x </dev/zero");
    let (printed, errors, most) = play(&folder, &engine, "timeout=100");
    let lines = finished(&printed);
    assert_eq!(lines.len(), 2, "{printed}{errors}");
    assert!(lines.iter().all(|line| line.contains("disconnects")), "{lines:?}");
    assert!(
        folder.read("out.pgn").contains("a line of more than 16 MiB, which is the limit"),
        "the reason is kept"
    );
    assert!(most < MAX_KB, "{most} kB");
}

#[test]
fn floods_of_long_lines_and_of_errors_take_no_memory() {
    let folder = Folder::new("floods");
    let long = "while :; do printf 'info string %065000d\\n' 1; done";
    for (name, on_go, words) in [
        ("long", long, "'s connection stalls"),
        ("errors", "head -c 300000000 /dev/zero >&2; echo 'bestmove a1a1'", "makes an illegal move"),
        (
            "after",
            "echo 'bestmove a1a1'; head -c 1000000 /dev/zero | tr '\\0' '\\n'",
            "makes an illegal move",
        ),
    ] {
        let engine = folder.script(name, on_go);
        let (printed, errors, most) = play(&folder, &engine, "timeout=2");
        let lines = finished(&printed);
        assert!(
            lines.len() == 2 && lines.iter().all(|line| line.contains(words)),
            "{name}: {lines:?}{errors}"
        );
        assert!(most < MAX_KB, "{name}: {most} kB");
    }
}

#[test]
fn a_flood_while_an_engine_ponders_takes_no_memory() {
    let folder = Folder::new("ponder-flood");
    let engine = script(
        &folder,
        "ponderer",
        "while read -r line; do case \"$line\" in uci) echo 'option name Ponder type check default false'; echo uciok ;; \
         isready) echo readyok ;; 'go ponder'*) while :; do printf 'info string %065000d\\n' 1; done ;; \
         go*) echo 'bestmove e7e5 ponder g1f3' ;; quit) exit ;; esac; done",
    );
    let arguments = "ponder timeout=2";
    let (printed, errors, most) = play(&folder, &engine, arguments);
    assert_eq!(finished(&printed).len(), 2, "{printed}{errors}");
    assert!(most < MAX_KB, "{most} kB");
}

/// A talkative engine must not be blocked: it prints more than a pipe holds while its opponent thinks, and the opponent moves once
/// all of it has been printed.
#[test]
fn an_engine_that_ponders_is_read_while_its_opponent_thinks() {
    let folder = Folder::new("ponder-talk");
    let talker = script(
        &folder,
        "talker",
        "while read -r line; do case \"$line\" in uci) echo 'option name Ponder type check default false'; echo uciok ;; \
         isready) echo readyok ;; \
         'go ponder'*) i=0; while [ $i -lt 3000 ]; do printf 'info string %0200d\\n' $i; i=$((i+1)); done; touch said ;; \
         stop) echo 'bestmove a7a6' ;; ponderhit) echo 'bestmove f8c5' ;; \
         go*) echo 'bestmove e7e5 ponder g1f3' ;; quit) exit ;; esac; done",
    );
    let listener = script(
        &folder,
        "listener",
        "while read -r line; do case \"$line\" in uci) echo uciok ;; isready) echo readyok ;; \
         go*) while [ ! -e said ]; do sleep 0.02; done; \
         if [ -z \"$moved\" ]; then echo 'bestmove g1f3'; moved=1; else echo 'bestmove b1c3'; fi ;; quit) exit ;; esac; done",
    );
    let output = folder.played(&format!(
        "-engine cmd={} name=listener nodes=10 timeout=20 -engine cmd={} name=talker nodes=10 ponder -games 1 \
         -openings file=black.epd -maxmoves 2 -log",
        listener.display(),
        talker.display()
    ));
    assert!(finished(&output)[0].contains("Draw by adjudication"), "{output}");
    let log = folder.read("tabia.1.log");
    let place = |text: &str| log.find(text).unwrap_or_else(|| panic!("{text}: {log}"));
    // The last lines may still be in the pipe when `said` appears; 2,000 lines are more than a pipe holds.
    let read = place(&format!("info string {:0200}", 2000));
    assert!(read < place("bestmove g1f3"), "the engine's output is read before the opponent moves");
    assert!(log.contains("talker <- ponderhit"), "{log}");
}

#[test]
fn three_hundred_thousand_options_are_refused_with_the_limit() {
    let folder = Folder::new("options");
    let engine = script(
        &folder,
        "options",
        "read -r line; seq -f 'option name O%.0f type spin default 1 min 1 max 9' 300000; echo uciok; sleep 100",
    );
    let (printed, errors, most) = play(&folder, &engine, "timeout=5");
    assert!(errors.contains("it announces more than 4096 options"), "{printed}{errors}");
    assert!(most < MAX_KB, "{most} kB");
}

#[test]
fn nothing_is_left_of_engines_that_do_not_go() {
    let ignores = "trap '' TERM HUP INT; echo $$ >> pids; while :; do read -r line; case \"$line\" in uci) echo uciok ;; \
                   isready) echo readyok ;; go*) echo 'bestmove a1a1' ;; esac; done";
    let closes = "echo $$ >> pids; while read -r line; do case \"$line\" in uci) echo uciok ;; isready) echo readyok ;; \
                  go*) exec >&-; sleep 1000 ;; esac; done";
    let leaves = "setsid sleep 1000 & echo $$ $! >> pids; while read -r line; do case \"$line\" in uci) echo uciok ;; \
                  isready) echo readyok ;; go*) echo 'bestmove a1a1' ;; esac; done; sleep 1000";
    // The parent of the orphan is gone long before the engine is.
    let orphans = "(setsid sh -c 'echo $$ >> pids; exec sleep 1000' &); echo $$ >> pids; while read -r line; do case \"$line\" in \
                   uci) echo uciok ;; isready) echo readyok ;; go*) echo 'bestmove a1a1' ;; quit) exit ;; esac; done";
    let freezes = "echo $$ >> pids; while read -r line; do case \"$line\" in uci) echo uciok ;; isready) echo readyok ;; \
                   go*) kill -STOP $$ ;; esac; done";
    let unread = "echo $$ >> pids; while read -r line; do case \"$line\" in uci) echo uciok ;; isready) echo readyok ;; \
                  go*) exec <&-; sleep 1000 ;; esac; done";
    for (name, text, words) in [
        ("orphans", orphans, "makes an illegal move"),
        ("freezes", freezes, "'s connection stalls"),
        ("closes-input", unread, "'s connection stalls"),
        ("ignores-quit", ignores, "makes an illegal move"),
        ("closes-output", closes, "disconnects"),
        ("leaves-children", leaves, "makes an illegal move"),
    ] {
        let folder = Folder::new(name);
        let engine = script(&folder, name, text);
        let timeout = if words.contains("stalls") { "timeout=0.5" } else { "timeout=5" };
        let (printed, errors, _) = play(&folder, &engine, timeout);
        let lines = finished(&printed);
        assert!(
            lines.len() == 2 && lines.iter().all(|line| line.contains(words)),
            "{name}: {lines:?}{errors}"
        );
        let pids = noted(&folder);
        assert!(!pids.is_empty(), "{name}");
        let is_clean = all_end(&pids);
        for pid in pids.iter().filter(|&&pid| is_running(pid)) {
            let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
        }
        assert!(is_clean, "{name}: {pids:?}");
    }
}

/// During `exec` a process has no environment for a moment, so its owner can't be identified.
#[test]
fn a_daemon_that_becomes_one_program_after_the_other_is_found() {
    let folder = Folder::new("becomes");
    let daemon = script(&folder, "daemon", "exec \"$0\"");
    let text = format!(
        "(setsid sh -c 'echo $$ >> pids; exec {}' &); while read -r line; do case \"$line\" in uci) echo uciok ;; \
         isready) echo readyok ;; go*) until [ -s pids ]; do :; done; echo 'bestmove a1a1' ;; quit) exit ;; esac; done",
        daemon.display()
    );
    let engine = script(&folder, "becomes", &text);
    for _ in 0..20 {
        play(&folder, &engine, "timeout=5");
        assert!(!noted(&folder).is_empty());
        let is_clean = all_end(&noted(&folder));
        for pid in noted(&folder).iter().filter(|&&pid| is_running(pid)) {
            let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
        }
        assert!(is_clean, "{:?}", noted(&folder));
        fs::remove_file(folder.0.join("pids")).unwrap();
    }
}

#[test]
fn what_is_said_at_the_wrong_time_decides_nothing() {
    let folder = Folder::new("talks");
    let talks =
        folder.script("talks", "echo 'bestmove a1a1'; echo 'info depth 3 score cp 1'; echo 'bestmove e2e4'");
    let (printed, errors, _) = play(&folder, &talks, "timeout=2");
    assert!(
        finished(&printed).iter().all(|line| line.contains("makes an illegal move")),
        "{printed}{errors}"
    );
    // A move from a process that was killed for its silence doesn't count for its successor.
    let late = folder.script("late", "sleep 1; echo 'bestmove a1a1'");
    let (printed, errors, _) = play(&folder, &late, "timeout=0.2");
    assert!(finished(&printed).iter().all(|line| line.contains("'s connection stalls")), "{printed}{errors}");
    let mute = script(
        &folder,
        "mute",
        "while read -r line; do case \"$line\" in uci) echo uciok ;; isready) ;; quit) exit ;; esac; done",
    );
    let (printed, errors, _) = play(&folder, &mute, "timeout=5");
    assert!(errors.contains("it did not answer isready within 10 s"), "{printed}{errors}");
}

#[test]
fn how_a_process_ended_or_fell_silent_is_told_with_the_game() {
    let folder = Folder::new("ends");
    // It receives `isready` at startup, before the game, and before its move; it ignores the third.
    let unready = "n=0; while read -r line; do case \"$line\" in uci) echo uciok ;; isready) n=$((n+1)); [ $n -gt 2 ] || echo readyok ;; \
                   quit) exit ;; esac; done";
    // Plays one legal move for the side to move, one move after the position at most, and then exits.
    let once = "while read -r line; do case \"$line\" in uci) echo uciok ;; isready) echo readyok ;; position*) at=$line ;; \
                go*) case \"$at\" in *' b '*moves*) m=d2d4 ;; *' b '*) m=e7e5 ;; *moves*) m=e7e5 ;; *) m=d2d4 ;; esac; \
                echo \"bestmove $m\"; exit 7 ;; esac; done";
    let engines = [
        ("once", script(&folder, "once", once), "disconnects", "exit status: 7"),
        ("killed", folder.script("killed", "kill -9 $$"), "disconnects", "signal: 9"),
        ("bytes", folder.script("bytes", "printf 'bestmove \\377\\376\\n'"), "makes an illegal move", ""),
        ("unready", script(&folder, "unready", unready), "'s connection stalls", "did not answer isready"),
        ("empty", folder.script("empty", "echo; echo; echo 'bestmove'"), "makes an illegal move", ""),
    ];
    for (name, engine, words, detail) in engines {
        let (printed, errors, _) = play(&folder, &engine, "timeout=0.5");
        let lines = finished(&printed);
        assert!(
            lines.len() == 2 && lines.iter().all(|line| line.contains(words)),
            "{name}: {lines:?}{errors}"
        );
        let pgn = folder.read("out.pgn").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(pgn.contains(detail), "{name}: {pgn}");
        fs::remove_file(folder.0.join("out.pgn")).unwrap();
    }
    // A failure during startup is reported without a game.
    let deaf = script(&folder, "deaf", "exec <&-; echo uciok; sleep 1000");
    let (_, errors, _) = play(&folder, &deaf, "timeout=5");
    assert!(errors.contains("it closed its input"), "{errors}");
}

#[test]
fn an_engine_that_solves_problems_and_does_not_keep_to_its_time_is_ended() {
    let folder = Folder::new("epd-silent");
    fs::write(folder.0.join("suite.epd"), "6k1/5ppp/8/8/8/8/8/3RK3 w - - bm Rd8#; id \"back rank\";")
        .unwrap();
    let silent = folder.script("silent", "echo $$ >> pids");
    let output = Command::new(env!("CARGO_BIN_EXE_tabia"))
        .args(["epd", "suite.epd", "--time", "0.05", "--engine", silent.to_str().unwrap()])
        .current_dir(&folder.0)
        .output()
        .expect("the program runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("back rank") && told.contains("it did not answer stop"), "{told}");
    assert!(!noted(&folder).is_empty() && all_end(&noted(&folder)), "{:?}", noted(&folder));
}

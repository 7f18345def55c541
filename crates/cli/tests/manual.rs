//! The version, the man pages and the completions of shells.
#![cfg(unix)]

mod common;

use std::fs;
use std::process::Command;

use common::Folder;

#[test]
fn the_version_names_commit_features_and_target() {
    let folder = Folder::new("version");
    assert_eq!(folder.said("-V"), format!("tabia {}\n", env!("CARGO_PKG_VERSION")));
    let version = folder.said("--version");
    let lines: Vec<&str> = version.lines().collect();
    assert_eq!(lines[0], format!("tabia {}", env!("CARGO_PKG_VERSION")));
    // These are debug builds, which are not made again for every commit.
    let commit = if cfg!(debug_assertions) { "commit: not recorded in debug builds" } else { "commit: " };
    assert!(lines[1].starts_with(commit), "{version}");
    assert_eq!(lines[2], if cfg!(feature = "tune") { "features: tune" } else { "features: none" });
    assert!(lines[3].starts_with(&format!("target: {}-", std::env::consts::ARCH)), "{version}");
}

#[test]
fn every_command_has_a_man_page() {
    let folder = Folder::new("man");
    assert_eq!(folder.said("man pages/man1"), "");
    let help = folder.said("--help");
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() > 14, "{commands:?}");
    let inner = ["book-make", "games-index", "data-play"];
    for name in commands.iter().chain(&inner) {
        let page = folder.read(&format!("pages/man1/tabia-{name}.1"));
        assert!(page.contains(&format!(".TH tabia-{name} 1")), "{name}: {page}");
    }
    let page = folder.read("pages/man1/tabia.1");
    assert!(page.contains(".SH SUBCOMMANDS") && page.contains("UCI commands may be arguments too"), "{page}");
    // What only the program itself starts isn't in them.
    assert!(!page.contains("guard") && !folder.0.join("pages/man1/tabia-guard.1").exists());
    assert!(folder.said("man").contains(".TH tabia 1"));
    fs::write(folder.0.join("file"), "").unwrap();
    assert!(folder.error("man file").contains("\"file\" cannot be written"));
}

#[test]
fn shells_complete_commands_and_options() {
    let folder = Folder::new("completions");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = folder.said(&format!("completions {shell}"));
        assert!(script.contains("annotate") && script.contains("concurrency"), "{shell}: {script}");
    }
    assert!(folder.error("completions cmd").contains("bash, elvish, fish, powershell, zsh"));
    fs::write(folder.0.join("tabia.bash"), folder.said("completions bash")).unwrap();
    let complete = |words: &str| {
        let code = format!(
            "source ./tabia.bash; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _tabia tabia \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; echo \"${{COMPREPLY[*]}}\""
        );
        let output = Command::new("bash").args(["-c", &code]).current_dir(&folder.0).output().unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(complete("tabia ben"), "bench");
    assert_eq!(complete("tabia book mer"), "merge");
    assert_eq!(complete("tabia annotate --from-e"), "--from-evals");
}

//! Presets, self-play checks of builds, and command lines for other programs.

mod common;

use tabia_arena::checks::{Aspect, SelfPlay};
use tabia_arena::{
    BrowserEngine, CommandLine, CommandLineContext, DrawRule, EngineSettings, Limits, MatchSettings, Opening,
    OpeningSource, Order, PairRecord, Preset, ResignRule, SprtSettings, StoredGame, TournamentFormat,
};
use tabia_rng::Rng;

use common::{random_game, settings};

#[test]
fn presets_make_matches_and_keep_what_is_not_theirs() {
    for preset in Preset::ALL {
        assert_eq!(Preset::from_name(preset.name()), Some(preset));
        let mut settings = settings(2, 2);
        settings.engines[0].options = vec![("Hash".to_owned(), "64".to_owned())];
        settings.engines[0].limits.margin_ms = 5;
        settings.event = "mine".to_owned();
        settings.apply(preset);
        settings.validate().unwrap();
        assert_eq!((settings.event.as_str(), settings.seed), ("mine", 7));
        assert_eq!(settings.engines[0].limits.margin_ms, 5);
        assert_eq!(settings.engines[0].options.len(), 1);
        assert_eq!(settings.sprt.is_none(), preset.is_self_play());
        if preset.is_self_play() {
            let [first, second] = &settings.engines[..] else { panic!("{preset:?}") };
            assert_eq!((&first.build, &first.options), (&second.build, &second.options));
            assert_ne!(first.name, second.name);
        }
        let again = settings.clone();
        settings.apply(preset);
        assert_eq!(settings, again, "{preset:?} twice");
    }
    assert_eq!(Preset::Stc.limits().summary(), "8+0.08");
    assert_eq!(Preset::Ltc.limits().summary(), "40+0.4");
    assert_eq!(Preset::from_name("blitz"), None);
}

/// Self-play games of a build: both games of a pair are identical.
fn self_play(pairs: usize) -> Vec<PairRecord> {
    let names = ["a".to_owned(), "b".to_owned()];
    (0..pairs)
        .map(|unit| {
            let mut rng = Rng::new(unit as u64);
            let moves = random_game(names.clone(), &Opening::default(), &mut rng, 4).plies;
            let opening = Opening { moves: moves.iter().map(|ply| ply.mv).collect(), ..Opening::default() };
            let mut record = random_game(names.clone(), &opening, &mut rng, 30);
            let reason = tabia_arena::Reason::Checkmate;
            record.conclusion = tabia_arena::Conclusion::win(tabia_chess::Color::Black, reason);
            let first = StoredGame::from(&record);
            record.players.reverse();
            let mut second = StoredGame::from(&record);
            second.times_us.iter_mut().for_each(|time| *time += 17);
            PairRecord { unit, host: String::new(), worker: 0, finished_ms: 0, games: vec![first, second] }
        })
        .collect()
}

#[test]
fn mirrored_games_pass_and_a_difference_is_found() {
    let good = self_play(10);
    let check = SelfPlay::judge(&good);
    assert!(check.passed(), "{check}");
    assert_eq!((check.games, check.openings, check.compared, check.different), (20, 10, 10, 0));
    assert_eq!((check.wdl.wins, check.wdl.losses), (10, 10));
    assert!(check.to_string().starts_with("passed: 10 of 10"), "{check}");

    let at = good[3].games[1].opening + 5;
    let broken = |change: &dyn Fn(&mut StoredGame)| {
        let mut units = good.clone();
        change(&mut units[3].games[1]);
        let check = SelfPlay::judge(&units);
        assert!(!check.passed());
        assert_eq!(check.different, 1, "{check}");
        assert_eq!((check.differences[0].first, check.differences[0].second), ((3, 0), (3, 1)));
        check
    };
    let nodes = broken(&|game| game.nodes[5] = Some(1));
    assert_eq!((nodes.differences[0].ply, nodes.differences[0].what), (at, Aspect::Nodes));
    assert!(nodes.to_string().contains("FAILED") && nodes.to_string().contains("pair 4 game 2"), "{nodes}");
    assert_eq!(
        broken(&|game| game.scores[0] = Some(tabia_arena::StoredScore(tabia_uci::Score::Cp(9999))))
            .differences[0]
            .what,
        Aspect::Score
    );
    assert_eq!(broken(&|game| game.depths[29] = None).differences[0].what, Aspect::Depth);
    let shorter = broken(&|game| game.moves.truncate(game.moves.rfind(' ').unwrap()));
    assert_eq!(
        (shorter.differences[0].what, shorter.differences[0].values[1].as_str()),
        (Aspect::Move, "nothing")
    );
    let result = broken(&|game| game.conclusion.winner = None);
    assert_eq!(result.differences[0].what, Aspect::Conclusion);
    assert!(!result.is_level());

    // Having nothing to compare proves nothing, and neither do games that all lose on time.
    let mut single = good.clone();
    for unit in &mut single {
        unit.games.truncate(1);
    }
    assert!(!SelfPlay::judge(&single).passed());
    let mut late = good.clone();
    for game in late.iter_mut().flat_map(|unit| &mut unit.games) {
        game.conclusion.reason = tabia_arena::Reason::TimeForfeit(None);
    }
    assert_eq!((SelfPlay::judge(&late).faults, SelfPlay::judge(&late).passed()), (20, false));
    assert!(!SelfPlay::judge(&[]).passed());
}

fn two() -> MatchSettings {
    let engine =
        |name: &str, limits| EngineSettings { name: name.to_owned(), limits, ..EngineSettings::default() };
    let clock = Limits { time_control: Some("8+0.08".parse().unwrap()), margin_ms: 20, ..Limits::default() };
    let mut new = engine("new", clock.clone());
    new.options = vec![("Hash".to_owned(), "16".to_owned()), ("Style".to_owned(), "it's wild".to_owned())];
    let mut settings = MatchSettings {
        engines: vec![new, engine("old one", Limits { nodes: Some(5000), ..Limits::default() })],
        games: 2000,
        sprt: Some(SprtSettings::default()),
        seed: 42,
        ..MatchSettings::default()
    };
    settings.adjudication.draw = Some(DrawRule { number: 34, count: 8, score: 20 });
    settings.adjudication.resign = Some(ResignRule { number: 0, count: 3, score: 600, two_sided: true });
    settings.adjudication.max_moves = Some(200);
    settings
}

/// The words of a command line as parsed by a POSIX shell.
fn words(command: &CommandLine) -> Vec<String> {
    let script = format!("set -- {}; for word; do printf '%s\\n' \"$word\"; done", command.line);
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_match_becomes_a_command_for_fastchess() {
    let context = CommandLineContext {
        engines: vec!["/tmp/my engines/new".to_owned()],
        concurrency: 4,
        ..CommandLineContext::default()
    };
    let command = two().fastchess_command(&context);
    let expected = "fastchess|-engine|cmd=/tmp/my engines/new|name=new|tc=8+0.08|timemargin=20|option.Hash=16|option.Style=it's wild\
        |-engine|cmd=ENGINE_2|name=old one|tc=inf|nodes=5000|-games|2|-rounds|1000|-repeat\
        |-openings|file=openings.epd|format=epd|order=random|-srand|42|-draw|movenumber=34|movecount=8|score=20\
        |-resign|movecount=3|score=600|twosided=true|-maxmoves|200|-sprt|elo0=0|elo1=5|alpha=0.05|beta=0.05|model=normalized\
        |-concurrency|4|-recover|-pgnout|file=games.pgn|nodes=true|seldepth=true";
    assert_eq!(words(&command).join("|"), expected);
    // Notes on what to fill in, and on the different order of the openings.
    assert_eq!(command.notes.len(), 3, "{:?}", command.notes);
    for part in ["old one: replace ENGINE_2", "openings.epd", "shuffles"] {
        assert!(command.notes.iter().any(|note| note.contains(part)), "{part}: {:?}", command.notes);
    }

    let mut other = settings(3, 3);
    other.format = TournamentFormat::Gauntlet;
    other.repeat = false;
    other.rounds = 2;
    other.engines[0].limits = Limits { ply: Some(7), ..Limits::default() };
    other.engines[1].limits.time_control = Some("40/60,20/30,15+0.1".parse().unwrap());
    other.engines[2].ponder = true;
    other.openings.source =
        OpeningSource::Polyglot { name: "b.bin".to_owned(), sha256: String::new(), plies: 8 };
    other.openings.order = Order::Sequential;
    let command = other.fastchess_command(&CommandLineContext::default());
    let line = words(&command).join(" ");
    for part in
        ["tc=inf plies=7", "tc=40/60 ", "-tournament gauntlet", "-games 1 -rounds 6", "order=sequential"]
    {
        assert!(line.contains(part), "{part}: {line}");
    }
    for part in ["depth by phase", "one period", "ponder", "Polyglot"] {
        assert!(command.notes.iter().any(|note| note.contains(part)), "{part}: {:?}", command.notes);
    }
    // A match of an earlier version, in which each round begins with the same colours.
    let colours = |command: &CommandLine| command.notes.iter().any(|note| note.contains("colours"));
    for (games, rounds, repeat, alternate, is_noted) in [
        (1, 4, false, false, true),
        (3, 2, false, false, true),
        (3, 2, true, false, true),
        (1, 4, false, true, false),
        (3, 1, false, false, false),
        (2, 4, false, false, false),
        (2, 4, true, false, false),
    ] {
        let odd = MatchSettings { games, rounds, repeat, alternate, ..two() };
        let command = odd.fastchess_command(&CommandLineContext::default());
        assert_eq!(
            colours(&command),
            is_noted,
            "{games}, {rounds}, {repeat}, {alternate}: {:?}",
            command.notes
        );
        let is_exact = games == 1 && is_noted;
        assert_eq!(
            command.notes.iter().any(|note| note.contains("-noswap")),
            is_exact,
            "{:?}",
            command.notes
        );
    }
    let frc = CommandLineContext { chess960: true, ..CommandLineContext::default() };
    assert!(words(&two().fastchess_command(&frc)).join(" ").contains("-variant fischerandom"));
}

#[test]
fn engines_of_a_browser_are_started_in_node_or_named_as_missing() {
    let mut settings = two();
    let build = |name: &str| BrowserEngine::Build(name.to_owned());
    let files = vec![build("my engine.wasm"), BrowserEngine::Worker("lozza.js".to_owned())];
    let command = settings
        .fastchess_command(&CommandLineContext { files: files.clone(), ..CommandLineContext::default() });
    let line = words(&command).join("|");
    assert!(line.contains("|cmd=node|args=uci-wasm.mjs my_engine.wasm|name=new|"), "{line}");
    assert!(line.contains("|cmd=ENGINE_2|name=old one|"), "{line}");
    let has = |part: &str| command.notes.iter().any(|note| note.contains(part));
    assert!(
        has("put uci-wasm.mjs here, from the folder scripts") && has("lozza.js runs in browsers only"),
        "{:?}",
        command.notes
    );
    // A build that plays both sides is one file; two builds from files of the same name are two.
    let files = vec![build("tabia.wasm"), build("tabia.wasm")];
    let line =
        words(&settings.fastchess_command(&CommandLineContext { files, ..CommandLineContext::default() }))
            .join("|");
    assert_eq!(line.matches("uci-wasm.mjs tabia.wasm|").count(), 2, "{line}");
    settings.engines[1].build = "b".repeat(64);
    let files = vec![build("tabia.wasm"), build("tabia.wasm")];
    let line =
        words(&settings.fastchess_command(&CommandLineContext { files, ..CommandLineContext::default() }))
            .join("|");
    assert!(
        line.contains("uci-wasm.mjs 1-tabia.wasm|") && line.contains("uci-wasm.mjs 2-tabia.wasm|"),
        "{line}"
    );
    settings.engines[1].limits = settings.engines[0].limits.clone();
    assert_eq!(settings.limits_summary(), "8+0.08");
    assert_eq!(two().limits_summary(), "8+0.08 against 5000 nodes");
}

#[test]
fn a_match_becomes_a_command_for_c_chess_cli() {
    let mut settings = two();
    settings.sample = serde_json::from_str(r#"{"frequency":0.5,"resolve":true}"#).unwrap();
    let command = settings.c_chess_cli_command(&CommandLineContext::default());
    let expected = "c-chess-cli|-engine|cmd=ENGINE_1|name=new|tc=8+0.08|option.Hash=16|option.Style=it's wild\
        |-engine|cmd=ENGINE_2|name=old one|nodes=5000|-games|2000|-repeat|-openings|file=openings.epd|order=random|srand=42\
        |-draw|number=34|count=8|score=20|-resign|number=0|count=3|score=600|-sprt|elo0=0|elo1=5|alpha=0.05|beta=0.05\
        |-concurrency|1|-pgn|games.pgn|3|-sample|freq=0.5|resolve=y|format=csv|file=samples.csv";
    assert_eq!(words(&command).join("|"), expected);
    for part in ["margin", "agreement", "maximum length", "not pairs"] {
        assert!(command.notes.iter().any(|note| note.contains(part)), "{part}: {:?}", command.notes);
    }
}

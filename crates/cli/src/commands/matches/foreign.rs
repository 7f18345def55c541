//! Options of fastchess, cutechess-cli and c-chess-cli that have another name here, are not needed, or are not
//! supported. All others are handled by [`super::args`].

use std::thread;

use super::groups::OptionWords;

/// Translation of another program's option or setting.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Translated {
    /// Equivalent options; empty if it has no effect.
    pub(super) options: Vec<OptionWords>,
    /// Note for the user.
    pub(super) note: Option<String>,
    /// Why values are rejected; the remaining ones are among the options.
    pub(super) faults: Vec<String>,
}

impl Translated {
    fn to(options: impl Into<Vec<OptionWords>>) -> Self {
        Self { options: options.into(), ..Self::default() }
    }

    fn without_effect(name: &str, reason: &str) -> Self {
        Self { note: Some(format!("-{name} has no effect here: {reason}")), ..Self::default() }
    }
}

/// Options without effect, and why they aren't needed.
const WITHOUT_EFFECT: [(&str, &str); 17] = [
    ("autosaveinterval", "with -resume FILE every pair is saved when it ends"),
    ("bookmode", "books are read from disk"),
    ("check-mate-pvs", "variations of mates are not checked"),
    ("crc32", "no checksum is written"),
    ("force-concurrency", "-concurrency may exceed the number of cores"),
    ("outcomeinterval", "every result is printed"),
    ("output", "reports have one form"),
    ("ping-ms", "the limits for an engine's answers are fixed"),
    ("recover", "an engine that crashes is always started again"),
    ("report", "results are counted by pairs with -repeat, otherwise by games"),
    ("resultformat", "reports have one form"),
    ("scoreinterval", "the score is part of every report; see -ratinginterval"),
    ("show-latency", "latencies are not measured"),
    ("startup-ms", "the limits for an engine's answers are fixed"),
    ("testEnv", "reports have one form"),
    ("ucinewgame-ms", "the limits for an engine's answers are fixed"),
    ("use-affinity", "engines may run on any core"),
];

/// Options that would change the match in an unsupported way, and what to do instead.
const REFUSED: [(&str, &str); 7] = [
    ("compliance", "not part of a match; use fastchess for it"),
    ("engines", "there is no list of configured engines; describe each one with -engine cmd=COMMAND"),
    ("noswap", "colours always alternate; leave it out"),
    ("reverse", "the first engine always begins with White; name the engines in the other order"),
    ("strict", "a warning never ends a match; leave it out"),
    ("tbignore50", "the fifty-move rule always counts; leave it out"),
    ("tbpieces", "all tables of the folder are used; give -tb a folder with the smaller ones only"),
];

/// Engine settings without effect, and why they aren't needed.
const SETTINGS_WITHOUT_EFFECT: [(&str, &str); 4] = [
    ("debug", "use -log to see what is sent and received"),
    ("stderr", "what engines print on standard error is not saved"),
    ("trust", "results that engines claim are ignored"),
    ("tscale", "the limits for an engine's answers are fixed"),
];

/// Unsupported engine settings, and what to do instead.
const REFUSED_SETTINGS: [(&str, &str); 4] = [
    ("bookdepth", "a book is used as long as it has moves; shorten it with tabia book make -max-ply N"),
    ("conf", "there is no list of configured engines; use cmd=COMMAND"),
    ("initstr", "only UCI is sent to an engine; use option.NAME=VALUE or args="),
    ("whitepov", "a UCI engine must report scores from its own side"),
];

fn reason(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == name).map(|(_, reason)| *reason)
}

/// Translates an option.
///
/// # Errors
/// If it is rejected, with the reason.
pub(super) fn translated(option: OptionWords) -> Result<Translated, String> {
    let OptionWords { name, values } = &option;
    if let Some(reason) = reason(&REFUSED, name) {
        return Err(reason.to_owned());
    }
    if let Some(reason) = reason(&WITHOUT_EFFECT, name) {
        return Ok(Translated::without_effect(name, reason));
    }
    let words: Vec<&str> = values.iter().map(String::as_str).collect();
    match (name.as_str(), &words[..]) {
        ("quick", values) => quick(values).map(Translated::to),
        ("repeat", ["2"]) => Ok(Translated::to([OptionWords::new::<String>("repeat", [])])),
        ("repeat", ["1"]) => Ok(Translated::default()),
        ("repeat", [other, ..]) => {
            Err(format!("an opening is played twice, with colours reversed, not {other} times"))
        }
        ("variant", ["standard" | "fischerandom"]) => {
            Ok(Translated::without_effect("variant", "each position says whether it is Chess960"))
        }
        ("variant", _) => Err("only standard and fischerandom are supported".to_owned()),
        ("seeds", ["0" | "1"]) => {
            Ok(Translated::without_effect("seeds", "in a gauntlet the first engine plays the others"))
        }
        ("seeds", _) => Err("in a gauntlet only the first engine plays all others".to_owned()),
        ("tbadjudicate", ["BOTH"]) => {
            Ok(Translated::without_effect("tbadjudicate", "tables decide wins and draws"))
        }
        ("tbadjudicate", _) => Err("tables always decide wins and draws; leave it out".to_owned()),
        ("config", values) => config(values),
        ("log", [_, ..]) => Ok(log(&words)),
        ("debug", _) => Ok(Translated {
            options: vec![OptionWords::new::<String>("log", [])],
            note: Some("-debug is -log here: what is sent and received goes to tabia.N.log".to_owned()),
            ..Translated::default()
        }),
        ("pgnout", values) => Ok(pgnout(values)),
        ("engine" | "each", _) => Ok(settings(option)),
        _ => Ok(Translated::to([option])),
    }
}

/// fastchess's shorthand for a typical test.
fn quick(values: &[&str]) -> Result<Vec<OptionWords>, String> {
    let mut commands = Vec::new();
    let mut book = None;
    for value in values {
        match value.split_once('=') {
            Some(("cmd", command)) => commands.push(command),
            Some(("book", file)) => book = Some(file),
            _ => return Err(format!("{value:?} is neither cmd=COMMAND nor book=FILE")),
        }
    }
    let ([first, second], Some(book)) = (&commands[..], book) else {
        return Err("cmd=COMMAND must be given twice, and book=FILE once".to_owned());
    };
    let number = |index: usize| if first == second { index.to_string() } else { String::new() };
    let engine = |index, command: &str| {
        let name = format!("name={command}{}", number(index));
        OptionWords::new("engine", [format!("cmd={command}"), name])
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    Ok(vec![
        engine(1, first),
        engine(2, second),
        OptionWords::new("each", ["tc=10+0.1"]),
        OptionWords::new("openings", [format!("file={book}"), "order=random".to_owned()]),
        OptionWords::new("rounds", ["25000"]),
        OptionWords::new::<String>("repeat", []),
        OptionWords::new("concurrency", [cores.saturating_sub(2).max(1).to_string()]),
        OptionWords::new("draw", ["movenumber=30", "movecount=8", "score=8"]),
    ])
}

/// fastchess's saved match state, which this program cannot read.
fn config(values: &[&str]) -> Result<Translated, String> {
    let reads = values.iter().any(|value| value.starts_with("file="));
    if reads && !values.contains(&"discard=true") {
        return Err(
            "saved matches of fastchess cannot be read; resume a match of this program with -resume FILE"
                .to_owned(),
        );
    }
    Ok(Translated::without_effect("config", "with -resume FILE a match is saved and resumed"))
}

/// fastchess's log: the engines' traffic, or messages of fastchess itself.
fn log(values: &[&str]) -> Translated {
    if values.contains(&"engine=true") {
        let note = "what engines send and receive goes to tabia.N.log; other values of -log have no effect";
        return Translated {
            options: vec![OptionWords::new::<String>("log", [])],
            note: Some(note.to_owned()),
            ..Translated::default()
        };
    }
    Translated::without_effect("log", "without engine=true there is nothing to write")
}

/// PGN file of fastchess (`file=FILE`) and cutechess-cli (`FILE min fi`).
fn pgnout(values: &[&str]) -> Translated {
    const NOT_RECORDED: [&str; 5] = ["hashfull", "tbhits", "timeleft", "latency", "match_line"];
    let is_recorded = |value: &&str| {
        !NOT_RECORDED.iter().any(|key| value.split_once('=').is_some_and(|(found, _)| found == *key))
    };
    let kept = values.iter().copied().filter(is_recorded).map(|value| match value {
        "min" => "min=true",
        other => other,
    });
    // Unfinished games are never written.
    let kept: Vec<&str> = kept.filter(|value| *value != "fi").collect();
    let dropped: Vec<&str> = values.iter().copied().filter(|value| !is_recorded(value)).collect();
    let note = dropped.iter().any(|value| !value.ends_with("=false"));
    Translated {
        options: vec![OptionWords::new("pgnout", kept)],
        note: note.then(|| format!("-pgnout {} has no effect here: it is not recorded", dropped.join(" "))),
        ..Translated::default()
    }
}

/// Translates the settings of an engine.
fn settings(option: OptionWords) -> Translated {
    let OptionWords { name, values } = option;
    let (mut kept, mut notes, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for value in values {
        let key = value.split_once('=').map_or(value.as_str(), |(key, _)| key);
        if let Some(reason) = reason(&SETTINGS_WITHOUT_EFFECT, key) {
            notes.push(format!("{key} has no effect here: {reason}"));
        } else if let Some(reason) = reason(&REFUSED_SETTINGS, key) {
            faults.push(format!("{key}: {reason}"));
        } else {
            kept.push(value);
        }
    }
    let note = (!notes.is_empty()).then(|| notes.join("; "));
    Translated { options: vec![OptionWords { name, values: kept }], note, faults }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, values: &[&str]) -> Result<Translated, String> {
        translated(OptionWords::new(name, values.iter().copied()))
    }

    fn joined(translated: &Translated) -> Vec<String> {
        translated.options.iter().map(|option| option.joined().replace('\u{1f}', " ")).collect()
    }

    #[test]
    fn options_of_other_programs_become_those_of_this_one() {
        for (name, values, expected) in [
            ("repeat", &["2"][..], &["--repeat"][..]),
            ("repeat", &["1"], &[]),
            ("games", &["2"], &["--games=2"]),
            ("debug", &["all"], &["--log"]),
            ("log", &["file=x", "engine=true"], &["--log"]),
            ("log", &[], &["--log"]),
            ("log", &["file=x", "level=info"], &[]),
            ("pgnout", &["a.pgn", "min", "fi"], &["--pgnout=a.pgn min=true"]),
            ("pgnout", &["file=a.pgn", "timeleft=true", "pv=true"], &["--pgnout=file=a.pgn pv=true"]),
            ("engine", &["cmd=a", "trust", "restart=on"], &["--engine=cmd=a restart=on"]),
            ("config", &["outname=x.json"], &[]),
        ] {
            let translated = of(name, values).unwrap();
            assert_eq!(joined(&translated), expected, "{name} {values:?}");
        }
        assert_eq!(of("quick", &["cmd=a", "cmd=b", "book=x.epd"]).unwrap().options.len(), 8);
        assert!(of("quick", &["cmd=a", "book=x.epd"]).is_err());
    }

    #[test]
    fn what_has_no_effect_is_noted_and_what_is_unsupported_refused() {
        for (name, values) in [
            ("recover", &[][..]),
            ("crc32", &["pgn=true"]),
            ("variant", &["fischerandom"]),
            ("each", &["trust"]),
        ] {
            assert!(of(name, values).unwrap().note.is_some(), "{name}");
        }
        for (name, values) in [
            ("noswap", &[][..]),
            ("repeat", &["4"]),
            ("variant", &["atomic"]),
            ("seeds", &["2"]),
            ("config", &["file=x"]),
        ] {
            assert!(of(name, values).is_err(), "{name}");
        }
        let engine = of("engine", &["cmd=a", "conf=b", "whitepov"]).unwrap();
        assert_eq!((engine.faults.len(), joined(&engine)), (2, vec!["--engine=cmd=a".to_owned()]));
    }
}

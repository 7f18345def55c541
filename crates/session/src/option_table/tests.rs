use super::*;

const EVERYTHING: HostFeatures =
    HostFeatures { max_threads: 256, text_files: true, nets: true, tablebases: true, book: true };

fn set(options: &mut Options, name: &str, value: &str) -> Result<Effect, OptionError> {
    find(name, EVERYTHING)?.set(options, value)
}

#[test]
fn every_announced_option_takes_its_default_and_no_nonsense() {
    for option in announced(EVERYTHING) {
        let mut options = Options::default();
        let name = option.name.to_uppercase();
        match option.kind {
            OptionKind::Button => assert_eq!(set(&mut options, &name, ""), Ok(Effect::ClearHash)),
            OptionKind::Spin { default, min, max } => {
                for good in [default, min, max] {
                    assert!(set(&mut options, &name, &good.to_string()).is_ok(), "{name} {good}");
                }
                for bad in [(min - 1).to_string(), (max + 1).to_string(), "x".to_owned(), String::new()] {
                    assert!(set(&mut options, &name, &bad).is_err(), "{name} {bad}");
                }
            }
            OptionKind::Check { default } => {
                assert!(set(&mut options, &name, &default.to_string()).is_ok());
                assert!(set(&mut options, &name, "maybe").is_err());
            }
            OptionKind::String { default } => {
                let effect = match name.as_str() {
                    "DEBUG LOG FILE" => Effect::DebugLogFile,
                    "LEARNFILE" => Effect::LearnFile,
                    "EVALFILE" => Effect::EvalFile,
                    "SYZYGYPATH" => Effect::SyzygyPath,
                    "BOOKFILE" => Effect::BookFile,
                    "BOOKLEARNFILE" => Effect::BookLearnFile,
                    _ => Effect::None,
                };
                assert_eq!(set(&mut options, &name, &default), Ok(effect));
            }
            OptionKind::Combo { default, vars } => {
                assert!(vars.contains(&default));
                for var in vars {
                    assert_eq!(set(&mut options, &name, &var.to_lowercase()), Ok(Effect::None));
                }
                assert!(set(&mut options, &name, "none of them").is_err());
            }
        }
    }
    assert!(set(&mut Options::default(), "Colour", "red").is_err());
}

#[test]
fn options_of_a_book_need_one() {
    let without = HostFeatures { book: false, ..EVERYTHING };
    assert!(find("OwnBook", EVERYTHING).is_ok());
    assert!(find("OwnBook", without).is_err());
    assert!(!announced(without).iter().any(|option| option.name == "OwnBook"));
}

/// Returns the options in the first column of the table in docs/uci.md, with the text of the second.
#[cfg(not(feature = "tune"))]
fn documented() -> Vec<(String, String)> {
    let text = include_str!("../../../../docs/uci.md");
    let rows = text.lines().skip_while(|line| !line.starts_with("| option ")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.flat_map(|row| {
        let mut cells = row.trim_matches('|').split(" | ");
        let (names, values) = (cells.next().unwrap_or(""), cells.next().unwrap_or(""));
        let names = names.split('`').skip(1).step_by(2);
        names.map(|name| (name.to_owned(), values.trim().to_owned())).collect::<Vec<_>>()
    })
    .collect()
}

/// Every option is in docs/uci.md with its range and default, and nothing else is.
#[test]
#[cfg(not(feature = "tune"))]
fn the_documentation_lists_the_options() {
    let documented = documented();
    let announced = announced(EVERYTHING);
    for option in &announced {
        let row = documented.iter().find(|(name, _)| *name == option.name);
        let (_, values) = row.unwrap_or_else(|| panic!("docs/uci.md does not list {}", option.name));
        let expected = match &option.kind {
            OptionKind::Button => continue,
            OptionKind::Check { default } => vec![default.to_string()],
            OptionKind::Spin { default, min, max } => vec![format!("{min}-{max}"), format!("({default})")],
            OptionKind::Combo { default, vars } => vec![vars.join(", "), format!("({default})")],
            OptionKind::String { .. } => vec!["text".to_owned()],
        };
        for part in expected {
            assert!(values.contains(&part), "{}: docs/uci.md says {values:?}, not {part:?}", option.name);
        }
    }
    for (name, _) in &documented {
        assert!(announced.iter().any(|option| option.name == *name), "docs/uci.md lists {name}");
    }
}

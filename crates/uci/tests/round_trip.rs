//! Whatever is written parses back unchanged, and no line makes a parser panic.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use tabia_uci::{
    BestMove, Bound, Command, EngineOption, EvalForm, Go, Info, Learn, LearnedPosition, Message, OptionKind,
    PositionCommand, Score, SetOption, UciMove, Wdl,
};

fn uci_move() -> impl Strategy<Value = UciMove> {
    "[a-h][1-8][a-h][1-8][nbrq]?".prop_map(|text| text.parse().expect("a move by construction"))
}

fn moves() -> impl Strategy<Value = Vec<UciMove>> {
    vec(uci_move(), 0..6)
}

/// Words that are not keywords: names and texts that contain keywords are ambiguous in UCI.
fn text() -> impl Strategy<Value = String> {
    vec("[A-Z][a-z0-9/._-]{0,8}", 1..4).prop_map(|words| words.join(" "))
}

prop_compose! {
    fn go()(
        searchmoves in moves(), ponder: bool, infinite: bool,
        clocks in [option::of(any::<i64>()), option::of(any::<i64>()), option::of(any::<i64>()), option::of(any::<i64>())],
        rest in [
            option::of(any::<i64>()), option::of(any::<i64>()), option::of(any::<i64>()),
            option::of(any::<i64>()), option::of(any::<i64>()), option::of(any::<i64>()),
        ],
    ) -> Go {
        let [wtime, btime, winc, binc] = clocks;
        let [movestogo, depth, nodes, mate, movetime, perft] = rest;
        Go {
            searchmoves, ponder, wtime, btime, winc, binc, movestogo, depth, nodes, mate, movetime, infinite, perft,
            problems: Vec::new(),
        }
    }
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        Just(Command::Uci),
        any::<bool>().prop_map(Command::Debug),
        Just(Command::IsReady),
        (text(), option::of(prop_oneof![Just(String::new()), text()]))
            .prop_map(|(name, value)| Command::SetOption(SetOption { name, value })),
        Just(Command::Register),
        Just(Command::UciNewGame),
        (option::of(text()), moves()).prop_map(|(fen, moves)| Command::Position(PositionCommand {
            fen,
            moves,
            unreadable: None
        })),
        go().prop_map(Command::Go),
        Just(Command::Stop),
        Just(Command::PonderHit),
        Just(Command::Quit),
        Just(Command::Display),
        Just(Command::Help),
        go().prop_map(Command::Bench),
        any::<u8>().prop_map(|depth| Command::Perft(depth.into())),
        prop_oneof![Just(EvalForm::Table), Just(EvalForm::Json), Just(EvalForm::PieceSquareTables)]
            .prop_map(Command::Eval),
        Just(Command::Tablebase),
        Just(Command::Speed),
        Just(Command::Learn(Learn::Export)),
        Just(Command::Learn(Learn::Clear)),
        (1..=255_u32, learned_score(), uci_move(), text()).prop_map(|(depth, score, mv, fen)| {
            Command::Learn(Learn::Add(LearnedPosition { depth, score, mv, fen }))
        }),
    ]
}

fn learned_score() -> impl Strategy<Value = Score> {
    score().prop_filter("a mate in 0 has no move", |score| *score != Score::Mate(0))
}

fn score() -> impl Strategy<Value = Score> {
    prop_oneof![any::<i32>().prop_map(Score::Cp), any::<i32>().prop_map(Score::Mate)]
}

prop_compose! {
    fn info()(
        counts in [option::of(any::<u32>()), option::of(any::<u32>()), option::of(any::<u32>()), option::of(any::<u32>()), option::of(any::<u32>()), option::of(any::<u32>())],
        large in [option::of(0..=i64::MAX as u64), option::of(0..=i64::MAX as u64), option::of(0..=i64::MAX as u64), option::of(0..=i64::MAX as u64)],
        score in option::of(score()),
        bound in option::of(prop_oneof![Just(Bound::Lower), Just(Bound::Upper)]),
        dtz in option::of(any::<i32>()),
        wdl in option::of((0..=1000_u16, 0..=1000_u16, 0..=1000_u16).prop_map(|(win, draw, loss)| Wdl { win, draw, loss })),
        currmove in option::of(uci_move()),
        refutation in moves(),
        currline in option::of((option::of(any::<u32>()), moves())),
        pv in moves(),
        string in option::of(prop_oneof![Just(String::new()), text()]),
    ) -> Info {
        let [depth, seldepth, multipv, hashfull, cpuload, currmovenumber] = counts;
        let [nodes, nps, tbhits, time] = large;
        Info {
            depth, seldepth, multipv, score, bound, wdl, nodes, nps, hashfull, tbhits, dtz, time, cpuload,
            currmove, currmovenumber, refutation, currline, pv, string,
        }
    }
}

fn engine_option() -> impl Strategy<Value = EngineOption> {
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        [any::<i64>(), any::<i64>(), any::<i64>()].prop_map(|mut values| {
            values.sort_unstable();
            let [min, default, max] = values;
            OptionKind::Spin { default, min, max }
        }),
        (text(), vec(text(), 0..4)).prop_map(|(default, vars)| OptionKind::Combo { default, vars }),
        Just(OptionKind::Button),
        prop_oneof![Just(String::new()), text()].prop_map(|default| OptionKind::String { default }),
    ];
    (text(), kind).prop_map(|(name, kind)| EngineOption { name, kind })
}

fn message() -> impl Strategy<Value = Message> {
    prop_oneof![
        text().prop_map(Message::IdName),
        text().prop_map(Message::IdAuthor),
        engine_option().prop_map(Message::Option),
        Just(Message::UciOk),
        Just(Message::ReadyOk),
        info().prop_map(|info| Message::Info(Box::new(info))),
        (option::of(uci_move()), option::of(uci_move()))
            .prop_map(|(best, ponder)| Message::BestMove(BestMove { best, ponder })),
    ]
}

/// Returns the line as a sloppy program would send it.
fn shaken(line: &str, blanks: &[String]) -> String {
    let mut blanks = blanks.iter().cycle();
    let mut shaken = String::new();
    for word in line.split(' ') {
        shaken.push_str(blanks.next().map_or(" ", String::as_str));
        shaken.push_str(word);
    }
    shaken + "\r\n"
}

/// Lines of protocol keywords in random order, which reach deeper than random text.
fn word_salad() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        prop::sample::select(vec![
            "uci",
            "debug",
            "on",
            "setoption",
            "name",
            "value",
            "position",
            "startpos",
            "fen",
            "moves",
            "go",
            "depth",
            "nodes",
            "wtime",
            "movetime",
            "searchmoves",
            "mate",
            "perft",
            "infinite",
            "ponder",
            "e2e4",
            "e7e8q",
            "0000",
            "-1",
            "99999999999999999999",
            "info",
            "score",
            "cp",
            "wdl",
            "pv",
            "string",
            "currline",
            "refutation",
            "option",
            "type",
            "spin",
            "min",
            "max",
            "var",
            "default",
            "check",
            "combo",
            "bestmove",
            "(none)",
            "id",
            "registration",
            "\u{e9}\u{304}",
            "\t",
            "",
        ])
        .prop_map(str::to_owned),
        "\\PC{0,6}",
    ];
    vec(word, 0..14).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn commands(command in command(), blanks in vec("[ \t]{1,3}", 1..5)) {
        let line = command.to_string();
        prop_assert_eq!(Command::parse(&line), Ok(Some(command.clone())));
        if !matches!(&command, Command::SetOption(SetOption { value: Some(value), .. }) if value.contains(' ')) {
            prop_assert_eq!(Command::parse(&shaken(&line, &blanks)), Ok(Some(command)));
        }
    }

    #[test]
    fn messages(message in message()) {
        prop_assert_eq!(Message::parse(&message.to_string()), Ok(Some(message)));
    }

    #[test]
    fn no_line_is_too_strange(line in word_salad()) {
        if let Ok(Some(mut command)) = Command::parse(&line) {
            let written = command.to_string();
            // Unreadable parts are not written back.
            match &mut command {
                Command::Go(go) | Command::Bench(go) => go.problems.clear(),
                Command::Position(position) => position.unreadable = None,
                _ => {}
            }
            prop_assert_eq!(Command::parse(&written), Ok(Some(command)));
        }
        if let Ok(Some(message)) = Message::parse(&line) {
            let _ = message.to_string();
        }
    }
}

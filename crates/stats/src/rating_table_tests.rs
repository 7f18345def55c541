//! Tests of rating lists as text, CSV and page.

use super::*;

fn table(check: impl FnOnce(&RatingTable<'_>)) {
    let result = |a: usize, b: usize, [wins, losses, draws]: [u64; 3]| EncounterResult {
        engines: [a, b],
        wdl: WdlCounts { wins, losses, draws },
        pairs: None,
    };
    let results = [result(1, 0, [30, 20, 50]), result(2, 1, [4, 0, 0]), result(3, 4, [1, 1, 2])];
    let names = ["Ada", "=Bert, \"B\"", "<Carl>", "Dora", "Émile"].map(str::to_owned);
    let list = RatingList::new(5, &results, &RatingOptions::default()).unwrap();
    check(&RatingTable { list: &list, names: &names, results: &results });
}

#[test]
fn text_has_a_line_for_each_player_and_a_gap_between_groups() {
    table(|table| {
        let text = table.text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "#  Name         Rating  Error  Points  Games   Score  Draws    LOS");
        assert_eq!(lines[1], "1  <Carl>      > 355.5      –       4      4  100.0%   0.0%");
        assert!(
            lines[2].starts_with("2  =Bert, \"B\"     17.4 ")
                && lines[2].contains("      55    104   52.9%  48.1%  "),
            "{text}"
        );
        assert_eq!((lines[4], lines.len()), ("", 7), "{text}");
        assert!(!text.contains("-0.0") && text.contains("5  Émile           0.0"), "{text}");
    });
}

#[test]
fn csv_can_be_read_by_spreadsheets() {
    table(|table| {
        let csv = table.csv();
        let lines: Vec<&str> = csv.split("\r\n").collect();
        assert_eq!(lines.len(), 7);
        assert!(lines[1].starts_with("1,<Carl>,1,355.47,min,,4,4,4,0,0,100.00,0.00,1,"), "{csv}");
        assert!(lines[2].starts_with("2,\"'=Bert, \"\"B\"\"\",1,17.4"), "{csv}");
        assert!(lines[4].starts_with("4,Dora,2,0.00,,"), "{csv}");
    });
}

#[test]
fn a_page_escapes_names_and_shows_who_played_whom() {
    table(|table| {
        let page = table.html("A & B");
        assert!(
            page.contains("<p>A &amp; B</p>") && page.contains("&lt;Carl&gt;") && !page.contains("<Carl>")
        );
        assert!(page.contains("<td>+30 =50 −20</td>") && page.contains("<td>+20 =50 −30</td>"), "{page}");
        assert_eq!(page.matches("<tbody>").count(), 3, "two groups and the matrix");
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    });
}

#[test]
fn notes_say_what_the_figures_are() {
    table(|table| {
        let notes = table.notes(&RatingOptions::default());
        assert!(notes.starts_with("5 players, 108 games. The average is 0; errors are half "), "{notes}");
        assert!(
            notes.contains("> or < is a bound") && notes.contains("2 groups cannot be compared"),
            "{notes}"
        );
        let options =
            RatingOptions { anchor: Some((1, 2800.0)), white_advantage: true, ..RatingOptions::default() };
        let notes = table.notes(&options);
        assert!(
            notes.contains("\"B\" is set to 2800;") && notes.ends_with("do not determine White's advantage."),
            "{notes}"
        );
    });
}

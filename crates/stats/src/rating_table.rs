//! Rating lists as text, CSV and a web page.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::counts::WdlCounts;
use crate::fit::EncounterResult;
use crate::rating_list::{Bound, PlayerRating, RatingList, RatingOptions, WhiteAdvantage};

/// The most players whose results against each other a page shows.
const MATRIX: usize = 64;

/// The columns of the list.
const COLUMNS: [&str; 9] = ["#", "Name", "Rating", "Error", "Points", "Games", "Score", "Draws", "LOS"];

/// A rating list with the names of its players, to be written.
#[derive(Clone, Copy, Debug)]
pub struct RatingTable<'a> {
    /// The list.
    pub list: &'a RatingList,
    /// The name of each player, by index.
    pub names: &'a [String],
    /// The results from which the list was computed.
    pub results: &'a [EncounterResult],
}

impl RatingTable<'_> {
    /// Formats the list for a terminal, with a line for each player. A rating that is only a bound has `>` or `<`;
    /// LOS is the likelihood of superiority over the next player.
    pub fn text(&self) -> String {
        let rows: Vec<[String; 9]> = (0..self.list.order.len()).map(|place| self.cells(place)).collect();
        let width = |column: usize| {
            let longest = rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
            longest.max(COLUMNS[column].len())
        };
        let widths: [usize; 9] = std::array::from_fn(width);
        let line = |cells: [&str; 9]| {
            let padded = cells.iter().zip(widths).enumerate().map(|(column, (text, width))| match column {
                1 => format!("{text:width$}"),
                _ => format!("{text:>width$}"),
            });
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        };
        let mut text = line(COLUMNS);
        for (place, row) in rows.iter().enumerate() {
            if self.begins_group(place) {
                text.push('\n');
            }
            text += &line(row.each_ref().map(String::as_str));
        }
        text
    }

    /// Formats the list as comma-separated values (RFC 4180) with a header. `bound` is `min` or `max` for a rating
    /// that is only a bound; score, draws and LOS are in percent.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "rank,name,group,rating,bound,error,points,games,won,drawn,lost,score,draws,opponents,los\r\n",
        );
        for (place, &player) in self.list.order.iter().enumerate() {
            let row = self.row(player);
            let bound = match row.bound {
                Bound::Both => "",
                Bound::Below => "min",
                Bound::Above => "max",
            };
            let number = |value: Option<f64>| value.map(|value| format!("{value:.2}")).unwrap_or_default();
            let WdlCounts { wins, draws, losses } = row.wdl;
            let games = row.wdl.games();
            let _ = write!(
                text,
                "{},{},{},{},{bound},{},{},{games},{wins},{draws},{losses},{},{},{},{}\r\n",
                place + 1,
                csv_cell(&self.names[player]),
                row.group + 1,
                number(row.elo),
                number(row.error),
                row.wdl.points(),
                number(Some(100.0 * row.wdl.points() / games as f64)),
                number(Some(100.0 * draws as f64 / games as f64)),
                row.opponents,
                number(row.superiority.map(|los| 100.0 * los)),
            );
        }
        text
    }

    /// Describes the list in a few sentences: its size, scale, groups, bounds and the advantage of White.
    pub fn notes(&self, options: &RatingOptions) -> String {
        let rows: Vec<PlayerRating> = self.list.players.iter().flatten().copied().collect();
        let games = rows.iter().map(|row| row.wdl.games()).sum::<u64>() / 2;
        let mut text = format!("{} players, {games} games. ", rows.len());
        let _ = match options.anchor {
            Some((anchor, elo)) => write!(text, "{} is set to {elo}", self.names[anchor]),
            None => write!(text, "The average is {}", options.average),
        };
        text += "; errors are half of the 95 % interval of the difference from it. LOS is the likelihood of superiority \
                 over the next player.";
        if rows.iter().any(|row| row.bound != Bound::Both) {
            text += " A rating with > or < is a bound: that player won or lost every game, and one draw would give this.";
        }
        if self.list.groups > 1 {
            let _ = write!(
                text,
                " {} groups cannot be compared, because no points connect them both ways; each has its own average.",
                self.list.groups
            );
        }
        match self.list.white_advantage {
            Some(WhiteAdvantage { elo, error }) => {
                let _ = write!(text, " White's advantage is {elo:.1} ± {error:.1} Elo.");
            }
            None if options.white_advantage => text += " The games do not determine White's advantage.",
            None => {}
        }
        text
    }

    /// Formats the list and the results of the first 64 players against each other as a self-contained HTML page.
    /// `notes` are its first paragraph.
    pub fn html(&self, notes: &str) -> String {
        let mut text = format!("{HEAD}<h1>Rating list</h1><p>{}</p>", escaped(notes));
        self.write_list(&mut text);
        self.write_matrix(&mut text);
        text.push_str("</body></html>\n");
        text
    }

    fn write_list(&self, text: &mut String) {
        let heads = COLUMNS.map(|column| format!("<th scope=\"col\">{column}</th>")).concat();
        let _ = write!(text, "<table><thead><tr>{heads}</tr></thead><tbody>");
        for place in 0..self.list.order.len() {
            if self.begins_group(place) {
                text.push_str("</tbody><tbody>");
            }
            text.push_str("<tr>");
            for (column, cell) in self.cells(place).iter().enumerate() {
                let cell = escaped(cell);
                let _ = match column {
                    1 => write!(text, "<th scope=\"row\">{cell}</th>"),
                    _ => write!(text, "<td>{cell}</td>"),
                };
            }
            text.push_str("</tr>");
        }
        text.push_str("</tbody></table>");
    }

    fn write_matrix(&self, text: &mut String) {
        let shown = &self.list.order[..self.list.order.len().min(MATRIX)];
        let mut totals: BTreeMap<(usize, usize), WdlCounts> = BTreeMap::new();
        for EncounterResult { engines: [a, b], wdl, .. } in self.results {
            *totals.entry((*a, *b)).or_default() += *wdl;
            *totals.entry((*b, *a)).or_default() += -*wdl;
        }
        let of_first =
            if shown.len() < self.list.order.len() { " of the first 64 against each other" } else { "" };
        let _ = write!(text, "<h2>Results{of_first}</h2><table><thead><tr><td></td>");
        for place in 1..=shown.len() {
            let _ = write!(text, "<th scope=\"col\">{place}</th>");
        }
        text.push_str("</tr></thead><tbody>");
        for (place, &player) in shown.iter().enumerate() {
            let name = escaped(&self.names[player]);
            let _ = write!(text, "<tr><th scope=\"row\">{}. {name}</th>", place + 1);
            for &other in shown {
                match totals.get(&(player, other)).filter(|wdl| wdl.games() > 0 && player != other) {
                    Some(WdlCounts { wins, draws, losses }) => {
                        let _ = write!(text, "<td>+{wins} ={draws} −{losses}</td>");
                    }
                    None => text.push_str(if player == other { "<td>·</td>" } else { "<td></td>" }),
                }
            }
            text.push_str("</tr>");
        }
        text.push_str("</tbody></table>");
    }

    fn row(&self, player: usize) -> PlayerRating {
        self.list.players[player].unwrap_or_default()
    }

    /// Returns whether another group begins at a place after the first.
    fn begins_group(&self, place: usize) -> bool {
        let group = |place: usize| self.row(self.list.order[place]).group;
        place > 0 && group(place) != group(place - 1)
    }

    fn cells(&self, place: usize) -> [String; 9] {
        let player = self.list.order[place];
        let row = self.row(player);
        let percent = |value: f64| format!("{:.1}%", 100.0 * value);
        let games = row.wdl.games();
        [
            (place + 1).to_string(),
            self.names[player].clone(),
            row.rating_text(),
            row.error.map_or_else(|| "–".to_owned(), |error| format!("{error:.1}")),
            row.wdl.points().to_string(),
            games.to_string(),
            percent(row.wdl.points() / games as f64),
            percent(row.wdl.draws as f64 / games as f64),
            row.superiority.map_or_else(String::new, percent),
        ]
    }
}

impl PlayerRating {
    /// Formats the rating with one decimal: `–` if there is none, with `>` or `<` if it is only a bound.
    pub fn rating_text(&self) -> String {
        let sign = match self.bound {
            Bound::Both => "",
            Bound::Below => "> ",
            Bound::Above => "< ",
        };
        // No negative zero.
        self.elo
            .map_or_else(|| "–".to_owned(), |elo| format!("{sign}{:.1}", (elo * 10.0).round() / 10.0 + 0.0))
    }
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Writes a text as a cell, quoted if necessary. One that a spreadsheet would take for a formula gets a leading
/// apostrophe.
fn csv_cell(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{guard}{text}")
    }
}

const HEAD: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Rating list</title><style>\
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:1rem;overflow-x:auto}\
table{border-collapse:collapse}th,td{padding:.2rem .6rem;text-align:right;white-space:nowrap}\
th[scope=row]{text-align:left;font-weight:400}thead,tbody+tbody{border-top:1px solid GrayText}\
</style></head><body>";

#[cfg(test)]
#[path = "rating_table_tests.rs"]
mod tests;

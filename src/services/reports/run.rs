//! A batch run over many games: which moves of which games, and the annotations. The pure core.

use serde::{Deserialize, Serialize};
use tabia_pgn::Game;
use tabia_report::{
    Findings, GamePage, PlayerIs, Remark, Report, Style, annotate, html, remarks, report_of, side_of,
};

use super::saved_report::{ReportRequest, ReportSide, SavedReport, title};

/// Maximum number of games of a run.
pub const MOST_GAMES: usize = 1000;

/// Settings of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunSettings {
    /// What to analyse, and how.
    #[serde(rename = "wish")]
    pub request: ReportRequest,
    /// Restricts the run to the moves of players whose name contains this; empty for all.
    pub player: String,
    /// Loss in centipawns from which a move is commented, in addition to the judged ones; negative: every move.
    pub margin: Option<i32>,
}

impl Default for RunSettings {
    fn default() -> Self {
        // As in the native program: moves in parentheses and the first moves of variations are analysed too.
        let request = ReportRequest { asides: true, ..ReportRequest::default() };
        Self { request, player: String::new(), margin: None }
    }
}

/// Game of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunGame {
    /// The id of its report.
    pub id: String,
    /// The players.
    pub title: String,
}

/// Batch run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BatchRun {
    /// Its id.
    pub id: String,
    /// Its settings.
    pub settings: RunSettings,
    /// Its games, in the order of their text.
    pub games: Vec<RunGame>,
    /// Number of games without the player.
    pub absent: usize,
    /// Number of games with the player's name on both sides.
    pub ambiguous: usize,
    /// Number of games over the limit.
    pub left_out: usize,
}

impl BatchRun {
    /// Creates a run over games, and the reports to make for it.
    pub fn new(id: String, settings: RunSettings, games: &[Game]) -> (Self, Vec<SavedReport>) {
        let mut run = Self { id, settings, ..Self::default() };
        let mut reports = Vec::new();
        for game in games {
            let mut request = run.settings.request.clone();
            if !run.settings.player.is_empty() {
                match side_of(game, &run.settings.player) {
                    PlayerIs::Playing(side) => request.side = Some(ReportSide::of(side)),
                    PlayerIs::Absent => {
                        run.absent += 1;
                        continue;
                    }
                    PlayerIs::OnBothSides => {
                        run.ambiguous += 1;
                        continue;
                    }
                }
            }
            if run.games.len() == MOST_GAMES {
                run.left_out += 1;
                continue;
            }
            let id = format!("run {} {:05}", run.id, run.games.len());
            run.games.push(RunGame { id: id.clone(), title: title(game) });
            reports.push(SavedReport { id, run: run.id.clone(), ..SavedReport::new(game, request) });
        }
        (run, reports)
    }
}

/// Game with all its annotations.
#[derive(Debug)]
pub struct Annotated {
    /// The annotated game.
    pub game: Game,
    /// The statistics of both sides.
    pub report: Report,
    findings: Findings,
    remarks: Vec<Remark>,
}

impl Annotated {
    /// Annotates a game by its report, as `tabia annotate` does; `None` if the stored game cannot be read.
    pub fn new(kept: &SavedReport, margin: Option<i32>) -> Option<Self> {
        let mut game = kept.game()?;
        let scope = kept.request.scope();
        let plan = kept.plan(&game);
        let findings = Findings::new(&plan, &kept.results(&plan));
        let style = Style { margin, ..Style::default() };
        let report = report_of(&game, &findings);
        let remarks = remarks(&game, &scope, &findings, &style);
        annotate(&mut game, &plan, &findings, &remarks, &style);
        Some(Self { game, report, findings, remarks })
    }

    /// Renders games as one HTML file; `pieces` as in [`html`].
    pub fn html(games: &[Self], pieces: &str) -> String {
        html(&games.iter().map(Self::page).collect::<Vec<_>>(), pieces)
    }

    fn page(&self) -> GamePage<'_> {
        let Self { game, report, findings, remarks } = self;
        GamePage { game, report, findings, remarks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 *\n\n[White \"Bob\"]\n[Black \"Cleo\"]\n\n1. d4 d5 *\n\n[White \"Bob\"]\n[Black \"Bobby\"]\n\n1. c4 *\n\n[White \"Cleo\"]\n[Black \"Ann\"]\n\n1. f4 *\n";

    #[test]
    fn a_player_has_a_side_in_each_game_or_none() {
        let games = tabia_pgn::read(GAMES).games;
        let settings = RunSettings { player: "Bob".to_owned(), ..RunSettings::default() };
        let (run, reports) = BatchRun::new("x".to_owned(), settings, &games);
        assert_eq!((run.games.len(), run.absent, run.ambiguous, run.left_out), (2, 1, 1, 0));
        let sides: Vec<_> = reports.iter().map(|report| report.request.side).collect();
        assert_eq!(sides, [Some(ReportSide::Black), Some(ReportSide::White)]);
        assert!(reports.iter().all(|report| report.run == "x" && report.request.asides));
        assert_eq!(run.games[1].title, "Bob – Cleo");
    }

    #[test]
    fn too_many_games_are_counted() {
        let games = vec![tabia_pgn::read(GAMES).games.remove(0); MOST_GAMES + 2];
        let (run, reports) = BatchRun::new("x".to_owned(), RunSettings::default(), &games);
        assert_eq!((run.games.len(), reports.len(), run.left_out), (MOST_GAMES, MOST_GAMES, 2));
    }

    #[test]
    fn a_report_is_written_into_its_game() {
        let mut game = tabia_pgn::read(GAMES).games.remove(0);
        let mut kept = SavedReport::new(&game, RunSettings::default().request);
        let plan = kept.plan(&game);
        let results: Vec<_> = plan
            .items
            .iter()
            .enumerate()
            .map(|(index, item)| {
                let line = vec![item.position.legal_moves()[0]];
                let eval = tabia_report::Eval::Cp(if index == 2 { 400 } else { 0 });
                Some(tabia_report::Analysis { eval, depth: 5, nodes: 9, line })
            })
            .collect();
        kept.keep(&plan, &results);
        let annotated = Annotated::new(&kept, None).unwrap();
        assert_eq!(annotated.report.black.blunders, 1);
        let text = tabia_pgn::write(&annotated.game);
        assert!(text.contains("e5??") || text.contains("e5 $4"), "{text}");
        assert!(Annotated::html(&[annotated], "<svg></svg>").contains("Ann – Bob"));
        game.tags_mut().set("White", "X".to_owned());
        assert!(Annotated::new(&SavedReport::default(), None).is_none());
    }
}

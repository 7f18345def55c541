//! Form for a book recipe: the texts as typed, and the recipe they describe.

use serde::{Deserialize, Serialize};
use tabia_book_tools::decimal;
use tabia_book_tools::filter::{BookSide, DateRange, GameFilter, PlayerFilter};
use tabia_book_tools::recipe::{PassOptions, Recipe, RecipePart};
use tabia_pgn::GameResult;
use tabia_polyglot::MergeRule;

use crate::language::tr;

/// One pass, as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassForm {
    /// Length of the games in plies.
    pub max_ply: String,
    /// Minimum number of games with a move.
    pub min_game: String,
    /// Minimum score of a move, in percent.
    pub min_score: String,
    /// `white`, `black`, or empty for both.
    pub only: String,
    /// Whether every move gets weight 1.
    pub uniform: bool,
}

/// One part, as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartForm {
    /// Its name.
    pub name: String,
    /// Minimum Elo of White; empty for any.
    pub white_elo: String,
    /// Minimum Elo of Black.
    pub black_elo: String,
    /// Whether to include White wins, draws and Black wins.
    pub results: [bool; 3],
    /// Player names separated by semicolons, one of whom must play.
    pub players: String,
    /// First day, as `2019`, `2019.06` or `2019.06.30`.
    pub from: String,
    /// Last day.
    pub to: String,
    /// Ranges of ECO codes, such as `B20-B99, C50`.
    pub eco: String,
    /// Whether only the first of identical games counts.
    pub no_duplicates: bool,
    /// The passes.
    pub passes: Vec<PassForm>,
}

/// The whole form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecipeForm {
    /// Name of the recipe and of its book.
    pub name: String,
    /// Memory in MB.
    pub memory: String,
    /// Whether positions of an earlier book are skipped in later ones; otherwise weights are added.
    pub priority: bool,
    /// The parts.
    pub parts: Vec<PartForm>,
}

/// A change of the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecipeAction {
    /// Replace the form by another recipe.
    Fill(Box<RecipeForm>),
    /// Set a field of the form, of a part, or of a pass. Checkboxes have `on` or an empty text.
    Set {
        /// The part.
        part: Option<usize>,
        /// The pass.
        pass: Option<usize>,
        /// The name of the field.
        field: String,
        /// Its new text.
        value: String,
    },
    /// Add a part.
    AddPart,
    /// Remove a part.
    RemovePart(usize),
    /// Add a pass to a part.
    AddPass(usize),
    /// Remove a pass from a part.
    RemovePass(usize, usize),
}

/// Invalid field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeFault {
    /// Its part, from 0.
    pub part: Option<usize>,
    /// Its pass, from 0.
    pub pass: Option<usize>,
    /// Its name.
    pub field: &'static str,
    /// What is wrong, as a sentence.
    pub reason: String,
}

impl From<&PassOptions> for PassForm {
    fn from(pass: &PassOptions) -> Self {
        Self {
            max_ply: pass.max_ply.to_string(),
            min_game: pass.min_game.to_string(),
            min_score: pass.min_score.to_string(),
            only: match pass.only {
                Some(BookSide::White) => "white",
                Some(BookSide::Black) => "black",
                None => "",
            }
            .to_owned(),
            uniform: pass.uniform,
        }
    }
}

impl From<&RecipePart> for PartForm {
    fn from(part: &RecipePart) -> Self {
        let filter = &part.filter;
        let text = |elo: Option<u16>| elo.map(|elo| elo.to_string()).unwrap_or_default();
        let takes = |result| filter.results.is_empty() || filter.results.contains(&result);
        Self {
            name: part.name.clone(),
            white_elo: text(filter.white_elo),
            black_elo: text(filter.black_elo),
            results: [takes(GameResult::WhiteWins), takes(GameResult::Draw), takes(GameResult::BlackWins)],
            players: filter.players.iter().map(|player| player.name.clone()).collect::<Vec<_>>().join("; "),
            from: filter.dates.from.map(|date| date.to_string()).unwrap_or_default(),
            to: filter.dates.to.map(|date| date.to_string()).unwrap_or_default(),
            eco: filter.eco.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            no_duplicates: filter.no_duplicates,
            passes: part.passes.iter().map(PassForm::from).collect(),
        }
    }
}

impl From<&Recipe> for RecipeForm {
    fn from(recipe: &Recipe) -> Self {
        Self {
            name: recipe.name.clone(),
            memory: recipe.memory_mb.to_string(),
            priority: recipe.merge == MergeRule::Priority,
            parts: recipe.parts.iter().map(PartForm::from).collect(),
        }
    }
}

impl Default for RecipeForm {
    fn default() -> Self {
        Self::from(&Recipe { name: tr!("My book").to_owned(), ..Recipe::default() })
    }
}

impl RecipeForm {
    /// Returns the form after a change.
    #[must_use]
    pub fn reduce(&self, action: RecipeAction) -> Self {
        let mut form = self.clone();
        match action {
            RecipeAction::Fill(other) => form = *other,
            RecipeAction::Set { part, pass, field, value } => form.set(part, pass, &field, value),
            RecipeAction::AddPart => {
                let mut part = form.parts.last().cloned().unwrap_or_else(|| Self::default().parts[0].clone());
                part.name = tr!("Part {number}", number = form.parts.len() + 1);
                form.parts.push(part);
            }
            RecipeAction::RemovePart(index) => {
                if form.parts.len() > 1 && index < form.parts.len() {
                    form.parts.remove(index);
                }
            }
            RecipeAction::AddPass(part) => {
                if let Some(passes) = form.parts.get_mut(part).map(|part| &mut part.passes) {
                    passes.extend(passes.last().cloned());
                }
            }
            RecipeAction::RemovePass(part, pass) => {
                if let Some(passes) = form.parts.get_mut(part).map(|part| &mut part.passes)
                    && passes.len() > 1
                    && pass < passes.len()
                {
                    passes.remove(pass);
                }
            }
        }
        form
    }

    fn set(&mut self, part: Option<usize>, pass: Option<usize>, field: &str, value: String) {
        let on = value == "on";
        let Some(part) = part else {
            match field {
                "name" => self.name = value,
                "memory" => self.memory = value,
                "merge" => self.priority = value == "priority",
                _ => {}
            }
            return;
        };
        let Some(part) = self.parts.get_mut(part) else { return };
        let Some(pass) = pass else {
            match field {
                "name" => part.name = value,
                "white-elo" => part.white_elo = value,
                "black-elo" => part.black_elo = value,
                "white-wins" => part.results[0] = on,
                "draws" => part.results[1] = on,
                "black-wins" => part.results[2] = on,
                "players" => part.players = value,
                "from" => part.from = value,
                "to" => part.to = value,
                "eco" => part.eco = value,
                "no-duplicates" => part.no_duplicates = on,
                _ => {}
            }
            return;
        };
        let Some(pass) = part.passes.get_mut(pass) else { return };
        match field {
            "max-ply" => pass.max_ply = value,
            "min-game" => pass.min_game = value,
            "min-score" => pass.min_score = value,
            "only" => pass.only = value,
            "uniform" => pass.uniform = on,
            _ => {}
        }
    }

    /// Returns the recipe that the form describes.
    ///
    /// # Errors
    /// Every invalid field.
    pub fn recipe(&self) -> Result<Recipe, Vec<RecipeFault>> {
        let mut faults = Vec::new();
        let parts: Vec<RecipePart> =
            self.parts.iter().enumerate().map(|(index, part)| part.recipe_part(index, &mut faults)).collect();
        let memory = self.memory.trim().parse().ok().filter(|mb| (1..=2048).contains(mb));
        if memory.is_none() {
            let reason = tr!("Memory must be a whole number of MB from 1 to 2048.").to_owned();
            faults.push(RecipeFault { part: None, pass: None, field: "memory", reason });
        }
        let recipe = Recipe {
            name: self.name.trim().to_owned(),
            memory_mb: memory.unwrap_or(1),
            merge: if self.priority { MergeRule::Priority } else { MergeRule::Sum },
            saturate: true,
            parts,
            ..Recipe::default()
        };
        if faults.is_empty()
            && let Err(error) = recipe.check()
        {
            faults.push(RecipeFault { part: None, pass: None, field: "name", reason: error.to_string() });
        }
        if faults.is_empty() { Ok(recipe) } else { Err(faults) }
    }
}

impl PassForm {
    /// Describes in a sentence what the pass includes; `None` while a field is invalid.
    pub fn words(&self) -> Option<String> {
        let mut faults = Vec::new();
        let options = self.options(0, 0, &mut faults);
        if !faults.is_empty() {
            return None;
        }
        let moves = match options.only {
            Some(BookSide::White) => tr!("White's moves"),
            Some(BookSide::Black) => tr!("Black's moves"),
            None => tr!("The moves of both sides"),
        };
        let plies = match options.max_ply {
            1024.. => String::new(),
            plies if plies % 2 == 0 => {
                tr!(" of the first move" | " of the first {n} moves" % (plies / 2) as usize)
            }
            plies => tr!(" of the first half-move" | " of the first {n} half-moves" % plies as usize),
        };
        let games = match options.min_game {
            1 => tr!("at least once").to_owned(),
            games => tr!("in {games} games or more", games),
        };
        let score = if options.min_score > 0.0 {
            tr!(" and that scored {score} % or more", score = options.min_score)
        } else {
            String::new()
        };
        let weights = if options.uniform { tr!("; all with the same weight") } else { "" };
        Some(tr!(
            "{moves}{plies} that were played {games}{score}{weights}.",
            moves,
            plies,
            games,
            score,
            weights
        ))
    }
}

impl PartForm {
    /// Describes in a sentence which games the part includes; `None` while a field is invalid.
    pub fn words(&self) -> Option<String> {
        let mut faults = Vec::new();
        let filter = self.recipe_part(0, &mut faults).filter;
        if faults.iter().any(|fault| fault.pass.is_none()) {
            return None;
        }
        let mut facts = Vec::new();
        let results: Vec<&str> = filter
            .results
            .iter()
            .filter_map(|result| match result {
                GameResult::WhiteWins => Some(tr!("White won")),
                GameResult::Draw => Some(tr!("were drawn")),
                GameResult::BlackWins => Some(tr!("Black won")),
                GameResult::Unknown => None,
            })
            .collect();
        if !results.is_empty() {
            facts.push(tr!("that {results}", results = results.join(tr!(" or "))));
        }
        facts.extend(filter.white_elo.map(|elo| tr!("White rated {elo} or more", elo)));
        facts.extend(filter.black_elo.map(|elo| tr!("Black rated {elo} or more", elo)));
        let names: Vec<&str> = filter.players.iter().map(|player| player.name.as_str()).collect();
        if !names.is_empty() {
            facts.push(tr!("played by {players}", players = names.join(tr!(" or "))));
        }
        facts.extend(filter.dates.from.map(|date| tr!("from {date}", date)));
        facts.extend(filter.dates.to.map(|date| tr!("until {date}", date)));
        if !filter.eco.is_empty() {
            let ranges: Vec<String> = filter.eco.iter().map(ToString::to_string).collect();
            facts.push(tr!("with ECO {ranges}", ranges = ranges.join(tr!(" or "))));
        }
        let once = if filter.no_duplicates { tr!(", equal games once") } else { "" };
        Some(if facts.is_empty() {
            tr!("All games{once}.", once)
        } else {
            tr!("Games {facts}{once}.", facts = facts.join(", "), once)
        })
    }

    fn recipe_part(&self, index: usize, faults: &mut Vec<RecipeFault>) -> RecipePart {
        let mut fault = |field, reason: String| {
            faults.push(RecipeFault { part: Some(index), pass: None, field, reason });
        };
        let mut elo = |field, text: &str| match text.trim() {
            "" => None,
            text => {
                let elo = text.parse().ok();
                if elo.is_none() {
                    let reason = tr!(
                        "{text} is not an Elo: enter a whole number, or leave it empty.",
                        text = format_args!("{text:?}")
                    );
                    fault(field, reason);
                }
                elo
            }
        };
        let (white_elo, black_elo) = (elo("white-elo", &self.white_elo), elo("black-elo", &self.black_elo));
        let mut date = |field, text: &str| match text.trim() {
            "" => None,
            text => match text.parse() {
                Ok(date) => Some(date),
                Err(error) => {
                    fault(field, format!("{error}"));
                    None
                }
            },
        };
        let dates = DateRange { from: date("from", &self.from), to: date("to", &self.to) };
        let mut eco = Vec::new();
        for text in self.eco.split([',', ';', ' ']).filter(|text| !text.is_empty()) {
            match text.parse() {
                Ok(range) => eco.push(range),
                Err(error) => fault("eco", format!("{error}")),
            }
        }
        let all = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];
        let results: Vec<GameResult> =
            all.into_iter().zip(self.results).filter(|(_, taken)| *taken).map(|(result, _)| result).collect();
        if results.is_empty() {
            fault("white-wins", tr!("Choose at least one result.").to_owned());
        }
        let players = self
            .players
            .split(';')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .map(|name| PlayerFilter { name: name.to_owned(), ..PlayerFilter::default() })
            .collect();
        let filter = GameFilter {
            white_elo,
            black_elo,
            // All three also include games without a result.
            results: if results.len() == 3 { Vec::new() } else { results },
            players,
            dates,
            eco,
            no_duplicates: self.no_duplicates,
            ..GameFilter::default()
        };
        let passes =
            self.passes.iter().enumerate().map(|(pass, form)| form.options(index, pass, faults)).collect();
        RecipePart { name: self.name.trim().to_owned(), filter, passes }
    }
}

impl PassForm {
    fn options(&self, part: usize, pass: usize, faults: &mut Vec<RecipeFault>) -> PassOptions {
        let mut fault = |field, reason: &str| {
            faults.push(RecipeFault { part: Some(part), pass: Some(pass), field, reason: reason.to_owned() });
        };
        let max_ply = self.max_ply.trim().parse().ok().filter(|&ply: &u32| ply > 0);
        if max_ply.is_none() {
            fault("max-ply", tr!("Half-moves must be a whole number, 1 or more."));
        }
        let min_game = self.min_game.trim().parse().ok().filter(|&games: &u32| games > 0);
        if min_game.is_none() {
            fault("min-game", tr!("Games must be a whole number, 1 or more."));
        }
        let min_score = decimal::parse(&self.min_score.trim().replace(',', "."));
        let min_score = min_score.filter(|score| (0.0..=100.0).contains(score));
        if min_score.is_none() {
            fault("min-score", tr!("The score must be a percentage from 0 to 100."));
        }
        PassOptions {
            max_ply: max_ply.unwrap_or(1),
            min_game: min_game.unwrap_or(1),
            min_score: min_score.unwrap_or(0.0),
            only: match self.only.as_str() {
                "white" => Some(BookSide::White),
                "black" => Some(BookSide::Black),
                _ => None,
            },
            uniform: self.uniform,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(
        form: &RecipeForm,
        part: Option<usize>,
        pass: Option<usize>,
        field: &str,
        value: &str,
    ) -> RecipeForm {
        form.reduce(RecipeAction::Set { part, pass, field: field.into(), value: value.into() })
    }

    #[test]
    fn recipes_survive_the_form() {
        for recipe in [Recipe::default(), Recipe::two_sided(2400, 2200)] {
            let recipe = Recipe { saturate: true, ..recipe };
            assert_eq!(RecipeForm::from(&recipe).recipe().unwrap(), recipe);
        }
    }

    #[test]
    fn fields_become_filters() {
        let form = RecipeForm::default();
        let form = set(&form, Some(0), None, "eco", "B20-B99, C50");
        let form = set(&form, Some(0), None, "players", "Carlsen; Kasparov, Garry");
        let form = set(&form, Some(0), None, "from", "1990");
        let form = set(&form, Some(0), None, "draws", "");
        let form = set(&form, Some(0), Some(0), "min-score", "47,5");
        let form = set(&form, Some(0), Some(0), "only", "black");
        let recipe = form.recipe().unwrap();
        let filter = &recipe.parts[0].filter;
        assert_eq!(filter.eco.len(), 2);
        assert_eq!(filter.players[1].name, "Kasparov, Garry");
        assert_eq!(filter.results, [GameResult::WhiteWins, GameResult::BlackWins]);
        assert!(filter.dates.from.is_some());
        assert_eq!(
            (recipe.parts[0].passes[0].min_score, recipe.parts[0].passes[0].only),
            (47.5, Some(BookSide::Black))
        );
        assert_eq!(RecipeForm::from(&recipe).recipe().unwrap(), recipe);
    }

    #[test]
    fn every_field_that_makes_no_sense_is_named() {
        let form = RecipeForm::default();
        let form = set(&form, None, None, "memory", "lots");
        let form = set(&form, Some(0), None, "white-elo", "strong");
        let form = set(&form, Some(0), None, "eco", "Z99");
        let form = set(&form, Some(0), None, "to", "yesterday");
        let form = set(&form, Some(0), Some(0), "max-ply", "0");
        let form = set(&form, Some(0), Some(0), "min-score", "101");
        let faults = form.recipe().unwrap_err();
        let fields: Vec<_> = faults.iter().map(|fault| fault.field).collect();
        assert_eq!(fields, ["white-elo", "to", "eco", "max-ply", "min-score", "memory"]);
        assert!(faults.iter().all(|fault| !fault.reason.is_empty()));
    }

    #[test]
    fn parts_and_passes_say_what_they_take() {
        let form = RecipeForm::from(&Recipe::two_sided(2400, 2200));
        let part = &form.parts[0];
        assert_eq!(
            part.words().unwrap(),
            "Games that White won, White rated 2400 or more, Black rated 2200 or more."
        );
        assert_eq!(
            part.passes[0].words().unwrap(),
            "White's moves of the first 8 moves that were played in 50 games or more."
        );
        let form = RecipeForm::default();
        assert_eq!(form.parts[0].words().unwrap(), "All games.");
        assert_eq!(
            form.parts[0].passes[0].words().unwrap(),
            "The moves of both sides that were played in 3 games or more."
        );
        let form = set(&form, Some(0), Some(0), "min-score", "47,5");
        let form = set(&form, Some(0), Some(0), "max-ply", "7");
        assert_eq!(
            form.parts[0].passes[0].words().unwrap(),
            "The moves of both sides of the first 7 half-moves that were played in 3 games or more and that scored 47.5 % or more."
        );
        assert_eq!(set(&form, Some(0), Some(0), "min-game", "x").parts[0].passes[0].words(), None);
        assert_eq!(set(&form, Some(0), None, "from", "yesterday").parts[0].words(), None);
    }

    #[test]
    fn the_form_is_kept_as_it_was_typed() {
        let form = set(&RecipeForm::default(), Some(0), Some(0), "min-game", "4x");
        let json = serde_json::to_string(&form).unwrap();
        assert_eq!(serde_json::from_str::<RecipeForm>(&json).unwrap(), form);
    }

    #[test]
    fn parts_and_passes_come_and_go_but_one_stays() {
        let form = RecipeForm::default().reduce(RecipeAction::AddPart).reduce(RecipeAction::AddPass(1));
        assert_eq!((form.parts.len(), form.parts[1].passes.len()), (2, 2));
        let form = form.reduce(RecipeAction::RemovePass(1, 0)).reduce(RecipeAction::RemovePass(1, 0));
        assert_eq!(form.parts[1].passes.len(), 1);
        let form = form.reduce(RecipeAction::RemovePart(0)).reduce(RecipeAction::RemovePart(0));
        assert_eq!(form.parts.len(), 1);
    }
}

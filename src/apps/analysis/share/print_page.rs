//! Print layout of a game: heading, moves with variations and comments as text, and the marked diagrams.

use crate::apps::analysis::strings;
use crate::components::board::picture::{CBURNETT, Colors, Picture, escape, piece_definitions};
use crate::components::board::view::marked_squares;
use std::fmt::Write as _;
use tabia_chess::{Color, Position};
use tabia_pgn::{Game, GameResult, Nag, NodeId, Played, SEVEN_TAG_ROSTER, Step, comment};

/// Returns the players with ratings and points, White first.
pub fn players(game: &Game) -> [String; 2] {
    let points = match game.result() {
        GameResult::WhiteWins => ["1", "0"],
        GameResult::BlackWins => ["0", "1"],
        GameResult::Draw => ["½", "½"],
        GameResult::Unknown => ["", ""],
    };
    let named = |color: &str, unknown: &str| {
        let name = game.tags().known(color).unwrap_or(unknown).to_owned();
        match game.tags().known(&format!("{color}Elo")) {
            Some(elo) => format!("{name} ({elo})"),
            None => name,
        }
    };
    let [white, black] = [named("White", strings::white()), named("Black", strings::black())];
    [
        format!("{white}  {}", points[0]).trim_end().to_owned(),
        format!("{black}  {}", points[1]).trim_end().to_owned(),
    ]
}

/// Renders the game as HTML. All text from the game is escaped.
pub fn print_page(game: &Game, orientation: Color) -> String {
    let mut print_page =
        PrintPage { text: String::new(), is_open: false, colors: Colors::for_print(), orientation };
    let _ = write!(
        print_page.text,
        r#"<svg class="sheet-pieces" aria-hidden="true">{}</svg>"#,
        piece_definitions(CBURNETT)
    );
    print_page.heading(game);
    print_page.moves(game);
    print_page.text
}

struct PrintPage {
    text: String,
    /// Whether a paragraph is open.
    is_open: bool,
    colors: Colors,
    orientation: Color,
}

impl PrintPage {
    fn heading(&mut self, game: &Game) {
        let tags = game.tags();
        let [white, black] =
            [("White", strings::white()), ("Black", strings::black())].map(|(color, unknown)| {
                let name = escape(tags.known(color).unwrap_or(unknown));
                tags.known(&format!("{color}Elo"))
                    .map_or(name.clone(), |elo| format!("{name} ({})", escape(elo)))
            });
        // Writing to a string cannot fail, here and below.
        let _ = write!(self.text, "<h1>{white} – {black}</h1>");
        let mut facts: Vec<String> =
            ["Event", "Site", "Date"].iter().filter_map(|name| tags.known(name)).map(escape).collect();
        facts.extend(tags.known("Round").map(|round| format!("{} {}", strings::round_text(), escape(round))));
        if game.result() != GameResult::Unknown {
            facts.push(game.result().as_str().to_owned());
        }
        if !facts.is_empty() {
            let _ = write!(self.text, r#"<p class="sheet-facts">{}</p>"#, facts.join(" · "));
        }
        let is_said =
            |name: &str| SEVEN_TAG_ROSTER.contains(&name) || matches!(name, "WhiteElo" | "BlackElo");
        let others: Vec<String> = game
            .stored_tags()
            .iter()
            .filter(|(name, value)| !is_said(name) && !value.is_empty())
            .map(|(name, value)| format!("{}: {}", escape(name), escape(value)))
            .collect();
        if !others.is_empty() {
            let _ = write!(self.text, r#"<p class="sheet-tags">{}</p>"#, others.join(" · "));
        }
        if *game.start() != Position::default() {
            self.diagram(game.start(), None, self.orientation, strings::start_position());
        }
    }

    fn moves(&mut self, game: &Game) {
        let root = game.annotations(NodeId::ROOT);
        self.comments(&root.after);
        if *game.start() == Position::default() {
            self.marked_diagram(game, NodeId::ROOT, game.start(), strings::start_position());
        }
        let mut needs_number = true;
        let mut depth = 0_usize;
        for step in game.walk() {
            match step {
                Step::Begin => {
                    depth += 1;
                    needs_number = true;
                    if depth == 1 {
                        self.close();
                        self.open("sheet-variation");
                    } else {
                        self.text.push_str(" (");
                    }
                }
                Step::End => {
                    needs_number = true;
                    if depth == 1 {
                        self.close();
                    } else {
                        self.text.push(')');
                    }
                    depth -= 1;
                }
                Step::Move { node, before } => {
                    self.open(if depth == 0 { "sheet-line" } else { "sheet-variation" });
                    needs_number = self.one_move(game, node, &before, depth == 0, needs_number);
                }
            }
        }
        if game.result() != GameResult::Unknown {
            self.open("sheet-line");
            let _ = write!(self.text, " <b>{}</b>", game.result());
        }
        self.close();
    }

    /// Writes a move and its annotations. Returns whether Black's reply needs a move number.
    fn one_move(
        &mut self,
        game: &Game,
        node: NodeId,
        before: &Position,
        is_main: bool,
        needs_number: bool,
    ) -> bool {
        let Some(played) = game.played(node) else { return needs_number };
        let annotations = game.annotations(node);
        self.comments(&annotations.before);
        let number = match before.turn() {
            Color::White => format!("{}. ", before.fullmove_number()),
            Color::Black if needs_number || !annotations.before.is_empty() => {
                format!("{}… ", before.fullmove_number())
            }
            Color::Black => String::new(),
        };
        let glyphs: String = annotations
            .nags
            .iter()
            .filter(|&&nag| nag != Nag::DIAGRAM && nag != Nag::DIAGRAM_FROM_BLACK)
            .map(|nag| nag.symbol().map_or_else(|| format!(" {}", nag.text()), str::to_owned))
            .collect();
        let words = format!("{number}{}{}", escape(&played.san(before)), escape(&glyphs));
        let begins = self.text.ends_with('(') || self.text.ends_with("\">");
        let separator = if begins { "" } else { " " };
        let _ = if is_main {
            write!(self.text, r#"{separator}<b class="sheet-move">{words}</b>"#)
        } else {
            write!(self.text, r#"{separator}<span class="sheet-move">{words}</span>"#)
        };
        let has_comments = self.comments(&annotations.after);
        let mut after = *before;
        played.apply(&mut after);
        let dots = if before.turn() == Color::White { "." } else { "…" };
        let san = escape(&played.san(before));
        let caption = format!("{}{dots} {san}{}", before.fullmove_number(), escape(&glyphs));
        let has_diagram = self.marked_diagram(game, node, &after, &caption);
        has_comments || has_diagram
    }

    /// Writes comments without embedded commands. Returns whether there were any.
    fn comments(&mut self, comments: &[String]) -> bool {
        let mut any = false;
        for comment in comments {
            let words = comment::prose(comment);
            if !words.trim().is_empty() {
                self.open("sheet-line");
                let separator = if self.text.ends_with("\">") { "" } else { " " };
                let _ = write!(self.text, "{separator}<i>{}</i>", escape(words.trim()));
                any = true;
            }
        }
        any
    }

    /// Writes the diagram after a move if it is marked.
    fn marked_diagram(&mut self, game: &Game, node: NodeId, position: &Position, caption: &str) -> bool {
        let nags = &game.annotations(node).nags;
        let orientation =
            if nags.contains(&Nag::DIAGRAM_FROM_BLACK) { Color::Black } else { self.orientation };
        let is_marked = nags.contains(&Nag::DIAGRAM) || nags.contains(&Nag::DIAGRAM_FROM_BLACK);
        if is_marked {
            let last = game.played(node).and_then(Played::as_move).map(marked_squares);
            self.diagram(position, last, orientation, caption);
        }
        is_marked
    }

    fn diagram(
        &mut self,
        position: &Position,
        last_move: Option<(tabia_chess::Square, tabia_chess::Square)>,
        orientation: Color,
        caption: &str,
    ) {
        self.close();
        let picture = Picture {
            pieces: CBURNETT,
            position,
            orientation,
            last_move,
            drawn: Vec::new(),
            coordinates: true,
            colors: &self.colors,
        };
        let turn =
            if position.turn() == Color::White { strings::white_to_move() } else { strings::black_to_move() };
        let _ = write!(
            self.text,
            "<figure>{}<figcaption>{caption} · {turn}</figcaption></figure>",
            picture.in_document(&position.to_fen())
        );
    }

    fn open(&mut self, class: &str) {
        if !self.is_open {
            let _ = write!(self.text, r#"<p class="{class}">"#);
            self.is_open = true;
        }
    }

    fn close(&mut self) {
        if self.is_open {
            self.text.push_str("</p>");
            self.is_open = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(pgn: &str) -> String {
        print_page(&tabia_pgn::read(pgn).games[0], Color::White)
    }

    /// Returns the visible text.
    fn words(html: &str) -> String {
        let mut text = String::new();
        let mut is_tag = false;
        for c in html.chars() {
            match c {
                '<' => is_tag = true,
                '>' => is_tag = false,
                c if !is_tag => text.push(c),
                _ => {}
            }
        }
        text
    }

    #[test]
    fn moves_variations_and_comments_are_text() {
        let html = printed(
            "[White \"Anna\"]\n[Black \"Ben\"]\n[WhiteElo \"2400\"]\n[Event \"Cup\"]\n[Opening \"Sicilian\"]\n[Result \"1-0\"]\n\n{ First } 1. e4! { [%clk 0:01:00] best } c5 (1... e5 2. Nf3 (2. f4 $6) 2... Nc6) 2. c3 1-0",
        );
        assert_eq!(html.matches("<p ").count(), html.matches("</p>").count());
        let words = words(&html);
        for part in [
            "Anna (2400) – Ben",
            "Cup · 1-0",
            "Opening: Sicilian",
            "First 1. e4! best 1… c5",
            "1… e5 2. Nf3 (2. f4?!) 2… Nc6",
            "2. c3 1-0",
        ] {
            assert!(words.contains(part), "{part}: {words}");
        }
        assert!(!words.contains("clk"));
        assert!(html.contains(r#"<p class="sheet-variation"><span class="sheet-move">1… e5"#), "{html}");
    }

    #[test]
    fn diagrams_stand_where_they_were_marked() {
        let html = printed("1. e4 e5 $220 2. Nf3 (2. f4 $221) 2... Nc6 *");
        assert_eq!(html.matches("<figure>").count(), 2);
        let before = html.split("<figure>").next().unwrap_or_default();
        assert!(before.ends_with("</p>") && before.contains("e5") && !before.contains("Nf3"), "{before}");
        assert!(words(&html).contains("1… e5 · White to move"));
        assert!(!words(&html).contains('$'));
        assert_eq!(printed("1. e4 *").matches("<figure>").count(), 0);
        assert_eq!(
            printed("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=Q *").matches("<figure>").count(),
            1
        );
    }

    #[test]
    fn nothing_of_a_game_becomes_markup() {
        let html = printed("[White \"<img src=x>\"]\n[Bad \"<b>\"]\n\n1. e4 {<script>alert(1)</script>} *");
        assert!(!html.contains("<img") && !html.contains("<script") && !html.contains(": <b>"), "{html}");
    }

    #[test]
    fn ten_thousand_nested_variations_are_printed() {
        let depth = 10_000;
        let text = format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
        assert!(words(&printed(&text)).matches("d4").count() == depth);
    }

    #[test]
    fn players_have_their_points() {
        let game =
            &tabia_pgn::read("[White \"Anna\"]\n[BlackElo \"2100\"]\n[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2")
                .games[0];
        assert_eq!(players(game), ["Anna  ½", "Black (2100)  ½"]);
    }
}

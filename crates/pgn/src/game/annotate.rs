//! Contents of a node's comments: the prose and the embedded commands.

use std::time::Duration;

use super::Annotations;
use crate::comment::{self, CommentEval, Shape};

impl Annotations {
    /// Comments after the move without commands, one per line.
    pub fn text_after(&self) -> String {
        text(&self.after)
    }

    /// Comments before the move without commands, one per line.
    pub fn text_before(&self) -> String {
        text(&self.before)
    }

    /// Replaces [`text_after`](Self::text_after); every line becomes a comment, because PGN comments have no line breaks. Commands are
    /// preserved. Returns whether anything changed.
    pub fn set_text_after(&mut self, text: &str) -> bool {
        set_text(&mut self.after, text)
    }

    /// Replaces [`text_before`](Self::text_before), in the same way.
    pub fn set_text_before(&mut self, text: &str) -> bool {
        set_text(&mut self.before, text)
    }

    /// Clock time left after the move.
    pub fn clock(&self) -> Option<Duration> {
        self.after.iter().find_map(|comment| comment::clock(comment))
    }

    /// Sets or removes the clock time.
    pub fn set_clock(&mut self, time: Option<Duration>) {
        self.set_command("clk", time.map(comment::duration_text).as_deref());
    }

    /// Time spent on the move.
    pub fn move_time(&self) -> Option<Duration> {
        self.after.iter().find_map(|comment| comment::move_time(comment))
    }

    /// Sets or removes the time spent on the move.
    pub fn set_move_time(&mut self, time: Option<Duration>) {
        self.set_command("emt", time.map(comment::duration_text).as_deref());
    }

    /// Evaluation from White's point of view, and search depth.
    pub fn evaluation(&self) -> Option<(CommentEval, Option<u32>)> {
        self.after.iter().find_map(|comment| comment::evaluation(comment))
    }

    /// Sets or removes the evaluation.
    pub fn set_evaluation(&mut self, evaluation: Option<(CommentEval, Option<u32>)>) {
        let text = evaluation.map(|(eval, depth)| comment::evaluation_text(eval, depth));
        self.set_command("eval", text.as_deref());
    }

    /// Circles and arrows on the board.
    pub fn shapes(&self) -> Vec<Shape> {
        comment::shapes(&self.after.join(" "))
    }

    /// Replaces the circles and arrows.
    pub fn set_shapes(&mut self, shapes: &[Shape]) {
        let commands = self.after.join(" ");
        let drawn = comment::with_shapes(&commands, shapes);
        for name in ["csl", "cal"] {
            let argument =
                comment::commands(&drawn).find(|&(command, _)| command == name).map(|(_, text)| text);
            self.set_command(name, argument);
        }
    }

    /// Toggles a shape; a shape of another colour on the same squares is replaced.
    pub fn toggle_shape(&mut self, shape: Shape) {
        let mut shapes = self.shapes();
        let is_repeated = shapes.contains(&shape);
        shapes.retain(|other| !other.has_place_of(shape));
        if !is_repeated {
            shapes.push(shape);
        }
        self.set_shapes(&shapes);
    }

    /// Sets a command: where it already is, else in the first prose comment, else in a new comment.
    fn set_command(&mut self, name: &str, argument: Option<&str>) {
        let has = |comment: &String| comment::commands(comment).any(|(command, _)| command == name);
        let place = self.after.iter().position(has);
        match (place, argument) {
            (Some(place), _) => {
                for (index, comment) in self.after.iter_mut().enumerate() {
                    *comment = comment::with_command(comment, name, argument.filter(|_| index == place));
                }
            }
            (None, Some(_)) => match self.after.iter().position(|comment| is_for_people(comment)) {
                Some(place) => self.after[place] = comment::with_command(&self.after[place], name, argument),
                None => self.after.push(comment::with_command("", name, argument)),
            },
            (None, None) => {}
        }
        self.after.retain(|comment| !comment.trim().is_empty());
    }
}

/// Whether a command may be put in front of a comment: match programs write comments in a fixed format.
fn is_for_people(comment: &str) -> bool {
    comment.trim() != "book" && comment::report(comment).is_none()
}

fn text(comments: &[String]) -> String {
    let lines = comments.iter().map(|comment| comment::prose(comment));
    lines.filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

fn set_text(comments: &mut Vec<String>, new: &str) -> bool {
    let even = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = new.lines().map(even).filter(|line| !line.is_empty()).collect();
    if text(comments).lines().map(even).eq(lines.iter().cloned()) {
        return false;
    }
    let commands: Vec<&str> =
        comments.iter().flat_map(|comment| comment::written_commands(comment)).collect();
    let commands = commands.join(" ");
    let mut changed = lines;
    match changed.first_mut() {
        _ if commands.is_empty() => {}
        Some(first) if is_for_people(first) => *first = format!("{commands} {first}"),
        _ => changed.insert(0, commands),
    }
    *comments = changed;
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comment::ShapeColor;
    use tabia_chess::Square;

    fn annotations(after: &[&str]) -> Annotations {
        Annotations { after: after.iter().map(|&text| text.to_owned()).collect(), ..Annotations::default() }
    }

    #[test]
    fn a_text_is_changed_and_the_commands_stay() {
        let mut node = annotations(&["[%clk 0:01:00] a plan", "and [%csl Ga1] more"]);
        assert_eq!(node.text_after(), "a plan\nand more");
        assert!(!node.set_text_after("a plan \n\n and  more"), "the same text");
        assert_eq!(node.after, ["[%clk 0:01:00] a plan", "and [%csl Ga1] more"]);
        assert!(node.set_text_after("new"));
        assert_eq!(node.after, ["[%clk 0:01:00] [%csl Ga1] new"]);
        assert!(node.set_text_after("one\ntwo"));
        assert_eq!(node.after, ["[%clk 0:01:00] [%csl Ga1] one", "two"]);
        assert!(node.set_text_after(""));
        assert_eq!(node.after, ["[%clk 0:01:00] [%csl Ga1]"]);
        node.set_clock(None);
        node.set_shapes(&[]);
        assert!(node.after.is_empty());
    }

    #[test]
    fn values_are_set_changed_and_removed() {
        let mut node = annotations(&["+0.31/10 0.12s", "a plan"]);
        node.set_clock(Some(Duration::from_secs(65)));
        assert_eq!(
            node.after,
            ["+0.31/10 0.12s", "[%clk 0:01:05] a plan"],
            "the report of a match stays one"
        );
        node.set_evaluation(Some((CommentEval::Mate(-3), None)));
        node.set_move_time(Some(Duration::from_millis(1500)));
        assert_eq!(node.evaluation(), Some((CommentEval::Mate(-3), None)));
        assert_eq!(node.move_time(), Some(Duration::from_millis(1500)));
        node.set_clock(Some(Duration::from_secs(7)));
        assert_eq!(node.after[1], "[%clk 0:00:07] [%eval #-3] [%emt 0:00:01.5] a plan");
        node.set_clock(None);
        node.set_evaluation(None);
        node.set_move_time(None);
        assert_eq!(node.after, ["+0.31/10 0.12s", "a plan"]);
        let mut report = annotations(&["+0.31/10 0.12s"]);
        report.set_clock(Some(Duration::from_secs(7)));
        assert_eq!(report.after, ["+0.31/10 0.12s", "[%clk 0:00:07]"]);
    }

    #[test]
    fn a_shape_is_drawn_recoloured_and_erased() {
        let mut node = annotations(&["a plan"]);
        let green = Shape { color: ShapeColor::Green, from: Square::E2, to: Square::E4 };
        let red = Shape { color: ShapeColor::Red, ..green };
        node.toggle_shape(green);
        assert_eq!(node.after, ["[%cal Ge2e4] a plan"]);
        node.toggle_shape(red);
        assert_eq!(node.shapes(), [red]);
        node.toggle_shape(red);
        assert_eq!(node.after, ["a plan"]);
        let mut apart = annotations(&["[%csl Ga1] x", "[%csl Rb2]"]);
        apart.toggle_shape(Shape { color: ShapeColor::Green, from: Square::A1, to: Square::A1 });
        assert_eq!(apart.after, ["[%csl Rb2] x"]);
    }
}

//! Pieces of the text in messages.

/// A piece of the text for a message: in quotation marks, in one line, cut when long.
pub(crate) fn quote(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut quoted = String::from("\"");
    let mut chars = text.chars();
    quoted.extend(chars.by_ref().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }));
    if chars.next().is_some() {
        quoted.push('…');
    }
    quoted.push('"');
    quoted
}

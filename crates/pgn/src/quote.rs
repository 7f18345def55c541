//! Quoting text in messages.

/// Quotes a piece of text for a message: in quotation marks, on one line, truncated if long.
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

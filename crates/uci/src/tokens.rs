//! Splits a line into tokens.

/// The tokens of a line, separated by any white space, with access to the unread rest.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Self { rest: line }
    }

    /// The unread rest, without the white space around it.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest.trim()
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        if rest.is_empty() {
            self.rest = rest;
            return None;
        }
        let (token, rest) =
            rest.find(char::is_whitespace).and_then(|end| rest.split_at_checked(end)).unwrap_or((rest, ""));
        self.rest = rest;
        Some(token)
    }
}

/// Reads an integer, saturating if the number is too large for the type.
///
/// Programs may send clocks and node limits with more digits than 64 bits hold; they mean "unlimited".
pub(crate) fn saturating_integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let limit = if negative { i64::MIN } else { i64::MAX };
    let magnitude = digits.parse::<i64>().unwrap_or(i64::MAX);
    Some(if magnitude == i64::MAX {
        limit
    } else if negative {
        -magnitude
    } else {
        magnitude
    })
}

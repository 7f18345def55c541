//! Operations and their operands.

use std::fmt;

use super::fields::string_end;

/// An opcode with its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Name: `bm`, `id`, `D5` and so on.
    pub opcode: String,
    /// The operands.
    pub operands: Vec<Operand>,
}

/// One operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A move, a number or another word.
    Word(String),
    /// A quoted string, without the quotation marks.
    Text(String),
}

impl Operand {
    /// The text of the operand.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Word(text) | Self::Text(text) => text,
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            match operand {
                Operand::Word(word) => write!(f, " {word}")?,
                Operand::Text(text) => {
                    write!(f, " \"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))?;
                }
            }
        }
        Ok(())
    }
}

/// The operands of one segment (the text between two semicolons, after the opcode).
pub(super) fn operands(segment: &str) -> Vec<Operand> {
    let mut operands = Vec::new();
    let mut rest = segment.trim();
    while !rest.is_empty() {
        let end = if rest.starts_with('"') { string_end(rest) } else { None };
        let (operand, end) = if let Some(end) = end {
            (Operand::Text(unescape(&rest[1..end - 1])), end)
        } else {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let word = rest[..end].to_owned();
            // Written as a word, its quotation mark could pair with one in a later operation, and its semicolon would end this one.
            (if word.contains(['"', ';']) { Operand::Text(word) } else { Operand::Word(word) }, end)
        };
        operands.push(operand);
        rest = rest[end..].trim_start();
    }
    operands
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                plain.push(next);
                chars.next();
            }
            _ => plain.push(c),
        }
    }
    plain
}

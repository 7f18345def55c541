//! Rewrites the source of the evaluation parameters.

use tabia_engine::eval::{PARAMETERS_SOURCE, Parameter};

use super::error::TuneError;

/// Returns the source with its numbers replaced by `values`, two for each parameter. Everything else is unchanged.
///
/// # Errors
/// If the source differs from what the program was compiled from, which is a bug of the tuner.
pub(super) fn rewritten(parameters: &[Parameter], values: &[i32]) -> Result<String, TuneError> {
    let mut text = String::with_capacity(PARAMETERS_SOURCE.len());
    let mut rest = PARAMETERS_SOURCE;
    for parameter in parameters {
        let lost = || TuneError::Source(parameter.name);
        let declaration = format!("\n    {}: ", parameter.name);
        let name = rest.find(&declaration).ok_or_else(lost)?;
        let start = name + rest[name..].find(" =").ok_or_else(lost)? + " =".len();
        let end = start + rest[start..].find(';').ok_or_else(lost)?;
        let places = 2 * parameter.start..2 * (parameter.start + parameter.values.len());
        let step = if parameter.is_packed { 1 } else { 2 };
        let mut numbers = values.get(places).ok_or_else(lost)?.iter().step_by(step);
        text.push_str(&rest[..start]);
        push_with_numbers(&mut text, &rest[start..end], &mut numbers).ok_or_else(lost)?;
        if numbers.next().is_some() {
            return Err(lost());
        }
        rest = &rest[end..];
    }
    text.push_str(rest);
    Ok(text)
}

/// Appends `source` with its integers replaced, except in comments; `None` if there are too few numbers.
fn push_with_numbers<'a>(
    text: &mut String,
    source: &str,
    numbers: &mut impl Iterator<Item = &'a i32>,
) -> Option<()> {
    for line in source.split_inclusive('\n') {
        let (mut code, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        while let Some(start) = code.find(|c: char| c.is_ascii_digit()) {
            let is_negative = code[..start].ends_with('-');
            text.push_str(&code[..start - usize::from(is_negative)]);
            text.push_str(&numbers.next()?.to_string());
            code = code[start..].trim_start_matches(|c: char| c.is_ascii_digit());
        }
        text.push_str(code);
        text.push_str(comment);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use tabia_engine::eval;

    use super::*;

    fn flat(parameters: &[Parameter]) -> Vec<i32> {
        parameters.iter().flat_map(|parameter| parameter.values.iter().flatten().copied()).collect()
    }

    #[test]
    fn the_same_numbers_give_the_same_source() {
        let parameters = eval::parameters();
        let source = rewritten(&parameters, &flat(&parameters)).expect("found");
        assert_eq!(source, PARAMETERS_SOURCE);
    }

    #[test]
    fn other_numbers_stand_in_their_places() {
        let parameters = eval::parameters();
        let mut values = flat(&parameters);
        let pawn = parameters[0].start;
        values[2 * pawn] = -77;
        values[2 * pawn + 1] = 123;
        let last = parameters.last().expect("some");
        values[2 * last.start] = 4321;
        let source = rewritten(&parameters, &values).expect("found");
        assert!(source.contains("[s(-77, 123), s("), "the first number is the pawn's");
        assert!(source.contains(&format!("{}: i32 = 4321;", last.name)));
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let (before, after) = (lines(PARAMETERS_SOURCE), lines(&source));
        assert_eq!(before.len(), after.len());
        assert_eq!(before.iter().zip(&after).filter(|(before, after)| before != after).count(), 2);
    }
}

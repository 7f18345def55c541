//! Addresses of web pages. Nothing is loaded from them, but some contain a position.

use tabia_pgn::position_from_fen;

/// Whether a text is a single address: `https://lichess.org/abcd1234`, `www.chess.com/game/live/1`.
pub(super) fn is_link(text: &str) -> bool {
    if text.contains(char::is_whitespace) {
        return false;
    }
    if let Some((scheme, rest)) = text.split_once("://") {
        return !rest.is_empty() && !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric());
    }
    let Some((host, _)) = text.split_once('/') else { return false };
    let Some((name, domain)) = host.rsplit_once('.') else { return false };
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.');
    !name.is_empty()
        && name.chars().all(is_name)
        && domain.len() >= 2
        && domain.chars().all(char::is_alphabetic)
}

/// Extracts the FEN from an address: `https://lichess.org/analysis/8/8/4k3/8/4P3/4K3/8/8_w_-_-_0_1`, or a `fen` parameter as on chess.com.
pub(super) fn fen_in_link(text: &str) -> Option<String> {
    if !is_link(text) {
        return None;
    }
    let decoded = percent_decoded(text)?.replace(['_', '+'], " ");
    if let Some((_, value)) = decoded.split_once("fen=") {
        let value = value.split(['&', '#']).next()?;
        return is_fen(value).then(|| value.trim().to_owned());
    }
    let path = decoded.split(['?', '#']).next()?;
    let parts: Vec<&str> = path.split('/').collect();
    parts.windows(8).map(|ranks| ranks.join("/")).find(|fen| is_fen(fen))
}

fn is_fen(text: &str) -> bool {
    position_from_fen(text).is_ok()
}

/// Decodes percent escapes such as `%20`; `None` if one is invalid.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let (digits, tail) = rest.split_at_checked(2)?;
        rest = tail;
        bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_other_words() {
        for link in
            ["https://lichess.org/abcd1234", "lichess.org/abcd1234", "www.chess.com/game/1?x=%", "ftp://a"]
        {
            assert!(is_link(link), "{link}");
        }
        for text in
            ["e4", "8/8/4k3/8/4P3/4K3/8/8", "https://lichess.org/a e4", "1/2-1/2", "1.e4/e5", "://", "O-O/x"]
        {
            assert!(!is_link(text), "{text}");
        }
    }

    #[test]
    fn a_position_is_taken_out_of_an_address() {
        let fen = "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1";
        for link in [
            "https://lichess.org/analysis/8/8/4k3/8/4P3/4K3/8/8_w_-_-_0_1",
            "https://lichess.org/analysis/fromPosition/8/8/4k3/8/4P3/4K3/8/8_w_-_-_0_1?color=white#0",
            "https://lichess.org/editor/8/8/4k3/8/4P3/4K3/8/8%20w%20-%20-%200%201",
            "https://www.chess.com/analysis?fen=8%2F8%2F4k3%2F8%2F4P3%2F4K3%2F8%2F8+w+-+-+0+1&tab=analysis",
        ] {
            assert_eq!(fen_in_link(link).as_deref(), Some(fen), "{link}");
        }
        for link in
            ["https://lichess.org/abcd1234", "https://a.b/%", "https://a.bc/%zz", "https://a.bc/?fen=e4"]
        {
            assert_eq!(fen_in_link(link), None, "{link}");
        }
    }
}

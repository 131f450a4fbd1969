//! Where the games of a file begin.

use super::lexer::{
    Lexer, Token, begins_capitals, begins_game, begins_property, blanks, count_while,
    find_before_property, has_node, is_blank, plain_blanks,
};
use super::property::{self, PropertyKind};
use super::value;
use crate::record::{Headers, Key};
use crate::text::examine;

/// Properties that only the root of a game has.
const ROOT: [&str; 6] = ["FF", "GM", "SZ", "CA", "AP", "ST"];

/// Where the first game begins, even if its first `(` or `;` is missing.
pub(super) fn find_first(text: &str) -> Option<usize> {
    let tree = find_tree(text, 0);
    let before = text.get(..tree.unwrap_or(text.len())).unwrap_or(text);
    find_damaged(text, before).or(tree)
}

/// Where a game begins without a first `(` or `;`. What is before a whole game is more likely to be prose, so only
/// what must be a game is taken for one.
fn find_damaged(text: &str, before: &str) -> Option<usize> {
    let bytes = before.as_bytes();
    let bare = find_before_property(bytes, b'(', begins_known);
    if let Some(bare) = bare.filter(|bare| goes_on(text, *bare)) {
        return Some(bare);
    }
    let node = find_before_property(bytes, b';', begins_known);
    let start = blanks(bytes);
    let begins = begins_known(bytes) && (node.is_some() || goes_on(text, start));
    if begins { Some(start) } else { node }
}

/// Passes over everything from a token on up to the `)` that closes the tree. The number of variations that are open
/// if the text ends before that.
pub(super) fn skip_tree<'a>(
    lexer: &mut Lexer<'a>,
    mut next: Option<Token<'a>>,
    values: &mut Vec<&'a str>,
) -> Option<usize> {
    let mut open = 0;
    while let Some(token) = next {
        match token {
            Token::Open => open += 1,
            Token::Close if open == 0 => return None,
            Token::Close => open -= 1,
            Token::Node => {}
            Token::Property(name) => {
                let (name, kind) = property::resolve(name);
                lexer.values(property::is_text(&name, kind), values);
            }
        }
        while lexer.plain_move().is_some() {}
        next = lexer.next();
    }
    Some(open)
}

/// Where the game ends that begins with a `(` here; `None` if the text ends before.
pub(super) fn find_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let tree = bytes.get(start..)?.strip_prefix(b"(")?;
    let mut lexer = Lexer::new(text, start + 1);
    let mut open = 0;
    for at in memchr::memchr2_iter(b'(', b')', tree).map(|at| start + 1 + at) {
        let is_passed = at < lexer.offset;
        if is_passed || !(ends_in_value(&bytes[lexer.offset..at]) || is_token(&mut lexer, at)) {
            continue;
        }
        lexer.offset = at + 1;
        match (bytes[at], open) {
            (b'(', _) if begins_game(text, at) => return Some(at),
            (b'(', _) => open += 1,
            (_, 0) => return Some(at + 1),
            _ => open -= 1,
        }
    }
    None
}

/// Whether nothing is here or what ends with a value: a `]` in front of a parenthesis is never text, unless it is
/// escaped.
fn ends_in_value(between: &[u8]) -> bool {
    let blanks = between.iter().rev().take_while(|byte| is_blank(**byte)).count();
    let Some((last, value)) = between[..between.len() - blanks].split_last() else {
        return true;
    };
    let escapes = value.iter().rev().take_while(|byte| **byte == b'\\').count();
    examine(blanks + escapes + 1);
    *last == b']' && escapes % 2 == 0
}

/// Whether the next parenthesis, which is at this offset, is structure and not text in a value. Passes over the value
/// if it is.
fn is_token(lexer: &mut Lexer<'_>, at: usize) -> bool {
    let mut values = Vec::new();
    while lexer.offset <= at {
        match lexer.next() {
            Some(Token::Property(name)) => {
                let (name, kind) = property::resolve(name);
                lexer.values(property::is_text(&name, kind), &mut values);
            }
            Some(Token::Node) => {}
            // A value without a property may have been passed over before it.
            Some(Token::Open | Token::Close) | None => {
                lexer.offset = lexer.start;
                return lexer.start == at;
            }
        }
        while lexer.plain_move().is_some() {}
    }
    false
}

/// Whether the game that begins here is Go beyond doubt: its root is complete, and names no game or this one.
pub(super) fn is_plainly_go(text: &str, start: usize) -> bool {
    let is_go = |name: &str, _, values: &[&str]| (name == "GM").then(|| *values == ["1"]);
    find_in_root(text, start, is_go).is_some_and(|is_go| is_go.unwrap_or(true))
}

/// Reads the wanted headers of the game that begins here from the properties of its root alone. `None` if one of them
/// depends on more than that.
pub(super) fn find_headers(text: &str, start: usize, wanted: &[Key]) -> Option<Headers> {
    let is_plain = |key: &Key| matches!(key, Key::Player(_) | Key::Date | Key::Started);
    if wanted.is_empty() || !wanted.iter().all(is_plain) {
        return None;
    }
    let mut headers = Headers::default();
    find_in_root(text, start, |_, kind, values| {
        if let Some(PropertyKind::Header(Some(key))) = kind
            && wanted.contains(&key)
            && headers.get(key).is_none()
        {
            let mut values = values.iter().map(|raw| value::simple(raw.trim()));
            let value = values.find(|value| !value.is_empty());
            headers.set(key, &value.unwrap_or_default());
        }
        None::<()>
    })?;
    Some(headers)
}

/// Passes each property of a root to `find`, with its plain name, its meaning and its values, until `find` returns
/// something. The outer `Option` is `None` if no root with its `(` and `;` begins here.
fn find_in_root<'a, T>(
    text: &'a str,
    start: usize,
    mut find: impl FnMut(&str, Option<PropertyKind>, &[&'a str]) -> Option<T>,
) -> Option<Option<T>> {
    let mut lexer = Lexer::new(text, start);
    let mut values = Vec::new();
    if lexer.next()? != Token::Open || lexer.next()? != Token::Node {
        return None;
    }
    while let Some(Token::Property(name)) = lexer.next() {
        let (name, kind) = property::resolve(name);
        lexer.values(property::is_text(&name, kind), &mut values);
        let found = find(&name, kind, &values);
        if found.is_some() {
            return Some(found);
        }
    }
    Some(None)
}

/// Where the next game begins after one that ends here.
pub(super) fn find_next(text: &str, end: usize) -> Option<usize> {
    let rest = text.get(end..)?.as_bytes();
    let start = end + blanks(rest);
    if text[start..].starts_with('(')
        && begins_known(&text.as_bytes()[start + 1..])
        && goes_on(text, start)
    {
        return Some(start);
    }
    let mut next = find_tree(text, end)?;
    // CGoban leaves the end of a longer file after that of a shorter one: its variations are not games.
    if has_node(text.get(end..next)?.as_bytes()) {
        let is_root = |name: &str, _, _: &[&str]| ROOT.contains(&name).then_some(());
        while find_in_root(text, next, is_root).flatten().is_none() {
            next = find_tree(text, next + 1)?;
        }
    }
    Some(next)
}

/// Where the next game tree begins: at a `(` before a `;`. A parenthesis alone may be prose.
pub(super) fn find_tree(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut opening = memchr::memchr_iter(b'(', bytes.get(from..)?).map(|at| from + at);
    let found = opening.find(|at| after_node(&bytes[at + 1..]).is_some_and(begins_node));
    examine(found.unwrap_or(bytes.len()) - from);
    found
}

/// Whether a node may go on like this: with a property, or with what ends it.
fn begins_node(rest: &[u8]) -> bool {
    let next = rest.get(plain_blanks(rest));
    next.is_none_or(|byte| byte.is_ascii_alphabetic() || b"();".contains(byte))
        || begins_property(rest)
}

/// Whether the first node of a game tree that begins here has a known SGF property, so that it is not prose.
pub(super) fn is_sure(tree: &str) -> bool {
    after_node(tree.strip_prefix('(').unwrap_or(tree).as_bytes()).is_some_and(begins_known)
}

/// The text after a `;`.
fn after_node(bytes: &[u8]) -> Option<&[u8]> {
    bytes[blanks(bytes)..].strip_prefix(b";")
}

/// Whether a property comes next whose name is one of SGF's, in capitals.
fn begins_known(bytes: &[u8]) -> bool {
    let bytes = &bytes[blanks(bytes)..];
    let length = count_while(bytes, |byte| byte.is_ascii_alphanumeric());
    let name = std::str::from_utf8(&bytes[..length]).unwrap_or("");
    begins_property(bytes) && begins_capitals(bytes) && property::kind(name).is_some()
}

/// Whether nodes, with or without a `(` before them, follow the properties here, which makes these a root without its
/// `;`.
fn goes_on(text: &str, start: usize) -> bool {
    let tree = text.get(start..).unwrap_or("");
    let mut lexer = Lexer::new(tree.strip_prefix('(').unwrap_or(tree), 0);
    let mut values = Vec::new();
    while let Some(token) = lexer.next() {
        match token {
            Token::Property(_) => lexer.values(true, &mut values),
            Token::Open | Token::Node => return !values.is_empty(),
            Token::Close => break,
        }
    }
    false
}

//! Moves as plain text, as sites offer them to be copied (文本棋谱): lines of headers, then numbered moves, or nothing but
//! moves.

use std::ops::Range;

use super::heads::{handicap, is_main_heading, plain, read_fen, read_head};
use super::movetext::{self, Movetext, Traits};
use super::pgn;
use crate::format::games::{self, Extent, Games};
use crate::format::headers::outcome;
use crate::format::prose::{self, Counts, Reading, Tongue};
use crate::format::{Certainty, Format, Holds, ReadError, Reader};
use crate::game;
use crate::game::xiangqi::Position;
use crate::record::{At, Builder, Headers, Key, Record};
use crate::text::scan::{self, beginning};
use crate::text::{Family, Source, Unit, without_joiners};

pub(in crate::format) const FORMAT: Format = Format {
    name: "text",
    title: "Moves as text (文本棋谱)",
    extensions: &["txt", "text"],
    unit: Unit::Line,
    encodings: "GB18030, UTF-8, Big5",
    holds: Holds::TREE.and_clocks().and_games(),
    detect,
    read: Some(Reader::text(Family::Chinese, games, game, Some(headers))),
    tongue: Some(TONGUE),
    spell: without_joiners,
    ..super::BASE
};

fn detect(source: &Source<'_>) -> Certainty {
    let text = source.text(Family::Chinese);
    if text.trim_start().starts_with('[') && pgn::is_other_game(beginning(text)) {
        return Certainty::No;
    }
    certainty(if FORMAT.is_named(source) { text } else { beginning(text) })
}

/// How certain it is that a text is a list of moves, by the first of them.
fn certainty(text: &str) -> Certainty {
    const LINES: usize = 4;
    const LONGEST: usize = 2048;
    let Some((begin, _)) = prose::opening(text, TONGUE) else {
        return Certainty::No;
    };
    if text[..begin].lines().any(is_main_heading) {
        return Certainty::Likely;
    }
    let end = text.floor_char_boundary(begin + LONGEST);
    let lines = text[begin..end].match_indices('\n').map(|(end, _)| begin + end);
    let end = lines.take(LINES).last().unwrap_or(end);
    let (builder, reading) = read_prose(text, 0..end, begin);
    match reading.counts().certainty() {
        Certainty::Weak if !builder.record().start.is_usual() => Certainty::Likely,
        certainty => certainty,
    }
}

/// Moves in any notation.
const TONGUE: Tongue = Tongue::Xiangqi(|_| true);

/// How many moves a text has among other words, if it may have some.
pub(in crate::format) fn counts_of_prose(text: &str) -> Option<Counts> {
    /// In Latin letters, fewer may be anything.
    const FEWEST: usize = 4;
    let text = beginning(text);
    let parts = text.as_bytes().windows(4);
    let moves = parts.filter(|part| {
        (part[0].is_ascii_alphabetic() || part[0] == b' ')
            && (part[2].is_ascii_alphabetic() || b"+-=.".contains(&part[2]))
            && part[1].is_ascii_digit()
            && (part[3].is_ascii_digit() || part[2] == b'-' && part[3].is_ascii_uppercase())
    });
    if !text.contains(['炮', '砲', '包', '车', '車', '马', '馬', '兵', '卒'])
        && !["bình", "tiến"].iter().any(|word| text.contains(word))
        && moves.take(FEWEST).count() < FEWEST
        || text.trim_start().starts_with('[') && pgn::is_other_game(text)
    {
        return None;
    }
    TONGUE.is_in(text).then(|| read_prose(text, 0..text.len(), 0).1.counts())
}

/// Reads a part of a text that people wrote, from an offset on. It may give the position.
fn read_prose(text: &str, range: Range<usize>, from: usize) -> (Builder, Reading<'_>) {
    let mut lines = text[range.clone()].lines().map(plain);
    let given = lines.find_map(|line| read_fen(line).or_else(|| handicap(line)));
    let stated = given.unwrap_or_else(Position::initial);
    let moves = prose::opening(&text[from..range.end], TONGUE).map_or(0, |(at, _)| at);
    let movetext = Movetext::new(text, from + moves..range.end);
    let (inferred, style) = movetext::infer(&stated, &movetext);
    let is_open = given.is_some() || movetext.begins_with_ellipsis();
    let start = if is_open { inferred } else { stated };
    let builder = Builder::on(Record::new(game::Position::Xiangqi(start)));
    let reading = Reading::new(&builder, text, from..range.end, Tongue::Xiangqi(style), true);
    (builder, reading)
}

/// The games in a part of a text.
fn games_in(text: &str, range: Range<usize>) -> Vec<Record> {
    // The last line has what a site or program writes after its name.
    let part = text[range.clone()].trim_end();
    let line = part.rfind('\n').map_or(0, |end| end + 1);
    let signature = part[line..].find(SIGNATURE).map(|at| range.start + line + at);
    let range = range.start..signature.unwrap_or(range.end);
    let mut games = played(text, range);
    if let (Some(at), Some(game)) = (signature, games.first_mut()) {
        let signature = text[at..].lines().next().unwrap_or("").trim_start_matches(SIGNATURE);
        game.headers.push_unknown(SIGNATURE, signature.trim());
    }
    games
}

/// The games in a part of a text without a signature.
fn played(text: &str, range: Range<usize>) -> Vec<Record> {
    if let Some(game) = list(text, range.clone()) {
        return vec![game];
    }
    let (builder, reading) = read_prose(text, range.clone(), range.start);
    let begin = reading.begin().unwrap_or(range.start).max(range.start);
    // Comments right above the moves belong to them.
    let opening = split(&text[range.clone()]).map(|(head, _)| range.start + head.len());
    let is_comment =
        |at: &usize| text.get(*at..begin).is_some_and(|above| above.starts_with(['{', ';']));
    let first = opening.filter(is_comment).unwrap_or(begin);
    let start = builder.record().start.clone();
    let mut record = builder.finish();
    let head = &text[range.start..first];
    read_head(head, &mut record);
    if let Some(at) = prose::drawn_board(head).filter(|_| start.is_usual()) {
        record.warnings.warn(At::offset(range.start + at), prose::DRAWN);
    }
    // The moves may say more about it than a FEN in the head.
    record.start = start;
    let mut planted = reading.plant(Builder::on(record), first);
    let result = if planted.more.is_empty() { planted.note_rest() } else { None };
    let record = movetext::finish(planted.builder, result, At::offset(range.start));
    std::iter::once(record).chain(planted.more).collect()
}

/// The game in a part of a text, if that is a list of moves with variations.
fn list(text: &str, range: Range<usize>) -> Option<Record> {
    let (head, _) = split(&text[range.clone()])?;
    let movetext = Movetext::new(text, range.start + head.len()..range.end);
    if TONGUE.is_in(head) || !movetext.has_variations() || !movetext.is_list() {
        return None;
    }
    let mut record = Record::new(game::Position::Xiangqi(Position::initial()));
    read_head(head, &mut record);
    Some(movetext::play_complete(record, &movetext, At::offset(range.start)))
}

/// The headers and the moves.
fn split(text: &str) -> Option<(&str, &str)> {
    prose::opening(text, TONGUE).map(|(begin, _)| text.split_at(begin))
}

/// The games of a text: the next one begins where the rounds are counted from 1 again, with the lines above.
fn sections(text: &str) -> Games {
    let named = named_lines(text);
    if !named.is_empty() {
        return games::divide(text, &named[1..]);
    }
    let mut starts = Vec::new();
    let (mut has_moves, mut has_gap) = (false, false);
    let mut head = None;
    let (mut first_lines, mut has_game_a_line) = (Vec::new(), false);
    // A comment in braces may count its own rounds.
    for line in scan::lines(text).take_while(|line| !line.text.contains('{')) {
        let content = plain(line.text);
        match round(line.text) {
            Some(number) => {
                if first_lines.len() < 2 {
                    first_lines.push((number, line));
                    has_game_a_line = are_games(text, &first_lines);
                }
                let is_apart = has_game_a_line || number == 1 && (has_gap || head.is_some());
                if has_moves && is_apart {
                    starts.push(head.unwrap_or(line.offset));
                }
                (has_moves, has_gap, head) = (true, false, None);
            }
            None if content.is_empty() => has_gap = true,
            None if content.starts_with(SIGNATURE) => (has_gap, head) = (true, None),
            // Right below the moves is the result.
            None if !has_gap && outcome(content).is_some() => {}
            None => head = head.or(Some(line.offset)),
        }
    }
    games::divide(text, &starts)
}

/// The number of the round with which a line of moves begins, 0 if it has none; `None` for a line of something else.
pub(super) fn round(line: &str) -> Option<i64> {
    prose::opening(line, TONGUE).map(|(_, number)| number)
}

/// Where the lines are that have a name and a game each, if the first two are such: `g1<TAB>h2e2 h9g7 …`. The moves of the
/// second do not continue those of the first.
fn named_lines(text: &str) -> Vec<usize> {
    const LOOKED_AT: usize = 4;
    let first_lines = scan::lines(text).take(LOOKED_AT).filter_map(after_name).take(2);
    let first_lines: Vec<Movetext<'_>> =
        first_lines.map(|(_, range)| Movetext::new(text, range)).collect();
    let [first, second] = &first_lines[..] else { return Vec::new() };
    let (start, style) = (Position::initial(), movetext::infer(&Position::initial(), first).1);
    let [one, other] = [first, second].map(|line| Traits::of(line).moves);
    let [whole, too] =
        [first, second].map(|line| movetext::legal_run(&start, line.phrases(0, style), usize::MAX));
    let joined = first.phrases(0, style).chain(second.phrases(0, style));
    let are_games = (whole, too) == (one, other)
        && one.min(other) > 1
        && movetext::legal_run(&start, joined, usize::MAX) < one + other;
    let games = scan::lines(text).filter(|_| are_games).filter_map(after_name);
    games.map(|(offset, _)| offset).collect()
}

/// Where a line begins, and where its moves are, if there is a name before them.
fn after_name(line: scan::Line<'_>) -> Option<(usize, Range<usize>)> {
    const NAMES: usize = 8;
    let mut ends = line.text.match_indices(['\t', ',', '，']).take(NAMES);
    let at = ends.find_map(|(at, sign)| {
        let moves = at + sign.len();
        round(&line.text[moves..]).map(|_| moves)
    })?;
    let is_name = !line.text[..at].trim().is_empty() && !TONGUE.is_in(&line.text[..at]);
    is_name.then_some((line.offset, line.offset + at..line.offset + line.text.len()))
}

/// Whether two lines of moves are a game each: then all are.
fn are_games(text: &str, lines: &[(i64, scan::Line<'_>)]) -> bool {
    let [(number @ (0 | 1), first), (other, second)] = lines else {
        return false;
    };
    let between = &text[first.offset + first.text.len()..second.offset];
    let range = first.offset..second.offset + second.text.len();
    number == other
        && between.trim().is_empty()
        && read_prose(text, range.clone(), range.start).1.starts().next().is_some()
}

/// How the line of a site or program begins that names itself, where a result would be.
const SIGNATURE: &str = "棋谱由";

/// The number of games up to which all are read to be found: of more that begin alike, each is one.
const MANY: usize = 100;

fn games(text: &str, extent: Extent) -> Result<Games, ReadError> {
    // The variations of an annotated game are counted from any round.
    if extent.is_part || text.lines().any(is_main_heading) {
        return games::one(text, extent);
    }
    let sections = sections(text);
    if sections.ranges.len() > MANY {
        return Ok(sections);
    }
    let (mut games, mut from) = (Games::default(), None);
    for Range { start, end } in sections.ranges {
        let start = from.take().unwrap_or(start);
        let found = games_in(text, start..end);
        // Words before a game may hold numbers.
        if end < text.len() && found.iter().all(|game| game.tree.len() < 2) {
            from = Some(start);
        } else {
            games.read.extend(found);
        }
    }
    match games.read.iter().any(|game| game.tree.len() > 1) {
        true => Ok(games),
        false => Err(ReadError::none("there are no moves of xiangqi")),
    }
}

/// The headers of the game in a part of a text. A result among the moves is not one of them.
fn headers(text: &str, range: Range<usize>, _: &[Key]) -> Headers {
    let part = &text[range];
    let mut record = Record::new(game::Position::Xiangqi(Position::initial()));
    read_head(split(part).map_or(part, |(head, _)| head), &mut record);
    record.headers
}

/// Where the games of a text are from an offset on, if it certainly has some.
pub(super) fn games_after(text: &str, from: usize) -> impl Iterator<Item = Range<usize>> {
    let rest = &text[from..];
    let is_list = certainty(rest) >= Certainty::Likely;
    let sections = if is_list { sections(rest) } else { Games::default() };
    sections.ranges.into_iter().map(move |part| from + part.start..from + part.end)
}

/// Reads the game in a part of a text.
pub(super) fn game(text: &str, range: Range<usize>) -> Result<Record, ReadError> {
    let start = game::Position::Xiangqi(Position::initial());
    Ok(games_in(text, range).into_iter().next().unwrap_or_else(|| Record::new(start)))
}

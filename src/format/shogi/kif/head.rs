//! Everything before the first move: headers, the diagram, and notes on the starting position.

use super::diagram::{BARS, Diagram, DiagramFault};
use super::ending::side_prefix;
use super::lines::{self, Line, LineKind, NO_MOVE, first_number, is_step, looks_like_a_move};
use super::moves::Moves;
use crate::format::headers::parts;
use crate::format::shogi::{add_line, eval, keep_header, set_day};
use crate::format::{ReadError, Reason};
use crate::game::shogi::notation::{Phrase, is_side_mark, kanji_value, marked_side};
use crate::game::shogi::{Handicap, Kind, Origin, Position, Square};
use crate::game::{self, Side};
use crate::record::{At, Builder, Key, Note};
use crate::text::scan::is_blank;

/// Shogi variants with other boards or rules.
const VARIANTS: &str =
    "5五 ５五 五五 五々 中将棋 大将棋 京都 禽将棋 どうぶつ 動物 安南 王手 バリケード ゴロゴロ";

/// The mark before the origin square in lishogi's 中将棋 records, which do not name the game.
const CHU_ORIGIN: &str = "（←";

/// The head of a file, read line by line.
pub(super) struct HeadReader {
    /// At the root of a record without its board.
    builder: Builder,
    diagram: Diagram,
    handicap: Option<(Box<str>, At)>,
    /// One that a title begins with. It counts if gote moves first.
    named: Option<&'static str>,
    turn: Option<Side>,
    /// How many moves led to the diagram.
    played: Option<u32>,
    /// The destination of the last of them.
    last: Option<Square>,
    /// Whether the column headings have been read: moves follow.
    columns: bool,
    comment: Option<String>,
}

impl HeadReader {
    pub(super) fn new() -> Self {
        Self {
            builder: Builder::new(game::Position::Shogi(Position::initial())),
            diagram: Diagram::default(),
            handicap: None,
            named: None,
            turn: None,
            played: None,
            last: None,
            columns: false,
            comment: None,
        }
    }

    /// Takes a line. Returns `false`, without doing anything, if the line belongs to the moves.
    pub(super) fn take(&mut self, line: Line<'_>, kind: LineKind<'_>) -> bool {
        if let Some((side, pieces)) = hand(line.text) {
            let problem = self.diagram.read_hand(side, pieces);
            self.warn(line, pieces, problem);
            return true;
        }
        match kind {
            LineKind::Comment(text) => add_line(&mut self.comment, text),
            LineKind::Bookmark(name) => {
                self.end_comment();
                self.builder.note(Note::Bookmark(name.into()));
            }
            LineKind::Rank(text) => {
                let problem = self.diagram.read_rank(text);
                self.warn(line, text, problem);
                self.read_beside(line, text);
            }
            LineKind::Played(text) => self.read_played(text),
            LineKind::Turn(side) => self.turn = Some(side),
            LineKind::Turned => self.builder.flip(),
            LineKind::Header(key, value) => self.read_header(line, key, value),
            LineKind::Ignored => {
                self.columns |= line.text.contains("手数-");
                self.diagram.number_files(line.text);
            }
            LineKind::Other(text) => match bare_name(text) {
                Some((key, _)) => {
                    let is_name = |text: &str| bare_name(text).is_some();
                    for part in parts(text, is_name) {
                        let (key, name) = bare_name(part).unwrap_or((key, part.trim()));
                        self.add_header(line, key, name);
                    }
                }
                None => {
                    if let Some((side, last)) = reached(text) {
                        (self.turn, self.last) = (Some(side.other()), last);
                    }
                    self.named = self.named.or(handicap_in(text));
                    self.read_sfen(text);
                    self.keep_prose(line, text);
                }
            },
            // Before the column headings, a number may begin any text, and a sign may precede a name.
            LineKind::Numbered(_, text)
                if !self.columns && !looks_like_a_move(text) && !is_step(text) =>
            {
                self.keep_prose(line, line.text);
            }
            LineKind::Signed(text) if !holds_a_move(text) => {
                if let Some([first, second]) = signed_names(text) {
                    self.add_header(line, "先手", first);
                    self.add_header(line, "後手", second);
                    return true;
                }
                if let Some((key, name)) = bare_name(text.trim_start_matches(is_side_mark)) {
                    self.add_header(line, key, name);
                    return true;
                }
                let message = format!("{text:?} is not a move; it is ignored");
                self.warn(line, text, Some((0, message)));
            }
            LineKind::Numbered(..)
            | LineKind::Signed(_)
            | LineKind::Variation(_)
            | LineKind::Summary(_) => {
                return false;
            }
        }
        true
    }

    /// A reader for the moves, of which `first` is the first line.
    pub(super) fn finish(mut self, first: Option<LineKind<'_>>) -> Result<Moves, ReadError> {
        self.end_comment();
        set_day(self.builder.headers_mut());
        let number = match first {
            Some(LineKind::Numbered(_, text)) if text.contains(CHU_ORIGIN) => {
                return Err(unsupported(At::File, "中将棋"));
            }
            Some(LineKind::Numbered(number, _)) => Some(number),
            _ => None,
        };
        if let Some(LineKind::Signed(text)) = first
            && text.chars().next().and_then(marked_side) == Some(Side::Second)
            && let Some(name) = self.named.filter(|_| self.handicap.is_none())
        {
            self.handicap = Some((name.into(), At::File));
        }
        let mut position = self.position()?;
        position.set_side_to_move(self.side(&position, number));
        if let Some(side) = first.and_then(|first| first_mover(&position, self.last, first)) {
            position.set_side_to_move(side);
        }
        let after_diagram = self.played.map(|played| played.saturating_add(1));
        let first_number = number.or(after_diagram).unwrap_or(1);
        self.builder.set_first_number(first_number);
        if first.is_none() && self.diagram.is_cut() {
            self.builder.cut(At::File, "the file ends inside the diagram");
        }
        self.builder.set_start(game::Position::Shogi(position));
        Ok(Moves::new(self.builder, self.last))
    }

    /// Keeps a line that has no meaning for programs.
    fn keep_prose(&mut self, line: Line<'_>, text: &str) {
        let text = text.trim_matches(is_blank);
        if line.ended && !text.is_empty() {
            self.builder.headers_mut().push_unknown("", text);
        }
    }

    fn end_comment(&mut self) {
        if let Some(comment) = self.comment.take().filter(|text| !text.is_empty()) {
            eval::notes(comment, Side::Second).for_each(|note| self.builder.note(note));
        }
    }

    /// Reads the position of USI in a line: `sfen lnsgkgsnl/… b - 1`.
    fn read_sfen(&mut self, text: &str) {
        let sfen = text.split_once("sfen ").map(|(_, sfen)| sfen.trim());
        if let Some((position, _)) = sfen.and_then(|sfen| Position::from_sfen(sfen).ok()) {
            self.turn = Some(position.side_to_move());
            self.diagram.position = Some(position);
        }
    }

    fn warn(&mut self, line: Line<'_>, part: &str, problem: Option<DiagramFault>) {
        if let Some((offset, message)) = problem {
            let at = line.at_part(part.get(offset..).unwrap_or(part));
            self.builder.report(at, message);
        }
    }

    /// Reads what stands beside a rank of the diagram: a hand, or the title of a book's column.
    fn read_beside(&mut self, line: Line<'_>, rank: &str) {
        let beside = rank.rsplit(BARS).next().unwrap_or("");
        let words = beside.trim_start_matches(|next| is_blank(next) || kanji_value(next).is_some());
        if let Some((side, pieces)) = hand(words) {
            let problem = self.diagram.read_hand(side, pieces);
            self.warn(line, pieces, problem);
        } else if words.starts_with(|first| first == '持' || Kind::from_japanese(first).is_some())
        {
            let message = format!("{words:?} beside the board is not read");
            self.builder.report(line.at_part(words), message);
        }
    }

    fn read_played(&mut self, text: &str) {
        self.played = first_number(text);
        let digits = text.trim_start_matches(|c| !lines::is_digit(c));
        let after = digits.trim_start_matches(lines::is_digit);
        self.last = Phrase::scan(after.trim_start_matches(is_blank))
            .and_then(|(phrase, _)| phrase.destination());
    }

    fn read_header(&mut self, line: Line<'_>, key: &str, value: &str) {
        if key == "手番"
            && let Some((side, _)) = side_prefix(value)
        {
            self.turn = Some(side);
            return self.builder.headers_mut().push_raw(key, value);
        }
        // People write both names in one line, and 激指 copies them so to the clipboard.
        if side_prefix(key).is_some_and(|(_, rest)| rest.is_empty())
            && let [first, second] = parts(value, begins_with_name).collect::<Vec<_>>()[..]
            && let LineKind::Header(second_key, second_value) = lines::classify(second)
        {
            let first = first.trim_end_matches(|next| is_blank(next) || next == '/');
            self.add_header(line, key, first);
            return self.add_header(line, second_key, second_value);
        }
        self.add_header(line, key, value);
    }

    fn add_header(&mut self, line: Line<'_>, key: &str, value: &str) {
        // In handwritten records, a remark may follow the name.
        let before = value.split('#').next().unwrap_or(value);
        let name = before.trim_end_matches(is_blank);
        if key == "手合割" && !name.is_empty() {
            self.handicap = Some((name.into(), line.at_part(value)));
        }
        keep_header(self.builder.headers_mut(), key, value);
    }

    /// A diagram takes precedence over the handicap: Kifu for Windows writes 平手 even for problems.
    fn position(&mut self) -> Result<Position, ReadError> {
        let (name, at) = match &self.handicap {
            Some((name, at)) => (&**name, *at),
            None => ("平手", At::File),
        };
        if VARIANTS.split(' ').any(|variant| name.contains(variant)) {
            return Err(unsupported(at, name));
        }
        if self.diagram.is_small() {
            return Err(unsupported(At::File, "5五将棋"));
        }
        if let Some(position) = self.diagram.position {
            return Ok(position);
        }
        let headers = &self.builder.record().headers;
        let place = headers.get(Key::Place).unwrap_or("");
        if let Some(start) = Handicap::start(name, place.contains("lishogi.org")) {
            return Ok(start);
        }
        let reason = match name {
            "その他" | "詰将棋" => format!("{name} without a diagram"),
            _ => format!("unknown handicap {name}"),
        };
        let message = format!("{reason}: the board starts from the even position and may be wrong");
        self.builder.doubtful = true;
        self.builder.report(at, message);
        Ok(Position::initial())
    }

    fn side(&self, position: &Position, number: Option<u32>) -> Side {
        if self.diagram.position.is_none() {
            return position.side_to_move();
        }
        let before = number.map_or(0, |number| number.saturating_sub(1));
        let is_even = self.played.unwrap_or(before).is_multiple_of(2);
        self.turn.unwrap_or(Side::first_if(is_even))
    }
}

fn unsupported(at: At, variant: &str) -> ReadError {
    let message = format!("{variant} is a shogi variant: recognised, not supported");
    ReadError::new(at, message).because(Reason::Unsupported)
}

/// The side and the pieces of a line that names a hand: `先手の持駒：銀`, `攻方持駒　銀・桂`, `【持駒】銀桂`. A hand of nobody is
/// sente's, as problems print it.
pub(super) fn hand(text: &str) -> Option<(Side, &str)> {
    const NAMES: [&str; 4] = ["持駒", "持ち駒", "持ちごま", "手駒"];
    const ATTACKER: [&str; 3] = ["攻方", "攻め方", "詰方"];
    const DEFENDER: [&str; 3] = ["玉方", "受方", "受け方"];
    let is_frame = |c| is_blank(c) || "（(【［[〔「『■◆●※・".contains(c);
    let text = text
        .trim_start_matches(is_frame)
        .trim_end_matches(|c| is_blank(c) || "）)。」』".contains(c));
    let marked = text.chars().next().and_then(marked_side);
    let rest = text.trim_start_matches(is_side_mark);
    let named = side_prefix(rest).or_else(|| {
        let mut sides = Side::BOTH.into_iter().zip([ATTACKER, DEFENDER]);
        sides.find_map(|(side, names)| {
            Some((side, names.iter().find_map(|name| rest.strip_prefix(name))?))
        })
    });
    let (side, rest) = named.unwrap_or((marked.unwrap_or(Side::First), rest));
    let rest = rest.trim_start_matches(|c| c == 'の' || is_blank(c));
    let rest = NAMES.iter().find_map(|name| rest.strip_prefix(name))?;
    let pieces = rest.trim_start_matches(|c| is_blank(c) || "】］]〕）)：:＝=…→は・".contains(c));
    let is_named = rest.starts_with(['：', ':', '】', '］', ']', '＝', '=']);
    let is_read = || Diagram::default().read_hand(side, pieces).is_none();
    (is_named || is_read()).then_some((side, pieces))
}

/// The side and the destination of the move in `図は▲１四龍まで`.
fn reached(text: &str) -> Option<(Side, Option<Square>)> {
    let text = text.trim_start_matches(|c| is_blank(c) || matches!(c, '（' | '(' | '【'));
    let said = text.trim_start_matches(|c| c != 'は' && !is_side_mark(c)).trim_start_matches('は');
    let (phrase, rest) = Phrase::scan(said).filter(|_| text.starts_with(['図', '第', '局']))?;
    let is_last = rest.trim_start_matches(is_blank).starts_with("まで");
    let side = said.chars().next().and_then(marked_side).filter(|_| is_last)?;
    Some((side, phrase.destination()))
}

/// Whether any part of a line with side marks is meant to be a move, readable or not.
fn holds_a_move(text: &str) -> bool {
    let mut parts = text.split(is_side_mark);
    parts.any(|part| part.starts_with(NO_MOVE) || Phrase::begins(part))
}

/// The key and the name of a line without a colon: `先手　佐藤康光`.
fn bare_name(text: &str) -> Option<(&str, &str)> {
    const LONGEST: usize = 12;
    let (_, rest) = side_prefix(text)?;
    let name = rest.trim_matches(is_blank);
    let is_name = rest.starts_with(is_blank)
        && (1..=LONGEST).contains(&name.chars().count())
        && !name.contains(['。', '、', '：', ':']);
    is_name.then(|| (&text[..text.len() - rest.len()], name))
}

/// The handicap that a line names: `六枚落`, `今日は２枚落ちで指しました`.
fn handicap_in(line: &str) -> Option<&'static str> {
    const LONGEST: usize = 5;
    let (before, _) = line.split_once('落')?;
    let starts = before.char_indices().rev().take(LONGEST);
    let names = starts.filter_map(|(at, _)| Handicap::by_name(&before[at..]));
    names.last().map(|handicap| handicap.name)
}

/// The names of both players, each after a mark: `▲渡辺明名人 △斎藤慎太郎八段`.
fn signed_names(text: &str) -> Option<[&str; 2]> {
    let text = text.trim_matches(is_blank);
    let first = text.strip_prefix(['▲', '☗'])?;
    let (first, second) = first.split_once(['△', '☖'])?;
    let names = [first, second].map(|name| {
        let name = name.trim_matches(|next| is_blank(next) || next == '－');
        side_prefix(name).map_or(name, |(_, rest)| rest).trim_matches(is_blank)
    });
    let has_mark = names.iter().any(|name| name.contains(is_side_mark));
    (!has_mark && !names.contains(&"")).then_some(names)
}

/// The side whose piece makes the first move, if that is not the side to move. Some files leave out 後手番, and some
/// programs write the wrong side.
fn first_mover(position: &Position, last: Option<Square>, first: LineKind<'_>) -> Option<Side> {
    let (LineKind::Numbered(_, text) | LineKind::Signed(text)) = first else {
        return None;
    };
    let (phrase, _) = Phrase::scan(text)?;
    let mut other = *position;
    other.set_side_to_move(position.side_to_move().other());
    let fits = [position, &other].map(|position| {
        let mv = phrase.resolve(position, last)?.mv;
        Some(match mv.from {
            Origin::Board(from) if phrase.is_complete() => {
                position.piece(from).is_some_and(|piece| piece.side == position.side_to_move())
            }
            _ => position.check_reach(mv).is_ok(),
        })
    });
    (fits == [Some(false), Some(true)]).then_some(other.side_to_move())
}

/// Whether a text begins with the name of a side and a colon.
fn begins_with_name(text: &str) -> bool {
    side_prefix(text).is_some_and(|(_, rest)| rest.starts_with([':', '：']))
}

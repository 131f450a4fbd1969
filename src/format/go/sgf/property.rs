//! SGF's properties by name: those of FF[4], and older ones that are still in use.

use std::borrow::Cow;

use crate::format::headers::Dialect;
use crate::game::Side;
use crate::record::{Key, MarkKind};

/// The meaning of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PropertyKind {
    /// A move: `B`, `W`.
    Move(Side),
    /// Stones put on the board or taken away: `AB`, `AW`, `AE`.
    Setup(Option<Side>),
    Turn,
    Number,
    Comment,
    /// A name of the node: `N`.
    Name,
    /// Points with a sign or a text, or pairs of points.
    Marks(MarkKind),
    /// Points with a sign that FF[1] does not name: a triangle on a stone, else a cross.
    OldMark,
    /// Points that get the letters A, B, C … in order, in FF[1] to FF[3]: `L`.
    Letters,
    /// Seconds left: `BL`, `WL`.
    TimeLeft(Side),
    /// Moves left in the period: `OB`, `OW`.
    MovesLeft(Side),
    /// The annotator's judgement of the move or the position: its glyphs, for single and for double emphasis.
    Judgement([&'static str; 2]),
    /// The value of the position in points for Black: `V`.
    Value,
    /// The rate at which Black wins, in percent: Sabaki's `SBKV`.
    WinRate,
    /// A header of the game, with its meaning if it has one here.
    Header(Option<Key>),
    /// Known, and kept as written.
    Other,
}

/// The properties of signs on points.
const MARKS: [(&str, MarkKind); 12] = [
    ("TR", MarkKind::Triangle),
    ("SQ", MarkKind::Square),
    ("CR", MarkKind::Circle),
    ("MA", MarkKind::Cross),
    ("SL", MarkKind::Selected),
    ("LB", MarkKind::Label),
    ("TB", MarkKind::FirstTerritory),
    ("TW", MarkKind::SecondTerritory),
    ("DD", MarkKind::Dim),
    ("VW", MarkKind::View),
    ("AR", MarkKind::Arrow),
    ("LN", MarkKind::Line),
];

/// One-word annotations, with the glyphs for one and for double emphasis: the move is good, bad, interesting or
/// doubtful; the position is good for Black, good for White, even or unclear. Interesting and doubtful moves have no
/// emphasis.
const JUDGEMENTS: [(&str, [&str; 2]); 8] = [
    ("TE", ["!", "!!"]),
    ("BM", ["?", "??"]),
    ("IT", ["!?", "!?"]),
    ("DO", ["?!", "?!"]),
    ("GB", ["B+", "B++"]),
    ("GW", ["W+", "W++"]),
    ("DM", ["=", "=="]),
    ("UC", ["~", "~~"]),
];

/// The property and the value of a sign, such as `TE` and `2` for `!!`.
pub(super) fn judgement(sign: &str) -> Option<(&'static str, &'static str)> {
    let mut judgements = JUDGEMENTS.into_iter();
    judgements.find_map(|(name, signs)| match signs.map(|known| known == sign) {
        [true, true] => Some((name, "")),
        [true, false] => Some((name, "1")),
        [false, true] => Some((name, "2")),
        [false, false] => None,
    })
}

/// The headers that are numbers or codes.
const NUMBERS: [&str; 7] = ["FF", "GM", "CA", "ST", "SZ", "KM", "HA"];

/// Whether the values of a property are text, in which a `]` that looks odd is likelier than the end.
pub(super) fn is_text(name: &str, kind: Option<PropertyKind>) -> bool {
    use PropertyKind::{Comment, Header, Marks, Name};
    match kind {
        Some(Header(_)) => !NUMBERS.contains(&name),
        kind => matches!(kind, Some(Comment | Name | Marks(MarkKind::Label))),
    }
}

/// A property's name in its plain form, and its meaning.
///
/// FF[3] allows small letters to fill a name: `PlayerBlack` is `PB`. A name of small letters only is meant as if it were
/// written in capitals, if there is such a property. A program's own name, such as KataGo's `startTurnIdx`, stays as it is.
pub(super) fn resolve(name: &str) -> (Cow<'_, str>, Option<PropertyKind>) {
    if let Some(kind) = kind(name) {
        return (Cow::Borrowed(name), Some(kind));
    }
    if !name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        let name = last_of_glued(name).unwrap_or(name);
        return (Cow::Borrowed(name), kind(name));
    }
    let capitals = name.chars().filter(|letter| !letter.is_ascii_lowercase());
    let plain = match name.starts_with(|first: char| first.is_ascii_lowercase()) {
        false => capitals.collect(),
        true if capitals.count() == 0 => name.to_ascii_uppercase(),
        true => return (Cow::Borrowed(name), None),
    };
    match kind(&plain) {
        None => (Cow::Borrowed(name), None),
        kind => (Cow::Owned(plain), kind),
    }
}

/// In widely copied collections, names without values precede the one with a value: `ABAWC[problem 1]`.
fn last_of_glued(name: &str) -> Option<&str> {
    if name.len() < 4 {
        return None;
    }
    let mut rest = name;
    while rest.len() > 2 {
        let (first, others) = rest.split_at_checked(2)?;
        kind(first)?;
        rest = others;
    }
    kind(rest).map(|_| rest)
}

/// The meaning of a property with this name; `None` if no version of SGF has it.
pub(super) fn kind(name: &str) -> Option<PropertyKind> {
    use PropertyKind::{
        Comment, Header, Judgement, Letters, Marks, Move, MovesLeft, Name, Number, OldMark, Other,
        Setup, TimeLeft, Turn, Value, WinRate,
    };
    use Side::{First, Second};
    Some(match name {
        "BL" => TimeLeft(First),
        "WL" => TimeLeft(Second),
        "OB" => MovesLeft(First),
        "OW" => MovesLeft(Second),
        "AB" => Setup(Some(First)),
        "AW" => Setup(Some(Second)),
        "AE" => Setup(None),
        "PL" => Turn,
        "MN" => Number,
        "N" => Name,
        "L" => Letters,
        "M" => OldMark,
        "V" => Value,
        "SBKV" => WinRate,
        "B" => Move(First),
        "W" => Move(Second),
        "C" => Comment,
        "FF" | "GM" | "CA" | "AP" | "ST" | "CP" => Header(None),
        "KO" | "FG" | "PM" | "HO" | "CH" | "RG" | "SC" => Other,
        _ => {
            let mark = MARKS.iter().find(|(known, _)| *known == name);
            let judgement = JUDGEMENTS.iter().find(|(known, _)| *known == name);
            match (mark, judgement) {
                (Some((_, kind)), _) => Marks(*kind),
                (None, Some((_, signs))) => Judgement(*signs),
                (None, None) => Header(Some(Dialect::Sgf.key(name)?)),
            }
        }
    })
}

/// The plain name of a root's header.
pub(super) fn header_name(spelled: &str) -> Cow<'_, str> {
    match resolve(spelled) {
        (name, Some(PropertyKind::Header(_))) => name,
        (name, _) => {
            let key = Dialect::BareSgf.key(&name);
            let plain = key.and_then(|key| Dialect::Sgf.name(key));
            plain.map_or(name, Cow::Borrowed)
        }
    }
}

/// The name of a mark's property.
pub(super) fn mark_name(kind: MarkKind) -> &'static str {
    let mark = MARKS.iter().find(|(_, known)| *known == kind);
    mark.map_or("MA", |(name, _)| name)
}

//! SGF's properties by name: those of FF[4], and older ones that are still met.

use std::borrow::Cow;

use crate::game::Side;
use crate::record::{Key, MarkKind};

/// What a property says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A move: `B`, `W`.
    Move(Side),
    /// Stones put on the board or taken away: `AB`, `AW`, `AE`.
    Setup(Option<Side>),
    /// The side to move: `PL`.
    Turn,
    /// The number of the move: `MN`.
    Number,
    /// `C`.
    Comment,
    /// A name of the node: `N`.
    Name,
    /// Points with a sign.
    Marks(MarkKind),
    /// Points with a sign that FF[1] does not name: a triangle on a stone, else a cross.
    OldMark,
    /// Points with texts: `LB`.
    Labels,
    /// Points that get the letters A, B, C … in order, in FF[1] to FF[3]: `L`.
    Letters,
    /// Arrows and lines between two points.
    Lines(MarkKind),
    /// Seconds left: `BL`, `WL`.
    TimeLeft(Side),
    /// Moves left in the period: `OB`, `OW`.
    MovesLeft(Side),
    /// What the annotator thinks of the move or the position, as signs for one and for double emphasis.
    Judgement(&'static str, &'static str),
    /// The value of the position in points for Black: `V`.
    Value,
    /// The part of the board that is shown: `VW`.
    View,
    /// A header of the game, with its meaning if it has one here.
    Header(Option<Key>),
    /// Known, and kept as written.
    Other,
}

impl Kind {
    /// Whether the values are text, in which a `]` that looks odd is likelier than the end.
    pub(super) fn is_text(self) -> bool {
        matches!(
            self,
            Self::Comment | Self::Name | Self::Labels | Self::Header(_)
        )
    }

    /// Whether the values are points.
    pub(super) fn is_points(self) -> bool {
        matches!(
            self,
            Self::Setup(_)
                | Self::Marks(_)
                | Self::OldMark
                | Self::Labels
                | Self::Letters
                | Self::Lines(_)
        )
    }
}

/// A property's name in its plain form, and what it says.
///
/// FF[3] allows small letters to fill a name: `PlayerBlack` is `PB`. A name of small letters only is meant as if it were
/// written in capitals, if there is such a property.
pub(super) fn resolve(name: &str) -> (Cow<'_, str>, Option<Kind>) {
    if let Some(kind) = kind(name) {
        return (Cow::Borrowed(name), Some(kind));
    }
    if !name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        let name = last_of_glued(name).unwrap_or(name);
        return (Cow::Borrowed(name), kind(name));
    }
    let mut plain: String = name
        .chars()
        .filter(|letter| !letter.is_ascii_lowercase())
        .collect();
    if plain.is_empty() {
        plain = name.to_ascii_uppercase();
        if kind(&plain).is_none() {
            return (Cow::Borrowed(name), None);
        }
    }
    let kind = kind(&plain);
    (Cow::Owned(plain), kind)
}

/// Names without values stand before the one with a value in widely copied collections: `ABAWC[problem 1]`.
fn last_of_glued(name: &str) -> Option<&str> {
    let mut rest = name;
    if name.len() < 4 {
        return None;
    }
    loop {
        if rest.len() <= 2 {
            return kind(rest).is_some().then_some(rest);
        }
        let (first, others) = rest.split_at_checked(2)?;
        kind(first)?;
        rest = others;
    }
}

/// What a property of this name says; `None` if no version of SGF has it.
pub(super) fn kind(name: &str) -> Option<Kind> {
    use Kind::{
        Comment, Header, Judgement, Labels, Letters, Lines, Marks, Move, MovesLeft, Name, Number,
        OldMark, Other, Setup, TimeLeft, Turn, Value, View,
    };
    use Side::{First, Second};
    Some(match name {
        "B" => Move(First),
        "W" => Move(Second),
        "C" => Comment,
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
        "LB" => Labels,
        "L" => Letters,
        "TR" => Marks(MarkKind::Triangle),
        "SQ" => Marks(MarkKind::Square),
        "CR" => Marks(MarkKind::Circle),
        "MA" => Marks(MarkKind::Cross),
        "SL" => Marks(MarkKind::Selected),
        "TB" => Marks(MarkKind::FirstTerritory),
        "TW" => Marks(MarkKind::SecondTerritory),
        "DD" => Marks(MarkKind::Dim),
        "M" => OldMark,
        "AR" => Lines(MarkKind::Arrow),
        "LN" => Lines(MarkKind::Line),
        "TE" => Judgement("!", "!!"),
        "BM" => Judgement("?", "??"),
        "IT" => Judgement("!?", "!?"),
        "DO" => Judgement("?!", "?!"),
        "GB" => Judgement("B+", "B++"),
        "GW" => Judgement("W+", "W++"),
        "DM" => Judgement("=", "=="),
        "UC" => Judgement("~", "~~"),
        "V" => Value,
        "VW" => View,
        "FF" | "GM" | "CA" | "AP" | "ST" | "CP" => Header(None),
        "SZ" => Header(Some(Key::Size)),
        "PB" => Header(Some(Key::Black)),
        "PW" => Header(Some(Key::White)),
        "BR" => Header(Some(Key::BlackRank)),
        "WR" => Header(Some(Key::WhiteRank)),
        "BT" => Header(Some(Key::BlackTeam)),
        "WT" => Header(Some(Key::WhiteTeam)),
        "GN" => Header(Some(Key::Title)),
        "EV" => Header(Some(Key::Event)),
        "RO" => Header(Some(Key::Round)),
        "DT" => Header(Some(Key::Date)),
        "PC" => Header(Some(Key::Place)),
        "RE" => Header(Some(Key::Result)),
        "KM" => Header(Some(Key::Komi)),
        "HA" => Header(Some(Key::Handicap)),
        "RU" => Header(Some(Key::Rules)),
        "TM" | "OT" => Header(Some(Key::TimeControl)),
        "AN" => Header(Some(Key::Annotator)),
        "US" => Header(Some(Key::Author)),
        "SO" => Header(Some(Key::Source)),
        "ON" => Header(Some(Key::Opening)),
        "GC" => Header(Some(Key::Remark)),
        "KO" | "FG" | "PM" | "HO" | "CH" | "RG" | "SC" => Other,
        _ => return None,
    })
}

/// What the Nihon Ki-in and Sina mean by a property in a root without `;`: title, date and komi.
pub(super) fn bare_header(name: &str) -> Option<Kind> {
    Some(Kind::Header(Some(match name {
        "TE" => Key::Event,
        "RD" => Key::Date,
        "KO" => Key::Komi,
        _ => return None,
    })))
}

/// The plain name of a root's header.
pub(super) fn header_name(spelled: &str) -> Cow<'_, str> {
    match resolve(spelled) {
        (name, Some(Kind::Header(_))) => name,
        (name, _) => match bare_header(&name) {
            Some(Kind::Header(Some(Key::Event))) => "EV".into(),
            Some(Kind::Header(Some(Key::Date))) => "DT".into(),
            Some(Kind::Header(Some(Key::Komi))) => "KM".into(),
            _ => name,
        },
    }
}

/// The name of a mark's property.
pub(super) fn mark_name(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Triangle => "TR",
        MarkKind::Square => "SQ",
        MarkKind::Circle => "CR",
        MarkKind::Cross => "MA",
        MarkKind::Selected => "SL",
        MarkKind::Label => "LB",
        MarkKind::FirstTerritory => "TB",
        MarkKind::SecondTerritory => "TW",
        MarkKind::Dim => "DD",
        MarkKind::Arrow => "AR",
        MarkKind::Line => "LN",
    }
}

/// The property and the value of a sign, such as `TE` and `2` for `!!`.
pub(super) fn judgement(sign: &str) -> Option<(&'static str, &'static str)> {
    const NAMES: [&str; 8] = ["TE", "BM", "IT", "DO", "GB", "GW", "DM", "UC"];
    NAMES.into_iter().find_map(|name| match kind(name)? {
        Kind::Judgement(once, _) if once == sign => {
            Some((name, if matches!(name, "IT" | "DO") { "" } else { "1" }))
        }
        Kind::Judgement(_, twice) if twice == sign => Some((name, "2")),
        _ => None,
    })
}

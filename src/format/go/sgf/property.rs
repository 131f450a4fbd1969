//! SGF's properties by name: those of FF[4], and older ones that are still met.

use std::borrow::Cow;

use crate::format::headers::Dialect;
use crate::game::Side;
use crate::record::{Key, MarkKind};

/// What a property says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PropertyKind {
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
    /// What the annotator thinks of the move or the position.
    Judgement(Judgement),
    /// The value of the position in points for Black: `V`.
    Value,
    /// A header of the game, with its meaning if it has one here.
    Header(Option<Key>),
    /// Known, and kept as written.
    Other,
}

/// What an annotator says in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judgement {
    /// `TE`
    Good,
    /// `BM`
    Bad,
    /// `IT`
    Interesting,
    /// `DO`
    Doubtful,
    /// `GB`
    GoodForBlack,
    /// `GW`
    GoodForWhite,
    /// `DM`
    Even,
    /// `UC`
    Unclear,
}

/// Each judgement with its property, and the signs for one and for double emphasis. Interesting and doubtful
/// moves know no emphasis.
const JUDGEMENTS: [(Judgement, &str, [&str; 2]); 8] = [
    (Judgement::Good, "TE", ["!", "!!"]),
    (Judgement::Bad, "BM", ["?", "??"]),
    (Judgement::Interesting, "IT", ["!?", "!?"]),
    (Judgement::Doubtful, "DO", ["?!", "?!"]),
    (Judgement::GoodForBlack, "GB", ["B+", "B++"]),
    (Judgement::GoodForWhite, "GW", ["W+", "W++"]),
    (Judgement::Even, "DM", ["=", "=="]),
    (Judgement::Unclear, "UC", ["~", "~~"]),
];

impl Judgement {
    /// The sign, for double emphasis if it is asked for.
    pub(super) fn sign(self, twice: bool) -> &'static str {
        let (_, _, signs) = JUDGEMENTS[self as usize];
        signs[usize::from(twice)]
    }
}

/// The property and the value of a sign, such as `TE` and `2` for `!!`.
pub(super) fn judgement(sign: &str) -> Option<(&'static str, &'static str)> {
    JUDGEMENTS
        .into_iter()
        .find_map(|(_, name, signs)| match signs {
            [once, twice] if once == sign && twice == sign => Some((name, "")),
            [once, _] if once == sign => Some((name, "1")),
            [_, twice] if twice == sign => Some((name, "2")),
            _ => None,
        })
}

impl PropertyKind {
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
pub(super) fn kind(name: &str) -> Option<PropertyKind> {
    use PropertyKind::{
        Comment, Header, Labels, Letters, Lines, Marks, Move, MovesLeft, Name, Number, OldMark,
        Other, Setup, TimeLeft, Turn, Value,
    };
    use Side::{First, Second};
    Some(match name.as_bytes() {
        b"B" => Move(First),
        b"W" => Move(Second),
        b"C" => Comment,
        b"BL" => TimeLeft(First),
        b"WL" => TimeLeft(Second),
        b"OB" => MovesLeft(First),
        b"OW" => MovesLeft(Second),
        b"AB" => Setup(Some(First)),
        b"AW" => Setup(Some(Second)),
        b"AE" => Setup(None),
        b"PL" => Turn,
        b"MN" => Number,
        b"N" => Name,
        b"LB" => Labels,
        b"L" => Letters,
        b"TR" => Marks(MarkKind::Triangle),
        b"SQ" => Marks(MarkKind::Square),
        b"CR" => Marks(MarkKind::Circle),
        b"MA" => Marks(MarkKind::Cross),
        b"SL" => Marks(MarkKind::Selected),
        b"TB" => Marks(MarkKind::FirstTerritory),
        b"TW" => Marks(MarkKind::SecondTerritory),
        b"DD" => Marks(MarkKind::Dim),
        b"VW" => Marks(MarkKind::View),
        b"M" => OldMark,
        b"AR" => Lines(MarkKind::Arrow),
        b"LN" => Lines(MarkKind::Line),
        b"TE" => PropertyKind::Judgement(Judgement::Good),
        b"BM" => PropertyKind::Judgement(Judgement::Bad),
        b"IT" => PropertyKind::Judgement(Judgement::Interesting),
        b"DO" => PropertyKind::Judgement(Judgement::Doubtful),
        b"GB" => PropertyKind::Judgement(Judgement::GoodForBlack),
        b"GW" => PropertyKind::Judgement(Judgement::GoodForWhite),
        b"DM" => PropertyKind::Judgement(Judgement::Even),
        b"UC" => PropertyKind::Judgement(Judgement::Unclear),
        b"V" => Value,
        b"FF" | b"GM" | b"CA" | b"AP" | b"ST" | b"CP" => Header(None),
        b"KO" | b"FG" | b"PM" | b"HO" | b"CH" | b"RG" | b"SC" => Other,
        _ => return Dialect::Sgf.key(name).map(|key| Header(Some(key))),
    })
}

/// What a property of a root without `;` says.
pub(super) fn bare_header(name: &str) -> Option<PropertyKind> {
    let key = Dialect::BareSgf.key(name)?;
    Some(PropertyKind::Header(Some(key)))
}

/// The plain name of a root's header.
pub(super) fn header_name(spelled: &str) -> Cow<'_, str> {
    match resolve(spelled) {
        (name, Some(PropertyKind::Header(_))) => name,
        (name, _) => match Dialect::BareSgf
            .key(&name)
            .and_then(|key| Dialect::Sgf.name(key))
        {
            Some(plain) => plain.into(),
            None => name,
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
        MarkKind::View => "VW",
        MarkKind::Arrow => "AR",
        MarkKind::Line => "LN",
    }
}

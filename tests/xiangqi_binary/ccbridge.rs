//! Makes files of CCBridge, independently of the readers.

use dapu::game::xiangqi::{Kind, Piece, Square};
use dapu::game::{Move, Position, Side};
use dapu::record::{Event, Key, NodeId, Note, Order, Record};

const FIELDS: [(usize, Key); 8] = [
    (180, Key::Title),
    (692, Key::Event),
    (884, Key::Date),
    (948, Key::Place),
    (1076, Key::Player(Side::First)),
    (1300, Key::Player(Side::Second)),
    (1652, Key::Annotator),
    (1780, Key::Author),
];

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn put(file: &mut [u8], offset: usize, bytes: &[u8]) {
    file[offset..offset + bytes.len()].copy_from_slice(bytes);
}

fn piece_code(piece: Piece) -> u8 {
    let kind = match piece.kind {
        Kind::Rook => 1,
        Kind::Horse => 2,
        Kind::Elephant => 3,
        Kind::Advisor => 4,
        Kind::King => 5,
        Kind::Cannon => 6,
        Kind::Pawn => 7,
    };
    kind | if piece.side == Side::First { 0x10 } else { 0x20 }
}

fn xiangqi(record: &Record) -> dapu::game::xiangqi::Position {
    let Position::Xiangqi(position) = record.start else { unreachable!("the game is xiangqi") };
    position
}

fn preorder(record: &Record) -> impl Iterator<Item = NodeId> + '_ {
    let events = record.tree.events(Order::AtFork, |_| true);
    events.filter_map(|event| match event {
        Event::Node(node) => Some(node),
        Event::Open(_) | Event::Close => None,
    })
}

/// A record of version 2. The texts are followed by leftover memory.
pub(crate) fn cbr(record: &Record) -> Vec<u8> {
    let mut file = vec![0; 2214];
    put(&mut file, 0, b"CCBridge Record\0");
    file[19] = 2;
    put(&mut file, 20, b"dapu's 16 bytes.");
    for (offset, key) in FIELDS {
        let text = record.headers.get(key).unwrap_or("");
        put(&mut file, offset, &[utf16(text), vec![0, 0, 0xCC, 0x4E, 0xCD]].concat());
    }
    file[2040] = match record.headers.get(Key::Kind) {
        Some("endgame") => 4,
        _ => 1,
    };
    file[2076] = match record.headers.get(Key::Result) {
        Some("1-0") => 1,
        Some("0-1") => 2,
        Some("1/2-1/2") => 3,
        _ => 0,
    };
    let start = xiangqi(record);
    file[2112] = if start.side_to_move() == Side::First { 1 } else { 2 };
    file[2116] = 1;
    for (square, piece) in start.pieces() {
        file[2120 + usize::from(index(square))] = piece_code(piece);
    }
    put(&mut file, 2210, &[0xFF; 4]);
    for node in preorder(record) {
        step(record, node, index, &mut file);
    }
    file
}

/// The same record in version 1, which has no script, no referee and no recorder, and packs its squares.
pub(crate) fn cbr_1(record: &Record) -> Vec<u8> {
    let two = cbr(record);
    let mut file = [&two[..52], &two[180..1524], &two[1652..2214]].concat();
    file[19] = 1;
    for node in preorder(record) {
        step(record, node, packed, &mut file);
    }
    file
}

/// Row by row from black's left.
fn index(square: Square) -> u8 {
    if square.on_board() { (9 - square.rank()) * 9 + square.file() } else { square.index() as u8 }
}

/// The file in the high nibble, the rank from black's side in the low one.
fn packed(square: Square) -> u8 {
    square.file() << 4 | (9 - square.rank())
}

fn step(record: &Record, node: NodeId, number: fn(Square) -> u8, file: &mut Vec<u8>) {
    let tree = &record.tree;
    let comment = tree.comment(node).map(|text| utf16(&text.replace('\n', "\r\n")));
    let mut flags = 0;
    flags |= u8::from(tree.first_child(node).is_none());
    flags |= u8::from(tree.next_sibling(node).is_some()) << 1;
    flags |= u8::from(comment.is_some()) << 2;
    let [from, to] = match tree.mv(node) {
        Some(Move::Xiangqi(mv)) => [mv.from, mv.to].map(number),
        _ => [0; 2],
    };
    // The number of the open child, which readers must ignore.
    let open = tree.children(node).count().saturating_sub(1) as u8;
    file.extend([flags, open, from, to]);
    if let Some(comment) = comment {
        file.extend((comment.len() as u32).to_le_bytes());
        file.extend(comment);
    }
}

/// The state of an entry of a library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Live = 7,
    Deleted = 5,
}

const INDEX: usize = 66_624;
const ENTRY: usize = 276;
const SLOT: usize = 4096;

/// A library of version 3 with this capacity.
pub(crate) fn cbl(name: &str, games: &[(State, Vec<u8>)], capacity: usize) -> Vec<u8> {
    let mut file = vec![0; INDEX + ENTRY * capacity];
    put(&mut file, 0, b"CCBridgeLibrary\0");
    file[16] = 3;
    put(&mut file, 20, b"dapu's library  ");
    put(&mut file, 52, &[0xFF, 0xFF, 0xFF, 0x7F]);
    put(&mut file, 60, &(capacity as u32).to_le_bytes());
    put(&mut file, 64, &utf16(name));
    for (number, (state, game)) in games.iter().enumerate() {
        let slots = game.len().div_ceil(SLOT);
        let entry = INDEX + ENTRY * number;
        let numbers = [*state as u32, number as u32, slots as u32, game.len() as u32];
        put(&mut file, entry, &numbers.map(u32::to_le_bytes).concat());
        put(&mut file, entry + 20, &utf16(&guid(game)));
        let title = game[180..308].to_vec();
        put(&mut file, entry + 100, &title);
        let start = file.len();
        file.extend_from_slice(game);
        file.resize(start + slots * SLOT, 0);
    }
    file
}

/// The 16 bytes of a record's identity as Windows writes it.
fn guid(game: &[u8]) -> String {
    let hex = |bytes: &mut dyn Iterator<Item = &u8>| -> String {
        bytes.map(|byte| format!("{byte:02X}")).collect()
    };
    let [a, b, c, d, e] = [
        hex(&mut game[20..24].iter().rev()),
        hex(&mut game[24..26].iter().rev()),
        hex(&mut game[26..28].iter().rev()),
        hex(&mut game[28..30].iter()),
        hex(&mut game[30..36].iter()),
    ];
    format!("{{{a}-{b}-{c}-{d}-{e}}}")
}

/// A library of CCBridge 2, not packed.
pub(crate) fn cbl_2_1(name: &str, records: &[Record]) -> Vec<u8> {
    let mut body = Vec::new();
    for text in [name, "", "", "", ""] {
        string(text, &mut body);
    }
    body.extend(b"2005-01-01 00:00:002005-01-01 00:00:00");
    body.extend((records.len() as u32).to_le_bytes());
    string("", &mut body);
    for record in records {
        let game = game_2_1(record);
        body.extend((game.len() as u32 + 4).to_le_bytes());
        body.extend(game);
    }
    let length = (body.len() as u32).to_le_bytes();
    [&b"CCBridge\x15\0\0\0\0\0\0\0"[..], &length, &body].concat()
}

/// The same library packed.
pub(crate) fn pack(library: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut packed = library[..20].to_vec();
    packed[12] = 1;
    let mut encoder = flate2::write::ZlibEncoder::new(packed, flate2::Compression::default());
    encoder.write_all(&library[20..]).unwrap();
    encoder.finish().unwrap()
}

fn string(text: &str, body: &mut Vec<u8>) {
    let (bytes, _, _) = encoding_rs::GBK.encode(text);
    body.extend((bytes.len() as u32).to_le_bytes());
    body.extend_from_slice(&bytes);
}

fn game_2_1(record: &Record) -> Vec<u8> {
    use Kind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    const ORDER: [Kind; 16] = [
        Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook, Cannon, Cannon, Pawn,
        Pawn, Pawn, Pawn, Pawn,
    ];
    let header = |key| record.headers.get(key).unwrap_or("");
    let start = xiangqi(record);
    let mut game = Vec::new();
    let mut standing: Vec<(Square, Piece)> = start.pieces().collect();
    for side in Side::BOTH {
        for kind in ORDER {
            let piece = Piece { side, kind };
            let place = standing.iter().position(|(_, standing)| *standing == piece);
            let square = place.map(|place| standing.remove(place).0);
            game.push(square.map_or(0, |square| packed(square) + 0x11));
        }
    }
    game.extend(1u32.to_le_bytes());
    string(header(Key::Event), &mut game);
    game.extend(1u32.to_le_bytes());
    for key in [
        Key::Title,
        Key::Source,
        Key::Opening,
        Key::Place,
        Key::Date,
        Key::Player(Side::First),
        Key::Player(Side::Second),
    ] {
        string(header(key), &mut game);
    }
    game.extend(if header(Key::Result) == "0-1" { 2u32 } else { 4 }.to_le_bytes());
    for key in [Key::Annotator, Key::Opening, Key::Author, Key::Opening, Key::Remark] {
        string(header(key), &mut game);
    }
    game.push(u8::from(start.side_to_move() == Side::First));
    game.extend(b"2005-01-01 00:00:002005-01-01 00:00:00");
    let nodes: Vec<NodeId> = preorder(record).skip(1).collect();
    game.extend((nodes.len() as u32).to_le_bytes());
    for node in &nodes {
        let Some(Move::Xiangqi(mv)) = record.tree.mv(*node) else {
            unreachable!("every node has a move")
        };
        game.extend((record.tree.ply(*node) as u16).to_le_bytes());
        game.extend([packed(mv.from), packed(mv.to), 0, 0]);
    }
    for node in &nodes {
        let comment = record.tree.notes(*node).find_map(|note| match note {
            Note::Comment(text) => Some(text.replace('\n', "||")),
            _ => None,
        });
        let (bytes, _, _) = encoding_rs::GBK.encode(comment.as_deref().unwrap_or(""));
        game.extend_from_slice(&bytes);
        game.extend(b"\r\n");
    }
    game
}

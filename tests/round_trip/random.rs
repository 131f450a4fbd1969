//! Random records of any game.

use dapu::game::{Game, Move, Position, Side, go, shogi, xiangqi};
use dapu::record::{
    At, Builder, Clock, EndingKind, Eval, Key, Left, Mark, MarkKind, NodeId, Note, Outcome,
    Property, Record, Remaining, Setup, Span,
};

use crate::common::Random;

/// Words that every encoding of the game's formats has.
const WORDS: [&str; 8] = ["好手", "中央", "一二三", "先手", "abc", "12", "大局", "平"];

/// A record with variations, comments, headers, and every kind of note compared for the game.
pub(crate) fn record(game: Game, seed: u64) -> Record {
    let mut random = Random::new(seed + 1);
    let mut record = Record::new(start(game, &mut random));
    set_headers(&mut record, &mut random);
    let mut builder = Builder::on(record);
    note(&mut builder, &mut random);
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..random.below(120) {
        if random.below(6) == 0 {
            let node = random.pick(&nodes).unwrap();
            builder.go_to(node);
        }
        let Some(mv) = random_move(builder.position(), &mut random) else {
            builder.go_to(NodeId::ROOT);
            continue;
        };
        if game == Game::Xiangqi && random.below(60) == 0 {
            builder.skip();
            builder.note(Note::Turn(builder.position().side_to_move().other()));
            nodes.push(builder.node());
            continue;
        }
        let mut siblings = builder.tree().children(builder.node());
        if siblings.any(|node| builder.tree().mv(node) == Some(mv)) {
            continue;
        }
        drop(siblings);
        builder.play(mv, At::File);
        nodes.push(builder.node());
        note(&mut builder, &mut random);
    }
    let tree = builder.tree();
    let leaves = nodes.iter().filter(|node| tree.first_child(**node).is_none());
    for leaf in leaves.copied().collect::<Vec<_>>() {
        if random.below(4) == 0 {
            builder.go_to(leaf);
            builder.note(EndingKind::Resign.into());
        }
    }
    let record = builder.finish();
    let warnings = record.warnings.listed();
    assert!(warnings.iter().all(|warning| warning.to_string().contains("illegal")), "{warnings:?}");
    record
}

fn start(game: Game, random: &mut Random) -> Position {
    match game {
        Game::Xiangqi if random.below(3) == 0 => {
            let mut position = xiangqi::Position::initial();
            for square in xiangqi::Square::all() {
                let is_king =
                    position.piece(square).is_some_and(|piece| piece.kind == xiangqi::Kind::King);
                if !is_king && random.below(3) == 0 {
                    position.put(square, None);
                }
            }
            Position::Xiangqi(position)
        }
        game => initial(game),
    }
}

/// A legal move; in xiangqi sometimes an illegal one.
fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    match position {
        Position::Xiangqi(position) if random.below(40) == 0 => {
            let own = position.pieces().filter(|(_, piece)| piece.side == position.side_to_move());
            let (from, _) = random.pick(&own.collect::<Vec<_>>())?;
            let to = xiangqi::Square::from_index(random.below(90) as u8);
            let takes_own =
                position.piece(to).is_some_and(|piece| piece.side == position.side_to_move());
            (!takes_own).then_some(Move::Xiangqi(xiangqi::Move { from, to }))
        }
        Position::Xiangqi(position) => random.pick(&position.legal_moves()).map(Move::Xiangqi),
        Position::Shogi(position) => random.pick(&position.legal_moves()).map(Move::Shogi),
        Position::Go(position) => {
            let point = go::Point::new(random.below(19) as u8, random.below(19) as u8);
            let mv = Move::Go(go::Move::stone(position.side_to_move(), point));
            Position::Go(position.clone()).check(mv).is_ok().then_some(mv)
        }
    }
}

fn words(random: &mut Random) -> String {
    let count = 1 + random.below(3);
    let words: Vec<&str> = (0..count).filter_map(|_| random.pick(&WORDS)).collect();
    words.join(" ")
}

fn set_headers(record: &mut Record, random: &mut Random) {
    let keys: &[Key] = match record.game() {
        Game::Xiangqi => &[
            Key::Title,
            Key::Event,
            Key::Round,
            Key::Date,
            Key::Place,
            Key::Player(Side::First),
            Key::Player(Side::Second),
            Key::Team(Side::First),
            Key::Rank(Side::Second),
            Key::TimeControl,
            Key::Annotator,
            Key::Author,
            Key::Opening,
            Key::Remark,
        ],
        Game::Shogi => &[Key::Event, Key::Player(Side::First), Key::Player(Side::Second)],
        Game::Go => &[Key::Event, Key::Place, Key::Player(Side::First), Key::Player(Side::Second)],
    };
    for &key in keys {
        if random.below(2) == 0 {
            // Short enough for the fixed fields of XQF.
            let value: String = words(random).chars().take(6).collect();
            record.headers.set(key, value.trim());
        }
    }
    if record.game() == Game::Xiangqi {
        let results = ["1-0", "0-1", "1/2-1/2", "*"];
        record.headers.set(Key::Result, random.pick(&results).unwrap());
        record.headers.set(Key::Kind, random.pick(&["game", "endgame", ""]).unwrap());
    }
}

fn note(builder: &mut Builder, random: &mut Random) {
    if random.below(4) == 0 {
        let lines: Vec<String> = (0..1 + random.below(2)).map(|_| words(random)).collect();
        builder.note(Note::Comment(lines.join("\n").into()));
    }
    if random.below(8) == 0 {
        builder.note(odd_note(random));
    }
}

fn odd_note(random: &mut Random) -> Note {
    numbered_note(random.below(10), random)
}

fn numbered_note(kind: usize, random: &mut Random) -> Note {
    match kind {
        0 => Note::Bookmark("here".into()),
        1 => Note::Clock(Clock { spent: Some(5_000), total: None }),
        2 => Note::Eval(Eval::Centipawns(37)),
        3 => Note::Glyph(
            random.pick(&["!", "?", "!!", "??", "!?", "?!", "+=", "$140"]).unwrap().into(),
        ),
        4 => {
            let point = Span { from: (3, 3), to: (3, 3) };
            Note::Mark(Box::new(Mark::new(MarkKind::Circle, [point].into_iter().collect())))
        }
        5 => Note::Remaining(Remaining { side: Side::First, left: Left::Time(5_000) }),
        6 => Note::Result(Outcome::SecondBetter),
        7 => Note::Remark("ご覧ください".into()),
        _ => Note::Property(Box::new(Property { name: "XY".into(), values: vec!["kept".into()] })),
    }
}

/// A record with everything that any format can hold.
pub(crate) fn full_record(game: Game) -> Record {
    let mut random = Random::new(1);
    let mut builder = Builder::on(Record::new(initial(game)));
    let first = random_move(builder.position(), &mut random).unwrap();
    builder.play(first, At::File);
    let node = builder.node();
    // An ending comes last, and not every mark exists in every format.
    for kind in (0..10).filter(|kind| *kind != 3) {
        builder.note(numbered_note(kind, &mut random));
    }
    builder.note(Note::Glyph("!".into()));
    builder.note(Note::Comment("好手".into()));
    let stones = Setup { stone: None, spans: [(9, 9).into()].into_iter().collect() };
    builder.note(Note::Setup(Box::new(stones)));
    let replies = [(); 2].map(|()| {
        builder.go_to(node);
        let reply = random_move(builder.position(), &mut random).unwrap();
        builder.play(reply, At::File)
    });
    builder.go_to(replies[0]);
    builder.note(EndingKind::Resign.into());
    builder.finish()
}

fn initial(game: Game) -> Position {
    match game {
        Game::Xiangqi => Position::Xiangqi(xiangqi::Position::initial()),
        Game::Shogi => Position::Shogi(shogi::Position::initial()),
        Game::Go => Position::Go(go::Position::new(go::Size::new(19, 19).unwrap())),
    }
}

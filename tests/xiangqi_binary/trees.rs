//! Records to write: the example of the specification, and random trees.

use dapu::game::xiangqi::Notation;
use dapu::game::xiangqi::{self, Script, Square};
use dapu::game::{Move, Position, Side};
use dapu::record::{At, Builder, Key, NodeId, Note, Record};
use proptest::prelude::*;

/// The example of "XQF 1.0 文件格式说明".
pub(crate) fn example_of_the_specification() -> Record {
    let mut record = line(
        "兵七进一 马８进７ 兵三进一 炮２平３ 相七进五 马２进１ 马八进七 车１平２ \
         车九平八 车２进４ 炮八平九 车２平８ 炮二进五 炮３平８ 马二进三 车９平８",
    );
    for (key, value) in [
        (Key::Title, "仙人指路对起马局"),
        (Key::Event, "\"中立杯\"象棋电视快棋赛"),
        (Key::Date, "1997年11月16日"),
        (Key::Place, "北京"),
        (Key::Player(Side::First), "柳大华"),
        (Key::Player(Side::Second), "吕  钦"),
        (Key::Result, "0-1"),
        (Key::Annotator, "刘殿中"),
        (Key::Author, "过河象"),
    ] {
        record.headers.set(key, value);
    }
    record
}

/// A game from the initial position in Chinese notation.
pub(crate) fn line(moves: &str) -> Record {
    let mut builder = Builder::new(Position::Xiangqi(xiangqi::Position::initial()));
    play(&mut builder, moves);
    builder.finish()
}

pub(crate) fn play(builder: &mut Builder, moves: &str) {
    for text in moves.split_whitespace() {
        let Position::Xiangqi(position) = builder.position() else {
            unreachable!("the game is xiangqi")
        };
        let mv = Notation::Chinese(Script::Simplified).parse(position, text).unwrap();
        builder.play(Move::Xiangqi(mv), At::File);
    }
}

/// An endgame that black begins, with comments, two variations on one move and one inside a variation.
pub(crate) fn endgame_with_variations() -> Record {
    let start = xiangqi::Position::from_fen("3k5/4a4/4b4/9/2n6/6P2/9/4B4/4A4/4K1R2 b").unwrap();
    let mut builder = Builder::new(Position::Xiangqi(start));
    let comment = |text: &str| Note::Comment(text.into());
    builder.note(comment("黑先。\n马兵对车的小例。"));
    play(&mut builder, "马３进４");
    let fork = builder.node();
    builder.note(comment("要着！"));
    play(&mut builder, "帅五平四 马４退６");
    builder.note(comment("捉兵。"));
    builder.go_to(fork);
    play(&mut builder, "车三进三");
    let second = builder.node();
    play(&mut builder, "马４退５");
    builder.go_to(second);
    play(&mut builder, "马４进３ 帅五平四");
    builder.note(comment("先手抽身，红优。"));
    builder.go_to(fork);
    play(&mut builder, "兵三进一");
    let mut record = builder.finish();
    for (key, value) in [
        (Key::Title, "变着示例"),
        (Key::Kind, "endgame"),
        (Key::Result, "1-0"),
        (Key::Author, "dapu"),
    ] {
        record.headers.set(key, value);
    }
    record
}

/// A random tree: for each node its parent, which of the possible moves it plays, and its comment.
type Plan = Vec<(prop::sample::Index, Step, Option<String>)>;

#[derive(Debug, Clone)]
pub(crate) enum Step {
    Legal(prop::sample::Index),
    /// Any move, even off the board.
    Any(u8, u8),
}

/// Random trees over random positions, with the given number of impossible moves to eight legal ones.
pub(crate) fn record(impossible: u32) -> impl Strategy<Value = Record> {
    let index = any::<prop::sample::Index>;
    let step = prop_oneof![
        8 => index().prop_map(Step::Legal),
        impossible => (any::<u8>(), any::<u8>()).prop_map(|(from, to)| Step::Any(from, to)),
    ];
    let text = "([炮马一二三!? aZ]|\n|\u{1F600}){1,40}[好x]";
    let nodes = prop::collection::vec((index(), step, prop::option::of(text)), 0..40);
    let opening = prop::collection::vec(index(), 0..60);
    (opening, prop::option::of(text), nodes)
        .prop_map(|(opening, intro, plan)| build(&opening, intro, plan))
}

fn build(opening: &[prop::sample::Index], intro: Option<String>, plan: Plan) -> Record {
    let mut start = xiangqi::Position::initial();
    for choice in opening {
        let moves = start.legal_moves();
        if !moves.is_empty() {
            start.apply(*choice.get(&moves));
        }
    }
    let mut record = Record::new(Position::Xiangqi(start));
    if let Some(intro) = intro {
        record.tree.note(NodeId::ROOT, Note::Comment(intro.into()));
    }
    for (parent, step, comment) in plan {
        let parent = record.tree.get(parent.index(record.tree.len())).unwrap();
        let Some(mv) = choose(&record, parent, &step) else {
            continue;
        };
        let node = record.tree.add(parent, Some(Move::Xiangqi(mv)));
        if let Some(comment) = comment {
            record.tree.note(node, Note::Comment(comment.into()));
        }
    }
    record
}

fn choose(record: &Record, parent: NodeId, step: &Step) -> Option<xiangqi::Move> {
    let Position::Xiangqi(position) = record.position_at(parent) else {
        unreachable!("the game is xiangqi")
    };
    let moves = position.legal_moves();
    match step {
        Step::Legal(choice) => (!moves.is_empty()).then(|| *choice.get(&moves)),
        // Files derive the side to move from the piece that moves first, which must therefore be legal.
        Step::Any(from, to) => (parent != NodeId::ROOT).then(|| xiangqi::Move {
            from: Square::from_index(*from),
            to: Square::from_index(*to),
        }),
    }
}

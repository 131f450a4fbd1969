//! The rules and the notation of xiangqi.

#![allow(clippy::unwrap_used)]

use dapu::format::{self, Source};
use dapu::game::xiangqi::Position;

#[test]
fn perft_from_the_initial_position() {
    // The published counts, as the Chess Programming Wiki lists them for "Chinese Chess perft".
    let position = Position::initial();
    for (depth, count) in [(0, 1), (1, 44), (2, 1_920), (3, 79_666), (4, 3_290_240)] {
        assert_eq!(position.perft(depth), count, "depth {depth}");
    }
}

#[test]
fn the_example_of_the_specification_reads_as_printed() {
    let bytes = std::fs::read("samples/xiangqi/xianrenzhilu.xqf").unwrap();
    let loaded = format::read(&Source::new(&bytes, "xianrenzhilu.xqf")).unwrap();
    assert_eq!(loaded.warnings, []);
    let record = loaded.game(0).unwrap();
    let mut walk = record.walk();
    let mut moves = Vec::new();
    while walk.advance().is_some() {
        moves.extend(walk.notation());
    }
    let printed = "兵七进一 马８进７ 兵三进一 炮２平３ 相七进五 马２进１ 马八进七 车１平２ \
                   车九平八 车２进４ 炮八平九 车２平８ 炮二进五 炮３平８ 马二进三 车９平８";
    assert_eq!(moves.join(" "), printed);
}

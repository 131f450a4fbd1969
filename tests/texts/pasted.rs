//! Texts with remarks, headings and odd signs among the moves, as people paste them.

use crate::common::{moves, read};

/// A text, the moves of its games, and where its variations begin.
type Pasted = (&'static str, &'static [&'static str], &'static [&'static str]);

const XIANGQI: &[Pasted] = &[
    // The number in a bracket says which move it replaces.
    (
        "1. C2=5 H8+7\n2. H2+3 R9=8\n(2. P7+1 P7+1 3. R1+1)\n3. R1=2 H2+3\n",
        &["h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"],
        &["3.2"],
    ),
    (
        "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n(2、马八进七 马2进3)\n3. 车一平二 马2进3\n",
        &["h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"],
        &["3.2"],
    ),
    // One dash, and other signs, for Red's move.
    (
        "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n（2. — 卒9进1 3. 兵三进一）\n3. 车一平二 马2进3\n",
        &["h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"],
        &["4.2"],
    ),
    (
        "1.C2=5 H8+7 2.H2+3 R9=8 3.R1=2 H2+3\n【变化】\n2.─ P9+1 3.R1+1\n",
        &["h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"],
        &["4.2"],
    ),
    // Sentences that name moves.
    (
        "1. 炮二平五 马8进7 2. 马二进三 车9平8 卒7进1也是常见着法。 3. 车一平二 马2进3\n",
        &["h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"],
        &[],
    ),
    (
        "炮二平五 马8进7\n马二进三 车9平8\n若马八进九？卒9进1！\n车一平二 马2进3\n",
        &["h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"],
        &[],
    ),
    // A move that a line break divides, and numbers that a scanner misread.
    (
        "1. 炮二平五 马8进7 2. 马二进三 车9\n平8 3. 车一平二 马2进3\n",
        &["h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"],
        &[],
    ),
    (
        "l. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 车一平二 马2进3\n",
        &["h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"],
        &[],
    ),
];

const SHOGI: &[Pasted] = &[
    (
        "第１局\n1 ７六歩\n2 ３四歩\nまで2手で後手の勝ち\n\n第２局\n1 ２六歩\n2 ８四歩\n3 ２五歩\n",
        &["7g7f 3c3d", "2g2f 8c8d 2f2e"],
        &[],
    ),
    (
        "1. ７六歩\n2. ３四歩\n3. ２六歩\n△4二金は▲7八銀で悪い。\n4. ８四歩\n5. ２五歩\n",
        &["7g7f 3c3d 2g2f 8c8d 2f2e"],
        &[],
    ),
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n△8四歩は▲6八銀で悪い。\n4 ８四歩(83)\n",
        &["7g7f 3c3d 2g2f 8c8d"],
        &[],
    ),
    (
        "▲７六歩 △３四歩 ▲６六歩 △３五歩 ▲４八銀\n△６二玉には▲５八金右がある。\n△３二飛 ▲５六歩\n",
        &["7g7f 3c3d 6g6f 3d3e 3i4h 8b3b 5g5f"],
        &[],
    ),
    (
        "▲７六歩 △８\n四歩 ▲６八銀 △３四歩 ▲６六歩 △６二銀\n",
        &["7g7f 8c8d 7i6h 3c3d 6g6f 7a6b"],
        &[],
    ),
    (
        "①２六歩②８四歩③２五歩④８五歩⑤７六歩⑥３四歩⑦７八金⑧３二金⑨２四歩⑩同歩⑪同飛⑫８六歩⑬同歩⑭同飛\
      ⑮６八玉⑯７六飛⑰７七角⑱７四飛⑲３八銀⑳２三歩㉑２六飛",
        &[
            "2g2f 8c8d 2f2e 8d8e 7g7f 3c3d 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 5i6h 8f7f 8h7g 7f7d 3i3h P*2c 2d2f",
        ],
        &[],
    ),
    (
        "1.P-2f P-8d 4.G-7h G-3b\n2.P-2e P-8e 5.P-2d Px2d\n3.P-7f P-3d 6.Rx2d P*2c\n",
        &["2g2f 8c8d 2f2e 8d8e 7g7f 3c3d 6i7h 4a3b 2e2d 2c2d 2h2d P*2c"],
        &[],
    ),
];

const GO: &[Pasted] = &[
    ("1. Q16 D4\n2. Q3 (L9!?) D16\n3. C3 C4\n", &["B pd W dp B pq W dd B cq W cp"], &["3.2"]),
    ("1. Q16 D4\n15.M2 L2\n", &["B pd W dp B lr W kr"], &[]),
    (
        "Game 1\nB Q16 W D4 B Q3 W D16\n\nGame 2\nB R4 W D3 B R17 W C15\n",
        &["B pd W dp B pq W dd", "B qp W dq B qc W ce"],
        &[],
    ),
    (
        "Black: D4\nWhite: Q16\nBlack: C17\nWhite: Q3\n\nVariation from move 3:\nBlack: L9\nWhite: K10\n",
        &["B dp W pd B cc W pq"],
        &["3.2"],
    ),
];

fn assert_all(pasted: &[Pasted]) {
    for (text, games, variations) in pasted {
        let loaded = read(text.as_bytes(), "pasted.txt").unwrap();
        let played = (0..loaded.games().len()).map(|game| moves(&loaded, game).join(" "));
        assert_eq!(played.collect::<Vec<_>>(), *games, "{text}");
        let record = loaded.game(0).unwrap();
        let tree = &record.tree;
        let forks = tree.ids().filter(|node| {
            tree.parent(*node).is_some_and(|up| tree.first_child(up) != Some(*node))
        });
        let begins: Vec<String> = forks.map(|node| format!("{}.2", tree.ply(node))).collect();
        assert_eq!(begins, *variations, "{text}");
    }
}

#[test]
fn xiangqi() {
    assert_all(XIANGQI);
}

#[test]
fn shogi() {
    assert_all(SHOGI);
}

#[test]
fn go() {
    assert_all(GO);
}

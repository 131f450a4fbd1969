//! What each format can hold any number of, to try how costs grow: alone, and two kinds in one file.

/// A file with numbered gaps (`①` to `④`), and what can fill them.
pub(crate) struct Family {
    /// The name of the file.
    pub(crate) name: &'static str,
    text: &'static str,
    pub(crate) constructs: &'static [Construct],
}

/// What is repeated: the gap where it is, its text, and what closes each, after all of them. In texts, `{0}` is the number
/// of the repetition from 0, `{1}` and `{2}` are the next ones, and `{w}` is the same with six digits.
pub(crate) type Construct = (char, &'static str, &'static str);

const GAPS: [char; 4] = ['①', '②', '③', '④'];

impl Family {
    /// The file with each of these constructs so many times.
    pub(crate) fn file(&self, chosen: &[&Construct], count: usize) -> Vec<u8> {
        let mut text = self.text.to_owned();
        for gap in GAPS {
            let mut filling = String::new();
            for (_, part, end) in chosen.iter().filter(|(place, ..)| *place == gap) {
                (0..count).for_each(|number| filling.push_str(&numbered(part, number)));
                filling.push_str(&end.repeat(count));
            }
            text = text.replace(gap, &filling);
        }
        text.into_bytes()
    }

    /// Each construct, and all pairs.
    pub(crate) fn choices(&self) -> impl Iterator<Item = Vec<&'static Construct>> {
        let all = self.constructs;
        let pairs = move |(place, first)| {
            let others = all[place + 1..].iter();
            let pairs = others.map(move |second| vec![first, second]);
            std::iter::once(vec![first]).chain(pairs)
        };
        all.iter().enumerate().flat_map(pairs)
    }
}

fn numbered(part: &str, number: usize) -> String {
    if !part.contains('{') {
        return part.to_owned();
    }
    let text = part.replace("{w}", &format!("{number:06}"));
    (0..3)
        .fold(text, |text, more| text.replace(&format!("{{{more}}}"), &(number + more).to_string()))
}

#[rustfmt::skip]
pub(crate) const FAMILIES: &[Family] = &[
    Family {
        name: "game.sgf",
        text: "(;SZ[19]①;B[aa]②;W[bb]③)④",
        constructs: &[
            ('①', "AN[x{0}]", ""), ('①', "KY[{0}]", ""), ('①', "C[c{0}]", ""), ('①', "AB[cc]", ""), ('①', "FF[{0}]", ""),
            ('②', "VW[aa]", ""), ('②', "DD[aa]", ""), ('②', "TR[cc]", ""), ('②', "LB[cc:{0}]", ""), ('②', "AR[aa:bb]", ""),
            ('②', "C[c{0}]", ""), ('②', "N[n{0}]", ""), ('②', "V[{0}]", ""), ('②', "SBKV[50]", ""), ('②', "BL[{0}]", ""),
            ('②', "TE[1]", ""), ('②', "PL[B]", ""), ('②', "MN[{0}]", ""), ('②', "AN[x]", ""), ('②', "B[dd]", ""),
            ('②', "XX[{0}]", ""), ('②', "TR[zzz]", ""),
            ('③', ";B[cc]C[{0}]N[n]", ""), ('③', ";B[cc]VW[aa]DD[bb]", ""), ('③', ";AB[cc]PL[W]", ""), ('③', ";B[]V[1]BL[2]", ""),
            ('③', "(;B[cc]C[{0}])", ""), ('③', "(;B[cc])(;B[dd]", ")"), ('③', "(;B[]VW[aa])(;B[dd]", ")"),
            ('④', "(;SZ[9]PB[{0}];B[aa])", ""),
        ],
    },
    Family {
        name: "game.kif",
        text: "#KIF version=2.0 encoding=UTF-8\n①手合割：平手\n手数----指手--\n②   1 ７六歩(77)\n③   2 ３四歩(33)\n   3 ６六歩(67)\n④",
        constructs: &[
            ('①', "見出し{0}：値\n", ""), ('①', "棋戦：値{0}\n", ""), ('①', "文{0}\n", ""), ('②', "*c{0}\n", ""), ('②', "&b{0}\n", ""),
            ('③', "*c{0}\n", ""), ('③', "&b{0}\n*c{0}\n", ""), ('③', "*評価値={0}\n&b\n", ""), ('③', "散文{0}です\n", ""),
            ('③', "場所：値{0}\n", ""), ('③', "まで{0}手で先手の勝ち\n", ""), ('③', "   2 投了\n", ""), ('③', "   2 謎{0}\n", ""),
            ('④', "   4 ５五玉(11) (0:01/00:00:01)\n*c\n&b\n", ""), ('④', "   4 中断\n", ""),
            ('④', "\n変化：1手\n   1 ２六歩(27)\n   2 投了\nまで1手で先手の勝ち\n", ""),
            ('④', "\n変化：2手\n   2 ５五玉({0}1)\n*c\n", ""), ('④', "\n変化：2手\n   2 投了\n", ""),
            ('④', "\n変化：{2}手\n{2} ５五玉(11)\n{2} ４四玉(22)\n", ""),
            ('④', "\n手合割：平手\n先手：甲{0}\n手数----指手--\n   1 ７六歩(77)\n", ""),
        ],
    },
    Family {
        name: "game.ki2",
        text: "#KI2 version=2.0 encoding=UTF-8\n①手合割：平手\n\n②▲７六歩\n③△３四歩▲６六歩\n④",
        constructs: &[
            ('①', "見出し{0}：値\n", ""), ('③', "*c{0}\n", ""), ('③', "*評価値={0}\n&b\n", ""), ('③', "文{0}\n", ""), ('④', "▲ ", ""), ('④', "あ{0}図から▲５五玉\n", ""),
            ('③', "まで{0}手で先手の勝ち\n", ""), ('④', "△５五玉▲５五玉\n*c\n", ""), ('④', "まで3手で先手の勝ち\n", ""),
            ('④', "\n変化：1手\n▲２六歩△８四歩\nまで2手で先手の勝ち\n", ""), ('④', "\n変化：{2}手\n△５五玉▲５五玉\n", ""),
        ],
    },
    Family {
        name: "game.csa",
        text: "V2.2\n①PI\n+\n②+7776FU\n③-3334FU\n④",
        constructs: &[
            ('①', "$KEY{0}:v\n", ""), ('①', "$EVENT:e{0}\n", ""), ('①', "'summary:toryo:{0}\n", ""), ('②', "'*c{0}\n", ""),
            ('③', "'*c{0}\n", ""), ('③', "'** {0} x\n'r{0}\n", ""), ('③', "'*c{0}\n'r\n", ""), ('③', "T{0}\n", ""), 
            ('③', "%CHUDAN\n", ""), ('③', "%MATTA\n", ""), ('③', "-3334FU\n", ""),
            ('④', "+5555OU\nT1\n'** {0} x\n", ""), ('④', "+5555OU\nL{0}\n", ""), ('④', "%TORYO\n", ""), ('④', "/\nPI\n+\n$EVENT:{0}\n+7776FU\n", ""),
        ],
    },
    Family {
        name: "game.jkf",
        text: "{\"header\":{①\"a\":\"b\"},\"moves\":[{\"comments\":[②\"c\"]},{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\
               \"y\":6},\"piece\":\"FU\"},\"comments\":[③\"c\"]},{\"special\":\"TORYO\",\"forks\":[④[{\"special\":\"CHUDAN\"}]]}]}",
        constructs: &[
            ('①', "\"k{0}\":\"v\",", ""), ('②', "\"c{0}\",", ""), ('②', "\"&b{0}\",", ""), ('③', "\"c{0}\",", ""),
            ('③', "\"*評価値={0}\",\"&b\",", ""),
            ('④', "[{\"move\":{\"color\":1,\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4},\"piece\":\"FU\"},\"comments\":[\"c\"]}],", ""),
            ('④', "[{\"special\":\"CHUDAN\"}],", ""),
        ],
    },
    Family {
        name: "game.psn",
        text: "[Event \"A\"]\n[Sente \"First\"]\n①\nP7g-7f ③P3c-3d ④*\n",
        constructs: &[
            ('①', "[Key{0} \"v\"]\n", ""), ('③', "{c{0}} ", ""), ('③', "(P2g-2f) ", ""),
            ('④', "R2h-3h {c{0}} R8b-7b R3h-2h R7b-8b ", ""), ('④', "(P8c-8d ", ")"),
            ('④', "(P8c-8d)", ""), ('④', "{Resigns} *\n\n[Sente \"{0}\"]\n\nP7g-7f P3c-3d ", ""),
        ],
    },
    Family {
        name: "game.usi",
        text: "position startpos moves 7g7f 3c3d③\n④",
        constructs: &[
            ('③', " 2h3h 8b7b 3h2h 7b8b", ""), ('③', " zzzz", ""), ('③', " resign", ""),
            ('④', "position startpos moves 2g2f 8c8d\n", ""), ('④', "startpos moves 1a9i\n", ""), ('④', "x{0}\n", ""),
        ],
    },
    Family {
        name: "game.url",
        text: "https://www.kento-shogi.com/?moves=7g7f.3c3d③④",
        constructs: &[
            ('③', ".2h3h.8b7b.3h2h.7b8b", ""), ('④', "&branch=2g2f.8c8d&branchFrom=0", ""), ('④', "&branch=5e5d.5d5c&branchFrom={1}", ""),
        ],
    },
    Family {
        name: "game.pgn",
        text: "[Game \"Chinese Chess\"]\n①\n②1. 炮二平五 ③马8进7 ④*\n",
        constructs: &[
            ('①', "[Key{0} \"v\"]\n", ""), ('①', "[Event \"{0}\"]\n", ""), ('②', "{c{0}} ", ""), ('③', "{c{0}} ", ""), ('③', "$1 ", ""),
            ('③', "{[%eval {0}.5]} ", ""), ('③', "{[%clk 0:00:01]} ", ""), ('③', "! ", ""), ('③', "(1. 马二进三 {c}) ", ""),
            ('④', "2. 车一进一 {c} 车9进1 3. 车一退一 $2 车9退1 ", ""), ('④', "(1... 马2进3) ", ""), ('④', "(1... 马2进3 2. 马二进三 ", ")"),
            ('④', "(1... 车九进九 1-0)", ""), ('④', "*\n\n[Red \"{0}\"]\n\n1. 炮二平五 ", ""),
        ],
    },
    Family {
        name: "game.dhtmlxq",
        text: "[DhtmlXQ]\n[DhtmlXQ_title]t[/DhtmlXQ_title]\n[DhtmlXQ_movelist]77477062③[/DhtmlXQ_movelist]\n①②[/DhtmlXQ]\n④",
        constructs: &[
            ('①', "[DhtmlXQ_k{0}]v[/DhtmlXQ_k{0}]\n", ""), ('①', "[DhtmlXQ_title]v{0}[/DhtmlXQ_title]\n", ""),
            ('①', "[DhtmlXQ_move_0_2_{1}]7967[/DhtmlXQ_move_0_2_{1}]\n", ""),
            ('①', "[DhtmlXQ_move_{0}_{2}_{1}]09080001[/DhtmlXQ_move_{0}_{2}_{1}]\n", ""),
            ('①', "[DhtmlXQ_move_0_2_1]7967[/DhtmlXQ_move_0_2_1]\n", ""),
            ('②', "[DhtmlXQ_move_{0}_1_1{w}]7747[/DhtmlXQ_move_{0}_1_1{w}]\n", ""),
            ('②', "[DhtmlXQ_comment1]c{0}[/DhtmlXQ_comment1]\n", ""), ('②', "[DhtmlXQ_comment{0}]c[/DhtmlXQ_comment{0}]\n", ""),
            ('②', "[DhtmlXQ_comment{1}_1]c[/DhtmlXQ_comment{1}_1]\n", ""), ('②', "[DhtmlXQ_comment{1}_{2}]c[/DhtmlXQ_comment{1}_{2}]\n", ""),
            ('③', "0908000108090100", ""),
            ('④', "[DhtmlXQ]\n[DhtmlXQ_title]{0}[/DhtmlXQ_title]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n", ""),
        ],
    },
    Family {
        name: "script.ubb",
        text: "[DhtmlXQ]\n[DhtmlXQ_title]t[/DhtmlXQ_title][DhtmlXQ_movelist][/DhtmlXQ_movelist]\n[/DhtmlXQ]\n<script>var DhtmlXQ_movelist=\"[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]①\";</script>\n④",
        constructs: &[
            ('①', "]", ""), ('①', "[", ""), ('①', "[0_1_0]7747[/0_1_0]", ""), ('④', "</", ""), ('④', "<p>{0}</p>", ""),
        ],
    },
    Family {
        name: "western.txt",
        text: "1. P-7f P-3d 2. P-2f P-8d\n①3. P-2e P-8e\n④",
        constructs: &[('①', "(x{0}) ", ""), ('④', "+x", ""), ('④', "P'", ""), ('④', "4. R-3h R-7b 5. R-2h R-8b\n", "")],
    },
    Family {
        name: "game.manual",
        text: "#x#y#z#a#b#c#d#e#红先\n##\n#0 C2H5 c8h5③\n①##\n②④",
        constructs: &[
            ('①', "#{1}#0-2 t2a3 t8a7\n", ""), ('①', "#{1}#{0}-{2} r9a1 R9A1\n", ""), ('①', "#1#0-2 t2a3\n", ""),
            ('②', "#1{w}#{0}-1 t2a3\n", ""), ('②', "#0-1 c{0}\n", ""), ('②', "#0-{0} c\n", ""), ('②', "#{1}-1 c\n", ""),
            ('③', " R1A1 r9a1 R1R1 r9r1", ""), ('③', " zzzz", ""), ('④', "#x{0}#y#z#a#b#c#d#e#红先\n##\n#0 C2H5 c8h5\n##\n", ""),
        ],
    },
    Family {
        name: "game.wxf",
        text: "FORMAT\tWXF\n①START{\n1. C2.5 H8+7 ③\n}END\n②④",
        constructs: &[
            ('②', "FORMAT\tWXF\nSTART{\n}\n", ""),
            ('①', "KEY{0}\tv\n", ""), ('①', "RED\t{0};;;\n", ""), ('②', "COMMENT{\n{0}\n}\n", ""), ('③', "R9+1 R1+1 R9-1 R1-1 ", ""),
            ('③', "x{0} ", ""), ('④', "FORMAT\tWXF\nRED\t{0}\nSTART{\n1. C2.5 H8+7\n}END\n", ""),
        ],
    },
    Family {
        name: "game.fen",
        text: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7③\n④",
        constructs: &[
            ('③', " a0a1 a9a8 a1a0 a8a9", ""), ('③', " z{0}", ""), ('④', "4k4/9/9/9/9/9/9/4R4/9/3K5 b\n", ""), ('④', "# c{0}\n", ""),
        ],
    },
    Family {
        name: "game.txt",
        text: "标题: 五羊杯\n①红方: 甲\n黑方: 乙\n\n②1. 炮二平五 马8进7\n③2. 马二进三 车9平8\n④",
        constructs: &[
            ('①', "键{0}: 值\n", ""), ('①', "标题: 值{0}\n", ""), ('②', "（注{0}）\n", ""), ('③', "（注{0}）\n", ""),
            ('③', "(1... 马2进3)\n", ""), ('④', "3. 车九进一 车1进1\n4. 车九退一 车1退1\n", ""), ('④', "红胜\n", ""),
            ('④', "\n标题: {0}\n\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n", ""),
        ],
    },
    Family {
        name: "article.txt",
        text: "五羊杯①\n1. 炮二平五 马8进7\n2. 马二进三 车9平8 正着。\n②3. 车一平二 卒7进1\n③如改走马2进3。\n④",
        constructs: &[
            ('①', "(", ""), ('①', "　", ""), ('④', "1) ", ""), ('④', ". ", ""),
            ('①', "马二进三{0}。\n", ""), ('②', "马2进3是常见的。\n", ""), ('②', "（如马2进3，则车9平8）", ""), ('③', "4. 车九进一 好。车1进1\n", ""),
            ('③', "第{1}种下法：3. 兵七进一 卒7进1\n", ""), ('③', "（另有：①马2进3，4.车九进一；②卒3进1）\n", ""), ('③', "卒7\n进1\n", ""),
            ('③', "甲：马八进七\n乙：马2进3\n", ""), ('③', "主变：\n", ""), ('③', "如3…马2进3 4.兵七进一?\n", ""),
            ('④', "(1) 3. 兵七进一 卒7进1\n", ""), ('④', "4. 车九进一 车1进1\n5. 车九退一 车1退1\n", ""),
            ('④', "A\n4. 兵七进一\nB\n4. 马八进七\n", ""), ('④', "【{0}図からの指し手①】\n4. 兵七进一\n", ""), ('④', "炮八平五 ", ""),
        ],
    },
    Family {
        name: "chat.txt",
        text: "老王 20:31\n炮二平五\n小李 20:32\n马8进7\n①老王 20:33\n马二进三\n小李 20:34\n车9平8\n④",
        constructs: &[
            ('①', "老王 20:{0}\n好{0}\n", ""), ('①', "[20:{0}] 好\n", ""), ('④', "[20:31] 老王：车九进一\n[20:32] 小李：车1进1\n", ""),
            ('④', "C2=5h8+7", ""),
        ],
    },
    Family {
        name: "book.txt",
        text: "目录\n①\n第1局 过河车\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n④",
        constructs: &[
            ('①', "第{0}章 ........ {0}\n", ""), ('①', "第{0}局 ……… {0}\n", ""), ('④', "3. 车九进一 车1进1\n", ""),
            ('④', "第{0}局 巡河车\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n", ""), ('④', "1. 相三进五 炮8平5\n2. 马二进三\n", ""),
        ],
    },
    Family {
        name: "stones.txt",
        text: "Alice vs Bob\n①Black takes Q16 and White plays at D4. Black takes Q3, White takes D17. Black takes F17, White C14.\n④",
        constructs: &[
            ('①', "Black thinks of it. ", ""), ('④', "Black plays at C{0}. ", ""), ('④', "White plays words ", ""),
            ('④', "黑{1}下在", ""), ('④', "B c3 W d3 ", ""), ('④', "1) F{0}\n", ""),
        ],
    },
    Family {
        name: "mail.eml",
        text: "From: a\nContent-Type: multipart/mixed; boundary=b\n①\n--b\nContent-Transfer-Encoding: quoted-printable\n\n\
               1. =E7=82=AE=E4=BA=8C=E5=B9=B3=E4=BA=94 =E9=A9=AC8=E8=BF=9B7\n④",
        constructs: &[
            ('①', "Key: v{0}\n", ""), ('①', "Content-Type: text/plain; charset=utf-8\n", ""), ('④', "=E5=A5=BD{0}=\n", ""),
            ('④', "=E5=A5=BD{0}\n", ""), ('④', "--b\nContent-Transfer-Encoding: base64\n\nMS4g54Ku5LqM5bmz5LqUIOmprDjov5s3\n", ""),
            ('④', "--b\nContent-Transfer-Encoding: quoted-printable\n\n1. C2=3D5 H8+7 2. H2+3 R9=3D8\n", ""), ('④', "--c\n\n", ""),
        ],
    },
    Family {
        name: "game.eglib",
        text: "双车错(01)|4k4/4a4/9/9/9/9/9/9/R8/1R3K3 w|a1a9③\n④",
        constructs: &[('③', ",e8d9,d9e8", ""), ('③', ",x{0}", ""), ('④', "白脸将({0})|3k5/9/9/9/9/9/9/9/R8/4K4 w|a1d1\n", "")],
    },
    Family {
        name: "game.cbf",
        text: "<ChineseChessRecord><Head>①<Title>t</Title></Head><MoveList>②<Move value=\"77-47\">c</Move>③</MoveList></ChineseChessRecord>",
        constructs: &[
            ('①', "<K{0}>v</K{0}>", ""), ('①', "<Title>{0}</Title>", ""), ('②', "<Move value=\"00-00\">c{0}</Move>", ""),
            ('③', "<Move value=\"09-08\">c{0}</Move>", ""), ('③', "<Move value=\"09-08\"/><Move value=\"09-07\" end=\"1\"/>", ""),
            ('③', "<Move value=\"x{0}\"/>", ""),
        ],
    },
    Family {
        name: "game.pfc",
        text: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<n version=\"2\" m=\"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\"①>③<n m=\"h2e2\" c=\"c\"/></n>④",
        constructs: &[
            ('①', " k{0}=\"v\"", ""), ('①', " win=\"红胜\"", ""), ('③', "<n m=\"h2e2\" c=\"c{0}\"/>", ""),
            ('③', "<n m=\"h2e2\" c=\"c\"><n m=\"h9g7\"/><n m=\"b9c7\">", "</n></n>"), ('③', "<n m=\"x{0}\"/>", ""),
        ],
    },
    Family {
        name: "game.gib",
        text: "\\HS\n①\\[GAMEBLACKNAME=b\\]\n\\HE\n\\GS\n2 1 0\nINI 0 1 0 &4\n③STO 0 2 1 3 15\n④\\GE\n",
        constructs: &[
            ('①', "\\[KEY{0}=v\\]\n", ""), ('①', "\\[GAMENAME={0}\\]\n", ""), ('③', "STO 0 2 2 3 {0}\n", ""), ('④', "SKI 0 3\n", ""),
            ('④', "STO 0 2 1 3 15\n", ""), ('④', "x{0}\n", ""),
        ],
    },
    Family {
        name: "game.ngf",
        text: "Rated game\n19\nwhite     7D*\nblack     9DP\nwww.example.org\n0\n0\n6\n20170316 [02:52]\n5\nWhite wins\n3\nPMABBREER\n③",
        constructs: &[('③', "PMACWDDDD\n", ""), ('③', "PMACWZZZZ\n", ""), ('③', "x{0}\n", "")],
    },
    Family {
        name: "game.ugf",
        text: "[Header]\nSize=9\n①[Data]\n②DD,B1,1,0\n[ReviewNode]\nNODE,0\nNODE,1,1,7,7\n③[ReviewComment]\n④.Comment,1\nc\n",
        constructs: &[
            ('①', "Key{0}=v\n", ""), ('①', "Title={0}\n", ""), ('②', "CC,B1,0,0\n", ""), ('②', "CC,W1,{0},0\n", ""),
            ('③', "NODE,{2},1,1,1\n", ""), ('③', "VARIATION\nNODE,{2},2,6,6\nVARIATIONEND\n", ""),
            ('③', "VARIATION\nNODE,{2},2,6,6\n", "VARIATIONEND\n"), ('④', ".Comment,{0}\nc\n", ""), ('④', ".Comment,1\n{0}\n", ""),
        ],
    },
    Family {
        name: "game.json",
        text: "{\"game_id\":1,\"width\":9,\"height\":9,\"initial_player\":\"black\",①\"players\":{\"black\":{\"username\":\"a\"},\"white\":{\"username\":\
               \"b\"}},\"moves\":[③[4,4,1500]]}",
        constructs: &[('①', "\"k{0}\":1,", ""), ('①', "\"game_name\":\"{0}\",", ""), ('③', "[2,2,2500],", ""), ('③', "[-1,-1,500],", ""), ('③', "[\"{0}\"],", "")],
    },
    Family {
        name: "game.gtp",
        text: "boardsize 19\n①clear_board\nplay b Q16\ngenmove w\n= D4\n③④",
        constructs: &[
            ('①', "komi {0}\n", ""), ('③', "play b C{0}\n", ""), ('③', "genmove w\n={0} D{0}\n", ""), ('③', "undo\n", ""),
            ('④', "clear_board\nplay b Q16\n", ""), ('④', "# {0}\n", ""),
        ],
    },
    Family {
        name: "queries.txt",
        text: "{\"id\":\"a\",\"moves\":[[\"B\",\"Q16\"],[\"W\",\"D4\"]③],\"boardXSize\":19,\"boardYSize\":19}\n④",
        constructs: &[
            ('③', ",[\"B\",\"C3\"],[\"W\",\"D3\"]", ""), ('③', ",[\"B\",\"x{0}\"]", ""),
            ('④', "{\"moves\":[[\"B\",\"C{0}\"]],\"boardXSize\":19,\"boardYSize\":19}\n", ""), ('④', "{\"id\":\"a{0}\"}\n", ""),
        ],
    },
    Family {
        name: "igs.txt",
        text: "Game 1 I: a (0 600 -1) vs b (0 600 -1)\n 0(B): Q16  1(W): D4\n③④",
        constructs: &[('③', " 2(B): C3  3(W): D3\n", ""), ('④', "Game 2 I: a{0} (0 600 -1) vs b (0 600 -1)\n 0(B): Q16\n", ""), ('④', "> word {0}\n", "")],
    },
    Family {
        name: "diagrams.txt",
        text: "$$B title\n$$ -----\n$$ | . 1 2\n$$ | . . .\n④",
        constructs: &[('④', "$$ [a|{0}]\n", ""), ('④', "words\n$$ | . 1\n$$ | . .\n", "")],
    },
    Family {
        name: "match.log",
        text: "usinewgame\nposition sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n③bestmove 7g7f\n④",
        constructs: &[
            ('③', "info depth {0}\n", ""), ('③', "go infinite\n", ""),
            ('④', "position sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3\nbestmove 8h2b+\n", ""),
            ('④', "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - {1}\nbestmove 7g7f\n", ""),
        ],
    },
    Family {
        name: "article.md",
        text: "# Title\n\n①```\nV2.2\nPI\n+\n+7776FU\n③```\n④",
        constructs: &[('①', "Words {0}.\n", ""), ('③', "'*comment {0}\n", ""), ('④', "```\nV2.2\nPI\n+\n+7776FU\n```\n", ""), ('④', "```\ncode {0}\n```\n", "")],
    },
    Family {
        name: "address.txt",
        text: "https://example.com/?①sgf=%28;SZ%5B9%5D;B%5Bee%5D③",
        constructs: &[('①', "k{0}=v&", ""), ('①', "k{0}=%28;SZ%5B9%5D;B%5Bee%5D&", ""), ('③', "C%5B%E6%9F%AF{0}%5D", ""), ('③', ";W%5Bcc%5D;B%5Bdd%5D", "")],
    },
    Family {
        name: "quoted.txt",
        text: "> V2.2\n> N+a\n> N-b\n①> PI\n> +\n③> +7776FU\n> -3334FU\n④",
        constructs: &[('①', "> $EVENT:{0}\n", ""), ('③', "> 'remark {0}\n", ""), ('④', "> '*comment {0}\n", ""), ('④', ">\n", "")],
    },
    Family {
        name: "games.jsonl",
        text: "{\"id\":0,\"sgf\":\"(;SZ[9];B[ee]①;W[cc]③)\"}\n④",
        constructs: &[
            ('①', "C[\\u67ef{0}\\n]", ""), ('③', ";B[aa];W[bb]", ""), ('③', "\\n", ""),
            ('④', "{\"id\":{0},\"sgf\":\"(;SZ[9];B[ee];W[cc])\"}\n", ""), ('④', "{\"id\":{0},\"text\":\"no record {0}\\nat all\"}\n", ""),
        ],
    },
    Family {
        name: "dataset.txt",
        text: "1001\t;B[pd]③\n④",
        constructs: &[('③', ";W[dd];B[qq]", ""), ('③', "C[{0}]", ""), ('④', "1{w}\t;B[pd];W[dd]\n", "")],
    },
];

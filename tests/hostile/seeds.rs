//! The files to be damaged: the samples, and each of them in every other format that can hold it.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use dapu::format::{self, FORMATS, Format, WriteOptions};
use dapu::record::Record;
use dapu::text::Source;

use crate::ccbridge::{self, State};
use crate::common;
use crate::survive::{file_name, for_fuzzing, readable};

/// A file in a known format.
pub(crate) struct Seed {
    pub(crate) format: &'static Format,
    /// A file name with the format's extension.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Files with what the samples lack: variations, setups, everything in odd places.
const HAND_MADE: &[(&str, &str)] = &[
    (
        "game.sgf",
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]HA[2]AB[dd][pp]PL[W]KM[6.5]PB[黒]PW[白]C[a\\]b];W[dp]TR[dp]LB[aa:1][bb:x]\n\
         (;B[qd]WL[59.5]OW[3];W[]C[pass])(;B[tt];AE[dd]AW[ab:cd]MN[7](;B[as]N[name]VW[aa:cc])(;B[zz]XY[a][b])))\n\
         (;FF[3]SZ[9:13]B[ab]AR[aa:bb]LN[aa:cc];W[ba]DD[]TB[cc]TW[dd])",
    ),
    (
        "game.gib",
        "\\HS\n\\[GAMEBLACKNAME=甲 (3D)\\]\n\\[GAMEWHITENAME=乙\\]\n\\[GAMEINFOMAIN=GBKIND:1,GTIME:1200-30-3,GRLT:0,\
         ZIPSU:35,DUM:0,GONGJE:65,\\]\n\\[GAMETAG=S1,R2,D2001:2:3:4:5:6,G65,W0,Z35\\]\n\\HE\n\\GS\n2 1 0\nINI 0 1 2 &4\n\
         STO 0 2 2 3 15\nSKI 0 3\nSTO 0 4 2 60 15\n\\GE\n",
    ),
    (
        "game.ngf",
        "Rated game\n19\nwhite     7D*\nblack     9DP\nwww.example.org\n2\n0\n6\n20170316 [02:52]\n5\n\
         White wins by 2.5 points\n3\nPMABBREER\nPMACWDDDD\nPMADBZZZZ\nIDx]y[EndTxt]\n",
    ),
    (
        "game.ugf",
        "[Header]\nSize=9\nHdcp=2,0.50\nPlayerB=甲,1d,x\nPlayerW=乙\nWinner=B,7.50\nDate=2001/02/03,x\nCoordinateType=IGS\n\
         [Data]\nCC,B1,0,0\nGG,B1,0,0\nDD,W1,1,0\nYA,B1,2,0\n[ReviewNode]\nNODE,0\nNODE,1,1,7,7\nVARIATION\n\
         NODE,2,2,6,6\nVARIATION\nNODE,3,1,1,9\nVARIATIONEND\nNODE,4,1,9,1\nVARIATIONEND\nNODE,5,2,4,4\n\
         NODE,6,1,0,0\n\
         [ReviewComment]\n.Comment,2\n一\n二\n.Comment,77\n三\n",
    ),
    (
        "game.cbf",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\"><Head><Title>&lt;甲&gt;</Title>\
         <RecordResult>1</RecordResult><FEN><![CDATA[rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w]]></FEN>\
         </Head><MoveList><Move value=\"00-00\">开始</Move><Move value=\"77-47\"><![CDATA[中炮\r\n]]></Move>\
         <!-- x --><Move value=\"70-62\" end=\"1\"/></MoveList></ChineseChessRecord>\n",
    ),
    (
        "game.wxf",
        "FORMAT\tWXF\nGAME\t甲 - 乙\nRED\t甲;;;\nBLACK\t乙;;;\nDATE\t2001-02-03\nRESULT\t1-0\n\
         START{\n  1. C2.5  H8+7\n  2. H2+3  R9.8\n  3. +H+5 X9-9\n}END\n",
    ),
    (
        "game.fen",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7\n\
         # 残局\n4k4/9/9/9/9/9/9/4R4/9/3K5 b\nposition fen 3ak4/9/9/9/9/9/9/9/9/4K4 w\n",
    ),
    (
        "game.txt",
        "标题: 五羊杯\n红方: 甲\n黑方: 乙\n\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 前车进一 （注）\n红胜\n",
    ),
    (
        "game.kif",
        "# KIF\n開始日時：2020/01/02\n手合割：香落ち\n上手：甲\n下手：乙\n手数----指手---------消費時間--\n*開始\n\
         1 ３四歩(33) ( 0:01/00:00:01)\n*評価値 +120\n&しおり\n2 ７六歩(77)+\n3 同　銀成(22)\n4 投了\n\n\
         変化：2手\n2 ２六歩(27)\n3 ５五角打\n\n変化：3手\n3 中断\n",
    ),
    (
        "game.ki2",
        "後手の持駒：飛二 歩十八\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
         | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
         +---------------------------+\n先手の持駒：金四\n▲５二金打 まで1手で先手の勝ち\n",
    ),
    (
        "game.csa",
        "V2.2\nN+A\nN-B\n$EVENT:e\nPI82HI22KA\nP+00KI00FU\n-\n'comment\n-3334FU,T12\n+7776FU\n'** 12 -3334FU\n%CHUDAN\n/\n\
         P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP-00AL\n+\n+0055KA\n%TORYO,T1\n",
    ),
];

/// Every sample but the opening books.
pub(crate) fn samples() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    common::files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("samples"), &mut paths);
    paths.retain(|path| path.extension().is_none_or(|extension| extension != "obk"));
    assert!(!paths.is_empty());
    paths
}

/// All seeds: at least one for every readable format.
pub(crate) fn seeds() -> Vec<Seed> {
    let mut seeds = Vec::new();
    let mut converted = HashSet::new();
    for path in samples() {
        let bytes = fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let loaded = common::read(&bytes, &name).unwrap();
        let record = loaded.game(0).unwrap();
        seeds.push(Seed { format: loaded.format, name, bytes });
        // Many samples hold the same game.
        if converted.insert(common::mainline(&record)) {
            seeds.extend(in_other_formats(&record, loaded.format));
        }
    }
    for (name, text) in HAND_MADE {
        let loaded = common::read(text.as_bytes(), name).unwrap();
        seeds.push(Seed {
            format: loaded.format,
            name: (*name).to_owned(),
            bytes: text.as_bytes().to_vec(),
        });
    }
    seeds.push(seed(format::by_name("wgs").unwrap(), wgs()));
    for format in readable() {
        assert!(
            seeds.iter().any(|seed| std::ptr::eq(seed.format, format)),
            "no sample is in {}, nor can one be written in it",
            format.name
        );
    }
    seeds
}

/// A file of the corpus if it is a record of moderate size.
fn from_corpus(path: &Path) -> Option<Seed> {
    const LONGEST: u64 = 16 * 1024;
    let is_small = fs::metadata(path).unwrap().len() <= LONGEST;
    let bytes = is_small.then(|| fs::read(path).unwrap())?;
    let name = path.file_name()?.to_str()?.to_owned();
    let format = format::detect(&Source::new(&bytes, &name))?.format;
    Some(Seed { format, name, bytes })
}

/// Records from the corpus, at most `most` of each format.
pub(crate) fn corpus_seeds(most: usize) -> Vec<Seed> {
    let mut seeds: Vec<Seed> = Vec::new();
    for game in ["xiangqi", "shogi", "go"] {
        let mut paths = Vec::new();
        if let Some(folder) = common::corpus_if_there(game) {
            common::files_below(&folder, &mut paths);
        }
        let (expected, mut records): (Vec<_>, Vec<_>) =
            paths.into_iter().partition(|path| path.to_string_lossy().contains("/expected"));
        drop(expected);
        // Neighbours in a folder are similar.
        let mut random = common::Random::of_run(game, 0);
        for last in (1..records.len()).rev() {
            records.swap(last, random.below(last + 1));
        }
        for seed in records.iter().filter_map(|path| from_corpus(path)) {
            let same = seeds.iter().filter(|other| std::ptr::eq(other.format, seed.format));
            if same.count() < most {
                seeds.push(seed);
            }
        }
    }
    seeds
}

/// The record in the formats that it is not in.
fn in_other_formats(record: &Record, own: &Format) -> Vec<Seed> {
    let mut seeds: Vec<Seed> = FORMATS
        .iter()
        .filter(|format| !std::ptr::eq(*format, own))
        .filter(|format| format.read.is_some() && format.write.is_some())
        .filter(|format| format.games.contains(&record.game()))
        .filter_map(|format| {
            let written = common::write(record, format.name, &WriteOptions::default()).ok()?;
            Some(seed(format, written.bytes))
        })
        .collect();
    if own.name == "xqf" {
        seeds.extend(ccbridge_files(record));
    }
    seeds
}

fn seed(format: &'static Format, bytes: Vec<u8>) -> Seed {
    let name = file_name(format);
    Seed { format, name, bytes }
}

/// A game of QQ Go: the header of 122 bytes, and three moves.
fn wgs() -> Vec<u8> {
    let mut file = vec![0; 122];
    file[0] = 2;
    for (offset, name) in [(4, b"black"), (52, b"white")] {
        file[offset..offset + 4].copy_from_slice(&123_456u32.to_le_bytes());
        file[offset + 6..offset + 11].copy_from_slice(name);
        file[offset + 32] = 250;
    }
    (file[0x64], file[0x65], file[0x67], file[0x68]) = (2, 19, 7, 5);
    (file[0x69], file[0x6A], file[0x6C], file[0x78]) = (9, 1, 3, 3);
    file.extend([15 << 2, 3, 3 << 2, 15, 1, 0]);
    file
}

/// dapu does not write the formats of CCBridge, and the sample library is mostly empty.
fn ccbridge_files(record: &Record) -> Vec<Seed> {
    let [cbr, cbl] = ["cbr", "cbl"].map(|name| format::by_name(name).unwrap());
    let games = [State::Live, State::Deleted, State::Live];
    let games = games.map(|state| (state, ccbridge::cbr(record)));
    let old = ccbridge::cbl_2_1("library", &[record.clone(), record.clone()]);
    vec![
        seed(cbr, ccbridge::cbr(record)),
        seed(cbr, ccbridge::cbr_1(record)),
        seed(cbl, ccbridge::cbl("library", &games, 4)),
        seed(cbl, ccbridge::pack(&old)),
        seed(cbl, old),
    ]
}

#[test]
#[ignore = "writes the seeds for fuzzing"]
fn seeds_for_fuzzing() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/fuzz/seeds");
    fs::create_dir_all(&directory).unwrap();
    for (number, seed) in seeds().iter().enumerate() {
        let mut formats = readable();
        let place = formats.position(|format| std::ptr::eq(format, seed.format)).unwrap();
        let data = [&[place as u8][..], &seed.bytes].concat();
        fs::write(directory.join(format!("{number:03}-{}", seed.name)), &data).unwrap();
        assert_eq!(for_fuzzing(&data).unwrap().1, seed.bytes);
    }
}

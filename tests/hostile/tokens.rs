//! Small files of every text format: each sequence of its tokens. No scanner may stand still, whatever comes where.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use dapu::format::Format;
use dapu::text::limit_examined;

use crate::common::is_full;
use crate::measure::{on_all_cores, unmeasured};
use crate::survive::{file_name, read_all_ways, readable, survive};

/// The steps that reading a file three ways may take, or doing everything with it, and for each byte as many more. No
/// file of the corpora takes a tenth of it.
pub(crate) fn limit(bytes: &[u8]) -> u64 {
    100_000 + 1_000 * bytes.len() as u64
}

/// Does something in at most so many steps. Returns why it failed if it did.
pub(crate) fn within<T>(steps: u64, work: impl FnOnce() -> T) -> Result<T, String> {
    limit_examined(steps);
    let done = catch_unwind(AssertUnwindSafe(work));
    limit_examined(u64::MAX);
    done.map_err(|panic| message(&*panic).to_owned())
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default()
}

/// Formats that are not text; their lengths and counts are falsified instead.
const BINARY: [&str; 9] = ["xqr", "xqf", "cbr", "cbl", "chn", "mxq", "ccm", "che", "wgs"];

/// What the text of each format is made of, and what only its scanner takes for an end or a beginning.
#[rustfmt::skip]
pub(crate) const TOKENS: &[(&str, &[&str])] = &[
    ("sgf", &["(", ")", ";", "[", "]", "\\", "\n", "\u{8}", "B[aa]", "\n(;GM[1]", "C[", "(RN["]),
    ("cbf", &["<", ">", "/", "\"", "&amp;", "<!--", "-->", "<![CDATA[", "]]>", "<Move value=\"77-47\"/>", "<ChineseChessRecord>"]),
    ("pfc", &["<n m=\"4k4/9/9/9/9/9/9/4R4/9/3K5 w\">", "<n m=\"E2-E5\">", "</n>", "<n", ">", "\"", "&", "<!--", "-->", "[pfchessrecord]"]),
    ("eglib", &["|", "\n", " ", "w", "9/", "4k4/9/9/9/9/9/9/4R4/9/3K5", "e2e5", ",", "{", "x"]),
    ("dhtmlxq", &["[DhtmlXQ]", "[/DhtmlXQ]", "[DhtmlXQ_movelist]", "[/DhtmlXQ_movelist]", "[DhtmlXQ_move_0_1_1]", "[", "]", "7747", "\n", "<br", "var DhtmlXQ_movelist="]),
    ("manual", &["#", "##", "\n", "#0 ", "#0-1 ", "C2H5 ", "c8h5 ", "R9A1", "@", "\0", "红先"]),
    ("pgn", &["[", "]", "\"", "[Red \"x\"]", "\n", "{", "}", "(", ")", ";", "%", "1. ", "炮二平五 ", "*", "0-"]),
    ("wxf", &["FORMAT\tWXF", "\n", "\0", "START", "{", "}", "END", "C2.5 ", "1.", "RED\tx", "("]),
    ("fen", &["4k4/9/9/9/9/9/9/4R4/9/3K5", " w", "startpos", " moves ", "e2e5 ", "\n", "#", "{", "(", "1. ", "炮二平五"]),
    ("text", &["1. ", "炮二平五 ", "马8进7 ", "\n", "{", "}", "(", ")", "第1局", "红方: x", "…", "-", "变"]),
    ("page", &["<pre>", "</pre>", "<script>", "</script>", "<", ">", "\"", "\\", "+", "<!--", "(;GM[1]", "&#", "<textarea"]),
    ("kif", &["手合割：平手\n", "1 ７六歩(77)", "変化：1手\n", "\n", "*", "&", "|", "+", "同", "(", "まで", "2 投了", "# "]),
    ("kifu", &["1 ７六歩(77)", "2 同　銀", "変化：2手\n", "\n", "v", "|・", "先手の持駒：", "歩十", "\u{3000}", "#", "手数＝1", "中断"]),
    ("ki2", &["▲", "７六歩", "△３四歩", "同", "右", "\n", " ", "(", ")", "変化：1手\n", "まで", "*", "1"]),
    ("ki2u", &["☗", "７六歩", "☖３四歩", "手合割：平手", "\n", "\u{3000}", "（", "：", "打", "投了", "&"]),
    ("psn", &["[", "]", "\"", "[Sente \"x\"]", "\n", "{", "}", "(", ")", "P7g-7f ", "1.", "(0:1/0:0:1)", "Variation:1", "."]),
    ("usi", &["position ", "startpos", "sfen ", "4k4/9/9/9/9/9/9/4R4/4K4 b 2P 1", " moves ", "7g7f ", "\n", "info ", "bestmove ", "resign", "{"]),
    ("link", &["https://", "example.org", "?", "&", "moves=", "7g7f.", "branch=", "usen=", "~", "%", "/", "\n"]),
    ("csa", &["V2.2", "\n", ",", "'", "$", ":", "PI", "P+00AL", "P1-KY", "+", "-", "+7776FU", "T1", "%TORYO", "/"]),
    ("lishogi", &["{", "}", "\"players\":{", "\"sente\":", "\"moves\":\"", "7g7f ", "\"", ",", "\n", "\\", "\"status\":\"mate\"", "1"]),
    ("jkf", &["{", "}", "[", "]", ",", ":", "\"", "\\", "{\"moves\":[{}", "{\"move\":", "\"to\"", "1"]),
    ("gib", &["\\HS", "\\HE", "\\GS", "\\GE", "\n", "\\[GAMETAG=", "\\]", "INI 0 1 0 &4", "STO 0 2 1 3 3", "SKI 0 3", ",", "="]),
    ("ngf", &["x\n19\nw\nb\nu\n0\n0\n6\n20200101\n5\nx\n2\n", "PMABBREER", "PMACWDDDD", "\n", "IDx]y[EndTxt]", "[", "]", " ", "19", "\r"]),
    ("ugf", &["[Header]", "[Data]", "[ReviewNode]", "[ReviewComment]", "\n", "CC,B1,0,0", "NODE,1,1,7,7", "VARIATION", "VARIATIONEND", ".Comment,1", ",", "="]),
    ("ogs", &["{", "}", "[", "]", ",", ":", "\"", "\\u", "{\"moves\":[", "[1,2,0]", "\"width\"", "19"]),
    ("gtp", &["1 ", "boardsize 9", "clear_board", "play ", "genmove ", "b ", "W ", "D4", "=", "?", "\n", "undo", "pass"]),
    ("senseis", &["$$", " ", "|", ". . ", "X", "1", "a", "-----", "\n", "Wc9m3", "[a|b]", "[go]"]),
    ("go-text", &["Black ", "W", "1", " at ", "Q16 ", "D4", "\n", ".", "(", ")", "黑", "x"]),
    ("dataset", &["12\t", ";", "B[aa]", "W[bb]", "[", "]", "\\", "\n", " ", "C[", "(", "1"]),
];

/// Every sequence of at most so many tokens.
fn sequences(tokens: &[&str], most: u32, each: impl Fn(&str, u32) + Sync) -> usize {
    let counts: Vec<usize> = (1..=most).map(|length| tokens.len().pow(length)).collect();
    on_all_cores(tokens, |first| {
        for (length, count) in (0u32..).zip(&counts) {
            for number in 0..count / tokens.len() {
                let digits = (0..length).scan(number, |rest, _| {
                    let token = tokens[*rest % tokens.len()];
                    *rest /= tokens.len();
                    Some(token)
                });
                each(&std::iter::once(*first).chain(digits).collect::<String>(), length + 1);
            }
        }
    });
    counts.iter().sum()
}

pub(crate) fn text_formats() -> impl Iterator<Item = &'static Format> {
    readable().filter(|format| !BINARY.contains(&format.name))
}

/// In the usual run the sequences of up to three tokens, with `DAPU_FULL` those of five.
#[test]
#[cfg_attr(not(debug_assertions), ignore = "steps are counted in debug builds")]
fn no_sequence_of_tokens_stands_still() {
    let _unmeasured = unmeasured();
    let most = if is_full() { 5 } else { 3 };
    for format in text_formats() {
        let tokens = TOKENS.iter().find(|(name, _)| *name == format.name);
        let (_, tokens) = tokens.unwrap_or_else(|| panic!("{} has no tokens", format.name));
        let name = file_name(format);
        let count = sequences(tokens, most, |text, depth| {
            let done = within(limit(text.as_bytes()), || {
                let read = read_all_ways(text.as_bytes(), &name, format);
                // Drawing and converting cost a hundred times as much as reading.
                if depth < 3 {
                    read.iter().for_each(survive);
                }
            });
            assert_eq!(done, Ok(()), "{text:?} as {}", format.name);
        });
        println!("{}: {count} sequences of {} tokens", format.name, tokens.len());
    }
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "steps are counted in debug builds")]
fn what_would_not_end_is_ended() {
    let _unmeasured = unmeasured();
    let text = "(;GM[1];B[aa])".repeat(200);
    let read = || read_all_ways(text.as_bytes(), "game.sgf", readable().last().unwrap()).len();
    assert_eq!(within(10, read), Err("too many bytes examined".to_owned()));
}

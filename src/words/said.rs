//! What dapu itself says, beside the screen's own texts: a row each, found by its English.
//!
//! In a pattern, `{}` stands for what is quoted as it is, `{w}` for such a word, `{n}` for a number, `{s}` for words that have
//! a row of their own; `|` separates forms. The translations name them by their order, `{1}`. Of several rows that fit, the
//! first counts.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use super::Lang;
use crate::text::joined;

/// A pattern, and what it is in 中文 and 日本語.
type Translation = (&'static str, &'static str, &'static str);

/// How deep words are said in words.
const DEPTH: usize = 2;

impl Lang {
    /// A message in this language, as far as it has a row, whole or after what comes before a colon: a file, a place, a name.
    pub fn say(self, message: &str) -> Cow<'_, str> {
        let said = if self == Self::En { None } else { self.said(message, DEPTH) };
        said.map_or(message.into(), Cow::Owned)
    }

    /// A label in this language: a whole text that is certainly not a file's, which may hold the same word.
    pub fn label(self, label: &str) -> Cow<'_, str> {
        let row = || self.row(LABELS, label, 0).or_else(|| self.row(SAID, label, DEPTH));
        let said = if self == Self::En { None } else { row() };
        said.map_or(label.into(), Cow::Owned)
    }

    fn said(self, text: &str, depth: usize) -> Option<String> {
        /// No message has more of them before its words.
        const COLONS: usize = 8;
        let begins = text.match_indices(": ").take(COLONS).map(|(at, colon)| at + colon.len());
        [0].into_iter().chain(begins).find_map(|begin| {
            let (head, words) = text.split_at(begin);
            Some(head.to_owned() + &self.row(SAID, words, depth)?)
        })
    }

    fn row(self, rows: &[Translation], text: &str, depth: usize) -> Option<String> {
        rows.iter().find_map(|(english, zh, ja)| {
            let words = self.pick([*english, *zh, *ja]);
            english.split('|').find_map(|form| self.filled(words, &quoted(form, text)?, depth))
        })
    }

    /// A list of counts, each perhaps with examples in brackets: `12 clocks (first: move 3), 2 headers (komi, round)`.
    pub fn list(self, list: &str) -> String {
        if self == Self::En {
            return list.to_owned();
        }
        let items = items(list).into_iter().map(|item| {
            let (count, examples) = item.split_once(" (").unwrap_or((&item, Default::default()));
            let count = self.row(SAID, count, 0).unwrap_or_else(|| count.to_owned());
            let examples = examples.strip_suffix(')').unwrap_or(examples);
            let examples = self.row(EXAMPLES, examples, 0).unwrap_or_else(|| examples.to_owned());
            if examples.is_empty() { count } else { format!("{count}（{examples}）") }
        });
        joined(items, "、")
    }

    /// The words of a row with what is quoted in them.
    fn filled(self, words: &str, quoted: &[Quoted<'_>], depth: usize) -> Option<String> {
        let inner = |(kind, is_last, value): &Quoted<'_>| {
            match *kind {
                "s" => {}
                "l" => return Some(self.list(value)),
                _ => return Some((*value).to_owned()),
            }
            let depth = depth.checked_sub(1)?;
            let said = self.row(SAID, value, depth).or_else(|| self.row(LABELS, value, depth));
            // The reasons at the end may be those of the system.
            let rest = || is_last.then(|| self.said(value, depth).unwrap_or((*value).to_owned()));
            said.or_else(rest)
        };
        let values = quoted.iter().map(inner).collect::<Option<Vec<String>>>()?;
        let mut pieces = words.split('{');
        let mut filled = pieces.next()?.to_owned();
        for piece in pieces {
            let (number, rest) = piece.split_once('}')?;
            filled += values.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
            filled += rest;
        }
        Some(filled)
    }
}

/// The items of a list, of which brackets may hold commas.
fn items(list: &str) -> Vec<String> {
    let is_open = |item: &String| item.matches('(').count() > item.matches(')').count();
    let mut items: Vec<String> = Vec::new();
    for part in list.split(", ") {
        match items.pop_if(|item| is_open(item)) {
            Some(item) => items.push(format!("{item}, {part}")),
            None => items.push(part.to_owned()),
        }
    }
    items
}

/// The kind of a placeholder, whether it ends the text, and what stands there.
type Quoted<'t> = (&'t str, bool, &'t str);

/// What a text has in place of the braces of a pattern.
fn quoted<'t>(pattern: &'t str, text: &'t str) -> Option<Vec<Quoted<'t>>> {
    let mut pieces = pattern.split('{');
    let start = pieces.next()?;
    let mut rest = text.strip_prefix(start)?;
    let mut quoted = Vec::new();
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        let (kind, literal) = piece.split_once('}')?;
        let end = match pieces.peek() {
            None => rest.len().checked_sub(literal.len())?,
            Some(_) => rest.find(literal)?,
        };
        let (value, after) = rest.split_at_checked(end)?;
        let is_first = start.is_empty() && quoted.is_empty();
        let fits = match kind {
            "n" => value.bytes().all(|byte| byte.is_ascii_digit() || b".,".contains(&byte)),
            "w" => !value.contains(' '),
            // What stands before a colon is kept.
            _ => !is_first || !value.contains(": "),
        };
        if value.is_empty() || !fits {
            return None;
        }
        quoted.push((kind, after.is_empty(), value));
        rest = after.strip_prefix(literal)?;
    }
    rest.is_empty().then_some(quoted)
}

/// The first example of a loss.
#[rustfmt::skip]
static EXAMPLES: &[Translation] = &[
    ("first: the start", "首处：开始局面", "最初：開始局面"),
    ("first: the start {}", "首处：开始局面{1}", "最初：開始局面{1}"),
    ("first: move {n}", "首处：第{1}着", "最初：{1}手目"),
    ("first: move {n} in a variation", "首处：变化中第{1}着", "最初：変化の{1}手目"),
    ("first: move {n} in a variation {}", "首处：变化中第{1}着{2}", "最初：変化の{1}手目{2}"),
    ("first: move {n} {}", "首处：第{1}着{2}", "最初：{1}手目{2}"),
    ("first: {}", "首处：{1}", "最初：{1}"),
];

#[rustfmt::skip]
static SAID: &[Translation] = &[
    // Losses.
    ("{n} bookmarks|{n} bookmark", "{1}个书签", "しおり{1}個"),
    ("{n} clocks|{n} clock", "{1}处用时", "消費時間{1}件"),
    ("{n} remaining times|{n} remaining time", "{1}处剩余时间", "残り時間{1}件"),
    ("{n} evaluations|{n} evaluation", "{1}个评分", "評価値{1}件"),
    ("{n} glyphs|{n} glyph", "{1}个评注符号", "記号{1}個"),
    ("{n} marks|{n} mark", "{1}个标记", "印{1}個"),
    ("{n} setups|{n} setup", "{1}处摆子", "配置{1}件"),
    ("{n} endings|{n} ending", "{1}个终局", "終局{1}件"),
    ("{n} results of a line|{n} result of a line", "{1}个变化的结果", "手順の結果{1}件"),
    ("{n} summaries|{n} summary", "{1}条总结", "まとめ{1}件"),
    ("{n} remarks|{n} remark", "{1}条附注", "注記{1}件"),
    ("{n} properties|{n} property", "{1}个属性", "プロパティ{1}個"),
    ("{n} headers|{n} header", "{1}项对局信息", "対局情報{1}件"),
    ("{n} shortened headers|{n} shortened header", "{1}项截短的对局信息", "短縮した対局情報{1}件"),
    ("{n} line breaks in a header|{n} line break in a header", "对局信息中{1}处换行", "対局情報の改行{1}件"),
    ("{n} unreadable moves|{n} unreadable move", "{1}个无法识别的着法", "読めない手{1}手"),
    ("{n} unreadable games|{n} unreadable game", "无法读取的{1}局", "読めない対局{1}局"),
    ("{n} parts of a second|{n} part of a second", "{1}处不足一秒的时间", "1秒未満の時間{1}件"),
    ("{n} numbers of the first move|{n} number of the first move", "{1}个起始着数", "開始手数{1}件"),
    ("{n} sides at the bottom|{n} side at the bottom", "{1}处棋盘朝向", "盤の向き{1}件"),
    ("{n} sides to move|{n} side to move", "{1}处轮走方", "手番{1}件"),
    ("{n} starting positions|{n} starting position", "{1}个初始局面", "開始局面{1}件"),
    ("{n} comment's outer blanks|{n} comment's outer blank", "{1}处注释首尾的空白", "コメント前後の空白{1}件"),
    ("{n} closing braces in a comment|{n} closing brace in a comment", "注释中{1}个右花括号", "コメントの閉じ括弧{1}個"),
    ("{n} #s in a text|{n} # in a text", "文本中{1}个#", "文中の#{1}個"),
    ("{n} characters in another width|{n} character in another width", "{1}个改变宽度的字符", "幅を変えた文字{1}字"),
    ("{n} unmappable characters|{n} unmappable character", "{1}个编码中没有的字符", "文字コードにない文字{1}字"),
    ("{n} zero characters|{n} zero character", "{1}个零字符", "ヌル文字{1}字"),
    // Counts.
    ("{n} games|{n} game", "{1}局", "{1}局"),
    ("{n} moves|{n} move|{n} plies|{n} ply", "{1}着", "{1}手"),
    ("{n} nodes|{n} node", "{1}个节点", "{1}ノード"),
    ("{n} nodes to {n} nodes", "{1}至{2}个节点", "{1}から{2}ノード"),
    ("{n} ms", "{1}毫秒", "{1}ミリ秒"),
    ("{n} ms to {n} ms", "{1}至{2}毫秒", "{1}から{2}ミリ秒"),
    ("depth {n}", "深度{1}", "深さ{1}"),
    ("depth {n} to depth {n}", "深度{1}至{2}", "深さ{1}から{2}"),
    ("{n} variations|{n} variation", "{1}条变化", "変化{1}個"),
    ("{n} comments|{n} comment", "{1}条注释", "コメント{1}件"),
    ("{n} warnings|{n} warning", "{1}条警告", "警告{1}件"),
    ("{n} files|{n} file", "{1}个文件", "{1}ファイル"),
    ("{n} positions|{n} position", "{1}个局面", "{1}局面"),
    ("{n} mates|{n} mate", "{1}次杀", "詰み{1}回"),
    ("{n} rows", "{1}行", "{1}行"),
    ("{n} bytes|{n} byte", "{1}字节", "{1}バイト"),
    // Files.
    ("no such file", "没有此文件", "ファイルがありません"),
    ("no such file or directory", "没有此文件或文件夹", "ファイルもフォルダもありません"),
    ("no such file or command; did you mean `{}`?", "没有此文件或命令；是否想用`{1}`？", "ファイルもコマンドもありません。`{1}`のことですか"),
    ("permission denied", "没有权限", "権限がありません"),
    ("too large for a record: more than 1 GiB", "文件过大，不是棋谱：超过1 GiB", "棋譜として大きすぎます（1 GiB超）"),
    ("{s}, not a file", "是{1}，不是文件", "{1}です。ファイルではありません"),
    ("a directory", "文件夹", "フォルダ"),
    ("a pipe", "管道", "パイプ"),
    ("a socket", "套接字", "ソケット"),
    ("a device", "设备", "デバイス"),
    ("no record is in it", "其中没有棋谱", "棋譜がありません"),
    ("a record in an archive cannot be followed", "不能跟随压缩包中的棋谱", "圧縮ファイル内の棋譜は追従できません"),
    ("not a record", "不是棋谱", "棋譜ではありません"),
    ("not a record of a format that dapu knows", "不是能识别的棋谱", "棋譜として読めません"),
    ("the file is empty", "文件是空的", "空のファイルです"),
    ("not in a format that dapu knows", "不是能识别的格式", "未知の形式です"),
    ("an archive in an archive", "压缩包中的压缩包", "圧縮ファイルの中の圧縮ファイル"),
    ("a {w} archive|an {w} archive", "{1}压缩包", "{1}圧縮ファイル"),
    ("a {w} archive: unpack it first|an {w} archive: unpack it first|{w} archive: unpack it first", "{1}压缩包，请先解压", "{1}圧縮ファイルです。先に展開してください"),
    ("not a record, but a {w} archive: unpack it first|not a record, but an {w} archive: unpack it first", "不是棋谱，而是{1}压缩包，请先解压", "棋譜ではなく{1}圧縮ファイルです。先に展開してください"),
    ("encrypted: unpack the archive with its password", "压缩包已加密，请先用密码解压", "暗号化されています。パスワードで展開してください"),
    ("damaged or incomplete", "损坏或不完整", "壊れているか不完全です"),
    ("the zip archive is damaged or incomplete", "zip压缩包损坏或不完整", "zipファイルが壊れているか不完全です"),
    ("there is no game {n}: the file has {n}", "没有第{1}局，文件里共{2}局", "{1}局目はありません（全{2}局）"),
    ("game {n} cannot be read: {s}", "第{1}局无法读取：{2}", "{1}局目を読めません：{2}"),
    ("no records found: name a file, or a directory with records; dapu formats lists their extensions", "没有找到棋谱：请指定文件或有棋谱的文件夹；dapu formats列出扩展名", "棋譜が見つかりません。ファイルか棋譜のあるフォルダを指定してください（拡張子は dapu formats）"),
    ("{s} skipped: {}", "跳过{1}：{2}", "{1}を飛ばしました：{2}"),
    ("not all of it is read", "未全部读取", "途中までしか読んでいません"),
    ("{} already exists; --force overwrites it", "{1}已存在；用--force覆盖", "{1}はすでにあります（--forceで上書き）"),
    ("{} already exists", "{1}已存在", "{1}はすでにあります"),
    ("cannot be written: {s}|cannot write: {s}", "无法写入：{1}", "書き込めません：{1}"),
    ("cannot be read: {s}", "无法读取：{1}", "読めません：{1}"),
    ("not a regular file", "不是普通文件", "通常のファイルではありません"),
    ("nothing is written into an archive", "不能写入压缩包", "圧縮ファイルには書き込めません"),
    ("refusing to write binary data to the terminal; name a file, or pipe the output", "不在终端输出二进制数据；请指定文件，或用管道接收", "端末にバイナリは出力しません。ファイル名を指定するかパイプで受けてください"),
    // Arguments.
    ("--game, --line and --ply need a record", "--game、--line和--ply需要棋谱", "--game、--line、--ply には棋譜が必要です"),
    ("name a file, or see dapu --help", "请指定文件，或参看dapu --help", "ファイルを指定してください（dapu --help を参照）"),
    ("the game is already given; leave out the option", "已指定对局，请去掉该选项", "対局は指定済みです。オプションを外してください"),
    ("the place is already given; leave out the option", "已指定位置，请去掉该选项", "位置は指定済みです。オプションを外してください"),
    ("this command takes whole games; leave out the place", "此命令处理整局，请去掉位置", "対局全体を扱うコマンドです。位置を外してください"),
    ("{} is a line and a column; a place is FILE:PLY or FILE:PLY.BRANCH-PLY", "{1}是行和列；位置写作 FILE:PLY 或 FILE:PLY.BRANCH-PLY", "{1}は行と桁です。位置は FILE:PLY か FILE:PLY.BRANCH-PLY と書きます"),
    ("a place is written such as 12, 3.2-12 or 3.2-end", "位置写作 12、3.2-12 或 3.2-end", "位置は 12、3.2-12、3.2-end のように書きます"),
    ("branches are numbered from 2: branch 1 is the line itself", "分支从2起编号：分支1就是本线", "分岐の番号は2からです（分岐1はその手順自身）"),
    ("the plies of a place rise: {n} follows {n}", "位置中的着数须递增：{2}之后不能是{1}", "位置の手数は増えていきます（{2}の次に{1}は書けません）"),
    ("there is no ply {n}: the line ends at ply {n}", "没有第{1}着：本线到第{2}着为止", "{1}手目はありません（この手順は{2}手目まで）"),
    ("there is no branch {n} at ply {n}: there are {n}", "第{2}着没有第{1}个分支，共{3}个", "{2}手目に分岐{1}はありません（全{3}個）"),
    ("there is no branch {n} at ply {n}: there is only one", "第{2}着没有第{1}个分支，共1个", "{2}手目に分岐{1}はありません（全1個）"),
    ("there is no line {} of your own at ply {n}", "第{2}着没有自己添加的变化{1}", "{2}手目に自分の手順{1}はありません"),
    ("no node {n}: the last one is {n}", "没有节点{1}：最后一个是{2}", "ノード{1}はありません（最後は{2}）"),
    ("unknown command {}; see dapu --help", "没有命令{1}，参看dapu --help", "{1}というコマンドはありません（dapu --help を参照）"),
    ("--svg takes one record", "--svg只用于一份棋谱", "--svg は一つの棋譜だけです"),
    ("several pictures need the name of a file", "多张图需要指定文件名", "複数の図にはファイル名が必要です"),
    ("--numbers works only with Go", "--numbers只用于围棋", "--numbers は囲碁だけです"),
    ("--follow takes one file or directory", "--follow只用于一个文件或文件夹", "--follow は一つのファイルかフォルダだけです"),
    ("nothing to search for: --player {}, --text, --position, --since or --until (see dapu find --help)", "未指定要查找什么：--player {1}、--text、--position、--since或--until（参看dapu find --help）", "検索条件がありません：--player {1}、--text、--position、--since、--until（dapu find --help を参照）"),
    // Converting.
    ("no output format: {s}", "没有指定输出格式：{1}", "出力形式がありません：{1}"),
    ("not the extension of a format: {s}", "不是棋谱格式的扩展名：{1}", "棋譜形式の拡張子ではありません：{1}"),
    ("name a format with --to, see dapu formats", "请用--to指定格式，参看dapu formats", "--to で形式を指定してください（dapu formats を参照）"),
    ("{} is a directory: name an output directory with -o|{} is an archive: name an output directory with -o", "{1}是文件夹或压缩包：请用-o指定输出文件夹", "{1}はフォルダか圧縮ファイルです。-o で出力先フォルダを指定してください"),
    ("convert takes whole games; leave out the place", "convert转换整局，请去掉位置", "convert は対局全体を変換します。位置を外してください"),
    ("the game is already given; leave out --all", "已指定对局，请去掉--all", "対局は指定済みです。--all を外してください"),
    ("{w} is read, not written: {s}", "{1}只能读取，不能写入：{2}", "{1}は読み込みだけで、書き出せません：{2}"),
    ("{w} is read, not written; use {}", "{1}只能读取，不能写入，可用{2}", "{1}は読み込みだけで、書き出せません（{2}が使えます）"),
    ("holds {n} games, but {} holds only one: choose one with --game K, or use --all to write one file per game", "有{1}局，而{2}只能存一局：用--game K选一局，或用--all每局写一个文件", "{1}局ありますが、{2}は一局だけです。--game K で選ぶか、--all で一局ずつ書き出してください"),
    ("name OUT: each game is written to a separate file", "请指定OUT：每局写入一个文件", "OUT を指定してください（一局ずつ別のファイルになります）"),
    ("skipped: {s}", "跳过：{1}", "飛ばしました：{1}"),
    ("{s} converted", "已转换{1}", "{1}を変換しました"),
    ("{n} failed", "失败{1}个", "失敗{1}件"),
    ("{n} skipped: a different game", "跳过{1}个（其他棋种）", "{1}件を飛ばしました（別の種類の対局）"),
    ("{n} skipped: not records", "跳过{1}个（不是棋谱）", "{1}件を飛ばしました（棋譜以外）"),
    ("not kept in {}: {l}", "{1}未保留：{2}", "{1}で失われたもの：{2}"),
    ("none of the games can be read", "没有一局能读取", "読める対局がありません"),
    ("not written, because of --strict", "因--strict未写入", "--strict のため書き込みません"),
    ("some games cannot be read; run dapu check for details", "有些对局无法读取，详见dapu check", "読めない対局があります（dapu check で詳細）"),
    ("not all of it is converted", "未全部转换", "途中までしか変換していません"),
    // Positions and the index.
    ("{s}; reading the files", "{1}；改为读取文件", "{1}（ファイルを読みます）"),
    ("{s}; built anew", "{1}；已重新建立", "{1}（作り直しました）"),
    ("--index answers for directories and files", "--index只用于文件夹和文件", "--index はフォルダとファイルだけです"),
    ("--index FILE: there is no usual place", "没有默认位置，请用--index FILE指定", "既定の場所がありません。--index FILE で指定してください"),
    ("no such index: dapu index makes it", "没有此索引：用dapu index建立", "索引がありません（dapu index で作成）"),
    ("another dapu is writing to the index", "另一个dapu正在写入索引", "別の dapu が索引に書き込み中です"),
    ("not an index of dapu", "不是dapu的索引", "dapu の索引ではありません"),
    ("an index of another version of dapu", "是其他版本dapu的索引", "別の版の dapu の索引です"),
    ("an index of {}", "是{1}的索引", "{1}の索引です"),
    ("stopped; nothing was written", "已停止；没有写入任何内容", "中止しました（何も書き込んでいません）"),
    ("its name is not in UTF-8", "文件名不是UTF-8", "ファイル名がUTF-8ではありません"),
    ("boards larger than {} are not counted", "不统计大于{1}的棋盘", "{1}より大きい盤は数えません"),
    ("{s} has no side {}", "{1}没有{2}一方", "{1}に{2}という側はありません"),
    ("{s}; index of {}", "{1}；索引建于{2}", "{1}（{2}の索引）"),
    ("{s}, {s} to move", "{1}，轮到{2}", "{1}、{2}の手番"),
    ("{s} ({n} twice), {s} in {}; {s} read, {n} gone", "{1}（重复{2}），{3}，索引{4}；读取{5}，消失{6}", "{1}（重複{2}）、{3}、索引{4}（{5}を読み、{6}は消失）"),
    ("{s}, {s} in {}; {s} read, {n} gone", "{1}，{2}，索引{3}；读取{4}，消失{5}", "{1}、{2}、索引{3}（{4}を読み、{5}は消失）"),
    ("{s} ({n} twice), {s} in {}; {s} read", "{1}（重复{2}），{3}，索引{4}；读取{5}", "{1}（重複{2}）、{3}、索引{4}（{5}を読みました）"),
    ("{s}, {s} in {}; {s} read", "{1}，{2}，索引{3}；读取{4}", "{1}、{2}、索引{3}（{4}を読みました）"),
    // Progress.
    ("writing, {n}%", "正在写入，{1}%", "書き込み中、{1}%"),
    ("{s}, {n}%, {s} left", "{1}，{2}%，剩余{3}", "{1}、{2}%、残り{3}"),
    ("{s}, {n}%", "{1}，{2}%", "{1}、{2}%"),
    ("{n} s", "{1}秒", "{1}秒"),
    ("{n} min", "{1}分钟", "{1}分"),
    ("game {n} of {n}, position {n} of {n}, {n} a second, {s} left", "第{1}局（共{2}局），局面{3}/{4}，每秒{5}，剩余{6}", "{1}局目（全{2}局）、局面{3}/{4}、毎秒{5}、残り{6}"),
    ("game {n} of {n}, position {n} of {n}, {n} a second", "第{1}局（共{2}局），局面{3}/{4}，每秒{5}", "{1}局目（全{2}局）、局面{3}/{4}、毎秒{5}"),
    ("game {n} of {n}, position {n} of {n}", "第{1}局（共{2}局），局面{3}/{4}", "{1}局目（全{2}局）、局面{3}/{4}"),
    // Notes.
    ("no home directory to keep notes in|no home directory to keep results in", "没有主目录，无处保存", "ホームディレクトリがなく保存できません"),
    ("its game was not found in {}", "在{1}中没有找到这一局", "{1}に対局が見つかりません"),
    ("cannot tell which game it is on: use --attach", "不知是哪一局的笔记：请用--attach", "どの対局のメモか分かりません（--attach で指定）"),
    ("game {n}: fits equally: {}", "第{1}局有多份同样适合的笔记：{2}", "{1}局目に合うメモが複数あります：{2}"),
    ("{} has notes on several games: {}", "{1}有多局的笔记：{2}", "{1}のメモは複数の対局にあります：{2}"),
    ("no notes are named {}", "没有名为{1}的笔记", "{1}という名のメモはありません"),
    ("a note cannot be read", "有一条笔记无法读取", "読めないメモがあります"),
    ("a note cannot be read (and {n} more)", "有笔记无法读取（另有{1}条）", "読めないメモがあります（ほか{1}件）"),
    ("a line of your own", "自己的变化", "自分の手順"),
    ("its moves are missing: {}", "缺少其着法：{1}", "その指し手がありません：{1}"),
    // Engines.
    ("results of engines: {s}", "引擎的结果：{1}", "エンジンの結果：{1}"),
    ("cannot start {}: {s}", "无法启动{1}：{2}", "{1}を起動できません：{2}"),
    ("wrote too much output", "输出过多", "出力が多すぎます"),
    ("no engines: add a table [engines.NAME] in {} (dapu engines --init prints some)", "没有引擎：请在{1}中添加[engines.NAME]（dapu engines --init给出范例）", "エンジンがありません。{1}に [engines.NAME] を加えてください（dapu engines --init が例を出します）"),
    ("no engine {}; there are {}", "没有引擎{1}；可用的有{2}", "{1}というエンジンはありません（{2}があります）"),
    ("no known engine on the PATH that is not configured yet", "PATH中没有尚未设置的已知引擎", "PATH に未設定の既知のエンジンはありません"),
    ("does not answer", "没有回应", "応答がありません"),
    ("does not stop", "不停止", "停止しません"),
    ("gives no score", "没有给出评分", "評価値を返しません"),
    ("answers about another position", "回答的是另一局面", "別の局面について答えています"),
    ("has no analysis command: neither kata-analyze nor lz-analyze", "没有分析命令（kata-analyze、lz-analyze）", "解析コマンド（kata-analyze、lz-analyze）がありません"),
    ("a Go engine has no depth: use --time or --nodes", "围棋引擎没有深度：请用--time或--nodes", "囲碁エンジンに深さはありません。--time か --nodes を使ってください"),
    ("refuses a command: {}", "不接受命令：{1}", "コマンドを拒否しました：{1}"),
    ("has ended: {}", "已退出：{1}", "終了しました：{1}"),
    ("has closed its output: {}", "已关闭输出：{1}", "出力を閉じました：{1}"),
    ("given up after {n} games", "{1}局之后放弃", "{1}局で断念しました"),
    ("a search took too long", "搜索时间过长", "探索に時間がかかりすぎました"),
    ("cannot be read again", "无法再次读取", "再び読めませんでした"),
    ("Contempt is {}, which favours the side to move in every value: add Contempt = 0 to its options", "Contempt为{1}，评分总偏向走棋方：请在options中加入Contempt = 0", "Contempt が{1}で、評価値が常に手番側に有利になります。options に Contempt = 0 を加えてください"),
    ("name a file: results are kept for it", "请指定文件：结果按文件保存", "ファイルを指定してください（結果はファイルごとに保存します）"),
    ("no positions of {s} to analyse", "没有可分析的{1}局面", "解析する{1}の局面がありません"),
    ("{s} not sent: {s}", "{1}未发送：{2}", "{1}は送りませんでした：{2}"),
    ("the game is over", "对局已结束", "終局しています"),
    ("after a move that is illegal or cannot be read", "此前有犯规或无法识别的着法", "反則または読めない手の後です"),
    ("a king is missing", "缺将或帅", "玉がありません"),
    ("the side that is not to move is in check", "未轮到的一方正被将军", "手番でない側に王手がかかっています"),
    ("not everything was analysed; run the same command again to go on", "未全部分析；再次运行同一命令可继续", "解析は途中です（同じコマンドで続きます）"),
    ("another dapu is analysing this game", "另一个dapu正在用此引擎分析这一局", "別の dapu がこのエンジンでこの対局を解析中です"),
    ("average loss {} in {s}", "{2}平均亏{1}", "{2}で平均損失{1}"),
    ("{n}% lose less than {}", "{1}%亏损小于{2}", "{1}%が{2}未満の損"),
    ("{s} missed", "错过{1}", "{1}を逃す"),
    ("{s} allowed", "使对方有{1}", "{1}を許す"),
    ("loses nothing|lost nothing", "无损失", "損なし"),
    ("loses {}|lost {}", "亏{1}", "{1}の損"),
    ("gains {}|gained {}", "升{1}", "{1}の得"),
    ("allows mate in {n}|allowed mate in {n}", "使对方有{1}步杀", "{1}手詰を許す"),
    ("misses mate in {n}|missed mate in {n}", "错过{1}步杀", "{1}手詰を逃す"),
    ("the only move: the next loses {}", "唯一的着法：次选亏{1}", "唯一の手（次善は{1}の損）"),
    ("{} ({} instead of {}); better {}", "{1}（{2}，原为{3}）；更好：{4}", "{1}（{3}のところ{2}）、最善は{4}"),
    ("{} ({} instead of {})", "{1}（{2}，原为{3}）", "{1}（{3}のところ{2}）"),
    ("mate in {w} plies|mate in {w} ply", "{1}步杀", "{1}手詰"),
    ("a book for {}, not for xiangqi", "是{1}的开局库，不是象棋的", "{1}の定跡です（シャンチーではありません）"),
    ("not a file", "不是文件", "ファイルではありません"),
    ("not in the book", "开局库中没有", "定跡にありません"),
    ("the book is for {s}, not for {s}", "开局库属于{1}，不是{2}", "{1}の定跡です（{2}ではありません）"),
    ("a directory, not an opening book: name a file in it", "是文件夹，不是开局库：请指定其中的文件", "フォルダです。中の定跡ファイルを指定してください"),
    ("the moves are drawn as a chart, which dapu does not read", "着法画成图表，dapu不能读取", "指し手が図表で書かれていて、読めません"),
    // Books.
    ("probably an encrypted SQLite file, which only the program that made it can open", "可能是加密的SQLite文件，只有制作它的程序能打开", "暗号化されたSQLiteのようです。作成したソフトでしか開けません"),
    ("a book in the {} format, which dapu does not read", "{1}格式的开局库，dapu不能读取", "{1}形式の定跡は読めません"),
    ("not an opening book: not an SQLite file, or encrypted, compressed or damaged", "不是开局库：不是SQLite文件，或已加密、压缩、损坏", "定跡ではありません（SQLiteでないか、暗号化・圧縮・破損）"),
    ("a database, but not an opening book: {}", "是数据库，但不是开局库：{1}", "データベースですが定跡ではありません：{1}"),
    ("the moves in this book are encrypted: only the program that made it can read them", "开局库的着法已加密，只有制作它的程序能读取", "指し手が暗号化されています。作成したソフトでしか読めません"),
    ("damaged: the file is cut short, at {n} of {n} bytes", "损坏：文件只有{1}字节，应为{2}字节", "壊れています：{2}バイト中{1}バイトしかありません"),
    ("a change to the book was never finished: open it once with the program that wrote it", "开局库的修改未完成：请用写入它的程序打开一次", "定跡の変更が途中です。書き込んだソフトで一度開いてください"),
    ("another program is writing to it", "另一个程序正在写入", "別のソフトが書き込み中です"),
    ("gave up: the book is damaged, or made so that reading it never ends", "已放弃：开局库损坏，或被做成永远读不完", "断念しました：壊れているか、読み終わらないように作られています"),
    ("only books of xiangqi are counted", "只统计象棋开局库", "数えられるのはシャンチーの定跡だけです"),
    ("damaged or encrypted: {}", "损坏或加密：{1}", "壊れているか暗号化されています：{1}"),
    ("damaged: {}", "损坏：{1}", "壊れています：{1}"),
    // Settings.
    ("not UTF-8", "不是UTF-8", "UTF-8ではありません"),
    ("unknown setting {}; the settings are {}", "没有设置{1}；可用的有{2}", "{1}という設定はありません（{2}があります）"),
    ("expected one of {}", "应为其中之一：{1}", "次のいずれかを指定してください：{1}"),
    ("larger than 1 MiB", "超过1 MiB", "1 MiBを超えています"),
    // Moves that cannot be played.
    ("not a move in any notation of the game", "不是着法", "指し手ではありません"),
    ("no piece can make this move", "没有能这样走的棋子", "そう動ける駒がありません"),
    ("{n} pieces can make this move", "有{1}个棋子可以这样走", "{1}枚の駒が動けます"),
    ("the square is off the board", "出了棋盘", "盤の外です"),
    ("no piece is on the starting square", "起点没有棋子", "移動元に駒がありません"),
    ("the piece belongs to the other side", "不是己方棋子", "相手の駒です"),
    ("the destination is occupied", "落点已有棋子", "移動先が塞がっています"),
    ("a stone is already there", "此处已有棋子", "すでに石があります"),
    ("the piece cannot move there", "棋子不能这样走", "その駒はそこへ動けません"),
    ("a piece blocks the horse's leg", "蹩马腿", "馬の足が塞がれています"),
    ("a piece blocks the elephant's eye", "塞象眼", "象の目が塞がれています"),
    ("the elephant cannot cross the river", "象（相）不能过河", "象は河を渡れません"),
    ("the piece cannot leave the palace", "不能走出九宫", "九宮の外へは出られません"),
    ("this leaves the king in check", "走后己方被将军", "王手放置です"),
    ("this leaves the generals facing each other", "走后将帅照面", "王が向かい合います"),
    ("the king cannot be captured", "不能吃掉将帅", "玉は取れません"),
    ("the piece is not in hand", "持驹中没有此棋子", "その駒は持駒にありません"),
    ("there is already a pawn on this file (nifu)", "二步", "二歩です"),
    ("a pawn may not be dropped to give mate", "打步诘", "打ち歩詰めです"),
    ("the piece would have no move from there", "走后无处可走", "行き所のない駒です"),
    ("the piece cannot promote here", "此处不能升变", "成れません"),
    ("another piece is on the starting square", "起点是另一种棋子", "移動元にあるのは別の駒です"),
    ("this is a move of another game", "不是本棋种的着法", "別の種類の対局の手です"),
    ("the ko cannot be retaken yet", "打劫：不能立即回提", "コウはすぐ取り返せません"),
    ("illegal: {s}", "犯规：{1}", "反則：{1}"),
    ("move {n} ({}) is illegal: {s}", "第{1}着（{2}）犯规：{3}", "{1}手目（{2}）反則：{3}"),
    ("move {} is illegal: {s}", "{1}犯规：{2}", "{1} 反則：{2}"),
    ("some bytes are not valid {}; they are shown as U+FFFD", "有些字节不是有效的 {1} 编码，显示为 U+FFFD", "{1} として正しくないバイトがあり、U+FFFD で表示しています"),
    ("{} may be a move or only named; it is read as a move", "{1}也许只是提到，这里当作着法", "{1}は指し手か、触れただけか：指し手として読みました"),
    ("{} may be a move or only named; it is kept as a comment", "{1}也许是着法，这里当作注释", "{1}は指し手か、触れただけか：コメントとして残しました"),
    ("{} is not played: it does not fit here", "{1}在此处走不通，当作注释", "{1}はここでは指せません：コメントとして残しました"),
    ("{}: may start a variation or a new round here", "{1}：这里可能开始变化，也可能是新的回合", "{1}：変化か次の手が始まる可能性があります"),
    ("and {n} more warnings|and {n} more warning", "另有 {1} 条警告", "ほかに警告 {1} 件"),
];

/// Words that stand alone: the heads of tables, the names of what is printed on a line of its own.
#[rustfmt::skip]
static LABELS: &[Translation] = &[
    ("format", "格式", "形式"), ("encoding", "编码", "文字コード"), ("library", "棋谱库", "棋譜集"), ("none", "无", "なし"),
    ("game", "棋种", "種目"), ("xiangqi", "象棋", "シャンチー"), ("shogi", "日本将棋", "将棋"), ("go", "围棋", "囲碁"),
    ("games", "局数", "局数"), ("plies", "着数", "手数"), ("longest line", "最长变化", "最長手順"),
    ("nodes", "节点", "ノード"), ("variations", "变化", "変化"), ("comments", "注释", "コメント"),
    ("line results", "变化结果", "手順の結果"), ("warnings", "警告", "警告"),
    ("move", "着法", "指し手"), ("won/drawn/lost", "胜/和/负", "勝/分/負"), ("rate", "胜率", "勝率"), ("year", "年份", "年"),
    ("last", "最近", "最新"), ("player", "棋手", "対局者"), ("(end)", "（终局）", "（終局）"), ("end", "终局", "終局"),
    ("score", "分数", "評価"), ("win", "胜", "勝"), ("draw", "和", "分"), ("lost", "负", "負"), ("note", "备注", "備考"),
    ("red", "红方", "紅"), ("black", "黑方", "黒"), ("white", "白方", "白"), ("sente", "先手", "先手"), ("gote", "后手", "後手"),
    ("empty", "空文件", "空のファイル"),
    ("triangle", "三角", "三角"), ("square", "方块", "四角"), ("circle", "圆圈", "丸"), ("cross", "叉", "ばつ"),
    ("selected", "选中", "選択"), ("label", "标记", "文字"), ("arrow", "箭头", "矢印"), ("line", "连线", "線"),
    ("recognised by", "识别依据", "判別の根拠"), ("index", "索引", "索引"), ("yes", "有", "あり"), ("no", "无", "なし"),
    ("next {}", "下一着 {1}", "次の手 {1}"), ("score {}", "分数 {1}", "評価 {1}"), ("{w} to {w}", "{1}至{2}", "{1}から{2}"),
    ("rows", "行数", "行数"), ("positions", "局面", "局面"), ("no key", "无键值", "キーなし"), ("no move", "无着法", "指し手なし"),
    ("switched off", "已停用", "無効"), ("no score", "无分数", "評価なし"), ("with games", "有局数", "局数あり"),
    ("with note", "有备注", "備考あり"), ("scores", "分数", "評価"),
];

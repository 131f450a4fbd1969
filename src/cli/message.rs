//! What the commands report and print, with a row for each message.

use crate::engine::Refusal;
use crate::format::{Losses, count};
use crate::game::Game;
use crate::words::{Worded, bare, messages};

messages! {
    /// A message of a command, or a part of one.
    #[derive(Debug)]
    pub(super) enum Message {
        /// A file, an option or something else with a name, and what is wrong with it.
        About(name: String, what: Box<dyn Worded>): "{name}: {what}" "{name}: {what}" "{name}: {what}";

        // Counts.
        Games(number: usize): { count(*number, "game") } "{number}局" "{number}局";
        Plies(number: usize): { count(*number, "ply") } "{number}着" "{number}手";
        Nodes(number: usize): { count(*number, "node") } "{number}个节点" "{number}ノード";
        Variations(number: usize): { count(*number, "variation") } "{number}条变化" "変化{number}個";
        Comments(number: usize): { count(*number, "comment") } "{number}条注释" "コメント{number}件";
        Warnings(number: usize): { count(*number, "warning") } "{number}条警告" "警告{number}件";
        Bytes(number: usize): { count(*number, "byte") } "{number}字节" "{number}バイト";
        Rows(number: u64): "{number} rows" "{number}行" "{number}行";
        Percent(done: u64): "{done}%" "{done}%" "{done}%";
        SecondsLeft(seconds: u64): "{seconds} s left" "剩余{seconds}秒" "残り{seconds}秒";
        MinutesLeft(minutes: u64): "{minutes} min left" "剩余{minutes}分钟" "残り{minutes}分";

        // Files.
        NoRecords:
            "no records found: name a file, or a directory with records; dapu formats lists their extensions" "没有找到棋谱：请指定文件或有棋谱的文件夹；dapu formats列出扩展名"
            "棋譜が見つかりません。ファイルか棋譜のあるフォルダを指定してください（拡張子は dapu formats）";
        NotARecord: "not a record" "不是棋谱" "棋譜ではありません";
        /// How many files, and some of them.
        Skipped(number: usize, list: String):
            { format!("{} skipped: {list}", count(*number, "file")) } "跳过{number}个文件：{list}" "{number}ファイルを飛ばしました：{list}";
        /// How many more.
        AndMore(number: usize): ", and {number} more" "，另{number}个" "、ほか{number}";
        NotAllRead: "not all of it is read" "未全部读取" "途中までしか読んでいません";
        Exists(name: String): "{name} already exists; --force overwrites it" "{name}已存在；用--force覆盖" "{name}はすでにあります（--forceで上書き）";
        Binary:
            "refusing to write binary data to the terminal; name a file, or pipe the output" "不在终端输出二进制数据；请指定文件，或用管道接收"
            "端末にバイナリは出力しません。ファイル名を指定するかパイプで受けてください";
        NotNew: "file exists: --new needs a new name" "文件已存在：--new需要新的文件名" "ファイルはすでにあります：--newには新しい名前を指定してください";
        NoSuchPath: "no such file or directory" "没有此文件或文件夹" "ファイルもフォルダもありません";

        Watching(number: usize): { format!("watching {}", count(*number, "file")) } "正在监视{number}个文件" "{number}ファイルを監視中";

        // Arguments.
        NeedsRecord: "--game, --line and --ply need a record" "--game、--line和--ply需要棋谱" "--game、--line、--ply には棋譜が必要です";
        NameAFile: "name a file, or see dapu --help" "请指定文件，或参看dapu --help" "ファイルを指定してください（dapu --help を参照）";
        GameTwice: "the game is already given; leave out the option" "已指定对局，请去掉该选项" "対局は指定済みです。オプションを外してください";
        PlaceTwice: "the place is already given; leave out the option" "已指定位置，请去掉该选项" "位置は指定済みです。オプションを外してください";
        WholeGames: "this command takes whole games; leave out the place" "此命令处理整局，请去掉位置" "対局全体を扱うコマンドです。位置を外してください";
        /// The number, and the last one.
        NoNode(number: usize, last: usize): "no node {number}: the last one is {last}" "没有节点{number}：最后一个是{last}" "ノード{number}はありません（最後は{last}）";
        UnknownCommand(name: String): "unknown command {name}; see dapu --help" "没有命令{name}，参看dapu --help" "{name}というコマンドはありません（dapu --help を参照）";
        Misspelt(name: String):
            "no such file or command; did you mean `dapu {name}`?" "没有此文件或命令；是否想用`dapu {name}`？" "ファイルもコマンドもありません。`dapu {name}`のことですか";
        OneSvg: "--svg takes one record" "--svg只用于一份棋谱" "--svg は一つの棋譜だけです";
        SvgName: "--svg: several pictures need the name of a file" "--svg: 多张图需要指定文件名" "--svg: 複数の図にはファイル名が必要です";
        NeedsNotes(place: String):
            "{place} is on a line of your own: add --notes" "{place}在自己添加的变化中：请加上--notes"
            "{place} は自分の変化です：--notes を付けてください";
        OnlyGo(option: &'static str): "{option} works only with Go" "{option}只用于围棋" "{option} は囲碁だけです";
        FollowsOne: "--follow takes one file or directory" "--follow只用于一个文件或文件夹" "--follow は一つのファイルかフォルダだけです";
        /// What to give as a name.
        NothingToFind(name: String):
            "nothing to search for: --player {name}, --text, --position, --since or --until (see dapu find --help)"
            "未指定要查找什么：--player {name}、--text、--position、--since或--until（参看dapu find --help）"
            "検索条件がありません：--player {name}、--text、--position、--since、--until（dapu find --help を参照）";
        EndsThere: "end" "终局" "終局";
        Next(moves: String): "next {moves}" "下一着 {moves}" "次の手 {moves}";

        // Converting.
        NoFormat:
            "no output format: name a format with --to, see dapu formats" "没有指定输出格式：请用--to指定格式，参看dapu formats"
            "出力形式がありません：--to で形式を指定してください（dapu formats を参照）";
        NoExtension:
            "not the extension of a format: name a format with --to, see dapu formats" "不是棋谱格式的扩展名：请用--to指定格式，参看dapu formats"
            "棋譜形式の拡張子ではありません：--to で形式を指定してください（dapu formats を参照）";
        ReadOnly(format: &'static str):
            "{format} is read, not written: name a format with --to, see dapu formats" "{format}只能读取，不能写入：请用--to指定格式，参看dapu formats"
            "{format}は読み込みだけで、書き出せません：--to で形式を指定してください（dapu formats を参照）";
        DirectoryToOne(name: String):
            "{name} is a directory: name an output directory with -o" "{name}是文件夹：请用-o指定输出文件夹" "{name}はフォルダです。-o で出力先フォルダを指定してください";
        ArchiveToOne(name: String):
            "{name} is an archive: name an output directory with -o" "{name}是压缩包：请用-o指定输出文件夹" "{name}は圧縮ファイルです。-o で出力先フォルダを指定してください";
        ConvertsGames: "convert takes whole games; leave out the place" "convert转换整局，请去掉位置" "convert は対局全体を変換します。位置を外してください";
        GameAndAll: "the game is already given; leave out --all" "已指定对局，请去掉--all" "対局は指定済みです。--all を外してください";
        /// How many, and a format for one game.
        SeveralGames(number: usize, format: &'static str):
            "holds {number} games, but {format} holds only one: choose one with --game K, or use --all to write one file per game"
            "有{number}局，而{format}只能存一局：用--game K选一局，或用--all每局写一个文件" "{number}局ありますが、{format}は一局だけです。--game K で選ぶか、--all で一局ずつ書き出してください";
        NameOut: "name OUT: each game is written to a separate file" "请指定OUT：每局写入一个文件" "OUT を指定してください（一局ずつ別のファイルになります）";
        SkippedFor(why: Skipped): "skipped: {why}" "跳过：{why}" "飛ばしました：{why}";
        Converted(number: usize): { format!("{} converted", count(*number, "file")) } "已转换{number}个文件" "{number}ファイルを変換しました";
        Failed(number: usize): "{number} failed" "失败{number}个" "失敗{number}件";
        OtherGames(number: usize): "{number} skipped: a different game" "跳过{number}个（其他棋种）" "{number}件を飛ばしました（別の種類の対局）";
        NotRecords(number: usize): "{number} skipped: not records" "跳过{number}个（不是棋谱）" "{number}件を飛ばしました（棋譜以外）";
        NotKept(format: &'static str, losses: Losses): "not kept in {format}: {losses}" "{format}未保留：{losses}" "{format}で失われたもの：{losses}";
        /// As in `NotKept`, with examples.
        NotKeptIn(format: &'static str, losses: Losses):
            { format!("not kept in {format}: {}", Lang::En.losses_with_examples(losses)) }
            { format!("{format}未保留：{}", Lang::Zh.losses_with_examples(losses)) }
            { format!("{format}で失われたもの：{}", Lang::Ja.losses_with_examples(losses)) };
        NoneReadable: "none of the games can be read" "没有一局能读取" "読める対局がありません";
        BecauseStrict: "not written, because of --strict" "因--strict未写入" "--strict のため書き込みません";
        SomeUnreadable: "some games cannot be read; run dapu check for details" "有些对局无法读取，详见dapu check" "読めない対局があります（dapu check で詳細）";
        NotAllConverted: "not all of it is converted" "未全部转换" "途中までしか変換していません";

        // Positions and the index.
        IndexForFiles: "--index answers for directories and files" "--index只用于文件夹和文件" "--index はフォルダとファイルだけです";
        NoUsualPlace: "--index FILE: there is no usual place" "没有默认位置，请用--index FILE指定" "既定の場所がありません。--index FILE で指定してください";
        NoIndex: "no such index: dapu index makes it" "没有此索引：用dapu index建立" "索引がありません（dapu index で作成）";
        /// Directories and files.
        IndexOf(roots: String): "an index of {roots}" "是{roots}的索引" "{roots}の索引です";
        ReadingFiles(why: Box<dyn Worded>): "{why}; reading the files" "{why}；改为读取文件" "{why}（ファイルを読みます）";
        BuiltAnew(why: Box<dyn Worded>): "{why}; built anew" "{why}；已重新建立" "{why}（作り直しました）";
        NoSide(game: Game, name: String): "{game} has no side {name}" "{game}没有{name}一方" "{game}に{name}という側はありません";
        ToMove(games: usize, side: &'static str): { format!("{}, {side} to move", count(*games, "game")) } "{games}局，轮到{side}" "{games}局、{side}の手番";
        /// The number of games, and the name of the corner.
        WithCorner(games: usize, corner: String): { format!("{} with the corner {corner}", count(*games, "game")) } "{games}局有角{corner}" "隅{corner}は{games}局";
        NoCorners(game: Game): "{game} has no corners; the whole board counts" "{game}没有角，统计整盘" "{game}に隅はありません（盤全体を数えます）";
        Swapped: "colours swapped" "黑白互换" "黒白が逆";
        /// The number of games and whose move it is, and when the index was built.
        BuiltAt(head: Box<dyn Worded>, time: String): "{head}; index of {time}" "{head}；索引建于{time}" "{head}（{time}の索引）";
        /// The numbers of games, of games that occur again, of positions, of files read and of those gone; and the index.
        Indexed(numbers: [usize; 5], name: String):
            { indexed(*numbers, name) } { indexed_in_chinese(*numbers, name) } { indexed_in_japanese(*numbers, name) };
        Writing: "writing" "正在写入" "書き込み中";
        Stopped: "stopped; nothing was written" "已停止；没有写入任何内容" "中止しました（何も書き込んでいません）";

        // Notes.
        NoHomeForNotes: "no home directory to keep notes in" "没有主目录，无处保存笔记" "ホームディレクトリがなくメモを保存できません";
        NotFoundIn(file: String): "its game was not found in {file}" "在{file}中没有找到这一局" "{file}に対局が見つかりません";
        WhichGame: "cannot tell which game it is on: use --attach" "不知是哪一局的笔记：请用--attach" "どの対局のメモか分かりません（--attach で指定）";
        /// The number of the game, and notes.
        FitEqually(number: usize, names: String):
            "game {number}: fits equally: {names}" "第{number}局有多份同样适合的笔记：{names}" "{number}局目に合うメモが複数あります：{names}";
        OwnLine: "a line of your own" "自己的变化" "自分の変化";
        MovesMissing(moves: String): "its moves are missing: {moves}" "缺少其着法：{moves}" "その手がありません：{moves}";

        // Engines.
        NoHomeForResults: "no home directory to keep results in" "没有主目录，无处保存结果" "ホームディレクトリがなく結果を保存できません";
        /// A file.
        NoEngines(path: String):
            "no engines: add a table [engines.NAME] in {path} (dapu engines --init prints some)"
            "没有引擎：请在{path}中添加[engines.NAME]（dapu engines --init给出范例）" "エンジンがありません。{path}に [engines.NAME] を加えてください（dapu engines --init が例を出します）";
        /// The name, and those that there are.
        NoEngine(name: String, names: String):
            "no engine {name:?}; there are {names}" "没有引擎{name:?}；可用的有{names}" "{name:?}というエンジンはありません（{names}があります）";
        NoEngineFor(game: Game): "no engine for {game}: dapu engines --init prints some" "没有{game}引擎：dapu engines --init给出范例" "{game}のエンジンがありません（dapu engines --init が例を出します）";
        NoneInstalled: "no known engine on the PATH that is not configured yet" "PATH中没有尚未设置的已知引擎" "PATH に未設定の既知のエンジンはありません";
        KeptForFiles: "name a file: results are kept for it" "请指定文件：结果按文件保存" "ファイルを指定してください（結果はファイルごとに保存します）";
        NothingToAnalyse(game: Game): "no positions of {game} to analyse" "没有可分析的{game}局面" "解析する{game}の局面がありません";
        NotSent(number: usize, why: Refusal):
            { format!("{} not sent: {why}", count(*number, "position")) } "{number}个局面未发送：{why}" "{number}局面は送りませんでした：{why}";
        Unfinished: "not everything was analysed; run the same command again to go on" "未全部分析；再次运行同一命令可继续" "解析は途中です（同じコマンドで続きます）";
        GameOf(number: usize, all: usize): "game {number} of {all}" "第{number}局（共{all}局）" "{number}局目（全{all}局）";
        PositionOf(number: usize, all: usize): "position {number} of {all}" "局面{number}/{all}" "局面{number}/{all}";
        ASecond(number: String): "{number} a second" "每秒{number}" "毎秒{number}";
        AverageLoss(loss: String, moves: usize):
            { format!("average loss {loss} in {}", count(*moves, "move")) } "{moves}着平均亏{loss}" "{moves}手で平均損失{loss}";
        Steady(percent: usize, little: String): "{percent}% lose less than {little}" "{percent}%亏损小于{little}" "{percent}%が{little}未満の損";
        Missed(mates: usize): { format!("{} missed", count(*mates, "mate")) } "错过{mates}次杀" "詰み{mates}回を逃す";
        Allowed(mates: usize): { format!("{} allowed", count(*mates, "mate")) } "使对方有{mates}次杀" "詰み{mates}回を許す";

        // Books.
        BookInDirectory: "a directory, not an opening book: name a file in it" "是文件夹，不是开局库：请指定其中的文件" "フォルダです。中の定跡ファイルを指定してください";
        BookFor(game: Game, other: Game): "the book is for {game}, not for {other}" "开局库属于{game}，不是{other}" "{game}の定跡です（{other}ではありません）";
        NotInBook: "not in the book" "开局库中没有" "定跡にありません";
        /// The lowest and the highest score.
        Range(low: i64, high: i64): "{low} to {high}" "{low}至{high}" "{low}から{high}";
    }
}

messages! {
    /// The name of what is printed beside it.
    #[derive(Debug, Clone, Copy)]
    pub(super) enum Label {
        Format: "format" "格式" "形式";
        Encoding: "encoding" "编码" "文字コード";
        NoEncoding: "none" "无" "なし";
        Library: "library" "棋谱库" "棋譜集";
        Games: "games" "局数" "局数";
        Game: "game" "棋种" "種目";
        Plies: "plies" "着数" "手数";
        LongestLine: "longest line" "最长变化" "最長手順";
        Nodes: "nodes" "节点" "ノード";
        Variations: "variations" "变化" "変化";
        Comments: "comments" "注释" "コメント";
        LineResults: "line results" "变化结果" "手順の結果";
        Warnings: "warnings" "警告" "警告";
        RecognisedBy: "recognised by" "识别依据" "判別の根拠";
        Index: "index" "索引" "索引";
        Yes: "yes" "有" "あり";
        No: "no" "无" "なし";
        Rows: "rows" "行数" "行数";
        Positions: "positions" "局面" "局面";
        NoKey: "no key" "无键值" "キーなし";
        NoMove: "no move" "无着法" "手なし";
        SwitchedOff: "switched off" "已停用" "無効";
        NoScore: "no score" "无分数" "評価なし";
        WithGames: "with games" "有局数" "局数あり";
        WithNote: "with note" "有备注" "備考あり";
        Scores: "scores" "分数" "評価";
        Score(score: i64): "score {score}" "分数 {score}" "評価 {score}";
    }
}

messages! {
    /// Why a file in a directory is not read.
    #[derive(Debug, Clone, Copy)]
    pub(super) enum Skipped {
        /// The kind, with an article.
        Archive(kind: &'static str): "{kind} archive" { format!("{}压缩包", bare(kind)) } { format!("{}圧縮ファイル", bare(kind)) };
        ArchiveInArchive: "an archive in an archive" "压缩包中的压缩包" "圧縮ファイルの中の圧縮ファイル";
        Empty: "empty" "空文件" "空のファイル";
        Unknown: "not in a format that dapu knows" "不是能识别的格式" "未知の形式です";
    }
}

/// `100000 games (412 twice), 24803112 positions in index.sqlite; 3 files read, 1 gone`
fn indexed([games, twins, positions, read, gone]: [usize; 5], name: &str) -> String {
    let twice = if twins > 0 { format!(" ({twins} twice)") } else { String::new() };
    let gone = if gone > 0 { format!(", {gone} gone") } else { String::new() };
    let (games, positions) = (count(games, "game"), count(positions, "position"));
    format!("{games}{twice}, {positions} in {name}; {} read{gone}", count(read, "file"))
}

fn indexed_in_chinese([games, twins, positions, read, gone]: [usize; 5], name: &str) -> String {
    let twice = if twins > 0 { format!("（重复{twins}）") } else { String::new() };
    let gone = if gone > 0 { format!("，消失{gone}") } else { String::new() };
    format!("{games}局{twice}，{positions}个局面，索引{name}；读取{read}个文件{gone}")
}

fn indexed_in_japanese([games, twins, positions, read, gone]: [usize; 5], name: &str) -> String {
    let twice = if twins > 0 { format!("（重複{twins}）") } else { String::new() };
    let read = match gone {
        0 => format!("{read}ファイルを読みました"),
        gone => format!("{read}ファイルを読み、{gone}は消失"),
    };
    format!("{games}局{twice}、{positions}局面、索引{name}（{read}）")
}

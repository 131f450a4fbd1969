//! What is reported to the reader in the last row: a row each, with its text in all languages.

use super::i18n::{Texts, counted};
use crate::board::Scale;
use crate::engine::Refusal;
use crate::game::{Game, MoveError};
use crate::record::{PlaceError, UndoLabel};
use crate::text::joined;
use crate::words::{Lang, Worded, messages};

messages! {
    /// Something to report.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub(super) enum Report {
        // The file and its changes.
        /// How many, and the key that lists them.
        Warnings(count: usize, key: String):
            { format!("{} ({key})", counted(*count, "warning", "warnings")) }
            "{count}条警告（{key}）" "警告{count}件（{key}）";
        Polling(reason: String):
            "no file events, polling instead: {reason}" "收不到文件变动通知，改为轮询：{reason}"
            "変更の通知が届かないためポーリングします：{reason}";
        TakenBack: "the move was taken back" "该着已被撤回" "その手は取り消されました";
        AnotherGame: "the file now contains another game" "文件中已是另一局" "ファイルは別の対局になりました";
        Changed(count: usize):
            { match count {
                1 => "1 move was taken back or changed".to_owned(),
                count => format!("{count} moves were taken back or changed"),
            } }
            "{count}着已被撤回或更改" "{count}手が取り消されたか変更されました";
        /// How many, and the key that goes there.
        NewMoves(count: usize, key: String):
            { format!("{} ({key}: go there)", counted(*count, "new move", "new moves")) }
            "新增{count}着（{key}：前往）" "新しい手{count}手（{key}：移動）";
        NothingNew: "nothing new" "没有新内容" "新しい手はありません";
        Following(on: bool): "following: {on}" "跟随：{on}" "追従：{on}";
        Pinned(on: bool): "pinned to this file: {on}" "固定此文件：{on}" "このファイルに固定：{on}";
        NoWall: "no other games to show: open several files or a directory" "没有其他对局可显示：请打开多个文件或文件夹" "並べる対局がありません：複数のファイルかフォルダを開いてください";
        NoDirectory: "nothing to pin: no directory is followed" "没有跟随文件夹，无法固定" "フォルダを追従していないため固定できません";

        // Motions.
        NoMoreForks: "no more forks on this line" "本线上没有更多分支" "この手順に分岐はもうありません";
        /// The number of comments.
        LastComment(count: usize):
            "no more comments: the last of {count}" "已是最后一条注释，共{count}条" "最後のコメントです（全{count}件）";
        NoComments: "no comments in this game" "本局没有注释" "この対局にコメントはありません";
        FirstComment(count: usize):
            "no more comments: the first of {count}" "已是第一条注释，共{count}条" "最初のコメントです（全{count}件）";
        /// The key that quits.
        ToQuit(key: String): "{key}: quit" "{key}：退出" "{key}：終了";
        NoMoreGames: "no more games" "没有更多对局" "対局はもうありません";
        NoEvals: "no evaluations on this line" "本线上没有评分" "この手順に評価値はありません";
        /// The least change that counts.
        NoSwings(least: String):
            "no swing of {least} or more on this line" "本线上没有变动达到{least}的评分"
            "この手順に{least}以上の評価値の変動はありません";
        /// The key that starts the engine.
        NoResults(key: String):
            "no analysis for this position ({key}: analyse)" "此局面没有引擎分析（{key}：分析）" "この局面の解析はありません（{key}：解析）";
        /// An engine whose lines are not in view, and the key that shows them.
        Thinks(name: String, key: String):
            "{name} thinks ({key} shows it)" "{name}正在分析（{key}显示）" "{name}が解析中（{key}で表示）";
        /// A game, and the command that sets up engines.
        NoEngine(game: Game, command: String):
            "no engine for {game}: {command}" "没有{game}引擎：{command}" "{game}のエンジンがありません：{command}";
        /// A game, the program of an engine, and the key that sets it up.
        MaySetUp(game: Game, program: String, key: String):
            "no engine for {game}: {key} again sets up {program}" "没有{game}引擎：再按{key}设置{program}"
            "{game}のエンジンがありません：もう一度{key}で{program}を設定します";
        /// The file with the settings.
        SetUp(path: String): "engine added to {path}" "已将引擎写入{path}" "エンジンを{path}に加えました";
        /// Why a position is not sent to an engine.
        NotSent(why: Refusal): "{why}" "{why}" "{why}";
        /// Why the findings of an engine cannot be written.
        Unkept(why: String):
            "what the engine finds is not kept: {why}" "引擎的结果未能保存：{why}" "エンジンの結果を保存できません：{why}";
        WouldReveal: "analysis would reveal the answer" "引擎会说出答案" "エンジンが答えを明かしてしまいます";
        /// The worth of a move.
        Judged(text: String): "{text}" "{text}" "{text}";
        /// The requested number, and how many there are.
        NoSuchLine(number: usize, count: usize):
            { format!("no line {number}: the engine found {count} here") }
            "没有第{number}条变化，引擎在此找到{count}条" "{number}番の読み筋はありません（全{count}個）";
        Engine(name: String): "engine: {name}" "引擎：{name}" "エンジン：{name}";
        /// The engines for the game.
        Engines(names: String): "there are {names}" "可用的引擎：{names}" "使えるエンジン：{names}";
        NoGraph: "no evaluations or clocks" "没有评分和用时" "評価値も消費時間もありません";
        NoBranches: "no branches here" "这里没有分支" "ここに分岐はありません";
        /// The number of the branch, how many there are, and the key that goes on.
        LastBranch(number: usize, count: usize, key: String):
            "branch {number} of {count} ({key}: go on)" "第{number}个分支，共{count}个（{key}：继续）"
            "分岐{number}/{count}（{key}：進む）";
        /// The requested number, and how many there are.
        NoSuchBranch(number: usize, count: usize):
            { format!("no branch {number}: there {} {count}", if *count == 1 { "is" } else { "are" }) }
            "没有第{number}个分支，共{count}个" "分岐{number}はありません（全{count}個）";
        /// The number of variations, and whether they were folded or unfolded.
        Folded(count: usize, folded: bool):
            {
                let how = if *folded { "folded" } else { "unfolded" };
                format!("{} {how}", counted(*count, "variation", "variations"))
            }
            { format!("已{}{count}条变化", if *folded { "折叠" } else { "展开" }) }
            { format!("変化{count}個を{}ました", if *folded { "畳み" } else { "開き" }) };
        NoMoreJumps: "no more jumps" "没有更多跳转" "移動の履歴はもうありません";
        NoMeaning(keys: String): "{keys} does nothing here" "{keys}在此无作用" "{keys}はここでは使えません";
        NoTransposition: "the position occurs nowhere else" "别处没有相同局面" "同じ局面は他にありません";
        OnMainline: "already on the main line" "已在主线上" "ここは本譜です";
        EndOfLine: "end of the line" "已到本线结尾" "手順の終わりです";
        NoPlace(error: PlaceError): "{error}" "{error}" "{error}";

        // Bookmarks and searching.
        NoBookmark(letter: char): "no bookmark {letter}" "没有书签{letter}" "しおり{letter}はありません";
        BookmarkSet(letter: char): "bookmark {letter} set" "已设书签{letter}" "しおり{letter}を挟みました";
        BookmarkDeleted(letter: char): "bookmark {letter} deleted" "已删书签{letter}" "しおり{letter}を外しました";
        /// The words, and the key that stops the search.
        Searching(text: String, key: String):
            "searching for {text} ({key}: stop)" "正在查找{text}（{key}：停止）" "{text}を検索中（{key}：中止）";
        NotFound(text: String): "not found: {text}" "找不到：{text}" "見つかりません：{text}";
        /// The number of the hit, and how many there are.
        Hit(number: usize, count: usize): "[{number}/{count}]" "[{number}/{count}]" "[{number}/{count}]";
        /// As in `Hit`, when the search has wrapped around.
        HitAround(number: usize, count: usize):
            "[{number}/{count}] search wrapped around" "[{number}/{count}] 已回到开头继续查找"
            "[{number}/{count}] 末尾まで検索し、先頭に戻りました";
        /// A command, and what has to follow it.
        Lacks(name: &'static str, what: &'static str):
            ":{name} needs {what}" ":{name}之后还需要{what}" ":{name}には{what}が必要です";
        /// A setting, and its values.
        Takes(name: &'static str, values: String): ":{name} takes {values}" ":{name}可取{values}" ":{name}の値：{values}";
        Unknown(text: String):
            "no such place, move or command: {text}" "没有这样的位置、着法或命令：{text}" "局面・手・コマンドにありません：{text}";

        // Problems.
        AnswerHidden: "the answer is hidden" "答案已隐藏" "答えは隠れています";
        Problems(on: bool): "problem mode {on}" "习题模式：{on}" "問題モード：{on}";
        Right: "right" "正确" "正解";
        /// No move of the record after it is marked as right, but others are.
        GoesOn: "the record goes on" "棋谱还有后续着法" "棋譜は続きます";
        /// The key for the next problem.
        Solved(key: String): "solved ({key}: next)" "已解出（{key}：下一题）" "正解です（{key}：次の問題）";
        /// Nothing in the record is marked.
        SolvedAsRecorded: "solved (as the record has it)" "已解出（与棋谱相同）" "正解です（棋譜のとおり）";
        /// The key that takes the move back.
        Wrong(key: String):
            "wrong, by the record ({key} takes it back)" "棋谱注明此着不对（{key}撤销）" "棋譜では不正解の手です（{key}で取り消し）";
        /// As in `Wrong`.
        NotTheAnswer(key: String):
            "in the record, but not its answer ({key} takes it back)" "棋谱中有此着，但不是答案（{key}撤销）"
            "棋譜にありますが正解ではありません（{key}で取り消し）";
        /// The number of the branch; as in `Wrong`.
        BranchEnd(name: String, key: String):
            "the end of branch {name} of the record ({key} takes it back)" "棋谱的第{name}个分支到此为止（{key}撤销）"
            "棋譜の分岐{name}はここまでです（{key}で取り消し）";
        /// As in `Wrong`.
        NotInRecord(key: String):
            "not in the record, no engine to judge it ({key}: back)" "棋谱中没有此着，也没有引擎判断（{key}撤销）"
            "棋譜にない手で、判定するエンジンもありません（{key}で取り消し）";
        /// An engine.
        Judging(name: String): "not in the record; {name} judges it" "棋谱中没有此着；{name}正在判断" "棋譜にない手です。{name}が判定しています";
        /// An engine, and why it does not judge.
        NotJudged(name: String, why: String): "{name} cannot judge it: {why}" "{name}不能判断：{why}" "{name}には判定できません：{why}";
        /// An engine.
        RightBy(name: String): "right, by {name}" "{name}：正确" "{name}：正解";
        /// An engine; as in `Solved`.
        SolvedBy(name: String, key: String):
            "solved, by {name} ({key}: next)" "{name}：已解出（{key}：下一题）" "{name}：正解です（{key}：次の問題）";
        /// An engine, and the worth of the move; as in `Wrong`.
        WrongBy(name: String, worth: String, key: String):
            "wrong, by {name}: {worth} ({key}: back)" "{name}：不对，{worth}（{key}撤销）" "{name}：不正解、{worth}（{key}で取り消し）";
        NoneOpen: "no other problem is open" "没有其他未解的题" "ほかに未解の問題はありません";
        NoProblems: "not in problem mode" "不在习题模式" "問題モードではありません";
        ManyProblems(count: usize, keys: String):
            { format!("{} ({keys}: one at a time)", counted(*count, "problem", "problems")) }
            "{count}道题（{keys}：逐题练习）" "問題{count}題（{keys}：一題ずつ）";

        // The screen.
        Notation(name: &'static str): "notation: {name}" "记谱：{name}" "表記：{name}";
        Coordinates(on: bool): "coordinates {on}" "坐标：{on}" "座標：{on}";
        /// The key that goes to it and back.
        LineMarked(key: String):
            "line marked; on another line, {key} goes to and fro" "已标记此变化；在另一变化上按{key}来回切换" "この変化に印を付けました（別の変化で{key}：行き来）";
        LinesPart(ply: usize, now: String, before: String):
            "move {ply}: {now}, on the other line {before}" "第{ply}着：{now}，另一变化为{before}" "{ply}手目：{now}、もう一方は{before}";
        LineForgotten: "lines are no longer compared" "不再比较变化" "比較をやめました";
        /// The key that plays the reply.
        RightReply(key: String): "right ({key}: the reply)" "正确（{key}：应着）" "正解（{key}：応手）";
        NoAnswer: "the record has no answer" "棋谱中没有答案" "棋譜に答えがありません";
        NumbersNext: "on the board: the next moves" "棋盘上标注：下一着" "盤上に次の手を表示";
        NumbersLast: "on the board: the last ten moves" "棋盘上标注：最近十着" "盤上に最後の十手を表示";
        NumbersNothing: "on the board: no numbers" "棋盘上不标注" "盤上に番号を表示しない";
        BoardFits: "board: as large as fits" "棋盘：自动大小" "盤の大きさ：自動";
        BoardWhole: "board: whole" "棋盘：全部" "盤：全体";
        BoardSize(scale: Scale): "board: {scale}" "棋盘：{scale}" "盤の大きさ：{scale}";
        Mouse(on: bool): "mouse {on}" "鼠标：{on}" "マウス：{on}";
        NotUnicode(locale: String):
            "{locale} is not UTF-8; names need --charset cjk" "{locale}不是UTF-8，显示人名需--charset cjk"
            "{locale}はUTF-8ではありません（--charset cjkで名前を表示）";
        NoShell: "no shell to return to" "没有可以返回的shell" "戻るシェルがありません";
        Failed(reason: String): "failed: {reason}" "失败：{reason}" "失敗：{reason}";

        // Files.
        Copied(what: Copied, text: String): "copied {what}: {text}" "已复制{what}：{text}" "{what}をコピーしました：{text}";
        CopiedInTmux:
            "copied; if nothing arrives, in tmux: set -g set-clipboard on" "已复制；如未生效，请在tmux中设置 set -g set-clipboard on"
            "コピーしました。届かなければ tmux で set -g set-clipboard on を設定してください";
        NothingToCopy: "no moves to copy before this one" "这里之前没有可复制的着法" "ここまでにコピーする手順がありません";
        TooLong: "too long to copy" "太长，无法复制" "長すぎてコピーできません";
        NoRoom: "too long: not all of it was taken" "太长，未能全部输入" "長すぎるため、一部は入力されませんでした";
        NoEditor: "no editor: set EDITOR" "没有编辑器，请设置EDITOR" "エディタがありません。EDITORを設定してください";
        CannotEdit:
            "this record is not in a file, so it cannot be edited" "不在文件中的棋谱无法编辑" "ファイルにない棋譜は編集できません";
        /// The format, and the extension of one that is text.
        NotText(format: &'static str, extension: &'static str):
            "{format} is not text: :w NEW.{extension} writes a copy that can be edited"
            "{format}不是文本；用:w NEW.{extension}另存为可编辑的副本"
            "{format}はテキストではありません（:w NEW.{extension}で編集できるコピーを保存）";
        Archived:
            "a record in an archive can be neither edited nor followed" "压缩包中的棋谱不能编辑，也不能跟随"
            "圧縮ファイル内の棋譜は編集も追従もできません";
        EditorFailed(reason: String): "the editor failed: {reason}" "编辑器出错：{reason}" "エディタのエラー：{reason}";
        CannotOpen(name: String, reason: String):
            "cannot open {name}: {reason}" "打不开{name}：{reason}" "{name}を開けません：{reason}";
        /// The file, and the key that keeps the one on the screen.
        Opening(name: String, key: String):
            "opening {name} ({key}: stop)" "正在打开{name}（{key}：停止）" "{name}を開いています（{key}：中止）";
        OneGame: "the file has one game" "文件里只有一局" "このファイルは一局だけです";
        /// Not all games of the file have been read yet.
        StillReading: "the file is still being read" "文件还在读取" "ファイルを読み込み中です";
        /// The name of the file to return to, and the key that does.
        Pasted(name: String, key: String):
            "pasted ({key}: return to {name})" "已打开粘贴内容（{key}：返回{name}）" "貼り付けを表示中（{key}：{name}へ戻る）";
        NotARecord:
            "the pasted text is not a record or position" "粘贴的内容不是棋谱或局面" "貼り付けた内容は棋譜でも局面でもありません";
        Written(name: String): "written: {name}" "已保存：{name}" "保存しました：{name}";
        /// The file, and the number of games.
        WrittenGames(name: String, games: usize):
            "written: {name}, {games} games" "已保存：{name}，共{games}局" "保存しました：{name}（{games}局）";
        /// The open file.
        NeverReplaced(name: String):
            "the open file is never written over: {name}" "打开的文件从不被覆盖：{name}"
            "開いているファイルは上書きしません：{name}";
        /// Its file.
        UnwrittenGame(path: String):
            "a new game is not saved yet (:new {path})" "有一局新对局尚未保存（:new {path}）"
            "まだ保存していない新しい対局があります（:new {path}）";
        HeadersOfFile:
            "only a game of your own takes headers (:new)" "只有自己的对局可设对局信息（:new）" "対局情報は自分の対局だけに付けられます（:new）";
        /// A header and its value.
        Header(name: String, value: String):
            "{name}: {value} (:header {name} VALUE)" "{name}：{value}（:header {name} 内容）" "{name}：{value}（:header {name} 値）";
        /// What was asked for.
        NoStart(text: String):
            "not the start of a new game: {text}" "不能以此开始新对局：{text}" "新しい対局を始められません：{text}";
        OnlyTried:
            "nothing to write but moves you only tried: :w --tried NEW" "只有试走的着法可保存：:w --tried NEW"
            "保存できるのは試した手だけです：:w --tried NEW";
        TriedUnanswered(count: usize):
            { match count {
                1 => "not saved yet: 1 tried line (:w --tried writes it, :w --kept does not)".to_owned(),
                _ => format!("not saved yet: {count} tried lines (:w --tried writes them, :w --kept does not)"),
            } }
            "尚未保存：有{count}条试走的变化（:w --tried保存，:w --kept不保存）"
            "まだ保存していません：試した変化{count}個（:w --triedで含める、:w --keptで除く）";
        /// The format of the extension, the formats that are written, and the file.
        ReadOnly(format: &'static str, names: String, path: String):
            "failed: {format} is read, not written; use {names}: {path}"
            "失败：{format}只能读取，不能保存，可用{names}：{path}" "失敗：{format}は読み込みだけで、書き出せません（{names}が使えます）：{path}";
        /// As in `ReadOnly`, for another extension.
        NotAFormat(names: String, path: String):
            "failed: not written; use {names}: {path}" "失败：未保存，可用{names}：{path}"
            "失敗：書き出せません（{names}が使えます）：{path}";
        /// The file, and the losses.
        WrittenWithout(name: String, lost: String):
            "written: {name}, without {lost}" "已保存：{name}，未保留：{lost}" "保存しました：{name}（失われたもの：{lost}）";

        // Opening books.
        Book(notice: String): "book: {notice}" "开局库：{notice}" "定跡：{notice}";
        /// A notice, and how many more there are.
        Books(first: String, more: usize):
            "book: {first} (+{more})" "开局库：{first}（另{more}条）" "定跡：{first}（他{more}件）";
        NoBook:
            "no opening book is open (use --book FILE)" "没有打开开局库（--book FILE）" "定跡ファイルが開かれていません（--book FILE）";
        OtherGame: "no opening book for this game is open" "没有打开本棋种的开局库" "この対局の種類の定跡ファイルは開かれていません";
        Indexed(games: usize): { format!("{} in the index", counted(*games, "game", "games")) } "索引中有{games}局" "索引に{games}局";
        NotInBook: "not in the book" "开局库中没有" "定跡にありません";
        NoCorners(game: Game): "{game} has no corners: the whole board is counted" "{game}没有角：统计整盘" "{game}に隅はありません：盤全体を数えます";
        NotCounted: "no games are counted here" "这里没有统计到对局" "ここで数えた対局はありません";

        // Moves that are tried.
        /// The typed text, and why it is not a move here.
        NotPlayed(text: String, error: MoveError): "{text}: {error}" "{text}：{error}" "{text}：{error}";
        LineKept: "kept" "已保留" "残しました";
        NothingToDelete: "nothing of your own here" "这里没有自己的内容" "ここに自分の内容はありません";
        OwnShown(on: bool): "notes shown: {on}" "显示笔记：{on}" "メモの表示：{on}";
        /// The key that leaves.
        NotesUnwritten(key: String):
            "notes are not written: :w NEW saves them, {key} again leaves" "笔记尚未保存：用:w NEW另存，再按{key}退出"
            "メモが書き込まれていません（:w NEWで保存、もう一度{key}で終了）";
        /// A file.
        Rescued(path: String):
            "notes that were not written are in {path}" "未能保存的笔记在{path}" "書き込めなかったメモは{path}にあります";
        /// A place, and the key that goes on writing.
        DraftAt(place: String, key: String):
            "unfinished comment at {place} ({key} goes on)" "{place}处有未写完的注释（{key}继续）"
            "{place}に書きかけのコメントがあります（{key}で続ける）";
        NoMark: "marks are for Go: mark triangle D4" "标记只用于围棋：mark triangle D4" "印は囲碁だけです：mark triangle D4";
        /// A file of notes, and the first of its lines that cannot be read.
        DamagedNote(name: String, line: usize):
            "{name}:{line}: a note cannot be read" "{name}:{line}：有一条笔记无法读取" "{name}:{line}：読めないメモがあります";
        SeveralNotes(count: usize):
            "{count} sets of notes fit this game: dapu notes --attach" "有{count}份笔记适合本局：dapu notes --attach"
            "この対局に合うメモが{count}組あります：dapu notes --attach";
        Undone(labels: Vec<UndoLabel>): "undone: {labels}" "已撤销：{labels}" "取り消しました：{labels}";
        Redone(labels: Vec<UndoLabel>): "redone: {labels}" "已重做：{labels}" "やり直しました：{labels}";
        NothingToUndo: "nothing to undo" "没有可撤销的操作" "元に戻す操作はありません";
        NothingToRepeat: "nothing to redo" "没有可重做的操作" "やり直す操作はありません";
        ChangedElsewhere:
            "changed elsewhere since: left as it is" "已在别处更改，保持不变" "別の画面で変更されたため、そのままです";
        BothComments:
            "the comment was changed elsewhere meanwhile: both texts are kept" "注释同时在别处被修改，两段文字都已保留"
            "コメントは別の画面でも変更されたため、両方を残しました";
        /// How many notes.
        NotesGone(count: usize):
            { format!("{} no longer in the file: dapu notes", counted(*count, "note is on moves", "notes are on moves")) }
            "{count}条笔记所在的着法已不在文件中：dapu notes" "{count}件のメモの手がファイルにありません：dapu notes";
        NotOwn: "this move is in the file" "这着在棋谱文件中" "この手は棋譜ファイルにあります";
        /// The number of a line that the comment quotes, how many there are, and the key that steps through it.
        QuotedLine(number: usize, count: usize, key: String):
            "line {number} of {count} in the comment ({key}: step through it)"
            "注释中第{number}条变化，共{count}条（{key}：前进）" "コメントの手順{number}/{count}（{key}：進む）";
        /// The numbers of `QuotedLine`, if the line cannot be played.
        UnfitLine(number: usize, count: usize):
            "line {number} of {count} in the comment does not fit this position"
            "注释中第{number}条变化（共{count}条）与此局面不符" "コメントの手順{number}/{count}はこの局面に合いません";
        NoQuotedLine:
            "the comment quotes no playable moves" "注释中没有可走的着法" "コメントに指せる手順はありません";
        /// A side.
        NoPieceGoes(side: String):
            "{side}: no piece can go here" "{side}没有棋子能走到这里" "{side}：ここへ動ける駒はありません";
        /// How many, the key for the next one, and the one that plays it.
        PiecesGo(count: usize, next: String, take: String):
            "{count} pieces can go here ({next}: next, {take}: play)" "{count}枚棋子能走到这里（{next}：下一个，{take}：走）"
            "ここへ動ける駒は{count}枚（{next}：次、{take}：指す）";
        NoHand:
            "no pieces in hand: 1 to 9 choose a file" "没有持驹：1至9选择纵线" "持ち駒がありません（1～9は筋）";
        PieceGone:
            "the piece that was up is no longer there" "拿起的棋子已不在原处" "持ち上げた駒はなくなりました";
        /// A piece was picked up by the mouse.
        Picked: "click the destination" "请点击落点" "移動先をクリックしてください";
        /// A piece that may promote was picked up by the mouse.
        PickedPromotable:
            "click the destination (right button: do not promote)" "请点击落点（右键不升变）"
            "移動先をクリックしてください（右ボタンは不成）";
    }
}

/// The copied item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Copied {
    /// A position, in the form with this name.
    Position(&'static str),
    /// The number of moves.
    Moves(usize),
    Place,
}

impl Worded for Copied {
    fn worded(&self, lang: Lang) -> String {
        match self {
            Self::Position(form) => (*form).to_owned(),
            Self::Place => lang.pick(["place", "位置", "位置"]).to_owned(),
            Self::Moves(count) => (Texts::of(lang).size)(*count, 1),
        }
    }
}

impl Worded for Vec<UndoLabel> {
    fn worded(&self, lang: Lang) -> String {
        let texts = self.iter().map(|label| undo_text(*label, lang));
        joined(texts, lang.pick([", ", "、", "、"]))
    }
}

fn undo_text(label: UndoLabel, lang: Lang) -> String {
    let words = match label {
        UndoLabel::Moves(count) => return (Texts::of(lang).size)(count, 1),
        UndoLabel::Deletion => ["deletion", "删除", "削除"],
        UndoLabel::Comment => ["comment", "注释", "コメント"],
        UndoLabel::Glyph => ["glyph", "评注符号", "記号"],
        UndoLabel::Mark => ["mark", "标记", "印"],
        UndoLabel::Header => ["header", "对局信息", "対局情報"],
        UndoLabel::Ending => ["ending", "终局", "終局"],
        UndoLabel::Keeping => ["kept line", "保留的变化", "残した変化"],
    };
    lang.pick(words).to_owned()
}

impl Report {
    /// Whether it is about one reading of the file, so that the next may contradict it.
    pub(super) fn is_of_reading(&self) -> bool {
        let is_difference = matches!(
            self,
            Self::TakenBack | Self::AnotherGame | Self::Changed(_) | Self::NewMoves(..)
        );
        is_difference || self.is_warning()
    }

    /// Whether it is not about the game on the screen, so that it stays when the next one comes.
    pub(super) fn outlives_game(&self) -> bool {
        let is_of_copy = matches!(
            self,
            Self::Written(_)
                | Self::WrittenGames(..)
                | Self::WrittenWithout(..)
                | Self::Copied(..)
                | Self::CopiedInTmux
        );
        is_of_copy
            || matches!(self, Self::Polling(_) | Self::Failed(_) | Self::NotesUnwritten(_))
            || matches!(self, Self::ReadOnly(..) | Self::NotAFormat(..))
            || matches!(self, Self::Following(_) | Self::Rescued(_) | Self::NotUnicode(_))
    }

    /// Whether it is about a problem with the file.
    pub(super) fn is_warning(&self) -> bool {
        matches!(self, Self::Warnings(..))
    }

    /// Whether it stays until the next key, because it is still true or the user may want to select it with the mouse.
    pub(super) fn stays(&self) -> bool {
        matches!(self, Self::Searching(..) | Self::Opening(..) | Self::Copied(..))
    }

    /// Whether it is left out of the log, because it is of no interest later.
    pub(super) fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Searching(..)
                | Self::Hit(..)
                | Self::HitAround(..)
                | Self::Opening(..)
                | Self::ManyProblems(..)
                | Self::NotUnicode(_)
                | Self::Picked
                | Self::PickedPromotable
                | Self::Warnings(..)
        )
    }
}

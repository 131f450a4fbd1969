//! The actions: one table from which the keys, the screen's help, the documents, the manual and the names for remapping
//! derive. A new action is a row here and its function.
//!
//! The rows are a macro that is expanded three times: here, for the conditions, and for the functions. The table itself
//! then depends on neither the state nor the code that changes it.

/// The subject of an action; help lists the groups in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Moving along the line.
    Moves,
    /// Forks and their branches.
    Variations,
    /// Finding a place.
    Finding,
    /// The contents of the screen.
    Panes,
    /// Problems with their answers.
    Problems,
    /// The file and the program.
    Program,
}

impl Group {
    /// Every group, in order.
    pub const ALL: [Self; 6] =
        [Self::Moves, Self::Variations, Self::Finding, Self::Panes, Self::Problems, Self::Program];
}

/// Where the keys of an action are active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Everywhere, unless an inner scope binds the key.
    Base,
    /// During autoplay.
    Playing,
    /// In the book pane.
    Book,
    /// In the comment pane.
    Comment,
    /// In the list of games or files.
    List,
}

/// An action with its usual keys.
#[derive(Debug)]
pub struct Binding {
    /// The action.
    pub action: Action,
    /// Its subject.
    pub group: Group,
    /// Where its keys are active.
    pub scope: Scope,
    /// The keys by name, separated by blanks: `Right`, `Ctrl-d`, `G`; `yp` is `y`, then `p`.
    pub keys: &'static str,
    /// Its name in the configuration file and after `:`.
    pub name: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    pub(super) zh: &'static str,
    pub(super) ja: &'static str,
    /// Whether autoplay goes on.
    pub(super) keeps_playing: bool,
}

/// Calls a macro with a row for each action: the action, its group, the scope of its keys, the keys, the name, the
/// function with what it is given, when the action is valid, whether autoplay goes on, and what it does, in each language.
macro_rules! each_action {
    ($table:ident) => {
        $table! {
            Forward Moves Base "Right l" "forward" motion::step(FORWARD), always, false,
                "next move; a number before it repeats it" "下一着；前面可加次数" "次の手（前に数字で手数）";
            Back Moves Base "Left h" "back" motion::step(BACKWARD), always, false,
                "previous move" "上一着" "前の手";
            Down Moves Base "Down j" "down" view::down_or_up(FORWARD), always, false,
                "next variation at a fork, otherwise next move" "分支处下一变着，否则下一着" "分岐では次の変化、他では次の手";
            Up Moves Base "Up k" "up" view::down_or_up(BACKWARD), always, false,
                "previous variation at a fork, otherwise previous move" "分支处上一变着，否则上一着" "分岐では前の変化、他では前の手";
            Start Moves Base "g Home" "start" motion::start, always, false,
                "start of the line" "本线开头" "手順の最初";
            End Moves Base "G End" "end" motion::end, always, false,
                "end of the line; 37G goes to ply 37" "本线结尾；37G到第37着" "手順の最後（37Gで37手目）";
            PageDown Moves Base "PgDn Ctrl-d" "page-down" view::page(FORWARD), always, false,
                "ten moves forward; in other panes, a page down" "前进十着；焦点窗格翻页" "十手進む（選択中の欄ではページ送り）";
            PageUp Moves Base "PgUp Ctrl-u" "page-up" view::page(BACKWARD), always, false,
                "ten moves back; in other panes, a page up" "后退十着；焦点窗格翻页" "十手戻る（選択中の欄ではページ戻し）";
            ReadOn Moves Base "Space" "read-on" motion::read(FORWARD), has_comments, false,
                "read on: next page of the comment, then next comment" "继续阅读：注释下一页，再下一条" "読み進む：コメントの次のページ、次のコメント";
            ReadBack Moves Base "Backspace" "read-back" motion::read(BACKWARD), has_comments, false,
                "previous page, then previous comment" "往回阅读" "読み戻る";
            NextComment Moves Base ")" "next-comment" motion::comment(FORWARD), has_comments, false,
                "next comment" "下一条注释" "次のコメント";
            PreviousComment Moves Base "(" "previous-comment" motion::comment(BACKWARD), has_comments, false,
                "previous comment" "上一条注释" "前のコメント";
            Swing Moves Base "!" "swing" motion::swing, has_evals, false,
                "next big swing of the evaluation" "下一处评分突变" "次に評価値が大きく動く手";
            Play Moves Base "p" "play" autoplay::toggle, always, true,
                "play the moves automatically" "自动播放" "自動再生";
            Faster Moves Playing "+" "faster" autoplay::change_pause(BACKWARD), is_playing, true,
                "play faster" "加快播放" "再生を速く";
            Slower Moves Playing "-" "slower" autoplay::change_pause(FORWARD), is_playing, true,
                "play slower" "放慢播放" "再生を遅く";
            Take Variations Base "Enter" "take" variations::take, has_variations, false,
                "take the branch of the typed number; in a list, stay" "进入所输序号的分支；留在列表所到之处" "入力した番号の分岐へ、一覧で選んだ所に留まる";
            QuotedLine Variations Comment "Enter" "quoted-line" quoted::try_line, has_comments, false,
                "try the next line in the comment, or the one numbered" "试走注释中的下一条着法，或按数字选择" "コメント中の次の手順、または番号の手順を試す";
            Mainline Variations Base "m" "mainline" variations::mainline, has_left_mainline, false,
                "back to the main line" "回到主线" "本譜へ戻る";
            Undo Variations Base "U" "undo" layer::undo(false), always, false,
                "take back the last move that you added" "撤销上一步自己添加的着法" "自分で加えた手を取り消す";
            Redo Variations Base "Ctrl-r" "redo" layer::undo(true), always, false,
                "add it again" "重做" "取り消した手をもう一度";
            Delete Variations Base "d" "delete" layer::delete, always, false,
                "delete this move of your own and what follows" "删除自己的这着及其后续" "自分のこの手と続きを消す";
            LevelUp Variations Base "u" "level-up" variations::level_up, has_left_mainline, false,
                "up to the start of this variation" "到本变着的起点" "この変化の始まりへ";
            NextFork Variations Base "}" "next-fork" motion::fork(FORWARD), has_variations, false,
                "next fork" "下一个分支处" "次の分岐";
            PreviousFork Variations Base "{" "previous-fork" motion::fork(BACKWARD), has_variations, false,
                "previous fork" "上一个分支处" "前の分岐";
            Unfold Variations Base "+" "unfold" variations::set_folded(false), has_variations, false,
                "unfold the variations at this move" "展开此处变着" "ここの変化を開く";
            Fold Variations Base "-" "fold" variations::set_folded(true), has_variations, false,
                "fold the variations at this move" "折叠此处变着" "ここの変化を畳む";
            FoldAll Variations Base "Z" "fold-all" variations::fold_all, has_variations, false,
                "fold or unfold all variations" "折叠或展开全部变着" "変化をすべて畳む・開く";
            Transposition Variations Base "x" "transposition" motion::transpose, has_transpositions, false,
                "another place with the same position" "其他相同局面" "同じ局面の別の場所";
            Map Variations Base "T" "map" map::toggle, has_variations, false,
                "map of the variations; h j k l move in it" "变着图：用h j k l移动" "分岐図（h j k lで移動）";
            Search Finding Base "/" "search" keys::ask(Asked::Search), always, false,
                "search comments, moves and headers" "查找注释、着法和对局信息" "コメント・指し手・対局情報を検索";
            NextHit Finding Base "n" "next-hit" search::go_on(FORWARD), has_searched, false,
                "next hit" "下一个结果" "次の検索結果";
            PreviousHit Finding Base "N" "previous-hit" search::go_on(BACKWARD), has_searched, false,
                "previous hit" "上一个结果" "前の検索結果";
            Command Finding Base ":" "command" keys::ask(Asked::Command), always, false,
                "go to a place (12, 3.2-12), or enter a move, setting or action" "位置（如12或3.2-12）、着法、设置或命令；Tab补全" "位置（12や3.2-12など）、指し手、設定、命令（Tabで補完）";
            GoToBookmark Finding Base "'" "go-to-bookmark" bookmarks::ask(Action::GoToBookmark), has_bookmarks, false,
                "go to a bookmark: a letter follows" "到书签：再按字母" "しおりへ（続けて文字）";
            SetBookmark Finding Base "\"" "set-bookmark" bookmarks::ask(Action::SetBookmark), always, false,
                "set a bookmark: a letter follows; :delete-bookmark a" "设书签：再按字母；:delete-bookmark a删除" "しおりを挟む（続けて文字、:delete-bookmark aで外す）";
            JumpBack Finding Base "Ctrl-o" "jump-back" jumps::go_along(BACKWARD), has_jumps_back, false,
                "back to where you were before the last jump" "回到上次跳转前的位置" "ジャンプ前の位置へ戻る";
            JumpForward Finding Base "Ctrl-n" "jump-forward" jumps::go_along(FORWARD), has_jumps_forward, false,
                "forward again after going back" "重新回到跳转后的位置" "ジャンプ先へ再び進む";
            NextGame Finding Base ">" "next-game" problems::go(FORWARD), has_other_games, false,
                "next game" "下一局" "次の対局";
            PreviousGame Finding Base "<" "previous-game" problems::go(BACKWARD), has_other_games, false,
                "previous game" "上一局" "前の対局";
            Games Finding Base "o" "games" library::toggle, has_other_games, false,
                "games of the file or directory: / filters, Enter opens" "文件或目录中的对局：/筛选，Enter打开" "ファイルやフォルダの対局：/で絞り込み、Enterで開く";
            Sort Finding List "s" "sort" library::sort, has_other_games, true,
                "in that list: sort by the next column" "对局列表：按下一列排序" "対局一覧：次の列で並べ替え";
            Reverse Finding List "S" "reverse" library::reverse, has_other_games, true,
                "in that list: reverse the order" "对局列表：倒序" "対局一覧：逆順";
            LeaveList Finding List "q" "leave-list" library::leave, has_other_games, true,
                "in that list: close it; quit if dapu began there" "对局列表：关闭；若从列表开始则退出" "対局一覧：閉じる（一覧から始めたときは終了）";
            NextPane Panes Base "Tab" "next-pane" view::turn(FORWARD), always, false,
                "focus the next pane; on a narrow screen, the next page" "焦点移到下一窗格；窄屏换页" "次の欄へ（狭い画面では次のページ）";
            PreviousPane Panes Base "Shift-Tab" "previous-pane" view::turn(BACKWARD), always, false,
                "focus the previous pane" "焦点移到上一窗格" "前の欄へ";
            Zoom Panes Base "z" "zoom" view::zoom, always, false,
                "show only the focused pane" "只显示焦点窗格" "選択中の欄だけを表示";
            Flip Panes Base "f" "flip" view::flip, always, true,
                "flip the board" "翻转棋盘" "盤を反転";
            BoardSize Panes Base "=" "board-size" view::board_size, always, true,
                "size of the board: automatic, or a fixed size" "棋盘大小：自动，或固定一种" "盤の大きさ：自動、または固定";
            Coordinates Panes Base "c" "coordinates" view::coordinates, always, true,
                "coordinates on or off" "坐标开关" "座標のオン・オフ";
            Notation Panes Base "t" "notation" view::notation, always, true,
                "switch the notation" "更换记谱法" "表記を変える";
            Book Panes Base "b" "book" books::toggle, has_book, false,
                "opening book: focus it, or close it" "开局库：选中或关闭" "定跡：選択・閉じる";
            BookMove Panes Book "Enter" "book-move" books::play, has_book, false,
                "play the selected book move, or the one numbered" "试走选中的或指定序号的开局库着法" "選んだ、または番号の定跡の手を試す";
            Info Panes Base "i" "info" view::toggle(PaneId::Headers), always, false,
                "information about the game" "对局信息" "対局情報";
            Graph Panes Base "v" "graph" view::graph, has_graph, false,
                "evaluation and clock graph" "评分与用时曲线" "評価値と消費時間のグラフ";
            Messages Panes Base "L" "messages" view::toggle(PaneId::Messages), always, false,
                "past messages" "此前的消息" "これまでのメッセージ";
            Problems Problems Base "P" "problems" problems::toggle, always, false,
                "problem mode: answers stay hidden" "习题模式：隐藏答案" "問題モード（答えを隠す）";
            Answer Problems Base "a" "answer" problems::reveal, has_problem, false,
                "show the answer" "显示答案" "答えを表示";
            CopyPosition Program Base "yp" "copy-position" clipboard::copy_position, always, true,
                "copy the position: FEN, SFEN or SGF" "复制局面：FEN、SFEN或SGF" "局面をコピー（FEN、SFEN、SGF）";
            CopyLine Program Base "yl" "copy-line" clipboard::copy_line, always, true,
                "copy the line up to here" "复制到此为止的着法" "ここまでの手順をコピー";
            CopyPlace Program Base "yf" "copy-place" clipboard::copy_place, always, true,
                "copy the file name and place" "复制文件名和位置" "ファイル名と位置をコピー";
            Edit Program Base "e" "edit" file::edit, is_editable, false,
                "open the file in $EDITOR at this move" "用$EDITOR打开文件到此着" "$EDITORでこの手を開く";
            Mouse Program Base "M" "mouse" view::mouse, always, true,
                "mouse on or off" "鼠标开关" "マウスのオン・オフ";
            Follow Program Base "F" "follow" follow::toggle, always, false,
                "turn following on or off" "跟随最新着法，或停下" "最新手を追う・止める";
            Newest Program Base "." "newest" follow::go_to_newest, always, false,
                "go to the newest move" "前往最新内容" "最新の内容へ";
            Pin Program Base "Ctrl-p" "pin" follow::toggle_pin, is_directory, false,
                "in a directory: pin this file, or show the newest again" "目录中：固定此文件，或跟随最新" "フォルダで：このファイルに固定・最新を追う";
            Reload Program Base "r" "reload" file::reload, always, false,
                "reload the file" "重新读取文件" "ファイルを読み直す";
            Redraw Program Base "Ctrl-l" "redraw" file::want(Effect::Redraw), always, true,
                "redraw the screen" "重画屏幕" "画面を描き直す";
            Suspend Program Base "Ctrl-z" "suspend" file::want(Effect::Suspend), always, false,
                "suspend" "挂起" "一時停止";
            Help Program Base "? F1" "help" view::toggle(PaneId::Help), always, false,
                "help" "帮助" "ヘルプ";
            Cancel Program Base "Esc" "cancel" view::cancel, always, false,
                "close or cancel; never quits" "关闭或取消；不会退出" "閉じる、取り消す（終了はしない）";
            Quit Program Base "q Ctrl-c" "quit" file::want(Effect::Quit), always, false,
                "quit" "退出" "終了";
        }
    };
}
pub(super) use each_action;

macro_rules! actions {
    ($($action:ident $group:ident $scope:ident $keys:literal $name:literal
        $file:ident::$run:ident $(($with:expr))?, $valid:ident, $keeps:literal, $help:literal $zh:literal $ja:literal;)*) => {
        /// What a key does.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Action {
            $(#[doc = $help] $action,)*
        }

        /// Every action, in listing order. `[` and `O` are bound to nothing: on a slow line an arrow key can arrive in
        /// pieces, as Esc and those letters. Digits make a count.
        pub const KEYS: &[Binding] = &[$(Binding {
            action: Action::$action,
            group: Group::$group,
            scope: Scope::$scope,
            keys: $keys,
            name: $name,
            help: $help,
            zh: $zh,
            ja: $ja,
            keeps_playing: $keeps,
        },)*];
    };
}
each_action!(actions);

impl Action {
    /// Its row of the table.
    pub(super) fn binding(self) -> &'static Binding {
        // One macro makes both, in the same order.
        &KEYS[self as usize]
    }
}

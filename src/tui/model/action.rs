//! Actions, which keys and commands perform. Each is a row of a table.

use std::borrow::Cow;

use super::State;
use crate::words::Lang;

/// The subject of an action; help lists the groups in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Moving along the line.
    Moves,
    /// Forks and their branches.
    Variations,
    /// Finding a place.
    Finding,
    /// Choosing from a list.
    Lists,
    /// The contents of the screen.
    Panes,
    /// Problems with their answers.
    Problems,
    /// What the reader adds.
    Notes,
    /// The file and the program.
    Program,
}

impl Group {
    /// Every group in order, with its heading in every language.
    pub(in crate::tui) const HEADINGS: [(Self, [&'static str; 3]); 8] = [
        (Self::Moves, ["Moves", "着法", "手順"]),
        (Self::Variations, ["Variations", "变化", "変化"]),
        (Self::Finding, ["Finding", "查找", "検索"]),
        (Self::Lists, ["Lists", "列表", "一覧"]),
        (Self::Panes, ["Screen", "画面", "画面"]),
        (Self::Problems, ["Problems", "习题", "問題"]),
        (Self::Notes, ["Notes", "笔记", "メモ"]),
        (Self::Program, ["Program", "程序", "プログラム"]),
    ];
}

macro_rules! scopes {
    ($($(#[$doc:meta])* $scope:ident $texts:expr;)*) => {
        /// Where the keys of an action are active.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Scope {
            $($(#[$doc])* $scope,)*
        }

        impl Scope {
            const fn texts(self) -> [&'static str; 3] {
                match self {
                    $(Self::$scope => $texts,)*
                }
            }
        }
    };
}

scopes! {
    /// Everywhere, unless an inner scope binds the key.
    Base [""; 3];
    /// Where the record is visible: everywhere except in the list of games or files.
    Record [""; 3];
    /// During autoplay.
    Playing ["autoplay", "自动播放", "自動再生"];
    /// On the board, while it has the keys.
    Board ["board", "棋盘", "盤"];
    /// In the book pane and the statistics.
    Book ["book", "开局库", "定跡"];
    /// In the statistics of a library.
    Statistics ["statistics", "统计", "統計"];
    /// In the lines of an engine.
    Engine ["engine", "引擎", "エンジン"];
    /// In the comment pane.
    Comment ["comment", "注释", "コメント"];
    /// In every pane of text.
    Text ["text", "文字窗格", "文章の欄"];
    /// In the help.
    Help ["help", "帮助", "ヘルプ"];
    /// In every list to choose from: games, hits, and the map.
    List ["lists", "列表", "一覧"];
    /// In the map of variations.
    Map ["map", "变化图", "分岐図"];
    /// On the wall.
    Wall ["wall", "棋盘墙", "一覧画面"];
    /// In the list of games or files.
    Games ["list of games", "对局列表", "対局一覧"];
}

impl Scope {
    /// The name of the scope in a few words; empty for the widest ones.
    pub const fn name(self) -> &'static str {
        self.texts()[0]
    }

    /// Whether it is not inside another scope.
    pub(in crate::tui) const fn is_outer(self) -> bool {
        matches!(self, Self::Base | Self::Record)
    }

    /// Whether a key can have only one meaning in both.
    pub(in crate::tui) fn meets(self, other: Self) -> bool {
        self == other || self.is_outer() && other.is_outer()
    }
}

/// The function of an action.
#[derive(Debug)]
pub(in crate::tui) enum Handler {
    /// Takes the count that was typed before its keys.
    Counted(fn(&mut State, Option<usize>)),
    /// Takes the text after its name, which is what the words say. Returns false if it does not accept this text.
    Text(fn(&mut State, &str) -> bool, [&'static str; 3]),
}

/// An action with its usual keys.
#[derive(Debug)]
pub struct Action {
    /// Its name in the configuration file and after `:`. Rows of several scopes may share it, and have the same keys then.
    pub name: &'static str,
    /// Its subject.
    pub group: Group,
    /// Where its keys are active.
    pub scope: Scope,
    /// The keys by name, separated by blanks: `Right`, `Ctrl-d`, `G`; `yp` is `y`, then `p`. Empty for
    /// actions that are only typed after `:`.
    pub keys: &'static str,
    pub(in crate::tui) run: Handler,
    /// Whether it would currently have an effect. Help dims the others.
    pub(in crate::tui) is_valid: fn(&State) -> bool,
    /// Whether autoplay goes on.
    pub(in crate::tui) keeps_playing: bool,
    /// A short description in each language.
    pub(in crate::tui) texts: [&'static str; 3],
}

impl Action {
    /// A short description.
    pub const fn help(&self) -> &'static str {
        self.texts[0]
    }

    /// Its usual keys, or its name after `:` if it has none.
    pub fn typed(&self) -> Cow<'static, str> {
        match self.keys {
            "" => format!(":{}", self.name).into(),
            keys => keys.into(),
        }
    }

    /// Where its keys are active and what it does, in a few words.
    pub(crate) fn help_in(&self, lang: Lang) -> Cow<'static, str> {
        let what = lang.pick(self.texts);
        match lang.pick(self.scope.texts()) {
            "" => what.into(),
            place => [place, lang.pick([": ", "：", "："]), what].concat().into(),
        }
    }
}

impl PartialEq for Action {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.scope) == (other.name, other.scope)
    }
}

impl Eq for Action {}

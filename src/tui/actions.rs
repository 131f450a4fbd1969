//! The actions: one table from which the keys, the help, the documents, the man page and the names for remapping
//! derive. A new action is a row here, its function, and a text in each language.
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
    pub const ALL: [Self; 6] = [
        Self::Moves,
        Self::Variations,
        Self::Finding,
        Self::Panes,
        Self::Problems,
        Self::Program,
    ];
}

/// Where the keys of an action are active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Everywhere, unless an inner scope binds the key.
    Base,
    /// During autoplay.
    Playing,
    /// In the book pane, and in a trial beside it.
    Book,
    /// In the comment pane.
    Comment,
}

/// What an action leaves running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeps {
    /// Nothing: the trial and autoplay end.
    Nothing,
    /// The trial on the board.
    Trial,
    /// The trial, and autoplay.
    All,
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
    /// What it leaves running.
    pub(super) keeps: Keeps,
}

/// Calls a macro with a row for each action: the action, its group, the scope of its keys, the keys, the name, the
/// function with what it is given, when the action is valid, what it keeps, and what it does.
macro_rules! each_action {
    ($table:ident) => {
        $table! {
            Forward Moves Base "Right l" "forward" motion::step(FORWARD), always, Trial, "next move; with a count before it, as many";
            Back Moves Base "Left h" "back" motion::step(BACKWARD), always, Trial, "previous move";
            Down Moves Base "Down j" "down" view::down_or_up(FORWARD), always, Trial, "next variation at a fork; elsewhere next move";
            Up Moves Base "Up k" "up" view::down_or_up(BACKWARD), always, Trial, "previous variation at a fork; elsewhere previous move";
            Start Moves Base "g Home" "start" motion::start, always, Nothing, "start of the line";
            End Moves Base "G End" "end" motion::end, always, Nothing, "end of the line; 37G goes to ply 37";
            PageDown Moves Base "PgDn Ctrl-d" "page-down" view::page(FORWARD), always, Trial, "ten moves on; a page of another focused pane";
            PageUp Moves Base "PgUp Ctrl-u" "page-up" view::page(BACKWARD), always, Trial, "ten moves back; a page of another focused pane";
            ReadOn Moves Base "Space" "read-on" motion::read(FORWARD), has_comments, Nothing, "read on: next page of the comment, then next comment";
            ReadBack Moves Base "Backspace" "read-back" motion::read(BACKWARD), has_comments, Nothing, "read back";
            NextComment Moves Base ")" "next-comment" motion::comment(FORWARD), has_comments, Nothing, "next comment";
            PreviousComment Moves Base "(" "previous-comment" motion::comment(BACKWARD), has_comments, Nothing, "previous comment";
            Swing Moves Base "!" "swing" motion::swing, has_evals, Nothing, "next big swing of the evaluation";
            Play Moves Base "p" "play" autoplay::toggle, always, All, "play the moves one after another";
            Faster Moves Playing "+" "faster" autoplay::change_pause(BACKWARD), is_playing, All, "play faster";
            Slower Moves Playing "-" "slower" autoplay::change_pause(FORWARD), is_playing, All, "play slower";
            Take Variations Base "Enter" "take" variations::take, has_variations, Nothing, "the branch of the number typed before; stay where a list led";
            QuotedLine Variations Comment "Enter" "quoted-line" quoted::try_line, has_comments, Trial, "try the next line that the comment quotes, or that of the number";
            Mainline Variations Base "m" "mainline" variations::mainline, has_left_mainline, Trial, "leave a trial; back to the main line";
            LevelUp Variations Base "u" "level-up" variations::level_up, has_left_mainline, Nothing, "to where this variation begins";
            NextFork Variations Base "}" "next-fork" motion::fork(FORWARD), has_variations, Nothing, "next fork";
            PreviousFork Variations Base "{" "previous-fork" motion::fork(BACKWARD), has_variations, Nothing, "previous fork";
            Unfold Variations Base "+" "unfold" variations::set_folded(false), has_variations, Trial, "unfold the variations at this move";
            Fold Variations Base "-" "fold" variations::set_folded(true), has_variations, Trial, "fold the variations at this move";
            FoldAll Variations Base "Z" "fold-all" variations::fold_all, has_variations, Trial, "fold or unfold all variations";
            Transposition Variations Base "x" "transposition" motion::transpose, has_transpositions, Nothing, "another place with the same position";
            Map Variations Base "T" "map" map::toggle, has_variations, Nothing, "map of the variations: h j k l walk it";
            Search Finding Base "/" "search" keys::ask(Asked::Search), always, Trial, "search comments, moves and headers: a list of hits";
            NextHit Finding Base "n" "next-hit" search::go_on(FORWARD), has_searched, Nothing, "next hit";
            PreviousHit Finding Base "N" "previous-hit" search::go_on(BACKWARD), has_searched, Nothing, "previous hit";
            Command Finding Base ":" "command" keys::ask(Asked::Command), always, Trial, "a place such as 12 or 3.2-12, a move, a setting or an action; Tab completes";
            GoToBookmark Finding Base "'" "go-to-bookmark" bookmarks::ask(Action::GoToBookmark), has_bookmarks, Nothing, "go to a bookmark: a letter follows";
            SetBookmark Finding Base "\"" "set-bookmark" bookmarks::ask(Action::SetBookmark), always, Trial, "set a bookmark: a letter follows; :delete-bookmark a";
            JumpBack Finding Base "Ctrl-o" "jump-back" jumps::go_along(BACKWARD), has_jumps_back, Nothing, "back to where the last jump began";
            JumpForward Finding Base "Ctrl-n" "jump-forward" jumps::go_along(FORWARD), has_jumps_forward, Nothing, "forward again along the jumps";
            NextGame Finding Base ">" "next-game" problems::go(FORWARD), has_other_games, Nothing, "next game";
            PreviousGame Finding Base "<" "previous-game" problems::go(BACKWARD), has_other_games, Nothing, "previous game";
            Games Finding Base "o" "games" library::toggle, has_other_games, Nothing, "games of the file or directory: / filters, s sorts, Enter opens";
            NextPane Panes Base "Tab" "next-pane" view::turn(FORWARD), always, Trial, "focus the next pane; next page where narrow";
            PreviousPane Panes Base "Shift-Tab" "previous-pane" view::turn(BACKWARD), always, Trial, "focus the previous pane";
            Zoom Panes Base "z" "zoom" view::zoom, always, Trial, "the focused pane alone";
            Flip Panes Base "f" "flip" view::flip, always, All, "flip the board";
            BoardSize Panes Base "=" "board-size" view::board_size, always, All, "size of the board: as large as fits, or a fixed step";
            Coordinates Panes Base "c" "coordinates" view::coordinates, always, All, "coordinates";
            Notation Panes Base "t" "notation" view::notation, always, All, "another notation";
            Book Panes Base "b" "book" trial::toggle_book, has_book, Trial, "opening book: focus it, or close it";
            BookMove Panes Book "Enter" "book-move" trial::play_book_move, has_book, Trial, "try the marked book move, or that of the number";
            Info Panes Base "i" "info" view::toggle(PaneId::Headers), always, Trial, "information about the game";
            Graph Panes Base "v" "graph" view::graph, has_graph, Trial, "evaluation and clock graph";
            Messages Panes Base "L" "messages" view::toggle(PaneId::Messages), always, Trial, "messages so far";
            Problems Problems Base "P" "problems" problems::toggle, always, Nothing, "problem mode: answers stay hidden";
            Answer Problems Base "a" "answer" problems::reveal, has_problem, Nothing, "show the answer";
            CopyPosition Program Base "yp" "copy-position" clipboard::copy_position, always, All, "copy the position: FEN, SFEN or SGF";
            CopyLine Program Base "yl" "copy-line" clipboard::copy_line, always, All, "copy the line up to here";
            CopyPlace Program Base "yf" "copy-place" clipboard::copy_place, always, All, "copy the file's name with the place";
            Edit Program Base "e" "edit" file::edit, is_editable, Nothing, "open the file in $EDITOR at this move";
            Mouse Program Base "M" "mouse" view::mouse, always, All, "mouse on or off";
            Follow Program Base "F" "follow" follow::toggle, always, Nothing, "follow the live end, or stay";
            Newest Program Base "." "newest" follow::go_to_newest, always, Nothing, "go to what came last";
            Pin Program Base "Ctrl-p" "pin" follow::toggle_pin, is_directory, Trial, "in a directory: stay with this file, or go with the newest";
            Reload Program Base "r" "reload" file::reload, always, Nothing, "read the file again";
            Redraw Program Base "Ctrl-l" "redraw" file::want(Effect::Redraw), always, All, "draw the screen again";
            Suspend Program Base "Ctrl-z" "suspend" file::want(Effect::Suspend), always, Trial, "suspend";
            Help Program Base "? F1" "help" view::toggle(PaneId::Help), always, Trial, "this help";
            Cancel Program Base "Esc" "cancel" view::cancel, always, Trial, "close help, drop what was typed; never quits";
            Quit Program Base "q Ctrl-c" "quit" file::want(Effect::Quit), always, Trial, "quit";
        }
    };
}
pub(super) use each_action;

macro_rules! actions {
    ($($action:ident $group:ident $scope:ident $keys:literal $name:literal
        $file:ident::$run:ident $(($with:expr))?, $valid:ident, $keeps:ident, $help:literal;)*) => {
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
            keeps: Keeps::$keeps,
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

    /// The row of a list, from 0, to which the keys of motions lead from another, with a count and so many rows a page.
    /// It may be beyond the last.
    pub(super) fn row_after(self, row: usize, count: Option<usize>, page: usize) -> Option<usize> {
        let times = count.unwrap_or(1);
        let page = times.saturating_mul(page);
        Some(match self {
            Self::Down => row.saturating_add(times),
            Self::Up => row.saturating_sub(times),
            Self::PageDown => row.saturating_add(page),
            Self::PageUp => row.saturating_sub(page),
            Self::Start => 0,
            Self::End => count.map_or(usize::MAX, |row| row.saturating_sub(1)),
            _ => return None,
        })
    }
}

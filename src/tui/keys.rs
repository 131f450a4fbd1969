//! The keys: one table from which the screen's help, the README, the manual and the names for remapping derive.

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// The next move; the branch that is marked, if one is.
    Forward,
    /// The previous move.
    Back,
    /// The next variation at a fork; elsewhere the next move.
    Down,
    /// The previous variation at a fork; elsewhere the previous move.
    Up,
    /// The starting position.
    Start,
    /// The end of the line, or the ply that was typed before.
    End,
    /// Ten moves on, or a page of the pane that has the focus.
    PageDown,
    /// Ten moves back, or a page of the pane that has the focus.
    PageUp,
    /// The next move that has alternatives.
    NextFork,
    /// The one before.
    PreviousFork,
    /// The next comment on the line.
    NextComment,
    /// The one before.
    PreviousComment,
    /// The next game or problem.
    NextGame,
    /// The one before.
    PreviousGame,
    /// The next of the line's biggest swings of the evaluation.
    Swing,
    /// Take the branch that is marked, or the one of the number typed before.
    Take,
    /// Back to where the mainline was left.
    Mainline,
    /// Fold or unfold the variations at this move.
    Fold,
    /// Fold or unfold all variations.
    FoldAll,
    /// Another place with the same position.
    Transposition,
    /// Go to a mark: a letter follows.
    GoToMark,
    /// Set a mark: a letter follows.
    SetMark,
    /// Type what to search for.
    Search,
    /// The next hit.
    NextHit,
    /// The previous hit.
    PreviousHit,
    /// Type a ply, a move, a line's number or a command.
    Command,
    /// The games of the library or the records of the directory.
    Games,
    /// What the opening books hold on the position.
    Book,
    /// Play a move of the books as a temporary line: the one that is marked, or the one of the number typed before.
    BookMove,
    /// All headers of the record.
    Info,
    /// Evaluation and clock as a graph.
    Graph,
    /// A map of the variations.
    Map,
    /// The messages so far.
    Messages,
    /// The next pane, or the next page where the screen is narrow.
    NextPane,
    /// The pane or page before.
    PreviousPane,
    /// The pane that has the focus, alone.
    Zoom,
    /// The other player at the bottom.
    Flip,
    /// Numbers and letters along the board.
    Coordinates,
    /// Another notation of the moves.
    Notation,
    /// Play the moves one after another.
    Play,
    /// Play faster.
    Faster,
    /// Play slower.
    Slower,
    /// Problem mode: the answer stays hidden until asked for.
    Problems,
    /// Show the answer of the problem.
    Answer,
    /// Copy the position.
    CopyPosition,
    /// Copy the line up to here.
    CopyLine,
    /// Copy the file's name with the ply.
    CopyPlace,
    /// Open the file in the editor at this move.
    Edit,
    /// Mouse on or off.
    Mouse,
    /// Read the file again.
    Reload,
    /// Go on with the live end, or stay.
    Follow,
    /// What came last.
    Newest,
    /// Stay with this file of a directory, or go with the newest.
    Pin,
    /// Draw the screen afresh.
    Redraw,
    /// Stop and give the terminal to the shell.
    Suspend,
    /// The keys.
    Help,
    /// Close what is open, drop what was typed.
    Cancel,
    /// Leave dapu.
    Quit,
}

/// What a key has to do with; the order in which help lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Going along the line.
    Moves,
    /// Forks and what hangs on them.
    Variations,
    /// Finding a place.
    Finding,
    /// What stands on the screen and how.
    Panes,
    /// Problems with their answers.
    Problems,
    /// The file and the program.
    Program,
}

impl Group {
    /// Every group, in the order of the list.
    pub const ALL: [Self; 6] = [
        Self::Moves,
        Self::Variations,
        Self::Finding,
        Self::Panes,
        Self::Problems,
        Self::Program,
    ];
}

/// An action with its usual keys.
#[derive(Debug)]
pub struct Binding {
    /// The keys as they are named to the reader, separated by blanks: `Right`, `Ctrl-d`, `G`; `yp` is `y`, then `p`.
    pub keys: &'static str,
    /// What the action is called in the configuration file and after `:`.
    pub name: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    /// What it has to do with.
    pub group: Group,
    /// What the keys ask for.
    pub action: Action,
}

const fn binding(
    group: Group,
    keys: &'static str,
    name: &'static str,
    action: Action,
    help: &'static str,
) -> Binding {
    Binding {
        keys,
        name,
        help,
        group,
        action,
    }
}

/// Every key. `[`, `O` and the capitals A B C D H are bound to nothing: on a slow line an arrow key can arrive in pieces,
/// as Esc and those letters. Digits make a count before any motion; at a fork a digit takes the branch of that number,
/// and 0 begins a count.
#[rustfmt::skip]
pub const KEYS: &[Binding] = &[
    binding(Group::Moves, "Right l", "forward", Action::Forward, "next move; with a count before it, as many"),
    binding(Group::Moves, "Left h", "back", Action::Back, "previous move"),
    binding(Group::Moves, "Down j", "down", Action::Down, "next variation at a fork; elsewhere next move"),
    binding(Group::Moves, "Up k", "up", Action::Up, "previous variation at a fork; elsewhere previous move"),
    binding(Group::Moves, "g Home", "start", Action::Start, "start of the line"),
    binding(Group::Moves, "G End", "end", Action::End, "end of the line; 37G goes to ply 37"),
    binding(Group::Moves, "PgDn Ctrl-d", "page-down", Action::PageDown, "ten moves on; a page of another focused pane"),
    binding(Group::Moves, "PgUp Ctrl-u", "page-up", Action::PageUp, "ten moves back; a page of another focused pane"),
    binding(Group::Moves, ")", "next-comment", Action::NextComment, "next comment"),
    binding(Group::Moves, "(", "previous-comment", Action::PreviousComment, "previous comment"),
    binding(Group::Moves, "!", "swing", Action::Swing, "next big swing of the evaluation"),
    binding(Group::Moves, "p", "play", Action::Play, "play the moves one after another"),
    binding(Group::Moves, "+", "faster", Action::Faster, "play faster"),
    binding(Group::Moves, "-", "slower", Action::Slower, "play slower"),
    binding(Group::Variations, "Enter", "take", Action::Take, "take the marked branch, or the one of the count"),
    binding(Group::Variations, "m", "mainline", Action::Mainline, "back to the main line"),
    binding(Group::Variations, "}", "next-fork", Action::NextFork, "next fork"),
    binding(Group::Variations, "{", "previous-fork", Action::PreviousFork, "previous fork"),
    binding(Group::Variations, "Space", "fold", Action::Fold, "fold the variations at this move"),
    binding(Group::Variations, "Z", "fold-all", Action::FoldAll, "fold all variations"),
    binding(Group::Variations, "x", "transposition", Action::Transposition, "another place with the same position"),
    binding(Group::Variations, "T", "map", Action::Map, "map of the variations"),
    binding(Group::Finding, "/", "search", Action::Search, "search comments, moves and headers"),
    binding(Group::Finding, "n", "next-hit", Action::NextHit, "next hit"),
    binding(Group::Finding, "N", "previous-hit", Action::PreviousHit, "previous hit"),
    binding(Group::Finding, ":", "command", Action::Command, "a ply, a move, a line such as 2.1, or an action"),
    binding(Group::Finding, "'", "go-to-mark", Action::GoToMark, "go to a mark or bookmark: a letter follows"),
    binding(Group::Finding, "\"", "set-mark", Action::SetMark, "set a mark: a letter follows"),
    binding(Group::Finding, ">", "next-game", Action::NextGame, "next game"),
    binding(Group::Finding, "<", "previous-game", Action::PreviousGame, "previous game"),
    binding(Group::Finding, "o", "games", Action::Games, "games of the file or directory, filtered as you type"),
    binding(Group::Panes, "Tab", "next-pane", Action::NextPane, "focus the next pane; next page where narrow"),
    binding(Group::Panes, "Shift-Tab", "previous-pane", Action::PreviousPane, "focus the previous pane"),
    binding(Group::Panes, "z", "zoom", Action::Zoom, "the focused pane alone"),
    binding(Group::Panes, "f", "flip", Action::Flip, "flip the board"),
    binding(Group::Panes, "c", "coordinates", Action::Coordinates, "coordinates"),
    binding(Group::Panes, "t", "notation", Action::Notation, "another notation"),
    binding(Group::Panes, "b", "book", Action::Book, "opening book: focus it, or close it"),
    binding(Group::Panes, "w", "book-move", Action::BookMove, "what if: play the marked book move; m or Esc returns"),
    binding(Group::Panes, "i", "info", Action::Info, "information about the game"),
    binding(Group::Panes, "v", "graph", Action::Graph, "evaluation and clock graph"),
    binding(Group::Panes, "L", "messages", Action::Messages, "messages so far"),
    binding(Group::Problems, "P", "problems", Action::Problems, "problem mode: answers stay hidden"),
    binding(Group::Problems, "a", "answer", Action::Answer, "show the answer"),
    binding(Group::Program, "yp", "copy-position", Action::CopyPosition, "copy the position: FEN, SFEN or SGF"),
    binding(Group::Program, "yl", "copy-line", Action::CopyLine, "copy the line up to here"),
    binding(Group::Program, "yf", "copy-place", Action::CopyPlace, "copy the file's name with the ply"),
    binding(Group::Program, "e", "edit", Action::Edit, "open the file in $EDITOR at this move"),
    binding(Group::Program, "M", "mouse", Action::Mouse, "mouse on or off"),
    binding(Group::Program, "F", "follow", Action::Follow, "follow the live end, or stay"),
    binding(Group::Program, ".", "newest", Action::Newest, "go to what came last"),
    binding(Group::Program, "Ctrl-p", "pin", Action::Pin, "in a directory: stay with this file, or go with the newest"),
    binding(Group::Program, "r", "reload", Action::Reload, "read the file again"),
    binding(Group::Program, "Ctrl-l", "redraw", Action::Redraw, "draw the screen again"),
    binding(Group::Program, "Ctrl-z", "suspend", Action::Suspend, "suspend"),
    binding(Group::Program, "? F1", "help", Action::Help, "this help"),
    binding(Group::Program, "Esc", "cancel", Action::Cancel, "close help, drop what was typed; never quits"),
    binding(Group::Program, "q Ctrl-c", "quit", Action::Quit, "quit"),
];

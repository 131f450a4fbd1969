//! English.

use std::borrow::Cow;

use super::{Texts, grouped};
use crate::game::{Game, Side};
use crate::record::{EndingKind, Key, Outcome};
use crate::settings::Choice;
use crate::tui::actions::Group;
use crate::tui::report::Report;

pub(super) static TEXTS: Texts = Texts {
    moves: "MOVES",
    comment: "COMMENT",
    game: "GAME",
    keys: "KEYS",
    welcome: "FIRST KEYS",
    branches_at: |ply, count| format!("AT MOVE {ply}: {}", counted(count, "BRANCH", "BRANCHES")),
    branches: "BRANCHES",
    games: "GAMES",
    files: "FILES",
    hits: "HITS",
    bookmarks: "BOOKMARKS",
    messages: "MESSAGES",
    evaluation: "EVALUATION",
    time: "TIME",
    map: "MAP",
    legend: "12/3: moves/lines *comments +folded",

    book: "BOOK",
    book_move: "move",
    book_score: "score",
    book_games: "games",
    book_results: "W/D/L",
    book_rate: "rate",
    book_name: "book",
    book_note: "note",
    out_of_book: "~book",
    indexing: |book, percent, rows| {
        let rows = if rows == 1 {
            "1 row".to_owned()
        } else {
            format!("{rows} rows")
        };
        format!("indexing {book}: {percent}%, {rows}")
    },
    not_in_book: "not in the book",
    trying: |moves| format!("trial: {moves}"),
    to_record: |key| format!("({key}: back)"),

    signs: "Signs beside moves",
    sign_siblings: "the first of three alternatives",
    sign_comment: "has a comment",
    sign_size: "a branch of 12 moves in 3 lines with 5 comments",
    sign_glyph: "the file's mark on a move",
    sign_number: "on the board: where the other branches go",
    sign_unseen: "three moves that you have not seen",
    sign_same: "the same position occurs elsewhere",
    sign_new: "added by the last change of the file",
    sign_current: "the current row",
    sign_focus: "the pane with the focus",
    sign_warning: "illegal or unreadable: see the comment",
    sign_out_of_book: "leaves the opening book",

    waiting: "waiting for a record  (q quits)",
    no_moves: "no moves",
    unreadable: "(unreadable)",
    more_branches: |count| format!("{count} more"),
    to_mainline: |key| format!("({key}: main line)"),
    hidden: |next, all| format!("hidden ({next}: a move, {all}: all)"),
    size: |moves, lines| {
        let moves = counted(moves, "move", "moves");
        match lines {
            1 => moves,
            lines => format!("{moves} in {} lines", grouped(lines)),
        }
    },
    check: "check",
    move_number: |number| format!("move {number}"),
    captured: |[(black, first), (white, second)]| format!("{black} took {first}, {white} {second}"),

    pasted: "(pasted)",
    file: "file",
    format: "format",
    encoding: "encoding",
    time_left: |time| format!("{time} left"),
    players: "players",
    nothing_fits: "no matches; Esc, then / to change the filter, Ctrl-u to clear it",
    sorted: |column| format!("by {column}  "),
    filter: |words| format!("filter: {words}"),
    no_graph: "no evaluations or clocks",

    hint_filter: "filter",
    hint_find: "find",
    hint_help: "help",
    hint_quit: "quit",
    hint_open: "open",
    hint_close: "close",
    hint_stay: "stay",
    hint_back: "back",
    hint_pages: "pages",
    live: "live",
    polling: "poll",
    writing: "writing...",
    incomplete: |reason| format!("incomplete: {reason}"),
    gone: "gone",
    reading: |percent| format!("reading {percent} %"),
    playing: |seconds| format!("play {seconds}s"),
    ended: "ended",
    paused: "paused",
    pinned: ", pinned",
    counting: |end, forward, take| format!("{end}: ply, {forward}: moves, {take}: branch"),
    too_small: "too small: needs at least 20x8",
    too_large: "too large: 1000x500 at most",
    problem: "problem",

    message,
    header,
    mate: |plies| format!("mate {plies}"),
    illegal: |rule| format!("illegal: {rule}"),
    illegal_move: ToString::to_string,
    kind,
    ending,
    outcome,
    group,
    help: |binding| binding.help,
};

/// A number with its noun.
fn counted(count: usize, one: &str, several: &str) -> String {
    let noun = if count == 1 { one } else { several };
    format!("{} {noun}", grouped(count))
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

fn message(message: &Report) -> String {
    match message {
        Report::Warnings(count, key) => {
            format!("{} ({key})", counted(*count, "warning", "warnings"))
        }
        Report::Polling(reason) => format!("no file events, polling instead: {reason}"),
        Report::TakenBack => "the move was taken back".to_owned(),
        Report::AnotherGame => "the file now contains another game".to_owned(),
        Report::Changed(1) => "1 move was taken back or changed".to_owned(),
        Report::Changed(count) => format!("{count} moves were taken back or changed"),
        Report::NewMoves(count) => {
            format!(
                "{} (. to go there)",
                counted(*count, "new move", "new moves")
            )
        }
        Report::NothingNew => "nothing new".to_owned(),
        Report::Following(on) => format!("following: {}", on_off(*on)),
        Report::Pinned(on) => format!("pinned to this file: {}", on_off(*on)),
        Report::NoDirectory => "nothing to pin: no directory is followed".to_owned(),
        Report::NoMoreForks => "no more forks on this line".to_owned(),
        Report::NoMoreComments(last, count) => {
            let end = if *last { "last" } else { "first" };
            format!("no more comments: the {end} of {count}")
        }
        Report::NoMoreGames => "no more games".to_owned(),
        Report::NoSwings(None) => "no evaluations on this line".to_owned(),
        Report::NoSwings(Some(least)) => {
            format!("no swing of {least} or more on this line")
        }
        Report::NoGraph => TEXTS.no_graph.to_owned(),
        Report::NoBranches => "no branches here".to_owned(),
        Report::LastBranch(number, count) => {
            format!("branch {number} of {count}; -> goes on")
        }
        Report::NoSuchBranch(number, count) => match count {
            1 => format!("no branch {number}: there is 1"),
            count => format!("no branch {number}: there are {count}"),
        },
        Report::Folded(true, count) => {
            format!("{} folded", counted(*count, "variation", "variations"))
        }
        Report::Folded(false, count) => {
            format!("{} unfolded", counted(*count, "variation", "variations"))
        }
        Report::NoMoreJumps => "no more jumps".to_owned(),
        Report::NoMeaning(keys) => format!("{keys} does nothing here"),
        Report::NoTransposition => "the position occurs nowhere else".to_owned(),
        Report::OnMainline => "already on the main line".to_owned(),
        Report::NoBookmark(letter) => format!("no bookmark {letter}"),
        Report::BookmarkDeleted(letter) => format!("bookmark {letter} deleted"),
        Report::BookmarkSet(letter) => format!("bookmark {letter} set"),
        Report::Searching(text) => format!("searching for {text} (Esc stops)"),
        Report::NotFound(text) => format!("not found: {text}"),
        Report::Hit(number, count, false) => format!("[{number}/{count}]"),
        Report::Hit(number, count, true) => format!("[{number}/{count}] search wrapped around"),
        Report::Unknown(text) => format!("no such place, move or command: {text}"),
        Report::NoPlace(error) => error.to_string(),
        Report::Copied(text) => format!("copied: {text}"),
        Report::TooLong => "too long to copy".to_owned(),
        Report::Mouse(on) => format!("mouse {}", on_off(*on)),
        Report::EndOfLine => "end of the line".to_owned(),
        Report::AnswerHidden => "the answer is hidden".to_owned(),
        Report::Problems(on) => format!("problem mode {}", on_off(*on)),
        Report::NoProblems => "not in problem mode".to_owned(),
        Report::ManyProblems(count, keys) => {
            let problems = counted(*count, "problem", "problems");
            format!("{problems} ({keys}: one at a time)")
        }
        Report::CannotEdit => "this record is not in a file, so it cannot be edited".to_owned(),
        Report::NoShell => "no shell to return to".to_owned(),
        Report::Failed(reason) => format!("failed: {reason}"),
        Report::NoEditor => "no editor: set EDITOR".to_owned(),
        Report::EditorFailed(reason) => format!("the editor failed: {reason}"),
        Report::Notation(name) => format!("notation: {name}"),
        Report::BoardSize(None) => "board: as large as fits".to_owned(),
        Report::BoardSize(Some(step)) => format!("board: {}", Some(*step).word()),
        Report::Coordinates(on) => format!("coordinates {}", on_off(*on)),
        Report::CannotOpen { name, reason } => format!("cannot open {name}: {reason}"),
        Report::Opening(name) => format!("opening {name} (Esc stops)"),
        Report::StillReading => "the file is still being read".to_owned(),
        Report::OneGame => "the file has one game".to_owned(),
        Report::Pasted(name) => format!("pasted; r returns to {name}"),
        Report::NotARecord => "the pasted text is not a record or position".to_owned(),
        Report::Book { first, more: 0 } => format!("book: {first}"),
        Report::Book { first, more } => format!("book: {first} (+{more})"),
        Report::OtherGame => "opening books are only for xiangqi".to_owned(),
        Report::NoBook => "no opening book is open (use --book FILE)".to_owned(),
        Report::NotInBook => TEXTS.not_in_book.to_owned(),
        Report::NotPlayed(text, error) => format!("{text}: {error}"),
        Report::Written(name, lost) if lost.is_empty() => format!("written: {name}"),
        Report::Written(name, lost) => format!("written: {name}, without {lost}"),
        Report::Picked(true) => "click the destination (right button: do not promote)".to_owned(),
        Report::Picked(false) => "click the destination".to_owned(),
        Report::QuotedLine(number, count) => {
            format!("line {number} of {count} in the comment; -> to step through it")
        }
        Report::NoQuotedLine => "the comment quotes no playable moves".to_owned(),
        Report::StartOfTrial => "start of the trial (m: back)".to_owned(),
    }
}

fn header(key: Key, game: Game) -> Cow<'static, str> {
    Cow::Borrowed(match key {
        Key::Title => "title",
        Key::Event => "event",
        Key::Round => "round",
        Key::Date => "date",
        Key::Place => "place",
        Key::Player(side) => player(game, side),
        Key::Team(side) => return (player(game, side).to_owned() + " team").into(),
        Key::Rank(side) => return (player(game, side).to_owned() + " rank").into(),
        Key::Time(side) => return (player(game, side).to_owned() + " time").into(),
        Key::TimeControl => "time control",
        Key::Annotator => "annotator",
        Key::Author => "author",
        Key::Source => "source",
        Key::Result => "result",
        Key::Opening => "opening",
        Key::Handicap => "handicap",
        Key::Komi => "komi",
        Key::Rules => "rules",
        Key::Size => "size",
        Key::Kind => "kind",
        Key::Started => "started",
        Key::Ended => "ended",
        Key::Remark => "remark",
    })
}

fn kind(kind: &str) -> Option<&'static str> {
    match kind {
        "opening" => Some("opening"),
        "middlegame" => Some("middlegame"),
        "endgame" => Some("endgame"),
        _ => None,
    }
}

fn player(game: Game, side: Side) -> &'static str {
    match (game, side) {
        (Game::Xiangqi, Side::First) => "red",
        (Game::Xiangqi, Side::Second) => "black",
        (Game::Shogi, Side::First) => "sente",
        (Game::Shogi, Side::Second) => "gote",
        (Game::Go, Side::First) => "black",
        (Game::Go, Side::Second) => "white",
    }
}

fn ending(ending: EndingKind) -> &'static str {
    match ending {
        EndingKind::Resign => "resigns",
        EndingKind::Checkmate => "checkmate",
        EndingKind::Stalemate => "stalemate",
        EndingKind::Draw => "draw",
        EndingKind::Repetition => "repetition",
        EndingKind::Jishogi => "impasse (jishogi)",
        EndingKind::Timeout => "out of time",
        EndingKind::IllegalWin => "wins by opponent's illegal move",
        EndingKind::IllegalLoss => "loses by illegal move",
        EndingKind::Nyugyoku => "wins by entering king",
        EndingKind::DefaultWin => "wins by forfeit",
        EndingKind::DefaultLoss => "loses by forfeit",
        EndingKind::Abort => "adjourned or abandoned",
        EndingKind::Mate => "mate",
        EndingKind::NoMate => "no mate",
        EndingKind::MaxMoves => "move limit",
        EndingKind::Other => "the end",
    }
}

fn outcome(outcome: Outcome, game: Game) -> String {
    let [first, second] = Side::BOTH.map(|side| player(game, side));
    match outcome {
        Outcome::FirstWins => format!("{first} wins"),
        Outcome::SecondWins => format!("{second} wins"),
        Outcome::Draw => "draw".to_owned(),
        Outcome::Open => "result unknown".to_owned(),
        Outcome::FirstBetter => format!("{first} is better"),
        Outcome::SecondBetter => format!("{second} is better"),
        Outcome::Even => "even".to_owned(),
    }
}

fn group(group: Group) -> &'static str {
    match group {
        Group::Moves => "Moves",
        Group::Variations => "Variations",
        Group::Finding => "Finding",
        Group::Panes => "Screen",
        Group::Problems => "Problems",
        Group::Program => "Program",
    }
}

//! `dapu book`: looks up a position in an opening book, or summarises the whole book.

use std::path::PathBuf;

use clap::ValueHint;
use serde_json::{Value, json};

use super::error::Error;
use super::files::{file_error, open_game};
use super::info::entry;
use super::options::{ReadingArgs, ResultOptions, Within, address, examples};
use super::output::{Output, Tint, lang};
use crate::book::{self, Book, BookAnswer, BookMove, Books, Stats};
use crate::columns::Column;
use crate::files::address::Address;
use crate::files::load::{self, LoadOptions, show_path};
use crate::game::{Game, Move, Position, shogi, xiangqi};
use crate::record::Cursor;
use crate::text::clean_line;
use crate::text::json::{escape, without_nulls};

/// Arguments of `dapu book`.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu book opening.obk", "the book's moves for the initial position"),
    ("dapu book opening.obk game.xqf:4", "for a position of a record, marking the record's move"),
    ("dapu book opening.obk --stats --json", "statistics of the whole book"),
]))]
pub struct BookArgs {
    /// The opening book
    book: PathBuf,
    /// A record, or FILE#GAME:PLACE, whose position is looked up [default: the initial position]
    #[arg(conflicts_with_all = ["fen", "stats"], value_parser = address(), value_hint = ValueHint::FilePath)]
    file: Option<Address>,
    #[command(flatten)]
    within: Within,
    /// The position to look up
    #[arg(long, value_name = "FEN", conflicts_with = "stats")]
    fen: Option<String>,
    /// Print statistics of the whole book instead
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    results: ResultOptions,
}

pub(super) fn run(args: &BookArgs) -> Result<(), Error> {
    let mut out = args.results.output();
    if args.book.is_dir() {
        let message = "a directory, not an opening book: name a file in it";
        return Err(failure(args, message));
    }
    let (books, mut failed) = load::open_books([&args.book]);
    let Some(book) = books.iter().next() else {
        return Err(Error::Usage(failed.pop().unwrap_or_default()));
    };
    if let Some(warning) = book.warning() {
        report(&mut out, args, warning);
    }
    if !args.stats {
        look_up(&mut out, args, book, &books)?;
    } else {
        let stats = book.stats().map_err(|error| failure(args, &error.to_string()))?;
        match args.results.json {
            true => out.piece(&stats_json(book, &stats))?,
            false => print_stats(&mut out, book, &stats)?,
        }
    }
    out.flush()
}

/// The position to look up.
struct Subject {
    position: Position,
    /// The record's next move.
    next: Option<Move>,
}

fn look_up(out: &mut Output, args: &BookArgs, book: &Book, books: &Books) -> Result<(), Error> {
    let subject = match (&args.file, &args.fen) {
        (Some(file), _) => {
            let address = args.within.clone().of(file.clone())?;
            subject_in(book, &address, args.reading.into())?
        }
        (None, _) if args.within.is_given() => {
            let message = "--game, --line and --ply need a record";
            return Err(Error::Usage(message.to_owned()));
        }
        (None, fen) => {
            let position = position(book, fen.as_deref());
            let position = position.map_err(|error| Error::Usage(format!("--fen: {error}")))?;
            Subject { position, next: None }
        }
    };
    let answer = books.lookup(&subject.position);
    if args.results.json {
        return out.piece(&answer_json(book, &subject, &answer));
    }
    for notice in &answer.notices {
        report(out, args, &notice.message);
    }
    print_answer(out, book, &subject, &answer)
}

/// The position of a FEN, or of an SFEN for a book of shogi; without either, the initial one.
fn position(book: &Book, fen: Option<&str>) -> Result<Position, Box<dyn std::error::Error>> {
    Ok(match (book.game(), fen) {
        (Game::Shogi, None) => Position::Shogi(shogi::Position::initial()),
        (Game::Shogi, Some(sfen)) => Position::Shogi(shogi::Position::from_sfen(sfen)?.0),
        (_, None) => Position::Xiangqi(xiangqi::Position::initial()),
        (_, Some(fen)) => Position::Xiangqi(xiangqi::Position::from_fen(fen)?),
    })
}

fn subject_in(book: &Book, address: &Address, options: LoadOptions) -> Result<Subject, Error> {
    let (record, _) = open_game(address, options)?;
    let mut cursor = Cursor::new(&record);
    let node = address
        .node(&record.tree, cursor.lines())
        .map_err(|error| file_error(&address.path, error))?;
    cursor.go_to(&record, node);
    let next = cursor.node_at(cursor.ply() + 1).and_then(|node| record.tree.mv(node));
    let position = cursor.position().clone();
    if position.game() != book.game() {
        let message = format!("the book is for {}, not for {}", book.game(), position.game());
        return Err(file_error(&address.path, message));
    }
    Ok(Subject { position, next })
}

fn failure(args: &BookArgs, message: &str) -> Error {
    Error::Usage(format!("{}: {}", show_path(&args.book), clean_line(message)))
}

fn report(out: &mut Output, args: &BookArgs, message: &str) {
    if !args.results.printing.quiet {
        out.report(&failure(args, message));
    }
}

fn print_title(out: &mut Output, book: &Book) -> Result<(), Error> {
    let path = show_path(book.path());
    out.line(&format!("{}  {}", out.tint(Tint::File, &path), book.format().title()))
}

fn print_answer(
    out: &mut Output,
    book: &Book,
    subject: &Subject,
    answer: &BookAnswer,
) -> Result<(), Error> {
    print_title(out, book)?;
    if answer.moves.is_empty() {
        return out.line(&lang().say("not in the book"));
    }
    let columns =
        Column::heads([">", "move", ">score", ">games", ">win", ">draw", ">lost", ">rate", "note"]);
    let rows: Vec<[String; 9]> = answer.moves.iter().map(|mv| row(out, subject, mv)).collect();
    out.piece(&out.table(columns, &rows))
}

/// A row of the table; the record's own move is marked.
fn row(out: &Output, subject: &Subject, mv: &BookMove) -> [String; 9] {
    let counts = mv.results.map(|results| {
        let counts = [results.games(), results.won, results.drawn, results.lost];
        counts.map(|count| count.to_string())
    });
    let [games, won, drawn, lost] = counts.unwrap_or_default();
    let rate = mv.results.and_then(book::WinCounts::win_rate);
    [
        if subject.next == Some(mv.mv) { ">".to_owned() } else { String::new() },
        mv.text.clone(),
        mv.score.map_or_else(String::new, |score| score.to_string()),
        games,
        won,
        drawn,
        lost,
        rate.map_or_else(String::new, |rate| format!("{:.1}%", rate * 100.0)),
        mv.note.as_deref().map_or_else(String::new, |note| out.clean_line(note).into_owned()),
    ]
}

fn answer_json(book: &Book, subject: &Subject, answer: &BookAnswer) -> String {
    let moves: Vec<Value> = answer.moves.iter().map(|mv| move_json(book, subject, mv)).collect();
    let notices: Vec<&str> = answer.notices.iter().map(|notice| &*notice.message).collect();
    let object = json!({
        "book": book.name(),
        "format": book.format().name(),
        "position": subject.position.text(1),
        "moves": moves,
        "notices": notices,
    });
    escape(format!("{object:#}\n"))
}

fn move_json(book: &Book, subject: &Subject, mv: &BookMove) -> Value {
    let rate = mv.results.and_then(|results| results.win_rate());
    without_nulls(json!({
        "move": mv.mv.code(),
        "text": mv.text,
        "score": mv.score,
        "games": mv.results.map(|results| results.games()),
        "win": mv.results.map(|results| results.won),
        "draw": mv.results.map(|results| results.drawn),
        "lost": mv.results.map(|results| results.lost),
        "win_rate": rate.map(|rate| (rate * 10_000.0).round() / 10_000.0),
        "note": mv.note,
        "played": (subject.next == Some(mv.mv)).then_some(true),
        "book": book.name(),
    }))
}

/// The most frequent scores, each with its number of rows.
fn frequent_scores(stats: &Stats) -> Vec<(i64, u64)> {
    const SHOWN: usize = 8;
    let mut scores: Vec<(i64, u64)> = stats.score_counts.iter().map(|(a, b)| (*a, *b)).collect();
    scores.sort_by_key(|(score, rows)| (std::cmp::Reverse(*rows), *score));
    scores.truncate(SHOWN);
    scores
}

/// The counts of a book, each with its name on a page and in JSON.
fn counts(stats: &Stats) -> [(&'static str, &'static str, u64); 9] {
    [
        ("rows", "rows", stats.rows),
        ("positions", "positions", stats.positions),
        ("no key", "without_key", stats.without_key),
        ("no move", "without_move", stats.without_move),
        ("switched off", "switched_off", stats.switched_off),
        ("no score", "without_score", stats.without_score),
        ("with games", "with_games", stats.with_games),
        ("games", "games", stats.games),
        ("with note", "with_note", stats.with_note),
    ]
}

fn print_stats(out: &mut Output, book: &Book, stats: &Stats) -> Result<(), Error> {
    print_title(out, book)?;
    entry(out, "recognised by", book.reason())?;
    entry(out, "index", &lang().label(if book.has_index() { "yes" } else { "no" }))?;
    for (name, _, count) in counts(stats) {
        entry(out, name, &count.to_string())?;
    }
    let range = stats.scores.map_or_else(String::new, |(low, high)| format!("{low} to {high}"));
    entry(out, "scores", &lang().label(&range))?;
    for (score, rows) in frequent_scores(stats) {
        entry(out, &format!("score {score}"), &lang().say(&format!("{rows} rows")))?;
    }
    Ok(())
}

fn stats_json(book: &Book, stats: &Stats) -> String {
    let scores: Vec<Value> = (frequent_scores(stats).iter())
        .map(|(score, rows)| json!({ "score": score, "rows": rows }))
        .collect();
    let mut object = json!({
        "book": book.name(),
        "format": book.format().name(),
        "told_by": book.reason(),
        "index": book.has_index(),
        "lowest_score": stats.scores.map(|(low, _)| low),
        "highest_score": stats.scores.map(|(_, high)| high),
        "scores": scores,
    });
    for (_, name, count) in counts(stats) {
        object[name] = count.into();
    }
    escape(format!("{object:#}\n"))
}

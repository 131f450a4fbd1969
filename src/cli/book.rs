//! `dapu book`: looks up a position in an opening book, or summarises the whole book.

use std::path::PathBuf;

use clap::ValueHint;
use serde_json::{Value, json};

use super::error::Error;
use super::files::{file_error, open_game};
use super::info::entry;
use super::message::{Label, Message};
use super::options::{ReadingArgs, ResultOptions, Within, address, examples};
use super::output::{Output, Tint, lang};
use crate::book::{self, Book, BookAnswer, BookMove, BookProblem, Books, Stats};
use crate::columns::Column;
use crate::files::address::Address;
use crate::files::load::{LoadOptions, show_path};
use crate::game::{Game, Move, Position, shogi, xiangqi};
use crate::record::Cursor;
use crate::text::json::{escape, without_nulls};
use crate::words::Worded;

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
        return Err(Error::about(show_path(&args.book), Message::BookInDirectory));
    }
    let (books, mut failed) = Books::open([&args.book]);
    if let Some((path, error)) = failed.pop() {
        return Err(Error::about(show_path(&path), error));
    }
    let Some(book) = books.iter().next() else {
        return Ok(());
    };
    if let Some(warning) = book.warning() {
        report(&mut out, args, BookProblem::Kind(warning));
    }
    if !args.stats {
        look_up(&mut out, args, book, &books)?;
    } else {
        let stats = book.stats().map_err(|error| Error::about(show_path(&args.book), error))?;
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
            return Err(Message::NeedsRecord.into());
        }
        (None, fen) => {
            let position = position(book, fen.as_deref());
            let position = position.map_err(|error| Error::about("--fen", error.to_string()))?;
            Subject { position, next: None }
        }
    };
    let answer = books.lookup(&subject.position);
    if args.results.json {
        return out.piece(&answer_json(book, &subject, &answer));
    }
    for notice in &answer.notices {
        report(out, args, notice.problem.clone());
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
        return Err(file_error(&address.path, Message::BookFor(book.game(), position.game())));
    }
    Ok(Subject { position, next })
}

fn report(out: &mut Output, args: &BookArgs, problem: BookProblem) {
    if !args.results.printing.quiet {
        out.report(&Error::about(show_path(&args.book), problem));
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
        return out.line(&Message::NotInBook.worded(lang()));
    }
    let columns = Column::heads(lang().pick([
        [">", "move", ">score", ">games", ">win", ">draw", ">lost", ">rate", "note"],
        [">", "着法", ">分数", ">局数", ">胜", ">和", ">负", ">胜率", "备注"],
        [">", "手", ">評価", ">局数", ">勝", ">分", ">負", ">勝率", "備考"],
    ]));
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
    let notices: Vec<String> =
        answer.notices.iter().map(|notice| notice.problem.to_string()).collect();
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
fn counts(stats: &Stats) -> [(Label, &'static str, u64); 9] {
    [
        (Label::Rows, "rows", stats.rows),
        (Label::Positions, "positions", stats.positions),
        (Label::NoKey, "without_key", stats.without_key),
        (Label::NoMove, "without_move", stats.without_move),
        (Label::SwitchedOff, "switched_off", stats.switched_off),
        (Label::NoScore, "without_score", stats.without_score),
        (Label::WithGames, "with_games", stats.with_games),
        (Label::Games, "games", stats.games),
        (Label::WithNote, "with_note", stats.with_note),
    ]
}

fn print_stats(out: &mut Output, book: &Book, stats: &Stats) -> Result<(), Error> {
    print_title(out, book)?;
    entry(out, Label::RecognisedBy, book.reason())?;
    let index = if book.has_index() { Label::Yes } else { Label::No };
    entry(out, Label::Index, &index.worded(lang()))?;
    for (name, _, count) in counts(stats) {
        entry(out, name, &count.to_string())?;
    }
    let range = stats.scores.map(|(low, high)| Message::Range(low, high).worded(lang()));
    entry(out, Label::Scores, &range.unwrap_or_default())?;
    for (score, rows) in frequent_scores(stats) {
        entry(out, Label::Score(score), &Message::Rows(rows).worded(lang()))?;
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

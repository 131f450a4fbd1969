//! `dapu stats`: what was played in a position, how often, by whom and with what result.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use super::error::{Error, Exit};
use super::files::{self, each_found, for_each, index_path};
use super::find::{self, pattern, player, position_of};
use super::info::headers_value;
use super::message::Message;
use super::options::{InputArgs, ResultOptions, answers, examples};
use super::output::{Output, Tint, lang};
use crate::columns::Column;
use crate::files::address::Address;
use crate::files::canonical;
use crate::files::load::show_path;
use crate::format::Loaded;
use crate::game::{Game, Position, Side};
use crate::library::Pattern;
use crate::library::positions::{
    self, Answer, Filter, Gatherer, Index, IndexError, MoveRow, Question, Reached,
};
use crate::library::stream::{FilePart, Input};
use crate::library::title;
use crate::record::{Date, Key, Outcome};
use crate::text::joined;
use crate::text::json::without_nulls;
use crate::words::{self, Lang, Terms, Worded};

/// Arguments of `dapu stats`.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("quiet", answers),
    after_help = examples(&[
        ("dapu stats --position game.xqf:4 games", "what was played after ply 4"),
        ("dapu stats --position game.xqf:4 --player 柳大华 --side red games", "only in games of a player"),
        ("dapu stats --position game.xqf:4 --since 1997 --games games", "a list of the games"),
        ("dapu stats --position game.sgf:12 --corner games", "in the corner of move 12"),
    ])
)]
pub struct StatsArgs {
    #[command(flatten)]
    inputs: InputArgs,
    /// A position: FEN (xiangqi), SFEN (shogi), SGF (Go), moves from the start, or FILE#GAME:PLACE; - reads one from each line of standard input
    #[arg(long)]
    position: String,
    /// The index to ask, if it is not the usual one
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    index: Option<PathBuf>,
    /// Part of a player's name, with or without the team
    #[arg(long, value_name = "NAME", value_parser = player)]
    player: Option<Pattern>,
    /// The side of the player: first or second, red, black, sente, gote or white
    #[arg(long, requires = "player", value_parser = PossibleValuesParser::new(SIDES))]
    side: Option<String>,
    /// Games played on or after this day: 1997, 1997-11 or 1997-11-16
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,
    /// Games played on or before this day
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
    /// Part of the name of the event
    #[arg(long, value_name = "NAME", value_parser = pattern)]
    event: Option<Pattern>,
    /// Games with this result, or the first letter of the winner, such as B or W
    #[arg(long, value_parser = PossibleValuesParser::new(RESULTS))]
    result: Option<String>,
    /// Games of Go with this komi
    #[arg(long, value_name = "POINTS")]
    komi: Option<f64>,
    /// Games of Go with this number of handicap stones
    #[arg(long, value_name = "STONES")]
    handicap: Option<u8>,
    /// Match only this position, not its mirror image in xiangqi or what turning the board makes of it in Go
    #[arg(long)]
    exact: bool,
    /// In Go, count the corner in which the last move is instead of the whole board, whichever colours it has
    #[arg(long)]
    corner: bool,
    /// List the games instead of the moves
    #[arg(long)]
    games: bool,
    #[command(flatten)]
    results: ResultOptions,
}

const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "R", "B", "W", "S", "G"];
const SIDES: [&str; 7] = ["first", "second", "red", "black", "sente", "gote", "white"];

pub(super) fn run(args: &StatsArgs) -> Result<Exit, Error> {
    let mut out = args.results.output();
    let questions = args.questions()?;
    questions.iter().try_for_each(|(_, asked)| args.filter(&asked.position).map(drop))?;
    let below = args.below();
    let index = match &below {
        Some(below) => args.open_index(below, &mut out)?,
        None if args.index.is_some() => {
            return Err(Message::IndexForFiles.into());
        }
        None => None,
    };
    if let (Some(index), Some(below)) = (index, &below) {
        let mut ask = |question: &Question, filter: &Filter| {
            let mut answer = index.ask(question, below, filter, args.games)?;
            let all = answer.list.iter_mut().chain(&mut answer.places);
            all.for_each(|game| game.path = args.as_given(&game.path, below));
            Ok(answer)
        };
        // What is damaged may only show in one of them.
        match args.answers(&questions, &mut ask) {
            Ok(all) => return args.print(&questions, &all, &mut out),
            Err(error) => args.fall_back(&error, &mut out)?,
        }
    }
    args.read(&questions, &mut out)
}

/// A text, and the position that it describes.
type NamedQuestion = (String, Question);

impl StatsArgs {
    fn questions(&self) -> Result<Vec<NamedQuestion>, Error> {
        match self.position.trim() {
            "-" => io::stdin().lines().map(|line| self.question(line?.trim())).collect(),
            text => Ok(vec![self.question(text)?]),
        }
    }

    fn question(&self, text: &str) -> Result<NamedQuestion, Error> {
        let described = position_of(text, self.inputs.reading.into())?;
        let corner = find::corner(&described, self.corner)?;
        Ok((text.to_owned(), Question::new(described.0, corner)))
    }

    /// The conditions, with side names resolved for the position's game.
    fn filter(&self, position: &Position) -> Result<Filter, Error> {
        let side =
            self.side.as_deref().map(|name| side_named(name, position.game())).transpose()?;
        Ok(Filter {
            player: self.player.clone(),
            side,
            since: self.since,
            until: self.until,
            event: self.event.clone(),
            result: self
                .result
                .as_deref()
                .map(|name| result_named(name, position.game()))
                .transpose()?,
            komi: self.komi,
            handicap: self.handicap,
            exact: self.exact,
        })
    }

    /// The directories and files; `None` if they include something that cannot be indexed.
    fn below(&self) -> Option<Vec<PathBuf>> {
        let mut below = Vec::new();
        for file in &self.inputs.files {
            if file.game.is_some() || file.place.is_some() || !file.is_there() {
                return None;
            }
            below.push(canonical(&file.path));
        }
        Some(below)
    }

    /// The index, if it is there and answers for all that was named.
    fn open_index(&self, below: &[PathBuf], out: &mut Output) -> Result<Option<Index>, Error> {
        let Some(path) = index_path(self.index.as_deref()) else {
            return Ok(None);
        };
        let why = match Index::open(&path) {
            Ok(Some(index)) if index.covers(below) => return Ok(Some(index)),
            Ok(Some(index)) => {
                let roots = joined(index.roots.iter().map(|root| show_path(root)), ", ");
                Message::IndexOf(roots)
            }
            Ok(None) => Message::NoIndex,
            Err(error) => return self.fall_back(&error, out).map(|()| None),
        };
        match self.index {
            Some(_) => Err(Error::about(show_path(&path), why)),
            None => Ok(None),
        }
    }

    /// Says that the files are read, because the index cannot be.
    fn fall_back(&self, error: &IndexError, out: &mut Output) -> Result<(), Error> {
        if let Some(path) = index_path(self.index.as_deref()) {
            let why = Box::new(error.clone());
            out.report(&Error::about(show_path(&path), Message::ReadingFiles(why)));
        }
        out.flush()
    }

    fn answers(
        &self,
        questions: &[NamedQuestion],
        ask: &mut dyn FnMut(&Question, &Filter) -> Result<Answer, IndexError>,
    ) -> Result<Vec<Answer>, IndexError> {
        let mut answers = Vec::new();
        for (_, question) in questions {
            // The words were checked before.
            let filter = self.filter(&question.position).unwrap_or_default();
            answers.push(ask(question, &filter)?);
        }
        Ok(answers)
    }

    /// A canonical path, rewritten relative to the argument it came from.
    fn as_given(&self, path: &Path, below: &[PathBuf]) -> PathBuf {
        let given = self.inputs.files.iter().zip(below).find_map(|(given, canonical)| {
            let rest = path.strip_prefix(canonical).ok()?;
            let given = given.path.strip_prefix(".").unwrap_or(&given.path);
            Some(if rest == Path::new("") { given.to_owned() } else { given.join(rest) })
        });
        given.unwrap_or_else(|| path.to_owned())
    }

    /// Answers by reading the files.
    fn read(&self, questions: &[NamedQuestion], out: &mut Output) -> Result<Exit, Error> {
        let wanted: HashSet<u64> = questions.iter().map(|(_, question)| question.key).collect();
        let inputs = self.inputs.of_games()?;
        let work = |input: &Input, loaded: Loaded| positions::find(&loaded, input.game, &wanted);
        let mut gatherer = Gatherer::default();
        let add = |out: &mut Output, path: &Path, part: Option<FilePart<_>>| {
            each_found(out, path, part.as_ref(), |_, part, found| {
                gatherer.add(path, part.first, found);
                Ok(())
            })
        };
        let tally = for_each(&inputs, self.inputs.reading.into(), out, work, add)?;
        files::report_skipped(out, self.results, &tally.skipped)?;
        let mut ask = |question: &Question, filter: &Filter| {
            Ok(gatherer.answer(question, filter, self.games))
        };
        let all = self.answers(questions, &mut ask).map_err(Error::Index)?;
        Ok(self.print(questions, &all, out)?.max(tally.exit))
    }

    fn print(
        &self,
        questions: &[NamedQuestion],
        answers: &[Answer],
        out: &mut Output,
    ) -> Result<Exit, Error> {
        let is_quiet = self.results.printing.quiet;
        for ((text, question), answer) in questions.iter().zip(answers).filter(|_| !is_quiet) {
            let text = (self.position.trim() == "-").then_some(&**text);
            if self.games {
                self.print_games(question, &answer.list, text, out)?;
            } else if self.results.json {
                for row in &answer.moves {
                    out.json(&value(question, answer, row, text))?;
                }
            } else {
                out.line(&head(question, answer))?;
                out.piece(&table(question, answer, out))?;
            }
            self.print_games(question, &answer.places, text, out)?;
        }
        out.flush()?;
        let is_found = |answer: &Answer| answer.games > 0 || !answer.places.is_empty();
        let is_found = answers.iter().any(is_found);
        Ok(if is_found { Exit::Fine } else { Exit::Nothing })
    }

    fn print_games(
        &self,
        question: &Question,
        games: &[Reached],
        text: Option<&str>,
        out: &mut Output,
    ) -> Result<(), Error> {
        for game in games {
            if self.results.json {
                out.json(&game_value(question.position.game(), game, text))?;
            } else {
                let (place, what) = game_line(game);
                out.line(&format!("{}: {}", out.tint(Tint::File, &place), out.clean_line(&what)))?;
            }
        }
        Ok(())
    }
}

/// The result that a word or the letter of the winner names in a game.
fn result_named(name: &str, game: Game) -> Result<Outcome, Error> {
    let winner = |winner: &Side| words::side(game, *winner, Terms::Ascii) == name;
    let winner = Side::BOTH.into_iter().find(winner).map(Outcome::won_by);
    let result = Outcome::by_name(name).or(winner);
    result.ok_or_else(|| Error::about("--result", Message::NoSide(game, name.to_owned())))
}

fn side_named(name: &str, game: Game) -> Result<Side, Error> {
    let mut sides = Side::BOTH.into_iter();
    let side = sides.find(|side| [side.name(), &*Key::Player(*side).name(game)].contains(&name));
    side.ok_or_else(|| Error::about("--side", Message::NoSide(game, name.to_owned())))
}

/// `1204 games, red to move; index of 2026-11-26 19:40`
fn head(question: &Question, answer: &Answer) -> String {
    let position = &question.position;
    let side = lang().player(position.game(), position.side_to_move());
    let games = answer.games as usize;
    let head = match (&question.corner, position.go()) {
        (Some(key), Some(board)) => Message::WithCorner(games, key.corner.name(board.size())),
        _ => Message::ToMove(games, side),
    };
    let Some(built) = answer.built else {
        return head.worded(lang());
    };
    let built = chrono::DateTime::<chrono::Local>::from(built).format("%F %R").to_string();
    Message::BuiltAt(Box::new(head), built).worded(lang())
}

fn table(question: &Question, answer: &Answer, out: &Output) -> String {
    let columns = Column::heads(lang().pick([
        [
            "move",
            ">games",
            ">swapped",
            ">later",
            ">%",
            "won/drawn/lost",
            ">rate",
            ">year",
            "last",
            "player",
        ],
        ["着法", ">局数", ">换色", ">脱先后", ">%", "胜/和/负", ">胜率", ">年份", "最近", "棋手"],
        ["手", ">局数", ">色違い", ">手抜き後", ">%", "勝/分/負", ">勝率", ">年", "最新", "対局者"],
    ]));
    let rows: Vec<[String; 10]> =
        answer.moves.iter().map(|row| cells(question, answer, row, out)).collect();
    out.table(columns, &rows)
}

fn cells(question: &Question, answer: &Answer, row: &MoveRow, out: &Output) -> [String; 10] {
    let stats = &row.stats;
    let (results, score) = row.results(question.side());
    let player =
        row.player.as_ref().map(|(name, times)| format!("{} ({times})", out.clean_line(name)));
    [
        row.mv.map_or_else(
            || lang().pick(["(end)", "（终局）", "（終局）"]).to_owned(),
            |mv| question.name(mv, |mv| question.position.notate(mv, None), lang()),
        ),
        stats.games.to_string(),
        some(stats.swapped),
        some(stats.later),
        format!("{:.1}%", percent(row, answer)),
        score.map_or_else(String::new, |_| positions::bar(results, 12)),
        score.map_or_else(String::new, |score| format!("{:.1}%", score * 100.0)),
        stats.year().map_or_else(String::new, |year| year.to_string()),
        stats.last().map_or_else(String::new, |date| date.to_string()),
        player.unwrap_or_default(),
    ]
}

/// A number unless it is 0.
fn some(number: u32) -> String {
    if number > 0 { number.to_string() } else { String::new() }
}

/// The share of the games, in percent.
fn percent(row: &MoveRow, answer: &Answer) -> f64 {
    f64::from(row.stats.games) * 100.0 / f64::from(answer.games.max(1))
}

/// A number with one decimal.
fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn value(question: &Question, answer: &Answer, row: &MoveRow, text: Option<&str>) -> Value {
    let stats = &row.stats;
    let ([won, drawn, lost], score) = row.results(question.side());
    let is_corner = question.corner.is_some();
    let is_tenuki = row.mv.is_some_and(|mv| question.is_tenuki(mv));
    without_nulls(json!({
        "position": text,
        "move": row.mv.map(|mv| mv.code()),
        "text": row.mv.map(|mv| question.name(mv, |mv| question.position.notate(mv, None), Lang::En)),
        "tenuki": is_tenuki.then_some(true),
        "games": stats.games,
        "swapped": is_corner.then_some(stats.swapped),
        "later": is_corner.then_some(stats.later),
        "percent": tenth(percent(row, answer)),
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "score": score.map(|score| tenth(score * 100.0)),
        "year": stats.year(),
        "last": stats.last().map(|date| date.to_string()),
        "player": row.player.as_ref().map(|(name, _)| name),
        "player_games": row.player.as_ref().map(|(_, times)| times),
    }))
}

fn game_value(kind: Game, game: &Reached, text: Option<&str>) -> Value {
    without_nulls(json!({
        "position": text,
        "file": game.path.to_string_lossy(),
        "game": game.game + 1,
        "ply": game.place.ply(),
        "place": (!game.place.is_on_mainline()).then(|| game.place.to_string()),
        "swapped": game.is_swapped.then_some(true),
        "headers": headers_value(kind, &game.headers),
    }))
}

/// `games/a.pgn#12:4`, and what is known of the game.
fn game_line(game: &Reached) -> (String, String) {
    let address = Address::new(&game.path, Some(game.game), Some(game.place.clone()));
    let date = game.headers.get(Key::Date).map(str::to_owned);
    let swapped = game.is_swapped.then(|| Message::Swapped.worded(lang()));
    let parts = [title(game.kind, &game.headers, lang()), date, swapped].into_iter().flatten();
    (address.to_string(), joined(parts, "  "))
}

//! Games of the corpus written out as articles: with numbers or without, comments between the rounds, moves that are only
//! named, and variations under headings of every kind. What is written must be read.

use std::collections::BTreeSet;

use dapu::game::{Move, Position, xiangqi};
use dapu::record::Record;

use crate::common::{self, read};

/// So many articles are written, and of a hundred so many must be read rightly, or rightly or with a warning; of those
/// that are read rightly, so many may be warned of.
const ARTICLES: usize = 300;
const RIGHT: usize = 95;
const RIGHT_OR_WARNED: usize = 99;
const WARNED: usize = 3;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// How an article writes moves, and what it says between them. `{}` are moves.
struct Words {
    notation: xiangqi::Notation,
    comments: &'static [&'static str],
    mentions: &'static [&'static str],
}

const WORDS: [Words; 2] = [
    Words {
        notation: xiangqi::Notation::Chinese(xiangqi::Script::Simplified),
        comments: &[
            "正着。",
            "红方稳健。",
            "黑方的意图是先手反击。",
            "此时局面复杂。",
            "双方对峙。",
            "好棋！",
            "以下红优。",
        ],
        mentions: &[
            "如改走{}，则{}。",
            "{}也是常见的应着。",
            "{}压马，下一手有{}的先手。",
            "若{}不好。",
            "（如{}，则{}）",
            "在此局面下{}是正着。",
        ],
    },
    Words {
        notation: xiangqi::Notation::Wxf,
        comments: &[
            "A good move.",
            "Black wants to attack the left wing.",
            "This is the main line.",
            "Red is better here.",
            "Normal.",
        ],
        mentions: &[
            "{} was possible too.",
            "Better would have been {}.",
            "If {} then {}.",
            "{} is natural, but {} is stronger.",
            "(or {})",
            "Red could also play {} here.",
        ],
    },
];

fn heading(kind: usize, number: usize) -> String {
    let (count, letter) =
        ("一二三".chars().nth(number).unwrap(), [b'a', b'b', b'c'][number] as char);
    let number = number + 1;
    match kind {
        0 => format!("第{count}种下法："),
        1 => format!("({count})"),
        2 => format!("变{number}："),
        3 => format!("Variation {number}"),
        4 => format!("{number})"),
        5 => ["①", "②", "③"][number - 1].to_owned(),
        6 => format!("{count}、"),
        7 => "另有变化：".to_owned(),
        8 => format!("({letter})"),
        _ => format!("变化{count}："),
    }
}

type Line = Vec<(Position, Move)>;

/// An article, and the lines that it holds, each with the ply after which it begins.
struct Article {
    text: String,
    lines: Vec<(usize, Line)>,
}

fn written(words: &Words, position: &Position, mv: Move) -> Option<String> {
    let board = position.xiangqi()?;
    let text = words.notation.write(board, mv.xiangqi()?);
    let only = words.notation.parse(board, &text).ok()? == mv.xiangqi()?;
    only.then(|| {
        text.chars()
            .map(|next| {
                if ('０'..='９').contains(&next) {
                    (next as u32 - 0xfee0) as u8 as char
                } else {
                    next
                }
            })
            .collect()
    })
}

/// A legal move that can be written.
fn any(words: &Words, position: &Position, random: &mut Random) -> Option<(Move, String)> {
    let moves = position.legal_moves();
    (0..20).filter(|_| !moves.is_empty()).find_map(|_| {
        let mv = random.pick(&moves);
        Some((mv, written(words, position, mv)?))
    })
}

fn mention(words: &Words, position: &Position, random: &mut Random) -> Option<String> {
    let mut position = position.clone();
    let mut parts = random.pick(words.mentions).split("{}");
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let (mv, written) = any(words, &position, random)?;
        position.apply(mv);
        text += &written;
        text += part;
    }
    Some(text)
}

fn rounds(
    words: &Words,
    line: &Line,
    first: usize,
    numbers: bool,
    random: &mut Random,
) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    let mut ply = 0;
    while let Some((position, mv)) = line.get(ply) {
        let number = first + ply;
        let dots = if number.is_multiple_of(2) {
            ""
        } else {
            random.pick(&["… ", "...", "………… "])
        };
        let blank = if random.percent(80) { " " } else { "" };
        let mut text = match numbers {
            true => format!("{}.{blank}{dots}", number / 2 + 1),
            false => String::new(),
        };
        text += &written(words, position, *mv)?;
        let mut before = position;
        ply += 1;
        if let Some((position, mv)) = line.get(ply)
            && number.is_multiple_of(2)
            && random.percent(80)
        {
            text = text + " " + &written(words, position, *mv)?;
            before = if random.percent(60) { before } else { position };
            ply += 1;
        }
        match random.below(100) {
            0..15 => text = text + random.pick(&[" ", "\n"]) + random.pick(words.comments),
            15..35 => {
                if let Some(mention) = mention(words, before, random) {
                    let bare = mention.trim_matches(['（', '）']);
                    text += &match random.percent(75) {
                        true => format!("\n{mention}"),
                        false => format!("（{bare}）"),
                    };
                }
            }
            _ => {}
        }
        lines.push(text);
    }
    Some(lines)
}

fn article(main: &[Move], random: &mut Random) -> Option<Article> {
    let words = &WORDS[random.below(2)];
    let mut position = Position::Xiangqi(xiangqi::Position::initial());
    let line: Line = main
        .iter()
        .map(|mv| {
            let before = position.clone();
            position.apply(*mv);
            (before, *mv)
        })
        .collect();
    let numbers = random.percent(75);
    let mut text = rounds(words, &line, 0, numbers, random)?.join("\n");
    let (kind, has_variations) = (random.below(10), random.percent(80) && numbers);
    let mut lines = vec![(0, line)];
    for _ in 0..if has_variations { 2 } else { 0 } {
        let ply = 3 + random.below(main.len() - 5);
        let mut position = lines[0].1[ply].0.clone();
        let mut line: Line = Vec::new();
        for _ in 0..2 + random.below(5) {
            let Some((mv, _)) = any(words, &position, random) else { break };
            line.push((position.clone(), mv));
            position.apply(mv);
        }
        if line.first().is_none_or(|(_, mv)| *mv == main[ply]) {
            continue;
        }
        text = text + "\n" + &heading(kind, lines.len() - 1) + random.pick(&["\n", "\n", " "]);
        text += &rounds(words, &line, ply, numbers, random)?.join("\n");
        lines.push((ply, line));
    }
    Some(Article { text, lines })
}

/// The paths of all nodes of an article.
fn expected(article: &Article) -> BTreeSet<String> {
    let main = &article.lines[0].1;
    let paths = article.lines.iter().flat_map(|(ply, line)| {
        let before = main[..*ply].iter().map(|(_, mv)| mv.code());
        let moves: Vec<String> = before.chain(line.iter().map(|(_, mv)| mv.code())).collect();
        (ply + 1..=moves.len()).map(|end| moves[..end].join(" ")).collect::<Vec<_>>()
    });
    paths.collect()
}

fn found(record: &Record) -> BTreeSet<String> {
    let tree = &record.tree;
    let code = |node| tree.mv(node).map_or("--".to_owned(), Move::code);
    let path = |node| tree.path(node).into_iter().skip(1).map(code).collect::<Vec<_>>().join(" ");
    tree.ids().skip(1).map(path).collect()
}

fn games() -> Vec<Vec<Move>> {
    let mut files = Vec::new();
    common::files_below(&common::corpus("xiangqi"), &mut files);
    let read = |path: &std::path::PathBuf| {
        let name =
            path.extension()?.to_str().filter(|name| ["pgn", "xqf", "XQF"].contains(name))?;
        let record = read(&std::fs::read(path).ok()?, &format!("a.{name}")).ok()?.game(0).ok()?;
        let tree = &record.tree;
        let moves: Option<Vec<Move>> = tree
            .mainline()
            .skip(1)
            .take(40)
            .map(|node| tree.mv(node).filter(|_| tree.illegal(node).is_none()))
            .collect();
        moves.filter(|moves| moves.len() >= 16 && record.start.is_usual())
    };
    files.iter().filter_map(read).take(150).collect()
}

/// The letters of a text that are no signs.
fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|next| next.is_alphabetic())
}

/// Every word is in a comment, or it is a move or a part of a heading.
#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn every_sentence_of_an_article_is_kept() {
    let games = games();
    let mut random = Random(7);
    let mut kept = 0;
    while kept < ARTICLES / 3 {
        let main = &games[random.below(games.len())];
        let Some(article) = article(main, &mut random) else { continue };
        let Ok(loaded) = read(article.text.as_bytes(), "article.txt") else { continue };
        let record = loaded.game(0).unwrap();
        let tree = &record.tree;
        let notes = tree.ids().flat_map(|node| tree.comments(node));
        let values = record.headers.entries().iter().map(|entry| entry.value());
        let told: String = notes.chain(values).flat_map(letters).collect();
        for word in WORDS.iter().flat_map(|words| words.comments) {
            let sentence: String = letters(word).collect();
            let (there, here) =
                (article.text.matches(word).count(), told.matches(&sentence).count());
            assert!(here >= there, "{word} is lost:\n{}", article.text);
        }
        kept += 1;
    }
}

/// An article that grows by a line shows what it showed before, or another reading of the last lines.
#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn an_article_may_grow_by_lines() {
    let games = games();
    let mut random = Random(3);
    let (mut grown, mut changed) = (0, 0);
    for _ in 0..20 {
        let main = &games[random.below(games.len())];
        let Some(article) = article(main, &mut random) else { continue };
        let mut before: Option<BTreeSet<String>> = None;
        for (end, _) in article.text.match_indices('\n') {
            let Ok(loaded) = read(&article.text.as_bytes()[..=end], "article.txt") else {
                continue;
            };
            let nodes = found(&loaded.game(0).unwrap());
            grown += 1;
            changed += usize::from(before.is_some_and(|before| !before.is_subset(&nodes)));
            before = Some(nodes);
        }
    }
    println!("of {grown} lines {changed} change what is above them");
    assert!(grown > 200 && changed * 20 <= grown, "{changed} of {grown}");
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn articles_about_games_are_read() {
    let games = games();
    let mut random = Random(20);
    let (mut right, mut warned, mut silent) = (0, 0, 0);
    let mut count = 0;
    while count < ARTICLES {
        let main = &games[random.below(games.len())];
        let Some(article) = article(main, &mut random) else { continue };
        count += 1;
        let loaded = read(article.text.as_bytes(), "article.txt");
        let is_right = loaded.as_ref().is_ok_and(|loaded| {
            loaded.games().len() == 1 && found(&loaded.game(0).unwrap()) == expected(&article)
        });
        let is_warned = loaded.as_ref().map_or(true, |loaded| !loaded.warnings().is_empty());
        right += usize::from(is_right);
        warned += usize::from(is_right && is_warned);
        silent += usize::from(!is_right && !is_warned);
        if !is_right || is_warned {
            let found = loaded.as_ref().map(|loaded| found(&loaded.game(0).unwrap()));
            let differs: Option<Vec<String>> = found
                .ok()
                .map(|found| found.symmetric_difference(&expected(&article)).cloned().collect());
            println!("---- right {is_right}, warned {is_warned}\n{}\n{differs:?}", article.text);
            if let Ok(loaded) = &loaded {
                println!(
                    "{:?}",
                    loaded.warnings().iter().map(ToString::to_string).collect::<Vec<_>>()
                );
            }
        }
    }
    println!(
        "of {count} articles {right} are right, {warned} of them warned of, {silent} wrong in silence"
    );
    assert!(right * 100 >= RIGHT * count, "{right} of {count} are read rightly");
    assert!(
        (count - silent) * 100 >= RIGHT_OR_WARNED * count,
        "{silent} of {count} are wrong in silence"
    );
    assert!(warned * 100 <= WARNED * right, "{warned} of {right} are warned of");
}

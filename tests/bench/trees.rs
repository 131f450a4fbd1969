//! Trees of difficult shapes with 10,000 and 1,000,000 nodes: the time per node should be equal.

use std::sync::Arc;

use dapu::format;
use dapu::format::Loaded;
use dapu::format::WriteOptions;
use dapu::record::{Cursor, Lines, Reread};
use dapu::text::Source;
use dapu::tui::Survey;
use dapu::tui::outline::Outline;
use divan::Bencher;
use divan::counter::ItemsCount;

use crate::common::export::Export;
use crate::generate::{self, Shape};

const SIZES: [usize; 2] = [10_000, 1_000_000];

#[divan::bench(args = Shape::ALL, consts = SIZES, sample_count = 5)]
fn read_sgf<const N: usize>(bencher: Bencher, shape: Shape) {
    let text = generate::sgf_tree(shape, N);
    let read = || format::read(&Source::new(text.as_bytes(), "a.sgf")).unwrap();
    assert_eq!(read().game(0).unwrap().tree.len(), N);
    assert_eq!(read().warnings(), []);
    bencher.counter(ItemsCount::new(N)).bench(read);
}

#[divan::bench(args = Shape::ALL, consts = SIZES, sample_count = 5)]
fn read_xqf<const N: usize>(bencher: Bencher, shape: Shape) {
    let bytes = generate::write(generate::xiangqi_tree(shape, N), "xqf");
    let read = || format::read(&Source::new(&bytes, "a.xqf")).unwrap();
    assert_eq!(read().game(0).unwrap().tree.len(), N);
    assert_eq!(read().warnings(), []);
    bencher.counter(ItemsCount::new(N)).bench(read);
}

/// Laying out the lines, done once for the screen.
#[divan::bench(args = Shape::ALL, consts = SIZES, sample_count = 5)]
fn lines<const N: usize>(bencher: Bencher, shape: Shape) {
    let record = generate::xiangqi_tree(shape, N);
    bencher.counter(ItemsCount::new(N)).bench(|| Lines::new(&record.tree));
}

/// Opening the map, and drawing a window of it.
#[divan::bench(args = Shape::ALL, consts = [60_000, 1_000_000], sample_count = 5)]
fn outline<const N: usize>(bencher: Bencher, shape: Shape) {
    let record = generate::xiangqi_tree(shape, N);
    let lines = Lines::new(&record.tree);
    let last = lines.node(N - 1);
    bencher.counter(ItemsCount::new(N)).bench(|| {
        let mut outline = Outline::new(&record.tree, &lines);
        outline.reveal(&lines, last);
        let number = outline.number_of(&lines, last);
        let window = number.saturating_sub(40)..number + 1;
        let moves: usize = outline.window(window).map(|row| lines.branch(row.first()).moves).sum();
        (moves, outline.connectors(number, 20))
    });
}

/// Looking at every position, done in the background.
#[divan::bench(args = Shape::ALL, consts = SIZES, sample_count = 5)]
fn survey<const N: usize>(bencher: Bencher, shape: Shape) {
    let record = generate::xiangqi_tree(shape, N);
    let lines = Lines::new(&record.tree);
    bencher.counter(ItemsCount::new(N)).bench(|| Survey::new(&record, &lines, &|| true));
}

/// Comparing two readings.
#[divan::bench(args = Shape::ALL, consts = SIZES, sample_count = 5)]
fn reload<const N: usize>(bencher: Bencher, shape: Shape) {
    let earlier = Arc::new(generate::xiangqi_tree(shape, N));
    let later = Arc::new(generate::xiangqi_tree(shape, N + 1));
    let bencher = bencher.counter(ItemsCount::new(N));
    bencher.bench(|| Reread::new(Arc::clone(&earlier), Arc::clone(&later)));
}

/// One step on and one back in the middle of the mainline.
#[divan::bench(args = Shape::ALL, consts = SIZES, sample_size = 1000)]
fn step<const N: usize>(bencher: Bencher, shape: Shape) {
    let record = generate::xiangqi_tree(shape, N);
    let mut cursor = Cursor::with_lines(&record, Arc::new(Lines::new(&record.tree)));
    cursor.go_to_ply(&record, cursor.last_ply() / 2);
    bencher.bench_local(|| {
        cursor.forward(&record, 1);
        cursor.back(&record, 1);
    });
}

#[divan::bench(args = Shape::ALL, consts = SIZES, sample_count = 3)]
fn write_json<const N: usize>(bencher: Bencher, shape: Shape) {
    let loaded =
        Loaded::one(format::by_name("json").unwrap(), None, generate::xiangqi_tree(shape, N));
    let records = [loaded.game(0).unwrap()];
    let json = format::by_name("json").unwrap();
    let options = WriteOptions::default();
    let export = Export { source: &loaded, records: &records, options: &options };
    bencher.counter(ItemsCount::new(N)).bench(|| export.write(json));
}

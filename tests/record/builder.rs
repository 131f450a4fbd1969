//! How a record is built: endings, and what hangs on them.

use dapu::game::{Move, Position, shogi};
use dapu::record::{At, Builder, Clock, Ending, EndingKind, Event, NodeId, Note, Order};

fn builder() -> Builder {
    Builder::new(Position::Shogi(shogi::Position::initial()))
}

fn play(builder: &mut Builder, text: &str) -> NodeId {
    let mv: shogi::Move = text.parse().unwrap();
    builder.play(Move::Shogi(mv), At::File)
}

/// The tree with brackets around variations. Endings are shown by name.
fn text(builder: &Builder) -> String {
    let tree = builder.tree();
    let events = tree.events(Order::BehindMove, |_| true).skip(1);
    let texts = events.map(|event| match event {
        Event::Open(_) => "(".to_owned(),
        Event::Close => ") ".to_owned(),
        Event::Node(node) => {
            let mv = tree.mv(node).map(|mv| mv.code() + " ");
            let end = tree.ending(node).map(|end| end.kind.name().to_owned() + " ");
            [mv, end].into_iter().flatten().collect()
        }
    });
    texts.collect::<String>().replace(" )", ")").trim_end().to_owned()
}

#[test]
fn a_line_ends_on_its_last_move() {
    let mut builder = builder();
    let last = play(&mut builder, "7g7f");
    let clock = Clock::spent(5_000);
    builder.clock(clock);
    assert_eq!(builder.end(EndingKind::Resign.into()), last);
    builder.clock(Clock::default());
    let notes: Vec<&Note> = builder.tree().notes(last).collect();
    let ending = Ending { clock: Some(Clock::default()), ..EndingKind::Resign.into() };
    assert_eq!(notes, [&Note::Clock(clock), &Note::End(Box::new(ending))]);
}

#[test]
fn a_variation_from_the_end_of_a_line_leaves_the_end_where_it_is() {
    let mut builder = builder();
    let last = play(&mut builder, "7g7f");
    builder.note(Note::Comment("of the move".into()));
    builder.end(EndingKind::Resign.into());
    builder.note(Note::Comment("of the end".into()));
    builder.go_to(last);
    let variation = play(&mut builder, "3c3d");
    assert_eq!(text(&builder), "7g7f resign (3c3d)");
    let tree = builder.tree();
    assert!(!tree.on_mainline(variation));
    let end = tree.mainline_end();
    assert_eq!(tree.comment(end), Some("of the end"));
    assert_eq!(tree.comment(last), Some("of the move"));
    assert_eq!((tree.ply(end), tree.ending(last)), (2, None));
    // Later notes stay with the move.
    builder.go_to(last);
    builder.note(Note::Comment("more".into()));
    assert_eq!(builder.tree().comments(last).count(), 2);
    assert_eq!(builder.tree().comments(end).count(), 1);
}

#[test]
fn several_endings_of_one_position_are_alternatives() {
    let mut builder = builder();
    let last = play(&mut builder, "7g7f");
    builder.end(EndingKind::Resign.into());
    builder.go_to(last);
    builder.end(EndingKind::Abort.into());
    builder.go_to(last);
    play(&mut builder, "3c3d");
    builder.go_to(last);
    builder.end(EndingKind::Draw.into());
    assert_eq!(text(&builder), "7g7f resign (abort) (3c3d) (draw)");
}

#[test]
fn what_comes_at_once_behind_an_ending_follows_it() {
    let mut builder = builder();
    play(&mut builder, "7g7f");
    builder.end(EndingKind::Abort.into());
    builder.end(EndingKind::Resign.into());
    play(&mut builder, "3c3d");
    assert_eq!(text(&builder), "7g7f abort resign 3c3d");
    assert_eq!(builder.tree().ply(builder.node()), 4);
    assert!(builder.record().warnings.listed().is_empty());
}

#[test]
fn an_ending_of_the_start_and_one_beside_moves_are_nodes() {
    let mut builder = builder();
    builder.end(EndingKind::DefaultWin.into());
    builder.go_to(NodeId::ROOT);
    let first = play(&mut builder, "7g7f");
    assert_eq!(text(&builder), "default_win (7g7f)");
    play(&mut builder, "3c3d");
    builder.go_to(first);
    let own = builder.end(EndingKind::Resign.into());
    assert_eq!(text(&builder), "default_win (7g7f 3c3d (resign))");
    assert!(builder.tree().is_ending(own));
}

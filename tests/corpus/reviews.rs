//! Analyses in records of Go, compared with what was packed into them.

use std::fs;

use dapu::files::reviews;
use dapu::game::{Move, Side};
use dapu::record::Eval;
use serde_json::Value;

use crate::common;

fn hundredths(value: &Value) -> i32 {
    (value.as_f64().unwrap() * 100.0).round() as i32
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn katrain_has_the_expected_values_and_losses() {
    let folder = common::corpus("go").join("synthetic");
    let expected = fs::read_to_string(folder.join("katrain-kt.expected.json")).unwrap();
    let expected: Value = serde_json::from_str(&expected).unwrap();
    let bytes = fs::read(folder.join("katrain-kt.sgf")).unwrap();
    let record = common::read(&bytes, "a.sgf").unwrap().game(0).unwrap();
    let engines = reviews::written(&record, &|| true).unwrap();
    let [katrain] = &engines[..] else { panic!("{engines:?}") };
    assert!(katrain.by.engine == "KaTrain" && katrain.is_written && katrain.in_points);
    let mut known = 0;
    for (node, expected) in record.tree.mainline().zip(expected["nodes"].as_array().unwrap()) {
        let Some(candidates) = expected["candidates"].as_array() else {
            assert!(!katrain.at.contains_key(&node));
            continue;
        };
        let found = &katrain.at[&node].found;
        assert_eq!(found.eval(), Some(Eval::WinRate(hundredths(&expected["winrate_black"]))));
        let value = found.best().unwrap().score.unwrap();
        assert_eq!(value, hundredths(&expected["score_black"]));
        assert_eq!(found.nodes, expected["visits"].as_u64().unwrap());
        assert_eq!(found.lines.len(), candidates.len());
        let position = record.position_at(node);
        let sign = position.side_to_move().pick(1, -1);
        for (line, expected) in found.lines.iter().zip(candidates) {
            let name = match line.first(&position) {
                Some(Move::Go(mv)) => {
                    mv.point.map_or("pass".to_owned(), |at| at.a1(position.go().unwrap().size()))
                }
                _ => panic!("{line:?}"),
            };
            assert_eq!(name, expected[0]);
            assert_eq!(sign * (value - line.score.unwrap()), hundredths(&expected[1]), "{name}");
            assert_eq!(line.visits, expected[2].as_u64());
            known += 1;
        }
    }
    assert_eq!(known, 5);
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs the files of DAPU_CORPUS")]
fn lizzie_has_the_values_of_each_of_its_engines() {
    let bytes = fs::read(common::corpus("go").join("synthetic/lizzie-lz.sgf")).unwrap();
    let record = common::read(&bytes, "a.sgf").unwrap().game(0).unwrap();
    let engines = reviews::written(&record, &|| true).unwrap();
    let nodes: Vec<_> = record.tree.mainline().collect();
    let [kata, leela] = &engines[..] else { panic!("{engines:?}") };
    assert_eq!((&*kata.by.engine, &*leela.by.engine), ("KataGo", "0.7.4"));
    assert!(kata.in_points && !leela.in_points);
    assert_eq!(kata.at.keys().chain(leela.at.keys()).copied().collect::<Vec<_>>(), nodes);
    let scores = |node| {
        kata.at[&node].found.lines.iter().map(|line| line.score.unwrap()).collect::<Vec<_>>()
    };
    // White is to move at the second.
    assert_eq!((scores(nodes[0]), scores(nodes[1])), (vec![42, 31], vec![-20, 30]));
    assert_eq!(kata.at[&nodes[1]].found.nodes, 3_400_000);
    assert_eq!(leela.at[&nodes[2]].found.eval(), Some(Eval::WinRate(4960)));
    let start = &record.start;
    let first = kata.at[&nodes[0]].found.lines[0].moves(start);
    assert_eq!((first.len(), first[0].side()), (3, Some(Side::First)));
}

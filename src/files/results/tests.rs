use super::*;
use crate::format;
use crate::text::Source;

/// Each replaces the file at its end, while others have it open and wait for its lock.
#[test]
fn no_finding_of_several_that_take_turns_is_lost() {
    const EACH: u64 = 100;
    let home = tempfile::tempdir().unwrap();
    let results = ResultStore(home.path().join("analysis"));
    let add = |at| {
        let finding = Finding { at, asked: Limit::Nodes(9), wanted: 1, found: Analysis::default() };
        loop {
            let (game, by) = (Identity::default(), Provenance::default());
            match ResultFile::open(&results, game, by, false) {
                Ok(mut file) => return file.add(finding).unwrap(),
                Err(error) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock, "{error}"),
            }
        }
    };
    std::thread::scope(|scope| {
        for nth in 0..3 {
            scope.spawn(move || (0..EACH).for_each(|number| add(nth * EACH + number)));
        }
    });
    let all = results.state(&Identity::default());
    assert_eq!(all.len(), 1);
    assert_eq!(read(&all[0].1).unwrap().len() as u64, 3 * EACH);
}

/// With other keys all results would be lost.
#[test]
fn line_keys_are_the_same_in_every_build() {
    let text = b"(;GM[1]SZ[9]AB[cc][aa:bb]PL[W];W[dd](;AE[cc]B[ee])(;B[ef]))";
    let record = format::read(&Source::new(text, "a.sgf")).unwrap().game(0).unwrap();
    assert_eq!(
        line_keys(&record),
        [
            0xDD0E_8985_C780_1B53,
            0xA04D_2FA5_E35E_09E8,
            0x8282_ECE1_161C_B1C5,
            0x864E_BC7B_FA49_73DB
        ]
    );
    let one_by_one: Vec<u64> = record.tree.ids().map(|node| line_key(&record, node)).collect();
    assert_eq!(one_by_one, line_keys(&record));
    let note = record.tree.notes(NodeId::ROOT).find(|note| matches!(note, Note::Setup(_)));
    let Some(Note::Setup(setup)) = note else { panic!("no setup") };
    assert_eq!(setup.to_string(), "first 2,2-2,2 0,0-1,1");
}

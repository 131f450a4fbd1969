//! Files that did harm once, each as small as it can be.

use dapu::record::Record;

use crate::common::read;
use crate::measure::alone;
use crate::survive::survive;

#[test]
fn plies_that_are_numbered_beyond_all_bounds_are_counted() {
    let _alone = alone();
    for first in [u32::MAX, u32::MAX - 1, 1 << 31] {
        let kif =
            format!("手合割：平手\n{first} ７六歩(77)\n{first} ５五玉(11)\n変化：{first}手\n");
        let sfen = format!("sfen 9/9/9/9/9/9/9/9/9 b - {first} moves 7g7f 1a1b\n");
        for (text, name) in [(kif, "game.kif"), (sfen, "game.sfen")] {
            let loaded = read(text.as_bytes(), name).unwrap();
            let record = loaded.game(0).unwrap();
            assert!(record.first_number <= Record::LAST_FIRST_NUMBER);
            survive(loaded);
        }
    }
}

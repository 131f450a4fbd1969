//! Dates as records spell them.

use dapu::record::{Date, DateError};

#[test]
fn dates_are_read_as_records_spell_them() {
    for (text, year, month, day) in [
        ("1997年11月16日", 1997, 11, 16),
        ("1997-11-16", 1997, 11, 16),
        ("1997/11/16 10:00:00", 1997, 11, 16),
        ("1997.11", 1997, 11, 0),
        ("19971116", 1997, 11, 16),
        ("１９９７年", 1997, 0, 0),
        ("平成15年5月1日", 2003, 5, 1),
        ("令和元年5月1日", 2019, 5, 1),
        ("16.11.1997", 1997, 0, 0),
        ("1996-05,06", 1996, 5, 6),
    ] {
        let date = Date::read(text).unwrap();
        let parts = [month, day].into_iter().take_while(|part| *part > 0);
        let written = parts.fold(format!("{year}"), |date, part| format!("{date}-{part:02}"));
        assert_eq!(date.to_string(), written, "{text}");
        assert_eq!(Date::unpacked(date.packed()), Some(date));
    }
    for text in ["1997-13", "1997-00", "1997-02-30", "2026-13-45", "19971301", "16.11.1997"] {
        assert_eq!(text.parse::<Date>(), Err(DateError), "{text}");
    }
    assert_eq!("平成15年5月".parse(), "2003-05".parse::<Date>());
    assert_eq!(Date::read("yesterday"), None);
    assert_eq!(Date::read("99999999999999999999"), None);
}

#[test]
fn what_is_not_known_may_lie_on_either_side() {
    fn before(one: &str, other: &str) -> Option<bool> {
        Some(Date::read(one)?.is_before(Date::read(other)?))
    }
    assert_eq!(before("1997", "1997-11"), Some(false));
    assert_eq!(before("1997-10", "1997-11"), Some(true));
    assert_eq!(before("1997-11-16", "1997-11-16"), Some(false));
    assert_eq!(before("1996-12-31", "1997"), Some(true));
}

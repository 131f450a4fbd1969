//! Bytes in, keys out, at times that are made up.

use super::*;
use KeyCode::{Char, Esc};

/// The inputs decoded from pieces that arrive after a number of milliseconds each, and two seconds of silence.
fn decode(pieces: &[(&[u8], u64)]) -> Vec<Received> {
    let mut decoder = Decoder::default();
    let mut now = Instant::now();
    let mut decoded = Vec::new();
    let silence = (&b""[..], 2000);
    for (piece, pause) in pieces.iter().chain([&silence]) {
        let mut left = Duration::from_millis(*pause);
        while let Some(patience) = decoder.patience().filter(|patience| *patience <= left) {
            now += patience;
            left -= patience;
            decoded.extend(decoder.expire(now));
        }
        now += left;
        if !piece.is_empty() {
            decoded.extend(decoder.feed(piece, now));
        }
    }
    decoded
}

/// The keys without their modifiers.
fn codes(pieces: &[(&[u8], u64)]) -> Vec<KeyCode> {
    let codes = decode(pieces).into_iter().map(|decoded| match decoded {
        Received::Input(Input::Key(key)) => key.code,
        other => panic!("no key: {other:?}"),
    });
    codes.collect()
}

fn one(bytes: &[u8]) -> Received {
    let mut decoded = decode(&[(bytes, 0)]);
    assert_eq!(decoded.len(), 1, "{bytes:?}: {decoded:?}");
    decoded.remove(0)
}

#[test]
fn keys_come_with_their_modifiers() {
    let (none, shift) = (KeyModifiers::NONE, KeyModifiers::SHIFT);
    let (alt, control) = (KeyModifiers::ALT, KeyModifiers::CONTROL);
    for (bytes, code, modifiers) in [
        (&b"l"[..], Char('l'), none),
        (b"L", Char('L'), shift),
        ("兵".as_bytes(), Char('兵'), none),
        (b"\x03", Char('c'), control),
        (b"\x1c", Char('4'), control),
        (b"\x08", KeyCode::Backspace, none),
        (b"\x7f", KeyCode::Backspace, none),
        (b"\r", KeyCode::Enter, none),
        (b"\x1bx", Char('x'), alt),
        (b"\x1b[A", KeyCode::Up, none),
        (b"\x1bOH", KeyCode::Home, none),
        (b"\x1b[1;5C", KeyCode::Right, control),
        (b"\x1b[Z", KeyCode::BackTab, shift),
        (b"\x1b[6~", KeyCode::PageDown, none),
        (b"\x1b[24~", KeyCode::F(12), none),
        (b"\x1b[[B", KeyCode::F(2), none),
        (b"\x1bOP", KeyCode::F(1), none),
    ] {
        assert_eq!(one(bytes), key(code, modifiers), "{bytes:?}");
    }
}

#[test]
fn nothing_that_is_typed_ahead_is_lost() {
    let typed = "/兵\x1b[6~\x7fé".as_bytes();
    let wanted = [Char('/'), Char('兵'), KeyCode::PageDown, KeyCode::Backspace, Char('é')];
    assert_eq!(codes(&[(typed, 0)]), wanted);
    let pieces: Vec<(&[u8], u64)> = typed.chunks(1).map(|byte| (byte, 10)).collect();
    assert_eq!(codes(&pieces), wanted);
    // An incomplete character is dropped.
    assert_eq!(codes(&[(&[b'l', 0xe5, 0x85], 0)]), [Char('l')]);
    assert_eq!(codes(&[(&[0xff, b'l'], 0)]), [Char('l')]);
}

#[test]
fn a_sequence_in_pieces_is_never_taken_for_keys() {
    assert_eq!(codes(&[(b"\x1b", 0), (b"[D", 30)]), [KeyCode::Left]);
    for rest in [&b"[F"[..], b"OP", b"[M", b"[1;5C", b"[", b"O"] {
        for pause in [100, 900] {
            let keys = codes(&[(b"\x1b", 0), (rest, pause)]);
            assert_eq!(keys, [Esc], "{rest:?} after {pause} ms");
        }
    }
    let keys = codes(&[(b"\x1b", 0), (b"[1", 300), (b";5", 300), (b"Cj", 300)]);
    assert_eq!(keys, [Esc, Char('j')]);
}

#[test]
fn typed_keys_get_through() {
    let slow = [(&b"\x1b"[..], 0), (b"O", 1100), (b"j", 100)];
    assert_eq!(codes(&slow), [Esc, Char('O'), Char('j')]);
    for pause in [1, 60] {
        assert_eq!(codes(&[(b"\x1b", 0), (b"j", pause)]), [Esc, Char('j')]);
    }
    assert_eq!(codes(&[(b"\x1b\x1b", 0)]), [Esc, Esc]);
}

#[test]
fn a_paste_ends_with_its_end_or_after_a_second() {
    fn paste(text: &str) -> Received {
        Received::Input(Input::Paste(text.to_owned()))
    }
    let whole = decode(&[(b"a\x1b[200~q\x1b[201~b", 0)]);
    assert_eq!(whole[1], paste("q"));
    assert_eq!(whole.len(), 3);
    let pieces = decode(&[(b"\x1b[200~12", 0), (b"34\x1b[20", 900), (b"1~", 900)]);
    assert_eq!(pieces, [paste("1234")]);
    let unended = decode(&[(b"\x1b[200~qq", 0), (b"l", 1100)]);
    assert_eq!(unended, [paste("qq"), key(Char('l'), KeyModifiers::NONE)]);
    let interrupted = decode(&[(b"\x1b[200~qq", 0), (b"\x03", 500)]);
    assert_eq!(interrupted, [key(Char('c'), KeyModifiers::CONTROL)]);
}

#[test]
fn a_long_paste_is_searched_for_its_end_once() {
    let text = vec![b'x'; 4_000_000];
    let mut decoder = Decoder::default();
    let before = crate::text::examined();
    let mut decoded = decoder.feed(b"\x1b[200~", Instant::now());
    for piece in text.chunks(4096).chain([&b"\x1b[201"[..], b"~"]) {
        decoded.extend(decoder.feed(piece, Instant::now()));
    }
    let examined = crate::text::examined() - before;
    assert!((4_000_000..4_010_000).contains(&examined), "{examined}");
    assert_eq!(decoded, [pasted(&text)]);
}

#[test]
fn mouse_and_cursor_reports_are_decoded() {
    let Received::Input(Input::Mouse(event)) = one(b"\x1b[<16;50;5M") else {
        panic!("no mouse");
    };
    assert_eq!(event.kind, MouseEventKind::Down(MouseButton::Left));
    assert_eq!((event.column, event.row), (49, 4));
    let Received::Input(Input::Mouse(event)) = one(b"\x1b[<65;0;0M") else {
        panic!("no wheel");
    };
    assert_eq!((event.kind, event.column), (MouseEventKind::ScrollDown, 0));
    assert_eq!(one(b"\x1b[1;3R"), Received::Cursor(1, 3));
}

#[test]
fn what_means_nothing_is_dropped() {
    for bytes in [
        &b"\x1b[?1;2c"[..],
        b"\x1b[",
        b"\x1b[1;",
        b"\x1b[I",
        b"\x1b[M !!",
        b"\x1b[201~",
        b"\x1b[<3;1;1M",
        b"\x1b[<0;1;1m",
        b"\x1b[<32;1;1M",
        b"\x1b[99999999999~",
    ] {
        assert_eq!(decode(&[(bytes, 0)]), [], "{bytes:?}");
    }
    let endless = [&b"\x1b["[..], &[b'1'; 1000]].concat();
    let keys = codes(&[(&endless, 0), (b"l", 0)]);
    assert!(keys.iter().all(|code| matches!(code, Char('1' | 'l'))));
}

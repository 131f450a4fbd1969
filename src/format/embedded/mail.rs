//! Mail whose parts are encoded.

use base64::Engine;
use base64::prelude::BASE64_STANDARD as BASE64;
use memchr::memmem;

use crate::text::scan::{Line, lines};
use crate::text::source::Taken;
use crate::text::xml::unescape_bytes;
use crate::text::{Encoding, Family, Source, encoding_by_label};

/// The parts of a mail that are encoded, as they were before.
pub(super) fn bodies(text: &str) -> Vec<Taken> {
    let mut found = Vec::new();
    if memmem::find(text.as_bytes(), b"ransfer-").is_none() {
        return found;
    }
    let (mut coding, mut charset, mut boundary) = (String::new(), None, None);
    let mut body: Option<Vec<Line<'_>>> = None;
    for line in lines(text) {
        if let (Some(rest), Some(name)) = (line.text.strip_prefix("--"), boundary)
            && rest.starts_with(name)
        {
            found.extend(body.take().map(|body| decoded(&body, &coding, charset)));
            (coding, charset) = (String::new(), None);
        } else if let Some(body) = &mut body {
            body.push(line);
        } else if line.text.is_empty() {
            body = ["base64", "quoted-printable"].contains(&&*coding).then(Vec::new);
        } else {
            let lower = line.text.to_ascii_lowercase();
            let value = |name: &str| {
                let value = line.text.get(lower.find(name)? + name.len()..)?;
                value.trim_start_matches([' ', '"']).split(['"', ';', ' ']).next()
            };
            coding = value("transfer-encoding:").map_or(coding, str::to_ascii_lowercase);
            charset = value("charset=").and_then(encoding_by_label).or(charset);
            boundary = value("boundary=").or(boundary);
        }
    }
    found.extend(body.map(|body| decoded(&body, &coding, charset)));
    found
}

/// The text of an encoded part of a mail.
fn decoded(body: &[Line<'_>], coding: &str, charset: Option<Encoding>) -> Taken {
    let mut taken = Taken::default();
    let mut keep = |bytes: &[u8], lines: &[Line<'_>]| {
        let source = Source::new(bytes, "").with_encoding(charset);
        let at = lines.first().map_or(0, |line| line.offset);
        taken.push(source.text(Family::Any), at);
    };
    if coding == "base64" {
        let written: String = body.iter().map(|line| line.text.trim()).collect();
        keep(&BASE64.decode(written).unwrap_or_default(), body);
        return taken;
    }
    // A line that ends with `=` goes on in the next one.
    for whole in body.split_inclusive(|line| !line.text.trim_end().ends_with('=')) {
        let parts = whole.iter().map(|line| line.text.trim_end().trim_end_matches('='));
        let escaped = parts.collect::<String>().replace('%', "%25").replace('=', "%") + "\n";
        keep(&unescape_bytes(&escaped), whole);
    }
    taken
}

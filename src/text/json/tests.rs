//! Valid, broken and deeply nested JSON.

use super::*;

fn written(text: &str) -> String {
    let json = Json::parse(text);
    let mut lines = Vec::new();
    let mut pending: Vec<(String, Value<'_>)> =
        json.root().map(|root| (String::new(), root)).into_iter().collect();
    while let Some((name, value)) = pending.pop() {
        if let Some(members) = value.as_object() {
            let members = members.map(|(key, value)| (format!("{name}.{key}"), value));
            let members: Vec<_> = members.collect();
            pending.extend(members.into_iter().rev());
        } else if value.is_list() {
            let items = value.items().enumerate();
            let items = items.map(|(number, item)| (format!("{name}[{number}]"), item));
            let items: Vec<_> = items.collect();
            pending.extend(items.into_iter().rev());
        } else {
            lines.push(format!("{name}={}", value.text()));
        }
    }
    lines.join(" ")
}

#[test]
fn values_are_what_they_are() {
    let text = r#" {"a": [1, -2.5e3, true, null], "b": {"c": "x\"\\\/\n\u3042\uD867\uDE3Dy"}, "d": [], "e": {}} "#;
    assert_eq!(
        written(text),
        ".a[0]=1 .a[1]=-2.5e3 .a[2]=true .a[3]=null .b.c=x\"\\/\nあ\u{29E3D}y"
    );
    assert!(Json::parse(text).error.is_none());
}

#[test]
fn half_a_surrogate_pair_is_not_a_character() {
    assert_eq!(
        written(r#"["\uD867", "\uDE3D", "\uD867\u3042", "\uD8"]"#),
        "[0]=\u{FFFD} [1]=\u{FFFD} [2]=\u{FFFD}あ [3]=\u{FFFD}D8"
    );
    assert_eq!(written(r#"["\uD867\uXX"]"#), "[0]=\u{FFFD}\u{FFFD}XX");
}

#[test]
fn of_a_list_that_is_cut_the_whole_objects_are_left() {
    let text = r#"{"m":[{"a":{"x":1},"c":["s"]},{"a":{"x":22},"f":[[{"a":3},{"a":4}]]}]}"#;
    let first = ".m[0].a.x=1 .m[0].c[0]=s";
    for (end, left) in [
        (
            text.len() - 1,
            ".m[0].a.x=1 .m[0].c[0]=s .m[1].a.x=22 .m[1].f[0][0].a=3 .m[1].f[0][1].a=4",
        ),
        (61, ".m[0].a.x=1 .m[0].c[0]=s .m[1].a.x=22 .m[1].f[0][0].a=3"),
        (48, first),
        (40, first),
        (31, first),
        (20, ""),
        (5, ""),
    ] {
        let json = Json::parse(&text[..end]);
        assert!(json.error.is_some_and(|error| error.is_cut), "{end}");
        assert_eq!(written(&text[..end]), left, "{end}");
    }
}

#[test]
fn of_a_list_that_is_cut_the_whole_lists_are_left() {
    let text = r#"{"m":[[4,4],[2,2]]}"#;
    for end in [text.len() - 7, text.len() - 6, text.len() - 4] {
        assert_eq!(written(&text[..end]), ".m[0][0]=4 .m[0][1]=4", "{end}");
        let json = Json::parse(&text[..end]);
        assert_eq!(json.root().unwrap().get("m").unwrap().items().count(), 1);
    }
}

#[test]
fn what_is_not_json_ends_the_reading() {
    for (text, place) in [("[1 2]", 3), ("{1:2}", 1), ("[1]x", 3), ("[1}", 2), ("{\"a\" 1}", 5)] {
        let error = Json::parse(text).error.unwrap();
        assert!(!error.is_cut);
        assert_eq!(error.at, At::Text(place), "{text}");
    }
    assert!(Json::parse("[1,]").error.is_none());
}

#[test]
fn depth_costs_nothing_but_memory() {
    let deep = "[{\"a\":".repeat(100_000);
    assert!(Json::parse(&deep).error.is_some());
    let closed = format!("{deep}1{}", "}]".repeat(100_000));
    assert!(Json::parse(&closed).error.is_none());
}

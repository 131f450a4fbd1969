//! Configuration files: settings with values of every type, among arbitrary text.

#![no_main]

use std::path::Path;

use dapu::settings::{Config, SETTINGS};
use libfuzzer_sys::arbitrary::{self, Arbitrary};

#[derive(Debug, Arbitrary)]
enum Line {
    /// A setting by its number.
    Setting(u8, Value),
    Table(String),
    Key(String, Value),
    Anything(String),
}

#[derive(Debug, Arbitrary)]
enum Value {
    Text(String),
    Word(Word),
    Number(i64),
    Truth(bool),
    List(Vec<String>),
}

/// Values with a meaning for some setting.
#[derive(Debug, Arbitrary)]
enum Word {
    Auto,
    Light,
    Ja,
    Simplified,
    Ascii,
    Ctrl,
}

impl Value {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => format!("{text:?}"),
            Self::Word(word) => format!("\"{}\"", format!("{word:?}").to_lowercase()),
            Self::Number(number) => number.to_string(),
            Self::Truth(truth) => truth.to_string(),
            Self::List(list) => format!("{list:?}"),
        }
    }
}

libfuzzer_sys::fuzz_target!(|lines: Vec<Line>| {
    let text: String = lines
        .iter()
        .map(|line| match line {
            Line::Setting(number, value) => {
                let name = SETTINGS[usize::from(*number) % SETTINGS.len()].name;
                format!("{name} = {}\n", value.text())
            }
            Line::Table(name) => format!("[{name:?}]\n"),
            Line::Key(name, value) => format!("{name:?} = {}\n", value.text()),
            Line::Anything(text) => format!("{text}\n"),
        })
        .collect();
    let mut config = Config::from_environment(&|_| None);
    if let Err(error) = config.read(&text, Path::new("config.toml"), &|_| None) {
        assert!(error.line.is_some_and(|line| line > 0));
        assert!(!error.to_string().contains('\n'));
    }
});

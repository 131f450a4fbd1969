//! Settings from the environment.

use super::Variable;
use crate::board::Colors;

/// The environment variables that dapu reads, each with its purpose; the man page lists them.
pub const VARIABLES: &[(&str, &str)] = &[
    ("XDG_CONFIG_HOME", "directory of the configuration, dapu/config.toml; ~/.config by default"),
    (
        "XDG_STATE_HOME",
        "directory where your place in each file is remembered, in dapu/history; ~/.local/state by default",
    ),
    ("XDG_DATA_HOME", "directory of your notes, in dapu/notes; ~/.local/share by default"),
    (
        "XDG_CACHE_HOME",
        "directory of what engines found, in dapu/analysis, and of the index of libraries, dapu/index.sqlite; ~/.cache by default",
    ),
    ("PATH", "directories in which dapu engines --init looks for engines"),
    (
        "LC_ALL, LC_MESSAGES, LANG",
        "language of the screen and of messages: Chinese (in simplified characters), Japanese, or otherwise English",
    ),
    (
        "LC_ALL, LC_CTYPE, LANG",
        "encoding of the terminal; unless it is UTF-8, boards on it are drawn in ASCII; files and pipes get UTF-8",
    ),
    ("TERM, COLORTERM", "number of colours; TERM=dumb means no colours and no screen"),
    ("NO_COLOR", "turns colours off, unless a theme is set"),
    ("VISUAL, EDITOR", "the editor that e opens; vi if neither is set"),
    ("TMUX", "set by tmux, which may keep copied text to itself: the first copy says so"),
    ("RUST_BACKTRACE", "1 adds a backtrace to the report of a panic"),
];

/// A variable that was set, and the word for the value that it gives to a setting.
pub(super) type Implied = (&'static str, &'static str);

/// No colours if `NO_COLOR` is set.
pub(super) fn theme(environment: &Environment<'_>) -> Option<Implied> {
    environment.value("NO_COLOR").map(|_| ("NO_COLOR", "mono"))
}

/// The language of the locale, if it is not English.
pub(super) fn language(environment: &Environment<'_>) -> Option<Implied> {
    let (name, locale) = environment.locale("LC_MESSAGES");
    let word = ["zh", "ja"].into_iter().find(|word| locale.starts_with(word));
    word.map(|word| (name, word))
}

/// ASCII on a terminal that may not be able to show anything else.
pub(super) fn charset(environment: &Environment<'_>) -> Option<Implied> {
    // The Linux console has no CJK glyphs.
    if environment.value("TERM").is_some_and(|term| term == "linux") {
        return Some(("TERM", "ascii"));
    }
    let (name, _) = environment.locale("LC_CTYPE");
    (!environment.is_unicode()).then_some((name, "ascii"))
}

/// Reads the environment.
pub(super) struct Environment<'a>(pub(super) Variable<'a>);

impl Environment<'_> {
    /// Whether the terminal understands UTF-8.
    pub(super) fn is_unicode(&self) -> bool {
        let (_, locale) = self.locale("LC_CTYPE");
        locale.contains("utf-8") || locale.contains("utf8")
    }

    /// How many colours the terminal has.
    pub(super) fn colors(&self) -> Colors {
        let term = self.value("TERM").unwrap_or_default();
        if term.starts_with("vt") {
            Colors::None
        } else if term.contains("256color") || self.value("COLORTERM").is_some() {
            Colors::Palette
        } else {
            Colors::Basic
        }
    }

    /// The value of a variable in lower case, if it is set and not empty.
    fn value(&self, name: &str) -> Option<String> {
        let value = self.0(name)?.to_string_lossy().to_ascii_lowercase();
        (!value.is_empty()).then_some(value)
    }

    /// The locale of a category, and the variable that sets it.
    fn locale(&self, category: &'static str) -> (&'static str, String) {
        let names = ["LC_ALL", category, "LANG"];
        let mut set = names.into_iter().filter_map(|name| Some((name, self.value(name)?)));
        set.next().unwrap_or(("LANG", String::new()))
    }
}

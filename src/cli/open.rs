//! `dapu FILE`: a record on the screen.

use std::path::PathBuf;

use super::args::{Look, Reading, choice, examples};
use super::show::ShowArgs;
use super::{Error, Exit, show};
use crate::config::{Ambiguous, Config, Lang, Origin, Theme};
use crate::tui;

/// Arguments of the screen.
#[derive(Debug, clap::Args)]
#[command(after_help = examples(&[
    ("dapu open game.xqf", "the same as dapu game.xqf"),
    ("dapu open game.xqf --flip --theme mono", "from the other side, without colour"),
]))]
pub struct OpenArgs {
    /// The record
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) reading: Reading,
    #[command(flatten)]
    pub(super) look: Look,
    #[command(flatten)]
    pub(super) screen: Screen,
}

/// What only the screen has.
#[derive(Debug, clap::Args)]
pub(super) struct Screen {
    /// Colours of the screen
    #[arg(long, value_parser = choice::<Theme>())]
    theme: Option<Theme>,
    /// Language of everything but game terms
    #[arg(long, value_parser = choice::<Lang>())]
    lang: Option<Lang>,
    /// Columns of a character of ambiguous width
    #[arg(long, value_name = "COLUMNS", value_parser = choice::<Ambiguous>())]
    ambiguous: Option<Ambiguous>,
}

pub(super) fn run(args: OpenArgs) -> Result<Exit, Error> {
    if !tui::is_possible() {
        return show::run(&ShowArgs::of(args.file, args.reading, args.look));
    }
    let mut config = Config::load()?;
    args.look.override_in(&mut config);
    args.screen.override_in(&mut config);
    let settings = settings(&config, args.look.flip);
    tui::run(&args.file, args.reading.into(), settings).map_err(|error| match error {
        tui::Error::Load(error) => Error::Load(error),
        tui::Error::Io(error) => Error::Io(error),
    })?;
    Ok(Exit::Fine)
}

/// How the screen is to look.
fn settings(config: &Config, flip: bool) -> tui::Settings {
    let mut settings = tui::Settings::from_environment();
    settings.flip = flip;
    if *config.origin("charset") != Origin::Default {
        settings.set_charset(config.charset);
    }
    settings.pieces = config.pieces;
    settings.theme = config.theme;
    settings.lang = config.lang;
    settings.ambiguous = match config.ambiguous {
        Ambiguous::Auto => None,
        Ambiguous::One => Some(tui::Ambiguous::Narrow),
        Ambiguous::Two => Some(tui::Ambiguous::Wide),
    };
    settings
}

impl Screen {
    fn override_in(&self, config: &mut Config) {
        config.theme = self.theme.unwrap_or(config.theme);
        config.lang = self.lang.unwrap_or(config.lang);
        config.ambiguous = self.ambiguous.unwrap_or(config.ambiguous);
    }
}

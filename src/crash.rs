//! Faults of dapu's own: what is said of a panic. It must not lie as a backtrace over the board, and who reads it must
//! know what to do.

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::io::{self, Write};
use std::panic::{Location, PanicHookInfo};
use std::path::{Path, PathBuf};

use crate::text::clean_line;

thread_local! {
    static FILE: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

/// Tells which file this thread works on from now on: a fault has most likely to do with what is in it.
pub fn working_on(path: &Path) {
    FILE.with_borrow_mut(|file| *file = Some(path.to_owned()));
}

/// From now on, a panic of any thread is told in a few words. `RUST_BACKTRACE` adds the backtrace.
pub fn install_hook() {
    std::panic::set_hook(Box::new(|info| {
        // There is nobody to tell if standard error is gone.
        let _ = io::stderr().write_all(told(info).as_bytes());
    }));
}

fn told(info: &PanicHookInfo<'_>) -> String {
    // The file may be set at this very moment, or the thread be at its end.
    let file = FILE.try_with(|file| file.try_borrow().ok()?.clone());
    let file = file.ok().flatten();
    let mut told = report(message(info.payload()), info.location(), file.as_deref());
    if std::env::var_os("RUST_BACKTRACE").is_some_and(|wanted| wanted != "0") {
        told.push_str(&format!("{}\n", Backtrace::force_capture()));
    }
    told
}

fn message(payload: &dyn Any) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no reason is given")
}

fn report(message: &str, place: Option<&Location<'_>>, file: Option<&Path>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let place = place.map_or_else(String::new, |place| format!("{place}, "));
    let file = file.map_or_else(String::new, |file| {
        format!("dapu: it was at work on {}\n", file.to_string_lossy())
    });
    let report = format!(
        "dapu: a fault of dapu's own: {message} ({place}version {version})\n{file}\
         dapu: please report it where you have dapu from, with these lines and the file\n"
    );
    // The message may quote the file.
    report.lines().map(|line| clean_line(line) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_with_its_place_and_the_file() {
        let place = Location::caller();
        let told = report(
            "index out of \x1b[2Jbounds",
            Some(place),
            Some(Path::new("a\u{202e}.kif")),
        );
        let lines: Vec<&str> = told.lines().collect();
        assert!(lines[0].starts_with("dapu: a fault of dapu's own: index out of bounds (src"));
        assert_eq!(lines[1], "dapu: it was at work on a.kif");
        assert!(lines[2].starts_with("dapu: please report it"));
        assert_eq!(lines.len(), 3);
    }

    #[test]
    fn a_panic_of_any_kind_has_a_message() {
        let panic = |payload: Box<dyn Any + Send>| message(&*payload).to_owned();
        assert_eq!(panic(Box::new("one")), "one");
        assert_eq!(panic(Box::new("two".to_owned())), "two");
        assert_eq!(panic(Box::new(3)), "no reason is given");
    }
}

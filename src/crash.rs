//! Reporting panics: a backtrace must not cover the board, and the report must say what to do.

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::io::{self, Write};
use std::panic::{Location, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::text::clean_line;

thread_local! {
    static FILE: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

/// Names the file that this thread works on from now on: if it panics, the file is the most likely cause.
pub fn working_on(path: &Path) {
    FILE.with_borrow_mut(|file| *file = Some(path.to_owned()));
}

/// Reports panics of all threads in a few words. `RUST_BACKTRACE` adds the backtrace.
pub fn install_hook() {
    std::panic::set_hook(Box::new(|info| {
        // If standard error is closed, nobody would read it.
        let _ = io::stderr().write_all(text_of(info).as_bytes());
    }));
}

fn text_of(info: &PanicHookInfo<'_>) -> String {
    // The lock may be held at this moment, or the thread be ending.
    let file = FILE.try_with(|file| file.try_borrow().ok()?.clone());
    let file = file.ok().flatten();
    let mut text = report(message(info.payload()), info.location(), file.as_deref());
    if std::env::var_os("RUST_BACKTRACE").is_some_and(|wanted| wanted != "0") {
        text.push_str(&format!("{}\n", Backtrace::force_capture()));
    }
    text
}

/// Locks what several threads use, even if one of them has panicked meanwhile.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A caught panic, as the reason why something failed.
pub fn reason(payload: &(dyn Any + Send)) -> String {
    let message = clean_line(message(payload));
    format!("dapu panicked: {message}; this is a bug")
}

fn message(payload: &dyn Any) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

fn report(message: &str, location: Option<&Location<'_>>, file: Option<&Path>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let location = location.map_or_else(String::new, |location| format!(" at {location}"));
    let file = file.map_or_else(String::new, |file| {
        format!("dapu: while working on {}\n", file.to_string_lossy())
    });
    let report = format!(
        "dapu {version} panicked{location}: {message}\n{file}\
         dapu: this is a bug; please report it with these lines and the file\n"
    );
    // The message may quote the file.
    report.lines().map(|line| clean_line(line) + "\n").collect()
}

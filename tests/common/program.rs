//! The real program, run as by a shell.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The outcome of a run of the program.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// Has paths with slashes on Windows too.
    #[must_use]
    pub fn with_slashes(self) -> Self {
        Self { out: slashed(&self.out), err: slashed(&self.err), ..self }
    }

    /// Asserts success and an empty standard error; returns standard output.
    #[track_caller]
    pub fn fine(self) -> String {
        assert_eq!((self.code, &*self.err), (0, ""), "{}", self.out);
        self.out
    }

    /// Asserts failure with one line on standard error; returns the line.
    #[track_caller]
    pub fn failed(self) -> String {
        assert_eq!((self.code, &*self.out), (2, ""), "{}", self.err);
        assert_eq!(self.err.matches('\n').count(), 1, "{}", self.err);
        self.err.trim_end().to_owned()
    }
}

/// The program in an environment of its own: no configuration, a UTF-8 locale.
pub fn program(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dapu"));
    command
        .current_dir(directory)
        .env_clear()
        .env("LANG", "C.UTF-8")
        .env("HOME", directory)
        .stdin(Stdio::null());
    command
}

/// Runs the program in a directory.
pub fn dapu<S: AsRef<OsStr>>(directory: &Path, arguments: &[S]) -> Run {
    finish(program(directory).args(arguments), b"")
}

/// Runs the program with something on standard input.
pub fn dapu_with<S: AsRef<OsStr>>(directory: &Path, arguments: &[S], input: &[u8]) -> Run {
    finish(program(directory).args(arguments).stdin(Stdio::piped()), input)
}

/// Runs a command to its end.
pub fn finish(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    if let Some(mut stdin) = child.stdin.take() {
        // The program may not want all of it.
        let _ = stdin.write_all(input);
    }
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A text in which paths have slashes on Windows too.
pub fn slashed(text: &str) -> String {
    if cfg!(windows) { text.replace('\\', "/") } else { text.to_owned() }
}

/// Waits until something is so: looks every now and then, and leaves the processor to others meanwhile.
#[track_caller]
pub fn until(mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "waited in vain");
        thread::sleep(Duration::from_millis(3));
    }
}

/// Makes a named pipe.
pub fn make_fifo(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

/// A file of `samples/`.
pub fn sample(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

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

/// Makes a file so old that its game is not live.
pub fn age(path: &Path) {
    let file = std::fs::File::options().write(true).open(path).unwrap();
    file.set_modified(std::time::SystemTime::now() - Duration::from_secs(3600)).unwrap();
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

/// A disk on which nothing can be written.
#[cfg(target_os = "linux")]
#[derive(Debug, Clone, Copy)]
pub enum Disk {
    /// It has no room left.
    Full,
    /// It is mounted for reading.
    ReadOnly,
    /// Its files may be neither read nor written, not even by root.
    Forbidden,
}

#[cfg(target_os = "linux")]
impl Disk {
    pub const ALL: [Self; 3] = [Self::Full, Self::ReadOnly, Self::Forbidden];

    /// A line for the shell in which a command runs while a directory is on such a disk; afterwards it is as the command left
    /// it. `None`, and a line that says so, where the system has no namespaces for users.
    pub fn line(self, directory: &Path, command: &str) -> Option<String> {
        let mut tried = Command::new("unshare");
        tried.args(["-rm", "setpriv", "--bounding-set=-chown", "true"]);
        if !tried.output().is_ok_and(|tried| tried.status.success()) {
            eprintln!("skipped: no namespaces for users");
            return None;
        }
        let inside = match self {
            Self::Full => format!(
                "cp -a \"$D\" \"$D.was\"; mount -t tmpfs -o size=16m none \"$D\"; cp -a \"$D.was/.\" \"$D\"; \
                 cat /dev/zero >\"$D/filler\" 2>\"$D.why\"; {command}; code=$?; rm \"$D/filler\" \"$D.why\"; \
                 cp -a \"$D\" \"$D.now\"; umount \"$D\"; rm -r \"$D\" \"$D.was\"; mv \"$D.now\" \"$D\"; exit $code"
            ),
            Self::ReadOnly => format!(
                "mount --bind \"$D\" \"$D\" && mount -o remount,bind,ro \"$D\" && {command}"
            ),
            Self::Forbidden => "find \"$D\" -type f -exec chmod 0 {} +; \
                 setpriv --bounding-set=-dac_override,-dac_read_search sh -c \"$C\"; code=$?; \
                 find \"$D\" -type f -exec chmod 600 {} +; exit $code"
                .to_owned(),
        };
        let directory = directory.display();
        Some(format!("export D='{directory}' C='{command}'; exec unshare -rm sh -c '{inside}'"))
    }

    /// Runs a command in a directory as in [`Disk::line`], in which `$DAPU` is the program.
    pub fn run(self, home: &Path, directory: &Path, command: &str) -> Option<Run> {
        let line = self.line(directory, command)?;
        let mut shell = Command::new("sh");
        let path = std::env::var_os("PATH").unwrap_or_default();
        shell.args(["-c", &line]).current_dir(home).env_clear().env("PATH", path);
        shell.env("LANG", "C.UTF-8").env("HOME", home).env("DAPU", env!("CARGO_BIN_EXE_dapu"));
        Some(finish(shell.stdin(Stdio::null()), b""))
    }
}

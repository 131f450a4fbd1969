//! The real program in a real pseudo-terminal, and what its screen shows.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize};

/// How long a test waits for something to appear before it fails: long, as the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long nothing may come before a screen counts as complete.
const QUIET: Duration = Duration::from_millis(50);

/// The end of a synchronised update.
const FRAME_END: &[u8] = b"\x1b[?2026l";

/// What had come when something was typed, or when the size changed.
#[derive(Default)]
struct Before {
    bytes: usize,
    in_frame: bool,
}

/// What came from the program: the emulated screen, and every byte.
struct Output {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    /// Nobody has the terminal open any more.
    ended: bool,
    before: Before,
    /// Nobody reads any more.
    unread: bool,
    /// Every screen since it was asked for, with the time from which it was there.
    seen: Option<Vec<(Instant, String)>>,
}

impl Output {
    fn text(&self) -> String {
        super::without_sign(&self.parser.screen().contents())
    }

    fn receive(&mut self, bytes: &[u8]) {
        self.parser.process(bytes);
        self.bytes.extend_from_slice(bytes);
        if !self.is_in_frame() {
            let text = self.text();
            self.seen.iter_mut().for_each(|seen| seen.push((Instant::now(), text.clone())));
        }
    }

    /// Whether more has come since the last keys or the last size than the rest of a frame.
    fn is_new(&self) -> bool {
        let known = self.before.bytes;
        if !self.before.in_frame {
            return self.bytes.len() > known;
        }
        // The end of the frame may have come in part.
        let from = known.saturating_sub(FRAME_END.len() - 1);
        let mut ends = self.bytes[from..].windows(FRAME_END.len());
        let end = ends.position(|bytes| bytes == FRAME_END);
        end.is_some_and(|end| self.bytes.len() > from + end + FRAME_END.len())
    }

    /// Whether the end of a synchronised update is still to come.
    fn is_in_frame(&self) -> bool {
        let mut updates = self.bytes.windows(8).rev();
        let last = updates.find(|bytes| bytes.starts_with(&FRAME_END[..7]));
        last.is_some_and(|last| last.ends_with(b"h"))
    }
}

/// The output, and a signal that more came.
type Shared = Arc<(Mutex<Output>, Condvar)>;

/// Passes on what the program writes until nobody has the terminal open any more, or wants to read it.
fn receive(mut from: impl Read, (output, more): &(Mutex<Output>, Condvar)) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        let mut output = output.lock().unwrap();
        if output.unread {
            return;
        }
        output.receive(&buffer[..count]);
        more.notify_all();
    }
    output.lock().unwrap().ended = true;
    more.notify_all();
}

/// The process in the terminal; it does not outlive the test.
struct Process(Box<dyn Child + Send + Sync>);

impl Process {
    #[track_caller]
    fn ends(&mut self) {
        let began = Instant::now();
        while self.0.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < PATIENCE, "the program does not end");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Most tests have ended it already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program in a pseudo-terminal of its own.
pub struct Terminal {
    /// Ended before the input is dropped, which types Enter and Ctrl-D.
    child: Process,
    output: Shared,
    reader: JoinHandle<()>,
    input: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    cooked: u64,
    /// Where the program keeps its history, unless a test overrides it.
    _state: tempfile::TempDir,
}

fn nonzero(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}

impl Terminal {
    /// Opens a file at 80×24 in a UTF-8 locale with 256 colours.
    pub fn open(file: &Path) -> Self {
        Self::start(&[file.to_str().unwrap()], 80, 24, &[])
    }

    /// Starts `dapu` with these arguments, size and additional environment.
    pub fn start(
        arguments: &[&str],
        columns: u16,
        rows: u16,
        environment: &[(&str, &str)],
    ) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dapu"));
        command.args(arguments);
        Self::run(command, columns, rows, environment)
    }

    /// Runs a line of the shell at 80×24, in which `$DAPU` is the program.
    pub fn shell(line: &str) -> Self {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", line]);
        Self::run(command, 80, 24, &[("DAPU", env!("CARGO_BIN_EXE_dapu"))])
    }

    /// Opens a file under a shell with job control. When the program stops, the shell prints `stopped`, and continues
    /// it after a line is typed.
    pub fn job(file: &Path, editor: &str) -> Self {
        let mut command = CommandBuilder::new("sh");
        let line = r#"set -m; "$DAPU" "$FILE"; echo stopped; read line; fg >/dev/null"#;
        command.args(["-c", line]);
        let environment = [
            ("DAPU", env!("CARGO_BIN_EXE_dapu")),
            ("FILE", file.to_str().unwrap()),
            ("VISUAL", editor),
        ];
        Self::run(command, 80, 24, &environment)
    }

    fn run(
        mut command: CommandBuilder,
        columns: u16,
        rows: u16,
        environment: &[(&str, &str)],
    ) -> Self {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = portable_pty::native_pty_system().openpty(size).unwrap();
        let cooked = local_flags(&*pair.master);
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        for name in ["NO_COLOR", "COLORTERM", "LC_ALL", "LC_CTYPE", "XDG_CONFIG_HOME", "TMUX"] {
            command.env_remove(name);
        }
        let state = tempfile::tempdir().unwrap();
        // With a history, the keys for first-time users are not shown.
        std::fs::create_dir_all(state.path().join("dapu/history")).unwrap();
        command.env("XDG_STATE_HOME", state.path());
        command.env("XDG_DATA_HOME", state.path());
        command.env("XDG_CACHE_HOME", state.path());
        // Where others may have left something that the program would tell of.
        command.env("TMPDIR", state.path());
        // The user's own editor would take over the terminal.
        let usual = [
            ("TERM", "xterm-256color"),
            ("LANG", "C.UTF-8"),
            ("VISUAL", "true"),
            ("EDITOR", "true"),
        ];
        for (name, value) in usual.iter().chain(environment) {
            command.env(name, value);
        }
        let child = Process(pair.slave.spawn_command(command).unwrap());
        drop(pair.slave);
        let parser = vt100::Parser::new(nonzero(rows), nonzero(columns), 0);
        let output = Output {
            parser,
            bytes: Vec::new(),
            before: Before::default(),
            ended: false,
            unread: false,
            seen: None,
        };
        let output = Shared::new((Mutex::new(output), Condvar::new()));
        let reader = pair.master.try_clone_reader().unwrap();
        let shared = Arc::clone(&output);
        let reader = thread::spawn(move || receive(reader, &shared));
        let input = pair.master.take_writer().unwrap();
        Self { child, output, reader, input, master: pair.master, cooked, _state: state }
    }

    /// Types keys, as the bytes that a terminal sends for them. What is waited for next must come in a new frame.
    pub fn keys(&mut self, keys: &str) {
        if !keys.is_empty() {
            self.expect_new();
        }
        self.input.write_all(keys.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    /// The end of the terminal that the program has.
    fn other_end(&self) -> File {
        let name = self.master.tty_name().unwrap();
        File::options().read(true).write(true).open(name).unwrap()
    }

    /// Waits until the program has read every key that was typed.
    pub fn keys_are_read(&self) {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let terminal = self.other_end();
        let began = Instant::now();
        let now = Timespec::default();
        while poll(&mut [PollFd::new(&terminal, PollFlags::IN)], Some(&now)).unwrap() > 0 {
            assert!(began.elapsed() < PATIENCE, "the program reads no keys");
            thread::yield_now();
        }
    }

    fn expect_new(&self) {
        let mut output = self.output();
        output.before = Before { bytes: output.bytes.len(), in_frame: output.is_in_frame() };
    }

    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.0.lock().unwrap()
    }

    /// The text on the screen now.
    pub fn screen(&self) -> String {
        self.output().text()
    }

    /// Every screen since the last call, with the time from which it was there; from now on they are kept.
    pub fn seen(&self) -> Vec<(Instant, String)> {
        self.output().seen.replace(Vec::new()).unwrap_or_default()
    }

    /// Every byte that the program has written so far.
    pub fn bytes(&self) -> Vec<u8> {
        self.output().bytes.clone()
    }

    /// Looks at the emulated screen itself.
    pub fn look<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.output().parser.screen())
    }

    /// Waits until the output is as wanted, and returns it. Fails with the screen if that does not happen.
    #[track_caller]
    fn wait_for(&self, what: &str, wanted: impl Fn(&Output) -> bool) -> MutexGuard<'_, Output> {
        let unwanted = |output: &mut Output| !wanted(output);
        let waiting = self.output.1.wait_timeout_while(self.output(), PATIENCE, unwanted);
        let (output, waited) = waiting.unwrap();
        assert!(!waited.timed_out(), "waited in vain for {what}; the screen is\n{}", output.text());
        output
    }

    /// Waits until a frame has come after the last keys and the screen's text is as wanted, and returns it. What decides
    /// may look at the terminal itself.
    #[track_caller]
    pub fn wait(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let output = self.output();
            let (screen, bytes, is_new) = (output.text(), output.bytes.len(), output.is_new());
            drop(output);
            if is_new && wanted(&screen) {
                return screen;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "waited in vain for {what}; the screen is\n{screen}"
            );
            drop(self.wait_for(what, |output| output.bytes.len() > bytes));
        }
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    pub fn shows(&self, text: &str) -> String {
        self.wait(&format!("{text:?}"), |screen| screen.contains(text))
    }

    /// Waits until the screen shows a text after keys that need not draw anything.
    #[track_caller]
    pub fn still_shows(&self, text: &str) -> String {
        self.keys_are_read();
        self.output().before = Before::default();
        self.shows(text)
    }

    /// Waits until more has been written than this many bytes.
    #[track_caller]
    pub fn writes_more_than(&self, bytes: usize) {
        drop(self.wait_for("more output", |output| output.bytes.len() > bytes));
    }

    /// Waits until the screen shows a text and no more comes, and returns the screen: a frame may arrive in pieces.
    #[track_caller]
    pub fn shows_at_last(&self, text: &str) -> String {
        let wanted = |output: &Output| output.is_new() && output.text().contains(text);
        loop {
            let output = self.wait_for(text, wanted);
            let (output, quiet) = self.output.1.wait_timeout(output, QUIET).unwrap();
            if quiet.timed_out() && wanted(&output) {
                return output.text();
            }
        }
    }

    /// Changes the size of the terminal.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        // The emulator first: what the program draws for the new size must find it in place.
        self.output().parser.screen_mut().set_size(nonzero(rows), nonzero(columns));
        self.claim_size(columns, rows);
    }

    /// Changes the size that the terminal claims to have.
    pub fn claim_size(&mut self, columns: u16, rows: u16) {
        self.master
            .resize(PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 })
            .unwrap();
    }

    /// The process of the program.
    pub fn process(&self) -> rustix::process::Pid {
        let id = i32::try_from(self.child.0.process_id().unwrap()).unwrap();
        rustix::process::Pid::from_raw(id).unwrap()
    }

    /// Sends a signal to the program.
    pub fn signal(&self, signal: rustix::process::Signal) {
        rustix::process::kill_process(self.process(), signal).unwrap();
    }

    /// Has the terminal take no more output, as after Ctrl-S.
    pub fn block(&self) {
        rustix::termios::tcflow(self.other_end(), rustix::termios::Action::OOff).unwrap();
    }

    /// Leaves unread what the program writes from now on.
    pub fn stop_reading(&mut self) {
        self.output().unread = true;
        // The reader waits for something to read.
        self.other_end().write_all(b"\0").unwrap();
    }

    /// Closes the window, after `stop_reading`, and waits for the program to end.
    #[track_caller]
    pub fn close(self) {
        let Self { reader, input, master, mut child, .. } = self;
        reader.join().unwrap();
        drop((input, master));
        child.ends();
    }

    /// Waits until the program has ended, though what it wrote may not have come.
    #[track_caller]
    pub fn ends(&mut self) {
        self.child.ends();
    }

    /// Waits until the program has ended and all that it wrote has come; returns its exit code.
    #[track_caller]
    pub fn exit_code(&mut self) -> u32 {
        drop(self.wait_for("the end of the program", |output| output.ended));
        self.child.0.wait().unwrap().exit_code()
    }

    /// Asserts that the terminal is as the program found it: line editing and echo on, the main screen, a visible
    /// cursor, no mouse, no bracketed paste.
    #[track_caller]
    pub fn assert_restored(&self) {
        // What the program wrote last may still be on its way to the emulator.
        let main = self.wait_for("the main screen with its cursor", |output| {
            let screen = output.parser.screen();
            !screen.alternate_screen() && !screen.hide_cursor()
        });
        drop(main);
        self.look(|screen| {
            assert!(!screen.bracketed_paste(), "bracketed paste is still on");
            assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        });
        assert_eq!(
            local_flags(&*self.master),
            self.cooked,
            "the terminal's modes are not as before"
        );
    }
}

/// Types keys and waits after each for a text on a new screen. Before a text, `!` stands for its disappearance, and `=`
/// for keys that change nothing: the text still shows.
#[track_caller]
pub fn play(terminal: &mut Terminal, steps: &[(&str, &str)]) {
    for (keys, wanted) in steps {
        terminal.keys(keys);
        if let Some(unwanted) = wanted.strip_prefix('!') {
            let what = format!("{unwanted:?} to go after {keys:?}");
            terminal.wait(&what, |screen| !screen.contains(unwanted));
        } else if let Some(wanted) = wanted.strip_prefix('=') {
            terminal.still_shows(wanted);
        } else {
            let what = format!("{wanted:?} after {keys:?}");
            terminal.wait(&what, |screen| screen.contains(wanted));
        }
    }
}

fn local_flags(master: &dyn MasterPty) -> u64 {
    u64::from(master.get_termios().unwrap().local_flags.bits())
}

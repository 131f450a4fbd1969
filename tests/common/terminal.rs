//! The real program in a real pseudo-terminal, and what its screen shows.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize};

/// How long a test waits for something to appear before it fails. Long, for machines that do much else meanwhile.
const PATIENCE: Duration = Duration::from_secs(30);

/// What came from the program: the emulated screen, and every byte.
struct Output {
    parser: vt100::Parser,
    bytes: Vec<u8>,
}

/// The program in a pseudo-terminal of its own.
pub struct Terminal {
    output: Arc<Mutex<Output>>,
    input: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    cooked: u64,
    /// What the program remembers, where a test does not say.
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

    /// Opens a file under a shell that stops and continues its jobs. When the program has stopped, the shell says so, and
    /// goes on with it after a line is typed.
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
        let size = PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = portable_pty::native_pty_system().openpty(size).unwrap();
        let cooked = local_flags(&*pair.master);
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        for name in [
            "NO_COLOR",
            "COLORTERM",
            "LC_ALL",
            "LC_CTYPE",
            "XDG_CONFIG_HOME",
            "TMUX",
        ] {
            command.env_remove(name);
        }
        let state = tempfile::tempdir().unwrap();
        // Somebody was here before: the first keys are not shown.
        std::fs::create_dir_all(state.path().join("dapu/history")).unwrap();
        command.env("XDG_STATE_HOME", state.path());
        // An editor that whoever runs the tests has would take the terminal over.
        let usual = [
            ("TERM", "xterm-256color"),
            ("LANG", "C.UTF-8"),
            ("VISUAL", "true"),
            ("EDITOR", "true"),
        ];
        for (name, value) in usual.iter().chain(environment) {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let parser = vt100::Parser::new(nonzero(rows), nonzero(columns), 0);
        let output = Arc::new(Mutex::new(Output {
            parser,
            bytes: Vec::new(),
        }));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let shared = Arc::clone(&output);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                let mut output = shared.lock().unwrap();
                output.parser.process(&buffer[..count]);
                output.bytes.extend_from_slice(&buffer[..count]);
            }
        });
        let input = pair.master.take_writer().unwrap();
        Self {
            output,
            input,
            master: pair.master,
            child,
            cooked,
            _state: state,
        }
    }

    /// Types keys, as the bytes that a terminal sends for them.
    pub fn keys(&mut self, keys: &str) {
        self.input.write_all(keys.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    /// The text on the screen now.
    pub fn screen(&self) -> String {
        self.output.lock().unwrap().parser.screen().contents()
    }

    /// Every byte that the program has written so far.
    pub fn bytes(&self) -> Vec<u8> {
        self.output.lock().unwrap().bytes.clone()
    }

    /// Looks at the emulated screen itself.
    pub fn look<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.output.lock().unwrap().parser.screen())
    }

    /// Waits until the screen's text is as wanted, and gives it. Fails with the screen if that does not happen.
    #[track_caller]
    pub fn wait(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if wanted(&screen) {
                return screen;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "waited in vain for {what}; the screen is\n{screen}"
            );
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    pub fn shows(&self, text: &str) -> String {
        self.wait(&format!("{text:?}"), |screen| screen.contains(text))
    }

    /// Waits until the screen shows a text and no more comes, and gives the screen: a frame may arrive in pieces.
    #[track_caller]
    pub fn settles(&self, text: &str) -> String {
        let mut screen = self.shows(text);
        loop {
            thread::sleep(Duration::from_millis(50));
            let before = std::mem::replace(&mut screen, self.shows(text));
            if before == screen {
                return screen;
            }
        }
    }

    /// Changes the size of the terminal.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        // The emulator first: what the program draws for the new size must find it in place.
        self.output
            .lock()
            .unwrap()
            .parser
            .screen_mut()
            .set_size(nonzero(rows), nonzero(columns));
        self.claim_size(columns, rows);
    }

    /// Changes the size that the terminal claims to have.
    pub fn claim_size(&mut self, columns: u16, rows: u16) {
        self.master
            .resize(PtySize {
                rows,
                cols: columns,
                pixel_width: 0,
                pixel_height: 0,
            })
            .unwrap();
    }

    /// The process of the program.
    pub fn process(&self) -> rustix::process::Pid {
        let id = i32::try_from(self.child.process_id().unwrap()).unwrap();
        rustix::process::Pid::from_raw(id).unwrap()
    }

    /// Sends a signal to the program.
    pub fn signal(&self, signal: rustix::process::Signal) {
        rustix::process::kill_process(self.process(), signal).unwrap();
    }

    /// Waits until the program has ended; gives its exit code.
    #[track_caller]
    pub fn exit_code(&mut self) -> u32 {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(
                began.elapsed() < PATIENCE,
                "the program does not end; the screen is\n{}",
                self.screen()
            );
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Asserts that the terminal is as the program found it: line editing and echo on, the main screen, a visible
    /// cursor, no mouse, no bracketed paste.
    #[track_caller]
    pub fn assert_restored(&self) {
        let began = Instant::now();
        // What the program wrote last may still be on its way to the emulator.
        while self.look(|screen| screen.alternate_screen() || screen.hide_cursor())
            && began.elapsed() < PATIENCE
        {
            thread::sleep(Duration::from_millis(5));
        }
        self.look(|screen| {
            assert!(
                !screen.alternate_screen(),
                "the alternate screen is still on"
            );
            assert!(!screen.hide_cursor(), "the cursor is still hidden");
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

impl Drop for Terminal {
    fn drop(&mut self) {
        // Most tests have ended it already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn local_flags(master: &dyn MasterPty) -> u64 {
    u64::from(master.get_termios().unwrap().local_flags.bits())
}

//! Ctrl-C and the signals that ask a command to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes Ctrl-C request the end. A second one ends the program immediately.
#[cfg(unix)]
pub(crate) fn end_on_ctrl_c(stop: &Arc<AtomicBool>) {
    use signal_hook::consts::SIGINT;
    use signal_hook::flag;
    // Without the handlers, Ctrl-C ends the program immediately.
    let _ = flag::register_conditional_shutdown(SIGINT, 128 + SIGINT, Arc::clone(stop));
    let _ = flag::register(SIGINT, Arc::clone(stop));
}

/// Makes signals request the end: results are kept, and the engines quit. A second signal ends the engines and the
/// program at once.
#[cfg(unix)]
pub(crate) fn end_on_signals(stop: &Arc<AtomicBool>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // Without the handlers, the signal ends the program at once.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    let stop = Arc::clone(stop);
    std::thread::spawn(move || {
        for signal in signals.forever() {
            end(&stop, 128 + signal);
        }
    });
}

/// Makes Ctrl-C request the end of the work begun last. A second one ends the program at once.
#[cfg(windows)]
pub(crate) fn end_on_ctrl_c(stop: &Arc<AtomicBool>) {
    use std::sync::Mutex;

    use crate::crash::locked;
    static NEWEST: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);
    *locked(&NEWEST) = Some(Arc::clone(stop));
    // It is set only once; without it, Ctrl-C ends the program immediately. The C library's signals are not for this: under
    // Wine, asking for the handler before replaces it.
    let _ = ctrlc::set_handler(move || locked(&NEWEST).iter().for_each(|stop| end(stop, 130)));
}

#[cfg(windows)]
pub(crate) use end_on_ctrl_c as end_on_signals;

/// Requests the end, or ends the program if that has been requested before.
fn end(stop: &AtomicBool, code: i32) {
    if stop.swap(true, Ordering::Relaxed) {
        crate::engine::end_all();
        std::process::exit(code);
    }
}

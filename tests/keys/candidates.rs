//! Candidates that a file has from an engine, on the board and in the pane of engines.

use std::fs;

use crate::common::program::dapu;
use crate::common::terminal::Terminal;
use crate::keys::{file, play};

/// As KaTrain 1.17 writes it: the position after the root has E5 (0.5) and C3 (-0.6) for Black at 0.4, and the next one E5
/// (-0.7), G7 (2.3) and a pass (9.8) for White at -0.6.
const KATRAIN: &str = "(;GM[1]FF[4]SZ[9]KM[7]AP[KaTrain:1.17.1]KTV[1.0]PB[Human]PW[AI]\
KT[H4sIAAAAAAACA0vbdXZH2ra0TQwMaUZpZmct0qzSBpkIAIyYLFiiAAAA][H4sIAAAAAAACA5NXlB/kkGEPAF1RlNKkAAAA]\
[H4sIAAAAAAACA2WPwQ6CMAyGX4XsrGTApolXY7z4BoYDgR6WiCVl4oHs3W0ZKspl7f+v7deOqsUBenVIRnWyUxCDE5GbRCE1QCw154PrnZdao0U+\
3Z0qL7U6tQUbfY0EF6iaaLHTkcOpO92JGji9zoOPhbznvSpDVEt2/HyzsyU7W7GN/WNvZ9wHnn/hcTKvUAbhEqKfyD/H5KtjzHIFq7X01th2N/AgFZ4eEF6OAZ++\
TQEAAA==];B[cg]KT[H4sIAAAAAAACAwMAAAAAAAAAAAA=][H4sIAAAAAAACAwMAAAAAAAAAAAA=]\
[H4sIAAAAAAACA2WQPQ7CMAyFr1JlhijpL2VFiIUboA5VmyESxVESylD17jgpUpMw2e/Jfp/shUwwC0PO2UKulS/OwMbJQ0ZAj0KjZNjP0kjrZsvCyY986d66WUbLE\
g0zgBZ30Y9oHRlt0FJagl/f1Izt45d8a0i3bjXEogywPMTmKbXmCTWnRQTlO3TLRbSHqt6YCOuNEBwdzBNwm3Bbeoq4jAVkH92tDqsBrMdGv6v+f1dH767YnnYpwj\
sGmNRTWOHWrH6L9Qs5C/fN0QEAAA==]C[A note of the player];W[gc])";

/// As LizzieYzy writes it, and then as Lizzie does with an engine that gives no points.
const LIZZIE: &str = "(;GM[1]FF[4]SZ[19]KM[7.5]LZOP[KataGo 52.3 1.2k 0.4 18.1
move Q16 visits 800 winrate 4770 prior 3100 scoreMean 0.42 pv Q16 D4 D16 info move D4 visits 400 winrate 4701 prior 2900 scoreMean 0.31 pv D4 Q16];B[pd]LZ[KataGo 47.1 3.4m -0.2 18.0
move D4 visits 300 winrate 5290 prior 2500 scoreMean 0.2 pv D4 Q4 info move Q4 visits 90 winrate 5100 prior 900 scoreMean -1.9 pv Q4 D4 ownership 0.1 0.2];W[dp]LZ[0.7.4 50.4 850
move D16 visits 38 winrate 4960 pv D16 Q4 C6])";

#[test]
fn candidates_of_katrain_are_on_the_board_with_their_loss() {
    let (_folder, path) = file("katrain.sgf", KATRAIN);
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &[]);
    play(
        &mut terminal,
        &[
            ("", "+0.1"),
            ("", "- 1.0-"),
            ("V", "in the file: KaTrain 500"),
            ("", "+0.5 (+0.1) E5 C3 G7"),
            ("", "-0.6 (-1.0) C3 E5"),
            ("V", "!in the file"),
            ("l", " 1/2"),
            ("", "- 2.9-"),
            ("V", "in the file: KaTrain 450"),
            // What the move lost.
            ("", "1 C3 lost 1"),
            ("", "-0.7 (+0.1) E5 G7"),
            ("", "+2.3 (-2.9) G7 E5"),
            ("", "+9.8 (-10.4) pass"),
            // With the keys, its rows are numbered instead.
            ("", "!- 2.9-"),
            ("\x1b", ""),
            ("#", "the last ten moves"),
            ("#", "no numbers"),
            ("l", " 2/2"),
            ("", "!- 2.9-"),
        ],
    );
}

#[test]
fn candidates_of_lizzie_are_those_of_the_engine_that_they_name() {
    let (_folder, path) = file("lizzie.sgf", LIZZIE);
    let mut terminal = Terminal::start(&[path.to_str().unwrap()], 80, 24, &[]);
    play(
        &mut terminal,
        &[
            // Two columns are enough for whole points.
            ("", "-0"),
            ("V", "in the file: KataGo 1.2k"),
            ("", "+0.42 (+0.0) Q16 D4 D16"),
            ("l", " 1/2"),
            ("", "in the file: KataGo 3.4M"),
            ("", "-0.2 (+0.0) D4 Q4"),
            ("", "+1.9 (-2.1) Q4 D4"),
            ("l", " 2/2"),
            ("", "in the file: 0.7.4 850"),
            ("", "49.6% (+0.0) D16 Q4 C6"),
            (":engine nobody\r", "KataGo, 0.7.4"),
            (":engine 0.7.4\r", "0.7.4"),
            ("h", "in the file: KataGo"),
        ],
    );
}

#[test]
fn they_are_written_back_unchanged_and_hidden_with_an_answer() {
    for (name, text) in [("katrain.sgf", KATRAIN), ("lizzie.sgf", LIZZIE)] {
        let (folder, path) = file(name, text);
        let copy = folder.path().join("copy.sgf");
        dapu(folder.path(), &["convert", path.to_str().unwrap(), copy.to_str().unwrap()]).fine();
        let copied = fs::read_to_string(&copy).unwrap();
        for value in text.split(['[', ']']).filter(|value| value.len() > 20) {
            assert!(copied.contains(value), "{value} is not in {copied}");
        }
    }
    let (_folder, path) = file("katrain.sgf", KATRAIN);
    let terminal = Terminal::start(&["--problems", path.to_str().unwrap()], 80, 24, &[]);
    let screen = terminal.shows("to play");
    assert!(!screen.contains(" 1.0-"), "{screen}");
}

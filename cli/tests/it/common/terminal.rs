//! A terminal with the program in it.

use std::process::{Command, Stdio};

/// Opens a terminal, starts a program in it, types every line after the one before has been taken, and prints what the
/// screen got.
const SCRIPT: &str = r#"
import fcntl, os, pty, struct, sys, termios, time
columns, lines, args = int(sys.argv[1]), sys.argv[2].split("|"), sys.argv[3:]
pid, terminal = pty.fork()
if pid == 0:
    time.sleep(0.05)
    os.execv(args[0], args)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
screen = b""
def read():
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""
for line in lines:
    # A prompt ends in `> `, and its colour.
    while not screen.rstrip(b"\x1b[0m").endswith(b"> "):
        part = read()
        if not part:
            break
        screen += part
    os.write(terminal, b"\x03" if line == "^C" else line.encode() + b"\n")
    screen += b" "
    screen += read()
while True:
    part = read()
    if not part:
        break
    screen += part
sys.stdout.buffer.write(screen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"#;

/// Runs the program in a terminal with so many columns, types lines, and returns what the screen got.
///
/// The variables of the environment are set beside those that there are. A line `^C` interrupts the program, and is the last.
pub fn in_terminal(columns: u16, args: &[&str], typed: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = Command::new("python3");
    command.args(["-c", SCRIPT, &columns.to_string(), &typed.join("|"), env!("CARGO_BIN_EXE_elderhand")]);
    command.env("ELDERHAND_CHECKPOINTS", concat!(env!("CARGO_TARGET_TMPDIR"), "/none"));
    command.env("NO_COLOR", "1").env_remove("LC_ALL").env("LANG", "C.UTF-8");
    command.args(args).envs(variables.iter().copied()).stdin(Stdio::null());
    let output = command.output().expect("python3 is there");
    let screen = String::from_utf8(output.stdout).expect("the screen is UTF-8").replace("\r\n", "\n");
    let ends = if typed.last() == Some(&"^C") { 130 } else { 0 };
    assert_eq!(output.status.code(), Some(ends), "{screen}{}", String::from_utf8_lossy(&output.stderr));
    screen
}

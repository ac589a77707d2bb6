//! A process with all that it has started: on Unix a process group of its own, which is ended as a whole.

use std::collections::BTreeSet;
use std::io;
use std::process::{self, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard};

use crate::lock::lock;

/// The groups whose first process has not been reaped: as long as that lasts, no other can be given its number.
static LIVING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn living() -> MutexGuard<'static, BTreeSet<u32>> {
    lock(&LIVING)
}

/// Ends the process of every bot, on Unix with all that these have started, and then this program.
///
/// On Unix the processes of bots do not hear a terminal's Ctrl-C, so a program that exits on it or on another signal does
/// so by this function.
pub fn exit(status: i32) -> ! {
    // Held to the end: whoever would start or reap a process waits, and nobody is told that a bot has died.
    let groups = living();
    groups.iter().for_each(|&group| system::kill(group));
    process::exit(status)
}

/// A process that leads a group.
pub(super) struct Group {
    process: process::Child,
    status: Option<ExitStatus>,
}

impl Group {
    /// Starts a process, the first of its group.
    pub fn start(command: &mut Command) -> io::Result<Group> {
        system::lead(command);
        let mut living = living();
        let process = command.spawn()?;
        living.insert(process.id());
        Ok(Group { process, status: None })
    }

    /// Takes the pipes of the first process, which can be taken once.
    pub fn pipes(&mut self) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        (self.process.stdin.take(), self.process.stdout.take(), self.process.stderr.take())
    }

    /// Returns how the first process ended, and ends what it has left behind; `None` if it is still running.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && system::has_ended(&mut self.process) {
            let mut living = living();
            system::kill(self.process.id());
            self.status = self.process.wait().ok();
            living.remove(&self.process.id());
        }
        self.status
    }

    /// Ends all of it; it takes a moment until [`Group::ended`] says so.
    pub fn kill(&mut self) {
        if self.status.is_none() {
            system::kill(self.process.id());
            // Where there are no groups, this is all that can be done; it fails only if the process has ended.
            let _ = self.process.kill();
        }
    }

    /// The number of the first process.
    #[cfg(all(test, target_os = "linux"))]
    pub fn id(&self) -> u32 {
        self.process.id()
    }
}

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    fn pid(id: u32) -> Option<Pid> {
        i32::try_from(id).ok().and_then(Pid::from_raw)
    }

    /// Has a process begin a group.
    pub fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Ends the processes of a group.
    pub fn kill(group: u32) {
        // It fails only if none of them is left.
        let _ = pid(group).map(|group| kill_process_group(group, Signal::KILL));
    }

    /// Returns `true` if a process has ended, and leaves it to be reaped.
    pub fn has_ended(process: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(process.id()).is_some_and(|pid| matches!(waitid(WaitId::Pid(pid), options), Ok(Some(_))))
    }
}

/// Elsewhere a process is ended alone.
#[cfg(not(unix))]
mod system {
    use std::process::{Child, Command};

    pub fn lead(_: &mut Command) {}

    pub fn kill(_: u32) {}

    pub fn has_ended(process: &mut Child) -> bool {
        matches!(process.try_wait(), Ok(Some(_)))
    }
}

// Starting, watching and ending processes: what Swift cannot say, because between fork and exec nothing may run that is not
// async-signal-safe, and because prctl has variable arguments.
#pragma once

#include <sys/types.h>

/// How a child is started.
struct casement_spawn_options {
  /// argv and envp, each ended by NULL. The program is looked for in PATH.
  char *_Nullable const *_Nonnull arguments;
  char *_Nullable const *_Nonnull environment;
  /// Descriptors from 3 on that the child keeps; all others are closed in it.
  const int *_Nullable kept;
  int kept_count;
  /// Whether the child leads a process group of its own, or stays in ours (and in the terminal's foreground, where we are).
  int own_group;
  /// Whether HUP, INT, QUIT and TERM do not reach the child: it ends with its input.
  int is_deaf;
  /// What the child has as standard output and error; −1: ours.
  int output;
  int errors;
};

/// Starts a child: no signal blocked, no handler of ours, killed when the thread that called this ends.
///
/// Returns its pid; or −errno. `*exec_failed` says whether it was the program that could not be executed.
pid_t casement_spawn(const struct casement_spawn_options *_Nonnull options, int *_Nonnull exec_failed);

/// Opens something in the place of each of the standard descriptors that is closed: what is opened later must not be taken for it.
/// Writing to it, or reading from it, fails as before.
void casement_occupy_standard_descriptors(void);

/// Lets this process have as many descriptors as the system allows; children that `casement_spawn` starts have the old limit again.
void casement_raise_descriptor_limit(void);

/// Makes this process the parent of every orphan among its descendants. Returns 0 or −errno.
int casement_become_subreaper(void);

/// How a child ended.
struct casement_exit {
  pid_t pid;
  /// The exit status as a shell tells it: 128 + n for signal n.
  int status;
  /// The signal that ended it, or 0.
  int signal;
};

/// Takes the status of one child that has ended: of `pid`, or of any where it is 0.
///
/// Returns 1 with `*result`; 0 where none has ended; −1 where there is no such child.
int casement_reap(pid_t pid, struct casement_exit *_Nonnull result);

/// Writes the pids of the descendants of `root`, parents before children, at most `capacity`. Returns how many there are.
int casement_descendants(pid_t root, pid_t *_Nullable output, int capacity);

/// Makes `group` the foreground group of the terminal, also from the background. Returns 0 or −errno.
int casement_take_terminal(int terminal, pid_t group);

/// A descriptor that tells of the signals in `signals`, which are blocked from here on. Returns −errno on failure.
int casement_signal_descriptor(const int *_Nonnull signals, int count);

/// Reads one signal. Returns its number, or 0; `*from_terminal` says whether the kernel sent it to the whole foreground group.
int casement_read_signal(int descriptor, int *_Nonnull from_terminal);

/// Starts a process of its own that waits until this one ends. Where that happens without `casement_dismiss_guardian`, it kills every process
/// that has `mark`, a `NAME=VALUE`, in its environment, with their descendants.
///
/// To be called before `casement_become_subreaper` and before there are threads. Returns a descriptor, or −errno.
int casement_start_guardian(const char *_Nonnull mark);

/// Tells the guardian that all is well, and waits until it has ended.
void casement_dismiss_guardian(int guardian);

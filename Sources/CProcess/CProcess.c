#define _GNU_SOURCE
#include "CProcess.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

// Marks every descriptor from 3 on to be closed by exec.
static void close_all_on_exec(void) {
  if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  // Linux before 5.11.
  struct rlimit limit;
  int end = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536 ? (int)limit.rlim_cur : 65536;
  for (int descriptor = 3; descriptor < end; descriptor++) {
    int flags = fcntl(descriptor, F_GETFD);
    if (flags >= 0) fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC);
  }
}

// The limit before it was raised; rlim_cur is 0 where it was not.
static struct rlimit original_descriptor_limit;

void casement_raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) return;
  struct rlimit raised = {.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
  if (setrlimit(RLIMIT_NOFILE, &raised) == 0) original_descriptor_limit = limit;
}

void casement_occupy_standard_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) < 0) open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
  }
}

// The child's side. Only async-signal-safe calls; never returns.
static void become(const struct casement_spawn_options *options, int report, pid_t parent) {
  if (options->own_group) setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have gone before the line above.
  if (getppid() != parent) _exit(125);

  // Handlers are reset before signals come through: one that arrives now must not run our code here. What was ignored stays so, as
  // after nohup.
  struct sigaction action;
  for (int number = 1; number < NSIG; number++) {
    if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN || action.sa_handler == SIG_DFL) continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(number, &action, NULL);
  }
  if (options->output >= 0 && dup2(options->output, 1) < 0) _exit(125);
  if (options->errors >= 0 && dup2(options->errors, 2) < 0) _exit(125);
  close_all_on_exec();
  for (int i = 0; i < options->kept_count; i++) {
    int flags = fcntl(options->kept[i], F_GETFD);
    if (flags >= 0) fcntl(options->kept[i], F_SETFD, flags & ~FD_CLOEXEC);
  }
  // programs that use select() rely on a low limit
  if (original_descriptor_limit.rlim_cur > 0) setrlimit(RLIMIT_NOFILE, &original_descriptor_limit);
  sigset_t blocked;
  sigemptyset(&blocked);
  if (options->is_deaf) {
    const int ends[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) sigaddset(&blocked, ends[i]);
  }
  sigprocmask(SIG_SETMASK, &blocked, NULL);

  execvpe(options->arguments[0], options->arguments, options->environment);
  int code = errno;
  while (write(report, &code, sizeof code) < 0 && errno == EINTR) {
  }
  _exit(code == ENOENT ? 127 : 126);
}

pid_t casement_spawn(const struct casement_spawn_options *options, int *exec_failed) {
  *exec_failed = 0;
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return -errno;
  // The report must not lie on 0 to 2, where exec would leave it open as a standard stream.
  int end = fcntl(report[1], F_DUPFD_CLOEXEC, 3);
  if (end < 0) {
    int code = errno;
    close(report[0]);
    close(report[1]);
    return -code;
  }
  close(report[1]);

  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid == 0) become(options, end, parent);
  int code = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(end);
  if (pid < 0) {
    close(report[0]);
    return -code;
  }
  // Both sides do it, so that it is true for both from here on.
  if (options->own_group) setpgid(pid, pid);

  int failure = 0;
  ssize_t count;
  do {
    count = read(report[0], &failure, sizeof failure);
  } while (count < 0 && errno == EINTR);
  close(report[0]);
  if (count == (ssize_t)sizeof failure) {
    waitpid(pid, NULL, 0);
    *exec_failed = 1;
    return -failure;
  }
  return pid;
}

int casement_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 ? 0 : -errno; }

int casement_reap(pid_t pid, struct casement_exit *result) {
  siginfo_t info;
  int outcome;
  do {
    info.si_pid = 0;
    outcome = waitid(pid == 0 ? P_ALL : P_PID, (id_t)pid, &info, WEXITED | WNOHANG);
  } while (outcome != 0 && errno == EINTR);
  if (outcome != 0) return -1;
  if (info.si_pid == 0) return 0;
  result->pid = info.si_pid;
  result->signal = info.si_code == CLD_EXITED ? 0 : info.si_status;
  result->status = info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
  return 1;
}

struct pid_list {
  pid_t *output;
  int capacity;
  int count;
};

static void add_pid(struct pid_list *list, pid_t pid) {
  if (list->count < list->capacity) list->output[list->count] = pid;
  list->count++;
}

// Whether the kernel has /proc/PID/task/TID/children.
static int has_children_file(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  return access(path, F_OK) == 0;
}

// Adds the children of `pid`, from that file of each of its threads.
static void list_children(struct pid_list *list, pid_t pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *tasks = opendir(path);
  if (!tasks) return;
  struct dirent *entry;
  while ((entry = readdir(tasks)) != NULL) {
    int task = atoi(entry->d_name);
    if (task <= 0) continue;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, task);
    FILE *file = fopen(path, "re");
    if (!file) continue;
    int child;
    while (fscanf(file, "%d", &child) == 1) add_pid(list, child);
    fclose(file);
  }
  closedir(tasks);
}

// The parent of `pid`, or −1.
static pid_t parent_of(pid_t pid) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return -1;
  text[length] = 0;
  // The name may hold anything, also brackets and spaces; what follows its last bracket does not.
  char *after = strrchr(text, ')');
  int parent;
  if (!after || sscanf(after + 1, " %*c %d", &parent) != 1) return -1;
  return parent;
}

// Adds the children of `pid` by looking at every process.
static void scan_children(struct pid_list *list, pid_t pid) {
  DIR *processes = opendir("/proc");
  if (!processes) return;
  struct dirent *entry;
  while ((entry = readdir(processes)) != NULL) {
    int candidate = atoi(entry->d_name);
    if (candidate > 0 && parent_of(candidate) == pid) add_pid(list, candidate);
  }
  closedir(processes);
}

int casement_descendants(pid_t root, pid_t *output, int capacity) {
  struct pid_list list = {output, capacity, 0};
  void (*add_children)(struct pid_list *, pid_t) = has_children_file() ? list_children : scan_children;
  add_children(&list, root);
  for (int next = 0; next < list.count && next < capacity; next++) add_children(&list, output[next]);
  return list.count;
}

int casement_take_terminal(int terminal, pid_t group) {
  // From the background, tcsetpgrp would stop us with SIGTTOU.
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  int code = tcsetpgrp(terminal, group) == 0 ? 0 : -errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return code;
}

int casement_signal_descriptor(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  return descriptor >= 0 ? descriptor : -errno;
}

int casement_read_signal(int descriptor, int *from_terminal) {
  struct signalfd_siginfo info;
  if (read(descriptor, &info, sizeof info) != (ssize_t)sizeof info) return 0;
  *from_terminal = info.ssi_code == SI_KERNEL;
  return (int)info.ssi_signo;
}

// Whether the environment that `pid` was started with holds `mark`.
static int has_mark(pid_t pid, const char *mark) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  char *entry = NULL;
  size_t capacity = 0;
  int found = 0;
  while (!found && getdelim(&entry, &capacity, 0, file) > 0) found = strcmp(entry, mark) == 0;
  free(entry);
  fclose(file);
  return found;
}

// Kills each process with the mark and what it started. Returns how many there were.
static int kill_marked(const char *mark) {
  pid_t own = getpid(), below[1024];
  int count = 0;
  DIR *processes = opendir("/proc");
  if (!processes) return 0;
  struct dirent *entry;
  while ((entry = readdir(processes)) != NULL) {
    pid_t pid = atoi(entry->d_name);
    if (pid <= 1 || pid == own || !has_mark(pid, mark)) continue;
    int descendants = casement_descendants(pid, below, 1024);
    kill(pid, SIGKILL);
    for (int i = 0; i < descendants && i < 1024; i++) {
      if (below[i] != own) kill(below[i], SIGKILL);
    }
    count++;
  }
  closedir(processes);
  return count;
}

// The guardian's side; never returns.
static void guard(int end, const char *mark) {
  setsid();
  if (chdir("/") != 0) errno = 0;
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  // nobody waits for us by a descriptor of ours
  dup2(end, 3);
  close_range(4, ~0U, 0);
  for (int i = 0; i < 3; i++) close(i);
  char word;
  ssize_t count;
  do {
    count = read(3, &word, 1);
  } while (count < 0 && errno == EINTR);
  if (count == 1) _exit(0);
  // what is being killed may be starting more
  for (int round = 0; round < 200 && kill_marked(mark) > 0; round++) usleep(10000);
  _exit(0);
}

int casement_start_guardian(const char *mark) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  pid_t pid = fork();
  if (pid == 0) {
    // a process of nobody's: its end is not to be waited for
    if (fork() == 0) {
      close(ends[0]);
      guard(ends[1], mark);
    }
    _exit(0);
  }
  int code = errno;
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return -code;
  }
  waitpid(pid, NULL, 0);
  return ends[0];
}

void casement_dismiss_guardian(int guardian) {
  char word = 0;
  if (send(guardian, &word, 1, MSG_NOSIGNAL) == 1) {
    while (read(guardian, &word, 1) < 0 && errno == EINTR) {
    }
  }
  close(guardian);
}

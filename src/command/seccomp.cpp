// The filter is written out as BPF here, since it is a short list: a library for it would be loaded at every start.
// Sources: man 2 seccomp, linux/seccomp.h, linux/audit.h.
#include "sandbox.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <initializer_list>
#include <vector>

#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

namespace warrant::command {

namespace {

#if defined(__x86_64__)
constexpr unsigned native = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned native = AUDIT_ARCH_AARCH64;
#else
#error "the system call filter knows x86-64 and arm64"
#endif

// Calls that reach into other processes, change the machine, or have been a way past sandboxes. The numbers of the
// newer ones are the same on every architecture.
constexpr std::initializer_list<long> refused = {
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_pidfd_getfd,
    SYS_kcmp,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    428 /* open_tree */,
    429 /* move_mount */,
    430 /* fsopen */,
    431 /* fsconfig */,
    432 /* fsmount */,
    433 /* fspick */,
    SYS_mount_setattr,
    SYS_setns,
    SYS_unshare,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    425 /* io_uring_setup */,
    426 /* io_uring_enter */,
    427 /* io_uring_register */,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_open_by_handle_at,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_syslog,
    SYS_vhangup,
#if defined(__x86_64__)
    SYS_ioperm,
    SYS_iopl,
    SYS_kexec_file_load,
#endif
};

class Program {
 public:
  Program(policy::Reach reach, bool landlock) {
    load(offsetof(seccomp_data, arch));
    // Another architecture has other numbers, so none of its calls is let through.
    skip_unless_equal(native, 0, 1);
    jump(1);
    answer(SECCOMP_RET_ERRNO | ENOSYS);
    load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000U, 0, 1));  // x32
    answer(SECCOMP_RET_ERRNO | ENOSYS);
#endif
    for (const long call : refused) refuse(call, EPERM);
    if (!landlock) refuse(SYS_ptrace, EPERM);
    // Its flags lie in memory where a filter cannot look; the C library then takes clone.
    refuse(SYS_clone3, ENOSYS);
    refuse_argument(SYS_clone, offsetof(seccomp_data, args[0]), CLONE_NEWUSER);
    refuse_terminal_input();
    if (reach != policy::Reach::open) allow_sockets(reach);
    answer(SECCOMP_RET_ALLOW);
    program_ = {.len = static_cast<unsigned short>(code_.size()), .filter = code_.data()};
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  Program(Program&&) = delete;
  Program& operator=(Program&&) = delete;
  ~Program() = default;

  [[nodiscard]] const sock_fprog* get() const { return &program_; }

 private:
  void load(std::size_t offset) { code_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(offset))); }
  void answer(unsigned value) { code_.push_back(BPF_STMT(BPF_RET | BPF_K, value)); }
  void jump(unsigned over) { code_.push_back(BPF_STMT(BPF_JMP | BPF_JA, over)); }
  void skip_unless_equal(unsigned value, unsigned char if_equal, unsigned char otherwise) {
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, if_equal, otherwise));
  }
  void refuse(long call, unsigned error) {
    skip_unless_equal(static_cast<unsigned>(call), 0, 1);
    answer(SECCOMP_RET_ERRNO | error);
  }
  // Refuses the call when its 32-bit argument has one of the bits. The call number is loaded again behind it.
  void refuse_argument(long call, std::size_t offset, unsigned bits) {
    skip_unless_equal(static_cast<unsigned>(call), 0, 4);
    load(offset);
    code_.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
    answer(SECCOMP_RET_ERRNO | EPERM);
    load(offsetof(seccomp_data, nr));
  }
  // TIOCSTI types into somebody's terminal, TIOCLINUX pastes into a console.
  void refuse_terminal_input() {
    constexpr unsigned tioclinux = 0x541C;
    skip_unless_equal(SYS_ioctl, 0, 6);
    load(offsetof(seccomp_data, args[1]));
    refuse(TIOCSTI, EPERM);
    refuse(tioclinux, EPERM);
    load(offsetof(seccomp_data, nr));
  }
  // Families that a network namespace does not confine (vsock, Bluetooth, packet, …) are refused with the others.
  void allow_sockets(policy::Reach reach) {
    std::vector<unsigned> families = {AF_UNIX, AF_NETLINK};
    if (reach == policy::Reach::loopback) families.insert(families.end(), {AF_INET, AF_INET6});
    const auto count = static_cast<unsigned char>(families.size());
    skip_unless_equal(SYS_socket, 0, static_cast<unsigned char>(count + 3));
    load(offsetof(seccomp_data, args[0]));
    for (unsigned char i = 0; i < count; ++i) {
      skip_unless_equal(families[i], static_cast<unsigned char>(count - i), 0);
    }
    answer(SECCOMP_RET_ERRNO | EAFNOSUPPORT);
    load(offsetof(seccomp_data, nr));
  }

  std::vector<sock_filter> code_;
  sock_fprog program_{};
};

}  // namespace

const sock_fprog* call_filter(policy::Reach reach, bool landlock) {
  using policy::Reach;
  switch (reach) {
    case Reach::open: {
      static const Program contained(Reach::open, true);
      static const Program plain(Reach::open, false);
      return (landlock ? contained : plain).get();
    }
    case Reach::loopback: {
      static const Program contained(Reach::loopback, true);
      static const Program plain(Reach::loopback, false);
      return (landlock ? contained : plain).get();
    }
    case Reach::none: break;
  }
  static const Program contained(Reach::none, true);
  static const Program plain(Reach::none, false);
  return (landlock ? contained : plain).get();
}

bool tracing_is_refused() noexcept { return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == -1 && errno == EPERM; }

bool filter_calls(const sock_fprog* filter) noexcept {
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, filter) == 0;
}

}  // namespace warrant::command

#include "process.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace calcvram::calc {

namespace {

using namespace std::chrono_literals;

[[noreturn]] void throw_errno(const char *what) {
  throw std::system_error{errno, std::generic_category(), what};
}

// Only what is safe between fork and exec: everything that allocates was done before.
[[noreturn]] void become(char *const *command, char *const *environment, int output, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(127); // the parent died before the line above
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execve(command[0], command, environment);
  _exit(127);
}

std::vector<std::string> environment_with(const ProcessPlan &plan) {
  std::vector<std::string> lines;
  for (char **line = environ; *line != nullptr; ++line) {
    const std::string_view text{*line};
    bool replaced = false;
    for (const auto &[name, value] : plan.environment)
      replaced = replaced || (text.starts_with(name) && text.substr(name.size()).starts_with('='));
    if (!replaced)
      lines.emplace_back(text);
  }
  for (const auto &[name, value] : plan.environment)
    lines.push_back(name + '=' + value);
  return lines;
}

std::vector<char *> pointers(std::vector<std::string> &lines) {
  std::vector<char *> result;
  for (std::string &line : lines)
    result.push_back(line.data());
  result.push_back(nullptr);
  return result;
}

} // namespace

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "calcvram-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw_errno("mkdtemp");
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ChildProcess::ChildProcess(const ProcessPlan &plan) {
  std::vector<std::string> command = plan.command;
  std::vector<std::string> environment = environment_with(plan);
  const std::vector<char *> command_pointers = pointers(command);
  const std::vector<char *> environment_pointers = pointers(environment);
  const int output = open(plan.output.c_str(), O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600);
  if (output < 0)
    throw_errno("open of the child's output");
  const pid_t parent = getpid();
  id_ = fork();
  if (id_ == 0)
    become(command_pointers.data(), environment_pointers.data(), output, parent);
  close(output);
  if (id_ < 0)
    throw_errno("fork");
  setpgid(id_, id_); // the child does it too; whoever is first wins
}

ChildProcess::~ChildProcess() {
  stop(5s);
}

bool ChildProcess::running() {
  return !exit_code().has_value();
}

std::optional<int> ChildProcess::exit_code() {
  if (exit_code_)
    return exit_code_;
  int status = 0;
  if (waitpid(id_, &status, WNOHANG) == id_)
    exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return exit_code_;
}

bool ChildProcess::wait(std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (running()) {
    if (std::chrono::steady_clock::now() >= end)
      return false;
    std::this_thread::sleep_for(10ms);
  }
  return true;
}

void ChildProcess::stop(std::chrono::milliseconds limit) {
  if (running()) {
    kill(-id_, SIGTERM);
    if (!wait(limit)) {
      kill(-id_, SIGKILL);
      wait(limit);
    }
  }
}

} // namespace calcvram::calc

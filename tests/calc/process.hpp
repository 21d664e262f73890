// A child process that never outlives the test that started it, and a directory that goes with it.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace calcvram::calc {

/// A new empty directory under the system's temporary one, removed with all it holds.
class TemporaryDirectory {
public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;

  [[nodiscard]] const std::filesystem::path &path() const { return path_; }

private:
  std::filesystem::path path_;
};

struct ProcessPlan {
  std::vector<std::string> command; ///< the program's path first
  std::vector<std::pair<std::string, std::string>> environment;
  std::filesystem::path output; ///< where the child's stdout and stderr go
};

/// Runs in a process group of its own, is killed by the kernel should this process die first, and is
/// stopped by its id, never by its name.
class ChildProcess {
public:
  explicit ChildProcess(const ProcessPlan &plan);
  ~ChildProcess();
  ChildProcess(const ChildProcess &) = delete;
  ChildProcess &operator=(const ChildProcess &) = delete;

  [[nodiscard]] pid_t id() const { return id_; }
  [[nodiscard]] bool running();
  /// The exit code, or 128 + the signal that ended it; nothing while it runs.
  [[nodiscard]] std::optional<int> exit_code();
  /// Whether it ended by itself within the limit.
  bool wait(std::chrono::milliseconds limit);
  /// SIGTERM, then SIGKILL to the whole group.
  void stop(std::chrono::milliseconds limit);

private:
  pid_t id_ = -1;
  std::optional<int> exit_code_;
};

} // namespace calcvram::calc

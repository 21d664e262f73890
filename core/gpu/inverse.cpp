#include "gpu/inverse.hpp"

#include "failure.hpp"
#include "gpu/fit.hpp"
#include "gpu/sharing.hpp"
#include "memory/overhead.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>

namespace calcvram {
namespace {

// what VRAM_INFER takes as context and as batch
constexpr double most_tokens = 1e12;
constexpr double most_sequences = 1e9;
// what GPU_FIT takes: more fits on no number of cards
constexpr double most_gb = 1e9;

/// A figure that is looked for, and the memory it needs.
struct Probe {
  double at;
  double gb;
};

/// What is asked of one set of cards: GPU_FIT of VRAM_INFER.
class Question {
public:
  Question(const InferencePlan &plan, const Gpu &gpu, int count, double Workload::*wanted)
      : plan_{plan}, gpu_{gpu}, count_{count}, wanted_{wanted} {
    require_cards(plan.options.degrees, count);
    cards_.per = plan.options.per == Per::card ? RequiredPer::card : RequiredPer::total;
    const double card_gb = capacity_gb(gpu, cards_.basis);
    room_gb_ = cards_.per == RequiredPer::card ? card_gb : card_gb * count;
  }

  [[nodiscard]] Probe probe(double at) const {
    Workload workload = plan_.workload;
    workload.*wanted_ = at;
    return {at,
            inference({plan_.model, plan_.precision, workload, plan_.cache, plan_.options}, Explain::no).total().gb()};
  }

  /// The part of it that grows, at a fraction of the cost: weights of many tensors are not added up again.
  [[nodiscard]] double growing_gb(double at) const {
    Workload workload = plan_.workload;
    workload.*wanted_ = at;
    return (cache_and_state(plan_.model, workload, plan_.cache, plan_.options) +
            overhead(plan_.model, workload, plan_.options))
        .gb();
  }

  [[nodiscard]] bool holds(const Probe &probe) const {
    return probe.gb <= most_gb && fit(probe.gb, gpu_, count_, cards_).verdict != Verdict::no;
  }

  [[nodiscard]] double room_gb() const { return room_gb_; }

private:
  const InferencePlan &plan_;
  const Gpu &gpu_;
  int count_;
  double Workload::*wanted_;
  GpuRequirements cards_;
  double room_gb_ = 0;
};

/// The whole number between that a straight line through both ends points to, or their middle.
double between(const Probe &low, const Probe &high, double room_gb, bool straight) {
  const double middle = low.at + (high.at - low.at) / 2;
  const double rise = high.gb - low.gb;
  const double guess = straight && rise > 0 ? low.at + (high.at - low.at) * ((room_gb - low.gb) / rise) : middle;
  return std::clamp(std::floor(guess), low.at + 1, high.at - 1);
}

/// `low` holds, `high` does not: the last whole number that does. Memory grows in straight pieces and in steps (pages,
/// padding), so lines find the piece and halving the step.
template <typename ProbeAt, typename Holds>
double last_held(const ProbeAt &probe, const Holds &holds, double room_gb, Probe low, Probe high) {
  for (int round = 0; high.at - low.at > 1; ++round) {
    const bool straight = round < 4 || round % 2 == 0;
    const Probe tried = probe(between(low, high, room_gb, straight));
    (holds(tried) ? low : high) = tried;
  }
  return low.at;
}

/// Where the last one should be, by what grows alone.
double guess(const Question &question, const Probe &low, const Probe &high) {
  const double fixed_gb = low.gb - question.growing_gb(low.at);
  const auto probe = [&](double at) { return Probe{at, fixed_gb + question.growing_gb(at)}; };
  const auto holds = [&](const Probe &tried) { return tried.gb <= question.room_gb(); };
  return last_held(probe, holds, question.room_gb(), low, high);
}

/// The same, exactly: the guess is asked, and if it is not the last one, wider and wider around it.
double settled(const Question &question, double guessed, Probe low, Probe high) {
  const auto probe = [&](double at) { return question.probe(at); };
  const auto holds = [&](const Probe &tried) { return question.holds(tried); };
  const auto bound = [&](double at) {
    const Probe tried = probe(std::clamp(at, low.at + 1, high.at - 1));
    const bool held = holds(tried);
    (held ? low : high) = tried;
    return held;
  };
  constexpr double wider = 8;
  const bool up = bound(guessed);
  for (double step = 1; high.at - low.at > 1 && bound(guessed + (up ? step : -step)) == up;) {
    step *= wider;
  }
  return last_held(probe, holds, question.room_gb(), low, high);
}

std::string cards_of(const Question &question, const Gpu &gpu) {
  return words(format_number(question.room_gb(), 2), " GB of ", gpu.label);
}

double most_that_fits(const Question &question, const Gpu &gpu, double most, const char *what) {
  const Probe one = question.probe(1);
  if (!question.holds(one)) {
    no_answer(words("not even 1 ", what, " fits: ", format_number(one.gb, 2), " GB are more than the ",
                    cards_of(question, gpu)));
  }
  const Probe all = question.probe(most);
  if (question.holds(all)) {
    const bool grows = all.gb > question.probe(most / 2).gb;
    no_answer(grows ? words("more than ", most, " ", what, "s fit on the ", cards_of(question, gpu))
                    : words("any number of ", what, "s fits: the memory does not grow with them"));
  }
  return settled(question, guess(question, one, all), one, all);
}

} // namespace

double max_context(const InferencePlan &plan, const Gpu &gpu, int count) {
  return most_that_fits({plan, gpu, count, &Workload::context}, gpu, most_tokens, "token");
}

double max_batch(const InferencePlan &plan, const Gpu &gpu, int count) {
  return most_that_fits({plan, gpu, count, &Workload::sequences}, gpu, most_sequences, "sequence");
}

} // namespace calcvram

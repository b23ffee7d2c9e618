// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// util.h - for all other files: clocks, lines of output, random numbers, and operations that threads share.
#ifndef GRAPH_UTIL_H
#define GRAPH_UTIL_H

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace graph {

constexpr int WIDTH = 21;
constexpr std::uint64_t SEED = 27491095;

class Clock {
public:
  void start() { begin_ = end_ = now(); }
  void stop() { end_ = now(); }
  double seconds() const { return end_ - begin_; }
  double milliseconds() const { return 1e3 * seconds(); }
  double microseconds() const { return 1e6 * seconds(); }

private:
  static double now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
  }
  double begin_ = 0, end_ = 0;
};

template <typename Value> void print_row(const std::string &label, const Value &value) {
  std::string padded = label + ":";
  if (padded.size() < std::size_t(WIDTH))
    padded.resize(WIDTH, ' ');
  std::cout << padded << value << std::endl;
}

inline void print_time(const std::string &label, const Clock &clock) {
  const double seconds = clock.seconds();
  if (seconds < 1e-3)
    print_row(label + " (us)", clock.microseconds());
  else if (seconds < 1)
    print_row(label + " (ms)", clock.milliseconds());
  else
    print_row(label + " (s)", seconds);
}

inline void print_step(int step, double seconds, std::int64_t count = -1) {
  std::cout << "  step " << step << ": " << seconds << " s";
  if (count >= 0)
    std::cout << ", " << count << " items";
  std::cout << std::endl;
}

// Calls the function, and returns how many seconds that took.
template <typename Function> double time_of(Function function) {
  Clock clock;
  clock.start();
  function();
  clock.stop();
  return clock.seconds();
}

template <typename Function> double time_and_print(const std::string &label, Function function) {
  const double seconds = time_of(function);
  print_row(label, seconds);
  return seconds;
}

// --- random numbers ----------------------------------------------------------------------------------------------

// Gives numbers below a limit. A generator of its own for each block of work makes the result the same for every
// number of threads.
template <typename Node, typename Engine = std::mt19937> class Uniform {
public:
  Uniform(Engine &engine, Node limit) : engine_(engine), limit_(limit), no_mod_(false) {
    if (limit_ == Node(0)) {
      no_mod_ = true;
      return;
    }
    const auto most = Engine::max();
    const auto remainder = most % limit_;
    cutoff_ = most - remainder;
  }

  Node operator()() {
    auto number = engine_();
    if (no_mod_)
      return Node(number);
    while (number >= cutoff_)
      number = engine_();
    return Node(number % limit_);
  }

private:
  Engine &engine_;
  Node limit_;
  typename Engine::result_type cutoff_ = 0;
  bool no_mod_;
};

// --- what threads share ------------------------------------------------------------------------------------------

template <typename T> bool swap_if_equal(T &where, const T &old, const T &desired) {
  static_assert(std::is_trivially_copyable<T>::value, "only plain values can be swapped");
  return __sync_bool_compare_and_swap(&where, old, desired);
}

template <> inline bool swap_if_equal<float>(float &where, const float &old, const float &desired) {
  static_assert(sizeof(float) == sizeof(std::uint32_t), "a float has 32 bits");
  const std::uint32_t *old_bits = reinterpret_cast<const std::uint32_t *>(&old);
  const std::uint32_t *new_bits = reinterpret_cast<const std::uint32_t *>(&desired);
  return __sync_bool_compare_and_swap(reinterpret_cast<std::uint32_t *>(&where), *old_bits, *new_bits);
}

template <typename T> T fetch_and_add(T &where, T addend) {
  T old;
#pragma omp atomic capture
  {
    old = where;
    where += addend;
  }
  return old;
}

template <typename T> bool lower_to(T &where, T value) {
  T seen = where;
  while (value < seen) {
    if (swap_if_equal(where, seen, value))
      return true;
    seen = where;
  }
  return false;
}

template <typename Iterator> typename std::iterator_traits<Iterator>::value_type sum_of(Iterator begin, Iterator end) {
  using Value = typename std::iterator_traits<Iterator>::value_type;
  Value sum = 0;
  const std::int64_t size = std::int64_t(end - begin);
#pragma omp parallel for reduction(+ : sum) schedule(static)
  for (std::int64_t i = 0; i < size; i++)
    sum += begin[i];
  return sum;
}

template <typename Iterator, typename Function> double mean_of(Iterator begin, Iterator end, Function function) {
  double sum = 0;
  std::int64_t count = 0;
  for (Iterator at = begin; at != end; ++at) {
    sum += function(*at);
    count++;
  }
  return count == 0 ? 0 : sum / double(count);
}

// Returns those keys that have the greatest values, the greatest first.
template <typename Key, typename Value>
std::vector<std::pair<Value, Key>> greatest(const std::vector<std::pair<Key, Value>> &all, std::size_t count) {
  std::vector<std::pair<Value, Key>> best;
  best.reserve(count + 1);
  Value least = 0;
  for (const std::pair<Key, Value> &entry : all) {
    if (best.size() >= count && !(entry.second > least))
      continue;
    best.push_back(std::make_pair(entry.second, entry.first));
    std::sort(best.begin(), best.end(), std::greater<std::pair<Value, Key>>());
    if (best.size() > count)
      best.resize(count);
    least = best.back().first;
  }
  return best;
}

template <typename Value> struct Summary {
  Value least = std::numeric_limits<Value>::max();
  Value most = std::numeric_limits<Value>::lowest();
  double mean = 0;

  void print(const std::string &label) const {
    std::cout << label << ": " << least << " to " << most << ", " << mean << " in the mean" << std::endl;
  }
};

template <typename Value> Summary<Value> summary_of(const std::vector<Value> &values) {
  Summary<Value> result;
  if (values.empty())
    return result;
  for (const Value &value : values) {
    result.least = std::min(result.least, value);
    result.most = std::max(result.most, value);
    result.mean += double(value);
  }
  result.mean /= double(values.size());
  return result;
}

} // namespace graph
#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// array.h - an array that does not touch its memory before the threads do, a set of bits, and a queue of the nodes that
// come next.
#ifndef GRAPH_ARRAY_H
#define GRAPH_ARRAY_H

#include "util.h"

#include <cstddef>
#include <cstring>

namespace graph {

template <typename T> class Array {
public:
  using value_type = T;
  using iterator = T *;
  using const_iterator = const T *;

  Array() = default;
  explicit Array(std::size_t size) : begin_(new T[size]), size_(size), capacity_(size) {}
  Array(std::size_t size, T value) : Array(size) { fill(value); }
  Array(const_iterator from, const_iterator to) : Array(std::size_t(to - from)) { copy(from); }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;

  Array(Array &&other) noexcept : begin_(other.begin_), size_(other.size_), capacity_(other.capacity_) {
    other.begin_ = nullptr;
    other.size_ = other.capacity_ = 0;
  }
  Array &operator=(Array &&other) noexcept {
    if (this != &other) {
      delete[] begin_;
      begin_ = std::exchange(other.begin_, nullptr);
      size_ = std::exchange(other.size_, 0);
      capacity_ = std::exchange(other.capacity_, 0);
    }
    return *this;
  }
  ~Array() { delete[] begin_; }

  // Keeps the elements; the new room is not initialised.
  void reserve(std::size_t count) {
    if (count <= capacity_)
      return;
    T *larger = new T[count];
#pragma omp parallel for
    for (std::size_t i = 0; i < size_; i++)
      larger[i] = begin_[i];
    delete[] begin_;
    begin_ = larger;
    capacity_ = count;
  }
  void resize(std::size_t count) {
    reserve(count);
    size_ = count;
  }
  void clear() { size_ = 0; }

  void push_back(T value) {
    if (size_ == capacity_) {
      const std::size_t more = capacity_ == 0 ? 1 : capacity_ * GROWTH;
      reserve(more);
    }
    begin_[size_++] = value;
  }

  void fill(T value) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < size_; i++)
      begin_[i] = value;
  }
  void copy(const_iterator from) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < size_; i++)
      begin_[i] = from[i];
  }

  T &operator[](std::size_t at) { return begin_[at]; }
  const T &operator[](std::size_t at) const { return begin_[at]; }
  T *data() { return begin_; }
  const T *data() const { return begin_; }
  iterator begin() { return begin_; }
  iterator end() { return begin_ + size_; }
  const_iterator begin() const { return begin_; }
  const_iterator end() const { return begin_ + size_; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }

  void swap(Array &other) {
    std::swap(begin_, other.begin_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

private:
  static constexpr std::size_t GROWTH = 2;
  T *begin_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

class Bits {
public:
  explicit Bits(std::size_t size) : words_((size + EACH - 1) / EACH, 0) {}

  void reset() { std::memset(words_.data(), 0, words_.size() * sizeof(Word)); }
  void set(std::size_t at) { words_[word_of(at)] |= Word(1) << bit_of(at); }
  bool get(std::size_t at) const { return (words_[word_of(at)] >> bit_of(at)) & 1; }

  // Many threads may set bits of one word.
  void set_shared(std::size_t at) {
    Word old, with;
    do {
      old = words_[word_of(at)];
      with = old | (Word(1) << bit_of(at));
    } while (!swap_if_equal(words_[word_of(at)], old, with));
  }
  std::int64_t count() const {
    std::int64_t sum = 0;
    for (const Word &word : words_)
      sum += __builtin_popcountll(word);
    return sum;
  }
  void swap(Bits &other) { words_.swap(other.words_); }

private:
  using Word = std::uint64_t;
  static constexpr std::size_t EACH = 64;
  static std::size_t word_of(std::size_t at) { return at / EACH; }
  static std::size_t bit_of(std::size_t at) { return at & (EACH - 1); }

  Array<Word> words_;
};

template <typename T> class QueueBuffer;

// Nodes are put in behind a window, and are read in it. It slides on when a step is over.
template <typename T> class Queue {
public:
  using iterator = T *;

  explicit Queue(std::size_t capacity) : shared_(capacity) { shared_.resize(capacity); }

  void push_back(T value) { shared_[in_++] = value; }
  bool empty() const { return begin_ == end_; }
  void reset() { begin_ = end_ = in_ = 0; }
  void slide() {
    begin_ = end_;
    end_ = in_;
  }
  iterator begin() { return shared_.begin() + begin_; }
  iterator end() { return shared_.begin() + end_; }
  std::size_t size() const { return end_ - begin_; }

private:
  friend class QueueBuffer<T>;
  Array<T> shared_;
  std::size_t begin_ = 0, end_ = 0, in_ = 0;
};

// Each thread collects some nodes before it asks for room in the queue.
template <typename T> class QueueBuffer {
public:
  explicit QueueBuffer(Queue<T> &queue, std::size_t size = 16384) : queue_(queue), local_(size), size_(size) {}

  void push_back(T value) {
    if (in_ == size_)
      flush();
    local_[in_++] = value;
  }
  void flush() {
    T *shared = queue_.shared_.data();
    const std::size_t start = fetch_and_add(queue_.in_, in_);
    std::copy(local_.begin(), local_.begin() + in_, shared + start);
    in_ = 0;
  }

private:
  Queue<T> &queue_;
  Array<T> local_;
  std::size_t in_ = 0;
  const std::size_t size_;
};

template <typename T> void sort_pieces(Array<T> &values, std::size_t piece) {
  const std::int64_t pieces = std::int64_t((values.size() + piece - 1) / piece);
#pragma omp parallel for schedule(dynamic, 1)
  for (std::int64_t p = 0; p < pieces; p++) {
    T *begin = values.begin() + std::size_t(p) * piece;
    T *end = std::min(begin + piece, values.end());
    std::sort(begin, end);
  }
  for (std::size_t width = piece; width < values.size(); width *= 2)
    for (std::size_t at = 0; at + width < values.size(); at += 2 * width) {
      T *begin = values.begin() + at;
      std::inplace_merge(begin, begin + width, std::min(begin + 2 * width, values.end()));
    }
}

} // namespace graph
#endif

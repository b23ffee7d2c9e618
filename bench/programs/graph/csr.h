// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// csr.h - a graph in compressed sparse rows: of each node the neighbours, with weights or without.
#ifndef GRAPH_CSR_H
#define GRAPH_CSR_H

#include "array.h"

#include <cinttypes>
#include <cstdio>

namespace graph {

// A neighbour with the weight of the edge to it. It is used as the node itself wherever the weight does not matter.
template <typename Node, typename Weight> struct WeightedNode {
  Node node = 0;
  Weight weight = 1;

  WeightedNode() = default;
  WeightedNode(Node n) : node(n), weight(1) {}
  WeightedNode(Node n, Weight w) : node(n), weight(w) {}

  bool operator<(const WeightedNode &other) const {
    return node == other.node ? weight < other.weight : node < other.node;
  }
  bool operator==(const WeightedNode &other) const { return node == other.node; }
  bool operator==(const Node &other) const { return node == other; }
  operator Node() const { return node; }
};

template <typename Node, typename Weight>
std::ostream &operator<<(std::ostream &out, const WeightedNode<Node, Weight> &neighbour) {
  out << neighbour.node << " " << neighbour.weight;
  return out;
}

template <typename Node, typename Weight>
std::istream &operator>>(std::istream &in, WeightedNode<Node, Weight> &neighbour) {
  in >> neighbour.node >> neighbour.weight;
  return in;
}

template <typename From, typename To = From> struct Pair {
  From from;
  To to;

  Pair() = default;
  Pair(From f, To t) : from(f), to(t) {}
  bool operator<(const Pair &other) const { return from == other.from ? to < other.to : from < other.from; }
  bool operator==(const Pair &other) const { return from == other.from && to == other.to; }
};

template <typename From, typename To> std::ostream &operator<<(std::ostream &out, const Pair<From, To> &pair) {
  return out << pair.from << " " << pair.to;
}

template <class Node, class Neighbour = Node, bool Inverse = true> class Csr {
public:
  using Offset = std::make_unsigned_t<std::ptrdiff_t>;

  // The neighbours of one node, without the first ones if asked.
  class Neighbours {
  public:
    using iterator = Neighbour *;
    Neighbours(Node node, Neighbour **index, Offset start) : node_(node), index_(index), start_(0) {
      const Offset most = Offset(end() - begin());
      start_ = std::min(start, most);
    }
    iterator begin() { return index_[node_] + start_; }
    iterator end() { return index_[node_ + 1]; }

  private:
    Node node_;
    Neighbour **index_;
    Offset start_;
  };

  // All nodes, one after the other.
  class Nodes {
  public:
    class iterator {
    public:
      using iterator_category = std::forward_iterator_tag;
      using value_type = Node;
      using difference_type = std::ptrdiff_t;
      using pointer = const Node *;
      using reference = Node;
      explicit iterator(Node at) : at_(at) {}
      Node operator*() const { return at_; }
      iterator &operator++() {
        ++at_;
        return *this;
      }
      iterator operator++(int) {
        iterator before = *this;
        ++at_;
        return before;
      }
      bool operator==(const iterator &other) const { return at_ == other.at_; }
      bool operator!=(const iterator &other) const { return at_ != other.at_; }

    private:
      Node at_;
    };
    Nodes(Node begin, Node end) : begin_(begin), end_(end) {}
    iterator begin() const { return iterator(begin_); }
    iterator end() const { return iterator(end_); }

  private:
    Node begin_, end_;
  };

  Csr() = default;
  Csr(std::int64_t nodes, Neighbour **index, Neighbour *neighbours)
      : directed_(false), nodes_(nodes), out_index_(index), out_(neighbours), in_index_(index), in_(neighbours) {
    edges_ = (index[nodes] - index[0]) / 2;
  }
  Csr(std::int64_t nodes, Neighbour **out_index, Neighbour *out, Neighbour **in_index, Neighbour *in)
      : directed_(true), nodes_(nodes), out_index_(out_index), out_(out), in_index_(in_index), in_(in) {
    edges_ = out_index[nodes] - out_index[0];
  }
  Csr(const Csr &) = delete;
  Csr &operator=(const Csr &) = delete;
  Csr(Csr &&other) noexcept { take(other); }
  Csr &operator=(Csr &&other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }
  ~Csr() { release(); }

  bool directed() const { return directed_; }
  std::int64_t nodes() const { return nodes_; }
  std::int64_t edges() const { return edges_; }
  std::int64_t directed_edges() const { return directed_ ? edges_ : 2 * edges_; }
  std::int64_t out_degree(Node n) const { return out_index_[n + 1] - out_index_[n]; }
  std::int64_t in_degree(Node n) const {
    static_assert(Inverse, "this graph has no inverse");
    return in_index_[n + 1] - in_index_[n];
  }
  Neighbours out(Node n, Offset start = 0) const { return Neighbours(n, out_index_, start); }
  Neighbours in(Node n, Offset start = 0) const {
    static_assert(Inverse, "this graph has no inverse");
    return Neighbours(n, in_index_, start);
  }
  Nodes vertices() const { return Nodes(0, Node(nodes_)); }

  void print_summary() const {
    std::cout << "The graph has " << nodes_ << " nodes and " << edges_ << (directed_ ? " directed" : " undirected")
              << " edges, " << (nodes_ ? edges_ / nodes_ : 0) << " each" << std::endl;
  }

  void print_topology() const {
    for (Node n = 0; n < nodes_; n++) {
      std::cout << n << ":";
      for (const Neighbour &to : out(n))
        std::cout << " " << to;
      std::cout << std::endl;
    }
  }

  // Returns the offsets of all nodes in a list of their neighbours.
  Array<Offset> offsets(bool in_graph = false) const {
    Array<Offset> result{std::size_t(nodes_ + 1)};
    for (Node n = 0; n < nodes_ + 1; n++)
      result[n] = in_graph ? Offset(in_index_[n] - in_index_[0]) : Offset(out_index_[n] - out_index_[0]);
    return result;
  }

  static Neighbour **make_index(const Array<Offset> &offsets, Neighbour *neighbours) {
    const Node length = Node(offsets.size());
    Neighbour **index = new Neighbour *[length];
#pragma omp parallel for
    for (Node n = 0; n < length; n++)
      index[n] = neighbours + offsets[n];
    return index;
  }

  std::int64_t most_neighbours() const {
    std::int64_t most = 0;
#pragma omp parallel for reduction(max : most) schedule(static)
    for (Node n = 0; n < Node(nodes_); n++)
      most = std::max(most, out_degree(n));
    return most;
  }

  // Returns a number that does not depend on the order of neighbours.
  std::uint64_t checksum() const {
    std::uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 1024)
    for (Node n = 0; n < Node(nodes_); n++) {
      for (Neighbour to : out(n))
        sum += std::uint64_t(n) * 31 + std::uint64_t(Node(to));
    }
    return sum;
  }

  bool has_edge(Node from, Node to) const {
    Neighbours list = out(from);
    return std::binary_search(list.begin(), list.end(), Neighbour(to));
  }

private:
  void release() {
    if (out_index_ != nullptr)
      delete[] out_index_;
    if (out_ != nullptr)
      delete[] out_;
    if (directed_) {
      if (in_index_ != nullptr)
        delete[] in_index_;
      if (in_ != nullptr)
        delete[] in_;
    }
  }
  void take(Csr &other) {
    directed_ = other.directed_;
    nodes_ = std::exchange(other.nodes_, -1);
    edges_ = std::exchange(other.edges_, -1);
    out_index_ = std::exchange(other.out_index_, nullptr);
    out_ = std::exchange(other.out_, nullptr);
    in_index_ = std::exchange(other.in_index_, nullptr);
    in_ = std::exchange(other.in_, nullptr);
  }

  bool directed_ = false;
  std::int64_t nodes_ = -1, edges_ = -1;
  Neighbour **out_index_ = nullptr;
  Neighbour *out_ = nullptr;
  Neighbour **in_index_ = nullptr;
  Neighbour *in_ = nullptr;
};

// Compares two graphs, whatever the order of their neighbours is.
template <class Node, class Neighbour, bool Inverse>
bool same_graph(const Csr<Node, Neighbour, Inverse> &a, const Csr<Node, Neighbour, Inverse> &b) {
  if (a.nodes() != b.nodes() || a.edges() != b.edges() || a.directed() != b.directed())
    return false;
  for (Node n : a.vertices()) {
    std::vector<Neighbour> of_a, of_b;
    for (const Neighbour &to : a.out(n))
      of_a.push_back(to);
    for (const Neighbour &to : b.out(n))
      of_b.push_back(to);
    std::sort(of_a.begin(), of_a.end());
    std::sort(of_b.begin(), of_b.end());
    if (!std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end()))
      return false;
  }
  return true;
}

// Says how many nodes have 2^n to 2^(n+1) neighbours.
template <class Graph> std::vector<std::int64_t> degrees_of(const Graph &g) {
  std::vector<std::int64_t> histogram(64, 0);
  for (auto n : g.vertices()) {
    int bucket = 0;
    for (std::int64_t degree = g.out_degree(n); degree > 1; degree /= 2)
      bucket++;
    histogram[std::size_t(bucket)]++;
  }
  while (!histogram.empty() && histogram.back() == 0)
    histogram.pop_back();
  return histogram;
}

} // namespace graph
#endif

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// build.h - makes a graph of a list of edges, and what the programs have in common: trials, and where they start.
#ifndef GRAPH_BUILD_H
#define GRAPH_BUILD_H

#include "generate.h"
#include "input.h"

#include <random>
#include <type_traits>

namespace graph {

template <typename Node, typename Destination = Node, typename Weight = Node, bool Inverse = true> class Builder {
public:
  using Edge = Pair<Node, Destination>;
  using EdgeList = Array<Edge>;
  using Graph = Csr<Node, Destination, Inverse>;
  using Offset = typename Graph::Offset;

  explicit Builder(const Options &options) : options_(options), symmetric_(options.undirected()) {
    if (symmetric_ && Inverse == false)
      std::cout << "the inverse of an undirected graph is the graph" << std::endl;
  }

  Graph make() {
    EdgeList list;
    if (!options_.file().empty()) {
      Reader<Node, Destination, Weight> reader(std::cin);
      list = reader.read(options_.file(), weighted_);
    } else {
      Generator<Node, Destination, Weight> generator(options_.scale(), options_.degree());
      list = generator.make(options_.kind());
      symmetric_ = true;
    }
    return squeeze(from_list(list));
  }

  Graph from_list(EdgeList &list) {
    Neighbour **index = nullptr, **inverse_index = nullptr;
    Neighbour *neighbours = nullptr, *inverse = nullptr;
    Clock clock;
    clock.start();
    if (nodes_ == -1)
      nodes_ = std::int64_t(most_node(list)) + 1;
    if (!weighted_)
      Generator<Node, Destination, Weight>::add_weights(list);
    make_rows(list, false, &index, &neighbours);
    if (!symmetric_ && Inverse)
      make_rows(list, true, &inverse_index, &inverse);
    clock.stop();
    print_time("build", clock);
    if (symmetric_)
      return Graph(nodes_, index, neighbours);
    return Graph(nodes_, index, neighbours, inverse_index, inverse);
  }

  // Sorts neighbours, and removes those that are there twice, and edges from a node to itself.
  static Graph squeeze(const Graph &g) {
    Neighbour **index = nullptr, **inverse_index = nullptr;
    Neighbour *neighbours = nullptr, *inverse = nullptr;
    squeeze_rows(g, false, &index, &neighbours);
    if (!g.directed())
      return Graph(g.nodes(), index, neighbours);
    if (Inverse)
      squeeze_rows(g, true, &inverse_index, &inverse);
    return Graph(g.nodes(), index, neighbours, inverse_index, inverse);
  }

  // Gives the nodes with most neighbours the least numbers.
  static Graph by_degree(const Graph &g) {
    if (g.directed()) {
      std::cout << "a directed graph can't be numbered again" << std::endl;
      std::exit(-11);
    }
    using DegreeOf = std::pair<std::int64_t, Node>;
    Array<DegreeOf> pairs{std::size_t(g.nodes())};
#pragma omp parallel for
    for (Node n = 0; n < Node(g.nodes()); n++)
      pairs[std::size_t(n)] = std::make_pair(g.out_degree(n), n);
    std::sort(pairs.begin(), pairs.end(), std::greater<DegreeOf>());
    Array<Offset> degrees{std::size_t(g.nodes())};
    Array<Node> numbers{std::size_t(g.nodes())};
#pragma omp parallel for
    for (Node n = 0; n < Node(g.nodes()); n++) {
      degrees[std::size_t(n)] = Offset(pairs[std::size_t(n)].first);
      numbers[std::size_t(pairs[std::size_t(n)].second)] = n;
    }
    Array<Offset> offsets = prefix_sums(degrees);
    Neighbour *neighbours = new Neighbour[offsets[std::size_t(g.nodes())]];
    Neighbour **index = Graph::make_index(offsets, neighbours);
#pragma omp parallel for
    for (Node u = 0; u < Node(g.nodes()); u++) {
      Offset at = offsets[std::size_t(numbers[std::size_t(u)])];
      for (Node v : g.out(u))
        neighbours[at++] = numbers[std::size_t(v)];
      std::sort(index[numbers[std::size_t(u)]], index[numbers[std::size_t(u)] + 1]);
    }
    return Graph(g.nodes(), index, neighbours);
  }

  static Array<Offset> prefix_sums(const Array<Offset> &degrees) {
    const std::size_t block = 1 << 20;
    const std::size_t blocks = (degrees.size() + block - 1) / block;
    Array<Offset> local(blocks);
#pragma omp parallel for
    for (std::size_t b = 0; b < blocks; b++) {
      Offset sum = 0;
      const std::size_t end = std::min((b + 1) * block, degrees.size());
      for (std::size_t i = b * block; i < end; i++)
        sum += degrees[i];
      local[b] = sum;
    }
    Array<Offset> before(blocks + 1);
    Offset total = 0;
    for (std::size_t b = 0; b < blocks; b++) {
      before[b] = total;
      total += local[b];
    }
    before[blocks] = total;
    Array<Offset> sums(degrees.size() + 1);
#pragma omp parallel for
    for (std::size_t b = 0; b < blocks; b++) {
      Offset sum = before[b];
      const std::size_t end = std::min((b + 1) * block, degrees.size());
      for (std::size_t i = b * block; i < end; i++) {
        sums[i] = sum;
        sum += degrees[i];
      }
    }
    sums[degrees.size()] = before[blocks];
    return sums;
  }

private:
  using Neighbour = Destination;

  static Node most_node(const EdgeList &list) {
    Node most = 0;
    const std::int64_t size = std::int64_t(list.size());
#pragma omp parallel for reduction(max : most)
    for (std::int64_t e = 0; e < size; e++) {
      const Edge &edge = list[std::size_t(e)];
      most = std::max(most, edge.from);
      most = std::max(most, Node(edge.to));
    }
    return most;
  }

  Array<Offset> count_degrees(const EdgeList &list, bool transposed) const {
    Array<Offset> degrees(std::size_t(nodes_), 0);
    const std::int64_t size = std::int64_t(list.size());
#pragma omp parallel for
    for (std::int64_t e = 0; e < size; e++) {
      const Edge &edge = list[std::size_t(e)];
      if (symmetric_ || !transposed)
        fetch_and_add(degrees[std::size_t(edge.from)], Offset(1));
      if (symmetric_ || transposed)
        fetch_and_add(degrees[std::size_t(Node(edge.to))], Offset(1));
    }
    return degrees;
  }

  static Neighbour reversed(Node from, Node) { return Neighbour(from); }
  static WeightedNode<Node, Weight> reversed(Node from, const WeightedNode<Node, Weight> &to) {
    return WeightedNode<Node, Weight>(from, to.weight);
  }

  void make_rows(const EdgeList &list, bool transposed, Neighbour ***index, Neighbour **neighbours) const {
    Array<Offset> degrees = count_degrees(list, transposed);
    Array<Offset> offsets = prefix_sums(degrees);
    *neighbours = new Neighbour[offsets[std::size_t(nodes_)]];
    *index = Graph::make_index(offsets, *neighbours);
    const std::int64_t size = std::int64_t(list.size());
#pragma omp parallel for
    for (std::int64_t e = 0; e < size; e++) {
      const Edge &edge = list[std::size_t(e)];
      if (symmetric_ || !transposed)
        (*neighbours)[fetch_and_add(offsets[std::size_t(edge.from)], Offset(1))] = edge.to;
      if (symmetric_ || transposed)
        (*neighbours)[fetch_and_add(offsets[std::size_t(Node(edge.to))], Offset(1))] = reversed(edge.from, edge.to);
    }
  }

  static void squeeze_rows(const Graph &g, bool transposed, Neighbour ***index, Neighbour **neighbours) {
    Array<Offset> degrees{std::size_t(g.nodes())};
#pragma omp parallel for schedule(dynamic, 64)
    for (Node n = 0; n < Node(g.nodes()); n++) {
      auto list = transposed ? g.in(n) : g.out(n);
      std::sort(list.begin(), list.end());
      auto end = std::unique(list.begin(), list.end());
      end = std::remove(list.begin(), end, n);
      degrees[std::size_t(n)] = Offset(end - list.begin());
    }
    Array<Offset> offsets = prefix_sums(degrees);
    *neighbours = new Neighbour[offsets[std::size_t(g.nodes())]];
    *index = Graph::make_index(offsets, *neighbours);
    for (Node n = 0; n < Node(g.nodes()); n++) {
      auto list = transposed ? g.in(n) : g.out(n);
      std::copy(list.begin(), list.begin() + std::ptrdiff_t(degrees[std::size_t(n)]), (*index)[n]);
    }
  }

  const Options &options_;
  bool symmetric_, weighted_ = false;
  std::int64_t nodes_ = -1;
};

// Chooses nodes that have neighbours.
template <class Graph> class Starts {
public:
  Starts(const Graph &g, std::int64_t given = -1) : g_(g), given_(given), engine_(SEED), random_(engine_, g.nodes()) {}

  std::int64_t next() {
    if (given_ >= 0)
      return given_;
    std::int64_t node;
    do {
      node = random_();
    } while (g_.out_degree(std::int32_t(node)) == 0);
    return node;
  }

private:
  const Graph &g_;
  std::int64_t given_;
  std::mt19937_64 engine_;
  Uniform<std::int64_t, std::mt19937_64> random_;
};

// Does the same several times, and prints the mean of its times.
template <class Graph, class Function, class Analysis, class Check>
void trials(const Options &options, const Graph &g, Function function, Analysis analyse, Check check) {
  g.print_summary();
  std::vector<double> seconds;
  for (int trial = 0; trial < options.trials(); trial++) {
    Clock clock;
    clock.start();
    auto result = function(g);
    clock.stop();
    print_time("trial", clock);
    seconds.push_back(clock.seconds());
    if (options.analyses() && trial == options.trials() - 1)
      analyse(g, result);
    if (options.verifies()) {
      clock.start();
      print_row("verification", check(std::cref(g), std::cref(result)) ? "passed" : "failed");
      clock.stop();
      print_time("verification", clock);
    }
  }
  summary_of(seconds).print("seconds");
}

} // namespace graph
#endif

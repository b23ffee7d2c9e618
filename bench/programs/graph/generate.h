// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// generate.h - makes the edges of a graph: of random ends, of a power law, or of a grid.
#ifndef GRAPH_GENERATE_H
#define GRAPH_GENERATE_H

#include "csr.h"

#include <cmath>
#include <random>

namespace graph {

template <typename Node, typename Destination = Node, typename Weight = Node> class Generator {
public:
  using Edge = Pair<Node, Destination>;
  using WeightedEdge = Pair<Node, WeightedNode<Node, Weight>>;
  using EdgeList = Array<Edge>;

  Generator(int scale, int degree) : scale_(scale), nodes_(std::int64_t(1) << scale), edges_(nodes_ * degree) {
    if (nodes_ > std::int64_t(std::numeric_limits<Node>::max())) {
      std::cerr << "a node has too few bits for a scale of " << scale << std::endl;
      std::exit(-1);
    }
  }

  EdgeList uniform() const {
    EdgeList list{std::size_t(edges_)};
#pragma omp parallel
    {
      std::mt19937 engine;
      Uniform<Node> random(engine, Node(nodes_));
#pragma omp for
      for (std::int64_t block = 0; block < edges_; block += BLOCK) {
        engine.seed(unsigned(SEED + std::uint64_t(block / BLOCK)));
        for (std::int64_t e = block; e < std::min(block + BLOCK, edges_); e++)
          list[std::size_t(e)] = Edge(random(), random());
      }
    }
    return list;
  }

  // Each bit of an edge's ends is drawn by the probabilities of a quarter of the matrix.
  EdgeList power_law() const {
    const std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    const std::uint32_t a = std::uint32_t(0.57 * most), b = std::uint32_t(0.19 * most), c = std::uint32_t(0.19 * most);
    EdgeList list{std::size_t(edges_)};
#pragma omp parallel
    {
      std::mt19937 engine;
#pragma omp for
      for (std::int64_t block = 0; block < edges_; block += BLOCK) {
        engine.seed(unsigned(SEED + std::uint64_t(block / BLOCK)));
        for (std::int64_t e = block; e < std::min(block + BLOCK, edges_); e++) {
          Node from = 0, to = 0;
          for (int depth = 0; depth < scale_; depth++) {
            const std::uint32_t point = std::uint32_t(engine());
            from = from << 1;
            to = to << 1;
            if (point < a + b) {
              if (point > a)
                to++;
            } else {
              from++;
              if (point > a + b + c)
                to++;
            }
          }
          list[std::size_t(e)] = Edge(from, Destination(to));
        }
      }
    }
    permute(list);
    return list;
  }

  EdgeList grid() const {
    const Node side = Node(std::sqrt(double(nodes_)));
    EdgeList list;
    list.reserve(std::size_t(2) * std::size_t(side) * std::size_t(side));
    for (Node y = 0; y < side; y++) {
      for (Node x = 0; x < side; x++) {
        const Node here = y * side + x;
        if (x + 1 < side)
          list.push_back(Edge(here, Destination(here + 1)));
        if (y + 1 < side)
          list.push_back(Edge(here, Destination(here + side)));
      }
    }
    return list;
  }

  EdgeList ring(int chords) const {
    EdgeList list;
    for (Node n = 0; n < Node(nodes_); n++) {
      list.push_back(Edge(n, Destination((n + 1) % Node(nodes_))));
      for (int c = 1; c <= chords; c++) {
        const Node far = Node((std::int64_t(n) + (std::int64_t(1) << c)) % nodes_);
        list.push_back(Edge(n, Destination(far)));
      }
    }
    return list;
  }

  EdgeList make(char kind) const {
    Clock clock;
    clock.start();
    EdgeList list;
    switch (kind) {
    case 'u':
      list = uniform();
      break;
    case 'p':
      list = power_law();
      break;
    case 'g':
      list = grid();
      break;
    case 'r':
      list = ring(2);
      break;
    default:
      std::cerr << "there is no kind of graph " << kind << std::endl;
      std::exit(-2);
    }
    clock.stop();
    print_time("generate", clock);
    return list;
  }

  // Without weights nothing is to be done.
  static void add_weights(Array<Edge> &) {}

  static void add_weights(Array<WeightedEdge> &list) {
#pragma omp parallel
    {
      std::mt19937 engine;
      Uniform<Node> random(engine, 254);
      const std::int64_t edges = std::int64_t(list.size());
#pragma omp for
      for (std::int64_t block = 0; block < edges; block += BLOCK) {
        engine.seed(unsigned(SEED + std::uint64_t(block / BLOCK)));
        for (std::int64_t e = block; e < std::min(block + BLOCK, edges); e++)
          list[std::size_t(e)].to.weight = static_cast<Weight>(random() + 1);
      }
    }
  }

private:
  static constexpr std::int64_t BLOCK = 1 << 18;

  // Gives the nodes other numbers, as those of a power law say where a node is.
  void permute(EdgeList &list) const {
    Array<Node> numbers{std::size_t(nodes_)};
    std::mt19937 engine(SEED);
#pragma omp parallel for
    for (Node n = 0; n < Node(nodes_); n++)
      numbers[std::size_t(n)] = n;
    std::shuffle(numbers.begin(), numbers.end(), engine);
#pragma omp parallel for
    for (std::int64_t e = 0; e < edges_; e++)
      list[std::size_t(e)] = Edge(numbers[std::size_t(list[std::size_t(e)].from)],
                                  Destination(numbers[std::size_t(Node(list[std::size_t(e)].to))]));
  }

  int scale_;
  std::int64_t nodes_, edges_;
};

// --- trees -------------------------------------------------------------------------------------------------------

template <typename Node> class Trees {
public:
  using Edge = Pair<Node, Node>;

  explicit Trees(Node nodes) : nodes_(nodes) {}

  Array<Edge> star() const {
    Array<Edge> list;
    for (Node n = 1; n < nodes_; n++)
      list.push_back(Edge(0, n));
    return list;
  }
  Array<Edge> binary() const {
    Array<Edge> list;
    for (Node n = 1; n < nodes_; n++)
      list.push_back(Edge((n - 1) / 2, n));
    return list;
  }
  template <typename Engine> Array<Edge> random(Engine &engine) const {
    Array<Edge> list;
    for (Node n = 1; n < nodes_; n++) {
      Uniform<Node, Engine> before(engine, n);
      list.push_back(Edge(before(), n));
    }
    return list;
  }
  // A few nodes in a row, each with leaves of its own.
  Array<Edge> caterpillar(Node leaves) const {
    Array<Edge> list;
    Node spine = 0, next = 1;
    while (next < nodes_) {
      for (Node leaf = 0; leaf < leaves && next < nodes_; leaf++)
        list.push_back(Edge(spine, next++));
      if (next < nodes_) {
        list.push_back(Edge(spine, next));
        spine = next++;
      }
    }
    return list;
  }

private:
  Node nodes_;
};

} // namespace graph
#endif

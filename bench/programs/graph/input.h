// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// input.h - reads the command line, and edges in several formats.
#ifndef GRAPH_INPUT_H
#define GRAPH_INPUT_H

#include "csr.h"

#include <cstdlib>
#include <getopt.h>

namespace graph {

class Options {
public:
  Options(int argc, char **argv, std::string name) : argc_(argc), argv_(argv), name_(std::move(name)) {
    add_help('h', "", "print this text", "");
    add_help('f', "FORMAT", "read the graph from the standard input: el, wel, gr, graph", "");
    add_help('s', "", "make the graph undirected", "");
    add_help('k', "SCALE", "make a power law's graph of 2^SCALE nodes", "");
    add_help('u', "SCALE", "make a graph of random edges with 2^SCALE nodes", "");
    add_help('g', "SCALE", "make a grid of 2^SCALE nodes", "");
    add_help('d', "DEGREE", "each node has so many neighbours in the mean", std::to_string(degree_));
    add_help('n', "TRIALS", "do everything so often", std::to_string(trials_));
    add_help('r', "NODE", "begin at this node", "random");
    add_help('a', "", "print an analysis of the last trial", "");
    add_help('v', "", "verify the result", "");
  }

  bool parse() {
    int option;
    opterr = 0;
    while ((option = getopt(argc_, argv_, arguments_.c_str())) != -1)
      handle(option);
    if (file_.empty() && scale_ < 0) {
      std::cout << "no graph is named; -h explains the options" << std::endl;
      return false;
    }
    return true;
  }

  const std::string &file() const { return file_; }
  bool undirected() const { return undirected_; }
  char kind() const { return kind_; }
  int scale() const { return scale_; }
  int degree() const { return degree_; }
  int trials() const { return trials_; }
  std::int64_t start() const { return start_; }
  bool analyses() const { return analyses_; }
  bool verifies() const { return verifies_; }

private:
  struct Help {
    char option;
    std::string argument, text, usual;
  };

  void add_help(char option, const std::string &argument, const std::string &text, const std::string &usual) {
    help_.push_back({option, argument, text, usual});
    arguments_ += option;
    if (!argument.empty())
      arguments_ += ':';
  }

  void handle(int option) {
    switch (option) {
    case 'f':
      file_ = std::string(optarg);
      break;
    case 's':
      undirected_ = true;
      break;
    case 'k':
      kind_ = 'p';
      scale_ = std::atoi(optarg);
      break;
    case 'u':
    case 'g':
      kind_ = char(option);
      scale_ = std::atoi(optarg);
      break;
    case 'd':
      degree_ = std::atoi(optarg);
      break;
    case 'n':
      trials_ = std::atoi(optarg);
      break;
    case 'r':
      start_ = std::atol(optarg);
      break;
    case 'a':
      analyses_ = true;
      break;
    case 'v':
      verifies_ = true;
      break;
    default:
      print_usage();
      std::exit(0);
    }
  }

  void print_usage() const {
    std::cout << name_ << std::endl;
    for (const Help &help : help_) {
      std::string head = std::string(" -") + help.option;
      if (!help.argument.empty())
        head += " <" + help.argument + ">";
      head.resize(std::max<std::size_t>(head.size(), 16), ' ');
      std::cout << head << help.text;
      if (!help.usual.empty())
        std::cout << " [" << help.usual << "]";
      std::cout << std::endl;
    }
  }

  int argc_;
  char **argv_;
  std::string name_, arguments_, file_;
  std::vector<Help> help_;
  bool undirected_ = false, analyses_ = false, verifies_ = false;
  char kind_ = 'p';
  int scale_ = -1, degree_ = 16, trials_ = 16;
  std::int64_t start_ = -1;
};

// --- edges -------------------------------------------------------------------------------------------------------

template <typename Node, typename Destination = Node, typename Weight = Node> class Reader {
public:
  using Edge = Pair<Node, Destination>;
  using EdgeList = Array<Edge>;

  explicit Reader(std::istream &in) : in_(in) {}

  EdgeList read(const std::string &format, bool &weighted) {
    Clock clock;
    clock.start();
    EdgeList list;
    weighted = false;
    if (format == "el") {
      list = read_pairs();
    } else if (format == "wel") {
      weighted = true;
      list = read_weighted();
    } else if (format == "gr") {
      weighted = true;
      list = read_arcs();
    } else if (format == "graph") {
      list = read_rows(weighted);
    } else {
      std::cerr << "there is no format " << format << std::endl;
      std::exit(-3);
    }
    clock.stop();
    print_time("read", clock);
    return list;
  }

private:
  EdgeList read_pairs() const {
    EdgeList list;
    Node from, to;
    while (in_ >> from >> to)
      list.push_back(Edge(from, Destination(to)));
    return list;
  }

  EdgeList read_weighted() const {
    EdgeList list;
    Node from;
    Destination to;
    while (in_ >> from >> to)
      list.push_back(Edge(from, to));
    return list;
  }

  // Lines of arcs begin with an `a`, and count nodes from 1.
  EdgeList read_arcs() const {
    EdgeList list;
    char kind;
    while (in_ >> kind) {
      if (kind != 'a') {
        in_.ignore(200, '\n');
        continue;
      }
      Node from;
      WeightedNode<Node, Weight> to;
      in_ >> from >> to;
      to.node -= 1;
      list.push_back(Edge(from - 1, Destination(to)));
    }
    return list;
  }

  EdgeList read_rows(bool &weighted) const {
    EdgeList list;
    std::int64_t nodes = 0, edges = 0;
    std::string line;
    while (std::getline(in_, line)) {
      if (line.empty() || line[0] != '%')
        break;
    }
    char *at = &line[0];
    nodes = std::strtol(at, &at, 10);
    edges = std::strtol(at, &at, 10);
    weighted = std::strtol(at, &at, 10) == 1;
    Node from = 0;
    while (from < Node(nodes) && std::getline(in_, line)) {
      char *before = nullptr;
      for (at = &line[0]; at != before;) {
        before = at;
        const Node to = Node(std::strtol(at, &at, 10));
        if (at == before)
          break;
        if (weighted)
          std::strtol(at, &at, 10);
        list.push_back(Edge(from, Destination(to - 1)));
      }
      from++;
    }
    if (std::int64_t(list.size()) < edges)
      std::cerr << "only " << list.size() << " of " << edges << " edges were read" << std::endl;
    return list;
  }

  std::istream &in_;
};

template <class Graph> class Writer {
public:
  explicit Writer(const Graph &g) : g_(g) {}

  void write(std::ostream &out) const {
    for (auto n : g_.vertices())
      for (auto to : g_.out(n))
        out << n << " " << to << '\n';
  }

private:
  const Graph &g_;
};

} // namespace graph
#endif

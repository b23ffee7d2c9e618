// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// levels.cpp - searches a graph breadth first: from the nodes of a step to their neighbours, or, if there are many of
// them, from the nodes that have not been seen yet to those of the step. It stands for programs whose templates and
// constructs are in headers of their own.
#include <algorithm>
#include <iostream>
#include <random>

#include "array.h"
#include "build.h"
#include "csr.h"
#include "generate.h"
#include "input.h"
#include "util.h"

namespace {

using Node = std::int32_t;
using Graph = graph::Csr<Node>;
using Builder = graph::Builder<Node>;

// Returns how many nodes were reached.
std::int64_t bottom_up(const Graph &g, graph::Array<Node> &parent, graph::Bits &front, graph::Bits &next) {
  std::int64_t awake = 0;
  next.reset();
#pragma omp parallel for reduction(+ : awake) schedule(dynamic, 1024)
  for (Node n = 0; n < Node(g.nodes()); n++) {
    if (parent[std::size_t(n)] >= 0)
      continue;
    for (Node from : g.in(n)) {
      if (front.get(std::size_t(from))) {
        parent[std::size_t(n)] = from;
        awake++;
        next.set_shared(std::size_t(n));
        break;
      }
    }
  }
  return awake;
}

// Returns how many edges lead out of the nodes that were reached.
std::int64_t top_down(const Graph &g, graph::Array<Node> &parent, graph::Queue<Node> &queue) {
  std::int64_t edges = 0;
#pragma omp parallel
  {
    graph::QueueBuffer<Node> local(queue);
#pragma omp for reduction(+ : edges) nowait
    for (Node *at = queue.begin(); at < queue.end(); at++) {
      for (Node to : g.out(*at)) {
        Node seen = parent[std::size_t(to)];
        if (seen < 0 && graph::swap_if_equal(parent[std::size_t(to)], seen, *at)) {
          local.push_back(to);
          edges += -seen;
        }
      }
    }
    local.flush();
  }
  return edges;
}

void to_bits(graph::Queue<Node> &queue, graph::Bits &bits) {
#pragma omp parallel for
  for (Node *at = queue.begin(); at < queue.end(); at++)
    bits.set_shared(std::size_t(*at));
}

void to_queue(const Graph &g, graph::Queue<Node> &queue, const graph::Bits &bits) {
#pragma omp parallel
  {
    graph::QueueBuffer<Node> local(queue);
#pragma omp for nowait
    for (Node n = 0; n < Node(g.nodes()); n++)
      if (bits.get(std::size_t(n)))
        local.push_back(n);
    local.flush();
  }
  queue.slide();
}

// A node that was not reached has the number of its neighbours, less than 0.
graph::Array<Node> first_parents(const Graph &g) {
  graph::Array<Node> parent{std::size_t(g.nodes())};
#pragma omp parallel for
  for (Node n = 0; n < Node(g.nodes()); n++)
    parent[std::size_t(n)] = g.out_degree(n) != 0 ? Node(-g.out_degree(n)) : -1;
  return parent;
}

graph::Array<Node> search(const Graph &g, Node source) {
  const int alpha = 15, beta = 18;
  graph::Array<Node> parent = first_parents(g);
  parent[std::size_t(source)] = source;
  graph::Queue<Node> queue{std::size_t(g.nodes())};
  queue.push_back(source);
  queue.slide();
  graph::Bits now{std::size_t(g.nodes())}, front{std::size_t(g.nodes())};
  std::int64_t to_check = g.directed_edges(), edges = g.out_degree(source);
  while (!queue.empty()) {
    if (edges > to_check / alpha) {
      front.reset();
      to_bits(queue, front);
      std::int64_t awake = std::int64_t(queue.size()), before;
      queue.slide();
      do {
        before = awake;
        awake = bottom_up(g, parent, front, now);
        front.swap(now);
      } while (awake >= before || awake > g.nodes() / beta);
      to_queue(g, queue, front);
      edges = 1;
    } else {
      to_check -= edges;
      edges = top_down(g, parent, queue);
      queue.slide();
    }
  }
  return parent;
}

bool verified(const Graph &g, const graph::Array<Node> &parent, Node source) {
  if (parent[std::size_t(source)] != source)
    return false;
  for (Node n : g.vertices())
    if (n != source && parent[std::size_t(n)] >= 0 && !g.has_edge(parent[std::size_t(n)], n))
      return false;
  return true;
}

} // namespace

int main(int argc, char **argv) {
  graph::Options options(argc, argv, "levels");
  if (!options.parse())
    return -1;
  Builder builder(options);
  Graph g = builder.make();
  graph::Starts<Graph> starts(g, options.start());
  Node source = 0;
  auto run = [&](const Graph &graph) {
    source = Node(starts.next());
    return search(graph, source);
  };
  auto analyse = [](const Graph &, const graph::Array<Node> &parent) {
    graph::print_row("reached", std::count_if(parent.begin(), parent.end(), [](Node p) { return p >= 0; }));
  };
  auto check = [&](const Graph &graph, const graph::Array<Node> &parent) { return verified(graph, parent, source); };
  graph::trials(options, g, run, analyse, check);
  return 0;
}

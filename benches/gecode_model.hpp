// Shared by our models for Gecode: a space with its decision variables, the ordering of two tasks, and the command line
// `WORD... [--nodes N] [--times K] [--seconds S]`.

#pragma once

#include <gecode/int.hh>
#include <gecode/search.hh>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace models {

using namespace Gecode;

// A model: keeps only its decision variables.
class Decisions : public Space {
public:
    IntVarArray x;
    BoolVarArray b;

    Decisions() = default;
    Decisions(Decisions& other) : Space(other) {
        x.update(*this, other.x);
        b.update(*this, other.b);
    }

    IntVarArgs ints(int count, int low, int high) {
        IntVarArgs all;
        for (int i = 0; i < count; i++) all << IntVar(*this, low, high);
        return all;
    }
};

// x + gap <= y
inline void before(Space& m, IntVar x, int gap, IntVar y) {
    linear(m, IntArgs({1, -1}), IntVarArgs({x, y}), IRT_LQ, -gap);
}

// The jobs of a shop: the machine and the duration of each task.
using Shop = std::vector<std::vector<std::pair<int, int>>>;

// A task: its start and its duration.
using Task = std::pair<IntVar, int>;

// For each two tasks of a machine, whether the earlier one in the list is processed first.
inline BoolVarArgs orders(Space& m, const std::map<int, std::vector<Task>>& machines) {
    BoolVarArgs all;
    for (const auto& [machine, tasks] : machines)
        for (std::size_t i = 0; i < tasks.size(); i++)
            for (std::size_t j = 0; j < i; j++) {
                BoolVar first(m, 0, 1);
                const auto [a, a_takes] = tasks[j];
                const auto [b, b_takes] = tasks[i];
                // first -> a + a_takes <= b, otherwise b + b_takes <= a.
                linear(m, IntArgs({1, -1}), IntVarArgs({a, b}), IRT_LQ, -a_takes, imp(first));
                linear(m, IntArgs({1, -1}), IntVarArgs({b, a}), IRT_GR, -b_takes, pmi(first));
                all << first;
            }
    return all;
}

// A machine processes one task at a time.
inline void one_at_a_time(Space& m, const std::map<int, std::vector<Task>>& machines) {
    for (const auto& [machine, tasks] : machines) {
        IntVarArgs starts;
        IntArgs durations;
        for (const auto& [start, takes] : tasks) {
            starts << start;
            durations << takes;
        }
        unary(m, starts, durations, IPL_ADVANCED);
    }
}

// The command line with its limits.
struct Arguments {
    std::vector<std::string> words;
    unsigned long nodes = 0, times = 1, seconds = 0;

    Arguments(int argc, char** argv) {
        for (int i = 1; i < argc; i++) {
            const std::string word = argv[i];
            unsigned long* number =
                word == "--nodes" ? &nodes : word == "--times" ? &times : word == "--seconds" ? &seconds : nullptr;
            if (number != nullptr && i + 1 < argc) *number = std::strtoul(argv[++i], nullptr, 10);
            else words.push_back(word);
        }
    }
};

// One thread, Gecode's default recomputation distances, and the limits of the command line.
class Limits {
public:
    explicit Limits(const Arguments& arguments)
        // NodeStop tests `nodes > limit` before it visits the next node, so a limit of
        // K visits K + 1 nodes. Here K means K nodes, hence the minus one.
        : nodes(arguments.nodes - 1), time(1000UL * arguments.seconds) {
        options.threads = 1;
        if (arguments.nodes != 0) options.stop = &nodes;
        else if (arguments.seconds != 0) options.stop = &time;
    }
    Search::Options options;

private:
    Search::NodeStop nodes;
    Search::TimeStop time;
};

}  // namespace models

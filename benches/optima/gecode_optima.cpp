// Models with an objective for Gecode, the peer that Ferz is measured against: the same constraints, the same
// consistency and the same branching as in `models/src`, file by file.
//
// Search is branch and bound, depth first with two-way branching on one thread, with Gecode's default
// recomputation distances. Nothing is printed per solution: the time is search.
//
//     gecode_optima NAME ORDER [--nodes N] [--times K] [--seconds S]
//
// Prints one line: best=… nodes=… failures=… solutions=…, and whether the best is proved or the search was stopped.

#include "../gecode_model.hpp"

#include <functional>
#include <numeric>

using namespace models;

namespace {

// The variable selection.
enum class Order { input, dom, smallest_value, regret, wdeg };

const std::map<std::string, Order> order_names = {
    {"input", Order::input},   {"dom", Order::dom},       {"smallest-value", Order::smallest_value},
    {"regret", Order::regret}, {"dom/wdeg", Order::wdeg},
};

// A model with an objective to minimise; for a knapsack, the negated value.
class Optimum : public Decisions {
public:
    IntVar objective;

    Optimum() = default;
    Optimum(Optimum& other) : Decisions(other) { objective.update(*this, other.objective); }
    Space* copy() override { return new Optimum(*this); }
    // Require an improvement on the best solution.
    void constrain(const Space& best) override {
        rel(*this, objective, IRT_LE, static_cast<const Optimum&>(best).objective.min());
    }

    void decide(const IntVarArgs& variables, Order order) {
        x = IntVarArray(*this, variables);
        const auto first = [&]() -> IntVarBranch {
            switch (order) {
                case Order::dom: return INT_VAR_SIZE_MIN();
                case Order::smallest_value: return INT_VAR_MIN_MIN();
                case Order::regret: return INT_VAR_REGRET_MIN_MAX();
                case Order::wdeg: return INT_VAR_AFC_SIZE_MAX();
                default: return INT_VAR_NONE();
            }
        };
        branch(*this, x, first(), INT_VAL_MIN());
    }
    void decide(const BoolVarArgs& variables, Order order, BoolValBranch value, const IntVarArgs& then = {}) {
        b = BoolVarArray(*this, variables);
        x = IntVarArray(*this, then);
        branch(*this, b, order == Order::wdeg ? BOOL_VAR_AFC_MAX() : BOOL_VAR_NONE(), value);
        // A solution fixes all variables.
        branch(*this, x, INT_VAR_NONE(), INT_VAL_MIN());
    }
};

void golomb_ruler(Optimum& m, int marks, Order order) {
    const int longest = (1 << (marks - 1)) - 1;
    IntVarArgs mark = m.ints(marks, 0, longest), distances;
    rel(m, mark[0], IRT_EQ, 0);
    for (int i = 0; i < marks; i++) {
        for (int j = i + 1; j < marks; j++) {
            IntVar distance(m, 1, longest);
            linear(m, IntArgs({1, 1, -1}), IntVarArgs({distance, mark[i], mark[j]}), IRT_EQ, 0, IPL_BND);
            distances << distance;
        }
    }
    distinct(m, distances, IPL_BND);
    rel(m, distances[0], IRT_LE, distances[distances.size() - 1]);
    m.objective = mark[marks - 1];
    m.decide(mark, order);
}

struct Luggage {
    std::vector<std::pair<int, int>> items;
    int capacity;
};

#include "luggage.hpp"

void knapsack(Optimum& m, const Luggage& luggage, Order order) {
    const auto& items = luggage.items;
    BoolVarArgs take;
    IntArgs weights, worths;
    int all = 0;
    for (auto [weight, worth] : items) {
        take << BoolVar(m, 0, 1);
        weights << weight;
        worths << -worth;
        all += worth;
    }
    m.objective = IntVar(m, -all, 0);
    linear(m, weights, take, IRT_LQ, luggage.capacity);
    linear(m, worths, take, IRT_EQ, m.objective);
    std::vector<int> best(items.size());
    std::iota(best.begin(), best.end(), 0);
    std::stable_sort(best.begin(), best.end(), [&](int i, int j) {
        return 1LL * items[i].second * items[j].first > 1LL * items[j].second * items[i].first;
    });
    BoolVarArgs decisions;
    for (int i : best) decisions << take[i];
    m.decide(decisions, order, BOOL_VAL_MAX());
}

#include "towns.hpp"

void tour(Optimum& m, Order order) {
    const int n = static_cast<int>(towns.size());
    IntVarArgs next = m.ints(n, 0, n - 1), legs;
    int longest = 0;
    circuit(m, next, IPL_DOM);
    for (int i = 0; i < n; i++) {
        rel(m, next[i], IRT_NQ, i);
        const IntArgs row(towns[i]);
        IntVar leg(m, IntSet(row));
        element(m, row, next[i], leg, IPL_DOM);
        legs << leg;
        longest += *std::max_element(towns[i].begin(), towns[i].end());
    }
    m.objective = IntVar(m, 0, longest);
    linear(m, legs, IRT_EQ, m.objective, IPL_BND);
    m.decide(legs + next, order);
}

struct Activity {
    int duration;
    std::vector<int> needs, after;
};
struct Project {
    std::vector<Activity> tasks;
    std::vector<int> capacities;
};

#include "projects.hpp"

void project(Optimum& m, const Project& project, Order order) {
    int horizon = 0;
    for (const Activity& task : project.tasks) horizon += task.duration;
    const IntVarArgs start = m.ints(static_cast<int>(project.tasks.size()), 0, horizon);
    m.objective = IntVar(m, 0, horizon);
    for (int i = 0; i < start.size(); i++) {
        const Activity& task = project.tasks[i];
        before(m, start[i], task.duration, m.objective);
        for (int next : task.after) before(m, start[i], task.duration, start[next]);
    }
    for (std::size_t r = 0; r < project.capacities.size(); r++) {
        IntVarArgs users;
        IntArgs durations, needs;
        for (int i = 0; i < start.size(); i++) {
            const Activity& task = project.tasks[i];
            if (task.needs[r] == 0) continue;
            users << start[i];
            durations << task.duration;
            needs << task.needs[r];
        }
        cumulative(m, project.capacities[r], users, durations, needs, IPL_BASIC);
    }
    m.decide(start + m.objective, order);
}

const std::map<int, std::vector<int>> triplets = {
#include "triplets.hpp"
};

void packing(Optimum& m, const std::vector<int>& items, Order order) {
    const int n = static_cast<int>(items.size()), size = 1000;
    IntVarArgs box;
    for (int i = 0; i < n; i++) box << IntVar(m, 0, i);
    binpacking(m, m.ints(n, 0, size), box, IntArgs(items));
    for (int i = 0; i + 1 < n; i++)
        if (items[i] == items[i + 1]) rel(m, box[i], IRT_LQ, box[i + 1]);
    m.objective = IntVar(m, 1, n);
    linear(m, IntArgs({size}), IntVarArgs({m.objective}), IRT_GQ, std::accumulate(items.begin(), items.end(), 0));
    IntVar last(m, 0, n - 1);
    max(m, box, last, IPL_BND);
    linear(m, IntArgs({1, -1}), IntVarArgs({m.objective, last}), IRT_EQ, 1, IPL_BND);
    m.decide(box, order);
}

#include "../classical/job_shops.hpp"
#include "ft10.hpp"

void job_shop(Optimum& m, const Shop& shop, Order order) {
    int latest = 0;
    for (const auto& job : shop)
        for (auto [machine, takes] : job) latest += takes;
    std::map<int, std::vector<Task>> on;
    m.objective = IntVar(m, 0, latest);
    IntVarArgs all_starts;
    for (const auto& job : shop) {
        IntVar last;
        int took = -1;  // no task before the first
        for (auto [machine, takes] : job) {
            IntVar start(m, 0, latest - takes);
            if (took >= 0) before(m, last, took, start);
            on[machine].emplace_back(start, takes);
            all_starts << start;
            last = start;
            took = takes;
        }
        before(m, last, took, m.objective);
    }
    one_at_a_time(m, on);
    m.decide(orders(m, on), order, BOOL_VAL_MIN(), all_starts + m.objective);
}

// Builds the model with this name; false if there is none.
bool state(Optimum& m, const std::string& name, Order order) {
    const std::map<std::string, int> shops = {{"ft06", 6}, {"la01", 1}, {"la02", 2}, {"la03", 3}, {"la04", 4}, {"la05", 5}};
    if (name.rfind("golomb", 0) == 0) golomb_ruler(m, std::atoi(name.c_str() + 6), order);
    else if (luggages.count(name)) knapsack(m, luggages.at(name), order);
    else if (name == "p01") tour(m, order);
    else if (projects.count(name)) project(m, projects.at(name), order);
    else if (name.rfind("triplets", 0) == 0) packing(m, triplets.at(std::atoi(name.c_str() + 8)), order);
    else if (name == "ft10") job_shop(m, ft10, order);
    else if (shops.count(name)) job_shop(m, job_shops.at(shops.at(name)), order);
    else return false;
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const Arguments arguments(argc, argv);
    const auto& words = arguments.words;
    if (words.size() != 2 || !order_names.count(words[1])) {
        std::fprintf(stderr, "usage: gecode_optima NAME ORDER [--nodes N] [--times K] [--seconds S]\n");
        return 2;
    }
    unsigned long solutions = 0;
    long best = 0;
    bool stopped = false;
    Search::Statistics statistics;
    for (unsigned long k = 0; k < arguments.times; k++) {
        auto root = std::make_unique<Optimum>();
        if (!state(*root, words[0], order_names.at(words[1]))) {
            std::fprintf(stderr, "no model of that name\n");
            return 2;
        }
        Limits limits(arguments);
        BAB<Optimum> search(root.get(), limits.options);
        root.reset();  // the search works on its own copy
        solutions = 0;
        while (Optimum* found = search.next()) {
            solutions++;
            best = std::labs(found->objective.min());
            delete found;
        }
        stopped = search.stopped();
        statistics = search.statistics();
    }
    std::printf("best=%ld nodes=%lu failures=%lu solutions=%lu propagations=%lu %s\n", best, statistics.node,
                statistics.fail, solutions, statistics.propagate, stopped ? "stopped" : "proved");
    return 0;
}

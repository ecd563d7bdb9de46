// Classical models for Gecode, the peer that Ferz is measured against: the same constraints, the same consistency and
// the same branching as in `models/src`, file by file.
//
// Search is chronological depth-first search with two-way branching on one thread, with Gecode's
// default recomputation distances. Nothing is printed per solution: the time is search.
//
//     gecode_classical NAME NUMBER... [--nodes N]
//
// Prints one line: nodes=… failures=… solutions=…

#include "../gecode_model.hpp"

#include <cstring>
#include <functional>
#include <set>

using namespace models;

namespace {

using Numbers = std::vector<int>;

class Classic : public Decisions {
public:
    Classic() = default;
    Classic(Classic& other) : Decisions(other) {}
    Space* copy() override { return new Classic(*this); }

    void decide(const IntVarArgs& variables, IntVarBranch order = INT_VAR_NONE()) {
        x = IntVarArray(*this, variables);
        branch(*this, x, order, INT_VAL_MIN());
    }
    void decide(const BoolVarArgs& variables) {
        b = BoolVarArray(*this, variables);
        branch(*this, b, BOOL_VAR_NONE(), BOOL_VAL_MIN());
    }
};

// The reified constraint `x = value`.
BoolVar is(Space& home, IntVar x, int value) {
    BoolVar truth(home, 0, 1);
    rel(home, x, IRT_EQ, value, truth);
    return truth;
}

void langford(Classic& m, const Numbers& n) {
    IntVarArgs places, first;
    for (int k = 1; k <= n[0]; k++) first << IntVar(m, 0, 2 * n[0] - k - 2);
    places << first;
    for (int k = 1; k <= n[0]; k++) {
        IntVar second(m, k + 1, 2 * n[0] - 1);
        linear(m, IntArgs({1, -1}), IntVarArgs({second, first[k - 1]}), IRT_EQ, k + 1, IPL_DOM);
        places << second;
    }
    distinct(m, places, IPL_VAL);
    IntVarArgs decisions;
    for (int k = n[0]; k--;) decisions << first[k];
    m.decide(decisions);
}

void golomb_ruler(Classic& m, const Numbers& n) {
    const int marks = n[0], length = n[1];
    IntVarArgs mark = m.ints(marks, 0, length), distances;
    rel(m, mark[0], IRT_EQ, 0);
    rel(m, mark[marks - 1], IRT_EQ, length);
    for (int i = 0; i < marks; i++) {
        for (int j = i + 1; j < marks; j++) {
            IntVar distance(m, 1, length);
            linear(m, IntArgs({1, 1, -1}), IntVarArgs({distance, mark[i], mark[j]}), IRT_EQ, 0, IPL_BND);
            distances << distance;
        }
    }
    distinct(m, distances, IPL_BND);
    rel(m, distances[0], IRT_LE, distances[distances.size() - 1]);
    m.decide(mark);
}

void magic_square(Classic& m, const Numbers& numbers) {
    const int n = numbers[0], magic = n * (n * n + 1) / 2;
    IntVarArgs cell = m.ints(n * n, 1, n * n);
    distinct(m, cell, IPL_VAL);
    for (int k = 0; k < n; k++) {
        linear(m, cell.slice(n * k, 1, n), IRT_EQ, magic, IPL_BND);
        linear(m, cell.slice(k, n, n), IRT_EQ, magic, IPL_BND);
    }
    linear(m, cell.slice(0, n + 1, n), IRT_EQ, magic, IPL_BND);
    linear(m, cell.slice(n - 1, n - 1, n), IRT_EQ, magic, IPL_BND);
    for (int corner : {n - 1, n * (n - 1), n * n - 1}) rel(m, cell[0], IRT_LE, cell[corner]);
    rel(m, cell[1], IRT_LE, cell[n]);
    m.decide(cell, INT_VAR_SIZE_MIN());
}

void magic_sequence(Classic& m, const Numbers& numbers) {
    const int n = numbers[0];
    IntVarArgs x = m.ints(n, 0, n - 1);
    IntArgs positions;
    for (int i = 0; i < n; i++) {
        // As strong as Ferz's gcc by values, which is one propagator. Gecode's `count` over all values is weaker.
        count(m, x, i, IRT_EQ, x[i], IPL_DOM);
        positions << i;
    }
    linear(m, x, IRT_EQ, n, IPL_BND);
    linear(m, positions, x, IRT_EQ, n, IPL_BND);
    m.decide(x);
}

void letters(Classic& m, const Numbers&) {
    const char* words[] = {"DONALD", "GERALD", "ROBERT"};
    std::string order;
    IntVarArgs letter;
    for (const char* word : words)
        for (const char* c = word; *c; c++)
            if (order.find(*c) == std::string::npos) {
                order += *c;
                bool leads = false;
                for (const char* other : words) leads = leads || other[0] == *c;
                letter << IntVar(m, leads ? 1 : 0, 9);
            }
    IntArgs coefficients(letter.size());
    for (int i = 0; i < letter.size(); i++) coefficients[i] = 0;
    for (int w = 0; w < 3; w++) {
        int worth = w == 2 ? -1 : 1;
        for (std::size_t i = std::strlen(words[w]); i--; worth *= 10)
            coefficients[static_cast<int>(order.find(words[w][i]))] += worth;
    }
    linear(m, coefficients, letter, IRT_EQ, 0, IPL_BND);
    distinct(m, letter, IPL_VAL);
    m.decide(letter);
}

void latin_square(Classic& m, const Numbers& numbers) {
    const int n = numbers[0];
    IntVarArgs cell = m.ints(n * n, 0, n - 1);
    for (int k = 0; k < n; k++) {
        distinct(m, cell.slice(n * k, 1, n), IPL_DOM);
        distinct(m, cell.slice(k, n, n), IPL_DOM);
    }
    m.decide(cell);
}

void costas_array(Classic& m, const Numbers& numbers) {
    const int n = numbers[0];
    IntVarArgs row = m.ints(n, 0, n - 1);
    distinct(m, row, IPL_VAL);
    for (int step = 1; step < n - 1; step++) {
        IntVarArgs differences;
        for (int i = step; i < n; i++) {
            IntVar difference(m, 1 - n, n - 1);
            linear(m, IntArgs({1, -1, -1}), IntVarArgs({row[i], row[i - step], difference}), IRT_EQ, 0, IPL_BND);
            differences << difference;
        }
        distinct(m, differences, IPL_VAL);
    }
    m.decide(row);
}

void all_interval(Classic& m, const Numbers& numbers) {
    const int n = numbers[0];
    IntVarArgs x = m.ints(n, 0, n - 1), interval = m.ints(n - 1, 1, n - 1);
    for (int i = 0; i + 1 < n; i++) {
        IntVar step(m, 1 - n, n - 1);
        linear(m, IntArgs({1, -1, -1}), IntVarArgs({x[i + 1], x[i], step}), IRT_EQ, 0, IPL_BND);
        abs(m, step, interval[i], IPL_BND);
    }
    distinct(m, x, IPL_VAL);
    distinct(m, interval, IPL_VAL);
    m.decide(x);
}

void bibd(Classic& m, const Numbers& n) {
    const int v = n[0], k = n[1], lambda = n[2];
    const int r = lambda * (v - 1) / (k - 1), b = v * r / k;
    BoolVarArgs on;
    for (int i = 0; i < v * b; i++) on << BoolVar(m, 0, 1);
    const auto point = [&](int p) { return on.slice(p * b, 1, b); };
    const auto block = [&](int i) { return on.slice(i, b, v); };
    for (int p = 0; p < v; p++) {
        linear(m, point(p), IRT_EQ, r);
        for (int q = 0; q < p; q++) {
            BoolVarArgs both;
            for (int i = 0; i < b; i++) {
                BoolVar two(m, 0, 1);
                rel(m, point(p)[i], BOT_AND, point(q)[i], two);
                both << two;
            }
            linear(m, both, IRT_EQ, lambda);
        }
    }
    for (int i = 0; i < b; i++) linear(m, block(i), IRT_EQ, k);
    for (int p = 1; p < v; p++) rel(m, point(p - 1), IRT_LQ, point(p));
    for (int i = 1; i < b; i++) rel(m, block(i - 1), IRT_LQ, block(i));
    m.decide(on);
}

void quasigroup(Classic& m, const Numbers& numbers) {
    const int identity = numbers[0], n = numbers[1];
    IntVarArgs cell = m.ints(n * n, 0, n - 1);
    const auto row = [&](int a) { return cell.slice(n * a, 1, n); };
    const auto column = [&](int b) { return cell.slice(b, n, n); };
    const auto flat = [&](IntVar a, IntVar b) {
        IntVar place(m, 0, n * n - 1);
        linear(m, IntArgs({n, 1, -1}), IntVarArgs({a, b, place}), IRT_EQ, 0, IPL_BND);
        return place;
    };
    for (int a = 0; a < n; a++) {
        distinct(m, row(a), IPL_DOM);
        distinct(m, column(a), IPL_DOM);
        rel(m, cell[n * a + a], IRT_EQ, a);
        rel(m, cell[n * a + n - 1], IRT_GQ, a - 1);
        for (int b = 0; b < n; b++) {
            if (b == a) continue;
            const IntVar ab = cell[n * a + b], ba = cell[n * b + a];
            const IntVar product(m, 0, n - 1);
            switch (identity) {
                case 3: element(m, cell, flat(ab, ba), a, IPL_DOM); break;
                case 4: element(m, cell, flat(ba, ab), a, IPL_DOM); break;
                case 5:
                    element(m, column(b), ba, product, IPL_DOM);
                    element(m, column(b), product, a, IPL_DOM);
                    break;
                case 6:
                    element(m, column(b), ab, product, IPL_DOM);
                    element(m, row(a), ab, product, IPL_DOM);
                    break;
                default:
                    element(m, column(b), ba, product, IPL_DOM);
                    element(m, row(a), ba, product, IPL_DOM);
            }
        }
    }
    m.decide(cell, INT_VAR_SIZE_MIN());
}

void knights_tour(Classic& m, const Numbers& n) {
    IntVarArgs next;
    for (int row = 0; row < n[0]; row++)
        for (int column = 0; column < n[1]; column++) {
            IntArgs ends;
            for (int down = -2; down <= 2; down++)
                for (int right = -2; right <= 2; right++) {
                    const int r = row + down, c = column + right;
                    if (down * down + right * right == 5 && r >= 0 && r < n[0] && c >= 0 && c < n[1])
                        ends << r * n[1] + c;
                }
            next << IntVar(m, IntSet(ends));
        }
    circuit(m, next, IPL_DOM);
    m.decide(next, INT_VAR_SIZE_MIN());
}

void social_golfers(Classic& m, const Numbers& n) {
    const int groups = n[0], size = n[1], weeks = n[2], players = groups * size;
    IntArgs names;
    for (int g = 0; g < groups; g++) names << g;
    std::vector<IntVarArgs> schedule;
    IntVarArgs all;
    for (int week = 0; week < weeks; week++) {
        IntVarArgs group = m.ints(players, 0, groups - 1);
        // As strong as Ferz's gcc by values; Gecode's `count` over all values does not detect that the remaining
        // candidates of a value are all needed.
        for (int g : names) count(m, group, g, IRT_EQ, size);
        precede(m, group, names);
        if (week > 0) rel(m, schedule.back(), IRT_LE, group);
        schedule.push_back(group);
        all << group;
    }
    for (int p = 0; p < players; p++)
        for (int q = 0; q < p; q++) {
            BoolVarArgs meetings;
            for (const IntVarArgs& group : schedule) {
                BoolVar meet(m, 0, 1);
                rel(m, group[p], IRT_EQ, group[q], meet, IPL_BND);
                meetings << meet;
            }
            linear(m, meetings, IRT_LQ, 1);
        }
    m.decide(all);
}

using Lines = std::vector<std::vector<int>>;

#include "nonograms.hpp"

// A line with these runs: white squares, a run, at least one white square, the next run, …
DFA line(const std::vector<int>& runs) {
    std::vector<DFA::Transition> transitions = {{0, 0, 0}};
    int state = 0;
    for (std::size_t i = 0; i < runs.size(); i++) {
        if (i > 0) {
            transitions.emplace_back(state, 0, state + 1);
            transitions.emplace_back(state + 1, 0, state + 1);
            state++;
        }
        for (int k = 0; k < runs[i]; k++, state++) transitions.emplace_back(state, 1, state + 1);
    }
    if (state > 0) transitions.emplace_back(state, 0, state);
    transitions.emplace_back(-1, 0, 0);  // the end
    int accepting[] = {state, -1};
    return DFA(0, transitions.data(), accepting);
}

void nonogram(Classic& m, const Numbers& n) {
    const Lines &rows = nonograms[n[0]][0], &columns = nonograms[n[0]][1];
    const int height = static_cast<int>(rows.size()), width = static_cast<int>(columns.size());
    BoolVarArgs square;
    for (int i = 0; i < height * width; i++) square << BoolVar(m, 0, 1);
    for (int r = 0; r < height; r++) extensional(m, square.slice(r * width, 1, width), line(rows[r]));
    for (int c = 0; c < width; c++) extensional(m, square.slice(c, width, height), line(columns[c]));
    m.decide(square);
}

// The twelve pieces, by row and column.
const int pieces[12][5][2] = {
    {{0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 1}}, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}},
    {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}}, {{0, 0}, {0, 1}, {0, 2}, {1, 2}, {1, 3}},
    {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}}, {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 1}},
    {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 2}}, {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {2, 0}},
    {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}}, {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}},
    {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}}, {{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}}};

// The patterns of each orientation of a piece that fits: from its first square to its last, with its own squares
// marked.
std::set<std::vector<bool>> patterns(const int (&cells)[5][2], int width) {
    std::set<std::vector<bool>> all;
    for (int turn = 0; turn < 8; turn++) {
        std::vector<std::pair<int, int>> turned;
        int left = 9, right = -9;
        for (const auto& cell : cells) {
            const int row = cell[turn & 1], column = cell[1 - (turn & 1)];
            turned.emplace_back(turn & 2 ? -row : row, turn & 4 ? -column : column);
            left = std::min(left, turned.back().second);
            right = std::max(right, turned.back().second);
        }
        if (right - left >= width) continue;
        std::sort(turned.begin(), turned.end());
        std::vector<bool> pattern;
        for (auto [row, column] : turned) {
            const int at = (row - turned[0].first) * (width + 1) + column - turned[0].second;
            pattern.resize(at + 1, false);
            pattern[at] = true;
        }
        all.insert(pattern);
    }
    return all;
}

// The words with exactly one occurrence of a piece, in one of these patterns: a tree of patterns between two loops.
DFA placed(int piece, const std::set<std::vector<bool>>& all) {
    std::vector<DFA::Transition> transitions;
    const auto others = [&](int from, int to) {
        for (int v = 0; v <= 12; v++)
            if (v != piece) transitions.emplace_back(from, v, to);
    };
    others(0, 0);
    others(1, 1);
    int states = 2;
    std::map<std::pair<int, bool>, int> children;
    for (const std::vector<bool>& pattern : all) {
        int state = 0;
        for (std::size_t i = 0; i < pattern.size(); i++) {
            const auto child = children.find({state, pattern[i]});
            if (child != children.end()) {
                state = child->second;
                continue;
            }
            const int next = i + 1 == pattern.size() ? 1 : states++;
            if (pattern[i]) transitions.emplace_back(state, piece, next);
            else others(state, next);
            children[{state, pattern[i]}] = next;
            state = next;
        }
    }
    transitions.emplace_back(-1, 0, 0);  // the end
    int accepting[] = {1, -1};
    return DFA(0, transitions.data(), accepting);
}

void pentominoes(Classic& m, const Numbers& n) {
    const int width = n[0], height = 60 / width;
    IntVarArgs square, decisions;
    for (int row = 0; row < height; row++)
        for (int column = 0; column <= width; column++) {
            const bool is_mark = column == width;
            square << IntVar(m, is_mark ? 12 : 0, is_mark ? 12 : 11);
            if (!is_mark) decisions << square[square.size() - 1];
        }
    for (int piece = 0; piece < 12; piece++) extensional(m, square, placed(piece, patterns(pieces[piece], width)));
    m.decide(decisions);
}

void car_sequencing(Classic& m, const Numbers& n) {
    const int most[] = {1, 2, 1, 2, 1}, of[] = {2, 3, 3, 5, 5}, demand[] = {1, 1, 2, 2, 2, 2};
    const int needs[6][5] = {{1, 0, 1, 1, 0}, {0, 0, 0, 1, 0}, {0, 1, 0, 0, 1},
                             {0, 1, 0, 1, 0}, {1, 0, 1, 0, 0}, {1, 1, 0, 0, 0}};
    const int cars = 10 * n[0];
    IntVarArgs slot = m.ints(cars, 0, 5);
    std::vector<BoolVarArgs> is_of(6);
    for (int c = 0; c < 6; c++) {
        for (int s = 0; s < cars; s++) is_of[c] << is(m, slot[s], c);
        linear(m, is_of[c], IRT_EQ, demand[c] * n[0]);
    }
    for (int o = 0; o < 5; o++)
        for (int s = 0; s + of[o] <= cars; s++) {
            BoolVarArgs window;
            for (int c = 0; c < 6; c++)
                if (needs[c][o]) window << is_of[c].slice(s, 1, of[o]);
            linear(m, window, IRT_LQ, most[o]);
        }
    m.decide(slot);
}

#include "job_shops.hpp"

void job_shop(Classic& m, const Numbers& n, bool whole_machines) {
    const Shop& shop = job_shops.at(n[0]);
    const int end = n[1];
    std::map<int, std::vector<Task>> on;
    for (const auto& job : shop) {
        IntVar last;
        int took = -1;  // no task before the first
        for (auto [machine, takes] : job) {
            IntVar start(m, 0, end - takes);
            if (took >= 0) before(m, last, took, start);
            on[machine].emplace_back(start, takes);
            last = start;
            took = takes;
        }
    }
    if (whole_machines) one_at_a_time(m, on);
    m.decide(orders(m, on));
}

const std::map<std::string, std::function<void(Classic&, const Numbers&)>> statements = {
    {"all-interval", all_interval},
    {"bibd", bibd},
    {"car-sequencing", car_sequencing},
    {"costas", costas_array},
    {"golomb", golomb_ruler},
    {"job-shop", [](Classic& m, const Numbers& n) { job_shop(m, n, true); }},
    {"job-shop-orders", [](Classic& m, const Numbers& n) { job_shop(m, n, false); }},
    {"knights-tour", knights_tour},
    {"langford", langford},
    {"latin-square", latin_square},
    {"letters", letters},
    {"magic-sequence", magic_sequence},
    {"magic-square", magic_square},
    {"nonogram", nonogram},
    {"pentominoes", pentominoes},
    {"quasigroup", quasigroup},
    {"social-golfers", social_golfers},
};

}  // namespace

int main(int argc, char** argv) {
    const Arguments arguments(argc, argv);
    if (arguments.words.empty() || !statements.count(arguments.words[0])) {
        std::fprintf(stderr, "usage: gecode_classical NAME NUMBER... [--nodes N]\n");
        return 2;
    }
    Numbers numbers;
    for (std::size_t i = 1; i < arguments.words.size(); i++) numbers.push_back(std::atoi(arguments.words[i].c_str()));

    unsigned long solutions = 0;
    Search::Statistics statistics;
    {
        auto root = std::make_unique<Classic>();
        statements.at(arguments.words[0])(*root, numbers);
        Limits limits(arguments);
        DFS<Classic> search(root.get(), limits.options);
        root.reset();  // the search works on its own copy
        while (Classic* found = search.next()) {
            solutions++;
            delete found;
        }
        statistics = search.statistics();
    }
    std::printf("nodes=%lu failures=%lu solutions=%lu propagations=%lu\n", statistics.node, statistics.fail, solutions,
                statistics.propagate);
    return 0;
}

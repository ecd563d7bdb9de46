// Counts n-queens boards with Gecode, as the peer that Ferz is measured against.
//
// The model is three `distinct` constraints: the rows, and both diagonals as
// offsets of the same variables. Search is chronological depth-first search with
// two-way branching, smallest value first, on one thread, with Gecode's default
// recomputation distances. Nothing is printed per solution: the time is search.
//
// Prints one line: nodes=… failures=… solutions=… seconds=…

#include <gecode/int.hh>
#include <gecode/search.hh>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>

using namespace Gecode;

namespace {

const char usage[] =
    "usage: gecode_queens N --order input|dom [--consistency value|bounds|domain]\n"
    "                       [--node-limit K] [--threads 1]\n";

// Diagonal offsets reach 2N; a larger board would be no more informative.
const unsigned long max_board = 10000;

struct Arguments {
    int n = 0;
    const char* order = nullptr;
    IntPropLevel consistency = IPL_VAL;
    unsigned long node_limit = 0;  // 0: search the whole tree
};

[[noreturn]] void reject(const char* what, const char* text) {
    std::fprintf(stderr, "gecode_queens: %s: '%s'\n%s", what, text, usage);
    std::exit(2);
}

unsigned long positive(const char* text, unsigned long most, const char* what) {
    char* end = nullptr;
    errno = 0;
    const unsigned long value = std::strtoul(text, &end, 10);
    // strtoul accepts a sign and leading blanks, which are errors here.
    const bool digits = text[0] >= '0' && text[0] <= '9' && *end == '\0';
    if (!digits || errno != 0 || value == 0 || value > most) reject(what, text);
    return value;
}

IntPropLevel consistency_named(const char* name) {
    if (!std::strcmp(name, "value")) return IPL_VAL;
    if (!std::strcmp(name, "bounds")) return IPL_BND;
    if (!std::strcmp(name, "domain")) return IPL_DOM;
    reject("--consistency is value, bounds or domain", name);
}

Arguments parse(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i < argc; i++) {
        const char* word = argv[i];
        if (word[0] != '-') {
            if (arguments.n != 0) reject("only one board size is expected", word);
            arguments.n = static_cast<int>(
                positive(word, max_board, "the board size is an integer from 1 to 10000"));
            continue;
        }
        if (i + 1 == argc) reject("unknown option, or one without its value", word);
        const char* value = argv[++i];
        if (!std::strcmp(word, "--order")) {
            if (std::strcmp(value, "input") && std::strcmp(value, "dom"))
                reject("--order is input or dom", value);
            arguments.order = value;
        } else if (!std::strcmp(word, "--consistency")) {
            arguments.consistency = consistency_named(value);
        } else if (!std::strcmp(word, "--node-limit")) {
            arguments.node_limit =
                positive(value, ULONG_MAX, "--node-limit is an integer of at least 1");
        } else if (!std::strcmp(word, "--threads")) {
            // With more threads the nodes visited before a limit depend on timing.
            if (std::strcmp(value, "1")) reject("only one thread is comparable", value);
        } else {
            reject("unknown option", word);
        }
    }
    if (arguments.n == 0) reject("missing argument", "N");
    if (arguments.order == nullptr) reject("missing argument", "--order");
    return arguments;
}

class Queens : public Space {
public:
    explicit Queens(const Arguments& arguments)
        : row(*this, arguments.n, 0, arguments.n - 1) {
        const int n = arguments.n;
        IntArgs up(n), down(n);
        for (int column = 0; column < n; column++) {
            up[column] = column;
            down[column] = -column;
        }
        distinct(*this, row, arguments.consistency);
        distinct(*this, up, row, arguments.consistency);
        distinct(*this, down, row, arguments.consistency);
        // SIZE_MIN breaks ties by the smallest column.
        if (!std::strcmp(arguments.order, "dom"))
            branch(*this, row, INT_VAR_SIZE_MIN(), INT_VAL_MIN());
        else
            branch(*this, row, INT_VAR_NONE(), INT_VAL_MIN());
    }

    Queens(Queens& other) : Space(other) { row.update(*this, other.row); }

    Space* copy() override { return new Queens(*this); }

private:
    IntVarArray row;  // row[c] is the row of the queen in column c
};

double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
    const Arguments arguments = parse(argc, argv);
    const double start = cpu_seconds();

    // NodeStop tests `nodes > limit` before it visits the next node, so a limit of
    // K visits K + 1 nodes. Here K means K nodes, hence the minus one.
    Search::NodeStop stop(arguments.node_limit - 1);
    Search::Options options;
    options.threads = 1;
    if (arguments.node_limit != 0) options.stop = &stop;

    unsigned long solutions = 0;
    Search::Statistics statistics;
    {
        auto root = std::make_unique<Queens>(arguments);
        DFS<Queens> search(root.get(), options);
        root.reset();  // the search works on its own copy
        while (Queens* board = search.next()) {
            solutions++;
            delete board;
        }
        statistics = search.statistics();
    }

    std::printf("nodes=%lu failures=%lu solutions=%lu seconds=%.6f\n",
                statistics.node, statistics.fail, solutions, cpu_seconds() - start);
    return 0;
}

"""Makes Ctrl-C work in tests: programs must not inherit an ignored SIGINT, as they do after a shell's `&`."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)

"""Tests send Ctrl-C to programs, which must not inherit that it is ignored, as it is behind a shell's `&`."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)

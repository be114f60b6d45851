#!/bin/sh
# Runs the program named by LOW_PRIORITY_PROGRAM after the test processes. With autogroup scheduling Linux gives each
# session the same share of the processors (https://man7.org/linux/man-pages/man7/sched.7.html). Every browser is a
# session of its own, all test processes together are one: beside eight browsers a test that wanted 0.4 s of processor
# time waited 10 s for it, and lost the datagrams of the networks that it simulates.
{ echo 10 > /proc/self/autogroup; } 2> /dev/null
exec "$LOW_PRIORITY_PROGRAM" "$@"

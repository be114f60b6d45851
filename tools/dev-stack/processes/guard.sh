#!/bin/sh
# Cleans up after the launcher. Reads "+<pid>" and "-<pid>" lines; end of input means that the launcher
# has exited, even by SIGKILL. Terminates the process groups still listed and removes the run directory.
# A shell script because it runs next to every stack and takes less than 1 MB.
trap '' INT TERM HUP
run_dir=$1
pids=' '
while read -r line; do
  pid=${line#?}
  case $line in
    +*) pids="$pids$pid " ;;
    -*) case $pids in *" $pid "*) pids="${pids%%" $pid "*} ${pids#*" $pid "}" ;; esac ;;
  esac
done

signal_all() {
  alive=''
  for pid in $pids; do kill -s "$1" -- "-$pid" 2>/dev/null && alive=yes; done
}

signal_all TERM
rounds=0
while [ -n "$alive" ] && [ "$rounds" -lt 30 ]; do
  sleep 0.1
  rounds=$((rounds + 1))
  signal_all 0
done
signal_all KILL
rm -rf -- "$run_dir"

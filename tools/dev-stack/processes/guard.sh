#!/bin/sh
# The last one out. Reads "+<pid>" and "-<pid>" from the launcher; when the input ends - the launcher
# is gone, however it went - it ends the process groups still listed and removes the run directory.
# A shell, because it must outlive a launcher killed with SIGKILL and costs less than 1 MB.
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

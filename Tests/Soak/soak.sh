#!/bin/bash
# Drives a GTK form again and again while another core is busy: first COUNT times under the real clock, then PICTURES times under a manual one,
# where all pictures must be alike. CASEMENT is the program.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export CASEMENT=${CASEMENT:-$here/../../.build/release/casement}
count=${COUNT:-50} pictures=${PICTURES:-20}
expected='{"dropped": "a thing", "language": "Polski", "name": "Zażółć gęślą jaźń é 🦆", "note": "two (2) & more"}'
directory=$(mktemp -d)
busy=
# shellcheck disable=SC2064
trap "rm -rf '$directory'; [ -z \"\$busy\" ] || kill \"\$busy\"" EXIT
(exec sh -c 'while :; do :; done') &
busy=$!

run() {  # run NAME CLOCK
  export OUT=$directory/$1 CLOCK=$2
  mkdir -p "$OUT"
  if ! "$CASEMENT" run --clock "$2" --screen 640x480 --timeout 120 ${REPORT:+--report "$REPORT"} -- sh "$here/form.sh" >"$OUT/log" 2>&1; then
    echo "run $1 failed:"; cat "$OUT/log"; return 1
  fi
  if [ "$(cat "$OUT/answers")" != "$expected" ]; then echo "run $1 answered: $(cat "$OUT/answers")"; return 1; fi
}

failures=0
for number in $(seq "$count"); do run "real-$number" real || failures=$((failures + 1)); done
echo "real clock: $failures of $count runs failed"
different=0
for number in $(seq "$pictures"); do
  run "manual-$number" manual || { failures=$((failures + 1)); continue; }
  for picture in typed menu chosen dropped dialog; do
    "$CASEMENT" compare "$directory/manual-1/$picture.png" "$directory/manual-$number/$picture.png" >"$directory/difference" && continue
    different=$((different + 1)); echo "manual run $number, $picture: $(cat "$directory/difference")"
    if [ -n "${KEEP:-}" ]; then cp "$directory/manual-1/$picture.png" "$KEEP/$picture-1.png"; cp "$directory/manual-$number/$picture.png" "$KEEP/$picture-$number.png"; fi
  done
done
echo "manual clock: $different pictures of $pictures runs differ from those of the first"
[ "$failures" = 0 ] && [ "$different" = 0 ]

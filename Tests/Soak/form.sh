#!/bin/sh
# Drives the form once, in a service that casement run has started: no sleep anywhere. Leaves what the form printed in $OUT/answers and pictures
# in $OUT. Under a manual clock (CLOCK=manual) every step is followed by frames.
set -eu
here=$(dirname "$0")

# Lets the form draw what it has to.
rest() {
  if [ "${CLOCK:-real}" = manual ]; then
    "$CASEMENT" step 4 >/dev/null
    "$CASEMENT" wait settled 60
    "$CASEMENT" step 4 >/dev/null
  fi
  "$CASEMENT" wait settled 60
}
quietly() { "$CASEMENT" "$@" >/dev/null; }
picture() { rest; quietly shot "$OUT/$1.png"; }

/usr/bin/python3 "$here/form.py" >"$OUT/answers" &
form=$!
"$CASEMENT" wait window form
rest
quietly pointer click form@100,67
rest
quietly type 'Zażółć gęślą jaźń é 🦆'
quietly press Tab
quietly type 'two (2) & more'
picture typed
quietly pointer click form@40,15
rest
picture menu
quietly press Down
quietly press Down
quietly press Return
picture chosen
quietly pointer drag --steps 8 form@80,200 form@200,210 form@380,200
picture dropped
quietly pointer click form@100,300
"$CASEMENT" wait window title=Sure? key
picture dialog
quietly press Return
if [ "${CLOCK:-real}" = manual ]; then quietly step 4; fi
wait "$form"

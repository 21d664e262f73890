#!/usr/bin/env bash
# embed_test.sh EMBED CATALOGUE_DIR: a malformed catalogue stops the build with file, line and column.
set -euo pipefail
embed=$1
catalogue=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# expect_refused WHAT KIND FILE PATTERN
expect_refused() {
  local gpus=()
  [[ $2 == prices ]] && gpus=("$catalogue/gpus.csv")
  if "$embed" "$2" "$3" "$work/out.cpp" "${gpus[@]}" 2>"$work/words"; then
    echo "FAILED: $1 was accepted"
    failed=1
  elif ! grep -qE "$4" "$work/words"; then
    echo "FAILED: $1: expected /$4/, got: $(cat "$work/words")"
    failed=1
  fi
}

"$embed" models "$catalogue/models.csv" "$work/out.cpp"
"$embed" gpus "$catalogue/gpus.csv" "$work/out.cpp"
"$embed" prices "$catalogue/prices-2026-12.csv" "$work/out.cpp" "$catalogue/gpus.csv"

sed '3s/,1024,/,x,/' "$catalogue/models.csv" >"$work/models.csv"
expect_refused "a hidden size in letters" models "$work/models.csv" 'models\.csv:3:[0-9]+: hidden=x is not a number'

sed '1s/,layers,/,lairs,/' "$catalogue/models.csv" >"$work/models.csv"
expect_refused "an unknown column" models "$work/models.csv" 'models\.csv:1:[0-9]+: .*lairs'

sed '4s/$/,more/' "$catalogue/models.csv" >"$work/models.csv"
expect_refused "a field too many" models "$work/models.csv" 'models\.csv:4:1: [0-9]+ fields where the header has [0-9]+'

sed '2s/,GPT-2 124M;GPT-2 small,/,LLAMA_3.1-8b,/' "$catalogue/models.csv" >"$work/models.csv"
expect_refused "a name of two models" models "$work/models.csv" 'models\.csv.*(Llama 3.1 8B|LLAMA_3.1-8b)'

sed '5s/,6738415616,/,6838415616,/' "$catalogue/models.csv" >"$work/models.csv"
expect_refused "a total that the tensors do not add up to" models "$work/models.csv" \
  'models\.csv:5:1: Llama 2 7B: params=6,838,415,616, but the tensors of its shape are 6,738,415,616'

sed '5s/,,6738415616,/,rounded,6738415616,/' "$catalogue/models.csv" >"$work/models.csv"
expect_refused "a total_reason without need" models "$work/models.csv" 'models\.csv:5:1: Llama 2 7B: a total_reason'

sed '5s/,32000,0,4096,/,,0,4096,/' "$catalogue/models.csv" >"$work/models.csv"
expect_refused "a shape that tells no tensors" models "$work/models.csv" 'models\.csv:5:1: Llama 2 7B: .*no total_reason'

awk 'NR == 5 { sub(/,[0-9.]+,/, ",lots,") } { print }' "$catalogue/gpus.csv" >"$work/gpus.csv"
expect_refused "a GPU figure in letters" gpus "$work/gpus.csv" 'gpus\.csv:5:[0-9]+: .*not a number'

awk 'NR == 3 { sub(/,3890,/, ",3890 USD,") } { print }' "$catalogue/prices-2026-12.csv" >"$work/prices.csv"
expect_refused "a price with its currency" prices "$work/prices.csv" 'prices\.csv:3:[0-9]+: '

exit $failed

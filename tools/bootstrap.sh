# What samples/run and tests/run share: finding the project, installing what it needs, saying what goes on,
# a private LibreOffice. Sourced by bash with set -euo pipefail.
# shellcheck shell=bash disable=SC2034

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$root/build
cd "$root" || exit
mkdir -p "$build"

# A folder of our own for this run: the profile, the home folder and the scratch files of whatever we start.
scratch=$(mktemp -d "${TMPDIR:-/tmp}/calcvram.XXXXXXXX")
offices=()
clean_up() {
  # Only what this run started: each is a `timeout`, which passes the signal on to its own process group.
  local pid
  for pid in "${offices[@]}"; do
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

say() { printf '%s\n' "$*"; }
fail() {
  printf '\n%s\n' "$*" >&2
  exit 1
}

# --- steps ---------------------------------------------------------------------------------------------------

# step NAME COMMAND... : runs it into build/NAME.log, says how long it took, shows the log's end if it failed.
# `visible` in front of the command shows the output as it comes instead.
step() {
  local log=$build/$1.log begin=$SECONDS rc=0
  shift
  if [[ $1 == visible ]]; then
    shift
    say ""
    "$@" 2>&1 | tee "$log" || rc=$?
  else
    "$@" >"$log" 2>&1 || rc=$?
    [[ $rc -eq 0 ]] || {
      say "  its output, at most the last 60 lines (all of it: ${log#"$root"/}):"
      tail -n 60 "$log" | sed 's/^/    /'
    }
  fi
  if [[ $rc -eq 0 ]]; then
    say "  done, $((SECONDS - begin)) s"
  else
    say "  FAILED after $((SECONDS - begin)) s"
  fi
  return "$rc"
}

# --- what must be installed ----------------------------------------------------------------------------------

# What it takes to build, to see a sheet as a picture, and to check the sources. The commands pick from these.
build_packages=(g++ cmake ninja-build libboost-dev libboost-test-dev libtomlplusplus-dev libreoffice-calc libreoffice-dev)
picture_packages=(fonts-liberation poppler-utils)
check_packages=(clang-format clang-tidy libxml2-utils)

is_installed() {
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# Installs those of the named Debian packages that are missing, or says how and stops.
need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "This is not Debian. Going on in the hope that the like of these is installed: $*"
    return
  fi
  local package missing=()
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0

  local line="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
  local as_root=()
  if [[ $EUID -ne 0 ]]; then
    # sudo that would ask for a password is of use only where somebody can type it
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
      as_root=(sudo)
    else
      fail "Some Debian packages are missing. Run this line as root, then start again:

  $line"
    fi
  fi

  printf '%s' "Installing with apt: ${missing[*]}"
  if ! step apt apt_install "${missing[@]}"; then
    fail "apt could not install them. To see why, run as root:

  $line"
  fi
}

apt_install() {
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  "${apt[@]}" update </dev/null &&
    "${apt[@]}" install -y --no-install-recommends "$@" </dev/null
}

# --- building ------------------------------------------------------------------------------------------------

# configure PRESET
configure() {
  local fresh=() cache=$build
  [[ $1 == default ]] || cache=$build/$1
  # a clone that was moved or copied with its build folder
  if [[ -f $cache/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache/CMakeCache.txt"; then
    fresh=(--fresh)
  fi
  cmake --preset "$1" "${fresh[@]}"
}

# --- a LibreOffice of our own --------------------------------------------------------------------------------

# file_url PATH : the path as a file URL, whatever characters stand in it
file_url() {
  local LC_ALL=C path=$1 url='' char i
  for ((i = 0; i < ${#path}; i++)); do
    char=${path:i:1}
    case $char in
      [A-Za-z0-9/._~-]) url+=$char ;;
      *) url+=$(printf '%%%02X' "$(($(printf '%d' "'$char") & 255))") ;;
    esac
  done
  printf 'file://%s' "$url"
}

# In front of a command: a home folder that is thrown away, so that nothing can reach the user's own profile.
private_home=(env -u XDG_CONFIG_HOME -u XDG_CACHE_HOME -u XDG_DATA_HOME -u XDG_STATE_HOME
  "HOME=$scratch/home" "TMPDIR=$scratch/tmp" SAL_USE_VCLPLUGIN=svp)
mkdir "$scratch/home" "$scratch/tmp"

# office NAME SECONDS ARGUMENT... : starts headless soffice with the extension built here, a throw-away profile of that
# name and a time limit. It returns 0 even when it failed: look at what it wrote.
office() {
  local name=$1 seconds=$2
  shift 2
  "${private_home[@]}" timeout --kill-after=10 "$seconds" soffice \
    "-env:UserInstallation=$(file_url "$scratch/profile-$name")" \
    "-env:BUNDLED_EXTENSIONS=$(file_url "$build/oxt")" \
    --headless --norestore --nologo --nodefault "$@" &
  offices+=($!)
}

# Waits for all that were started.
offices_done() {
  local pid rc worst=0
  for pid in "${offices[@]}"; do
    rc=0
    wait "$pid" || rc=$?
    [[ $rc -ne 124 ]] || say "soffice did not end in time and was stopped"
    [[ $rc -eq 0 ]] || worst=$rc
  done
  offices=()
  return "$worst"
}

#!/bin/sh
# Puts a Chromium of the distribution where the browser tests look for it. Does nothing when there is one. Debian's
# headless shell takes about half of the processor time of its whole Chromium, which has windows behind the pages.
set -eu

for path in "${CHROMIUM_PATH:-}" /usr/bin/chromium-headless-shell /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome; do
  if [ -n "$path" ] && [ -x "$path" ]; then
    echo "Chromium is here: $path"
    exit 0
  fi
done

if ! command -v apt-get >/dev/null 2>&1; then
  echo "There is no apt-get here. Install Chromium by hand and set CHROMIUM_PATH to its program." >&2
  exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "Installing Chromium needs root: run this script with sudo, or set CHROMIUM_PATH to a Chromium you have." >&2
  exit 1
fi
install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1"; }
if ! { apt-get update -qq && { install chromium-headless-shell || install chromium; }; }; then
  echo "apt-get could not install Chromium; its own words are above. CHROMIUM_PATH can name another one." >&2
  exit 1
fi
echo "Chromium is installed."

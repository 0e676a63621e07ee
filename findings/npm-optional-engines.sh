#!/usr/bin/env bash
# npm leaves an optional dependency out where its "engines" exclude the Node that npm runs on, says nothing of it, and
# ends with 0. It warns of a dependency that is not optional, and installs that. So Hardhat 3's engine, whose native
# part is optional for each platform and asks for Node 22, is installed by Node 20 without the part that it loads.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
changed=0
for pair in 20.20.0:no 24.12.0:yes; do
  version=${pair%%:*} expected=${pair##*:}
  mkdir -p "tools-$version" "project-$version"
  (cd "tools-$version" && npm init -y >/dev/null && npm install --silent --no-audit --no-fund node@"$version" npm@11.6.2)
  cd "project-$version"
  npm init -y >/dev/null
  said=$("$work/tools-$version/node_modules/node/bin/node" "$work/tools-$version/node_modules/npm/bin/npm-cli.js" \
    install --no-audit --no-fund @nomicfoundation/edr@0.22.0 2>&1) && code=0 || code=$?
  native=$(find node_modules/@nomicfoundation -name '*.node' | grep -q . && echo yes || echo no)
  named=$(grep -q 'edr-[a-z]*-' <<<"$said" && echo yes || echo no)
  cd "$work"
  echo "Node $version: exit $code, native part there: $native, named in what npm says: $named"
  [ "$code" = 0 ] && [ "$native" = "$expected" ] && [ "$named" = no ] || changed=1
done
exit "$changed"

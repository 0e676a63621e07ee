#!/usr/bin/env bash
# viem's definitions of chains that pre-confirm, or did, carry no time for it: `base` and `unichain` have none. Only
# definitions of their own do: `basePreconf`, `baseSepoliaPreconf`, `giwaSepoliaPreconf`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund viem@2.57.20
cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import * as chains from 'viem/chains'

console.log(`viem ${JSON.parse(readFileSync('node_modules/viem/package.json', 'utf8')).version}`)
const timed = Object.entries(chains).filter(([, chain]) => chain.experimental_preconfirmationTime !== undefined)
const names = timed.map(([name, chain]) => `${name} ${chain.experimental_preconfirmationTime} ms`).sort()
console.log('with a time:', names.join(', '))
const usual = ['base', 'unichain'].filter(name => timed.some(([other]) => other === name))
if (usual.length > 0 || timed.length !== 3) throw new Error('this has changed')
JS
node look.mjs

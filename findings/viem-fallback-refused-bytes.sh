#!/usr/bin/env bash
# viem's fallback transport decides by the code of an error whether the next endpoint is asked. A transaction that one
# node refuses with -32003 is sent to nobody else. Refused with -32000 and the same words, the same bytes go to the
# next node.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund viem@2.57.20
cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createPublicClient, custom, fallback } from 'viem'

console.log(`viem ${JSON.parse(readFileSync('node_modules/viem/package.json', 'utf8')).version}`)
async function askedAfter(code) {
  let asked = 0
  const refuses = () => Promise.reject(Object.assign(new Error('insufficient funds'), { code }))
  const counts = async () => {
    asked += 1
    return `0x${'1'.repeat(64)}`
  }
  const transports = [refuses, counts].map(request => custom({ request }, { retryCount: 0 }))
  const client = createPublicClient({ transport: fallback(transports, { retryCount: 0 }) })
  await client.sendRawTransaction({ serializedTransaction: '0x02' }).catch(() => {})
  return asked
}
const found = { '-32003': await askedAfter(-32003), '-32000': await askedAfter(-32000) }
console.log('times that the next endpoint got the bytes:', found)
if (found['-32003'] !== 0 || found['-32000'] !== 1) throw new Error('this has changed')
JS
node look.mjs

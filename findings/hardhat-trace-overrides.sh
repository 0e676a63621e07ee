#!/usr/bin/env bash
# Hardhat's node runs `eth_call` on a state that stands in (its third parameter), and ignores `stateOverrides` of
# `debug_traceCall` without a word: the trace is of an account without code. It refuses such a state in
# `eth_estimateGas`, and its estimate of a plain payment is 21,001. Needs Node.js 22 or newer.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "type": "module", "private": true }' > package.json
echo 'export default {}' > hardhat.config.js
npm install --silent --no-audit --no-fund --ignore-scripts hardhat@3.18.0
cat > look.mjs <<'JS'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const cli = 'node_modules/hardhat/dist/src/cli.js'
const node = spawn(process.execPath, [cli, 'node', '--port', '0', '--hostname', '127.0.0.1'])
let url
for await (const line of createInterface({ input: node.stdout })) {
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
  if (url !== undefined) break
}
const ask = async (method, ...params) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return reply.json()
}
console.log((await ask('web3_clientVersion')).result)
const [from] = (await ask('eth_accounts')).result
const to = `0x${'11'.repeat(20)}`
// Returns the word 7.
const overrides = { [to]: { code: '0x60075f5260205ff3' } }
const call = { from, to, data: '0x12345678' }
const called = await ask('eth_call', call, 'latest', overrides)
const traced = await ask('debug_traceCall', call, 'latest', { tracer: 'callTracer', stateOverrides: overrides })
const estimated = await ask('eth_estimateGas', call, 'latest', overrides)
const plain = await ask('eth_estimateGas', { from, to, value: '0x1' })
node.kill()
const rows = [
  ['eth_call with a state', called.result, `0x${'7'.padStart(64, '0')}`],
  ['output of debug_traceCall with it', traced.result?.output, undefined],
  ['error of debug_traceCall with it', traced.error?.message, undefined],
  ['eth_estimateGas with it is refused', estimated.error !== undefined, true],
  ['eth_estimateGas of a payment', plain.result, '0x5209'],
]
let changed = 0
for (const [name, said, before] of rows) {
  if (said !== before) changed += 1
  console.log(`${said === before ? ' ' : '!'} ${name}: ${said}`)
}
process.exit(changed === 0 ? 0 : 1)
JS
node look.mjs

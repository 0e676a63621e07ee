#!/usr/bin/env bash
# A receipt's status in other forms than 0x0 and 0x1, as some endpoints write it (a JSON number, a padded
# quantity). viem makes neither "success" nor "reverted" of them, and throws nothing: the status is undefined,
# so that code that asks `status === 'reverted'` goes on. ethers reads both.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund viem@2.57.20 ethers@6.17.0
cat > look.mjs <<'JS'
import { JsonRpcProvider, Network } from 'ethers'
import { readFileSync } from 'node:fs'
import { formatTransactionReceipt } from 'viem'

const versionOf = name => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version
console.log(`viem ${versionOf('viem')}, ethers ${versionOf('ethers')}`)
const hash = `0x${'ab'.repeat(32)}`
const address = `0x${'11'.repeat(20)}`
const receiptWith = status => ({
  transactionHash: hash, transactionIndex: '0x0', blockHash: hash, blockNumber: '0x7', from: address, to: address,
  cumulativeGasUsed: '0x5208', gasUsed: '0x5208', effectiveGasPrice: '0x1', contractAddress: null, logs: [],
  logsBloom: `0x${'00'.repeat(256)}`, type: '0x2', status,
})
const network = Network.from(1)
const provider = new JsonRpcProvider('http://127.0.0.1:9', network, { staticNetwork: network })
const read = {
  viem: status => formatTransactionReceipt(receiptWith(status)).status,
  ethers: status => provider._wrapTransactionReceipt(receiptWith(status), network).status,
}
const rows = [
  ['0x1', 'success', 1],
  ['0x0', 'reverted', 0],
  [1, undefined, 1],
  ['0x01', undefined, 1],
  ['0x00', undefined, 0],
]
let changed = 0
for (const [status, viem, ethers] of rows) {
  const told = { viem: read.viem(status), ethers: read.ethers(status) }
  const isSame = told.viem === viem && told.ethers === ethers
  if (!isSame) changed += 1
  console.log(`${isSame ? ' ' : '!'} ${JSON.stringify(status)}: viem ${told.viem}, ethers ${told.ethers}`)
}
provider.destroy()
process.exit(changed === 0 ? 0 : 1)
JS
node look.mjs

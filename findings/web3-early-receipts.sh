#!/usr/bin/env bash
# web3.js takes a receipt for a sealed one whatever its block hash is. Of a node that pre-confirms it counts the first
# receipt, whose block hash is all zeros, as the first confirmation, and gives that receipt with every later one too,
# although the node has the sealed one by then.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund web3@4.16.0
cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Web3 } from 'web3'

console.log(`web3 ${JSON.parse(readFileSync('node_modules/web3/package.json', 'utf8')).version}`)
const word = digits => `0x${digits.padStart(64, '0')}`
const quantity = number => `0x${number.toString(16)}`
const [zero, sealed, hash] = [word(''), word('b2'), word('a1')]
const [to, from] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`]
const logsBloom = `0x${'00'.repeat(256)}`
// The transaction is pre-confirmed in block 17, which is sealed once the receipt was told.
let head = 16
const roots = { stateRoot: zero, receiptsRoot: zero, transactionsRoot: zero, sha3Uncles: zero, logsBloom }
const block = number => ({
  ...roots,
  ...{ number: quantity(number), hash: number === 17 ? sealed : word(quantity(number).slice(2)), parentHash: zero },
  ...{ baseFeePerGas: '0x1', gasLimit: '0x1c9c380', gasUsed: '0x0', timestamp: '0x1', transactions: [], uncles: [] },
  ...{ nonce: '0x0000000000000000', miner: to, difficulty: '0x0', extraData: '0x', size: '0x1' },
})
const receipt = () => ({
  ...{ transactionHash: hash, transactionIndex: '0x0', blockNumber: '0x11', blockHash: head < 17 ? zero : sealed },
  ...{ from, to, contractAddress: null, logs: [], logsBloom, status: '0x1', type: '0x2' },
  ...{ cumulativeGasUsed: '0x5208', gasUsed: '0x5208', effectiveGasPrice: '0x1' },
})
const answers = {
  eth_chainId: () => '0x1',
  net_version: () => '1',
  eth_blockNumber: () => quantity(head),
  eth_getBlockByNumber: ([at]) => (Number(at) > head ? null : block(at.startsWith('0x') ? Number(at) : head)),
  eth_getTransactionCount: () => '0x0',
  eth_gasPrice: () => '0x1',
  eth_maxPriorityFeePerGas: () => '0x1',
  eth_estimateGas: () => '0x5208',
  eth_call: () => '0x',
  eth_sendTransaction: () => hash,
  eth_getTransactionReceipt: receipt,
}
const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const { id, method, params } = JSON.parse(text)
  const answer = answers[method]
  const said = answer ? { result: answer(params ?? []) } : { error: { code: -32601, message: 'not here' } }
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }))
}).listen(0)

const web3 = new Web3(`http://127.0.0.1:${server.address().port}`)
Object.assign(web3.eth, { transactionPollingInterval: 20, transactionReceiptPollingInterval: 20 })
web3.eth.transactionConfirmationBlocks = 3
setTimeout(() => process.exit(1), 30_000)
let changed = 0
const sent = web3.eth.sendTransaction({ from, to, value: '0x1' })
sent.on('receipt', () => setInterval(() => (head += 1), 100))
sent.on('confirmation', ({ confirmations, receipt: { blockHash } }) => {
  const isEarly = blockHash === zero
  console.log(`${isEarly ? ' ' : '!'} confirmation ${confirmations}: block ${blockHash}`)
  if (!isEarly) changed += 1
  if (Number(confirmations) === 3) process.exit(changed === 0 ? 0 : 1)
})
sent.on('error', error => {
  console.log(`! ${error.message}`)
  process.exit(1)
})
JS
node look.mjs

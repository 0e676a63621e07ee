#!/usr/bin/env bash
# ethers tells by the words of an error, not by its code, whether a node has filters. Where the node says "the method
# eth_newFilter does not exist/is not available" (geth), contract.on() polls instead and hears of events. Where it says
# "Method not found" with the same code -32601 (the words of JSON-RPC 2.0), the event is never heard of, and no error
# reaches the page.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ethers@6.17.0
cat > look.mjs <<'JS'
import { createServer } from 'node:http'
import { Contract, JsonRpcProvider, version } from 'ethers'

console.log(`ethers ${version}`)
const quantity = number => `0x${number.toString(16)}`
const address = `0x${'aa'.repeat(20)}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = digits => `0x${digits.padStart(64, '0')}`

/** Whether contract.on() hears of an event on a node without filters, within five seconds of one in each block. */
async function hears(message) {
  const startedAt = Date.now()
  const head = () => 16 + Math.floor((Date.now() - startedAt) / 100)
  const log = number => ({
    ...{ address, topics: [transfer, word('1'), word('2')], data: word('3'), removed: false, logIndex: '0x0' },
    ...{ blockNumber: quantity(number), blockHash: word('b2'), transactionHash: word('a1'), transactionIndex: '0x0' },
  })
  const answers = {
    eth_chainId: () => '0x1',
    eth_blockNumber: () => quantity(head()),
    eth_getLogs: ([{ fromBlock }]) => [log(Number(fromBlock))],
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const calls = [JSON.parse(text)].flat()
    const said = calls.map(({ id, method, params }) => {
      const answer = answers[method]
      const error = { code: -32601, message: message(method) }
      return { jsonrpc: '2.0', id, ...(answer ? { result: answer(params ?? []) } : { error }) }
    })
    response.end(JSON.stringify(text.startsWith('[') ? said : said[0]))
  }).listen(0)
  const provider = new JsonRpcProvider(`http://127.0.0.1:${server.address().port}`, undefined, { polling: false, pollingInterval: 50 })
  const abi = ['event Transfer(address indexed from, address indexed to, uint256 value)']
  const heard = await new Promise(resolve => {
    void new Contract(address, abi, provider).on('Transfer', () => resolve(true))
    setTimeout(() => resolve(false), 5_000)
  })
  provider.destroy()
  server.closeAllConnections()
  server.close()
  return heard
}

// ethers logs what it cannot place.
console.log = (print => (...given) => String(given[0]).startsWith('@TODO') || print(...given))(console.log)
let changed = 0
for (const [whose, message, expected] of [
  ['geth', method => `the method ${method} does not exist/is not available`, true],
  ['JSON-RPC 2.0', () => 'Method not found', false],
]) {
  const heard = await hears(message)
  console.log(`${heard === expected ? ' ' : '!'} ${whose}: the event is ${heard ? 'heard of' : 'not heard of'}`)
  if (heard !== expected) changed += 1
}
process.exit(changed === 0 ? 0 : 1)
JS
node look.mjs

#!/usr/bin/env bash
# The pools of Anvil and Hardhat. Anvil takes a replacement whose fees are higher by one wei, Hardhat wants 10 % on both.
# What waits in Anvil's pool stays there over `evm_revert`; Hardhat's pool is set back as well, and what came since is
# gone. Neither tells a subscriber of `newHeads` that blocks are gone. Anvil alone: `eth_simulateV1` runs in the number
# of the newest block, and `eth_sendRawTransactionSync` refuses a time limit. Needs Node.js 22 or newer.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "type": "module", "private": true }' > package.json
echo 'export default {}' > hardhat.config.js
npm install --silent --no-audit --no-fund --ignore-scripts hardhat@3.18.0 viem@2.57.20 @foundry-rs/anvil@1.7.1
cat > look.mjs <<'JS'
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { mnemonicToAccount } from 'viem/accounts'

const account = mnemonicToAccount('test test test test test test test test test test test junk')
const to = `0x${'ab'.repeat(20)}`
const require = createRequire(import.meta.url)
const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : 'arm64'}`
const anvil = require.resolve(`@foundry-rs/anvil-${platform}/bin/anvil`)
const commands = {
  anvil: [anvil, ['--port', '0', '--no-mining']],
  hardhat: [process.execPath, ['node_modules/hardhat/dist/src/cli.js', 'node', '--port', '0', '--hostname', '127.0.0.1']],
}

async function start(name) {
  const node = spawn(...commands[name])
  let address
  for await (const line of createInterface({ input: node.stdout })) {
    address = /127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (address !== undefined) break
  }
  node.stdout.resume()
  const ask = async (method, ...params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`http://${address}`, { method: 'POST', headers, body })).json()
  }
  if (name === 'hardhat') await ask('evm_setAutomine', false)
  const chainId = Number((await ask('eth_chainId')).result)
  const payment = (nonce, fee) =>
    account.signTransaction({
      ...{ type: 'eip1559', chainId, to, nonce, value: 1n, gas: 21_000n },
      ...{ maxFeePerGas: fee, maxPriorityFeePerGas: fee },
    })
  const send = async raw => ((await ask('eth_sendRawTransaction', raw)).error === undefined ? 'taken' : 'refused')
  return { name, node, address, ask, chainId, payment, send }
}

const found = {}
for (const name of ['anvil', 'hardhat']) {
  const { node, address, ask, chainId, payment, send } = await start(name)
  console.log((await ask('web3_clientVersion')).result)
  const fee = 10n ** 11n
  await send(await payment(0, fee))
  found[`${name}: one wei more`] = await send(await payment(0, fee + 1n))
  found[`${name}: 10 % more`] = await send(await payment(0, (fee * 12n) / 10n))
  await ask('evm_mine')
  const snapshot = (await ask('evm_snapshot')).result
  const waiting = await payment(1, fee)
  await send(waiting)
  const heard = []
  const socket = new WebSocket(`ws://${address}`)
  await new Promise(resolve => socket.addEventListener('open', resolve))
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(data).method ?? 'answer'))
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
  await ask('evm_revert', snapshot)
  const { result: pending } = await ask('eth_getTransactionCount', account.address, 'pending')
  found[`${name}: waiting after the revert`] = Number(pending) - 1
  const later = (await ask('evm_snapshot')).result
  await ask('evm_mine')
  await ask('evm_revert', later)
  await new Promise(resolve => setTimeout(resolve, 2000))
  found[`${name}: heads of a block that came and went`] = heard.filter(method => method === 'eth_subscription').length
  socket.close()
  if (name === 'anvil') {
    const head = Number((await ask('eth_blockNumber')).result)
    const simulated = await ask('eth_simulateV1', { blockStateCalls: [{ calls: [{ to }] }] }, 'latest')
    found['anvil: simulated block is above the head by'] = Number(simulated.result[0].number) - head
    const timed = await ask('eth_sendRawTransactionSync', await payment(2, fee), 1000)
    found['anvil: time limit'] = timed.error === undefined ? 'taken' : 'refused'
  }
  node.kill()
}
console.log(found)
const expected = {
  'anvil: one wei more': 'taken',
  'anvil: 10 % more': 'taken',
  'anvil: waiting after the revert': 1,
  'anvil: heads of a block that came and went': 1,
  'anvil: simulated block is above the head by': 0,
  'anvil: time limit': 'refused',
  'hardhat: one wei more': 'refused',
  'hardhat: 10 % more': 'taken',
  'hardhat: waiting after the revert': 0,
  'hardhat: heads of a block that came and went': 1,
}
for (const [name, value] of Object.entries(expected)) if (found[name] !== value) throw new Error(`${name} has changed`)
JS
node look.mjs

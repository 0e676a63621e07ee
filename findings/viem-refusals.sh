#!/usr/bin/env bash
# viem names the errors of a node by their words. Words that Nethermind, Besu, Hardhat and Monad use for a
# balance that is too small, or for a fee below the base fee, get no name: they are an UnknownNodeError, as a
# node that is out of order would be. Only geth's words get one, whatever the code is.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund viem@2.57.20
cat > look.mjs <<'JS'
import { RpcRequestError, TransactionRejectedRpcError } from 'viem'
import { getNodeError } from 'viem/utils'
import { readFileSync } from 'node:fs'

const version = JSON.parse(readFileSync('node_modules/viem/package.json', 'utf8')).version
console.log(`viem ${version}`)
const nameOf = (code, message) => {
  const body = { method: 'eth_sendRawTransaction' }
  const cause = new RpcRequestError({ body, error: { code, message }, url: 'http://localhost' })
  return getNodeError(new TransactionRejectedRpcError(cause), {}).name
}
const rows = [
  ['geth', -32000, 'insufficient funds for gas * price + value', 'InsufficientFundsError'],
  ['Nethermind', -32000, 'InsufficientFunds, Account balance: 1, cumulative cost: 2', 'UnknownNodeError'],
  ['Besu', -32004, 'Upfront cost exceeds account balance', 'UnknownNodeError'],
  ['Hardhat', -32000, "Sender doesn't have enough funds to send tx. The max upfront cost is: 2 and the sender's balance is: 1.", 'UnknownNodeError'],
  ['Monad', -32603, 'Signer had insufficient balance', 'UnknownNodeError'],
  ['geth', -32000, 'max fee per gas less than block base fee', 'FeeCapTooLowError'],
  ['Hardhat', -32000, 'Transaction maxFeePerGas (1) is too low for the next block, which has a baseFeePerGas of 2', 'UnknownNodeError'],
]
let changed = 0
for (const [client, code, message, expected] of rows) {
  const name = nameOf(code, message)
  console.log(`${name === expected ? ' ' : '!'} ${client}: ${name} for "${message}"`)
  if (name !== expected) changed += 1
}
process.exit(changed === 0 ? 0 : 1)
JS
node look.mjs

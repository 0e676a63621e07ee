#!/usr/bin/env bash
# Ganache executes a signed transaction with the number 0 each time that it is sent, although the account's count has
# passed it. A payment may so be made twice. One with another number is refused, as on any node.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ganache@7.9.2 viem@2.57.20
cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import ganache from 'ganache'
import { privateKeyToAccount } from 'viem/accounts'

console.log(`Ganache ${JSON.parse(readFileSync('node_modules/ganache/package.json', 'utf8')).version}`)
const key = `0x${'1'.repeat(64)}`
const account = privateKeyToAccount(key)
const provider = ganache.provider({
  ...{ chain: { chainId: 1337 }, logging: { quiet: true } },
  wallet: { accounts: [{ secretKey: key, balance: 10n ** 19n }] },
})
const ask = (method, ...params) => provider.request({ method, params })
const to = `0x${'ab'.repeat(20)}`
const sign = nonce =>
  account.signTransaction({ type: 'legacy', chainId: 1337, to, nonce, value: 1n, gas: 21_000n, gasPrice: 10n ** 10n })
const sendTwice = async nonce => {
  const raw = await sign(nonce)
  await ask('eth_sendRawTransaction', raw)
  const again = await ask('eth_sendRawTransaction', raw).then(
    () => 'executed again',
    error => `refused: ${error.message}`,
  )
  console.log(`number ${nonce}, sent twice: ${again}; the payee has ${BigInt(await ask('eth_getBalance', to, 'latest'))} wei`)
  return again
}
const first = await sendTwice(0)
const count = Number(await ask('eth_getTransactionCount', account.address, 'latest'))
const later = await sendTwice(count)
await provider.disconnect()
if (first !== 'executed again' || !later.startsWith('refused')) throw new Error('this has changed')
process.exit()
JS
node look.mjs

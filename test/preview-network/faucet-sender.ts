import { type Address, encodeFunctionData, type Hash, keccak256, parseAbi, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import type { Service } from './service.ts'

const account = privateKeyToAccount(keccak256(stringToHex('preview network faucet')))
const dollarAbi = parseAbi(['function mint(address to, uint256 amount)'])

/** The account that holds the test money, and what it begins with in wei. */
export const faucetAddress = account.address
export const faucetFunds = 10n ** 27n
/** Wei of one drip. */
export const dripWei = 10n ** 17n
/** Smallest units of the test dollar of one drip: 1000 dollars. */
export const dripDollars = 1_000_000_000n

/** The faucet's own transactions. Each call returns the hash of a transaction that waits in the mempool. */
export interface FaucetSender {
  sendEther(to: Address): Promise<Hash>
  mintDollars(to: Address): Promise<Hash>
}

/** @param dollar address of the test dollar */
export function createFaucetSender(service: Service, dollar: Address): FaucetSender {
  let last: Promise<unknown> = Promise.resolve()

  /** Sends one transaction after the other, so that each finds the nonce after the last one's. */
  function send(request: { to: Address; value: bigint; gas: bigint; data?: `0x${string}` }): Promise<Hash> {
    const sent = last.then(async () => service.submit(await signed(request)))
    last = sent.catch(() => undefined)
    return sent
  }

  async function signed(request: { to: Address; value: bigint; gas: bigint; data?: `0x${string}` }) {
    const { pricing, extraGas } = service.faults.current
    const tip = 1_000_000n
    const price = service.chain.open.baseFee * 10n + tip
    const nonce = await nextNonce()
    const common = { ...request, gas: request.gas + BigInt(extraGas), chainId: service.options.chainId, nonce }
    return account.signTransaction(
      pricing === 'legacy'
        ? { ...common, type: 'legacy', gasPrice: price }
        : { ...common, type: 'eip1559', maxPriorityFeePerGas: tip, maxFeePerGas: price },
    )
  }

  async function nextNonce(): Promise<number> {
    const included = await service.gate.read(() =>
      service.chain.anvil.request('eth_getTransactionCount', [account.address, 'latest']),
    )
    let nonce = BigInt(z.string().parse(included))
    while (service.mempool.at(account.address, nonce) !== undefined) nonce += 1n
    return Number(nonce)
  }

  return {
    sendEther: to => send({ to, value: dripWei, gas: 30_000n }),
    mintDollars(to) {
      const data = encodeFunctionData({ abi: dollarAbi, functionName: 'mint', args: [to, dripDollars] })
      return send({ to: dollar, value: 0n, gas: 150_000n, data })
    },
  }
}

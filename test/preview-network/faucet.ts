import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hash,
  isAddress,
  keccak256,
  numberToHex,
  parseAbi,
  stringToHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import type { Service } from './service.ts'

const unreachable = 'node is unreachable'
const dripWei = 10n ** 17n
const dripDollars = 1_000_000_000n
const account = privateKeyToAccount(keccak256(stringToHex('preview network faucet')))
const dollarAbi = parseAbi(['function mint(address to, uint256 amount)'])

/** Where the faucet's test money lies. */
export const faucetAddress = account.address
export const faucetFunds = 10n ** 27n

export type DripOutcome =
  | { status: 200; body: Record<string, string> }
  | { status: 400 | 429 | 500; body: { error: string } }

export type StatusOutcome = { status: 200; body: Record<string, unknown> } | { status: 500; body: { error: string } }

export interface Faucet {
  /** @param client what stands for one caller: its IP address */
  drip(body: unknown, client: string): Promise<DripOutcome>
  dripDollars(body: unknown, client: string): Promise<DripOutcome>
  status(): Promise<StatusOutcome>
}

const bodySchema = z.looseObject({ address: z.string() })

/** Who is to have it, in capital letters where the checksum wants them, or what is wrong with the address (EIP-55). */
function recipient(body: unknown): Address | { error: string } {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success || !/^0x[0-9a-fA-F]{40}$/.test(parsed.data.address)) return { error: 'Invalid address' }
  const digits = parsed.data.address.slice(2)
  // In small or in capital letters alone an address has no checksum.
  const isBare = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (isBare) return getAddress(`0x${digits.toLowerCase()}`)
  return isAddress(`0x${digits}`) ? `0x${digits}` : { error: 'Invalid address: its checksum is wrong' }
}

export function createFaucet(service: Service, dollar: Address, now: () => number): Faucet {
  const cooldown = service.options.faucetCooldownSeconds
  const served = new Map<string, number>()
  let last: Promise<unknown> = Promise.resolve()

  async function give(body: unknown, client: string, what: 'wei' | 'dollars'): Promise<DripOutcome> {
    const fault = service.faults.current.faucet
    if (fault === 'failing') return { status: 500, body: { error: `failed to submit drip: ${unreachable}` } }
    if (fault === 'limited') return { status: 429, body: { error: 'IP rate limited. Try again in 10s.' } }
    const to = recipient(body)
    if (typeof to === 'object') return { status: 400, body: to }
    const keys = [`${what} ip ${client}`, `${what} address ${to}`]
    const wait = Math.max(...keys.map(remaining))
    if (wait > 0) return { status: 429, body: { error: `IP rate limited. Try again in ${wait}s.` } }
    for (const key of keys) served.set(key, now())
    try {
      return { status: 200, body: what === 'wei' ? await sendEther(to) : await mintDollars(to) }
    } catch (error) {
      // Who got nothing need not wait.
      for (const key of keys) served.delete(key)
      return { status: 500, body: { error: `failed to submit drip: ${reasonOf(error)}` } }
    }
  }

  function remaining(key: string): number {
    const at = served.get(key)
    return at === undefined ? 0 : Math.ceil((at + cooldown * 1000 - now()) / 1000)
  }

  async function sendEther(to: Address): Promise<Record<string, string>> {
    const hash = await send({ to, value: dripWei, gas: 30_000n })
    return { tx_hash: hash, amount_wei: String(dripWei), to }
  }

  async function mintDollars(to: Address): Promise<Record<string, string>> {
    const data = encodeFunctionData({ abi: dollarAbi, functionName: 'mint', args: [to, dripDollars] })
    const hash = await send({ to: dollar, value: 0n, gas: 150_000n, data })
    return { tx_hash: hash, amount_units: String(dripDollars), to, usdv_address: dollar }
  }

  /** One after the other, so that every transaction finds the nonce after the last one's. */
  function send(request: { to: Address; value: bigint; gas: bigint; data?: `0x${string}` }): Promise<Hash> {
    const sent = last.then(async () => {
      const maxPriorityFeePerGas = 1_000_000n
      const raw = await account.signTransaction({
        ...request,
        type: 'eip1559',
        chainId: service.options.chainId,
        nonce: await nextNonce(),
        maxPriorityFeePerGas,
        maxFeePerGas: service.chain.open.baseFee * 10n + maxPriorityFeePerGas,
      })
      return service.submit(raw)
    })
    last = sent.catch(() => undefined)
    return sent
  }

  async function nextNonce(): Promise<number> {
    const included = await service.gate.read(() =>
      service.chain.anvil.request('eth_getTransactionCount', [account.address, 'latest']),
    )
    let nonce = BigInt(z.string().parse(included))
    const from: Address = `0x${account.address.slice(2).toLowerCase()}`
    while (service.mempool.at(from, nonce) !== undefined) nonce += 1n
    return Number(nonce)
  }

  return {
    drip: (body, client) => give(body, client, 'wei'),
    dripDollars: (body, client) => give(body, client, 'dollars'),
    async status() {
      try {
        if (service.faults.current.faucet === 'failing') throw new Error(unreachable)
        return { status: 200, body: await howItIs() }
      } catch (error) {
        return { status: 500, body: { error: `balance lookup failed: ${reasonOf(error)}` } }
      }
    },
  }

  async function howItIs(): Promise<Record<string, unknown>> {
    const balance = await service.gate.read(() =>
      service.chain.anvil.request('eth_getBalance', [account.address, numberToHex(service.chain.head.number)]),
    )
    return {
      address: account.address,
      chain_id: service.options.chainId,
      drip_wei: String(dripWei),
      balance_wei: String(BigInt(z.string().parse(balance))),
      ip_cooldown_secs: cooldown,
      addr_cooldown_secs: cooldown,
      usdv_address: dollar,
      usdv_drip_units: String(dripDollars),
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

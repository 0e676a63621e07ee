import { type Address, getAddress, type Hash, isAddress, numberToHex } from 'viem'
import { z } from 'zod'
import { FaucetError } from './errors.ts'
import { createFaucetSender, dripDollars, dripWei, faucetAddress } from './faucet-sender.ts'
import type { Service } from './service.ts'

const unreachable = 'node is unreachable'

export type DripOutcome =
  | { status: 200; body: Record<string, string> }
  | { status: 400 | 429 | 500; body: { error: string } }

export type StatusOutcome = { status: 200; body: Record<string, unknown> } | { status: 500; body: { error: string } }

/** The faucet: for HTTP clients with a cooldown, for programs in this process without. */
export interface Faucet {
  /** @param client identifies the caller for the cooldown: its IP address */
  drip(body: unknown, client: string): Promise<DripOutcome>
  dripDollars(body: unknown, client: string): Promise<DripOutcome>
  status(): Promise<StatusOutcome>
  /** @throws {FaucetError} when a fault makes the faucet fail, or the transaction is refused */
  forPrograms: { drip(to: Address): Promise<Hash>; dripDollars(to: Address): Promise<Hash> }
}

const bodySchema = z.looseObject({ address: z.string() })

/** Returns the address with its checksum, or what is wrong with it (EIP-55). */
function recipient(body: unknown): Address | { error: string } {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success || !/^0x[0-9a-fA-F]{40}$/.test(parsed.data.address)) return { error: 'Invalid address' }
  const digits = parsed.data.address.slice(2)
  // An address all in small or all in capital letters has no checksum.
  const isBare = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (isBare) return getAddress(`0x${digits.toLowerCase()}`)
  return isAddress(`0x${digits}`) ? `0x${digits}` : { error: 'Invalid address: its checksum is wrong' }
}

/**
 * @param dollar address of the test dollar
 * @param now returns Unix milliseconds
 */
export function createFaucet(service: Service, dollar: Address, now: () => number): Faucet {
  const cooldown = service.options.faucetCooldownSeconds
  const sender = createFaucetSender(service, dollar)
  const served = new Map<string, number>()

  function fault(): { status: 429 | 500; body: { error: string } } | undefined {
    const { faucet } = service.faults.current
    if (faucet === 'failing') return { status: 500, body: { error: `failed to submit drip: ${unreachable}` } }
    return faucet === 'limited' ? { status: 429, body: { error: 'IP rate limited. Try again in 10s.' } } : undefined
  }

  async function give(body: unknown, client: string, what: 'wei' | 'dollars'): Promise<DripOutcome> {
    const failed = fault()
    if (failed !== undefined) return failed
    const to = recipient(body)
    if (typeof to === 'object') return { status: 400, body: to }
    const keys = [`${what} ip ${client}`, `${what} address ${to}`]
    const wait = Math.max(...keys.map(remaining))
    if (wait > 0) return { status: 429, body: { error: `IP rate limited. Try again in ${wait}s.` } }
    for (const key of keys) served.set(key, now())
    try {
      return { status: 200, body: what === 'wei' ? await ether(to) : await dollars(to) }
    } catch (error) {
      // A client that got nothing may ask again at once.
      for (const key of keys) served.delete(key)
      return { status: 500, body: { error: `failed to submit drip: ${reasonOf(error)}` } }
    }
  }

  function remaining(key: string): number {
    const at = served.get(key)
    return at === undefined ? 0 : Math.ceil((at + cooldown * 1000 - now()) / 1000)
  }

  async function ether(to: Address): Promise<Record<string, string>> {
    return { tx_hash: await sender.sendEther(to), amount_wei: String(dripWei), to }
  }

  async function dollars(to: Address): Promise<Record<string, string>> {
    const hash = await sender.mintDollars(to)
    return { tx_hash: hash, amount_units: String(dripDollars), to, usdv_address: dollar }
  }

  async function giveTo(to: Address, send: (to: Address) => Promise<Hash>): Promise<Hash> {
    const failed = fault()
    if (failed !== undefined) throw new FaucetError(failed.status, failed.body.error)
    return send(to).catch(error => {
      throw new FaucetError(500, `failed to submit drip: ${reasonOf(error)}`)
    })
  }

  return {
    drip: (body, client) => give(body, client, 'wei'),
    dripDollars: (body, client) => give(body, client, 'dollars'),
    forPrograms: {
      drip: to => giveTo(to, sender.sendEther),
      dripDollars: to => giveTo(to, sender.mintDollars),
    },
    async status() {
      try {
        if (service.faults.current.faucet === 'failing') throw new Error(unreachable)
        return { status: 200, body: await statusOf(service, dollar) }
      } catch (error) {
        return { status: 500, body: { error: `balance lookup failed: ${reasonOf(error)}` } }
      }
    },
  }
}

async function statusOf({ chain, gate, options }: Service, dollar: Address): Promise<Record<string, unknown>> {
  const balance = await gate.read(() =>
    chain.anvil.request('eth_getBalance', [faucetAddress, numberToHex(chain.head.number)]),
  )
  return {
    address: faucetAddress,
    chain_id: options.chainId,
    drip_wei: String(dripWei),
    balance_wei: String(BigInt(z.string().parse(balance))),
    ip_cooldown_secs: options.faucetCooldownSeconds,
    addr_cooldown_secs: options.faucetCooldownSeconds,
    usdv_address: dollar,
    usdv_drip_units: String(dripDollars),
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

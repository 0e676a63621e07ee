import type { Address } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Clock } from '@/lib/base/clock'
import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { balanceReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import { createNetworks, type Networks } from '@/lib/chain/networks/networks'
import { probeEndpoint } from '@/lib/chain/networks/probe'
import { covers, createDoor } from '@/lib/chain/rpc/door'
import type { Database } from '@/lib/storage/open'

/** Where a chain can be reached; `wsUrl` null: over HTTP alone. */
export interface Whereabouts {
  chainId: number
  rpcUrl: string
  wsUrl: string | null
}

/** An address of one of the contracts that a preview network comes with. */
export function contractOf({ contracts }: { contracts: Record<string, Address> }, name: string): Address {
  const address = contracts[name]
  if (address === undefined) throw new Error(`the network has no ${name}`)
  return address
}

/** The wallet's own way to a network, as the worker has it. */
export async function connectTo(
  { chainId, rpcUrl, wsUrl }: Whereabouts,
  { database, clock }: { database: Database; clock: Clock },
): Promise<{ networks: Networks; connection: Connection }> {
  const networks: Networks = await createNetworks({
    database,
    door: createDoor({ isAllowed: url => covers(networks.allowedUrls(), url), clock }),
    clock,
    keepAlive: { hold: () => () => undefined },
    localPreview: null,
    faults: recordFaults(),
    probeEndpoint,
  })
  const endpoints = [{ http: rpcUrl, socket: wsUrl }]
  if (networks.get(firstNetworkOf(chainId)) === undefined)
    await networks.add({
      chainId,
      name: 'Test',
      symbol: 'ETH',
      endpoints,
      explorerUrl: null,
      testing: true,
      source: 'person',
    })
  else await networks.setEndpoints(firstNetworkOf(chainId), endpoints)
  return { networks, connection: networks.connection(firstNetworkOf(chainId)) }
}

export function newAccount(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey())
}

/** Asks the faucet of the preview network, as often as it takes, and waits until the money can be spent. */
export async function drip(faucetUrl: string, connection: Connection, address: Address, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const response = await fetch(`${faucetUrl}/api/preview/faucet/drip`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address }),
    })
    if (!response.ok) throw new Error(`the faucet answered ${response.status}: ${await response.text()}`)
  }
  await eventually(async () => (await balanceOf(connection, address, 'pending')) >= BigInt(times) * 10n ** 17n)
}

export function balanceOf(connection: Connection, address: Address, tag: 'latest' | 'pending'): Promise<bigint> {
  return connection.request('eth_getBalance', [address, tag], balanceReply)
}

/** For a state of the chain that nothing announces: asked again and again until it is there. */
export async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, 20))
}

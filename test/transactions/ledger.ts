import type { Hex, LocalAccount } from 'viem'
import { systemClock } from '@/lib/base/clock'
import { recordFaults } from '@/lib/base/faults.fixture'
import type { Connection } from '@/lib/base/rpc/types'
import { createLedger } from '@/lib/payments/register/ledger'
import { given } from '@/lib/payments/register/signed.fixture'
import type { Ledger } from '@/lib/payments/register/types'
import { type Database, openDatabase } from '@/lib/storage/open'
import { permit2Abi } from '../preview-network/contracts/abi/permit2'
import type { NetworkFixture } from '../preview-network/contracts/network-fixture'
import { connectTo } from './connect'

/** A ledger in a database of its own, that reads a real chain. */
export async function openLedger({
  network,
}: NetworkFixture): Promise<{ ledger: Ledger; database: Database; connection: Connection; close(): void }> {
  const database = await openDatabase(crypto.randomUUID())
  const { networks, connection } = await connectTo(network, { database, clock: systemClock })
  const connectionOf = () => connection
  return {
    database,
    connection,
    ledger: createLedger({
      database,
      connectionOf,
      epochOf: networks.epoch,
      clock: systemClock,
      faults: recordFaults(),
    }),
    close() {
      networks.stop()
      database.close()
    },
  }
}

/** What a page gives to be signed; its numbers may be `bigint`. */
export interface TypedDataFields {
  domain: Record<string, unknown>
  types: Record<string, unknown>
  primaryType: string
  message: Record<string, unknown>
}

/** Signs as the wallet does, and has it in the ledger, where `id` is its first row. */
export async function signInto(
  ledger: Ledger,
  chainId: number,
  owner: LocalAccount,
  typedData: TypedDataFields,
): Promise<{ id: string; signature: Hex }> {
  const text = JSON.stringify(typedData, (_key, item) => (typeof item === 'bigint' ? item.toString() : item))
  const signature = await owner.signTypedData(JSON.parse(text))
  const id = crypto.randomUUID()
  await ledger.record(given(text, { id, signature, account: owner.address, chainId }))
  return { id: `${id}:0`, signature }
}

/** The domains of the network's own contracts (EIP-712). */
export function domainsOf({ chainId, contracts }: NetworkFixture) {
  const { testDollar, permit2, spendPermissionManager } = contracts
  return {
    dollar: { name: 'Test Dollar', version: '1', chainId, verifyingContract: testDollar },
    permit2: { name: 'Permit2', chainId, verifyingContract: permit2 },
    spendPermissions: {
      name: 'Spend Permission Manager',
      version: '1',
      chainId,
      verifyingContract: spendPermissionManager,
    },
  }
}

/** Permit2 has two functions named `permit`; this is the `permit` for one token. */
export const singlePermitAbi = permit2Abi.filter(item => item.type === 'function' && item.name === 'permit').slice(0, 1)

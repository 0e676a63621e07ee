import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'

/** An account on a network, in the network's present life. */
export interface AccountPlace {
  networkId: NetworkId
  epoch: number
  account: Address
}

/** @returns a test that is true for the rows of this account */
export function isAt({ networkId, epoch, account }: AccountPlace): (row: AccountPlace) => boolean {
  const own = lowerCaseAddress(account)
  return row => row.networkId === networkId && row.epoch === epoch && row.account === own
}

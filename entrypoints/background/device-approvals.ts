import { isDeviceKind } from '@/lib/base/devices'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { Approval } from '@/lib/decisions/approvals/types'
import { signerOf } from '@/lib/decisions/kinds/kinds'
import type { WalletParts } from './parts'

/** The approved decisions that a device signs: they stay on screen until it has, or they are taken back. */
export async function approvedForDevices({
  approvals,
  deviceRequests,
  keyring,
}: Pick<WalletParts, 'approvals' | 'deviceRequests' | 'keyring'>): Promise<Approval[]> {
  const approved = await approvals.approved()
  if (approved.length === 0) return []
  const onDevices = (await keyring.accounts()).filter(({ kind }) => isDeviceKind(kind))
  const addresses = new Set(onDevices.map(({ address }) => lowerCaseAddress(address)))
  return approved.filter(approval => {
    const account = signerOf(approval)
    return deviceRequests.of(approval.id) !== null || (account !== null && addresses.has(lowerCaseAddress(account)))
  })
}

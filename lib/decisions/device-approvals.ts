import { isDeviceKind } from '@/lib/base/devices'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { Approval, Approvals } from '@/lib/decisions/approvals/types'
import { signerOf } from '@/lib/decisions/kinds/kinds'
import type { Account } from '@/lib/keys/shared/account'
import type { WaitingRequests } from '@/lib/keys/shared/waiting-requests'

/** The approved decisions that a device signs: they stay on screen until it has, or they are taken back. */
export async function approvedForDevices({
  approvals,
  deviceRequests,
  keyring,
}: {
  approvals: Pick<Approvals, 'approved'>
  deviceRequests: Pick<WaitingRequests, 'of'>
  keyring: { accounts(): Promise<readonly Account[]> }
}): Promise<Approval[]> {
  const approved = await approvals.approved()
  if (approved.length === 0) return []
  const onDevices = (await keyring.accounts()).filter(({ kind }) => isDeviceKind(kind))
  const addresses = new Set(onDevices.map(({ address }) => lowerCaseAddress(address)))
  return approved.filter(approval => {
    const account = signerOf(approval)
    return deviceRequests.of(approval.id) !== null || (account !== null && addresses.has(lowerCaseAddress(account)))
  })
}

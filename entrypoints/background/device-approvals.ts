import type { Approval } from '@/lib/approvals/types'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { WalletParts } from './wallet'

/** The approved decisions that a device signs: they stay on screen until it has, or they are taken back. */
export async function approvedForDevices({
  approvals,
  deviceRequests,
  keyring,
}: Pick<WalletParts, 'approvals' | 'deviceRequests' | 'keyring'>): Promise<Approval[]> {
  const approved = await approvals.approved()
  if (approved.length === 0) return []
  const onDevices = (await keyring.accounts()).filter(({ kind }) => kind === 'qr')
  const addresses = new Set(onDevices.map(({ address }) => lowerCaseAddress(address)))
  return approved.filter(({ id, account, request }) => {
    if (deviceRequests.of(id) !== null) return true
    const signs = ['transaction', 'calls', 'message', 'typed-data', 'payment'].includes(request.kind)
    return signs && account !== null && addresses.has(lowerCaseAddress(account))
  })
}

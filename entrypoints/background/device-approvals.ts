import type { Address } from 'viem'
import { isDeviceKind } from '@/lib/base/devices'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { Approval } from '@/lib/decisions/approvals/types'
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
    const account = signingAccount(approval)
    return deviceRequests.of(approval.id) !== null || (account !== null && addresses.has(lowerCaseAddress(account)))
  })
}

/** The account that signs for a decision; `null` where nothing is signed. */
function signingAccount({ account, decision, request }: Approval): Address | null {
  switch (request.kind) {
    case 'connect':
      return request.signIn === undefined ? null : (decision?.accounts?.[0] ?? null)
    case 'transaction':
    case 'calls':
    case 'message':
    case 'typed-data':
    case 'payment':
      return account
    case 'switch-network':
    case 'add-network':
    case 'add-token':
    case 'add-item':
      return null
  }
}

import type { Address } from 'viem'
import type { DeviceKind } from '@/lib/base/devices'

/** An account as screens list it. */
export interface Account {
  /** With EIP-55 checksum. */
  address: Address
  name: string
  kind: 'phrase' | 'key' | 'watch' | DeviceKind
  hidden: boolean
  /** For `phrase`. */
  phraseId: string | null
  /** For `phrase` and accounts on a device. */
  path: string | null
  /** The device's own name for itself, where the account is on a device that has one. */
  device: string | null
  createdAt: number
}

import { secp256k1 } from '@noble/curves/secp256k1'
import { HDKey } from '@scure/bip32'
import { publicKeyToAddress } from 'viem/utils'
import { deviceBudget } from '@/lib/base/budgets'
import type { DeviceAccount } from '@/lib/base/devices'
import { hexOf } from '@/lib/base/hex'
import { bytesOf, listOf, mapOf, textOf, uint32Of, untagged } from './fields'
import { fingerprintText, type KeyPath, pathText, readKeyPath } from './key-path'
import { type Cbor, type CborMap, decodeCbor } from './ur/cbor'
import type { Ur } from './ur/decode'

/** What a device shared: accounts without an end, in the order of their numbers. */
export interface SharedAccounts {
  /** What the device calls itself. */
  device: string | null
  /** Accounts of each key that gives one, and the next ones of the keys that give many. */
  list(count: number): DeviceAccount[]
}

const ethereum = 60

/** A public key of a device. */
interface SharedKey {
  publicKey: Uint8Array
  chainCode: Uint8Array | null
  origin: KeyPath['steps']
  fingerprint: string
  /** The steps from this key to an account; `*` is the account's number. */
  children: KeyPath['steps']
  name: string | null
}

/**
 * Reads the accounts that a device shares: `crypto-hdkey`, `crypto-account` or `crypto-multi-accounts`.
 * @returns `null` where it is none of them, holds a private key, or no key of Ethereum
 * @see EIP-4527 §Setting up watch-only wallet
 */
export function readSharedAccounts({ type, message }: Ur): SharedAccounts | null {
  const item = untagged(decodeCbor(message))
  const map = mapOf(item)
  if (map === null) return null
  if (type === 'crypto-hdkey') return shared([readKey(map, null)], null)
  const master = uint32Of(map.get(1))
  const keys = listOf(map.get(2))
  if (keys === null || keys.length > deviceBudget.keys || master === null) return null
  const read = keys.map(key => readKey(mapOf(untagged(key)), master))
  if (type === 'crypto-account') return shared(read, null)
  return type === 'crypto-multi-accounts' ? shared(read, textOf(map.get(3))) : null
}

function shared(read: readonly (SharedKey | null)[], device: string | null): SharedAccounts | null {
  const keys = read.filter(key => key !== null)
  if (keys.length === 0) return null
  return {
    device: (device ?? keys[0]?.name ?? '').trim().slice(0, 64) || null,
    list(count) {
      const single = keys.filter(key => !isMany(key)).map(key => accountOf(key, 0))
      const many = keys.filter(isMany)
      const numbered = Array.from({ length: count }, (_, number) => many.map(key => accountOf(key, number))).flat()
      const offered = [...single, ...numbered].filter(account => account !== null)
      return [...new Map(offered.map(account => [account.address, account])).values()].slice(0, count)
    },
  }
}

function isMany({ children }: SharedKey): boolean {
  return children.some(({ index }) => index === '*')
}

/** @param master fingerprint of the item around it @returns `null` for a key of another coin, or a private one */
function readKey(map: CborMap | null, master: number | null): SharedKey | null {
  if (map === null || map.get(1) === true || map.get(2) === true) return null
  const publicKey = bytesOf(map.get(3), 33)
  const origin = readKeyPath(map.get(6))
  if (publicKey === null || origin === null || !isOfEthereum(map.get(5), origin)) return null
  if (origin.steps.some(({ index }) => index === '*')) return null
  const fingerprint = origin.fingerprint ?? master
  if (fingerprint === null) return null
  const chainCode = bytesOf(map.get(4), 32)
  const children = map.has(7) ? readKeyPath(map.get(7))?.steps : usualChildren(origin.steps, chainCode)
  // A hardened step needs the private key, and one number can be free.
  if (children === undefined || children.some(({ hardened }) => hardened)) return null
  if (children.filter(({ index }) => index === '*').length > 1 || (children.length > 0 && chainCode === null))
    return null
  return {
    publicKey,
    chainCode,
    origin: origin.steps,
    fingerprint: fingerprintText(fingerprint),
    children,
    name: textOf(map.get(9)),
  }
}

/** Ethereum by the coin it names, or else by the second step of its path. @see SLIP-44 */
function isOfEthereum(coin: Cbor | undefined, { steps }: KeyPath): boolean {
  const named = mapOf(untagged(coin))?.get(1)
  if (named !== undefined) return named === ethereum
  const [, second] = steps
  return second?.index === ethereum && second.hardened
}

/** `m/44'/60'/0'` without children is the key of a wallet's accounts; a longer path is an account's own. */
function usualChildren(origin: KeyPath['steps'], chainCode: Uint8Array | null): KeyPath['steps'] {
  if (origin.length !== 3 || chainCode === null) return []
  return [
    { index: 0, hardened: false },
    { index: '*', hardened: false },
  ]
}

function accountOf(
  { publicKey, chainCode, origin, children, fingerprint }: SharedKey,
  number: number,
): DeviceAccount | null {
  const steps = children.map(({ index }) => (index === '*' ? number : index))
  try {
    let key = new HDKey({ publicKey, chainCode: chainCode ?? new Uint8Array(32) })
    for (const step of steps) key = key.deriveChild(step)
    if (key.publicKey === null) return null
    const path = ['m', pathText(origin), ...steps].join('/')
    const point = secp256k1.ProjectivePoint.fromHex(key.publicKey).toRawBytes(false)
    return { kind: 'qr', address: publicKeyToAddress(hexOf(point)), path, fingerprint }
  } catch {
    // No point of the curve, or a child that does not exist.
    return null
  }
}

import { HARDENED_OFFSET, HDKey } from '@scure/bip32'
import { accountPath as numberedPath } from '@/lib/base/derivation-paths'
import type { Bytes } from '@/lib/keys/vault/cipher'

/** BIP-44 with Ethereum's coin type (SLIP-44: 60): the external chain of the first account. */
export function accountPath(index: number): string {
  return numberedPath('bip44', index)
}

/** The index in a path of {@link accountPath}; `null` for any other path. */
export function accountIndex(path: string): number | null {
  const index = Number(path.slice(path.lastIndexOf('/') + 1))
  return Number.isSafeInteger(index) && path === accountPath(index) ? index : null
}

/**
 * The private key of a seed at a path (BIP-32). Every key on the way there is filled with zeros; the result is the
 * caller's to fill.
 */
export type PrivateKeyAt = (seed: Bytes, path: string) => Bytes

export async function loadDerivation(): Promise<PrivateKeyAt> {
  function indexesOf(path: string): number[] {
    const [root, ...steps] = path.split('/')
    if (root !== 'm' || !steps.every(step => /^\d+'?$/.test(step))) throw new Error('not a derivation path')
    return steps.map(step => Number.parseInt(step, 10) + (step.endsWith("'") ? HARDENED_OFFSET : 0))
  }

  return (seed, path) => {
    let node = HDKey.fromMasterSeed(seed)
    for (const step of indexesOf(path)) {
      const child = node.deriveChild(step)
      node.wipePrivateData()
      node = child
    }
    const { privateKey } = node
    if (privateKey === null) throw new Error('a derived key without its private half')
    const copy = new Uint8Array(privateKey)
    node.wipePrivateData()
    return copy
  }
}

import { getAddress } from '@/lib/base/checksum'
import { Failure } from '@/lib/base/failure'
import { isSameAddress } from '@/lib/base/hex'
import type { Keyring } from '@/lib/keys/shared/keyring'
import type { Keystores } from '@/lib/keys/types'
import type { Access } from '@/lib/keys/vault/access'
import type { Bytes } from '@/lib/keys/vault/cipher'
import { requireLength } from '@/lib/keys/vault/passwords'
import type { OpenVault } from '@/lib/keys/vault/unlocked'
import { refuseKnown } from './account-rows'
import type { Accounts } from './accounts'
import { withPrivateKey } from './private-keys'
import { addressOfPrivateKey } from './secp256k1'

/** Accounts from keystore files, and to them. */
export function createKeystoreAccounts({
  access,
  accountRows,
  addKey,
  keystores,
}: Pick<Accounts, 'addKey'> & {
  access: Access
  accountRows(): Promise<Parameters<typeof refuseKnown>[0]>
  keystores: Keystores
}): Pick<Keyring, 'openKeystore' | 'importKeystore' | 'exportKeystore'> {
  /** Decrypts outside `exclusive`, so that nothing else waits for the derivation, and zeros the key after `use`. */
  async function withKeystore<Result>(
    keystore: string,
    password: string,
    use: (privateKey: Bytes, open: OpenVault) => Promise<Result>,
  ): Promise<Result> {
    access.stillOpen(await access.opened())
    const privateKey = await keystores.read(keystore, password)
    try {
      // It may have been locked meanwhile.
      return await access.exclusive(async () => use(privateKey, await access.opened()))
    } finally {
      privateKey.fill(0)
    }
  }

  return {
    async exportKeystore(password, address, filePassword) {
      requireLength(filePassword)
      const privateKey = await access.exclusive(() =>
        access.withPassword(password, async (vault, dataKey) => {
          const row = (await accountRows()).find(each => isSameAddress(each.address, address))
          if (row === undefined) throw new Failure('account-unknown')
          return withPrivateKey({ vault, dataKey }, row, key => new Uint8Array(key))
        }),
      )
      try {
        return await keystores.write(privateKey, filePassword)
      } finally {
        privateKey.fill(0)
      }
    },
    openKeystore: (keystore, password) =>
      withKeystore(keystore, password, async privateKey => {
        const address = addressOfPrivateKey(privateKey)
        refuseKnown(await accountRows(), address, ['watch'])
        return getAddress(address)
      }),
    importKeystore: (keystore, password) =>
      withKeystore(keystore, password, (privateKey, open) => addKey(open, privateKey)),
  }
}

import { getAddress } from 'viem'
import type { Access } from './access'
import { refuseKnown } from './account-rows'
import type { Accounts } from './accounts'
import type { Bytes } from './cipher'
import { readKeystore, type Scrypt } from './keystore'
import { addressOfPrivateKey } from './secp256k1'
import type { Keyring } from './types'
import type { OpenVault } from './unlocked'

/** Accounts from keystore files. */
export function createKeystoreAccounts({
  access,
  accountRows,
  addKey,
  scrypt,
}: Pick<Accounts, 'addKey'> & {
  access: Access
  accountRows(): Promise<Parameters<typeof refuseKnown>[0]>
  scrypt: Scrypt
}): Pick<Keyring, 'openKeystore' | 'importKeystore'> {
  /** Decrypts outside `exclusive`, so that nothing else waits for the derivation, and zeros the key after `use`. */
  async function withKeystore<Result>(
    keystore: string,
    password: string,
    use: (privateKey: Bytes, open: OpenVault) => Promise<Result>,
  ): Promise<Result> {
    access.stillOpen(await access.opened())
    const privateKey = await readKeystore(keystore, password, scrypt)
    try {
      // It may have been locked meanwhile.
      return await access.exclusive(async () => use(privateKey, await access.opened()))
    } finally {
      privateKey.fill(0)
    }
  }

  return {
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

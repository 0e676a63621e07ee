import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Keyring } from '@/lib/keys/shared/keyring'
import type { Access } from './access'
import { bytesOf, unwrapDataKey, wrapDataKey, wrappingKeyOfPasskey } from './cipher'
import { passkeyContext, type Vault } from './vault'

export type Passkeys = Pick<Keyring, 'passkeys' | 'addPasskeyWrap' | 'unlockWithPasskey' | 'removePasskeyWrap'>

/**
 * Passkeys (WebAuthn with its PRF extension) as further wraps of the data key. The page talks to the authenticator;
 * only its output comes here.
 */
export function createPasskeys({
  access,
  clock,
  opened,
}: {
  access: Access
  clock: Clock /** After an unlock. */
  opened: () => Promise<void>
}): Passkeys {
  const { exclusive } = access

  /** @throws Failure `passkey-unknown` when it is not 32 bytes */
  function wrappingKeyOf(vault: Vault, prfOutput: Uint8Array): Promise<CryptoKey> {
    if (prfOutput.length !== 32) throw new Failure('passkey-unknown')
    const secret = new Uint8Array(prfOutput)
    return wrappingKeyOfPasskey(secret, bytesOf(vault.prfSalt)).finally(() => secret.fill(0))
  }

  return {
    async passkeys() {
      const vault = await access.stored()
      if (vault === null) return null
      const credentials = vault.passkeys.map(({ credentialId, name, createdAt }) => ({ credentialId, name, createdAt }))
      return { prfSalt: `0x${vault.prfSalt}`, credentials }
    },

    addPasskeyWrap: ({ password, credentialId, prfOutput, name }) =>
      exclusive(() =>
        access.withPassword(password, async (vault, dataKey) => {
          if (!/^[A-Za-z0-9_-]{1,2048}$/.test(credentialId)) throw new Failure('invalid-input')
          const wrappingKey = await wrappingKeyOf(vault, prfOutput)
          const wrapped = await wrapDataKey(dataKey, wrappingKey, passkeyContext(vault.id, credentialId))
          const others = vault.passkeys.filter(passkey => passkey.credentialId !== credentialId)
          const passkey = {
            credentialId,
            name: name?.trim().slice(0, 64) || `Passkey ${others.length + 1}`,
            createdAt: clock.now(),
            dataKey: wrapped,
          }
          await access.save({ ...vault, passkeys: [...others, passkey] }, dataKey)
          access.notify('session')
        }),
      ),

    unlockWithPasskey: (credentialId, prfOutput) =>
      exclusive(async () => {
        const vault = await access.stored()
        const passkey = vault?.passkeys.find(each => each.credentialId === credentialId)
        if (vault === null || passkey === undefined) throw new Failure('passkey-unknown')
        const wrappingKey = await wrappingKeyOf(vault, prfOutput)
        const context = passkeyContext(vault.id, credentialId)
        const dataKey = await unwrapDataKey(passkey.dataKey, wrappingKey, context, 'wrap-again').catch(() => {
          throw new Failure('passkey-unknown')
        })
        await access.open(vault, dataKey)
        await opened()
      }),

    removePasskeyWrap: credentialId =>
      exclusive(async () => {
        const { vault, dataKey } = await access.opened()
        const others = vault.passkeys.filter(passkey => passkey.credentialId !== credentialId)
        if (others.length === vault.passkeys.length) throw new Failure('passkey-unknown')
        await access.save({ ...vault, passkeys: others }, dataKey)
        access.notify('session')
      }),
  }
}

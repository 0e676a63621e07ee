import type { HandlersOf } from '@/lib/language/procedures'
import type { Keyring } from './shared/keyring'
import { bytesOf } from './vault/cipher'

interface KeyParts {
  emptyClipboardLater(): Promise<void>
  /** Deletes everything on this device. */
  erase(): Promise<void>
  keyring: Keyring
  /** Takes accounts off the list with `work`. What sites and sellers were allowed with them ends. */
  removeAccounts(work: () => Promise<unknown>): Promise<void>
}

export function keyProcedures({
  emptyClipboardLater,
  erase,
  keyring,
  removeAccounts,
}: KeyParts): HandlersOf<'phrase' | 'vault' | 'passkey' | 'clipboard'> {
  return {
    'phrase.generate': async ({ words }) => ({ phrase: await keyring.generatePhrase(words) }),
    'phrase.check': ({ phrase }) => keyring.checkPhrase(phrase),
    'phrase.name': ({ phraseId, name }) => keyring.namePhrase(phraseId, name),
    'phrase.list': async () => ({ phrases: await keyring.phrases() }),
    'phrase.remove': ({ phraseId, password }) => removeAccounts(() => keyring.removePhrase(phraseId, password)),
    'phrase.add': phrase => keyring.addPhrase(phrase),

    'vault.create': ({ password, phrase, passphrase }) => keyring.create({ password, phrase, passphrase }),
    'vault.unlock': ({ password }) => keyring.unlock(password),
    'vault.lock': () => keyring.lock(),
    'vault.change-password': ({ password, newPassword }) => keyring.changePassword(password, newPassword),
    'vault.reveal-phrase': ({ password, phraseId }) => keyring.revealPhrase(password, phraseId),
    'vault.reveal-key': async ({ password, address }) => ({ privateKey: await keyring.revealKey(password, address) }),
    'vault.erase': () => erase(),
    'vault.export-backup': async ({ password }) => ({ backup: await keyring.exportBackup(password) }),
    'vault.merge-backup': async ({ backup, password }) => ({ added: await keyring.mergeBackup(backup, password) }),
    'vault.check-backup': ({ backup, password }) => keyring.checkBackup(backup, password),
    'vault.import-backup': ({ backup, password }) => keyring.importBackup(backup, password),

    'passkey.list': () => keyring.passkeys(),
    'passkey.add': ({ password, credentialId, prfOutput, name }) =>
      keyring.addPasskeyWrap({
        password,
        credentialId,
        prfOutput: bytesOf(prfOutput.slice(2)),
        ...(name === undefined ? {} : { name }),
      }),
    'passkey.unlock': ({ credentialId, prfOutput }) =>
      keyring.unlockWithPasskey(credentialId, bytesOf(prfOutput.slice(2))),
    'passkey.remove': ({ credentialId }) => keyring.removePasskeyWrap(credentialId),

    'clipboard.clear-later': () => emptyClipboardLater(),
  }
}

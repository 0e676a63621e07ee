import { beforeEach, describe, expect, test } from 'vitest'
import { createdWallet, type Machine, password, phrase } from '@/lib/keys/keyring.fixture'
import type { Keyring } from '@/lib/keys/shared/keyring'
import { copyOf } from './vault'

const failure = (code: string) => expect.objectContaining({ code })
const prfOutput = () => new Uint8Array(32).fill(7)

let machine: Machine
let keyring: Keyring
beforeEach(async () => {
  ;({ machine, keyring } = await createdWallet())
  await keyring.addPasskeyWrap({ password, credentialId: 'cred-1', prfOutput: prfOutput(), name: 'This laptop' })
})

describe('a passkey', () => {
  test('unlocks, besides the password', async () => {
    await keyring.lock()
    machine.restartBrowser()
    const next = machine.start()
    await next.unlockWithPasskey('cred-1', prfOutput())
    expect(await next.state()).toMatchObject({ vault: 'unlocked' })
    await next.lock()
    await next.unlock(password)
    expect(await next.state()).toMatchObject({ vault: 'unlocked' })
  })

  test('is listed while locked, with the input it was made with', async () => {
    const before = await keyring.passkeys()
    await keyring.lock()
    expect(await machine.start().passkeys()).toEqual(before)
    expect(before).toMatchObject({
      prfSalt: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      credentials: [{ credentialId: 'cred-1', name: 'This laptop', createdAt: machine.clock.now() }],
    })
  })

  test('ends with the password it was added under, and can be added again', async () => {
    await keyring.changePassword(password, 'another horse battery')
    expect((await keyring.passkeys())?.credentials).toEqual([])
    await keyring.addPasskeyWrap({ password: 'another horse battery', credentialId: 'cred-1', prfOutput: prfOutput() })
    await keyring.lock()
    await keyring.unlockWithPasskey('cred-1', prfOutput())
    expect((await keyring.revealPhrase('another horse battery')).phrase).toBe(phrase)
  })

  test('survives worker and restart as any unlock does', async () => {
    await keyring.lock()
    await keyring.unlockWithPasskey('cred-1', prfOutput())
    expect(await machine.start().state()).toMatchObject({ vault: 'unlocked' })
    machine.restartBrowser()
    expect(await machine.start().state()).toMatchObject({ vault: 'locked' })
  })

  test('opens nothing once removed, and its wrap is gone from both copies', async () => {
    await keyring.removePasskeyWrap('cred-1')
    await keyring.lock()
    await expect(keyring.unlockWithPasskey('cred-1', prfOutput())).rejects.toEqual(failure('passkey-unknown'))
    expect(JSON.stringify(await machine.mirrorStore.get('vault-mirror'))).not.toContain('cred-1')
    expect(JSON.stringify(await machine.database.get('keyring', 'vault'))).not.toContain('cred-1')
  })

  test('registered again replaces itself', async () => {
    await keyring.addPasskeyWrap({ password, credentialId: 'cred-1', prfOutput: new Uint8Array(32).fill(8) })
    expect((await keyring.passkeys())?.credentials).toHaveLength(1)
    await keyring.lock()
    await expect(keyring.unlockWithPasskey('cred-1', prfOutput())).rejects.toEqual(failure('passkey-unknown'))
    await keyring.unlockWithPasskey('cred-1', new Uint8Array(32).fill(8))
  })
})

describe('is refused', () => {
  test('with another output, another credential or another length', async () => {
    await keyring.lock()
    for (const [id, output] of [
      ['cred-1', new Uint8Array(32)],
      ['cred-2', prfOutput()],
      ['cred-1', new Uint8Array(16).fill(7)],
    ] as const) {
      await expect(keyring.unlockWithPasskey(id, output)).rejects.toEqual(failure('passkey-unknown'))
    }
    expect(await keyring.state()).toMatchObject({ vault: 'locked' })
  })

  test('when its wrap is moved to another credential', async () => {
    await keyring.addPasskeyWrap({ password, credentialId: 'cred-2', prfOutput: new Uint8Array(32).fill(9) })
    const read = (await machine.database.get('keyring', 'vault'))?.value as { text: string }
    const vault = JSON.parse(read.text)
    vault.passkeys[1].dataKey = vault.passkeys[0].dataKey
    vault.generation += 1
    await machine.database.put('keyring', { key: 'vault', value: copyOf(vault) })
    await keyring.lock()
    await expect(machine.start().unlockWithPasskey('cred-2', prfOutput())).rejects.toEqual(failure('passkey-unknown'))
  })

  test('to be added without the password, or under a name that is no credential', async () => {
    const passkey = { credentialId: 'cred-3', prfOutput: prfOutput() }
    await expect(keyring.addPasskeyWrap({ ...passkey, password: 'not the password' })).rejects.toEqual(
      failure('wrong-password'),
    )
    await expect(keyring.addPasskeyWrap({ ...passkey, password, credentialId: 'a|b' })).rejects.toEqual(
      failure('invalid-input'),
    )
    expect((await keyring.passkeys())?.credentials).toHaveLength(1)
  })

  test('to be removed while locked', async () => {
    await keyring.lock()
    await expect(keyring.removePasskeyWrap('cred-1')).rejects.toEqual(failure('locked'))
  })
})

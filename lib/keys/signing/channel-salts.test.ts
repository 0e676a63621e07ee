import { concat, keccak256, numberToHex, stringToHex } from 'viem'
import { expect, it } from 'vitest'
import { createdWallet, firstAddress, password, phrase, watched } from '@/lib/keys/keyring.fixture'

it('the salts of an account follow from its key, so a wallet restored from the phrase has the same ones', async () => {
  const { keyring } = await createdWallet()
  const salts = await keyring.channelSalts(firstAddress, 3)
  const key = await keyring.revealKey(password, firstAddress)
  expect(salts).toEqual(
    [0, 1, 2].map(counter =>
      keccak256(concat([stringToHex('prelude x402 channel salt 1'), key, numberToHex(counter, { size: 4 })])),
    ),
  )
  await keyring.erase()
  await keyring.create({ password, phrase })
  expect(await keyring.channelSalts(firstAddress, 5)).toEqual(expect.arrayContaining(salts))
})

it('a locked wallet gives no salts, and an account without a key has none', async () => {
  const { keyring } = await createdWallet()
  await keyring.watchAddress(watched)
  await expect(keyring.channelSalts(watched, 1)).rejects.toMatchObject({ code: 'account-watch-only' })
  await keyring.lock()
  await expect(keyring.channelSalts(firstAddress, 1)).rejects.toMatchObject({ code: 'locked' })
})

import {
  type Hex,
  hashTypedData,
  hexToString,
  keccak256,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  stringToHex,
  type TransactionSerializedLegacy,
} from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { noDelegate } from '@/lib/base/batch-delegate'
import type { DeviceKey, SigningRequest } from '@/lib/base/devices'
import { Failure } from '@/lib/base/failure'
import { createMachine, firstAddress, type Machine, password, phrase, watched } from '@/lib/keys/keyring.fixture'
import type { Keyring } from '@/lib/keys/shared/keyring'
import type { FeeMarketTransaction, TypedData } from '@/lib/keys/shared/signing'
import type { WaitingRequests } from '@/lib/keys/shared/waiting-requests'
import { createWaitingRequests } from './waiting-requests'

const failure = (code: string) => expect.objectContaining({ code })
const privateKey = `0x${'7e'.repeat(32)}` as const
const device = privateKeyToAccount(privateKey)
const path = "m/44'/60'/0'/0/3"
const keys: DeviceKey[] = [
  { kind: 'qr', path, fingerprint: '0a0b0c0d' },
  { kind: 'ledger', path },
]
const approvalId = 'approval'

let machine: Machine
let waiting: WaitingRequests
let keyring: Keyring
beforeEach(async () => {
  machine = await createMachine()
  waiting = createWaitingRequests(machine.clock)
  keyring = machine.start({ askDevice: waiting.ask })
  await keyring.create({ password, phrase })
})

function approve(kind: 'transaction' | 'message' | 'typed-data'): void {
  machine.approvals.set(approvalId, { account: device.address, chainId: 10, kind })
}

/** The request, once the device is asked. */
async function asked(): Promise<SigningRequest> {
  const now = waiting.of(approvalId)
  if (now !== null) return now
  return new Promise(resolve => {
    const stop = waiting.onChange(() => {
      const request = waiting.of(approvalId)
      if (request === null) return
      stop()
      resolve(request)
    })
  })
}

const transaction: FeeMarketTransaction = {
  type: 'eip1559',
  chainId: 10,
  from: device.address,
  nonce: 3,
  to: watched,
  value: 5n,
  data: '0x1234',
  gas: 50_000n,
  maxFeePerGas: 100n,
  maxPriorityFeePerGas: 2n,
}
const typedData: TypedData = {
  types: { Payment: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Payment',
  domain: { name: 'Shop', chainId: 10 },
  message: { amount: 10n ** 30n },
}
const signHash = (hash: Hex) => sign({ hash, privateKey, to: 'hex' })

describe.each(keys)('with a key that is reached by $kind', key => {
  beforeEach(async () => {
    await keyring.addDeviceAccounts([{ address: device.address, ...key }], 'Test device')
  })

  describe('an account whose key is on a device', () => {
    test('is listed with where its key is, in the place of one that was only watched', async () => {
      await keyring.watchAddress(watched)
      await keyring.addDeviceAccounts([{ address: watched, ...key, path: "m/44'/60'/1'/0/0" }], null)
      expect(await keyring.accounts()).toMatchObject([
        { address: firstAddress, kind: 'phrase', device: null },
        { address: device.address, kind: key.kind, path, device: 'Test device', phraseId: null },
        { kind: key.kind, path: "m/44'/60'/1'/0/0", device: null },
      ])
    })

    test('is refused where the wallet has its key, and shows and lends none', async () => {
      await expect(keyring.addDeviceAccounts([{ address: firstAddress, ...key }], null)).rejects.toEqual(
        failure('account-exists'),
      )
      await expect(keyring.revealKey(password, device.address)).rejects.toEqual(failure('signer-unsupported'))
      await expect(keyring.channelSalts(device.address, 1)).rejects.toEqual(failure('signer-unsupported'))
    })

    test('comes back with a backup', async () => {
      const backup = await keyring.exportBackup(password)
      const other = (await createMachine()).start()
      await other.importBackup(backup, password)
      expect(await other.accounts()).toEqual(await keyring.accounts())
    })

    test('cannot sign for a delegation', async () => {
      approve('transaction')
      const fees = { gas: 46_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
      const call = { from: device.address, to: device.address, data: '0x' } as const
      const reset = { ...call, chainId: 10, nonce: 0, delegate: noDelegate, ...fees }
      await expect(keyring.signSetCode(approvalId, reset)).rejects.toEqual(failure('signer-unsupported'))
    })
  })

  describe('the device is asked for exactly what was approved', () => {
    test('a transaction of type 2', async () => {
      approve('transaction')
      const signing = keyring.signTransaction(approvalId, transaction)
      const request = await asked()
      expect(request).toMatchObject({ ...key, content: 'typed-transaction', chainId: 10, approvalId })
      waiting.answer(request.id, await signHash(keccak256(request.data)))
      const { raw, hash } = await signing
      expect(raw).toBe(await device.signTransaction({ ...transaction, type: 'eip1559' }))
      expect(hash).toBe(keccak256(raw))
    })

    test('a transaction with a gas price, whose v is that of EIP-155', async () => {
      approve('transaction')
      const { maxFeePerGas: gasPrice, maxPriorityFeePerGas: _tip, ...rest } = transaction
      const signing = keyring.signTransaction(approvalId, { ...rest, type: 'legacy', gasPrice })
      const request = await asked()
      expect(request.content).toBe('transaction')
      const signature = await signHash(keccak256(request.data))
      waiting.answer(request.id, `${signature.slice(0, 130)}${signature.endsWith('1b') ? '37' : '38'}` as Hex)
      const { raw } = await signing
      expect(await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerializedLegacy })).toBe(
        device.address,
      )
    })

    test('a message', async () => {
      approve('message')
      const signing = keyring.signMessage(approvalId, device.address, stringToHex('I am here'))
      const request = await asked()
      expect(hexToString(request.data)).toBe('I am here')
      waiting.answer(request.id, await device.signMessage({ message: 'I am here' }))
      expect(await recoverMessageAddress({ message: 'I am here', signature: await signing })).toBe(device.address)
    })

    test('typed data, as JSON that another implementation reads', async () => {
      approve('typed-data')
      const signing = keyring.signTypedData(approvalId, device.address, typedData)
      const request = await asked()
      const read = JSON.parse(hexToString(request.data))
      expect(read.types.EIP712Domain).toEqual([
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ])
      waiting.answer(request.id, await signHash(hashTypedData(read)))
      expect(await recoverTypedDataAddress({ ...read, signature: await signing })).toBe(device.address)
    })

    test('again by the same request, so that a worker that was stopped takes an answer in hand', async () => {
      approve('transaction')
      const stopped = keyring.signTransaction(approvalId, transaction)
      const { id } = await asked()
      waiting = createWaitingRequests(machine.clock)
      const again = machine.start({ askDevice: waiting.ask }).signTransaction(approvalId, transaction)
      const request = await asked()
      expect(request.id).toBe(id)
      expect(id).toMatch(/^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
      waiting.answer(id, await signHash(keccak256(request.data)))
      expect((await again).raw).toBe(await device.signTransaction({ ...transaction, type: 'eip1559' }))
      stopped.catch(() => undefined)
    })
  })

  describe('nothing is signed', () => {
    test('by another key, for other bytes, or by what is no signature: the request goes on waiting', async () => {
      approve('message')
      const signing = keyring.signMessage(approvalId, device.address, stringToHex('I am here'))
      const { id } = await asked()
      const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
      const wrong: Hex[] = [
        await stranger.signMessage({ message: 'I am here' }),
        await device.signMessage({ message: 'I am there' }),
        `0x${'00'.repeat(65)}`,
        `0x${'ff'.repeat(65)}`,
        `0x${'11'.repeat(20)}`,
      ]
      for (const signature of wrong) expect(() => waiting.answer(id, signature)).toThrow(failure('signer-wrong-key'))
      expect(waiting.of(approvalId)?.id).toBe(id)
      waiting.answer(id, await device.signMessage({ message: 'I am here' }))
      expect(await signing).toMatch(/^0x[0-9a-f]{130}$/)
      expect(() => waiting.answer(id, '0x')).toThrow(failure('approval-gone'))
    })

    test('with the higher of the two possible s', async () => {
      approve('message')
      const signing = keyring.signMessage(approvalId, device.address, stringToHex('I am here'))
      const { id } = await asked()
      const low = await device.signMessage({ message: 'I am here' })
      const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
      const high = (order - BigInt(`0x${low.slice(66, 130)}`)).toString(16).padStart(64, '0')
      waiting.answer(id, `0x${low.slice(2, 66)}${high}${low.endsWith('1b') ? '1c' : '1b'}`)
      expect(await signing).toBe(low)
    })

    test('after the person took it back, after ten minutes, or once the wallet is locked', async () => {
      approve('message')
      const begin = () => keyring.signMessage(approvalId, device.address, stringToHex('I am here'))
      const ends: [() => unknown, string][] = [
        [() => waiting.takeBack(approvalId), 'signer-taken-back'],
        [() => machine.clock.advance(600_000), 'signer-taken-back'],
        [() => waiting.endAll(new Failure('locked')), 'locked'],
      ]
      for (const [end, code] of ends) {
        const signing = begin()
        const refused = expect(signing).rejects.toEqual(failure(code))
        await asked()
        end()
        await refused
        expect(waiting.approvals()).toEqual([])
      }
      const signing = begin()
      const refused = expect(signing).rejects.toEqual(failure('locked'))
      const { id } = await asked()
      await keyring.lock()
      waiting.answer(id, await device.signMessage({ message: 'I am here' }))
      await refused
    })

    test('of what was not approved: the device is not asked', async () => {
      approve('message')
      await expect(keyring.signTransaction(approvalId, transaction)).rejects.toEqual(failure('approval-changed'))
      expect(waiting.approvals()).toEqual([])
    })
  })
})

import {
  bytesToHex,
  concat,
  type Hex,
  hashMessage,
  hashTypedData,
  keccak256,
  parseSignature,
  recoverAddress,
  recoverTransactionAddress,
  serializeTransaction,
  stringToHex,
} from 'viem'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accountPath, numberings } from '@/lib/base/derivation-paths'
import type { SigningRequest } from '@/lib/base/devices'
import { createSoftwareLedger, type SoftwareLedger } from '@/test/signers/software-ledger'
import { type LedgerDevice, openLedger } from './device'
import { createEthereumApp } from './ethereum-app'
import { type Shown, signWithLedger } from './sign'
import type { DeviceTypedData } from './typed-data'

/** The phrase of Anvil's accounts. */
const phrase = 'test test test test test test test test test test test junk'
const path = "m/44'/60'/0'/0/0"
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const channel = 0x1234

let software: SoftwareLedger
let device: LedgerDevice
beforeEach(async () => {
  software = createSoftwareLedger(phrase)
  device = await openLedger(software, channel)
})

function requestOf(content: SigningRequest['content'], data: Hex): SigningRequest {
  return { id: 'aa'.repeat(16), approvalId: 'one', address, kind: 'ledger', path, chainId: 1, content, data }
}

function signed(request: SigningRequest, onShown: (shown: Shown) => void = () => undefined): Promise<Hex> {
  return signWithLedger(createEthereumApp(device.exchange), request, onShown)
}

const typedData: DeviceTypedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Item: [
      { name: 'what', type: 'string' },
      { name: 'delta', type: 'int16' },
      { name: 'mark', type: 'bytes4' },
    ],
    Order: [
      { name: 'payer', type: 'address' },
      { name: 'items', type: 'Item[]' },
      { name: 'grid', type: 'uint8[2][]' },
      { name: 'note', type: 'bytes' },
      { name: 'isGift', type: 'bool' },
    ],
  },
  primaryType: 'Order',
  domain: { name: 'Shop', chainId: 84538453 },
  message: {
    payer: address,
    items: [
      { what: 'coffee '.repeat(100), delta: -3, mark: '0x01020304' },
      { what: '', delta: 300, mark: '0x00000000' },
    ],
    grid: [
      [1, 2],
      [3, 255],
    ],
    note: `0x${'ab'.repeat(252)}`,
    isGift: true,
  },
}
const typedRequest = requestOf('typed-data', stringToHex(JSON.stringify(typedData)))

describe('a device signs', () => {
  it('the account of each numbering', async () => {
    const app = createEthereumApp(device.exchange)
    expect(await app.address(path, false)).toBe(address)
    for (const numbering of numberings)
      for (const number of [0, 7]) {
        const own = accountPath(numbering, number)
        expect(await app.address(own, true)).toBe(software.addressOf(own))
      }
  })

  it('a message', async () => {
    const text = 'Only this '.repeat(40)
    const signature = await signed(requestOf('message', stringToHex(text)))
    expect(await recoverAddress({ hash: hashMessage(text), signature })).toBe(address)
  })

  it.each([1, 137, 84_538_453, 2 ** 40 + 1])('transactions of types 0 and 2 on chain %i', async chainId => {
    const fields = { chainId, nonce: 3, to: address, value: 10n ** 17n, gas: 21_000n } as const
    for (let length = 0; length < 300; length += 7) {
      const data = bytesToHex(new Uint8Array(length).fill(7))
      const feeMarket = { ...fields, data, type: 'eip1559', maxFeePerGas: 9n, maxPriorityFeePerGas: 1n } as const
      const legacy = { ...fields, data, type: 'legacy', gasPrice: 9n } as const
      const raw = serializeTransaction(feeMarket)
      const signature = await signed(requestOf('typed-transaction', raw))
      const serializedTransaction = serializeTransaction(feeMarket, parseSignature(signature))
      expect(await recoverTransactionAddress({ serializedTransaction })).toBe(address)
      const old = serializeTransaction(legacy)
      const hash = keccak256(old)
      expect(await recoverAddress({ hash, signature: await signed(requestOf('transaction', old)) })).toBe(address)
    }
  })

  it('typed data with its values, where the app can show them', async () => {
    const onShown = vi.fn()
    const signature = await signed(typedRequest, onShown)
    expect(await recoverAddress({ hash: hashTypedData(typedData), signature })).toBe(address)
    expect(onShown.mock.calls).toEqual([[{ as: 'values' }]])
    expect(software.shown).toBe('values')
  })

  it.each([
    ['an older app', { version: [1, 9, 18] }, ['hashes']],
    ['a device without room for the values', { hasValues: false }, ['values', 'hashes']],
  ])('the hashes of typed data with %s', async (_, options, told) => {
    software = createSoftwareLedger(phrase, options)
    device = await openLedger(software, channel)
    const onShown = vi.fn()
    const signature = await signed(typedRequest, onShown)
    expect(await recoverAddress({ hash: hashTypedData(typedData), signature })).toBe(address)
    expect(onShown.mock.calls.map(([{ as }]) => as)).toEqual(told)
    const { domainHash, messageHash } = onShown.mock.lastCall?.[0] ?? {}
    expect(keccak256(concat(['0x1901', domainHash, messageHash]))).toBe(hashTypedData(typedData))
    expect(software.shown).toBe('hashes')
  })
})

describe('a device signs nothing', () => {
  const request = requestOf('message', stringToHex('Only this'))

  it('that has another key for the path', async () => {
    software = createSoftwareLedger('legal winner thank year wave sausage worth useful legal winner thank yellow')
    device = await openLedger(software, channel)
    await expect(signed(request)).rejects.toMatchObject({ code: 'ledger-other-account' })
  })

  it('of a type of transaction that it is not told right', async () => {
    await expect(signed(requestOf('typed-transaction', '0x04c0'))).rejects.toMatchObject({ code: 'signer-unsupported' })
  })

  it.each([
    ['locked', 'ledger-locked'],
    ['rejected', 'ledger-rejected'],
    ['wrong-app', 'ledger-wrong-app'],
  ] as const)('while %s, and signs after', async (fault, code) => {
    software.fault = fault
    await expect(signed(request)).rejects.toMatchObject({ code })
    software.fault = null
    expect(await recoverAddress({ hash: hashMessage('Only this'), signature: await signed(request) })).toBe(address)
  })

  it('while another program has it', async () => {
    const held = createSoftwareLedger(phrase)
    held.isHeld = true
    await expect(openLedger(held, channel)).rejects.toMatchObject({ code: 'ledger-busy' })
  })

  it('once it is unplugged', async () => {
    software.isUnplugged = true
    await expect(signed(request)).rejects.toMatchObject({ code: 'ledger-unplugged' })
  })

  it('when it is unplugged, or let go, while the person looks at it', async () => {
    for (const end of ['unplugged', 'close'] as const) {
      software = createSoftwareLedger(phrase)
      device = await openLedger(software, channel)
      software.isWaiting = true
      const waiting = signed(request)
      await device[end]()
      await expect(waiting).rejects.toMatchObject({ code: 'ledger-unplugged' })
    }
    expect(software.opened).toBe(false)
  })
})

it('commands of two askers do not mix', async () => {
  const app = createEthereumApp(device.exchange)
  const all = await Promise.all([0, 1, 2].map(number => app.address(accountPath('bip44', number), false)))
  expect(all).toEqual([0, 1, 2].map(number => software.addressOf(accountPath('bip44', number))))
})

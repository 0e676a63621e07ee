import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Eth from '@ledgerhq/hw-app-eth'
import Transport from '@ledgerhq/hw-transport'
import fc from 'fast-check'
import { bytesToHex, type Hex, hashMessage, hexToBytes, recoverAddress, serializeTransaction } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Exchange } from './command'
import { createEthereumApp } from './ethereum-app'
import type { DeviceTypedData } from './typed-data'

const path = "m/44'/60'/0'/0/0"
const [r, s] = ['11'.repeat(32), '22'.repeat(32)]

/** A transport of the maker's library that gives one answer to all commands, and keeps them. */
class Recorder extends Transport {
  readonly commands: string[] = []
  readonly answer: string
  constructor(answer: string) {
    super()
    this.answer = answer
  }
  override exchange(command: Buffer): Promise<Buffer> {
    this.commands.push(command.toString('hex'))
    return Promise.resolve(Buffer.from(this.answer, 'hex'))
  }
}

/** Our app with the same kind of answer. */
function recorded(answer: string) {
  const commands: string[] = []
  const exchange: Exchange = command => {
    commands.push(Buffer.from(command).toString('hex'))
    return Promise.resolve(Buffer.from(answer, 'hex'))
  }
  return { app: createEthereumApp(exchange), commands }
}

function answering(answer: string) {
  return recorded(answer).app
}

const step = fc.tuple(fc.nat(0x7fff_ffff), fc.boolean()).map(([index, isHard]) => `${index}${isHard ? "'" : ''}`)
const anyPath = fc.array(step, { minLength: 1, maxLength: 10 }).map(steps => steps.join('/'))
const bytes = (longest: number) => fc.uint8Array({ minLength: 1, maxLength: longest, size: 'max' })
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(each => bytesToHex(each))
const fields = {
  chainId: fc.integer({ min: 1, max: 2 ** 40 }),
  nonce: fc.nat(100_000),
  to: fc.option(address, { nil: undefined }),
  value: fc.bigInt(0n, 2n ** 96n),
  gas: fc.bigInt(21_000n, 2n ** 32n),
  data: fc.uint8Array({ maxLength: 700, size: 'max' }).map(each => bytesToHex(each)),
}
const price = fc.bigInt(1n, 2n ** 64n)
const legacy = fc.record({ ...fields, gasPrice: price }).map(each => serializeTransaction({ type: 'legacy', ...each }))
const feeMarket = fc
  .record({ ...fields, fee: price })
  .map(({ fee, ...each }) =>
    serializeTransaction({ type: 'eip1559', ...each, maxFeePerGas: fee, maxPriorityFeePerGas: fee }),
  )

describe('commands', () => {
  it('for an address are those of the maker’s library', async () => {
    const sample =
      '4104df00ad3869baad7ce54f4d560ba7f268d542df8f2679a5898d78a690c3db8f9833d2973671cb14b088e91bdf7c0ab00029a576473c0e12f84d252e630bb3809b28436241393833363265313939633431453138363444303932334146393634366433413634383435319000'
    await fc.assert(
      fc.asyncProperty(anyPath, fc.boolean(), async (steps, isShown) => {
        const [theirs, ours] = [new Recorder(sample), recorded(sample)]
        const { address: named } = await new Eth(theirs).getAddress(steps, isShown)
        expect(await ours.app.address(`m/${steps}`, isShown)).toBe(named)
        expect(ours.commands).toEqual(theirs.commands)
      }),
    )
  })

  it('for a transaction are those of the maker’s library, and so is the signature', async () => {
    const kinds = fc.oneof(legacy, feeMarket)
    await fc.assert(
      fc.asyncProperty(anyPath, kinds, fc.nat(1), async (steps, raw, parity) => {
        const isTyped = raw.startsWith('0x02')
        // A device writes the last byte of 35 + 2 × chain + parity; which chain, its oddness does not depend on.
        const v = isTyped ? parity : 37 + parity
        const answer = `${v.toString(16).padStart(2, '0')}${r}${s}9000`
        const [theirs, ours] = [new Recorder(answer), recorded(answer)]
        const signed = await new Eth(theirs).signTransaction(steps, raw.slice(2), null)
        expect(await ours.app.signTransaction(`m/${steps}`, hexToBytes(raw))).toBe(
          `0x${signed.r}${signed.s}${(27 + parity).toString(16)}`,
        )
        expect(ours.commands).toEqual(theirs.commands)
      }),
      { numRuns: 1000 },
    )
  })

  it('for a message are those of the maker’s library', async () => {
    await fc.assert(
      fc.asyncProperty(anyPath, bytes(1000), fc.nat(1), async (steps, message, parity) => {
        const answer = `${(27 + parity).toString(16)}${r}${s}9000`
        const [theirs, ours] = [new Recorder(answer), recorded(answer)]
        const signed = await new Eth(theirs).signPersonalMessage(steps, Buffer.from(message).toString('hex'))
        expect(await ours.app.signMessage(`m/${steps}`, message)).toBe(
          `0x${signed.r}${signed.s}${signed.v.toString(16)}`,
        )
        expect(ours.commands).toEqual(theirs.commands)
      }),
    )
  })

  it('for an empty message are one, with its length', async () => {
    const { app, commands } = recorded(`1b${r}${s}9000`)
    await app.signMessage("m/44'", new Uint8Array())
    expect(commands).toEqual(['e00800000901' + '8000002c' + '00000000'])
  })

  it('for the hashes of typed data are those of the maker’s library', async () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
    await fc.assert(
      fc.asyncProperty(anyPath, hash, hash, async (steps, domain, message) => {
        const [theirs, ours] = [new Recorder(`1c${r}${s}9000`), recorded(`1c${r}${s}9000`)]
        const hex = (each: Uint8Array) => Buffer.from(each).toString('hex')
        await new Eth(theirs).signEIP712HashedMessage(steps, hex(domain), hex(message))
        expect(await ours.app.signTypedDataHashes(`m/${steps}`, domain, message)).toBe(`0x${r}${s}1c`)
        expect(ours.commands).toEqual(theirs.commands)
      }),
    )
  })
})

const fixtures = join(dirname(createRequire(import.meta.url).resolve('@ledgerhq/hw-app-eth')), '../tests/fixtures')

/** The exchanges that the maker recorded with a device, without the names that only the maker's service gives. */
async function recording(number: number): Promise<{ typedData: DeviceTypedData; commands: string[]; last: string }> {
  const lines = (await readFile(join(fixtures, `apdus/${number}.apdus`), 'utf8')).trim().split(/\s*\n\s*/)
  const of = (mark: string) => lines.filter(line => line.startsWith(mark)).map(line => line.slice(3).trim())
  const typedData = JSON.parse(await readFile(join(fixtures, `messages/${number}.json`), 'utf8'))
  return { typedData, commands: of('=>'), last: of('<=').at(-1) ?? '' }
}

describe('typed data told in full', () => {
  it.each(Array.from({ length: 14 }, (_, number) => number))('is as in recording %i', async number => {
    const { typedData, commands, last } = await recording(number)
    const ours = recorded('9000')
    const answers = createEthereumApp(async command => {
      const hex = Buffer.from(command).toString('hex')
      ours.commands.push(hex)
      return Buffer.from(ours.commands.length === commands.length ? last : '9000', 'hex')
    })
    const signature = await answers.signTypedData(path, typedData)
    expect(ours.commands).toEqual(commands)
    expect(signature).toBe(`0x${last.slice(2, 130)}${last.slice(0, 2)}`)
  })

  const untellable: [what: string, type: string, value: unknown][] = [
    ['a number without its size', 'uint', 1],
    ['a number above its type', 'uint8', 256],
    ['a number below its type', 'int8', -129],
    ['a negative number without a sign', 'uint8', -1],
    ['a fraction', 'uint8', 0.5],
    ['a list of another length', 'bool[2]', [true]],
    ['a list longer than 255', 'bool[]', Array.from({ length: 256 }, () => true)],
    ['bytes of another length', 'bytes4', '0x00'],
    ['an address cut short', 'address', '0x00'],
    ['a struct that is not described', 'Other', {}],
    ['no value', 'string', undefined],
  ]
  it.each(untellable)('is not possible with %s: no command is sent', async (_, type, value) => {
    const { app, commands } = recorded('9000')
    const types = { EIP712Domain: [], Order: [{ name: 'what', type }] }
    const typedData = { types, primaryType: 'Order', domain: {}, message: { what: value } }
    expect(await app.signTypedData(path, typedData)).toBeNull()
    expect(commands).toEqual([])
  })
})

describe('a signature', () => {
  const privateKey: Hex = `0x${'46'.repeat(32)}`
  it('is the key’s, whichever way the device writes v', async () => {
    const hash = hashMessage('for whom')
    const signed = await sign({ hash, privateKey })
    for (const v of [signed.yParity, 27 + (signed.yParity ?? 0)]) {
      const answer = `${v?.toString(16).padStart(2, '0')}${signed.r.slice(2)}${signed.s.slice(2)}9000`
      const signature = await answering(answer).signMessage(path, Buffer.from('for whom'))
      expect(await recoverAddress({ hash, signature })).toBe(privateKeyToAccount(privateKey).address)
    }
  })
})

describe('answers that are none', () => {
  const message = Buffer.from('a')
  it.each([
    ['nothing', ''],
    ['half a status', '90'],
    ['a status alone', '9000'],
    ['a signature cut short', `1b${r}${s.slice(2)}9000`],
    ['a signature too long', `1b${r}${s}009000`],
    ['a v that says nothing', `1d${r}${s}9000`],
    ['an unknown status', '6f42'],
  ])('%s is no signature', async (_, answer) => {
    await expect(answering(answer).signMessage(path, message)).rejects.toMatchObject({ code: 'ledger-unreadable' })
  })

  it('any bytes are no address', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 256, size: 'max' }), async content => {
        const answer = `${Buffer.from(content).toString('hex')}9000`
        await expect(answering(answer).address(path, false)).rejects.toMatchObject({ code: 'ledger-unreadable' })
      }),
    )
  })

  it('an address that is not the key’s is none', async () => {
    const { publicKey } = privateKeyToAccount(`0x${'46'.repeat(32)}`)
    const other = Buffer.from('11'.repeat(20)).toString('hex')
    const answer = `41${publicKey.slice(2)}28${other}9000`
    await expect(answering(answer).address(path, true)).rejects.toMatchObject({ code: 'ledger-unreadable' })
  })

  it('a configuration cut short is none', async () => {
    await expect(answering('0101019000').configuration()).rejects.toMatchObject({ code: 'ledger-unreadable' })
    expect(await answering('010101069000').configuration()).toEqual({ signsBlindly: true, version: [1, 1, 6] })
  })
})

describe('a status', () => {
  it.each([
    ['5515', 'ledger-locked'],
    ['6b0c', 'ledger-locked'],
    ['6985', 'ledger-rejected'],
    ['6982', 'ledger-rejected'],
    ['6511', 'ledger-wrong-app'],
    ['6e00', 'ledger-wrong-app'],
    ['6d00', 'ledger-wrong-app'],
    ['6501', 'ledger-app-too-old'],
    ['6a80', 'ledger-blind-signing-off'],
  ])('%s to a transaction is %s', async (status, code) => {
    const transaction = hexToBytes(serializeTransaction({ type: 'eip1559', chainId: 1 }))
    await expect(answering(status).signTransaction(path, transaction)).rejects.toMatchObject({ code })
  })

  it('6d00 to typed data in full is an app too old for it', async () => {
    const types = { EIP712Domain: [], Order: [{ name: 'what', type: 'string' }] }
    const typedData = { types, primaryType: 'Order', domain: {}, message: { what: 'coffee' } }
    await expect(answering('6d00').signTypedData(path, typedData)).rejects.toMatchObject({ code: 'ledger-app-too-old' })
  })
})

it('a path is refused that is none', async () => {
  const { app, commands } = recorded('9000')
  for (const bad of ['', 'm', "44'/60'", "m/44''", 'm/-1', 'm/2147483648', `m${'/1'.repeat(11)}`])
    await expect(app.address(bad, false)).rejects.toMatchObject({ code: 'invalid-input' })
  expect(commands).toEqual([])
})

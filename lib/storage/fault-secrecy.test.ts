import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { deleteDB } from 'idb'
import { BaseError } from 'viem'
import { english, generateMnemonic, generatePrivateKey } from 'viem/accounts'
import { getAddress, keccak256 } from 'viem/utils'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Failure } from '@/lib/base/failure'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { RpcError } from '@/lib/base/rpc/errors'
import { createFaultLog } from './fault-log'
import { openDatabase } from './open'

/** The log has nothing of what an error carries, wherever the error carries it. */

const ownOrigin = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop/'

/** A text that must not be kept, and the pieces of it that would give it away. */
interface Private {
  text: string
  pieces: string[]
}

const hexBytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map(bytes => `0x${Buffer.from(bytes).toString('hex')}` as const)
const windows = (text: string, length: number) =>
  Array.from({ length: Math.max(1, text.length - length + 1) }, (_, at) => text.slice(at, at + length))

const privates: fc.Arbitrary<Private> = fc.oneof(
  fc.constantFrom(128, 256).map(strength => {
    const words = generateMnemonic(english, strength === 128 ? 128 : 256).split(' ')
    return { text: words.join(' '), pieces: words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')) }
  }),
  fc
    .constant(null)
    .map(() => generatePrivateKey())
    .map(text => ({ text, pieces: windows(text.slice(2), 10) })),
  hexBytes(20).map(bytes => ({ text: getAddress(bytes), pieces: windows(bytes.slice(2), 10) })),
  hexBytes(32).map(bytes => ({ text: keccak256(bytes), pieces: windows(keccak256(bytes).slice(2), 10) })),
  fc.bigInt({ min: 10n ** 9n, max: 10n ** 24n }).map(amount => ({ text: `${amount}`, pieces: [`${amount}`] })),
  fc
    .tuple(fc.integer({ min: 10, max: 99_999 }), fc.integer({ min: 100, max: 999_999 }))
    .map(([whole, fraction]) => ({ text: `${whole}.${fraction}`, pieces: [`${whole}.${fraction}`] })),
  fc
    .webUrl({ withQueryParameters: true })
    .map(url => ({ text: `${url}/key-1a2b3c`, pieces: [new URL(url).host, 'key-1a2b3c'] })),
  fc.stringMatching(/^[a-z]{8,20} [a-z0-9]{8,20}$/).map(password => ({ text: password, pieces: password.split(' ') })),
)

const caught = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

/** Every way in which an error of the wallet, of the browser or of a library can carry a text. */
const carriers: readonly ((text: string) => unknown)[] = [
  text => new Error(text),
  text => new TypeError(`Cannot read properties of undefined (reading '${text}')`),
  text => Object.assign(new Error('x'), { name: text }),
  text => Object.assign(new Error('x'), { stack: text }),
  text => Object.assign(new Error('x'), { stack: `Error: x\n    at ${text} (${ownOrigin}${text}.js:1:1)` }),
  text => Object.assign(new Error('x'), { stack: `Error: x\n    at f (${ownOrigin}background.js:${text}:1)` }),
  text => new Error(`${text}\n    at f (${ownOrigin}chunks/${text}.js:1:1)\n    at g (${text})`),
  text => new Error('x', { cause: text }),
  text => new Error('x', { cause: new Error('y', { cause: { name: text, message: text, code: text } }) }),
  text => new AggregateError([new Error(text)], text),
  text => new Failure('invalid-input', { procedure: text, field: text, message: text }),
  text => Object.assign(new Failure('unknown'), { code: text }),
  text => new RpcError('node-error', text, { code: Number(text), data: text, cause: text }),
  text => Object.assign(new RpcError('node-error', text), { kind: text, code: text }),
  text => new DOMException(text, text),
  text => new DOMException(text, 'DataError'),
  text => text,
  text => ({ name: text, message: text, code: text, kind: text, [text]: text, stack: text }),
  text => BigInt(`0x${Buffer.from(text).toString('hex')}`),
  text => Symbol(text),
  text => () => text,
  text => new BaseError(text, { details: text, metaMessages: [text], cause: new Error(text) }),
  text => caught(() => JSON.parse(`${text} {`)),
  text => caught(() => new URL(`::${text}`)),
  text => caught(() => BigInt(`n${text}`)),
  text => caught(() => getAddress(text as `0x${string}`)),
  text => caught(() => z.parse(z.record(z.string(), z.number()), { [text]: text })),
  text => caught(() => JSON.parse('null')[text]),
]

test('no phrase, key, address, hash, amount, address of a service or password gets into the log by any way', async () => {
  const database = await openDatabase(`secrecy-${crypto.randomUUID()}`)
  await fc.assert(
    fc.asyncProperty(privates, async ({ text, pieces }) => {
      const clock = createManualClock()
      const log = createFaultLog({ clock, ownOrigin })
      log.keepIn(database)
      await log.clear()
      for (const carry of carriers) {
        log.report('worker', carry(text))
        log.report('screen', new Failure('unknown', {}, { cause: carry(text) }))
      }
      const shown = await log.list()
      // Every carrier was counted: what is looked at is what was written of them.
      expect(shown.reduce((total, { count }) => total + count, 0)).toBe(2 * carriers.length)
      const everything = JSON.stringify([shown, await database.getAll('faults')]).toLowerCase()
      for (const piece of [text, ...pieces]) expect(everything).not.toContain(piece.toLowerCase())
    }),
    { numRuns: 150 },
  )
  database.close()
  await deleteDB(database.name)
})

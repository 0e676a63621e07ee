import { gzipSync } from 'node:zlib'
import { secp256k1 } from '@noble/curves/secp256k1'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { bytesToHex } from 'viem'
import { publicKeyToAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { Failure } from '@/lib/base/failure'
import type { Exchange } from '@/lib/keys/shared/devices/ledger/command'
import { createEthereumApp } from '@/lib/keys/shared/devices/ledger/ethereum-app'
import { createReportReceiver, reportsOf } from '@/lib/keys/shared/devices/ledger/framing'
import { describeSubject } from '@/lib/reading/descriptors/describe'
import { account, callFile, callOf } from '@/lib/reading/descriptors/descriptor.fixture'
import { loadDescriptor } from '@/lib/reading/descriptors/load'
import { indexDescriptors } from '@/lib/reading/list-formats/descriptor-index'
import { readDescriptorFiles, readDescriptors } from '@/lib/reading/list-formats/read-descriptors'
import { readFraudAddresses, readFraudHosts } from '@/lib/reading/list-formats/read-names'
import { readChains, readTokens } from '@/lib/reading/list-formats/read-records'
import { changed, changes, runs, slipped, slips, timeout } from './changes.fixture'

/** The readers of lists, archives and descriptors, and of a device's answers. */

const pause = async () => undefined
const property = (title: string, check: () => Promise<void> | void) => it(title, async () => check(), timeout)

/** The reader's result; `null` where the reader refuses the list as unreadable. */
async function readOrRefused<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading
  } catch (error) {
    expect(error).toBeInstanceOf(Failure)
    expect(error).toMatchObject({ code: 'list-unreadable' })
    return null
  }
}

const host = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/), fc.constantFrom('example', 'app.example', 'co.uk'))
  .map(([name, end]) => `${name.replace(/-+$/, 'x')}.${end}`)
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(bytes => bytesToHex(bytes))
const chainId = fc.integer({ min: 1, max: 1_000_000 })
const file = (value: unknown) => utf8ToBytes(JSON.stringify(value)) as Uint8Array<ArrayBuffer>

describe('lists', () => {
  const dresses = fc.constantFrom<(hosts: readonly string[]) => string>(
    hosts => JSON.stringify(hosts),
    hosts => JSON.stringify({ deny: hosts }),
    hosts => JSON.stringify({ domains: hosts.map(domain => ({ domain })) }),
    hosts => hosts.join('\n'),
    hosts => ['# hosts', ...hosts.map(each => `0.0.0.0 ${each} # fraud`), ''].join('\r\n'),
    hosts => ['! rules', ...hosts.map(each => `||${each}^`)].join('\n'),
  )
  const hosts = fc.uniqueArray(host, { minLength: 1, maxLength: 30 })

  property('of hosts are read in whatever dress', () =>
    fc.assert(
      fc.asyncProperty(hosts, dresses, async (listed, dress) => {
        expect(await readFraudHosts(dress(listed), pause)).toEqual(listed)
      }),
      runs,
    ),
  )

  property('of hosts with slips are refused, or name what their text says', () =>
    fc.assert(
      fc.asyncProperty(hosts, dresses, fc.array(slips, { minLength: 1, maxLength: 3 }), async (listed, dress, all) => {
        const text = all.reduce(slipped, dress(listed))
        for (const name of (await readOrRefused(readFraudHosts(text, pause))) ?? []) {
          expect(name).toMatch(/^[^\s/]+\.[^\s/]+$/)
          // A sign outside of ASCII is written in Punycode.
          if (!/[^ -~\s]/.test(text) && listed.includes(name)) expect(text.toLowerCase()).toContain(name)
        }
      }),
      runs,
    ),
  )

  property('of addresses are read as they are, and with slips name addresses of their text alone', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(address, { minLength: 1, maxLength: 30 }), slips, async (listed, slip) => {
        for (const text of [listed.join('\n'), JSON.stringify(listed.map(each => ({ address: each })))]) {
          expect(await readFraudAddresses(text, pause)).toEqual(listed)
          const hurt = slipped(text, slip)
          for (const each of (await readOrRefused(readFraudAddresses(hurt, pause))) ?? [])
            expect(hurt.toLowerCase()).toContain(each)
        }
      }),
      runs,
    ),
  )

  const tokens = fc.record({
    name: fc.string({ maxLength: 30 }),
    timestamp: fc.constant('2026-02-03T10:00:00.000Z'),
    tokens: fc.array(
      fc.record({
        ...{ chainId, address, symbol: fc.string({ maxLength: 12 }), name: fc.string({ maxLength: 30 }) },
        decimals: fc.integer({ min: 0, max: 255 }),
      }),
      { minLength: 1, maxLength: 20 },
    ),
  })
  property('of tokens are read row by row, and hold no row that is not in the file', () =>
    fc.assert(
      fc.asyncProperty(tokens, changes, async (list, all) => {
        const { entries } = await readTokens(JSON.stringify(list), pause)
        expect(entries.map(({ value }) => value)).toEqual(list.tokens)
        const hurt = changed(list, all)
        const rows: unknown = Reflect.get(Object(hurt), 'tokens')
        const texts = (Array.isArray(rows) ? rows : []).map(row => `${row?.chainId}:${row?.address}`.toLowerCase())
        for (const { key } of (await readOrRefused(readTokens(JSON.stringify(hurt), pause)))?.entries ?? [])
          expect(texts).toContain(key)
      }),
      runs,
    ),
  )

  const chains = fc.array(
    fc.record({
      ...{ chainId, name: fc.string({ maxLength: 30 }), rpc: fc.array(fc.webUrl(), { maxLength: 3 }) },
      nativeCurrency: fc.record({ symbol: fc.string({ maxLength: 8 }) }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  property('of chains are read row by row, and hold no row that is not in the file', () =>
    fc.assert(
      fc.asyncProperty(chains, changes, async (list, all) => {
        const { entries } = await readChains(JSON.stringify(list), pause)
        expect(entries.map(({ key }) => key)).toEqual(list.map(each => `${each.chainId}`))
        const hurt = changed(list, all)
        const ids = (Array.isArray(hurt) ? hurt : []).map(row => `${row?.chainId}`)
        for (const { key } of (await readOrRefused(readChains(JSON.stringify(hurt), pause)))?.entries ?? [])
          expect(ids).toContain(key)
      }),
      runs,
    ),
  )
})

/** A file of a tar archive: its header with the checksum, its body filled up to whole blocks. */
function tarFile(path: string, body: Uint8Array, type = '0'): Uint8Array {
  const header = new Uint8Array(512)
  const write = (at: number, text: string) => header.set(utf8ToBytes(text), at)
  write(0, path.slice(0, 100))
  write(124, body.length.toString(8).padStart(11, '0'))
  write(148, '        ')
  write(156, type)
  write(
    148,
    `${header
      .reduce((sum, byte) => sum + byte)
      .toString(8)
      .padStart(6, '0')}\0 `,
  )
  const filled = new Uint8Array(Math.ceil(body.length / 512) * 512)
  filled.set(body)
  return concatBytes(header, filled)
}

/** A path that is too long for a header stands in one of its own before it. */
function tarOf(files: ReadonlyMap<string, string>): Uint8Array {
  const parts = [...files].flatMap(([path, text]) => {
    const whole = `top/${path}`
    const record = ` path=${whole}\n`
    const length = record.length + `${record.length + 2}`.length
    const long = whole.length > 100 ? [tarFile('long', utf8ToBytes(`${length}${record}`), 'x')] : []
    return [...long, tarFile(whole, utf8ToBytes(text))]
  })
  return concatBytes(tarFile('top/', new Uint8Array(), '5'), ...parts, new Uint8Array(1_024))
}
const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes, { level: 1 }))

/** Bytes of which one is another, or of which there are fewer, or more. */
const blows = fc.record({
  at: fc.nat(20_000),
  by: fc.integer({ min: 1, max: 255 }),
  how: fc.constantFrom('flip', 'cut', 'more'),
})
function struck(bytes: Uint8Array, { at, by, how }: { at: number; by: number; how: string }): Uint8Array<ArrayBuffer> {
  const place = at % Math.max(1, bytes.length)
  if (how === 'cut') return bytes.slice(0, place)
  if (how === 'more')
    return new Uint8Array(concatBytes(bytes.subarray(0, place), Uint8Array.of(by), bytes.subarray(place)))
  return new Uint8Array(bytes).with(place, (bytes[place] ?? 0) ^ by)
}

describe('archives', () => {
  const path = fc
    .tuple(fc.constantFrom('registry', 'ercs'), fc.stringMatching(/^[a-z]{1,8}$/), fc.constantFrom('', 'x'.repeat(120)))
    .map(([folder, name, long]) => `${folder}/${name}/calldata-${name}${long}.json`)
  const files = fc
    .uniqueArray(fc.tuple(path, fc.jsonValue({ maxDepth: 2 })), {
      selector: ([name]) => name,
      minLength: 1,
      maxLength: 6,
    })
    .map(all => new Map(all.map(([name, value]) => [name, JSON.stringify(value)])))

  property('give their files under their paths', () =>
    fc.assert(
      fc.asyncProperty(files, async given => {
        expect(await readDescriptorFiles(gzip(tarOf(given)), pause)).toEqual(given)
      }),
      runs,
    ),
  )

  property('that were struck are refused, or give files with JSON in them', () =>
    fc.assert(
      fc.asyncProperty(files, blows, fc.boolean(), async (given, blow, isInside) => {
        const archive = isInside ? gzip(struck(tarOf(given), blow)) : struck(gzip(tarOf(given)), blow)
        const read = await readOrRefused(readDescriptorFiles(archive, pause))
        expect(read?.size ?? 0).toBeLessThanOrEqual(given.size)
        for (const text of read?.values() ?? []) expect(() => JSON.parse(text)).not.toThrow()
        // Gzip has a sum of its own.
        if (!isInside && read !== null) for (const [name, text] of read) expect(text).toBe(given.get(name))
      }),
      runs,
    ),
  )
})

describe('descriptors', () => {
  const signature = 'pay(address to,uint256 amount)'
  const format = {
    intent: 'Pay somebody',
    interpolatedIntent: 'Pay {amount} to {to}',
    fields: [
      { path: 'to', label: 'To', format: 'addressName', params: { types: ['eoa'] } },
      { path: 'amount', label: 'Amount', format: 'unit', params: { base: 'X', decimals: 2 } },
    ],
  }
  const valid = callFile({ [signature]: format }, { includes: [] })
  const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u

  property('that were changed say nothing, or what can stand on a screen', () =>
    fc.assert(
      fc.property(
        changes,
        slips,
        fc.boolean(),
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        (all, slip, isText, paid) => {
          const text = isText ? slipped(JSON.stringify(valid), slip) : JSON.stringify(changed(valid, all))
          const loaded = loadDescriptor({ name: 'main', text })
          if (loaded.kind === 'fault') return
          const outcome = describeSubject([loaded.descriptor], callOf(signature, [account, paid]))
          if (outcome.kind !== 'described') return
          const { fields, intent } = outcome.description
          for (const { text: line } of intent) expect(line).not.toMatch(hidden)
          for (const { label } of fields) expect(label.length <= 80 && !hidden.test(label)).toBe(true)
        },
      ),
      runs,
    ),
  )

  property('of a registry are found under their contracts, whatever else was changed in it', () =>
    fc.assert(
      fc.asyncProperty(changes, async all => {
        const registry = { 'registry/a.json': valid, 'registry/b.json': { ...valid, includes: 'a.json' } }
        const hurt = changed(registry, all)
        const read = await readOrRefused(readDescriptors(file(hurt), pause))
        const kept = await readOrRefused(readDescriptorFiles(file(hurt), pause))
        if (read === null || kept === null) return
        expect(read.count).toBe(kept.size)
        for (const { descriptors, files } of (await indexDescriptors(kept, pause)).values())
          for (const each of [...descriptors, ...files]) expect(kept.has(each)).toBe(true)
      }),
      runs,
    ),
  )
})

describe('what a device answers', () => {
  const channel = 0x0101
  const answer = fc.uint8Array({ minLength: 2, maxLength: 258 })

  /** The last thing that is heard of reports in this order. */
  function received(reports: readonly Uint8Array[]) {
    const receive = createReportReceiver(channel)
    return reports.map(receive)
  }

  property('is put together from its reports, and from no others', () =>
    fc.assert(
      fc.property(
        answer,
        fc.nat(10),
        fc.nat(10),
        fc.constantFrom('drop', 'double', 'swap'),
        (given, one, other, how) => {
          const reports = reportsOf(channel, given)
          expect(received(reports).at(-1)).toEqual({ kind: 'whole', answer: given })
          const [at, to] = [one % reports.length, other % reports.length]
          const [first, second] = [reports[at] ?? given, reports[to] ?? given]
          const hurt =
            how === 'drop'
              ? reports.toSpliced(at, 1)
              : how === 'double'
                ? reports.toSpliced(at, 0, first)
                : reports.with(at, second).with(to, first)
          for (const each of received(hurt)) if (each.kind === 'whole') expect(each.answer).toEqual(given)
        },
      ),
      runs,
    ),
  )

  property('in reports that were struck has the length that it says', () =>
    fc.assert(
      fc.property(answer, fc.nat(4), blows, (given, which, blow) => {
        const reports = reportsOf(channel, given)
        const at = which % reports.length
        for (const each of received(reports.with(at, struck(reports[at] ?? given, blow))))
          if (each.kind === 'whole') expect(each.answer.length).toBeGreaterThanOrEqual(2)
      }),
      runs,
    ),
  )

  const path = "m/44'/60'/0'/0/0"
  const done = Uint8Array.of(0x90, 0x00)
  const codes = /^ledger-(?:locked|rejected|wrong-app|app-too-old|blind-signing-off|unreadable)$/
  async function asked<Value>(reply: Uint8Array, ask: (app: ReturnType<typeof createEthereumApp>) => Promise<Value>) {
    const exchange: Exchange = async () => reply
    try {
      return await ask(createEthereumApp(exchange))
    } catch (error) {
      expect(error).toBeInstanceOf(Failure)
      expect(error).toMatchObject({ code: expect.stringMatching(codes) })
      return null
    }
  }

  property('as an address is the one of its key, or refused', () =>
    fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: 2n ** 250n }), blows, async (secret, blow) => {
        const key = secp256k1.getPublicKey(secret, false)
        const own = publicKeyToAddress(bytesToHex(key))
        const reply = concatBytes(Uint8Array.of(65), key, Uint8Array.of(40), utf8ToBytes(own.slice(2)), done)
        expect(await asked(reply, app => app.address(path, false))).toBe(own)
        const read = await asked(struck(reply, blow), app => app.address(path, false))
        if (read !== null) expect(read).toBe(own)
      }),
      { numRuns: Math.ceil((runs.numRuns ?? 0) / 10) },
    ),
  )

  property('as a signature is r, s and one of two v, or refused with a reason that one knows', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        fc.constantFrom(0, 1, 27, 28),
        blows,
        async (rs, v, blow) => {
          const reply = concatBytes(Uint8Array.of(v), rs, done)
          const message = utf8ToBytes('hello')
          const expected = `${bytesToHex(rs)}${v % 27 === 0 ? '1b' : '1c'}`
          expect(await asked(reply, app => app.signMessage(path, message))).toBe(expected)
          const hurt = struck(reply, blow)
          const typed = Uint8Array.of(2, 0xc0)
          const hashes = new Uint8Array(32)
          for (const read of [
            await asked(hurt, app => app.signMessage(path, message)),
            await asked(hurt, app => app.signTransaction(path, typed)),
            await asked(hurt, app => app.signTypedDataHashes(path, hashes, hashes)),
          ])
            if (read !== null) expect(read).toMatch(/^0x[0-9a-f]{128}1[bc]$/)
          await asked(hurt, app => app.configuration())
        },
      ),
      runs,
    ),
  )
})

import fc from 'fast-check'
import { type Hex, keccak256, recoverAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeNative, type NativeTransaction } from './decode'
import { type Item, nativeBytes, plainFields, rlp, word } from './native-bytes.fixture'

const short = (last: string): Hex => `0x${last.padStart(40, '0')}`
const [alice, bob, carol] = [short('a11ce'), short('b0b'), short('ca401')]
/** The first two accounts of Anvil's phrase. */
const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const second = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

function read(raw: Hex): NativeTransaction {
  const decoded = decodeNative(raw)
  if ('fault' in decoded) throw new Error(decoded.fault)
  return decoded
}
const faultOf = (raw: Hex) => {
  const decoded = decodeNative(raw)
  return 'fault' in decoded ? decoded.fault : null
}

describe('the published vectors of the newer layout', () => {
  it('the empty transaction', () => {
    const raw = '0x79d1018080072a630102825208c0c080808080'
    expect(read(raw)).toMatchObject({
      ...{ wire: 'either', chainId: 1n, sender: null, nonceKey: 0n, nonceSequence: 7n, validAfter: 42n },
      ...{ validBefore: 99n, maxPriorityFeePerGas: 1n, maxFeePerGas: 2n, gasLimit: 21_000n, payer: null },
      hash: '0x18ddd06ab492f70a23fd461d3d4449d72ea30728c7b5a570df99fd626d12bfaa',
    })
  })

  it('a delegation, a call, and who pays', () => {
    const target: Hex = `0xdd${'00'.repeat(19)}`
    const to: Hex = `0xaa${'00'.repeat(19)}`
    const [change, call] = [
      ['0x01', target],
      [to, '0x1234', '0xdeadbeef'],
    ] as const
    expect(rlp(change)).toBe(`d60194dd${'00'.repeat(19)}`)
    expect(rlp(call)).toBe(`dd94aa${'00'.repeat(19)}82123484deadbeef`)
    const decoded = read(nativeBytes({ accountChanges: [change], calls: [[call]], payer: '0x00' }))
    expect(decoded).toMatchObject({
      ...{ wire: 'launch', payer: 'open', accountChanges: [{ kind: 'delegation', target }] },
      calls: [[{ to, value: 0x1234n, data: '0xdeadbeef' }]],
    })
    const payer: Hex = `0x33${'00'.repeat(19)}`
    expect(rlp(payer)).toBe(`9433${'00'.repeat(19)}`)
    expect(read(nativeBytes({ payer })).payer).toBe(payer)
    expect(faultOf(nativeBytes({ payer: short('0') }))).toBe('payer')
  })

  it('the sample of the node: what the sender signs, and the id against replay', () => {
    const fields: Record<string, Item> = {
      ...{ chainId: 8453n, sender: short('aa'), nonceKey: 0x1234n, nonceSequence: 7n },
      ...{ maxPriorityFeePerGas: 10n ** 9n, maxFeePerGas: 5n * 10n ** 9n, gasLimit: 200_000n },
      ...{ accountChanges: [['0x01', short('bb')]], calls: [[[short('cc'), '0x1234', '0xdeadbeef']]] },
      metadata: '0xc0ffee',
    }
    const decoded = read(nativeBytes(fields))
    expect(decoded.senderDigest).toBe('0x854d169dfa8c3204aa3bc1db4b850fd197daf6374ed97494251c10f94cf10bd0')
    const { chainId, sender, accountChanges, calls, metadata } = fields
    const replay = rlp([chainId, sender, 0n, 0n, accountChanges, calls, metadata, '0x'] as Item[])
    expect(keccak256(`0x7901${replay}`)).toBe('0xe011c294796b5cf5bfb5b01378ed99ec6a066e581998b2407cd983df111496d4')
  })

  it('a signed one, whose sender is in its signature', async () => {
    const raw =
      '0x79f87e840509f4558080808080830f424083989680830186a0c0e0dfde9470997970c51812dc3a010c7d01b50e0d17dc79c887038d7ea4c68000808080b84130f07aece8aaab21604740ca4749e63b509585656fbe1dc2b4dc6158683f8af165912feda0abf8fae75c70d14800b8162b0fd61676e7a26e19f2a691478104f41c80'
    const decoded = read(raw)
    expect(decoded).toMatchObject({
      hash: '0xdb52cd40e49444b2a6b0557866ef5aa3036a20f2f1870e67d10a5da391155c7e',
      senderDigest: '0x9303a6d55218690705d3616fd27e7ee05727782f9e90622ea821651ced33bfe2',
      ...{ wire: 'launch', chainId: 84538453n, sender: null, payer: null },
      calls: [[{ to: second, value: 10n ** 15n, data: '0x' }]],
    })
    const signer = await recoverAddress({ hash: decoded.senderDigest, signature: decoded.senderAuth })
    expect(signer.toLowerCase()).toBe(first)
  })

  it('the same with a payer who is not named', () => {
    const call = [second, 10n ** 15n, '0x'] as const
    const open = read(nativeBytes({ calls: [[call]], payer: '0x00' }))
    expect(open.senderDigest).toBe('0xb0edc8f9caef1fb24039e690d1b8074fbe22e4136681a62b16f68d3a6d3c4aa4')
    const unsigned = Object.values({ ...plainFields, sender: first as Hex, calls: [[call]], payer: '0x00' as Hex })
    const payerDigest = keccak256(`0x7a${rlp(unsigned.slice(0, 13))}`)
    expect(payerDigest).toBe('0x47f4aec1ca2302a1de7d7d3cb672996d297dc94f5a1b756c7a948fb448b14d50')
  })
})

describe('the older layout', () => {
  it('has calls without value, and changes the keys of an account', () => {
    const [actor, other]: Hex[] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`]
    const authorize: Hex = `0x${word(actor as Hex)}${word(alice)}${word(99n)}${word(0n)}${word(160n)}${word(0n)}`
    const operations: Item[] = [
      [0n, authorize],
      [1n, other as Hex],
      [2n, '0x'],
      [3n, `0x${word(86_400n)}`],
      [4n, '0x'],
      [9n, '0x1234'],
    ]
    const accountChanges: Item[] = [
      ['0x00', `0x${'11'.repeat(32)}`, '0x6001', [[actor as Hex, alice, 0n, '0x']]],
      ['0x01', 1n, 7n, operations, '0x99'],
      ['0x02', bob],
    ]
    const decoded = read(nativeBytes({ sender: carol, accountChanges, calls: [[[alice, '0x12']], [[bob, '0x']]] }))
    expect(decoded).toMatchObject({
      ...{ wire: 'keystore', sender: carol },
      calls: [[{ to: alice, value: 0n, data: '0x12' }], [{ to: bob, value: 0n, data: '0x' }]],
      accountChanges: [
        { kind: 'create', code: '0x6001', changes: [{ kind: 'added', key: actor, isFull: true, until: 0 }] },
        {
          ...{ kind: 'keys', everywhere: true, sequence: 7n },
          changes: [
            { kind: 'added', key: actor, isFull: true, until: 99 },
            { kind: 'removed', key: other },
            { kind: 'retired' },
            { kind: 'locked', delay: 86_400 },
            { kind: 'unlocked' },
            { kind: 'unread' },
          ],
        },
        { kind: 'delegation', target: bob },
      ],
    })
  })

  it('is told from the newer one by a call, by an entry of delegation, by an open payer, and never by a guess', () => {
    expect(read(nativeBytes({ accountChanges: [['0x02', bob]] })).wire).toBe('keystore')
    expect(read(nativeBytes({ accountChanges: [['0x01', bob]] })).wire).toBe('launch')
    expect(read(nativeBytes({ calls: [[]] })).wire).toBe('either')
    expect(read(nativeBytes({ accountChanges: [['0x01', short('0')]] })).accountChanges).toEqual([
      { kind: 'delegation', target: null },
    ])
    const each: Record<string, Item>[] = [
      { calls: [[[alice, '0x']], [[bob, 0n, '0x']]] },
      { calls: [[[alice, '0x']]], payer: '0x00' },
      { calls: [[[alice, 1n, '0x']]], accountChanges: [['0x02', bob]] },
    ]
    for (const mixed of each) expect(faultOf(nativeBytes(mixed))).toBe('mixed-layouts')
  })
})

describe('what is neither', () => {
  it('is refused with its reason', () => {
    const whole = nativeBytes({ calls: [[[alice, 1n, '0x']]] })
    const { metadata: _, ...fourteen } = plainFields
    expect(faultOf('0x')).toBe('other-type')
    expect(faultOf('0x7')).toBe('other-type')
    expect(faultOf(nativeBytes({}, '0x02'))).toBe('other-type')
    expect(faultOf('0x79')).toBe('malformed')
    expect(faultOf('0x7980')).toBe('malformed')
    expect(faultOf(whole.slice(0, -2) as Hex)).toBe('malformed')
    expect(faultOf(`${whole}00`)).toBe('malformed')
    // The number 7 as one byte that has a length before it.
    const long = rlp(Object.values({ ...plainFields, nonceSequence: '0xaa' as const })).replace('81aa', '8107')
    expect(faultOf(`0x79${long}`)).toBe('malformed')
    expect(faultOf(`0x79${rlp(Object.values(fourteen))}`)).toBe('june-layout')
    expect(faultOf(`0x79${rlp([...Object.values(plainFields), '0x'])}`)).toBe('field-count')
    expect(faultOf(nativeBytes({ nonceSequence: '0x07' }))).toBeNull()
    expect(faultOf(nativeBytes({ nonceSequence: '0x0007' }))).toBe('nonceSequence')
    expect(faultOf(nativeBytes({ calls: [[[alice, 1n, '0x', '0x']]] }))).toBe('calls')
    expect(faultOf(nativeBytes({ calls: [[['0x', 1n, '0x']]] }))).toBe('calls')
    expect(faultOf(nativeBytes({ accountChanges: [['0x03', bob]] }))).toBe('accountChanges')
  })

  it('has a field that is missing, of another type, or too long: named, and nothing thrown', () => {
    const names = Object.keys(plainFields)
    for (const name of names) {
      const isList = name === 'accountChanges' || name === 'calls'
      expect(faultOf(nativeBytes({ [name]: isList ? '0x12' : ['0x12'] }))).toBe(name)
      const { [name]: _, ...rest } = plainFields
      expect(faultOf(`0x79${rlp(Object.values(rest))}`)).toBe('june-layout')
      if (!['metadata', 'senderAuth', 'payerAuth'].includes(name))
        expect(faultOf(nativeBytes({ [name]: `0x${'f1'.repeat(33)}` }))).toBe(name)
    }
  })

  it('phases: 1,024 are read, one more is refused', () => {
    const phases = (count: number): Item => Array.from({ length: count }, () => [[alice, 1n, '0x']])
    expect(read(nativeBytes({ calls: phases(1_024) })).calls).toHaveLength(1_024)
    expect(faultOf(nativeBytes({ calls: phases(1_025) }))).toBe('too-many-phases')
  })

  it('any bytes give a transaction or a reason, and any transaction comes back as it was', () => {
    const tree: fc.Arbitrary<Item> = fc.letrec<{ item: Item }>(tie => ({
      item: fc.oneof(
        { depthSize: 'small' },
        fc.uint8Array({ maxLength: 40 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`),
        fc.bigInt({ min: 0n, max: 2n ** 70n }),
        fc.array(tie('item'), { maxLength: 5 }),
      ),
    })).item
    const names = Object.keys(plainFields)
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), tree), fields => {
        const raw = nativeBytes(fields)
        const decoded = decodeNative(raw)
        if ('fault' in decoded) expect(typeof decoded.fault).toBe('string')
        else expect(decoded.hash).toBe(keccak256(raw))
      }),
    )
    const address = fc
      .bigInt({ min: 1n, max: 2n ** 160n - 1n })
      .map((value): Hex => `0x${value.toString(16).padStart(40, '0')}`)
    const data = fc.uint8Array({ maxLength: 60 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
    const call = fc.record({ to: address, value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), data })
    fc.assert(
      fc.property(fc.array(fc.array(call, { minLength: 1 }), { minLength: 1 }), fc.boolean(), (calls, isNew) => {
        const written = calls.map(phase =>
          phase.map(({ to, value, data: input }) => (isNew ? [to, value, input] : [to, input])),
        )
        const decoded = read(nativeBytes({ calls: written }))
        expect(decoded.wire).toBe(isNew ? 'launch' : 'keystore')
        expect(decoded.calls).toEqual(isNew ? calls : calls.map(phase => phase.map(each => ({ ...each, value: 0n }))))
      }),
    )
  })
})

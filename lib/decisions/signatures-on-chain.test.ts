import { type Hex, hashTypedData } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Effect, effectsOf } from '@/lib/base/effects'
import { lowerCaseAddress } from '@/lib/base/hex'
import { typedDataDigest } from '@/lib/keys/signing/agreement'
import { encodeType, readTypedData, type TypedData } from '@/lib/reading/typed-data/typed-data'
import { typedDataAct } from '@/lib/reading/typed-data/typed-data-act'
import { typesOf } from '@/lib/reading/typed-data/typed-data-kinds.fixture'
import { meaningOf } from '@/lib/reading/typed-data/typed-data-meaning'
import type { SignedRow } from '@/test/signatures/row'
import { signedRows } from '@/test/signatures/rows'
import { createSignedWorld, type SignedWorld } from '@/test/signatures/world'
import { missing } from '@/test/transactions/judge/contained'
import { readState } from '@/test/transactions/judge/state'

/**
 * Invariant 13 for typed data: what somebody did with a signature is contained in what the decision showed before it
 * was given. The contracts that take the signatures are the judge.
 */

let signed: SignedWorld
let rows: SignedRow[]

beforeAll(async () => {
  signed = await createSignedWorld()
  rows = await signedRows(signed)
}, 180_000)
afterAll(() => signed?.world.fixture.stop())

const domainTypes: Record<string, string> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/** The typed data as a page gives it: JSON, with numbers as text. */
function asked({ domain, type, message }: SignedRow): { text: string; typedData: TypedData } {
  const { types, primaryType } = typesOf(type)
  const EIP712Domain = Object.keys(domain).map(name => ({ name, type: domainTypes[name] ?? '' }))
  const text = JSON.stringify(
    { types: { EIP712Domain, ...types }, primaryType, domain, message },
    (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  )
  return { text, typedData: readTypedData(text) }
}

/** What the decision shows. */
function shownFor(typedData: TypedData): Effect[] {
  const meaning = meaningOf(typedData)
  if (meaning === null) throw new Error('The decision shows its fields alone.')
  const { verifyingContract } = typedData.domain
  const target = typeof verifyingContract === 'string' ? lowerCaseAddress(`0x${verifyingContract.slice(2)}`) : null
  return effectsOf(typedDataAct(meaning, { account: lowerCaseAddress(signed.world.account.address), target }))
}

const isAll = (effect: Effect) => effect.kind === 'hands-over' && effect.power === 'account'

/** What may be taken is gone once it was. */
const asTaken = (effects: readonly Effect[]): Effect[] =>
  effects.flatMap((effect): Effect[] => {
    if (effect.kind !== 'allows') return [effect]
    const { source, asset, amount, taker } = effect
    return [effect, { source, kind: 'pays', asset, amount, to: taker }]
  })

describe('what was done with a signature is in what the decision showed', () => {
  it('for each kind, taken by the contract it is for', { timeout: 600_000 }, async () => {
    for (const row of rows) {
      await row.prepare?.()
      const before = await readState(signed.world, signed.facts)
      const { text, typedData } = asked(row)
      expect(encodeType(typedData), row.what).toBe(row.type)
      const digest = `0x${Buffer.from(typedDataDigest(typedData)).toString('hex')}` as Hex
      expect(digest, row.what).toBe(hashTypedData(JSON.parse(text)))
      const shown = shownFor(typedData)

      await row.take(await signed.world.account.sign({ hash: digest })).catch(error => {
        throw new Error(`${row.what}: ${error instanceof Error ? error.message : String(error)}`)
      })

      const after = await readState(signed.world, signed.facts)
      const changed = [...after].filter(([name, { value }]) => before.get(name)?.value !== value)
      const lost = [...after].filter(([name, { value, kind }]) => {
        const was = before.get(name)?.value ?? 0n
        return kind === 'balance' ? value < was : value > was
      })
      expect.soft(changed.length, `${row.what}: something changed`).toBeGreaterThan(row.isHarmless ? -1 : 0)
      expect.soft(lost.length === 0, `${row.what}: something was lost`).toBe(row.isHarmless === true)
      expect
        .soft(
          shown.some(effect => effect.kind === 'unknown' && effect.reason === 'foreign-code'),
          row.what,
        )
        .toBe(row.isUnknown === true)
      if (row.isUnknown !== true && !shown.some(isAll))
        expect.soft(missing(before, after, asTaken(shown), 0n), row.what).toEqual([])
    }
    expect(rows.length).toBeGreaterThan(30)
  })
})

import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { acceptedTransaction } from '@/components/transaction.fixture'
import { changesOf } from './changes-of'

const abi = parseAbi([
  'function importAccount(address account, uint256 salt, (bytes32,address,uint16,bytes)[] actors, bytes signature)',
])
const { from } = acceptedTransaction
const data = encodeFunctionData({ abi, functionName: 'importAccount', args: [from, 0n, [], '0x'] })
const call = { ...acceptedTransaction, data, status: 'success', level: 'sealed' } as const
const removed = { kind: 'removed', key: `${from.toLowerCase()}${'0'.repeat(24)}` }

describe('what was done to who may act for an account', () => {
  it('by a call to the system contract is told once the call is in a block, and not where it failed', () => {
    expect(changesOf(call)).toEqual({ changes: [removed], isKnown: true })
    expect(changesOf({ ...call, level: 'preconfirmed' }).changes).toEqual([])
    expect(changesOf({ ...call, ended: 'replaced' }).changes).toEqual([])
    expect(changesOf({ ...call, status: 'reverted' }).changes).toEqual([])
  })

  it('is not known to have happened where the receipt cannot be read', () => {
    expect(changesOf({ ...call, status: null })).toEqual({ changes: [removed], isKnown: false })
  })

  it('by a native transaction is known where its first part happened, and not where that failed', () => {
    const native = { phases: [], payer: null, key: '0x0', after: null, before: null } as const
    const of = (phases: ('success' | 'reverted')[]) =>
      changesOf({ ...call, status: 'reverted', native: { ...native, phases, changes: [{ kind: 'unlocked' }] } })
    expect(of(['success', 'reverted'])).toEqual({ changes: [{ kind: 'unlocked' }], isKnown: true })
    expect(of(['reverted'])).toEqual({ changes: [{ kind: 'unlocked' }], isKnown: false })
  })
})

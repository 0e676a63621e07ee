import type { Address, Hex } from 'viem'
import { readWords, wordToAddress, wordToBytes32 } from '@/lib/base/abi'
import { fieldOf, readQuantity } from '@/lib/base/rpc/schemas'
import * as selectors from '@/lib/base/signatures/selectors'
import { readAbiValues } from '@/lib/reading/calls/abi-values'

/**
 * What was done to who may act for a native account (EIP-8130, the layout with keys), beside its delegation. The bits
 * of a key's scope changed their meaning three times in 2026, so no more than this is said of them: 0 is full power,
 * anything else is less.
 */
export type PowerChange =
  /** `until` in Unix seconds; 0: no end. */
  | { kind: 'added'; key: Hex; isFull: boolean; until: number }
  | { kind: 'removed'; key: Hex }
  /** What was signed before and not used ends. */
  | { kind: 'retired' }
  /** No key changes until it was unlocked for so many seconds. */
  | { kind: 'locked'; delay: number }
  | { kind: 'unlocked' }
  /** `null`: cleared. */
  | { kind: 'delegated'; to: Address | null }
  | { kind: 'unread' }

/** What a transaction of a native account says beside others. */
export interface NativeFacts {
  /** What became of each phase. */
  phases: ('success' | 'reverted')[]
  /** Who paid the fee, where that was somebody else. */
  payer: Address | null
  /** The key whose number it took: a quantity; 0 is the account's own. */
  key: Hex
  /** The time within which it could be included: ms, `null` without such a bound. */
  after: number | null
  before: number | null
  changes: PowerChange[]
}

/** The account's own key by its id: the address, and zeros behind it. */
export function isOwnKey(key: Hex, account: Address): boolean {
  return key.toLowerCase() === `${account.toLowerCase()}${'0'.repeat(24)}`
}

/**
 * One operation, as a transaction and the system contract take it.
 * @param kind 0 authorize, 1 revoke, 2 retire what was signed before, 3 lock, 4 unlock
 * @param payload ABI-encoded
 */
export function readOperation(kind: bigint | null, payload: Hex | null): PowerChange {
  const [first = null, authenticator = null, until = null, scope = null] = (payload && readWords(payload)) ?? []
  if (kind === 2n) return { kind: 'retired' }
  if (kind === 4n) return { kind: 'unlocked' }
  if (first === null) return { kind: 'unread' }
  if (kind === 3n) return { kind: 'locked', delay: Number(first) }
  const key = wordToBytes32(first)
  if (kind === 1n) return { kind: 'removed', key }
  const isRead = authenticator !== null && wordToAddress(authenticator) !== null && until !== null && scope !== null
  return kind === 0n && isRead ? { kind: 'added', key, isFull: scope === 0n, until: Number(until) } : { kind: 'unread' }
}

/** @param entries `accountChanges` of a transaction as a node tells it. What cannot be read hides nothing else. */
export function readChanges(entries: unknown): PowerChange[] {
  return listOf(entries).flatMap((entry): PowerChange[] => {
    const target = fieldOf(entry, 'target')
    if (isHex(target) && target.length === 42)
      return [{ kind: 'delegated', to: /^0x0*$/.test(target) ? null : (target.toLowerCase() as Address) }]
    const actors = listOf(fieldOf(entry, 'initialActors')).map(actor =>
      readKey(fieldOf(actor, 'actorId'), readQuantity(fieldOf(actor, 'scope'))),
    )
    const operations = listOf(fieldOf(entry, 'changes')).map(change => {
      const payload = fieldOf(change, 'payload')
      return readOperation(readQuantity(fieldOf(change, 'changeType')), isHex(payload) ? payload : null)
    })
    const found = [...actors, ...operations]
    return found.length === 0 ? [{ kind: 'unread' }] : found
  })
}

/**
 * What a call asks the system contract to do to the keys of this account. That contract has another address after each
 * restart of the network, so the call is known by its function and the account that it names.
 * @returns nothing for any other call
 */
export function readSystemCall(data: Hex, account: Address): PowerChange[] {
  const name = data.slice(0, 10)
  const isImport = name === selectors.importAccount
  if (!isImport && name !== selectors.applySignedAccountChanges) return []
  const reading = readAbiValues(isImport ? importTypes : changeTypes, `0x${data.slice(10)}`)
  if (typeof reading === 'string') return [{ kind: 'unread' }]
  const [subject, second, actors] = reading.values
  if (typeof subject !== 'string' || subject !== account.toLowerCase()) return []
  // An account that is imported has its own key switched off, unless that is among the new ones.
  if (isImport) return [{ kind: 'removed', key: `${subject}${'0'.repeat(24)}` }, ...listOf(actors).map(initial)]
  return listOf(listOf(second)[2]).map(change => {
    const [kind, payload] = listOf(change)
    return readOperation(typeof kind === 'bigint' ? kind : null, isHex(payload) ? payload : null)
  })
}

const importTypes = 'address,uint256,(bytes32,address,uint16,bytes)[],bytes'
const changeTypes = 'address,(uint8,uint64,(uint8,bytes)[],bytes)'

function initial(actor: unknown): PowerChange {
  const [key, , scope] = listOf(actor)
  return readKey(key, typeof scope === 'bigint' ? scope : null)
}

/** @returns a key that an account begins with: it has no end */
export function readKey(key: unknown, scope: bigint | null): PowerChange {
  const isRead = isHex(key) && key.length === 66 && scope !== null
  return isRead ? { kind: 'added', key, isFull: scope === 0n, until: 0 } : { kind: 'unread' }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[\da-f]*$/i.test(value)
}

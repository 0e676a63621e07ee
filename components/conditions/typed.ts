import type { Address } from 'viem'
import { readAddress } from '@/components/elements/address-entry'
import { readAmount } from '@/components/elements/amount-entry'
import { editableAmount } from '@/components/format/amount'
import { locale } from '@/components/i18n'
import type { Condition, Conditions } from '@/lib/base/conditions'
import { isSameAddress, type Quantity, toQuantity } from '@/lib/base/hex'

/** The conditions that a person types, as texts; empty: none of that kind. */
export interface TypedConditions {
  block: string
  balance: string
  contract: string
  slot: string
  value: string
}
export type WrongCondition = keyof TypedConditions

export const nothingTyped: TypedConditions = { block: '', balance: '', contract: '', slot: '', value: '' }

/** @returns the conditions, and the fields that cannot be read: a slot needs all three of its fields */
export function readConditions(
  { block, balance, contract, slot, value }: TypedConditions,
  account: Address,
): { conditions: Conditions; wrong: WrongCondition[] } {
  const conditions: Condition[] = []
  const wrong: WrongCondition[] = []
  const last = readWord(block)
  if (last !== null) conditions.push({ type: 'block_number', params: { op: '<=', value: last } })
  else if (block.trim() !== '') wrong.push('block')
  const amount = readAmount(balance, { symbol: '', decimals: 18 })
  if (amount.value !== null)
    conditions.push({ type: 'balance', params: { address: account, op: '>=', value: toQuantity(amount.value) } })
  else if (!amount.isEmpty) wrong.push('balance')
  if ([contract, slot, value].every(text => text.trim() === '')) return { conditions, wrong }
  const { address } = readAddress(contract)
  const [at, has] = [readWord(slot), readWord(value)]
  if (address === null) wrong.push('contract')
  if (at === null) wrong.push('slot')
  if (has === null) wrong.push('value')
  if (address !== null && at !== null && has !== null)
    conditions.push({ type: 'storage', params: { address, slot: at, op: '=', value: has } })
  return { conditions, wrong }
}

/** The texts that say these conditions; `null` where a person cannot type them. */
export function typedOf(conditions: Conditions, account: Address): TypedConditions | null {
  let typed = nothingTyped
  for (const { type, params } of conditions) {
    const said = saidOf(type, params)
    const isFree = said !== null && Object.keys(said).every(name => typed[name as WrongCondition] === '')
    if (!isFree) return null
    typed = { ...typed, ...said }
  }
  return typed

  function saidOf(type: Condition['type'], params: Condition['params']): Partial<TypedConditions> | null {
    if (type === 'block_number' && params.op === '<=') return { block: `${BigInt(params.value)}` }
    if (!('address' in params)) return null
    if (type === 'balance' && params.op === '>=' && isSameAddress(params.address, account))
      return { balance: editableAmount(BigInt(params.value), 18, locale()) }
    if ('slot' in params && params.op === '=' && params.mask === undefined)
      return { contract: params.address, slot: params.slot, value: params.value }
    return null
  }
}

/** A whole number of at most 256 bits, in digits or in 0x hex. */
function readWord(text: string): Quantity | null {
  const typed = text.trim()
  if (!/^(?:0x[0-9a-f]{1,64}|\d{1,77})$/i.test(typed)) return null
  return toQuantity(BigInt(typed))
}

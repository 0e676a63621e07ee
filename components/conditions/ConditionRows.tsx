import { useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Row, Rows } from '@/components/elements/Row'
import { format, type MessageKey, t } from '@/components/i18n'
import type { Condition, Conditions } from '@/lib/base/conditions'
import type { NetworkId } from '@/lib/base/network-id'

const subjects = {
  block_number: 'condition_block',
  balance: 'condition_balance',
  nonce: 'condition_nonce',
  storage: 'condition_storage',
} as const satisfies Record<Condition['type'], MessageKey>

const comparisons = {
  '<': 'condition_below',
  '<=': 'condition_at_most',
  '=': 'condition_is',
  '!=': 'condition_is_not',
  '>': 'condition_above',
  '>=': 'condition_at_least',
} as const satisfies Record<Condition['params']['op'], MessageKey>

/** The conditions of a transaction, one row each. */
export function ConditionRows({ conditions, networkId }: { conditions: Conditions; networkId: NetworkId }) {
  const networks = useSlice('networks') ?? []
  const symbol = networks.find(({ id }) => id === networkId)?.symbol ?? ''
  return (
    <Rows testId="conditions">
      {conditions.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list, and the same one may be in it twice
        <Row key={index} label={t(labelOf(condition))} stacked={condition.type !== 'block_number'}>
          {'address' in condition.params && <AddressText address={condition.params.address} />}
          {condition.type === 'storage' && <div>{slotOf(condition.params)}</div>}
          <div>{valueTextOf(condition, symbol)}</div>
        </Row>
      ))}
    </Rows>
  )
}

function isLastBlock({ type, params: { op } }: Condition): boolean {
  return type === 'block_number' && op === '<='
}

function labelOf(condition: Condition): MessageKey {
  return isLastBlock(condition) ? 'condition_until' : subjects[condition.type]
}

function slotOf({ slot, mask }: { slot: string; mask?: string }): string {
  return `${t('condition_slot')} ${slot}${mask === undefined ? '' : ` & ${mask}`}`
}

function valueTextOf(condition: Condition, symbol: string): string {
  const { type, params } = condition
  const number = BigInt(params.value)
  if (isLastBlock(condition)) return format.integer(number)
  const value =
    type === 'storage'
      ? params.value
      : type === 'balance'
        ? `${format.amount(number, 18, 'exact')} ${symbol}`
        : format.integer(number)
  return t(comparisons[params.op], { value })
}

import { useClient } from '@/components/client-context'
import { Button, Buttons } from '@/components/elements/Button'
import { Notice } from '@/components/elements/Notice'
import { TextField } from '@/components/elements/TextField'
import { format, type MessageKey, t } from '@/components/i18n'
import { useAnswer } from '@/components/use-answer'
import type { NetworkId } from '@/lib/base/network-id'
import type { TypedConditions, WrongCondition } from './typed'

/** Ms from now that are offered as a last block. */
const spans = [10_000, 60_000, 600_000]

export interface ConditionFieldsProps {
  networkId: NetworkId
  symbol: string
  typed: TypedConditions
  wrong: readonly WrongCondition[]
  onTyped(change: Partial<TypedConditions>): void
}

/** The fields for what has to hold. The network is asked, once they appear, whether it takes conditions. */
export function ConditionFields({ networkId, symbol, typed, wrong, onTyped }: ConditionFieldsProps) {
  const client = useClient()
  const [support] = useAnswer(
    // Where nobody answers, nothing is offered; the connection reports it.
    () => client.call('send.conditions', { networkId }).catch(() => null),
    [networkId],
  )
  if (support === undefined) return <p className="quiet">{t('loading')}</p>
  if (support?.isTaken !== true) return <Notice tone="note">{t('condition_not_offered')}</Notice>
  const { block, blockMs } = support
  const field = (name: WrongCondition, label: MessageKey, error: MessageKey) => ({
    label: t(label),
    error: wrong.includes(name) ? t(error) : undefined,
    testId: `condition-${name}`,
    value: typed[name],
    onChange: (text: string) => onTyped({ [name]: text }),
  })
  return (
    <>
      <TextField
        {...field('block', 'condition_until', 'send_number_wrong')}
        kind="number"
        maxLength={15}
        hint={
          block === null || blockMs === null
            ? undefined
            : t('condition_until_hint', { block: format.integer(BigInt(block)), pace: format.duration(blockMs) })
        }
      />
      {block !== null && blockMs !== null && (
        <Buttons>
          {spans.map(ms => (
            <Button
              key={ms}
              size="small"
              testId={`condition-in-${ms}`}
              onClick={() => onTyped({ block: `${BigInt(block) + BigInt(Math.ceil(ms / blockMs))}` })}
            >
              {t('condition_in', { time: format.period(BigInt(ms / 1_000)) })}
            </Button>
          ))}
        </Buttons>
      )}
      <TextField {...field('balance', 'condition_balance_own', 'amount_not_a_number')} kind="decimal" end={symbol} />
      <TextField {...field('contract', 'condition_contract', 'address_not_an_address')} kind="code" />
      <TextField {...field('slot', 'condition_slot', 'send_number_wrong')} kind="code" />
      <TextField {...field('value', 'condition_slot_value', 'send_number_wrong')} kind="code" />
      <p className="quiet">{t('condition_note')}</p>
    </>
  )
}

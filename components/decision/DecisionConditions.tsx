import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { ConditionRows } from '@/components/conditions/ConditionRows'
import { ConditionsFold } from '@/components/conditions/ConditionsFold'
import { readConditions, type TypedConditions, typedOf } from '@/components/conditions/typed'
import { Form } from '@/components/elements/Form'
import { t } from '@/components/i18n'
import type { Conditions } from '@/lib/base/conditions'
import type { ApprovalView } from '@/lib/language/ui'

/** The conditions of a decision, where it has some. */
export function DecisionConditions({ approval: { networkId, request } }: { approval: ApprovalView }) {
  const conditions = conditionsIn(request)
  if (conditions === undefined) return null
  return (
    <>
      <ConditionRows conditions={conditions} networkId={networkId} />
      <p className="quiet">{t('condition_note')}</p>
    </>
  )
}

/** Fields, folded, in which the person changes the conditions of a single transaction. */
export function ChooseConditions({ approval }: { approval: ApprovalView }) {
  const { account, request } = approval
  const canChange =
    request.kind === 'transaction' && request.purpose === 'send' && request.transaction.delegate === undefined
  const typed = canChange && account !== null ? typedOf(conditionsIn(request) ?? [], account) : null
  return typed === null ? null : <OwnConditions key={JSON.stringify(typed)} approval={approval} chosen={typed} />
}

/** The calls of a batch have the same ones. */
function conditionsIn(request: ApprovalView['request']): Conditions | undefined {
  if (request.kind === 'transaction') return request.transaction.conditions
  return request.kind === 'calls' ? request.calls[0]?.conditions : undefined
}

function OwnConditions({ approval, chosen }: { approval: ApprovalView; chosen: TypedConditions }) {
  const client = useClient()
  const networks = useSlice('networks') ?? []
  const { id, networkId, account } = approval
  const [typed, setTyped] = useState(chosen)
  if (account === null) return null
  const { conditions, wrong } = readConditions(typed, account)
  const symbol = networks.find(network => network.id === networkId)?.symbol ?? ''
  const isSame = JSON.stringify(typed) === JSON.stringify(chosen)
  return (
    <ConditionsFold
      networkId={networkId}
      symbol={symbol}
      typed={typed}
      wrong={wrong}
      onTyped={change => setTyped({ ...typed, ...change })}
      within={fields => (
        <Form
          button={t('condition_set')}
          look="plain"
          testId="conditions-set"
          isReady={!isSame && wrong.length === 0}
          submit={async () =>
            void (await client.call('approval.choose-conditions', {
              id,
              conditions: conditions.length === 0 ? null : conditions,
            }))
          }
        >
          {fields}
        </Form>
      )}
    />
  )
}

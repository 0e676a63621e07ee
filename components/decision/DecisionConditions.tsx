import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { ConditionRows } from '@/components/conditions/ConditionRows'
import { ConditionsFold } from '@/components/conditions/ConditionsFold'
import { readConditions, type TypedConditions, typedOf } from '@/components/conditions/typed'
import { Form } from '@/components/elements/Form'
import { t } from '@/components/i18n'
import type { ApprovalView } from '@/lib/language/ui'

/** The conditions of a decision. The person can change those of a single transaction. */
export function DecisionConditions({ approval }: { approval: ApprovalView }) {
  const { networkId, account, request } = approval
  if (request.kind !== 'transaction' && request.kind !== 'calls') return null
  const { conditions, delegate } =
    request.kind === 'transaction' ? request.transaction : { ...request.calls[0], delegate: undefined }
  const canChange = request.kind === 'transaction' && request.purpose === 'send' && delegate === undefined
  const typed = canChange && account !== null ? typedOf(conditions ?? [], account) : null
  return (
    <>
      {conditions !== undefined && <ConditionRows conditions={conditions} networkId={networkId} />}
      {typed !== null && <OwnConditions key={JSON.stringify(typed)} approval={approval} chosen={typed} />}
    </>
  )
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

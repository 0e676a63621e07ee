import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { Button, Buttons } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Form } from '@/components/elements/Form'
import { TextField } from '@/components/elements/TextField'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { toQuantity } from '@/lib/base/hex'
import type { ApprovalView } from '@/lib/language/ui'

/** The gas limit of a transaction, which can be changed. */
export function GasLimit({ approval: { id, request } }: { approval: ApprovalView }) {
  if (request.kind !== 'transaction') return null
  const { gas } = request.transaction
  const chosen = gas === undefined ? '' : `${BigInt(gas)}`
  return <OwnGas key={chosen} id={id} chosen={chosen} />
}

/** A way out where a site, or the person, asked for less gas than the network expects. */
export function GasTooLow({ approval: { id, request, risks } }: { approval: ApprovalView }) {
  const isChosen = request.kind === 'transaction' && request.transaction.gas !== undefined
  return isChosen && risks.some(({ code }) => code === 'gas-low') ? <UseEstimate id={id} /> : null
}

function UseEstimate({ id }: { id: string }) {
  const client = useClient()
  const use = useAction(() => client.call('approval.choose-gas', { id, gas: null }))
  return (
    <>
      <Buttons>
        <Button size="small" testId="gas-estimate" action={use}>
          {t('gas_use_estimate')}
        </Button>
      </Buttons>
      <FailureNotice failure={use.failure} />
    </>
  )
}

/** @param chosen the limit that the site or the person chose; empty: the wallet's estimate with room */
function OwnGas({ id, chosen }: { id: string; chosen: string }) {
  const client = useClient()
  const [text, setText] = useState(chosen)
  const typed = readGas(text)
  return (
    <Form
      button={t('gas_set')}
      look="plain"
      isReady={typed !== undefined}
      submit={async () => {
        if (typed === undefined) return
        await client.call('approval.choose-gas', { id, gas: typed === null ? null : toQuantity(typed) })
      }}
    >
      <TextField
        label={t('raw_gas')}
        hint={t('gas_hint')}
        error={typed === undefined ? t('gas_wrong') : undefined}
        testId="decision-gas-field"
        kind="number"
        maxLength={12}
        value={text}
        onChange={setText}
      />
    </Form>
  )
}

/** Gas of a transfer. A chain includes no transaction with less. */
const leastGas = 21_000n

/** @returns `null` for an empty field, which leaves it to the wallet; `undefined` for what is no gas limit */
function readGas(text: string): bigint | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  return /^\d{5,12}$/.test(typed) && BigInt(typed) >= leastGas ? BigInt(typed) : undefined
}

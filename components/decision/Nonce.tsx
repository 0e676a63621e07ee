import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { Button, Buttons } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Fold } from '@/components/elements/Fold'
import { Form } from '@/components/elements/Form'
import { Notice } from '@/components/elements/Notice'
import { TextField } from '@/components/elements/TextField'
import { t } from '@/components/i18n'
import { readNonce } from '@/components/send/nonce'
import { useAction } from '@/components/use-action'
import { areTogether, isOneTransaction } from '@/lib/base/together'
import type { ApprovalView } from '@/lib/language/ui'

/** Says that the transaction waits for a free nonce, and what can be done about that. */
export function NonceGap({ approval }: { approval: ApprovalView }) {
  const free = freeNonce(approval)
  if (free === undefined) return null
  return <FreeNonce id={approval.id} free={Number(free)} canTake={takesOneNonce(approval.request)} />
}

/** The nonce of a transaction, which can be changed. */
export function Nonce({ approval: { id, preview, request } }: { approval: ApprovalView }) {
  if (preview?.purpose !== 'send') return null
  const chosen = preview.nonce.policy === 'fixed' ? `${preview.nonce.value}` : ''
  if (request.kind === 'calls' && !isOneTransaction(request)) return null
  return (
    <Fold title={t('send_number')} testId="decision-nonce">
      <OwnNonce key={chosen} id={id} chosen={chosen} />
    </Fold>
  )
}

/** The free nonce that the decision's transaction waits for, where that can be changed here. */
export function freeNonce({ risks, preview }: ApprovalView): string | undefined {
  return preview?.purpose === 'send' ? risks.find(({ code }) => code === 'nonce-gap')?.values.free : undefined
}

/**
 * Calls made together take two: the authorization has the one after the transaction's (EIP-7702), which may be that of
 * another transaction.
 */
function takesOneNonce(request: ApprovalView['request']): boolean {
  return request.kind !== 'calls' || (isOneTransaction(request) && !areTogether(request))
}

function FreeNonce({ id, free, canTake }: { id: string; free: number; canTake: boolean }) {
  const client = useClient()
  const take = useAction(() => client.call('approval.choose-nonce', { id, nonce: free }))
  const fill = useAction(async () => void (await client.call('approval.fill-nonce', { id })))
  return (
    <>
      <Notice tone="caution">{t('risk_nonce_gap', { free })}</Notice>
      <Buttons>
        {canTake && (
          <Button size="small" testId="nonce-take" action={take}>
            {t('nonce_take', { nonce: free })}
          </Button>
        )}
        <Button size="small" testId="nonce-fill" action={fill}>
          {t('nonce_fill')}
        </Button>
      </Buttons>
      <FailureNotice failure={take.failure ?? fill.failure} />
    </>
  )
}

/** @param chosen the nonce that was chosen so far; empty: the next free one */
function OwnNonce({ id, chosen }: { id: string; chosen: string }) {
  const client = useClient()
  const [text, setText] = useState(chosen)
  const typed = readNonce(text)
  return (
    <Form
      button={t('nonce_set')}
      look="plain"
      isReady={typed.ok}
      submit={async () => {
        if (typed.ok) await client.call('approval.choose-nonce', { id, nonce: typed.nonce })
      }}
    >
      <TextField
        label={t('raw_nonce')}
        hint={t('send_number_hint')}
        error={typed.ok ? undefined : t('send_number_wrong')}
        testId="decision-nonce-field"
        kind="number"
        maxLength={20}
        value={text}
        onChange={setText}
      />
    </Form>
  )
}

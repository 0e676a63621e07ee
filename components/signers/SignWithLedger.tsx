import { useState } from 'react'
import { t, useAction, useClient } from '@/components/app'
import { Button, FailureNotice, Notice } from '@/components/elements'
import type { SigningRequest } from '@/lib/base/devices'
import { type Shown, signWithLedger } from '@/lib/keys/shared/devices/ledger/sign'
import { chooseLedger, hasCable, withTheLedger } from './ledger-connection'
import { useEndSignal } from './use-end-signal'
import './signers.css'

/** Has the Ledger sign a request, and hands in what it gave. */
export function SignWithLedger({ request, onSigned }: { request: SigningRequest; onSigned(): void }) {
  const client = useClient()
  const [shown, setShown] = useState<Shown | null>(null)
  const signal = useEndSignal()
  const sign = useAction(async (isOther = false) => {
    setShown(null)
    const ledger = isOther ? await chooseLedger() : undefined
    const signature = await withTheLedger(app => signWithLedger(app, request, setShown), signal, ledger)
    const { waits } = await client.call('signer.answer', { id: request.approvalId, requestId: request.id, signature })
    if (!waits) onSigned()
  })
  if (!hasCable()) return <Notice tone="caution">{t('ledger_no_cable')}</Notice>
  return (
    <section className="stack">
      <p>{t('ledger_sign_note')}</p>
      {shown?.as === 'hashes' && (
        <Notice tone="caution" live>
          <p>{t('ledger_hashes')}</p>
          <dl className="signer-hashes" data-testid="ledger-hashes">
            <dt>{t('ledger_domain_hash')}</dt>
            <dd className="mono">{shown.domainHash}</dd>
            <dt>{t('ledger_message_hash')}</dt>
            <dd className="mono">{shown.messageHash}</dd>
          </dl>
        </Notice>
      )}
      <FailureNotice failure={sign.failure} />
      <Button look="primary" testId="ledger-sign" action={sign} busyWords={t('ledger_look')} label={t('ledger_sign')} />
      {sign.failure?.code === 'ledger-other-account' && (
        <Button testId="ledger-other" onClick={() => void sign.run(true)} label={t('ledger_other')} />
      )}
    </section>
  )
}

import { useState } from 'react'
import { useClient, useSurface } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { onDemand } from '@/components/on-demand'
import { openHome } from '@/components/surfaces'
import { useAction } from '@/components/use-action'
import type { SigningRequest } from '@/lib/base/devices'
import type { ApprovalView } from '@/lib/language/ui'
import { Statement } from './kinds/kinds'
import { RequesterHead } from './RequesterHead'

const SignWithCode = onDemand(() => import('@/components/signers/SignWithCode').then(part => part.SignWithCode))

const SignWithLedger = onDemand(() => import('@/components/signers/SignWithLedger').then(part => part.SignWithLedger))

interface DeviceStepProps {
  approval: ApprovalView
  /** `null` until the device can be asked. */
  request: SigningRequest | null
  onSigned?: (approval: ApprovalView) => void
  onTakenBack?: (approval: ApprovalView) => void
}

/** An approved decision that a device has yet to sign. */
export function DeviceStep({ approval, request, onSigned, onTakenBack }: DeviceStepProps) {
  const client = useClient()
  const surface = useSurface()
  const takeBack = useAction(async () => {
    await client.call('signer.take-back', { id: approval.id })
    onTakenBack?.(approval)
  })
  // A worker that starts again asks for the same again: meanwhile what the person does with the device goes on.
  const [asked, setAsked] = useState(request)
  if (request !== null && request.id !== asked?.id) setAsked(request)
  // A popup closes with the browser's question for the camera or the device, and a side panel cannot ask it.
  const canAsk = surface === 'tab' || surface === 'approval'
  return (
    <article className="decision" data-testid="device-step">
      <div className="decision-scroll">
        <RequesterHead approval={approval} />
        <p className="decision-title">{t('signer_title')}</p>
        <h1 className="does">
          <Statement approval={approval} />
        </h1>
        <p className="quiet" role="status">
          {t(asked === null ? 'signer_preparing' : 'signer_waits')}
        </p>
        {asked !== null && canAsk && asked.kind === 'qr' && (
          <SignWithCode key={asked.id} request={asked} onSigned={() => onSigned?.(approval)} />
        )}
        {asked !== null && canAsk && asked.kind === 'ledger' && (
          <SignWithLedger key={asked.id} request={asked} onSigned={() => onSigned?.(approval)} />
        )}
        {asked !== null && !canAsk && (
          <>
            <p>{t(asked.kind === 'qr' ? 'signer_in_tab_note' : 'ledger_in_tab_note')}</p>
            <Button look="primary" testId="signer-in-tab" onClick={() => void openHome(`/review/${approval.id}`)}>
              {t('signer_in_tab')}
            </Button>
          </>
        )}
      </div>
      <footer className="decision-foot">
        <FailureNotice failure={takeBack.failure} />
        <Button wide testId="signer-take-back" disabled={request === null} action={takeBack}>
          {t('signer_take_back')}
        </Button>
      </footer>
    </article>
  )
}

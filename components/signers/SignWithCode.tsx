import { useRef, useState } from 'react'
import { useClient } from '@/components/client-context'
import { Button, Buttons } from '@/components/elements/Button'
import { CopyButton } from '@/components/elements/CopyButton'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Fold } from '@/components/elements/Fold'
import { t } from '@/components/i18n'
import { saveFile } from '@/components/save-file'
import { useAction } from '@/components/use-action'
import type { QrSigningRequest } from '@/lib/base/devices'
import { signRequestText } from '@/lib/keys/shared/devices/sign-request'
import { readSignature } from '@/lib/keys/shared/devices/signature'
import type { Ur } from '@/lib/keys/shared/devices/ur/decode'
import { AnimatedCode } from './AnimatedCode'
import { DeviceInput } from './DeviceInput'
import './signers.css'

/** Shows a request to the device, and takes its answer. */
export function SignWithCode({ request, onSigned }: { request: QrSigningRequest; onSigned(): void }) {
  const client = useClient()
  const [isScanning, setScanning] = useState(false)
  /** The camera goes on seeing an answer that was refused. */
  const refused = useRef('')
  const answer = useAction(async (ur: Ur) => {
    refused.current = ur.message.join()
    const signature = readSignature(ur, request.id)
    const { waits } = await client.call('signer.answer', { id: request.approvalId, requestId: request.id, signature })
    if (waits) setScanning(false)
    else onSigned()
  })
  if (isScanning)
    return (
      <section className="signer-step">
        <p>{t('signer_hold')}</p>
        <DeviceInput
          onUr={ur => {
            if (ur.message.join() !== refused.current) void answer.run(ur)
          }}
        />
        <FailureNotice failure={answer.failure} />
        <Button testId="signer-show" onClick={() => setScanning(false)}>
          {t('signer_show_again')}
        </Button>
      </section>
    )
  return (
    <section className="signer-step">
      <p>{t('signer_show')}</p>
      <div className="signer-code" data-testid="signer-code">
        <AnimatedCode key={request.id} request={request} size={280} />
      </div>
      <FailureNotice failure={answer.failure} />
      <Button look="primary" testId="signer-scan" onClick={() => setScanning(true)}>
        {t('signer_scan')}
      </Button>
      <Fold title={t('signer_other_ways')} testId="signer-request-ways">
        <Buttons>
          <CopyButton wide text={signRequestText(request)} label={t('signer_as_text')} />
          <Button
            testId="signer-save"
            onClick={() => saveFile('prelude-request.txt', 'text/plain', signRequestText(request))}
          >
            {t('signer_as_file')}
          </Button>
        </Buttons>
      </Fold>
    </section>
  )
}

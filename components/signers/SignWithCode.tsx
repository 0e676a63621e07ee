import { useEffect, useMemo, useRef, useState } from 'react'
import { t, useAction, useClient } from '@/components/app'
import { Button, Buttons, FailureNotice, Fold } from '@/components/elements'
import { CopyButton } from '@/components/elements/later'
import { QrCode } from '@/components/elements/QrCode'
import { saveFile } from '@/components/save-file'
import type { QrSigningRequest } from '@/lib/base/devices'
import { signRequestFrames, signRequestText } from '@/lib/keys/shared/devices/sign-request'
import { readSignature } from '@/lib/keys/shared/devices/signature'
import type { Ur } from '@/lib/keys/shared/devices/ur/decode'
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
      <section className="stack">
        <p>{t('signer_hold')}</p>
        <DeviceInput
          onUr={ur => {
            if (ur.message.join() !== refused.current) void answer.run(ur)
          }}
        />
        <FailureNotice failure={answer.failure} />
        <Button testId="signer-show" onClick={() => setScanning(false)} label={t('signer_show_again')} />
      </section>
    )
  return (
    <section className="stack">
      <p>{t('signer_show')}</p>
      <div className="signer-code" data-testid="signer-code">
        <AnimatedCode key={request.id} request={request} size={280} />
      </div>
      <FailureNotice failure={answer.failure} />
      <Button look="primary" testId="signer-scan" onClick={() => setScanning(true)} label={t('signer_scan')} />
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

const frameMs = 200

/** A request as an animated code. A request that fits into one code stands still. */
function AnimatedCode({ request, size }: { request: QrSigningRequest; size: number }) {
  const frames = useMemo(() => signRequestFrames(request), [request])
  const [number, setNumber] = useState(1)
  useEffect(() => {
    if (frames.count === 1) return
    const timer = setInterval(() => setNumber(now => now + 1), frameMs)
    return () => clearInterval(timer)
  }, [frames])
  // In capitals a code needs fewer squares.
  return (
    <QrCode text={frames.frame(number).toUpperCase()} size={size} correction="low" label={t('signer_code_label')} />
  )
}

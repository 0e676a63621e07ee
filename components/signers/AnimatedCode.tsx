import { useEffect, useMemo, useState } from 'react'
import { QrCode } from '@/components/elements/QrCode'
import { t } from '@/components/i18n'
import type { QrSigningRequest } from '@/lib/base/devices'
import { signRequestFrames } from '@/lib/keys/shared/devices/sign-request'

const frameMs = 200

/** A request as an animated code. A request that fits into one code stands still. */
export function AnimatedCode({ request, size }: { request: QrSigningRequest; size: number }) {
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

import { useEffect, useRef, useState } from 'react'
import { t } from '@/components/app'
import { Notice } from '@/components/elements'
import { codedText } from '@/components/format/coded-text'

/** Pause between two readings: an animated code changes five times a second. */
const pauseMs = 60
const readTimeMs = 150

/** Reads QR codes from the camera until it leaves the screen. The picture goes nowhere. */
export function CodeCamera({ onText }: { onText(text: string): void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'starting' | 'on' | 'off'>('starting')
  const latest = useRef(onText)
  latest.current = onText
  useEffect(() => {
    let isOver = false
    const stream = navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    async function read(): Promise<void> {
      const [media, { decodeQR }] = await Promise.all([stream, import('qr/decode.js')])
      const picture = video.current
      if (isOver || picture === null) return
      picture.srcObject = media
      await picture.play()
      setState('on')
      const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
      while (!isOver && context !== null) {
        const { videoWidth: width, videoHeight: height } = picture
        if (width > 0 && height > 0) {
          Object.assign(context.canvas, { width, height })
          context.drawImage(picture, 0, 0)
          const { data } = context.getImageData(0, 0, width, height)
          const text = codedText(decodeQR, { width, height, data }, readTimeMs)
          if (text !== null) latest.current(text)
        }
        await new Promise(resolve => setTimeout(resolve, pauseMs))
      }
    }
    read().catch(() => {
      // No camera, or no permission for it: the person is told, and what else they can do.
      if (!isOver) setState('off')
    })
    return () => {
      isOver = true
      stream.then(
        media => {
          for (const track of media.getTracks()) track.stop()
        },
        // There is no camera to switch off.
        () => undefined,
      )
    }
  }, [])
  if (state === 'off')
    return (
      <Notice tone="caution" live>
        {t('signer_camera_off')}
      </Notice>
    )
  return (
    <div className="signer-camera" data-state={state}>
      <video ref={video} muted playsInline aria-label={t('signer_camera_label')} />
      {state === 'starting' && <p className="quiet">{t('signer_camera_wait')}</p>}
    </div>
  )
}

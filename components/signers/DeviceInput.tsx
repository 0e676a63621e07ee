import FileUp from 'lucide-react/icons/file-up'
import { useRef, useState } from 'react'
import { t } from '@/components/app'
import { Fold, Notice } from '@/components/elements'
import { FileButton, TextField } from '@/components/elements/later'
import { readCode } from '@/components/payments/pay/read-code'
import { createUrReceiver, type Ur } from '@/lib/keys/shared/devices/ur/decode'
import { CodeCamera } from './CodeCamera'
import './signers.css'

/** After that many frames of another message the camera is believed to look at another code. */
const framesOfAnother = 8

/** Takes what a device shows: with the camera, from a file, or as text. */
export function DeviceInput({ onUr }: { onUr(ur: Ur): void }) {
  const receive = useRef(createUrReceiver())
  const others = useRef(0)
  const [share, setShare] = useState<number | null>(null)
  const [isStrange, setStrange] = useState(false)
  const [text, setText] = useState('')

  function take(code: string, isWhole: boolean): void {
    const reception = isWhole ? createUrReceiver()(code) : receive.current(code)
    setStrange(reception.kind === 'unreadable' || (isWhole && reception.kind !== 'whole'))
    if (reception.kind === 'partial' && !isWhole) setShare(reception.share)
    others.current = reception.kind === 'other' ? others.current + 1 : 0
    if (reception.kind === 'whole' || others.current >= framesOfAnother) {
      receive.current = createUrReceiver()
      others.current = 0
      setShare(null)
    }
    if (reception.kind === 'whole') onUr(reception.ur)
  }

  async function takeFile(file: File): Promise<void> {
    const isPicture = file.type.startsWith('image/')
    take((isPicture ? await readCode(file) : (await file.text()).trim()) ?? '', true)
  }

  return (
    <div className="stack">
      <CodeCamera onText={code => take(code, false)} />
      {share !== null && (
        <progress
          className="signer-progress"
          aria-label={t('signer_progress')}
          value={share}
          max={1}
          data-testid="signer-progress"
        />
      )}
      {isStrange && (
        <Notice tone="caution" live>
          {t('signer_not_this')}
        </Notice>
      )}
      <Fold title={t('signer_other_ways')} testId="signer-other-ways">
        <TextField
          label={t('signer_text')}
          testId="signer-text"
          kind="code"
          rows={3}
          maxLength={600_000}
          placeholder="ur:…"
          value={text}
          onChange={typed => {
            setText(typed)
            if (typed.trim() !== '') take(typed.trim(), true)
          }}
        />
        <FileButton
          icon={FileUp}
          accept=".txt,.ur,text/plain,image/*"
          testId="signer-file"
          onFile={file => void takeFile(file)}
        >
          {t('signer_file')}
        </FileButton>
      </Fold>
    </div>
  )
}

import ImageMark from 'lucide-react/icons/image'
import ScanLine from 'lucide-react/icons/scan-line'
import { type ReactNode, useState } from 'react'
import { Sentence, t } from '@/components/app'
import { Button } from '@/components/elements'
import { FileButton, TextField, type TextFieldProps } from '@/components/elements/later'
import { type FollowedLink, linkOriginOf } from '@/components/payments/followed-link'
import { CodeCamera } from '@/components/signers/CodeCamera'
import '@/components/signers/signers.css'
import { SiteName } from '@/components/sites/SiteName'
import { readCode } from './read-code'

interface CodeFieldProps extends Pick<TextFieldProps, 'hint' | 'error' | 'placeholder' | 'maxLength'> {
  label: ReactNode
  /** While its text stands in the field, the label says which site it is from. */
  followed?: FollowedLink | undefined
  value: string
  onText(text: string): void
  testId: string
}

/** A link or text that others hand over: pasted, scanned with the camera, or read from a picture of its code. */
export function CodeField({ label, followed, value, onText, testId, error, ...field }: CodeFieldProps) {
  const linkOrigin = linkOriginOf(value, followed)
  const [isScanning, setScanning] = useState(false)
  const [hasNoCode, setNoCode] = useState(false)
  const take = (text: string) => {
    setScanning(false)
    setNoCode(false)
    onText(text)
  }
  return (
    <>
      <TextField
        {...field}
        label={
          linkOrigin === undefined ? (
            label
          ) : (
            <Sentence of="pay_link_from" values={{ site: <SiteName origin={linkOrigin} /> }} />
          )
        }
        error={hasNoCode ? t('code_none') : error}
        testId={testId}
        kind="code"
        value={value}
        onChange={take}
        aside={
          <span className="code-ways">
            <Button
              size="small"
              icon={ScanLine}
              testId={`${testId}-scan`}
              aria-expanded={isScanning}
              onClick={() => setScanning(!isScanning)}
            >
              {t('code_scan')}
            </Button>
            <FileButton
              icon={ImageMark}
              accept="image/*"
              testId={`${testId}-picture`}
              onFile={file =>
                void readCode(file).then(found => {
                  if (found === null) setNoCode(true)
                  else take(found)
                })
              }
            >
              {t('code_picture')}
            </FileButton>
          </span>
        }
      />
      {isScanning && <CodeCamera onText={take} />}
    </>
  )
}

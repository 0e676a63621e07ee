import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { t } from '@/components/i18n'
import { Button, type ButtonProps, IconButton } from './Button'

/** Copies public text. Secrets are copied by `CopySecret`, which clears the clipboard later. */
export function CopyButton({
  text,
  label,
  wide = false,
  size,
}: Pick<ButtonProps, 'size'> & { text: string; label: string; wide?: boolean }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const icon = copied ? Check : Copy
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  const told = <output className="visually-hidden">{copied ? t('copied') : ''}</output>
  if (!wide)
    return (
      <IconButton icon={icon} label={label} onClick={copy}>
        {told}
      </IconButton>
    )
  return (
    <Button icon={icon} size={size} aria-label={label} title={label} onClick={copy}>
      <span aria-hidden="true">{copied ? t('copied') : label}</span>
      {told}
    </Button>
  )
}

import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { t } from '@/components/i18n'

/** Copies something public; secrets have their own way out of the clipboard. */
export function CopyButton({ text, label, wide = false }: { text: string; label: string; wide?: boolean }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const icon = copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />
  return (
    <button
      type="button"
      className={wide ? 'button' : 'icon-button'}
      aria-label={label}
      title={label}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => setCopied(true))
      }}
    >
      {icon}
      {wide && <span aria-hidden="true">{copied ? t('copied') : label}</span>}
      <output className="visually-hidden">{copied ? t('copied') : ''}</output>
    </button>
  )
}

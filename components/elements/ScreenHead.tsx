import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '@/components/i18n'
import { IconButton } from './Button'

/** The head of a screen. Takes the focus, so that a screen reader says which screen was opened. */
export function ScreenHead({ title, onBack, aside }: { title: string; onBack?: () => void; aside?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!document.activeElement?.matches('input, textarea')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="screen-head">
      {onBack && <IconButton icon={ArrowLeft} iconSize={18} label={t('back')} className="mirrored" onClick={onBack} />}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {aside}
    </header>
  )
}

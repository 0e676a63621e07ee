import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { t } from '@/components/i18n'

/** The head of a screen below the first one. Takes the focus, so that a screen reader says where one is. */
export function ScreenHead({ title, onBack, aside }: { title: string; onBack?: () => void; aside?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!document.activeElement?.matches('input, textarea')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="screen-head">
      {onBack && (
        <button type="button" className="icon-button" aria-label={t('back')} onClick={onBack}>
          <ArrowLeft className="mirrored" size={18} aria-hidden="true" />
        </button>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {aside}
    </header>
  )
}

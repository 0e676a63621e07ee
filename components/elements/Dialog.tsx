import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useId, useLayoutEffect, useRef } from 'react'
import { t } from '@/components/i18n'

/** The browser's own modal dialog: focus kept inside, Escape closes, the rest is inert. */
export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A selection that is dragged out of a field ends outside too, and is no wish to close.
  const pressedOutside = useRef(false)
  // Closed while it still stands in the page: only then the focus goes back to where it was.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog !== null && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={event => {
        pressedOutside.current = event.target === event.currentTarget
      }}
      onClick={event => {
        if (event.target === event.currentTarget && pressedOutside.current) onClose()
      }}
      onKeyDown={event => event.stopPropagation()}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="icon-button" aria-label={t('close')} onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

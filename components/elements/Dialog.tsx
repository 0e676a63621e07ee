import X from 'lucide-react/icons/x'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { t } from '@/components/i18n'
import { IconButton } from './Button'

/** The browser's own modal dialog: focus kept inside, Escape closes, the rest is inert. */
export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Selecting text in a field may end outside the dialog: only a press that also began there closes it.
  const pressedOutside = useRef(false)
  // The browser restores the focus only when the dialog is closed while it is still in the page.
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
          <IconButton icon={X} iconSize={18} label={t('close')} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  )
}

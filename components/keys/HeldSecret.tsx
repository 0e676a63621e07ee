import Eye from 'lucide-react/icons/eye'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { t } from '@/components/i18n'

/** In the page only while the button is held, by pointer or by key; gone when one lets go or looks away. */
export function HeldSecret({ children }: { children: (shown: boolean) => ReactNode }) {
  const [held, setHeld] = useState(false)
  const hide = () => setHeld(false)
  useEffect(() => {
    if (!held) return
    const letGo = () => setHeld(false)
    // Not on the button alone: the pointer may be let go of anywhere.
    for (const event of ['pointerup', 'pointercancel', 'blur', 'keyup'] as const) window.addEventListener(event, letGo)
    document.addEventListener('visibilitychange', letGo)
    return () => {
      for (const event of ['pointerup', 'pointercancel', 'blur', 'keyup'] as const)
        window.removeEventListener(event, letGo)
      document.removeEventListener('visibilitychange', letGo)
    }
  }, [held])
  return (
    <div className="secret" data-shown={held}>
      {children(held)}
      <button
        type="button"
        className="button button-wide held-button"
        aria-pressed={held}
        data-testid="hold-to-show"
        onPointerDown={event => {
          if (event.button === 0) setHeld(true)
        }}
        onKeyDown={event => {
          if (event.key === ' ' || event.key === 'Enter') setHeld(true)
        }}
        onContextMenu={event => event.preventDefault()}
        onBlur={hide}
      >
        <Eye size={16} aria-hidden="true" />
        {t('hold_to_show')}
      </button>
    </div>
  )
}

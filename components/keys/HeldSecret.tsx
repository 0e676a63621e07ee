import Eye from 'lucide-react/icons/eye'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@/components/elements/Button'
import { t } from '@/components/i18n'

/** A secret that is in the page only while the button is held, by pointer or by key. */
export function HeldSecret({ children }: { children: (shown: boolean) => ReactNode }) {
  const [held, setHeld] = useState(false)
  const hide = () => setHeld(false)
  useEffect(() => {
    if (!held) return
    const letGo = () => setHeld(false)
    // On the window: the pointer may be released outside the button.
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
      <Button
        wide
        icon={Eye}
        aria-pressed={held}
        testId="hold-to-show"
        onPointerDown={event => {
          if (event.button === 0) setHeld(true)
        }}
        onKeyDown={event => {
          if (event.key === ' ' || event.key === 'Enter') setHeld(true)
        }}
        onContextMenu={event => event.preventDefault()}
        onBlur={hide}
      >
        {t('hold_to_show')}
      </Button>
    </div>
  )
}

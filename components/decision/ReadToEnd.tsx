import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '@/components/i18n'
import type { Choosing } from './kinds/kind'

/** Text that may be longer than its box. Approve waits until the end of it was in view. */
export function ReadToEnd({ children, onChanging }: { children: ReactNode; onChanging: Choosing['onChanging'] }) {
  const box = useRef<HTMLElement>(null)
  const [isUnread, setUnread] = useState(true)
  const look = () => {
    const seen = box.current
    if (seen !== null && seen.scrollTop + seen.clientHeight >= seen.scrollHeight - tolerance) setUnread(false)
  }
  // Before the first paint: a text that fits is in view at once.
  useLayoutEffect(look, [])
  useLayoutEffect(() => {
    onChanging(place, isUnread)
    return () => onChanging(place, false)
  }, [onChanging, isUnread])
  useEffect(() => {
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  })
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={box} className="message" aria-label={t('message_label')} tabIndex={0} onScroll={look}>
        {children}
      </section>
      {isUnread && <p className="quiet">{t('message_to_end')}</p>}
    </>
  )
}

/** Beside the fields that a decision counts from 0. */
const place = -1
/** Pixels: places are fractions on some screens. */
const tolerance = 8

import { useEffect, useState } from 'react'
import { systemClock } from '@/lib/base/clock'
import { createArming } from './arming'

/** Whether the decision with this key (its id and digest) has been in plain sight for long enough. */
export function useArmed(key: string): boolean {
  const [armedKey, setArmedKey] = useState<string | null>(null)
  useEffect(() => {
    const arming = createArming(systemClock, setArmedKey)
    const look = () => arming.see({ key, attentive: document.visibilityState === 'visible' && document.hasFocus() })
    look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    window.addEventListener('blur', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
      window.removeEventListener('blur', look)
      arming.stop()
    }
  }, [key])
  return armedKey === key
}

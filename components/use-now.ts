import { useEffect, useState } from 'react'

/** The time, renewed every `everyMs`; stands still (and costs nothing) while `running` is false. */
export function useNow(everyMs: number, running: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, running])
  return now
}

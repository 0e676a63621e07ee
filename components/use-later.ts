import { useEffect, useState } from 'react'

/** `false` for the first `ms` after this appeared: long enough for what was just made to arrive. */
export function useLater(ms: number): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return later
}

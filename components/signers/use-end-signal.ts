import { useEffect, useState } from 'react'

/** A signal that is given when the component goes away: what it still waits for is let go. */
export function useEndSignal(): AbortSignal {
  const [ending, setEnding] = useState(() => new AbortController())
  // One for each time it is shown: strict development shows every component twice.
  useEffect(() => {
    const current = new AbortController()
    setEnding(current)
    return () => current.abort()
  }, [])
  return ending.signal
}

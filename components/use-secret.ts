import { useEffect, useState } from 'react'

/** A secret on its way between two steps: in memory only, gone when the screen goes. */
export function useSecret(): [secret: string | null, hold: (secret: string | null) => void] {
  const [secret, setSecret] = useState<string | null>(null)
  useEffect(() => {
    const forget = () => setSecret(null)
    window.addEventListener('pagehide', forget)
    return () => {
      window.removeEventListener('pagehide', forget)
      forget()
    }
  }, [])
  return [secret, setSecret]
}

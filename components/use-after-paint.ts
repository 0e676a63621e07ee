import { useEffect, useState } from 'react'

/** False in the first picture, true right after it: for what may be long and is not in sight at once. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A frame's callbacks run before its paint, a timer set there after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}

import { useMemo } from 'react'
import { encode } from 'uqr'

/** Dark on light in both themes (readers expect it), drawn as one path. */
export function QrCode({ text, size, label }: { text: string; size: number; label: string }) {
  const { path, modules } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 2 })
    let drawn = ''
    for (const [y, row] of code.data.entries()) {
      for (const [x, dark] of row.entries()) if (dark) drawn += `M${x} ${y}h1v1h-1z`
    }
    return { path: drawn, modules: code.size }
  }, [text])
  return (
    <svg className="qr" width={size} height={size} viewBox={`0 0 ${modules} ${modules}`} role="img" aria-label={label}>
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#10201f" shapeRendering="crispEdges" />
    </svg>
  )
}

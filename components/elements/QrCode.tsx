import { encodeQR } from 'qr'
import { useMemo } from 'react'

/** Dark on light in both themes (readers expect it), drawn as one path. */
export function QrCode({ text, size, label }: { text: string; size: number; label: string }) {
  const { path, modules } = useMemo(() => {
    const code = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
    let drawn = ''
    for (const [y, row] of code.entries()) {
      for (const [x, dark] of row.entries()) if (dark) drawn += `M${x} ${y}h1v1h-1z`
    }
    return { path: drawn, modules: code.length }
  }, [text])
  return (
    <svg className="qr" width={size} height={size} viewBox={`0 0 ${modules} ${modules}`} role="img" aria-label={label}>
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#10201f" shapeRendering="crispEdges" />
    </svg>
  )
}

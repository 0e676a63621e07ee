import { encodeQR } from 'qr'
import { useMemo } from 'react'

interface QrCodeProps {
  text: string
  size: number
  label: string
  /** How much of it may be unreadable: 15 % with `medium`, 7 % with `low`, which has fewer squares. */
  correction?: 'low' | 'medium'
}

/** Dark on light in both themes (readers expect it), drawn as one path. */
export function QrCode({ text, size, label, correction = 'medium' }: QrCodeProps) {
  const { path, modules } = useMemo(() => {
    const code = encodeQR(text, 'raw', { ecc: correction, border: 2 })
    let drawn = ''
    for (const [y, row] of code.entries()) {
      for (const [x, dark] of row.entries()) if (dark) drawn += `M${x} ${y}h1v1h-1z`
    }
    return { path: drawn, modules: code.length }
  }, [text, correction])
  return (
    <svg className="qr" width={size} height={size} viewBox={`0 0 ${modules} ${modules}`} role="img" aria-label={label}>
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#10201f" shapeRendering="crispEdges" />
    </svg>
  )
}

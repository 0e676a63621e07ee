import type { Address } from 'viem'

/**
 * A small pattern that is the same for the same address, to recognise an account by. Decoration only: two addresses may
 * look alike, so nothing is ever decided by it.
 */
export function AccountMark({ address, size = 28 }: { address: Address; size?: number }) {
  const digits = address.slice(2).toLowerCase()
  const hue = (Number.parseInt(digits.slice(0, 4), 16) * 360) >> 16
  const cells = Array.from({ length: 15 }, (_, index) => Number.parseInt(digits.charAt(6 + index), 16))
  return (
    <svg className="account-mark" width={size} height={size} viewBox="0 0 7 7" aria-hidden="true">
      <rect width="7" height="7" rx="1.75" fill={`hsl(${hue} 34% 44%)`} />
      {cells.map((cell, index) => {
        const row = 1 + Math.floor(index / 3)
        const column = index % 3
        if (cell < 8) return null
        const width = column === 2 ? [3] : [1 + column, 5 - column]
        return width.map(x => (
          <rect
            key={`${row}-${x}`}
            x={x}
            y={row}
            width="1.02"
            height="1.02"
            fill="#fff"
            fillOpacity={cell < 12 ? 0.55 : 0.92}
          />
        ))
      })}
    </svg>
  )
}

import type { Address } from 'viem'
import { huesOf } from './hues'

/**
 * A small picture that is the same for the same address, to recognise an account by. Decoration only: two addresses may
 * look alike, so nothing is ever decided by it.
 */
export function AccountMark({ address, size = 32 }: { address: Address; size?: number }) {
  const { hue, beside, turn } = huesOf(address)
  return (
    <svg className="account-mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <g transform={`rotate(${turn} 16 16)`}>
        <path d="M-8-8h48v48H-8z" fill={`oklch(55% 0.14 ${hue})`} />
        <circle cx="25" cy="16" r="17" fill={`oklch(72% 0.14 ${beside})`} />
        <circle cx="25" cy="16" r="8" fill={`oklch(94% 0.05 ${beside})`} />
      </g>
    </svg>
  )
}

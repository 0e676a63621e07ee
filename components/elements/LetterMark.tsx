import { huesOf } from './hues'

interface LetterMarkProps {
  /** The contract's address or the chain's id, from which its hue is made: nobody chooses those for a likeness. */
  of: string
  letters: string
  size?: number
}

/** The first letters of a token or network in a disc. Decoration only: a mark vouches for nothing. */
export function LetterMark({ of, letters, size = 32 }: LetterMarkProps) {
  const { hue } = huesOf(of)
  return (
    <svg className="letter-mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={`oklch(89% 0.07 ${hue})`} />
      <text
        x="16"
        y="16"
        dy="0.36em"
        fontSize={letters.length > 1 ? 13 : 18}
        textAnchor="middle"
        fill={`oklch(36% 0.1 ${hue})`}
      >
        {letters}
      </text>
    </svg>
  )
}

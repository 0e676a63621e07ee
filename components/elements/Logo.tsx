/** The product's mark: a half-filled ring. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="12.5" fill="none" stroke="currentColor" strokeWidth="3" />
      <path d="M16 7.5a8.5 8.5 0 0 0 0 17z" fill="currentColor" />
    </svg>
  )
}

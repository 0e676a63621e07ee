import type { Level } from '@/lib/base/level'

export type MarkLook = Level | 'ahead' | 'withdrawn' | 'failed' | 'uncertain' | 'ended'

/**
 * One stop of the confirmation track, drawn on a 20-unit square. Pre-confirmed is a half-filled ring and never a tick;
 * the tick belongs to what is sealed. The shape alone tells the levels apart, without colour.
 */
export function StopMark({ look, size = 20 }: { look: MarkLook; size?: number }) {
  return (
    <svg className={`mark mark-${look}`} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      {shapes[look]}
    </svg>
  )
}

const ring = <circle className="mark-line" cx="10" cy="10" r="7.5" />
const disc = <circle className="mark-fill" cx="10" cy="10" r="8.5" />

const shapes = {
  ahead: <circle className="mark-line" cx="10" cy="10" r="4.5" />,
  withdrawn: <circle className="mark-line mark-dashed" cx="10" cy="10" r="7.5" />,
  signed: (
    <>
      {ring}
      <path
        className="mark-line"
        d="M6.5 12.2c1-2.9 2-4.4 2.8-4.4 1.1 0-.2 4.2 1 4.2.8 0 1.2-1.6 2-1.6.6 0 .7.9 1.4.9"
      />
    </>
  ),
  submitted: (
    <>
      {ring}
      <path className="mark-line" d="M7 10h5.6M10.4 7.6 12.8 10l-2.4 2.4" />
    </>
  ),
  accepted: (
    <>
      {ring}
      <circle className="mark-fill" cx="10" cy="10" r="2.75" />
    </>
  ),
  preconfirmed: (
    <>
      {ring}
      <path className="mark-fill" d="M10 2.5a7.5 7.5 0 0 0 0 15z" />
    </>
  ),
  sealed: (
    <>
      {disc}
      <path className="mark-cut" d="m6.4 10.2 2.5 2.5 4.8-5.2" />
    </>
  ),
  safe: (
    <>
      {disc}
      <path className="mark-cut" d="M10 5.4 6.3 6.8v3c0 2.3 1.5 4 3.7 4.9 2.2-.9 3.7-2.6 3.7-4.9v-3z" />
    </>
  ),
  final: (
    <>
      {disc}
      <path className="mark-cut" d="M6.9 9.4h6.2v4.3H6.9zM8.1 9.2V7.8a1.9 1.9 0 0 1 3.8 0v1.4" />
    </>
  ),
  failed: (
    <>
      {disc}
      <path className="mark-cut" d="m7.2 7.2 5.6 5.6m0-5.6-5.6 5.6" />
    </>
  ),
  uncertain: (
    <>
      {ring}
      <path className="mark-line" d="M10 6.2v4.6M10 13.6v.1" />
    </>
  ),
  ended: (
    <>
      {ring}
      <path className="mark-line" d="M6.6 10h6.8" />
    </>
  ),
} as const satisfies Record<MarkLook, unknown>

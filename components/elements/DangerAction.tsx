import type { ReactNode } from 'react'
import { useAction } from '@/components/use-action'
import { FailureNotice } from './FailureNotice'

/** The last word of a dialog before something is lost, and why it did not work. */
export function DangerAction(props: { testId: string; run(): Promise<unknown>; children: ReactNode }) {
  const { busy, failure, run } = useAction(props.run)
  return (
    <>
      <button
        type="button"
        className="button button-danger button-wide"
        data-testid={props.testId}
        disabled={busy}
        aria-busy={busy}
        onClick={() => void run()}
      >
        {props.children}
      </button>
      <FailureNotice failure={failure} />
    </>
  )
}

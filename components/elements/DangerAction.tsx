import type { ReactNode } from 'react'
import { useAction } from '@/components/use-action'
import { Button } from './Button'
import { FailureNotice } from './FailureNotice'

/** The button that deletes what its dialog is about, and why that did not work. */
export function DangerAction(props: { testId: string; run(): Promise<unknown>; children: ReactNode }) {
  const action = useAction(props.run)
  return (
    <>
      <Button look="danger" wide testId={props.testId} action={action} label={props.children} />
      <FailureNotice failure={action.failure} />
    </>
  )
}

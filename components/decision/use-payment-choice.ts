import { useEffect, useRef, useState } from 'react'
import { useClient } from '@/components/client-context'
import { Failure } from '@/lib/base/failure'
import { createQueue } from '@/lib/base/queue'
import type { PaymentOptionView } from '@/lib/language/http402'
import type { WantedLimit } from './PayWithoutAsking'

/** What Approve is to do about a 402 answer. */
export type PaymentChoice =
  | { kind: 'pay'; option: PaymentOptionView; limit: WantedLimit | null }
  | { kind: 'sign-in'; keeps: boolean }

/** ms: a seller takes the message of a sign-in for a few minutes only. */
const signInAgainMs = 150_000

/**
 * Has the worker make what was chosen; again after half of its validity. Returns why that failed.
 * @param choice `undefined` where nothing can be chosen
 */
export function usePaymentChoice(approvalId: string, choice: PaymentChoice | undefined): Failure | null {
  const client = useClient()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [turn, setTurn] = useState(0)
  /** One at a time, so that the latest choice reaches the worker last. */
  const inTurn = useRef(createQueue())
  const key = `${choice === undefined ? '' : keyOf(choice)} ${turn}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: made again for another choice or turn only
  useEffect(() => {
    if (choice === undefined) return
    let stopped = false
    void inTurn.current(async () => {
      if (stopped) return
      try {
        if (choice.kind === 'sign-in') await client.call('payment.choose-sign-in', { approvalId, keeps: choice.keeps })
        else await client.call('payment.choose', { approvalId, accepted: choice.option.index, limit: choice.limit })
        if (!stopped) setFailure(null)
      } catch (error) {
        if (!stopped) setFailure(error instanceof Failure ? error : new Failure('unknown', {}, { cause: error }))
      }
    })
    const again = setTimeout(() => setTurn(turn + 1), againMs(choice))
    return () => {
      stopped = true
      clearTimeout(again)
    }
  }, [approvalId, key, client])
  return failure
}

function keyOf(choice: PaymentChoice): string {
  if (choice.kind === 'sign-in') return `sign-in ${choice.keeps}`
  const { option, limit } = choice
  return `${option.index} ${option.stake} ${option.channel?.balance} ${option.channel?.charged} ${limit?.most} ${limit?.perDay}`
}

function againMs(choice: PaymentChoice): number {
  return choice.kind === 'sign-in' ? signInAgainMs : Math.max(5_000, (choice.option.validForSeconds * 1_000) / 2)
}

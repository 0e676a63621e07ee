import { useEffect, useState } from 'react'
import { format, plural, t, useClient } from '@/components/app'
import { commitmentCalls, readCommitments, type Commitments as Said } from '@/lib/chain/shared/commitments'
import type { TransactionView } from '@/lib/language/ui'

const askEveryMs = 1_000

/**
 * How many block builders have committed to including the transaction, where its endpoint is one of mev-commit's: found
 * by asking. An endpoint that refuses the question is not asked again.
 */
export function Commitments({ row }: { row: TransactionView }) {
  const said = useCommitments(row)
  if (said === null) return null
  return (
    <p className="quiet" data-testid="commitments">
      {plural('commitments', said.builders, { block: format.integer(said.block) })}{' '}
      {row.level !== 'preconfirmed' && t('commitments_too_few')}
    </p>
  )
}

function useCommitments({ hash, networkId }: TransactionView): Said | null {
  const client = useClient()
  const [said, setSaid] = useState<Said | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    async function ask(): Promise<void> {
      // What was read stays where an answer is missing: the next one follows in a second.
      const answer = await client.call('chain.read', { networkId, calls: commitmentCalls(hash) }).catch(() => null)
      if (isOver) return
      const [list, head] = answer?.results ?? []
      if (list?.ok === false) return setSaid(null)
      if (list?.ok === true && head?.ok === true) setSaid(readCommitments(list.result, head.result, hash))
      timer = setTimeout(() => void ask(), askEveryMs)
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, hash, networkId])
  return said
}

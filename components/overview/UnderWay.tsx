import { useSummary } from '@/components/activity/use-summary'
import { useNow, useSlice } from '@/components/app'
import { isUnderWay } from '@/components/track/stops'
import { Track } from '@/components/track/Track'
import type { TransactionView } from '@/lib/language/ui'

/** The track of the newest transaction, large, while it is under way. */
export function UnderWay() {
  const now = useNow(10_000, true)
  const [newest] = (useSlice('activity') ?? []).toSorted((one, other) => other.createdAt - one.createdAt)
  if (newest === undefined || !isUnderWay(newest, now)) return null
  return <Card row={newest} />
}

function Card({ row }: { row: TransactionView }) {
  const { title, who, amount } = useSummary(row)
  return (
    <div className="under-way">
      <p className="under-way-what">
        <span>
          <strong>{title}</strong> {who}
        </span>
        {amount !== null && `${amount.text} ${amount.symbol}`}
      </p>
      <Track row={row} />
    </div>
  )
}

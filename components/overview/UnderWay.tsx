import { useNow, useSlice } from '@/components/app'
import { isUnderWay } from '@/components/track/stops'
import { Track } from '@/components/track/Track'

/** The track of the newest transaction, large, while it is under way. */
export function UnderWay() {
  const now = useNow(10_000, true)
  const [newest] = (useSlice('activity') ?? []).toSorted((one, other) => other.createdAt - one.createdAt)
  if (newest === undefined || !isUnderWay(newest, now)) return null
  return (
    <div className="under-way">
      <Track row={newest} />
    </div>
  )
}

import { type HTMLAttributes, type ReactNode, use } from 'react'
import type { Address } from 'viem'
import { ChosenContext, format, useClient, useGo, useNow, useReportFault, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { Button, classes } from '@/components/elements'
import { shortAddress } from '@/components/format/address'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import './activity.css'

interface EntryRowProps extends Omit<HTMLAttributes<HTMLDivElement>, 'title'> {
  testId: string
  mark: ReactNode
  title: ReactNode
  /** The other side, in the words of its part in it. */
  who: ReactNode
  status: ReactNode
  amount: ReactNode
  /** ms since the epoch */
  at: number
  /** Whose it is, and on which network. */
  place: Place | null
  /** Says so. */
  withPlace: boolean
  /** The path of its screen. */
  to: string
}

interface Place {
  networkId: NetworkId
  address: Address
}

/** A row of the activity: a mark, what happened and with whom, where it stands, how much, and how long ago. */
export function EntryRow(props: EntryRowProps) {
  const { testId, mark, title, who, status, amount, at, place, withPlace, to, className, children, ...rest } = props
  const now = useNow(10_000, true)
  const go = useGo()
  const client = useClient()
  const reportFault = useReportFault()
  const selection = useSlice('selection')
  /** Its screen shows what the selected account has. */
  const open = async () => {
    const isHere = place?.networkId === selection?.networkId && isSameAddress(place?.address, selection?.address)
    if (place !== null && !isHere) await client.call('select', place)
    go(to)
  }
  return (
    <div {...rest} className={classes('transaction', className)} data-testid={testId}>
      <Button
        look="row"
        className="transaction-open"
        aria-current={to === use(ChosenContext) ? 'true' : undefined}
        onClick={() => void open().catch(reportFault)}
      >
        {mark}
        <span className="transaction-what">
          <span className="transaction-title">
            {title} {who !== null && <span className="transaction-who">{who}</span>}
          </span>
          {status}
          {withPlace && place !== null && <Whose place={place} />}
        </span>
        <span className="transaction-end">
          {amount}
          <span className="transaction-ago">{format.ago(now - at)}</span>
        </span>
      </Button>
      {children}
    </div>
  )
}

function Whose({ place: { networkId, address } }: { place: Place }) {
  const networks = useSlice('networks') ?? []
  const nameOf = useNames()
  const network = networks.find(candidate => candidate.id === networkId)
  return (
    <span className="whose" data-testid="whose">
      {nameOf(address) ?? shortAddress(address)} · {network?.name ?? networkId}
    </span>
  )
}

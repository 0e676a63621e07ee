import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { useClient, useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { useTokens } from '@/components/decision/use-tokens'
import { Buttons } from '@/components/elements/Button'
import { Card, EmptyState, Item, List } from '@/components/elements/Card'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { shortAddress } from '@/components/format/address'
import { format, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { TransferView } from '@/lib/messaging/payments'
import { textFromMemo } from '@/lib/payments/memo'
import { cleanForeignText } from '@/lib/values/foreign-text'
import type { NetworkId } from '@/lib/values/network-id'
import { DeskWait } from './DeskWait'
import type { DeskPageProps } from './desk-page'
import { State } from './State'
import { momentWords } from './words'

/** The token transfers to and from the account, from the chain's logs. */
export function Transfers(_page: DeskPageProps) {
  const rows = useSlice('transfers')
  const head = useSlice('chainHead')
  const wanted = useSlice('settings')?.confirmations ?? 12
  const selection = useSlice('selection')
  if (rows === undefined || selection == null) return <DeskWait />
  return (
    <section className="desk-section" aria-label={t('transfers')}>
      <p className="quiet">{t('transfers_lead')}</p>
      <ConfirmationDepth wanted={wanted} blockMs={head?.blockMs ?? null} />
      {rows.length === 0 ? (
        <EmptyState card>{t('transfers_empty')}</EmptyState>
      ) : (
        <List testId="transfers">
          {rows.map(row => (
            <Transfer
              key={row.key}
              row={row}
              owner={selection.address}
              networkId={selection.networkId}
              depth={head == null || !row.isSealed ? null : Math.max(0, head.number - row.blockNumber + 1)}
              wanted={wanted}
            />
          ))}
        </List>
      )}
    </section>
  )
}

function Transfer({
  row,
  owner,
  networkId,
  depth,
  wanted,
}: {
  row: TransferView
  owner: string
  networkId: NetworkId
  depth: number | null
  wanted: number
}) {
  const nameOf = useNames()
  const token = useTokens(networkId)(row.token)
  const isOut = row.from === owner.toLowerCase()
  const isSelf = isOut && row.to === row.from
  const other = isOut ? row.to : row.from
  const Mark = isOut ? ArrowUpRight : ArrowDownLeft
  const amount =
    token === null
      ? `${format.integer(BigInt(row.amount))} ${t('token_unknown', { address: shortAddress(row.token) })}`
      : `${format.delta(isOut && !isSelf ? -BigInt(row.amount) : BigInt(row.amount), token.decimals)} ${token.symbol}`
  const memo = row.memo === null ? null : (textFromMemo(row.memo) ?? row.memo)
  const who = nameOf(other) ?? shortAddress(other)
  return (
    <Item
      data-hash={row.hash}
      data-sealed={row.isSealed}
      mark={<Mark className="transfer-way mirrored" size={18} aria-hidden="true" />}
    >
      <p className="entry-head">
        <span className="entry-title">{amount}</span>
        <DepthText isSealed={row.isSealed} depth={depth} wanted={wanted} />
      </p>
      <p className="item-line quiet">
        {isSelf ? t('transfers_self') : t(isOut ? 'transfers_out' : 'transfers_in', { who })}
        {' · '}
        {momentWords(Math.floor(row.at / 1_000))}
      </p>
      {memo !== null && (
        <p className="item-line transfer-memo">{t('transfers_memo', { memo: cleanForeignText(memo, 66) })}</p>
      )}
      <Buttons>
        <Link href={`/payments/verify/${row.hash}`} className="link">
          {t('transfers_verify')}
        </Link>
      </Buttons>
    </Item>
  )
}

/** How deep a transfer is: pre-confirmed, sealed with its confirmations, or settled. */
function DepthText({ isSealed, depth, wanted }: { isSealed: boolean; depth: number | null; wanted: number }) {
  if (!isSealed) return <State isProvisional>{t('transfers_open')}</State>
  if (depth === null) return null
  if (depth >= wanted) return <State>{t('transfers_settled')}</State>
  return (
    <State tone="caution">
      {t('transfers_depth', { depth: format.integer(depth), wanted: format.integer(wanted) })}
    </State>
  )
}

function ConfirmationDepth({ wanted, blockMs }: { wanted: number; blockMs: number | null }) {
  const client = useClient()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const change = useAction((confirmations: number) => client.call('settings.change', { confirmations }))
  const value = typed ?? String(wanted)
  const blocks = Number(value)
  const isGood = Number.isInteger(blocks) && blocks >= 1 && blocks <= 10_000
  return (
    <Card className="depth">
      <label htmlFor={id}>{t('confirmation_depth')}</label>
      <input
        id={id}
        className="input depth-input"
        inputMode="numeric"
        data-testid="confirmation-depth"
        value={value}
        aria-invalid={isGood ? undefined : true}
        onChange={event => setTyped(event.target.value)}
        onBlur={() => {
          if (isGood && blocks !== wanted) void change.run(blocks).then(() => setTyped(null))
          else setTyped(null)
        }}
      />
      <span>{t('confirmation_depth_blocks')}</span>
      {isGood && blockMs !== null && (
        <span className="quiet">
          {t('confirmation_depth_time', { time: format.duration(Math.round(blocks * blockMs)) })}
        </span>
      )}
      <FailureNotice failure={change.failure} />
    </Card>
  )
}

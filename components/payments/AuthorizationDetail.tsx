import { useLocation } from 'wouter'
import { useClient, useSlice } from '@/components/client-context'
import { AddressRow } from '@/components/contacts/AddressRow'
import { useNames } from '@/components/contacts/use-names'
import { useTokens } from '@/components/decision/use-tokens'
import { AddressText } from '@/components/elements/AddressText'
import { Button, Buttons } from '@/components/elements/Button'
import { Card } from '@/components/elements/Card'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Fold } from '@/components/elements/Fold'
import { Row, Rows } from '@/components/elements/Row'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { format, lookUp, t } from '@/components/i18n'
import { SiteName } from '@/components/sites/SiteName'
import { useAction } from '@/components/use-action'
import { useLater } from '@/components/use-later'
import type { AuthorizationView } from '@/lib/language/payments'
import { inThisPeriod, isOpen } from '@/lib/payments/shared/exposure'
import { writeSignedAuthorization } from '@/lib/payments/shared/signed-authorization'
import type { DeskPageProps } from './desk-page'
import { ForPayee, isForPayee } from './ForPayee'
import { StateBadge } from './StateBadge'
import { TakeBack } from './TakeBack'
import { useCautiousNow } from './use-cautious-now'
import {
  amountWords,
  momentWords,
  neverEnds,
  type WordsContext,
  whatBecame,
  whatItAllowed,
  whatItAllows,
} from './words'

/** Everything known of a signed authorization. */
export function AuthorizationDetail({ id, onProposed }: { id: string } & DeskPageProps) {
  const [, go] = useLocation()
  const rows = useSlice('authorizations')
  const row = rows?.find(candidate => candidate.id === id)
  // A row that was signed a moment ago may not have arrived yet.
  const later = useLater(1_500)
  return (
    <section className="desk-section">
      <ScreenHead title={t('authorization')} onBack={() => go('/payments')} />
      {row !== undefined ? (
        <Detail row={row} onProposed={onProposed} />
      ) : (
        <p className="quiet" aria-live="polite">
          {rows === undefined || !later ? t('loading') : t('authorization_gone')}
        </p>
      )}
    </section>
  )
}

function Detail({ row, onProposed }: { row: AuthorizationView } & DeskPageProps) {
  const client = useClient()
  const selection = useSlice('selection')
  const network = useSlice('networks')?.find(({ id }) => id === selection?.networkId)
  const tokenOf = useTokens(selection?.networkId)
  const nameOf = useNames()
  const { nowSeconds } = useCautiousNow(isOpen(row.state))
  const context: WordsContext = { tokenOf: address => tokenOf(address as `0x${string}`), nameOf, nowSeconds }
  const copy = useAction(async () => {
    const { typedData, signature } = await client.call('authorization.read', { id: row.id })
    await navigator.clipboard.writeText(writeSignedAuthorization(typedData, signature))
  })
  const became = whatBecame(inThisPeriod(row, nowSeconds), context)
  const kind = lookUp(`authorization_kind_${row.kind.replaceAll('-', '_')}`) ?? row.kind
  return (
    <Card testId="authorization" data-state={row.state}>
      <p>
        <StateBadge row={row} />
      </p>
      <p className="authorization-sentence">
        {isOpen(row.state) ? whatItAllows(row, context) : whatItAllowed(row, context)}
      </p>
      {became !== null && (
        <p className="quiet" data-testid="became">
          {became}
        </p>
      )}
      {neverEnds(row) && <p className="authorization-never">{t('authorization_never_ends')}</p>}
      {isForPayee(row) && <ForPayee row={row} />}
      <TakeBack row={row} isSecond={isForPayee(row)} onProposed={onProposed} />
      <Rows>
        {row.origin !== null && (
          <Row label={t('authorization_given_to')}>
            <SiteName origin={row.origin} />
          </Row>
        )}
        {row.spender !== null && <AddressRow label={t('authorization_by')} address={row.spender} />}
        {row.recipient !== null && row.recipient !== row.spender && (
          <AddressRow label={t('authorization_to')} address={row.recipient} />
        )}
      </Rows>
      {row.evidence.length > 0 && (
        <>
          <h2 className="desk-heading">{t('authorization_events')}</h2>
          <ol className="evidence">
            {row.evidence.map(evidence => (
              <Event
                key={`${evidence.hash}:${evidence.event}:${evidence.amount}`}
                evidence={evidence}
                row={row}
                context={context}
                explorerUrl={network?.explorerUrl ?? null}
              />
            ))}
          </ol>
        </>
      )}
      <Fold title={t('authorization_details')}>
        <Rows>
          <Row label={t('authorization_kind')}>{kind}</Row>
          {row.contract !== null && (
            <Row label={t('authorization_contract')} stacked>
              <AddressText address={row.contract} />
            </Row>
          )}
          <Row label={t('authorization_signed_at')}>{format.dateTime(row.createdAt)}</Row>
          <Row label={t('authorization_checked_at')}>
            {row.checkedAt === null ? t('authorization_checked_never') : momentWords(Math.floor(row.checkedAt / 1_000))}
          </Row>
        </Rows>
        {!isForPayee(row) && (
          <Buttons>
            <Button size="small" action={copy}>
              {t('authorization_copy')}
            </Button>
          </Buttons>
        )}
        <FailureNotice failure={copy.failure} />
      </Fold>
    </Card>
  )
}

const eventNames = {
  allowed: 'authorization_event_allowed',
  taken: 'authorization_event_taken',
  returned: 'authorization_event_returned',
  cancelled: 'authorization_cancelled',
} as const

function Event({
  evidence,
  row,
  context,
  explorerUrl,
}: {
  evidence: AuthorizationView['evidence'][number]
  row: AuthorizationView
  context: WordsContext
  explorerUrl: string | null
}) {
  const { event, amount, hash, blockNumber, isSealed } = evidence
  const words =
    event === 'taken' && amount === null
      ? t('authorization_used')
      : t(eventNames[event], { amount: amount === null ? '' : amountWords(BigInt(amount), row, context) })
  return (
    <li className="evidence-item">
      <span>{words}</span>
      <span className="quiet">
        {isSealed ? t('authorization_block', { number: format.integer(blockNumber) }) : t('authorization_provisional')}
        {' · '}
        {explorerUrl === null ? (
          <code className="evidence-hash">{hash.slice(0, 10)}…</code>
        ) : (
          <a className="link" href={`${explorerUrl}/tx/${hash}`} target="_blank" rel="noreferrer">
            {hash.slice(0, 10)}…
          </a>
        )}
      </span>
    </li>
  )
}

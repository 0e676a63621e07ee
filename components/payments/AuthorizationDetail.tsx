import QrCodeMark from 'lucide-react/icons/qr-code'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { format, lookUp, t, useAction, useClient, useSlice } from '@/components/app'
import { AddressRow } from '@/components/contacts/AddressRow'
import { useNames } from '@/components/contacts/use-names'
import { useTokens } from '@/components/decision/use-tokens'
import { Button, Buttons, Card, FailureNotice, Fold } from '@/components/elements'
import { AddressText, Row, Rows, ScreenHead } from '@/components/elements/later'
import { QrCode } from '@/components/elements/QrCode'
import { shortAddress } from '@/components/format/address'
import { SiteName } from '@/components/sites/SiteName'
import { useLater } from '@/components/use-later'
import type { AuthorizationView } from '@/lib/language/payments'
import { inThisPeriod, isOpen } from '@/lib/payments/shared/exposure'
import { writeSignedAuthorization } from '@/lib/payments/shared/signed-authorization'
import { writeSignedLink } from '@/lib/payments/shared/signed-link'
import { StateBadge } from './State'
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
export function AuthorizationDetail({ id }: { id: string }) {
  const [, go] = useLocation()
  const rows = useSlice('authorizations')
  const row = rows?.find(candidate => candidate.id === id)
  // A row that was signed a moment ago may not have arrived yet.
  const later = useLater(1_500)
  return (
    <section className="desk-section">
      <ScreenHead title={t('authorization')} onBack={() => go('/payments')} />
      {row !== undefined ? (
        <Detail row={row} />
      ) : (
        <p className="quiet" aria-live="polite">
          {rows === undefined || !later ? t('loading') : t('authorization_gone')}
        </p>
      )}
    </section>
  )
}

function Detail({ row }: { row: AuthorizationView }) {
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
      <TakeBack row={row} isSecond={isForPayee(row)} />
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
            <Button size="small" action={copy} label={t('authorization_copy')} />
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

const kinds: readonly AuthorizationView['kind'][] = ['transfer-authorization', 'receive-authorization', 'permit']

/** True for what was signed at the desk for somebody who has not taken it yet. */
function isForPayee({ kind, origin, state }: AuthorizationView): boolean {
  return origin === null && isOpen(state) && kinds.includes(kind)
}

/** What was signed at the desk reaches its payee as a link or as its code: nothing of it is on the chain yet. */
function ForPayee({ row }: { row: AuthorizationView }) {
  const client = useClient()
  const nameOf = useNames()
  const [code, setCode] = useState<string | null>(null)
  const read = async () => {
    const { typedData, signature } = await client.call('authorization.read', { id: row.id })
    return writeSignedLink(typedData, signature) ?? writeSignedAuthorization(typedData, signature)
  }
  const copy = useAction(async () => navigator.clipboard.writeText(await read()))
  const show = useAction(async () => setCode(code === null ? await read() : null))
  const payee = row.kind === 'permit' ? null : (row.recipient ?? row.spender)
  const who = payee === null ? t('for_payee_seller') : (nameOf(payee) ?? shortAddress(payee))
  return (
    <section className="for-payee">
      <p>{t('for_payee', { who })}</p>
      <Buttons>
        <Button look="primary" testId="authorization-copy" action={copy} label={t('request_copy')} />
        <Button icon={QrCodeMark} testId="authorization-code" action={show} aria-expanded={code !== null}>
          {t(code === null ? 'request_code_show' : 'request_code_hide')}
        </Button>
      </Buttons>
      {code !== null && <QrCode text={code} size={300} correction="low" label={t('request_code')} />}
      <FailureNotice failure={copy.failure ?? show.failure} />
    </section>
  )
}

import { useNames } from '@/components/contacts/use-names'
import { shortAddress } from '@/components/format/address'
import { plural, t } from '@/components/i18n'
import { readEffectView } from '@/lib/base/effect-views'
import type { NetworkId } from '@/lib/base/network-id'
import type { TransactionPreview } from '@/lib/language/requests'
import type { InnerCallView } from '@/lib/reading/calls/description'
import { Does } from './Does'
import { EffectList } from './EffectList'
import type { AssetNames } from './effect-words'
import { RiskLines } from './Risks'

/** More calls than these of one list are folded: the addresses and risks below must stay in reach. */
const mostInSight = 4
/** Calls nested deeper than this are folded. */
const deepestInSight = 2

interface InsideProps {
  calls: readonly InnerCallView[]
  networkId: NetworkId
  names: AssetNames
}

/** The calls inside a transaction, each with its own sentence, what it would change, and its risks. */
export function InsideCalls({
  calls,
  preview: { contracts },
  networkId,
  symbol,
}: {
  calls: readonly InnerCallView[]
  preview: Pick<TransactionPreview, 'contracts'>
  networkId: NetworkId
  symbol: string
}) {
  if (calls.length === 0) return null
  const names = { symbol, nameOf: (address: string) => contracts[address.toLowerCase()] ?? null }
  return (
    <section className="inside" data-testid="inside-calls" aria-label={t('inside_label')}>
      <h2>{plural('inside_calls', countOf(calls))}</h2>
      <CallList calls={calls} networkId={networkId} names={names} depth={1} />
    </section>
  )
}

function countOf(calls: readonly InnerCallView[]): number {
  return calls.reduce((sum, { inner }) => sum + 1 + countOf(inner), 0)
}

function CallList({ calls, depth, ...about }: InsideProps & { depth: number }) {
  const inSight = calls.slice(0, calls.length > mostInSight + 1 ? mostInSight : calls.length)
  const folded = calls.slice(inSight.length)
  return (
    <>
      <Calls calls={inSight} depth={depth} {...about} />
      {folded.length > 0 && (
        <details className="legs">
          <summary>{plural('effect_more', folded.length)}</summary>
          <Calls calls={folded} depth={depth} {...about} />
        </details>
      )}
    </>
  )
}

function Calls({ calls, ...about }: InsideProps & { depth: number }) {
  return (
    <ol className="inside-list">
      {calls
        // The same call may be in the list twice.
        .map((call, index) => ({ call, key: `${index}` }))
        .map(({ call, key }) => (
          <InnerCall key={key} call={call} {...about} />
        ))}
    </ol>
  )
}

function InnerCall({ call, depth, ...about }: Omit<InsideProps, 'calls'> & { call: InnerCallView; depth: number }) {
  const nameOf = useNames()
  const { caller, description, inner, isCertain, risks } = call
  // A sentence that only names the function does not say what it changes.
  const effects = description.code === 'call-contract' ? call.effects.map(readEffectView) : []
  const rows = effects.filter(({ kind }) => kind !== 'unknown')
  const nested = <CallList calls={inner} depth={depth + 1} {...about} />
  return (
    <li className="inside-call">
      <p>
        <Does description={description} networkId={about.networkId} />
      </p>
      {!isCertain && <p className="quiet">{t('inside_not_certain')}</p>}
      {isCertain && caller !== null && description.code !== 'run-code' && (
        <p className="quiet">{t('inside_by', { who: nameOf(caller) ?? shortAddress(caller) })}</p>
      )}
      {rows.length > 0 && <EffectList effects={rows} names={about.names} />}
      <RiskLines risks={risks} />
      {inner.length > 0 &&
        (depth < deepestInSight ? (
          nested
        ) : (
          <details className="legs">
            <summary>{plural('inside_calls', countOf(inner))}</summary>
            {nested}
          </details>
        ))}
    </li>
  )
}

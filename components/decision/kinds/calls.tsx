import { useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { format, plural, t } from '@/components/i18n'
import type { EffectView } from '@/lib/base/effect-views'
import { areTogether } from '@/lib/base/together'
import type { InnerCallView } from '@/lib/reading/calls/description'
import { readAllowance } from '@/lib/reading/calls/read-allowance'
import { AllowanceLimit } from '../AllowanceLimit'
import { BalanceChanges, noChanges, RevertReason } from '../BalanceChanges'
import { ClearSigned } from '../ClearSigned'
import { DecisionConditions } from '../DecisionConditions'
import { DoesTransaction } from '../DoesTransaction'
import { Fee } from '../Fee'
import { InsideCalls } from '../InsideCalls'
import { Legs } from '../Legs'
import { MovedItems } from '../MovedItems'
import { Nonce, NonceGap } from '../Nonce'
import { Obstacles } from '../Obstacles'
import { ProxyFacts } from '../ProxyFacts'
import { RawData } from '../RawData'
import { priced, transactionParts } from '../raw-parts'
import { Together } from '../Together'
import type { Asked, Choosing, ShownKind } from './kind'

export const calls: ShownKind<'calls'> = {
  Approve: ({ request }) => t(request.cancels === undefined ? 'approve_calls' : 'approve_cancel_all'),
  Statement({ request }) {
    const together = areTogether(request) ? 'does_calls_together' : 'does_calls'
    return plural(request.cancels === undefined ? together : 'does_cancel_all', request.calls.length)
  },
  Body,
  // Each call shows its own address, value and data; the transaction that makes all of them is here.
  Beneath: ({ request, approval }) =>
    approval.preview && (
      <>
        <Nonce approval={approval} />
        <RawData parts={areTogether(request) ? transactionParts(approval.preview) : priced(approval.preview)} />
      </>
    ),
  contracts: () => [],
}

/** Several calls in one decision, each with its own sentence. */
function Body({ approval, request: { calls, atomic, cancels }, onChanging }: Asked<'calls'> & Choosing) {
  const networks = useSlice('networks') ?? []
  const symbol = networks.find(network => network.id === approval.networkId)?.symbol ?? ''
  const { preview } = approval
  const isCancelling = cancels !== undefined
  const isTogether = atomic !== undefined && atomic.choice !== 'apart'
  const failing = preview?.simulation.status === 'reverts' && calls.length > 1 ? preview.simulation.calls : undefined
  return (
    <>
      {isTogether && !atomic.isDelegated && (
        <Notice tone="note">{t(atomic.choice === 'once' ? 'together_power_once' : 'together_power_keep')}</Notice>
      )}
      {atomic === undefined && calls.length > 1 && (
        <Notice tone="note">{t(isCancelling ? 'cancel_all_note' : 'calls_not_atomic')}</Notice>
      )}
      <BalanceChanges preview={preview ?? noChanges} symbol={symbol} count={calls.length} isTogether={isTogether} />
      <ol className="calls">
        {calls.map((call, index) => {
          const description = preview?.calls?.[index]
          const failure = failing?.find(call => call.index === index)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list, and the same call may be in it twice
            <li key={index} className="call">
              <p>
                {calls.length > 1 && <span className="call-number">{format.integer(index + 1)}</span>}{' '}
                {isCancelling ? (
                  t('cancel_numbered', { nonce: format.integer(call.nonce ?? 0) })
                ) : description === undefined ? (
                  t('does_being_read')
                ) : (
                  <DoesTransaction description={description} transaction={call} networkId={approval.networkId} />
                )}
              </p>
              {failure !== undefined && (
                <Notice tone="danger">
                  <strong>{t('call_will_fail')}</strong> <RevertReason said={failure} />
                </Notice>
              )}
              <Legs transaction={call} networkId={approval.networkId} />
              {description !== undefined && <MovedItems description={description} />}
              {preview !== null && (
                <InsideCalls
                  calls={preview.inside[index] ?? []}
                  preview={preview}
                  networkId={approval.networkId}
                  symbol={symbol}
                />
              )}
              <ClearSigned
                transaction={call}
                stated={description}
                effects={calls.length === 1 ? (preview?.effects ?? []) : certainEffects(preview?.inside[index] ?? [])}
                proxies={preview?.proxies}
                on={approval}
              />
              {description?.counterparty != null && <AddressText address={description.counterparty} />}
              <ProxyFacts contract={call.to} proxies={preview?.proxies} />
              {description?.code.startsWith('allow-') && readAllowance(call) !== null && (
                <AllowanceLimit
                  approvalId={approval.id}
                  index={index}
                  transaction={call}
                  description={description}
                  onChanging={onChanging}
                />
              )}
              <RawData
                parts={[
                  [t('raw_to'), call.to ?? t('raw_new_contract')],
                  [t('raw_value'), `${BigInt(call.value)} wei`],
                  [t('raw_data_field'), call.data],
                ]}
              />
            </li>
          )
        })}
      </ol>
      {atomic !== undefined && <Together approvalId={approval.id} atomic={atomic} count={calls.length} />}
      <NonceGap approval={approval} />
      <DecisionConditions approval={approval} />
      {preview !== null && (
        <>
          <Obstacles preview={preview} symbol={symbol} />
          <Fee approvalId={approval.id} fee={preview.fee} symbol={symbol} />
        </>
      )}
    </>
  )
}

/** The effects of calls that are certainly made, those inside them too. The simulation is of all calls together. */
function certainEffects(inside: readonly InnerCallView[]): EffectView[] {
  return inside
    .filter(({ isCertain }) => isCertain)
    .flatMap(({ effects, inner }) => [...effects, ...certainEffects(inner)])
}

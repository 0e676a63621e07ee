import { Fragment, useMemo } from 'react'
import type { Address } from 'viem'
import { t } from '@/components/i18n'
import { type EffectView, readEffectView } from '@/lib/base/effect-views'
import type { TransactionPreview } from '@/lib/language/requests'
import type { Description as Stated } from '@/lib/reading/calls/description'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { contradictionOf } from '@/lib/reading/descriptors/contradiction'
import type { Description } from '@/lib/reading/descriptors/description'
import type { Subject } from '@/lib/reading/descriptors/subject'
import { FieldRows, ListSource, SetAside, tokensIn } from './DescribedFields'
import { fieldLabel, intentText } from './field-label'
import { NamedTokens } from './NamedTokens'
import { type Place, ShownValue } from './ShownValue'
import { statedEffects } from './stated-effects'
import { useDescription } from './use-description'

/**
 * What a call is, in the words of its contract's descriptor (ERC-7730). Nothing where there is none. A descriptor that
 * contradicts what the call does is set aside; no descriptor replaces the wallet's own sentence or a risk.
 */
export function ClearSigned({
  transaction,
  stated,
  effects,
  proxies,
  on,
}: {
  transaction: TransactionRequest
  stated: Stated | undefined
  /**
   * The effects of this call alone: those of the calls inside it, and the simulated ones where nothing else was
   * simulated with it.
   */
  effects: readonly EffectView[]
  proxies: TransactionPreview['proxies']
  on: Place
}) {
  const { to, value, data } = transaction
  const subject = useMemo(
    (): Subject | null =>
      to === null || data.length < 10
        ? null
        : { kind: 'call', chainId: on.chainId, from: null, to, value: BigInt(value), data },
    [to, value, data, on.chainId],
  )
  const outcome = useDescription(subject, provenCode(to, proxies))
  if (outcome === null || outcome.kind === 'none' || stated === undefined) return null
  const { listing } = outcome
  if (outcome.kind === 'set-aside')
    return <SetAside owner={outcome.about.owner} contradicts={false} listing={listing} />
  const { description } = outcome
  const { owner } = description.about
  if (contradictionOf(description, statedEffects(stated), to, effects.map(readEffectView)) !== null)
    return <SetAside owner={owner} contradicts listing={listing} />
  return (
    <section className="described" data-testid="clear-signed">
      <h2>{t('clear_says', { owner: owner ?? t('clear_publisher') })}</h2>
      <NamedTokens networkId={on.networkId} tokens={tokensIn(description)}>
        <Intent description={description} on={on} />
      </NamedTokens>
      <FieldRows description={description} on={on} />
      <ListSource listing={listing} />
    </section>
  )
}

/**
 * The contract whose code is run by all proof: the proxy's own code names it. What a storage slot says is no proof: any
 * contract could claim a known one there, and a descriptor would speak for it.
 */
function provenCode(contract: Address | null, proxies: TransactionPreview['proxies']): Address | null {
  const proxy = contract === null ? undefined : proxies?.[contract.toLowerCase()]
  return proxy?.kind === 'minimal' ? proxy.runs : null
}

function Intent({ description: { sentence, intent }, on }: { description: Description; on: Place }) {
  if (sentence === null)
    return (
      <>
        {intent.map(({ label, text }) => (
          <p key={`${label} ${text}`}>
            {label !== null && `${fieldLabel(label)}: `}
            {intentText(text)}
          </p>
        ))}
      </>
    )
  return (
    <p>
      {sentence.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed sentence
        <Fragment key={index}>
          {part.kind === 'text'
            ? part.text
            : part.values.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the values of a fixed sentence
                <Fragment key={at}>
                  {at > 0 && ', '}
                  <ShownValue value={value} on={on} />
                </Fragment>
              ))}
        </Fragment>
      ))}
    </p>
  )
}

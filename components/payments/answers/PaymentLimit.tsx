import { useClient, useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { Button } from '@/components/elements/Button'
import { Item } from '@/components/elements/Card'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { shortAddress } from '@/components/format/address'
import { t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import { SiteName } from '@/components/sites/SiteName'
import { useAction } from '@/components/use-action'
import type { PaymentLimitView } from '@/lib/language/http402'
import { tokenWords } from './amounts'

/**
 * What a page pays a payee of a seller without a decision: how much, how much is left of the day, from which of several
 * accounts, to whom, on which network, and its end.
 */
export function PaymentLimit({ limit }: { limit: PaymentLimitView }) {
  const client = useClient()
  const nameOf = useNames()
  const isOneOfSeveral = (useSlice('accounts') ?? []).length > 1
  const networks = useSlice('networks') ?? []
  const { page, seller, account, networkId, token, payee, most, perDay, spentInDay } = limit
  const subject = { page, seller, account, networkId, token, payee }
  const end = useAction(() => client.call('payment.end-limit', subject))
  const left = BigInt(perDay) - BigInt(spentInDay)
  return (
    <Item
      testId="payment-limit"
      data-origin={seller}
      end={
        <Button size="small" testId="automatic-end" action={end}>
          {t('answers_ask_again')}
        </Button>
      }
    >
      <h3 className="item-title">
        {page === seller ? (
          <SiteName origin={seller} />
        ) : (
          <span>
            <Sentence
              of="answers_pair"
              values={{ page: <SiteName origin={page} />, seller: <SiteName origin={seller} /> }}
            />
          </span>
        )}
      </h3>
      <p className="item-line" data-testid="automatic-counter">
        {t('answers_automatic', {
          most: tokenWords(most, limit),
          left: tokenWords(`0x${(left > 0n ? left : 0n).toString(16)}`, limit),
          day: tokenWords(perDay, limit),
        })}
      </p>
      <p className="item-line quiet">
        {isOneOfSeveral && `${t('answers_payer', { account: nameOf(account) ?? shortAddress(account) })} · `}
        {t('answers_payee', { payee: nameOf(payee) ?? shortAddress(payee) })}
        {networks.filter(({ id }) => id === networkId).map(({ name }) => ` · ${name}`)}
      </p>
      <FailureNotice failure={end.failure} />
    </Item>
  )
}

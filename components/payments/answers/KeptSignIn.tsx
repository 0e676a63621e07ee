import { useClient } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { Button } from '@/components/elements/Button'
import { Item } from '@/components/elements/Card'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { shortAddress } from '@/components/format/address'
import { t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import { SiteName } from '@/components/sites/SiteName'
import { useAction } from '@/components/use-action'
import type { KeptSignInView } from '@/lib/language/http402'

/** A page that signs in to a seller without a decision, and the button that ends it. */
export function KeptSignIn({ kept }: { kept: KeptSignInView }) {
  const client = useClient()
  const nameOf = useNames()
  const { page, seller, account } = kept
  const end = useAction(() => client.call('payment.end-sign-in', { page, seller, account }))
  return (
    <Item
      testId="kept-sign-in"
      data-origin={seller}
      end={
        <Button size="small" testId="sign-in-end" action={end}>
          {t('answers_ask_again')}
        </Button>
      }
    >
      <h3 className="item-title">
        {page === seller ? (
          <SiteName origin={seller} />
        ) : (
          <Sentence
            of="answers_sign_in_pair"
            values={{ page: <SiteName origin={page} />, seller: <SiteName origin={seller} /> }}
          />
        )}
      </h3>
      <p className="item-line quiet">
        {t('answers_sign_in_as', { account: nameOf(account) ?? shortAddress(account) })}
      </p>
      <FailureNotice failure={end.failure} />
    </Item>
  )
}

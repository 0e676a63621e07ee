import { useMemo } from 'react'
import type { Address, Hex } from 'viem'
import { useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { shortAddress } from '@/components/format/address'
import { format, locale, plural, t, template } from '@/components/i18n'
import { fillTemplate, Sentence } from '@/components/Sentence'
import { readOrigin } from '@/components/sites/SiteName'
import { itemName } from '@/components/tokens/item-name'
import { cleanForeignText } from '@/lib/base/foreign-text'
import type { NetworkId } from '@/lib/base/network-id'
import { areTogether } from '@/lib/base/together'
import type { ApprovalView } from '@/lib/language/ui'
import { messageText } from '@/lib/reading/messages/message'
import { readSignIn } from '@/lib/reading/messages/siwe'
import { DoesTransaction } from './DoesTransaction'
import { readMeaning, spendWords } from './meaning'
import { paymentSentence } from './PaymentBody'
import { tradeWords } from './trade-words'
import { useContractNames, useTokens } from './use-tokens'

/** What happens, as one sentence. */
export function Statement({ approval }: { approval: ApprovalView }) {
  const networks = useSlice('networks') ?? []
  const { request, requester, preview } = approval
  switch (request.kind) {
    case 'connect': {
      const site = requester.kind === 'site' ? readOrigin(requester.origin).host : t('extension_name')
      const sentence = request.signIn === undefined ? 'does_connect' : 'does_connect_sign_in'
      return <Sentence of={sentence} values={{ site: <strong>{site}</strong> }} />
    }
    case 'transaction':
      return preview === null ? (
        t('does_being_read')
      ) : (
        <DoesTransaction
          description={preview.description}
          transaction={preview.transaction}
          networkId={approval.networkId}
        />
      )
    case 'calls':
      if (request.cancels !== undefined) return plural('does_cancel_all', request.calls.length)
      return plural(areTogether(request) ? 'does_calls_together' : 'does_calls', request.calls.length)
    case 'message':
      return <MessageStatement message={request.message} />
    case 'typed-data':
      return <TypedDataStatement text={request.typedData} networkId={approval.networkId} />
    case 'switch-network': {
      const name = networks.find(network => network.id === request.networkId)?.name ?? `${request.networkId}`
      return <Sentence of="does_switch_network" values={{ network: <strong>{name}</strong> }} />
    }
    case 'add-network':
      return (
        <Sentence of="does_add_network" values={{ network: <strong>{cleanForeignText(request.name, 64)}</strong> }} />
      )
    case 'payment':
      return <PaymentStatement approval={approval} />
    case 'add-item':
      return <Sentence of="does_add_item" values={{ item: <strong>{itemName(request)}</strong> }} />
    case 'add-token':
      return (
        <Sentence of="does_add_token" values={{ symbol: <strong>{cleanForeignText(request.symbol, 16)}</strong> }} />
      )
  }
}

function PaymentStatement({ approval }: { approval: ApprovalView }) {
  const said = paymentSentence(approval)
  const site = approval.requester.kind === 'site' ? readOrigin(approval.requester.origin).host : t('extension_name')
  const seller = approval.payment === undefined ? site : readOrigin(approval.payment.seller).host
  const signsIn = approval.payment?.signIn?.planned != null
  if (approval.payment?.asks === 'again') return t('does_payment_again', { site: seller })
  if (said === null && !signsIn)
    return t(approval.payment?.asks === 'hidden' ? 'does_payment_hidden' : 'does_payment_reading', { site })
  const paid = <strong>{seller}</strong>
  const values = {
    amount: <strong>{said?.amount}</strong>,
    site:
      seller === site ? paid : <Sentence of="payment_pair" values={{ seller: paid, page: <strong>{site}</strong> }} />,
  }
  return <Sentence of={said?.key ?? 'does_sign_in_bought'} values={values} />
}

function MessageStatement({ message }: { message: Hex }) {
  const text = messageText(message)
  const signIn = text === null ? null : readSignIn(text)
  if (signIn === null) return t('does_message')
  return <Sentence of="does_sign_in" values={{ site: <strong>{cleanForeignText(signIn.domain, 100)}</strong> }} />
}

function TypedDataStatement({ text, networkId }: { text: string; networkId: NetworkId }) {
  const read = useMemo(() => readMeaning(text), [text])
  const tokenOf = useTokens(networkId)
  const contractOf = useContractNames(networkId)
  const nameOf = useNames()
  const networks = useSlice('networks') ?? []
  const symbol = networks.find(network => network.id === networkId)?.symbol ?? ''
  if (read === null) return t('does_typed_data_unread')
  const { typedData, meaning } = read
  const sentence = meaning === null ? '' : template(`means_${meaning.kind}`)
  if (meaning === null || sentence === '') {
    const type = <strong>{cleanForeignText(typedData.primaryType, 60)}</strong>
    return <Sentence of="does_typed_data" values={{ type }} />
  }
  const who = (address: Address | null) => (
    <strong>{address === null ? t('somebody') : (nameOf(address) ?? <bdi>{shortAddress(address)}</bdi>)}</strong>
  )
  const amounts = meaning.spends.map(spend => spendWords(spend, tokenOf))
  const names = { symbol, nameOf: contractOf }
  const traded = tradeWords(meaning.orders.flat().concat(meaning.grants), names)
  const values = {
    ...{ gives: <strong>{traded.gives}</strong>, gets: <strong>{traded.gets}</strong> },
    stated: <strong>{cleanForeignText(meaning.statedAmount ?? '', 60)}</strong>,
    amount: <strong>{new Intl.ListFormat(locale()).format(amounts)}</strong>,
    spender: who(meaning.spender),
    recipient: who(meaning.recipient),
    period: meaning.period === null ? '' : format.period(meaning.period),
  }
  return <>{fillTemplate(sentence, values)}</>
}

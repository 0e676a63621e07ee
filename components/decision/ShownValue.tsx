import type { ReactNode } from 'react'
import { useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { AddressText } from '@/components/elements/AddressText'
import { VisibleText } from '@/components/elements/VisibleText'
import { format, t } from '@/components/i18n'
import { unlimitedAllowance } from '@/lib/base/effects'
import type { ApprovalView } from '@/lib/language/ui'
import type { ShownValue as Value } from '@/lib/reading/descriptors/description'
import { spendWords, untilWords } from './meaning'
import { useTokens } from './use-tokens'

/** The network and the chain that a decision is for. */
export type Place = Pick<ApprovalView, 'networkId' | 'chainId'>

/** One value as its descriptor formats it. Text of the descriptor is text only. */
export function ShownValue({ value, on }: { value: Value; on: Place }) {
  const tokenOf = useTokens(on.networkId)
  const nameOf = useNames()
  const networks = useSlice('networks') ?? []
  switch (value.kind) {
    case 'address':
      return (
        <Named name={value.isSender ? t('clear_sender') : (tokenOf(value.address)?.symbol ?? nameOf(value.address))}>
          <AddressText address={value.address} />
        </Named>
      )
    case 'native-amount': {
      const isHere = value.chainId === null || value.chainId === on.chainId
      const symbol =
        networks.find(({ id, chainId }) => (isHere ? id === on.networkId : chainId === value.chainId))?.symbol ?? ''
      if (value.message !== null && value.amount >= unlimitedAllowance) return t('amount_unlimited', { symbol })
      return `${format.amount(value.amount, 18, 'exact')} ${symbol}`
    }
    case 'token-amount': {
      if (value.token === null) return t('amount_of_unknown_token', { amount: format.integer(value.amount) })
      const isUnlimited = value.message !== null && value.amount >= unlimitedAllowance
      const isHere = value.chainId === null || value.chainId === on.chainId
      return spendWords({ token: value.token, amount: value.amount, isUnlimited }, isHere ? tokenOf : () => null)
    }
    case 'item':
      return (
        <Named name={`#${value.id}`}>{value.collection !== null && <AddressText address={value.collection} />}</Named>
      )
    case 'token':
      return (
        <Named name={tokenOf(value.token)?.symbol ?? null}>
          <AddressText address={value.token} />
        </Named>
      )
    case 'chain':
      return networks.find(network => BigInt(network.chainId) === value.chainId)?.name ?? String(value.chainId)
    case 'date':
      // Zero means that no date is set; what that allows differs between contracts.
      return value.seconds === 0n ? '0' : untilWords(value.seconds)
    case 'duration':
      return format.period(value.seconds)
    case 'block':
      return t('clear_block', { height: format.integer(value.height) })
    case 'unit':
      return `${format.amount(value.amount, value.decimals, 'exact')} ${value.base}`
    case 'call':
      return <VisibleText text={value.data} />
    case 'encrypted':
      return (
        <Named name={value.label ?? t('clear_encrypted')}>
          <VisibleText text={value.text} />
        </Named>
      )
    case 'raw':
      return value.type === 'missing' ? t('clear_missing') : <VisibleText text={value.text} />
    default:
      return <VisibleText text={value.text} />
  }
}

function Named({ name, children }: { name: string | null; children: ReactNode }) {
  return (
    <>
      {name !== null && <span className="counterparty-name">{name}</span>}
      {children}
    </>
  )
}

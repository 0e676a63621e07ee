import type { Address } from 'viem'
import { type MessageKey, t } from '@/components/app'
import { isSameAddress } from '@/lib/base/hex'
import * as selectors from '@/lib/base/signatures/selectors'
import type { NetworkView, TokenView, TransactionView } from '@/lib/language/ui'
import { listedToken } from '@/lib/reading/calls/contracts'
import { describeTransaction } from '@/lib/reading/calls/describe'

export interface Summary {
  title: string
  counterparty: Address | null
  /** The counterparty is named and receives nothing. */
  isAbout: boolean
  /** What left the account (negative) or is only named (`signed` false), in the smallest unit. */
  amount: { value: bigint; decimals: number; symbol: string; signed: boolean } | null
}

const titles: Record<string, MessageKey> = {
  'send-native': 'activity_sent',
  'send-token': 'activity_sent',
  'send-token-memo': 'activity_sent',
  'move-token': 'activity_moved',
  'move-item': 'activity_moved_item',
  'move-items': 'activity_moved_items',
  'move-many-items': 'activity_moved_items',
  'move-token-or-item': 'activity_moved',
  'send-token-or-item': 'activity_sent',
  'allow-item': 'activity_allowed',
  'allow-items': 'activity_allowed',
  'allow-token-or-item': 'activity_allowed',
  'allow-token': 'activity_allowed',
  'allow-more': 'activity_allowed',
  'allow-less': 'activity_allowed_less',
  'allow-unlimited': 'activity_allowed_unlimited',
  'allow-everything': 'activity_allowed_everything',
  'revoke-token': 'activity_revoked',
  'revoke-item': 'activity_revoked',
  'revoke-everything': 'activity_revoked',
  'create-contract': 'activity_created_contract',
  'cancel-transaction': 'activity_cancelled',
  'fill-nonce': 'activity_filled_nonce',
  delegate: 'activity_delegated',
  'clear-delegation': 'activity_cleared_delegation',
  'clear-delegation-of': 'activity_cleared_delegation',
}

/** True for several calls that the account made together: a call of itself, as its delegate reads it. */
function isBatch({ from, to, data }: Pick<TransactionView, 'from' | 'to' | 'data'>): boolean {
  return isSameAddress(to, from) && data.startsWith(selectors.executeBatch)
}

/** Title, amount and counterparty of a transaction, for one line of a list. */
export function summarise(
  row: Pick<
    TransactionView,
    'networkId' | 'from' | 'to' | 'value' | 'data' | 'purpose' | 'authority' | 'delegate' | 'native'
  >,
  known: { networks: readonly NetworkView[]; tokens: readonly TokenView[] },
): Summary {
  const contractOf = (address: Address) => {
    const token = known.tokens.find(token => isSameAddress(token.address, address))
    return token === undefined ? null : listedToken(token)
  }
  const { code, values, counterparty } = describeTransaction(row, {
    purpose: row.purpose,
    account: row.from,
    contractOf,
  })
  const symbol = known.networks.find(network => network.id === row.networkId)?.symbol ?? 'ETH'
  const stays = row.authority?.isCleared === false
  const title = t(stays ? 'activity_delegation_stays' : (titles[code] ?? 'activity_called'))
  const native = BigInt(row.value)
  const spentNative = native > 0n ? { value: -native, decimals: 18, symbol, signed: true } : null
  if (row.native !== undefined && row.to === null)
    return { title: t('activity_batch'), counterparty: null, isAbout: false, amount: spentNative }
  if (row.purpose !== 'clear-delegation' && isBatch(row))
    return { title: t('activity_batch'), counterparty: null, isAbout: false, amount: null }
  const isToken = values.token !== undefined
  const isAbout = code.startsWith('allow-') || code.startsWith('revoke-') || code === 'clear-delegation-of'
  if (!isToken) {
    return {
      title,
      isAbout,
      counterparty: counterparty ?? (row.purpose === 'send' ? row.to : null),
      amount: spentNative,
    }
  }
  if (values.amount === undefined || values.decimals === '' || values.decimals === undefined) {
    return { title, counterparty, isAbout, amount: null }
  }
  const spent = code === 'send-token' || code === 'send-token-memo'
  const amount = BigInt(values.amount)
  return {
    title,
    counterparty,
    isAbout,
    amount: {
      value: spent ? -amount : amount,
      decimals: Number(values.decimals),
      symbol: values.symbol ?? '',
      signed: spent,
    },
  }
}

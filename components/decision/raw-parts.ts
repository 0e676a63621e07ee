import { plural, t } from '@/components/i18n'
import { accessListSize } from '@/lib/base/access-list'
import type { TransactionPreview } from '@/lib/language/requests'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { accessListText } from './access-list-text'

type RawPart = readonly [name: string, text: string]

/** The transaction of a decision, as it would be signed. */
export function transactionParts(preview: TransactionPreview): RawPart[] {
  return [...addressed(preview), ...priced(preview), ...called(preview.transaction)]
}

function addressed({ transaction }: TransactionPreview): RawPart[] {
  return [
    [t('raw_to'), transaction.to ?? t('raw_new_contract')],
    [t('raw_value'), `${BigInt(transaction.value)} wei`],
    ...(transaction.delegate === undefined ? [] : ([[t('raw_delegate'), transaction.delegate]] as const)),
  ]
}

export function called({ data, accessList }: TransactionRequest): RawPart[] {
  const field: RawPart = [t('raw_data_field'), data]
  if (accessList === undefined) return [field]
  const { addresses, storageKeys } = accessListSize(accessList)
  const name = t('raw_access_list', {
    addresses: plural('access_list_addresses', addresses),
    keys: plural('access_list_keys', storageKeys),
  })
  return [field, [name, accessListText(accessList)]]
}

/** For several calls: the gas of all, and the first nonce. */
export function priced({ transaction, nonce, fee }: TransactionPreview): RawPart[] {
  const chosen = fee?.choices.find(choice => choice.speed === fee.chosen)
  const number = nonce.policy === 'fixed' ? nonce.value : nonce.expected
  return [
    [t('raw_gas'), `${BigInt(transaction.gas)}`],
    ...(chosen === undefined
      ? []
      : fee?.pricing === 'legacy'
        ? ([[t('raw_gas_price'), `${BigInt(chosen.maxFeePerGas)} wei`]] as const)
        : ([
            [t('raw_max_fee'), `${BigInt(chosen.maxFeePerGas)} wei`],
            [t('raw_max_tip'), `${BigInt(chosen.maxPriorityFeePerGas)} wei`],
          ] as const)),
    [t('raw_nonce'), number === null ? t('raw_nonce_next') : `${number}`],
  ]
}

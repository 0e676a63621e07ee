import { plural, t } from '@/components/i18n'
import { accessListSize } from '@/lib/base/access-list'
import { areTogether } from '@/lib/base/together'
import type { TransactionPreview } from '@/lib/language/requests'
import type { ApprovalView } from '@/lib/language/ui'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { accessListText } from './access-list-text'

export type RawPart = readonly [name: string, text: string]

/** What lies beneath a decision, as it would be signed. */
export function rawParts({ request, preview }: ApprovalView): RawPart[] {
  switch (request.kind) {
    case 'transaction':
      return preview === null
        ? called(request.transaction)
        : [...addressed(preview), ...priced(preview), ...called(preview.transaction)]
    case 'calls':
      // Each call shows its own address, value and data; the transaction that makes all of them is here.
      if (preview === null) return []
      return areTogether(request)
        ? [...addressed(preview), ...priced(preview), ...called(preview.transaction)]
        : priced(preview)
    case 'message':
      return [[t('raw_bytes'), request.message]]
    case 'typed-data':
      return [[t('raw_typed_data'), request.typedData]]
    case 'connect':
    case 'payment':
    case 'switch-network':
    case 'add-network':
    case 'add-token':
    case 'add-item':
      return []
  }
}

function addressed({ transaction }: TransactionPreview): RawPart[] {
  return [
    [t('raw_to'), transaction.to ?? t('raw_new_contract')],
    [t('raw_value'), `${BigInt(transaction.value)} wei`],
    ...(transaction.delegate === undefined ? [] : ([[t('raw_delegate'), transaction.delegate]] as const)),
  ]
}

function called({ data, accessList }: TransactionRequest): RawPart[] {
  const field: RawPart = [t('raw_data_field'), data]
  if (accessList === undefined) return [field]
  const { addresses, storageKeys } = accessListSize(accessList)
  const name = t('raw_access_list', {
    addresses: plural('access_list_addresses', addresses),
    keys: plural('access_list_keys', storageKeys),
  })
  return [field, [name, accessListText(accessList)]]
}

/** Of several calls: the gas of all, and the first nonce. */
function priced({ transaction, nonce, fee }: TransactionPreview): RawPart[] {
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

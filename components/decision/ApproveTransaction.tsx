import { useSlice } from '@/components/client-context'
import { type MessageKey, t } from '@/components/i18n'
import type { ApprovalView } from '@/lib/language/ui'
import { amountWords } from './Does'

/** By the code of a description: the words with its amount, and without. */
const verbs: Readonly<Record<string, { some?: 'approve_send' | 'approve_allow'; bare: MessageKey }>> = {
  'send-native': { some: 'approve_send', bare: 'send' },
  'send-token': { some: 'approve_send', bare: 'send' },
  'send-token-memo': { some: 'approve_send', bare: 'send' },
  'allow-token': { some: 'approve_allow', bare: 'approve_allow_bare' },
  'allow-unlimited': { bare: 'approve_allow_bare' },
  'allow-everything': { bare: 'approve_allow_bare' },
  'revoke-token': { bare: 'allowance_revoke' },
  'revoke-item': { bare: 'allowance_revoke' },
  'revoke-everything': { bare: 'allowance_revoke' },
  'cancel-transaction': { bare: 'approve_cancel' },
}

/** On the button that approves a transaction: «Send 0.02 ETH», «Allow 12 USDC», «Cancel it». */
export function ApproveTransaction({ preview, networkId }: Pick<ApprovalView, 'preview' | 'networkId'>) {
  const networks = useSlice('networks') ?? []
  const symbol = networks.find(network => network.id === networkId)?.symbol ?? ''
  const verb = preview === null ? undefined : verbs[preview.description.code]
  if (preview === null || verb === undefined) return t('approve_transaction')
  const amount = verb.some === undefined ? '' : amountWords(preview.description.values, symbol)
  return verb.some !== undefined && fitsButton(amount) ? t(verb.some, { amount }) : t(verb.bare)
}

/** Whether an amount has room on a button. The sentence of the decision has it in full. */
export function fitsButton(amount: string): boolean {
  return amount !== '' && amount.length <= 16
}

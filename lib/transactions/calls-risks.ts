import type { Address } from 'viem'
import type { Risk, TransactionRequest } from '@/lib/approvals/types'
import { describeAct, type KnownToken } from '@/lib/decoding/describe'
import type { KnownMoney } from '@/lib/tokens/known-money'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { Codes } from './chain-reader'
import { isContract, runsCode } from './code'
import { findRisks } from './risks'

/** What is wrong with each of them, said once. */
export function callsRisks(
  calls: readonly TransactionRequest[],
  { contacts, codes, money }: { contacts: readonly Address[]; codes: Codes; money: KnownMoney },
  tokenOf: (address: Address) => KnownToken | null,
): Risk[] {
  const codeAt = (address: Address | null) => (address === null ? null : (codes.get(lowerCaseAddress(address)) ?? null))
  const risks = calls.flatMap(transaction => {
    const description = describeAct(transaction, { purpose: 'send', tokenOf })
    return findRisks({
      transaction,
      purpose: 'send',
      expectedNonce: null,
      description,
      simulation: { status: 'running' },
      remaining: null,
      feeIsIncredible: false,
      gasIsLow: false,
      recipientHasCode: runsCode(codeAt(transaction.to)),
      counterpartyIsContract: isContract(codeAt(description.counterparty)),
      counterpartyIsToken: description.counterparty !== null && tokenOf(description.counterparty) !== null,
      contacts,
      tokenOf,
      money,
    })
  })
  return [...new Map(risks.map(found => [JSON.stringify(found), found])).values()]
}

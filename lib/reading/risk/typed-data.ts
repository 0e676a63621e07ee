import { delegation } from './delegation'
import { exchangeMoves } from './exchange-moves'
import { hiddenCharacters } from './hidden-characters'
import { networkClock } from './network-clock'
import { orderBalance } from './order-balance'
import { orderTerms } from './order-terms'
import { channelDelay, escrowFee } from './payment-terms'
import { permitAmount } from './permit-amount'
import { permitBalance } from './permit-balance'
import { permitDuration } from './permit-duration'
import { permitLookAlike } from './permit-look-alike'
import { permitOwner } from './permit-owner'
import { permitSpender } from './permit-spender'
import { permitTokens } from './permit-tokens'
import { type Risk, worstFirst } from './risk'
import { signaturePayment } from './signature-payment'
import { signedCalls } from './signed-calls'
import { signedEffects } from './signed-effects'
import {
  contractWithoutCode,
  domainWithoutChain,
  notPermit2,
  ownAccountAsContract,
  unknownWitness,
} from './typed-data-domain'
import type { TypedDataFacts, TypedDataRule } from './typed-data-facts'

const rules: readonly TypedDataRule[] = [
  permitAmount,
  permitBalance,
  permitDuration,
  permitSpender,
  permitOwner,
  permitTokens,
  permitLookAlike,
  signedEffects,
  orderTerms,
  orderBalance,
  signedCalls,
  exchangeMoves,
  signaturePayment,
  notPermit2,
  contractWithoutCode,
  ownAccountAsContract,
  domainWithoutChain,
  unknownWitness,
  delegation,
  escrowFee,
  channelDelay,
  networkClock,
  ({ typedData }) => hiddenCharacters([typedData.domain, typedData.message]),
]

/** All risks of signing typed data, worst first. */
export function typedDataRisks(facts: TypedDataFacts): Risk[] {
  return worstFirst(rules.flatMap(rule => rule(facts)))
}

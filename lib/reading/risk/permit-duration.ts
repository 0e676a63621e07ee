import { risk } from './risk'
import { farFuture, type TypedDataRule } from './typed-data-facts'

/** No payment of today needs longer, in seconds. */
const longSeconds = 90n * 86_400n
/** A start this far ahead is not named: a merchant's clock may be fast. */
const toleratedSeconds = 900n

/** Risks of a long validity, of an expired one and of one that starts later. */
export const permitDuration: TypedDataRule = ({ meaning, now }) => {
  if (meaning === null || !meaning.spends.some(({ amount }) => amount > 0n)) return []
  const { validFrom, validUntil } = meaning
  const risks = []
  if (validUntil !== null && validUntil >= farFuture) risks.push(risk('caution', 'permit-never-ends'))
  else if (validUntil !== null && validUntil > now + longSeconds)
    risks.push(risk('caution', 'permit-long-lived', { days: String((validUntil - now) / 86_400n) }))
  else if (validUntil !== null && validUntil <= now) risks.push(risk('note', 'permit-expired'))
  if (validFrom !== null && validFrom > now + toleratedSeconds)
    risks.push(risk('caution', 'permit-starts-later', { seconds: String(validFrom - now) }))
  return risks
}

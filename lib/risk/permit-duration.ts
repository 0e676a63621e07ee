import { risk } from './risk'
import { farFuture, type TypedDataRule } from './typed-data-facts'

/** Nothing that is paid now needs longer. */
const longSeconds = 90n * 86_400n
/** Clocks differ; a merchant's may be behind. */
const toleratedSeconds = 900n

/** A signature may sleep until the money is there: how long it lives, and whether it wakes up later. */
export const permitDuration: TypedDataRule = ({ meaning, now }) => {
  if (meaning === null || !meaning.spends.some(({ amount }) => amount > 0n)) return []
  const { validFrom, validUntil } = meaning
  const risks = []
  if (validUntil !== null && validUntil >= farFuture) risks.push(risk('caution', 'permit-never-ends'))
  else if (validUntil !== null && validUntil > now + longSeconds)
    risks.push(risk('caution', 'permit-long-lived', { days: String((validUntil - now) / 86_400n) }))
  else if (validUntil !== null && validUntil <= now) risks.push(risk('note', 'permit-expired'))
  if (validFrom !== null && validFrom > now + toleratedSeconds)
    risks.push(risk('caution', 'permit-starts-later', { minutes: String((validFrom - now) / 60n) }))
  return risks
}

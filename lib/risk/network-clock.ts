import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** Seconds; a block may be as old as that. */
const tolerated = 30n

/** The contract goes by the network's clock, the person by the device's: what is valid for a time is valid for another one. */
export const networkClock: TypedDataRule = ({ meaning, networkAhead }) => {
  const isTimed = meaning !== null && (meaning.validUntil !== null || meaning.validFrom !== null)
  if (!isTimed || (networkAhead <= tolerated && networkAhead >= -tolerated)) return []
  return networkAhead > 0n
    ? [risk('caution', 'network-clock-ahead', { seconds: String(networkAhead) })]
    : [risk('caution', 'network-clock-behind', { seconds: String(-networkAhead) })]
}

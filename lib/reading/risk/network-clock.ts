import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** In seconds: the latest block may be this old. */
const tolerated = 30n

/** Risk of a time limit when the clocks differ: contracts use the network's clock, the screen shows the device's. */
export const networkClock: TypedDataRule = ({ meaning, networkAheadSeconds }) => {
  const isTimed = meaning !== null && (meaning.validUntil !== null || meaning.validFrom !== null)
  if (!isTimed || (networkAheadSeconds <= tolerated && networkAheadSeconds >= -tolerated)) return []
  return networkAheadSeconds > 0n
    ? [risk('caution', 'network-clock-ahead', { seconds: String(networkAheadSeconds) })]
    : [risk('caution', 'network-clock-behind', { seconds: String(-networkAheadSeconds) })]
}

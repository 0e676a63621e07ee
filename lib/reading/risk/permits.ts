import { isPermitKind } from '@/lib/reading/typed-data/typed-data-types'
import { lookAlikeToken } from './look-alike-token'
import { risk } from './risk'
import { farFuture, type TypedDataRule } from './typed-data-facts'

/**
 * Risk of an unlimited amount; a danger if the permission never ends, or if there is something to take: no amount is
 * milder than a smaller one.
 */
export const permitAmount: TypedDataRule = ({ meaning, account, balanceOf }) => {
  const unlimited = meaning?.spends.filter(({ isUnlimited }) => isUnlimited) ?? []
  const neverEnds = meaning?.validUntil === null || (meaning?.validUntil ?? 0n) >= farFuture
  const isOwn = meaning?.owner == null || meaning.owner === account
  return unlimited.map(({ token }) => {
    const isDanger = neverEnds || (isOwn && (balanceOf(token) ?? 0n) > 0n)
    return risk(isDanger ? 'danger' : 'caution', 'permit-unlimited', { token })
  })
}

/** An amount above this multiple of the balance is far above it. */
const farAbove = 10n

/** Risk of an amount far above what the account has: a smaller one would do. An unlimited one has a risk of its own. */
export const permitBalance: TypedDataRule = ({ meaning, account, balanceOf }) => {
  if (meaning === null || (meaning.owner !== null && meaning.owner !== account)) return []
  return meaning.spends.flatMap(({ token, amount, isUnlimited }) => {
    const balance = balanceOf(token)
    if (isUnlimited || balance === null || amount <= balance * farAbove) return []
    return [risk(balance === 0n ? 'caution' : 'danger', 'permit-far-above', { token })]
  })
}

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

/** Risk of a spender without code: the owner of that account can take the tokens at will. Drainers ask for this. */
export const permitSpender: TypedDataRule = ({ meaning, account, hasCode }) => {
  const spender = meaning?.spender
  // The spender of a permit is normally a contract.
  if (meaning === null || spender == null || !isPermitKind(meaning.kind)) return []
  if (!meaning.spends.some(({ amount }) => amount > 0n) || spender === account) return []
  return hasCode(spender) === false ? [risk('danger', 'permit-to-account', { spender })] : []
}

/** Risk of an owner other than the signer: such a signature is useless, or used for something else. */
export const permitOwner: TypedDataRule = ({ meaning, account }) =>
  meaning?.owner == null || meaning.owner === account
    ? []
    : [risk('caution', 'permit-of-another', { owner: meaning.owner })]

/** Risk of several tokens in one signature: a valuable one is easily overlooked. */
export const permitTokens: TypedDataRule = ({ meaning }) => {
  const tokens = new Set(meaning?.spends.map(({ token }) => token))
  return tokens.size > 1 ? [risk('caution', 'permit-several-tokens', { count: String(tokens.size) })] : []
}

/** Risk of a token that imitates other money: the person is shown the symbol that the token's contract gives. */
export const permitLookAlike: TypedDataRule = ({ meaning, metadataOf, money }) => {
  const tokens = new Set(meaning?.spends.filter(({ amount }) => amount > 0n).map(({ token }) => token))
  return [...tokens].flatMap(address => {
    const words = metadataOf(address)
    return words === null ? [] : lookAlikeToken({ address, ...words }, money)
  })
}

/**
 * Note that the signature is a payment: the recipient can submit it at once.
 * @see EIP-3009
 */
export const signaturePayment: TypedDataRule = ({ meaning }) =>
  meaning?.kind === 'transfer-authorization' || meaning?.kind === 'receive-authorization'
    ? [risk('note', 'signature-is-payment')]
    : []

/** 10 %, in hundredths of a percent. */
const highFeeBps = 1_000n
const longDelaySeconds = 7n * 86_400n

/** Risk of a high escrow fee: the operator may keep this share of the payment. */
export const escrowFee: TypedDataRule = ({ typedData, meaning }) => {
  if (meaning?.kind !== 'escrow-payment') return []
  const fee = BigInt(String(typedData.message.maxFeeBps))
  return fee >= highFeeBps ? [risk('caution', 'escrow-fee', { percent: String(Number(fee) / 100) })] : []
}

/** Risk of a long withdrawal delay: money in the payment channel comes back only after it. */
export const channelDelay: TypedDataRule = ({ typedData, meaning }) => {
  if (meaning?.kind !== 'x402-channel') return []
  const delay = BigInt(String(typedData.message.withdrawDelay))
  return delay > longDelaySeconds ? [risk('caution', 'channel-delay', { days: String(delay / 86_400n) })] : []
}

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

/** ERC-7710: a delegation to this address can be used by anyone. */
const anyone = '0x0000000000000000000000000000000000000a11'

/**
 * Risk of a delegation: the delegate acts as the account, limited only by the delegation's caveats.
 * @see ERC-7710
 */
export const delegation: TypedDataRule = ({ typedData, meaning }) => {
  if (meaning?.kind !== 'delegation') return []
  const { caveats } = typedData.message
  const isBounded = Array.isArray(caveats) && caveats.length > 0
  const delegate = meaning.spender ?? ''
  return [
    isBounded ? risk('danger', 'delegation', { delegate }) : risk('danger', 'delegation-unbounded', { delegate }),
    ...(meaning.spender === anyone ? [risk('danger', 'delegation-to-anybody')] : []),
  ]
}

import type { Address, Hex } from 'viem'
import { isSameAddress } from '@/lib/base/hex'
import { hasHiddenCharacters, messageText } from '@/lib/reading/messages/message'
import { readClaims, type SignInClaims } from '@/lib/reading/messages/sign-in-claims'
import { readSignIn } from '@/lib/reading/messages/siwe'
import type { TypedDataValue } from '@/lib/reading/typed-data/typed-data'
import { type Risk, risk, worstFirst } from './risk'

/**
 * All risks of signing a message, worst first.
 * @param facts `now` in ms since the epoch
 * @see EIP-191
 */
export function messageRisks(facts: {
  message: Hex
  origin: string
  account: Address
  chainId: number
  now: number
}): Risk[] {
  const text = messageText(facts.message)
  if (text === null) return opaqueMessage(facts.message)
  return worstFirst([...signIn({ ...facts, text }), ...hiddenCharacters(text)])
}

interface SignInFacts {
  /** Text of the message. */
  text: string
  /** Origin of the requesting frame. */
  origin: string
  account: Address
  chainId: number
  /** ms since the epoch. */
  now: number
}

/**
 * Risks of a sign-in message: it must name the requesting site, the account, the chain and a time that includes now.
 * These are compared whatever the form of the message.
 * @see EIP-4361, "Wallet Implementer Steps"
 */
export function signIn({ text, origin, account, chainId, now }: SignInFacts): Risk[] {
  const message = readSignIn(text)
  const claims: SignInClaims | null = message === null ? readClaims(text) : { ...message, isSingle: true }
  if (claims === null) return []
  const { host, protocol } = new URL(origin)
  const risks = message === null ? formRisks(claims) : []
  const domain = claims.domain.toLowerCase()
  // A browser leaves out the default port; EIP-4361 allows the message to name it.
  const withPort = `${host}:${protocol === 'https:' ? 443 : 80}`
  if (domain !== '' && domain !== host && domain !== withPort)
    risks.push(risk('danger', 'sign-in-domain', { domain: claims.domain }))
  else if (claims.scheme !== null && `${claims.scheme.toLowerCase()}:` !== protocol)
    risks.push(risk('caution', 'sign-in-scheme', { scheme: claims.scheme }))
  const uri = claims.uri === null ? null : URL.parse(claims.uri)
  if (uri?.protocol.startsWith('http') && uri.host !== host)
    risks.push(risk('caution', 'sign-in-uri', { host: uri.host }))
  if (claims.address !== null && !isSameAddress(claims.address, account))
    risks.push(risk('danger', 'sign-in-account', { account: claims.address }))
  if (claims.chainId !== null && claims.chainId !== BigInt(chainId))
    risks.push(risk('caution', 'sign-in-chain', { chainId: claims.chainId.toString() }))
  return [...risks, ...timeRisks(claims, now), ...recapRisks(claims)]
}

/** Risks of a text that asks to sign in without following EIP-4361 to the letter. */
function formRisks({ domain, address, isSingle, nonce }: SignInClaims): Risk[] {
  const isClear = isSingle && domain !== '' && address !== null
  return [
    isClear ? risk('caution', 'sign-in-malformed') : risk('danger', 'sign-in-unclear'),
    ...(/^[a-zA-Z0-9]{8,}$/.test(nonce ?? '') ? [] : [risk('caution', 'sign-in-nonce')]),
  ]
}

/** ms: clocks of servers differ by so much. */
const toleratedMs = 300_000
/** Milliseconds. A sign-in that is valid for longer is named as a risk. */
const longestMs = 366 * 86_400_000

function timeRisks({ issuedAt, expirationTime, notBefore }: SignInClaims, now: number): Risk[] {
  const risks: Risk[] = []
  if (issuedAt !== null && Date.parse(issuedAt) > now + toleratedMs) risks.push(risk('caution', 'sign-in-issued-later'))
  const end = expirationTime === null ? null : Date.parse(expirationTime)
  if (end !== null && end <= now) risks.push(risk('caution', 'sign-in-expired'))
  if (end !== null && end > now + longestMs)
    risks.push(risk('caution', 'sign-in-long', { years: String(Math.floor((end - now) / (longestMs - 86_400_000))) }))
  if (notBefore !== null && Date.parse(notBefore) > now) risks.push(risk('caution', 'sign-in-early'))
  return risks
}

/** @see EIP-5573, "ReCap Verification" */
function recapRisks({ recap, uri }: SignInClaims): Risk[] {
  if (recap === null) return []
  if (!recap.isStated) return [risk('danger', 'sign-in-recap-unclear')]
  return [risk('caution', 'sign-in-recap', { uri: uri ?? '' })]
}

/** Risk of signing 32 bytes that are not text: they are the hash of something that the wallet cannot show. */
function opaqueMessage(message: Hex): Risk[] {
  return message.length === 66 && messageText(message) === null ? [risk('danger', 'message-is-hash')] : []
}

/** Risk of invisible characters and of those that change the writing direction, in any text or name of a value. */
export function hiddenCharacters(value: TypedDataValue): Risk[] {
  return texts(value).some(hasHiddenCharacters) ? [risk('caution', 'hidden-characters')] : []
}

function texts(value: TypedDataValue): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'boolean' ? [] : Object.entries(value).flatMap(([name, each]) => [name, ...texts(each)])
}

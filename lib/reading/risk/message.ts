import type { Address, Hex } from 'viem'
import { isSameAddress } from '@/lib/base/hex'
import { hasHiddenCharacters, messageText } from '@/lib/reading/messages/message'
import { readSignIn, resemblesSignIn, type SignIn } from '@/lib/reading/messages/siwe'
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
 * @see EIP-4361, "Wallet Implementer Steps"
 */
export function signIn({ text, origin, account, chainId, now }: SignInFacts): Risk[] {
  const message = readSignIn(text)
  if (message === null) return resemblesSignIn(text) ? [risk('danger', 'sign-in-malformed')] : []
  const { host, protocol } = new URL(origin)
  const risks: Risk[] = []
  const domain = message.domain.toLowerCase()
  // A browser leaves out the default port; EIP-4361 allows the message to name it.
  const withPort = `${host}:${protocol === 'https:' ? 443 : 80}`
  if (domain !== host && domain !== withPort) risks.push(risk('danger', 'sign-in-domain', { domain: message.domain }))
  else if (message.scheme !== null && `${message.scheme.toLowerCase()}:` !== protocol)
    risks.push(risk('caution', 'sign-in-scheme', { scheme: message.scheme }))
  const uri = URL.parse(message.uri)
  if (uri?.protocol.startsWith('http') && uri.host !== host)
    risks.push(risk('caution', 'sign-in-uri', { host: uri.host }))
  if (!isSameAddress(message.address, account))
    risks.push(risk('danger', 'sign-in-account', { account: message.address }))
  if (message.chainId !== BigInt(chainId))
    risks.push(risk('caution', 'sign-in-chain', { chainId: message.chainId.toString() }))
  return [...risks, ...timeRisks(message, now), ...recapRisks(message)]
}

/** ms: clocks of servers differ by so much. */
const toleratedMs = 300_000
/** Milliseconds. A sign-in that is valid for longer is named as a risk. */
const longestMs = 366 * 86_400_000

function timeRisks({ issuedAt, expirationTime, notBefore }: SignIn, now: number): Risk[] {
  const risks: Risk[] = []
  if (Date.parse(issuedAt) > now + toleratedMs) risks.push(risk('caution', 'sign-in-issued-later'))
  const end = expirationTime === null ? null : Date.parse(expirationTime)
  if (end !== null && end <= now) risks.push(risk('caution', 'sign-in-expired'))
  if (end !== null && end > now + longestMs)
    risks.push(risk('caution', 'sign-in-long', { years: String(Math.floor((end - now) / (longestMs - 86_400_000))) }))
  if (notBefore !== null && Date.parse(notBefore) > now) risks.push(risk('caution', 'sign-in-early'))
  return risks
}

/** @see EIP-5573, "ReCap Verification" */
function recapRisks({ recap, uri }: SignIn): Risk[] {
  if (recap === null) return []
  if (!recap.isStated) return [risk('danger', 'sign-in-recap-unclear')]
  return [risk('caution', 'sign-in-recap', { uri })]
}

/** Risk of signing 32 bytes that are not text: they are the hash of something that the wallet cannot show. */
function opaqueMessage(message: Hex): Risk[] {
  return message.length === 66 && messageText(message) === null ? [risk('danger', 'message-is-hash')] : []
}

/** Risk of invisible characters and of those that change the writing direction, in any text of a value. */
export function hiddenCharacters(value: TypedDataValue): Risk[] {
  return texts(value).some(hasHiddenCharacters) ? [risk('caution', 'hidden-characters')] : []
}

function texts(value: TypedDataValue): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'boolean' ? [] : Object.values(value).flatMap(texts)
}

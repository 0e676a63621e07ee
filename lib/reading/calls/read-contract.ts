import type { Address, Hex } from 'viem'
import { encodeCall, wordToAddress, wordToBytes32 } from '@/lib/base/abi'
import { dataOf, textOf, wordOf } from '@/lib/base/batch-answer'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { keccak256, textToHex } from '@/lib/base/hex'
import { isUnanswered } from '@/lib/base/rpc/errors'
import type { BatchItem, RpcCall } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import { type Contract, noContract, readCode } from './contracts'
import { readProxy } from './proxies'

/** Identifies a contract by calls to it on the pending state. */

/** ERC-1967: where a proxy keeps the address of the code it runs, or of the contract that decides it. */
const implementationSlot = wordToBytes32(BigInt(keccak256(textToHex('eip1967.proxy.implementation'))) - 1n)
const beaconSlot = wordToBytes32(BigInt(keccak256(textToHex('eip1967.proxy.beacon'))) - 1n)

/** ERC-165: of the standard itself, and one that no contract may claim. */
const erc165 = '01ffc9a7'
const nothing = 'ffffffff'
const interfaces = { erc721: '80ac58cd', erc1155: 'd9b67a26', erc6909: '0f632fb3' } as const

/** More than these and no amount fits a screen, or 256 bits. */
const mostDecimals = 36n
const symbolLength = 16
const nameLength = 40

/** The calls that `readContract` reads the answers of. */
export function contractQuestions(address: Address): RpcCall[] {
  const ask = (data: Hex): RpcCall => ({ method: 'eth_call', params: [{ to: address, data }, 'pending'] })
  const supports = (id: string) => ask(encodeCall(selectors.supportsInterface, [`0x${id.padEnd(64, '0')}`]))
  return [
    ...codeQuestions(address),
    supports(erc165),
    supports(nothing),
    supports(interfaces.erc721),
    supports(interfaces.erc1155),
    supports(interfaces.erc6909),
    ask(selectors.decimals),
    ask(selectors.totalSupply),
    ask(selectors.symbol),
    ask(selectors.name),
    ask(selectors.asset),
  ]
}

export const questionsPerContract = 13

/**
 * The calls that tell whether a contract is the one that was read before: what it runs, and what it passes calls on to.
 */
export function codeQuestions(address: Address): RpcCall[] {
  return [
    { method: 'eth_getCode', params: [address, 'pending'] },
    { method: 'eth_getStorageAt', params: [address, implementationSlot, 'pending'] },
    { method: 'eth_getStorageAt', params: [address, beaconSlot, 'pending'] },
  ]
}

export const questionsPerCode = 3

/**
 * What a contract runs, as a text to compare: as long as it stays the same, so does what the contract is.
 * @param items the answers to `codeQuestions`, in their order
 * @returns `null` where the chain did not answer
 */
export function codeKey([code, implementation, beacon]: readonly (BatchItem | undefined)[]): string | null {
  const bytes = dataOf(code)
  return bytes === null ? null : [keccak256(bytes), dataOf(implementation), dataOf(beacon)].join(' ')
}

/**
 * @param items the answers to `contractQuestions`, in their order
 * @param isInventing the endpoint invents what tokens say (`inventionQuestion`), so that its words are left out
 * @returns `null` where the chain did not answer: nothing may be concluded from that
 */
export function readContract(items: readonly (BatchItem | undefined)[], isInventing: boolean): Contract | null {
  const [code, implementation, beacon, ...answers] = items
  const bytes = dataOf(code)
  if (bytes === null) return null
  if (bytes === '0x') return noContract
  if (answers.length < questionsPerContract - questionsPerCode || answers.some(isUnanswered)) return null
  const [isErc165, claimsNothing, isErc721, isErc1155, isErc6909] = answers.map(isYes)
  const [places, supply, symbol, name, asset] = isInventing ? [] : answers.slice(5)
  const decimals = wordOf(places)
  const declares = isErc165 === true && claimsNothing !== true
  const isItems = declares && isErc721 === true
  // A collection may say that its items have no decimals; a token that is both (ERC-404) has some.
  const isToken =
    decimals !== null && decimals <= mostDecimals && wordOf(supply) !== null && !(isItems && decimals === 0n)
  const underlying = isToken ? addressOf(asset) : null
  const kind = readCode(bytes)
  const proxy = kind === 'contract' ? readProxy(bytes, dataOf(implementation), dataOf(beacon)) : null
  return {
    code: kind,
    standards: [
      ...(isToken ? (['erc20'] as const) : []),
      ...(isItems ? (['erc721'] as const) : []),
      ...(declares && isErc1155 === true ? (['erc1155'] as const) : []),
      ...(declares && isErc6909 === true ? (['erc6909'] as const) : []),
      ...(underlying === null ? [] : (['erc4626'] as const)),
    ],
    symbol: cleanForeignText(textOf(symbol), symbolLength),
    name: cleanForeignText(textOf(name), nameLength),
    decimals: isToken ? Number(decimals) : null,
    underlying,
    ...(proxy === null ? {} : { proxy }),
  }
}

function isYes(item: BatchItem | undefined): boolean {
  return wordOf(item) === 1n
}

function addressOf(item: BatchItem | undefined): Address | null {
  const word = wordOf(item)
  return word === null || word === 0n ? null : wordToAddress(word)
}

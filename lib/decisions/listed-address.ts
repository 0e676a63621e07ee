import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { Listing } from '@/lib/reading/list-formats/listing'
import { type Risk, risk } from '@/lib/reading/risk/risk'

/** More addresses than this are not looked up. */
const mostAddresses = 500

/**
 * Every address that calls name, lower case: the target of each, and each word of calldata that has the form of an
 * address (also in calls inside it, whose words begin at other multiples of four bytes).
 */
export function addressesOfCalls(calls: readonly Pick<TransactionRequest, 'to' | 'data'>[]): Address[] {
  return firstOf(calls.flatMap(({ to, data }) => [...(to === null ? [] : [to]), ...addressWords(data)]))
}

/** Every address in a text to sign, lower case. */
export function addressesOfText(text: string): Address[] {
  const found = text.matchAll(/0x[0-9a-f]{40}(?![0-9a-f])/gi)
  return firstOf([...found].map(([address]): Address => `0x${address.slice(2)}`))
}

function firstOf(addresses: readonly Address[]): Address[] {
  return [...new Set(addresses.map(lowerCaseAddress))].slice(0, mostAddresses)
}

/** Words of 32 bytes with twelve zero bytes and an address that is no small number. */
function addressWords(data: string): Address[] {
  const words: Address[] = []
  for (let at = 2; at + 64 <= data.length; at += 8) {
    const word = data.slice(at, at + 64)
    if (word.startsWith('0'.repeat(24)) && !word.startsWith('0'.repeat(40))) words.push(`0x${word.slice(24)}`)
  }
  return words
}

/** Risks of the addresses that are on lists of fraudulent ones. */
export function listedAddresses(listings: readonly (Listing | null)[]): Risk[] {
  return listings.flatMap(listing =>
    listing === null
      ? []
      : [risk('danger', 'listed-address', { address: listing.entry, list: listing.list, date: listing.date })],
  )
}

import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { ApprovalRequest } from '@/lib/language/requests'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { Listing } from '@/lib/reading/list-formats/listing'
import { type Risk, risk } from '@/lib/reading/risk/risk'

/** More addresses than this are not looked up. */
const mostAddresses = 500

/**
 * Every address that a request names, lower case: the target of each call, each word of calldata that has the form of
 * an address (also in calls inside it, whose words begin at other multiples of four bytes), each address in a text to
 * sign.
 */
export function namedAddresses(request: ApprovalRequest): Address[] {
  const found = new Set<Address>()
  const add = (address: Address | null) => {
    if (address !== null && found.size < mostAddresses) found.add(lowerCaseAddress(address))
  }
  const addCalls = (calls: readonly TransactionRequest[]) => {
    for (const { to, data } of calls) {
      add(to)
      addressWords(data).forEach(add)
    }
    return [...found]
  }
  switch (request.kind) {
    case 'transaction':
      return addCalls([request.transaction])
    case 'calls':
      return addCalls(request.calls)
    case 'typed-data':
      for (const [address] of request.typedData.matchAll(/0x[0-9a-f]{40}(?![0-9a-f])/gi)) add(`0x${address.slice(2)}`)
      return [...found]
    case 'connect':
    case 'message':
    case 'payment':
    case 'switch-network':
    case 'add-network':
    case 'add-token':
    case 'add-item':
      return []
  }
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

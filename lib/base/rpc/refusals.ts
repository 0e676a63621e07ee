import type { RpcErrorKind } from './types'

/**
 * How clients word what is wrong with a transaction; the first match wins. The same meaning comes with spaces, in one
 * piece (`InsufficientFunds`) or in constants, so only the letters of a message are compared. Codes are not: one code
 * stands for different things in different clients. `refusals.fixture.ts` has the clients, their words and the sources.
 */
const wordings: readonly (readonly [RpcErrorKind, RegExp])[] = [
  ['sync-timeout', /addedtothemempoolbut|realtimetransactionexpired/],
  ['invalid-transaction', /authoritynonce/],
  [
    'already-known',
    /already(known|imported|exists|finalized|in(the)?(mem)?pool|inthesystem)|(?<!un)knowntransaction|samehash/,
  ],
  [
    'not-now',
    /delegat|inflighttransaction|authorityalreadyreserved|(transaction|conflicting)typeconflict|conflictingtype|conflictswithexisting|insertionofanother/,
  ],
  [
    'replacement-underpriced',
    /replace(ment|d|existing)|samenonce|higherpriority|prioritytoolow|toolowpriority|tobump|ownnonce/,
  ],
  [
    'nonce-too-low',
    /nonce(is)?too(low|stale)|stalenonce|oldnonce|noncehasalready|poolstale|transactionstale|invalidtransactionnonce|correctnonce|outdated/,
  ],
  [
    'nonce-too-high',
    /nonce(is)?too(high|far|distant)|noncegap|futurenonce|gappednonce|lowernonce|futuretransaction|poolfuture/,
  ],
  [
    'insufficient-funds',
    /insufficient(funds|balance|payer)|enough(funds|balance)|exceeds(the|account)?balance|overdra|overshot|outofbalance/,
  ],
  ['invalid-transaction', /priorityfee(pergas)?(higherthan|exceeds|greaterthan|toohigh)|feepergashigherthan/],
  [
    'underpriced',
    /underpriced|(fee|price|cap|tip)\w{0,40}(toolow|below|lessthan|lowerth[ae]n|minimum)|insufficientfee|unacceptablegasprice|invalid(gasfeecap|gastipcap|unitprice)/,
  ],
  [
    'pool-full',
    /pool\w{0,12}(full|overflow|limit|size|notready)|queue(is)?full|toomanytransactions|accountlimit|spammer|immediatelydropped|overloaded|quota/,
  ],
  [
    'gas-limit',
    /intrinsicgas|gas\w{0,30}(exceed|overflow|toohigh|toolow|reached|insufficient)|exceed\w{0,30}gas(limit|cap)|leastgasbut|gasrequired|outofgas|enoughgas|gasisbeyond|abovethegas|greaterthantheblockgas/,
  ],
  [
    'invalid-transaction',
    /decod|^rlp|invalidrlp|signature|invalid(sender|chain|transactiontype|message|shard)|chainid|(unsupported|unknown)transactiontype|type(is)?notsupported|notactivated|oversized|(tx|transaction|data|code)(is)?too(large|big|long|short)|initcode|size(limit|ishigher)|lengthlimit|configuredcap|capexceeded|anaccount|(not|notan)eoa|iscontract|maxvalue|negativevalue|authorization|emptytransaction|dataisempty|recoversender|resolvesender|banned|blacklist|notpermitted|notauthorized|forbidden|alreadyreserved|transactionrejected|transactioninvalid|^invalid($|transaction)|anotherchain|asinvalid|overflow|replayprotected/,
  ],
]

/** @returns the letters of a message in lower case, without numbers in hex */
export function lettersOf(message: string): string {
  return message.toLowerCase().replace(/0x[\da-f]+|[^a-z]+/g, '')
}

/** @returns what the words say of a transaction; `null` where they are unknown. @param letters `lettersOf` */
export function meaningOf(letters: string): RpcErrorKind | null {
  return wordings.find(([, wording]) => wording.test(letters))?.[0] ?? null
}

import { type Address, type Hex, zeroAddress } from 'viem'
import type { Act, Asset, Effect, EffectAmount } from '@/lib/base/effects'
import * as selectors from '@/lib/base/signatures/selectors'
import { type AbiValue, hexOf, listOf, numberOf, readAbiValues } from './abi-values'
import { moved, unknown } from './effect-makers'
import type { CallSite, StructuredFunction } from './inner-call'
import { permit2Allowances } from './permit2-calls'

/**
 * Routers of exchanges. The Universal Router reads a byte for each command and bytes of arguments; other routers have a
 * function for each kind of exchange.
 * @see https://docs.uniswap.org/contracts/universal-router/technical-reference
 */

interface Command {
  name: string
  types: string
  read?(values: readonly AbiValue[], parties: CommandParties): Effect[]
}

interface CommandParties extends CallSite {
  /** A recipient as commands name it: 1 the account that calls, 2 the router. */
  recipient(value: AbiValue | undefined): Address
  /** Who pays for an exchange: the account, through Permit2, or what the router holds. */
  payer(isUser: AbiValue | undefined): Address
}

const details = '(address,uint160,uint48,uint48)'
const native: Asset = { kind: 'native' }

/** The zero address stands for the currency of the chain. */
function assetAt(token: AbiValue | undefined): Asset {
  const address = hexOf(token)
  return address === zeroAddress ? native : { kind: 'token', address }
}

/** Tokens of a path of Uniswap's version 3: addresses with three bytes of fee between them. */
function pathOfBytes(path: AbiValue | undefined): Address[] {
  const digits = hexOf(path).slice(2)
  const tokens: Address[] = []
  for (let at = 0; at + 40 <= digits.length; at += 46) tokens.push(`0x${digits.slice(at, at + 40)}`)
  return tokens
}

const pathOfList = (path: AbiValue | undefined): Address[] => listOf(path).map(hexOf)

function exchanged(
  path: readonly Address[],
  amounts: { gives: EffectAmount; gets: EffectAmount },
  from: Address,
  to: Address,
  { account, target }: CallSite,
): Effect[] {
  const [first, last] = [path[0], path.at(-1)]
  if (first === undefined || last === undefined) return []
  return [
    ...moved({ kind: 'token', address: first }, amounts.gives, from, target, account),
    ...(to === target ? [] : moved({ kind: 'token', address: last }, amounts.gets, target, to, account)),
  ].filter(effect => !('from' in effect && 'to' in effect && effect.from === effect.to))
}

const exchange = (
  name: string,
  pathType: 'bytes' | 'address[]',
  isExactIn: boolean,
  pathOf: (path: AbiValue | undefined) => Address[],
): Command => ({
  name,
  types: `address,uint256,uint256,${pathType},bool`,
  read: ([to, first, second, path, isUser], parties) => {
    const tokens = pathOf(path)
    // Version 3 writes the path of an exact output from its end.
    const ordered = pathType === 'bytes' && !isExactIn ? tokens.toReversed() : tokens
    const [exact, limit] = [numberOf(first), numberOf(second)]
    const amounts = isExactIn ? { gives: exact, gets: 'unknown' as const } : { gives: limit, gets: exact }
    return exchanged(ordered, amounts, parties.payer(isUser), parties.recipient(to), parties)
  },
})

/** The router's balance goes to a recipient: at most what the account paid in before is the account's. */
const handsOut = (name: string, most: (amount: bigint) => EffectAmount): Command => ({
  name,
  types: 'address,address,uint256',
  read: ([token, to, amount], { target, account, recipient }) =>
    moved(assetAt(token), most(numberOf(amount)), target, recipient(to), account),
})

const commands: Readonly<Record<number, Command>> = {
  0: exchange('V3_SWAP_EXACT_IN', 'bytes', true, pathOfBytes),
  1: exchange('V3_SWAP_EXACT_OUT', 'bytes', false, pathOfBytes),
  2: {
    name: 'PERMIT2_TRANSFER_FROM',
    types: 'address,address,uint160',
    read: ([token, to, amount], { caller, account, recipient }) =>
      moved(assetAt(token), numberOf(amount), caller, recipient(to), account),
  },
  3: {
    name: 'PERMIT2_PERMIT_BATCH',
    types: `(${details}[],address,uint256),bytes`,
    read: ([permit], parties) => {
      const [tokens, spender] = listOf(permit)
      return permit2Allowances(parties.caller, hexOf(spender), listOf(tokens), parties)
    },
  },
  4: handsOut('SWEEP', () => 'unknown'),
  5: handsOut('TRANSFER', amount => amount),
  6: handsOut('PAY_PORTION', () => 'unknown'),
  8: exchange('V2_SWAP_EXACT_IN', 'address[]', true, pathOfList),
  9: exchange('V2_SWAP_EXACT_OUT', 'address[]', false, pathOfList),
  10: {
    name: 'PERMIT2_PERMIT',
    types: `(${details},address,uint256),bytes`,
    read: ([permit], parties) => {
      const [token, spender] = listOf(permit)
      return permit2Allowances(parties.caller, hexOf(spender), [listOf(token)], parties)
    },
  },
  11: { name: 'WRAP_ETH', types: 'address,uint256', read: () => [] },
  12: {
    name: 'UNWRAP_WETH',
    types: 'address,uint256',
    read: ([to], { target, account, recipient }) => {
      const party = recipient(to)
      return party === target ? [] : moved(native, 'unknown', target, party, account)
    },
  },
  13: {
    name: 'PERMIT2_TRANSFER_FROM_BATCH',
    types: '(address,address,uint160,address)[]',
    read: ([list], { account, recipient }) =>
      listOf(list).flatMap(each => {
        const [from, to, amount, token] = listOf(each)
        return moved(assetAt(token), numberOf(amount), hexOf(from), recipient(to), account)
      }),
  },
  14: { name: 'BALANCE_CHECK_ERC20', types: 'address,address,uint256', read: () => [] },
}
/** A plan inside the plan. */
const subPlan = 0x21
const deepestPlan = 3
const mostCommands = 60

/** Each command as an act. An unknown command is an effect `unknown`. */
function plan(list: Hex, inputs: readonly AbiValue[], site: CallSite, depth: number): Act[] | null {
  const count = list.length / 2 - 1
  if (count !== inputs.length || count > mostCommands) return null
  const acts = inputs.map((input, index): Act => {
    const byte = list.slice(2 + index * 2, 4 + index * 2)
    // The highest bit lets the command fail.
    const number = Number.parseInt(byte, 16) & 0x7f
    const selector: Hex = `0x${byte}`
    return command(number, selector, hexOf(input), site, depth)
  })
  return acts
}

function command(number: number, selector: Hex, input: Hex, site: CallSite, depth: number): Act {
  const { account, caller, target } = site
  const whose = caller === account ? {} : { caller }
  const made = (name: string | null, effects: readonly Effect[], inner: readonly Act[] = []): Act => {
    return { target, value: 0n, function: { selector, name }, effects, inner, ...whose }
  }
  if (number === subPlan && depth < deepestPlan) {
    const read = readAbiValues('bytes,bytes[]', input)
    const inner = typeof read === 'string' ? null : plan(hexOf(read.values[0]), listOf(read.values[1]), site, depth + 1)
    const effects = inner === null ? [unknown('unreadable-call', target, selector)] : []
    return made('EXECUTE_SUB_PLAN', effects, inner ?? [])
  }
  const known = Object.hasOwn(commands, number) ? commands[number] : undefined
  if (known?.read === undefined) return made(null, [unknown('unknown-call', target, selector)])
  const read = readAbiValues(known.types, input)
  if (typeof read === 'string') return made(known.name, [unknown('unreadable-call', target, selector)])
  const recipient = (value: AbiValue | undefined): Address => {
    const to = hexOf(value)
    return BigInt(to) === 1n ? caller : BigInt(to) === 2n ? target : to
  }
  const payer = (isUser: AbiValue | undefined) => (isUser === true ? caller : target)
  return made(known.name, known.read(read.values, { ...site, recipient, payer }))
}

const execute = (types: string): StructuredFunction => ({
  name: 'execute',
  types,
  read([list, inputs], site) {
    const acts = plan(hexOf(list), listOf(inputs), site, 0)
    return acts === null ? null : { acts, isWhole: false }
  },
})

export const routerFunctions: Readonly<Record<string, StructuredFunction>> = {
  [selectors.executeCommands]: execute('bytes,bytes[]'),
  [selectors.executeCommandsUntil]: execute('bytes,bytes[],uint256'),
}

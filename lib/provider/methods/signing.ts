import type { Address } from 'viem'
import * as z from 'zod/mini'
import { invalidParams, unauthorized } from '@/lib/provider/errors'
import { askedTransaction, message, ownAddress, parseParameters } from '@/lib/provider/parameters'
import { requesterOf } from '@/lib/provider/sender'
import { type Call, type MethodTable, type MethodTools, result } from '@/lib/provider/types'

const transactionParameters = z.tuple([askedTransaction], z.unknown())
const messageParameters = z.tuple([message, ownAddress], z.unknown())
const rawTransactionParameters = z.tuple(
  [
    z.custom<string>(
      value => typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})+$/.test(value),
      'must be whole bytes in 0x hex',
    ),
  ],
  z.unknown(),
)

/** What asks the person for a signature. */
export function signingMethods(tools: MethodTools): MethodTable {
  const { ask, askWith, networks, transactions } = tools

  return {
    eth_sendTransaction: {
      access: 'connected',
      effect: true,
      async run(call, parameters) {
        const [asked] = parseParameters(call.method, transactionParameters, parameters)
        assertOwn(call, asked.from)
        if (asked.chainId !== null && asked.chainId !== BigInt(call.chainId))
          throw invalidParams(
            `${call.method}: params.0.chainId is ${asked.chainId}, but this site is on chain ${call.chainId}.`,
          )
        return askWith(call, 'transaction', () =>
          transactions.propose({
            requester: requesterOf(call.site),
            chainId: call.chainId,
            account: asked.from,
            transaction: asked.transaction,
            purpose: 'send',
            replaces: null,
            requestKey: call.key,
          }),
        )
      },
    },
    personal_sign: {
      access: 'connected',
      effect: true,
      async run(call, parameters) {
        const [text, account] = parseParameters(call.method, messageParameters, inOrder(parameters))
        assertOwn(call, account)
        return ask(call, { kind: 'message', message: text }, { account })
      },
    },
    eth_sendRawTransaction: {
      access: 'connected',
      effect: true,
      async run(call, parameters) {
        const [raw] = parseParameters(call.method, rawTransactionParameters, parameters)
        return result(await networks.connection(call.chainId).passThrough(call.method, [raw]))
      },
    },
  }
}

/** @throws ProviderError 4100 for an account the person did not connect to this site */
export function assertOwn({ accounts }: Call, account: Address): void {
  if (!accounts.includes(account)) throw unauthorized(`The account ${account} is not connected to this site.`)
}

/** Some libraries give the account first. Only where there is no doubt which of the two is one. */
function inOrder(parameters: unknown): unknown {
  if (!Array.isArray(parameters)) return parameters
  const [first, second, ...rest] = parameters
  return isAddressLike(first) && !isAddressLike(second) ? [second, first, ...rest] : parameters
}

function isAddressLike(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

import type { Approval } from '@/lib/approvals/types'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import { errorCodes, ProviderError } from './errors'
import { permissionsOf } from './methods/accounts'
import type { ProviderParts } from './types'

/** What carrying out an approval came to. */
export type Fulfilment = { kind: 'value'; value: unknown }

/**
 * What an approval was given for, done. Idempotent: a worker that died in the middle does it again with the same effect.
 * @throws whatever failed; nothing is half done
 */
export async function carryOut(
  approval: Approval,
  { sites, transactions, signer, accounts }: ProviderParts,
): Promise<unknown> {
  const { id, chainId, account, request, requester, decision } = approval
  switch (request.kind) {
    case 'connect': {
      if (requester.kind !== 'site') throw new Failure('invalid-input', { id })
      const existing = (await accounts())
        .filter(({ hidden }) => !hidden)
        .map(({ address }) => lowerCaseAddress(address))
      const chosen = [...new Set((decision?.accounts ?? []).map(lowerCaseAddress))]
      if (chosen.length === 0 || chosen.some(address => !existing.includes(address)))
        throw new Failure('invalid-input', { field: 'accounts' })
      const known = await sites.get(requester.origin)
      await sites.connect(requester.origin, chosen, known?.accounts.length ? known.chainId : chainId)
      return chosen
    }
    case 'transaction':
      return transactions.execute(id)
    case 'message':
      return signer.signMessage(id, signingAccount(account, id), request.message)
    default:
      throw new ProviderError(errorCodes.internal, 'The wallet cannot do this yet.')
  }
}

/** Two methods ask for a connection and are answered in their own ways. */
export function answerFor(method: string, origin: string, value: unknown): unknown {
  return method === 'wallet_requestPermissions' && Array.isArray(value) ? permissionsOf(origin, value) : value
}

function signingAccount(account: Approval['account'], id: string): NonNullable<Approval['account']> {
  if (account === null) throw new Failure('invalid-input', { field: 'account', id })
  return account
}

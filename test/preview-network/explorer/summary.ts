import { type Address, type Hex, size } from 'viem'
import { z } from 'zod'
import { isSystemTransaction, type Transaction } from './chain-reader.ts'
import { type Decoder, memoText, type TokenReader } from './decode.ts'
import { ether, shortAmount } from './format.ts'

/** A transaction in one line: from whom is known, so what it does, with whom, and how much. */
export interface Summary {
  verb: string
  counterparty: Address | undefined
  amount: string | undefined
  memo: string | undefined
}

const tokenMove = z.object({
  to: z.custom<Address>(),
  value: z.bigint().optional(),
  amount: z.bigint().optional(),
  memo: z.custom<Hex>().optional(),
})

const tokenVerbs: Record<string, string> = {
  transfer: 'sent',
  transferWithMemo: 'sent',
  transferFrom: 'moved',
  transferFromWithMemo: 'moved',
  mint: 'minted',
}

export function createSummary(decoder: Decoder, tokenOf: TokenReader) {
  return async (transaction: Transaction): Promise<Summary> => {
    const { to, value, input } = transaction
    const base = { counterparty: to ?? undefined, memo: undefined }
    const amount = value > 0n ? ether(value) : undefined
    if (isSystemTransaction(transaction)) return { ...base, verb: 'reported to', amount: undefined }
    if (to == null) return { ...base, verb: 'deployed a contract', amount }
    if (input === '0x') return { ...base, verb: 'sent', amount: ether(value) }
    const call = decoder.call(transaction)
    if (call === undefined) return { ...base, verb: size(input) < 4 ? 'sent data to' : 'called', amount }
    const verb = tokenVerbs[call.name]
    const move = tokenMove.safeParse(Object.fromEntries(call.values.map(item => [item.name, item.value]))).data
    const moved = move?.value ?? move?.amount
    const token = verb === undefined || moved === undefined ? undefined : await tokenOf(to)
    if (verb === undefined || move === undefined || moved === undefined || token === undefined) {
      return { ...base, verb: `called ${call.name} of`, amount }
    }
    return {
      verb,
      counterparty: move.to,
      amount: `${shortAmount(moved, token.decimals, 2)} ${token.symbol}`,
      memo: move.memo === undefined ? undefined : (memoText(move.memo) ?? move.memo),
    }
  }
}

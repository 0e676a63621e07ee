import type { Address } from 'viem'
import { shortAddress } from '@/components/format/address'
import { format, t } from '@/components/i18n'
import { readTypedData, type TypedData } from '@/lib/reading/typed-data/typed-data'
import type { Spend } from '@/lib/reading/typed-data/typed-data-fields'
import { meaningOf } from '@/lib/reading/typed-data/typed-data-meaning'
import type { TypedDataMeaning } from '@/lib/reading/typed-data/typed-data-types'

export interface ReadTypedData {
  typedData: TypedData
  /** `null` for a kind the wallet cannot put into words. */
  meaning: TypedDataMeaning | null
}

/** Exactly what would be signed, and what it means if that is known; `null` when it cannot be read. */
export function readMeaning(text: string): ReadTypedData | null {
  try {
    const typedData = readTypedData(text)
    return { typedData, meaning: meaningOf(typedData) }
  } catch {
    // Not typed data: it is shown as the text it is.
    return null
  }
}

interface KnownToken {
  symbol: string
  decimals: number
}

/** The key of the sentence for a meaning. An allowance without a limit is said in the words for such a call. */
export function sentenceOf({ kind, spends }: Pick<TypedDataMeaning, 'kind' | 'spends'>): string {
  const [spend] = spends
  const isAll = spends.length === 1 && spend?.isUnlimited === true && allowances.has(kind)
  return isAll ? 'does_allow_unlimited' : `means_${kind}`
}

const allowances: ReadonlySet<TypedDataMeaning['kind']> = new Set(['permit', 'permit-all', 'permit2-allowance'])

/** The symbol of what may be taken, or that its contract is not known. */
export function tokenName({ token }: Spend, tokenOf: (address: Address) => KnownToken | null): string {
  return tokenOf(token)?.symbol ?? t('token_unknown', { address: shortAddress(token) })
}

/** «12.5 USDV», «all your USDV», or the bare number of a token whose decimals are not known. */
export function spendWords(spend: Spend, tokenOf: (address: Address) => KnownToken | null): string {
  const token = tokenOf(spend.token)
  const name = tokenName(spend, tokenOf)
  if (spend.isUnlimited) return t('amount_unlimited', { symbol: name })
  if (token === null) return `${t('amount_of_unknown_token', { amount: format.integer(spend.amount) })}, ${name}`
  return `${format.amount(spend.amount, token.decimals, 'exact')} ${name}`
}

/** From here on a date is only another way to say «never» (the year 2100). */
const farFuture = 4_102_444_800n

/** Unix seconds as a date, or that there is no end. */
export function untilWords(seconds: bigint): string {
  return seconds >= farFuture ? t('no_end') : format.dateTime(Number(seconds) * 1_000)
}

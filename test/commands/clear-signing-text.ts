import { formatUnits, getAddress } from 'viem'
import type { Description, ShownField, ShownValue } from '../../lib/reading/descriptors/description.ts'

/** What a test of the registry says about tokens and names, by address in any case. */
export interface DataProvider {
  tokens?: Record<string, { symbol: string; decimals: number; name: string }>
  addressNames?: Record<string, string>
  ensNames?: Record<string, string>
  nftCollectionNames?: Record<string, string>
  blockTimestamps?: Record<string, number>
}

const currencies: Record<number, string> = {
  56: 'BNB',
  100: 'xDAI',
  137: 'POL',
  14: 'FLR',
  43114: 'AVAX',
  42220: 'CELO',
}
const chains: Record<string, string> = { 1: 'Ethereum' }

/** The description in the form that the registry's tests expect. */
export function renderDescription(description: Description, provider: DataProvider): Record<string, unknown> {
  const given = Object.fromEntries(
    Object.entries(provider).map(([kind, byAddress]) => [
      kind,
      Object.fromEntries(Object.entries(byAddress).map(([key, value]) => [key.toLowerCase(), value])),
    ]),
  ) as DataProvider
  const { about, intent, sentence, fields } = description
  return {
    intent: intent.map(({ label, text }) => (label === null ? text : `${label}: ${text}`)).join(', '),
    ...(sentence === null
      ? {}
      : {
          interpolatedIntent: sentence
            .map(part => (part.kind === 'text' ? part.text : part.values.map(value => textOf(value, given)).join(', ')))
            .join(''),
        }),
    ...(about.owner === null ? {} : { owner: about.owner }),
    fields: fields.map(field => ({ label: field.label, value: renderField(field, given) })),
  }
}

function renderField({ value }: ShownField, given: DataProvider): unknown {
  if (value.kind === 'call')
    return value.description === null ? value.data : renderDescription(value.description, given)
  return textOf(value, given)
}

function textOf(value: ShownValue, given: DataProvider): string {
  switch (value.kind) {
    case 'address':
      return value.isSender ? 'Sender' : (nameOf(value, given) ?? getAddress(value.address))
    case 'native-amount': {
      const symbol = currencies[value.chainId ?? 1] ?? 'ETH'
      return `${value.message ?? formatUnits(value.amount, 18)} ${symbol}`
    }
    case 'token-amount': {
      const token = value.token === null ? undefined : given.tokens?.[value.token]
      if (token === undefined) return String(value.amount)
      return `${value.message ?? formatUnits(value.amount, token.decimals)} ${token.symbol}`
    }
    case 'item': {
      const name = value.collection === null ? undefined : given.nftCollectionNames?.[value.collection]
      return name === undefined ? String(value.id) : `${name} #${value.id}`
    }
    case 'token':
      return given.tokens?.[value.token]?.symbol ?? getAddress(value.token)
    case 'chain':
      return chains[String(value.chainId)] ?? String(value.chainId)
    case 'date':
      return dateText(value.seconds)
    case 'block': {
      const seconds = given.blockTimestamps?.[String(value.height)]
      return seconds === undefined ? String(value.height) : dateText(BigInt(seconds))
    }
    case 'duration': {
      const parts = [value.seconds / 3600n, (value.seconds / 60n) % 60n, value.seconds % 60n]
      return parts.map(part => String(part).padStart(2, '0')).join(':')
    }
    case 'unit':
      return `${formatUnits(value.amount, value.decimals)}${value.base}`
    case 'call':
      return value.data
    case 'encrypted':
      return value.label ?? value.text
    default:
      return value.text
  }
}

function nameOf(
  { address, types }: { address: string; types: readonly string[] },
  given: DataProvider,
): string | undefined {
  const token = types.length === 0 || types.includes('token') ? given.tokens?.[address]?.symbol : undefined
  return given.addressNames?.[address] ?? given.ensNames?.[address] ?? token
}

function dateText(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1_000)
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('T', ' ').replace('.000Z', 'Z')
}

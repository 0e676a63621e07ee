import type { Address } from 'viem'
import { shortAddress } from '@/components/format/address'
import { format, type MessageKey, t } from '@/components/i18n'
import type { Asset, Effect, EffectAmount, EffectOf, Power } from '@/lib/base/effects'
import { cleanForeignText } from '@/lib/base/foreign-text'
import type { ContractName } from '@/lib/reading/calls/description'

/** Names of the assets that effects are about. */
export interface AssetNames {
  /** The symbol of the network's currency. */
  symbol: string
  /** What a contract calls itself; `null` if it is not known. */
  nameOf(address: Address): ContractName | null
}

type Look = 'out' | 'in' | 'grant' | 'less'

const kinds: Record<Effect['kind'], { label: MessageKey; look: Look } | null> = {
  pays: { label: 'change_out', look: 'out' },
  receives: { label: 'change_in', look: 'in' },
  moves: { label: 'change_moved', look: 'less' },
  allows: { label: 'change_allowance', look: 'grant' },
  revokes: { label: 'change_revoked', look: 'less' },
  'hands-over': { label: 'change_handed_over', look: 'grant' },
  'takes-back': { label: 'change_taken_back', look: 'less' },
  creates: { label: 'change_created', look: 'less' },
  // Said in words beneath the list.
  unknown: null,
}

/** The label of an effect and how it is drawn; `null` for one that is no row. */
export function kindOf(effect: Effect): { label: MessageKey; look: Look } | null {
  return kinds[effect.kind]
}

/** «−5 USDC», «item 7 of Art», «every item of Art», or both readings of a word that may be either. */
export function amountWords(effect: Effect, names: AssetNames): string {
  switch (effect.kind) {
    case 'pays':
      return assetWords(effect.asset, signed(effect.amount, -1n), names)
    case 'receives':
      return assetWords(effect.asset, effect.amount, names, true)
    case 'moves':
    case 'allows':
      return assetWords(effect.asset, effect.amount, names)
    case 'revokes':
      return revokedWords(effect, names)
    case 'creates':
      return t('effect_new_contract')
    default:
      return ''
  }
}

/** The rest that stays allowed, or the currency alone where nothing does. No effect tells how much was allowed. */
function revokedWords({ asset, left }: EffectOf<'revokes'>, names: AssetNames): string {
  if (left !== 0n) return assetWords(asset, left, names)
  if (asset.kind === 'native') return names.symbol
  return asset.kind === 'token' ? nameOf(asset.address, names) : assetWords(asset, 'all', names)
}

function signed(amount: EffectAmount, sign: bigint): EffectAmount {
  return typeof amount === 'bigint' ? amount * sign : amount
}

function assetWords(asset: Asset, amount: EffectAmount, names: AssetNames, isGain = false): string {
  switch (asset.kind) {
    case 'native':
      return unitsWords(amount, { symbol: names.symbol, decimals: 18 }, isGain)
    case 'token':
      return tokenWords(asset.address, amount, names, isGain)
    case 'item': {
      const values = { id: shortNumber(asset.id), collection: nameOf(asset.address, names) }
      if (typeof amount !== 'bigint' || amount === 1n || amount === -1n) return t('effect_item', values)
      return t('effect_items', { ...values, count: format.integer(amount < 0n ? -amount : amount) })
    }
    case 'collection': {
      const collection = nameOf(asset.address, names)
      if (typeof amount !== 'bigint') return t('effect_every_item', { collection })
      return t('effect_some_items', { collection, count: format.integer(amount < 0n ? -amount : amount) })
    }
    case 'token-or-item':
      return t('effect_token_or_item', {
        amount: shortNumber(asset.word),
        id: shortNumber(asset.word),
        collection: nameOf(asset.address, names),
      })
  }
}

function tokenWords(address: Address, amount: EffectAmount, names: AssetNames, isGain: boolean): string {
  const symbol = nameOf(address, names)
  const decimals = names.nameOf(address)?.decimals ?? null
  if (decimals !== null || typeof amount !== 'bigint')
    return unitsWords(amount, { symbol, decimals: decimals ?? 0 }, isGain)
  const size = amount < 0n ? -amount : amount
  return `${t('amount_of_unknown_token', { amount: format.integer(size) })}, ${symbol}`
}

function unitsWords(amount: EffectAmount, { symbol, decimals }: { symbol: string; decimals: number }, isGain: boolean) {
  if (amount === 'all') return t('amount_unlimited', { symbol })
  if (amount === 'unknown') return t('effect_some', { symbol })
  const words = isGain || amount < 0n ? format.delta(amount, decimals) : format.amount(amount, decimals, 'short')
  return `${words} ${symbol}`
}

/** What a contract calls itself, or its address. */
function nameOf(address: Address, names: AssetNames): string {
  const known = names.nameOf(address)
  const name = known === null ? '' : cleanForeignText(known.symbol || known.name, 24)
  return name === '' ? t('token_unknown', { address: shortAddress(address) }) : name
}

/** Longer numbers cannot be read inside a row; their ends tell them from others. */
const longest = 14

/** The number of an item, or an amount that may be one. */
export function shortNumber(number: bigint | string): string {
  const digits = number.toString()
  return digits.length <= longest ? digits : `${digits.slice(0, 6)}…${digits.slice(-6)}`
}

const powerLabels: Record<Power, MessageKey> = {
  operator: 'power_operator',
  owner: 'power_owner',
  role: 'power_role',
  code: 'power_code',
  module: 'power_module',
  signer: 'power_signer',
  borrower: 'power_borrower',
  votes: 'power_votes',
  account: 'power_account',
}

/** «The ownership of Vault». */
export function powerWords({ power, of }: EffectOf<'hands-over'> | EffectOf<'takes-back'>, names: AssetNames): string {
  const known = names.nameOf(of)
  const name = known === null ? '' : cleanForeignText(known.symbol || known.name, 24)
  return t(powerLabels[power], { contract: name === '' ? shortAddress(of) : name })
}

import { type Address, formatUnits, getAddress, type Hex } from 'viem'

const wholeNumber = new Intl.NumberFormat('en')
const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export function integer(value: bigint | number): string {
  return wholeNumber.format(value)
}

/** Exact, with thousands grouped and at least `minimum` decimals: 1,234.50 */
export function amount(value: bigint, decimals: number, minimum = 0): string {
  const [whole = '0', fraction = ''] = formatUnits(value < 0n ? -value : value, decimals).split('.')
  const padded = fraction.padEnd(minimum, '0')
  const grouped = wholeNumber.format(BigInt(whole))
  return `${value < 0n ? '−' : ''}${grouped}${padded === '' ? '' : `.${padded}`}`
}

/** For a table: no more than six decimals, cut and never rounded up; a rest too small to show is still not nothing. */
export function shortAmount(value: bigint, decimals: number, minimum = 0): string {
  const full = amount(value, decimals, minimum)
  const [whole = '0', fraction = ''] = full.split('.')
  if (fraction.length <= 6) return full
  const cut = fraction.slice(0, 6).replace(/0+$/, '').padEnd(minimum, '0')
  if (whole === '0' && /^0*$/.test(cut)) return '< 0.000001'
  return cut === '' ? whole : `${whole}.${cut}`
}

export function ether(wei: bigint): string {
  return `${shortAmount(wei, 18)} ETH`
}

export function gwei(wei: bigint): string {
  return wei > 0n && wei < 1000n ? `${wei} wei` : `${shortAmount(wei, 9)} gwei`
}

/** Parts in the hundred, of two amounts of gas. */
export function percent(part: bigint, whole: bigint): string {
  if (part > 0n && part * 1000n < whole) return '< 0.1 %'
  return whole === 0n ? '0.0 %' : `${oneDecimal.format(Number((part * 10_000n) / whole) / 100)} %`
}

/** 843 ms, 2.1 s, 5 min 2 s, 3 h 4 min */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${integer(Math.round(milliseconds))} ms`
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < 60) return `${oneDecimal.format(milliseconds / 1000)} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
  return `${integer(Math.floor(seconds / 86_400))} d ${Math.floor((seconds % 86_400) / 3600)} h`
}

export function shortHex(value: Hex): string {
  return value.length <= 14 ? value : `${value.slice(0, 6)}…${value.slice(-4)}`
}

export function shortAddress(address: Address): string {
  return shortHex(getAddress(address))
}

/** 2026-11-21 12:34:56 UTC, with milliseconds when the chain gives them. */
export function instant(milliseconds: number, withMilliseconds = false): string {
  const text = new Date(milliseconds).toISOString().replace('T', ' ')
  return `${text.slice(0, withMilliseconds ? 23 : 19)} UTC`
}

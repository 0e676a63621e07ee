/** Smallest parts of a test dollar in a dollar. */
const unit = 1_000_000n

/** `dollars('0.01')` is 10 000 of the smallest parts. @throws {RangeError} with more than six decimals */
export function dollars(amount: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,6}))?$/.exec(amount)
  if (!match) throw new RangeError(`${amount} is no amount of dollars`)
  const [, whole = '0', fraction = ''] = match
  return BigInt(whole) * unit + BigInt(fraction.padEnd(6, '0'))
}

/** `0.01` for 10 000 of the smallest parts, with two decimals at least. */
export function inDollars(parts: bigint): string {
  const fraction = String(parts % unit)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${parts / unit}.${fraction}`
}

/** The ways in which wallets number the accounts of one device. */
export const numberings = ['bip44', 'ledger-live', 'legacy'] as const
export type Numbering = (typeof numberings)[number]

const paths: Record<Numbering, (number: number) => string> = {
  bip44: number => `m/44'/60'/0'/0/${number}`,
  'ledger-live': number => `m/44'/60'/${number}'/0/0`,
  legacy: number => `m/44'/60'/0'/${number}`,
}

/** @param number of the account, from 0 @returns as `m/44'/60'/0'/0/0` */
export function accountPath(numbering: Numbering, number: number): string {
  return paths[numbering](number)
}

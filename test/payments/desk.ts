import type { Page } from '@playwright/test'
import { encodeFunctionData, parseAbi } from 'viem'
import type { Launched } from '../commands/extension.ts'
import { openHome } from '../e2e/wallet.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { somebody } from './chain.ts'
import { fundWithFees } from './paying.ts'

/** Steps that the tests of the desk share: the person's on its screens, and the customer's on the chain. */

/** One test dollar. */
export const unit = 1_000_000n
export const dollarAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 amount)',
  'function transferWithMemo(address to, uint256 amount, bytes32 memo)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

/** Somebody else, with money for fees and a hundred test dollars. */
export async function customerOn(network: PreviewNetwork) {
  const customer = await somebody(network)
  const args = [customer.account.address, 100n * unit] as const
  await customer.send(encodeFunctionData({ abi: dollarAbi, functionName: 'mint', args }))
  return customer
}

/** Money for fees and test dollars, and the desk at one of its pages. */
export async function deskAt(wallet: Launched, popup: Page, route: string): Promise<Page> {
  await fundWithFees(popup)
  return openHome(wallet, `/payments/${route}`)
}

/** Asks for an amount in the chain's own money. @returns the desk's page of requests */
export async function requestInEther(wallet: Launched, popup: Page, amount: string): Promise<Page> {
  const desk = await deskAt(wallet, popup, 'requests')
  await desk.getByTestId('request-label').fill('A chair')
  await desk.getByTestId('request-asset').selectOption({ label: 'ETH' })
  await desk.getByTestId('request-amount').fill(amount)
  await desk.getByTestId('request-add').click()
  return desk
}

import type { Address } from 'viem'
import type { RawPage } from './raw-browser.ts'

/** What a person does with the wallet, for pages that no test tool is attached to. */

export const byTestId = (name: string) => `[data-testid=${name}]`

export async function importWallet(home: RawPage, phrase: string): Promise<void> {
  const password = 'a long enough password'
  await home.click(byTestId('first-run-import'))
  await home.type(byTestId('import-words'), phrase)
  await home.type(byTestId('password'), password)
  await home.type(byTestId('password-repeat'), password)
  await home.click(byTestId('continue'))
  await home.waitFor(byTestId('first-run-done'))
}

/** A hundredth, proposed and approved in the popup. */
export async function send(popup: RawPage, to: Address): Promise<void> {
  await popup.click(byTestId('send'))
  await popup.type(byTestId('send-to'), to)
  await popup.type(byTestId('send-amount'), '0.01')
  await popup.click(`${byTestId('review')}:not([disabled]):not([aria-disabled=true])`)
  await popup.click(`${byTestId('approve')}[aria-disabled=false]`)
}

/**
 * Which tests of the other suites run in Firefox too, beside those in this folder.
 * @param isShort those that `npm test` runs
 */
export function firefoxScenarios(isShort: boolean): { testMatch: string[]; grepInvert?: RegExp; grep?: RegExp } {
  const testMatch = [...files.map(name => `${name}.spec.ts`), 'firefox/*.spec.ts']
  return isShort ? { testMatch, grep: /@firefox/ } : { testMatch, grepInvert: chromiumOnly }
}

const files = [
  'e2e/first-run',
  'e2e/lock',
  'e2e/send',
  'e2e/tokens',
  'e2e/keys',
  'e2e/arrivals',
  'e2e/shop',
  'e2e/provider',
  'e2e/pose',
  'e2e/update',
  'e2e/worker-death',
  'e2e/accessibility',
  'dapp/decisions',
  'dapp/disconnecting',
  'dapp/frames',
  'dapp/items',
  'dapp/keyboard',
  'dapp/life',
  'dapp/methods',
  'dapp/together',
  'dapp/wagmi',
  'payments/automatic',
  'payments/leaving',
  'payments/links',
  'payments/mppx',
  'payments/navigation',
  'payments/reaccess',
  'payments/requests',
  'payments/schemes',
  'payments/workers',
  'payments/web-workers',
  'payments/giving-up',
  'payments/tabs',
  'payments/taken-late',
  'payments/update',
  'payments/worker-death',
]

/** Tests of what only Chromium has, or of its debugging protocol. */
const chromiumOnly = /@chromium/

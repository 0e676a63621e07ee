import type { Address } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expectNoDecisionWindow, openHome } from '../e2e/wallet.ts'
import { expect, openConnected, test, waitingDecisions } from './fixtures.ts'
import { malformedRequests } from './malformed-requests.ts'
import { ask } from './page.ts'

const lower = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`

/** The most requests that one site may make at once, because this file does not test that limit. */
const perSite = 50

test('every malformed request of the table is answered through the real provider with exactly its error', {
  tag: '@short',
}, async ({ wallet, site, funded, phrase, network }) => {
  const accounts = await openHome(wallet, '/accounts')
  await accounts.getByTestId('phrase-account-add').click()
  await expect(accounts.getByTestId('account')).toHaveCount(2)
  await accounts.close()

  // The newest account is the one that is offered to sites.
  const second = mnemonicToAccount(phrase, { addressIndex: 1 }).address
  const rows = malformedRequests({
    account: lower(second),
    other: lower(funded),
    stranger: '0x5742a9e700000000000000000000000000000003',
    chainId: network.chainId,
  })
  const faults: unknown[] = []
  wallet.context.on('weberror', fault => faults.push(fault.error()))
  for (let from = 0; from < rows.length; from += perSite) {
    const page = await openConnected(wallet, site.at('/', `site-${from}.localhost`))
    for (const [what, method, params, code, words] of rows.slice(from, from + perSite)) {
      expect.soft(await ask(page, method, params), what).toEqual({
        error: { code, message: expect.stringContaining(words) },
        isError: true,
      })
    }
    expect(await ask(page, 'eth_accounts')).toEqual({ result: [second] })
    expect(await ask(page, 'eth_chainId')).toEqual({ result: `0x${network.chainId.toString(16)}` })
    await page.close()
  }
  expect(await waitingDecisions(wallet)).toBe(0)
  await expectNoDecisionWindow(wallet)
  expect(faults).toEqual([])
})

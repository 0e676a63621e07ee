import { expect, test } from './fixtures.ts'
import { openHome } from './wallet.ts'

test('an endpoint that does not answer is said, the next one takes over, and their order can be changed', async ({
  wallet,
  popup,
  network,
}) => {
  await popup.getByTestId('balance').waitFor()
  const home = await openHome(wallet, '/networks')
  const card = home.locator(`[data-chain-id="${network.chainId}"]`)
  const endpoints = card.getByTestId('endpoint')
  await expect(endpoints).toHaveAttribute('data-in-use', 'true')
  await expect(endpoints).toHaveAttribute('data-state', 'healthy')
  await card.getByRole('button', { name: 'Endpoints' }).click()
  await home.getByRole('button', { name: 'Add endpoint' }).click()
  // Nobody listens there. The network's own socket goes, so that every question takes the way over HTTP.
  await home.getByTestId('endpoint-http').nth(1).fill('http://127.0.0.1:1')
  await home.getByTestId('endpoint-socket').nth(0).fill('')
  await home.getByTestId('endpoints-save').click()
  await expect(endpoints).toHaveCount(2)
  await endpoints.nth(1).getByTestId('endpoint-up').click()
  await expect(endpoints.nth(0)).toContainText('http://127.0.0.1:1')
  await expect(endpoints.nth(0)).toHaveAttribute('data-state', 'failing')
  await expect(endpoints.nth(0)).toContainText('does not answer')
  await expect(card.getByText('Not the default, but endpoint 2 is in use now')).toBeVisible()
  // By keyboard alone, back to where it was.
  await endpoints.nth(0).getByTestId('endpoint-down').focus()
  await home.keyboard.press('Enter')
  await expect(endpoints.nth(0)).toContainText(network.rpcUrl.replace(/\/$/, ''))
  await expect(endpoints.nth(0)).toHaveAttribute('data-in-use', 'true')
})

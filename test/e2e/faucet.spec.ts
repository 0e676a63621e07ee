import { createPreviewNetwork } from '../preview-network/index.ts'
import { test as base, expect } from './fixtures.ts'
import { drip, expectPending, expectSealed } from './wallet.ts'

/** These tests want the faucet as it is: ten seconds between drips. */
const test = base.extend({
  network: [
    async ({ lifetime }, use) => {
      const network = await createPreviewNetwork()
      lifetime.onEnd(() => network.stop())
      await use(network)
    },
    { scope: 'worker' },
  ],
})
const dripWei = 10n ** 17n
// The faucet knows callers by their address, so these take turns.
test.describe.configure({ mode: 'serial' })

test('one tap brings test money: shown as pre-confirmed, then as sealed, with the cooldown counting down', async ({
  popup,
}) => {
  await drip(popup)
  await expect(popup.getByTestId('faucet-drip')).toHaveAttribute('aria-disabled', 'true')
  await expect(popup.getByTestId('faucet-drip')).toContainText(/\d/)
  await expectPending(popup, wei => wei === dripWei)
  await expectSealed(popup, wei => wei === dripWei)
  // Ten seconds after the drip it may be pressed again.
  await expect(popup.getByTestId('faucet-drip')).toHaveAttribute('aria-disabled', 'false')
})

test('a refusal is shown in the faucet’s own words, and no money is expected', async ({ popup, network }) => {
  await expect
    .poll(async () => (await askFaucet(network.faucetUrl)).status, { message: 'somebody else got a drip' })
    .toBe(200)
  await popup.getByTestId('faucet-drip').click()
  await expect(popup.getByTestId('faucet').getByRole('alert')).toContainText('IP rate limited. Try again in')
  await expect(popup.getByTestId('balance')).toHaveAttribute('data-sealed', '0x0')
})

function askFaucet(url: string): Promise<Response> {
  return fetch(`${url}/api/preview/faucet/drip`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: '0x00000000000000000000000000000000000000aa' }),
  })
}

import { expect, test } from './fixtures.ts'
import { call, connectedShop } from './shop.ts'
import { approve, decisionWindow, killWorker, openHome, reject, untilGone } from './wallet.ts'

test('after the third refusal in a row the window asks whether to mute the site, and a muted one is turned away until it is unmuted', async ({
  wallet,
  popup,
  shop,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await connectedShop(wallet, shop.url, account)
  const sign = () => call(page, { method: 'personal_sign', params: ['0x48656c6c6f', account] })
  const refuse = async () => {
    const asked = sign()
    const window = await decisionWindow(wallet)
    await reject(window)
    expect(await asked).toMatchObject({ error: { code: 4001 } })
    return window
  }

  await refuse()
  await refuse()
  const third = await refuse()
  await expect(third.getByTestId('mute-offer')).toBeVisible()

  // Closed without an answer, it is asked again with the next request.
  await third.close()
  const asked = sign()
  const fourth = await decisionWindow(wallet)
  await expect(fourth.getByTestId('decision')).toBeVisible()
  await expect(fourth.getByTestId('mute-offer')).toHaveAttribute('data-origin', new URL(shop.url).origin)
  const closed = fourth.waitForEvent('close')
  await untilGone(fourth, () => fourth.getByTestId('mute-day').click())
  expect(await asked).toMatchObject({ error: { code: -32005 } })
  await closed

  await killWorker(wallet)
  expect(await sign()).toMatchObject({ error: { code: -32005 } })
  expect(wallet.context.pages().filter(candidate => candidate.url().includes('approval.html'))).toEqual([])

  const sites = await openHome(wallet, '/sites')
  await sites.getByRole('button', { name: 'Unmute' }).click()
  await expect(sites.getByRole('button', { name: 'Mute for an hour' })).toBeVisible()
  const heard = sign()
  await approve(await decisionWindow(wallet), 'message')
  expect(await heard).toMatchObject({ result: expect.any(String) })
})

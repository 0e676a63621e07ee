import { expect, test } from 'prelude-fixtures'

test('a payment is pre-confirmed, withdrawn, and sealed in the end', async ({ wallet, network, page }) => {
  await wallet.import()
  await network.drip()
  await page.goto('/')
  await page.getByRole('button').click()
  expect((await wallet.decision()).kind).toBe('connect')
  await wallet.approve()
  expect((await wallet.decision()).effects[0].kind).toBe('pays')
  await wallet.approve()
  await expect(page.getByRole('list')).toContainText('preconfirmed')
  const hash = await page.getByRole('button').getAttribute('title')
  await network.withdraw(hash)
  await expect(page.getByRole('list')).toContainText('withdrawn', { timeout: 15_000 })
  await network.include(hash)
  await network.seal()
  await expect(page.getByRole('list')).toContainText('sealed', { timeout: 15_000 })
})

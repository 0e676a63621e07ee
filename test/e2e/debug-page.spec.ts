import { expect, test } from './fixtures.ts'
import { drip, expectSealed } from './wallet.ts'

test.use({ build: 'barriers' })

test('the debug page of a build for tests shows contexts, sockets, stores and faults as they are', async ({
  wallet,
  popup,
}) => {
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  const page = await wallet.context.newPage()
  await page.goto(wallet.address('debug.html'))
  const table = (name: string) => page.getByRole('table', { name })

  await expect(table('Contexts').getByRole('row').filter({ hasText: 'BACKGROUND' })).toHaveCount(1)
  await expect(table('Contexts').getByRole('row').filter({ hasText: 'popup.html' })).toHaveCount(1)
  await expect(table('Sockets').getByRole('row').filter({ hasText: 'Local preview' })).toContainText('open')
  await expect(table('Rows by store').getByRole('row').filter({ hasText: 'keyring' })).not.toContainText(/\D0$/)
  await expect(table('Queues').getByRole('row').filter({ hasText: 'decisions waiting' })).toContainText('0')

  await popup.evaluate(() => {
    setTimeout(() => {
      throw new RangeError('seen live')
    })
  })
  await expect(table('Faults').getByRole('row').filter({ hasText: 'RangeError' })).toHaveCount(1)
})

import { packPhishingList } from '../../lib/sites/phishing-list.ts'
import { expect, test } from './fixtures.ts'
import { call, openShop } from './shop.ts'
import { decisionWindow, killWorker, openHome, reject } from './wallet.ts'

const file = (date: string) => ({
  name: 'list.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify(
      packPhishingList({
        source: 'my own list',
        date,
        licence: 'CC0',
        hosts: ['drainer.example', 'other.example'],
        protected: [],
        allowed: [],
      }),
    ),
  ),
})

test('a newer list of fraudulent sites is loaded from a file, outlives the worker, and can be removed', async ({
  wallet,
  popup,
  shop,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const home = await openHome(wallet, '/settings')
  const card = home.getByTestId('phishing-list')
  await expect(card).toContainText('included with the wallet')
  const chooser = home.getByTestId('phishing-list-file')
  await chooser.setInputFiles(file('2001-01-01'))
  await expect(card.getByRole('alert')).toContainText('not newer')
  await chooser.setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
  await expect(card.getByRole('alert')).toContainText('not a valid list')
  await chooser.setInputFiles(file(new Date().toISOString().slice(0, 10)))
  await expect(card).toContainText('2 sites')
  await expect(card).toContainText('from your file')

  await killWorker(wallet)
  await home.reload()
  await expect(card).toContainText('my own list')

  // A site is still asked about as before.
  const page = await wallet.context.newPage()
  await openShop(page, shop.url)
  const asked = call(page, { method: 'eth_requestAccounts' })
  const decision = await decisionWindow(wallet)
  await expect(decision.getByTestId('decision')).toBeVisible()
  await expect(decision.getByText('could not be read')).toHaveCount(0)
  await reject(decision)
  expect(await asked).toMatchObject({ error: { code: 4001 } })

  await home.getByTestId('phishing-list-remove').click()
  await expect(card).toContainText('included with the wallet')
})

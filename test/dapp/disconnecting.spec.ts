import { getAddress } from 'viem/utils'
import { openHome } from '../e2e/wallet.ts'
import { expect, openConnected, test } from './fixtures.ts'
import { heard, resultOf } from './page.ts'

test('the person takes back what sites see, of one and then of all, and every page is told', { tag: '@short' }, async ({
  wallet,
  dapp,
  site,
  funded,
}) => {
  const second = await openConnected(wallet, site.at('/', 'second.localhost'))
  const third = await openConnected(wallet, site.at('/', 'third.localhost'))
  const pages = [dapp, second, third]
  for (const page of pages) expect(await resultOf(page, 'eth_accounts')).toEqual([funded])

  // The popup knows the site in front of its window. A popup in a tab is the nearest to the toolbar's.
  const popup = await wallet.context.newPage()
  await popup.goto(wallet.address('popup.html'))
  await third.bringToFront()
  await popup.reload()
  await expect(popup.getByTestId('site-bar')).toContainText('third.localhost')
  await popup.getByTestId('site-bar').click()
  await popup.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(popup.getByTestId('site-bar')).toBeHidden()
  await popup.close()
  await expect.poll(async () => (await heard(third, 'accountsChanged')).at(-1)).toEqual([])
  expect(await resultOf(second, 'eth_accounts')).toEqual([funded])

  const home = await openHome(wallet, '/sites')
  await home.getByTestId('sites-disconnect-all').click()
  const dialog = home.getByRole('dialog')
  await expect(dialog).toContainText('2 sites will no longer see your accounts')
  // Nothing happens before the second look.
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await resultOf(second, 'eth_accounts')).toEqual([funded])
  await home.getByTestId('sites-disconnect-all').click()
  await dialog.getByTestId('sites-disconnect-now').click()
  await expect(dialog).toBeHidden()
  for (const page of pages) {
    await expect.poll(async () => (await heard(page, 'accountsChanged')).at(-1)).toEqual([])
    expect(await resultOf(page, 'eth_accounts')).toEqual([])
  }
  await expect(home.getByTestId('sites-disconnect-all')).toBeHidden()
})

test('an account that is removed leaves every site that saw it, and is not connected when it comes back', async ({
  wallet,
  dapp,
  site,
  funded,
}) => {
  const home = await openHome(wallet, '/accounts')
  await home.getByTestId('account-add').click()
  const rows = home.getByTestId('account')
  await expect(rows).toHaveCount(2)
  const added = getAddress((await rows.last().getAttribute('data-address')) ?? '')
  const both = await openConnected(wallet, site.at('/', 'second.localhost'))
  const seen = [added, funded]
  await expect.poll(async () => (await resultOf(both, 'eth_accounts')) as string[]).toContain(added)
  await rows.last().getByTestId('account-remove').click()
  await home.getByTestId('account-remove-now').click()
  await expect(rows).toHaveCount(1)
  await expect.poll(() => resultOf(both, 'eth_accounts')).not.toContain(added)
  expect(await resultOf(dapp, 'eth_accounts')).toEqual([funded])
  await home.getByTestId('account-add').click()
  await expect(rows).toHaveCount(2)
  expect(await rows.last().getAttribute('data-address')).toBe(added.toLowerCase())
  for (const page of [dapp, both]) expect(await resultOf(page, 'eth_accounts')).not.toContain(seen[0])
})

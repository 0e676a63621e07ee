import type { Page } from '@playwright/test'
import { getAddress } from 'viem/utils'
import { startSite } from '../dapp/site.ts'
import { expect, test } from './fixtures.ts'
import { openShop } from './shop.ts'
import { approve, decisionWindow, openHome } from './wallet.ts'

/** Looks for the wallet as a site does that knows MetaMask only. */
const look = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = []
    window.addEventListener('eip6963:announceProvider', event =>
      names.push((event as unknown as { detail: { info: { rdns: string } } }).detail.info.rdns),
    )
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    const found = (window as unknown as { ethereum?: { isMetaMask?: boolean } }).ethereum
    return { isMetaMask: found?.isMetaMask ?? false, names: names.sort() }
  })

test('the wallet shows itself as another one on the site where the person wants it, and nowhere else', async ({
  wallet,
  popup,
  shop,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await wallet.context.newPage()
  await openShop(page, shop.url)
  expect(await look(page)).toEqual({ isMetaMask: false, names: ['wallet.prelude'] })

  const home = await openHome(wallet, '/sites')
  await home.getByTestId('pose-origin').fill(shop.url)
  await home.getByTestId('pose-add').click()
  const item = home.locator(`[data-origin="${new URL(shop.url).origin}"]`)
  await expect(item.getByTestId('pose')).toBeChecked()
  // The browser has the script a moment after the switch is on.
  const registered = () =>
    home.evaluate(async () => (await chrome.scripting.getRegisteredContentScripts({ ids: ['pose-port'] })).length)
  await expect.poll(registered).toBe(1)

  await openShop(page, shop.url)
  await expect
    .poll(() => look(page), { message: 'on a port of its own the worker is asked first' })
    .toEqual({ isMetaMask: true, names: ['io.metamask', 'wallet.prelude'] })
  const asked = page.evaluate(() =>
    (window as unknown as { ethereum: { request(call: unknown): Promise<unknown> } }).ethereum.request({
      method: 'eth_requestAccounts',
    }),
  )
  await approve(await decisionWindow(wallet), 'connect')
  expect(await asked).toEqual([getAddress(account)])

  const elsewhere = await wallet.context.newPage()
  await openShop(elsewhere, shop.url.replace('127.0.0.1', 'localhost'))
  expect(await look(elsewhere)).toEqual({ isMetaMask: false, names: ['wallet.prelude'] })
  // Another port of the same host, which the pattern of the registered script covers.
  const site = await startSite()
  await elsewhere.goto(site.at())
  await elsewhere.evaluate(() =>
    (window as unknown as { ethereum: { request(call: unknown): Promise<unknown> } }).ethereum.request({
      method: 'prelude_isPosing',
    }),
  )
  expect(await look(elsewhere)).toEqual({ isMetaMask: false, names: ['wallet.prelude'] })
  await site.close()

  // The switch stays through the connection, and is taken back with one click.
  await expect(item.getByTestId('pose')).toBeChecked()
  await item.getByTestId('pose').click()
  await expect(item.getByTestId('pose')).toHaveCount(0)
  await openShop(page, shop.url)
  expect(await look(page)).toEqual({ isMetaMask: false, names: ['wallet.prelude'] })
})

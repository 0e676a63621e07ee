import type { Page } from '@playwright/test'
import { decisionWindow, reject } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { consent, expectPayment, fetched, fund, switchedOn } from './paying.ts'

function requested(
  page: Page,
  method: string,
  url: string,
  body: string | null,
): Promise<{ status: number; body: string; events: string[] }> {
  return page.evaluate(
    ([verb, address, content]) =>
      new Promise(resolve => {
        const request = new XMLHttpRequest()
        const events: string[] = []
        for (const name of ['readystatechange', 'load', 'loadend', 'error'])
          request.addEventListener(name, () => events.push(`${name} ${request.readyState} ${request.status}`))
        request.onloadend = () => resolve({ status: request.status, body: request.responseText, events })
        request.open(verb, address)
        if (content !== null) request.setRequestHeader('content-type', 'application/json')
        request.send(content)
      }),
    [method, url, body] as const,
  )
}

test('a page’s own fetch gets the paid answer as the answer of its first call', {
  tag: ['@short', '@firefox'],
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url)
  const answer = fetched(page, '/api/beans')
  await consent(wallet)
  expect(await answer).toEqual({
    status: 200,
    body: JSON.stringify({ beans: ['First Light', 'Harbour', 'Night Shift'] }),
  })
  await expectPayment(popup, `${shop.url}/api/beans`, 'delivered')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 10_000n }])
})

test('method and body of a fetch are kept', async ({ wallet, popup, shop }) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url)
  const order = { beans: 'Harbour', grams: 250 }
  const headers = { 'content-type': 'application/json' }
  const answer = fetched(page, '/api/roast', { method: 'POST', body: JSON.stringify(order), headers })
  await consent(wallet)
  expect(await answer).toEqual({ status: 200, body: JSON.stringify({ roasted: order }) })
})

test('an XMLHttpRequest gets the paid answer, and none of its listeners saw the 402', async ({
  wallet,
  popup,
  shop,
}) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url)
  const answer = requested(page, 'POST', '/api/roast', '{"beans":"Harbour"}')
  await consent(wallet)
  const { status, body, events } = await answer
  expect({ status, body }).toEqual({ status: 200, body: '{"roasted":{"beans":"Harbour"}}' })
  expect(events.filter(event => event.endsWith(' 402'))).toEqual([])
  expect(events.filter(event => event.startsWith('load'))).toEqual(['load 4 200', 'loadend 4 200'])
})

test('an XMLHttpRequest that wants JSON is paid for, whose terms are in the body (version 1)', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url)
  const answer = page.evaluate(
    () =>
      new Promise<{ status: number }>(resolve => {
        const request = new XMLHttpRequest()
        request.responseType = 'json'
        request.onloadend = () => resolve({ status: request.status })
        request.open('GET', '/articles/v1')
        request.send()
      }),
  )
  await consent(wallet)
  expect((await answer).status).toBe(200)
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 10_000n }])
})

test('a rejected request gets the original 402', async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url)
  const byFetch = fetched(page, '/api/beans')
  await reject(await decisionWindow(wallet))
  expect((await byFetch).status).toBe(402)
  const byXhr = requested(page, 'GET', '/api/beans', null)
  await reject(await decisionWindow(wallet))
  expect((await byXhr).status).toBe(402)
  expect(await chain.transfersFrom(account)).toEqual([])
})

test('a site that is not switched on gets nothing repeated', async ({ wallet, popup, shop }) => {
  await fund(popup)
  const page = await wallet.context.newPage()
  await page.goto(shop.url)
  expect((await fetched(page, '/api/beans')).status).toBe(402)
})

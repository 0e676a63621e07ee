import { approve, decisionWindow } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { fetched, fund, payments, switchedOn } from './paying.ts'

/** A page gives its own request up before it is answered: by a timeout, by leaving a view, by a new search. */

const price = 10_000n

test('a fetch that is aborted while the person decides fails at once; the next one gets the payment', {
  tag: ['@short', '@firefox'],
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url, '/playground')
  const started = await page.evaluateHandle(() => {
    const controller = new AbortController()
    const outcome = fetch('/api/beans', { signal: controller.signal }).then(
      ({ status }) => status,
      (error: Error) => error.name,
    )
    return { controller, outcome }
  })
  const asked = await decisionWindow(wallet)
  const outcome = started.evaluate(({ controller, outcome }) => {
    controller.abort()
    return outcome
  })
  expect(await outcome).toBe('AbortError')
  await approve(asked, 'payment')
  await expect
    .poll(async () => (await payments(popup)).map(({ state, attempts }) => [state, attempts]))
    .toEqual([['sent', 1]])

  expect((await fetched(page, '/api/beans')).status).toBe(200)
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
  await expect.poll(async () => (await payments(popup)).map(({ state }) => state)).toEqual(['delivered'])
})

test('an XMLHttpRequest that is aborted while the person decides says so at once, and nothing after that', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url, '/playground')
  const started = await page.evaluateHandle(() => {
    const request = new XMLHttpRequest()
    const heard: unknown[] = []
    for (const name of ['load', 'error', 'abort', 'timeout', 'loadend'])
      request.addEventListener(name, () => heard.push([name, request.status]))
    request.open('GET', '/api/beans')
    request.send()
    return { request, heard }
  })
  const asked = await decisionWindow(wallet)
  const heard = () => started.evaluate(({ heard }) => heard)
  expect(await heard()).toEqual([])
  await started.evaluate(({ request }) => request.abort())
  const ends = [
    ['abort', 0],
    ['loadend', 0],
  ]
  expect(await heard()).toEqual(ends)
  await approve(asked, 'payment')
  await expect
    .poll(async () => (await payments(popup)).map(({ state, attempts }) => [state, attempts]))
    .toEqual([['sent', 1]])
  expect(await heard()).toEqual(ends)

  // The same object again, as pages use it.
  const again = started.evaluate(
    ({ request }) =>
      new Promise(resolve => {
        request.addEventListener('load', () => resolve([request.status, request.responseText]))
        request.open('GET', '/api/beans')
        request.send()
      }),
  )
  expect(await again).toEqual([200, expect.stringContaining('First Light')])
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

for (const way of ['fetch', 'XMLHttpRequest'] as const)
  test(`a paid request that is aborted on its way is paid with the same payment by the next one (${way})`, async ({
    wallet,
    popup,
    shop,
    chain,
    account,
  }) => {
    await fund(popup)
    const { hostile } = shop
    hostile.linger()
    const before = hostile.paymentsTo('slow').length
    const sent = () => hostile.paymentsTo('slow').slice(before)
    const page = await switchedOn(wallet, hostile.url)
    const slow = hostile.address('slow')
    const started = await page.evaluateHandle(
      ([address, how]) => {
        const heard: unknown[] = []
        if (how === 'fetch') {
          const controller = new AbortController()
          void fetch(address, { signal: controller.signal }).catch((error: Error) => heard.push(error.name))
          return { heard, abort: () => controller.abort() }
        }
        const request = new XMLHttpRequest()
        for (const name of ['load', 'error', 'abort', 'loadend']) request.addEventListener(name, () => heard.push(name))
        request.open('GET', address)
        request.send()
        return { heard, abort: () => request.abort() }
      },
      [slow, way] as const,
    )
    await approve(await decisionWindow(wallet), 'payment')
    await expect.poll(() => sent().length).toBe(1)
    await started.evaluate(({ abort }) => abort())
    await expect
      .poll(() => started.evaluate(({ heard }) => heard))
      .toEqual(way === 'fetch' ? ['AbortError'] : ['abort', 'loadend'])

    hostile.hurry()
    expect((await fetched(page, slow)).status).toBe(200)
    expect(new Set(sent()).size).toBe(1)
    expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
    await expect.poll(async () => (await payments(popup)).map(({ state }) => state)).toEqual(['delivered'])
  })

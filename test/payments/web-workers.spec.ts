import type { Page } from '@playwright/test'
import type { Launched } from '../commands/extension.ts'
import { approve, decisionWindow } from '../e2e/wallet.ts'
import { startsNestedWorkers } from '../firefox/launch.ts'
import { workerPolicies } from '../shop/worker-pages.ts'
import { expect, test } from './fixtures.ts'
import { consentFromNowOn, fund, payments, switchedOn, visit } from './paying.ts'

/** Requests that a page's web workers make themselves, on a site where payments are switched on. */

const price = 10_000n

/** Runs the function `probe` of the page, which lists the observable behaviour of its workers. */
async function probe(wallet: Launched, page: Page): Promise<unknown> {
  await page.waitForFunction(() => 'probe' in window)
  return page.evaluate(`probe(${startsNestedWorkers(wallet)})`)
}

for (const policy of [null, ...Object.keys(workerPolicies)])
  test(`workers of a page ${policy === null ? 'without a policy' : `with a ${policy} policy`} run as in a browser without the wallet`, {
    tag: policy === null ? ['@short', '@firefox'] : [],
  }, async ({ wallet, popup, shop }) => {
    await expect(popup.getByTestId('balance')).toBeVisible()
    const path = `/workers/probe${policy === null ? '' : `?policy=${policy}`}`
    const before = await visit(wallet, shop.url + path)
    const expected = await probe(wallet, before)
    await before.close()
    const page = await switchedOn(wallet, shop.url, path)
    expect(await probe(wallet, page)).toEqual(expected)
  })

test('what web workers ask for themselves is paid: classic, module, from a blob, nested', {
  tag: ['@short', '@firefox'],
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url, '/workers/probe')
  const isNesting = startsNestedWorkers(wallet)
  const answers = page.evaluate(async isNesting => {
    /** The worker's first message that is a list. */
    const told = (worker: Worker) =>
      new Promise<unknown>(resolve =>
        worker.addEventListener('message', ({ data }) => {
          if (Array.isArray(data) && typeof data[0] === 'number') resolve(data)
        }),
      )
    const asked = (worker: Worker, message: unknown) => {
      worker.postMessage(message)
      return told(worker)
    }
    const code = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
    const blob = code(`fetch('${location.origin}/api/beans?blob').then(async answer =>
      postMessage([answer.status, answer.url, await answer.text()]))`)
    const nesting = code(`const nested = new Worker('${location.origin}/workers/nested.js')
      nested.onmessage = ({ data }) => postMessage(data)
      nested.postMessage('../api/beans?nested')`)
    const first = await asked(new Worker('/workers/classic.js'), 'pay')
    const fromBlob = new Worker(blob)
    URL.revokeObjectURL(blob)
    const others = [
      asked(new Worker('/workers/module.js', { type: 'module' }), 'pay'),
      told(fromBlob),
      ...(isNesting ? [told(new Worker(nesting))] : []),
    ]
    return [first, ...(await Promise.all(others))]
  }, isNesting)
  await consentFromNowOn(wallet)
  const beans = expect.stringContaining('First Light')
  const queries = ['', '', '?blob', ...(isNesting ? ['?nested'] : [])]
  expect(await answers).toEqual(
    queries.map(query => [200, expect.stringContaining(`${shop.url}/api/beans${query}`), beans]),
  )
  const paid = { to: shop.merchant.toLowerCase(), value: price }
  expect(await chain.transfersFrom(account)).toEqual(queries.map(() => paid))
  await expect
    .poll(async () => (await payments(popup)).map(({ state }) => state))
    .toEqual(queries.map(() => 'delivered'))
})

test('a page and its worker as a bundler made them: its calls are paid', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url, '/workers/bundled')
  await page.waitForFunction(() => 'readMany' in window)
  const first = page.evaluate("read('/api/beans')")
  await consentFromNowOn(wallet)
  expect(await first).toEqual([200, expect.stringContaining('First Light')])
  const many = page.evaluate("readMany(['/api/beans?a', '/articles', '/api/beans?b'])")
  expect(await many).toEqual([200, 200, 200])
  const paid = { to: shop.merchant.toLowerCase(), value: price }
  expect(await chain.transfersFrom(account)).toEqual([paid, paid, paid])
})

test('a worker that is ended while the person decides is charged nothing; the next one gets the payment', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url, '/workers/probe')
  const worker = await page.evaluateHandle(() => {
    const worker = new Worker('/workers/classic.js')
    worker.postMessage('pay')
    return worker
  })
  const asked = await decisionWindow(wallet)
  await worker.evaluate(ended => ended.terminate())
  await approve(asked, 'payment')
  await expect.poll(async () => (await payments(popup)).map(({ state }) => state)).toEqual(['sent'])
  expect(await chain.transfersFrom(account)).toEqual([])

  const answer = page.evaluate(
    () =>
      new Promise(resolve => {
        const worker = new Worker('/workers/classic.js')
        worker.addEventListener('message', ({ data }) => {
          if (Array.isArray(data)) resolve(data[0])
        })
        worker.postMessage('pay')
      }),
  )
  expect(await answer).toBe(200)
  await expect.poll(async () => (await payments(popup)).map(({ state }) => state)).toEqual(['delivered'])
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ShopFixture, startShopFixture } from './shop-fixture.ts'

let fixture: ShopFixture

beforeAll(async () => {
  fixture = await startShopFixture()
})
afterAll(() => fixture.stop())

const read = async (path: string) => {
  const response = await fetch(`${fixture.shop.url}${path}`)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

it('every link of the menu leads to a page, and every page has its scripts and styles', async () => {
  const menu = [...(await read('/')).text.matchAll(/<a href="(\/[a-z]*)"/g)].map(([, path = '']) => path)
  expect(menu).toEqual(['/', '/articles', '/playground', '/subscription', '/checkout', '/refunds'])
  for (const path of menu) {
    const page = await read(path)
    expect(page).toMatchObject({ status: 200, type: 'text/html; charset=UTF-8' })
    expect(page.text).toContain(`<a href="${path}" aria-current="page">`)
    for (const [, style = ''] of page.text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g))
      expect(await read(style)).toMatchObject({ status: 200, type: 'text/css; charset=utf-8' })
    for (const [, script = ''] of page.text.matchAll(/<script type="module" src="([^"]+)"/g))
      expect(await read(script)).toMatchObject({
        status: 200,
        type: 'text/javascript; charset=utf-8',
        text: expect.not.stringMatching(/^import |\bimport\(/m),
      })
  }
})

it('the page that pays brings the published client of HTTP 402', async () => {
  expect((await read('/scripts/playground.js')).text).toContain('PAYMENT-SIGNATURE')
})

it('there is nothing else to be had', async () => {
  expect((await read('/scripts/../server.ts')).status).toBe(404)
  expect((await read('/scripts/unknown.js')).status).toBe(404)
  expect((await read('/nothing')).status).toBe(404)
})

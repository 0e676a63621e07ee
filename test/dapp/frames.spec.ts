import type { Frame, Page } from '@playwright/test'
import { approve, decisionWindow, expectNoDecisionWindow } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { ask, meet, resultOf } from './page.ts'
import type { Site } from './site.ts'

/** Adds a frame to the page; resolves when it has loaded. */
async function addFrame(page: Page, attributes: Record<string, string>): Promise<Frame> {
  const element = await page.evaluateHandle(
    given =>
      new Promise<HTMLIFrameElement>(resolve => {
        const frame = document.createElement('iframe')
        for (const [name, value] of Object.entries(given)) frame.setAttribute(name, value)
        frame.addEventListener('load', () => resolve(frame), { once: true })
        document.body.append(frame)
      }),
    attributes,
  )
  const frame = await element.contentFrame()
  if (frame === null) throw new Error('there is a frame')
  return frame
}

/** What a script in the frame finds of any wallet, however it looks. */
function sightings(frame: Frame): Promise<string[]> {
  return frame.evaluate(async () => {
    const seen: string[] = []
    for (const event of ['eip6963:announceProvider', 'prelude:offer', 'prelude:ask', 'ethereum#initialized'])
      window.addEventListener(event, () => seen.push(event))
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    // What would stand in for the page's end of the channel, if there were a bridge to take it.
    const node = document.createElement('i')
    if (!window.dispatchEvent(new FocusEvent('prelude:offer', { relatedTarget: node, cancelable: true })))
      seen.push('a bridge that took the node')
    // Nothing is expected, so no event says that it is over: whoever listens has answered after a frame and a task.
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
    if ('ethereum' in window) seen.push('window.ethereum')
    return seen.filter(name => name !== 'prelude:offer')
  })
}

const frameless = (site: Site): Record<string, Record<string, string>> => ({
  'a sandboxed frame, whose origin is "null"': { src: site.at(), sandbox: 'allow-scripts' },
  'a sandboxed frame of another site': { src: site.at('/', 'other.localhost'), sandbox: 'allow-scripts' },
  'a srcdoc frame': { srcdoc: '<p>inline</p>' },
  'a sandboxed srcdoc frame': { srcdoc: '<p>inline</p>', sandbox: 'allow-scripts' },
  'an about:blank frame': { src: 'about:blank' },
  'a data: frame': { src: 'data:text/html,<p>data</p>' },
})

test('frames without a grantable origin do not see the wallet; a frame of the same site does', {
  tag: '@short',
}, async ({ wallet, dapp, site, funded }) => {
  for (const [what, attributes] of Object.entries(frameless(site)))
    expect.soft(await sightings(await addFrame(dapp, attributes)), what).toEqual([])
  const blob = await dapp.evaluate(() => URL.createObjectURL(new Blob(['<p>blob</p>'], { type: 'text/html' })))
  expect.soft(await sightings(await addFrame(dapp, { src: blob })), 'a blob: frame').toEqual([])
  await expectNoDecisionWindow(wallet)

  const own = await addFrame(dapp, { src: site.at() })
  await meet(own)
  expect(await resultOf(own, 'eth_accounts'), 'a frame of the same site is the site').toEqual([funded])
})

test('a frame of another site is that site: both are named, and what one is given the other is not', {
  tag: '@short',
}, async ({ wallet, site, funded }) => {
  const page = await wallet.context.newPage()
  await page.goto(site.at())
  await meet(page)
  const frame = await addFrame(page, { src: site.at('/', 'other.localhost') })
  await meet(frame)
  expect(await resultOf(frame, 'eth_accounts')).toEqual([])
  const asking = ask(frame, 'eth_requestAccounts')
  const decision = await decisionWindow(wallet)
  await expect(decision.getByTestId('decision')).toContainText('other.localhost')
  await expect(decision.getByTestId('decision')).toContainText('127.0.0.1')
  await approve(decision, 'connect')
  expect(await asking).toEqual({ result: [funded] })
  expect(await resultOf(page, 'eth_accounts')).toEqual([])
  expect(await ask(page, 'personal_sign', ['0x00', funded])).toMatchObject({ error: { code: 4100 } })
})

test('a decision ends with the frame that asked for it', async ({ wallet, dapp, site, funded }) => {
  const frame = await addFrame(dapp, { src: site.at() })
  await meet(frame)
  await frame.evaluate(account => {
    void window.met.provider.request({ method: 'personal_sign', params: ['0x00', account] })
  }, funded)
  const decision = await decisionWindow(wallet)
  const closed = decision.waitForEvent('close')
  await dapp.evaluate(() => document.querySelector('iframe')?.remove())
  await closed
  expect(await resultOf(dapp, 'eth_accounts')).toEqual([funded])
})

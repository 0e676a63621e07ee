import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openHome, workerOf } from './wallet.ts'

/**
 * The policy of the extension's own pages, by what it must refuse. That the pages themselves stay within it is checked
 * after every test, by the fixture of the wallet.
 */
const refused: Record<string, string> = {
  'markup from text': 'document.createElement("div").innerHTML = "<b>x</b>"',
  'markup from text, as a fragment': 'document.createRange().createContextualFragment("<b>x</b>")',
  'markup parsed apart': 'new DOMParser().parseFromString("<b>x</b>", "text/html")',
  'code from text': 'eval("1")',
  'a function from text': 'new Function("return 1")',
  'a timer with text': 'setTimeout("1", 0)',
  'a script with text': 'document.createElement("script").text = "1"',
  'a script by its address': 'document.createElement("script").src = "/background.js"',
  'a worker by its address': 'new Worker("/background.js")',
  'a policy that lets all through': 'trustedTypes.createPolicy("mine", { createHTML: text => text })',
}

/** The name of the error that a statement ends with when a page's own code runs it. */
async function nameOfError(page: Page, statement: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page)
  const expression = `(() => { try { ${statement}; return 'nothing' } catch (error) { return error.name } })()`
  const { result } = await session.send('Runtime.evaluate', { expression, allowUnsafeEvalBlockedByCSP: false })
  await session.detach()
  return result.value
}

test('our pages make neither markup nor code of text', async ({ wallet, popup }) => {
  const home = await openHome(wallet, '/settings')
  for (const page of [popup, home])
    for (const [what, statement] of Object.entries(refused))
      expect(['TypeError', 'EvalError'], what).toContain(await nameOfError(page, statement))
  expect(wallet.violations.splice(0)).not.toEqual([])
})

test('our pages take no style from markup, and show and frame nothing from elsewhere', async ({
  wallet,
  home,
  shop,
}) => {
  await home.getByTestId('first-run-create').waitFor()
  const seen = await home.evaluate(async elsewhere => {
    const directives = new Set<string>()
    const allRefused = new Promise<void>(resolve => {
      document.addEventListener('securitypolicyviolation', event => {
        directives.add(event.effectiveDirective)
        if (directives.size === 4) resolve()
      })
    })
    const element = document.createElement('div')
    element.setAttribute('style', 'color: red')
    const sheet = document.createElement('style')
    sheet.append('body { color: red }')
    const image = document.createElement('img')
    image.src = `${elsewhere}/pixel.png`
    const frame = document.createElement('iframe')
    frame.src = elsewhere
    document.body.append(element, sheet, image, frame)
    await allRefused
    return { directives: [...directives].sort(), color: getComputedStyle(element).color }
  }, shop.url)
  expect(seen.directives).toEqual(['frame-src', 'img-src', 'style-src-attr', 'style-src-elem'])
  expect(seen.color).not.toBe('rgb(255, 0, 0)')
  expect(wallet.violations.splice(0)).not.toEqual([])
})

test('the worker takes no other script than its own', async ({ wallet, home }) => {
  await home.getByTestId('first-run-create').waitFor()
  const worker = await workerOf(wallet)
  const answers = await worker.evaluate(() => {
    const nameOf = (act: () => void) => {
      try {
        act()
        return 'nothing'
      } catch (error) {
        return error instanceof Error ? error.name : 'none'
      }
    }
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown }
    }
    return [
      nameOf(() => (globalThis as unknown as { importScripts(path: string): void }).importScripts('/payments.js')),
      nameOf(() => trustedTypes.createPolicy('mine', { createScriptURL: (path: string) => path })),
    ]
  })
  expect(answers).toEqual(['TypeError', 'TypeError'])
})

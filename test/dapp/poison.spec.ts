import { expect, test } from './fixtures.ts'

/**
 * A script that spoils what every script in the page uses. What it keeps for itself it took before. What the spoilt
 * functions are given is kept, to see what leaks.
 */
const poison = `
  const leaks = target.leaks = []
  const define = target.Object.defineProperty
  const hostile = name => function () {
    for (let index = 0; index < arguments.length; index++) leaks[leaks.length] = name
    throw new TypeError('spoilt ' + name)
  }
  const spoil = (owner, words) => {
    const names = words.split(' ')
    for (let index = 0; index < names.length; index++) owner[names[index]] = hostile(names[index])
  }
  const inherited = 'toJSON then get set value writable enumerable code data detail relatedTarget id method params next once listener result error'.split(' ')
  target.crypto.randomUUID = () => '00000000-0000-4000-8000-000000000000'
  spoil(target.Map.prototype, 'get set has delete forEach')
  spoil(target.Promise.prototype, 'then catch finally')
  spoil(target.EventTarget.prototype, 'dispatchEvent addEventListener removeEventListener')
  spoil(target.Function.prototype, 'call apply bind')
  spoil(target.JSON, 'parse stringify')
  spoil(target.Reflect, 'apply get ownKeys getOwnPropertyDescriptor defineProperty')
  spoil(target.Object, 'keys entries create freeze defineProperty assign')
  spoil(target.Array, 'isArray from of')
  spoil(target, constructors + 'postMessage reportError')
  spoil(target.Array.prototype, 'map forEach push pop shift slice join filter includes indexOf concat toJSON')
  spoil(target.String.prototype, 'slice replaceAll split')
  target.Array.prototype[Symbol.iterator] = hostile('iterator')
  for (let index = 0; index < inherited.length; index++) {
    const name = inherited[index]
    define(target.Object.prototype, name, {
      __proto__: null,
      configurable: true,
      get: () => name === 'then' || name === 'toJSON' ? hostile(name) : 'spoilt',
      set(value) {
        define(this, name, { __proto__: null, value, configurable: true, writable: true, enumerable: true })
      },
    })
  }
`

/**
 * Uses the provider with callbacks, which is what is left in such a page, and writes what came where a test can read
 * it.
 */
const use = `
  const told = document.documentElement.dataset
  const say = (name, error, response) => { told[name] = error ? 'error ' + error.code + ' ' + error.message : String(response.result) }
  provider.sendAsync({ id: 1, method: 'eth_chainId' }, (error, response) => {
    say('chain', error, response)
    provider.sendAsync({ id: 2, method: 'eth_getBalance', params: ['0x00000000000000000000000000000000000000aa', 'latest'] }, (error, response) => {
      say('balance', error, response)
      provider.sendAsync({ id: 3, method: 'eth_sign', params: [] }, (error, response) => {
        say('refused', error, response)
        told.leaks = leaks.length
      })
    })
  })
`

const page = (script: string) =>
  `<!doctype html><html lang="en"><title>Spoilt</title><body><script>${script}</script></body></html>`

/** Found the way pages find it. */
const find = `
  let provider
  window.addEventListener('eip6963:announceProvider', event => { provider = event.detail.provider })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
`

test('a page that spoils every prototype after the wallet came is answered all the same, and learns nothing', {
  tag: '@short',
}, async ({ wallet, popup, site, network }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  site.put(
    '/spoilt.html',
    page(
      `${find}; (() => { const target = window; const constructors = 'Promise CustomEvent MouseEvent Event Error Map '; ${poison}; ${use} })()`,
    ),
  )
  const opened = await wallet.context.newPage()
  const faults: string[] = []
  opened.on('pageerror', error => faults.push(error.message))
  await opened.goto(site.at('/spoilt.html'))
  const html = opened.locator('html')
  await expect(html).toHaveAttribute('data-refused', /^error 4200 /)
  await expect(html).toHaveAttribute('data-chain', `0x${network.chainId.toString(16)}`)
  await expect(html).toHaveAttribute('data-balance', /^0x[0-9a-f]+$/)
  // Not one call of the content scripts went through what the page had altered.
  await expect(html).toHaveAttribute('data-leaks', '0')
  expect(faults).toEqual([])
})

test('a page that spoils a frame of its own before the wallet comes to it breaks nothing but that frame', async ({
  wallet,
  popup,
  site,
  network,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  site.put(
    '/inner.html',
    page(
      `const provider = window.ethereum; if (provider) { const leaks = []; ${use} } else document.documentElement.dataset.chain = 'none'`,
    ),
  )
  site.put(
    '/outer.html',
    page(`${find}
      const frame = document.createElement('iframe')
      frame.src = '/inner.html'
      document.body.append(frame)
      // Without its constructors the browser itself would end the page.
      ;(target => { const constructors = ''; ${poison} })(frame.contentWindow)
      frame.addEventListener('load', () => { const leaks = []; ${use} })`),
  )
  const opened = await wallet.context.newPage()
  await opened.goto(site.at('/outer.html'))
  const html = opened.locator('html')
  await expect(html).toHaveAttribute('data-refused', /^error 4200 /)
  await expect(html).toHaveAttribute('data-chain', `0x${network.chainId.toString(16)}`)
  // Inside: nothing, or the truth.
  await expect(opened.frameLocator('iframe').locator('html')).toHaveAttribute(
    'data-chain',
    new RegExp(`^(?:none|0x${network.chainId.toString(16)})$`),
  )
})

test('answers and requests that a page forges change nothing', { tag: '@short' }, async ({ dapp, funded, network }) => {
  const outcome = await dapp.evaluate(async account => {
    const { provider, heard } = window.met
    const before = heard.length
    // The words of the channel, in every way a page can say them.
    const forged = [
      ['state', '0x1', ['0x00000000000000000000000000000000000000ee']],
      ['gone'],
      ['message', { type: 'eth_subscription', data: {} }],
      ['result', '00000000-0000-4000-8000-000000000000', 'forged'],
    ]
    const node = document.createElement('i')
    // A node that the page offers is not taken in place of the right one; nor does anybody answer on it.
    let taken = false
    const say = () => {
      for (const text of forged.map(frame => JSON.stringify(frame)))
        for (const name of ['p', 'b', 'prelude:ask', 'prelude:offer', 'prelude:wake', 'message'])
          for (const target of [window, document, document.documentElement, node])
            target.dispatchEvent(new CustomEvent(name, { detail: text }))
      const offer = new FocusEvent('prelude:offer', { relatedTarget: node, cancelable: true })
      if (!window.dispatchEvent(offer)) taken = true
      for (const frame of forged) window.postMessage(frame, '*')
      window.postMessage({ target: 'prelude', kind: 'result', id: 1, result: 'forged' }, '*')
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: null }))
    }
    const requests = [
      { method: 'eth_chainId' },
      { method: 'eth_accounts' },
      { method: 'approval.approve', params: [{ id: 'x' }] },
      { method: 'vault.reveal-phrase', params: [{ password: 'x' }] },
    ].map(request =>
      provider.request(request).then(
        result => ({ result }),
        (error: { code: number }) => ({ code: error.code }),
      ),
    )
    say()
    const answers = await Promise.all(requests)
    say()
    return { answers, taken, heard: heard.length - before, account }
  }, funded)
  expect(outcome).toEqual({
    answers: [
      { result: `0x${network.chainId.toString(16)}` },
      { result: [funded] },
      { code: -32601 },
      { code: -32601 },
    ],
    taken: false,
    heard: 0,
    account: funded,
  })
})

test('what cannot be written as JSON, or lies about itself, is a clear error and never an exception', async ({
  dapp,
  funded,
  network,
}) => {
  const answers = await dapp.evaluate(async account => {
    const { provider } = window.met
    const circle: unknown[] = []
    circle.push(circle)
    const requests: Record<string, () => unknown> = {
      'a bigint': () => ({ method: 'eth_call', params: [1n] }),
      'a list that holds itself': () => ({ method: 'eth_call', params: circle }),
      'a member that throws': () => ({
        method: 'eth_call',
        params: [
          {
            get to() {
              throw new Error('mine')
            },
          },
        ],
      }),
      'a method that throws': () => ({
        get method() {
          throw new Error('mine')
        },
      }),
      'a proxy that throws': () =>
        new Proxy(
          {},
          {
            get() {
              throw new Error('mine')
            },
          },
        ),
      'a toJSON that throws': () => ({
        method: 'eth_call',
        params: [
          {
            toJSON() {
              throw new Error('mine')
            },
          },
        ],
      }),
      'a symbol for a method': () => ({ method: Symbol('eth_accounts') }),
      'a function for a method': () => ({ method: () => 'eth_accounts' }),
      'a list for a request': () => ['eth_accounts'],
      nothing: () => undefined,
      'a number': () => 5,
      'another method at the second look': () => {
        let looks = 0
        return {
          get method() {
            looks++
            return looks === 1 ? 'eth_chainId' : 'eth_sendTransaction'
          },
        }
      },
      'an amount that is another at the second look': () => {
        let looks = 0
        return {
          method: 'personal_ecRecover',
          params: [
            {
              toJSON: () => {
                looks++
                return looks === 1 ? 5 : 'hi'
              },
            },
            '0x',
          ],
        }
      },
      'four million letters': () => ({ method: 'personal_sign', params: ['x'.repeat(4_000_001), account] }),
      'a thousand levels': () => {
        let deep: unknown = []
        for (let level = 0; level < 1_000; level++) deep = [deep]
        return { method: 'eth_call', params: deep }
      },
    }
    const told: Record<string, unknown> = {}
    for (const [what, make] of Object.entries(requests)) {
      told[what] = await Promise.resolve()
        .then(() => provider.request(make()))
        .catch((error: { code?: number; message: string }) => error.code ?? `no code: ${error.message}`)
    }
    return told
  }, funded)
  expect(answers).toEqual({
    'a bigint': -32602,
    'a list that holds itself': -32602,
    'a member that throws': -32602,
    'a method that throws': -32600,
    'a proxy that throws': -32600,
    'a toJSON that throws': -32602,
    'a symbol for a method': -32600,
    'a function for a method': -32600,
    'a list for a request': -32600,
    nothing: -32600,
    'a number': -32600,
    'another method at the second look': `0x${network.chainId.toString(16)}`,
    'an amount that is another at the second look': -32602,
    'four million letters': -32600,
    'a thousand levels': -32602,
  })
})

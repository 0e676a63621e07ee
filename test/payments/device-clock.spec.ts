import {
  decodeFunctionData,
  encodeFunctionData,
  type Hash,
  type Hex,
  parseAbi,
  parseAbiItem,
  parseSignature,
} from 'viem'
import type { Launched } from '../commands/extension.ts'
import { call, connectedShop } from '../e2e/shop.ts'
import { approve, decisionWindow, openHome, reject, workerOf } from '../e2e/wallet.ts'
import { openRows } from '../open-rows.ts'
import { dollarAuthorization, dollarOf, somebody } from './chain.ts'
import { test as base, expect } from './fixtures.ts'
import { expectPayment, fund, payments, visit } from './paying.ts'

/**
 * The clock of this device is hours off. The clocks of the network, of the shop and of its facilitator are right; the
 * chain says what became of the money.
 */

const price = 10_000n
const takes = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

/** In a page or a worker: its clock goes wrong by so many milliseconds, as each of its readings does. */
function setClock(ms: number): void {
  const { timeOrigin } = performance
  Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin + ms })
  const right = Date
  const now = () => right.now() + ms
  globalThis.Date = new Proxy(right, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}

const test = base.extend<{ hoursOff: number }>({
  hoursOff: [0, { option: true }],
  // The clock of the first worker is set, and of no later one.
  isStored: false,
  // Before the wallet is made: a clock that jumps locks it.
  wallet: async ({ wallet, hoursOff }, use) => {
    const ms = hoursOff * 3_600_000
    await wallet.context.addInitScript(setClock, ms)
    await (await workerOf(wallet)).evaluate(setClock, ms)
    await use(wallet)
  },
})

/** Three hours as they are written: a clock that is a second short of them has 59 minutes more than two. */
const hours = String.raw`(?:3\shr|2\shr\s59\smin)`

/** The clock that the wallet's worker goes by, in seconds ahead of this machine's. */
async function workerAhead(wallet: Launched): Promise<number> {
  const worker = await workerOf(wallet)
  return ((await worker.evaluate(() => Date.now())) - Date.now()) / 1_000
}

for (const hoursOff of [3, -3]) {
  const side = hoursOff > 0 ? 'ahead' : 'behind'
  test.describe(`three hours ${side}`, () => {
    test.use({ hoursOff })

    test(`a device's clock ${side}: an article is paid for once, for a time that the decision tells`, {
      tag: hoursOff > 0 ? '@short' : [],
    }, async ({ wallet, popup, shop, network, chain, account }) => {
      await fund(popup)
      const page = await visit(wallet, shop.articles.exact ?? '')
      const decision = await decisionWindow(wallet)
      const said = decision.getByTestId('decision')
      await expect(said).toContainText(new RegExp(`clock of this device and that of the network differ by ${hours}`))
      // Which of the two is right the wallet does not know: what is signed is good by both.
      if (hoursOff > 0) await expect(said).toContainText('can be taken for 4 hours from now')
      else await expect(said).not.toContainText('can be taken for')
      await approve(decision, 'payment')
      await expect(page.getByTestId('article')).toBeVisible()
      expect(Math.round((await workerAhead(wallet)) / 3_600)).toBe(hoursOff)

      expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
      const [taken] = await chain.client.getLogs({
        address: dollarOf(network),
        event: parseAbiItem('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)'),
        args: { authorizer: account as Hex },
        fromBlock: 0n,
        toBlock: 'pending',
      })
      const { input } = await chain.client.getTransaction({ hash: taken?.transactionHash as Hash })
      const validBefore = Number(decodeFunctionData({ abi: takes, data: input }).args[4])
      const { timestamp } = await chain.client.getBlock({ blockTag: 'latest' })
      // 300 seconds by the terms, from the later clock: a device that is behind lengthens nothing.
      const device = Math.ceil(Date.now() / 1_000) + hoursOff * 3_600
      expect(validBefore).toBeLessThanOrEqual(Math.max(device, Number(timestamp)) + 300)
      await expect.poll(async () => (await payments(popup)).map(({ state }) => state)).toEqual(['delivered'])
      // The same page once more is the same answer, and no other payment.
      await page.reload()
      expect(await chain.transfersFrom(account)).toHaveLength(1)
    })

    test(`a device's clock ${side}: what a site had signed is open for as long as the chain takes it, and the payee takes it`, async ({
      wallet,
      popup,
      shop,
      network,
      chain,
      account,
    }) => {
      await fund(popup)
      const payee = await somebody(network)
      const page = await connectedShop(wallet, shop.url, account)
      // Good for a quarter of an hour by the network's clock: by a device's that is hours ahead it has ended.
      const typedData = dollarAuthorization(network, account, payee.account.address, 5_000_000n)
      const answer = call(page, { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(typedData)] })
      const decision = await decisionWindow(wallet)
      const other = hoursOff > 0 ? 'behind' : 'ahead of'
      await expect(decision.getByTestId('decision')).toContainText(
        new RegExp(`network’s clock is ${hours} ${other} this device’s`),
      )
      await expect(decision.getByTestId('decision')).not.toContainText(/expired/i)
      await approve(decision, 'typed-data')
      const { result } = (await answer) as { result: Hex }

      const desk = await openHome(wallet, '/payments')
      const row = desk.getByTestId('outstanding').locator('[data-authorization]')
      await expect(row).toHaveAttribute('data-state', 'live')
      await expect(desk.getByText(new RegExp(`This device’s clock is [23] hr.* ${side}`))).toBeVisible()

      const { from, to, value, validAfter, validBefore, nonce } = typedData.message
      const { r, s, yParity } = parseSignature(result)
      const signed = [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce] as const
      const receipt = await payee.send(
        encodeFunctionData({
          abi: takes,
          functionName: 'transferWithAuthorization',
          args: [...signed, 27 + yParity, r, s],
        }),
      )
      expect(receipt.status).toBe('success')
      expect(await chain.transfersFrom(account)).toEqual([{ to: to.toLowerCase(), value: 5_000_000n }])
      await expect(row).toHaveCount(0)
    })
  })
}

// A challenge of Machine Payments names its end itself, by the clock of its server: five minutes from now.

test.describe('three hours ahead', () => {
  test.use({ hoursOff: 3 })

  test("a device's clock ahead: a challenge that has ended by it is not paid, and the decision says why", async ({
    wallet,
    popup,
    late,
    chain,
    account,
  }) => {
    await fund(popup)
    await visit(wallet, `${late.url}/articles/harbour`)
    const decision = await decisionWindow(wallet)
    const said = decision.getByTestId('decision')
    await expect(said).toContainText('It would expire before it could arrive.')
    await expect(said).toContainText(new RegExp(`clock of this device and that of the network differ by ${hours}`))
    await expect(decision.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
    await reject(decision)
    await expect.poll(async () => (await payments(popup)).map(({ state }) => state)).toEqual(['refused'])
    expect(await chain.transfersFrom(account)).toEqual([])
    expect(late.settled.filter(({ from }) => from.toLowerCase() === account.toLowerCase())).toEqual([])
  })
})

test.describe('three hours behind', () => {
  test.use({ hoursOff: -3 })

  test("a device's clock behind: a challenge is paid once, until its own end and no longer", async ({
    wallet,
    popup,
    late,
    chain,
    account,
  }) => {
    await fund(popup)
    const page = await visit(wallet, `${late.url}/articles/lighthouse`)
    const decision = await decisionWindow(wallet)
    await expect(decision.getByTestId('decision')).toContainText(
      new RegExp(`clock of this device.* differ by ${hours}`),
    )
    const asked = Date.now()
    await approve(decision, 'payment')
    await expect(page.getByTestId('article')).toHaveText('lighthouse')
    await expectPayment(popup, page.url(), 'delivered')
    expect(await chain.transfersFrom(account)).toEqual([{ to: late.recipient.toLowerCase(), value: price }])
    const [paid] = late.settled.filter(({ from }) => from.toLowerCase() === account.toLowerCase())
    expect(Number(paid?.validBefore) * 1_000).toBeLessThanOrEqual(asked + 300_000)
    await page.reload()
    expect(await chain.transfersFrom(account)).toHaveLength(1)
  })

  test("a device's clock behind: a challenge that ends on screen by the network's clock is not signed", async ({
    wallet,
    popup,
    late,
    chain,
    account,
  }) => {
    await fund(popup)
    const expires = new Date(Date.now() + 30_000).toISOString()
    await visit(wallet, late.say('ends', late.challenge({ expires })))
    const decision = await decisionWindow(wallet)
    await expect(decision.getByTestId('payment-amount')).toContainText('0.01')
    await expect(decision.getByRole('alert')).toContainText(/expired/, { timeout: 60_000 })
    expect(await openRows(popup, 'authorizations')).toEqual([])
    expect(await chain.transfersFrom(account)).toEqual([])
    expect(late.settled.filter(({ from }) => from.toLowerCase() === account.toLowerCase())).toEqual([])
  })
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { builds, copyExtension, installedPage, launchWithExtension, temporaryFolder } from '../commands/extension.ts'
import { root } from '../commands/project.ts'
import { type FaultyGateway, startFaultyGateway } from '../faulty-gateway.ts'
import { startListServer } from '../list-server.ts'
import {
  type Kind,
  kindOfMethod,
  kinds,
  type LeavingRecord,
  type Occasion,
  occasions,
  type Recipient,
  readRecord,
  recipients,
  recordFile,
  tellingHeaders,
} from '../release/what-leaves.ts'
import { expect, test } from './fixtures.ts'
import { type LoggedRequest, netLogArguments, readNetLog } from './net-log.ts'
import { call, connectedShop, expectOrder, openShop } from './shop.ts'
import {
  approve,
  decisionWindow,
  drip,
  expectLevel,
  expectSealed,
  importWallet,
  openHome,
  openPopup,
  sendMoney,
} from './wallet.ts'

/** Something that left the machine. */
interface Left {
  occasion: Occasion
  recipient: Recipient
  kind: Kind
}

/**
 * The occasions of one run, one after the other, and what the gateways heard on each. A request belongs to the occasion
 * on which it began: before an occasion that may be silent, the one before has to end (`quiet`).
 */
function createDiary(gateways: readonly FaultyGateway[]) {
  const begun: { occasion: Occasion; at: number; calls: number[] }[] = []
  const counts = () => gateways.map(({ calls }) => calls.length)
  return {
    begin: (occasion: Occasion) => begun.push({ occasion, at: Date.now(), calls: counts() }),
    occasionAt: (at: number) => begun.findLast(entry => entry.at <= at)?.occasion ?? 'first start',
    /** The JSON-RPC methods that an endpoint was asked, over HTTP and sockets. */
    asked: () =>
      begun.flatMap(({ occasion, calls: from }, index) => {
        const to = begun[index + 1]?.calls ?? counts()
        return gateways.flatMap(({ calls }, which) =>
          calls.slice(from[which], to[which]).map(method => ({ occasion, method })),
        )
      }),
  }
}

/**
 * A recipient and a kind for each request that went to a server other than an endpoint; `null` for an unknown server.
 */
function classify(
  request: LoggedRequest,
  { faucet, shop, list }: { faucet: string; shop: string; list: string },
): Pick<Left, 'recipient' | 'kind'> | null {
  if (request.url.startsWith(faucet))
    return { recipient: 'faucet', kind: request.url.endsWith('/status') ? 'faucet status' : 'address' }
  if (request.url === list) return { recipient: 'list provider', kind: 'list' }
  if (new URL(request.url).origin === shop)
    return { recipient: 'paid site', kind: isPayment(request) ? 'payment' : 'terms' }
  return null
}

/**
 * True if a request carries a payment, whichever part of the browser asked: the browser loads a paid page itself.
 * @see https://github.com/coinbase/x402 version 1, X-PAYMENT; version 2, PAYMENT-SIGNATURE
 */
function isPayment({ headers }: LoggedRequest): boolean {
  return headers.includes('x-payment') || headers.includes('payment-signature')
}

/** The rows of the record; lists in their fixed order, so that equal runs give equal records. */
function summarise(left: readonly Left[], requests: readonly LoggedRequest[]): LeavingRecord {
  const rows = recipients.flatMap(recipient => {
    const own = left.filter(one => one.recipient === recipient)
    if (own.length === 0) return []
    return [
      {
        recipient,
        occasions: occasions.filter(occasion => own.some(one => one.occasion === occasion)),
        kinds: kinds.filter(kind => own.some(one => one.kind === kind)),
      },
    ]
  })
  const silent = occasions.filter(occasion => !left.some(one => one.occasion === occasion))
  const headers = tellingHeaders.filter(name => requests.some(request => request.headers.includes(name)))
  return { rows, silent, headers }
}

/** Asks the network itself, past the gateways. */
async function ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return z.object({ result: z.unknown() }).parse(await answer.json()).result
}

/** Seals as many blocks as make the newest one final. */
async function mine(url: string): Promise<void> {
  await ask(url, 'hardhat_mine', ['0x40'])
}

/** Resolves when the network has sealed three blocks more: a wallet that watches it asks in that time. */
async function blocksPass(url: string): Promise<void> {
  const height = async () => Number(await ask(url, 'eth_blockNumber', []))
  const from = await height()
  await expect.poll(height, { timeout: 30_000 }).toBeGreaterThanOrEqual(from + 3)
}

/** Resolves when no gateway was asked anything while three blocks passed: earlier occasions have ended. */
async function quiet(gateways: readonly FaultyGateway[], url: string): Promise<void> {
  const asked = () => gateways.reduce((sum, { calls }) => sum + calls.length, 0)
  await expect(async () => {
    const before = asked()
    await blocksPass(url)
    expect(asked()).toBe(before)
  }).toPass({ timeout: 60_000 })
}

/**
 * What leaves this machine, written down by the browser's own network stack while a person uses the wallet from its
 * first start on. The privacy statements (docs/store) say what this run recorded: `PRELUDE_RECORD=true` records anew;
 * then `npm run documents` and `npm run format`.
 */
test('what leaves this machine is what the privacy statement says', async ({
  lifetime,
  browserInUse,
  network,
  shop,
  phrase,
  account,
}) => {
  test.setTimeout(180_000)
  const gateway = await startFaultyGateway(network)
  const second = await startFaultyGateway(network)
  const lists = await startListServer()
  lifetime.onEnd(() => Promise.all([gateway.close(), second.close(), lists.close()]))
  const log = join(await temporaryFolder(lifetime, 'net-log'), 'log.json')
  const wallet = await launchWithExtension({
    browser: browserInUse,
    extension: await copyExtension(lifetime, builds.local.folder, {
      ...network,
      rpcUrl: gateway.url,
      wsUrl: gateway.socketUrl,
    }),
    profile: await temporaryFolder(lifetime, 'profile'),
    headless: true,
    args: netLogArguments(log),
  })
  const diary = createDiary([gateway, second])

  diary.begin('first start')
  const home = await installedPage(wallet)
  await home.getByTestId('first-run-import').waitFor()
  diary.begin('wallet made')
  await importWallet(home, phrase)
  const popup = await openPopup(wallet)
  await expect(popup.getByTestId('balance')).toHaveAttribute('data-sealed', '0x0')
  await popup.getByTestId('faucet-drip-token').waitFor()
  diary.begin('test money')
  await drip(popup)
  await popup.getByTestId('faucet-drip-token').click()
  // The row is listed before the faucet is asked: without a balance, and then with none.
  await expect(popup.getByTestId('token-row').first()).toHaveAttribute('data-sealed', /^0x[1-9a-f]/)
  await expectSealed(popup, wei => wei > 0n)
  diary.begin('send')
  await sendMoney(popup, '0x00000000000000000000000000000000000000dd', '0.001')
  await expectLevel(popup, 'sealed')
  await mine(network.rpcUrl)
  await expectLevel(popup, 'final')
  diary.begin('list subscribed')
  await home.goto(home.url().replace(/#.*$/, '#/settings/lists'))
  await home.getByTestId('list-add').click()
  await home.getByTestId('list-name').fill('Three hundred thousand')
  await home.getByTestId('list-url').fill(lists.url('hosts'))
  await home.getByTestId('list-add-address').click()
  await home.getByTestId('lists-fraud-hosts').getByText('300,000').waitFor()
  await home.goto('about:blank')
  await popup.close()
  await quiet([gateway, second], network.rpcUrl)
  diary.begin('page visited')
  const visited = await wallet.context.newPage()
  await openShop(visited, shop.url)
  await visited.close()
  diary.begin('site connected')
  const page = await connectedShop(wallet, shop.url, account)
  diary.begin('site asks for a transaction')
  await page.getByTestId('buy-harbour').click()
  await approve(await decisionWindow(wallet), 'transaction')
  await expectOrder(page, 'paid')
  diary.begin('site asks the network')
  expect(await call(page, { method: 'eth_getBalance', params: [shop.merchant, 'latest'] })).toHaveProperty('result')
  diary.begin('payment by HTTP 402')
  await page.goto(shop.articles.exact ?? '', { waitUntil: 'commit' })
  await approve(await decisionWindow(wallet), 'payment')
  await page.getByTestId('article').waitFor()
  await page.close()
  diary.begin('network checked')
  const networks = await openHome(wallet, '/networks')
  await networks.getByRole('main').getByRole('button', { name: 'Add network' }).click()
  const dialog = networks.getByRole('dialog')
  await dialog.getByLabel('By endpoint').check()
  await dialog.getByTestId('endpoint-http').fill(second.url)
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByLabel('Name').fill('My own node')
  const locked = await openPopup(wallet)
  await networks.close()
  await locked.getByTestId('lock').click()
  await locked.getByTestId('password').waitFor()
  await mine(network.rpcUrl)
  await quiet([gateway, second], network.rpcUrl)
  diary.begin('locked')
  await blocksPass(network.rpcUrl)
  await wallet.context.close()

  const requests = await readNetLog(log)
  const own = requests.filter(({ initiator }) => initiator === `chrome-extension://${wallet.extensionId}`)
  const endpoints = [gateway, second].map(({ url }) => new URL(url).host)
  const elsewhere = [...own, ...requests.filter(isPayment)].filter(({ url }) => !endpoints.includes(new URL(url).host))
  const known = {
    faucet: `${network.faucetUrl}/api/preview/faucet/`,
    shop: shop.url,
    list: lists.url('hosts'),
  }
  const strangers = elsewhere.filter(request => classify(request, known) === null)
  expect(strangers, 'every request goes to an endpoint, the faucet, the list’s provider or the paid site').toEqual([])
  const left = [
    ...diary.asked().map(({ occasion, method }) => ({
      occasion,
      recipient: 'endpoint' as const,
      kind: kindOfMethod(method),
    })),
    ...elsewhere.flatMap(request => {
      const found = classify(request, known)
      return found === null ? [] : [{ ...found, occasion: diary.occasionAt(request.at) }]
    }),
  ]
  const record = summarise(left, own)
  for (const header of ['authorization', 'cookie', 'referer']) expect(record.headers).not.toContain(header)
  if (process.env.PRELUDE_RECORD === 'true')
    await writeFile(join(root, recordFile), `${JSON.stringify(record, null, 2)}\n`)
  expect(record).toEqual(await readRecord(root))
})

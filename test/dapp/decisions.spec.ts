import { type Address, numberToHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import type { Launched } from '../commands/extension.ts'
import { approve, decisionWindow, killWorker, reject, untilGone } from '../e2e/wallet.ts'
import { expect, openConnected, test } from './fixtures.ts'
import { ask, heard, resultOf } from './page.ts'

const refusal = { error: { code: 4001, message: 'The person refused the request.' }, isError: true }
const sign = (account: Address) => ['0x00', account]

test('a window closed with the X, a lock and a page that goes away answer what waits with 4001', async ({
  wallet,
  popup,
  dapp,
  funded,
  site,
}) => {
  const closing = [ask(dapp, 'personal_sign', sign(funded)), ask(dapp, 'personal_sign', sign(funded))]
  const opened = await decisionWindow(wallet)
  await expect(opened.getByRole('status')).toContainText('2')
  await opened.close()
  expect(await Promise.all(closing)).toEqual([refusal, refusal])

  const locking = ask(dapp, 'personal_sign', sign(funded))
  await decisionWindow(wallet)
  await popup.getByTestId('lock').click()
  expect(await locking).toEqual(refusal)
  await popup.getByTestId('password').fill('a long enough password')
  await popup.getByTestId('unlock').click()
  await popup.getByTestId('balance').waitFor()

  const other = await openConnected(wallet, site.at('/', 'leaving.localhost'))
  await other.evaluate(params => {
    void window.met.provider.request({ method: 'personal_sign', params })
  }, sign(funded))
  const left = await decisionWindow(wallet)
  const closed = left.waitForEvent('close')
  await other.goto(site.at('/', 'elsewhere.localhost'))
  await closed
})

test('after three rejections a site may be muted: it gets −32005 without a decision, also from a later worker', async ({
  wallet,
  popup,
  dapp,
  funded,
}) => {
  for (let times = 0; times < 3; times++) {
    const asking = ask(dapp, 'personal_sign', sign(funded))
    await reject(await decisionWindow(wallet))
    expect(await asking).toEqual(refusal)
  }
  const offering = await muteOffer(wallet)
  await untilGone(offering, () => offering.getByTestId('mute-day').click())
  const muted = { error: { code: -32005, message: expect.stringContaining('muted') }, isError: true }
  await expect.poll(() => ask(dapp, 'personal_sign', sign(funded))).toEqual(muted)
  await killWorker(wallet)
  expect(await ask(dapp, 'wallet_requestPermissions', [{ eth_accounts: {} }])).toEqual(muted)
  // What needs nobody's attention goes on.
  expect(await resultOf(dapp, 'eth_accounts')).toEqual([funded])
  await expect(popup.getByTestId('waiting-approvals')).toHaveCount(0)
})

/** The offer stands in the window of the last refusal, or beside the next decision. */
async function muteOffer({ context, address }: Launched) {
  const isOurs = (url: string) => url.startsWith(address('approval.html'))
  const open = context.pages().find(page => isOurs(page.url()) && !page.isClosed())
  if (open === undefined) throw new Error('the window has closed')
  await open.getByTestId('mute-offer').waitFor()
  return open
}

test('typed data for another chain is signed after a switch to it, as one request with one answer', async ({
  wallet,
  dapp,
  funded,
  phrase,
}) => {
  const typedData = {
    types: { Order: [{ name: 'grams', type: 'uint256' }] },
    primaryType: 'Order',
    domain: { name: 'Coffee', chainId: 8453 },
    message: { grams: '250' },
  } as const
  const asking = ask(dapp, 'eth_signTypedData_v4', [funded, typedData])
  await approve(await decisionWindow(wallet), 'switch-network')
  const decision = await decisionWindow(wallet)
  await expect(decision.getByTestId('decision')).toHaveAttribute('data-kind', 'typed-data')
  await approve(decision, 'typed-data')
  const expected = await mnemonicToAccount(phrase).signTypedData({ ...typedData, message: { grams: 250n } })
  expect(await asking).toEqual({ result: expected })
  expect(await heard(dapp, 'chainChanged')).toEqual([numberToHex(8453)])
})

test('a permit for an unlisted token is shown in the token’s own unit, and exactly that is signed', async ({
  wallet,
  dapp,
  funded,
  phrase,
  network,
}) => {
  const { testDollar, payouts } = network.contracts
  const typedData = {
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'Test Dollar', version: '1', chainId: network.chainId, verifyingContract: testDollar },
    message: { owner: funded, spender: payouts, value: '12500000', nonce: '0', deadline: '1999999999' },
  } as const
  const asking = ask(dapp, 'eth_signTypedData_v4', [funded, typedData])
  const decision = await decisionWindow(wallet)
  await expect(decision.getByRole('heading')).toContainText('12.5 TUSD')
  await expect(decision.getByTestId('approve')).toHaveText('Allow 12.5 TUSD')
  await approve(decision, 'typed-data')
  const message = { ...typedData.message, value: 12_500_000n, nonce: 0n, deadline: 1_999_999_999n }
  expect(await asking).toEqual({ result: await mnemonicToAccount(phrase).signTypedData({ ...typedData, message }) })
})

test('decisions are made in the order in which they were asked for, each with its own answer', async ({
  wallet,
  dapp,
  funded,
  phrase,
}) => {
  const words = ['first', 'second', 'third']
  const answers: Promise<unknown>[] = []
  for (const text of words) {
    answers.push(ask(dapp, 'personal_sign', [text, funded]))
    await expect((await decisionWindow(wallet)).getByTestId('decision')).toContainText('first')
  }
  for (const text of words) {
    const decision = await decisionWindow(wallet)
    await expect(decision.getByTestId('decision')).toContainText(text)
    await (text === 'second' ? reject(decision) : approve(decision, 'message'))
  }
  const account = mnemonicToAccount(phrase)
  expect(await Promise.all(answers)).toEqual([
    { result: await account.signMessage({ message: 'first' }) },
    refusal,
    { result: await account.signMessage({ message: 'third' }) },
  ])
})

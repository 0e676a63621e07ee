import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from 'viem'
import { ask, heard, meet } from '../dapp/page.ts'
import { decisionWindow, expectLevel, heldAt, holdAt, openHome, openPopup, sendMoney, unlock } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { consent, expectPayment, fundWithFees, payments, visit } from './paying.ts'

test.use({ build: 'barriers' })
test.describe.configure({ timeout: 120_000 })

const price = 10_000n
const gone = {
  error: { code: 4900, message: 'The wallet was updated or removed. Load this page again.' },
  isError: true,
}

/** The worker's own steps of a payment, in order; version 2 comes while it is held there. */
const steps = {
  'payment-sign': { state: 'approved and not signed', end: 'refused' },
  'payment-record': { state: 'signed and in no ledger', end: 'refused' },
  'payment-journal': { state: 'in the ledger and not in the journal', end: 'refused' },
  'payment-send': { state: 'in the journal and not on its way', end: 'delivered' },
  'payment-carry': { state: 'on its way, and no rule carries it', end: 'delivered' },
  'payment-reload': { state: 'carried by a rule, and the page not loaded again', end: 'delivered' },
  'payment-prove': { state: 'answered and not proved', end: 'delivered' },
} as const

for (const [step, { state, end }] of Object.entries(steps)) {
  const tag = step === 'payment-send' ? ['@short', '@firefox'] : []
  test(`version 2 comes when a payment is ${state}: it is ${end}, charged no more than once; a transaction goes on`, {
    tag,
  }, async ({ wallet, popup, extension, shop, network, chain, account }) => {
    await fundWithFees(popup)
    network.faults.set({ withheld: [account as Address] })
    await sendMoney(popup, '0x00000000000000000000000000000000000000cc', '0.01')
    await expectLevel(popup, 'accepted')
    const idle = await visit(wallet, shop.url)
    const asking = await visit(wallet, shop.url)
    for (const page of [idle, asking]) await meet(page)
    expect(await ask(idle, 'eth_chainId')).toEqual({ result: `0x${network.chainId.toString(16)}` })

    const url = `${shop.articles.exact}?step=${step}`
    const paying = await visit(wallet, url)
    await holdAt(popup, step)
    await consent(wallet)
    await heldAt(popup, step)
    const waiting = ask(asking, 'eth_requestAccounts')
    await decisionWindow(wallet)

    const manifestFile = join(extension, 'manifest.json')
    const manifest = JSON.parse(await readFile(manifestFile, 'utf8'))
    await writeFile(manifestFile, JSON.stringify({ ...manifest, version: '99.0.0' }))
    await wallet.install(extension)

    expect(await waiting).toEqual(gone)
    for (const page of [idle, asking]) {
      expect(await ask(page, 'eth_chainId')).toEqual(gone)
      expect(await heard(page, 'disconnect')).toHaveLength(1)
    }
    // The new version is locked, and what had been sent goes on all the same.
    const home = await openHome(wallet)
    // How a nonce was used stands where a locked wallet cannot read: until the unlock the answer is all that is known.
    const isPaid = end === 'delivered'
    await expectPayment(home, url, isPaid ? 'unproven' : end)
    await expect(paying.getByTestId(isPaid ? 'article' : 'paywall')).toBeVisible()
    // Firefox gives pages that are open the new version's scripts: there a refused page is offered anew.
    if (!isPaid) expect((await payments(home)).map(({ reason }) => reason)).toContain('interrupted')
    network.faults.clear()
    await expect.poll(() => chain.client.getTransactionCount({ address: account as Address })).toBe(1)

    const newPopup = await openPopup(wallet, home)
    await unlock(newPopup)
    if (isPaid) await expectPayment(newPopup, url, 'delivered')
    await expectLevel(newPopup, 'sealed')
    const paid = isPaid ? [{ to: shop.merchant.toLowerCase(), value: price }] : []
    expect(await chain.transfersFrom(account)).toEqual(paid)
    const address = account as Address
    expect(await chain.client.getTransactionCount({ address, blockTag: 'pending' })).toBe(1)
  })
}

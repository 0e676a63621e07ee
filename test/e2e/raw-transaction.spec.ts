import type { Page } from '@playwright/test'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from './fixtures.ts'
import { call, connectedShop } from './shop.ts'
import { drip, expectLevel } from './wallet.ts'

const someone = '0x00000000000000000000000000000000000000aa'

/** Follows the levels of the page's own transactions; they are read back with `levelsOf`. */
async function followLevels(page: Page): Promise<void> {
  await page.evaluate(async () => {
    type Provider = {
      request(call: unknown): Promise<unknown>
      on(event: string, listener: (message: { data: { result: unknown } }) => void): void
    }
    const provider = await new Promise<Provider>(resolve => {
      window.addEventListener('eip6963:announceProvider', event =>
        resolve((event as unknown as { detail: { provider: Provider } }).detail.provider),
      )
      window.dispatchEvent(new Event('eip6963:requestProvider'))
    })
    const heard: unknown[] = []
    Object.assign(window, { heard })
    provider.on('message', ({ data }) => heard.push(data.result))
    await provider.request({ method: 'eth_subscribe', params: ['transactionLevels', {}] })
  })
}

const levelsOf = (page: Page, hash: unknown) =>
  page.evaluate(
    wanted =>
      (window as unknown as { heard: { hash: string; level: string }[] }).heard
        .filter(change => change.hash === wanted)
        .map(change => change.level),
    hash,
  )

test('bytes that a page signed itself are watched: for the page, and as activity where the account is the wallet’s', async ({
  wallet,
  popup,
  shop,
  account,
  phrase,
  network,
}) => {
  await drip(popup)
  const page = await connectedShop(wallet, shop.url, account)
  await followLevels(page)

  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const send = async (signer: Pick<PrivateKeyAccount, 'address' | 'signTransaction'>) => {
    const raw = await signer.signTransaction({
      type: 'eip1559',
      chainId: network.chainId,
      nonce: await chain.getTransactionCount({ address: signer.address, blockTag: 'pending' }),
      to: someone,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 10n ** 6n,
    })
    const sent = await call(page, { method: 'eth_sendRawTransaction', params: [raw] })
    expect(sent).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    return 'result' in sent ? sent.result : null
  }

  const own = await send(mnemonicToAccount(phrase))
  await expect.poll(() => levelsOf(page, own), { timeout: 20_000 }).toContain('sealed')
  expect((await levelsOf(page, own))[0]).toBe('signed')
  await expectLevel(popup, 'sealed')
  await expect(popup.getByTestId('track')).toHaveCount(1)

  const stranger = privateKeyToAccount(generatePrivateKey())
  const dripped = await fetch(`${network.faucetUrl}/api/preview/faucet/drip`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: stranger.address }),
  })
  expect(dripped.ok).toBe(true)
  await expect.poll(() => chain.getBalance({ address: stranger.address, blockTag: 'pending' })).toBeGreaterThan(0n)
  const foreign = await send(stranger)
  await expect.poll(() => levelsOf(page, foreign), { timeout: 20_000 }).toContain('sealed')
  await expect(popup.getByTestId('track')).toHaveCount(1)

  // The node's own words, where it refuses.
  const again = await call(page, { method: 'eth_sendRawTransaction', params: ['0x02c0'] })
  expect(again).toMatchObject({ error: { code: expect.any(Number), message: expect.any(String) } })
})

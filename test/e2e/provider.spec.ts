import { expect, test } from './fixtures.ts'
import { call, connectedShop, expectConnected, openShop } from './shop.ts'
import { approve, decisionWindow, expectNoDecisionWindow } from './wallet.ts'

const someone = '0x00000000000000000000000000000000000000aa'

/** What a page may get wrong, each with the number it gets back. `account` stands for the connected one. */
const garbage: { what: string; request: unknown; code: number }[] = [
  { what: 'no request at all', request: undefined, code: -32600 },
  { what: 'a text instead of a request', request: 'eth_accounts', code: -32600 },
  { what: 'a request without a method', request: { params: [] }, code: -32600 },
  { what: 'a method that is a number', request: { method: 7 }, code: -32600 },
  { what: 'an empty method', request: { method: '' }, code: -32600 },
  { what: 'a method nobody has', request: { method: 'eth_makeMeRich' }, code: -32601 },
  { what: 'a name from the prototype', request: { method: 'constructor' }, code: -32601 },
  { what: 'a procedure of the wallet’s own pages', request: { method: 'vault.reveal-phrase' }, code: -32601 },
  { what: 'the blind signature', request: { method: 'eth_sign', params: ['account', '0x00'] }, code: 4200 },
  { what: 'a transaction signed and not sent', request: { method: 'eth_signTransaction', params: [{}] }, code: 4200 },
  { what: 'a transaction without parameters', request: { method: 'eth_sendTransaction' }, code: -32602 },
  { what: 'a transaction that is null', request: { method: 'eth_sendTransaction', params: [null] }, code: -32602 },
  {
    what: 'an address that is too short',
    request: { method: 'eth_sendTransaction', params: [{ from: 'account', to: '0xaa', value: '0x1' }] },
    code: -32602,
  },
  {
    what: 'an amount with a decimal point',
    request: { method: 'eth_sendTransaction', params: [{ from: 'account', to: someone, value: '0.1' }] },
    code: -32602,
  },
  {
    what: 'an amount as a number',
    request: { method: 'eth_sendTransaction', params: [{ from: 'account', to: someone, value: 1.5 }] },
    code: -32602,
  },
  {
    what: 'an amount below nothing',
    request: { method: 'eth_sendTransaction', params: [{ from: 'account', to: someone, value: '-0x1' }] },
    code: -32602,
  },
  {
    what: 'half a byte of data',
    request: { method: 'eth_sendTransaction', params: [{ from: 'account', to: someone, data: '0xabc' }] },
    code: -32602,
  },
  {
    what: 'a delegation list',
    request: { method: 'eth_sendTransaction', params: [{ from: 'account', to: someone, authorizationList: [{}] }] },
    code: -32602,
  },
  {
    what: 'somebody else’s account',
    request: { method: 'eth_sendTransaction', params: [{ from: someone, to: someone, value: '0x1' }] },
    code: 4100,
  },
  { what: 'a message without an account', request: { method: 'personal_sign', params: ['0x00'] }, code: -32602 },
  {
    what: 'typed data that is no JSON',
    request: { method: 'eth_signTypedData_v4', params: ['account', '{'] },
    code: -32602,
  },
  {
    what: 'a switch to a chain that is not there',
    request: { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] },
    code: 4902,
  },
  {
    what: 'a chain id with a leading zero',
    request: { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x01' }] },
    code: -32602,
  },
]

test('an invalid request gets the right error code, opens no window and throws nothing in the page', async ({
  wallet,
  popup,
  shop,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await wallet.context.newPage()
  const faults: unknown[] = []
  page.on('pageerror', error => faults.push(error))
  await openShop(page, shop.url)
  await page.getByTestId('shop-connect').click()
  await approve(await decisionWindow(wallet), 'connect')
  await expectConnected(page, account)
  for (const { what, request, code } of garbage) {
    const given = JSON.parse(JSON.stringify(request ?? null).replaceAll('"account"', `"${account}"`))
    expect(await call(page, given ?? undefined), what).toMatchObject({ error: { code } })
  }
  expect(faults).toEqual([])
  await expectNoDecisionWindow(wallet)
  await expect(popup.getByTestId('waiting-approvals')).toHaveCount(0)
})

test('before consent a site learns the default chain and nothing else', async ({ wallet, popup, shop, network }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await wallet.context.newPage()
  await openShop(page, shop.url)
  expect(await call(page, { method: 'eth_chainId' })).toEqual({ result: `0x${network.chainId.toString(16)}` })
  expect(await call(page, { method: 'eth_accounts' })).toEqual({ result: [] })
  expect(
    await call(page, { method: 'eth_sendTransaction', params: [{ from: someone, to: someone, value: '0x0' }] }),
  ).toMatchObject({ error: { code: 4100 } })
  expect(await call(page, { method: 'personal_sign', params: ['0x00', someone] })).toMatchObject({
    error: { code: 4100 },
  })
})

test('reads keep their block tag: pending and latest are answered as the network answers them', async ({
  wallet,
  popup,
  shop,
  network,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await wallet.context.newPage()
  await openShop(page, shop.url)
  const blockOf = async (tag: string) => {
    const answer = await call(page, { method: 'eth_getBlockByNumber', params: [tag, false] })
    return 'result' in answer ? BigInt((answer.result as { number: string }).number) : null
  }
  const latest = await blockOf('latest')
  const pending = await blockOf('pending')
  expect(latest).not.toBeNull()
  expect(Number(pending)).toBeGreaterThan(Number(latest) - 1)
  expect(await call(page, { method: 'eth_getBalance', params: [someone, 'nonsense'] })).toMatchObject({
    error: { code: -32602 },
  })
  expect(await call(page, { method: 'net_version' })).toEqual({ result: String(network.chainId) })
})

test('a message is signed as written, by the account that was connected', async ({ wallet, popup, shop, account }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await connectedShop(wallet, shop.url, account)
  const answer = call(page, { method: 'personal_sign', params: ['Good morning', account] })
  const decision = await decisionWindow(wallet)
  await expect(decision.getByTestId('decision')).toContainText('Good morning')
  await approve(decision, 'message')
  const signed = await answer
  expect(signed).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
  const signature = 'result' in signed ? signed.result : null
  expect(await call(page, { method: 'personal_ecRecover', params: ['Good morning', signature] })).toEqual({
    result: account,
  })
})

import { expect, test } from 'prelude-fixtures'

// One wallet for the file: the first test imports it, the others unlock it.
test.use({ profile: 'test-results/profile' })
test.describe.configure({ mode: 'serial' })

/** What the wallet answers the page, or the code of its error. */
const ask = (page, method, params) =>
  page.evaluate(call => window.ethereum.request(call).catch(({ code }) => code), { method, params })

test('a rejection reaches the page, and so does a consent', async ({ wallet, page }) => {
  const address = await wallet.import()
  await page.goto('/')
  const refused = ask(page, 'eth_requestAccounts')
  await wallet.reject()
  expect(await refused).toBe(4001)
  const connecting = ask(page, 'eth_requestAccounts')
  await wallet.approve()
  expect(await connecting).toEqual([address])
})

test('a contract is deployed and read', async ({ wallet, network, page }) => {
  const from = await wallet.import()
  await network.drip()
  await page.goto('/')
  // Returns 42, whatever it is asked.
  const data = '0x600a600c600039600a6000f3602a60005260206000f3'
  const sending = ask(page, 'eth_sendTransaction', [{ from, data }])
  await wallet.approve()
  const hash = await sending
  await network.include(hash)
  await network.seal()
  const { contractAddress } = await ask(page, 'eth_getTransactionReceipt', [hash])
  const answer = await ask(page, 'eth_call', [{ to: contractAddress, data: '0x' }, 'latest'])
  expect(Number(answer)).toBe(42)
})

test('a request outlives the wallet’s worker', async ({ wallet, page }) => {
  const address = await wallet.import()
  await page.goto('/')
  const signing = ask(page, 'personal_sign', ['0x68656c6c6f', address])
  await wallet.decision()
  expect(await wallet.waiting()).toEqual(['message'])
  await wallet.endWorker()
  await wallet.approve()
  expect(await signing).toMatch(/^0x[0-9a-f]{130}$/)
})

test('each dapp is on a chain of its own', async ({ wallet, context, page }) => {
  await wallet.import()
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('http://other.localhost:5199')
  const before = await ask(other, 'eth_chainId')
  const switching = ask(page, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }])
  await wallet.approve()
  expect(await switching).toBe(null)
  expect(await ask(page, 'eth_chainId')).toBe('0x2105')
  expect(await ask(other, 'eth_chainId')).toBe(before)
})

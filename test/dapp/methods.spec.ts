import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  http,
  isHash,
  parseEther,
  toHex,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage } from 'viem/siwe'
import { z } from 'zod'
import { type Launched, pageWhere } from '../commands/extension.ts'
import { approve, decisionWindow, killWorker, openHome, reject } from '../e2e/wallet.ts'
import { createPreviewNetwork } from '../preview-network/index.ts'
import { expect, test } from './fixtures.ts'
import { type Answer, ask, heard, itemsOf, resultOf } from './page.ts'

const someone: Address = '0x00000000000000000000000000000000000000aa'
const quantity = (number: number | bigint) => toHex(number)

async function decided(wallet: Launched, asking: Promise<Answer>, kind: string): Promise<unknown> {
  await approve(await decisionWindow(wallet), kind)
  const answer = await asking
  if ('error' in answer) throw new Error(JSON.stringify(answer.error))
  return answer.result
}

test('who the person is: accounts and permissions, given, seen and given back', { tag: '@short' }, async ({
  wallet,
  dapp,
  funded,
  site,
  network,
}) => {
  const permission = {
    invoker: new URL(site.at()).origin,
    parentCapability: 'eth_accounts',
    caveats: [{ type: 'restrictReturnedAccounts', value: [funded] }],
  }
  expect(await resultOf(dapp, 'eth_requestAccounts')).toEqual([funded])
  expect(await resultOf(dapp, 'eth_accounts')).toEqual([funded])
  expect(await resultOf(dapp, 'eth_coinbase')).toBe(funded)
  expect(await resultOf(dapp, 'eth_chainId')).toBe(quantity(network.chainId))
  expect(await resultOf(dapp, 'net_version')).toBe(String(network.chainId))
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile('package.json', 'utf8')))
  expect(await resultOf(dapp, 'web3_clientVersion')).toBe(`Prelude/${version}`)
  expect(await resultOf(dapp, 'wallet_getPermissions')).toEqual([permission])
  expect(await decided(wallet, ask(dapp, 'wallet_requestPermissions', [{ eth_accounts: {} }]), 'connect')).toEqual([
    permission,
  ])

  expect(await resultOf(dapp, 'wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
  expect(await resultOf(dapp, 'eth_accounts')).toEqual([])
  expect(await resultOf(dapp, 'eth_coinbase')).toBeNull()
  expect(await resultOf(dapp, 'wallet_getPermissions')).toEqual([])
  expect(await ask(dapp, 'personal_sign', ['0x00', funded])).toEqual({
    error: { code: 4100, message: 'This site is not connected to the wallet. Ask for eth_requestAccounts first.' },
    isError: true,
  })
  expect(await heard(dapp, 'connect')).toEqual([{ chainId: quantity(network.chainId) }])
  await expect.poll(() => heard(dapp, 'accountsChanged')).toEqual([[funded], []])
})

test('a site connects and signs in with one decision, and the message is that of the account', async ({
  wallet,
  dapp,
  funded,
  phrase,
  network,
}) => {
  const signInWithEthereum = { nonce: '12345678', chainId: quantity(network.chainId), statement: 'Good morning.' }
  const asked = ask(dapp, 'wallet_connect', [{ version: '1', capabilities: { signInWithEthereum } }])
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('connect-sign-in')).toContainText('Good morning.')
  await approve(window, 'connect')
  const signedIn = z.object({ signInWithEthereum: z.object({ message: z.string(), signature: z.string() }) })
  const reply = z.object({
    result: z.object({ accounts: z.tuple([z.object({ address: z.string(), capabilities: signedIn })]) }),
  })
  const [{ address, capabilities }] = reply.parse(await asked).result.accounts
  const { message, signature } = capabilities.signInWithEthereum
  expect(address).toBe(funded)
  expect(signature).toBe(await mnemonicToAccount(phrase).signMessage({ message }))
  const { host, origin } = new URL(dapp.url())
  expect(parseSiweMessage(message)).toMatchObject({
    address: funded,
    domain: host,
    uri: origin,
    chainId: network.chainId,
    nonce: '12345678',
    statement: 'Good morning.',
  })
})

test('a site that asks once more keeps the accounts it has, unless the person takes one away', async ({
  wallet,
  dapp,
  funded,
}) => {
  const home = await openHome(wallet, '/accounts')
  await home.getByTestId('account-add').click()
  await expect(home.getByTestId('account')).toHaveCount(2)
  await home.close()

  const asked = () => ask(dapp, 'wallet_requestPermissions', [{ eth_accounts: {} }])
  const adding = asked()
  const decision = await decisionWindow(wallet)
  const second = decision.locator('.account-choice input').nth(1)
  await expect(decision.locator('.account-choice input').first()).toBeChecked()
  await expect(second).not.toBeChecked()
  await second.check()
  await decided(wallet, adding, 'connect')
  const both = await resultOf(dapp, 'eth_accounts')
  expect(both).toEqual([funded, expect.stringMatching(/^0x[0-9a-fA-F]{40}$/)])

  await decided(wallet, asked(), 'connect')
  expect(await resultOf(dapp, 'eth_accounts')).toEqual(both)

  const removing = asked()
  await (await decisionWindow(wallet)).locator('.account-choice input').first().uncheck()
  await decided(wallet, removing, 'connect')
  expect([funded, ...z.array(z.string()).parse(await resultOf(dapp, 'eth_accounts'))]).toEqual(both)
})

test('signatures are those of the account, bit by bit, and old ways to sign are refused', {
  tag: ['@short', '@firefox'],
}, async ({ wallet, dapp, funded, phrase, network }) => {
  const account = mnemonicToAccount(phrase)
  const words = 'Good morning'
  const signature = await decided(wallet, ask(dapp, 'personal_sign', [toHex(words), funded]), 'message')
  expect(signature).toBe(await account.signMessage({ message: words }))
  expect(await resultOf(dapp, 'personal_ecRecover', [toHex(words), signature])).toBe(funded.toLowerCase())

  const typedData = {
    types: {
      Order: [
        { name: 'product', type: 'string' },
        { name: 'grams', type: 'uint256' },
      ],
    },
    primaryType: 'Order',
    domain: { name: 'Coffee', chainId: network.chainId, verifyingContract: network.contracts.testDollar },
    message: { product: 'Harbour', grams: '250' },
  } as const
  const expected = await account.signTypedData({ ...typedData, message: { product: 'Harbour', grams: 250n } })
  const domainType = [
    { name: 'name', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ]
  const complete = { ...typedData, types: { ...typedData.types, EIP712Domain: domainType } }
  for (const given of [typedData, complete, JSON.stringify(typedData), JSON.stringify(complete)])
    expect(await decided(wallet, ask(dapp, 'eth_signTypedData_v4', [funded, given]), 'typed-data')).toBe(expected)
  // Without arrays version 3 is the same.
  expect(await decided(wallet, ask(dapp, 'eth_signTypedData_v3', [funded, complete]), 'typed-data')).toBe(expected)

  const refused: [method: string, params: unknown][] = [
    ['eth_sign', [funded, `0x${'ab'.repeat(32)}`]],
    ['eth_signTransaction', [{ from: funded, to: someone }]],
    ['eth_signTypedData', [[], funded]],
  ]
  for (const [method, params] of refused)
    expect(await ask(dapp, method, params), method).toMatchObject({ error: { code: 4200 } })

  const refusing = ask(dapp, 'personal_sign', ['0x00', funded])
  await reject(await decisionWindow(wallet))
  expect(await refusing).toEqual({
    error: { code: 4001, message: 'The person refused the request.' },
    isError: true,
  })
})

test('a transaction is sent as asked, told level by level, and raw bytes go through', { tag: '@short' }, async ({
  wallet,
  dapp,
  funded,
  network,
}) => {
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const heads = await resultOf(dapp, 'eth_subscribe', ['newHeads'])
  const logs = await resultOf(dapp, 'eth_subscribe', ['logs', { address: network.contracts.testDollar }])
  const levels = await resultOf(dapp, 'eth_subscribe', ['transactionLevels'])

  // A transfer of no test dollars needs none and writes a log all the same.
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [someone, 0n] })
  const asked = { from: funded, to: network.contracts.testDollar, value: '0x0', data }
  const hash = z
    .custom<Hash>(value => isHash(String(value)))
    .parse(await decided(wallet, ask(dapp, 'eth_sendTransaction', [asked]), 'transaction'))
  const transaction = await chain.getTransaction({ hash })
  expect(transaction).toMatchObject({ from: funded.toLowerCase(), value: 0n, input: data, nonce: 0, type: 'eip1559' })
  expect(transaction.to).toBe(network.contracts.testDollar.toLowerCase())

  const told = (subscription: unknown) => itemsOf(dapp, subscription)
  await expect.poll(async () => (await told(levels)).map(({ level }) => level)).toContain('sealed')
  const changes = await told(levels)
  expect(changes.every(change => change.hash === hash)).toBe(true)
  const order = ['signed', 'submitted', 'accepted', 'preconfirmed', 'sealed', 'safe', 'final']
  const heights = changes.map(({ level }) => order.indexOf(String(level)))
  expect(heights).toEqual([...heights].sort((a, b) => a - b))
  expect(changes.at(-1)).toMatchObject({ atMs: expect.any(Number), blockNumber: expect.stringMatching(/^0x/) })
  await expect.poll(async () => (await told(logs)).length).toBeGreaterThan(0)
  expect((await told(logs))[0]).toMatchObject({ transactionHash: hash })
  await expect.poll(async () => (await told(heads)).length).toBeGreaterThan(0)
  expect((await told(heads))[0]).toMatchObject({ number: expect.stringMatching(/^0x/), parentHash: expect.any(String) })

  for (const subscription of [heads, logs, levels]) {
    expect(await resultOf(dapp, 'eth_unsubscribe', [subscription])).toBe(true)
    expect(await resultOf(dapp, 'eth_unsubscribe', [subscription])).toBe(false)
  }

  const other = privateKeyToAccount(generatePrivateKey())
  await network.faults.alter('anvil_setBalance', [other.address, toHex(parseEther('1'))])
  const signer = createWalletClient({ account: other, transport: http(network.rpcUrl) })
  const request = await signer.prepareTransactionRequest({
    to: someone,
    value: 1n,
    chain: null,
    chainId: network.chainId,
  })
  const raw = await signer.signTransaction({ ...request, chain: null })
  const sent = z.custom<Hash>().parse(await resultOf(dapp, 'eth_sendRawTransaction', [raw]))
  expect((await chain.waitForTransactionReceipt({ hash: sent })).status).toBe('success')
})

test('an access list is shown on demand, and goes out as the page gave it', async ({
  wallet,
  dapp,
  funded,
  network,
}) => {
  const key = `0x${'5e'.repeat(32)}`
  const accessList = [
    { address: network.contracts.testDollar, storageKeys: [key] },
    { address: someone, storageKeys: [] },
  ]
  const asked = { from: funded, to: someone, value: '0x1', type: '0x1', accessList }
  const asking = ask(dapp, 'eth_sendTransaction', [asked])
  const decision = await decisionWindow(wallet)
  await expect(decision.getByText(key)).toBeHidden()
  await decision.getByText('Details and raw data').click()
  await expect(decision.getByText('Access list: 2 addresses, 1 storage key')).toBeVisible()
  await expect(decision.getByText(key)).toHaveText([network.contracts.testDollar, key, someone].join(' '))
  const hash = z.custom<Hash>(value => isHash(String(value))).parse(await decided(wallet, asking, 'transaction'))
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  expect(await chain.getTransaction({ hash })).toMatchObject({
    type: 'eip1559',
    accessList: accessList.map(({ address, storageKeys }) => ({ address: address.toLowerCase(), storageKeys })),
  })
  // 21000 for the transfer, 2400 for each address and 1900 for each key (EIP-2930 §Parameters).
  expect((await chain.waitForTransactionReceipt({ hash })).gasUsed).toBe(21_000n + 2n * 2_400n + 1_900n)
})

test('the site’s chain is switched, and a chain added that the person agreed to', async ({
  wallet,
  dapp,
  funded,
  network,
  lifetime,
}) => {
  const second = await createPreviewNetwork({ chainId: 84_538_454 })
  lifetime.onEnd(() => second.stop())
  const own = quantity(network.chainId)
  const added = quantity(second.chainId)
  expect(await resultOf(dapp, 'wallet_switchEthereumChain', [{ chainId: own }])).toBeNull()
  expect(await ask(dapp, 'wallet_switchEthereumChain', [{ chainId: added }])).toMatchObject({ error: { code: 4902 } })

  const chain = {
    chainId: added,
    chainName: 'Second preview',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [second.rpcUrl],
    blockExplorerUrls: [second.explorerUrl],
  }
  expect(await decided(wallet, ask(dapp, 'wallet_addEthereumChain', [chain]), 'add-network')).toBeNull()
  expect(await resultOf(dapp, 'eth_chainId')).toBe(added)
  expect(await resultOf(dapp, 'net_version')).toBe(String(second.chainId))
  // What the network itself says, not what the wallet was told.
  expect(await resultOf(dapp, 'eth_getBlockByNumber', ['0x0', false])).toMatchObject({
    hash: (await createPublicClient({ transport: http(second.rpcUrl) }).getBlock({ blockNumber: 0n })).hash,
  })
  expect(
    await decided(wallet, ask(dapp, 'wallet_switchEthereumChain', [{ chainId: own }]), 'switch-network'),
  ).toBeNull()
  expect(await resultOf(dapp, 'eth_chainId')).toBe(own)
  await expect.poll(() => heard(dapp, 'chainChanged')).toEqual([added, own])
  expect(await resultOf(dapp, 'eth_accounts')).toEqual([funded])
})

test('a token is added after a look at its contract', async ({ wallet, dapp, network }) => {
  const address = network.contracts.testDollar
  const asking = ask(dapp, 'wallet_watchAsset', { type: 'ERC20', options: { address, symbol: 'LIES', decimals: 6 } })
  const decision = await decisionWindow(wallet)
  await expect(decision.getByTestId('decision')).not.toContainText('LIES')
  await approve(decision, 'add-token')
  expect(await asking).toEqual({ result: true })
})

test('several calls are sent at once, and told how far they are', { tag: '@short' }, async ({
  wallet,
  dapp,
  funded,
  network,
}) => {
  const chainId = quantity(network.chainId)
  // What was seen of the network last decides, and it may have been late just now.
  await expect
    .poll(() => resultOf(dapp, 'wallet_getCapabilities', [funded, [chainId]]))
    .toEqual({
      [chainId]: {
        atomic: { status: 'ready' },
        preconfirmations: { supported: true, regime: 'preconfirming', medianMs: null },
        validity: { supported: true },
      },
    })
  const call = {
    version: '2.0.0',
    id: 'breakfast',
    from: funded,
    chainId,
    atomicRequired: false,
    calls: [
      { to: someone, value: '0x1' },
      { to: someone, value: '0x2', capabilities: { preconfirmations: { optional: true } } },
    ],
  }
  expect(await decided(wallet, ask(dapp, 'wallet_sendCalls', [call]), 'calls')).toEqual({ id: 'breakfast' })
  expect(await ask(dapp, 'wallet_sendCalls', [call])).toMatchObject({ error: { code: 5720 } })
  const status = () => resultOf(dapp, 'wallet_getCallsStatus', ['breakfast'])
  await expect.poll(status).toMatchObject({ status: 200 })
  const receipt = {
    logs: [],
    status: '0x1',
    blockHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    blockNumber: expect.stringMatching(/^0x/),
    gasUsed: quantity(21_000),
    transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  }
  expect(await status()).toEqual({
    version: '2.0.0',
    id: 'breakfast',
    chainId,
    status: 200,
    atomic: false,
    receipts: [receipt, receipt],
  })
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  expect(await chain.getTransactionCount({ address: funded })).toBe(2)
  expect(await resultOf(dapp, 'wallet_showCallsStatus', ['breakfast'])).toBeNull()
  expect(await resultOf(dapp, 'wallet_getCapabilities', [funded])).toMatchObject({
    [chainId]: { preconfirmations: { medianMs: expect.any(Number) } },
  })
})

test('whether the network pre-confirms is found out for a page that asks, and not guessed', async ({
  wallet,
  home,
  popup,
  dapp,
  funded,
  network,
}) => {
  const chainId = quantity(network.chainId)
  await popup.close()
  // Without a page that follows the network.
  await home.goto(wallet.address('manifest.json'))
  await killWorker(wallet)
  const capabilities = () => resultOf(dapp, 'wallet_getCapabilities', [funded])
  const first = await capabilities()
  expect(first).toMatchObject({ [chainId]: { atomic: { status: 'ready' } } })
  expect(first).not.toHaveProperty([chainId, 'preconfirmations'])
  await expect.poll(capabilities).toMatchObject({ [chainId]: { preconfirmations: { supported: true } } })
})

test('pages from before EIP-1193 are served: enable, send and sendAsync', async ({ dapp, funded, network }) => {
  const chainId = quantity(network.chainId)
  const answers = await dapp.evaluate(async () => {
    interface Legacy {
      enable(): Promise<unknown>
      send(first: unknown, second?: unknown): Promise<unknown>
      sendAsync(payload: unknown, callback: (error: unknown, response: unknown) => void): void
      isConnected(): boolean
    }
    const legacy = window.met.provider as unknown as Legacy
    const byCallback = (call: (done: (error: unknown, response: unknown) => void) => void) =>
      new Promise<unknown>(resolve =>
        call((error, response) => resolve([(error as { code?: number } | null)?.code ?? null, response])),
      )
    const payload = { id: 7, jsonrpc: '2.0', method: 'eth_chainId', params: [] }
    return {
      enable: await legacy.enable(),
      sendMethod: await legacy.send('eth_chainId'),
      sendPayload: await legacy.send(payload),
      sendCallback: await byCallback(done => void legacy.send(payload, done)),
      sendAsync: await byCallback(done => legacy.sendAsync(payload, done)),
      failing: await byCallback(done => legacy.sendAsync({ id: 8, method: 'eth_sign', params: [] }, done)),
      isConnected: legacy.isConnected(),
    }
  })
  const response = { id: 7, jsonrpc: '2.0', result: chainId }
  expect(answers).toEqual({
    enable: [funded],
    sendMethod: { jsonrpc: '2.0', result: chainId },
    sendPayload: response,
    sendCallback: [null, response],
    sendAsync: [null, response],
    failing: [4200, expect.objectContaining({ id: 8, jsonrpc: '2.0' })],
    isConnected: true,
  })
})

test('a page is told when the wallet is locked and unlocked, and a request meanwhile waits for the unlock', async ({
  wallet,
  popup,
  dapp,
  funded,
}) => {
  await popup.getByTestId('lock').click()
  await expect.poll(() => heard(dapp, 'accountsChanged')).toEqual([[funded], []])
  expect(await resultOf(dapp, 'eth_accounts')).toEqual([])
  const asking = ask(dapp, 'eth_requestAccounts')
  const isWindow = (page: Page) => page.url().startsWith(wallet.address('approval.html'))
  const window = await pageWhere(wallet.context, isWindow, 'the window that asks for the password')
  await window.getByTestId('password').fill('a long enough password')
  await window.getByTestId('unlock').click()
  expect(await asking).toEqual({ result: [funded] })
  await expect.poll(() => heard(dapp, 'accountsChanged')).toEqual([[funded], [], [funded]])
})

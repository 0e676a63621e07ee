import { readdir, readFile } from 'node:fs/promises'
import { BrowserProvider, ContractFactory } from 'ethers'
import {
  type Address,
  BaseError,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  type Hex,
  parseAbi,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConfig } from 'wagmi'
import { connect, deployContract, getBlock, readContract, waitForTransactionReceipt } from 'wagmi/actions'
import { injected } from 'wagmi/connectors'
import { Web3Eth } from 'web3-eth'
import { Contract } from 'web3-eth-contract'
import * as z from 'zod/mini'
import { RpcError } from '@/lib/base/rpc/errors'
import { createPreviewNetwork, type Mode, type PreviewNetwork } from '@/test/preview-network/index'
import { readMethods } from './methods/reads'
import { setUp, type TestPage } from './provider.fixture'

/** The meaning of `wait()`: libraries deploy a contract through the provider, wait, and read it at once. */

// Returns 42, whatever it is asked.
const bytecode = '0x600a600c600039600a6000f3602a60005260206000f3'
const abi = parseAbi(['function answer() view returns (uint256)'])
/** ms between two looks of a library. */
const pollingInterval = 20

let worker: Awaited<ReturnType<typeof setUp>>
let network: PreviewNetwork
let stop = async () => {}
beforeEach(async () => {
  worker = await setUp()
})
afterEach(async () => {
  worker.database.close()
  await stop()
  stop = async () => {}
})

interface Waited {
  /** True if the block was sealed when the library's call came back. */
  isSealed: boolean
  read: unknown
  blockHash: unknown
}

interface Page {
  request(asked: { method: string; params?: unknown }): Promise<unknown>
  /** Seals the block at the request with this number, counted from now; 0: not at all. */
  sealAt(count: number): void
  /** Resolves once the transaction is pre-confirmed, or sealed where the network knows nothing before. */
  told(hash: string): Promise<void>
  isSealed(hash: string): boolean
}

type Library = (page: Page, sealAt: number) => Promise<Waited>

const libraries: Record<string, Library> = {
  'ethers 6: `waitForDeployment()`, `wait()`': async (page, sealAt) => {
    const provider = new BrowserProvider(page, undefined, { pollingInterval, cacheTimeout: -1 })
    try {
      const factory = new ContractFactory(
        ['function answer() view returns (uint256)'],
        bytecode,
        await provider.getSigner(),
      )
      const contract = await factory.deploy()
      const sent = contract.deploymentTransaction()
      await page.told(sent?.hash ?? '')
      page.sealAt(sealAt)
      await contract.waitForDeployment()
      const receipt = await sent?.wait()
      const isSealed = page.isSealed(sent?.hash ?? '')
      const block = await receipt?.getBlock()
      return { isSealed, read: await contract.getFunction('answer')(), blockHash: block?.hash }
    } finally {
      provider.destroy()
    }
  },
  'viem 2: `waitForTransactionReceipt()`': async (page, sealAt) => {
    const transport = custom(page)
    const client = createPublicClient({ transport, pollingInterval, cacheTime: 0 })
    const wallet = createWalletClient({ transport })
    const [account] = await wallet.getAddresses()
    const hash = await wallet.deployContract({ abi, bytecode, account: account ?? '0x', chain: null })
    await page.told(hash)
    page.sealAt(sealAt)
    const { contractAddress, blockHash } = await client.waitForTransactionReceipt({ hash })
    const isSealed = page.isSealed(hash)
    const block = await client.getBlock({ blockHash })
    const address = contractAddress ?? '0x'
    return {
      isSealed,
      read: await client.readContract({ abi, address, functionName: 'answer' }),
      blockHash: block.hash,
    }
  },
  'wagmi 3: `waitForTransactionReceipt()`': async (page, sealAt) => {
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const chain = defineChain({ id: network.chainId, name: 'A', nativeCurrency, rpcUrls: { default: { http: [] } } })
    const provider = { ...page, on: () => undefined, removeListener: () => undefined }
    // What the connector says of itself has viem's types, of which this page has only what is called.
    const target = () => ({ id: 'prelude', name: 'Prelude', provider: provider as never })
    const connector = injected({ target, shimDisconnect: false })
    const config = createConfig({
      ...{ chains: [chain], connectors: [connector], storage: null, pollingInterval, cacheTime: 0 },
      transports: { [chain.id]: custom(page) },
    })
    // The connector wants a page.
    vi.stubGlobal('window', {})
    await connect(config, { connector })
    const hash = await deployContract(config, { abi, bytecode }).finally(() => vi.unstubAllGlobals())
    await page.told(hash)
    page.sealAt(sealAt)
    const { contractAddress, blockHash } = await waitForTransactionReceipt(config, { hash })
    const isSealed = page.isSealed(hash)
    const block = await getBlock(config, { blockHash })
    const address = contractAddress ?? '0x'
    return {
      isSealed,
      read: await readContract(config, { abi, address, functionName: 'answer' }),
      blockHash: block.hash,
    }
  },
  'web3.js 4: `send()`': async (page, sealAt) => {
    const config = { transactionPollingInterval: pollingInterval, transactionConfirmationBlocks: 1 }
    const context = { provider: page, config }
    const eth = new Web3Eth(context)
    const [from = ''] = await eth.getAccounts()
    const deployed = new Contract(abi, context).deploy({ data: bytecode }).send({ from })
    const receipt = new Promise<{ blockHash: unknown; transactionHash: unknown }>(resolve =>
      deployed.on('receipt', resolve),
    )
    deployed.on('transactionHash', hash => void page.told(String(hash)).then(() => page.sealAt(sealAt)))
    const contract = await deployed
    const { blockHash, transactionHash } = await receipt
    const isSealed = page.isSealed(String(transactionHash))
    const block = await eth.getBlock(String(blockHash))
    return { isSealed, read: await contract.methods.answer?.().call(), blockHash: block.hash }
  },
}

/** A page of a connected site, whose reads go to a network of this mode. */
async function open(mode: Mode, blockMs?: number): Promise<Page & { ask: TestPage['ask']; key: Hex }> {
  network = await createPreviewNetwork({ mode, ...(blockMs === undefined ? {} : { blockMs }) })
  stop = network.stop
  worker.wallet.node = (method, params) => askNode(network.rpcUrl, method, params)
  const { ask } = await worker.connectedPage()
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await network.faucet.drip(address)
  await network.faults.seal()
  await expect.poll(() => balanceOf(address)).not.toBe('0x0')
  let left = 0
  const node = { request: ({ method, params }: { method: string; params?: unknown }) => asked(method, params) }
  const signer = createWalletClient({ transport: custom(node), account: privateKeyToAccount(key) })
  async function asked(method: string, params: unknown): Promise<unknown> {
    const reply = await ask(method, params)
    if ('error' in reply) throw Object.assign(new Error(reply.error.message), reply.error)
    return reply.result
  }
  const reached = (hash: string, level: string) =>
    network.levelsOf(hash as Hex).some(span => span.level === level && span.until === undefined)
  return {
    ask,
    key,
    async request({ method, params }) {
      left -= 1
      if (left === 0) await network.faults.seal()
      // The accounts and the signature of the wallet; what the person is asked is no matter here.
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [address]
      if (method !== 'eth_sendTransaction') return asked(method, params)
      const [{ data }] = deploymentSchema.parse(params)
      return signer.sendTransaction({ data, chain: null })
    },
    sealAt(count) {
      left = count
    },
    told: hash =>
      expect
        .poll(() => reached(hash, 'preconfirmedAt') || reached(hash, 'sealedAt'), { timeout: 20_000, interval: 10 })
        .toBe(true),
    isSealed: hash => reached(hash, 'sealedAt'),
  }
}

const deploymentSchema = z.tuple([z.object({ data: z.templateLiteral(['0x', z.string()]) })])
const balanceOf = (address: Address) => askNode(network.rpcUrl, 'eth_getBalance', [address, 'latest'])

async function askNode(url: string, method: string, params: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { result, error } = await (await fetch(url, { method: 'POST', headers, body })).json()
  if (error !== undefined) throw new RpcError('node-error', error.message, error)
  return result
}

const guideText = () => readFile(new URL('../../docs/dapp-developers.md', import.meta.url), 'utf8')

/** Each moment of sealing that is tried, as the number of the library's request at which it comes. */
const moments = [1, 2, 3, 4, 5, 6]

describe.each(Object.entries(libraries))('%s', (_name, library) => {
  it.each(['fast-blocks', 'shreds', 'mini-blocks', 'proposed-blocks', 'commitments'] as const)(
    'waits for the sealed block, and reads what it waited for, in the mode %s',
    async mode => {
      const page = await open(mode, 500)
      // A proposed block can be read; that it is sealed is known from the votes in the next one.
      const isSealed = mode === 'proposed-blocks' ? expect.any(Boolean) : true
      expect(await library(page, 0)).toEqual({ isSealed, read: 42n, blockHash: expect.any(String) })
    },
  )
})

describe('a page that knows libraries alone, and one that subscribed to levels', () => {
  it('fare as the guide says, whenever the block is sealed', async () => {
    const page = await open('preconfirmed', 3_600_000)
    const cells: Record<string, string[]> = {}
    for (const isTold of [false, true]) {
      if (isTold) await page.request({ method: 'eth_subscribe', params: ['transactionLevels'] })
      for (const [name, library] of Object.entries(libraries)) {
        const outcomes: Outcome[] = []
        for (const moment of moments) outcomes.push(await outcomeOf(library, page, moment))
        cells[name] = [...(cells[name] ?? []), wordsOf(outcomes)]
      }
    }
    const rows = Object.entries(cells).map(([name, words]) => `| ${name} | ${words.join(' | ')} |`)
    console.log(['each library · subscribed to nothing · to levels', ...rows].join('\n'))
    const guide = await guideText()
    expect(guide.split('\n').filter(line => /^\| (?:ethers|viem|wagmi|web3\.js) \d: /.test(line))).toEqual(rows)
  })

  it('hear of a transaction once its block is sealed, or at once', async () => {
    const page = await open('preconfirmed', 3_600_000)
    const wallet = createWalletClient({ transport: custom(page), account: privateKeyToAccount(page.key) })
    const hash = await wallet.deployContract({ abi, bytecode, chain: null })
    await page.told(hash)
    const told = () =>
      Promise.all([
        page.request({ method: 'eth_getTransactionReceipt', params: [hash] }),
        page.request({ method: 'eth_getTransactionByHash', params: [hash] }),
      ])
    const waits = { hash, blockHash: null, blockNumber: null, transactionIndex: null }
    expect(await told()).toEqual([null, expect.objectContaining(waits)])
    await page.request({ method: 'eth_subscribe', params: ['newHeads'] })
    expect(await told()).toEqual([null, expect.objectContaining(waits)])
    await page.request({ method: 'eth_subscribe', params: ['transactionLevels'] })
    expect(await told()).toMatchObject([{ blockNumber: expect.any(String) }, { blockNumber: expect.any(String) }])
  })
})

type Outcome = 'sealed' | 'pre-confirmed' | 'fails'

async function outcomeOf(library: Library, page: Awaited<ReturnType<typeof open>>, moment: number): Promise<Outcome> {
  try {
    const { isSealed, read, blockHash } = await library(page, moment)
    if (read !== 42n || blockHash == null) return 'fails'
    return isSealed ? 'sealed' : 'pre-confirmed'
  } catch {
    return 'fails'
  } finally {
    page.sealAt(0)
    await network.faults.seal()
  }
}

function wordsOf(outcomes: readonly Outcome[]): string {
  const isRight = outcomes.every(outcome => outcome === 'sealed')
  return isRight
    ? 'comes back sealed; block and state are there'
    : 'may come back before; reading the block or the state fails'
}

describe('the page for dapp developers', () => {
  it('says what viem and ethers make of each error, and names a test of each', async () => {
    const rows = [...(await guideText()).matchAll(/^\| (−?\d+) \| .* \| `(\w+)` \| \[test\]\(\.\.\/(.+)\) \|$/gm)]
    expect(rows.length).toBeGreaterThan(20)
    for (const [, told = '', name, file = ''] of rows) {
      const code = Number(told.replace('−', '-'))
      const request = () => Promise.reject(Object.assign(new Error('no'), { code }))
      const client = createWalletClient({ transport: custom({ request }, { retryCount: 0 }) })
      const error = await client.request({ method: 'eth_chainId' }).catch((thrown: unknown) => thrown)
      expect([code, error instanceof BaseError && error.name]).toEqual([code, name])
      const provider = new BrowserProvider({ request }, 1, { staticNetwork: true })
      const ofEthers = code === 4001 ? { code: 'ACTION_REJECTED' } : { code: 'UNKNOWN_ERROR', error: { code } }
      await expect(provider.send('eth_accounts', [])).rejects.toMatchObject(ofEthers)
      provider.destroy()
      expect(await readFile(new URL(`../../${file}`, import.meta.url), 'utf8'), file).toMatch(
        new RegExp(`(?<![\\d-])${code}\\b`),
      )
    }
  })

  it('names every method that the wallet has, and no other', async () => {
    const section = /^## Methods$(.*?)^From before/ms.exec(await guideText())?.[1] ?? ''
    const named = new Set(section.match(/(?<=`)(?:eth|wallet|personal|net)_\w+(?=`)/g))
    const folder = new URL('methods/', import.meta.url)
    const files = (await readdir(folder)).filter(file => !file.includes('.test.'))
    const texts = await Promise.all(files.map(file => readFile(new URL(file, folder), 'utf8')))
    const has = new Set(texts.join('').match(/\b(?:eth|wallet|personal|net)_\w+\b(?=: |\()/g))
    const isRead = (name: string) => readMethods.some(read => read === name)
    expect([...has].filter(name => !named.has(name) && !isRead(name))).toEqual([])
    expect([...named].filter(name => !texts.join('').includes(name))).toEqual([])
  })
})

import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RpcError } from '@/lib/base/rpc/errors'
import { mainChainId, previewChainId } from '@/lib/chain/networks/presets'
import { alice, bob, codeOf, hashOf, setUp } from './provider.fixture'

let worker: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  worker = await setUp()
})
afterEach(() => worker.database.close())

const hex = (number: number) => `0x${number.toString(16)}`
const contract: Address = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0'

describe('methods that read', () => {
  it('pass on method, parameters and block tag unchanged', async () => {
    const page = await worker.connectedPage()
    const params = [{ to: bob, data: '0x', extra: 1 }, 'pending', { [bob]: { balance: '0x1' } }]
    await page.ask('eth_call', params)
    await page.ask('base_transactionStatus', [hashOf('1')])
    await page.ask('eth_gasPrice')
    expect(worker.wallet.calls).toEqual([
      { chainId: previewChainId, method: 'eth_call', params, endpoint: 'best' },
      { chainId: previewChainId, method: 'base_transactionStatus', params: [hashOf('1')], endpoint: 'best' },
      { chainId: previewChainId, method: 'eth_gasPrice', params: [], endpoint: 'best' },
    ])
  })

  it('return the node’s own error', async () => {
    const page = await worker.connectedPage()
    worker.wallet.node = async () => {
      throw new RpcError('reverted', 'execution reverted: no', { code: 3, data: '0x08c379a0' })
    }
    expect(await page.ask('eth_call', [{}, 'latest'])).toEqual({
      error: { code: 3, message: 'execution reverted: no', data: '0x08c379a0' },
    })
  })

  it.each([
    ['unreachable', 4901],
    ['not-json-rpc', 4901],
    ['wrong-chain', 4901],
    ['rate-limited', -32005],
    ['method-unavailable', -32004],
    ['node-error', -32603],
  ] as const)('says what it means that an endpoint is %s', async (kind, code) => {
    const page = await worker.connectedPage()
    worker.wallet.node = async () => {
      throw new RpcError(kind, 'x')
    }
    expect(codeOf(await page.ask('eth_blockNumber'))).toBe(code)
  })

  it('pass on a raw transaction and return the node’s refusal unchanged', async () => {
    const page = await worker.connectedPage()
    worker.wallet.node = async () => hashOf('5')
    expect(await page.ask('eth_sendRawTransaction', ['0x02aa'])).toEqual({ result: hashOf('5') })
    worker.wallet.node = async () => {
      throw new RpcError('nonce-too-low', 'nonce too low', { code: -32000 })
    }
    expect(await page.ask('eth_sendRawTransaction', ['0x02aa'])).toEqual({
      error: { code: -32000, message: 'nonce too low' },
    })
  })

  it('return the wallet’s version and the signer of a message', async () => {
    const page = await worker.connectedPage()
    expect(await page.ask('web3_clientVersion')).toEqual({ result: 'Prelude/1.2.3' })
    const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    const signature = await signer.signMessage({ message: 'hello' })
    expect(await page.ask('personal_ecRecover', ['hello', signature])).toEqual({ result: signer.address.toLowerCase() })
  })
})

describe('the chain of a site', () => {
  it('is switched after an approval, for this site only', async () => {
    const page = await worker.connectedPage()
    const other = await worker.connectedPage('https://other.example')
    const asked = page.ask('wallet_switchEthereumChain', [{ chainId: hex(mainChainId) }])
    expect((await worker.nextApproval()).request).toEqual({ kind: 'switch-network', networkId: mainChainId })
    await worker.approveNext()
    expect(await asked).toEqual({ result: null })
    expect(await page.ask('eth_chainId')).toEqual({ result: hex(mainChainId) })
    await expect.poll(() => page.events.at(-1)).toMatchObject({ kind: 'state', chainId: hex(mainChainId) })
    expect(await other.ask('eth_chainId')).toEqual({ result: hex(previewChainId) })
    expect(other.events).toHaveLength(1)
  })

  it('needs no decision if it stays the same, and gives 4902 if it is unknown', async () => {
    const page = await worker.connectedPage()
    expect(await page.ask('wallet_switchEthereumChain', [{ chainId: hex(previewChainId) }])).toEqual({ result: null })
    expect(codeOf(await page.ask('wallet_switchEthereumChain', [{ chainId: '0x7a69' }]))).toBe(4902)
    expect(worker.wallet.windows).toEqual([])
  })

  it.each([
    ['a number', mainChainId],
    ['decimal text', String(mainChainId)],
    ['hex in capitals', hex(mainChainId).toUpperCase().replace('0X', '0x')],
  ])('is understood as %s', async (_how, chainId) => {
    const page = await worker.connectedPage()
    void page.ask('wallet_switchEthereumChain', [{ chainId }])
    expect((await worker.nextApproval()).request).toEqual({ kind: 'switch-network', networkId: mainChainId })
  })

  const localhost = {
    chainId: '0x7a69',
    chainName: 'My\u202e chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://rpc.example', 'https://user:secret@rpc.example', 'https://one.example', 'http://127.0.0.1:9545'],
    blockExplorerUrls: ['javascript:alert(1)', 'https://explorer.example'],
  }

  it('is shown with the addresses that will be contacted, not with the text of the site', async () => {
    const page = await worker.connectedPage()
    const spelled = {
      ...localhost,
      rpcUrls: ['https://оne.example', 'HTTPS://One.example:443/\u202ekey'],
      blockExplorerUrls: ['https://explorer.example/\n@a'],
    }
    void page.ask('wallet_addEthereumChain', [spelled])
    expect((await worker.nextApproval()).request).toMatchObject({
      rpcUrls: ['https://xn--ne-emc.example', 'https://one.example/%E2%80%AEkey'],
      explorerUrl: 'https://explorer.example/@a',
    })
  })

  it('can be added: its endpoints are contacted only after the approval', async () => {
    const page = await worker.connectedPage()
    worker.wallet.probe = async http => {
      if (http !== 'http://127.0.0.1:9545') throw new RpcError('unreachable', 'no')
      return {
        chainId: 0x7a69,
        latencyMs: 1,
        pending: true,
        socket: false,
        preconfirmation: false,
        simulate: false,
        syncSend: false,
        development: false,
      }
    }
    const asked = page.ask('wallet_addEthereumChain', [localhost])
    expect((await worker.nextApproval()).request).toEqual({
      kind: 'add-network',
      chainId: 0x7a69,
      name: 'My chain',
      symbol: 'ETH',
      rpcUrls: ['https://one.example', 'http://127.0.0.1:9545'],
      explorerUrl: 'https://explorer.example',
    })
    expect(worker.wallet.probed).toEqual([])
    await worker.approveNext()
    expect(await asked).toEqual({ result: null })
    expect(worker.wallet.networks.at(-1)).toMatchObject({
      chainId: 0x7a69,
      source: 'site',
      endpoints: [{ http: 'http://127.0.0.1:9545' }, { http: 'https://one.example' }],
    })
    expect(await page.ask('eth_chainId')).toEqual({ result: '0x7a69' })
  })

  it('can be added with what EIP-3085 requires, and an endpoint', async () => {
    const page = await worker.connectedPage()
    void page.ask('wallet_addEthereumChain', [{ chainId: '0x7a69', rpcUrls: ['https://one.example'] }])
    expect((await worker.nextApproval()).request).toEqual({
      kind: 'add-network',
      chainId: 0x7a69,
      name: 'Chain 31337',
      symbol: 'COIN',
      rpcUrls: ['https://one.example'],
      explorerUrl: null,
    })
  })

  it('needs nothing but its number if the wallet knows it', async () => {
    const page = await worker.connectedPage()
    void page.ask('wallet_addEthereumChain', [{ chainId: hex(mainChainId), nativeCurrency: null }])
    expect((await worker.nextApproval()).request).toEqual({ kind: 'switch-network', networkId: mainChainId })
  })

  it.each([
    ['Goerli, a test network of the catalogue', 5, 'https://one.example', false, true],
    ['Arbitrum One', 42_161, 'https://one.example', false, false],
    ['Arbitrum One, by a node on this machine', 42_161, 'http://127.0.0.1:9545', false, false],
    ['a copy of Arbitrum One for development', 42_161, 'http://127.0.0.1:9545', true, true],
    ['a chain that nobody knows', 4_242_424, 'https://one.example', false, false],
    ['a chain that nobody knows, on this machine', 4_242_424, 'http://127.0.0.1:9545', false, true],
  ])('is for testing as the catalogue has it: %s', async (_name, chainId, url, development, testing) => {
    const page = await worker.connectedPage()
    const abilities = { pending: true, socket: false, preconfirmation: false, simulate: false, syncSend: false }
    worker.wallet.probe = async () => ({ chainId, latencyMs: 1, ...abilities, development })
    const asked = page.ask('wallet_addEthereumChain', [{ chainId: hex(chainId), chainName: 'Theirs', rpcUrls: [url] }])
    await worker.approveNext()
    expect(await asked).toEqual({ result: null })
    expect(worker.wallet.networks.at(-1)).toMatchObject({ chainId, testing })
  })

  it('is not added if its endpoint serves another chain', async () => {
    const page = await worker.connectedPage()
    worker.wallet.probe = async () => ({
      chainId: 1,
      latencyMs: 1,
      pending: true,
      socket: false,
      preconfirmation: false,
      simulate: false,
      syncSend: false,
      development: false,
    })
    const asked = page.ask('wallet_addEthereumChain', [localhost])
    await expect(worker.approveNext()).rejects.toMatchObject({ code: 'endpoint-wrong-chain' })
    expect(codeOf(await asked)).toBe(4901)
    expect(await page.ask('eth_chainId')).toEqual({ result: hex(previewChainId) })
  })

  it('is switched to if it is to be added and exists already', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('wallet_addEthereumChain', [{ ...localhost, chainId: hex(mainChainId) }])
    expect((await worker.nextApproval()).request).toMatchObject({ kind: 'switch-network' })
    await worker.rejectNext()
    expect(codeOf(await asked)).toBe(4001)
  })
})

describe('wallet_watchAsset', () => {
  beforeEach(() => {
    worker.wallet.tokens.set(contract, { symbol: 'tUSD', name: 'Test Dollar', decimals: 6 })
    const art = { standard: 'erc721', symbol: 'ART', name: 'Art' } as const
    worker.wallet.items.set(`${contract}:7`, { ...art, held: 1n })
    worker.wallet.items.set(`${contract}:9`, { ...art, held: 0n })
    worker.wallet.items.set(`${bob}:1`, { standard: 'erc1155', symbol: '', name: 'Kinds', held: 40n })
  })

  it.each([
    ['ERC721', contract, '7', 'Art', 'erc721'],
    ['ERC721', contract, '0x07', 'Art', 'erc721'],
    ['ERC721', contract, 7, 'Art', 'erc721'],
    ['ERC1155', bob, '1', 'Kinds', 'erc1155'],
  ])(
    'lists an item of %s %s, number %s, under the name of its collection',
    async (type, address, tokenId, name, standard) => {
      const page = await worker.connectedPage()
      const image = 'https://tracker.example/picture'
      const asked = page.ask('wallet_watchAsset', { type, options: { address, tokenId, symbol: 'EVIL', image } })
      const id = `${Number(tokenId)}`
      const approval = await worker.nextApproval()
      expect(approval.request).toEqual({ kind: 'add-item', address, id, name, standard })
      expect(approval.account).toBe(alice)
      await worker.approveNext()
      expect(await asked).toEqual({ result: true })
      expect(await worker.database.getAll('items')).toMatchObject([{ address, tokenId: id, name, standard }])
    },
  )

  it.each([
    ['as an object', { type: 'ERC20', options: { address: contract, symbol: 'EVIL', decimals: 6 } }],
    ['as a list', [{ type: 'ERC20', options: { address: contract } }]],
    ['with its decimals as text', { type: 'ERC20', options: { address: contract, decimals: '6' } }],
  ])('lists the token under the symbol of its contract: parameters %s', async (_how, params) => {
    const page = await worker.connectedPage()
    const asked = page.ask('wallet_watchAsset', params)
    expect((await worker.nextApproval()).request).toEqual({
      kind: 'add-token',
      address: contract,
      symbol: 'tUSD',
      decimals: 6,
    })
    await worker.approveNext()
    expect(await asked).toEqual({ result: true })
    expect(await worker.database.getAll('tokens')).toMatchObject([{ address: contract, source: 'site' }])
  })

  it.each([
    ['an address that is no token', -32602, { type: 'ERC20', options: { address: bob } }],
    ['other decimals than the contract’s', -32602, { type: 'ERC20', options: { address: contract, decimals: 18 } }],
    ['no address', -32602, { type: 'ERC20', options: {} }],
    ['an item of a contract without items', -32602, { type: 'ERC721', options: { address: bob, tokenId: '7' } }],
    ['an item that was never made', -32602, { type: 'ERC721', options: { address: contract, tokenId: '8' } }],
    ['an item of the other standard', -32602, { type: 'ERC1155', options: { address: contract, tokenId: '7' } }],
    ['an item that somebody else has', -32602, { type: 'ERC721', options: { address: contract, tokenId: '9' } }],
    ['an item without a number', -32602, { type: 'ERC721', options: { address: contract } }],
    ['an item with a number in words', -32602, { type: 'ERC721', options: { address: contract, tokenId: 'seven' } }],
    ['a number that no item has', -32602, { type: 'ERC721', options: { address: contract, tokenId: `${2n ** 256n}` } }],
    ['an unknown type', -32602, { type: 'ERC9999', options: { address: contract } }],
  ])('is refused for %s', async (_what, code, params) => {
    const page = await worker.connectedPage()
    expect(codeOf(await page.ask('wallet_watchAsset', params))).toBe(code)
  })
})

import { join } from 'node:path'
import { type Address, createPublicClient, createWalletClient, http, parseAbi, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { approve, decisionWindow, expectApprovable, expectLevel, openPopup } from '../e2e/wallet.ts'
import { buildContracts } from '../preview-network/contracts/compile.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { expect, test } from './fixtures.ts'
import { ask } from './page.ts'

/** Items of collections: proposed by a page, listed, sent. The collections are OpenZeppelin's, and the chain judges. */

const collections = parseAbi([
  'function mint(address to, uint256 count)',
  'function mint(address to, uint256 id, uint256 count)',
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
])
const friend = '0x00000000000000000000000000000000000000bb'

/** Two collections that somebody else made: item 0 of Art, and 40 of kind 7, are the account's. */
async function makeCollections({ rpcUrl, faults }: PreviewNetwork, owner: Address) {
  const account = privateKeyToAccount(generatePrivateKey())
  await faults.alter('anvil_setBalance', [account.address, toHex(10n ** 18n)])
  const reader = createPublicClient({ transport: http(rpcUrl) })
  const client = createWalletClient({ account, transport: http(rpcUrl) })
  const { contracts } = await buildContracts(join(import.meta.dirname, '../transactions/judge/contracts'))
  const mined = async (hash: `0x${string}`) => reader.waitForTransactionReceipt({ hash, pollingInterval: 100 })
  const deploy = async (name: string): Promise<Address> => {
    const { abi, bytecode } = contracts[name] ?? { abi: [], bytecode: '0x' }
    const { contractAddress } = await mined(await client.deployContract({ abi, bytecode, chain: null }))
    if (contractAddress == null) throw new Error(`${name} was not deployed`)
    return contractAddress
  }
  const [art, kinds] = [await deploy('Art'), await deploy('Kinds')]
  const mint = { abi: collections, functionName: 'mint', chain: null } as const
  await mined(await client.writeContract({ ...mint, address: art, args: [owner, 1n] }))
  await mined(await client.writeContract({ ...mint, address: art, args: [account.address, 1n] }))
  await mined(await client.writeContract({ ...mint, address: kinds, args: [owner, 7n, 40n] }))
  return { art, kinds, reader }
}

test('items that a page proposes are listed by name and number, counted and sent', async ({
  wallet,
  dapp,
  funded,
  network,
}) => {
  test.slow()
  const { art, kinds, reader } = await makeCollections(network, funded)
  const image = 'https://tracker.example/7.png'
  const watch = (type: string, address: Address, tokenId: string) =>
    ask(dapp, 'wallet_watchAsset', { type, options: { address, tokenId, image, symbol: 'LIES' } })

  const asking = watch('ERC721', art, '0')
  const decision = await decisionWindow(wallet)
  await expect(decision.getByTestId('decision')).toContainText('Art #0')
  await expect(decision.getByTestId('decision')).not.toContainText('LIES')
  await approve(decision, 'add-item')
  expect(await asking).toEqual({ result: true })
  const second = watch('ERC1155', kinds, '7')
  await approve(await decisionWindow(wallet), 'add-item')
  expect(await second).toEqual({ result: true })

  // Somebody else's, never made, of the other standard, and a token that is no collection.
  for (const refused of [
    watch('ERC721', art, '1'),
    watch('ERC721', art, '2'),
    watch('ERC1155', art, '0'),
    watch('ERC721', network.contracts.testDollar, '1'),
  ])
    expect(await refused).toMatchObject({ error: { code: -32602 }, isError: true })

  const popup = await openPopup(wallet)
  await popup.getByTestId('tokens-manage').click()
  const rows = popup.getByTestId('item-row')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toHaveAttribute('data-held', '40')
  await expect(rows.last()).toHaveAttribute('data-held', '1')
  await expect(rows.last()).toContainText('Art #0')

  await rows.first().getByTestId('item-send').click()
  await popup.getByTestId('send-to').fill(friend)
  await popup.getByTestId('item-count').fill('41')
  await expect(popup.getByTestId('item-review')).toBeDisabled()
  await popup.getByTestId('item-count').fill('15')
  await popup.getByTestId('item-review').click()
  await expectApprovable(popup)
  await popup.getByTestId('approve').click()
  await expectLevel(popup, 'sealed')
  const held = (owner: Address) =>
    reader.readContract({ address: kinds, abi: collections, functionName: 'balanceOf', args: [owner, 7n] })
  expect([await held(funded), await held(friend)]).toEqual([25n, 15n])

  await popup.reload()
  await popup.getByTestId('tokens-manage').click()
  await expect(rows.first()).toHaveAttribute('data-held', '25')
  await rows.last().getByTestId('item-send').click()
  await popup.getByTestId('send-to').fill(friend)
  await popup.getByTestId('item-review').click()
  await expectApprovable(popup)
  await expect(popup.getByTestId('decision')).toContainText('item 0 of ART')
  await popup.getByTestId('approve').click()
  await expectLevel(popup, 'sealed')
  const ownerOf = await reader.readContract({ address: art, abi: collections, functionName: 'ownerOf', args: [0n] })
  expect(ownerOf.toLowerCase()).toBe(friend)

  await popup.reload()
  await popup.getByTestId('tokens-manage').click()
  await expect(rows.last()).toHaveAttribute('data-held', '0')
  await rows.last().getByTestId('item-remove').click()
  await expect(rows).toHaveCount(1)
  await popup.getByTestId('item-add').click()
  await popup.getByTestId('item-address').fill(art)
  await popup.getByTestId('item-number').fill('1')
  await popup.getByTestId('item-add-confirm').click()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toHaveAttribute('data-held', '0')
})

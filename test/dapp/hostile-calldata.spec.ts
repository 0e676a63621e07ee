import {
  concatHex,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  type Hex,
  maxUint256,
  pad,
  sliceHex,
} from 'viem'
import { decisionWindow, reject } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { ask } from './page.ts'

const someone = '0x00000000000000000000000000000000000000aa'
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [someone, 5n] })
const approveAll = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [someone, maxUint256] })
const operator = encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [someone, true] })
const other = '0x00000000000000000000000000000000000000bb'
const item = encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [other, someone, 7n] })
const itemWithData = encodeFunctionData({
  abi: erc721Abi,
  functionName: 'safeTransferFrom',
  args: [other, someone, 7n, '0x6162'],
})
const items = encodeFunctionData({
  abi: erc1155Abi,
  functionName: 'safeTransferFrom',
  args: [other, someone, 7n, 40n, '0x6162'],
})
const batch = (ids: readonly bigint[], counts: readonly bigint[]) =>
  encodeFunctionData({
    abi: erc1155Abi,
    functionName: 'safeBatchTransferFrom',
    args: [other, someone, ids, counts, '0x6162'],
  })
const kinds = batch([7n, 8n], [40n, 2n])
const withWord = (data: Hex, index: number, value: Hex) =>
  concatHex([sliceHex(data, 0, 4 + 32 * index), pad(value), sliceHex(data, 36 + 32 * index)])
const maxWord: Hex = `0x${'ff'.repeat(32)}`
const dirtyRecipient = (data: Hex) => withWord(data, 1, `0x01${someone.slice(2)}`)
const word = (index: number, data: Hex) => sliceHex(data, 4 + 32 * index, 36 + 32 * index)

/** Calldata that looks like a function everybody knows and is not: contracts differ in what they make of it. */
const hostile: Record<string, Hex> = {
  'a transfer without its last byte': sliceHex(transfer, 0, 67),
  'a transfer without its amount': sliceHex(transfer, 0, 36),
  'a transfer with a recipient one byte short, as in the short address attack': concatHex([
    sliceHex(transfer, 0, 35),
    sliceHex(transfer, 36),
  ]),
  'a transfer of nothing but its selector': sliceHex(transfer, 0, 4),
  'a transfer with a byte too many': concatHex([transfer, '0x00']),
  'a transfer with a word too many': concatHex([transfer, pad(someone)]),
  'a transfer whose recipient has a dirty high byte': concatHex([
    sliceHex(transfer, 0, 4),
    `0x01${word(0, transfer).slice(4)}`,
    word(1, transfer),
  ]),
  'a transfer whose recipient has all high bytes dirty': concatHex([
    sliceHex(transfer, 0, 4),
    `0x${'ff'.repeat(12)}${someone.slice(2)}`,
    word(1, transfer),
  ]),
  'an unlimited approval with a dirty spender': concatHex([
    sliceHex(approveAll, 0, 4),
    `0x${'00'.repeat(11)}80${someone.slice(2)}`,
    word(1, approveAll),
  ]),
  'an approval without its amount': sliceHex(approveAll, 0, 36),
  'an operator with a yes that is 2': concatHex([sliceHex(operator, 0, 36), pad('0x02')]),
  'an item without its number': sliceHex(item, 0, 68),
  'an item with a dirty recipient': dirtyRecipient(item),
  'an item with data that is cut off': sliceHex(itemWithData, 0, 164),
  'an item with data and a dirty recipient': dirtyRecipient(itemWithData),
  'an item whose data lies outside': withWord(itemWithData, 3, '0x2000'),
  'items whose data is longer than there is': withWord(items, 5, maxWord),
  'items with a dirty recipient': dirtyRecipient(items),
  'kinds of items without the last word': sliceHex(kinds, 0, 388),
  'kinds of items with a dirty recipient': dirtyRecipient(kinds),
  'kinds of items with fewer counts': batch([7n, 8n], [40n]),
  'kinds of items without end': withWord(kinds, 5, maxWord),
  'kinds of items that lie outside': withWord(kinds, 2, '0x2000'),
  'kinds of items with one list as both': withWord(kinds, 3, '0xa0'),
  'an operator with a yes of all bits': concatHex([sliceHex(operator, 0, 36), `0x${'ff'.repeat(32)}`]),
}

test('calldata with truncated or dirty words is shown as what cannot be read, and a refusal is 4001', {
  tag: '@short',
}, async ({ wallet, dapp, funded, network }) => {
  const to = network.contracts.testDollar
  for (const [what, data] of Object.entries(hostile)) {
    const asking = ask(dapp, 'eth_sendTransaction', [{ from: funded, to, data }])
    const decision = await decisionWindow(wallet)
    await expect.soft(decision.getByTestId('decision').getByRole('heading'), what).toContainText('cannot be read')
    await reject(decision)
    expect.soft(await asking, what).toEqual({
      error: { code: 4001, message: 'The person refused the request.' },
      isError: true,
    })
  }
})

test('a decoded item transfer shows quantity, item, sender and recipient', async ({
  wallet,
  dapp,
  funded,
  network,
}) => {
  const to = network.contracts.testDollar
  const readable: [sentence: string, data: Hex][] = [
    // The contract is a token, which has no such function: its word may be an amount.
    ['either 7 units or its item 7', item],
    ['either 7 units or its item 7', itemWithData],
    ['Transfer 40 of item 7 of', items],
    ['Transfer 40 of item 7 and 2 of item 8 of', kinds],
  ]
  for (const [sentence, data] of readable) {
    const asking = ask(dapp, 'eth_sendTransaction', [{ from: funded, to, data }])
    const decision = await decisionWindow(wallet)
    const heading = decision.getByTestId('decision').getByRole('heading')
    await expect(heading).toContainText(sentence)
    await expect(heading).toContainText(/from 0x0000…00bb to 0x0000…00aa/i)
    await reject(decision)
    await asking
  }
})

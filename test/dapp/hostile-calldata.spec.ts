import { concatHex, encodeFunctionData, erc20Abi, erc721Abi, type Hex, maxUint256, pad, sliceHex } from 'viem'
import { decisionWindow, reject } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { ask } from './page.ts'

const someone = '0x00000000000000000000000000000000000000aa'
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [someone, 5n] })
const approveAll = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [someone, maxUint256] })
const operator = encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [someone, true] })
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

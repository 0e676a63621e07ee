import { createPublicClient, encodeFunctionData, http, parseAbi, toHex } from 'viem'
import { approve, decisionWindow, expectApprovable, openHome, openPopup } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { ask, resultOf } from './page.ts'

/** Calls that happen wholly or not at all: what the page asks, what the person chooses, and what the chain has then. */

const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
])
const friend = '0x00000000000000000000000000000000000000bb'

function money(to: `0x${string}`, functionName: 'mint' | 'transfer') {
  return encodeFunctionData({ abi, functionName, args: [to, 5_000_000n] })
}

test('a batch that must be atomic is one transaction; chosen for once, the account is afterwards as it was', {
  tag: ['@short', '@firefox'],
}, async ({ wallet, dapp, funded, network }) => {
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const { testDollar } = network.contracts
  const chainId = toHex(network.chainId)
  const before = await chain.readContract({ address: testDollar, abi, functionName: 'balanceOf', args: [friend] })
  const atomic = async () => {
    const capabilities = await resultOf(dapp, 'wallet_getCapabilities', [funded, [chainId]])
    return (capabilities as Record<string, { atomic?: { status: string } }>)[chainId]?.atomic?.status
  }
  const send = (id: string) =>
    ask(dapp, 'wallet_sendCalls', [
      {
        ...{ version: '2.0.0', id, from: funded, chainId, atomicRequired: true },
        calls: [
          { to: testDollar, data: money(funded, 'mint') },
          { to: testDollar, data: money(friend, 'transfer') },
          { to: friend, value: '0x7' },
        ],
      },
    ])
  const status = (id: string) => () => resultOf(dapp, 'wallet_getCallsStatus', [id])
  await expect.poll(atomic).toBe('ready')

  const once = send('once')
  const first = await decisionWindow(wallet)
  await expect(first.getByTestId('together-once')).toBeChecked()
  await expect(first.getByTestId('together-apart')).toHaveCount(0)
  await expect(first.getByTestId('decision')).toContainText('Make 3 calls together')
  await approve(first, 'calls')
  expect(await once).toEqual({ result: { id: 'once' } })
  await expect.poll(status('once')).toMatchObject({ status: 200, atomic: true, receipts: [{ status: '0x1' }] })
  // The batch, its authorization, and the same again for the end of the delegation.
  await expect.poll(() => chain.getTransactionCount({ address: funded })).toBe(4)
  expect(await chain.getCode({ address: funded })).toBeUndefined()
  await expect.poll(atomic).toBe('ready')

  const keep = send('keep')
  const second = await decisionWindow(wallet)
  await second.getByTestId('together-keep').click()
  await expect(second.getByTestId('together-keep')).toBeChecked()
  await expectApprovable(second)
  await approve(second, 'calls')
  expect(await keep).toEqual({ result: { id: 'keep' } })
  await expect.poll(status('keep')).toMatchObject({ status: 200, atomic: true })
  expect(await chain.getCode({ address: funded })).toBe(
    `0xef0100${network.contracts.batchAccount.slice(2).toLowerCase()}`,
  )
  expect(await chain.getTransactionCount({ address: funded })).toBe(6)
  await expect.poll(atomic).toBe('supported')
  const after = await chain.readContract({ address: testDollar, abi, functionName: 'balanceOf', args: [friend] })
  expect(after - before).toBe(10_000_000n)

  const popup = await openPopup(wallet)
  await expect(popup.getByText('Several calls at once').first()).toBeVisible()
  const accounts = await openHome(wallet, '/accounts')
  await expect(accounts.getByTestId('delegation')).toContainText('several calls in one transaction')
  await accounts.getByTestId('delegation-clear').click()
  await approve(accounts, 'transaction')
  await expect.poll(() => chain.getCode({ address: funded })).toBeUndefined()
})

test('of a batch that need not be atomic the person chooses how it is made, and a failing call undoes the others', async ({
  wallet,
  dapp,
  funded,
  network,
}) => {
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const { testDollar } = network.contracts
  const wei = await chain.getBalance({ address: friend })
  const asked = ask(dapp, 'wallet_sendCalls', [
    {
      ...{ version: '2.0.0', id: 'apart', from: funded, chainId: toHex(network.chainId), atomicRequired: false },
      calls: [
        { to: friend, value: '0x7' },
        { to: testDollar, data: money(friend, 'transfer') },
      ],
    },
  ])
  const decision = await decisionWindow(wallet)
  await expect(decision.getByTestId('together-apart')).toBeChecked()
  await decision.getByTestId('together-once').click()
  await expect(decision.getByTestId('together-once')).toBeChecked()
  await expect(decision.getByTestId('decision')).toContainText(
    'Call 2 of 2 fails in the simulation. Then none of them happens',
  )
  await decision.getByTestId('understood').check()
  await approve(decision, 'calls')
  expect(await asked).toEqual({ result: { id: 'apart' } })
  await expect
    .poll(() => resultOf(dapp, 'wallet_getCallsStatus', ['apart']))
    .toMatchObject({ status: 500, atomic: true })
  expect(await chain.getBalance({ address: friend })).toBe(wei)
  await expect.poll(() => chain.getTransactionCount({ address: funded })).toBe(4)
  expect(await chain.getCode({ address: funded })).toBeUndefined()
})

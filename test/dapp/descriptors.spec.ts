import { encodeFunctionData, parseAbi } from 'viem'
import { decisionWindow, openHome, reject } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { ask } from './page.ts'

const signature = 'aggregate3((address target, bool allowFailure, bytes callData)[] calls)'
const data = encodeFunctionData({ abi: parseAbi([`function ${signature} payable`]), args: [[]] })

test('a descriptor that the person added words a call; one that denies what is simulated is set aside', async ({
  wallet,
  dapp,
  funded,
  network,
}) => {
  const to = network.contracts.multicall3
  const home = await openHome(wallet, '/settings')
  await home.getByTestId('settings-advanced').click()
  const descriptors = home.getByTestId('descriptors')
  const add = async (intent: string) => {
    const file = {
      $schema: '../../specs/erc7730-v2.schema.json',
      context: { $id: 'Harbour', contract: { deployments: [{ chainId: 84538453, address: to }] } },
      metadata: { owner: 'Harbour' },
      display: {
        formats: { [signature]: { intent, fields: [{ path: '@.value', label: 'Sum', format: 'amount' }] } },
      },
    }
    const buffer = Buffer.from(JSON.stringify(file))
    await descriptors
      .getByTestId('descriptor-file')
      .setInputFiles({ name: 'calldata-harbour.json', mimeType: 'application/json', buffer })
    await expect(descriptors).toContainText('calldata-harbour.json')
  }
  const decide = () => ask(dapp, 'eth_sendTransaction', [{ from: funded, to, data, value: '0xde0b6b3a7640000' }])

  await add('Run several calls')
  const asked = decide()
  const honest = await decisionWindow(wallet)
  const described = honest.getByTestId('clear-signed')
  await expect(described).toContainText('Run several calls')
  await expect(described).toContainText('Sum')
  await expect(honest.getByTestId('clear-set-aside')).toHaveCount(0)
  await reject(honest)
  expect(await asked).toMatchObject({ error: { code: 4001 } })

  await home.getByTestId('descriptor-remove').click()
  await expect(home.getByTestId('descriptor-remove')).toHaveCount(0)
  await add('Verify wallet')
  const askedAgain = decide()
  const lying = await decisionWindow(wallet)
  await expect(lying.getByTestId('clear-set-aside')).toContainText('Harbour')
  await expect(lying.getByTestId('clear-signed')).toHaveCount(0)
  await reject(lying)
  expect(await askedAgain).toMatchObject({ error: { code: 4001 } })
  await home.close()
})

import { describe, expect, test } from 'vitest'
import { signMint } from './dollars.ts'
import { sealedReceipt, sendAndSee } from './receipt.ts'
import { onEach, otherChains, sealingWhenAsked, startNetwork, type Target } from './target.ts'

async function pageOf(target: Target, path: string): Promise<string> {
  const response = await fetch(`${target.rpcUrl}/explorer${path}`)
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}

describe('The explorer shows a transaction', () => {
  onEach(['network that seals when asked', ...otherChains], target => {
    test('once its block is sealed, on every page', async () => {
      const person = await target().person()
      const { raw, hash } = await signMint(target(), person, 0)
      await target().call('eth_sendRawTransaction', [raw])
      const { blockNumber } = await sealedReceipt(target(), hash)
      for (const path of ['', `/tx/${hash}`, `/address/${person.address}`, `/block/${Number(blockNumber)}`]) {
        expect(await pageOf(target(), path)).toContain(hash)
      }
      expect(await pageOf(target(), `/tx/${hash}`)).not.toContain('being built')
    })
  })

  onEach(
    otherChains.filter(name => name !== 'network with proposed blocks'),
    target => {
      test('that has a receipt before its block is sealed as one of the block being built', async () => {
        const person = await target().person()
        const { raw, hash } = await signMint(target(), person, 0)
        await sendAndSee(target(), raw)
        expect(await pageOf(target(), `/tx/${hash}`)).toContain('being built')
        for (const path of ['', `/address/${person.address}`]) await pageOf(target(), path)
      })
    },
  )
})

test('The explorer works without base fees', async () => {
  const target = await startNetwork(sealingWhenAsked)
  const person = await target.person()
  const { raw, hash } = await person.sign({ nonce: 0 })
  await target.call('eth_sendRawTransaction', [raw])
  const { blockNumber } = await sealedReceipt(target, hash)
  await target.control({ set: { pricing: 'legacy' } })
  for (const path of ['', `/tx/${hash}`, `/block/${Number(blockNumber)}`])
    expect(await pageOf(target, path)).toContain(hash)
  await target.stop()
})
